//! Painting of shapes with egui.

use std::sync::Arc;

use battlewright_export::draw::{Halo, Shape, Stroke, Text};
use egui::epaint::{RectShape, TextShape, Vertex};
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Galley, Mesh, Painter, Pos2, Rect, StrokeKind, Vec2, vec2};

use super::textures;

/// A target that paints shapes.
pub trait ShapePainter {
    /// Paints the shapes that `make` pushes.
    fn draw(&self, make: impl FnOnce(&mut Vec<Shape>));
}

impl ShapePainter for Painter {
    fn draw(&self, make: impl FnOnce(&mut Vec<Shape>)) {
        let mut shapes = Vec::new();
        make(&mut shapes);
        for shape in shapes {
            match shape {
                Shape::Text(words) => text(self, &words),
                Shape::Picture(framed) => self.extend(textures::mesh(self.ctx(), &framed).map(egui::Shape::mesh)),
                other => {
                    self.add(plain(other));
                }
            }
        }
    }
}

/// Converts a shape to an egui shape. Text and pictures become `Noop`.
pub fn plain(shape: Shape) -> egui::Shape {
    match shape {
        Shape::Fan { .. } | Shape::Shadow { .. } => {
            let mut mesh = Mesh::default();
            add(&mut mesh, &shape);
            egui::Shape::mesh(mesh)
        }
        Shape::Area { rim, fill, edge } => egui::Shape::convex_polygon(rim, fill, stroke(edge)),
        Shape::Polygon { rim, fill, edge } => {
            let mut mesh = Mesh::default();
            polygon(&mut mesh, &rim, fill);
            egui::Shape::Vec(vec![egui::Shape::mesh(mesh), egui::Shape::closed_line(rim, stroke(edge))])
        }
        Shape::Line { points, closed: false, stroke: line } => egui::Shape::line(points, stroke(line)),
        Shape::Line { points, closed: true, stroke: line } => egui::Shape::closed_line(points, stroke(line)),
        Shape::Segment { ends, stroke: line } => egui::Shape::line_segment(ends, stroke(line)),
        Shape::Disc { center, radius, fill, edge } => {
            egui::Shape::Circle(egui::epaint::CircleShape { center, radius, fill, stroke: stroke(edge) })
        }
        Shape::Box { rect, round, fill, edge } => {
            egui::Shape::Rect(RectShape::new(rect, round, fill, stroke(edge), StrokeKind::Middle))
        }
        Shape::Text(_) | Shape::Picture(_) => egui::Shape::Noop,
    }
}

/// Appends the triangles of a `Fan` or a `Shadow` to `mesh`. Returns `false` for other shapes.
pub fn add(mesh: &mut Mesh, shape: &Shape) -> bool {
    match shape {
        Shape::Fan { from, rim, fill } => fan(mesh, *from, rim, *fill),
        Shape::Shadow { ends, feet, color } => {
            let first = u32::try_from(mesh.vertices.len()).unwrap_or(0);
            let corners = [
                (ends[0], *color),
                (ends[1], *color),
                (feet[1], Color32::TRANSPARENT),
                (feet[0], Color32::TRANSPARENT),
            ];
            mesh.vertices.extend(corners.map(|(pos, color)| Vertex { pos, uv: egui::epaint::WHITE_UV, color }));
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first, first + 2, first + 3);
        }
        _ => return false,
    }
    true
}

/// Appends a triangle fan from `center` to the closed polygon `rim`.
pub fn fan(mesh: &mut Mesh, center: Pos2, rim: &[Pos2], color: Color32) {
    let first = u32::try_from(mesh.vertices.len()).unwrap_or(0);
    let count = u32::try_from(rim.len()).unwrap_or(0);
    mesh.colored_vertex(center, color);
    for point in rim {
        mesh.colored_vertex(*point, color);
    }
    for n in 0..count {
        mesh.add_triangle(first, first + 1 + n, first + 1 + (n + 1) % count);
    }
}

/// Appends the triangles of the closed polygon `rim`, which may be concave, to `mesh`.
fn polygon(mesh: &mut Mesh, rim: &[Pos2], color: Color32) {
    let first = u32::try_from(mesh.vertices.len()).unwrap_or(0);
    let mut corners: Vec<u32> = Vec::new();
    earcut::Earcut::new().earcut(rim.iter().map(|point| [point.x, point.y]), &[], &mut corners);
    for point in rim {
        mesh.colored_vertex(*point, color);
    }
    mesh.indices.extend(corners.into_iter().map(|corner| first + corner));
}

fn stroke(stroke: Stroke) -> egui::Stroke {
    egui::Stroke::new(stroke.width, stroke.color)
}

/// Returns the map font at `size`, rounded to half points to limit the number of font sizes during a zoom.
fn font(size: f32) -> FontId {
    FontId::proportional((size * 2.0).round().max(6.0) / 2.0)
}

/// Paints text.
fn text(painter: &Painter, text: &Text) {
    if !text.spots.is_empty() {
        return curved(painter, text);
    }
    let format = TextFormat { italics: text.italic, ..TextFormat::simple(font(text.size.min(72.0)), text.color) };
    let layout = |format: TextFormat| painter.layout_job(LayoutJob::single_section(text.words.clone(), format));
    let mut galley = layout(format.clone());
    if let Some(width) = text.fit.filter(|width| galley.size().x > *width) {
        let size = (text.size * width / galley.size().x).max(3.0);
        galley = layout(TextFormat { font_id: font(size), ..format.clone() });
    }
    if let Some((width, most)) = text.fill {
        let letters = f32::from(u16::try_from(text.words.chars().count()).unwrap_or(u16::MAX)).max(1.0);
        let spare = (width - galley.size().x) / letters;
        if spare > 0.0 {
            galley = layout(TextFormat { extra_letter_spacing: spare.min(most), ..format });
        }
    }
    let corner = text.anchor.anchor_size(text.at, galley.size()).min;
    if let Some(plate) = text.plate {
        let size = vec2((galley.size().x + plate.room).max(plate.height), plate.height);
        let rect = Rect::from_center_size(text.at, size);
        painter.rect(rect, plate.height / 2.0, plate.fill, stroke(plate.edge), StrokeKind::Middle);
    }
    if let Some(halo) = text.halo {
        around(painter, text, halo, corner, &galley);
    }
    if text.way != Vec2::RIGHT {
        painter.add(turned(text, corner, galley, text.color));
    } else if text.bold {
        bold(painter, corner, galley, text.size, text.color);
    } else {
        painter.galley(corner, galley, text.color);
    }
}

/// Paints text along a curve letter by letter: all halos, then all letters.
fn curved(painter: &Painter, text: &Text) {
    let format = TextFormat { italics: text.italic, ..TextFormat::simple(font(text.size.min(72.0)), text.color) };
    let (over, _) = battlewright_export::draw::text::height();
    let letters = text.words.chars().filter(|letter| !letter.is_control()).zip(&text.spots);
    let placed: Vec<TextShape> = letters
        .map(|(letter, spot)| {
            let galley = painter.layout_job(LayoutJob::single_section(letter.to_string(), format.clone()));
            // The galley turns about its upper left corner.
            let corner = spot.at - spot.down() * over * text.size;
            TextShape::new(corner, galley, text.color).with_angle(spot.way.angle())
        })
        .collect();
    if let Some(halo) = text.halo {
        for step in AROUND {
            painter.extend(placed.iter().map(|shape| {
                let moved = TextShape { pos: shape.pos + step * halo.width, ..shape.clone() };
                egui::Shape::from(moved.with_override_text_color(halo.color))
            }));
        }
    }
    if text.bold {
        let along = text.size * 0.035;
        let spots = placed.iter().zip(&text.spots);
        painter
            .extend(spots.map(|(shape, spot)| TextShape { pos: shape.pos + spot.way * along, ..shape.clone() }.into()));
    }
    painter.extend(placed.into_iter().map(egui::Shape::from));
}

/// The directions in which copies of text make its halo.
const AROUND: [Vec2; 8] = [
    vec2(-1.0, 0.0),
    vec2(1.0, 0.0),
    vec2(0.0, -1.0),
    vec2(0.0, 1.0),
    vec2(-0.7, -0.7),
    vec2(0.7, -0.7),
    vec2(-0.7, 0.7),
    vec2(0.7, 0.7),
];

/// Returns text rotated to its direction. `corner` is the top left corner of the unrotated text.
fn turned(text: &Text, corner: Pos2, galley: Arc<Galley>, color: Color32) -> TextShape {
    TextShape::new(corner, galley, color)
        .with_override_text_color(color)
        .with_angle_and_anchor(text.way.angle(), text.anchor)
}

/// Paints a halo that separates text from the ground.
fn around(painter: &Painter, text: &Text, halo: Halo, corner: Pos2, galley: &Arc<Galley>) {
    if halo.pale {
        let (middle, size) = (corner + galley.size() / 2.0, text.size);
        let pale = Rect::from_center_size(middle, galley.size() * vec2(1.0, 0.62)).expand(size * 0.1);
        let pale = RectShape::filled(pale, size * 0.4, halo.color.gamma_multiply(0.85));
        painter.add(pale.with_blur_width(size * 0.55));
    }
    for step in AROUND {
        painter.add(turned(text, corner + step * halo.width, galley.clone(), halo.color));
    }
}

/// Paints text with a simulated bold weight, since the bundled font has only a light one. Very small text stays
/// unchanged.
fn bold(painter: &Painter, corner: Pos2, galley: Arc<Galley>, size: f32, color: Color32) {
    let pixel = 1.0 / painter.pixels_per_point();
    // Aligned to whole pixels. Otherwise the distance between the two copies would vary.
    let snap = |x: f32| (x / pixel).round() * pixel;
    let corner = egui::pos2(snap(corner.x), snap(corner.y));
    if size * 0.035 >= pixel * 0.5 {
        let shift = (size * 0.035 / pixel).round() * pixel;
        painter.galley(corner + vec2(shift, 0.0), galley.clone(), color);
    }
    painter.galley(corner, galley, color);
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn a_concave_area_is_filled_within_its_outline_alone() {
        let rim = [pos2(0.0, 0.0), pos2(4.0, 0.0), pos2(4.0, 4.0), pos2(2.0, 1.0), pos2(0.0, 4.0)];
        let mut mesh = Mesh::default();
        polygon(&mut mesh, &rim, Color32::RED);
        let corner = |at: usize| mesh.vertices[usize::try_from(mesh.indices[at]).unwrap()].pos;
        let areas = (0..mesh.indices.len() / 3).map(|triangle| {
            let [a, b, c] = [0, 1, 2].map(|at| corner(3 * triangle + at));
            let (ab, ac) = (b - a, c - a);
            (ab.x * ac.y - ab.y * ac.x).abs() / 2.0
        });
        assert_eq!(areas.sum::<f32>(), 10.0);
    }
}
