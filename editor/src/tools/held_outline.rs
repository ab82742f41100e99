//! The preview of a map piece at its target: outline, roads, streams and names. The terrain is painted with the map.
//! At low zoom, the whole piece is a picture, painted in `held_piece.rs`.

use battlewright_export::draw::Text;
use battlewright_schema::{Cell, Label};
use egui::Painter;

use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{ink, lines, overlay, overview};
use crate::model::region::{AxialOffset, HeldPiece};
use crate::tools::ToolContext;

/// Paints `held` as it would look after placement at `under`.
pub(super) fn held(painter: &Painter, context: &ToolContext<'_>, held: &HeldPiece, under: Cell) {
    let (view, carry) = (context.view, context.options.carry);
    if view.detail() < overview::FAR {
        return;
    }
    let grid = view.grid();
    let middle = held.middle(grid, under);
    let lies = |cell: Cell| context.common().has(cell) && held.ground(grid, middle, cell).is_some();
    overlay::outline_where(painter, view, &lies, ink::ACCENT);
    let near = view.rect().expand(view.radius() * 2.0);
    let cell = |at: AxialOffset| held.cell(grid, middle, at).filter(|cell| context.common().has(*cell));
    let seen = |at: AxialOffset| cell(at).filter(|cell| near.contains(view.center(*cell)));
    if carry.hexsides {
        for row in &held.piece.hexsides {
            let sides = row.between.iter().filter_map(|[a, b]| seen(*a).zip(cell(*b)));
            for (a, b) in sides {
                painter.draw(|shapes| lines::hexside_preview(shapes, view, row.kind, a, b, false));
            }
        }
    }
    if carry.roads {
        for way in &held.piece.roads {
            let path: Vec<Cell> = way.path.iter().filter_map(|at| cell(*at)).collect();
            if path.len() == way.path.len() && path.iter().any(|cell| near.contains(view.center(*cell))) {
                painter.draw(|shapes| lines::road_preview(shapes, view, &path));
            }
        }
    }
    let size = (view.radius() * 0.36).clamp(9.0, 15.0);
    let name = |at: AxialOffset, name: &str| {
        if let Some(cell) = seen(at) {
            let text = Text::name(view.center(cell), name, size, ink::LINE, egui::Color32::WHITE);
            painter.draw(|shapes| shapes.push(text.into()));
        }
    };
    if carry.places {
        for words in &held.piece.labels {
            let hex = |at: AxialOffset| cell(at).map(|cell| grid.name(cell));
            if let Some(at) = hex(words.at) {
                let (text, to) = (words.text.clone(), words.to.and_then(hex));
                let label = Label { text, at, to, size: words.size, style: words.style };
                painter.draw(|shapes| crate::canvas::words::one(shapes, view, &label, None, false));
            }
        }
        for place in &held.piece.places {
            if let Some(at) = place.hexes.first() {
                name(*at, &place.name);
            }
        }
    }
    if carry.units {
        for (unit, at) in held.piece.units.iter().filter_map(|unit| Some((unit, unit.at?))) {
            name(at, unit.row.get("label").and_then(serde_json::Value::as_str).unwrap_or("unit"));
        }
    }
}
