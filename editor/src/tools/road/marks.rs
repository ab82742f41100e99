//! Marks on the map and hint texts for road ends and junctions.

use battlewright_schema::Cell;
use egui::{Color32, Painter, Shape, Stroke, Vec2, vec2};

use super::{RoadTool, is_straight, name_of, rows, selected};
use crate::canvas::{View, ink};
use crate::model::survey::net::{RoadMark, RoadNet};
use crate::tools::ToolContext;

/// The smallest hex radius with marks, in pixels. Below it, marks would hide the roads.
const SMALLEST: f32 = 7.0;

/// Paints a mark at each road end or junction: a ring for a dead end, a diamond for a junction, a triangle at the edge
/// of the map.
pub(super) fn paint(painter: &Painter, context: &ToolContext<'_>, net: &RoadNet) {
    let view = context.view;
    let size = (view.detail() * 0.17).clamp(3.0, 9.0) / view.density().0;
    if view.detail() < SMALLEST {
        return;
    }
    let line = Stroke::new((size * 0.35).clamp(1.2, 2.5), ink::LINE);
    for (cell, mark) in net.marks() {
        let at = view.center(*cell);
        if !view.rect().expand(view.radius()).contains(at) {
            continue;
        }
        let polygon = |corners: &[Vec2], fill: Color32| {
            let corners = corners.iter().map(|corner| at + *corner * size).collect();
            painter.add(Shape::convex_polygon(corners, fill, line));
        };
        match mark {
            RoadMark::DeadEnd => {
                painter.circle(at, size, Color32::WHITE, Stroke::new(line.width, ink::WRONG));
            }
            RoadMark::Join => polygon(&[vec2(0.0, -1.1), vec2(1.1, 0.0), vec2(0.0, 1.1), vec2(-1.1, 0.0)], ink::ACCENT),
            RoadMark::Edge => {
                let way = outward(view, *cell, context);
                let side = way.rot90();
                polygon(&[way * 1.5, side - way * 0.6, -side - way * 0.6], Color32::WHITE);
            }
        }
    }
}

/// Returns the direction from `cell` out of the map.
fn outward(view: &View, cell: Cell, context: &ToolContext<'_>) -> Vec2 {
    let neighbors = view.grid().neighbors(cell);
    let open = neighbors.iter().enumerate().filter(|(_, next)| next.is_none_or(|next| !context.common().has(next)));
    let sum = open.fold(Vec2::ZERO, |sum, (side, _)| sum + (view.beyond(cell, side) - view.center(cell)));
    if sum.length() < 0.1 { Vec2::UP } else { sum.normalized() }
}

impl RoadTool {
    /// Describes the roads in `cell` and the possible actions; `None` without roads.
    pub(super) fn found(&self, cell: Cell, context: &ToolContext<'_>) -> Option<String> {
        let hex = context.view.grid().name(cell);
        let roads = context.common().roads();
        if is_straight(context) {
            return Some(match rows::junction(roads, &hex, selected(context))? {
                rows::RoadJunction::Split(road) => format!("Click to split {} in {hex}.", name_of(road, context)),
                rows::RoadJunction::Join(..) => format!("Click to join the two roads that end in {hex}."),
            });
        }
        if context.modifiers.shift {
            return None;
        }
        let mark = match self.net.marks().get(&cell) {
            Some(RoadMark::DeadEnd) => Some("a dead end"),
            Some(RoadMark::Edge) => Some("an end at the edge of the map"),
            Some(RoadMark::Join) => Some("roads meet here"),
            None => None,
        };
        match (self.inner_road(cell, context), mark) {
            (Some(road), mark) => {
                let mark = mark.map_or_else(String::new, |mark| format!("{hex}: {mark}. "));
                let name = name_of(road, context);
                Some(format!("{mark}Drag to move {name} to another hex, click to branch off, Ctrl-click to split it."))
            }
            (None, Some(mark)) => {
                let joins =
                    matches!(rows::junction(roads, &hex, selected(context)), Some(rows::RoadJunction::Join(..)));
                let join = if joins { ", Ctrl-click to join two roads" } else { "" };
                Some(format!("{hex}: {mark}. Click or drag to continue from here{join}."))
            }
            (None, None) => None,
        }
    }
}
