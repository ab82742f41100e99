//! The changes of a scenario in rows of rules and in sections of its own: the same list in all systems.

use battlewright_schema::rule::RowKind;

use super::make::list;
use crate::chart::Chart;
use crate::phrase::{Phrase, strong};
use crate::source::Source;

/// Returns the list of the rules that the scenario adds, drops or changes in rows; `None` if there are none.
pub(super) fn changed_rules(source: &Source<'_>) -> Option<Chart> {
    chart(rules_in_rows(source))
}

/// Returns the list of the sections of the scenario that change the rules of play, for systems without charts of their own for them, and
/// of its [changed rules](changed_rules); `None` if there are none.
pub(super) fn special_rules(source: &Source<'_>) -> Option<Chart> {
    let sections = source.scenario().special_words().into_iter().map(|words| [Phrase::default(), words.into()]);
    chart(sections.chain(rules_in_rows(source)).collect())
}

fn chart(rows: Vec<[Phrase; 2]>) -> Option<Chart> {
    if rows.is_empty() {
        return None;
    }
    let list = list(["Rule", "What it changes"], rows);
    Some(Chart::new("changed-rules", "Special rules of this scenario", Phrase::default(), list))
}

/// Returns the rules that the scenario adds, drops or changes in rows: the number and the words of each.
pub(super) fn rules_in_rows(source: &Source<'_>) -> Vec<[Phrase; 2]> {
    let scenario = source.scenario();
    let mut rows: Vec<[Phrase; 2]> = Vec::new();
    let in_rows = scenario.rules_in_words().into_iter();
    rows.extend(in_rows.filter(|row| !matches!(row.kind, RowKind::Define | RowKind::Counter | RowKind::Table)).map(
        |row| {
            let what = crate::phrase![strong(row.name.to_string()), ": ", row.sentence];
            [row.rule.to_string().into(), what]
        },
    ));
    let dropped: Vec<String> =
        scenario.dropped_modifiers().iter().map(|id| id.replace(['.', '-', '_', ':'], " ")).collect();
    if !dropped.is_empty() {
        rows.push([
            Phrase::default(),
            format!("These published modifiers do not count: {}.", dropped.join(", ")).into(),
        ]);
    }
    for choice in scenario.choices_of_tables() {
        rows.push([Phrase::default(), format!("{}: {} {}", choice.name, choice.sentence, choice.turns).into()]);
    }
    rows
}
