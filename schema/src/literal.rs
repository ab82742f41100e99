//! The characters of a string literal of TOML, each with its place in the text.

use std::ops::Range;

/// Returns the part of `literal`, a string with its quotes, that means the bytes `part` of its value; `None` if the value has no such
/// part. A part of the value may have escapes, and another length in the text.
pub(crate) fn part_of_literal(literal: &str, part: Range<usize>) -> Option<Range<usize>> {
    let mut literal = LiteralReader::new(literal)?;
    let mut value = 0;
    let (mut start, mut end) = (None, literal.at);
    loop {
        let from = literal.at;
        let next = literal.next_character();
        if value >= part.start && start.is_none() && (next.is_none() || next > Some(0)) {
            start = Some(from);
            end = from;
        }
        if value >= part.end && start.is_some() {
            break;
        }
        match next {
            Some(length) => value += length,
            None => break,
        }
        // What stands for nothing, such as a line that goes on, does not end a part.
        if next > Some(0) {
            end = literal.at;
        }
    }
    (part.start <= value && part.end <= value).then_some(start?..end)
}

/// A reader of the characters of a literal.
struct LiteralReader<'t> {
    text: &'t str,
    at: usize,
    /// The end of the characters.
    end: usize,
    has_escapes: bool,
}

impl<'t> LiteralReader<'t> {
    fn new(text: &'t str) -> Option<Self> {
        let (quote, has_escapes) = match text.as_bytes() {
            [b'"', b'"', b'"', ..] if text.len() >= 6 => ("\"\"\"", true),
            [b'\'', b'\'', b'\'', ..] if text.len() >= 6 => ("'''", false),
            [b'"', ..] => ("\"", true),
            [b'\'', ..] => ("'", false),
            _ => return None,
        };
        let end = text.len().checked_sub(quote.len()).filter(|end| *end >= quote.len())?;
        let body = text.get(quote.len()..end)?;
        // A line end after the first quotes does not count.
        let skipped = match body.as_bytes() {
            [b'\r', b'\n', ..] if quote.len() == 3 => 2,
            [b'\n', ..] if quote.len() == 3 => 1,
            _ => 0,
        };
        Some(Self { text, at: quote.len() + skipped, end, has_escapes })
    }

    /// Goes over a character, and returns the number of bytes that it means; `None` at the end.
    fn next_character(&mut self) -> Option<usize> {
        let rest = self.text.get(self.at..self.end)?;
        let letter = rest.chars().next()?;
        if letter == '\r' && rest.starts_with("\r\n") {
            self.at += 2;
            return Some(1);
        }
        if letter != '\\' || !self.has_escapes {
            self.at += letter.len_utf8();
            return Some(letter.len_utf8());
        }
        let sign = rest.chars().nth(1)?;
        let digits = match sign {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            sign if sign.is_whitespace() => {
                let blank = rest.get(1..)?.find(|letter: char| !letter.is_whitespace());
                self.at += blank.map_or(rest.len(), |blank| blank + 1);
                return Some(0);
            }
            sign => {
                self.at += 1 + sign.len_utf8();
                return Some(1);
            }
        };
        let code = u32::from_str_radix(rest.get(2..2 + digits)?, 16).ok()?;
        self.at += 2 + digits;
        Some(char::from_u32(code)?.len_utf8())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_found_in_every_kind_of_string() {
        for (literal, part, expected) in [
            ("\"turn > 3\"", 0..4, "turn"),
            ("'turn > 3'", 7..8, "3"),
            (r#""a \"b\" c""#, 2..5, r#"\"b\""#),
            (r#""\u00e9t\u00e9 x""#, 6..7, "x"),
            (r#""\u00e9t\u00e9 x""#, 0..5, r"\u00e9t\u00e9"),
            (r#""\x41b""#, 0..1, r"\x41"),
            ("\"\"\"\nturn\n > 3\"\"\"", 5..6, " "),
            ("\"\"\"\r\nturn\r\n > 3\"\"\"", 6..7, ">"),
            ("'''\nturn'''", 0..4, "turn"),
            ("\"\"\"turn \\\n    > 3\"\"\"", 5..6, ">"),
            ("\"\"\"turn \\\n    > 3\"\"\"", 0..5, "turn "),
            ("\"é > 3\"", 3..4, ">"),
            ("\"turn\"", 4..4, ""),
            ("\"\"", 0..0, ""),
        ] {
            let found = part_of_literal(literal, part.clone());
            assert_eq!(found.map(|found| &literal[found]), Some(expected), "{literal} {part:?}");
        }
    }

    #[test]
    fn what_is_no_part_is_not_found() {
        for (literal, part) in [("\"turn\"", 3..9), ("\"turn\"", 7..9), ("12", 0..1), ("\"", 0..0), ("\"\\u00\"", 0..1)]
        {
            assert_eq!(part_of_literal(literal, part.clone()), None, "{literal} {part:?}");
        }
        assert_eq!(part_of_literal("\"turn\"", 4..4), Some(5..5), "the end");
    }
}
