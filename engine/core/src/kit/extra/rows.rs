//! The rows of a scenario by the hook, act or exception that asks for them.

use std::sync::Arc;

use battlewright_schema::Cell;
use battlewright_schema::rule::term::Term;
use battlewright_schema::rule::vocabulary::{ValueType, Vocabulary};
use battlewright_schema::rule::{CheckedCounter, CheckedRules, CounterOwner, ModifierChange, RowName};
use serde::Serialize;

use super::ExtraState;
use super::events::PlayedEvent;
use super::names::constant;
use super::run::{Given, RuleFacts, Run};
use super::tables::RowTables;
use super::tally::hear;
use super::value::hex_value;
use super::victory::{RowScore, RowWin};
use crate::game::{Illegal, Rule};
use crate::kit::hex_map::HexMap;

/// A row, by its index in a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowIx(u16);

impl RowIx {
    pub(super) fn index(self) -> usize {
        self.0.into()
    }
}

/// The kind of effect of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowKind {
    /// It changes a number or an answer.
    Modifier,
    /// It forbids an act.
    Forbid,
    /// It lifts a published prohibition.
    Allow,
    /// It happens.
    Event,
    /// It gives points.
    Score,
    /// It gives the victory.
    Win,
    /// It skips a phase.
    Skip,
    /// It puts other tables in place.
    Table,
}

/// A row, as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtraRow {
    /// The kind of its effect.
    pub kind: RowKind,
    /// The id in the file.
    pub id: String,
    /// The name.
    pub name: &'static str,
    /// The number that logs and refusals cite.
    pub rule: Rule,
    /// The reason that a refusal tells; empty for other rows.
    reason: String,
}

/// A condition with its row.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Condition {
    row: RowIx,
    when: Term,
}

/// A change of a number with its row.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    row: RowIx,
    when: Term,
    change: ModifierChange,
}

/// The rows of a hook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct HookRows {
    /// In the order in which they apply.
    changes: Vec<Change>,
    /// The range of the number.
    range: (i32, i32),
    /// The published modifiers that are dropped, a bit for each.
    dropped: u32,
}

/// The rows of a scenario, ready for play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtraRules {
    rows: Vec<ExtraRow>,
    hooks: Vec<HookRows>,
    forbids: Vec<Vec<Condition>>,
    lifts: Vec<Vec<Condition>>,
    skips: Vec<Vec<Condition>>,
    pub(super) units: Vec<UnitWords>,
    /// For each fact of the system, its answer about nothing.
    pub(super) of_nothing: Vec<i32>,
    /// For each tag, the units that have it.
    pub(super) tags: Vec<Vec<bool>>,
    /// For each terrain, the hexes that have it.
    pub(super) terrains: Vec<Vec<bool>>,
    /// For each hexside feature, the pairs of hexes between which it is, in order, the lower index first.
    pub(super) edges: Vec<Vec<[i32; 2]>>,
    pub(super) events: Vec<PlayedEvent>,
    counters: Vec<CheckedCounter>,
    counter_names: Vec<&'static str>,
    pub(super) scores: Vec<RowScore>,
    pub(super) wins: Vec<RowWin>,
    pub(super) tables: Vec<RowTables>,
    /// The number of places.
    places: usize,
    map: Option<Arc<HexMap>>,
    is_empty: bool,
}

/// The facts about a unit that never change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UnitWords {
    pub(super) side: i32,
    pub(super) kind: i32,
    pub(super) formation: i32,
}

impl ExtraRules {
    /// The rows `checked` of a system with the words `vocabulary`, on `map`.
    pub fn new(checked: &CheckedRules, vocabulary: &Vocabulary, map: Option<&Arc<HexMap>>) -> Self {
        let mut rules = Self {
            rows: Vec::new(),
            hooks: vocabulary
                .hooks
                .iter()
                .map(|hook| HookRows { range: (hook.least, hook.most), ..HookRows::default() })
                .collect(),
            forbids: vec![Vec::new(); vocabulary.acts.len()],
            lifts: vec![Vec::new(); vocabulary.lifts.len()],
            skips: vec![Vec::new(); vocabulary.skips.len()],
            units: checked
                .units
                .iter()
                .map(|unit| UnitWords { side: unit.side.into(), kind: unit.kind, formation: unit.formation })
                .collect(),
            of_nothing: vocabulary
                .facts
                .iter()
                .map(|fact| if matches!(fact.value, ValueType::Number | ValueType::YesNo) { 0 } else { -1 })
                .collect(),
            tags: checked.tags.iter().map(|(_, units)| units.clone()).collect(),
            terrains: Vec::new(),
            edges: Vec::new(),
            events: Vec::new(),
            counters: checked.counters.clone(),
            counter_names: checked.counters.iter().map(|counter| constant(&counter.row.name, "counter")).collect(),
            scores: Vec::new(),
            wins: Vec::new(),
            tables: Vec::new(),
            places: checked.places,
            map: map.cloned(),
            is_empty: checked.is_empty(),
        };
        let at = |cell: Cell| map.and_then(|map| map.at(cell));
        for (_, cells) in &checked.terrains {
            let mut has = vec![false; map.map_or(0, |map| map.len())];
            for hex in cells.iter().filter_map(|cell| at(*cell)) {
                if let Some(has) = has.get_mut(hex.index()) {
                    *has = true;
                }
            }
            rules.terrains.push(has);
        }
        for (_, sides) in &checked.edges {
            let pair = |[one, other]: &[Cell; 2]| Some(ordered(hex_value(at(*one)?), hex_value(at(*other)?)));
            let mut pairs: Vec<[i32; 2]> = sides.iter().filter_map(pair).collect();
            pairs.sort_unstable();
            pairs.dedup();
            rules.edges.push(pairs);
        }
        for (hook, index) in &checked.drop {
            if let Some(hook) = rules.hooks.get_mut(usize::from(*hook)) {
                hook.dropped |= 1_u32.checked_shl((*index).into()).unwrap_or(0);
            }
        }
        for modifier in &checked.modifiers {
            let row = rules.add(RowKind::Modifier, &modifier.row, "");
            let change = Change { row, when: modifier.when.clone(), change: modifier.change.clone() };
            if let Some(hook) = rules.hooks.get_mut(usize::from(modifier.hook)) {
                hook.changes.push(change);
            }
        }
        for hook in &mut rules.hooks {
            // Stable, so that rows of one kind keep the order of the file.
            hook.changes.sort_by_key(|change| place_of(&change.change));
        }
        for forbid in &checked.forbids {
            let row = rules.add(RowKind::Forbid, &forbid.row, &forbid.reason);
            if let Some(act) = rules.forbids.get_mut(usize::from(forbid.act)) {
                act.push(Condition { row, when: forbid.when.clone() });
            }
        }
        for allow in &checked.allows {
            let row = rules.add(RowKind::Allow, &allow.row, "");
            if let Some(lift) = rules.lifts.get_mut(usize::from(allow.lift)) {
                lift.push(Condition { row, when: allow.when.clone() });
            }
        }
        for skip in &checked.skips {
            let row = rules.add(RowKind::Skip, &skip.row, "");
            if let Some(phase) = rules.skips.get_mut(usize::from(skip.skip)) {
                phase.push(Condition { row, when: skip.when.clone() });
            }
        }
        for event in &checked.events {
            let row = rules.add(RowKind::Event, &event.row, "");
            let values = vocabulary.triggers.get(usize::from(event.on)).map_or(0, |trigger| trigger.given.len());
            rules.events.push(PlayedEvent::new(row, event.clone(), values));
        }
        rules.add_victory(checked);
        rules.add_tables(checked);
        rules
    }

    /// Returns the state of the rows at the start of a game.
    pub fn state(&self) -> ExtraState {
        let owners = |of: CounterOwner| match of {
            CounterOwner::Game => 1,
            CounterOwner::Side => 2,
            CounterOwner::Unit => self.units.len(),
            CounterOwner::Place => self.places,
        };
        let numbers = |counter: &CheckedCounter| {
            let mut numbers = vec![counter.start; owners(counter.of)];
            for (owner, start) in &counter.starts {
                if let Some(number) = numbers.get_mut(*owner) {
                    *number = *start;
                }
            }
            numbers
        };
        ExtraState {
            counters: self.counters.iter().map(numbers).collect(),
            done: self.events.iter().map(PlayedEvent::is_done).collect(),
        }
    }

    /// Returns the least and the greatest number of a counter.
    pub(super) fn range_of_counter(&self, counter: u16) -> Option<(i32, i32)> {
        self.counters.get(usize::from(counter)).map(|counter| (counter.least, counter.most))
    }

    /// Returns the name of a counter; empty for one that does not exist.
    pub(super) fn name_of_counter(&self, counter: u16) -> &'static str {
        self.counter_names.get(usize::from(counter)).copied().unwrap_or_default()
    }

    /// Returns the counters, in the order of [`ExtraState::counters`].
    pub fn counters(&self) -> &[CheckedCounter] {
        &self.counters
    }

    pub(super) fn add(&mut self, kind: RowKind, row: &RowName, reason: &str) -> RowIx {
        let name = constant(&row.name, "a rule of the scenario");
        let rule = Rule { number: constant(&row.rule, "scenario"), title: name };
        self.rows.push(ExtraRow { kind, id: row.id.to_string(), name, rule, reason: reason.to_owned() });
        // The checks allow 200 rows.
        RowIx(u16::try_from(self.rows.len() - 1).unwrap_or(u16::MAX))
    }

    /// Returns `true` if there is no row.
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Returns all rows that do something: modifiers, prohibitions, exceptions, skipped phases, events, points, victories and
    /// choices of tables.
    pub fn rows(&self) -> &[ExtraRow] {
        &self.rows
    }

    /// Returns the row; `None` for one of another scenario.
    pub fn row(&self, row: RowIx) -> Option<&ExtraRow> {
        self.rows.get(row.index())
    }

    /// Returns the refusal by the row `row`.
    pub fn refusal(&self, row: RowIx) -> Option<Illegal> {
        self.row(row).map(|row| Illegal::new(row.rule, row.reason.clone()))
    }

    /// Returns the hex at `cell`, as expressions number hexes: -1 for none.
    pub(super) fn hex(&self, cell: Cell) -> i32 {
        hex_value(self.map.as_ref().and_then(|map| map.at(cell)))
    }

    pub(super) fn map(&self) -> Option<&HexMap> {
        self.map.as_deref()
    }

    /// Returns `true` if rows change the hook with this number.
    #[inline]
    pub fn changes(&self, hook: u16) -> bool {
        self.hooks.get(usize::from(hook)).is_some_and(|hook| !hook.changes.is_empty() || hook.dropped != 0)
    }

    /// Returns `true` if rows forbid the act with this number under conditions.
    #[inline]
    pub fn has_forbids(&self, act: u16) -> bool {
        self.forbids.get(usize::from(act)).is_some_and(|forbids| !forbids.is_empty())
    }

    /// Returns `true` if the published modifier `index` of `hook` no longer counts.
    #[inline]
    pub fn drops(&self, hook: u16, index: usize) -> bool {
        let dropped = self.hooks.get(usize::from(hook)).map_or(0, |hook| hook.dropped);
        u32::try_from(index).ok().and_then(|index| dropped.checked_shr(index)).is_some_and(|bits| bits & 1 == 1)
    }

    /// Calls `found` with each row that changes the sum `published` of `hook`, and by how much.
    pub fn each_change<F: RuleFacts>(
        &self,
        hook: u16,
        facts: &F,
        given: &Given<'_>,
        published: i32,
        found: impl FnMut(&ExtraRow, i32),
    ) {
        self.each_scaled(hook, facts, given, (published, 1), found);
    }

    /// Calls `found` with each row that changes a number of `hook`, given with the number of its parts that are one unit of the
    /// hook, and by how many parts.
    fn each_scaled<F: RuleFacts>(
        &self,
        hook: u16,
        facts: &F,
        given: &Given<'_>,
        (published, scale): (i32, i32),
        mut found: impl FnMut(&ExtraRow, i32),
    ) {
        let Some(hook) = self.hooks.get(usize::from(hook)) else { return };
        let [least, most] = [hook.range.0, hook.range.1].map(|end| end.saturating_mul(scale));
        let mut value = published;
        let mut run = Run::new(self, facts, given);
        for change in &hook.changes {
            if !run.holds(&change.when) {
                continue;
            }
            let next = changed(&mut run, &change.change, value, scale);
            let next = if next == value { value } else { next.clamp(least, most) };
            if next != value
                && let Some(row) = self.row(change.row)
            {
                hear(change.row);
                found(row, next - value);
            }
            value = next;
        }
    }

    /// Returns the number of `hook`, `published` without rows.
    pub fn number<F: RuleFacts>(&self, hook: u16, facts: &F, given: &Given<'_>, published: i32) -> i32 {
        let mut value = published;
        self.each_change(hook, facts, given, published, |_, change| value += change);
        value
    }

    /// Returns the number of `hook`, `published` without rows, both in parts of which `scale` are one unit of the hook, such as
    /// thousandths of an inch for a hook in inches.
    pub fn scaled<F: RuleFacts>(&self, hook: u16, facts: &F, given: &Given<'_>, published: i32, scale: i32) -> i32 {
        let mut value = published;
        self.each_scaled(hook, facts, given, (published, scale), |_, change| value += change);
        value
    }

    /// Returns the answer of `hook`, `published` without rows. One no outweighs every yes.
    pub fn yes_no<F: RuleFacts>(&self, hook: u16, facts: &F, given: &Given<'_>, published: bool) -> bool {
        let Some(hook) = self.hooks.get(usize::from(hook)) else { return published };
        let mut run = Run::new(self, facts, given);
        let mut answer = published;
        for change in &hook.changes {
            if let ModifierChange::Be(be) = change.change
                && run.holds(&change.when)
            {
                if answer != be {
                    hear(change.row);
                }
                if !be {
                    return false;
                }
                answer = true;
            }
        }
        answer
    }

    /// Returns the first row that answers yes at `hook`.
    pub fn row_that_says_yes<F: RuleFacts>(&self, hook: u16, facts: &F, given: &Given<'_>) -> Option<&ExtraRow> {
        let mut run = Run::new(self, facts, given);
        let mut changes = self.hooks.get(usize::from(hook))?.changes.iter();
        let says_yes = changes.find(|change| change.change == ModifierChange::Be(true) && run.holds(&change.when));
        says_yes.and_then(|change| {
            hear(change.row);
            self.row(change.row)
        })
    }

    /// Returns the first row that forbids the act with this number.
    pub fn forbids<F: RuleFacts>(&self, act: u16, facts: &F, given: &Given<'_>) -> Option<RowIx> {
        self.first(self.forbids.get(usize::from(act))?, facts, given)
    }

    /// Returns the first row that lifts the published prohibition with this number.
    pub fn lifts<F: RuleFacts>(&self, lift: u16, facts: &F, given: &Given<'_>) -> Option<RowIx> {
        self.first(self.lifts.get(usize::from(lift))?, facts, given)
    }

    /// Returns `true` if rows skip the phase with this number under conditions.
    #[inline]
    pub fn has_skips(&self, skip: u16) -> bool {
        self.skips.get(usize::from(skip)).is_some_and(|skips| !skips.is_empty())
    }

    /// Returns the first row that skips the phase with this number.
    pub fn skips<F: RuleFacts>(&self, skip: u16, facts: &F, given: &Given<'_>) -> Option<&ExtraRow> {
        self.row(self.first(self.skips.get(usize::from(skip))?, facts, given)?)
    }

    fn first<F: RuleFacts>(&self, conditions: &[Condition], facts: &F, given: &Given<'_>) -> Option<RowIx> {
        let mut run = Run::new(self, facts, given);
        let row = conditions.iter().find(|condition| run.holds(&condition.when))?.row;
        hear(row);
        Some(row)
    }
}

/// Returns the place of a change in the order in which changes apply.
fn place_of(change: &ModifierChange) -> u8 {
    match change {
        ModifierChange::Be(_) | ModifierChange::Add(_) => 0,
        ModifierChange::Times { .. } => 1,
        ModifierChange::AtLeast(_) => 2,
        ModifierChange::AtMost(_) => 3,
    }
}

fn changed<F: RuleFacts>(run: &mut Run<'_, F>, change: &ModifierChange, value: i32, scale: i32) -> i32 {
    let mut parts = |number: &Term| run.value(number).saturating_mul(scale);
    match change {
        ModifierChange::Add(number) => value.saturating_add(parts(number)),
        ModifierChange::Times { by, over, up } => {
            let (product, over) = (i64::from(value) * i64::from(*by), i64::from((*over).max(1)));
            let floor = product.div_euclid(over);
            let up = i64::from(*up && product.rem_euclid(over) != 0);
            i32::try_from(floor + up).unwrap_or(value)
        }
        ModifierChange::AtLeast(number) => value.max(parts(number)),
        ModifierChange::AtMost(number) => value.min(parts(number)),
        ModifierChange::Be(_) => value,
    }
}

pub(super) fn ordered(one: i32, other: i32) -> [i32; 2] {
    [one.min(other), one.max(other)]
}
