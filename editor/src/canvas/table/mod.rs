//! A table without hexes on the screen: a scenario, or a game in progress on it.

mod base;
mod frame;
pub mod hit;
pub mod marks;

use std::collections::BTreeSet;

use battlewright_schema::{Inches, Scenario, TableView, UnitFootprint};
use egui::{Color32, Painter, Pos2, Shape, Stroke};

pub use base::{TableBase, TableLook, TableUnits};
pub use frame::{TableFrame, bounds, center};
pub use hit::TableItem;

use crate::canvas::{advice, ink, pen};
use crate::messages::command::MapLayer;
use crate::model::advice::{AdviceArrow, AdviceSpot};
use battlewright_export::draw;

/// The content of the view of a table apart from the scenario.
#[derive(Default)]
pub struct TableScene<'a> {
    /// The units of a game; `None` for those that start on the table.
    pub units: Option<TableUnits<'a>>,
    /// Areas to tint, such as the reach of a unit, beneath the outlines of units.
    pub tints: Vec<(Vec<Inches>, Color32)>,
    /// The units with legal choices, by their indexes in the order of battle.
    pub lit: Vec<usize>,
    /// The selected things.
    pub selected: Vec<TableItem>,
    /// The hidden layers.
    pub hidden: BTreeSet<MapLayer>,
    /// Points with a problem.
    pub wrong: Vec<Inches>,
    /// The arrows of advice for computer players, or in a game of their plans.
    pub advice: Vec<AdviceArrow>,
}

/// Paints the table and all content of the scene.
pub fn paint(
    painter: &Painter,
    frame: &TableFrame,
    scenario: &Scenario,
    scene: &TableScene<'_>,
    base: &mut TableBase,
    look: &TableLook,
) {
    base.paint(painter, frame, scenario, scene, look);
    for (outline, color) in &scene.tints {
        area(painter, frame, outline, *color, Stroke::NONE);
    }
    let Some(view) = scenario.common().table_view() else { return };
    let footprints = scene.units.map_or(view.units.as_slice(), |units| units.footprints);
    for unit in footprints.iter().filter(|_| !scene.hidden.contains(&MapLayer::Counters)) {
        if scene.lit.contains(&unit.unit) {
            outline(painter, frame, unit, Stroke::new(2.0, ink::ACCENT));
        }
        if scene.selected.contains(&TableItem::Unit(unit.unit)) {
            outline(painter, frame, unit, Stroke::new(2.5, ink::SELECTED));
        }
    }
    for item in &scene.selected {
        if let TableItem::Row(row) = item {
            select(painter, frame, &view, *row);
        }
    }
    for at in &scene.wrong {
        painter.circle_stroke(frame.pos(*at), (frame.inch * 0.7).max(6.0), Stroke::new(2.0, ink::WRONG));
    }
    let colors = [0, 1].map(|side| look.art.side(scenario.common(), side));
    advice::paint(painter, &scene.advice, colors, (frame.inch * 0.12).clamp(2.0, 6.0), |spot| match spot {
        AdviceSpot::Point(at) => frame.pos(at),
        // A table has no hexes.
        AdviceSpot::Hex(_) => frame.on_screen().center(),
    });
}

/// Paints a filled area with an outline. It may be concave.
pub fn area(painter: &Painter, frame: &TableFrame, outline: &[Inches], fill: Color32, edge: Stroke) {
    let rim: Vec<Pos2> = outline.iter().map(|point| frame.pos(*point)).collect();
    let edge = draw::Stroke { width: edge.width, color: edge.color };
    painter.add(pen::plain(draw::Shape::Polygon { rim, fill, edge }));
}

/// Paints the outline of each base of `unit`.
pub fn outline(painter: &Painter, frame: &TableFrame, unit: &UnitFootprint, stroke: Stroke) {
    for base in &unit.bases {
        let corners = base.corners.map(|corner| frame.pos(corner)).to_vec();
        painter.add(Shape::closed_line(corners, stroke));
    }
}

/// Paints a handle at a corner that can be dragged.
pub fn handle(painter: &Painter, at: Pos2) {
    painter.circle(at, 4.0, Color32::WHITE, Stroke::new(1.5, ink::SELECTED));
}

/// Paints the outline of a row with its corners.
fn select(painter: &Painter, frame: &TableFrame, view: &TableView<'_>, row: battlewright_schema::ListRow) {
    let stroke = Stroke::new(2.5, ink::SELECTED);
    let on_screen = |points: &[Inches]| points.iter().map(|point| frame.pos(*point)).collect::<Vec<Pos2>>();
    if let Some(area) = view.areas.iter().find(|area| area.row == row) {
        let rim = on_screen(&area.outline);
        painter.add(Shape::closed_line(rim.clone(), stroke));
        rim.into_iter().for_each(|at| handle(painter, at));
    }
    if let Some(line) = view.lines.iter().find(|line| line.row == row) {
        let points = on_screen(&line.line);
        painter.add(Shape::line(points.clone(), stroke));
        points.into_iter().for_each(|at| handle(painter, at));
    }
    if let Some(point) = view.points.iter().find(|point| point.row == row) {
        painter.circle_stroke(frame.pos(point.at), (frame.inch * 0.5).max(8.0), stroke);
    }
}
