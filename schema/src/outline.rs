//! The parts of a TOML text, for syntax colors and for the map from text to scenario.
//!
//! The text is read by the parser of the loader, so that keys are recognized in the same way. Parsing continues after errors,
//! so that invalid text has an outline as well.

mod letters;
mod names;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use toml_parser::parser::{Event, EventKind, RecursionGuard, parse_document};
use toml_parser::{Source, Span};

use crate::path::{DocPath, PathStep};

pub use names::OutlineName;

/// The maximum nesting depth of tables and arrays, as in the loader.
const DEPTH: u32 = 80;

/// The kind of a part, for its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The header of a table.
    Header,
    /// A key.
    Key,
    /// A quoted value.
    Text,
    /// A number, a date, `true` or `false`.
    Number,
    /// A comment.
    Comment,
    /// Invalid text.
    Wrong,
}

/// A value with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OutlineEntry {
    path: DocPath,
    /// The byte range from the key or header to the end; a table ends with its last value.
    range: Range<usize>,
    /// The byte range of the value alone; the header of a section.
    value: Range<usize>,
    sort: Sort,
}

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// A table with a header.
    Section,
    /// An inline table or a list.
    Group,
    /// A single value with a key.
    Field,
    /// A single value in a list.
    Element,
}

/// The parts of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    inks: Vec<(Range<usize>, Ink)>,
    entries: Vec<OutlineEntry>,
    /// The keys of values and tables, each with its path and byte range.
    keys: Vec<(DocPath, Range<usize>)>,
}

impl Outline {
    /// Returns the outline of `text`.
    pub fn of(text: &str) -> Self {
        let source = Source::new(text);
        let tokens = source.lex().into_vec();
        let mut reader = OutlineBuilder::new(source);
        let mut receiver = |event: Event| reader.read(event);
        parse_document(&tokens, &mut RecursionGuard::new(&mut receiver, DEPTH), &mut ());
        reader.outline
    }

    /// Returns the colored parts that overlap `range`, in order. Text between them has no color.
    pub fn inks(&self, range: Range<usize>) -> impl Iterator<Item = (Range<usize>, Ink)> {
        let first = self.inks.partition_point(|(part, _)| part.end <= range.start);
        let inks = self.inks.get(first..).unwrap_or_default().iter();
        let inks = inks.take_while(move |(part, _)| part.start < range.end);
        inks.map(move |(part, ink)| (part.clone(), *ink))
    }

    /// Returns the byte range of the outermost value in its section that contains `offset`.
    pub fn around(&self, offset: usize) -> Option<Range<usize>> {
        let before = self.entries.get(..self.entries.partition_point(|entry| entry.range.start <= offset))?;
        let values = before.iter().rev().take_while(|entry| entry.sort != Sort::Section);
        let around = values.filter(|entry| entry.range.start <= offset && offset <= entry.range.end);
        around.map(|entry| entry.range.clone()).max_by_key(|range| range.len())
    }

    /// Returns the path of the innermost value at `offset`, or of its section.
    pub fn path_at(&self, offset: usize) -> Option<&DocPath> {
        let section = self.entries.iter().rposition(|entry| entry.sort == Sort::Section && entry.range.start <= offset);
        let within = self.entries.iter().skip(section.unwrap_or(0));
        let within = within.take_while(|entry| entry.range.start <= offset);
        // Elements of a list have no path of their own here; the list contains them.
        let within = within.filter(|entry| entry.sort != Sort::Element);
        let within = within.filter(|entry| entry.range.contains(&offset) || entry.range.end == offset);
        let innermost = within.min_by_key(|entry| entry.range.len());
        innermost.or_else(|| self.entries.get(section?)).map(|entry| &entry.path)
    }

    /// Returns the path of the table whose header is the last one before `offset`.
    pub fn section_at(&self, offset: usize) -> Option<&DocPath> {
        let sections = self.entries.iter().filter(|entry| entry.sort == Sort::Section);
        sections.take_while(|entry| entry.range.start <= offset).last().map(|entry| &entry.path)
    }

    /// Returns every table with a header: its path, the byte range of the header, and the byte range up to the last value.
    pub fn sections(&self) -> impl Iterator<Item = (&DocPath, Range<usize>, Range<usize>)> {
        let sections = self.entries.iter().filter(|entry| entry.sort == Sort::Section);
        sections.map(|entry| (&entry.path, entry.value.clone(), entry.range.clone()))
    }

    /// Returns the start of a field on several lines that is still open at the line start `line`.
    pub fn opened_before(&self, line: usize) -> Option<usize> {
        let fields = self.entries.iter().filter(|entry| matches!(entry.sort, Sort::Group | Sort::Field));
        fields.take_while(|entry| entry.range.start < line).find(|entry| entry.range.end > line).map(|e| e.range.start)
    }

    /// Returns the byte range of everything at or inside `path`.
    pub fn range(&self, path: &DocPath) -> Option<Range<usize>> {
        let ranges = self.entries.iter().filter(|entry| entry.path.is_within(path)).map(|entry| entry.range.clone());
        ranges.reduce(|all, range| all.start.min(range.start)..all.end.max(range.end))
    }

    /// Returns the byte range of the value at `path`, without its key.
    pub fn value(&self, path: &DocPath) -> Option<Range<usize>> {
        let entry = self.entries.iter().find(|entry| entry.path == *path && entry.sort != Sort::Section);
        entry.map(|entry| entry.value.clone())
    }

    /// Returns every single value, including those in lists, with its path and byte range.
    pub fn scalars(&self) -> impl Iterator<Item = (&DocPath, Range<usize>)> {
        let scalars = self.entries.iter().filter(|entry| matches!(entry.sort, Sort::Field | Sort::Element));
        scalars.map(|entry| (&entry.path, entry.value.clone()))
    }

    /// Returns every key, including those in headers, with its path and byte range.
    pub fn keys(&self) -> impl Iterator<Item = (&DocPath, Range<usize>)> {
        self.keys.iter().map(|(path, range)| (path, range.clone()))
    }
}

/// A value whose end has not been read yet.
struct OpenValue {
    path: DocPath,
    /// The index of its entry; `None` for a table under a header.
    entry: Option<usize>,
    /// The number of elements of an array; `None` for a table.
    elements: Option<usize>,
    /// The key that is being read, with the byte ranges of its parts.
    keys: Vec<(String, Range<usize>)>,
}

/// Builds an outline from parser events.
struct OutlineBuilder<'t> {
    source: Source<'t>,
    outline: Outline,
    /// The current number of rows in each list of tables.
    rows: BTreeMap<DocPath, usize>,
    /// The table under the last header, followed by the open values in it.
    frames: Vec<OpenValue>,
    /// The header that is being read: its start, and `true` for a list of tables.
    header: Option<(usize, bool)>,
    /// The index of the entry of the last header.
    section: Option<usize>,
}

impl<'t> OutlineBuilder<'t> {
    fn new(source: Source<'t>) -> Self {
        let root = OpenValue { path: DocPath::root(), entry: None, elements: None, keys: Vec::new() };
        let (outline, rows) = (Outline::default(), BTreeMap::new());
        Self { source, outline, rows, frames: vec![root], header: None, section: None }
    }

    fn read(&mut self, event: Event) {
        let span = event.span();
        match event.kind() {
            EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                self.frames.truncate(1);
                self.keys_end();
                self.header = Some((span.start(), event.kind() == EventKind::ArrayTableOpen));
                self.ink(span, Ink::Header);
            }
            EventKind::StdTableClose | EventKind::ArrayTableClose => {
                self.ink(span, Ink::Header);
                self.header_ends(span.end());
            }
            EventKind::SimpleKey => {
                self.ink(span, if self.header.is_some() { Ink::Header } else { Ink::Key });
                let mut key = Cow::Borrowed("");
                if let Some(raw) = self.source.get(event) {
                    raw.decode_key(&mut key, &mut ());
                }
                if let Some(frame) = self.frames.last_mut() {
                    frame.keys.push((key.into_owned(), span.start()..span.end()));
                }
            }
            EventKind::KeySep if self.header.is_some() => self.ink(span, Ink::Header),
            EventKind::Scalar => {
                self.ink(span, if event.encoding().is_some() { Ink::Text } else { Ink::Number });
                let (path, key) = self.value_begins(span.start());
                let sort = if matches!(path.0.last(), Some(PathStep::Index(_))) { Sort::Element } else { Sort::Field };
                self.grow(span.end());
                self.add(path, key..span.end(), span.start(), sort);
            }
            EventKind::ArrayOpen | EventKind::InlineTableOpen => {
                let (path, key) = self.value_begins(span.start());
                let elements = (event.kind() == EventKind::ArrayOpen).then_some(0);
                let entry = Some(self.add(path.clone(), key..span.end(), span.start(), Sort::Group));
                self.frames.push(OpenValue { path, entry, elements, keys: Vec::new() });
            }
            EventKind::ArrayClose | EventKind::InlineTableClose => {
                self.grow(span.end());
                if self.frames.len() > 1 {
                    self.frames.pop();
                }
            }
            EventKind::Newline if self.frames.len() == 1 => {
                // A header without its closing bracket still counts.
                self.header_ends(span.start());
                self.keys_end();
            }
            EventKind::Comment => self.ink(span, Ink::Comment),
            EventKind::Error => self.ink(span, Ink::Wrong),
            _ => {}
        }
    }

    fn ink(&mut self, span: Span, ink: Ink) {
        let range = span.start()..span.end();
        // The first color of overlapping parts wins.
        if self.outline.inks.last().is_none_or(|(last, _)| last.end <= range.start) && !range.is_empty() {
            self.outline.inks.push((range, ink));
        }
    }

    /// Discards a key without a value.
    fn keys_end(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.keys.clear();
        }
    }

    fn header_ends(&mut self, end: usize) {
        let Some((start, list)) = self.header.take() else { return };
        let Some(frame) = self.frames.last_mut() else { return };
        let keys = std::mem::take(&mut frame.keys);
        let last = keys.len().saturating_sub(1);
        let mut path = DocPath::root();
        for (n, (key, at)) in keys.into_iter().enumerate() {
            path = path.key(key);
            self.outline.keys.push((path.clone(), at));
            if n == last && list {
                let rows = self.rows.entry(path.clone()).or_default();
                *rows += 1;
            }
            if let Some(row) = self.rows.get(&path).and_then(|rows| rows.checked_sub(1)) {
                path = path.index(row);
            }
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.path = path.clone();
        }
        self.section = Some(self.outline.entries.len());
        self.outline.entries.push(OutlineEntry { path, range: start..end, value: start..end, sort: Sort::Section });
    }

    /// Returns the path of the value that begins at `start`, and the start of its key.
    fn value_begins(&mut self, start: usize) -> (DocPath, usize) {
        let Some(frame) = self.frames.last_mut() else { return (DocPath::root(), start) };
        if let Some(elements) = &mut frame.elements {
            *elements += 1;
            return (frame.path.clone().index(*elements - 1), start);
        }
        let keys = std::mem::take(&mut frame.keys);
        let first = keys.first().map_or(start, |(_, at)| at.start);
        let mut path = frame.path.clone();
        for (key, at) in keys {
            path = path.key(key);
            self.outline.keys.push((path.clone(), at));
        }
        (path, first)
    }

    fn add(&mut self, path: DocPath, range: Range<usize>, value: usize, sort: Sort) -> usize {
        let entry = OutlineEntry { path, value: value..range.end, range, sort };
        self.outline.entries.push(entry);
        self.outline.entries.len() - 1
    }

    /// Extends all open values to `end`.
    fn grow(&mut self, end: usize) {
        let open = self.frames.iter().filter_map(|frame| frame.entry).chain(self.section);
        for entry in open {
            if let Some(entry) = self.outline.entries.get_mut(entry) {
                entry.range.end = entry.range.end.max(end);
                if entry.sort != Sort::Section {
                    entry.value.end = entry.value.end.max(end);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "title = \"T\" # note\n[map]\nhexes = \"\"\"\n. w\n\"\"\"\n[map.terrain.\".\"]\nname = 'x'\n[[unit]]\nid = \
        \"a\"\n[[unit]]\nenters = { turn = 1, at = \"N\" }\nlist = [\"0101\", { a = 2 }]\n\n[side.x]\n";

    fn at(needle: &str) -> String {
        let offset = TEXT.find(needle).unwrap();
        Outline::of(TEXT).path_at(offset).map(ToString::to_string).unwrap_or_default()
    }

    #[test]
    fn every_place_has_its_path_and_every_path_its_place() {
        for (needle, path) in [
            ("title", "title"),
            ("T\"", "title"),
            ("[map]", "map"),
            (". w", "map.hexes"),
            ("[map.t", "map.terrain.\".\""),
            ("'x'", "map.terrain.\".\".name"),
            ("id =", "unit[0].id"),
            ("turn", "unit[1].enters.turn"),
            ("enters", "unit[1].enters"),
            ("0101", "unit[1].list"),
            ("a = 2", "unit[1].list[1].a"),
            ("\n\n[side", "unit[1].list"),
            ("[side.x]", "side.x"),
        ] {
            assert_eq!(at(needle), path, "{needle:?}");
        }
        let outline = Outline::of(TEXT);
        let unit = |n| outline.range(&DocPath::root().key("unit").index(n)).unwrap();
        assert_eq!(&TEXT[unit(0)], "[[unit]]\nid = \"a\"");
        assert!(TEXT[unit(1)].starts_with("[[unit]]\nenters") && TEXT[unit(1)].ends_with(']'));
        let hexes = DocPath::root().key("map").key("hexes");
        assert_eq!(&TEXT[outline.value(&hexes).unwrap()], "\"\"\"\n. w\n\"\"\"");
        assert_eq!(outline.range(&DocPath::root().key("none")), None);
        let around = |needle: &str| outline.around(TEXT.find(needle).unwrap()).map(|range| &TEXT[range]);
        assert_eq!(around("2 }"), Some("list = [\"0101\", { a = 2 }]"));
        assert_eq!(around(" w\n"), Some("hexes = \"\"\"\n. w\n\"\"\""));
        assert_eq!((around("[side.x]"), around("[map]")), (None, None));
    }

    #[test]
    fn names_in_lists_and_in_keys_have_their_places() {
        let outline = Outline::of(TEXT);
        let shown = |(path, range): (&DocPath, Range<usize>)| format!("{path} {}", &TEXT[range]);
        let scalars: Vec<String> = outline.scalars().map(shown).collect();
        assert_eq!(scalars[6..], ["unit[1].list[0] \"0101\"", "unit[1].list[1].a 2"]);
        let keys: Vec<String> = outline.keys().map(shown).collect();
        assert_eq!(keys[3..6], ["map map", "map.terrain terrain", "map.terrain.\".\" \".\""]);
        assert_eq!(keys[keys.len() - 2..], ["side side", "side.x x"]);
    }

    #[test]
    fn every_part_has_its_ink_mistakes_or_not() {
        let inks = |text: &str| {
            let outline = Outline::of(text);
            outline.inks(0..text.len()).map(|(range, ink)| (text[range].to_owned(), ink)).collect::<Vec<_>>()
        };
        let expected = [("a", Ink::Key), ("\"x = 1\"", Ink::Text), ("# c", Ink::Comment)];
        assert_eq!(inks("a = \"x = 1\" # c"), expected.map(|(text, ink)| (text.to_owned(), ink)));
        let expected =
            [("[", Ink::Header), ("t", Ink::Header), ("]", Ink::Header), ("n", Ink::Key), ("-3", Ink::Number)];
        assert_eq!(inks("[t]\nn = -3"), expected.map(|(text, ink)| (text.to_owned(), ink)));
        for broken in ["a = \nb = 2", "a = \"x\nb = 2", "= 3\nb = 2", "[x\nb = 2", "\0\nb = 2"] {
            let inks = inks(broken);
            assert!(inks.contains(&("b".to_owned(), Ink::Key)), "{broken:?}: {inks:?}");
        }
        Outline::of(&format!("x = {}", "[".repeat(10_000)));
    }

    #[test]
    fn the_parts_of_every_scenario_are_in_order() {
        for text in [
            include_str!("../../scenarios/mars-la-tour.toml"),
            include_str!("../../scenarios/pm-a-beckoning-victory.toml"),
        ] {
            let outline = Outline::of(text);
            assert!(outline.inks.is_sorted_by(|(a, _), (b, _)| a.end <= b.start));
            let units = text.matches("[[unit]]").count();
            let last = outline.range(&DocPath::root().key("unit").index(units - 1)).unwrap();
            assert!(text[last.clone()].starts_with("[[unit]]"));
            assert_eq!(outline.range(&DocPath::root().key("unit").index(units)), None);
        }
    }
}
