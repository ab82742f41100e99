//! Fill: all hexes of one terrain that hang together become another.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::Cell;
use egui::Painter;

use super::{Pointer, Sight, Tool};
use crate::act::Act;
use crate::canvas::overlay;
use crate::edit::Edit;

/// The fill tool.
#[derive(Default)]
pub(super) struct Fill {
    from: Option<Cell>,
    area: BTreeMap<Cell, char>,
    down: bool,
}

/// The cells that hang together with `from` and have its terrain.
fn area(sight: &Sight<'_>, from: Cell) -> BTreeSet<Cell> {
    let letter = sight.letter(from);
    let mut area = BTreeSet::from([from]);
    let mut rest = vec![from];
    while let Some(cell) = rest.pop() {
        for next in sight.view.grid().neighbors(cell).into_iter().flatten() {
            if sight.common().has(next) && sight.letter(next) == letter && area.insert(next) {
                rest.push(next);
            }
        }
    }
    area
}

impl Tool for Fill {
    fn hint(&self, sight: &Sight<'_>) -> String {
        let name = sight.terrain_name(sight.options.letter);
        match self.area.len() {
            0 => format!("Click to fill an area with {name}."),
            count => format!("Click to fill these {count} hexes with {name}."),
        }
    }

    fn pointer(&mut self, pointer: Pointer, sight: &Sight<'_>, acts: &mut Vec<Act>) {
        match pointer {
            Pointer::Hover(pos) | Pointer::Press(pos) => {
                self.down = matches!(pointer, Pointer::Press(_));
                let cell = sight.cell(pos);
                let other = cell.filter(|cell| sight.letter(*cell) != Some(sight.options.letter));
                if cell != self.from || self.down {
                    self.from = cell;
                    let area = other.map(|cell| area(sight, cell)).unwrap_or_default();
                    self.area = area.into_iter().map(|cell| (cell, sight.options.letter)).collect();
                }
            }
            Pointer::Gone => {
                self.cancel();
            }
            Pointer::Release(_) if self.down => {
                let cells: Vec<_> = std::mem::take(&mut self.area).into_iter().collect();
                self.cancel();
                if !cells.is_empty() {
                    let name = sight.terrain_name(sight.options.letter);
                    acts.push(Act::edit(format!("Fill with {name}"), Edit::Paint(cells)));
                }
            }
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.from = None;
        self.area.clear();
        std::mem::take(&mut self.down)
    }

    fn preview(&self, painter: &Painter, sight: &Sight<'_>) {
        let cells: Vec<Cell> = self.area.keys().copied().collect();
        overlay::tint(painter, sight.view, &cells, crate::canvas::ink::ACCENT.gamma_multiply(0.25));
        overlay::outline(painter, sight.view, &cells);
    }
}
