//! The rules in rows of a scenario, as people read them: on the player's aid, on pages, and by `explain rule`.

use std::collections::BTreeSet;

use smol_str::SmolStr;

use super::mask::RuleMask;
use super::phrase::RuleSpeaker;
use super::rows::{AnyRow, CounterRow, RowKind, RowsInForce};
use super::scope::{STEPS_IN_SEARCH, STEPS_PER_CHOICE, STEPS_PER_TURN};
use super::term::Term;
use super::vocabulary::{ActFallback, Vocabulary};
use super::{CheckedRules, CounterOwner};
use crate::words::{counted, listed};
use crate::{Scenario, of_scenario};

/// A row of rules, as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleInWords {
    /// The id.
    pub id: SmolStr,
    /// The name; the id for a definition.
    pub name: SmolStr,
    /// The number that logs cite; the id if the row has none.
    pub rule: SmolStr,
    /// The kind of row.
    pub kind: RowKind,
    /// The effect of the row, as a sentence. The text of the row for one with an error.
    pub sentence: String,
    /// The source that the author gives.
    pub source: Option<String>,
    /// The id of the ruleset that has the row; `None` for a row of the scenario itself.
    pub ruleset: Option<String>,
}

/// The details of a row that `explain rule` tells beside its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDetails {
    /// The row.
    pub row: RuleInWords,
    /// The hook, act, exception or moment, with its meaning and its published rule; `None` for rows that have none.
    pub at: Option<String>,
    /// The facts that its expressions ask, such as `the tag guard (1 of 4 units)`.
    pub asks: Vec<String>,
    /// The units, hexes and turns that its condition selects.
    pub mask: RuleMask,
    /// The greatest number of steps of its expressions, and the limit.
    pub steps: (u32, u32),
    /// The turns in which the tables of the row stand in; `None` for other rows.
    pub turns: Option<String>,
    /// The outcome if the row forbids all; `None` for other rows.
    pub fallback: Option<&'static str>,
}

impl Scenario {
    /// Returns the rules in rows that are in force, in words: those of rulesets first, in the order of each file.
    pub fn rules_in_words(&self) -> Vec<RuleInWords> {
        let (rules, _) = self.extra_rules();
        let speaker = RuleSpeaker::new(self, &rules);
        of_scenario!(self, own => {
            let all = RowsInForce::of(&**own);
            let rows = all.rows.iter().map(|placed| {
                let row = placed.row;
                let ruleset = all.layers.get(placed.layer).and_then(|layer| layer.ruleset);
                RuleInWords {
                    id: row.id().clone(),
                    name: row.name().clone(),
                    rule: row.rule().clone(),
                    kind: row.kind(),
                    sentence: sentence(&speaker, &rules, row),
                    source: row.source().map(str::to_owned),
                    ruleset: ruleset.map(|(info, _)| info.id.clone()),
                }
            });
            rows.collect()
        })
    }

    /// Returns the published modifiers that no longer count, by their ids.
    pub fn dropped_modifiers(&self) -> Vec<SmolStr> {
        let vocabulary = self.system().vocabulary();
        self.rule_rows().drop.into_iter().filter(|id| vocabulary.publishes(id)).collect()
    }

    /// Returns the details of the row with the id `id`; `None` if no row in force has it.
    pub fn explain_rule(&self, id: &str) -> Option<RuleDetails> {
        let row = self.rules_in_words().into_iter().find(|row| row.id == id)?;
        let (rules, _) = self.extra_rules();
        let vocabulary = self.system().vocabulary();
        let (at, in_search) = place(&rules, vocabulary, id);
        let limit = match row.kind {
            _ if in_search => STEPS_IN_SEARCH,
            RowKind::Event | RowKind::Score | RowKind::Win | RowKind::Skip | RowKind::Table => STEPS_PER_TURN,
            _ => STEPS_PER_CHOICE,
        };
        let steps = rules.steps.iter().find(|(of, _)| *of == id).map_or(0, |(_, steps)| *steps);
        Some(RuleDetails {
            asks: asks(self, &rules, vocabulary, id),
            mask: rules.selected(self, id),
            steps: (steps, limit),
            turns: rules.tables.iter().find(|table| table.row.id == id).map(|table| table.turns_in_words()),
            fallback: fallback(&rules, vocabulary, id),
            at,
            row,
        })
    }
}

/// Returns what a row does, as a sentence.
fn sentence(speaker: &RuleSpeaker<'_>, rules: &CheckedRules, row: AnyRow<'_>) -> String {
    let id = row.id();
    let said = match row {
        AnyRow::Define(row) => Some(format!("`{}` means: {}.", row.id, row.is)),
        AnyRow::Counter(row) => Some(counter(row)),
        AnyRow::Modifier(_) => {
            rules.modifiers.iter().find(|checked| checked.row.id == *id).map(|row| speaker.modifier(row))
        }
        AnyRow::Forbid(forbid) => {
            let checked = rules.forbids.iter().find(|checked| checked.row.id == *id);
            checked.map(|row| format!("{} Reason: {}.", speaker.forbid(row), forbid.reason.trim_end_matches('.')))
        }
        AnyRow::Allow(_) => rules.allows.iter().find(|checked| checked.row.id == *id).map(|row| speaker.allow(row)),
        AnyRow::Event(_) => rules.events.iter().find(|checked| checked.row.id == *id).map(|row| speaker.event(row)),
        AnyRow::Score(_) => rules.scores.iter().find(|checked| checked.row.id == *id).map(|row| speaker.score(row)),
        AnyRow::Win(_) => rules.wins.iter().find(|checked| checked.row.id == *id).map(|row| speaker.win(row)),
        AnyRow::Skip(_) => rules.skips.iter().find(|checked| checked.row.id == *id).map(|row| speaker.skip(row)),
        AnyRow::Table(_) => rules.tables.iter().find(|checked| checked.row.id == *id).map(|row| speaker.table(row)),
    };
    said.unwrap_or_else(|| "This row has an error, so it is not in force.".to_owned())
}

fn counter(row: &CounterRow) -> String {
    let of = match row.of {
        CounterOwner::Game => "in the game",
        CounterOwner::Side => "of each side",
        CounterOwner::Unit => "of each unit",
        CounterOwner::Place => "of each place",
    };
    format!("A number {of} from {} to {}, at the start {}.", row.least, row.most, row.start)
}

/// Returns the hook, act, exception or moment of a row in words, and whether a search for ways asks it.
fn place(rules: &CheckedRules, vocabulary: &Vocabulary, id: &str) -> (Option<String>, bool) {
    let told = |name: &str, phrase: &str, rule: &str| {
        let rule = if rule.is_empty() { String::new() } else { format!(" ({rule})") };
        format!("{name}: {phrase}{rule}")
    };
    if let Some(row) = rules.modifiers.iter().find(|row| row.row.id == id)
        && let Some(hook) = vocabulary.hooks.get(usize::from(row.hook))
    {
        return (Some(told(hook.name, hook.phrase, hook.rule)), hook.in_search);
    }
    if let Some(row) = rules.forbids.iter().find(|row| row.row.id == id)
        && let Some(act) = vocabulary.acts.get(usize::from(row.act))
    {
        return (Some(told(act.name, act.phrase, act.rule)), act.in_search);
    }
    if let Some(row) = rules.allows.iter().find(|row| row.row.id == id)
        && let Some(lift) = vocabulary.lifts.get(usize::from(row.lift))
    {
        return (Some(told(lift.name, lift.phrase, lift.rule)), false);
    }
    if let Some(row) = rules.skips.iter().find(|row| row.row.id == id)
        && let Some(skip) = vocabulary.skips.get(usize::from(row.skip))
    {
        return (Some(told(skip.name, skip.phrase, skip.rule)), false);
    }
    let event = rules.events.iter().find(|row| row.row.id == id);
    let trigger = event.and_then(|row| vocabulary.triggers.get(usize::from(row.on)));
    (trigger.map(|trigger| told(trigger.name, trigger.phrase, "")), false)
}

fn fallback(rules: &CheckedRules, vocabulary: &Vocabulary, id: &str) -> Option<&'static str> {
    let skip = rules.skips.iter().find(|row| row.row.id == id);
    if let Some(skip) = skip.and_then(|row| vocabulary.skips.get(usize::from(row.skip))) {
        return Some(skip.without);
    }
    let row = rules.forbids.iter().find(|row| row.row.id == id)?;
    Some(match vocabulary.acts.get(usize::from(row.act))?.fallback {
        ActFallback::Blocked => "where nothing else is legal, the way is blocked, as by terrain",
        ActFallback::Pass => "where nothing else is legal, the side passes",
        ActFallback::Ignored => "where nothing else is legal, the row is ignored",
    })
}

/// Returns what the expressions of a row ask of the scenario and of the position.
fn asks(scenario: &Scenario, rules: &CheckedRules, vocabulary: &Vocabulary, id: &str) -> Vec<String> {
    let (mut tags, mut terrains, mut edges) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut facts, mut common) = (BTreeSet::new(), Vec::new());
    rules.each_term_of(id, &mut |term| match term {
        Term::HasTag(tag, _) => drop(tags.insert(*tag)),
        Term::HasTerrain(terrain, _) => drop(terrains.insert(*terrain)),
        Term::HasEdge(edge, _) => drop(edges.insert(*edge)),
        Term::Fact(fact, _) => drop(facts.insert(*fact)),
        Term::Common(fact, _) if !common.contains(fact) => common.push(*fact),
        _ => {}
    });
    let units = rules.units.len();
    let hexes = of_scenario!(scenario, own => {
        let common: &dyn crate::Common = &**own;
        let (columns, rows) = common.size();
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| crate::Cell { column, row }));
        cells.filter(|cell| common.has(*cell)).count()
    });
    let mut asked = Vec::new();
    for (tag, with) in tags.into_iter().filter_map(|tag| rules.tags.get(usize::from(tag))) {
        let with = with.iter().filter(|has| **has).count();
        asked.push(format!("the tag {tag} ({with} of {})", counted(units, "unit")));
    }
    for (terrain, with) in terrains.into_iter().filter_map(|terrain| rules.terrains.get(usize::from(terrain))) {
        asked.push(format!("{terrain} ({} of {})", with.len(), counted(hexes, "hex")));
    }
    for (edge, with) in edges.into_iter().filter_map(|edge| rules.edges.get(usize::from(edge))) {
        asked.push(format!("{edge} ({})", counted(with.len(), "hexside")));
    }
    let common = common.into_iter().map(|fact| fact.info(vocabulary));
    let own = facts.into_iter().filter_map(|fact| vocabulary.facts.get(usize::from(fact)).copied());
    for info in common.chain(own) {
        let word =
            info.subject.map_or_else(|| info.name.to_owned(), |subject| format!("{}.{}", subject.word(), info.name));
        asked.push(word);
    }
    asked
}

impl RuleDetails {
    /// Returns the details as lines of text, from the number and the name on.
    pub fn lines(&self) -> Vec<String> {
        let row = &self.row;
        let mut lines = vec![format!("{} {}", row.rule, row.name), String::new(), row.sentence.clone(), String::new()];
        let mut tell = |what: &str, text: String| lines.push(format!("  {what:<9}{text}"));
        let of = row.ruleset.as_ref().map_or_else(String::new, |id| format!(" of the ruleset {id}"));
        tell("row", format!("{} {}{of}", row.kind.list(), row.id));
        if let Some(at) = &self.at {
            tell("at", at.clone());
        }
        if !self.asks.is_empty() {
            tell("asks", listed(self.asks.iter().cloned(), "and"));
        }
        let selected = self.mask.in_words();
        if !selected.is_empty() {
            tell("selects", selected.join("; "));
        }
        if let Some(turns) = &self.turns {
            tell("holds in", turns.clone());
        }
        let (steps, limit) = self.steps;
        if steps > 0 {
            tell("cost", format!("at most {} of the {limit} that are allowed", counted(steps as usize, "step")));
        }
        if let Some(fallback) = self.fallback {
            tell(if row.kind == RowKind::Skip { "then" } else { "else" }, fallback.to_owned());
        }
        if let Some(source) = &row.source {
            tell("source", source.clone());
        }
        lines
    }
}
