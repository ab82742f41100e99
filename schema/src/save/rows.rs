//! The matching of new rows with old rows.

use std::collections::{BTreeMap, VecDeque};

use toml::Value;

use crate::row_key;

/// Returns the index in `old` for each row of `new`, both rows of the list with the key `list`. Rows are matched by id. Rows
/// without an id are matched by their whole content, or else by their [key](crate::row_key), or else by all fields that are not
/// lists, such as the name of a road with another path. An unmatched row is taken as its predecessor's successor in `old`, if
/// that row is free: it was changed, or got another id, in place.
pub(crate) fn align(list: &str, old: &[Value], new: &[Value]) -> Vec<Option<usize>> {
    let mut rows = RowMatching::by_name_and_key(list, old, new);
    rows.match_by(words);
    rows.match_in_place();
    rows.was
}

/// Returns the index in `old` for each row of `new`, like [`align`], except that a row with another key is another row if its list
/// has [fixed](row_key::is_fixed) keys.
pub(crate) fn matching(list: &str, old: &[Value], new: &[Value]) -> Vec<Option<usize>> {
    if row_key::is_fixed(list) { same_key(list, old, new) } else { align(list, old, new) }
}

/// Returns the index in `old` for each row of `new` with the same id, content or key.
pub(crate) fn same_key(list: &str, old: &[Value], new: &[Value]) -> Vec<Option<usize>> {
    RowMatching::by_name_and_key(list, old, new).was
}

/// A search for the old rows of new ones.
struct RowMatching<'r> {
    old: &'r [Value],
    new: &'r [Value],
    /// `true` for each old row that is matched.
    taken: Vec<bool>,
    /// The old row of each new one.
    was: Vec<Option<usize>>,
}

impl<'r> RowMatching<'r> {
    fn by_name_and_key(list: &str, old: &'r [Value], new: &'r [Value]) -> Self {
        let mut rows = Self { old, new, taken: vec![false; old.len()], was: vec![None; new.len()] };
        rows.match_by(name);
        rows.match_by_keys(list);
        rows
    }

    fn take(&mut self, new: usize, old: usize) {
        if let (Some(was), Some(taken)) = (self.was.get_mut(new), self.taken.get_mut(old)) {
            *was = Some(old);
            *taken = true;
        }
    }

    /// Returns the rows without a match.
    fn free(rows: &'r [Value], is_matched: impl Fn(usize) -> bool) -> Vec<(usize, &'r Value)> {
        rows.iter().enumerate().filter(|(index, _)| !is_matched(*index)).collect()
    }

    fn free_old(&self) -> Vec<(usize, &'r Value)> {
        Self::free(self.old, |index| self.taken.get(index) == Some(&true))
    }

    fn free_new(&self) -> Vec<(usize, &'r Value)> {
        Self::free(self.new, |index| self.was.get(index).is_some_and(Option::is_some))
    }

    fn match_by(&mut self, name: impl Fn(&Value) -> Option<String>) {
        let mut known: BTreeMap<String, VecDeque<usize>> = BTreeMap::new();
        for (old, row) in self.free_old() {
            if let Some(name) = name(row) {
                known.entry(name).or_default().push_back(old);
            }
        }
        for (new, row) in self.free_new() {
            if let Some(old) = name(row).and_then(|name| known.get_mut(&name)?.pop_front()) {
                self.take(new, old);
            }
        }
    }

    /// Matches rows with most keys in common.
    fn match_by_keys(&mut self, list: &str) {
        let mut known: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (old, row) in self.free_old() {
            for key in row_key::keys(list, row) {
                known.entry(key).or_default().push(old);
            }
        }
        for (new, row) in self.free_new() {
            let mut common: BTreeMap<usize, usize> = BTreeMap::new();
            for key in row_key::keys(list, row) {
                for old in known.get(&key).into_iter().flatten() {
                    *common.entry(*old).or_default() += 1;
                }
            }
            let free = common.into_iter().filter(|(old, _)| self.taken.get(*old) == Some(&false));
            if let Some((old, _)) = free.max_by_key(|(old, common)| (*common, std::cmp::Reverse(*old))) {
                self.take(new, old);
            }
        }
    }

    fn match_in_place(&mut self) {
        let mut next = 0;
        for new in 0..self.new.len() {
            if self.was.get(new) == Some(&None) && self.taken.get(next) == Some(&false) {
                self.take(new, next);
            }
            if let Some(old) = self.was.get(new).copied().flatten() {
                next = old + 1;
            }
        }
    }
}

/// Returns the key for matching a row: its id, or its content.
fn name(row: &Value) -> Option<String> {
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
        assert_eq!(align("unit", &rows("a b c"), &rows("c a:changed b")), [Some(2), Some(0), Some(1)]);
        assert_eq!(align("unit", &rows("a b c"), &rows("a c")), [Some(0), Some(2)]);
        assert_eq!(align("unit", &rows("a b"), &rows("a x b")), [Some(0), None, Some(1)]);
        assert_eq!(
            align("unit", &rows("a b c"), &rows("a x c")),
            [Some(0), Some(1), Some(2)],
            "a new id in the old place"
        );
        assert_eq!(align("unit", &rows("a a"), &rows("a a a")), [Some(0), Some(1), None]);
    }

    #[test]
    fn rows_without_id_are_known_by_content() {
        let list = |names: &[&str]| names.iter().map(|n| Value::from(*n)).collect::<Vec<_>>();
        assert_eq!(align("unit", &list(&["x", "y"]), &list(&["y", "z"])), [Some(1), None]);
        assert_eq!(align("unit", &list(&["x", "y"]), &list(&["z", "y"])), [Some(0), Some(1)]);
    }

    #[test]
    fn rows_whose_lists_change_are_known_by_their_words() {
        let road = |name: &str, path: &[&str]| {
            let row =
                toml::Table::from_iter([("name".to_owned(), name.into()), ("path".to_owned(), path.to_vec().into())]);
            Value::Table(row)
        };
        let old = [road("Lane", &["1"]), road("Highway", &["2", "3"]), road("Highway", &["4"])];
        assert_eq!(align("unit", &old, &[road("Highway", &["2"])]), [Some(1)]);
        assert_eq!(align("unit", &old, &[road("Highway", &["4"]), road("Highway", &["2"])]), [Some(2), Some(1)]);
        assert_eq!(align("unit", &old, &[road("Track", &["1"]), road("Highway", &["5"])]), [Some(0), Some(1)]);
    }
}
