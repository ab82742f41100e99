//! A block: the reversed band with the title of a chart, and the chart below.

use battlewright_charts::{Chart, ChartKind};
use emath::{Rect, pos2, vec2};

use super::rich::{Align, Lines, Rich};
use super::{BAND, Laid, ON_BAND, SheetPen, grid, kinds, track};
use crate::draw::Shape;

/// The room between the columns of a key, in points.
const GUTTER: f32 = 10.0;
/// The rounding that a column may be too high by, in points.
const ROUND: f32 = 0.002;

/// Draws a chart at this width.
pub(super) fn lay(chart: &Chart, pen: &SheetPen<'_>, width: f32) -> Laid {
    let mut laid = band(chart, pen, width);
    match &chart.kind {
        ChartKind::Grid(grid) => {
            laid.below(grid::lay(grid, pen, width), 0.0);
            if !grid.legend.is_empty() {
                let legend: Vec<Rich> =
                    grid.legend.iter().map(|(short, meaning)| kinds::entry(pen, short, meaning)).collect();
                laid.below(items(&legend, pen, width, 150.0), pen.style.pad + 1.0);
            }
        }
        ChartKind::Tracks(tracks) => {
            for (at, track) in tracks.iter().enumerate() {
                let gap = if at > 0 || !track.name.is_empty() { 2.0 } else { 0.0 };
                laid.below(track::lay(track, pen, width), gap);
            }
        }
        ChartKind::Key(entries) => {
            let entries: Vec<Rich> = entries.iter().map(|(short, meaning)| kinds::entry(pen, short, meaning)).collect();
            laid.below(items(&entries, pen, width, 120.0), pen.style.pad + 1.0);
        }
        ChartKind::Text(paragraphs) => {
            let paragraphs: Vec<Rich> = paragraphs.iter().map(|words| pen.rich(words, pen.body())).collect();
            laid.below(items(&paragraphs, pen, width, 240.0), pen.style.pad + 1.0);
        }
        ChartKind::Odds(_)
        | ChartKind::Modifiers(_)
        | ChartKind::Steps(_)
        | ChartKind::Terrain(_)
        | ChartKind::List(_) => {
            if let Some(table) = kinds::table(&chart.kind, pen) {
                laid.below(table.lay(pen, width), 0.0);
            }
        }
    }
    for note in &chart.notes {
        laid.below(paragraph(&pen.rich(note, pen.small()), pen, width), pen.style.pad.max(1.0) + 0.6);
    }
    laid
}

/// Draws the band with the title, and the words at its right or below it.
fn band(chart: &Chart, pen: &SheetPen<'_>, width: f32) -> Laid {
    const SIDE: f32 = 4.0;
    let leading = 1.15;
    let title = Rich::plain(&chart.title, pen.body().bold().sized(pen.style.title).colored(ON_BAND));
    let aside = pen.rich(&chart.aside, pen.body().sized(pen.style.head).colored(ON_BAND));
    let room = width - 2.0 * SIDE;
    let is_beside = title.width() + aside.width() + 8.0 <= room;
    let wide = if is_beside { title.width() + 0.5 } else { room };
    let title = Lines::new(&title, wide, leading);
    let aside = Lines::new(&aside, if is_beside { aside.width() + 0.5 } else { room }, leading);
    let inside = if is_beside { title.size.y.max(aside.size.y) } else { title.size.y + aside.size.y };
    let height = inside + 3.4;
    let mut laid = Laid { height, ..Laid::default() };
    laid.shapes.push(Shape::filled(Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height)), 0.0, BAND));
    let top = if is_beside { (height - title.size.y) / 2.0 } else { 1.7 };
    title.draw(pos2(SIDE, top), Align::Left, &mut laid.shapes, &mut laid.pictures);
    let below = if is_beside { (height - aside.size.y) / 2.0 } else { top + title.size.y };
    let left = if is_beside { width - SIDE - aside.size.x } else { SIDE };
    let align = if is_beside { Align::Right } else { Align::Left };
    aside.draw(pos2(left, below), align, &mut laid.shapes, &mut laid.pictures);
    laid
}

/// Draws a paragraph, with one fact.
pub(super) fn paragraph(words: &Rich, pen: &SheetPen<'_>, width: f32) -> Laid {
    let lines = Lines::new(words, width, pen.style.leading);
    let mut laid = Laid { height: lines.size.y, ..Laid::default() };
    lines.draw(pos2(0.0, 0.0), Align::Left, &mut laid.shapes, &mut laid.pictures);
    laid.facts.push(vec![Rect::from_min_size(pos2(0.0, 0.0), lines.size)]);
    laid
}

/// Draws paragraphs in columns of equal height, as many as are `least` wide.
fn items(items: &[Rich], pen: &SheetPen<'_>, width: f32, least: f32) -> Laid {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few at most, at least one")]
    let most = ((width + GUTTER) / (least + GUTTER)).floor().max(1.0) as usize;
    let across = most.min(items.len()).max(1);
    let count = f32::from(u16::try_from(across).unwrap_or(u16::MAX));
    let wide = (width - GUTTER * (count - 1.0)) / count;
    let texts: Vec<Laid> = items.iter().map(|item| paragraph(item, pen, wide)).collect();
    let gap = pen.style.pad * 0.5;
    let heights: Vec<f32> = texts.iter().map(|text| text.height + gap).collect();
    let height = lowest(&heights, across);
    let mut laid = Laid { height: 0.0, ..Laid::default() };
    let (mut column, mut y) = (0.0, 0.0);
    for (text, high) in texts.into_iter().zip(heights) {
        if y > 0.0 && y + high > height + ROUND {
            (column, y) = (column + 1.0, 0.0);
        }
        laid.add(text, vec2(column * (wide + GUTTER), y));
        y += high;
        laid.height = laid.height.max(y);
    }
    laid
}

/// Returns the least height at which items of these heights fit in `across` columns in their order.
fn lowest(heights: &[f32], across: usize) -> f32 {
    let columns = |limit: f32| {
        let (mut columns, mut y) = (1, 0.0);
        for high in heights {
            if y > 0.0 && y + high > limit + ROUND {
                (columns, y) = (columns + 1, 0.0);
            }
            y += high;
        }
        columns
    };
    let (mut low, mut high) = (heights.iter().copied().fold(0.0, f32::max), heights.iter().sum::<f32>());
    for _ in 0..24 {
        let middle = f32::midpoint(low, high);
        if columns(middle) <= across { high = middle } else { low = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_low_as_they_can_be() {
        assert!((lowest(&[10.0, 10.0, 10.0, 10.0], 2) - 20.0).abs() < 0.01);
        assert!((lowest(&[10.0, 30.0, 10.0, 10.0], 2) - 40.0).abs() < 0.01);
        assert!((lowest(&[10.0], 3) - 10.0).abs() < 0.01);
    }
}
