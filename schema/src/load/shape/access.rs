//! Access to the elements of arrays and to the entries of maps and structs, for [`NodeReader`].

use serde::Deserializer;
use serde::de::value::U64Deserializer;
use serde::de::{DeserializeSeed, MapAccess, SeqAccess};
use serde::forward_to_deserialize_any;

use super::super::tree::{self, Array, Item, Key, Value};
use super::reader::{Link, Node, NodeReader, PassEnd};
use super::{BAD_VALUE, MISSING_KEY, PassMemory, UNKNOWN_KEY, template_value};
use crate::diagnostic::{list, shown};
use crate::fix::{Fix, MeantWord, TextEdit};
use crate::{FORMAT, schema_json};

/// Reads a value, and notes a finding if the type refuses the value after reading it.
fn read_checked<'de, T: DeserializeSeed<'de>>(seed: T, reader: &NodeReader<'_, '_, '_>) -> Result<T::Value, PassEnd> {
    seed.deserialize(reader.clone()).map_err(|stop| reader.refuse_value(stop))
}

/// The elements of an array.
pub(super) struct Rows<'d, 'p, 'm> {
    rows: std::iter::Enumerate<std::slice::Iter<'d, Item<'d>>>,
    /// The number of elements still to return, for types of a fixed length. Missing elements are stand-ins; extra ones are
    /// skipped.
    owed: Option<usize>,
    path: &'p Link<'p>,
    memory: &'m PassMemory<'d>,
}

impl<'d, 'p, 'm> Rows<'d, 'p, 'm> {
    pub(super) fn new(rows: Option<&'d Array<'d>>, path: &'p Link<'p>, memory: &'m PassMemory<'d>) -> Self {
        Self { rows: rows.map_or(&[][..], Array::as_slice).iter().enumerate(), owed: None, path, memory }
    }

    /// Like `new`, for a type with exactly `count` elements.
    pub(super) fn fixed(
        rows: Option<&'d Array<'d>>,
        count: usize,
        path: &'p Link<'p>,
        memory: &'m PassMemory<'d>,
    ) -> Self {
        Self { owed: Some(count), ..Self::new(rows, path, memory) }
    }
}

impl<'de> SeqAccess<'de> for Rows<'_, '_, '_> {
    type Error = PassEnd;

    fn size_hint(&self) -> Option<usize> {
        Some(self.owed.unwrap_or(self.rows.len()))
    }

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, PassEnd> {
        if let Some(owed) = &mut self.owed {
            let Some(left) = owed.checked_sub(1) else { return Ok(None) };
            *owed = left;
        }
        for (index, row) in self.rows.by_ref() {
            let link = Link::Index(self.path, index);
            let pruned = !self.memory.pruned.is_empty() && self.memory.pruned.contains(&link.to_path());
            if pruned || row.as_table().is_none() && self.memory.is_refused(row.span()) {
                continue;
            }
            return read_checked(seed, &NodeReader { node: Node::Item(row), path: &link, memory: self.memory })
                .map(Some);
        }
        match self.owed {
            Some(_) => {
                read_checked(seed, &NodeReader { node: Node::Nothing, path: self.path, memory: self.memory }).map(Some)
            }
            None => Ok(None),
        }
    }
}

/// The entries of a table with keys of the author's choice.
pub(super) struct Table<'d, 'p, 'm> {
    entries: Option<std::slice::Iter<'d, (Key<'d>, Item<'d>)>>,
    value: Option<(&'d str, &'d Item<'d>)>,
    path: &'p Link<'p>,
    memory: &'m PassMemory<'d>,
}

impl<'d, 'p, 'm> Table<'d, 'p, 'm> {
    pub(super) fn new(table: Option<&'d tree::Table<'d>>, path: &'p Link<'p>, memory: &'m PassMemory<'d>) -> Self {
        Self { entries: table.map(tree::Table::iter), value: None, path, memory }
    }
}

impl<'de> MapAccess<'de> for Table<'_, '_, '_> {
    type Error = PassEnd;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, PassEnd> {
        let Some(entries) = &mut self.entries else { return Ok(None) };
        for (key, value) in entries.by_ref() {
            if self.memory.is_refused(key.span) || self.memory.is_refused(value.span()) {
                continue;
            }
            self.value = Some((key.name, value));
            let reader = KeyReader { key: key.name };
            return match seed.deserialize(reader) {
                Err(PassEnd::Refused(message)) => {
                    let path = Link::Key(self.path, key.name).to_path();
                    let finding = BAD_VALUE.at(path, message).span(Some(key.span.range()));
                    self.memory.refused.borrow_mut().insert(key.span.range().start, finding);
                    Err(PassEnd::Again)
                }
                result => result.map(Some),
            };
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, PassEnd> {
        let (node, key) = match self.value.take() {
            Some((key, value)) => (Node::Item(value), key),
            None => (Node::Nothing, ""),
        };
        read_checked(seed, &NodeReader { node, path: &Link::Key(self.path, key), memory: self.memory })
    }
}

/// A reader of a key of the author's choice.
struct KeyReader<'d> {
    key: &'d str,
}

impl<'de> Deserializer<'de> for KeyReader<'_> {
    type Error = PassEnd;

    fn deserialize_char<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, PassEnd> {
        let mut characters = self.key.chars();
        match (characters.next(), characters.next()) {
            (Some(one), None) => visitor.visit_char(one),
            _ => Err(PassEnd::Refused(format!("{} must be a single character", shown(self.key)))),
        }
    }

    fn deserialize_newtype_struct<V: serde::de::Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, PassEnd> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_any<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, PassEnd> {
        visitor.visit_str(self.key)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The fields of a struct.
pub(super) struct Fields<'d, 'p, 'm> {
    fields: &'static [&'static str],
    /// The entries of the table that are not read yet.
    entries: std::slice::Iter<'d, (Key<'d>, Item<'d>)>,
    /// The index of the field after the last one found.
    next: usize,
    /// The fields that the table lacks, with the nodes to read instead, in reverse order.
    missing: Vec<(usize, Node<'d>)>,
    /// The fields without a key in the table; computed when an unknown key is found.
    unused: Option<Vec<&'static str>>,
    value: Option<(usize, Node<'d>)>,
    node: Node<'d>,
    path: &'p Link<'p>,
    memory: &'m PassMemory<'d>,
}

impl<'d, 'p, 'm> Fields<'d, 'p, 'm> {
    /// Returns the `fields` of `node`. If `node` is not a table, every field is a stand-in.
    pub(super) fn new(
        name: &'static str,
        fields: &'static [&'static str],
        node: Node<'d>,
        path: &'p Link<'p>,
        memory: &'m PassMemory<'d>,
    ) -> Self {
        let entries = node.table().map_or_else(Default::default, tree::Table::iter);
        let mut own =
            Self { fields, entries, next: 0, missing: Vec::new(), unused: None, value: None, node, path, memory };
        match node.table() {
            None => own.missing = (0..fields.len()).map(|index| (index, Node::Nothing)).collect(),
            // Fast path: in nearly every file, no key is missing.
            Some(table) => {
                if let Some(required) = memory.required.borrow().get(name) {
                    own.missing = required.iter().filter_map(|key| own.missing_node(table, key)).collect();
                }
            }
        }
        own.missing.reverse();
        own
    }

    /// Returns the node to read for the field `key` if `table` has no usable value for it, and notes a finding.
    fn missing_node(&self, table: &'d tree::Table<'d>, key: &'static str) -> Option<(usize, Node<'d>)> {
        let (path, memory) = (self.path, self.memory);
        let written = table.get(key);
        if written.is_some_and(|value| !self.is_refused(value)) {
            return None;
        }
        let missing = Link::Key(path, key).to_path();
        if written.is_none() {
            let message = if matches!(path, Link::Root) {
                format!("`{key}` is missing in the file")
            } else {
                format!("`{key}` is missing")
            };
            let finding = MISSING_KEY
                .at(missing.clone(), message)
                .maybe_help(schema_json::describe(memory.form, &missing))
                .span(self.node.span(memory.text));
            memory.note(finding.fix(the_format(path, key, memory.text)), true);
        }
        let usual = memory.template.get().and_then(|template| template_value(template, &missing));
        let index = self.fields.iter().position(|field| *field == key)?;
        Some((index, usual.map_or(Node::Nothing, Node::Usual)))
    }

    /// Returns `true` if `value` is omitted because its type refused it. Tables and lists are excluded, because their first
    /// element may start at the same offset.
    fn is_refused(&self, value: &Item<'_>) -> bool {
        self.memory.is_refused(value.span()) && !matches!(value.value(), Value::Table(_) | Value::Array(_))
    }

    /// Returns the index of the field `key`.
    fn find(&mut self, key: &str) -> Option<usize> {
        // Most files have their keys in the order of the type, so the search continues after the last match.
        let (before, after) = self.fields.split_at_checked(self.next)?;
        let place = |fields: &[&str]| fields.iter().position(|field| *field == key);
        let index = place(after).map(|steps| self.next + steps).or_else(|| place(before))?;
        self.next = index + 1;
        Some(index)
    }
}

fn note_unknown(
    key: &Key<'_>,
    fields: &'static [&'static str],
    unused: &[&'static str],
    path: &Link<'_>,
    memory: &PassMemory<'_>,
) {
    // A suggestion is not worth its cost if the finding is not listed.
    let meant = if memory.is_flooded() { None } else { MeantWord::by(key.name, unused.iter().copied()) };
    let help = meant.map_or_else(|| format!("the keys are {}", list(fields.iter().copied())), MeantWord::help);
    let fix = meant.and_then(|meant| meant.fix(TextEdit::new(key.span.range(), meant.word)));
    let known_as = match path {
        Link::Root => "the file".to_owned(),
        _ => format!("`{}`", path.to_path().pattern()),
    };
    let message = format!("unknown key {} in {known_as}", shown(key.name));
    let finding = UNKNOWN_KEY.at(Link::Key(path, key.name).to_path(), message).help(help).span(Some(key.span.range()));
    memory.note(finding.fix(fix), false);
}

/// Returns the fix that writes the format at the top of a text without it. It is safe, as there is only one format.
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
    type Error = PassEnd;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, PassEnd> {
        while let Some((key, value)) = self.entries.next() {
            let Some(index) = self.find(key.name) else {
                if !self.memory.is_full() {
                    let table = self.node.table();
                    let is_used = |field: &str| table.is_some_and(|table| table.contains_key(field));
                    let unused = self
                        .unused
                        .get_or_insert_with(|| self.fields.iter().copied().filter(|field| !is_used(field)).collect());
                    note_unknown(key, self.fields, unused, self.path, self.memory);
                }
                continue;
            };
            if !self.is_refused(value) {
                self.value = Some((index, Node::Item(value)));
                break;
            }
        }
        self.value = self.value.take().or_else(|| self.missing.pop());
        // Derived types accept field indices, which spares a comparison of names.
        self.value.map(|(index, _)| seed.deserialize(U64Deserializer::new(index as u64))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, PassEnd> {
        let (index, node) = self.value.take().unwrap_or((0, Node::Nothing));
        let field = self.fields.get(index).copied().unwrap_or_default();
        read_checked(seed, &NodeReader { node, path: &Link::Key(self.path, field), memory: self.memory })
    }
}
