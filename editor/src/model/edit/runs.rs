//! The serialized form of hex letters. Consecutive letters of a row form a run, so that a whole map takes little more
//! space than its rows.

use battlewright_schema::Cell;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A run of letters in consecutive hexes of a row.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LetterRun {
    /// The column of the first letter.
    #[serde(rename = "c")]
    column: u16,
    #[serde(rename = "r")]
    row: u16,
    /// `true` if the run goes from right to left.
    #[serde(rename = "b", default, skip_serializing_if = "std::ops::Not::not")]
    back: bool,
    #[serde(rename = "l")]
    letters: String,
}

/// Returns the runs of `cells`, in the same order.
fn of(cells: &[(Cell, char)]) -> Vec<LetterRun> {
    let mut runs: Vec<LetterRun> = Vec::new();
    let mut last = Cell::default();
    // The number of letters in the last run.
    let mut long = 0_usize;
    for (cell, letter) in cells {
        let next = |back: bool| if back { last.column.checked_sub(1) } else { last.column.checked_add(1) };
        let way = [false, true].into_iter().find(|back| next(*back) == Some(cell.column));
        match runs.last_mut().filter(|_| cell.row == last.row).zip(way) {
            Some((run, back)) if run.back == back || long == 1 => {
                run.back = back;
                run.letters.push(*letter);
                long += 1;
            }
            _ => {
                runs.push(LetterRun { column: cell.column, row: cell.row, back: false, letters: letter.to_string() });
                long = 1;
            }
        }
        last = *cell;
    }
    runs
}

/// Returns the cells of `runs`, or `None` if a column is out of range.
fn cells(runs: &[LetterRun]) -> Option<Vec<(Cell, char)>> {
    let mut cells = Vec::with_capacity(runs.iter().map(|run| run.letters.len()).sum());
    for run in runs {
        for (n, letter) in run.letters.chars().enumerate() {
            let n = u16::try_from(n).ok()?;
            let column = if run.back { run.column.checked_sub(n) } else { run.column.checked_add(n) }?;
            cells.push((Cell { column, row: run.row }, letter));
        }
    }
    Some(cells)
}

pub(super) fn serialize<S: Serializer>(cells: &[(Cell, char)], to: S) -> Result<S::Ok, S::Error> {
    of(cells).serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(Cell, char)>, D::Error> {
    let runs = Vec::<LetterRun>::deserialize(from)?;
    cells(&runs).ok_or_else(|| D::Error::custom("letters beyond the map"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cell(column: u16, row: u16) -> Cell {
        Cell { column, row }
    }

    #[test]
    fn a_row_is_a_word_whichever_way_it_runs() {
        let there: Vec<(Cell, char)> = (3..9).map(|column| (cell(column, 2), 'w')).collect();
        let back: Vec<(Cell, char)> = there.iter().rev().copied().collect();
        for (cells, column, turned) in [(&there, 3, false), (&back, 8, true)] {
            let run = LetterRun { column, row: 2, back: turned, letters: "wwwwww".to_owned() };
            assert_eq!(of(cells), [run]);
            assert_eq!(self::cells(&of(cells)).as_ref(), Some(cells));
        }
        // A reversal of direction and a change of row each begin another run.
        let all = [(cell(1, 0), 'a'), (cell(2, 0), 'b'), (cell(1, 0), 'c'), (cell(1, 1), 'd')];
        assert_eq!(of(&all).len(), 3);
        assert_eq!(cells(&of(&all)).as_deref(), Some(&all[..]));
        let beyond =
            |back| LetterRun { column: if back { 0 } else { u16::MAX }, row: 0, back, letters: "ab".to_owned() };
        assert_eq!([cells(&[beyond(true)]), cells(&[beyond(false)])], [None, None]);
    }

    proptest! {
        #[test]
        fn any_cells_are_read_as_they_were_written(
            all in prop::collection::vec(((0_u16..5, 0_u16..2), any::<char>()), 0..40),
        ) {
            let all: Vec<(Cell, char)> = all.into_iter().map(|((column, row), letter)| (cell(column, row), letter)).collect();
            prop_assert_eq!(cells(&of(&all)), Some(all));
        }
    }
}
