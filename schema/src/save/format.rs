//! Formatting of a text in the standard layout.
//!
//! Sections and keys are put in the order of docs/format.md, with one blank line before each section. `=`, commas and brackets
//! get the usual spaces, and each hex of a map gets a letter and a space. Comments, blank lines within a section, the column of
//! trailing comments, and the choice between lists on one line or on several lines are kept.

mod expressions;

use toml_edit::{Array, DocumentMut, InlineTable, Item, Key, RawString, Table, Value};

use super::{comments, layout, lines};
use crate::Scenario;
use crate::diagnostic::Diagnostic;
use crate::load::{self, tree::Arena};
use crate::path::DocPath;
use crate::place::LineIndex;
use crate::schema_json::Shape;

/// The indentation of elements between brackets on several lines.
const INDENT: &str = "    ";

/// Returns `text` in the standard layout, with the same meaning and the same comments. A text in the standard layout is
/// returned unchanged. Line ends become those of most lines; a byte order mark is removed.
///
/// ```
/// use battlewright_schema::{System, format, template};
/// let text = template(System::MarsLaTour).replace("columns = 8", "  columns=8  ");
/// assert_eq!(format(&text).unwrap(), template(System::MarsLaTour));
/// ```
///
/// # Errors
/// The text is not TOML. Findings of other kinds do not prevent formatting.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let arena = Arena::new();
    let root = load::syntax::parse(text, &arena).map_err(|mut findings| {
        LineIndex::new(text).locate(&mut findings);
        findings
    })?;
    let plain = lines::Style::of(text).plain(text);
    let Ok(mut document) = plain.parse::<DocumentMut>() else { return Ok(text.to_owned()) };
    let read = load::read(text, &root);
    if let Some(shape) = read.scenario.as_ref().and_then(|read| Shape::at(read.system(), &DocPath::root())) {
        order(document.as_table_mut(), shape);
    }
    let mut at_top = true;
    section(&DocPath::root(), document.as_table_mut(), &mut at_top);
    let trailing = lead(&format!("{}\n", document.trailing().as_str().unwrap_or_default()));
    document.set_trailing(trailing.trim_end().to_owned() + if trailing.trim().is_empty() { "" } else { "\n" });
    let formatted = lines::Style::of(text).uniform(&document.to_string());
    // The layout should keep the meaning; this check makes sure.
    let same = {
        let again = load::syntax::parse(&formatted, &arena).map(|root| load::read(&formatted, &root));
        let laid_out = |read: &Option<Scenario>| read.clone().map(Scenario::with_rules_laid_out);
        again.is_ok_and(|again| {
            let is_same = again.scenario == read.scenario || laid_out(&again.scenario) == laid_out(&read.scenario);
            is_same && again.findings.len() == read.findings.len()
        })
    };
    Ok(if same { formatted } else { text.to_owned() })
}

/// Puts sections and keys in the order of the format.
fn order(root: &mut Table, shape: Shape) {
    // A comment above the first key is about the whole file and stays at the top.
    let first = root.iter().next().map(|(key, _)| key.to_owned());
    let heading = first.as_deref().and_then(|first| heading(root, first));
    sort(root, shape);
    let now = root.iter().next().map(|(key, _)| key.to_owned());
    if let (Some(heading), Some(old), Some(new)) = (heading, first, now)
        && new != old
    {
        take_heading(root, &old, heading.len());
        if let Some(mut key) = root.key_mut(&new) {
            let own = key.leaf_decor().prefix().and_then(RawString::as_str).unwrap_or_default().to_owned();
            key.leaf_decor_mut().set_prefix(format!("{heading}{own}"));
        }
    }
    let mut next = 0;
    for (_, item) in root.iter_mut() {
        super::merge::each_table(item, &mut |table| {
            if !table.is_dotted() {
                table.set_position(Some(next));
                next += 1;
            }
        });
    }
}

/// Returns the comments above `key`.
fn heading(root: &Table, key: &str) -> Option<String> {
    root.get(key).filter(|item| item.is_value())?;
    Some(root.key(key)?.leaf_decor().prefix()?.as_str()?.to_owned())
}

fn take_heading(root: &mut Table, key: &str, length: usize) {
    if let Some(mut key) = root.key_mut(key) {
        let own = key.leaf_decor().prefix().and_then(RawString::as_str).and_then(|prefix| prefix.get(length..));
        let own = own.unwrap_or_default().to_owned();
        key.leaf_decor_mut().set_prefix(own);
    }
}

/// Returns each of `keys` with its rank in the order of the format. An unknown key has the rank of its predecessor.
fn ranked<'k>(keys: impl Iterator<Item = &'k str>, shape: Shape) -> Vec<(usize, String)> {
    let known = shape.fields();
    let mut last = 0;
    let rank = |key: &'k str| {
        last = known.iter().position(|field| field.name == key).map_or(last, |at| at + 1);
        (last, key.to_owned())
    };
    keys.map(rank).collect()
}

/// Removes the value of each of `keys` with `remove`, and returns the values in the order of the format.
fn removed<T>(keys: Vec<(usize, String)>, mut remove: impl FnMut(&str) -> Option<T>) -> Vec<T> {
    // Removing from the end avoids moving the later entries.
    let entries = keys.into_iter().rev().filter_map(|(rank, key)| Some((rank, remove(&key)?)));
    let mut entries: Vec<(usize, T)> = entries.collect();
    entries.reverse();
    entries.sort_by_key(|(rank, _)| *rank);
    entries.into_iter().map(|(_, entry)| entry).collect()
}

/// Returns the shape of the value under `key`.
fn under(shape: Shape, key: &str) -> Option<Shape> {
    shape.field(key).map(|field| field.shape).or_else(|| shape.entry())
}

fn sort(table: &mut Table, shape: Shape) {
    let keys = ranked(table.iter().map(|(key, _)| key), shape);
    for (key, mut item) in removed(keys, |key| table.remove_entry(key)) {
        if let Some(shape) = under(shape, key.get()) {
            match &mut item {
                Item::Table(table) => sort(table, shape),
                Item::ArrayOfTables(rows) => {
                    if let Some(shape) = shape.item() {
                        rows.iter_mut().for_each(|row| sort(row, shape));
                    }
                }
                Item::Value(value) => sort_value(value, shape),
                Item::None => {}
            }
        }
        table.insert_formatted(&key, item);
    }
}

fn sort_value(value: &mut Value, shape: Shape) {
    match value {
        Value::Array(rows) => {
            if let Some(shape) = shape.item() {
                rows.iter_mut().for_each(|row| sort_value(row, shape));
            }
        }
        Value::InlineTable(table) if is_plain(table) => {
            let keys = ranked(table.iter().map(|(key, _)| key), shape);
            for (key, mut value) in removed(keys, |key| table.remove_entry(key)) {
                if let Some(shape) = under(shape, key.get()) {
                    sort_value(&mut value, shape);
                }
                table.insert_formatted(&key, value);
            }
        }
        _ => {}
    }
}

/// Formats the contents of a section; `at_top` is `true` until something is written.
fn section(path: &DocPath, table: &mut Table, at_top: &mut bool) {
    let mut first = true;
    for (mut key, item) in table.iter_mut() {
        let path = path.clone().key(key.get());
        match item {
            Item::Value(value) => {
                let own = key.leaf_decor().prefix().and_then(RawString::as_str).unwrap_or_default();
                let own = lead(own);
                let own = if first { own.trim_start_matches('\n').to_owned() } else { own };
                *key.leaf_decor_mut() = toml_edit::Decor::new(own, " ");
                key.dotted_decor_mut().clear();
                line(&path, value);
                (first, *at_top) = (false, false);
            }
            Item::Table(table) if table.is_dotted() => {
                key.dotted_decor_mut().clear();
                let mut inside = *at_top;
                dotted(&path, table, first);
                inside &= table.is_empty();
                (first, *at_top) = (false, inside);
            }
            _ => {}
        }
    }
    for (mut key, item) in table.iter_mut() {
        if item.is_value() {
            continue;
        }
        let path = path.clone().key(key.get());
        if !matches!(item, Item::Table(table) if table.is_dotted()) {
            key.leaf_decor_mut().clear();
            key.dotted_decor_mut().clear();
        }
        match item {
            Item::Table(table) if !table.is_dotted() => headed(&path, table, at_top),
            Item::ArrayOfTables(rows) => rows.iter_mut().for_each(|row| headed(&path.clone().index(0), row, at_top)),
            _ => {}
        }
    }
}

/// Formats dotted keys such as `a.b = 1`.
fn dotted(path: &DocPath, table: &mut Table, mut first: bool) {
    for (mut key, item) in table.iter_mut() {
        let path = path.clone().key(key.get());
        match item {
            Item::Value(value) => {
                let own = lead(key.leaf_decor().prefix().and_then(RawString::as_str).unwrap_or_default());
                let own = if first { own.trim_start_matches('\n').to_owned() } else { own };
                *key.leaf_decor_mut() = toml_edit::Decor::new(own, " ");
                key.dotted_decor_mut().clear();
                line(&path, value);
            }
            Item::Table(table) => {
                key.dotted_decor_mut().clear();
                dotted(&path, table, first);
            }
            _ => {}
        }
        first = false;
    }
}

/// Formats a section with its header.
fn headed(path: &DocPath, table: &mut Table, at_top: &mut bool) {
    let shown = !table.is_implicit() || table.iter().any(|(_, item)| item.is_value());
    if shown {
        let own = lead(comments::prefix(table));
        let blank = if *at_top { "" } else { "\n" };
        let own = format!("{blank}{}", own.trim_start_matches('\n'));
        let behind = tail(table.decor().suffix().and_then(RawString::as_str).unwrap_or_default());
        *table.decor_mut() = toml_edit::Decor::new(own, behind);
        *at_top = false;
    }
    section(path, table, at_top);
}

/// Returns comments and blank lines with each comment at the start of its line and without double blank lines.
fn lead(text: &str) -> String {
    let mut lead = String::new();
    let mut blank = false;
    // The text after the last line break is the indentation of the following item.
    let lines = text.rsplit_once('\n').map(|(lines, _)| lines.split('\n'));
    for line in lines.into_iter().flatten().map(str::trim) {
        if !line.is_empty() || !blank {
            lead.push_str(line);
            lead.push('\n');
        }
        blank = line.is_empty();
    }
    lead
}

/// Returns the comment after a value, in its old column; empty if there is none.
fn tail(text: &str) -> String {
    let comment = text.trim();
    if comment.is_empty() {
        return String::new();
    }
    let spaces = text.len() - text.trim_start().len();
    let aligned = text.trim_end().starts_with(' ') && !text.contains('\t');
    format!("{}{comment}", " ".repeat(if aligned { spaces.max(1) } else { 1 }))
}

/// Formats a value with a line of its own and the comment after it.
fn line(path: &DocPath, value: &mut Value) {
    if let Value::String(text) = value
        && layout::is_hexes(path)
    {
        let decor = text.decor().clone();
        *value = layout::with_decor(layout::inline(path, &toml::Value::String(text.value().clone())), &decor);
    }
    expressions::lay_out(path, value);
    inside(value, 1);
    let behind = tail(value.decor().suffix().and_then(RawString::as_str).unwrap_or_default());
    *value.decor_mut() = toml_edit::Decor::new(" ", behind);
}

/// Formats the contents of brackets or braces at nesting level `depth`.
fn inside(value: &mut Value, depth: usize) {
    match value {
        Value::Array(array) if is_one_line(array) => {
            for value in array.iter_mut() {
                inside(value, depth + 1);
                value.decor_mut().clear();
            }
            array.set_trailing("");
            array.set_trailing_comma(false);
        }
        Value::Array(array) => many_lines(array, depth),
        Value::InlineTable(table) if is_plain(table) => braces(table, depth),
        _ => {}
    }
}

fn braces(table: &mut InlineTable, depth: usize) {
    for (mut key, value) in table.iter_mut() {
        key.leaf_decor_mut().clear();
        key.dotted_decor_mut().clear();
        match value {
            Value::InlineTable(table) if table.is_dotted() => braces(table, depth),
            value => {
                inside(value, depth + 1);
                value.decor_mut().clear();
            }
        }
    }
    table.set_trailing("");
    table.set_trailing_comma(false);
}

/// Returns `true` if there are no line breaks and no comments between the braces.
fn is_plain(table: &InlineTable) -> bool {
    let free = |text: Option<&RawString>| !text.and_then(RawString::as_str).unwrap_or_default().contains(['\n', '#']);
    free(Some(table.trailing()))
        && table.iter().all(|(key, value)| {
            let key = table.key(key).map(Key::leaf_decor);
            free(key.and_then(toml_edit::Decor::prefix))
                && free(key.and_then(toml_edit::Decor::suffix))
                && free(value.decor().prefix())
                && free(value.decor().suffix())
        })
}

fn is_one_line(array: &Array) -> bool {
    let free = |text: Option<&RawString>| !text.and_then(RawString::as_str).unwrap_or_default().contains('\n');
    free(Some(array.trailing()))
        && array.iter().all(|value| free(value.decor().prefix()) && free(value.decor().suffix()))
}

/// Formats a list on several lines. Elements at the start of a line stay there.
fn many_lines(array: &mut Array, depth: usize) {
    let text = |text: Option<&RawString>| text.and_then(RawString::as_str).unwrap_or_default().to_owned();
    // The text between the last element and the bracket, with or without a comma.
    let mut end = text(Some(array.trailing()));
    if !array.trailing_comma()
        && let Some(last) = array.len().checked_sub(1).and_then(|last| array.get_mut(last))
    {
        end = text(last.decor().suffix()) + &end;
        last.decor_mut().set_suffix("");
    }
    array.set_trailing_comma(!array.is_empty());
    for (index, value) in array.iter_mut().enumerate() {
        inside(value, depth + 1);
        let before = between(&text(value.decor().prefix()), depth, depth);
        let before = if before.is_empty() && index > 0 { " ".to_owned() } else { before };
        let after = text(value.decor().suffix());
        let after = if after.contains('#') { after } else { String::new() };
        *value.decor_mut() = toml_edit::Decor::new(before, after);
    }
    let end = between(&end, depth, depth - 1);
    array.set_trailing(if end.is_empty() { format!("\n{}", INDENT.repeat(depth - 1)) } else { end });
}

/// Formats the text between two elements: a trailing comment of the first element, comment lines, and the indentation of the
/// next element.
fn between(text: &str, comments: usize, next: usize) -> String {
    let Some((behind, lines)) = text.split_once('\n') else { return String::new() };
    let mut between = tail(behind);
    for line in lines.split('\n').map(str::trim).filter(|line| !line.is_empty()) {
        between.push_str(&format!("\n{}{line}", INDENT.repeat(comments)));
    }
    format!("{between}\n{}", INDENT.repeat(next))
}

#[cfg(test)]
mod tests;
