//! The characters of a string literal of TOML, each with its place in the text.

use std::ops::Range;

/// A string of a TOML text with its value, each character of which has its place in the text.
///
/// The last quotes may be missing, as while the string is typed. It then ends with its line, or with the text after three quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiteralText {
    /// The value, without escapes.
    pub value: String,
    /// The bytes of the text, with the quotes.
    pub range: Range<usize>,
    /// `true` if the last quotes are there.
    pub is_closed: bool,
    runs: Vec<LiteralRun>,
    /// The end of the characters in the text: the last quotes, if they are there.
    end: usize,
}

/// Characters of a value that stand in the text as they are, or one that does not.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LiteralRun {
    /// The bytes of the value.
    value: Range<usize>,
    /// The bytes of the text: as many, except of an escape.
    text: Range<usize>,
}

impl LiteralRun {
    fn is_plain(&self) -> bool {
        self.value.len() == self.text.len()
    }
}

impl LiteralText {
    /// Reads the string whose first quote is the byte `start` of `text`; `None` if there is no quote, or an escape means nothing.
    pub fn read(text: &str, start: usize) -> Option<Self> {
        let written = text.get(start..)?;
        let (quotes, has_escapes) = match written.as_bytes() {
            [b'"', b'"', b'"', ..] => ("\"\"\"", true),
            [b'\'', b'\'', b'\'', ..] => ("'''", false),
            [b'"', ..] => ("\"", true),
            [b'\'', ..] => ("'", false),
            _ => return None,
        };
        let has_lines = quotes.len() == 3;
        // A line end after the first quotes does not count.
        let skipped = match written.as_bytes().get(quotes.len()..)? {
            [b'\r', b'\n', ..] if has_lines => 2,
            [b'\n', ..] if has_lines => 1,
            _ => 0,
        };
        let first = start + quotes.len() + skipped;
        let range = start..first;
        let mut read = Self { value: String::new(), range, is_closed: false, runs: Vec::new(), end: first };
        loop {
            let rest = text.get(read.end..)?;
            // Before the last three quotes, one or two more belong to the value.
            if rest.starts_with(quotes) && !(has_lines && rest.as_bytes().get(3) == quotes.as_bytes().first()) {
                read.is_closed = true;
                read.range.end = read.end + quotes.len();
                return Some(read);
            }
            let is_line_end = rest.starts_with('\n') || rest.starts_with("\r\n");
            if rest.is_empty() || is_line_end && !has_lines {
                read.range.end = read.end;
                return Some(read);
            }
            let (meant, length) = character(rest, has_escapes)?;
            read.add(meant, length);
        }
    }

    /// Adds the character that the next `length` bytes of the text mean, if they mean one.
    fn add(&mut self, meant: Option<char>, length: usize) {
        let text = self.end..self.end + length;
        self.end = text.end;
        let Some(meant) = meant else { return };
        let value = self.value.len()..self.value.len() + meant.len_utf8();
        self.value.push(meant);
        let run = LiteralRun { value, text };
        match self.runs.last_mut() {
            Some(last) if last.is_plain() && run.is_plain() && last.text.end == run.text.start => {
                last.value.end = run.value.end;
                last.text.end = run.text.end;
            }
            _ => self.runs.push(run),
        }
    }

    /// Returns the bytes of the text that mean the bytes `part` of the value. What lies after the value is at its end.
    pub fn places(&self, part: Range<usize>) -> Range<usize> {
        let start = self.place(part.start);
        // What stands for nothing, such as a line that goes on, does not belong to a part.
        let last = part.end.min(self.value.len()).checked_sub(1).filter(|last| *last >= part.start);
        let end = last.and_then(|last| {
            let run = self.run_of(last)?;
            Some(if run.is_plain() { run.text.start + (last + 1 - run.value.start) } else { run.text.end })
        });
        start..end.unwrap_or(start).max(start)
    }

    fn place(&self, at: usize) -> usize {
        self.run_of(at).map_or(self.end, |run| match run.is_plain() {
            true => run.text.start + (at - run.value.start),
            false => run.text.start,
        })
    }

    /// Returns the run with the byte `at` of the value.
    fn run_of(&self, at: usize) -> Option<&LiteralRun> {
        self.runs.get(self.runs.partition_point(|run| run.value.end <= at))
    }

    /// Returns the byte of the value at the byte `offset` of the text; `None` outside the characters, and where a line goes on. Within
    /// an escape it is the start of the character that the escape means.
    pub fn at(&self, offset: usize) -> Option<usize> {
        let first = self.runs.first().map_or(self.end, |run| run.text.start);
        if !(first..=self.end).contains(&offset) {
            return None;
        }
        let before = self.runs.partition_point(|run| run.text.start <= offset).checked_sub(1);
        let Some(run) = before.and_then(|index| self.runs.get(index)) else { return Some(0) };
        if offset >= run.text.end {
            return (offset == run.text.end).then_some(run.value.end);
        }
        Some(if run.is_plain() { run.value.start + (offset - run.text.start) } else { run.value.start })
    }
}

/// Returns the part of `literal`, a string with its quotes, that means the bytes `part` of its value; `None` if the value has no such
/// part. A part of the value may have escapes, and another length in the text.
pub(crate) fn part_of_literal(literal: &str, part: Range<usize>) -> Option<Range<usize>> {
    let read = LiteralText::read(literal, 0).filter(|read| read.is_closed)?;
    (part.start.max(part.end) <= read.value.len()).then(|| read.places(part))
}

/// Returns the character at the start of `rest`, which is not empty, and its number of bytes there. It means none if the line goes on.
fn character(rest: &str, has_escapes: bool) -> Option<(Option<char>, usize)> {
    let letter = rest.chars().next()?;
    if rest.starts_with("\r\n") {
        return Some((Some('\n'), 2));
    }
    if letter != '\\' || !has_escapes {
        return Some((Some(letter), letter.len_utf8()));
    }
    let sign = rest.chars().nth(1)?;
    let coded = |digits: usize| {
        let code = u32::from_str_radix(rest.get(2..2 + digits)?, 16).ok()?;
        Some((Some(char::from_u32(code)?), 2 + digits))
    };
    let meant = match sign {
        'x' => return coded(2),
        'u' => return coded(4),
        'U' => return coded(8),
        sign if sign.is_whitespace() => {
            let blank = rest.get(1..)?.find(|letter: char| !letter.is_whitespace());
            return Some((None, blank.map_or(rest.len(), |blank| blank + 1)));
        }
        'b' => '\u{8}',
        't' => '\t',
        'n' => '\n',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        '"' | '\\' => sign,
        _ => return None,
    };
    Some((Some(meant), 2))
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
        assert_eq!(LiteralText::read("turn", 0), None);
        assert_eq!(LiteralText::read("\"a\\q\"", 0), None, "an escape that means nothing");
        assert_eq!(LiteralText::read("\"\"", 9), None, "no such byte");
    }

    #[test]
    fn places_in_the_text_lead_to_those_in_the_value_and_back() {
        for (text, value, is_closed) in [
            ("\"turn > 3\" # x", "turn > 3", true),
            ("\"turn > \nid = 1", "turn > ", false),
            ("'turn\r\n", "turn", false),
            ("\"\"\"\n tu\\\n   rn\r\n> 3\"\"\"\n", " turn\n> 3", true),
            ("\"\"\"turn\n", "turn\n", false),
            ("\"\"\"a\"\"\"\"", "a\"", true),
            ("'''a''''' '''", "a''", true),
            (r#""\u00e9 \"x\"\\" "#, "\u{e9} \"x\"\\", true),
            ("\"\u{1d11e}\u{e9}\"", "\u{1d11e}\u{e9}", true),
        ] {
            let read = LiteralText::read(text, 0).unwrap();
            assert_eq!((read.value.as_str(), read.is_closed), (value, is_closed), "{text}");
            for (at, letter) in value.char_indices() {
                let there = read.places(at..at + letter.len_utf8());
                assert!(!there.is_empty() && there.end <= text.len(), "{text} {at}");
                assert_eq!(read.at(there.start), Some(at), "{text} {at}");
            }
            assert_eq!(read.at(0), None, "the first quote of {text}");
            assert_eq!(read.places(value.len()..value.len() + 9), read.end..read.end);
            let all: Vec<usize> = (0..=text.len()).filter_map(|offset| read.at(offset)).collect();
            assert!(all.is_sorted() && all.last() == Some(&value.len()), "{text} {all:?}");
        }
    }
}
