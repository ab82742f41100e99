//! Positions: from a path in a document to a byte range in the text, and from byte offsets to lines and columns.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Position};
use crate::literal::part_of_literal;
use crate::load::tree::{Arena, Array, Item, Key, Table, parse, span};
use crate::path::{DocPath, PathStep};

/// The distance in bytes between two cached character counts, which limits the bytes read to find a column.
const STRIDE: usize = 4096;

/// An index of the lines and columns of a text.
#[derive(Clone, Debug)]
pub struct LineIndex<'t> {
    text: &'t str,
    /// The byte offset of each line start.
    starts: Vec<usize>,
    /// The number of characters that begin before the byte offset `i * STRIDE`.
    characters: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    /// Indexes the lines of `text`.
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        // A byte order mark is not counted as a column.
        let first = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut starts = vec![first];
        starts.extend(bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1));
        let mut characters = vec![0];
        let mut count = 0;
        for chunk in bytes.chunks(STRIDE) {
            count += begun(chunk);
            characters.push(count);
        }
        Self { text, starts, characters }
    }

    /// Returns the line and column of the byte offset `offset`; the end of the text for larger offsets.
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or(0).min(offset);
        Position { line, column: self.before(offset) - self.before(start) + 1 }
    }

    /// Returns the byte range of `line` (counted from 1) without its line break.
    pub fn line(&self, line: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(line.checked_sub(1)?)?;
        let end = self.starts.get(line).map_or(self.text.len(), |next| next - 1);
        let body = self.text.get(start..end)?;
        Some(start..start + body.strip_suffix('\r').unwrap_or(body).len())
    }

    fn before(&self, offset: usize) -> usize {
        let mark = offset / STRIDE;
        let counted = self.characters.get(mark).copied().unwrap_or(0);
        counted + self.text.as_bytes().get(mark * STRIDE..offset).map_or(0, begun)
    }

    /// Fills in the line and column of every finding and related part with a byte range.
    pub fn locate(&self, findings: &mut [Diagnostic]) {
        for finding in findings {
            finding.position = finding.span.as_ref().map(|span| self.position(span.start));
            for related in &mut finding.related {
                related.position = related.span.as_ref().map(|span| self.position(span.start));
            }
        }
    }
}

/// Returns the number of characters that begin in `bytes`.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte & 0xC0) != 0x80).count()
}

/// The byte ranges of the values of a text, which is parsed on first use.
pub(crate) struct Places<'d> {
    text: &'d str,
    arena: &'d Arena,
    root: OnceCell<Option<Table<'d>>>,
    /// The index of keys for each large table that was searched, by the address of its entries in the arena.
    keys: RefCell<BTreeMap<usize, BTreeMap<&'d str, usize>>>,
}

/// Tables with more keys than this are searched with an index.
const MANY_KEYS: usize = 64;

impl<'d> Places<'d> {
    /// Returns the positions of `text`, which is parsed into `arena` on first use.
    pub(crate) fn new(text: &'d str, arena: &'d Arena) -> Self {
        Self { text, arena, root: OnceCell::new(), keys: RefCell::default() }
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &'d str {
        self.text
    }

    /// Returns the root table of the text; `None` if the text cannot be parsed.
    pub(crate) fn root(&self) -> Option<&Table<'d>> {
        self.root.get_or_init(|| parse(self.text, self.arena)).as_ref()
    }

    /// Returns the byte range of the value at `path`; for a section, the range of its header. If `path` does not exist, returns
    /// the range of the nearest table around it.
    pub(crate) fn value(&self, path: &DocPath) -> Range<usize> {
        self.find(path).map_or(0..0, |(_, value)| value)
    }

    /// Returns the byte range of the key at `path`, or of the value if it has no key, such as an element of an array.
    pub(crate) fn key(&self, path: &DocPath) -> Range<usize> {
        self.find(path).map_or(0..0, |(key, _)| key)
    }

    /// Sets the missing byte ranges of `findings` and their related parts from their paths.
    pub(crate) fn locate(&self, findings: &mut [Diagnostic]) {
        for finding in findings {
            finding.span.get_or_insert_with(|| self.value(&finding.path));
            for related in &mut finding.related {
                related.span.get_or_insert_with(|| self.value(&related.path));
            }
        }
    }

    /// Returns the string literal at `path` with its quotes, and its byte range; `None` if the value is not a string.
    pub(crate) fn string(&self, path: &DocPath) -> Option<(&'d str, Range<usize>)> {
        let span = self.value(path);
        let literal = self.text.get(span.clone())?;
        matches!(literal.chars().next(), Some('"' | '\'')).then_some((literal, span))
    }

    /// Returns the byte range of `part`, which begins at the byte `at` of the string at `path`; `None` if the string has
    /// escapes or consists of the part only.
    pub(crate) fn part_of_string(&self, path: &DocPath, at: usize, part: &str) -> Option<Range<usize>> {
        let (literal, span) = self.string(path)?;
        let start = span.start + 1 + at;
        let is_part = literal.len() > part.len() + 2 && self.text.get(start..start + part.len()) == Some(part);
        is_part.then(|| start..start + part.len())
    }

    /// Returns the byte range in the text of the bytes `part` of the value of the string at `path`, whatever its quotes and escapes;
    /// `None` if there is no such string or part.
    pub(crate) fn within_string(&self, path: &DocPath, part: Range<usize>) -> Option<Range<usize>> {
        let (literal, span) = self.string(path)?;
        let part = part_of_literal(literal, part)?;
        Some(span.start + part.start..span.start + part.end)
    }

    /// Returns the entry of `table`, a table of this text, for `key`.
    pub(crate) fn entry<'t>(&self, table: &'t Table<'d>, key: &str) -> Option<(&'t Key<'d>, &'t Item<'d>)> {
        if table.len() <= MANY_KEYS {
            return table.get_key_value(key);
        }
        let entries = table.iter().as_slice();
        let mut known = self.keys.borrow_mut();
        let places = known
            .entry(entries.as_ptr().addr())
            .or_insert_with(|| entries.iter().enumerate().map(|(at, (key, _))| (key.name, at)).collect());
        entries.get(*places.get(key)?).map(|(key, value)| (key, value))
    }

    fn find(&self, path: &DocPath) -> Option<(Range<usize>, Range<usize>)> {
        let mut found = None;
        let mut table = self.root();
        let mut array: Option<&Array<'_>> = None;
        for step in &path.0 {
            let (key, value) = match step {
                PathStep::Key(key) => match table.and_then(|table| self.entry(table, key)) {
                    Some((key, value)) => (Some(key.span.range()), value),
                    None => break,
                },
                PathStep::Index(index) => match array.and_then(|array| array.get(*index)) {
                    Some(value) => (None, value),
                    None => break,
                },
            };
            let span = span(self.text, value);
            found = Some((key.unwrap_or_else(|| span.clone()), span));
            table = value.as_table();
            array = value.as_array();
        }
        found
    }
}

/// Returns the byte ranges of the rows of a map in the string literal of its `hexes`: lines with letters, relative to the start
/// of the literal. `None` if the literal has escapes, so that its lines differ from those of
/// [`HexRows::parse`](crate::HexRows::parse).
pub fn row_lines(literal: &str) -> Option<Vec<Range<usize>>> {
    let (quote, escapes) = match literal.as_bytes() {
        [b'"', b'"', b'"', ..] => ("\"\"\"", true),
        [b'\'', b'\'', b'\'', ..] => ("'''", false),
        [b'"', ..] => ("\"", true),
        [b'\'', ..] => ("'", false),
        _ => return None,
    };
    if literal.len() < 2 * quote.len() || (escapes && literal.contains('\\')) {
        return None;
    }
    let body = literal.get(quote.len()..literal.len() - quote.len())?;
    let mut rows = Vec::new();
    let mut at = quote.len();
    for line in body.split_inclusive('\n') {
        let kept = line.trim_end_matches(['\n', '\r']);
        rows.push((at..at + kept.len(), kept.chars().all(char::is_whitespace)));
        at += line.len();
    }
    // Blank lines before the first row and after the last row do not count.
    let first = rows.iter().position(|(_, blank)| !blank).unwrap_or(rows.len());
    let last = rows.iter().rposition(|(_, blank)| !blank).map_or(first, |last| last + 1);
    Some(rows.get(first..last)?.iter().map(|(range, _)| range.clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_not_bytes() {
        let text = "a = \"é\" x\r\nb";
        let lines = LineIndex::new(text);
        let at = |needle: &str| lines.position(text.find(needle).unwrap());
        assert_eq!(at("x"), Position { line: 1, column: 9 });
        assert_eq!(at("b"), Position { line: 2, column: 1 });
        assert_eq!(lines.position(10_000), Position { line: 2, column: 2 });
        assert_eq!(lines.line(1), Some(0..10));
        assert_eq!(LineIndex::new("\u{feff}x").position(3), Position { line: 1, column: 1 });
    }

    #[test]
    fn columns_far_to_the_right_are_exact() {
        let text = format!("first\n{}x", "é".repeat(10_000));
        assert_eq!(LineIndex::new(&text).position(text.len() - 1), Position { line: 2, column: 10_001 });
    }

    #[test]
    fn keys_of_large_tables_are_found_as_well() {
        let keys: String = (0..1_000).map(|n| format!("k{n} = {n}\n")).collect();
        let text = format!("[a]\n{keys}[b]\n{keys}");
        let arena = Arena::new();
        let places = Places::new(&text, &arena);
        for (table, n) in [("a", 0), ("a", 999), ("b", 500), ("a", 500)] {
            let path = DocPath::root().key(table).key(format!("k{n}"));
            assert_eq!(text[places.key(&path)], format!("k{n}"));
            assert_eq!(text[places.value(&path)], n.to_string());
            assert_eq!(places.key(&path).start < text.len() / 2, table == "a");
        }
        assert!(!places.has(&DocPath::root().key("a").key("k1000")));
    }

    #[test]
    fn paths_lead_to_their_bytes() {
        let text = "title = \"T\"\n[map]\nhexes = \"\"\"\n. w\n\"\"\"\n[[unit]]\nid = \"a\"\nenters = { turn = 1 }\n";
        let arena = Arena::new();
        let places = Places::new(text, &arena);
        let unit = DocPath::root().key("unit").index(0);
        assert_eq!(&text[places.value(&unit)], "[[unit]]");
        assert_eq!(&text[places.value(&unit.clone().key("id"))], "\"a\"");
        assert_eq!(&text[places.key(&unit.clone().key("enters").key("turn"))], "turn");
        assert_eq!(&text[places.value(&unit.key("enters").key("at"))], "{ turn = 1 }");
        let (literal, _) = places.string(&DocPath::root().key("map").key("hexes")).unwrap();
        let rows = row_lines(literal).unwrap();
        assert_eq!(rows.iter().map(|row| &literal[row.clone()]).collect::<Vec<_>>(), [". w"]);
    }
}
