//! Signs that distinguish the sides in addition to color: round and plain for the first side, angular and striped for the
//! second.

use battlewright_export::draw::stripes;
use egui::{Color32, Context, Id, Painter, Rect, vec2};

use super::pen::ShapePainter as _;

/// The key of the stripes setting in the egui data.
fn key() -> Id {
    Id::unique("side signs")
}

/// Returns `true` if stripes are drawn. The setting belongs to the window, like its theme.
pub fn striped(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(key())).unwrap_or(true)
}

/// Returns `true` if counters are drawn without stripes.
pub fn plain(ctx: &Context) -> bool {
    !striped(ctx)
}

/// Switches stripes on or off.
pub fn set_striped(ctx: &Context, striped: bool) {
    ctx.data_mut(|data| data.insert_temp(key(), striped));
}

/// Paints the sign of the side at `index`: a disk, or a striped square.
pub fn sign(painter: &Painter, rect: Rect, index: usize, color: Color32) {
    if index == 0 {
        painter.circle_filled(rect.center(), rect.width().min(rect.height()) / 2.0, color);
        return;
    }
    painter.rect_filled(rect, 0.0, color);
    if striped(painter.ctx()) {
        painter.draw(|shapes| stripes::draw(shapes, rect.shrink(1.0), color));
    }
}

/// Paints the edge of a chit for the side at `index`: solid, or dashed.
pub fn edge(painter: &Painter, rect: Rect, index: usize, color: Color32) {
    if index == 0 {
        painter.rect_filled(rect, rect.width() / 2.0, color);
        return;
    }
    let piece = rect.height() / 5.0;
    for n in [0.0, 2.0, 4.0] {
        let at = rect.min + vec2(0.0, n * piece);
        painter.rect_filled(Rect::from_min_size(at, vec2(rect.width(), piece)), 0.0, color);
    }
}
