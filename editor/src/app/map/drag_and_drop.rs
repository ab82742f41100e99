//! Drag and drop of counters: the possible targets and their effects.

use std::collections::BTreeSet;

use battlewright_export::draw::Density;
use battlewright_schema::{Cell, Common, Counter, Grid, MarchColumn, Start};
use egui::{DragAndDrop, Id, LayerId, Order, Rect, Ui};

use crate::app::panes::Panes;
use crate::canvas::counters::{self, CounterStyle};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{View, ink, overlay, rows, sides};
use crate::messages::act::Act;
use crate::messages::drag_payload::{CounterDrag, PieceDrag};
use crate::model::edit::Edit;
use crate::tools::{self, ghost};

/// The payload that is dragged over the window.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct DragState {
    /// The counter that the select tool has lifted off the map, if the drag started there.
    pub(super) own: Option<Counter>,
    /// The effect of a drop at the current position, for the status line.
    pub(in crate::app) hint: Option<String>,
}

/// The effect of dropping counters in a hex.
#[derive(Clone, Debug, PartialEq)]
struct DropOutcome {
    /// The new start of each counter.
    starts: Vec<(Counter, Start)>,
    /// The hexes that the counters occupy.
    cells: Vec<Cell>,
    /// The description for the status line.
    words: String,
    /// A warning about the result.
    warning: Option<String>,
}

/// The number of rings around a hex that are searched for free hexes.
const RINGS: u32 = 12;

/// Returns the effect of dropping `counters` in `cell`. In an entry hex of their side, counters without a start on the
/// map arrive as reinforcements, on their turn or else on turn 1, and others start there; `other` swaps the two.
fn landing(common: &dyn Common, grid: &Grid, counters: &[Counter], cell: Cell, other: bool) -> DropOutcome {
    let hex = grid.name(cell);
    let unit_at = |counter: Counter| match (counter, common.counter(counter)?.start) {
        (Counter::Unit(_), Start::At(hex)) => grid.cell(&hex),
        _ => None,
    };
    let others = common.counters().into_iter().filter(|counter| !counters.contains(counter));
    let mut taken: BTreeSet<Cell> = others.filter_map(unit_at).collect();
    let stacked = taken.contains(&cell) && counters.iter().any(|counter| matches!(counter, Counter::Unit(_)));
    // The first counter gets the target hex even if it is occupied; the others get free hexes.
    taken.remove(&cell);
    let mut room = (0..=RINGS).flat_map(|ring| grid.hex(cell).ring(ring).collect::<Vec<_>>());
    let mut next = || room.find_map(|hex| grid.cell_at(hex).filter(|cell| common.has(*cell) && !taken.contains(cell)));
    let mut this = DropOutcome { starts: Vec::new(), cells: Vec::new(), words: String::new(), warning: None };
    let mut entered = None;
    let mut could_enter = None;
    for counter in counters {
        let Some(unit) = common.counter(*counter) else { continue };
        let entry = common.entries().iter().find(|entry| entry.side == *unit.side && entry.hexes.contains(&hex));
        let (start, at) = match (entry, &unit.start) {
            (Some(entry), start) if matches!(start, Start::At(_)) == other => {
                let (turn, column) = match start {
                    Start::Enters { turn, column, .. } => (*turn, column.clone()),
                    _ => (1, MarchColumn::default()),
                };
                entered = Some((entry.id.clone(), turn));
                (Start::Enters { turn, at: entry.id.clone(), column }, Some(cell))
            }
            _ => {
                could_enter = entry.map(|entry| entry.id.clone()).or(could_enter);
                let at = if matches!(counter, Counter::Hq(_)) { Some(cell) } else { next() };
                (at.map_or(Start::Nowhere, |at| Start::At(grid.name(at))), at)
            }
        };
        if start != Start::Nowhere {
            this.starts.push((*counter, start));
            this.cells.extend(at);
        }
    }
    let who = match this.starts.as_slice() {
        [(counter, _)] => common.counter(*counter).map_or_else(String::new, |unit| unit.name.to_owned()),
        all => format!("{} counters", all.len()),
    };
    this.words = match (&entered, could_enter) {
        (Some((entry, turn)), _) if other => format!("Release to have {who} arrive at entry {entry} on turn {turn}."),
        (Some((entry, turn)), _) => {
            format!("Release to have {who} arrive at entry {entry} on turn {turn}. Hold Shift to start in {hex}.")
        }
        (None, Some(_)) if other => format!("Release to start {who} in {hex}."),
        (None, Some(entry)) => format!("Release to start {who} in {hex}. Hold Shift to arrive at entry {entry}."),
        (None, None) => format!("Release to start {who} in {hex}."),
    };
    this.warning =
        (stacked && entered.is_none()).then(|| format!("Hex {hex} already contains a unit. A hex holds only one."));
    this
}

/// Returns the acts that drop counters with the effect `landing`.
fn put(common: &dyn Common, landing: DropOutcome) -> Vec<Act> {
    let name = match landing.starts.as_slice() {
        [(counter, _)] => common.counter(*counter).map_or_else(String::new, |unit| format!("Place {}", unit.label)),
        all => format!("Place {} counters", all.len()),
    };
    let select = landing.starts.first().map(|(counter, _)| Act::Select(rows::selection_of(*counter)));
    let edits: Vec<Edit> = landing.starts.into_iter().map(|(counter, start)| Edit::Start { counter, start }).collect();
    let mut acts = vec![Act::edit(name, Edit::All(edits))];
    acts.extend(select);
    acts.extend(landing.warning.map(Act::Say));
    acts
}

impl Panes<'_> {
    /// Records the counters that the select tool has lifted as the payload, so that panels can accept a drop.
    pub(super) fn lift(&mut self, ui: &Ui) {
        let held = ui.input(|input| input.pointer.primary_down());
        let lifted = self.input.hand.lifted().or_else(|| self.input.table_hand.lifted());
        match (lifted, self.input.carried.own) {
            (Some(counter), None) if held => {
                self.input.carried.own = Some(counter);
                let others = self.picked();
                let others = others.iter().copied().filter(|other| *other != counter && others.contains(&counter));
                let counters = std::iter::once(counter).chain(others).collect();
                DragAndDrop::set_payload(ui.ctx(), CounterDrag { counters });
            }
            // The drag was canceled with Escape.
            (Some(_), Some(_)) if held && !DragAndDrop::has_payload_of_type::<CounterDrag>(ui.ctx()) => {
                self.input.cancel_tool();
                self.input.carried.own = None;
            }
            _ if !held && !ui.input(|input| input.pointer.any_released()) => self.input.carried.own = None,
            _ => {}
        }
    }

    /// Draws dragged counters at the pointer and handles their drop on the map.
    pub(super) fn carry(&mut self, ui: &Ui, view: &View) {
        let Some(lift) = DragAndDrop::payload::<CounterDrag>(ui.ctx()) else {
            self.input.carried.hint = None;
            return;
        };
        let (pos, modifiers) = ui.input(|input| (input.pointer.latest_pos(), input.modifiers));
        let Some(pos) = pos.filter(|_| self.workspace.session.is_none()) else { return };
        let over = self.map.rect.contains(pos);
        let own = self.input.carried.own.is_some();
        if !(own && over) {
            let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, Id::unique("carried")));
            let context = self.tool_context(view, modifiers);
            for counter in lift.counters.iter().take(1) {
                ghost::ghost(&painter, &context, *counter, pos);
            }
        }
        if own || !over {
            return;
        }
        self.input.carried.hint = None;
        let common = self.workspace.document.scenario().common();
        let Some(cell) = view.cell_at(pos).filter(|cell| common.has(*cell)) else {
            self.input.carried.hint = Some("Off the map. Release over a hex, or press Escape to cancel.".to_owned());
            return;
        };
        let landing = landing(common, view.grid(), &lift.counters, cell, modifiers.shift);
        let painter = ui.painter_at(self.map.rect);
        let color = if landing.warning.is_some() { ink::WRONG } else { ink::ACCENT };
        overlay::outline_in(&painter, view, &landing.cells, color);
        if ui.input(|input| input.pointer.any_released()) {
            DragAndDrop::clear_payload(ui.ctx());
            self.acts.extend(put(common, landing));
            return;
        }
        let warning = landing.warning.map_or_else(String::new, |warning| format!(" {warning}"));
        self.input.carried.hint = Some(format!("{}{warning} Press Escape to cancel.", landing.words));
    }

    /// Draws a dragged piece of a game at the pointer and brings it on when it is dropped on the map.
    pub(super) fn carry_piece(&mut self, ui: &Ui, view: &View) {
        let Some(session) = &self.workspace.session else { return };
        let Some(lift) = DragAndDrop::payload::<PieceDrag>(ui.ctx()) else { return };
        let Some(piece) = session.seen().crowd.pieces.iter().find(|piece| piece.id == lift.piece) else { return };
        let Some(pos) = ui.input(|input| input.pointer.latest_pos()) else { return };
        let cells = session.arrival_cells(&lift.piece);
        overlay::outline_in(&ui.painter_at(self.map.rect), view, &cells, ink::ACCENT);
        let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, Id::unique("carried")));
        let manner = CounterStyle {
            faint: true,
            plain: sides::plain(ui.ctx()),
            density: Density(ui.pixels_per_point()),
            ..self.workspace.uniforms(session).manner(piece)
        };
        let width = view.radius() * counters::SIZE;
        painter.draw(|shapes| counters::counter(shapes, pos, width, piece, &manner));
        let cell = view.cell_at(pos).filter(|_| self.map.rect.contains(pos));
        self.input.carried.hint = Some(match cell {
            Some(cell) if cells.contains(&cell) => format!("Release to enter {} here.", piece.name),
            _ => format!("Drag {} to a highlighted hex. Press Escape to cancel.", piece.name),
        });
        if ui.input(|input| input.pointer.any_released()) {
            DragAndDrop::clear_payload(ui.ctx());
            self.input.carried.hint = None;
            let piece = lift.piece.clone();
            self.acts.extend(cell.map(|cell| Act::Play(crate::model::play::PlayAct::Bring { piece, cell })));
        }
    }

    /// Takes counters off the map when they are dropped on the order of battle, whose panel is `rect`.
    pub(in crate::app) fn return_counter(&mut self, ui: &Ui, rect: Rect) {
        let Some(lift) = self.input.carried.own.and_then(|_| DragAndDrop::payload::<CounterDrag>(ui.ctx())) else {
            return;
        };
        self.input.carried.hint = None;
        let over = ui.input(|input| input.pointer.latest_pos()).is_some_and(|pos| rect.contains(pos));
        if !over {
            return;
        }
        let (name, label) = match lift.counters.as_slice() {
            [counter] => {
                let unit = self.workspace.document.scenario().common().counter(*counter);
                unit.map_or_else(Default::default, |unit| (unit.name.to_owned(), unit.label.to_owned()))
            }
            several => (tools::several(several), tools::several(several)),
        };
        let ground = if self.workspace.document.scenario().common().table().is_some() { "table" } else { "map" };
        let stroke = egui::Stroke::new(2.0, ink::ACCENT);
        ui.painter().rect_stroke(rect.shrink(1.0), 3.0, stroke, egui::StrokeKind::Inside);
        if ui.input(|input| input.pointer.any_released()) {
            DragAndDrop::clear_payload(ui.ctx());
            let off = |counter: &Counter| Edit::Start { counter: *counter, start: Start::Nowhere };
            let edits = lift.counters.iter().map(off).collect();
            self.acts.push(Act::edit(format!("Take {label} off the {ground}"), Edit::All(edits)));
            self.acts.extend(lift.counters.first().map(|counter| Act::Select(rows::selection_of(*counter))));
            return;
        }
        self.input.carried.hint = Some(format!("Release to take {name} off the {ground}. Press Escape to cancel."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::document::Document;

    fn at(document: &Document, hex: &str, counters: &[Counter], arrive: bool) -> DropOutcome {
        let common = document.scenario().common();
        let grid = common.grid().unwrap();
        landing(common, &grid, counters, grid.cell(&hex.into()).unwrap(), arrive)
    }

    /// Returns a unit that starts on the map, and one that enters later with the turn of its arrival.
    fn units(document: &Document) -> (Counter, Counter, u8) {
        let common = document.scenario().common();
        let of = |wanted: &dyn Fn(&Start) -> bool| {
            (0..common.unit_count()).find(|n| wanted(&common.unit(*n).unwrap().start)).unwrap()
        };
        let here = of(&|start| matches!(start, Start::At(_)));
        let comes = of(&|start| matches!(start, Start::Enters { .. }));
        let Start::Enters { turn, .. } = common.unit(comes).unwrap().start else { panic!() };
        (Counter::Unit(here), Counter::Unit(comes), turn)
    }

    #[test]
    fn a_unit_starts_in_the_hex_where_it_is_put() {
        let document = Document::bundled();
        let (here, comes, _) = units(&document);
        for counter in [here, comes] {
            let landing = at(&document, "0404", &[counter], false);
            assert_eq!(landing.starts, [(counter, Start::At("0404".into()))]);
            assert_eq!(landing.warning, None);
        }
    }

    #[test]
    fn a_reinforcement_put_on_an_entry_of_its_side_arrives_there_on_its_turn() {
        let document = Document::bundled();
        let common = document.scenario().common();
        let (here, comes, turn) = units(&document);
        let entry = |counter: Counter| {
            let side = common.counter(counter).unwrap().side;
            common.entries().iter().rfind(|entry| entry.side == *side).unwrap()
        };
        let own = entry(comes);
        let landing = at(&document, own.hexes[0].as_str(), &[comes], false);
        let column = MarchColumn::default();
        assert_eq!(landing.starts, [(comes, Start::Enters { turn, at: own.id.clone(), column: column.clone() })]);
        assert!(landing.words.contains(&format!("on turn {turn}")));
        let hex = own.hexes[0].as_str();
        let asked = at(&document, hex, &[comes], true);
        assert_eq!(asked.starts, [(comes, Start::At(hex.into()))], "with Shift it starts there");
        // A unit that starts on the map starts there in an entry hex too, unless arrival is requested.
        let own = entry(here);
        let hex = own.hexes[0].as_str();
        assert_eq!(at(&document, hex, &[here], false).starts, [(here, Start::At(hex.into()))]);
        let asked = at(&document, hex, &[here], true);
        assert_eq!(asked.starts, [(here, Start::Enters { turn: 1, at: own.id.clone(), column })]);
    }

    #[test]
    fn a_unit_that_is_nowhere_arrives_at_an_entry_on_the_first_turn_unless_it_is_to_start_there() {
        let mut document = Document::bundled();
        let (here, ..) = units(&document);
        document.apply("Take off", None, Edit::Start { counter: here, start: Start::Nowhere });
        let common = document.scenario().common();
        let side = common.counter(here).unwrap().side;
        let own = common.entries().iter().rfind(|entry| entry.side == *side).unwrap();
        let hex = own.hexes[0].as_str();
        let plain = at(&document, hex, &[here], false);
        let column = MarchColumn::default();
        assert_eq!(plain.starts, [(here, Start::Enters { turn: 1, at: own.id.clone(), column })]);
        assert!(plain.words.ends_with(&format!("on turn 1. Hold Shift to start in {hex}.")), "{}", plain.words);
        assert_eq!(at(&document, hex, &[here], true).starts, [(here, Start::At(hex.into()))]);
    }

    #[test]
    fn several_units_take_a_hex_each_and_a_full_one_is_told() {
        let document = Document::bundled();
        let common = document.scenario().common();
        let grid = common.grid().unwrap();
        let all: Vec<Counter> = (0..5).map(Counter::Unit).collect();
        let several = at(&document, "0404", &all, false);
        let cells: BTreeSet<Cell> = several.cells.iter().copied().collect();
        assert_eq!((cells.len(), several.starts.len()), (5, 5));
        assert!(cells.iter().all(|cell| grid.distance(*cell, several.cells[0]) <= 2));
        let (here, comes, _) = units(&document);
        let Start::At(hex) = common.counter(here).unwrap().start else { panic!() };
        let full = at(&document, hex.as_str(), &[comes], false);
        assert!(full.warning.unwrap().contains("A hex holds only one"));
        assert_eq!(at(&document, hex.as_str(), &[here], false).warning, None, "it is its own hex");
    }
}
