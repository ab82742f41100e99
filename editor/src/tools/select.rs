//! Selecting: a click takes what lies under the pointer, a drag moves a counter.

use battlewright_schema::{Cell, Counter, Start};
use egui::{CursorIcon, Painter, Pos2};

use super::{Pointer, Sight, Tool, describe};
use crate::act::{Act, Selection};
use crate::canvas::{overlay, rows, words};
use crate::edit::Edit;

/// The select tool.
#[derive(Default)]
pub(super) struct Select {
    hover: Option<Cell>,
    press: Option<Pos2>,
    /// The counter being dragged, and where it is now.
    drag: Option<(Counter, Pos2)>,
}

/// Everything that a click at `pos` in `cell` may mean, the uppermost first.
pub(crate) fn under(cell: Cell, pos: Pos2, sight: &Sight<'_>) -> Vec<Selection> {
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

impl Tool for Select {
    fn hint(&self, sight: &Sight<'_>) -> String {
        let Some((counter, pos)) = self.drag else {
            return match self.hover {
                Some(cell) => describe(cell, sight),
                None => "Click to select, again for what lies beneath; drag a counter to move it.".to_owned(),
            };
        };
        let name = sight.common().counter(counter).map_or_else(String::new, |unit| unit.name.to_owned());
        match sight.cell(pos) {
            Some(cell) => format!("Release to put {name} into {}. Escape puts it back.", sight.view.grid().name(cell)),
            None => format!("Drag {name} onto a hex. Escape puts it back."),
        }
    }

    fn cursor(&self) -> CursorIcon {
        if self.drag.is_some() { CursorIcon::Grabbing } else { CursorIcon::Default }
    }

    fn pointer(&mut self, pointer: Pointer, sight: &Sight<'_>, acts: &mut Vec<Act>) {
        match pointer {
            Pointer::Hover(pos) => self.hover = sight.cell(pos),
            Pointer::Gone => self.hover = None,
            Pointer::Press(pos) => self.press = Some(pos),
            Pointer::Drag(pos) => {
                let Some(press) = self.press else { return };
                if self.drag.is_none() && press.distance(pos) > 4.0 {
                    // Beside the counters, that of the hex will do.
                    let here = || sight.cell(press).and_then(|cell| sight.counters_in(cell).pop());
                    self.drag = sight.counter_at(press).or_else(here).map(|counter| (counter, pos));
                }
                if let Some((_, at)) = &mut self.drag {
                    *at = pos;
                }
            }
            Pointer::Release(pos) => {
                if let Some((counter, _)) = self.drag.take() {
                    if let Some(cell) = sight.cell(pos) {
                        let unit = sight.common().counter(counter);
                        let name = unit.map_or_else(String::new, |unit| unit.label.to_owned());
                        let start = Start::At(sight.view.grid().name(cell));
                        acts.push(Act::edit(format!("Move {name}"), Edit::Start { counter, start }));
                        acts.push(Act::Select(rows::selection_of(counter)));
                    }
                } else if self.press.is_some() {
                    let Some(cell) = sight.cell(pos) else {
                        acts.push(Act::Select(Selection::Scenario));
                        return;
                    };
                    let found = under(cell, pos, sight);
                    let now = found.iter().position(|found| *found == sight.selection);
                    let next = now.map_or(0, |now| (now + 1) % found.len());
                    if let Some(next) = found.get(next) {
                        acts.push(Act::Select(*next));
                    }
                }
                self.press = None;
            }
            Pointer::Commit => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.press = None;
        self.drag.take().is_some()
    }

    fn lifted(&self) -> Option<Counter> {
        self.drag.map(|(counter, _)| counter)
    }

    fn preview(&self, painter: &Painter, sight: &Sight<'_>) {
        match self.drag {
            Some((counter, pos)) => {
                let target = sight.cell(pos);
                overlay::outline(painter, sight.view, target.as_slice());
                overlay::ghost(painter, sight, counter, pos);
            }
            None => overlay::hover(painter, sight.view, self.hover),
        }
    }
}
