//! The rows of rules after all checks, as the engine plays them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::term::{CheckedEffect, Term};
use super::vocabulary::CommonFact;
use crate::{Cell, DocPath};

/// The rules in rows of a scenario, checked. Numbers of hooks, acts and so on are those of the system's vocabulary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckedRules {
    /// The published modifiers that no longer count, as hook and index within [`HookInfo::published`](super::vocabulary::HookInfo::published).
    pub drop: Vec<(u16, u16)>,
    /// Changes of numbers and answers, in the order of force: of rulesets first, in the order of each file.
    pub modifiers: Vec<CheckedModifier>,
    /// Prohibitions.
    pub forbids: Vec<CheckedForbid>,
    /// Exceptions of published prohibitions.
    pub allows: Vec<CheckedAllow>,
    /// Counters.
    pub counters: Vec<CheckedCounter>,
    /// Events.
    pub events: Vec<CheckedEvent>,
    /// Points.
    pub scores: Vec<CheckedScore>,
    /// Conditions of victory.
    pub wins: Vec<CheckedWin>,
    /// Skipped phases.
    pub skips: Vec<CheckedSkip>,
    /// The tables that stand in for others.
    pub tables: Vec<CheckedTable>,
    /// The fixed facts of each unit, in the order of battle.
    pub units: Vec<CheckedUnit>,
    /// The greatest number of steps of the expressions of each row, by its id.
    pub steps: Vec<(SmolStr, u32)>,
    /// The number of places of the scenario.
    pub places: usize,
    /// The tags that expressions ask for, with the units that have them, in the order of battle.
    pub tags: Vec<(SmolStr, Vec<bool>)>,
    /// The terrains that expressions ask for, with the hexes that have them.
    pub terrains: Vec<(SmolStr, Vec<Cell>)>,
    /// The hexside features that expressions ask for, with the pairs of hexes between which they are.
    pub edges: Vec<(SmolStr, Vec<[Cell; 2]>)>,
}

impl CheckedRules {
    /// Returns `true` if there is no rule.
    pub fn is_empty(&self) -> bool {
        self.drop.is_empty()
            && self.modifiers.is_empty()
            && self.forbids.is_empty()
            && self.allows.is_empty()
            && self.counters.is_empty()
            && self.events.is_empty()
            && self.scores.is_empty()
            && self.wins.is_empty()
            && self.skips.is_empty()
            && self.tables.is_empty()
    }
}

impl CheckedRules {
    /// Calls `found` with each term of all rows.
    pub fn each_term(&self, found: &mut dyn FnMut(&Term)) {
        self.each_row(&|_| true, found);
    }

    /// Calls `found` with each term of the row with the id `id`.
    pub fn each_term_of(&self, id: &str, found: &mut dyn FnMut(&Term)) {
        self.each_row(&|row| row.id == id, found);
    }

    fn each_row(&self, is_meant: &dyn Fn(&RowName) -> bool, found: &mut dyn FnMut(&Term)) {
        for modifier in self.modifiers.iter().filter(|row| is_meant(&row.row)) {
            modifier.when.each(found);
            match &modifier.change {
                ModifierChange::Add(number) | ModifierChange::AtLeast(number) | ModifierChange::AtMost(number) => {
                    number.each(found);
                }
                ModifierChange::Times { .. } | ModifierChange::Be(_) => {}
            }
        }
        self.forbids.iter().filter(|row| is_meant(&row.row)).for_each(|row| row.when.each(found));
        self.allows.iter().filter(|row| is_meant(&row.row)).for_each(|row| row.when.each(found));
        for event in self.events.iter().filter(|row| is_meant(&row.row)) {
            event.when.each(found);
            event.effects.iter().for_each(|effect| effect.each(found));
        }
        for score in self.scores.iter().filter(|row| is_meant(&row.row)) {
            score.points.each(found);
            score.when.each(found);
        }
        self.wins.iter().filter(|row| is_meant(&row.row)).for_each(|row| row.when.each(found));
        self.skips.iter().filter(|row| is_meant(&row.row)).for_each(|row| row.when.each(found));
        self.tables.iter().filter(|row| is_meant(&row.row)).for_each(|row| row.when.each(found));
    }

    /// Returns the places that rows ask who holds, by their index in the scenario.
    pub fn held_places(&self) -> Vec<usize> {
        let mut places = Vec::new();
        self.each_term(&mut |term| {
            if let Term::Common(CommonFact::Holds, asked) = term
                && let Some(Term::Constant(place)) = asked.get(1)
                && let Ok(place) = usize::try_from(*place)
                && !places.contains(&place)
            {
                places.push(place);
            }
        });
        places
    }
}

/// The fixed facts of a unit: the answers to `unit.side`, `unit.kind` and `unit.formation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedUnit {
    /// The side: 0 or 1.
    pub side: u8,
    /// The kind, by its place in [`Vocabulary::kinds`](super::vocabulary::Vocabulary::kinds); -1 for one that is not listed.
    pub kind: i32,
    /// The formation, by its place among the names of [`Common::formation_names`](crate::Common::formation_names); -1 for none.
    pub formation: i32,
}

/// The name of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowName {
    /// The id.
    pub id: SmolStr,
    /// The name that people read.
    pub name: SmolStr,
    /// The number of the rule; the id if the row has none.
    pub rule: SmolStr,
    /// The place of the row in the scenario; that of the ruleset in `use` for a row of a ruleset.
    pub path: DocPath,
}

/// `[[rules.modifier]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedModifier {
    /// The name.
    pub row: RowName,
    /// The hook.
    pub hook: u16,
    /// The change.
    pub change: ModifierChange,
    /// The condition.
    pub when: Term,
}

/// The change of a number or an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModifierChange {
    /// Adds.
    Add(Term),
    /// Multiplies by a fraction with a denominator above 0.
    Times {
        /// The numerator, 0 to 1000.
        by: i32,
        /// The denominator, 1 to 1000.
        over: i32,
        /// `true` to round up.
        up: bool,
    },
    /// Sets a least number.
    AtLeast(Term),
    /// Sets a greatest number.
    AtMost(Term),
    /// Answers yes or no.
    Be(bool),
}

/// `[[rules.forbid]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedForbid {
    /// The name.
    pub row: RowName,
    /// The act.
    pub act: u16,
    /// The condition.
    pub when: Term,
    /// The reason that a refusal tells.
    pub reason: SmolStr,
}

/// `[[rules.allow]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedAllow {
    /// The name.
    pub row: RowName,
    /// The prohibition that is lifted.
    pub lift: u16,
    /// The condition.
    pub when: Term,
}

/// The owner of the numbers of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CounterOwner {
    /// One number in the game.
    Game,
    /// A number for each side.
    Side,
    /// A number for each unit.
    Unit,
    /// A number for each place.
    Place,
}

/// `[[rules.counter]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedCounter {
    /// The name.
    pub row: RowName,
    /// The owner.
    pub of: CounterOwner,
    /// The least number.
    pub least: i32,
    /// The greatest number.
    pub most: i32,
    /// The number at the start.
    pub start: i32,
    /// The owners that start with another number, by their index, each with it.
    pub starts: Vec<(usize, i32)>,
    /// `true` if players see it.
    pub shown: bool,
}

/// `[[rules.event]]`. Its expressions have the values of the trigger, then the value of `each`, then the number of the die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedEvent {
    /// The name.
    pub row: RowName,
    /// The trigger.
    pub on: u16,
    /// `true` if the event happens once for each unit in play, in the order of battle.
    pub each_unit: bool,
    /// The condition.
    pub when: Term,
    /// The number of faces of the die that is rolled; `None` for no die.
    pub roll: Option<u8>,
    /// The effects, in order.
    pub effects: Vec<CheckedEffect>,
    /// `true` if it happens at most once a game.
    pub once: bool,
    /// `true` if it has happened, in a saved position.
    pub done: bool,
}

/// `[[rules.score]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedScore {
    /// The name.
    pub row: RowName,
    /// The side: 0 or 1.
    pub side: u8,
    /// The points.
    pub points: Term,
    /// The condition.
    pub when: Term,
}

/// The time when a condition of victory is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WinTime {
    /// As soon as it holds.
    Once,
    /// At the end of each turn.
    TurnEnd,
    /// At the end of the game.
    GameEnd,
}

/// `[[rules.win]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedWin {
    /// The name.
    pub row: RowName,
    /// The side: 0 or 1.
    pub side: u8,
    /// The level of the victory, in systems with levels.
    pub level: Option<SmolStr>,
    /// The time.
    pub at: WinTime,
    /// The condition.
    pub when: Term,
}

/// `[[rules.skip]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedSkip {
    /// The name.
    pub row: RowName,
    /// The phase, by its number in [`Vocabulary::skips`](super::vocabulary::Vocabulary::skips).
    pub skip: u16,
    /// The condition.
    pub when: Term,
}

/// `[[rules.table]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedTable {
    /// The name.
    pub row: RowName,
    /// The name of the section whose tables stand in.
    pub tables: SmolStr,
    /// The keys of these tables, such as `assault`, in the order of the format.
    pub keys: Vec<SmolStr>,
    /// The condition.
    pub when: Term,
    /// `true` for each turn in which it holds, from turn 1 to the last one.
    pub turns: Vec<bool>,
}
