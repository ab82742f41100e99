//! The merge of hexside features, hexside by hexside. Two different streams do not conflict, and the order of the two hexes in
//! a hexside has no meaning.

use std::collections::BTreeSet;

use toml::{Table, Value};

use crate::HexsideId;

/// A feature on one hexside: its kind, name and source, and its two hexes in order.
type HexsideFeature = (Vec<Option<String>>, String);

/// Returns the kind, the name and the source of a row.
fn about(row: &Value) -> Vec<Option<String>> {
    ["kind", "name", "source"].iter().map(|key| Some(row.get(key)?.as_str()?.to_owned())).collect()
}

fn along(side: &str) -> String {
    match HexsideId::from(side).hexes() {
        Some((a, b)) if b < a => format!("{b}/{a}"),
        _ => side.to_owned(),
    }
}

fn between(row: &Value) -> impl Iterator<Item = &str> {
    row.get("between").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

fn sides(rows: &[Value]) -> BTreeSet<HexsideFeature> {
    rows.iter().flat_map(|row| between(row).map(|side| (about(row), along(side)))).collect()
}

/// Returns our rows without the hexsides that theirs removed and with those that theirs added. An added hexside goes into a row
/// with the same kind, name and source, or into a new row.
pub(super) fn merge(base: &[Value], ours: &[Value], theirs: &[Value]) -> Vec<Value> {
    let (was, our, their) = (sides(base), sides(ours), sides(theirs));
    let mut merged: Vec<Value> = Vec::new();
    for row in ours {
        let mut row = row.clone();
        let about = about(&row);
        let stays = |side: &str| {
            let side = (about.clone(), along(side));
            their.contains(&side) || !was.contains(&side)
        };
        if let Some(sides) = row.get_mut("between").and_then(Value::as_array_mut) {
            let before = sides.len();
            sides.retain(|side| side.as_str().is_none_or(&stays));
            if sides.is_empty() && before > 0 {
                continue;
            }
        }
        merged.push(row);
    }
    for row in theirs {
        let about = about(row);
        let is_new = |side: &&str| {
            let side = (about.clone(), along(side));
            !was.contains(&side) && !our.contains(&side)
        };
        let new: Vec<Value> = between(row).filter(is_new).map(Value::from).collect();
        if new.is_empty() {
            continue;
        }
        let like = merged.iter_mut().rev().find(|row| self::about(row) == about);
        match like.and_then(|row| row.get_mut("between")).and_then(Value::as_array_mut) {
            Some(sides) => sides.extend(new),
            None => {
                let mut own: Table = row.as_table().cloned().unwrap_or_default();
                own.insert("between".to_owned(), Value::Array(new));
                merged.push(Value::Table(own));
            }
        }
    }
    merged
}
