//! The words that the charts of several systems share: turns with their hours, hexes, entries, dice.

use battlewright_schema::{DocPath, EntryId, HexId};

use crate::phrase::Phrase;
use crate::source::Source;

/// Returns the path of a section of the file, such as `formation`.
pub(super) fn top(key: &str) -> DocPath {
    DocPath::root().key(key)
}

/// Returns a turn with its hour, such as `4 (11:00)`; the number alone if the scenario has no clock.
pub(super) fn turn(source: &Source<'_>, number: u8) -> String {
    source.common().turns().clock(number).map_or_else(|| number.to_string(), |hour| format!("{number} ({hour})"))
}

/// Returns hexes in a row, such as `0107, 0108`.
pub(super) fn hexes(hexes: &[HexId]) -> String {
    hexes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns words in a row, with `last` before the last of them, such as `a, b or c`.
pub(super) fn listed(parts: Vec<Phrase>, last: &str) -> Phrase {
    let count = parts.len();
    let mut all = Phrase::default();
    for (at, part) in parts.into_iter().enumerate() {
        let before = match at {
            0 => String::new(),
            _ if at + 1 == count => format!(" {last} "),
            _ => ", ".to_owned(),
        };
        all = if before.is_empty() { all.then(part) } else { all.then(before).then(part) };
    }
    all
}

/// The number of hexes above which an entry is told by its first and its last one.
const MANY_HEXES: usize = 4;

/// Returns an entry as players know it: its name and its hexes, such as `Metz road (2706)`. One along an edge of the map has too many of
/// them for a list: the first and the last one stand for all.
pub(super) fn entry(source: &Source<'_>, id: &EntryId) -> String {
    let Some(row) = source.common().entries().iter().find(|entry| entry.id == *id) else { return id.to_string() };
    let all = match row.hexes.as_slice() {
        [first, .., last] if row.hexes.len() > MANY_HEXES => format!("{first} to {last}"),
        some => hexes(some),
    };
    match row.name.as_deref() {
        Some(name) if !name.is_empty() => format!("{name} ({all})"),
        _ => all,
    }
}

/// Returns the letters of terrain that hexes of the map have.
pub(super) fn letters_on_map(source: &Source<'_>) -> Vec<char> {
    let (columns, rows) = source.common().size();
    let letters = source.common().hexes();
    let mut found = Vec::new();
    for row in 0..usize::from(rows) {
        for column in 0..usize::from(columns) {
            if let Some(letter) = letters.get(column, row).filter(|letter| !found.contains(letter)) {
                found.push(letter);
            }
        }
    }
    found
}

/// Returns the numbers of rows that follow each other and have equal results, such as `3 to 8`, with the results. Each row is a number
/// of the dice with its result.
pub(super) fn merged<T: PartialEq>(rows: Vec<(i64, T)>) -> Vec<(i64, i64, T)> {
    let mut spans: Vec<(i64, i64, T)> = Vec::new();
    for (number, result) in rows {
        match spans.last_mut() {
            Some((_, last, same)) if *same == result && last.saturating_add(1) == number => *last = number,
            _ => spans.push((number, number, result)),
        }
    }
    spans
}

/// Returns a span of numbers in words: `5`, `5, 6` or `5 to 7`.
pub(super) fn span(first: i64, last: i64) -> String {
    match last.saturating_sub(first) {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    }
}

/// Returns the number of throws of two dice, of 36, whose total is one of `first` to `last`.
pub(super) fn throws_of_two_dice(first: i64, last: i64) -> i64 {
    (first.max(2)..=last.min(12)).map(|total| 6 - (total - 7).abs()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_neighbors_are_one_span() {
        let spans = merged(vec![(2, 'a'), (3, 'b'), (4, 'b'), (5, 'b'), (6, 'a'), (7, 'a')]);
        assert_eq!(spans, [(2, 2, 'a'), (3, 5, 'b'), (6, 7, 'a')]);
        let texts: Vec<String> = spans.into_iter().map(|(first, last, _)| span(first, last)).collect();
        assert_eq!(texts, ["2", "3 to 5", "6, 7"]);
    }

    #[test]
    fn two_dice_have_36_throws() {
        assert_eq!(throws_of_two_dice(2, 12), 36);
        assert_eq!(throws_of_two_dice(6, 8), 16);
        assert_eq!(throws_of_two_dice(12, 14), 1);
    }

    #[test]
    fn the_last_word_is_joined_by_another() {
        let words = |parts: &[&str]| listed(parts.iter().map(|part| Phrase::from(*part)).collect(), "or").text();
        assert_eq!(words(&["a"]), "a");
        assert_eq!(words(&["a", "b", "c"]), "a, b or c");
    }
}
