//! The choice of tables for people: which tables stand in, and in which turns.

use smol_str::SmolStr;

use super::checked::CheckedTable;
use super::phrase::RuleSpeaker;
use super::section_path;
use crate::cells::table_path;
use crate::ruleset::TABLES_NAMED;
use crate::system::ScenarioRoot as _;
use crate::system::settings::Setting as _;
use crate::words::listed;
use crate::{DocPath, PathStep, Scenario, of_scenario};

/// A row that puts other tables in place of those in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceOfTables {
    /// The id.
    pub id: SmolStr,
    /// The name that people read.
    pub name: SmolStr,
    /// The name of the section whose tables stand in.
    pub tables: SmolStr,
    /// The paths of the tables that others stand in for, such as `rules.tables.assault`.
    pub replaced: Vec<DocPath>,
    /// The sentence about the effect of the row.
    pub sentence: String,
    /// The turns in which it holds, as a sentence.
    pub turns: String,
}

impl Scenario {
    /// Returns the rows that put other tables in place of those in force, in the order in which they do.
    pub fn choices_of_tables(&self) -> Vec<ChoiceOfTables> {
        let (rules, _) = self.extra_rules();
        let speaker = RuleSpeaker::new(self, &rules);
        let choice = |row: &CheckedTable| ChoiceOfTables {
            id: row.row.id.clone(),
            name: row.row.name.clone(),
            tables: row.tables.clone(),
            replaced: row.keys.iter().map(|key| table_path(key)).collect(),
            sentence: speaker.table(row),
            turns: format!("It holds in {}.", row.turns_in_words()),
        };
        rules.tables.iter().map(choice).collect()
    }

    /// Returns the paths of the tables of the scenario itself that stand in for others, such as `rules.tables_named.night.assault`.
    pub fn own_named_tables(&self) -> Vec<DocPath> {
        let sections = of_scenario!(self, own => own.changes().named_tables());
        let tables = sections.iter().flat_map(|(name, section)| {
            let keys = section.as_object().into_iter().flat_map(|section| section.keys());
            keys.map(|key| section_path(name).key(key.as_str()))
        });
        tables.collect()
    }
}

/// Returns the name of the section and the path of the table for which the table at `path` stands in, such as `rules.tables.assault`; `None`
/// for another path.
pub fn stands_in_for(path: &DocPath) -> Option<(&str, DocPath)> {
    match path.0.as_slice() {
        [PathStep::Key(rules), PathStep::Key(named), PathStep::Key(name), PathStep::Key(table)]
            if rules == "rules" && named == TABLES_NAMED =>
        {
            Some((name, table_path(table)))
        }
        _ => None,
    }
}

impl CheckedTable {
    /// Returns the turns in which it holds, such as `turns 3 and 5 to 7`.
    pub(super) fn turns_in_words(&self) -> String {
        let mut spans: Vec<(usize, usize)> = Vec::new();
        for turn in self.turns.iter().zip(1..).filter_map(|(holds, turn)| holds.then_some(turn)) {
            match spans.last_mut().filter(|(_, last)| last.saturating_add(1) == turn) {
                Some((_, last)) => *last = turn,
                None => spans.push((turn, turn)),
            }
        }
        let said = |(first, last): &(usize, usize)| match last - first {
            0 => vec![first.to_string()],
            1 => vec![first.to_string(), last.to_string()],
            _ => vec![format!("{first} to {last}")],
        };
        match spans.as_slice() {
            [] => "no turn".to_owned(),
            [(first, last)] if first == last => format!("turn {first}"),
            spans => format!("turns {}", listed(spans.iter().flat_map(said), "and")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::RowName;
    use crate::rule::term::Term;

    #[test]
    fn turns_are_told_as_spans() {
        let said = |turns: &[usize]| {
            let name = RowName { id: "n".into(), name: "N".into(), rule: "n".into(), path: DocPath::root() };
            let turns = (1..=9).map(|turn| turns.contains(&turn)).collect();
            let when = Term::Constant(1);
            CheckedTable { row: name, tables: "t".into(), keys: Vec::new(), when, turns }.turns_in_words()
        };
        assert_eq!(said(&[]), "no turn");
        assert_eq!(said(&[4]), "turn 4");
        assert_eq!(said(&[4, 5]), "turns 4 and 5");
        assert_eq!(said(&[1, 3, 5, 6, 7]), "turns 1, 3 and 5 to 7");
    }
}
