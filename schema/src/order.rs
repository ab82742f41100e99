//! The order of rows and tables: its meaning, comparisons that respect it, and its three-way merge.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use crate::Scenario;

/// The table of sides, whose order defines who acts first.
const SIDES: &str = "side";

/// The lists of rows whose order has no meaning.
const UNORDERED: &[&str] = &[
    "place",
    "objective",
    "entry",
    "exit",
    "zone",
    "label",
    "road",
    "hexside",
    "obstacle",
    "choke_point",
    "detour",
    "earthworks",
    "chit",
    "cell",
    "hold",
    "points",
    "define",
    "forbid",
    "allow",
    "counter",
    "score",
    "win",
    "skip",
];

/// The lists of words without a meaning of order, in which each word counts once.
const SETS: &[&str] = &[
    "authors",
    "sources",
    "hexes",
    "between",
    "exits",
    "to",
    "chosen_chits",
    "enters",
    "controls_hexes",
    "controls",
    "controls_any",
    "enemy_lacks",
    "controls_more_of",
    "kinds",
    "formations",
    "units",
    "closed_to",
    "classes",
    "use",
    "extends",
    "drop",
    "replaces",
    "tags",
];

/// Returns `true` if the order of the table at `key` has a meaning.
pub(crate) fn is_ordered_table(key: &str) -> bool {
    key == SIDES
}

/// Returns `true` if the order of the list of rows at `key` has a meaning.
pub(crate) fn is_ordered(key: &str) -> bool {
    !UNORDERED.contains(&key)
}

/// Returns `true` if the list of words at `key` is a set.
pub(crate) fn is_set(key: &str) -> bool {
    SETS.contains(&key)
}

/// Returns `true` if two scenarios are equal, including the order of sides and terrain, which `==` ignores.
pub fn is_same(one: &Scenario, other: &Scenario) -> bool {
    let (a, b) = (one.common(), other.common());
    let sides = a.sides().into_iter().map(|side| side.id).eq(b.sides().into_iter().map(|side| side.id));
    let letters = a.terrain().iter().map(|terrain| terrain.letter).eq(b.terrain().iter().map(|terrain| terrain.letter));
    sides && letters && one == other
}

/// Returns `true` if two values are equal, including the order of tables, which `==` ignores.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Table(one), Value::Table(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.0 == b.0 && same(a.1, b.1))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| same(a, b))
        }
        _ => one == other,
    }
}

/// Returns `true` if both values are equal, or both are missing.
pub(crate) fn both_same(one: Option<&Value>, other: Option<&Value>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => same(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// Returns `true` if the common keys of both tables are in the same order.
pub(crate) fn same_keys(one: &Table, other: &Table) -> bool {
    one.keys().filter(|key| other.contains_key(*key)).eq(other.keys().filter(|key| one.contains_key(*key)))
}

/// Returns two lists without their common start and end.
pub(crate) fn differing<'l, T: PartialEq>(one: &'l [T], other: &'l [T]) -> (&'l [T], &'l [T]) {
    let start = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (one.get(start..).unwrap_or_default(), other.get(start..).unwrap_or_default());
    let end = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let shorter = |list: &'l [T]| list.get(..list.len() - end).unwrap_or_default();
    (shorter(one), shorter(other))
}

/// The result of merging three orders.
pub(crate) struct MergedOrder<K> {
    /// All keys of ours and theirs, in the merged order.
    pub keys: Vec<K>,
    /// `true` if both sides changed the order differently; then the order of ours is used.
    pub conflict: bool,
}

/// Merges three orders of keys: the result has the order of `ours`, or of `theirs` if only they changed it. Keys of only the
/// other list follow their predecessor there. No list may contain a key twice.
pub(crate) fn merge<K: Ord + Clone>(base: &[K], ours: &[K], theirs: &[K]) -> MergedOrder<K> {
    let [base_keys, our_keys, their_keys] = [base, ours, theirs].map(|list| list.iter().collect::<BTreeSet<_>>());
    let common = |key: &&K| our_keys.contains(key) && their_keys.contains(key);
    let in_base = |key: &&K| common(key) && base_keys.contains(key);
    let both_alike = ours.iter().filter(common).eq(theirs.iter().filter(common));
    let kept = |list: &[K]| list.iter().filter(in_base).eq(base.iter().filter(in_base));
    let (first, second, conflict) = match (kept(ours), kept(theirs)) {
        _ if both_alike => (ours, theirs, false),
        (true, false) => (theirs, ours, false),
        (false, true) => (ours, theirs, false),
        (true, true) | (false, false) => (ours, theirs, true),
    };
    let first_keys: BTreeSet<&K> = first.iter().collect();
    let mut behind: BTreeMap<Option<&K>, Vec<&K>> = BTreeMap::new();
    let mut last = None;
    for key in second {
        if first_keys.contains(key) {
            last = Some(key);
        } else {
            behind.entry(last).or_default().push(key);
        }
    }
    let mut keys = Vec::with_capacity(first.len());
    for key in std::iter::once(None).chain(first.iter().map(Some)) {
        keys.extend(key.cloned());
        keys.extend(behind.remove(&key).into_iter().flatten().cloned());
    }
    MergedOrder { keys, conflict }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_orders_become_one() {
        let made = |base: &str, ours: &str, theirs: &str| {
            let [base, ours, theirs] = [base, ours, theirs].map(|list| list.chars().collect::<Vec<_>>());
            let merged = merge(&base, &ours, &theirs);
            (merged.keys.into_iter().collect::<String>(), merged.conflict)
        };
        assert_eq!(made("abc", "abc", "cab"), ("cab".to_owned(), false));
        assert_eq!(made("abc", "cab", "abc"), ("cab".to_owned(), false));
        assert_eq!(made("abc", "cab", "cab"), ("cab".to_owned(), false));
        assert_eq!(made("abc", "bac", "acb"), ("bac".to_owned(), true));
        assert_eq!(made("abc", "axbc", "ycba"), ("ycbax".to_owned(), false), "behind what it stood behind");
        assert_eq!(made("abc", "ac", "cba"), ("cba".to_owned(), false));
        assert_eq!(made("", "ab", "ba"), ("ab".to_owned(), true), "both began it");
        assert_eq!(made("", "ab", "cab"), ("cab".to_owned(), false));
    }

    #[test]
    fn only_what_differs_is_told_of_two_orders() {
        assert_eq!(differing(&[1, 2, 3, 4], &[1, 3, 2, 4]), (&[2, 3][..], &[3, 2][..]));
        assert_eq!(differing(&[1, 1], &[1]), (&[1][..], &[][..]));
        assert_eq!(differing(&[1], &[1]), (&[][..], &[][..]));
    }
}
