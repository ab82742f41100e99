//! The edit that turns one scenario into another. Its size depends on the differences only.

use battlewright_schema::{Cell, DocPath, HexRows, Scenario, is_same};
use serde_json::{Map, Value};

use super::Edit;

impl Edit {
    /// Returns the edit that turns `from` into `to`, or `None` if they are the same.
    pub fn between(from: &Scenario, to: &Scenario) -> Option<Self> {
        if is_same(from, to) {
            return None;
        }
        // Falls back to the whole scenario if small edits do not reproduce it exactly.
        let small = in_small(from, to).filter(|edit| {
            let mut scenario = from.clone();
            edit.clone().apply(&mut scenario);
            is_same(&scenario, to)
        });
        Some(small.unwrap_or_else(|| Self::Scenario(Box::new(to.clone()))))
    }
}

fn in_small(from: &Scenario, to: &Scenario) -> Option<Edit> {
    if from.system() != to.system() {
        return None;
    }
    let mut edits = Vec::new();
    let (a, b) = (from.common(), to.common());
    if a.size() == b.size() {
        if is_alike(a.hexes(), b.hexes()) {
            edits.extend(cells(a.hexes(), b.hexes()).map(Edit::Paint));
        } else {
            edits.push(Edit::HexRows(b.hexes().clone()));
        }
        match (a.levels(), b.levels()) {
            (Some(a), Some(b)) if is_alike(a, b) => edits.extend(cells(a, b).map(Edit::Levels)),
            (a, b) => edits.extend((a != b).then(|| Edit::LevelRows(b.cloned()))),
        }
    } else {
        let (columns, rows) = b.size();
        edits.push(Edit::Size { columns, rows, hexes: b.hexes().clone(), levels: b.levels().cloned() });
    }
    table(&DocPath::root(), &fields(from)?, &fields(to)?, &mut edits);
    Some(Edit::All(edits))
}

/// Returns the fields of a scenario without the size, terrain letters and levels of the map.
fn fields(scenario: &Scenario) -> Option<Map<String, Value>> {
    let Value::Object(named) = serde_json::to_value(scenario).ok()? else { return None };
    let Some((_, Value::Object(mut fields))) = named.into_iter().next() else { return None };
    if let Some(Value::Object(map)) = fields.get_mut("map") {
        for key in ["columns", "rows", "hexes", "levels"] {
            map.shift_remove(key);
        }
    }
    Some(fields)
}

fn table(path: &DocPath, old: &Map<String, Value>, new: &Map<String, Value>, edits: &mut Vec<Edit>) {
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        edits.push(Edit::Put(path.clone().key(key), None));
    }
    for (key, value) in new {
        let path = path.clone().key(key);
        match (old.get(key), value) {
            (Some(was), value) if was == value => {}
            (Some(Value::Object(was)), Value::Object(value)) => table(&path, was, value, edits),
            (Some(Value::Array(was)), Value::Array(value)) if path.0.len() == 1 => rows(&path, was, value, edits),
            _ => edits.push(Edit::Put(path, Some(value.clone()))),
        }
    }
}

fn rows(path: &DocPath, old: &[Value], new: &[Value], edits: &mut Vec<Edit>) {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old, new) = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let both = old.len().min(new.len());
    let at = |n: usize| path.clone().index(start + n);
    edits.extend(
        new.iter()
            .enumerate()
            .zip(old)
            .filter(|((_, new), old)| new != old)
            .map(|((n, row), _)| Edit::Put(at(n), Some(row.clone()))),
    );
    edits.extend((both..old.len()).rev().map(|n| Edit::Put(at(n), None)));
    edits.extend(new.iter().enumerate().skip(both).map(|(n, row)| Edit::Insert(at(n), row.clone())));
}

/// Returns `true` if two maps have the same number of rows and each row has the same length.
fn is_alike(a: &HexRows, b: &HexRows) -> bool {
    a.0.len() == b.0.len() && a.0.iter().zip(&b.0).all(|(a, b)| a.len() == b.len())
}

/// Returns the letters of `b` that differ from those of `a`, or `None` if there are none.
fn cells(a: &HexRows, b: &HexRows) -> Option<Vec<(Cell, char)>> {
    let mut cells = Vec::new();
    for (row, (a, b)) in a.0.iter().zip(&b.0).enumerate().filter(|(_, (a, b))| a != b) {
        for (column, (_, letter)) in a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b) {
            cells.push((Cell { column: u16::try_from(column).ok()?, row: u16::try_from(row).ok()? }, *letter));
        }
    }
    (!cells.is_empty()).then_some(cells)
}

#[cfg(test)]
mod tests {
    use crate::model::store::{BUNDLED, SHELF, read};

    use super::*;

    /// Returns the edit for a change of the bundled text, after checking that the edit and its inverse are correct.
    fn typed(change: impl Fn(&str) -> String) -> Edit {
        let from = read(BUNDLED).scenario.unwrap();
        let to = read(&change(BUNDLED)).scenario.unwrap();
        let edit = Edit::between(&from, &to).unwrap();
        let mut scenario = from.clone();
        let undo = edit.clone().apply(&mut scenario).unwrap();
        assert!(is_same(&scenario, &to));
        undo.apply(&mut scenario).unwrap();
        assert!(is_same(&scenario, &from));
        edit
    }

    #[test]
    fn what_is_typed_is_an_edit_as_large_as_itself() {
        let small = |edit: &Edit| serde_json::to_string(edit).unwrap().len();
        let last = BUNDLED.rfind("[[unit]]").unwrap();
        let end = last + BUNDLED[last..].find("\n\n").unwrap() + 2;
        let row = BUNDLED[last..end].to_owned();
        let again = row.replace("id = \"", "id = \"x");
        let edits = [
            typed(|text| text.replacen("er = 3", "er = 4", 1)),
            typed(|text| text.replacen("title = \"Mars-la-Tour\"", "title = \"Vionville\"", 1)),
            typed(|text| text.replacen(". . .", ". w .", 1)),
            typed(|text| format!("{}{}", &text[..last], &text[end..])),
            typed(|text| format!("{}{again}{}", &text[..last], &text[last..])),
        ];
        for edit in &edits {
            assert!(!matches!(edit, Edit::Scenario(_)) && small(edit) < 900, "{edit:?}");
        }
        assert!(
            matches!(&edits[2], Edit::All(edits) if matches!(edits.as_slice(), [Edit::Paint(cells)] if cells.len() == 1))
        );
    }

    #[test]
    fn every_scenario_becomes_every_other() {
        let all: Vec<Scenario> = SHELF.iter().filter_map(|bundled| read(bundled.text).scenario).collect();
        for from in &all {
            for to in &all {
                let Some(edit) = Edit::between(from, to) else {
                    assert!(is_same(from, to));
                    continue;
                };
                let mut scenario = from.clone();
                edit.apply(&mut scenario).unwrap();
                assert!(is_same(&scenario, to));
            }
        }
    }

    #[test]
    fn another_order_of_the_sides_is_a_change() {
        let from = read(BUNDLED).scenario.unwrap();
        let first = from.common().sides()[0].id.to_string();
        let start = BUNDLED.find(&format!("[side.{first}]")).unwrap();
        let section = |at: usize| BUNDLED[at + 1..].find("\n[").map_or(BUNDLED.len(), |end| at + end + 2);
        let (middle, end) = (section(start), section(section(start)));
        let turned = [&BUNDLED[..start], &BUNDLED[middle..end], &BUNDLED[start..middle], &BUNDLED[end..]].concat();
        let to = read(&turned).scenario.unwrap();
        assert_ne!(to.common().sides()[0].id.to_string(), first);
        let mut scenario = from;
        Edit::between(&scenario, &to).unwrap().apply(&mut scenario).unwrap();
        assert!(is_same(&scenario, &to));
    }
}
