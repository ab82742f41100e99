//! The select tool. A click selects the item under the pointer; Ctrl or Shift adds or removes one counter. A drag
//! moves counters, or draws a band that selects the counters in it.

use battlewright_schema::{Cell, Counter, Start};
use egui::{CursorIcon, Key, Painter, Pos2, Rect, Stroke, StrokeKind};

use super::ghost;
use super::{PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo, describe};
use crate::canvas::{ink, overlay, rows};
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::selection::Selection;

/// The select tool.
#[derive(Default)]
pub(super) struct SelectTool {
    hover: Option<Cell>,
    press: Option<Pos2>,
    /// The dragged counter, and the position of the pointer.
    drag: Option<(Counter, Pos2)>,
    /// Two opposite corners of the selection band.
    band: Option<[Pos2; 2]>,
}

/// Returns the counters that move with `counter`: itself first, then the other selected ones if it is selected.
fn company(counter: Counter, context: &ToolContext<'_>) -> Vec<Counter> {
    let others = context.picked.iter().copied().filter(|other| *other != counter);
    std::iter::once(counter).chain(others.filter(|_| context.picked.contains(&counter))).collect()
}

/// Returns the start cell of `counter` on the map.
fn start(counter: Counter, context: &ToolContext<'_>) -> Option<Cell> {
    match context.common().counter(counter)?.start {
        Start::At(hex) => context.view.grid().cell(&hex),
        _ => None,
    }
}

/// Returns the target cells of `counter` and its company for a move to `cell`; `None` if one would leave the map.
fn moved(counter: Counter, cell: Cell, context: &ToolContext<'_>) -> Option<Vec<(Counter, Cell)>> {
    let grid = context.view.grid();
    let by = grid.hex(cell) - grid.hex(start(counter, context)?);
    let starts = company(counter, context).into_iter().filter_map(|one| Some((one, start(one, context)?)));
    let moved = starts.map(|(one, from)| {
        let to = grid.cell_at(grid.hex(from) + by).filter(|to| context.common().has(*to))?;
        Some((one, to))
    });
    moved.collect()
}

/// Returns a phrase such as `"3 units"`.
pub(crate) fn several(counters: &[Counter]) -> String {
    let units = counters.iter().all(|counter| matches!(counter, Counter::Unit(_)));
    format!("{} {}", counters.len(), if units { "units" } else { "counters" })
}

/// Returns the act that adds `counter` to the selection, or removes it if present.
fn flip(counter: Counter, context: &ToolContext<'_>) -> Act {
    let mut picked = context.picked.clone();
    match picked.iter().position(|other| *other == counter) {
        Some(at) => {
            picked.remove(at);
        }
        None => picked.push(counter),
    }
    Act::Pick(picked)
}

/// Returns `true` if Ctrl or Shift extends the selection.
fn adds(context: &ToolContext<'_>) -> bool {
    context.modifiers.command || context.modifiers.shift
}

impl SelectTool {
    /// Pushes the acts for a drop of the dragged counter on `cell`.
    fn drop(counter: Counter, cell: Cell, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let Some(moved) = moved(counter, cell, context) else {
            acts.push(Act::Say("Nothing was moved: a counter would be off the map.".to_owned()));
            return;
        };
        let counters: Vec<Counter> = moved.iter().map(|(counter, _)| *counter).collect();
        let mut starts: Vec<Edit> = moved
            .into_iter()
            .map(|(counter, cell)| Edit::Start { counter, start: Start::At(context.view.grid().name(cell)) })
            .collect();
        if let ([counter], 1) = (counters.as_slice(), starts.len()) {
            let unit = context.common().counter(*counter);
            let name = unit.map_or_else(String::new, |unit| unit.label.to_owned());
            acts.extend(starts.pop().map(|start| Act::edit(format!("Move {name}"), start)));
            acts.push(Act::Select(rows::selection_of(*counter)));
        } else {
            acts.push(Act::edit(format!("Move {}", several(&counters)), Edit::All(starts)));
        }
    }

    /// Pushes the acts for a click at `pos`. Repeated clicks cycle through the items there.
    fn click(pos: Pos2, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let Some(cell) = context.cell(pos) else {
            acts.push(Act::Select(Selection::Scenario));
            return;
        };
        let found = under(cell, pos, context);
        let first = found.first().copied().and_then(rows::counter_of);
        if adds(context) {
            acts.extend(first.map(|counter| flip(counter, context)));
            return;
        }
        if let Some(counter) = first.filter(|counter| context.picked.len() > 1 && context.picked.contains(counter)) {
            // A click on one of several selected counters selects only that counter.
            acts.push(Act::Pick(vec![counter]));
            return;
        }
        let now = found.iter().position(|found| *found == context.selection);
        let next = now.map_or(0, |now| (now + 1) % found.len());
        acts.extend(found.get(next).map(|next| Act::Select(*next)));
    }

    /// Pushes the selection of the counters in the band between two corners.
    fn enclose(corners: [Pos2; 2], context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let band = Rect::from_two_pos(corners[0], corners[1]);
        let placed = context.crowd.place(context.view, None).into_iter().filter(|placed| band.contains(placed.center));
        let within: Vec<Counter> = placed.filter_map(|placed| context.crowd.counter(placed.index)).collect();
        let mut picked = if adds(context) { context.picked.clone() } else { Vec::new() };
        picked.extend(within.into_iter().filter(|counter| !context.picked.contains(counter) || !adds(context)));
        acts.push(Act::Pick(picked));
    }
}

/// Returns the items that a click at `pos` in `cell` can select, the topmost first.
pub(crate) fn under(cell: Cell, pos: Pos2, context: &ToolContext<'_>) -> Vec<Selection> {
    let mut found: Vec<Selection> = Vec::new();
    let mut counters = context.counters_in(cell);
    // The counter that was hit comes first, then the counters that it covers.
    counters.sort_by_key(|counter| Some(*counter) == context.counter_at(pos));
    found.extend(counters.into_iter().rev().map(rows::selection_of));
    let here = context.sites.at(cell);
    let first = |is: &dyn Fn(&Selection) -> bool| here.iter().copied().find(is);
    found.extend(first(&|selection| matches!(selection, Selection::Entry(_))));
    found.extend(first(&|selection| matches!(selection, Selection::Exit(_))));
    found.extend(first(&|selection| matches!(selection, Selection::Place(_))));
    found.extend(first(&|selection| matches!(selection, Selection::Row(..))));
    let label = context.label_at(pos);
    found.extend(label.map(|at| Selection::Row("label", at)));
    found.push(Selection::Hex(cell));
    found.extend(first(&|selection| matches!(selection, Selection::Road(_))));
    found
}

impl ToolDefinition for SelectTool {
    const INFO: ToolInfo = ToolInfo {
        id: "select",
        name: "Select",
        help: "Select hexes, counters and features. Drag counters.",
        key: Key::V,
        icon: include_str!("../../assets/icons/select.svg"),
        group: ToolGroup::Selection,
        on_table: true,
        ..ToolInfo::DEFAULT
    };
}

impl Tool for SelectTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        if self.band.is_some() {
            return "Release to select the counters in the band; Ctrl or Shift adds them to the selection. Escape \
                    cancels."
                .to_owned();
        }
        let Some((counter, pos)) = self.drag else {
            return match self.hover {
                Some(cell) => describe(cell, context),
                None => "Click to select; click again to select the item beneath. Ctrl-click or draw a band to select \
                         several counters. Drag a counter to move it."
                    .to_owned(),
            };
        };
        let company = company(counter, context);
        let name = match company.as_slice() {
            [_] => context.common().counter(counter).map_or_else(String::new, |unit| unit.name.to_owned()),
            several => self::several(several),
        };
        match context.cell(pos) {
            Some(cell) if moved(counter, cell, context).is_none() => "A counter would be off the map.".to_owned(),
            Some(cell) if company.len() == 1 => {
                format!("Release to move {name} to {}. Escape cancels.", context.view.grid().name(cell))
            }
            Some(_) => format!("Release to move {name}. Escape cancels."),
            None => format!("Drag {name} to a hex. Escape cancels."),
        }
    }

    fn cursor(&self) -> CursorIcon {
        match (self.drag, self.band) {
            (Some(_), _) => CursorIcon::Grabbing,
            (None, Some(_)) => CursorIcon::Crosshair,
            (None, None) => CursorIcon::Default,
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        match pointer {
            PointerGesture::Hover(pos) => self.hover = context.cell(pos),
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Press(pos) => self.press = Some(pos),
            PointerGesture::Drag(pos) => {
                let Some(press) = self.press else { return };
                if self.drag.is_none() && self.band.is_none() && press.distance(pos) > 4.0 {
                    // A press next to the counters takes the top counter of the hex. With Shift, a band can start
                    // anywhere.
                    let here = || context.cell(press).and_then(|cell| context.counters_in(cell).pop());
                    let counter = context.counter_at(press).or_else(here).filter(|_| !context.modifiers.shift);
                    self.drag = counter.map(|counter| (counter, pos));
                    self.band = self.drag.is_none().then_some([press, pos]);
                }
                if let Some((_, at)) = &mut self.drag {
                    *at = pos;
                }
                if let Some([_, at]) = &mut self.band {
                    *at = pos;
                }
            }
            PointerGesture::Release(pos) => {
                if let Some((counter, _)) = self.drag.take() {
                    if let Some(cell) = context.cell(pos) {
                        Self::drop(counter, cell, context, acts);
                    }
                } else if let Some([from, _]) = self.band.take() {
                    Self::enclose([from, pos], context, acts);
                } else if self.press.is_some() {
                    Self::click(pos, context, acts);
                }
                self.press = None;
            }
            PointerGesture::Commit => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.press = None;
        self.band.take().is_some() | self.drag.take().is_some()
    }

    fn lifted(&self) -> Option<Counter> {
        self.drag.map(|(counter, _)| counter)
    }

    fn shows_counters(&self) -> bool {
        true
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        if let Some([from, to]) = self.band {
            let band = Rect::from_two_pos(from, to);
            painter.rect_filled(band, 0.0, ink::ACCENT.gamma_multiply(0.12));
            painter.rect_stroke(band, 0.0, Stroke::new(1.5, ink::ACCENT), StrokeKind::Inside);
            return;
        }
        let Some((counter, pos)) = self.drag else {
            overlay::hover(painter, context.view, self.hover);
            return;
        };
        if let Some(cell) = context.cell(pos) {
            match moved(counter, cell, context) {
                Some(moved) => {
                    let cells: Vec<Cell> = moved.iter().map(|(_, cell)| *cell).collect();
                    overlay::outline(painter, context.view, &cells);
                    for (other, cell) in moved.iter().skip(1) {
                        ghost::ghost(painter, context, *other, context.view.center(*cell));
                    }
                }
                None => overlay::refused(painter, context.view, cell),
            }
        }
        ghost::ghost(painter, context, counter, pos);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::testing::ToolHarness;

    /// Returns up to `count` units that start on the map, at most one per hex.
    fn hexes(table: &ToolHarness, count: usize) -> Vec<(usize, String)> {
        let common = table.common();
        let units = (0..common.unit_count()).filter_map(|unit| match common.unit(unit)?.start {
            Start::At(hex) => Some((unit, hex.to_string())),
            _ => None,
        });
        units.take(count).collect()
    }

    #[test]
    fn ctrl_clicks_pick_counters_and_drop_them_again() {
        let (mut table, mut tool) = (ToolHarness::new(), SelectTool::default());
        let units = hexes(&table, 2);
        table.drag(&mut tool, &[&units[0].1]);
        table.modifiers = egui::Modifiers::COMMAND;
        table.drag(&mut tool, &[&units[1].1]);
        assert_eq!(table.picked, [Counter::Unit(units[0].0), Counter::Unit(units[1].0)]);
        table.drag(&mut tool, &[&units[0].1]);
        assert_eq!(table.picked, [Counter::Unit(units[1].0)]);
    }

    #[test]
    fn several_counters_do_not_leave_the_map() {
        let (mut table, mut tool) = (ToolHarness::new(), SelectTool::default());
        let units = hexes(&table, 2);
        table.modifiers = egui::Modifiers::COMMAND;
        for (_, hex) in &units {
            table.drag(&mut tool, &[hex]);
        }
        table.modifiers = egui::Modifiers::NONE;
        let before = table.document.scenario().clone();
        // The two units cannot both reach a corner of the map.
        for corner in ["0101", "0114"] {
            table.drag(&mut tool, &[&units[0].1, corner]);
            let moved = *table.document.scenario() != before;
            let said = table.said.take().is_some_and(|said| said.contains("off the map"));
            assert!(moved != said);
            table.document.undo();
        }
    }
}
