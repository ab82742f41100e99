//! Keeps the scan aligned with the hexes.

use super::draft::Draft;
use crate::{Cell, Grid, Orientation, Pixel, Pixels, Scan};

/// Returns the scan aligned with the new map, or the reason that this is impossible.
pub(super) fn carried(scan: &Scan, draft: &Draft, new: &Grid) -> Result<Scan, &'static str> {
    let to = |column, row| (draft.to)(&draft.steps, column, row);
    let ((column, row), across, down) = (to(0, 0), to(2, 0), to(0, 2));
    // Columns (or rows) two apart have the same shift, so half the way between them is one step.
    let step = |(to_column, to_row): (i32, i32)| ((to_column - column) / 2, (to_row - row) / 2);
    let (across, down) = (step(across), step(down));
    if across.0 * down.1 < across.1 * down.0 {
        return Err("it would have to be mirrored");
    }
    let way = |of_column: i32, of_row: i32| {
        let along = |column: Pixels, row: Pixels| column.get() * f64::from(of_column) + row.get() * f64::from(of_row);
        [along(scan.column.x, scan.row.x), along(scan.column.y, scan.row.y)]
    };
    let (new_column, new_row) = (way(across.0, down.0), way(across.1, down.1));
    // The shift difference, in hexes, between the old and the new first hex.
    let half = f64::from(i8::from(draft.first_is_shifted) - i8::from(new.is_shifted(Cell::default()))) / 2.0;
    let (columns, rows) = match draft.orientation {
        Orientation::Flat => (f64::from(column), f64::from(row) + half),
        Orientation::Pointy => (f64::from(column) + half, f64::from(row)),
    };
    let first = |at: Pixels, column: f64, row: f64| at.get() - column * columns - row * rows;
    let ([column_x, column_y], [row_x, row_y]) = (new_column, new_row);
    let pixel = |x: f64, y: f64| Some(Pixel { x: Pixels::new(x)?, y: Pixels::new(y)? });
    let carried = || {
        Some(Scan {
            first: pixel(first(scan.first.x, column_x, row_x), first(scan.first.y, column_y, row_y))?,
            column: pixel(column_x, column_y)?,
            row: pixel(row_x, row_y)?,
            ..scan.clone()
        })
    };
    carried().ok_or("its first hex would be too far away")
}
