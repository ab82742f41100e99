//! The handles of the selected unit on a table: one turns the unit, and one at each base bends its line or column.

use battlewright_schema::{Counter, Inches, TablePosition, UnitFootprint};
use egui::{Painter, Pos2, Stroke};

use super::TableContext;
use crate::canvas::ink;
use crate::canvas::table::{self, TableFrame};
use crate::model::selection::Selection;
use crate::model::table_units;

/// The distance at which the pointer takes a handle, in screen points.
const NEAR: f32 = 7.0;

/// The step to which a bend snaps, in degrees.
const BEND: u16 = 5;

/// A handle of the selected unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnitHandle {
    /// Turns the unit.
    Turn,
    /// Turns this base against the others.
    Bend(usize),
}

/// The only selected unit, with a front and at a position on the table.
pub(super) struct HandledUnit {
    pub(super) unit: usize,
    position: TablePosition,
    bases: UnitFootprint,
    /// The greatest angle between neighboring bases; `None` if the formation does not bend.
    bend: Option<u8>,
}

impl HandledUnit {
    /// Returns the selected unit; `None` if several are selected, or it has no front.
    pub(super) fn selected(context: &TableContext<'_>) -> Option<Self> {
        let unit = match (context.picked, context.selection) {
            ([Counter::Unit(unit)], _) => *unit,
            ([], Selection::Unit(unit)) => unit,
            _ => return None,
        };
        let common = context.common();
        let position = table_units::position(common, unit)?;
        let bases = common.footprint(unit, &position).filter(|bases| bases.facing.is_some())?;
        let postures = common.postures(unit);
        let posture = postures.iter().find(|posture| position.posture.as_deref() == Some(posture.name));
        Some(Self { unit, bend: posture.and_then(|posture| posture.bend), position, bases })
    }

    /// Returns the handles with their positions on the screen.
    pub(super) fn handles(&self, frame: &TableFrame) -> Vec<(UnitHandle, Pos2)> {
        let facing = f32::from(self.position.facing);
        let ahead = TableFrame::ahead(facing) * (frame.inch * 1.3).max(36.0);
        let mut handles = vec![(UnitHandle::Turn, frame.pos(self.position.at) + ahead)];
        let bends = self.bend.map_or(0, |_| self.bases.bases.len());
        handles.extend((0..bends).filter_map(|base| {
            let turn = self.position.bend.get(base).copied().unwrap_or(0);
            let ahead = TableFrame::ahead(facing + f32::from(turn)) * (frame.inch * 0.35).max(10.0);
            Some((UnitHandle::Bend(base), frame.pos(self.front(base)?) + ahead))
        }));
        handles
    }

    /// Returns the handle at `pos`.
    pub(super) fn handle_at(&self, frame: &TableFrame, pos: Pos2) -> Option<UnitHandle> {
        let near = self.handles(frame).into_iter().map(|(handle, at)| (at.distance(pos), handle));
        near.filter(|(distance, _)| *distance <= NEAR).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, handle)| handle)
    }

    /// Returns the position after a drag of `handle` to `to`. Alt suspends snapping to steps of the angle.
    pub(super) fn dragged(&self, handle: UnitHandle, to: Pos2, context: &TableContext<'_>) -> TablePosition {
        let step = |step| if context.modifiers.alt { 1 } else { step };
        let pointer = context.frame.at(to);
        match handle {
            UnitHandle::Turn => {
                let facing = table_units::direction(self.position.at, pointer, step(table_units::TURN));
                TablePosition { facing: facing.unwrap_or(self.position.facing), ..self.position.clone() }
            }
            UnitHandle::Bend(base) => {
                let front = self.front(base).unwrap_or(self.position.at);
                let facing = table_units::direction(front, pointer, 1);
                let Some((facing, most)) = facing.zip(self.bend) else { return self.position.clone() };
                table_units::bent(&self.position, self.bases.bases.len(), base, facing, most, step(BEND))
            }
        }
    }

    /// Returns the center of the front of a base.
    fn front(&self, base: usize) -> Option<Inches> {
        let [left, right, ..] = self.bases.bases.get(base)?.corners;
        Some(Inches { x: left.x.midpoint(right.x), y: left.y.midpoint(right.y) })
    }

    /// Paints the handles.
    pub(super) fn paint(&self, painter: &Painter, frame: &TableFrame) {
        for (handle, at) in self.handles(frame) {
            if handle == UnitHandle::Turn {
                painter.line_segment([frame.pos(self.position.at), at], Stroke::new(1.5, ink::SELECTED));
            }
            table::handle(painter, at);
        }
    }
}
