//! The drawing of a table as a cache: shapes at the current scale, and triangles of the ground.

use std::sync::Arc;

use battlewright_export::art::Art;
use battlewright_export::draw::table::{TableDrawing, TableLayer, TableStyle};
use battlewright_export::draw::{Counters, Density, Shape};
use battlewright_schema::{Scenario, UnitFootprint};
use egui::{Mesh, Painter, Rect, Vec2};

use super::{TableFrame, TableScene};
use crate::canvas::chunks::MeshBuilder;
use crate::canvas::pen::ShapePainter as _;
use crate::messages::command::MapLayer;

/// The layers that are cached as triangles, from bottom to top. They have no text.
const GROUND: [TableLayer; 4] = [TableLayer::Ground, TableLayer::Grid, TableLayer::Edges, TableLayer::Lines];

/// The layers above the ground, from bottom to top, each with the layer of the map that hides it.
const ABOVE: [(TableLayer, Option<MapLayer>); 4] = [
    (TableLayer::Numbers, Some(MapLayer::Numbers)),
    (TableLayer::Marks, None),
    (TableLayer::Names, Some(MapLayer::Names)),
    (TableLayer::Units, Some(MapLayer::Counters)),
];

/// The drawing of a table, as a cache.
#[derive(Default)]
pub struct TableBase {
    of: Option<TableKey>,
    drawing: TableDrawing,
    ground: Mesh,
    /// The scale of the last frame, in points per inch.
    last: f32,
}

/// The data that a drawing depends on.
#[derive(Clone, PartialEq)]
struct TableKey {
    /// The revision of the scenario.
    revision: u64,
    /// The edition of the units of a game; `None` for those of the start.
    units: Option<u64>,
    art: Arc<Art>,
    dark: bool,
    /// `true` if waters, roads and walls are drawn.
    lines: bool,
    inch: f32,
    pixels_per_point: f32,
}

/// The units of a game on a table.
#[derive(Clone, Copy)]
pub struct TableUnits<'a> {
    /// A number that changes with the position.
    pub edition: u64,
    /// The bases of the units.
    pub footprints: &'a [UnitFootprint],
    /// The pieces, by the ids of the units.
    pub counters: &'a Counters,
}

/// The look of a drawing.
#[derive(Clone)]
pub struct TableLook {
    /// The revision of the scenario.
    pub revision: u64,
    /// The theme.
    pub art: Arc<Art>,
    /// `true` for the dark theme.
    pub dark: bool,
}

impl TableBase {
    /// Clears the cache for another document.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Paints the table with the units of `scene`, or with those that start on it, without the hidden layers.
    pub(super) fn paint(
        &mut self,
        painter: &Painter,
        frame: &TableFrame,
        scenario: &Scenario,
        scene: &TableScene<'_>,
        look: &TableLook,
    ) {
        let (units, hidden) = (scene.units, &scene.hidden);
        let at_rest = (self.last - frame.inch).abs() < f32::EPSILON;
        self.last = frame.inch;
        // During a zoom, the last drawing is scaled.
        let scaled = self.of.as_ref().map(|of| of.inch).filter(|inch| (0.5..=2.0).contains(&(frame.inch / inch)));
        let inch = scaled.filter(|_| !at_rest).unwrap_or(frame.inch);
        let key = TableKey {
            revision: look.revision,
            units: units.map(|units| units.edition),
            art: Arc::clone(&look.art),
            dark: look.dark,
            lines: !hidden.contains(&MapLayer::Lines),
            inch,
            pixels_per_point: painter.pixels_per_point(),
        };
        if self.of.as_ref() != Some(&key) {
            self.make(scenario, units, key);
        }
        if inch != frame.inch {
            painter.ctx().request_repaint();
        }
        let factor = frame.inch / inch;
        let by = frame.origin.to_vec2() - self.drawing.table().min.to_vec2() * factor;
        let seen = Rect::from_min_max((frame.rect.min - by) / factor, (frame.rect.max - by) / factor);
        painter.add(egui::Shape::mesh(moved(&self.ground, factor, by)));
        for (layer, _) in ABOVE.into_iter().filter(|(_, of)| of.is_none_or(|of| !hidden.contains(&of))) {
            let shapes = self.drawing.draw(layer, seen).into_iter().map(|shape| shape.mapped(factor, by));
            painter.draw(|to| to.extend(shapes));
        }
    }

    fn make(&mut self, scenario: &Scenario, units: Option<TableUnits<'_>>, key: TableKey) {
        let style = TableStyle {
            inch: key.inch,
            density: Density(key.pixels_per_point),
            numbers: true,
            units: true,
            grid: true,
            marks: true,
            dark: key.dark,
            art: Arc::clone(&key.art),
        };
        let drawing = match units {
            Some(units) => TableDrawing::with_units(scenario, units.footprints.to_vec(), units.counters, &style),
            None => TableDrawing::new(scenario, &style),
        };
        self.drawing = drawing.unwrap_or_default();
        let mut builder = MeshBuilder::new(key.pixels_per_point, Rect::EVERYTHING);
        self.ground = Mesh::default();
        for layer in GROUND.into_iter().filter(|layer| key.lines || *layer != TableLayer::Lines) {
            let shapes: Vec<Shape> = self.drawing.draw(layer, Rect::EVERYTHING);
            builder.add(shapes, &mut self.ground);
        }
        self.of = Some(key);
    }
}

/// Returns `mesh` scaled by `factor` and then moved.
fn moved(mesh: &Mesh, factor: f32, by: Vec2) -> Mesh {
    let mut moved = mesh.clone();
    for vertex in &mut moved.vertices {
        vertex.pos = (vertex.pos.to_vec2() * factor + by).to_pos2();
    }
    moved
}
