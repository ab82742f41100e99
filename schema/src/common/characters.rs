//! Characters of texts that files of other programs cannot hold.

/// Whether files of other programs can hold `c`: XML has no control characters but tabs and line ends, and neither of the
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
pub fn held(text: &str) -> std::borrow::Cow<'_, str> {
    if text.chars().all(is_held) {
        text.into()
    } else {
        text.chars().filter(|c| is_held(*c)).collect::<String>().into()
    }
}
