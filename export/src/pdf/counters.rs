//! Sheets of counters to cut out: fronts, and matching backs for duplex printing.

use std::sync::Arc;

use battlewright_engine::show::{Marker, Piece};
use emath::{Rect, Vec2, pos2, vec2};

use super::foot::{self, Foot};
use super::page::{Item, PdfPage};
use super::{Flip, HAIR, MARGIN, Paper, PdfOptions, PrintedPieces, paper::MM};
use crate::draw::counters::{self, CounterStyle};
use crate::draw::{Counters, Shape, Stroke, both_sides, ink};
use crate::scene::Scene;

/// The two sides of a counter or marker, for printing.
pub(crate) struct PrintedCounter {
    /// The front and the back, each with its style.
    pub(crate) sides: [(CounterStyle, Piece); 2],
    /// The number of copies.
    pub(crate) count: u16,
}

/// The layout of counters on a sheet.
struct Layout {
    sheet: Vec2,
    /// The width of a counter after cutting, in points.
    cut: f32,
    /// The width of the bleed around a counter, in points.
    bleed: f32,
    columns: usize,
    rows: usize,
}

impl Layout {
    fn new(book: &PdfOptions) -> Self {
        let sheet = book.paper.unwrap_or(Paper::A4).size();
        let (cut, bleed) = (book.counter.0, book.bleed.0);
        let room = sheet - Vec2::splat(2.0 * (MARGIN + 5.0 * MM));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a few dozen at most, at least one"
        )]
        let count = |room: f32| (room / (cut + 2.0 * bleed)).floor().max(1.0) as usize;
        Self { sheet, cut, bleed, columns: count(room.x), rows: count(room.y) }
    }

    fn per_sheet(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the cut rectangle of the counter at index `at` of a sheet; on a back sheet, the one behind its front.
    fn place(&self, at: usize, back: Option<Flip>) -> Rect {
        let (mut column, mut row) = (at % self.columns, at / self.columns);
        match back {
            Some(Flip::Long) => column = self.columns - 1 - column,
            Some(Flip::Short) => row = self.rows - 1 - row,
            None => {}
        }
        let step = self.cut + 2.0 * self.bleed;
        let count = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
        // Centered on the sheet, so that front and back register.
        let all = vec2(count(self.columns), count(self.rows)) * step;
        let from = (self.sheet - all) / 2.0 + Vec2::splat(self.bleed);
        Rect::from_min_size((from + vec2(count(column), count(row)) * step).to_pos2(), Vec2::splat(self.cut))
    }
}

/// Returns the sheets, each front followed by its back.
pub(super) fn pages(scene: &Scene<'_>, book: &PdfOptions) -> Vec<PdfPage> {
    let layout = Arc::new(Layout::new(book));
    let (mut units, mut markers) = (units(scene), markers(scene));
    match book.pieces {
        PrintedPieces::All => {}
        PrintedPieces::Units => markers.clear(),
        PrintedPieces::Markers => units.clear(),
    }
    let units_count = units.len();
    let printed: Vec<Arc<PrintedCounter>> = units
        .into_iter()
        .chain(markers)
        .flat_map(|one| {
            let count = one.count.into();
            std::iter::repeat_n(Arc::new(one), count)
        })
        .collect();
    let foot = Foot::new(scene, book.stamp.as_deref());
    let mut pages = Vec::new();
    for (n, some) in printed.chunks(layout.per_sheet()).enumerate() {
        for back in [None, Some(book.flip)] {
            let side = if back.is_some() { "backs" } else { "fronts" };
            let mut page = PdfPage::new(format!("Counters {}, {side}", n + 1), layout.sheet);
            let first = n * layout.per_sheet();
            let of_units = units_count.saturating_sub(first).min(some.len());
            let what = match (of_units, some.len() - of_units) {
                (units, 0) => format!("{units} units"),
                (0, markers) => format!("{markers} markers"),
                (units, markers) => format!("{units} units and {markers} markers"),
            };
            let foot = foot.clone().with([book.counter.to_string(), what]).right(page.title.as_str());
            let (layout, some) = (Arc::clone(&layout), some.to_vec());
            page.items.push(Item::Later(Box::new(move || {
                let mut shapes = Vec::new();
                for (at, one) in some.iter().enumerate() {
                    let (manner, piece) = &one.sides[usize::from(back.is_some())];
                    let place = layout.place(at, back);
                    counters::printed(&mut shapes, place, layout.bleed, piece, manner);
                    corners(&mut shapes, place, layout.bleed, ink::on(manner.color));
                }
                cuts(&mut shapes, &layout, some.len(), back);
                foot::usual(&foot, &mut shapes, layout.sheet);
                shapes
            })));
            pages.push(page);
        }
    }
    pages
}

/// Returns the counters of the scenario's units, by side and formation.
pub(crate) fn units(scene: &Scene<'_>) -> Vec<PrintedCounter> {
    let common = scene.scenario().common();
    let crowd = Counters::of(scene.scenario(), &scene.options().art);
    let mut printed: Vec<PrintedCounter> = Vec::new();
    for (index, piece) in crowd.pieces.iter().enumerate() {
        let Some(unit) = crowd.counter(index).and_then(|counter| common.counter(counter)) else { continue };
        let sides = both_sides(piece, &unit).map(|piece| (scene.manner(&crowd, &piece), piece));
        printed.push(PrintedCounter { sides, count: 1 });
    }
    let order = |printed: &PrintedCounter| {
        let [(_, front), _] = &printed.sides;
        (front.side, front.formation.clone())
    };
    printed.sort_by_cached_key(order);
    printed
}

/// Returns the markers and chits of the game.
pub(crate) fn markers(scene: &Scene<'_>) -> Vec<PrintedCounter> {
    let crowd = Counters::of(scene.scenario(), &scene.options().art);
    let printed = |marker: Marker| PrintedCounter {
        sides: marker.faces.map(|piece| (scene.manner(&crowd, &piece), piece)),
        count: marker.count,
    };
    battlewright_engine::any::markers(scene.scenario()).into_iter().map(printed).collect()
}

/// Returns a line with the numbers of units per side and of markers by name.
pub(super) fn counted(scene: &Scene<'_>) -> String {
    let common = scene.scenario().common();
    let units = units(scene);
    let of_side = |side: usize| units.iter().filter(|one| one.sides[0].1.side.index() == side).count();
    let sides = common.sides();
    let units = sides.iter().enumerate().map(|(n, side)| format!("{} units ({})", of_side(n), side.name));
    let markers = battlewright_engine::any::markers(scene.scenario());
    let markers = markers.iter().map(|marker| match marker.side().and_then(|side| sides.get(side.index())) {
        Some(side) => format!("{} {} ({})", marker.count, marker.name(), side.name),
        None => format!("{} {}", marker.count, marker.name()),
    });
    format!("Counters: {}.", units.chain(markers).collect::<Vec<_>>().join(", "))
}

/// Draws corner marks in the bleed of a counter.
fn corners(shapes: &mut Vec<Shape>, place: Rect, bleed: f32, color: ecolor::Color32) {
    let stroke = Stroke { color, ..HAIR };
    for (corner, away) in [
        (place.left_top(), vec2(-1.0, -1.0)),
        (place.right_top(), vec2(1.0, -1.0)),
        (place.left_bottom(), vec2(-1.0, 1.0)),
        (place.right_bottom(), vec2(1.0, 1.0)),
    ] {
        for way in [vec2(away.x, 0.0), vec2(0.0, away.y)] {
            shapes.push(Shape::segment([corner, corner + way * bleed], stroke));
        }
    }
}

/// Draws cut marks at the edges of the sheet.
fn cuts(shapes: &mut Vec<Shape>, layout: &Layout, count: usize, back: Option<Flip>) {
    let places: Vec<Rect> = (0..count).map(|at| layout.place(at, back)).collect();
    let Some(all) = places.iter().copied().reduce(Rect::union) else { return };
    let (near, far) = (layout.bleed + 1.0 * MM, layout.bleed + 4.5 * MM);
    let mut at_edges: Vec<[emath::Pos2; 2]> = Vec::new();
    let mut note = |ends: [emath::Pos2; 2]| {
        if !at_edges.contains(&ends) {
            at_edges.push(ends);
        }
    };
    for place in &places {
        for x in [place.left(), place.right()] {
            note([pos2(x, all.top() - near), pos2(x, all.top() - far)]);
            note([pos2(x, all.bottom() + near), pos2(x, all.bottom() + far)]);
        }
        for y in [place.top(), place.bottom()] {
            note([pos2(all.left() - near, y), pos2(all.left() - far, y)]);
            note([pos2(all.right() + near, y), pos2(all.right() + far, y)]);
        }
    }
    shapes.extend(at_edges.into_iter().map(|ends| Shape::segment(ends, HAIR)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backs_lie_behind_their_fronts() {
        for paper in Paper::ALL {
            for flip in [Flip::Long, Flip::Short] {
                let layout = Layout::new(&PdfOptions { paper: Some(paper), flip, ..PdfOptions::default() });
                for at in 0..layout.per_sheet() {
                    let (front, back) = (layout.place(at, None), layout.place(at, Some(flip)));
                    // On the flipped sheet, left and right or top and bottom are exchanged.
                    let behind = match flip {
                        Flip::Long => pos2(layout.sheet.x - back.center().x, back.center().y),
                        Flip::Short => pos2(back.center().x, layout.sheet.y - back.center().y),
                    };
                    assert!((front.center() - behind).length() < 0.01, "{paper:?} {at}");
                }
            }
        }
    }
}
