//! The order of battle as a spreadsheet with a cell for every field of every unit: sorting, filtering, typing, filling,
//! copying and pasting. It does not depend on a system: columns come from the schema.

mod cell;
mod change;
pub mod filter;
mod grid;
mod head;
mod keys;
pub mod replace;
pub mod selection;
pub mod sheet;
pub mod sums;
#[cfg(test)]
mod tests;
mod toolbar;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use battlewright_engine::show::Piece;
use battlewright_schema::Counter;
use egui::Ui;

use self::filter::Filter;
use self::selection::TableSelection;
use self::sheet::UnitSheet;
use super::PanelContext;
use crate::canvas::rows;
use crate::messages::act::Act;
use crate::model::selection::Selection;
pub use change::{add, duplicate, remove};
pub use sheet::{sheet, titles};

/// Returns the id of the table, which has the keyboard focus during cursor movement.
pub fn grid_id() -> egui::Id {
    egui::Id::unique("order of battle")
}

/// The state of the table: its view settings, its content, and the input in progress.
#[derive(Default)]
pub struct OrderOfBattleState {
    /// The picked cells.
    pub pick: TableSelection,
    /// The filter text.
    pub filter: String,
    /// The keys of hidden columns.
    pub hidden: BTreeSet<String>,
    /// The keys of the columns in the order set by the user; empty for the default order.
    pub sequence: Vec<String>,
    /// The sort columns by key, the primary one first, with `true` for descending order.
    pub sort: Vec<(String, bool)>,
    /// The find and replace in cells.
    pub search: replace::CellSearch,
    /// `true` to show the sums of the sides; `None` to show them if there is room.
    pub summing: Option<bool>,
    /// The key of the last column that stays in place; `None` for that of the names, and an empty key for none.
    pub frozen: Option<String>,
    sums: Arc<Vec<sums::SideSums>>,
    /// The revision and the rows of the sums.
    summed: Option<(u64, Vec<usize>)>,
    /// The automatic widths of columns, by key.
    widths: BTreeMap<String, f32>,
    /// The content of the cells, with its cache key.
    sheet: Arc<UnitSheet>,
    made: Option<(u64, Option<Vec<Piece>>)>,
    /// The visible units in display order, with the cache key of the order.
    order: Vec<usize>,
    ordered: Option<RowOrder>,
    /// The input in the cell at the cursor.
    typing: Option<cell::CellInput>,
    /// The number of rows covered by a drag of the fill handle.
    filling: Option<usize>,
    /// `true` during a drag that picks cells.
    dragging: bool,
    /// `true` to scroll to the cursor in the next frame.
    reveal: bool,
    /// The selection in the previous frame.
    seen: Selection,
}

/// The cache key of the row order.
#[derive(PartialEq)]
struct RowOrder {
    filter: String,
    sort: Vec<(String, bool)>,
    rows: usize,
    playing: bool,
}

impl OrderOfBattleState {
    /// Clears the state for another scenario. Hidden columns, column order, sort order,
    /// widths and frozen columns remain.
    pub fn forget(&mut self) {
        let Self { hidden, sequence, sort, widths, summing, frozen, .. } = std::mem::take(self);
        *self = Self { hidden, sequence, sort, widths, summing, frozen, ..Self::default() };
    }

    /// Returns the visible units in display order.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Returns the visible columns as indices of the sheet.
    pub fn columns(&self) -> Vec<usize> {
        let mut columns = self.in_sequence();
        columns.retain(|at| self.sheet.heads.get(*at).is_some_and(|head| !self.hidden.contains(&head.key)));
        columns
    }

    /// Returns all columns as indices of the sheet. Columns with a position set by the user come in that order; each
    /// of the others follows its predecessor in the schema.
    fn in_sequence(&self) -> Vec<usize> {
        let heads = &self.sheet.heads;
        let (now, fields): (Vec<usize>, Vec<usize>) =
            (0..heads.len()).partition(|at| heads.get(*at).is_some_and(|head| head.key == sheet::NOW));
        let put = |at: &usize| heads.get(*at).and_then(|head| self.sequence.iter().position(|key| *key == head.key));
        let mut columns: Vec<usize> = fields.iter().copied().filter(|at| put(at).is_some()).collect();
        columns.sort_by_key(put);
        for at in fields {
            if put(&at).is_none() {
                let before = columns.iter().position(|other| Some(*other) == at.checked_sub(1)).map_or(0, |n| n + 1);
                columns.insert(before, at);
            }
        }
        // During a game, the position of a unit is the most important field.
        let place = columns.len().min(2);
        columns.splice(place..place, now);
        columns
    }

    /// Moves `column` to the position of `target`. Both are indices of the sheet.
    pub(crate) fn put_column(&mut self, column: usize, target: usize) {
        let mut columns = self.in_sequence();
        let place = |columns: &[usize], column| columns.iter().position(|at| *at == column);
        let (Some(from), Some(to)) = (place(&columns, column), place(&columns, target)) else { return };
        columns.remove(from);
        columns.insert(to, column);
        let keys = columns.iter().filter_map(|at| self.sheet.heads.get(*at));
        let keys: Vec<String> = keys.filter(|head| head.key != sheet::NOW).map(|head| head.key.clone()).collect();
        // Keys of other systems stay at the end.
        let others = self.sequence.iter().filter(|key| !keys.contains(key)).cloned().collect::<Vec<_>>();
        self.sequence = [keys, others].concat();
    }

    /// Moves `column` by one visible position to the left or right.
    pub(crate) fn shift_column(&mut self, column: usize, right: bool) {
        let shown = self.columns();
        let at = shown.iter().position(|other| *other == column);
        let next = at.and_then(|at| if right { shown.get(at + 1) } else { shown.get(at.checked_sub(1)?) });
        if let Some(target) = next.copied() {
            self.put_column(column, target);
        }
    }

    /// Returns the selected counters: those picked in the table, on the map or on the turn track if `selection` is one of them, or
    /// else the selected one.
    pub(crate) fn selected_counters(&self, selection: Selection) -> Vec<Counter> {
        match rows::counter_of(selection) {
            Some(one) if self.pick.holds(one) => self.pick.counters().collect(),
            one => one.into_iter().collect(),
        }
    }

    /// Returns the selected units.
    pub(crate) fn selected_units(&self, selection: Selection) -> Vec<usize> {
        let units = self.selected_counters(selection).into_iter().filter_map(|counter| match counter {
            Counter::Unit(unit) => Some(unit),
            Counter::Hq(_) => None,
        });
        units.collect()
    }

    /// Returns the selected units if there are several.
    pub(crate) fn several_selected(&self, selection: Selection) -> Option<Vec<usize>> {
        let units = self.selected_units(selection);
        (units.len() > 1).then_some(units)
    }

    /// Returns the picked counters with `under` first, or only `under` if it is not picked.
    pub fn lifted(&self, under: Counter) -> Vec<Counter> {
        if !self.pick.holds(under) {
            return vec![under];
        }
        std::iter::once(under).chain(self.pick.counters().filter(|other| *other != under)).collect()
    }

    /// Updates the content of the cells after a change.
    pub(crate) fn read(&mut self, shown: &PanelContext<'_>, pieces: Option<&[Piece]>) {
        let revision = shown.document.counters_revision();
        let same = self.made.as_ref().is_some_and(|(made, of)| *made == revision && of.as_deref() == pieces);
        if !same {
            self.sheet = Arc::new(sheet(shown.scenario(), pieces));
            self.made = Some((revision, pieces.map(<[Piece]>::to_vec)));
            self.pick.keep(self.sheet.lines.len());
        }
    }

    /// Updates content, row order and selection after a change.
    pub(crate) fn refresh(&mut self, shown: &PanelContext<'_>, pieces: Option<&[Piece]>) {
        self.read(shown, pieces);
        let from = RowOrder {
            filter: self.filter.clone(),
            sort: self.sort.clone(),
            rows: self.sheet.lines.len(),
            playing: pieces.is_some(),
        };
        // A change of a cell does not move its row until the next sort.
        if self.ordered.as_ref() != Some(&from) {
            self.order = self.arranged();
            self.ordered = Some(from);
            // Hidden rows are never picked, so commands do not affect them.
            let order: BTreeSet<usize> = self.order.iter().copied().collect();
            self.pick.units.retain(|unit| order.contains(unit));
        }
        if shown.selection != self.seen {
            self.seen = shown.selection;
            if let Some(Counter::Unit(unit)) = rows::counter_of(shown.selection)
                && !self.pick.holds(Counter::Unit(unit))
            {
                self.pick.one(selection::TablePosition { unit, column: self.pick.cursor.column });
                self.reveal = true;
                self.typing = None;
            }
        }
    }

    /// Requests a new sort and filter of the rows.
    fn arrange(&mut self) {
        self.ordered = None;
    }

    fn arranged(&self) -> Vec<usize> {
        let sheet = &self.sheet;
        let filter = Filter::parse(&self.filter, sheet);
        let mut order: Vec<usize> = (0..sheet.lines.len()).filter(|line| filter.meets(sheet, *line)).collect();
        let column = |key: &String| sheet.heads.iter().position(|head| head.key == *key);
        let by: Vec<(usize, bool)> = self.sort.iter().filter_map(|(key, down)| Some((column(key)?, *down))).collect();
        order.sort_by(|a, b| {
            by.iter().fold(std::cmp::Ordering::Equal, |so_far, (column, down)| {
                so_far.then_with(|| {
                    let compared = sheet.compared(*a, *b, *column);
                    let empty = sheet.text(*a, *column).is_empty() || sheet.text(*b, *column).is_empty();
                    // Empty cells come last in both directions.
                    if *down && !empty { compared.reverse() } else { compared }
                })
            })
        });
        order
    }

    /// Sorts by column `key`; with `also`, as an additional criterion. Repeated calls reverse the order, then end the
    /// sort.
    fn sort_by(&mut self, key: &str, also: bool) {
        let was = self.sort.iter().find(|(other, _)| other == key).map(|(_, down)| *down);
        if !also {
            self.sort.retain(|(other, _)| other == key);
        }
        match was {
            None => self.sort.push((key.to_owned(), false)),
            Some(false) => self.sort.iter_mut().filter(|(other, _)| other == key).for_each(|(_, down)| *down = true),
            Some(true) => self.sort.retain(|(other, _)| other != key),
        }
        self.arrange();
    }

    /// Draws the tab. With the `pieces` of a game, the table is read-only.
    pub fn ui(&mut self, ui: &mut Ui, shown: &PanelContext<'_>, pieces: Option<&[Piece]>, acts: &mut Vec<Act>) {
        self.refresh(shown, pieces);
        let editable = pieces.is_none();
        toolbar::ui(self, ui, shown, editable, acts);
        replace::ui(self, ui, shown, editable, acts);
        ui.add_space(2.0);
        if self.sheet.lines.is_empty() {
            ui.weak("No units yet. Add units here, place them with the Unit tool (U), or import a spreadsheet.");
            return;
        }
        keys::handle_input(self, ui, shown, editable, acts);
        ui.scope(|ui| grid::ui(self, ui, shown, editable, acts));
    }

    /// Selects the unit at the cursor in the document, and shows it on the map.
    fn select(&mut self, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
        self.seen = Selection::Unit(self.pick.cursor.unit);
        if shown.selection != self.seen {
            acts.push(Act::Select(self.seen));
            acts.extend(super::look(shown.scenario(), self.seen));
        }
    }

    /// Picks `counters` that were selected outside the table.
    pub(crate) fn pick_counters(&mut self, counters: Vec<Counter>) {
        let hidden = |counter: &Counter| matches!(counter, Counter::Unit(unit) if !self.order.contains(unit));
        // Picked units must be visible, so a filter that hides one is cleared.
        if counters.iter().any(hidden) {
            self.filter.clear();
            self.arrange();
        }
        self.pick.put(counters);
        self.typing = None;
        self.reveal = true;
    }

    /// Picks the new units at `places`.
    pub(crate) fn picked(&mut self, places: std::ops::Range<usize>) {
        self.filter.clear();
        let column = self.columns().first().copied().unwrap_or(0);
        self.pick.one(selection::TablePosition { unit: places.start, column: self.pick.cursor.column.max(column) });
        self.pick.units = places.collect();
        self.seen = Selection::Unit(self.pick.cursor.unit);
        self.reveal = true;
        self.arrange();
    }
}

/// Formats a number of units, such as `"3 units"`.
pub(crate) fn units(count: usize) -> String {
    if count == 1 { "1 unit".to_owned() } else { format!("{count} units") }
}

/// Returns the selected unit, if any.
pub(crate) fn selected(shown: &PanelContext<'_>) -> Option<usize> {
    match shown.selection {
        Selection::Unit(unit) if unit < shown.common().unit_count() => Some(unit),
        _ => None,
    }
}
