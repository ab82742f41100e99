//! The inside of arrays, maps and structs, for [`Reader`].

use serde::Deserializer;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, MapAccess, SeqAccess};
use serde::forward_to_deserialize_any;

use super::super::tree::{self, Array, Item, Key, Value};
use super::reader::{Link, Node, Reader, Stop};
use super::{BAD_VALUE, MISSING_KEY, Memory, UNKNOWN_KEY, template_value};
use crate::diagnostic::{list, shown};
use crate::fix::{Fix, Meant, TextEdit};
use crate::{FORMAT, schema_json};

/// Reads a value. Some types refuse a value only after they have read it; that is noted here.
fn heeded<'de, T: DeserializeSeed<'de>>(seed: T, reader: &Reader<'_, '_, '_>) -> Result<T::Value, Stop> {
    reader.heed(seed.deserialize(reader.clone()))
}

/// The elements of an array.
pub(super) struct Rows<'d, 'p, 'm> {
    rows: std::iter::Enumerate<std::slice::Iter<'d, Item<'d>>>,
    /// How many are still to come, where their type fixes it: stand-ins for those that are missing, and none too many.
    owed: Option<usize>,
    path: &'p Link<'p>,
    memory: &'m Memory<'d>,
}

impl<'d, 'p, 'm> Rows<'d, 'p, 'm> {
    pub(super) fn new(rows: Option<&'d Array<'d>>, path: &'p Link<'p>, memory: &'m Memory<'d>) -> Self {
        Self { rows: rows.map_or(&[][..], Array::as_slice).iter().enumerate(), owed: None, path, memory }
    }

    /// The same where there must be `count` of them.
    pub(super) fn fixed(rows: Option<&'d Array<'d>>, count: usize, path: &'p Link<'p>, memory: &'m Memory<'d>) -> Self {
        Self { owed: Some(count), ..Self::new(rows, path, memory) }
    }
}

impl<'de> SeqAccess<'de> for Rows<'_, '_, '_> {
    type Error = Stop;

    fn size_hint(&self) -> Option<usize> {
        Some(self.owed.unwrap_or(self.rows.len()))
    }

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Stop> {
        if let Some(owed) = &mut self.owed {
            let Some(left) = owed.checked_sub(1) else { return Ok(None) };
            *owed = left;
        }
        for (index, row) in self.rows.by_ref() {
            let link = Link::Index(self.path, index);
            let refused = self.memory.refused.borrow().contains_key(&row.span().range().start);
            let pruned = !self.memory.pruned.is_empty() && self.memory.pruned.contains(&link.to_path());
            if refused && row.as_table().is_none() || pruned {
                continue;
            }
            return heeded(seed, &Reader { node: Node::Item(row), path: &link, memory: self.memory }).map(Some);
        }
        match self.owed {
            Some(_) => heeded(seed, &Reader { node: Node::Nothing, path: self.path, memory: self.memory }).map(Some),
            None => Ok(None),
        }
    }
}

/// The entries of a table whose keys are the author's own.
pub(super) struct Table<'d, 'p, 'm> {
    entries: Option<std::slice::Iter<'d, (Key<'d>, Item<'d>)>>,
    value: Option<(&'d str, &'d Item<'d>)>,
    path: &'p Link<'p>,
    memory: &'m Memory<'d>,
}

impl<'d, 'p, 'm> Table<'d, 'p, 'm> {
    pub(super) fn new(table: Option<&'d tree::Table<'d>>, path: &'p Link<'p>, memory: &'m Memory<'d>) -> Self {
        Self { entries: table.map(tree::Table::iter), value: None, path, memory }
    }
}

impl<'de> MapAccess<'de> for Table<'_, '_, '_> {
    type Error = Stop;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Stop> {
        let Some(entries) = &mut self.entries else { return Ok(None) };
        for (key, value) in entries.by_ref() {
            let refused = self.memory.refused.borrow();
            if refused.contains_key(&key.span.range().start) || refused.contains_key(&value.span().range().start) {
                continue;
            }
            drop(refused);
            self.value = Some((key.name, value));
            let reader = KeyReader { key: key.name };
            return match seed.deserialize(reader) {
                Err(Stop::Refused(message)) => {
                    let path = Link::Key(self.path, key.name).to_path();
                    let finding = BAD_VALUE.at(path, message).span(Some(key.span.range()));
                    self.memory.refused.borrow_mut().insert(key.span.range().start, finding);
                    Err(Stop::Again)
                }
                result => result.map(Some),
            };
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Stop> {
        let (node, key) = match self.value.take() {
            Some((key, value)) => (Node::Item(value), key),
            None => (Node::Nothing, ""),
        };
        heeded(seed, &Reader { node, path: &Link::Key(self.path, key), memory: self.memory })
    }
}

/// A key that the author chose.
struct KeyReader<'d> {
    key: &'d str,
}

impl<'de> Deserializer<'de> for KeyReader<'_> {
    type Error = Stop;

    fn deserialize_char<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        let mut characters = self.key.chars();
        match (characters.next(), characters.next()) {
            (Some(one), None) => visitor.visit_char(one),
            _ => Err(Stop::Refused(format!("{} must be a single character", shown(self.key)))),
        }
    }

    fn deserialize_newtype_struct<V: serde::de::Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_any<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_str(self.key)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The fields of a struct.
pub(super) struct Fields<'d, 'p, 'm> {
    /// Fields and what is read for each, last first.
    left: Vec<(&'static str, Node<'d>)>,
    value: Option<(&'static str, Node<'d>)>,
    path: &'p Link<'p>,
    memory: &'m Memory<'d>,
}

impl<'d, 'p, 'm> Fields<'d, 'p, 'm> {
    /// Sorts `table` into known and unknown keys; `None` has every field, each a stand-in.
    pub(super) fn new(
        name: &'static str,
        fields: &'static [&'static str],
        node: Node<'d>,
        path: &'p Link<'p>,
        memory: &'m Memory<'d>,
    ) -> Self {
        let Some(table) = node.table() else {
            let left = fields.iter().map(|field| (*field, Node::Nothing)).collect();
            return Self { left, value: None, path, memory };
        };
        let mut left = Vec::with_capacity(table.len());
        // Most files have their keys in the order of the type: the search goes on where it was.
        let mut next = 0;
        for (key, value) in table {
            let (before, after) = fields.split_at_checked(next).unwrap_or((fields, &[]));
            let mut rest = after.iter().chain(before).enumerate();
            let Some((steps, field)) = rest.find(|(_, field)| **field == key.name) else {
                note_unknown(key, fields, table, path, memory);
                continue;
            };
            next = (next + steps + 1) % fields.len();
            if !memory.refused.borrow().contains_key(&value.span().range().start)
                || matches!(value.value(), Value::Table(_) | Value::Array(_))
            {
                left.push((*field, Node::Item(value)));
            }
        }
        let required = memory.required.borrow();
        for field in required.get(name).into_iter().flatten() {
            if left.iter().any(|(present, _)| present == field) {
                continue;
            }
            let missing = Link::Key(path, field).to_path();
            if !table.contains_key(field) {
                let message = if matches!(path, Link::Root) {
                    format!("the file has no `{field}`")
                } else {
                    format!("`{field}` is missing")
                };
                let finding = MISSING_KEY
                    .at(missing.clone(), message)
                    .maybe_help(schema_json::describe(memory.system, &missing))
                    .span(node.span(memory.text));
                memory.note(finding.fix(the_format(path, field, memory.text)), true);
            }
            let usual = memory.template.get().and_then(|template| template_value(template, &missing));
            let node = usual.map_or(Node::Nothing, Node::Usual);
            left.push((field, node));
        }
        left.reverse();
        Self { left, value: None, path, memory }
    }
}

fn note_unknown(
    key: &Key<'_>,
    fields: &'static [&'static str],
    table: &tree::Table<'_>,
    path: &Link<'_>,
    memory: &Memory<'_>,
) {
    let unused = || fields.iter().copied().filter(|field| !table.contains_key(field));
    let meant = Meant::by(key.name, unused());
    let help = meant.map_or_else(|| format!("known here: {}", list(fields.iter().copied())), Meant::help);
    let fix = meant.and_then(|meant| meant.fix(TextEdit::new(key.span.range(), meant.word)));
    let known_as = match path {
        Link::Root => "the file".to_owned(),
        _ => format!("`{}`", path.to_path().pattern()),
    };
    let message = format!("{known_as} has no key {}", shown(key.name));
    let finding = UNKNOWN_KEY.at(Link::Key(path, key.name).to_path(), message).help(help).span(Some(key.span.range()));
    memory.note(finding.fix(fix), false);
}

/// The format written at the top of a text that does not name it: there has been only this one.
fn the_format(path: &Link<'_>, field: &str, text: &str) -> Option<Fix> {
    if !matches!(path, Link::Root) || field != "format" || FORMAT != 1 {
        return None;
    }
    let line = format!("format = {FORMAT}");
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    Fix::safe(format!("write `{line}`"), TextEdit::new(start..start, format!("{line}{end}")))
}

impl<'de> MapAccess<'de> for Fields<'_, '_, '_> {
    type Error = Stop;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Stop> {
        let Some((field, node)) = self.left.pop() else { return Ok(None) };
        self.value = Some((field, node));
        seed.deserialize(StrDeserializer::new(field)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Stop> {
        let (field, node) = self.value.take().unwrap_or(("", Node::Nothing));
        heeded(seed, &Reader { node, path: &Link::Key(self.path, field), memory: self.memory })
    }
}
