//! Matching of new rows with old rows.

use std::collections::{BTreeMap, VecDeque};

use toml::Value;

/// Returns the index in `old` for each row of `new`. Rows are matched by id. Rows without an id are matched by their whole
/// content, or else by all fields that are not lists, such as the name of a road with another path. An unmatched row is taken
/// as its predecessor's successor in `old`, if that row is free: it was changed, or got another id, in place.
pub(crate) fn align(old: &[Value], new: &[Value]) -> Vec<Option<usize>> {
    let mut taken = vec![false; old.len()];
    let mut was = vec![None; new.len()];
    for name in [name, words] {
        let mut known: BTreeMap<String, VecDeque<usize>> = BTreeMap::new();
        for (index, row) in old.iter().enumerate().filter(|(index, _)| taken.get(*index) == Some(&false)) {
            if let Some(name) = name(row) {
                known.entry(name).or_default().push_back(index);
            }
        }
        for (was, row) in was.iter_mut().zip(new).filter(|(was, _)| was.is_none()) {
            *was = name(row).and_then(|name| known.get_mut(&name)?.pop_front());
            if let Some(taken) = was.and_then(|index: usize| taken.get_mut(index)) {
                *taken = true;
            }
        }
    }
    let mut next = 0;
    for index in &mut was {
        if index.is_none() && taken.get(next) == Some(&false) {
            *index = Some(next);
        }
        if let Some(index) = *index {
            if let Some(taken) = taken.get_mut(index) {
                *taken = true;
            }
            next = index + 1;
        }
    }
    was
}

/// Returns the key for matching a row: its id, or its content.
pub(crate) fn name(row: &Value) -> Option<String> {
    Some(match row.get("id") {
        Some(Value::String(id)) => format!("id {id}"),
        _ => format!("row {row:?}"),
    })
}

/// Returns the fields of a row without an id, except for lists.
fn words(row: &Value) -> Option<String> {
    let row = row.as_table().filter(|row| !row.contains_key("id"))?;
    let words: Vec<_> = row.iter().filter(|(_, value)| !value.is_array()).collect();
    Some(format!("{words:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(ids: &str) -> Vec<Value> {
        ids.split_whitespace()
            .map(|id| {
                let (id, note) = id.split_once(':').unwrap_or((id, ""));
                Value::try_from(BTreeMap::from([("id", id), ("note", note)])).unwrap()
            })
            .collect()
    }

    #[test]
    fn rows_are_known_by_id_wherever_they_go() {
        assert_eq!(align(&rows("a b c"), &rows("c a:changed b")), [Some(2), Some(0), Some(1)]);
        assert_eq!(align(&rows("a b c"), &rows("a c")), [Some(0), Some(2)]);
        assert_eq!(align(&rows("a b"), &rows("a x b")), [Some(0), None, Some(1)]);
        assert_eq!(align(&rows("a b c"), &rows("a x c")), [Some(0), Some(1), Some(2)], "a new id in the old place");
        assert_eq!(align(&rows("a a"), &rows("a a a")), [Some(0), Some(1), None]);
    }

    #[test]
    fn rows_without_id_are_known_by_content() {
        let list = |names: &[&str]| names.iter().map(|n| Value::from(*n)).collect::<Vec<_>>();
        assert_eq!(align(&list(&["x", "y"]), &list(&["y", "z"])), [Some(1), None]);
        assert_eq!(align(&list(&["x", "y"]), &list(&["z", "y"])), [Some(0), Some(1)]);
    }

    #[test]
    fn rows_whose_lists_change_are_known_by_their_words() {
        let road = |name: &str, path: &[&str]| {
            let row =
                toml::Table::from_iter([("name".to_owned(), name.into()), ("path".to_owned(), path.to_vec().into())]);
            Value::Table(row)
        };
        let old = [road("Lane", &["1"]), road("Highway", &["2", "3"]), road("Highway", &["4"])];
        assert_eq!(align(&old, &[road("Highway", &["2"])]), [Some(1)]);
        assert_eq!(align(&old, &[road("Highway", &["4"]), road("Highway", &["2"])]), [Some(2), Some(1)]);
        assert_eq!(align(&old, &[road("Track", &["1"]), road("Highway", &["5"])]), [Some(0), Some(1)]);
    }
}
