//! Checks and filters for characters that XML-based files of other programs cannot contain.

use std::borrow::Cow;

/// Returns `true` if XML text can contain `c`. XML 1.0 excludes control characters other than tabs and line ends, and the
/// noncharacters U+FFFE and U+FFFF.
///
/// ```
/// use battlewright_schema::common::characters::is_held;
/// assert!(is_held('é') && is_held('\n'));
/// assert!(!is_held('\0') && !is_held('\u{fffe}'));
/// ```
pub fn is_held(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'))
}

/// Returns `text` without the characters for which [`is_held`] returns `false`.
pub fn held(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_held) {
        text.into()
    } else {
        text.chars().filter(|c| is_held(*c)).collect::<String>().into()
    }
}

/// Returns `true` for the invisible characters that change the direction in which the text after them is shown. A text in any
/// script is right without them.
///
/// ```
/// use battlewright_schema::common::characters::is_direction;
/// assert!(is_direction('\u{202e}') && !is_direction('א'));
/// ```
pub fn is_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the first unprintable character of `text`: a control character other than a tab or a line feed, a carriage return
/// without a line feed after it, U+FFFE or U+FFFF, or a change of the direction.
pub fn first_unprintable(text: &str) -> Option<char> {
    // Fast path: nearly all texts have none. In UTF-8, DEL is the byte 0x7f, C1 controls start with 0xc2, U+FFFE with 0xef,
    // changes of the direction with 0xe2.
    if text.bytes().all(|byte| byte >= b' ' && !matches!(byte, 0x7f | 0xc2 | 0xe2 | 0xef)) {
        return None;
    }
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\t' | '\n' => {}
            '\r' if characters.next_if_eq(&'\n').is_some() => {}
            c if c.is_control() || !is_held(c) || is_direction(c) => return Some(c),
            _ => {}
        }
    }
    None
}

/// Returns the first character of `text` that an id may not have: any control character, U+FFFE or U+FFFF, or a change of the
/// direction.
pub(crate) fn first_unfit(text: &str) -> Option<char> {
    let is_plain = text.bytes().all(|byte| byte >= b' ' && !matches!(byte, 0x7f | 0xc2 | 0xe2 | 0xef));
    if is_plain { None } else { text.chars().find(|c| c.is_control() || !is_held(*c) || is_direction(*c)) }
}

/// Returns `text` without unprintable characters, with every line end turned into a line feed.
pub fn printable(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let is_seen = |c: char| !c.is_control() && is_held(c) && !is_direction(c);
    lines.chars().filter(|c| matches!(c, '\t' | '\n') || is_seen(*c)).collect()
}
