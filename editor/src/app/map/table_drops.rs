//! Units on a table: drops from panels, and what is shown around a selected unit.

use battlewright_schema::{
    Common, Counter, EntryId, Inches, MarchColumn, PointKind, Scenario, SideId, Start, TablePosition, TableView, words,
};
use egui::{Color32, DragAndDrop, Painter, Stroke, Ui};

use crate::app::panes::Panes;
use crate::canvas::ink;
use crate::canvas::rows;
use crate::canvas::table::{self, TableFrame};
use crate::messages::act::Act;
use crate::messages::drag_payload::CounterDrag;
use crate::model::edit::Edit;
use crate::model::remedy::DisplayNames;
use crate::model::table_units;
use crate::tools;

/// The distance from an entry within which reinforcements arrive by it, in thousandths of an inch.
const AT_ENTRY: i64 = 1_500;

/// The effect of dropping counters on the table.
#[derive(Debug, PartialEq)]
struct TableDrop {
    /// The new start of each counter.
    starts: Vec<(Counter, Start)>,
    /// The description for the status line.
    words: String,
    /// The reasons why the units cannot start there.
    problems: Vec<String>,
}

/// Returns the effect of dropping `counters` at `at`. At an entry of their side, counters that do not start on the table arrive as
/// reinforcements, on their turn or else on turn 1, and others start there; `other` swaps the two.
fn landing(scenario: &Scenario, counters: &[Counter], at: Inches, other: bool) -> TableDrop {
    let common = scenario.common();
    let Some((table, view)) = common.table().zip(common.table_view()) else {
        return TableDrop { starts: Vec::new(), words: String::new(), problems: Vec::new() };
    };
    let mut drop = TableDrop { starts: Vec::new(), words: String::new(), problems: Vec::new() };
    let mut after = scenario.clone();
    let mut arrival = None;
    for counter in counters {
        let (Some(unit), Counter::Unit(index)) = (common.counter(*counter), *counter) else { continue };
        let entry = entry_at(&view, unit.side, at);
        let start = match (entry, &unit.start) {
            (Some(entry), start) if matches!(start, Start::OnTable(_)) == other => {
                let (turn, column) = match start {
                    Start::Enters { turn, column, .. } => (*turn, column.clone()),
                    _ => (1, MarchColumn::default()),
                };
                arrival = Some((entry.clone(), turn));
                Start::Enters { turn, at: entry, column }
            }
            _ => {
                let position = match &unit.start {
                    Start::OnTable(position) => TablePosition { at, ..position.clone() },
                    _ => TablePosition::toward_middle(at, table),
                };
                // The first unit stands at the pointer, the others stand around it.
                let others = !drop.starts.is_empty();
                let free = others.then(|| table_units::free_position(after.common(), index, &position)).flatten();
                Start::OnTable(free.unwrap_or(position))
            }
        };
        if let Start::OnTable(position) = &start {
            drop.problems.extend(after.common().placing_problems(&[(index, position.clone())]));
        }
        Edit::Start { counter: *counter, start: start.clone() }.apply(&mut after);
        drop.starts.push((*counter, start));
    }
    let who = match drop.starts.as_slice() {
        [(counter, _)] => common.counter(*counter).map_or_else(String::new, |unit| unit.name.to_owned()),
        all => words::counted(all.len(), "unit"),
    };
    drop.words = match arrival {
        Some((entry, turn)) => format!("Release to have {who} arrive at entry {entry} on turn {turn}."),
        None => format!("Release to start {who} at {at}."),
    };
    drop
}

/// Returns the entry of `side` near `at`.
fn entry_at(view: &TableView<'_>, side: &SideId, at: Inches) -> Option<EntryId> {
    let own = view.points.iter().filter_map(|point| match point.kind {
        PointKind::Entry(id, owner) if owner == side => Some((id, point.at)),
        _ => None,
    });
    let squared = |point: Inches| {
        let [x, y] = [point.x - at.x, point.y - at.y].map(i64::from);
        x * x + y * y
    };
    own.filter(|(_, point)| squared(*point) <= AT_ENTRY * AT_ENTRY)
        .min_by_key(|(_, point)| squared(*point))
        .map(|(id, _)| id.clone())
}

impl Panes<'_> {
    /// Draws counters that are dragged over the table, and handles their drop.
    pub(super) fn carry_on_table(&mut self, ui: &Ui, frame: &TableFrame) {
        let Some(lift) = DragAndDrop::payload::<CounterDrag>(ui.ctx()) else {
            self.input.carried.hint = None;
            return;
        };
        let (pos, modifiers) = ui.input(|input| (input.pointer.latest_pos(), input.modifiers));
        let Some(pos) = pos.filter(|_| self.workspace.session.is_none() && self.input.carried.own.is_none()) else {
            return;
        };
        if !self.map.rect.contains(pos) {
            return;
        }
        self.input.carried.hint = None;
        let scenario = self.workspace.document.scenario();
        if !frame.holds(frame.at(pos)) {
            self.input.carried.hint =
                Some("Off the table. Release on the table, or press Escape to cancel.".to_owned());
            return;
        }
        let at = self.workspace.snapped_on_table(frame, pos, modifiers);
        let drop = landing(scenario, &lift.counters, at, modifiers.shift);
        let painter = ui.painter_at(self.map.rect);
        let color = if drop.problems.is_empty() { ink::ACCENT } else { ink::WRONG };
        for (counter, start) in &drop.starts {
            if let (Counter::Unit(unit), Start::OnTable(position)) = (counter, start)
                && let Some(bases) = scenario.common().footprint(*unit, position)
            {
                for base in &bases.bases {
                    table::area(&painter, frame, &base.corners, color.gamma_multiply(0.35), Stroke::new(2.0, color));
                }
            }
        }
        if ui.input(|input| input.pointer.any_released()) {
            DragAndDrop::clear_payload(ui.ctx());
            self.acts.extend(put(scenario, drop));
            return;
        }
        let wrong = tools::table::refusal(scenario, &drop.problems);
        self.input.carried.hint = Some(format!("{} Press Escape to cancel.{wrong}", drop.words));
    }

    /// Paints what matters around the selected unit: the reach of a general, and the way of a reinforcement.
    pub(super) fn around_selected(&self, painter: &Painter, frame: &TableFrame) {
        let scenario = self.workspace.document.scenario();
        let Some(view) = scenario.common().table_view().filter(|_| self.workspace.session.is_none()) else { return };
        for unit in self.panels.roster.selected_units(self.workspace.selection) {
            reach(painter, frame, scenario.common(), &view, unit);
            let Some(Start::Enters { at, column, .. }) = scenario.common().unit(unit).map(|unit| unit.start) else {
                continue;
            };
            let entry = view.points.iter().find(|point| matches!(point.kind, PointKind::Entry(id, _) if *id == at));
            if let Some(entry) = entry {
                tools::table::arrow(painter, frame, entry.at, column.toward.unwrap_or(entry.at));
            }
        }
    }
}

/// Paints the areas around a unit that matter for others, and outlines the units in them.
fn reach(painter: &Painter, frame: &TableFrame, common: &dyn Common, view: &TableView<'_>, unit: usize) {
    for reach in common.reaches(unit) {
        let radius =
            frame.pos(Inches { x: reach.at.x.saturating_add(reach.radius), ..reach.at }).x - frame.pos(reach.at).x;
        let center = frame.pos(reach.at);
        painter.circle(center, radius, ink::ACCENT.gamma_multiply(0.10), Stroke::new(1.5, ink::ACCENT));
        let font = egui::FontId::proportional(12.0);
        let above = center - egui::vec2(0.0, radius + 4.0);
        let ink = painter.ctx().global_style().visuals.text_color();
        let galley = painter.layout_no_wrap(reach.name.to_owned(), font, ink);
        let rect = egui::Align2::CENTER_BOTTOM.anchor_size(above, galley.size());
        painter.rect_filled(rect.expand(3.0), 3.0, painter.ctx().global_style().visuals.window_fill);
        painter.galley(rect.min, galley, Color32::PLACEHOLDER);
        for other in view.units.iter().filter(|other| reach.units.contains(&other.unit)) {
            table::outline(painter, frame, other, Stroke::new(1.5, ink::ACCENT));
        }
    }
}

/// Returns the acts that drop counters with the effect `drop`.
fn put(scenario: &Scenario, drop: TableDrop) -> Vec<Act> {
    let name = match drop.starts.as_slice() {
        [(counter, _)] => {
            let unit = scenario.common().counter(*counter);
            format!("Place {}", unit.map_or_else(String::new, |unit| unit.label.to_owned()))
        }
        all => format!("Place {}", words::counted(all.len(), "unit")),
    };
    let select = drop.starts.first().map(|(counter, _)| Act::Select(rows::selection_of(*counter)));
    let said = drop
        .problems
        .first()
        .map(|problem| Act::Say(format!("{}.", words::capital(&DisplayNames::of(scenario).put_into(problem)))));
    let edits = drop.starts.into_iter().map(|(counter, start)| Edit::Start { counter, start }).collect();
    std::iter::once(Act::edit(name, Edit::All(edits))).chain(select).chain(said).collect()
}

#[cfg(test)]
mod tests {
    use battlewright_schema::System;

    use super::*;
    use crate::model::document::Document;

    fn unit(document: &Document, id: &str) -> Counter {
        let common = document.scenario().common();
        let found = (0..common.unit_count()).find(|unit| common.unit(*unit).unwrap().id.as_str() == id);
        Counter::Unit(found.unwrap())
    }

    #[test]
    fn reinforcements_arrive_at_an_entry_of_their_side_and_start_elsewhere() {
        let document = Document::template_of(System::Outrance);
        let (late, guns) = (unit(&document, "red-2"), unit(&document, "red-guns"));
        let at = |counter, x, y, other| landing(document.scenario(), &[counter], Inches { x, y }, other);
        let there = at(late, 23_500, 10_500, false);
        assert!(matches!(&there.starts[0].1, Start::Enters { turn: 2, column, .. } if column.toward.is_some()));
        assert!(there.words.contains("arrive at entry A on turn 2"), "{}", there.words);
        let here = at(late, 20_000, 5_000, false);
        assert!(matches!(&here.starts[0].1, Start::OnTable(position) if position.facing == 180));
        assert_eq!(here.problems, [] as [&str; 0]);
        assert!(matches!(at(guns, 23_500, 10_500, false).starts[0].1, Start::OnTable(_)), "it stands on the table");
        assert!(matches!(at(guns, 23_500, 10_500, true).starts[0].1, Start::Enters { turn: 1, .. }), "with Shift");
    }

    #[test]
    fn several_units_stand_beside_each_other() {
        let mut document = Document::template_of(System::Outrance);
        let both = [unit(&document, "red-2"), unit(&document, "red-1")];
        let drop = landing(document.scenario(), &both, Inches { x: 6_000, y: 4_000 }, false);
        assert_eq!((drop.starts.len(), drop.problems.len()), (2, 0), "{drop:?}");
        for act in put(&document.scenario().clone(), drop) {
            if let Act::Edit { name, edit, .. } = act {
                assert_eq!(name, "Place 2 units");
                document.apply(&name, None, *edit);
            }
        }
        assert_eq!(
            battlewright_schema::check(document.scenario())
                .iter()
                .filter(|found| found.code.as_str() == "overlapping-bases")
                .count(),
            0
        );
        document.undo();
        assert_eq!(document.scenario(), Document::template_of(System::Outrance).scenario());
    }
}
