//! Tables that are read by a row and a column, with a tint for the strength of each result.

use battlewright_charts::{ChartCell, GridChart};
use ecolor::Color32;
use emath::{Rect, pos2, vec2};

use super::rich::{Align, Lines, Rich, Type};
use super::{BAND, HEAD, INK, Laid, ON_BAND, ROW, SheetPen, THIN};
use crate::draw::{Shape, Stroke};

/// The tints of the results, in the gray of a byte: nothing, then lighter to darker.
const TINTS: [u8; 5] = [255, 237, 214, 186, 153];
/// The room left and right in a cell, in points.
const SIDE: f32 = 1.4;

/// Draws a grid at this width, with its facts, but for those of the legend.
pub(super) fn lay(grid: &GridChart, pen: &SheetPen<'_>, width: f32) -> Laid {
    let leading = pen.style.leading;
    let mut laid = Laid::default();
    let head = pen.head();
    let corner = Rich::plain(&grid.rows_are, head);
    let count = f32::from(u16::try_from(grid.columns.len().max(1)).unwrap_or(u16::MAX));
    let heads = grid.rows.iter().map(|row| Rich::plain(&row.head, head).width());
    let widest = heads.fold(corner.least_width(), f32::max) + 2.0 * SIDE + 4.0;
    let first = widest.max(width / (count + 1.0)).min(widest.max(64.0)).min(width * 0.4);
    let step = (width - first) / count;
    let at = |column: usize| first + step * f32::from(u16::try_from(column).unwrap_or(u16::MAX));

    let across = Lines::new(&Rich::plain(&grid.columns_are, head), width - first - 2.0 * SIDE, leading);
    let texts: Vec<[Lines; 2]> = grid
        .columns
        .iter()
        .map(|(main, small)| {
            let small = Rich::plain(small, pen.rule().colored(INK));
            [Rich::plain(main, head), small].map(|text| Lines::new(&text, step - 2.0 * SIDE, leading))
        })
        .collect();
    let title = if across.count() > 0 { across.size.y + 2.0 } else { 0.0 };
    let inner = texts.iter().map(|[main, small]| main.size.y + small.size.y).fold(0.0, f32::max);
    let corner = Lines::new(&corner, first - 2.0 * SIDE, leading);
    let height = (title + inner).max(corner.size.y) + 2.0 * pen.style.pad.max(0.8);
    laid.shapes.push(Shape::filled(Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height)), 0.0, HEAD));
    let top = height - pen.style.pad.max(0.8);
    corner.draw(pos2(SIDE, top - corner.size.y), Align::Center, &mut laid.shapes, &mut laid.pictures);
    if across.count() > 0 {
        let place = pos2(first + SIDE, pen.style.pad.max(0.8));
        across.draw(place, Align::Center, &mut laid.shapes, &mut laid.pictures);
    }
    let (mut columns, mut smalls) = (Vec::new(), Vec::new());
    for (n, [main, small]) in texts.iter().enumerate() {
        let below = top - small.size.y;
        main.draw(pos2(at(n) + SIDE, below - main.size.y), Align::Center, &mut laid.shapes, &mut laid.pictures);
        small.draw(pos2(at(n) + SIDE, below), Align::Center, &mut laid.shapes, &mut laid.pictures);
        // A head with a second line is known by the first.
        let known = Rect::from_min_max(pos2(at(n), below - main.size.y), pos2(at(n) + step, below));
        columns.push(known);
        if small.count() > 0 {
            smalls.push(vec![known, Rect::from_min_max(pos2(at(n), below), pos2(at(n) + step, top))]);
        }
    }
    let rule = Stroke::new(THIN, ROW);
    let lines_from = if across.count() > 0 { height - inner - pen.style.pad.max(0.8) } else { 0.0 };
    laid.height = height;
    for row in &grid.rows {
        let head = Lines::new(&Rich::plain(&row.head, head), first - 2.0 * SIDE, leading);
        let cells: Vec<Lines> = row.cells.iter().map(|cell| text(cell, pen, step - 2.0 * SIDE)).collect();
        let tallest = cells.iter().map(|cell| cell.size.y).fold(head.size.y, f32::max);
        let (top, high) = (laid.height, tallest + pen.style.pad.max(0.5) + 0.6);
        let place = Rect::from_min_size(pos2(0.0, top), vec2(first, high));
        laid.shapes.push(Shape::filled(place, 0.0, HEAD));
        let middle = |text: &Lines| place.center().y - text.size.y / 2.0;
        head.draw(pos2(SIDE, middle(&head)), Align::Center, &mut laid.shapes, &mut laid.pictures);
        for (n, (cell, text)) in row.cells.iter().zip(&cells).enumerate() {
            let rect = Rect::from_min_size(pos2(at(n), top), vec2(step, high));
            if let Some(fill) = tint(cell) {
                laid.shapes.push(Shape::filled(rect, 0.0, fill));
            }
            text.draw(pos2(rect.left() + SIDE, middle(text)), Align::Center, &mut laid.shapes, &mut laid.pictures);
            let column = columns.get(n).copied();
            laid.facts.push([place].into_iter().chain(column).chain([rect]).collect());
        }
        laid.height += high;
        let y = laid.height;
        laid.shapes.push(Shape::segment([pos2(0.0, y), pos2(width, y)], rule));
    }
    laid.facts.extend(smalls);
    for n in 0..grid.columns.len() {
        let from = if n == 0 { 0.0 } else { lines_from };
        laid.shapes.push(Shape::segment([pos2(at(n), from), pos2(at(n), laid.height)], rule));
    }
    laid.shapes.push(Shape::segment([pos2(0.0, height), pos2(width, height)], Stroke::new(0.8, INK)));
    laid.shapes.push(Shape::frame(Rect::from_min_size(pos2(0.0, 0.0), vec2(width, laid.height)), 0.0, rule));
    laid
}

/// Returns the ground of a cell; `None` for paper.
fn tint(cell: &ChartCell) -> Option<Color32> {
    match cell.weight {
        0 => None,
        weight => Some(TINTS.get(usize::from(weight)).map_or(BAND, |gray| Color32::from_gray(*gray))),
    }
}

/// Returns the letters of a cell, small enough for its width if they can be.
fn text(cell: &ChartCell, pen: &SheetPen<'_>, width: f32) -> Lines {
    let is_dark = usize::from(cell.weight) >= TINTS.len();
    let color = if is_dark && !cell.changed { ON_BAND } else { INK };
    let kind = Type { bold: is_dark || cell.changed, changed: cell.changed, color, ..pen.body() };
    let sizes = [kind.size, 7.5, 7.0];
    let fits = sizes.into_iter().map(|size| Rich::plain(&cell.text, kind.sized(size.min(kind.size))));
    let mut last = Rich::default();
    for rich in fits {
        let is_narrow = rich.width() <= width;
        last = rich;
        if is_narrow {
            break;
        }
    }
    Lines::new(&last, width, pen.style.leading)
}
