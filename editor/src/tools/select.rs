//! Selecting: a click takes what lies under the pointer, with Ctrl or Shift one counter more or less; a drag moves
//! counters, or draws a band around those that are to be selected.

use battlewright_schema::{Cell, Counter, Start};
use egui::{CursorIcon, Key, Painter, Pos2, Rect, Stroke, StrokeKind};

use super::ghost;
use super::{PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo, describe};
use crate::canvas::{ink, overlay, rows, words};
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::selection::Selection;

/// The select tool.
#[derive(Default)]
pub(super) struct SelectTool {
    hover: Option<Cell>,
    press: Option<Pos2>,
    /// The counter being dragged, and where it is now.
    drag: Option<(Counter, Pos2)>,
    /// The corners of a band around counters.
    band: Option<[Pos2; 2]>,
}

/// Those that move with `counter`, it first: all that are selected with it.
fn company(counter: Counter, sight: &ToolContext<'_>) -> Vec<Counter> {
    let others = sight.picked.iter().copied().filter(|other| *other != counter);
    std::iter::once(counter).chain(others.filter(|_| sight.picked.contains(&counter))).collect()
}

/// The cell in which `counter` starts on the map.
fn start(counter: Counter, sight: &ToolContext<'_>) -> Option<Cell> {
    match sight.common().counter(counter)?.start {
        Start::At(hex) => sight.view.grid().cell(&hex),
        _ => None,
    }
}

/// The cells of `counter` and those that move with it when it is put into `cell`; `None` where one would leave the map.
fn moved(counter: Counter, cell: Cell, sight: &ToolContext<'_>) -> Option<Vec<(Counter, Cell)>> {
    let grid = sight.view.grid();
    let by = grid.hex(cell) - grid.hex(start(counter, sight)?);
    let starts = company(counter, sight).into_iter().filter_map(|one| Some((one, start(one, sight)?)));
    let moved = starts.map(|(one, from)| {
        let to = grid.cell_at(grid.hex(from) + by).filter(|to| sight.common().has(*to))?;
        Some((one, to))
    });
    moved.collect()
}

/// The name of several counters.
pub(crate) fn several(counters: &[Counter]) -> String {
    let units = counters.iter().all(|counter| matches!(counter, Counter::Unit(_)));
    format!("{} {}", counters.len(), if units { "units" } else { "counters" })
}

/// The act that picks `counter` too, or drops it.
fn flip(counter: Counter, sight: &ToolContext<'_>) -> Act {
    let mut picked = sight.picked.clone();
    match picked.iter().position(|other| *other == counter) {
        Some(at) => {
            picked.remove(at);
        }
        None => picked.push(counter),
    }
    Act::Pick(picked)
}

/// Returns `true` if Ctrl or Shift adds to what is selected.
fn adds(sight: &ToolContext<'_>) -> bool {
    sight.modifiers.command || sight.modifiers.shift
}

impl SelectTool {
    /// The effect of letting go of the dragged counter.
    fn drop(counter: Counter, cell: Cell, sight: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let Some(moved) = moved(counter, cell, sight) else {
            acts.push(Act::Say("A counter would leave the map: nothing was moved.".to_owned()));
            return;
        };
        let counters: Vec<Counter> = moved.iter().map(|(counter, _)| *counter).collect();
        let mut starts: Vec<Edit> = moved
            .into_iter()
            .map(|(counter, cell)| Edit::Start { counter, start: Start::At(sight.view.grid().name(cell)) })
            .collect();
        if let ([counter], 1) = (counters.as_slice(), starts.len()) {
            let unit = sight.common().counter(*counter);
            let name = unit.map_or_else(String::new, |unit| unit.label.to_owned());
            acts.extend(starts.pop().map(|start| Act::edit(format!("Move {name}"), start)));
            acts.push(Act::Select(rows::selection_of(*counter)));
        } else {
            acts.push(Act::edit(format!("Move {}", several(&counters)), Edit::All(starts)));
        }
    }

    /// The effect of a click at `pos`.
    fn click(pos: Pos2, sight: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let Some(cell) = sight.cell(pos) else {
            acts.push(Act::Select(Selection::Scenario));
            return;
        };
        let found = under(cell, pos, sight);
        let first = found.first().copied().and_then(rows::counter_of);
        if adds(sight) {
            acts.extend(first.map(|counter| flip(counter, sight)));
            return;
        }
        if let Some(counter) = first.filter(|counter| sight.picked.len() > 1 && sight.picked.contains(counter)) {
            // Of several that are selected, it alone.
            acts.push(Act::Pick(vec![counter]));
            return;
        }
        let now = found.iter().position(|found| *found == sight.selection);
        let next = now.map_or(0, |now| (now + 1) % found.len());
        acts.extend(found.get(next).map(|next| Act::Select(*next)));
    }

    /// The selection by a band from corner to corner.
    fn enclose(corners: [Pos2; 2], sight: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let band = Rect::from_two_pos(corners[0], corners[1]);
        let placed = sight.crowd.place(sight.view, None).into_iter().filter(|placed| band.contains(placed.center));
        let within: Vec<Counter> = placed.filter_map(|placed| sight.crowd.counter(placed.index)).collect();
        let mut picked = if adds(sight) { sight.picked.clone() } else { Vec::new() };
        picked.extend(within.into_iter().filter(|counter| !sight.picked.contains(counter) || !adds(sight)));
        acts.push(Act::Pick(picked));
    }
}

/// Everything that a click at `pos` in `cell` may mean, the uppermost first.
pub(crate) fn under(cell: Cell, pos: Pos2, sight: &ToolContext<'_>) -> Vec<Selection> {
    let mut found: Vec<Selection> = Vec::new();
    let mut counters = sight.counters_in(cell);
    // The one that was hit, then those that it covers.
    counters.sort_by_key(|counter| Some(*counter) == sight.counter_at(pos));
    found.extend(counters.into_iter().rev().map(rows::selection_of));
    let here = sight.sites.at(cell);
    let first = |is: &dyn Fn(&Selection) -> bool| here.iter().copied().find(is);
    found.extend(first(&|selection| matches!(selection, Selection::Entry(_))));
    found.extend(first(&|selection| matches!(selection, Selection::Exit(_))));
    found.extend(first(&|selection| matches!(selection, Selection::Place(_))));
    found.extend(first(&|selection| matches!(selection, Selection::Row(..))));
    let label = words::at(sight.view, sight.common().labels(), pos);
    found.extend(label.map(|at| Selection::Row("label", at)));
    found.push(Selection::Hex(cell));
    found.extend(first(&|selection| matches!(selection, Selection::Road(_))));
    found
}

impl ToolDefinition for SelectTool {
    const INFO: ToolInfo = ToolInfo {
        id: "select",
        name: "Select",
        help: "Select hexes, counters and what lies beneath; drag counters.",
        key: Key::V,
        icon: include_str!("../../assets/icons/select.svg"),
        group: ToolGroup::Selection,
        on_table: true,
        ..ToolInfo::DEFAULT
    };
}

impl Tool for SelectTool {
    fn hint(&self, sight: &ToolContext<'_>) -> String {
        if self.band.is_some() {
            return "Release to select all counters in the band; with Ctrl or Shift as well as those that are. Escape \
                    gives up."
                .to_owned();
        }
        let Some((counter, pos)) = self.drag else {
            return match self.hover {
                Some(cell) => describe(cell, sight),
                None => "Click to select, again for what lies beneath; Ctrl-click or a band around them for several; \
                         drag a counter to move it."
                    .to_owned(),
            };
        };
        let company = company(counter, sight);
        let name = match company.as_slice() {
            [_] => sight.common().counter(counter).map_or_else(String::new, |unit| unit.name.to_owned()),
            several => self::several(several),
        };
        match sight.cell(pos) {
            Some(cell) if moved(counter, cell, sight).is_none() => "A counter would leave the map.".to_owned(),
            Some(cell) if company.len() == 1 => {
                format!("Release to put {name} into {}. Escape puts it back.", sight.view.grid().name(cell))
            }
            Some(_) => format!("Release to move {name}. Escape puts them back."),
            None => format!("Drag {name} onto a hex. Escape puts it back."),
        }
    }

    fn cursor(&self) -> CursorIcon {
        match (self.drag, self.band) {
            (Some(_), _) => CursorIcon::Grabbing,
            (None, Some(_)) => CursorIcon::Crosshair,
            (None, None) => CursorIcon::Default,
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, sight: &ToolContext<'_>, acts: &mut Vec<Act>) {
        match pointer {
            PointerGesture::Hover(pos) => self.hover = sight.cell(pos),
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Press(pos) => self.press = Some(pos),
            PointerGesture::Drag(pos) => {
                let Some(press) = self.press else { return };
                if self.drag.is_none() && self.band.is_none() && press.distance(pos) > 4.0 {
                    // Beside the counters, that of the hex will do. With Shift a band may begin anywhere.
                    let here = || sight.cell(press).and_then(|cell| sight.counters_in(cell).pop());
                    let counter = sight.counter_at(press).or_else(here).filter(|_| !sight.modifiers.shift);
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
                    if let Some(cell) = sight.cell(pos) {
                        Self::drop(counter, cell, sight, acts);
                    }
                } else if let Some([from, _]) = self.band.take() {
                    Self::enclose([from, pos], sight, acts);
                } else if self.press.is_some() {
                    Self::click(pos, sight, acts);
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

    fn preview(&self, painter: &Painter, sight: &ToolContext<'_>) {
        if let Some([from, to]) = self.band {
            let band = Rect::from_two_pos(from, to);
            painter.rect_filled(band, 0.0, ink::ACCENT.gamma_multiply(0.12));
            painter.rect_stroke(band, 0.0, Stroke::new(1.5, ink::ACCENT), StrokeKind::Inside);
            return;
        }
        let Some((counter, pos)) = self.drag else {
            overlay::hover(painter, sight.view, self.hover);
            return;
        };
        if let Some(cell) = sight.cell(pos) {
            match moved(counter, cell, sight) {
                Some(moved) => {
                    let cells: Vec<Cell> = moved.iter().map(|(_, cell)| *cell).collect();
                    overlay::outline(painter, sight.view, &cells);
                    for (other, cell) in moved.iter().skip(1) {
                        ghost::ghost(painter, sight, *other, sight.view.center(*cell));
                    }
                }
                None => overlay::refused(painter, sight.view, cell),
            }
        }
        ghost::ghost(painter, sight, counter, pos);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::testing::ToolHarness;

    /// The hexes of some units that start on the map, one a hex.
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
        // Both corners of the map cannot be reached by both of them.
        for corner in ["0101", "0114"] {
            table.drag(&mut tool, &[&units[0].1, corner]);
            let moved = *table.document.scenario() != before;
            let said = table.said.take().is_some_and(|said| said.contains("leave the map"));
            assert!(moved != said);
            table.document.undo();
        }
    }
}
