//! Writes the differences between two scenarios into the document of the first.

use std::collections::{BTreeMap, BTreeSet};

use toml::Value;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table};

use super::comments;
use super::hexes::repaint;
use super::layout;
use super::rows::align;
use crate::common::map::HexRows;
use crate::order::{same, same_keys};
use crate::path::DocPath;

/// The distance between the positions of two old sections, which leaves room for new sections.
const SPACING: isize = 1 << 24;

pub(super) struct Merge<'p> {
    /// The rows of the document that the first scenario does not have.
    pruned: &'p BTreeSet<DocPath>,
    /// The headings of removed sections, with the positions of the sections.
    orphans: Vec<(isize, String)>,
}

impl<'p> Merge<'p> {
    pub(super) fn new(pruned: &'p BTreeSet<DocPath>) -> Self {
        Self { pruned, orphans: Vec::new() }
    }

    /// Changes `document`, which holds `old`, so that it holds `new`.
    pub(super) fn document(mut self, document: &mut DocumentMut, old: &toml::Table, new: &toml::Table) {
        let root = document.as_table_mut();
        for (_, item) in root.iter_mut() {
            each_table(item, &mut |table| table.set_position(table.position().map(|at| at.saturating_mul(SPACING))));
        }
        self.table(&DocPath::root(), root, old, new);
        self.orphans.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        for (at, comment) in self.orphans {
            let trailing = document.trailing().as_str().unwrap_or_default().to_owned();
            if !comments::attach(document.as_table_mut(), at, &comment) {
                document.set_trailing(format!("{comment}{trailing}"));
            }
        }
    }

    fn table(&mut self, path: &DocPath, doc: &mut Table, old: &toml::Table, new: &toml::Table) {
        let gone: Vec<&String> = old.keys().filter(|key| !new.contains_key(*key) && doc.contains_key(key)).collect();
        let come: Vec<&String> = new.keys().filter(|key| !old.contains_key(*key)).collect();
        // If one key replaces another, such as `at` for `enters`, the new key takes over the line and its comment.
        let mut renamed: Option<&String> = None;
        if let ([gone], [come]) = (gone.as_slice(), come.as_slice())
            && let Some(Item::Value(was)) = doc.get(gone)
            && let (Item::Value(value), Some(now)) =
                (layout::item(&path.clone().key(*come), &new[*come]), doc.key(gone))
        {
            let value = layout::with_decor(value, was.decor());
            let key = toml_edit::Key::new(*come).with_leaf_decor(now.leaf_decor().clone());
            let at = doc.iter().position(|(key, _)| key == gone.as_str()).unwrap_or(doc.len());
            doc.remove(gone);
            insert_at(doc, at, &key, Item::Value(value));
            renamed = Some(come);
        } else {
            for key in gone {
                if let Some(mut item) = doc.remove(key) {
                    each_table(&mut item, &mut |table| {
                        if let (Some(at), Some(comment)) = (table.position(), comments::floating(table)) {
                            self.orphans.push((at, comment));
                        }
                    });
                }
            }
        }
        let mut before: Option<&String> = None;
        for (key, value) in new {
            let path = path.clone().key(key);
            match (old.get(key), doc.get_mut(key)) {
                (Some(old), Some(item)) => self.item(&path, item, old, value),
                // The key is omitted in the document, and its value has not changed.
                (Some(old), None) if same(old, value) => {}
                (None, Some(_)) if renamed == Some(key) => {}
                // The document has the list, but none of its rows could be read.
                (None, Some(item)) => self.item(&path, item, &Value::Array(Vec::new()), value),
                (_, None) => self.add(&path, doc, before, key, value),
            }
            before = Some(key);
        }
        if !same_keys(old, new) {
            rearrange(doc, new);
        }
        // The last row is gone, but the section remains.
        if doc.is_empty() {
            doc.set_implicit(false);
        }
    }

    /// Writes a new key after the key `before`.
    fn add(&self, path: &DocPath, doc: &mut Table, before: Option<&String>, key: &str, value: &Value) {
        let mut item = layout::item(path, value);
        if doc.is_dotted() {
            item = Item::Value(layout::inline(path, value));
        }
        if !matches!(item, Item::Value(_)) {
            // A new section goes after the section before it in the standard order.
            let last = before.and_then(|before| doc.get_mut(before)).and_then(last_position);
            let at = last.or(doc.position());
            let mut next = at.map(|at| at + 1);
            each_table(&mut item, &mut |table| {
                table.set_position(next);
                next = next.map(|next| next + 1);
            });
        }
        let at = before.and_then(|before| doc.iter().position(|(key, _)| key == before)).map_or(0, |at| at + 1);
        insert_at(doc, at, &toml_edit::Key::new(key), item);
    }

    fn item(&mut self, path: &DocPath, doc: &mut Item, old: &Value, new: &Value) {
        if same(old, new) {
            return;
        }
        match (doc, old, new) {
            (Item::Table(doc), Value::Table(old), Value::Table(new)) => self.table(path, doc, old, new),
            (Item::ArrayOfTables(doc), Value::Array(old), Value::Array(new)) if !new.is_empty() => {
                self.rows(path, doc, old, new);
            }
            (Item::Value(doc), old, new) => self.value(path, doc, old, new),
            (doc, _, new) => *doc = layout::item(path, new),
        }
    }

    fn value(&mut self, path: &DocPath, doc: &mut toml_edit::Value, old: &Value, new: &Value) {
        if same(old, new) {
            return;
        }
        match (&mut *doc, old, new) {
            (toml_edit::Value::InlineTable(doc), Value::Table(old), Value::Table(new)) => {
                self.inline(path, doc, old, new);
            }
            (toml_edit::Value::Array(doc), Value::Array(old), Value::Array(new)) => self.array(path, doc, old, new),
            (toml_edit::Value::String(text), Value::String(old), Value::String(new)) if layout::is_hexes(path) => {
                let literal = text.display_repr();
                let painted = repaint(&literal, &HexRows::parse(old), &HexRows::parse(new));
                let value = painted.and_then(|painted| painted.parse().ok());
                let value = value.unwrap_or_else(|| layout::inline(path, &Value::String(new.clone())));
                *doc = layout::with_decor(value, &doc.decor().clone());
            }
            _ => *doc = layout::with_decor(layout::inline(path, new), &doc.decor().clone()),
        }
    }

    fn inline(&mut self, path: &DocPath, doc: &mut InlineTable, old: &toml::Table, new: &toml::Table) {
        let last = doc.iter().last().map(|(key, value)| (key.to_owned(), spaces_after(value)));
        for key in old.keys().filter(|key| !new.contains_key(*key)) {
            doc.remove(key);
        }
        let mut before: Option<&String> = None;
        for (key, value) in new {
            let path = path.clone().key(key);
            match (old.get(key), doc.get_mut(key)) {
                (Some(old), Some(item)) => self.value(&path, item, old, value),
                (Some(old), None) if same(old, value) => {}
                (_, Some(item)) => *item = layout::inline(&path, value),
                (_, None) => insert_inline(doc, before, key, layout::inline(&path, value)),
            }
            if doc.contains_key(key) {
                before = Some(key);
            }
        }
        if !same_keys(old, new) {
            let rank = ranks(new);
            doc.sort_values_by(|a, _, b, _| rank(a.get()).cmp(&rank(b.get())));
        }
        if let Some((last, Some(spaces))) = last {
            end_with(doc, &last, &spaces);
        }
    }

    fn array(&mut self, path: &DocPath, doc: &mut Array, old: &[Value], new: &[Value]) {
        let kept = self.unpruned_rows(path, doc.len());
        if kept.len() != old.len() {
            *doc = new.iter().map(|value| layout::inline(&path.clone().index(0), value)).collect();
            return;
        }
        let was = align(path.last_key().unwrap_or_default(), old, new);
        let in_place = old.len() == new.len() && was.iter().enumerate().all(|(at, was)| *was == Some(at));
        if in_place {
            for ((at, old), new) in kept.iter().zip(old).zip(new) {
                if let Some(item) = doc.get_mut(*at) {
                    self.value(&path.clone().index(*at), item, old, new);
                }
            }
            return;
        }
        let values: Vec<toml_edit::Value> = doc.iter().cloned().collect();
        let mut elements = Vec::new();
        for (value, was) in new.iter().zip(was) {
            let element = was.and_then(|was| Some((was, old.get(was)?, values.get(*kept.get(was)?)?.clone())));
            elements.push(match element {
                Some((was, old, mut element)) => {
                    self.value(&path.clone().index(was), &mut element, old, value);
                    (Some(was), element)
                }
                None => (None, layout::inline(&path.clone().index(0), value)),
            });
        }
        for (at, value) in values.iter().enumerate().filter(|(at, _)| !kept.contains(at)) {
            elements.push((Some(at), value.clone()));
        }
        comments::refill(doc, elements);
    }

    fn rows(&mut self, path: &DocPath, doc: &mut ArrayOfTables, old: &[Value], new: &[Value]) {
        let kept = self.unpruned_rows(path, doc.len());
        let mut tables: Vec<Option<Table>> = doc.iter().cloned().map(Some).collect();
        let start = tables.first_mut().and_then(|t| t.as_mut()).and_then(|table| table.position());
        let heading = tables.first().and_then(|t| t.as_ref()).and_then(comments::floating);
        let packed =
            tables.get(1).and_then(|t| t.as_ref()).is_some_and(|table| !comments::prefix(table).contains('\n'));
        let was = align(path.last_key().unwrap_or_default(), old, new);
        let mut list: Vec<Table> = Vec::new();
        if kept.first() != Some(&0) || kept.is_empty() {
            follow(&mut tables, 0, &kept, &mut list);
        }
        for (value, was) in new.iter().zip(was) {
            let at = was.and_then(|was| kept.get(was).copied());
            let table = at.and_then(|at| tables.get_mut(at)).and_then(Option::take);
            match (table, was.and_then(|was| old.get(was)), value, at) {
                (Some(mut table), Some(Value::Table(old)), Value::Table(value), Some(at)) => {
                    self.table(&path.clone().index(at), &mut table, old, value);
                    list.push(table);
                    follow(&mut tables, at + 1, &kept, &mut list);
                }
                _ => {
                    let mut row = layout::row_section(path, value);
                    if packed {
                        row.decor_mut().set_prefix("");
                    }
                    list.push(row);
                }
            }
        }
        for table in tables.iter_mut().flatten() {
            if let (Some(at), Some(comment)) = (table.position(), comments::floating(table)) {
                self.orphans.push((at, comment));
            }
        }
        // The heading above the first row is about the whole list, so it stays above the new first row.
        if let Some(heading) = heading {
            let still_first = list.first().is_some_and(|first| comments::floating(first).as_ref() == Some(&heading));
            if !still_first
                && let Some(owner) = list.iter_mut().find(|t| comments::floating(t).as_ref() == Some(&heading))
            {
                comments::take_floating(owner);
                if let Some(first) = list.first_mut() {
                    comments::put_floating(first, &heading);
                }
            }
        }
        if let Some(start) = start {
            order(&mut list, start);
        }
        *doc = list.into_iter().collect();
    }

    /// Returns the indices in the list at `path` of the rows that the first scenario has.
    fn unpruned_rows(&self, path: &DocPath, rows: usize) -> Vec<usize> {
        (0..rows).filter(|index| !self.pruned.contains(&path.clone().index(*index))).collect()
    }
}

/// Returns a function from a key to its rank in `table`; unknown keys come last.
fn ranks(table: &toml::Table) -> impl Fn(&str) -> usize {
    let ranks: BTreeMap<String, usize> = table.keys().cloned().zip(0..).collect();
    move |key| ranks.get(key).copied().unwrap_or(usize::MAX)
}

/// Puts the entries of `doc` in the order of `new`. The sections share the old positions.
fn rearrange(doc: &mut Table, new: &toml::Table) {
    let rank = ranks(new);
    let keys: Vec<String> = doc.iter().map(|(key, _)| key.to_owned()).collect();
    let mut entries: Vec<_> = keys.iter().filter_map(|key| doc.remove_entry(key)).collect();
    let mut places = Vec::new();
    for (_, item) in &mut entries {
        each_table(item, &mut |table| places.extend(table.position()));
    }
    places.sort_unstable();
    // The heading above the first section is about all of them, so it stays above the new first section.
    let first = places.first().copied();
    let mut heading = None;
    for (_, item) in &mut entries {
        each_table(item, &mut |table| {
            if table.position() == first && first.is_some() {
                heading = comments::floating(table);
                comments::take_floating(table);
            }
        });
    }
    entries.sort_by_key(|(key, _)| rank(key.get()));
    let mut places = places.into_iter();
    for (key, mut item) in entries {
        each_table(&mut item, &mut |table| {
            if table.position().is_some() {
                table.set_position(places.next());
            }
            if let Some(heading) = heading.take_if(|_| table.position() == first) {
                comments::put_floating(table, &heading);
            }
        });
        doc.insert_formatted(&key, item);
    }
}

/// Moves unread rows from `at` on into `list`, so that they stay after their predecessor.
fn follow(tables: &mut [Option<Table>], at: usize, kept: &[usize], list: &mut Vec<Table>) {
    for (at, table) in tables.iter_mut().enumerate().skip(at) {
        if kept.contains(&at) {
            break;
        }
        list.extend(table.take());
    }
}

/// Gives the rows rising positions, with as few changes as possible.
fn order(list: &mut [Table], start: isize) {
    let new = isize::try_from(list.iter().take_while(|table| table.position().is_none()).count()).unwrap_or(0);
    let mut last = start.saturating_sub(new).saturating_sub(1);
    for table in list {
        let first = table.position();
        if first.is_none_or(|first| first <= last) {
            each_in(table, &mut |table| {
                last += 1;
                table.set_position(Some(last));
            });
        } else {
            each_in(table, &mut |table| last = last.max(table.position().unwrap_or(last)));
        }
    }
}

/// Inserts an entry after the key `before`.
fn insert_inline(doc: &mut InlineTable, before: Option<&String>, key: &str, value: toml_edit::Value) {
    let at = before.and_then(|before| doc.iter().position(|(key, _)| key == before)).map_or(0, |at| at + 1);
    let later: Vec<String> = doc.iter().skip(at).map(|(key, _)| key.to_owned()).collect();
    let later: Vec<_> = later.iter().filter_map(|key| doc.remove_entry(key)).collect();
    doc.insert(key, value);
    for (key, value) in later {
        doc.insert_formatted(&key, value);
    }
}

/// Returns the text after a value, if it consists of spaces.
fn spaces_after(value: &toml_edit::Value) -> Option<String> {
    let suffix = value.decor().suffix()?.as_str()?;
    suffix.bytes().all(|byte| byte == b' ').then(|| suffix.to_owned())
}

/// Puts `spaces`, which stood after the value of `last`, after the value that is now the last one.
fn end_with(doc: &mut InlineTable, last: &str, spaces: &str) {
    let count = doc.len();
    if doc.iter().last().is_some_and(|(key, _)| key == last) {
        return;
    }
    for (at, (key, value)) in doc.iter_mut().enumerate() {
        if at + 1 == count {
            value.decor_mut().set_suffix(spaces);
        } else if key.get() == last {
            value.decor_mut().set_suffix("");
        }
    }
}

/// Inserts an entry at a position, because [`Table`] itself only appends.
fn insert_at(table: &mut Table, at: usize, key: &toml_edit::Key, item: Item) {
    let later: Vec<String> = table.iter().skip(at).map(|(key, _)| key.to_owned()).collect();
    let later: Vec<_> = later.iter().filter_map(|key| table.remove_entry(key)).collect();
    table.insert_formatted(key, item);
    for (key, item) in later {
        table.insert_formatted(&key, item);
    }
}

/// Calls `f` for every section in `item`, outermost first.
pub(super) fn each_table(item: &mut Item, f: &mut impl FnMut(&mut Table)) {
    match item {
        Item::Table(table) => each_in(table, f),
        Item::ArrayOfTables(list) => list.iter_mut().for_each(|table| each_in(table, f)),
        _ => {}
    }
}

fn each_in(table: &mut Table, f: &mut impl FnMut(&mut Table)) {
    f(table);
    for (_, item) in table.iter_mut() {
        each_table(item, f);
    }
}

fn last_position(item: &mut Item) -> Option<isize> {
    let mut last = None;
    each_table(item, &mut |table| last = last.max(table.position()));
    last
}
