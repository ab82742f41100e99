//! Comments in a merge. They never conflict: comments that theirs removed are removed, and comments that theirs added are added
//! to ours.

use toml::Value;
use toml_edit::{Array, ArrayOfTables, Decor, DocumentMut, Item, RawString, Table};

use super::rows::was;
use crate::save::Style;
use crate::save::comments::ElementGaps;

/// Returns `text`, the merged text based on ours, with the changes of comments from `base` to `theirs`.
pub(super) fn carry(text: &str, base: &str, theirs: &str) -> String {
    let (Some(mut merged), Some(theirs)) = (Parsed::of(text), Parsed::of(theirs)) else { return text.to_owned() };
    let base = Parsed::of(base).unwrap_or_default();
    let trailing = |parsed: &Parsed| raw(Some(parsed.document.trailing()));
    if let Some(trailing) = over(&trailing(&merged), &trailing(&base), &trailing(&theirs)) {
        merged.document.set_trailing(trailing);
    }
    let Parsed { document, tree } = &mut merged;
    table(document.as_table_mut(), tree, &base.part(), &theirs.part());
    Style::of(text).restore(&document.to_string())
}

/// A text as an editable document and as a tree of values.
#[derive(Default)]
struct Parsed {
    document: DocumentMut,
    tree: toml::Table,
}

impl Parsed {
    fn of(text: &str) -> Option<Self> {
        let plain = Style::of(text).plain(text);
        Some(Self { document: plain.parse().ok()?, tree: plain.parse().ok()? })
    }

    fn part(&self) -> MatchedSection<'_> {
        MatchedSection { table: Some(self.document.as_table()), tree: Some(&self.tree) }
    }
}

/// The matching section of another text, if it has one.
#[derive(Clone, Copy, Default)]
struct MatchedSection<'t> {
    table: Option<&'t Table>,
    tree: Option<&'t toml::Table>,
}

impl<'t> MatchedSection<'t> {
    fn item(&self, key: &str) -> Option<&'t Item> {
        self.table?.get(key)
    }

    fn section(&self, key: &str) -> Self {
        let tree = self.tree.and_then(|tree| tree.get(key)?.as_table());
        Self { table: self.item(key).and_then(Item::as_table), tree }
    }

    fn list(&self, key: &str) -> &'t [Value] {
        self.tree.and_then(|tree| tree.get(key)?.as_array()).map_or(&[], Vec::as_slice)
    }

    fn row(&self, key: &str, at: Option<usize>) -> Self {
        let part = |at: usize| {
            let table = self.item(key)?.as_array_of_tables()?.get(at)?;
            Some(Self { table: Some(table), tree: self.list(key).get(at)?.as_table() })
        };
        at.and_then(part).unwrap_or_default()
    }

    fn array(&self, key: &str) -> Option<&'t Array> {
        self.item(key)?.as_array()
    }

    /// Returns the comment lines above a key, and the comment after its value.
    fn around(&self, key: &str) -> (String, String) {
        let lines = self.table.and_then(|table| table.key(key)).map(|key| raw(key.leaf_decor().prefix()));
        let value = self.item(key).and_then(Item::as_value);
        (lines.unwrap_or_default(), raw(value.and_then(|value| value.decor().suffix())))
    }

    fn decor(&self) -> Decor {
        self.table.map(|table| table.decor().clone()).unwrap_or_default()
    }
}

fn raw(text: Option<&RawString>) -> String {
    text.and_then(RawString::as_str).unwrap_or_default().to_owned()
}

fn table(merged: &mut Table, tree: &toml::Table, base: &MatchedSection<'_>, theirs: &MatchedSection<'_>) {
    for (mut key, item) in merged.iter_mut() {
        let name = key.get().to_owned();
        let name = name.as_str();
        if theirs.item(name).is_none_or(|their| their.type_name() != item.type_name()) {
            continue;
        }
        match item {
            Item::Value(value) => {
                let ((base_over, base_behind), (their_over, their_behind)) = (base.around(name), theirs.around(name));
                let decor = key.leaf_decor_mut();
                if let Some(lines) = over(&raw(decor.prefix()), &base_over, &their_over) {
                    decor.set_prefix(lines);
                }
                if let Some(text) = behind(&raw(value.decor().suffix()), &base_behind, &their_behind) {
                    value.decor_mut().set_suffix(text);
                }
                if let (Some(array), Some(their), Some(Value::Array(list))) =
                    (value.as_array_mut(), theirs.array(name), tree.get(name))
                {
                    elements(name, array, list, (base.array(name), base.list(name)), (their, theirs.list(name)));
                }
            }
            Item::Table(section) => {
                if let Some(Value::Table(tree)) = tree.get(name) {
                    let (base, theirs) = (base.section(name), theirs.section(name));
                    header(section, &base, &theirs);
                    table(section, tree, &base, &theirs);
                }
            }
            Item::ArrayOfTables(sections) => {
                if let Some(Value::Array(list)) = tree.get(name) {
                    rows(name, sections, list, base, theirs);
                }
            }
            Item::None => {}
        }
    }
}

fn rows(
    name: &str,
    merged: &mut ArrayOfTables,
    list: &[Value],
    base: &MatchedSection<'_>,
    theirs: &MatchedSection<'_>,
) {
    let of_theirs = was(name, theirs.list(name), list);
    let of_base = was(name, base.list(name), theirs.list(name));
    for ((section, value), at) in merged.iter_mut().zip(list).zip(of_theirs) {
        let old = at.and_then(|at| *of_base.get(at)?);
        let (base, theirs) = (base.row(name, old), theirs.row(name, at));
        if let (Some(tree), Some(_)) = (value.as_table(), theirs.table) {
            header(section, &base, &theirs);
            table(section, tree, &base, &theirs);
        }
    }
}

fn header(merged: &mut Table, base: &MatchedSection<'_>, theirs: &MatchedSection<'_>) {
    let (base, theirs) = (base.decor(), theirs.decor());
    let decor = merged.decor_mut();
    if let Some(lines) = over(&raw(decor.prefix()), &raw(base.prefix()), &raw(theirs.prefix())) {
        decor.set_prefix(lines);
    }
    if let Some(text) = behind(&raw(decor.suffix()), &raw(base.suffix()), &raw(theirs.suffix())) {
        decor.set_suffix(text);
    }
}

/// Carries over the comments between the brackets of a list.
fn elements(
    name: &str,
    merged: &mut Array,
    list: &[Value],
    base: (Option<&Array>, &[Value]),
    theirs: (&Array, &[Value]),
) {
    let (was_lines, their_lines) = (base.0.map(ElementGaps::of).unwrap_or_default(), ElementGaps::of(theirs.0));
    if was_lines == their_lines {
        return;
    }
    let of_theirs = was(name, theirs.1, list);
    let of_base = was(name, base.1, theirs.1);
    let mut lines = ElementGaps::of(merged);
    let mut changed = false;
    for (around, at) in lines.around.iter_mut().zip(of_theirs) {
        let Some(their) = at.and_then(|at| their_lines.around.get(at)) else { continue };
        let old = at.and_then(|at| was_lines.around.get((*of_base.get(at)?)?)).cloned().unwrap_or_default();
        if let Some(lead) = over(&around.lead, &old.lead, &their.lead) {
            around.lead = lead;
            changed = true;
        }
        if let Some(tail) = behind(&around.tail, &old.tail, &their.tail) {
            around.tail = tail;
            changed = true;
        }
    }
    for (own, old, their) in [
        (&mut lines.opening, &was_lines.opening, &their_lines.opening),
        (&mut lines.closing, &was_lines.closing, &their_lines.closing),
    ] {
        if let Some(text) = over(own, old, their) {
            *own = text;
            changed = true;
        }
    }
    if changed {
        lines.part();
        lines.write(merged);
    }
}

/// Returns the merged comment lines above an item, if theirs changed them.
fn over(merged: &str, base: &str, theirs: &str) -> Option<String> {
    let (ours, was, now) = (filled_lines(merged), filled_lines(base), filled_lines(theirs));
    if was == now || ours == now {
        return None;
    }
    if ours == was {
        return Some(theirs.to_owned());
    }
    let gone = |line: &str| was.contains(&line) && !now.contains(&line);
    let mut text: String = merged.split_inclusive('\n').filter(|line| !gone(line.trim())).collect();
    // The text after the last line break is the indentation of the following item.
    let indent = text.split_off(text.rfind('\n').map_or(0, |at| at + 1));
    for line in now.iter().filter(|line| !was.contains(*line) && !ours.contains(*line)) {
        text.push_str(&format!("{indent}{line}\n"));
    }
    Some(text + &indent)
}

/// Returns the merged comment at the end of a line, if theirs changed it.
fn behind(merged: &str, base: &str, theirs: &str) -> Option<String> {
    let (ours, was, now) = (merged.trim(), base.trim(), theirs.trim());
    if was == now || ours == now || (!now.is_empty() && ours.ends_with(now)) {
        None
    } else if ours == was {
        Some(theirs.to_owned())
    } else {
        (!now.is_empty()).then(|| format!("{merged} {now}"))
    }
}

/// Returns the lines that are not blank, trimmed.
fn filled_lines(lines: &str) -> Vec<&str> {
    lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}
