//! The map at true scale: on one large sheet, or on several sheets to cut and join.

use std::sync::Arc;

use ecolor::Color32;
use emath::{Align2, Pos2, Rect, Vec2, pos2, vec2};

use super::foot::{self, Foot};
use super::page::{Item, PdfPage};
use super::{HAIR, INK, Length, MARGIN, PdfOptions, PrintedPart, counters, flow, paper::MM};
use crate::draw::{Shape, Stroke, Text, notices};
use crate::scene::Scene;

/// The layout of the map on sheets of paper.
pub(super) struct Plan {
    /// The size of a sheet.
    sheet: Vec2,
    /// The printable size of a sheet.
    room: Vec2,
    /// The number of sheets across and down.
    sheets: (u16, u16),
    /// The offset between the upper left corners of adjacent pieces.
    step: Vec2,
    /// The printed size of the map.
    map: Vec2,
    /// The hex width asked for and the hex width printed, if reduced to save sheets. On a table, that of an inch.
    smaller: Option<(Length, Length)>,
    /// `true` for a table.
    is_table: bool,
}

/// The strongest reduction of the map to save sheets, as a factor.
const SMALLEST: f32 = 0.94;

/// The margin of a map sheet for marks and text, in points.
const EDGE: f32 = MARGIN + 4.0 * MM;

impl Plan {
    /// Lays out a map of this size on the paper of `book`, upright or sideways, on the fewest sheets and in pieces of one
    /// size. Returns the layout and the factor by which the map is reduced.
    pub(super) fn new(map: Vec2, is_table: bool, book: &PdfOptions) -> (Self, f32) {
        let Some(paper) = book.paper else {
            let sheet = map + Vec2::splat(2.0 * EDGE);
            return (Self { sheet, room: map, sheets: (1, 1), step: map, map, smaller: None, is_table }, 1.0);
        };
        let standing = paper.size();
        let lying = vec2(standing.y, standing.x);
        let plans = [standing, lying].map(|sheet| {
            let room = sheet - Vec2::splat(2.0 * EDGE);
            let overlap = book.overlap.0.min(room.min_elem() / 2.0);
            let step = room - Vec2::splat(overlap);
            let as_asked = (count(map.x, step.x, overlap), count(map.y, step.y, overlap));
            let [x, y] = [(map.x, step.x, as_asked.0), (map.y, step.y, as_asked.1)].map(|(long, step, count)| {
                let fitting = (overlap + f32::from(count.saturating_sub(1)) * step) / long;
                if count > 1 && fitting >= SMALLEST { fitting } else { 1.0 }
            });
            let scale = x.min(y);
            let fewer = |count: u16, fitting: f32| count - u16::from(fitting < 1.0);
            let sheets = (fewer(as_asked.0, x), fewer(as_asked.1, y));
            let map = map * scale;
            let apart = |long: f32, count: u16| (long - overlap) / f32::from(count);
            let step = vec2(apart(map.x, sheets.0), apart(map.y, sheets.1));
            let smaller = (scale < 1.0).then_some((book.hex, Length(book.hex.0 * scale)));
            (Self { sheet, room: step + Vec2::splat(overlap), sheets, step, map, smaller, is_table }, scale)
        });
        let [standing, lying] = plans;
        if lying.0.count() < standing.0.count() { lying } else { standing }
    }

    /// Describes a reduction of the hexes; `None` without one.
    fn size_note(&self) -> Option<String> {
        let (asked, is) = self.smaller?;
        let what = if self.is_table { "Inches of the table" } else { "Hexes" };
        Some(format!("{what} are {is} wide, not {asked}, so that fewer sheets suffice."))
    }

    /// Returns the number of sheets.
    pub(super) fn count(&self) -> u32 {
        u32::from(self.sheets.0) * u32::from(self.sheets.1)
    }

    /// Returns the pieces, row by row: their names and their parts of the map.
    fn pieces(&self) -> impl Iterator<Item = (String, Rect)> + use<'_> {
        let (across, down) = self.sheets;
        (0..down).flat_map(move |row| {
            (0..across).map(move |column| {
                let from = vec2(f32::from(column) * self.step.x, f32::from(row) * self.step.y);
                let size = (self.map - from).min(self.room);
                (format!("{}{}", letters(row), column + 1), Rect::from_min_size(from.to_pos2(), size))
            })
        })
    }
}

/// Returns the number of sheets, `step` apart with this overlap, that a length takes.
fn count(long: f32, step: f32, overlap: f32) -> u16 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a few thousand")]
    let count = ((long - overlap) / step).ceil().clamp(1.0, 4000.0) as u16;
    count
}

/// The font size and the line height of the assembly page, in points.
const SIZE: f32 = 9.5;
const LEADING: f32 = 13.0;

/// The smallest legible font size, in points.
const LEAST: f32 = 4.0;

/// Returns the letters of a row: A, B … Z, AA, AB …
fn letters(row: u16) -> String {
    let last = char::from(b'A' + u8::try_from(row % 26).unwrap_or(0));
    if row < 26 { last.to_string() } else { format!("{}{last}", letters(row / 26 - 1)) }
}

/// Returns the printed scale, in points per unit of `scene`, and the pages of the map. The scale is `scale` or a little
/// less.
pub(super) fn pages(scene: &Scene<'_>, scale: f32, book: &PdfOptions) -> (f32, Vec<PdfPage>) {
    let (plan, smaller) = Plan::new(scene.size() * scale, scene.view().is_err(), book);
    let plan = Arc::new(plan);
    let about = scene.scenario().common().about();
    let title = about.title.as_str();
    // The map has the notices of rights in one corner, of which most sheets have none.
    let foot = Foot::new(scene, book.stamp.as_deref()).with(notices::notices(&about.sources).map(str::to_owned));
    let mut pages = Vec::new();
    if plan.count() > 1 {
        let counted = book.sheets.contains(&PrintedPart::Counters).then(|| counters::counted(scene));
        pages.push(assembly(&plan, title, book, counted.as_deref(), &foot));
    }
    for (name, part) in plan.pieces() {
        let frame = Rect::from_min_size(pos2(EDGE, EDGE), part.size());
        let title = if plan.count() > 1 { format!("Map {name}") } else { "Map".to_owned() };
        let mut page = PdfPage::new(title.as_str(), plan.sheet);
        page.items.push(Item::Map { frame, from: part.min.to_vec2() });
        let (plan, foot) = (Arc::clone(&plan), foot.clone().right(title).with_scale(plan.size_note()));
        page.items.push(Item::Later(Box::new(move || {
            let mut marks = Vec::new();
            crop_marks(&mut marks, frame);
            if plan.count() > 1 {
                overlaps(&mut marks, frame, part, &plan);
            }
            // Beside the crop marks, which stand at the edges of the frame.
            let room = Rect::from_min_max(pos2(EDGE + MM, EDGE), pos2(plan.sheet.x - EDGE - MM, plan.sheet.y));
            foot.draw(&mut marks, room);
            marks
        })));
        pages.push(page);
    }
    (scale * smaller, pages)
}

/// Draws crop marks outside the corners of `frame`.
pub(super) fn crop_marks(shapes: &mut Vec<Shape>, frame: Rect) {
    let (near, far) = (1.0 * MM, 4.0 * MM);
    for (corner, away) in [
        (frame.left_top(), vec2(-1.0, -1.0)),
        (frame.right_top(), vec2(1.0, -1.0)),
        (frame.left_bottom(), vec2(-1.0, 1.0)),
        (frame.right_bottom(), vec2(1.0, 1.0)),
    ] {
        for way in [vec2(away.x, 0.0), vec2(0.0, away.y)] {
            shapes.push(Shape::segment([corner + way * near, corner + way * far], HAIR));
        }
    }
}

/// Draws triangles in the margin at the start of the next piece: the marks for cutting or gluing.
fn overlaps(shapes: &mut Vec<Shape>, frame: Rect, part: Rect, plan: &Plan) {
    let overlap = plan.room - plan.step;
    let mut tick = |at: Pos2, way: Vec2| {
        let across = way.rot90() * 0.9 * MM;
        let foot = at + way * 2.6 * MM;
        shapes.push(Shape::area(vec![at + way * 0.6 * MM, foot + across, foot - across], INK));
    };
    if part.right() + 0.5 < plan.map.x {
        let x = frame.right() - overlap.x;
        tick(pos2(x, frame.top()), Vec2::UP);
        tick(pos2(x, frame.bottom()), Vec2::DOWN);
    }
    if part.bottom() + 0.5 < plan.map.y {
        let y = frame.bottom() - overlap.y;
        tick(pos2(frame.left(), y), Vec2::LEFT);
        tick(pos2(frame.right(), y), Vec2::RIGHT);
    }
}

/// Returns the page that shows the arrangement of the pieces, with the contents of the counter sheets, `counted`.
fn assembly(plan: &Plan, title: &str, book: &PdfOptions, counted: Option<&str>, foot: &Foot) -> PdfPage {
    let mut page = PdfPage::new("Map assembly", plan.sheet);
    let mut shapes = Vec::new();
    shapes.push(Text::new(pos2(EDGE, EDGE + 8.0), title, 18.0, INK).bold().anchored(Align2::LEFT_CENTER).into());
    let mut lines = vec![
        format!(
            "{} sheets, {} across and {} down. Print at actual size: the line at the foot of each is 50 mm long.",
            plan.count(),
            plan.sheets.0,
            plan.sheets.1
        ),
        format!(
            "Adjacent sheets overlap by {}: trim one along its marks, and lay it over the other up to the triangles.",
            book.overlap
        ),
    ];
    lines.extend(plan.size_note());
    if let Some(counted) = counted {
        lines.extend(flow::wrapped(counted, plan.sheet.x - 2.0 * EDGE, SIZE));
    }
    for (n, line) in lines.iter().enumerate() {
        let y = EDGE + 30.0 + LEADING * f32::from(u8::try_from(n).unwrap_or(0));
        let text = Text::new(pos2(EDGE, y), line.as_str(), SIZE, INK).anchored(Align2::LEFT_CENTER);
        shapes.push(text.into());
    }
    let top = EDGE + 44.0 + LEADING * f32::from(u8::try_from(lines.len()).unwrap_or(u8::MAX));
    let room = Rect::from_min_max(pos2(EDGE, top), (plan.sheet - Vec2::splat(EDGE)).to_pos2());
    let scale = (room.width() / plan.map.x).min(room.height() / plan.map.y);
    let size = (plan.step * scale).min_elem() * 0.3;
    let edge = Stroke::new(0.8_f32.min(size * 0.3), INK);
    for (name, part) in plan.pieces() {
        let shown = Rect::from_min_size(room.min + part.min.to_vec2() * scale, part.size() * scale);
        let fill = Color32::from_rgba_unmultiplied(190, 170, 120, 60);
        shapes.push(Shape::Box { rect: shown, round: 0.0, fill, edge });
        if size >= LEAST {
            let size = (shown.height().min(shown.width()) * 0.3).min(36.0);
            shapes.push(Text::new(shown.center(), name, size, INK).into());
        }
    }
    if size < LEAST {
        beside(&mut shapes, plan, room.min, scale);
    }
    foot::usual(foot, &mut shapes, plan.sheet);
    page.items.push(Item::Shapes(shapes));
    page
}

/// Draws row and column names beside pieces too small for their own, as many as are legible.
fn beside(shapes: &mut Vec<Shape>, plan: &Plan, corner: Pos2, scale: f32) {
    const WORDS: f32 = 6.0;
    let step = plan.step * scale;
    let every = |step: f32, room: f32| {
        [1_u16, 2, 5, 10, 20, 50, 100].into_iter().find(|n| f32::from(*n) * step >= room).unwrap_or(200)
    };
    let (across, down) = plan.sheets;
    let nth = |count: u16, every: u16| (0..count).step_by(every.into()).map(|n| (n, f32::from(n) + 0.5));
    for (n, at) in nth(across, every(step.x, 2.5 * WORDS)) {
        let at = corner + vec2(at * step.x, -0.7 * WORDS);
        shapes.push(Text::new(at, (n + 1).to_string(), WORDS, INK).into());
    }
    for (n, at) in nth(down, every(step.y, 1.2 * WORDS)) {
        let at = corner + vec2(-0.4 * WORDS, at * step.y);
        shapes.push(Text::new(at, letters(n), WORDS, INK).anchored(Align2::RIGHT_CENTER).into());
    }
}

#[cfg(test)]
mod tests {
    use super::super::Paper;
    use super::*;

    fn plan(map: Vec2, paper: Option<Paper>) -> Plan {
        Plan::new(map, false, &PdfOptions { paper, ..PdfOptions::default() }).0
    }

    #[test]
    fn the_pieces_cover_the_map_and_share_what_overlaps() {
        let map = vec2(1400.0, 1000.0);
        for paper in Paper::ALL {
            let plan = plan(map, Some(paper));
            let pieces: Vec<Rect> = plan.pieces().map(|(_, part)| part).collect();
            assert_eq!(u32::try_from(pieces.len()).unwrap(), plan.count());
            let all = pieces.iter().fold(Rect::NOTHING, |all, part| all.union(*part));
            assert!((all.size() - plan.map).length() < 0.01);
            let even = |part: &Rect| (part.size() - pieces[0].size()).length() < 0.01;
            assert!(pieces.iter().all(even), "{paper:?}: no piece is a sliver");
            let shared = pieces[0].intersect(pieces[1]);
            assert!((shared.width() - Length::mm(10.0).0).abs() < 0.01, "{paper:?}");
            assert!(pieces.iter().all(|part| part.width() > 0.0 && part.height() > 0.0));
        }
        assert_eq!(plan(map, None).count(), 1);
        assert_eq!(plan(vec2(300.0, 200.0), Some(Paper::A4)).count(), 1);
    }

    #[test]
    fn a_map_is_a_little_smaller_where_fewer_sheets_do() {
        let book = PdfOptions { paper: Some(Paper::A4), ..PdfOptions::default() };
        let room = Paper::A4.size() - Vec2::splat(2.0 * EDGE);
        let overlap = book.overlap.0;
        for (over, smaller) in [(0.97, false), (1.0, false), (1.05, true), (1.08, false)] {
            let long = (2.0 * room.y - overlap) * over;
            let (plan, scale) = Plan::new(vec2(room.x * 0.9, long), false, &book);
            assert_eq!(scale < 1.0, smaller, "{over}: {scale}");
            assert_eq!(plan.count(), if over > 1.0 && !smaller { 3 } else { 2 });
            assert_eq!(plan.size_note().is_some(), smaller);
            assert!(plan.pieces().all(|(_, part)| part.width() <= room.x + 0.01 && part.height() <= room.y + 0.01));
            assert!((plan.map.y - long * scale).abs() < 0.01 && scale >= SMALLEST);
        }
        let told = |is_table| Plan::new(vec2(room.x * 0.9, room.y * 1.05), is_table, &book).0.size_note().unwrap();
        assert_eq!(told(false), "Hexes are 22.86mm wide, not 24mm, so that fewer sheets suffice.");
        assert_eq!(told(true), "Inches of the table are 22.86mm wide, not 24mm, so that fewer sheets suffice.");
        let (plan, _) = Plan::new(vec2(room.x * 0.9, room.y * 1.05), false, &book);
        assert_eq!(plan.count(), 1);
    }

    #[test]
    fn rows_of_pieces_have_letters() {
        assert_eq!([0, 25, 26, 51, 52].map(letters), ["A", "Z", "AA", "AZ", "BA"]);
    }
}
