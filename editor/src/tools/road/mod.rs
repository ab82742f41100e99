//! The road tool: builds roads along the cheapest path between clicks or along a drag, and moves a road by a drag of
//! one of its hexes.

mod marks;
mod rows;

use battlewright_schema::{Cell, HexId};
use egui::{CursorIcon, Key, Painter};

use super::{PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{ink, lines, overlay};
use crate::messages::act::Act;
use crate::model::edit::{Edit, ListChange};
use crate::model::selection::Selection;
use crate::model::survey::net::{RoadMark, RoadNet};
use crate::model::survey::road::{RoadPurpose, way};
use battlewright_schema::words::counted;

pub(crate) use rows::draw as draw_roads;

/// The road tool.
#[derive(Default)]
pub(super) struct RoadTool {
    hover: Option<Cell>,
    net: RoadNet,
    work: RoadTask,
    /// The path to the pointer, for a road that is built by clicks.
    leg: Option<RoadLeg>,
}

/// The work in progress.
#[derive(Clone, Debug, Default, PartialEq)]
enum RoadTask {
    /// No work.
    #[default]
    Idle,
    /// The button is down: a drag builds or removes roads along its path.
    Free { path: Vec<Cell>, erase: bool },
    /// A road is built or removed by clicks.
    Clicks { path: Vec<Cell>, erase: bool },
    /// A hex of a road is dragged: the row of the road, the hex, the target, and the resulting path.
    Relay { road: usize, from: Cell, now: Cell, path: Vec<Cell> },
}

/// The path from the last click to the pointer.
#[derive(Clone, Debug, PartialEq)]
struct RoadLeg {
    from: Cell,
    to: Cell,
    straight: bool,
    path: Vec<Cell>,
    /// `true` if no cheapest path was found and `path` is straight.
    lost: bool,
}

/// Extends `path` to `cell`. A step back to the previous hex removes the last step.
fn step_to(path: &mut Vec<Cell>, cell: Cell, context: &ToolContext<'_>) {
    let Some(last) = path.last().copied() else {
        path.push(cell);
        return;
    };
    for next in context.line(last, cell) {
        if path.len() >= 2 && path.get(path.len() - 2) == Some(&next) {
            path.pop();
        } else if path.last() != Some(&next) {
            path.push(next);
        }
    }
}

/// Returns `true` if Ctrl, Cmd or Alt requests a straight path.
fn is_straight(context: &ToolContext<'_>) -> bool {
    context.modifiers.command || context.modifiers.ctrl || context.modifiers.alt
}

fn selected(context: &ToolContext<'_>) -> Option<usize> {
    match context.selection {
        Selection::Road(at) => Some(at),
        _ => None,
    }
}

fn names(path: &[Cell], context: &ToolContext<'_>) -> Vec<HexId> {
    path.iter().map(|cell| context.view.grid().name(*cell)).collect()
}

/// Returns the name of a road, or `"the road"`.
fn name_of(road: usize, context: &ToolContext<'_>) -> String {
    let name = context.common().roads().get(road).and_then(|road| road.name.as_deref());
    name.unwrap_or("the road").to_owned()
}

impl RoadTool {
    fn leg(&self, from: Cell, to: Cell, erase: bool, context: &ToolContext<'_>) -> RoadLeg {
        let straight = is_straight(context);
        let purpose = if erase { RoadPurpose::Follow } else { RoadPurpose::Lay };
        let search = || way(context.common(), context.view.grid(), &self.net, from, to, purpose);
        let found = if straight { None } else { search() };
        let lost = !straight && found.is_none();
        RoadLeg { from, to, straight, path: found.unwrap_or_else(|| context.line(from, to)), lost }
    }

    /// Searches for the path to the pointer unless it is known.
    fn look_ahead(&mut self, context: &ToolContext<'_>) {
        let (RoadTask::Clicks { path, erase }, Some(to)) = (&self.work, self.hover) else {
            self.leg = None;
            return;
        };
        let Some(from) = path.last().copied() else { return };
        let known = |leg: &RoadLeg| (leg.from, leg.to, leg.straight) == (from, to, is_straight(context));
        if !self.leg.as_ref().is_some_and(known) {
            self.leg = Some(self.leg(from, to, *erase, context));
        }
    }

    fn press(&mut self, cell: Cell, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        self.hover = Some(cell);
        if let RoadTask::Clicks { path, erase } = &mut self.work {
            if path.last() == Some(&cell) {
                let (path, erase) = (std::mem::take(path), *erase);
                self.commit(path, erase, context, acts);
                return;
            }
            self.look_ahead(context);
            if let (RoadTask::Clicks { path, .. }, Some(leg)) = (&mut self.work, self.leg.take()) {
                path.extend(leg.path.into_iter().skip(1));
            }
            return;
        }
        let erase = context.modifiers.shift;
        let taken = if erase || is_straight(context) { None } else { self.inner_road(cell, context) };
        self.work = match taken {
            Some(road) => RoadTask::Relay { road, from: cell, now: cell, path: Vec::new() },
            None => RoadTask::Free { path: vec![cell], erase },
        };
    }

    fn drag(&mut self, cell: Cell, context: &ToolContext<'_>) {
        match &mut self.work {
            RoadTask::Free { path, .. } => step_to(path, cell, context),
            RoadTask::Relay { road, from, now, path } if *now != cell => {
                *now = cell;
                *path = relaid(*road, *from, cell, &self.net, context).unwrap_or_default();
            }
            _ => {}
        }
    }

    fn release(&mut self, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        match std::mem::take(&mut self.work) {
            // A click without a drag starts a road by clicks. A drag is a complete road.
            RoadTask::Free { path, erase: false } if path.len() == 1 && is_straight(context) => {
                tie(&path, context, acts)
            }
            RoadTask::Free { path, erase } if path.len() == 1 => self.work = RoadTask::Clicks { path, erase },
            RoadTask::Free { path, erase } => self.commit(path, erase, context, acts),
            RoadTask::Relay { from, now, .. } if from == now => {
                self.work = RoadTask::Clicks { path: vec![from], erase: false };
            }
            RoadTask::Relay { road, path, .. } => {
                let row = context.common().roads().get(road).filter(|_| path.len() > 1);
                let row = row.map(|row| battlewright_schema::Road { path: names(&path, context), ..row.clone() });
                match row {
                    Some(row) => acts.push(Act::edit("Move road", Edit::Road(ListChange::Put(road, row)))),
                    None => acts.push(Act::Say("No path found.".to_owned())),
                }
                acts.push(Act::Select(Selection::Road(road)));
            }
            work => self.work = work,
        }
    }

    /// Returns the row of a road with `cell` in its interior. The selected road takes precedence.
    fn inner_road(&self, cell: Cell, context: &ToolContext<'_>) -> Option<usize> {
        let name = context.view.grid().name(cell);
        let roads = context.common().roads();
        let inner = |at: &usize| {
            let path = roads.get(*at).map_or(&[][..], |road| &road.path);
            path.len() > 2 && path.get(1..path.len() - 1).is_some_and(|inner| inner.contains(&name))
        };
        selected(context).filter(inner).or_else(|| (0..roads.len()).find(inner))
    }

    fn commit(&mut self, path: Vec<Cell>, erase: bool, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        self.work = RoadTask::Idle;
        self.leg = None;
        if path.len() < 2 {
            return;
        }
        let roads = context.common().roads();
        if erase {
            acts.push(Act::edit("Remove road", rows::erase(roads, &names(&path, context))));
            return;
        }
        let stretches = rows::new_stretches(&path, |a, b| self.net.road(a, b).is_some());
        if stretches.is_empty() {
            acts.push(Act::Say("A road already runs along the whole path.".to_owned()));
            return;
        }
        let stretches = stretches.iter().map(|stretch| names(stretch, context)).collect();
        let (edit, last, any_new) = rows::draw(roads, stretches, selected(context));
        acts.push(Act::edit(if any_new { "Draw road" } else { "Extend road" }, edit));
        acts.push(Act::Select(Selection::Road(last)));
    }
}

/// Splits or joins roads at a click.
fn tie(path: &[Cell], context: &ToolContext<'_>, acts: &mut Vec<Act>) {
    let roads = context.common().roads();
    let Some(hex) = names(path, context).pop() else { return };
    let junction = rows::junction(roads, &hex, selected(context));
    match junction.and_then(|junction| Some((junction, rows::tie(roads, &hex, junction)?))) {
        Some((junction, (edit, row))) => {
            let name = if matches!(junction, rows::RoadJunction::Split(_)) { "Split road" } else { "Join roads" };
            acts.push(Act::edit(name, edit));
            acts.push(Act::Select(Selection::Road(row)));
        }
        None => {
            let why = "No road here can be split, and no two roads can be joined";
            acts.push(Act::Say(format!("{why}. If three roads meet, select one first.")));
        }
    }
}

/// Returns the path of `road` after a drag of its hex `from` to `now`. Replaces the part within the length of the
/// drag, but not beyond a junction.
fn relaid(road: usize, from: Cell, now: Cell, net: &RoadNet, context: &ToolContext<'_>) -> Option<Vec<Cell>> {
    let grid = context.view.grid();
    let row = context.common().roads().get(road)?;
    let path: Vec<Cell> = row.path.iter().map(|hex| grid.cell(hex)).collect::<Option<_>>()?;
    let at = path.iter().position(|cell| *cell == from)?;
    let far = usize::try_from(grid.distance(from, now)).unwrap_or(usize::MAX).max(1);
    let joins = |n: &usize| path.get(*n).is_some_and(|cell| net.marks().get(cell) == Some(&RoadMark::Join));
    let (first, last) = (at.saturating_sub(far), at.saturating_add(far).min(path.len() - 1));
    let begin = (first..at).rev().find(joins).unwrap_or(first);
    let end = (at + 1..=last).find(joins).unwrap_or(last);
    let leg = |a: Cell, b: Cell| way(context.common(), grid, net, a, b, RoadPurpose::Relay);
    let there = leg(*path.get(begin)?, now)?;
    let back = leg(now, *path.get(end)?)?;
    let mut anew: Vec<Cell> = Vec::new();
    for cell in there.into_iter().chain(back.into_iter().skip(1)) {
        // A repeated hex cuts out the loop before it.
        match anew.iter().position(|known| *known == cell) {
            Some(known) => anew.truncate(known + 1),
            None => anew.push(cell),
        }
    }
    let (head, tail) = (path.get(..begin)?, path.get(end + 1..)?);
    Some(head.iter().chain(&anew).chain(tail).copied().collect())
}

impl ToolDefinition for RoadTool {
    const INFO: ToolInfo = ToolInfo {
        id: "road",
        name: "Road",
        help: "Draw roads from hex to hex.",
        key: Key::R,
        icon: include_str!("../../../assets/icons/road.svg"),
        group: ToolGroup::Lines,
        ..ToolInfo::DEFAULT
    };
}

impl Tool for RoadTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let grid = context.view.grid();
        match &self.work {
            RoadTask::Free { path, erase } => {
                let verb = if *erase { "remove roads along" } else { "build" };
                format!("Release to {verb} {}. Escape cancels.", counted(path.len() - 1, "step"))
            }
            RoadTask::Clicks { erase: true, .. } => {
                "Click further along the roads. Enter or a second click removes them up to here, Escape cancels.".to_owned()
            }
            RoadTask::Clicks { .. } if self.leg.as_ref().is_some_and(|leg| leg.lost) => {
                "The hex is too far away to search for a path. A click draws a straight road.".to_owned()
            }
            RoadTask::Clicks { .. } => {
                "Click further along the path (Ctrl: straight). Enter or a second click builds the road, Escape cancels."
                    .to_owned()
            }
            RoadTask::Relay { road, now, path, .. } if !path.is_empty() => {
                let name = name_of(*road, context);
                format!("Release to move {name} to {}. Escape cancels.", grid.name(*now))
            }
            RoadTask::Relay { .. } => "Drag to another hex.".to_owned(),
            RoadTask::Idle => match self.hover.and_then(|cell| self.found(cell, context)) {
                Some(found) => found,
                None => "Click the start of a road, or drag along all of it. Shift removes roads.".to_owned(),
            },
        }
    }

    fn cursor(&self) -> CursorIcon {
        if matches!(self.work, RoadTask::Relay { .. }) { CursorIcon::Grabbing } else { CursorIcon::Crosshair }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        self.net.refresh(context.common(), context.view.grid(), context.revision);
        match pointer {
            PointerGesture::Hover(pos) => {
                self.hover = context.cell(pos);
                self.look_ahead(context);
            }
            PointerGesture::Gone => {
                self.hover = None;
                self.leg = None;
            }
            PointerGesture::Press(pos) => {
                if let Some(cell) = context.cell(pos) {
                    self.press(cell, context, acts);
                }
            }
            PointerGesture::Drag(pos) => {
                if let Some(cell) = context.cell(pos) {
                    self.drag(cell, context);
                }
            }
            PointerGesture::Release(_) => self.release(context, acts),
            PointerGesture::Commit => {
                if let RoadTask::Clicks { path, erase } = &mut self.work {
                    let (path, erase) = (std::mem::take(path), *erase);
                    self.commit(path, erase, context, acts);
                }
            }
        }
    }

    fn cancel(&mut self) -> bool {
        self.leg = None;
        std::mem::take(&mut self.work) != RoadTask::Idle
    }

    fn beneath(&self, painter: &Painter, context: &ToolContext<'_>) {
        marks::paint(painter, context, &self.net);
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        match &self.work {
            RoadTask::Idle => overlay::outline(painter, context.view, self.hover.as_slice()),
            RoadTask::Free { path, erase } => road(painter, context, path, *erase),
            RoadTask::Clicks { path, erase } => {
                let leg = self.leg.as_ref().map_or(&[][..], |leg| leg.path.get(1..).unwrap_or_default());
                let whole: Vec<Cell> = path.iter().chain(leg).copied().collect();
                road(painter, context, &whole, *erase);
            }
            RoadTask::Relay { from, now, path, .. } => {
                overlay::outline(painter, context.view, &[if path.is_empty() { *from } else { *now }]);
                road(painter, context, path, false);
            }
        }
    }
}

/// Paints a road that is about to be built or removed.
fn road(painter: &Painter, context: &ToolContext<'_>, path: &[Cell], erase: bool) {
    if erase {
        overlay::outline_in(painter, context.view, path, ink::WRONG);
    } else {
        painter.draw(|shapes| lines::road_preview(shapes, context.view, path));
    }
}

#[cfg(test)]
mod tests;
