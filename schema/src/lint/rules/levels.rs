//! Elevation levels: one digit per hex, and roads that are not too steep.

use crate::common::grid::Cell;
use crate::common::map::VOID;
use crate::diagnostic::{Diagnostic, finding, shown};
use crate::lint::ENOUGH;
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Rows of levels that do not match the rows of terrain letters.
    ///
    /// # Why it matters
    /// `levels` needs a digit for each letter of `hexes`, in the same number of rows. `_` is allowed where the map has
    /// no hex.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// hexes = """
    /// . . .
    /// """
    /// levels = """
    /// 1 1                  # a digit is missing
    /// """
    /// ```
    ///
    /// # Remedy
    /// Add the missing digits or rows, or remove the extra ones.
    LEVELS_MISMATCH = "levels-mismatch", Error
}

finding! {
    /// # What it finds
    /// A level that is not a digit from 1 to 9.
    ///
    /// # Why it matters
    /// Level 1 is the lowest ground. The five levels of Position Magnifique are about 30 meters each.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// levels = """
    /// 1 1 o                # levels are digits from 1 to 9
    /// """
    /// ```
    ///
    /// # Remedy
    /// Write a digit from 1 to 9, or `_` where the map has no hex.
    BAD_LEVEL = "bad-level", Error
}

finding! {
    /// # What it finds
    /// A road that climbs two levels or more in one step.
    ///
    /// # Why it matters
    /// Such a step is a cliff, and a road would avoid it.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// levels = """
    /// 1 4 1
    /// """
    ///
    /// [[road]]
    /// path = ["0101", "0201", "0301"]
    /// ```
    ///
    /// # Remedy
    /// Correct a level, or reroute the road.
    STEEP_ROAD = "steep-road", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(levels) = cx.map.levels else { return };
    // Letters that do not match the map's size are findings of their own.
    if !cx.map.is_full {
        return;
    }
    let path = DocPath::root().key("map").key("levels");
    let columns = usize::from(cx.map.columns);
    if levels.0.len() != usize::from(cx.map.rows) {
        let message = format!("{} rows of levels, but {} rows of letters", levels.0.len(), cx.map.rows);
        found.push(LEVELS_MISMATCH.at(path, message).help("write one row of digits for each row of letters"));
        return;
    }
    let before = found.len();
    for (row, digits) in levels.0.iter().enumerate() {
        if found.len() >= before + ENOUGH {
            break;
        }
        if digits.len() != columns {
            let message = format!("row {} of the levels has {} digits, but {columns} letters", row + 1, digits.len());
            let span = cx.level_span(row, columns.min(digits.len()));
            found.push(
                LEVELS_MISMATCH
                    .at(path.clone(), message)
                    .help("write one digit per hex, and `_` for missing hexes")
                    .span(span),
            );
            continue;
        }
        for (column, digit) in digits.iter().enumerate().filter(|(_, digit)| !matches!(digit, '1'..='9')) {
            let has = cx.map.hexes.get(column, row).is_some_and(|letter| letter != VOID);
            if *digit == VOID && !has {
                continue;
            }
            let span = cx.level_span(row, column);
            found.push(match digit {
                &VOID => LEVELS_MISMATCH
                    .at(path.clone(), "a hex of the map has no level")
                    .help("levels are digits from 1 to 9")
                    .span(span),
                _ => BAD_LEVEL
                    .at(path.clone(), format!("{} is not a level", shown(&digit.to_string())))
                    .help("levels are digits from 1 to 9")
                    .span(span),
            });
        }
    }
    if found.len() == before {
        steep_roads(cx, |cell| levels.get(cell.column.into(), cell.row.into())?.to_digit(10), found);
    }
}

fn steep_roads(cx: &Context<'_>, level: impl Fn(Cell) -> Option<u32>, found: &mut Vec<Diagnostic>) {
    let Some(grid) = &cx.map.grid else { return };
    for [(a, from), (b, to)] in cx.road_steps() {
        let (Some(low), Some(high)) = (level(a), level(b)) else { continue };
        if low.abs_diff(high) >= 2 {
            let (a, b) = (grid.name(a), grid.name(b));
            let finding = STEEP_ROAD
                .at(to.path(), format!("the road goes from level {low} at {a} to level {high} at {b}"))
                .related(from.path(), "from here")
                .help("correct one of the two levels, or reroute the road");
            found.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    const LAST: &str = "2 2 2 2 2 3 3 3\n\"";

    #[test]
    fn levels_have_the_shape_of_the_letters() {
        assert_eq!(shown(&[(LAST, "\"")]).len(), 1);
        assert_eq!(shown(&[(LAST, "2 2 2 2 2 3 3\n\"")]), ["levels-mismatch 2 2 2 2 2 3 3"]);
        assert_eq!(shown(&[(LAST, "2 2 2 2 2 3 3 _\n\"")]), ["levels-mismatch _"]);
        let void = (". . . . . . . .\n\"\"\"\n# How", ". . . . . . . _\n\"\"\"\n# How");
        assert_eq!(shown(&[void, (LAST, "2 2 2 2 2 3 3 _\n\"")]), [] as [&str; 0]);
    }

    #[test]
    fn levels_are_digits() {
        assert_eq!(shown(&[(LAST, "2 2 2 2 2 3 3 0\n\"")]), ["bad-level 0"]);
        assert_eq!(shown(&[(LAST, "2 2 2 2 2 3 3 x\n\"")]), ["bad-level x"]);
    }

    #[test]
    fn roads_do_not_climb_cliffs() {
        assert_eq!(shown(&[("2 3 3 2 1 1 2 2\n2 2", "2 3 3 2 1 2 2 2\n2 2")]), [] as [&str; 0]);
        assert_eq!(shown(&[("2 3 3 2 1 1 2 2\n2 2", "2 3 3 2 1 3 2 2\n2 2")]), ["steep-road \"0603\""]);
    }
}
