//! The marks of a game on a table: areas in which a click is legal, arcs, lines of sight, paths, and the proposed action.

use battlewright_engine::show::{MarkColor, ProposedAction, TableMark, TableShape};
use battlewright_schema::Inches;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, vec2};

use super::{TableFrame, area};
use crate::canvas::ink;

/// The length of a dash and of a gap of a broken line, in points.
const DASH: [f32; 2] = [7.0, 5.0];

/// Half the size of a cross in points.
const CROSS: f32 = 6.0;

/// The color of lines that are clear.
const CLEAR: Color32 = Color32::from_rgb(34, 128, 62);

/// The colors of the marks.
#[derive(Clone, Copy, Debug, Default)]
pub struct MarkColors {
    /// The colors of the sides.
    pub sides: [Color32; 2],
}

impl MarkColors {
    /// Returns the drawn color of a mark.
    pub fn of(&self, color: MarkColor) -> Color32 {
        match color {
            MarkColor::Choice => ink::ACCENT,
            MarkColor::Attack => Color32::from_rgb(150, 60, 150),
            MarkColor::Clear => CLEAR,
            MarkColor::Blocked => ink::WRONG,
            MarkColor::Path => ink::SELECTED,
            MarkColor::Side(side) => self.sides[side.index()],
        }
    }
}

/// Paints the areas in which a click is legal.
pub fn legal(painter: &Painter, frame: &TableFrame, areas: &[Vec<Inches>]) {
    let fill = ink::ACCENT.gamma_multiply(0.22);
    // An area of many parts has no inner lines.
    let edge = if areas.len() == 1 { Stroke::new(1.5, ink::ACCENT.gamma_multiply(0.8)) } else { Stroke::NONE };
    for outline in areas {
        area(painter, frame, outline, fill, edge);
    }
}

/// Paints `marks`: areas first, then lines, then words.
pub fn marks<'m>(
    painter: &Painter,
    frame: &TableFrame,
    marks: impl IntoIterator<Item = &'m TableMark>,
    colors: MarkColors,
) {
    let mut marks: Vec<&TableMark> = marks.into_iter().collect();
    marks.sort_by_key(|mark| !matches!(mark.shape, TableShape::Area(_)));
    for mark in &marks {
        shape(painter, frame, &mark.shape, colors.of(mark.color));
    }
    let mut taken: Vec<Rect> = Vec::new();
    for mark in marks.iter().filter(|mark| !mark.note.is_empty()) {
        if let Some(at) = mark.shape.anchor() {
            note(painter, frame.pos(at), &mark.note, colors.of(mark.color), &mut taken);
        }
    }
}

fn shape(painter: &Painter, frame: &TableFrame, shape: &TableShape, color: Color32) {
    let on_screen = |points: &[Inches]| points.iter().map(|point| frame.pos(*point)).collect::<Vec<Pos2>>();
    let halo = Stroke::new(4.0, Color32::from_white_alpha(110));
    let stroke = Stroke::new(2.0, color);
    match shape {
        TableShape::Area(outline) => area(painter, frame, outline, color.gamma_multiply(0.12), Stroke::NONE),
        TableShape::Outline(outline) => {
            let mut points = on_screen(outline);
            points.extend(points.first().copied());
            broken(painter, &points, Stroke::new(1.3, color));
        }
        TableShape::Line(points) => {
            let points = on_screen(points);
            painter.add(Shape::line(points.clone(), halo));
            painter.add(Shape::line(points, stroke));
        }
        TableShape::BrokenLine(points) => broken(painter, &on_screen(points), Stroke::new(1.5, color)),
        TableShape::Circle(center, radius) => {
            let radius =
                frame.pos(Inches { x: center.x.saturating_add(*radius), ..*center }).distance(frame.pos(*center));
            painter.circle_stroke(frame.pos(*center), radius, Stroke::new(1.5, color.gamma_multiply(0.8)));
        }
        TableShape::Cross(at) => {
            let at = frame.pos(*at);
            for across in [vec2(CROSS, CROSS), vec2(CROSS, -CROSS)] {
                painter.line_segment([at - across, at + across], Stroke::new(6.0, Color32::from_white_alpha(200)));
            }
            for across in [vec2(CROSS, CROSS), vec2(CROSS, -CROSS)] {
                painter.line_segment([at - across, at + across], Stroke::new(2.5, color));
            }
        }
    }
}

fn broken(painter: &Painter, points: &[Pos2], stroke: Stroke) {
    painter.extend(Shape::dashed_line(points, stroke, DASH[0], DASH[1]));
}

/// Paints words at a point, unless others stand there.
fn note(painter: &Painter, at: Pos2, words: &str, color: Color32, taken: &mut Vec<Rect>) {
    let galley = painter.layout_no_wrap(words.to_owned(), FontId::proportional(12.0), color);
    let rect = Align2::CENTER_BOTTOM.anchor_size(at - vec2(0.0, 8.0), galley.size()).expand2(vec2(4.0, 1.0));
    if taken.iter().any(|other| other.intersects(rect)) {
        return;
    }
    taken.push(rect);
    painter.rect_filled(rect, 3.0, Color32::from_white_alpha(225));
    painter.galley(rect.min + vec2(4.0, 1.0), galley, color);
}

/// Paints the proposed action: its path, and the bases after it, in red if it is not legal.
pub fn proposal<A>(painter: &Painter, frame: &TableFrame, proposal: &ProposedAction<A>, colors: MarkColors) {
    let is_legal = proposal.refusal.is_none();
    let color = if is_legal { ink::SELECTED } else { ink::WRONG };
    if proposal.path.len() > 1 {
        let points: Vec<Pos2> = proposal.path.iter().map(|point| frame.pos(*point)).collect();
        painter.add(Shape::line(points.clone(), Stroke::new(4.0, Color32::from_white_alpha(120))));
        broken(painter, &points, Stroke::new(2.0, color));
    }
    for corners in &proposal.bases {
        let outline = corners.map(|corner| frame.pos(corner));
        painter.add(Shape::convex_polygon(outline.to_vec(), color.gamma_multiply(0.28), Stroke::new(1.5, color)));
        // The front is thicker.
        painter.line_segment([outline[0], outline[1]], Stroke::new(3.5, color));
    }
    if let (Some(facing), Some(first)) = (proposal.facing, proposal.bases.first()) {
        let ahead = TableFrame::ahead(f32::from(facing) / 10.0) * frame.inch;
        let front = middle_of_front(frame, proposal, ahead).unwrap_or_else(|| frame.pos(first[0]));
        painter.arrow(front, ahead * 0.8, Stroke::new(2.0, color));
    }
    marks(painter, frame, &proposal.marks, colors);
}

/// Returns the middle of the foremost bases.
fn middle_of_front<A>(frame: &TableFrame, proposal: &ProposedAction<A>, ahead: egui::Vec2) -> Option<Pos2> {
    let fronts = proposal.bases.iter().map(|base| [frame.pos(base[0]), frame.pos(base[1])]);
    let depth = |front: &[Pos2; 2]| front[0].lerp(front[1], 0.5).to_vec2().dot(ahead);
    let foremost = fronts.clone().map(|front| depth(&front)).fold(f32::MIN, f32::max);
    let tolerance = frame.inch * ahead.length() * 0.5;
    let front: Vec<Pos2> = fronts.filter(|front| depth(front) > foremost - tolerance).flatten().collect();
    Some(Rect::from_points(&front).center()).filter(|_| !front.is_empty())
}
