//! The arrangement of charts: their rows and stacks, and the columns of their tables, for whoever shows them.

use crate::chart::Place;

/// The columns into which a page is divided.
const COLUMNS: u8 = 12;

/// The most letters of a cell that stands in a column of numbers: of a number with its unit, and of a word.
const NUMBER: usize = 24;
const WORD: usize = 10;

/// Returns the rows of one page, each with its stacks from left to right, as indices of `places`. A row that is wider than the page is
/// broken.
pub fn rows(places: &[Place]) -> Vec<Vec<Vec<usize>>> {
    let stack_of = |at: usize| places.get(at).and_then(|place| place.stack);
    let mut rows: Vec<(u8, Vec<Vec<usize>>)> = Vec::new();
    for (at, place) in places.iter().enumerate() {
        if rows.last().is_none_or(|(order, _)| *order != place.order) {
            rows.push((place.order, Vec::new()));
        }
        let Some((_, stacks)) = rows.last_mut() else { continue };
        let is_same = |stack: &&mut Vec<usize>| stack.iter().any(|other| stack_of(*other) == place.stack);
        match stacks.iter_mut().find(is_same).filter(|_| place.stack.is_some()) {
            Some(stack) => stack.push(at),
            None => stacks.push(vec![at]),
        }
    }
    let mut broken: Vec<Vec<Vec<usize>>> = Vec::new();
    for (_, stacks) in rows {
        let mut used = u8::MAX;
        for stack in stacks {
            let span = span(places, &stack);
            match broken.last_mut() {
                Some(row) if used.saturating_add(span) <= COLUMNS => {
                    row.push(stack);
                    used += span;
                }
                _ => {
                    broken.push(vec![stack]);
                    used = span;
                }
            }
        }
    }
    broken
}

/// Returns the width of a stack of charts, in twelfths of the page: that of its widest chart.
pub fn span(places: &[Place], stack: &[usize]) -> u8 {
    let spans = stack.iter().filter_map(|at| places.get(*at)).map(|place| place.span.clamp(1, COLUMNS));
    spans.max().unwrap_or(COLUMNS)
}

/// Returns `true` for the head of a column with the numbers of rules.
pub fn is_of_rules(head: &str) -> bool {
    ["Rule", "Rules", "Ruling"].contains(&head)
}

/// Returns `true` if the texts of a column are numbers, which stand centered.
pub fn are_numbers<'t>(cells: impl IntoIterator<Item = &'t str>) -> bool {
    let mut has_number = false;
    for text in cells.into_iter().map(str::trim).filter(|text| !text.is_empty()) {
        if !is_short(text) {
            return false;
        }
        has_number |= is_number(text) && text != "—" || ["yes", "no"].contains(&text);
    }
    has_number
}

/// Returns `true` for a cell that may stand in a column of numbers.
fn is_short(text: &str) -> bool {
    let count = text.chars().count();
    is_number(text) && count <= NUMBER
        || count <= WORD && !text.contains(' ')
        || matches!(text, "all MP" | "as the hex" | "its hex")
}

/// Returns `true` for a number with its sign and unit, a range of numbers, or nothing.
pub fn is_number(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|c| c.is_ascii_digit() || "+\u{2212}½¼¾×—·◂≤≥".contains(c))
}

/// Returns `true` for a number that names a hex or an hour rather than an amount.
pub fn is_name(text: &str) -> bool {
    text.contains(':') || text.len() >= 4 && text.chars().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(order: u8, span: u8, stack: Option<u8>) -> Place {
        Place { page: 1, order, span, stack, may_move: true }
    }

    #[test]
    fn charts_of_a_row_stand_beside_each_other_and_those_of_a_stack_below() {
        let places = [
            place(0, 6, Some(0)),
            place(0, 6, Some(1)),
            place(0, 5, Some(0)),
            place(1, 8, None),
            place(1, 8, None),
            place(1, 4, None),
        ];
        assert_eq!(rows(&places), [vec![vec![0, 2], vec![1]], vec![vec![3]], vec![vec![4], vec![5]]]);
        assert_eq!(span(&places, &[0, 2]), 6);
        assert_eq!(rows(&[]), Vec::<Vec<Vec<usize>>>::new());
    }

    #[test]
    fn numbers_are_known_by_their_signs() {
        assert!(are_numbers(["+2", "—", "all MP", ""]));
        assert!(!are_numbers(["+2", "whenever the defender is in a town"]));
        assert!(!are_numbers(["never", "always"]), "words alone are no numbers");
        assert!(is_name("0814") && is_name("13:30") && !is_name("+2"));
        assert!(is_of_rules("Rule") && !is_of_rules("Effect"));
    }
}
