//! The rows that put other tables in place of those in force. Boards are chosen elsewhere; rows tell it.

use battlewright_schema::rule::CheckedRules;

use super::events::{EventGame, HappenedEvent};
use super::rows::{ExtraRules, RowIx, RowKind};
use super::tally::hear;
use crate::game::Log;

/// A row that puts other tables in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowTables {
    row: RowIx,
    /// `true` for each turn in which they stand in, from turn 1 on.
    turns: Vec<bool>,
}

impl ExtraRules {
    pub(super) fn add_tables(&mut self, checked: &CheckedRules) {
        for table in &checked.tables {
            let row = self.add(RowKind::Table, &table.row, "");
            self.tables.push(RowTables { row, turns: table.turns.clone() });
        }
    }
}

/// Tells which rows put other tables in place in `turn`, which begins.
pub fn tell_tables<G: EventGame>(game: &G, turn: u8, log: &mut impl Log<G::Event>) {
    let Some(rules) = game.extra().get() else { return };
    let is_held = |tables: &&RowTables| {
        usize::from(turn).checked_sub(1).and_then(|turn| tables.turns.get(turn)).copied().unwrap_or(false)
    };
    for tables in rules.tables.iter().filter(is_held) {
        if let Some(row) = rules.row(tables.row) {
            hear(tables.row);
            log.push(G::happened(HappenedEvent { rule: row.rule, unit: None, die: None }));
        }
    }
}
