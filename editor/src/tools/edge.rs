//! The shared part of the entry tool and the exit tool: hexes at the edge of the map.

use battlewright_schema::{Cell, Entry, Exit, HexId, SideId};
use egui::{Painter, Ui};

use super::{OptionsPage, PageContext, PointerGesture, Tool, ToolContext};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{labels, overlay};
use crate::messages::act::Act;
use crate::model::edit::{Edit, ListChange};
use crate::model::selection::Selection;

/// The options of the tools for hexes at the edge.
pub(super) const OPTIONS: OptionsPage = OptionsPage { rows: 1, legend: false, draw: options };

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.side(ui);
}

/// The behavior of the entry tool, or of the exit tool.
#[derive(Default)]
pub(super) struct EdgeTool<const ENTRY: bool> {
    hover: Option<Cell>,
    down: Option<Cell>,
}

impl<const ENTRY: bool> EdgeTool<ENTRY> {
    fn word() -> &'static str {
        if ENTRY { "entry" } else { "exit" }
    }

    /// Returns the letter and the side of the arrow that a click on `cell` would add. Returns `None` if the click
    /// would select or remove an item.
    fn brings(cell: Cell, context: &ToolContext<'_>) -> Option<(String, SideId)> {
        if !context.is_edge(cell) {
            return None;
        }
        let common = context.common();
        let (rows, chosen): (Vec<_>, _) = if ENTRY {
            let rows = common.entries().iter().map(|row| (row.id.as_str(), &row.side, &row.hexes));
            (rows.collect(), if let Selection::Entry(at) = context.selection { Some(at) } else { None })
        } else {
            let rows = common.exits().iter().map(|row| (row.id.as_str(), &row.side, &row.hexes));
            (rows.collect(), if let Selection::Exit(at) = context.selection { Some(at) } else { None })
        };
        let hex = context.view.grid().name(cell);
        if let (true, Some((id, side, hexes))) = (context.modifiers.shift, chosen.and_then(|at| rows.get(at))) {
            return (!hexes.contains(&hex)).then(|| ((*id).to_owned(), (*side).clone()));
        }
        let taken = rows.iter().any(|(_, _, hexes)| hexes.contains(&hex));
        if taken { None } else { Some((free_letter(context), context.side()?)) }
    }

    fn click(cell: Cell, context: &ToolContext<'_>) -> Vec<Act> {
        let hex = context.view.grid().name(cell);
        let common = context.common();
        if !context.is_edge(cell) {
            return vec![Act::Say(format!(
                "{hex} is not at the edge of the map. An {} must be at the edge.",
                Self::word()
            ))];
        }
        let Some(side) = context.side() else { return Vec::new() };
        let id = free_letter(context);
        if ENTRY {
            let rows = common.entries();
            if let (true, Selection::Entry(at)) = (context.modifiers.shift, context.selection)
                && let Some(row) = rows.get(at)
            {
                let row = Entry { hexes: toggled(&row.hexes, hex), ..row.clone() };
                return vec![Act::edit(
                    format!("Change hexes of entry {}", row.id),
                    Edit::Entry(ListChange::Put(at, row)),
                )];
            }
            if let Some(at) = rows.iter().position(|row| row.hexes.contains(&hex)) {
                return vec![Act::Select(Selection::Entry(at))];
            }
            let row = Entry { id: id.into(), side, hexes: vec![hex], name: None, source: None };
            return vec![
                Act::edit(format!("Add entry {}", row.id), Edit::Entry(ListChange::Insert(rows.len(), row))),
                Act::Select(Selection::Entry(rows.len())),
            ];
        }
        let rows = common.exits();
        if let (true, Selection::Exit(at)) = (context.modifiers.shift, context.selection)
            && let Some(row) = rows.get(at)
        {
            let row = Exit { hexes: toggled(&row.hexes, hex), ..row.clone() };
            return vec![Act::edit(format!("Change hexes of exit {}", row.id), Edit::Exit(ListChange::Put(at, row)))];
        }
        if let Some(at) = rows.iter().position(|row| row.hexes.contains(&hex)) {
            return vec![Act::Select(Selection::Exit(at))];
        }
        let row = Exit { id: id.into(), side, hexes: vec![hex], name: None, source: None };
        vec![
            Act::edit(format!("Add exit {}", row.id), Edit::Exit(ListChange::Insert(rows.len(), row))),
            Act::Select(Selection::Exit(rows.len())),
        ]
    }
}

/// Returns `hexes` with `hex` added, or removed if present.
fn toggled(hexes: &[HexId], hex: HexId) -> Vec<HexId> {
    let mut hexes = hexes.to_vec();
    if hexes.contains(&hex) {
        hexes.retain(|other| *other != hex);
    } else {
        hexes.push(hex);
    }
    hexes
}

/// Returns the first letter unused by entries and exits.
fn free_letter(context: &ToolContext<'_>) -> String {
    let common = context.common();
    let taken = |id: &str| {
        common.entries().iter().any(|row| row.id.as_str() == id)
            || common.exits().iter().any(|row| row.id.as_str() == id)
    };
    let letter = ('A'..='Z').map(String::from).find(|letter| !taken(letter));
    letter.unwrap_or_else(|| crate::model::names::free_id("Z", taken))
}

impl<const ENTRY: bool> Tool for EdgeTool<ENTRY> {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let side =
            context.common().sides().get(context.options.side).map_or_else(String::new, |side| side.name.to_owned());
        let word = Self::word();
        format!(
            "{side}: click a hex at the edge of the map to add an {word}. Shift-click adds the hex to the selected {word}."
        )
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        match pointer {
            PointerGesture::Hover(pos) => self.hover = context.cell(pos),
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Press(pos) => self.down = context.cell(pos),
            PointerGesture::Release(pos) => {
                if let Some(cell) = self.down.take().filter(|cell| context.cell(pos) == Some(*cell)) {
                    acts.extend(Self::click(cell, context));
                }
            }
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.down.take().is_some()
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        let Some(cell) = self.hover else { return };
        overlay::outline(painter, context.view, &[cell]);
        if let Some((letter, side)) = Self::brings(cell, context) {
            let mut faint = painter.clone();
            faint.multiply_opacity(0.6);
            let common = context.common();
            let (color, _) = context.art().side_of(common, &side);
            let gate = labels::EntryArrow { letter: &letter, color, inward: ENTRY };
            faint.draw(|shapes| labels::gate(shapes, context.view, cell, &|cell| common.has(cell), gate, 0.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::ToolKind;
    use crate::tools::testing::ToolHarness;

    /// Returns the preview letter for a click on `hex`.
    fn shown(entry: bool, table: &ToolHarness, hex: &str) -> Option<String> {
        let brings = if entry { EdgeTool::<true>::brings } else { EdgeTool::<false>::brings };
        table.look(|context| brings(table.cell(hex), context)).map(|(letter, _)| letter)
    }

    #[test]
    fn the_arrow_that_is_shown_is_the_one_that_a_click_brings() {
        for entry in [true, false] {
            let mut table = ToolHarness::new();
            let mut hand = crate::tools::new(if entry { ToolKind::ENTRY } else { ToolKind::EXIT });
            let letter = shown(entry, &table, "0101").unwrap();
            table.drag(&mut *hand, &["0101"]);
            let common = table.common();
            let entries = common.entries().last().map(|row| row.id.as_str());
            let exits = common.exits().last().map(|row| row.id.as_str());
            assert_eq!(if entry { entries } else { exits }, Some(letter.as_str()));
            // The next click there selects the entry. Away from the edge, a click adds nothing.
            assert_eq!(shown(entry, &table, "0101"), None);
            assert_eq!(shown(entry, &table, "0303"), None);
            // A Shift-click adds a hex to the selected entry; another one removes it.
            table.modifiers = egui::Modifiers::SHIFT;
            assert_eq!(shown(entry, &table, "0102"), Some(letter));
            table.drag(&mut *hand, &["0102"]);
            assert_eq!(shown(entry, &table, "0102"), None);
        }
    }

    #[test]
    fn hints_name_a_side_without_an_article() {
        let table = ToolHarness::new();
        let side = table.common().sides()[0].name.to_owned();
        assert!(table.hint(&*crate::tools::new(ToolKind::ENTRY)).starts_with(&format!("{side}: click a hex")));
    }
}
