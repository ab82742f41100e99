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

/// Returns `true` for the invisible characters that change the direction in which the text around them is shown.
///
/// ```
/// use battlewright_schema::common::characters::is_direction;
/// assert!(is_direction('\u{202e}') && is_direction('\u{200f}') && !is_direction('א'));
/// ```
pub fn is_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns `true` for characters of which nothing is seen: control characters, U+FFFE and U+FFFF, separators of lines, marks of
/// direction, joiners, spaces without a width, variation selectors and fillers. Spaces with a width are seen.
///
/// ```
/// use battlewright_schema::common::characters::is_invisible;
/// assert!(is_invisible('\u{7}') && is_invisible('\u{200b}') && is_invisible('\u{202e}'));
/// assert!(!is_invisible(' ') && !is_invisible('é') && !is_invisible('\u{fffd}'));
/// ```
pub fn is_invisible(c: char) -> bool {
    // Besides the controls, these are the characters with the property Default_Ignorable_Code_Point of Unicode.
    c.is_control()
        || !is_held(c)
        || is_direction(c)
        || is_joiner(c)
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}'
                | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{3164}'
                | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}'
        )
}

/// Returns `true` for the invisible characters that change the form of the letter or sign before them: the joiners, which Persian
/// and Indic scripts need, and variation selectors.
fn is_joiner(c: char) -> bool {
    matches!(
        c,
        '\u{200c}' | '\u{200d}' | '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{e0100}'..='\u{e01ef}'
    )
}

/// A filter for the unprintable characters of a text, which are all [invisible](is_invisible) ones except tabs, line feeds and
/// joiners after a letter or sign of a script that has them.
#[derive(Default)]
struct UnprintableFilter {
    /// `true` if a joiner may follow.
    joins: bool,
}

impl UnprintableFilter {
    /// Returns `true` if the next character, `c`, is unprintable.
    fn is_unprintable(&mut self, c: char) -> bool {
        if is_joiner(c) {
            return !self.joins;
        }
        // The scripts before Hebrew, such as Latin, Greek and Cyrillic, have no joiners.
        self.joins = c >= '\u{590}' && !is_invisible(c);
        is_invisible(c) && !matches!(c, '\t' | '\n')
    }
}

/// Returns `true` if all characters are visible ones of ASCII, as in nearly all texts.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| (b' '..0x7f).contains(&byte))
}

/// Returns the first unprintable character of `text`: an [invisible](is_invisible) one other than a tab, a line end, or a joiner
/// after a letter or sign of a script that has them. A carriage return without a line feed after it is unprintable.
pub fn first_unprintable(text: &str) -> Option<char> {
    if is_plain(text) {
        return None;
    }
    let mut filter = UnprintableFilter::default();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let is_line_end = c == '\r' && characters.next_if_eq(&'\n').is_some();
        if !is_line_end && filter.is_unprintable(c) {
            return Some(c);
        }
    }
    None
}

/// Returns the first character of `text` that an id may not have: any [invisible](is_invisible) one.
pub(crate) fn first_unfit(text: &str) -> Option<char> {
    if is_plain(text) { None } else { text.chars().find(|c| is_invisible(*c)) }
}

/// Returns `text` without unprintable characters, with every line end turned into a line feed.
pub fn printable(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut filter = UnprintableFilter::default();
    lines.chars().filter(|c| !filter.is_unprintable(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ids, texts, and the question of what is drawn agree on what is invisible.
    #[test]
    fn every_invisible_character_is_found_in_ids_and_texts() {
        for c in (char::MIN..=char::MAX).filter(|c| is_invisible(*c)) {
            assert_eq!(first_unfit(&format!("a{c}b")), Some(c), "{c:?}");
            let is_line = matches!(c, '\t' | '\n');
            assert_eq!(first_unprintable(&format!("a{c}b")), (!is_line).then_some(c), "{c:?}");
            assert_eq!(
                printable(&format!("a{c}b")),
                if is_line || c == '\r' { first_line(c) } else { "ab".to_owned() }
            );
            assert!(super::super::drawn::is_drawn(c), "{c:?}");
        }
        for c in ['\u{200b}', '\u{200d}', '\u{200e}', '\u{200f}', '\u{2060}', '\u{61c}', '\u{2028}', '\u{fe0f}'] {
            assert!(is_invisible(c), "{c:?}");
        }
        for c in [' ', '\u{a0}', '\u{2009}', '\u{3000}', '\u{301}', 'א', '第', '\u{fffd}', '\u{e000}'] {
            assert!(!is_invisible(c), "{c:?}");
        }
    }

    fn first_line(end: char) -> String {
        if end == '\t' { "a\tb".to_owned() } else { "a\nb".to_owned() }
    }

    #[test]
    fn joiners_may_stand_in_texts_of_scripts_that_have_them_but_not_in_ids() {
        for text in ["می\u{200c}خواهم", "क्\u{200d}ष", "👩\u{200d}👧", "❤\u{fe0f}\u{200d}🔥"] {
            assert_eq!((first_unprintable(text), printable(text).as_str()), (None, text), "{text:?}");
            assert!(first_unfit(text).is_some(), "{text:?}");
        }
        for text in ["1st\u{200d} Division", "\u{200c}", "é\u{200d}", "й\u{fe0f}", "م\u{200b}"] {
            assert!(first_unprintable(text).is_some() && first_unprintable(&printable(text)).is_none(), "{text:?}");
        }
    }
}
