//! Painting shapes in the window.

use std::sync::Arc;

use battlewright_export::draw::{Halo, Shape, Stroke, Text};
use egui::epaint::{RectShape, TextShape, Vertex};
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Galley, Mesh, Painter, Pos2, Rect, StrokeKind, Vec2, vec2};

use super::textures;

/// A painter of shapes.
pub trait ShapePainter {
    /// Paints the shapes that `make` makes.
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

/// A shape without words as egui has it; words and pictures are nothing.
pub fn plain(shape: Shape) -> egui::Shape {
    match shape {
        Shape::Fan { .. } | Shape::Shadow { .. } => {
            let mut mesh = Mesh::default();
            add(&mut mesh, &shape);
            egui::Shape::mesh(mesh)
        }
        Shape::Area { rim, fill, edge } => egui::Shape::convex_polygon(rim, fill, stroke(edge)),
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

/// Adds the triangles of `shape` to `mesh`, if it is an area that egui has no shape for. Returns `true` if it is.
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

/// Adds the fan from `center` over `rim` (closed) to `mesh`.
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

fn stroke(stroke: Stroke) -> egui::Stroke {
    egui::Stroke::new(stroke.width, stroke.color)
}

/// The font of the map at `size`, in steps, so that zooming does not make a font of every frame's size.
fn font(size: f32) -> FontId {
    FontId::proportional((size * 2.0).round().max(6.0) / 2.0)
}

/// Paints words.
fn text(painter: &Painter, text: &Text) {
    let format = TextFormat { italics: text.italic, ..TextFormat::simple(font(text.size.min(72.0)), text.color) };
    let lay = |format: TextFormat| painter.layout_job(LayoutJob::single_section(text.words.clone(), format));
    let mut galley = lay(format.clone());
    if let Some(width) = text.fit.filter(|width| galley.size().x > *width) {
        let size = (text.size * width / galley.size().x).max(3.0);
        galley = lay(TextFormat { font_id: font(size), ..format.clone() });
    }
    if let Some((width, most)) = text.fill {
        let letters = f32::from(u16::try_from(text.words.chars().count()).unwrap_or(u16::MAX)).max(1.0);
        let spare = (width - galley.size().x) / letters;
        if spare > 0.0 {
            galley = lay(TextFormat { extra_letter_spacing: spare.min(most), ..format });
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

/// Words that do not read to the right, with their corner where it would be if they did.
fn turned(text: &Text, corner: Pos2, galley: Arc<Galley>, color: Color32) -> TextShape {
    TextShape::new(corner, galley, color)
        .with_override_text_color(color)
        .with_angle_and_anchor(text.way.angle(), text.anchor)
}

/// Paints what sets words off from the ground.
fn around(painter: &Painter, text: &Text, halo: Halo, corner: Pos2, galley: &Arc<Galley>) {
    if halo.pale {
        let (middle, size) = (corner + galley.size() / 2.0, text.size);
        let pale = Rect::from_center_size(middle, galley.size() * vec2(1.0, 0.62)).expand(size * 0.1);
        let pale = RectShape::filled(pale, size * 0.4, halo.color.gamma_multiply(0.85));
        painter.add(pale.with_blur_width(size * 0.55));
    }
    for (x, y) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7)]
    {
        painter.add(turned(text, corner + vec2(x, y) * halo.width, galley.clone(), halo.color));
    }
}

/// Text that is a little heavier than the bundled font, which has only a light weight; where it is
/// too small for that, as it is.
fn bold(painter: &Painter, corner: Pos2, galley: Arc<Galley>, size: f32, color: Color32) {
    let pixel = 1.0 / painter.pixels_per_point();
    // On whole pixels, or the two copies would be a pixel apart in one place and not in another.
    let snap = |x: f32| (x / pixel).round() * pixel;
    let corner = egui::pos2(snap(corner.x), snap(corner.y));
    if size * 0.035 >= pixel * 0.5 {
        let shift = (size * 0.035 / pixel).round() * pixel;
        painter.galley(corner + vec2(shift, 0.0), galley.clone(), color);
    }
    painter.galley(corner, galley, color);
}
