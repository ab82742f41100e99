//! Rows of letters that do not fit the map's size.

use std::collections::BTreeSet;

use crate::common::map::VOID;
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::{Fix, TextEdit};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Rows of the map with more or fewer letters than `columns`.
    ///
    /// # Why it matters
    /// Each row needs one letter per column, with `_` where the map has no hex. If all rows have the same length, the
    /// finding suggests to change `columns`.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// columns = 3
    /// hexes = """
    /// . . .
    /// . .                  # a letter is missing
    /// . . .
    /// """
    /// ```
    ///
    /// # Remedy
    /// Correct the rows, or `columns`.
    RAGGED_MAP_ROWS = "ragged-map-rows", Error
}

finding! {
    /// # What it finds
    /// Fewer rows of letters than `rows`.
    ///
    /// # Why it matters
    /// The last rows of the map have no terrain.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// rows = 3
    /// hexes = """
    /// . . .
    /// . . .
    /// """                  # one row is missing
    /// ```
    ///
    /// # Remedy
    /// Add the missing rows, or lower `rows`.
    SHORT_MAP = "short-map", Error
}

finding! {
    /// # What it finds
    /// More rows of letters than `rows`.
    ///
    /// # Why it matters
    /// The extra rows are not on the map. The finding is reported at the first of them.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// rows = 1
    /// hexes = """
    /// . . .
    /// . . .                # one row too many
    /// """
    /// ```
    ///
    /// # Remedy
    /// Remove the extra rows, or raise `rows`.
    TOO_MANY_ROWS = "too-many-rows", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if !cx.map.is_sized() {
        return;
    }
    let map = DocPath::root().key("map");
    let hexes = map.clone().key("hexes");
    let (columns, rows) = (usize::from(cx.map.columns), usize::from(cx.map.rows));
    let letters = &cx.map.hexes.0;
    let lengths: BTreeSet<usize> = letters.iter().map(Vec::len).collect();
    match lengths.iter().copied().collect::<Vec<_>>().as_slice() {
        [one] if *one != columns && letters.len() > 1 => {
            let message = format!("`columns` is {columns}, but each row has {}", count(*one));
            let write = |text: &crate::place::Places<'_>| text.write(&map.clone().key("columns"), one.to_string());
            found.push(
                RAGGED_MAP_ROWS
                    .at(map.clone().key("columns"), message)
                    .related(hexes.clone(), "the rows")
                    .help(format!("write `columns = {one}`, or write {columns} letters in each row"))
                    .fix(Fix::offer(format!("write `columns = {one}`"), cx.text.and_then(write))),
            );
        }
        _ => {
            for (row, letters) in letters.iter().enumerate().filter(|(_, letters)| letters.len() != columns) {
                let message = format!("row {} has {}, not {columns}", row + 1, count(letters.len()));
                let too_many = cx.rest_of_row_span(row, columns);
                let span = too_many.or_else(|| cx.rest_of_row_span(row, 0)).or_else(|| cx.row_span(row));
                let finding = RAGGED_MAP_ROWS.at(hexes.clone(), message).span(span).fix(even(cx, row));
                found.push(finding.help("write one letter per hex, and `_` for missing hexes"));
            }
        }
    }
    if letters.len() < rows {
        let message = format!("`rows` is {rows}, but `hexes` has {}", crate::words::counted(letters.len(), "row"));
        let path = map.key("rows");
        let edit = cx.text.and_then(|text| text.write(&path, letters.len().to_string()));
        let fix = Fix::offer(format!("write `rows = {}`", letters.len()), edit);
        found.push(
            SHORT_MAP
                .at(path, message)
                .related(hexes, "the rows")
                .help("add the missing rows, or lower `rows`")
                .fix(fix),
        );
    } else if letters.len() > rows {
        let message = format!("row {} is not on the map: `rows` is {rows}", rows + 1);
        let span = cx.rest_of_row_span(rows, 0).or_else(|| cx.row_span(rows));
        let help = format!("`hexes` has {}", crate::words::counted(letters.len(), "row"));
        let path = map.key("rows");
        let edit = cx.text.and_then(|text| text.write(&path, letters.len().to_string()));
        let fix = Fix::offer(format!("write `rows = {}`", letters.len()), edit);
        let finding = TOO_MANY_ROWS.at(hexes, message).related(path, "the number of rows");
        found.push(finding.help(help).span(span).fix(blank_rows(cx)).fix(fix));
    }
}

/// Returns a fix that makes a row as long as the map is wide. Removing letters of missing hexes only is safe.
fn even(cx: &Context<'_>, row: usize) -> Option<Fix> {
    let columns = usize::from(cx.map.columns);
    let letters = cx.map.hexes.0.get(row)?;
    let Some(more) = letters.get(columns..).filter(|more| !more.is_empty()) else {
        let end = cx.rest_of_row_span(row, 0)?.end;
        let blanks = format!(" {VOID}").repeat(columns - letters.len());
        return Fix::offer("fill the row with `_`", TextEdit::new(end..end, blanks));
    };
    // The extra letters begin after the last letter that stays.
    let start = cx.letter_spans(row).nth(columns.checked_sub(1)?)?.end;
    let edit = TextEdit::new(start..cx.rest_of_row_span(row, columns)?.end, "");
    let fix = Fix::offer("remove the extra letters", edit)?;
    Some(Fix { safe: more.iter().all(|letter| *letter == VOID), ..fix })
}

/// Returns a fix that removes extra rows if none has a hex.
fn blank_rows(cx: &Context<'_>) -> Option<Fix> {
    let rows = usize::from(cx.map.rows);
    let more = cx.map.hexes.0.get(rows..)?;
    let blank = more.iter().flatten().all(|letter| *letter == VOID);
    let start = cx.row_span(rows.checked_sub(1)?)?.end;
    let end = cx.row_span(cx.map.hexes.0.len().checked_sub(1)?)?.end;
    Fix::safe("remove the rows without hexes", blank.then(|| TextEdit::new(start..end, "")))
}

fn count(letters: usize) -> String {
    crate::words::counted(letters, "letter")
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn a_row_is_as_long_as_there_are_columns() {
        assert_eq!(
            shown(&[(". w w . T . . .", ". w w . T . ."), (". . . . . w . .", ". . . . . w . . w w")]),
            ["ragged-map-rows . w w . T . .", "ragged-map-rows w w"]
        );
    }

    #[test]
    fn rows_of_one_length_show_that_columns_is_wrong() {
        assert_eq!(shown(&[("columns = 8", "columns = 9")]), ["ragged-map-rows 9"]);
    }

    #[test]
    fn there_are_as_many_rows_as_said() {
        assert_eq!(shown(&[("rows = 6", "rows = 7")]), ["short-map 7"]);
        assert_eq!(shown(&[("rows = 6", "rows = 5")]), ["too-many-rows . . . . . . . ."]);
    }

    #[test]
    fn a_blank_line_is_an_empty_row() {
        assert_eq!(shown(&[(". . . . . w . .\n", "\n")]), ["ragged-map-rows "]);
    }
}
