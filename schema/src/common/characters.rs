//! Characters that files of other programs cannot contain.

use std::borrow::Cow;

/// Returns `true` if files of other programs can hold `c`: XML has no control characters but tabs and line ends, and neither of the
/// two values that are no characters at all.
///
/// ```
/// use battlewright_schema::common::characters::is_held;
/// assert!(is_held('é') && is_held('\n'));
/// assert!(!is_held('\0') && !is_held('\u{fffe}'));
/// ```
pub fn is_held(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'))
}

/// `text` without what files of other programs cannot hold.
pub fn held(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_held) {
        text.into()
    } else {
        text.chars().filter(|c| is_held(*c)).collect::<String>().into()
    }
}

/// The first character of `text` that nobody sees and that is no blank: a control character, half of a line end, or what is
/// no character at all.
pub fn first_unprintable(text: &str) -> Option<char> {
    // Nearly all texts have none, and of a control character or U+FFFE the first byte tells.
    if text.bytes().all(|byte| byte >= b' ' && !matches!(byte, 0x7f | 0xc2 | 0xef)) {
        return None;
    }
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\t' | '\n' => {}
            '\r' if characters.next_if_eq(&'\n').is_some() => {}
            c if c.is_control() || !is_held(c) => return Some(c),
            _ => {}
        }
    }
    None
}

/// `text` without characters that nobody sees; every line end is a line feed.
pub fn printable(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    lines.chars().filter(|c| matches!(c, '\t' | '\n') || (!c.is_control() && is_held(*c))).collect()
}
