//! The context of the text cursor: the field, and the part of it: key, value or section header.
//!
//! The line at the cursor is usually incomplete and cannot be parsed; a few characters before it suffice.

use std::ops::Range;

use battlewright_schema::DocPath;
use battlewright_schema::outline::Outline;

/// The syntax element being completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completing {
    /// A key of the table at the path.
    Key,
    /// The value at the path; `quoted` if within quotes.
    Value { quoted: bool },
    /// The header of a table within the one at the path; `list` for an array of tables.
    Header { list: bool },
}

/// The context of the text cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Context {
    pub(super) path: DocPath,
    pub(super) wanted: Completing,
    /// The byte range of the text typed so far.
    pub(super) typed: Range<usize>,
}

/// A table or list open at the cursor.
struct OpenTable {
    path: DocPath,
    /// The number of complete elements of a list; `None` for a table.
    elements: Option<usize>,
}

/// Returns the context at `offset` of `text`; `None` in comments.
pub(super) fn at(text: &str, outline: &Outline, offset: usize) -> Option<Context> {
    let line = text.get(..offset)?.rfind('\n').map_or(0, |at| at + 1);
    let start = outline.opened_before(line).unwrap_or(line);
    let before = text.get(start..offset)?;
    if start == line && before.trim_start().starts_with('[') {
        return header(before, offset);
    }
    let section = outline.section_at(start).cloned().unwrap_or_default();
    FieldReader { at: start, opens: vec![OpenTable { path: section, elements: None }], keys: Vec::new(), value: None }
        .read(before)
}

fn header(before: &str, offset: usize) -> Option<Context> {
    let list = before.trim_start().starts_with("[[");
    let typed = before.trim_start().trim_start_matches('[');
    if typed.contains([']', '#', '"', '\'']) {
        return None;
    }
    let (parents, word) = typed.rsplit_once('.').unwrap_or(("", typed));
    let word = word.trim_start();
    let path = parents.split('.').map(str::trim).filter(|key| !key.is_empty()).fold(DocPath::root(), DocPath::key);
    Some(Context { path, wanted: Completing::Header { list }, typed: offset - word.len()..offset })
}

/// A reader from the start of a field to the cursor.
struct FieldReader {
    /// The current offset in the text.
    at: usize,
    opens: Vec<OpenTable>,
    /// The key being read.
    keys: Vec<String>,
    /// The path of the value being read.
    value: Option<DocPath>,
}

impl FieldReader {
    fn read(mut self, text: &str) -> Option<Context> {
        let mut rest = text;
        while let Some(sign) = rest.chars().next() {
            let length = match sign {
                '"' | '\'' => match quoted(rest, sign) {
                    (length, true) => {
                        self.word(rest.get(1..length - 1)?);
                        length
                    }
                    (length, false) => return self.caret(1..length, true),
                },
                '#' => rest.find('\n')?,
                '=' => {
                    let keys = std::mem::take(&mut self.keys);
                    let open = self.opens.last()?.path.clone();
                    self.value = Some(keys.into_iter().fold(open, DocPath::key));
                    1
                }
                '{' => {
                    let path = self.value.take()?;
                    self.opens.push(OpenTable { path, elements: None });
                    1
                }
                '[' => {
                    let path = self.value.take()?;
                    self.value = Some(path.clone().index(0));
                    self.opens.push(OpenTable { path, elements: Some(0) });
                    1
                }
                ',' => {
                    self.comma();
                    1
                }
                '}' | ']' => {
                    if self.opens.len() > 1 {
                        self.opens.pop();
                    }
                    self.value = None;
                    1
                }
                '\n' if self.opens.len() == 1 => {
                    self.keys.clear();
                    self.value = None;
                    1
                }
                _ if is_bare(sign) => {
                    let word: &str = rest.split(|c| !is_bare(c)).next()?;
                    if word.len() == rest.len() {
                        return self.caret(0..word.len(), false);
                    }
                    self.word(word);
                    word.len()
                }
                other => other.len_utf8(),
            };
            self.at += length;
            rest = rest.get(length..)?;
        }
        self.caret(0..0, false)
    }

    /// Handles a complete word: a part of a key, or a value, which needs no completion.
    fn word(&mut self, word: &str) {
        if self.value.is_none() {
            self.keys.push(word.to_owned());
        }
    }

    fn comma(&mut self) {
        self.keys.clear();
        self.value = None;
        if let Some(OpenTable { path, elements: Some(elements) }) = self.opens.last_mut() {
            *elements += 1;
            self.value = Some(path.clone().index(*elements));
        }
    }

    /// Returns the context of the cursor, with the `typed` range relative to the current offset.
    fn caret(self, typed: Range<usize>, quoted: bool) -> Option<Context> {
        let typed = self.at + typed.start..self.at + typed.end;
        let (path, wanted) = match self.value {
            Some(value) => (value, Completing::Value { quoted }),
            None => (self.keys.into_iter().fold(self.opens.last()?.path.clone(), DocPath::key), Completing::Key),
        };
        Some(Context { path, wanted, typed })
    }
}

fn is_bare(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+')
}

/// Returns the length of the quoted text at the start of `text`, with its quotes, and `true` if it is closed. A triple
/// quote counts six quote characters in all.
fn quoted(text: &str, quote: char) -> (usize, bool) {
    let triple = [quote; 3].iter().collect::<String>();
    if let Some(inside) = text.strip_prefix(&triple) {
        return inside.find(&triple).map_or((text.len(), false), |end| (end + 6, true));
    }
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            '\n' => return (at, true),
            c if c == quote => return (at + 1, true),
            _ => {}
        }
    }
    (text.len(), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the context at the `|` in `text`.
    fn here(text: &str) -> String {
        let offset = text.find('|').unwrap();
        let text = text.replace('|', "");
        match at(&text, &Outline::of(&text), offset) {
            Some(context) => {
                format!("{:?} of `{}`, typed `{}`", context.wanted, context.path, &text[context.typed])
            }
            None => "nothing".to_owned(),
        }
    }

    #[test]
    fn keys_values_and_headers_are_told_apart() {
        for (text, expected) in [
            ("ti|", "Key of ``, typed `ti`"),
            ("[[unit]]\nid = \"a\"\n|", "Key of `unit[0]`, typed ``"),
            ("[[unit]]\nat = \"01|\nside = \"x\"", "Value { quoted: true } of `unit[0].at`, typed `01`"),
            ("[[unit]]\nat = \"01|\"", "Value { quoted: true } of `unit[0].at`, typed `01`"),
            ("[[unit]]\nside = |", "Value { quoted: false } of `unit[0].side`, typed ``"),
            ("[[unit]]\nfast = tr|", "Value { quoted: false } of `unit[0].fast`, typed `tr`"),
            ("[[unit]]\nenters = { turn = 1, a|", "Key of `unit[0].enters`, typed `a`"),
            ("[[unit]]\nenters = { turn = 1, at = \"|\" }", "Value { quoted: true } of `unit[0].enters.at`, typed ``"),
            ("[[unit]]\nenters.at = \"|\"", "Value { quoted: true } of `unit[0].enters.at`, typed ``"),
            ("[[road]]\npath = [\"0101\", \"|", "Value { quoted: true } of `road[0].path[1]`, typed ``"),
            (
                "[[road]]\npath = [\n  \"0101\",\n  \"01|\",\n]",
                "Value { quoted: true } of `road[0].path[1]`, typed `01`",
            ),
            ("[[un|", "Header { list: true } of ``, typed `un`"),
            ("[map.te|]", "Header { list: false } of `map`, typed `te`"),
            ("a = 1 # not |", "nothing"),
        ] {
            assert_eq!(here(text), expected, "{text}");
        }
    }
}
