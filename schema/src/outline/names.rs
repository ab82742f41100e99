//! All names in a text: kind, position, and definition or use.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Outline;
use crate::System;
use crate::path::{DocPath, PathStep};
use crate::schema_json::{Shape, ValueKind};
use crate::tree::Id;

/// A use or a definition of an id in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineName {
    /// The kind of id.
    pub id: Id,
    /// The id as text.
    pub text: String,
    /// The byte range, without quotes.
    pub span: Range<usize>,
    /// The path in the document.
    pub path: DocPath,
    /// `true` if the id is defined here, by an `id` or as the key of a section.
    pub gives: bool,
}

impl Outline {
    /// Returns the system that the text names.
    pub fn system(&self, text: &str) -> Option<System> {
        let value = self.value(&DocPath::root().key("system"))?;
        System::from_name(plain(text, value)?.0)
    }

    /// Returns every id in `text`, in order. A hexside counts as the names of its two hexes.
    ///
    /// Text that the loader refuses is read as well, so that names can be followed and completed during typing. Names with
    /// escapes are skipped.
    pub fn names(&self, text: &str) -> Vec<OutlineName> {
        let Some(system) = self.system(text) else { return Vec::new() };
        let mut shapes = Shapes { system, known: BTreeMap::new() };
        let mut names = Vec::new();
        for (path, range) in self.scalars() {
            let Some(id) = shapes.value(path) else { continue };
            let Some((name, span)) = plain(text, range) else { continue };
            if id == Id::HEXSIDE {
                let mut at = span.start;
                for hex in name.split('/') {
                    let span = at..at + hex.len();
                    at = span.end + 1;
                    names.push(OutlineName {
                        id: Id::HEX,
                        text: hex.to_owned(),
                        span,
                        path: path.clone(),
                        gives: false,
                    });
                }
            } else {
                let gives = shapes.gives(path, id);
                names.push(OutlineName { id, text: name.to_owned(), span, path: path.clone(), gives });
            }
        }
        for (path, range) in self.keys() {
            let Some((id, gives)) = shapes.key(path) else { continue };
            let Some((name, span)) = plain(text, range) else { continue };
            names.push(OutlineName { id, text: name.to_owned(), span, path: path.clone(), gives });
        }
        names.sort_by_key(|name| name.span.start);
        names
    }
}

/// A cache of the shapes of paths, so that the schema is searched once for all rows of a list.
struct Shapes {
    system: System,
    known: BTreeMap<String, Option<Shape>>,
}

impl Shapes {
    fn at(&mut self, path: &DocPath) -> Option<Shape> {
        let system = self.system;
        *self.known.entry(path.pattern()).or_insert_with(|| Shape::at(system, path))
    }

    fn value(&mut self, path: &DocPath) -> Option<Id> {
        match self.at(path)?.kind() {
            ValueKind::Id(id) => Some(id),
            _ => None,
        }
    }

    /// Returns `true` if the value at `path` is the id of its row.
    fn gives(&mut self, path: &DocPath, id: Id) -> bool {
        let is_id = matches!(path.0.last(), Some(PathStep::Key(key)) if key == "id");
        is_id && path.parent().and_then(|row| self.at(&row)).and_then(Shape::own_id) == Some(id)
    }

    /// Returns the kind of id of the last key of `path`, if the author chose the key, and `true` if the key defines the id.
    fn key(&mut self, path: &DocPath) -> Option<(Id, bool)> {
        let Some(PathStep::Key(_)) = path.0.last() else { return None };
        let table = self.at(&path.parent()?)?;
        let id = if table.kind() == ValueKind::Keyed { table.key()? } else { return None };
        Some((id, table.entry().is_some_and(|entry| entry.kind() == ValueKind::Table)))
    }
}

/// Returns the text at `range` without its quotes, and its byte range; `None` if it has escapes.
fn plain(text: &str, range: Range<usize>) -> Option<(&str, Range<usize>)> {
    let written = text.get(range.clone())?;
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''));
    let inside = match quote {
        Some(quote) => written.strip_prefix(quote)?.strip_suffix(quote)?,
        None => written,
    };
    let is_plain = !(inside.contains(['\n', '"', '\'']) || quote == Some('"') && inside.contains('\\'));
    let start = range.start + usize::from(quote.is_some());
    is_plain.then_some((inside, start..start + inside.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template;

    fn shown(text: &str) -> Vec<String> {
        let told = |name: OutlineName| {
            let gives = if name.gives { " gives" } else { "" };
            assert_eq!(text[name.span], name.text);
            format!("{} {} {}{gives}", name.id.noun(), name.text, name.path)
        };
        Outline::of(text).names(text).into_iter().map(told).collect()
    }

    #[test]
    fn names_are_told_by_their_kind_and_where_they_are_given() {
        let text = "system = \"mars-la-tour\"\n[[unit]]\nid = \"a\"\nside = 'red'\nenters = { turn = 1, at = \"N\" }\n\
                    [[hexside]]\nkind = \"stream\"\nbetween = [\"0101/0102\"]\n[side.red]\n[map.terrain]\n\".\" = { }\n";
        let expected = [
            "unit a unit[0].id gives",
            "side red unit[0].side",
            "entry N unit[0].enters.at",
            "hex 0101 hexside[0].between[0]",
            "hex 0102 hexside[0].between[0]",
            "side red side.red gives",
            "letter . map.terrain.\".\" gives",
        ];
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn a_text_with_mistakes_has_names_too() {
        let text = "system = \"mars-la-tour\"\n[[unit]]\nid = \"a\"\nat = \"01\nside = \"red\"\n[[unit]]\nid = \"b\"\n";
        let names = shown(text);
        assert!(names.contains(&"unit a unit[0].id gives".to_owned()), "{names:?}");
        assert!(names.contains(&"unit b unit[1].id gives".to_owned()), "{names:?}");
        assert_eq!(shown("[[unit]]\nid = \"a\""), Vec::<String>::new(), "of no system");
        assert_eq!(shown("system = \"mars-la-tour\"\n[[unit]]\nid = \"a\\u0062\""), Vec::<String>::new());
    }

    #[test]
    fn what_is_known_is_given_once() {
        for system in System::ALL {
            let text = template(system);
            let scenario = crate::load(text).scenario.unwrap();
            let names = Outline::of(text).names(text);
            for id in [Id::SIDE, Id::UNIT, Id::PLACE, Id::ENTRY, Id::LETTER, Id::FORMATION] {
                let given: Vec<&str> =
                    names.iter().filter(|name| name.gives && name.id == id).map(|name| &*name.text).collect();
                let known: Vec<String> = scenario.known(id).into_iter().map(|known| known.id).collect();
                assert_eq!(given, known, "{} {}", system.name(), id.noun());
            }
        }
    }
}
