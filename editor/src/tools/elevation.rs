//! The elevation tool: raises and lowers the ground along the pointer's way.

use std::collections::BTreeMap;

use battlewright_schema::Cell;
use egui::{Painter, Pos2};

use super::{Options, Pointer, Sight, Tool};
use crate::act::Act;
use crate::canvas::{overlay, relief};
use crate::edit::Edit;
use crate::edit::levels::{HIGHEST, LOWEST};

/// What the elevation tool does to a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rise {
    /// Raises it by a level.
    #[default]
    Up,
    /// Lowers it by a level.
    Down,
    /// Puts it on the level chosen.
    Set,
}

impl Rise {
    /// Every one, in the order of the options.
    pub const ALL: [Self; 3] = [Self::Up, Self::Down, Self::Set];

    /// The one in hand while Shift is held, or is not.
    fn held(self, shift: bool) -> Self {
        match (self, shift) {
            (Self::Up, true) => Self::Down,
            (Self::Down, true) => Self::Up,
            _ => self,
        }
    }

    /// What it does, as a command.
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "Raise by a level",
            Self::Down => "Lower by a level",
            Self::Set => "Set to a level",
        }
    }
}

/// The elevation tool.
#[derive(Default)]
pub(super) struct Elevation {
    hover: Vec<Cell>,
    /// What the stroke does, and its last cell; `None` while the button is up.
    stroke: Option<(Rise, Cell)>,
    leveled: BTreeMap<Cell, char>,
}

/// The level of `cell` as it stands; the lowest on a map without levels.
fn level(cell: Cell, sight: &Sight<'_>) -> u8 {
    relief::level(sight.common(), cell).unwrap_or(1)
}

/// The level that `rise` gives `cell`.
fn risen(cell: Cell, rise: Rise, sight: &Sight<'_>) -> char {
    let level = match rise {
        Rise::Up => level(cell, sight).saturating_add(1),
        Rise::Down => level(cell, sight).saturating_sub(1),
        Rise::Set => sight.options.level,
    };
    char::from_digit(u32::from(level), 10).unwrap_or(HIGHEST).clamp(LOWEST, HIGHEST)
}

impl Elevation {
    fn stroke_to(&mut self, pos: Pos2, sight: &Sight<'_>) {
        let (Some(cell), Some((rise, last))) = (sight.cell(pos), self.stroke) else { return };
        for step in sight.line(last, cell) {
            for cell in sight.disk(step, sight.options.size) {
                // From where it was before the stroke: passing twice over a hex does not raise it twice.
                self.leveled.insert(cell, risen(cell, rise, sight));
            }
        }
        self.stroke = Some((rise, cell));
    }
}

impl Tool for Elevation {
    fn hint(&self, sight: &Sight<'_>) -> String {
        let what = match self.stroke.map_or(sight.options.rise, |(rise, _)| rise) {
            Rise::Up => "raise the ground by a level; Shift lowers it".to_owned(),
            Rise::Down => "lower the ground by a level; Shift raises it".to_owned(),
            Rise::Set => format!("put the ground on level {}", sight.options.level),
        };
        let width = sight.options.size * 2 - 1;
        let unused =
            if sight.common().steep().is_none() { " The rules of this system make no use of levels." } else { "" };
        format!("Drag to {what}, {width} wide. [ and ] change the width; Alt-click takes up the level there.{unused}")
    }

    fn pointer(&mut self, pointer: Pointer, sight: &Sight<'_>, acts: &mut Vec<Act>) {
        match pointer {
            Pointer::Hover(pos) => {
                self.hover = sight.cell(pos).map_or_else(Vec::new, |cell| sight.disk(cell, sight.options.size));
            }
            Pointer::Gone => self.hover.clear(),
            Pointer::Press(pos) if sight.modifiers.alt => {
                if let Some(cell) = sight.cell(pos) {
                    let level = level(cell, sight);
                    acts.push(Act::Options(Options { level, rise: Rise::Set, ..sight.options.clone() }));
                }
            }
            Pointer::Press(pos) => {
                self.hover.clear();
                let rise = sight.options.rise.held(sight.modifiers.shift);
                self.stroke = sight.cell(pos).map(|cell| (rise, cell));
                self.stroke_to(pos, sight);
            }
            Pointer::Drag(pos) => self.stroke_to(pos, sight),
            Pointer::Release(pos) => {
                self.stroke_to(pos, sight);
                let Some((rise, _)) = self.stroke.take() else { return };
                let name = match rise {
                    Rise::Up => "Raise ground".to_owned(),
                    Rise::Down => "Lower ground".to_owned(),
                    Rise::Set => format!("Set level {}", sight.options.level),
                };
                let cells: Vec<_> = std::mem::take(&mut self.leveled).into_iter().collect();
                acts.push(Act::edit(name, Edit::Levels(cells)));
            }
            Pointer::Commit => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.leveled.clear();
        self.stroke.take().is_some()
    }

    fn leveled(&self) -> Option<&BTreeMap<Cell, char>> {
        Some(&self.leveled)
    }

    fn preview(&self, painter: &Painter, sight: &Sight<'_>) {
        overlay::outline(painter, sight.view, &self.hover);
        let cells: Vec<Cell> = self.leveled.keys().copied().collect();
        overlay::outline(painter, sight.view, &cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::testing::Table;

    /// The level of each of `hexes`.
    fn levels(table: &Table, hexes: &[&str]) -> Vec<u8> {
        hexes.iter().map(|hex| relief::level(table.common(), table.cell(hex)).unwrap_or(0)).collect()
    }

    #[test]
    fn a_stroke_raises_every_hex_once_and_is_one_step() {
        let mut table = Table::new();
        let mut tool = Elevation::default();
        let before = table.document.text();
        table.drag(&mut tool, &["0304", "0305", "0304", "0305"]);
        assert_eq!(levels(&table, &["0304", "0305", "0306"]), [2, 2, 1]);
        assert_eq!(table.document.history().undo_name(), Some("Raise ground"));
        table.drag(&mut tool, &["0305"]);
        assert_eq!(levels(&table, &["0304", "0305", "0306"]), [2, 3, 1]);
        table.document.undo();
        table.document.undo();
        assert!(table.common().levels().is_none(), "undo takes the first levels away");
        assert_eq!(table.document.text(), before);
    }

    #[test]
    fn shift_lowers_alt_takes_up_and_the_range_is_kept() {
        let mut table = Table::new();
        let mut tool = Elevation::default();
        table.options.size = 2;
        table.drag(&mut tool, &["0404"]);
        assert_eq!(levels(&table, &["0404", "0403", "0402"]), [2, 2, 1]);
        table.options.size = 1;
        table.modifiers.shift = true;
        for _ in 0..4 {
            table.drag(&mut tool, &["0403"]);
        }
        assert_eq!(levels(&table, &["0404", "0403"]), [2, 1]);
        table.modifiers = egui::Modifiers::ALT;
        table.drag(&mut tool, &["0404"]);
        assert_eq!((table.options.rise, table.options.level), (Rise::Set, 2));
        table.modifiers = egui::Modifiers::NONE;
        table.options.level = 9;
        table.drag(&mut tool, &["0403"]);
        table.options.rise = Rise::Up;
        table.drag(&mut tool, &["0403"]);
        assert_eq!(levels(&table, &["0403"]), [9]);
    }

    #[test]
    fn escape_in_the_middle_of_a_stroke_leaves_the_ground_as_it_was() {
        let mut table = Table::new();
        let mut tool = Elevation::default();
        let pos = table.pos("0304");
        table.hear(&mut tool, Pointer::Press(pos));
        assert!(!tool.leveled.is_empty() && tool.cancel());
        table.hear(&mut tool, Pointer::Release(pos));
        assert!(tool.leveled.is_empty() && table.common().levels().is_none());
    }
}
