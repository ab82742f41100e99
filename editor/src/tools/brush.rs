//! The terrain brush: paints along the pointer's way.

use std::collections::BTreeMap;

use battlewright_schema::Cell;
use egui::{Painter, Pos2};

use super::{Pointer, Sight, Tool};
use crate::act::Act;
use crate::canvas::overlay;
use crate::edit::Edit;
use crate::tools::Options;

/// The terrain brush.
#[derive(Default)]
pub(super) struct Brush {
    hover: Vec<Cell>,
    /// The last cell of the stroke; `None` while the button is up.
    last: Option<Cell>,
    painted: BTreeMap<Cell, char>,
}

impl Brush {
    fn stroke_to(&mut self, pos: Pos2, sight: &Sight<'_>) {
        let Some(cell) = sight.cell(pos) else { return };
        for step in sight.line(self.last.unwrap_or(cell), cell) {
            for cell in sight.disk(step, sight.options.size) {
                self.painted.insert(cell, sight.options.letter);
            }
        }
        self.last = Some(cell);
    }
}

impl Tool for Brush {
    fn hint(&self, sight: &Sight<'_>) -> String {
        let name = sight.terrain_name(sight.options.letter);
        format!(
            "Drag to paint {name}, {} wide. [ and ] change the width; Alt-click takes up the terrain there.",
            sight.options.size * 2 - 1
        )
    }

    fn pointer(&mut self, pointer: Pointer, sight: &Sight<'_>, acts: &mut Vec<Act>) {
        match pointer {
            Pointer::Hover(pos) => {
                self.hover = sight.cell(pos).map_or_else(Vec::new, |cell| sight.disk(cell, sight.options.size));
            }
            Pointer::Gone => self.hover.clear(),
            Pointer::Press(pos) if sight.modifiers.alt => {
                if let Some(letter) = sight.cell(pos).and_then(|cell| sight.letter(cell)) {
                    acts.push(Act::Options(Options { letter, ..sight.options.clone() }));
                }
            }
            Pointer::Press(pos) => {
                self.hover.clear();
                self.last = sight.cell(pos);
                self.stroke_to(pos, sight);
            }
            Pointer::Drag(pos) if self.last.is_some() => self.stroke_to(pos, sight),
            Pointer::Release(pos) if self.last.is_some() => {
                self.stroke_to(pos, sight);
                self.last = None;
                let cells: Vec<_> = std::mem::take(&mut self.painted).into_iter().collect();
                acts.push(Act::edit(format!("Paint {}", sight.terrain_name(sight.options.letter)), Edit::Paint(cells)));
            }
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.painted.clear();
        self.last.take().is_some()
    }

    fn painted(&self) -> Option<&BTreeMap<Cell, char>> {
        Some(&self.painted)
    }

    fn preview(&self, painter: &Painter, sight: &Sight<'_>) {
        overlay::outline(painter, sight.view, &self.hover);
    }
}
