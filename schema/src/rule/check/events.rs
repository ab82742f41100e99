//! The check of counters, events, points and conditions of victory.

use std::ops::RangeInclusive;

use super::super::checked::{CheckedCounter, CheckedEvent, CheckedScore, CheckedWin};
use super::super::findings::{RULE_RANGE, RULE_TYPE, RULE_UNKNOWN_NAME};
use super::super::lookup::RowWords;
use super::super::problem::RuleProblem;
use super::super::rows::{CounterRow, EventRow, GREATEST_COUNT, PlacedRow, ScoreRow, WinRow};
use super::super::scope::{self, NumberRange};
use super::super::vocabulary::{GivenInfo, ValueType};
use super::RowChecker;
use super::findings::RULE_NO_EFFECT;
use super::spot::RowSpot;
use crate::Common;
use crate::common::counter_numbers::CounterNumbers;
use crate::diagnostic::{Diagnostic, list, shown};
use crate::id::SideId;
use crate::path::DocPath;
use crate::rule::CounterOwner;

/// The numbers of faces that a die can have.
const FACES: RangeInclusive<u8> = 2..=100;

/// The range of the points of a row.
const POINTS: NumberRange<'_> = NumberRange { least: -GREATEST_COUNT, most: GREATEST_COUNT, of: "the points" };

/// Returns the numbers with which counters of sides, units and places start: the kind and the index of the owner, the path, and the
/// numbers.
fn numbers_at_start(common: &dyn Common) -> impl Iterator<Item = (CounterOwner, usize, DocPath, &CounterNumbers)> {
    let side = common.sides().into_iter().enumerate().map(|(at, side)| {
        let path = DocPath::root().key("side").key(side.id.as_str());
        (CounterOwner::Side, at, path)
    });
    let row = |of, list: &str, at: usize| (of, at, DocPath::root().key(list).index(at));
    let units = (0..common.unit_count()).map(move |at| row(CounterOwner::Unit, "unit", at));
    let further = common.further_units().into_iter().enumerate();
    let further = further.map(|(at, (_, path))| (CounterOwner::Unit, common.unit_count() + at, path));
    let places = (0..common.place_ids().len()).map(move |at| row(CounterOwner::Place, common.place_list(), at));
    side.chain(units).chain(further).chain(places).filter_map(|(of, at, path)| {
        let numbers = common.counter_numbers(of, at).filter(|numbers| !numbers.is_empty())?;
        Some((of, at, path.key("counters"), numbers))
    })
}

/// Adds the findings about the numbers of counters in a scenario that has no rows.
pub(super) fn numbers_without_rows(common: &dyn Common, found: &mut Vec<Diagnostic>) {
    for (of, _, path, numbers) in numbers_at_start(common) {
        found.extend(numbers.0.keys().map(|id| no_counter(path.clone().key(id.as_str()), of, id.as_str())));
    }
}

fn no_counter(path: DocPath, of: CounterOwner, id: &str) -> Diagnostic {
    let owner = of.value().map_or("game", ValueType::word);
    let message = format!("no counter of a {owner} has the id {}", shown(id));
    RULE_UNKNOWN_NAME.at(path, message).help("name a row of `[[rules.counter]]`, or remove it")
}

impl<'s> RowChecker<'s, '_, '_> {
    pub(super) fn counter(&mut self, placed: PlacedRow<'s>, row: &'s CounterRow) {
        let CounterRow { least, most, start, .. } = *row;
        if least > most {
            let message = format!("the greatest number, {most}, is below the least, {least}");
            self.refuse(RowSpot::key(placed, "most"), &RULE_RANGE, message, "write a higher number");
        } else if !(least..=most).contains(&start) {
            let message = format!("the counter starts at {start}, which is not from {least} to {most}");
            let key = if row.start == 0 { "least" } else { "start" };
            self.refuse(RowSpot::key(placed, key), &RULE_RANGE, message, "write `start` within the range");
        }
        // Expressions know a counter by its number, whatever is wrong with it.
        let row_name = self.name(placed);
        let (of, most, starts) = (row.of, most.max(least), Vec::new());
        self.rules.counters.push(CheckedCounter { row: row_name, of, least, most, start, starts, shown: row.shown });
    }

    /// Checks the numbers with which counters of sides, units and places start, and adds them to the counters.
    pub(super) fn numbers(&mut self, common: &dyn Common) {
        for (of, owner, path, numbers) in numbers_at_start(common) {
            for (id, number) in &numbers.0 {
                let path = path.clone().key(id.as_str());
                let counter = self.rules.counters.iter_mut().find(|counter| counter.row.id == id.as_str());
                let Some(counter) = counter.filter(|counter| counter.of == of) else {
                    self.found.push(no_counter(path, of, id.as_str()));
                    continue;
                };
                if (counter.least..=counter.most).contains(number) {
                    counter.starts.push((owner, *number));
                } else {
                    let message = format!("{number} is not from {} to {}", counter.least, counter.most);
                    self.found
                        .push(RULE_RANGE.at(path, message).help("write a number within the range of the counter"));
                }
            }
        }
    }

    pub(super) fn event(&mut self, placed: PlacedRow<'s>, row: &'s EventRow) {
        let number = match RowWords::Triggers.find(self.vocabulary(), &row.on) {
            Ok(number) => number,
            Err(problem) => return self.report(RowSpot::key(placed, "on"), &row.on, *problem),
        };
        let Some(trigger) = self.vocabulary().triggers.get(usize::from(number)) else { return };
        let mut given = trigger.given.to_vec();
        if row.each.is_some() {
            if given.iter().any(|given| given.name == "unit") {
                let message = format!("`{}` is about a unit already", trigger.name);
                return self.refuse(RowSpot::key(placed, "each"), &RULE_TYPE, message, "remove `each`");
            }
            given.push(GivenInfo::one("unit", ValueType::Unit));
        }
        // The condition is asked before the die is rolled.
        let when = self.condition(placed, row.when.as_ref(), &self.scope.giving(&given));
        if let Some(faces) = row.roll {
            if !FACES.contains(&faces) {
                let message = format!("a die has {} to {} faces, not {faces}", FACES.start(), FACES.end());
                self.refuse(RowSpot::key(placed, "roll"), &RULE_RANGE, message, "write another number");
                return;
            }
            given.push(GivenInfo::number("roll", 1, i32::from(faces)).said("the roll"));
        }
        let spot = RowSpot::key(placed, "do");
        let mut effects = Vec::with_capacity(row.effects.len());
        for (at, text) in row.effects.iter().enumerate() {
            let judged = scope::effect(text, &self.scope.giving(&given), &mut self.needs);
            effects.extend(self.judge(spot.element(at), text, judged));
        }
        if row.effects.is_empty() {
            self.warn(spot, &RULE_NO_EFFECT, "the event does nothing", "write an effect, or remove the rule");
        }
        if let Some(when) = when.filter(|_| effects.len() == row.effects.len()) {
            let name = self.name(placed);
            self.rules.events.push(CheckedEvent {
                row: name,
                on: number,
                each_unit: row.each.is_some(),
                when,
                roll: row.roll,
                effects,
                once: row.once,
                done: row.done,
            });
        }
    }

    pub(super) fn score(&mut self, placed: PlacedRow<'s>, row: &'s ScoreRow) {
        let side = self.side(placed, &row.side);
        let scope = self.scope;
        let points = self.number(RowSpot::key(placed, "points"), &row.points, POINTS, &scope);
        let when = self.condition(placed, row.when.as_ref(), &scope);
        if let (Some(side), Some(points), Some(when)) = (side, points, when) {
            let row = self.name(placed);
            self.rules.scores.push(CheckedScore { row, side, points, when });
        }
    }

    pub(super) fn win(&mut self, placed: PlacedRow<'s>, row: &'s WinRow) {
        let side = self.side(placed, &row.side);
        let scope = self.scope;
        let when = self.condition(placed, row.when.as_ref(), &scope);
        if let (Some(side), Some(when)) = (side, when) {
            let name = self.name(placed);
            self.rules.wins.push(CheckedWin { row: name, side, level: row.level.clone(), at: row.at, when });
        }
    }

    /// Returns the number of the side that a row names.
    fn side(&mut self, placed: PlacedRow<'s>, side: &SideId) -> Option<u8> {
        let sides = &self.scope.names.sides;
        let number = sides.iter().position(|known| known == side.as_str());
        if let Some(number) = number.and_then(|number| u8::try_from(number).ok()) {
            return Some(number);
        }
        let message = format!("there is no side {}", shown(side.as_str()));
        let known = sides.iter().map(smol_str::SmolStr::as_str);
        let problem = RuleProblem::new(&RULE_UNKNOWN_NAME, 0..side.as_str().len(), message);
        let problem = problem.meant(side.as_str(), known.clone(), || Some(format!("the sides are {}", list(known))));
        self.report(RowSpot::key(placed, "side"), side.as_str(), problem);
        None
    }
}
