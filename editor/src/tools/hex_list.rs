//! A stroke that adds hexes to a list or removes them, for the tools that draw areas and lines of hexes.

use battlewright_schema::{Cell, HexId};
use egui::Painter;

use super::{PointerGesture, Stroke, StrokeEffect, ToolContext};
use crate::canvas::{ink, overlay};

/// A stroke over the hexes of a list. It removes hexes if it begins on one of them, or with Shift.
#[derive(Default)]
pub(super) struct HexListStroke {
    stroke: Stroke,
    /// `true` if the stroke removes hexes.
    erases: bool,
}

impl HexListStroke {
    /// Handles a gesture with a brush of `size` rings over the list `own`. Returns the hexes of a completed stroke.
    pub(super) fn pointer(
        &mut self,
        pointer: PointerGesture,
        own: &[HexId],
        size: u8,
        context: &ToolContext<'_>,
    ) -> Option<Vec<HexId>> {
        if let PointerGesture::Press(pos) = pointer {
            let hex = context.cell(pos).map(|cell| context.view.grid().name(cell));
            let begins_inside = hex.is_some_and(|hex| own.contains(&hex));
            self.erases = begins_inside || (context.modifiers.shift && !own.is_empty());
        }
        match self.stroke.pointer(pointer, size, context) {
            StrokeEffect::Done(cells) => Some(cells.into_iter().map(|cell| context.view.grid().name(cell)).collect()),
            _ => None,
        }
    }

    /// Returns `true` if the stroke removes hexes.
    pub(super) fn erases(&self) -> bool {
        self.erases
    }

    /// Returns the list `own` after a `stroke`.
    pub(super) fn changed(&self, own: &[HexId], stroke: &[HexId]) -> Vec<HexId> {
        if self.erases {
            return own.iter().filter(|hex| !stroke.contains(hex)).cloned().collect();
        }
        let new = stroke.iter().filter(|hex| !own.contains(hex));
        own.iter().chain(new).cloned().collect()
    }

    /// Returns the hexes of the stroke in progress; `None` while the button is up.
    pub(super) fn cells(&self) -> Option<Vec<Cell>> {
        self.stroke.is_on().then(|| self.stroke.cells().iter().copied().collect())
    }

    /// Cancels the stroke. Returns `true` if one was in progress.
    pub(super) fn cancel(&mut self) -> bool {
        self.stroke.cancel()
    }

    /// Draws an outline around the hexes under the brush.
    pub(super) fn hover(&self, painter: &Painter, context: &ToolContext<'_>) {
        self.stroke.preview(painter, context.view);
    }

    /// Draws the hexes of the stroke, and an outline around those under the brush.
    pub(super) fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        if let Some(cells) = self.cells() {
            let color = if self.erases { ink::WRONG } else { ink::ACCENT };
            overlay::tint(painter, context.view, &cells, color.gamma_multiply(0.28));
            overlay::outline_in(painter, context.view, &cells, color);
        }
        self.hover(painter, context);
    }
}
