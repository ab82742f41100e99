//! The visible part of the map or of the table, and its drawing as a cache.

use battlewright_schema::Scenario;
use egui::{Pos2, Rect};

use crate::canvas::table::{self, TableBase, TableFrame};
use crate::canvas::{Base, Camera};

/// The visible part of the map or of the table, and its drawing as a cache.
pub(super) struct MapView {
    pub(super) camera: Camera,
    /// The rectangle of the map in the last frame.
    pub(super) rect: Rect,
    pub(super) base: Base,
    pub(super) table_base: TableBase,
}

impl Default for MapView {
    fn default() -> Self {
        Self { camera: Camera::default(), rect: Rect::NOTHING, base: Base::default(), table_base: TableBase::default() }
    }
}

impl MapView {
    /// Shows another scenario whole.
    pub(super) fn reset(&mut self) {
        self.camera = Camera::default();
        self.base.clear();
        self.table_base.clear();
    }

    /// Returns the position and the scale of the table on the screen; `None` without a table.
    pub(super) fn table_frame(&self, scenario: &Scenario) -> Option<TableFrame> {
        let table = scenario.common().table()?;
        Some(TableFrame::new(table, &self.camera, self.rect))
    }

    /// Scales the map by `factor`. The point at `pos` stays in place.
    pub(super) fn zoom(&mut self, scenario: &Scenario, factor: f32, pos: Pos2) {
        let common = scenario.common();
        if let Some(table) = common.table() {
            self.camera.zoom_within(table::bounds(table), self.rect, factor, pos);
        } else if let Ok(grid) = common.grid() {
            self.camera.zoom(&grid, self.rect, factor, pos);
        }
    }
}
