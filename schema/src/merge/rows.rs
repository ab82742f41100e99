//! The merge of lists of rows.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::{Conflict, RunningMerge};
use crate::order::{is_ordered, same};
use crate::path::DocPath;
use crate::row_key::{counted, key_of_part, key_without_parts, keys, parts_of};
use crate::save::rows::{matching, same_key};

/// The rows of one version, by number. A row has the same number in all versions.
type Numbered<'r> = BTreeMap<usize, &'r Value>;

impl RunningMerge {
    /// Merges lists of rows.
    pub(super) fn rows(
        &mut self,
        path: &DocPath,
        what: &str,
        base: &[Value],
        ours: &[Value],
        theirs: &[Value],
    ) -> Vec<Value> {
        let list = path.last_key().unwrap_or_default();
        let numbers = numbered(list, base, ours, theirs);
        let [was, our, their] = [(base, &numbers[0]), (ours, &numbers[1]), (theirs, &numbers[2])]
            .map(|(rows, numbers)| numbers.iter().copied().zip(rows).collect::<Numbered<'_>>());
        let row = |number: &usize| [&was, &our, &their].map(|rows| rows.get(number).copied());
        let named = |number: &usize| {
            let row = our.get(number).or_else(|| was.get(number)).copied();
            row.and_then(id).map_or_else(|| (number + 1).to_string(), str::to_owned)
        };
        let order = self.order(what, is_ordered(list), &numbers, named);
        let mut merged: Vec<(usize, Value)> = Vec::new();
        for number in order {
            let here = path.clone().index(merged.len());
            let made = match row(&number) {
                [_, None, None] => None,
                [None, Some(row), None] | [None, None, Some(row)] => Some(row.clone()),
                // One side removed the row, and the other side did not change it.
                [Some(was), Some(row), None] | [Some(was), None, Some(row)] if same(was, row) => None,
                [was, Some(ours), Some(theirs)] => {
                    let nothing = Value::Table(Table::new());
                    let called = called(what, ours, merged.len());
                    self.value(&here, &called, Some(was.unwrap_or(&nothing)), Some(ours), Some(theirs))
                }
                [was, ours, theirs] => {
                    let called = ours.or(theirs).map_or_else(String::new, |row| called(what, row, merged.len()));
                    self.conflict(&called, was, ours, theirs)
                }
            };
            // A row is gone if both sides together removed all its parts.
            let parts = |row: &Value| parts_of(list).and_then(|parts| Some(row.get(parts)?.as_array()?.len()));
            let had_parts =
                || [&our, &their].iter().any(|rows| rows.get(&number).is_some_and(|row| parts(row) > Some(0)));
            let made = made.filter(|row| parts(row) != Some(0) || !had_parts());
            merged.extend(made.map(|row| (number, row)));
        }
        self.without_repeats(list, what, merged, [&our, &their])
    }

    /// Returns the merged rows. If two of them have the same key, but no two of one side, then both sides gave different rows this
    /// key: a conflict, in which the rows or parts of the taken side stay.
    fn without_repeats(
        &mut self,
        list: &str,
        what: &str,
        mut merged: Vec<(usize, Value)>,
        sides: [&Numbered<'_>; 2],
    ) -> Vec<Value> {
        let counts = sides.map(|rows| counted(list, rows.values().copied()));
        let most = |key: &String| counts.iter().filter_map(|counts| counts.get(key)).max().copied().unwrap_or(0);
        let [our, their] = sides;
        let taken = self.take(our, their);
        // A row of the taken side that comes back with its key may repeat the key of a further row.
        loop {
            let mut repeated = counted(list, merged.iter().map(|(_, row)| row));
            repeated.retain(|key, count| *count > most(key).max(1));
            let before = if repeated.is_empty() { None } else { Some(merged.clone()) };
            for key in repeated.keys() {
                self.key_conflict(list, what, key, sides);
                merged = merged.into_iter().filter_map(|row| of_taken(list, key, row, taken)).collect();
            }
            // A part that one row has twice stays.
            if before.is_none_or(|before| before == merged) {
                return merged.into_iter().map(|(_, row)| row).collect();
            }
        }
    }

    /// Notes that both sides gave different rows the same `key`.
    fn key_conflict(&mut self, list: &str, what: &str, key: &String, sides: [&Numbered<'_>; 2]) {
        let holder = |rows: &Numbered<'_>| {
            rows.iter().find(|(_, row)| keys(list, row).contains(key)).map(|(number, row)| (*number, (*row).clone()))
        };
        let [Some((our_number, ours)), Some((their_number, theirs))] = sides.map(holder) else { return };
        let subject = called(what, &ours, our_number);
        let (ours, theirs) = match parts_of(list) {
            None => (ours, theirs),
            Some(_) => (subject.clone().into(), called(what, &theirs, their_number).into()),
        };
        let subject = if parts_of(list).is_some() { format!("{what} {}", key.trim()) } else { subject };
        self.conflicts.push(Conflict { subject, base: None, ours: Some(ours), theirs: Some(theirs), is_order: false });
    }
}

/// Returns what is left of a merged row when the repeated `key` stays in the row in which the `taken` side has it: the whole row,
/// that row of the taken side if the other side gave it the key, the row without a part, or nothing.
fn of_taken(
    list: &str,
    key: &String,
    (number, mut row): (usize, Value),
    taken: &Numbered<'_>,
) -> Option<(usize, Value)> {
    let own = taken.get(&number).copied();
    if !keys(list, &row).contains(key) || own.is_some_and(|own| keys(list, own).contains(key)) {
        return Some((number, row));
    }
    let Some(parts) = parts_of(list) else { return own.map(|own| (number, own.clone())) };
    // With another kind, for example, each part of the row has another key.
    if let Some(own) = own.filter(|own| key_without_parts(list, own) != key_without_parts(list, &row)) {
        return Some((number, own.clone()));
    }
    let whole = row.clone();
    let left = row.get_mut(parts)?.as_array_mut()?;
    left.retain(|part| part.as_str().and_then(|part| key_of_part(list, &whole, part)).as_ref() != Some(key));
    (!left.is_empty()).then_some((number, row))
}

/// Returns a number for each row of three lists: the number of the matching row of `base`, or a new one. Rows that both sides
/// added with the same id, content or key have the same number.
pub(super) fn numbered(list: &str, base: &[Value], ours: &[Value], theirs: &[Value]) -> [Vec<usize>; 3] {
    let mut next = base.len();
    let mut new = || {
        next += 1;
        next - 1
    };
    let our: Vec<Option<usize>> = was(list, base, ours);
    let their: Vec<Option<usize>> = was(list, base, theirs);
    let added = |rows: &[Value], was: &[Option<usize>]| -> Vec<Value> {
        rows.iter().zip(was).filter(|(_, was)| was.is_none()).map(|(row, _)| row.clone()).collect()
    };
    let (our_added, their_added) = (added(ours, &our), added(theirs, &their));
    let our_new: Vec<usize> = our_added.iter().map(|_| new()).collect();
    let both = same_key(list, &our_added, &their_added);
    let their_new: Vec<usize> =
        both.into_iter().map(|at| at.and_then(|at| our_new.get(at).copied()).unwrap_or_else(&mut new)).collect();
    let complete = |was: Vec<Option<usize>>, added: Vec<usize>| -> Vec<usize> {
        let mut added = added.into_iter();
        was.into_iter().filter_map(|was| was.or_else(|| added.next())).collect()
    };
    [(0..base.len()).collect(), complete(our, our_new), complete(their, their_new)]
}

fn id(row: &Value) -> Option<&str> {
    row.get("id")?.as_str()
}

/// Returns the matching row of `base` for each row. Rows with ids are matched by id, in any position.
pub(super) fn was(list: &str, base: &[Value], rows: &[Value]) -> Vec<Option<usize>> {
    if !base.iter().chain(rows).all(|row| id(row).is_some()) {
        return matching(list, base, rows);
    }
    let mut at: BTreeMap<Option<&str>, usize> = base.iter().enumerate().rev().map(|(at, row)| (id(row), at)).collect();
    // If rows share an id by mistake, the first one matches.
    rows.iter().map(|row| at.remove(&id(row))).collect()
}

/// Returns the name of a row in messages.
fn called(list: &str, row: &Value, at: usize) -> String {
    let words = ["id", "text", "name", "place"].iter().find_map(|key| row.get(key).and_then(Value::as_str));
    words.map_or_else(|| format!("{list} {}", at + 1), |words| format!("{list} {words}"))
}
