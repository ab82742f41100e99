//! The entry and exit tools: where on the map's edge units come on and leave.

use battlewright_schema::{Cell, Entry, Exit, HexId};
use egui::Painter;

use super::{Pointer, Sight, Tool};
use crate::act::{Act, Selection};
use crate::canvas::{labels, overlay};
use crate::edit::{Edit, Row};

/// The entry tool, or the exit tool.
pub(super) struct Gate {
    entry: bool,
    hover: Option<Cell>,
    down: Option<Cell>,
}

impl Gate {
    pub(super) fn new(entry: bool) -> Self {
        Self { entry, hover: None, down: None }
    }

    fn word(&self) -> &'static str {
        if self.entry { "entry" } else { "exit" }
    }

    fn click(&self, cell: Cell, sight: &Sight<'_>) -> Vec<Act> {
        let hex = sight.view.grid().name(cell);
        let common = sight.common();
        if !sight.is_edge(cell) {
            return vec![Act::Say(format!("{hex} is not at the edge of the map: an {} has to be.", self.word()))];
        }
        let Some(side) = sight.side() else { return Vec::new() };
        let id = free_letter(sight);
        if self.entry {
            let rows = common.entries();
            if let (true, Selection::Entry(at)) = (sight.modifiers.shift, sight.selection)
                && let Some(row) = rows.get(at)
            {
                let row = Entry { hexes: toggled(&row.hexes, hex), ..row.clone() };
                return vec![Act::edit(format!("Change hexes of entry {}", row.id), Edit::Entry(Row::Put(at, row)))];
            }
            if let Some(at) = rows.iter().position(|row| row.hexes.contains(&hex)) {
                return vec![Act::Select(Selection::Entry(at))];
            }
            let row = Entry { id: id.into(), side, hexes: vec![hex], name: None, source: None };
            return vec![
                Act::edit(format!("Add entry {}", row.id), Edit::Entry(Row::Insert(rows.len(), row))),
                Act::Select(Selection::Entry(rows.len())),
            ];
        }
        let rows = common.exits();
        if let (true, Selection::Exit(at)) = (sight.modifiers.shift, sight.selection)
            && let Some(row) = rows.get(at)
        {
            let row = Exit { hexes: toggled(&row.hexes, hex), ..row.clone() };
            return vec![Act::edit(format!("Change hexes of exit {}", row.id), Edit::Exit(Row::Put(at, row)))];
        }
        if let Some(at) = rows.iter().position(|row| row.hexes.contains(&hex)) {
            return vec![Act::Select(Selection::Exit(at))];
        }
        let row = Exit { id: id.into(), side, hexes: vec![hex], name: None, source: None };
        vec![
            Act::edit(format!("Add exit {}", row.id), Edit::Exit(Row::Insert(rows.len(), row))),
            Act::Select(Selection::Exit(rows.len())),
        ]
    }
}

/// `hexes` with `hex` added, or taken away if it was there.
fn toggled(hexes: &[HexId], hex: HexId) -> Vec<HexId> {
    let mut hexes = hexes.to_vec();
    if hexes.contains(&hex) {
        hexes.retain(|other| *other != hex);
    } else {
        hexes.push(hex);
    }
    hexes
}

/// The first letter that neither an entry nor an exit has.
fn free_letter(sight: &Sight<'_>) -> String {
    let common = sight.common();
    let taken = |id: &str| {
        common.entries().iter().any(|row| row.id.as_str() == id)
            || common.exits().iter().any(|row| row.id.as_str() == id)
    };
    let letter = ('A'..='Z').map(String::from).find(|letter| !taken(letter));
    letter.unwrap_or_else(|| super::free_id("Z", taken))
}

impl Tool for Gate {
    fn hint(&self, sight: &Sight<'_>) -> String {
        let side = sight.common().sides().get(sight.options.side).map_or_else(String::new, |side| side.name.to_owned());
        let word = self.word();
        format!(
            "Click a hex at the map's edge to add an {word} for the {side}; Shift-click adds it to the selected {word}."
        )
    }

    fn pointer(&mut self, pointer: Pointer, sight: &Sight<'_>, acts: &mut Vec<Act>) {
        match pointer {
            Pointer::Hover(pos) => self.hover = sight.cell(pos),
            Pointer::Gone => self.hover = None,
            Pointer::Press(pos) => self.down = sight.cell(pos),
            Pointer::Release(pos) => {
                if let Some(cell) = self.down.take().filter(|cell| sight.cell(pos) == Some(*cell)) {
                    acts.extend(self.click(cell, sight));
                }
            }
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.down.take().is_some()
    }

    fn preview(&self, painter: &Painter, sight: &Sight<'_>) {
        let Some(cell) = self.hover else { return };
        overlay::outline(painter, sight.view, &[cell]);
        if let (true, Some(side)) = (sight.is_edge(cell), sight.side()) {
            let mut faint = painter.clone();
            faint.multiply_opacity(0.6);
            let (color, _) = labels::side(sight.common(), &side);
            let common = sight.common();
            let letter = free_letter(sight);
            let gate = labels::Gate { letter: &letter, color, inward: self.entry };
            labels::gate(&faint, sight.view, cell, &|cell| common.has(cell), gate, 0.0);
        }
    }
}
