//! The counters of a scenario with formations, for lints.

use super::{EntersField, FormationRow, HqRow, NOBODY, UnitRow};
use crate::common::view::Common;
use crate::lint::lookup::Numbers;
use crate::lint::view::{LintView, Piece};
use crate::{Counter, FormationId, SideId};

/// A collection of counters, which numbers their sides, formations and entries.
pub(crate) struct Pieces<'s, F> {
    view: LintView<'s>,
    /// The formations by their numbers, each with the number of its side. If formations share an id, the first one counts.
    formations: Vec<(&'s F, usize)>,
    /// The number of the side of units without a formation.
    nobody: usize,
}

/// The formation of a unit as lints see it.
pub(crate) struct PieceFormation<'s> {
    /// The name; the id if there is no such formation.
    pub(crate) name: &'s str,
    /// The side; empty if there is no such formation.
    pub(crate) side: &'s SideId,
    /// The numbers of the side and of the formation.
    pub(crate) side_number: usize,
    pub(crate) number: usize,
}

impl<'s, F: FormationRow> Pieces<'s, F> {
    /// Numbers the sides, the entries and the formations of a scenario.
    pub(crate) fn of(own: &'s impl Common, rows: &'s [F]) -> Self {
        let sides = Numbers::of(own.sides().into_iter().map(|side| side.id.as_str()));
        let numbers = Numbers::of(rows.iter().map(|row| row.id().as_str()));
        let entries = Numbers::of(own.entry_ids().into_iter().map(|entry| entry.as_str()));
        let mut view = LintView::new(sides, numbers, entries);
        view.units.reserve(rows.len() + own.unit_count());
        let mut formations = Vec::with_capacity(rows.len());
        for row in rows {
            if view.formations.number(row.id().as_str()) == formations.len() {
                formations.push((row, view.sides.number(row.side().as_str())));
            }
        }
        let nobody = view.sides.number(NOBODY.as_str());
        Self { view, formations, nobody }
    }

    /// Returns the facts of the formation `id`.
    pub(crate) fn formation(&mut self, id: &'s FormationId) -> PieceFormation<'s> {
        let number = self.view.formations.number(id.as_str());
        match self.formations.get(number) {
            Some((row, side_number)) => {
                PieceFormation { name: row.name(), side: row.side(), side_number: *side_number, number }
            }
            None => PieceFormation { name: id.as_str(), side: &NOBODY, side_number: self.nobody, number },
        }
    }

    /// Returns the number of the entry of a reinforcement.
    pub(crate) fn entry(&mut self, id: &'s crate::EntryId) -> usize {
        self.view.entries.number(id.as_str())
    }

    /// Adds the headquarters of the formation at `row`.
    pub(crate) fn push_hq(&mut self, row: usize, formation: &'s F, hq: &'s impl HqRow) {
        let enters = hq.enters().map(EntersField::when);
        let piece = Piece {
            id: hq.name(),
            name: hq.name(),
            label: None,
            formation: Some(formation.name()),
            side: formation.side(),
            at: hq.at(),
            enters,
            column: hq.column(),
            zone: hq.zone(),
            movement: hq.movement(),
            has_source: false,
            figures: None,
            side_number: self.view.sides.number(formation.side().as_str()),
            formation_number: self.view.formations.number(formation.id().as_str()),
            entry_number: enters.map(|(_, entry)| self.entry(entry)),
            counter: Counter::Hq(row),
        };
        self.push(piece);
    }

    /// Returns the unit at `row`, with these movement points and without figures.
    pub(crate) fn unit(&mut self, row: usize, unit: &'s impl UnitRow, movement: u8) -> Piece<'s> {
        let formation = self.formation(unit.formation());
        let enters = unit.enters().map(EntersField::when);
        Piece {
            id: unit.id().as_str(),
            name: unit.name(),
            label: unit.label().filter(|label| *label != unit.id().as_str()),
            formation: Some(formation.name),
            side: formation.side,
            at: unit.at(),
            enters,
            column: unit.column(),
            zone: unit.zone(),
            movement,
            has_source: unit.has_source(),
            figures: None,
            side_number: formation.side_number,
            formation_number: formation.number,
            entry_number: enters.map(|(_, entry)| self.entry(entry)),
            counter: Counter::Unit(row),
        }
    }

    /// Adds a counter.
    pub(crate) fn push(&mut self, piece: Piece<'s>) {
        self.view.units.push(piece);
    }

    /// Returns the view, for a game from turn 1 without goals.
    pub(crate) fn into_view(self) -> LintView<'s> {
        self.view
    }
}
