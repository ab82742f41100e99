//! A brush stroke: the hexes under the pointer, as wide as the brush.

use std::collections::BTreeSet;

use battlewright_schema::Cell;
use egui::Painter;

use super::{PointerGesture, ToolContext};
use crate::canvas::{View, overlay};

/// A stroke in progress, or the hexes under the pointer before the first press.
#[derive(Debug, Default)]
pub(crate) struct Stroke {
    hover: Vec<Cell>,
    /// The most recent cell of the stroke; `None` while the button is up.
    last: Option<Cell>,
    cells: BTreeSet<Cell>,
}

/// The effect of the pointer on a stroke.
pub(crate) enum StrokeEffect {
    /// No effect.
    No,
    /// The stroke reached these hexes for the first time.
    Over(Vec<Cell>),
    /// The stroke ended with these hexes.
    Done(BTreeSet<Cell>),
}

impl Stroke {
    /// Handles a gesture with a brush of `size` rings.
    pub(crate) fn pointer(&mut self, pointer: PointerGesture, size: u8, context: &ToolContext<'_>) -> StrokeEffect {
        match pointer {
            PointerGesture::Hover(pos) => {
                self.hover = context.cell(pos).map_or_else(Vec::new, |cell| context.disk(cell, size));
            }
            PointerGesture::Gone => self.hover.clear(),
            PointerGesture::Press(pos) => {
                self.cancel();
                self.hover.clear();
                self.last = context.cell(pos);
                return StrokeEffect::Over(self.extend_stroke(self.last, size, context));
            }
            PointerGesture::Drag(pos) if self.last.is_some() => {
                return StrokeEffect::Over(self.extend_stroke(context.cell(pos), size, context));
            }
            PointerGesture::Release(pos) if self.last.is_some() => {
                self.extend_stroke(context.cell(pos), size, context);
                self.last = None;
                return StrokeEffect::Done(std::mem::take(&mut self.cells));
            }
            _ => {}
        }
        StrokeEffect::No
    }

    fn extend_stroke(&mut self, to: Option<Cell>, size: u8, context: &ToolContext<'_>) -> Vec<Cell> {
        let (Some(to), Some(last)) = (to, self.last) else { return Vec::new() };
        let way = context.line(last, to).into_iter().flat_map(|step| context.disk(step, size));
        let new = way.filter(|cell| self.cells.insert(*cell)).collect();
        self.last = Some(to);
        new
    }

    /// Returns `true` while the button is down.
    pub(crate) fn is_on(&self) -> bool {
        self.last.is_some()
    }

    /// Returns the hexes of the stroke so far.
    pub(crate) fn cells(&self) -> &BTreeSet<Cell> {
        &self.cells
    }

    /// Cancels the stroke. Returns `true` if one was in progress.
    pub(crate) fn cancel(&mut self) -> bool {
        self.cells.clear();
        self.last.take().is_some()
    }

    /// Draws an outline around the hexes under the brush.
    pub(crate) fn preview(&self, painter: &Painter, view: &View) {
        overlay::outline(painter, view, &self.hover);
    }
}
