//! Rows and charts, made of their parts.

use battlewright_engine::game::Rule;

use crate::amount::Amount;
use crate::chart::{ChartKind, ListChart, ListRow, Modifier, ModifierGroup, OddsChart, OddsRow};
use crate::phrase::Phrase;

/// Returns a row of a list, within its group.
pub(super) fn row(cells: impl IntoIterator<Item = Phrase>) -> ListRow {
    ListRow { group: String::new(), cells: cells.into_iter().collect() }
}

/// Returns a list.
pub(super) fn list(heads: &[&str], rows: Vec<ListRow>) -> ChartKind {
    ChartKind::List(ListChart { heads: heads.iter().map(|head| (*head).to_owned()).collect(), rows })
}

/// Returns a row of results.
pub(super) fn result(when: impl Into<Phrase>, cells: impl IntoIterator<Item = Phrase>) -> OddsRow {
    OddsRow { when: when.into(), cells: cells.into_iter().collect() }
}

/// Returns results by a number.
pub(super) fn odds(heads: &[&str], rows: Vec<OddsRow>) -> ChartKind {
    ChartKind::Odds(OddsChart { heads: heads.iter().map(|head| (*head).to_owned()).collect(), rows })
}

/// Returns a modifier.
pub(super) fn modifier(
    amounts: impl IntoIterator<Item = Amount>,
    whose: impl Into<Phrase>,
    when: impl Into<Phrase>,
    rule: Rule,
) -> Modifier {
    Modifier { amounts: amounts.into_iter().collect(), whose: whose.into(), when: when.into(), rule }
}

/// Returns a group of modifiers without a title and without fractions.
pub(super) fn group(amounts_are: &str, modifiers: Vec<Modifier>) -> ModifierGroup {
    ModifierGroup { title: String::new(), amounts_are: amounts_are.to_owned(), modifiers, rounding: Phrase::default() }
}

/// Returns the neighboring dice, from 1, that have equal results: the first, the last, and the result.
pub(super) fn spans<T: Copy + PartialEq>(results: &[T]) -> Vec<(usize, usize, T)> {
    let mut spans: Vec<(usize, usize, T)> = Vec::new();
    for (die, result) in (1..).zip(results) {
        match spans.last_mut().filter(|(_, _, last)| last == result) {
            Some((_, to, _)) => *to = die,
            None => spans.push((die, die, *result)),
        }
    }
    spans
}

/// Returns numbers from the first to the last in words, such as `3 to 8`, `1, 2` or `10`.
pub(super) fn span_words(first: usize, last: usize) -> String {
    match last.saturating_sub(first) {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    }
}

/// Returns items with commas, and `and` before the last.
pub(super) fn listed(items: &[&str]) -> String {
    battlewright_schema::words::listed(items.iter().map(|item| (*item).to_owned()), "and")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_neighbors_are_one_row() {
        let spans = spans(&['a', 'a', 'b', 'a', 'a', 'a']);
        assert_eq!(spans, [(1, 2, 'a'), (3, 3, 'b'), (4, 6, 'a')]);
        let words: Vec<String> = spans.into_iter().map(|(first, last, _)| span_words(first, last)).collect();
        assert_eq!(words, ["1, 2", "3", "4 to 6"]);
    }
}
