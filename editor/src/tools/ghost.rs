//! Translucent counters for dragged or planned units.

use battlewright_engine::show::Piece;
use battlewright_export::draw::counters::CounterStyle;
use battlewright_schema::Counter;
use egui::{Painter, Pos2};

use super::ToolContext;
use crate::canvas::pen::ShapePainter;
use crate::canvas::{counters, piece, sides};

/// Paints a dragged counter at `pos`.
pub(crate) fn ghost(painter: &Painter, context: &ToolContext<'_>, counter: Counter, pos: Pos2) {
    let Some(unit) = context.common().counter(counter) else { return };
    let side = context.common().sides().iter().position(|side| side.id == unit.side).unwrap_or(1);
    faint_counter(painter, context, &piece(&unit, side, context.view.grid()), pos);
}

/// Paints a planned counter at `pos`.
pub(crate) fn faint_counter(painter: &Painter, context: &ToolContext<'_>, counter: &Piece, pos: Pos2) {
    let plain = sides::plain(painter.ctx());
    let manner =
        CounterStyle { plain, faint: true, density: context.view.density(), ..context.crowd.uniforms.manner(counter) };
    let width = context.view.radius() * counters::SIZE;
    painter.draw(|shapes| counters::counter(shapes, pos, width, counter, &manner));
}
