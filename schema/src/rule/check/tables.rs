//! The check of the choice of tables, and of the sections of tables that stand in.

use std::collections::BTreeSet;

use serde_json::Value;
use smol_str::SmolStr;

use super::super::by_turn::{self, TableSet};
use super::super::checked::CheckedTable;
use super::super::findings::{RULE_ALWAYS, RULE_CIRCULAR, RULE_NEVER, RULE_UNKNOWN_NAME, RULE_UNSTABLE};
use super::super::problem::RuleProblem;
use super::super::rows::{AnyRow, MOST_NAMED_TABLES, MOST_SETS_OF_TABLES, PlacedRow, TableRow};
use super::super::term::Term;
use super::RowChecker;
use super::findings::{RULE_BAD_ID, RULE_NO_EFFECT, RULE_TOO_MANY};
use super::ids::{WORD, is_word};
use super::spot::RowSpot;
use crate::SystemFile;
use crate::diagnostic::{finding, list, shown};
use crate::path::DocPath;
use crate::ruleset::{TABLES_NAMED, named_tables, with_tables};
use crate::system::settings::Setting;

finding! {
    /// # What it finds
    /// A section of `[rules.tables_named]` that no row of `[[rules.table]]` names.
    ///
    /// # Why it matters
    /// Its tables have no effect. Usually the row is missing, or names another section.
    ///
    /// # Example
    /// ```toml
    /// [rules.tables_named.night]   # no row has `tables = "night"`
    /// out_of_command = ["hold", "hold", "hold", "regroup", "regroup", "regroup"]
    /// ```
    ///
    /// # Remedy
    /// Write the row, or remove the section.
    TABLES_UNUSED = "tables-unused", Warning
}

/// The greatest number of turns of a game.
const MOST_TURNS: u8 = 99;

/// Returns the path of a section.
pub(crate) fn section_path(name: &str) -> DocPath {
    DocPath::root().key("rules").key(TABLES_NAMED).key(name)
}

/// Returns the keys of the tables of a section.
fn keys(section: &Value) -> Vec<SmolStr> {
    section.as_object().into_iter().flat_map(|tables| tables.keys()).map(SmolStr::from).collect()
}

impl<'s> RowChecker<'s, '_, '_> {
    /// Checks a choice of tables alone. [`tables`](Self::tables) finds its section and its turns.
    pub(super) fn table(&mut self, placed: PlacedRow<'s>, row: &'s TableRow) {
        let scope = self.scope.of_tables();
        let Some(when) = self.condition(placed, row.when.as_ref(), &scope) else { return };
        let (tables, row) = (row.tables.clone(), self.name(placed));
        self.rules.tables.push(CheckedTable { row, tables, keys: Vec::new(), when, turns: Vec::new() });
    }

    /// Checks the sections of other tables, and in which turns they stand in.
    pub(super) fn tables<Root: SystemFile + Clone>(&mut self, own: &Root, is_alone: bool) {
        let sections = named_tables(own);
        let rows = self.rows.iter().copied().filter_map(|placed| match placed.row {
            AnyRow::Table(row) => Some((placed, row)),
            _ => None,
        });
        let rows: Vec<(PlacedRow<'s>, &'s TableRow)> = rows.collect();
        self.sections(own, &rows);
        let mut checked = std::mem::take(&mut self.rules.tables).into_iter().peekable();
        for (placed, row) in &rows {
            let Some((name, section)) = sections.iter().find(|(name, _)| *name == row.tables) else {
                self.unknown_section(*placed, row, &sections);
                checked.next_if(|checked| checked.row.id == row.id);
                continue;
            };
            let spot = RowSpot::key(*placed, "tables");
            let Some(mut checked) = checked.next_if(|checked| checked.row.id == row.id) else { continue };
            checked.keys = keys(section);
            if let Some(key) = checked.keys.iter().find(|key| Root::TABLES_OF_TURNS.contains(&key.as_str())) {
                let message = format!("the table `{key}` decides what conditions of tables ask, and cannot stand in");
                let help = format!("change `{key}` in `[rules.tables]`");
                self.refuse(spot, &RULE_CIRCULAR, message, &help);
                continue;
            }
            if checked.keys.is_empty() || self.changes_nothing(own, name) {
                let message = format!("the tables {} are those in force anyway", shown(name));
                self.warn(spot, &RULE_NO_EFFECT, message, "change the tables, or remove the rule");
            }
            if self.turns(own, *placed, &mut checked, is_alone) {
                self.rules.tables.push(checked);
            }
        }
        if !is_alone {
            self.sets(&rows);
        }
    }

    /// Checks the sections of the file itself.
    fn sections<Root: SystemFile>(&mut self, own: &Root, rows: &[(PlacedRow<'s>, &'s TableRow)]) {
        let sections = own.changes().named_tables();
        for (name, _) in &sections {
            if !is_word(name) {
                self.found.push(RULE_BAD_ID.at(section_path(name), format!("{} is no word", shown(name))).help(WORD));
            } else if !rows.iter().any(|(_, row)| row.tables == *name) {
                let message = format!("no row of `[[rules.table]]` names the tables {}", shown(name));
                let help = "write a row for them, or remove them";
                self.found.push(TABLES_UNUSED.at(section_path(name), message).help(help));
            }
        }
        if let Some((name, _)) = sections.get(MOST_NAMED_TABLES) {
            let message =
                format!("there are {} sections of other tables; the limit is {MOST_NAMED_TABLES}", sections.len());
            self.found.push(RULE_TOO_MANY.at(section_path(name), message).help("remove some"));
        }
    }

    fn unknown_section(&mut self, placed: PlacedRow<'s>, row: &'s TableRow, sections: &[(SmolStr, Value)]) {
        let name = row.tables.as_str();
        let message = format!("there are no tables {}", shown(name));
        let known: Vec<&str> = sections.iter().map(|(name, _)| name.as_str()).collect();
        let help = || {
            let section =
                format!("write them in `[rules.{TABLES_NAMED}.{}]`", if is_word(name) { name } else { "night" });
            Some(if known.is_empty() { section } else { format!("possible: {}", list(known.iter().copied())) })
        };
        let problem = RuleProblem::new(&RULE_UNKNOWN_NAME, 0..name.len(), message);
        let problem = problem.meant(name, known.iter().copied(), help);
        self.report(RowSpot::key(placed, "tables"), name, problem);
    }

    /// Returns `true` if the tables of a section are those in force.
    fn changes_nothing<Root: SystemFile + Clone>(&self, own: &Root, name: &SmolStr) -> bool {
        with_tables(own, &TableSet::of(name)).rules_in_force() == own.rules_in_force()
    }

    /// Finds the turns in which a choice holds. Returns `false` if a turn does not decide it.
    fn turns<Root: SystemFile>(
        &mut self,
        own: &Root,
        placed: PlacedRow<'s>,
        checked: &mut CheckedTable,
        is_alone: bool,
    ) -> bool {
        let AnyRow::Table(row) = placed.row else { return false };
        let last = if is_alone { MOST_TURNS } else { own.turns().count };
        let holds = |turn: u8| {
            by_turn::value(&checked.when, turn, &|fact, of| own.fact_of_turn(fact, of, turn)).map(|value| value != 0)
        };
        let Some(turns) = (1..=last).map(holds).collect::<Option<Vec<bool>>>() else {
            let text = row.when.as_deref().unwrap_or_default();
            let message = "the tables of each turn are chosen before the game, and a turn alone does not decide this";
            let problem = RuleProblem::new(&RULE_UNSTABLE, 0..text.len(), message);
            let problem = problem.help("ask for the turn, and for what follows from it");
            self.report(RowSpot::key(placed, "when"), text, problem);
            return false;
        };
        let spot = RowSpot::key(placed, "when");
        let path = spot.path(self.all);
        let is_told =
            self.found.iter().any(|told| told.path == path && [RULE_NEVER.code, RULE_ALWAYS.code].contains(&told.code));
        if !is_alone && !is_told && checked.when != Term::Constant(1) {
            if !turns.contains(&true) {
                let message = "this condition holds in no turn of the game";
                self.warn(spot, &RULE_NEVER, message, "correct it, or remove the rule");
            } else if !turns.contains(&false) {
                let message = "this condition holds in all turns of the game";
                self.warn(spot, &RULE_ALWAYS, message, "correct it, or write the tables in `[rules.tables]`");
            }
        }
        checked.turns = turns;
        true
    }

    /// Notes more complete sets of tables than a game keeps.
    fn sets(&mut self, rows: &[(PlacedRow<'s>, &'s TableRow)]) {
        let mut sets: BTreeSet<TableSet> = self.rules.sets_of_tables().into_iter().collect();
        sets.insert(TableSet::default());
        if let Some((placed, _)) = rows.last().filter(|_| sets.len() > MOST_SETS_OF_TABLES) {
            let message = format!(
                "the turns have {} different sets of tables, with the one in which none stands in; the limit is \
                 {MOST_SETS_OF_TABLES}",
                sets.len()
            );
            self.refuse(RowSpot::row(*placed), &RULE_TOO_MANY, message, "let rows hold in the same turns");
        }
    }
}
