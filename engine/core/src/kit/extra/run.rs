//! The evaluation of expressions in a position. Checks have proven that it ends, and that no number leaves its range.

use battlewright_schema::rule::term::{Quantifier, Quantity, Term, TermSource};
use battlewright_schema::rule::vocabulary::CommonFact;
use smallvec::SmallVec;

use super::rows::{ExtraRules, ordered};
use super::value::hex_value;
use crate::kit::hex_map::HexIx;

/// The answers of a position to what expressions ask. All values are numbers: sides 0 and 1, units in the order of battle, hexes
/// and places by index, words by their place in their list, yes 1 and no 0. Nothing is -1.
///
/// A method is never asked about nothing: then numbers are 0, answers no, and the rest is nothing.
pub trait RuleFacts {
    /// Returns the number of the turn.
    fn turn(&self) -> i32;
    /// Returns the phase, by its place in the list of phases.
    fn phase(&self) -> i32;
    /// Returns the hex of a unit.
    fn unit_hex(&self, unit: i32) -> i32;
    /// Returns `true` if a unit is on the map or on the table.
    fn in_play(&self, unit: i32) -> bool;
    /// Returns `true` if a side holds a place.
    fn holds(&self, side: i32, place: i32) -> bool;
    /// Calls `found` with each unit in a hex, until it returns `false`.
    fn each_unit_in(&self, hex: i32, found: &mut dyn FnMut(i32) -> bool);
    /// Returns the answer to the fact of the system with this number; `asked` is the subject and the arguments.
    fn fact(&self, fact: u16, asked: &[i32]) -> i32;
    /// Calls `found` with each value of the source of the system with this number, until it returns `false`.
    fn each(&self, source: u16, asked: &[i32], found: &mut dyn FnMut(i32) -> bool);
    /// Returns the number of the counter with this index, of `owner` if it is one's.
    fn counter(&self, counter: u16, owner: Option<i32>) -> i32;
    /// Returns `true` if the event with this index happens once and has happened.
    fn is_done(&self, event: u16) -> bool;
}

/// The maximum number of values that a hook gives.
const MOST_GIVEN: usize = 10;

/// The values that a hook gives to its expressions, in the order of its declaration.
#[derive(Clone, Copy, Debug)]
pub struct Given<'l> {
    values: [i32; MOST_GIVEN],
    /// Lists, each with its index among the values.
    lists: [(u8, &'l [i32]); 2],
}

impl<'l> Given<'l> {
    /// These values.
    #[inline]
    pub fn of<const N: usize>(values: [i32; N]) -> Self {
        const { assert!(N <= MOST_GIVEN) }
        let mut all = [-1; MOST_GIVEN];
        all[..N].copy_from_slice(&values);
        Self { values: all, lists: [(u8::MAX, &[]); 2] }
    }

    /// The same with up to two lists, each with its index among the values.
    #[inline]
    pub fn with(self, lists: [(u8, &'l [i32]); 2]) -> Self {
        Self { lists, ..self }
    }

    fn list(&self, index: u8) -> &'l [i32] {
        self.lists.iter().find(|(at, _)| *at == index).map_or(&[], |(_, list)| list)
    }
}

/// An evaluation: the values of the hook and those of the quantifiers around an expression.
pub(super) struct Run<'a, F> {
    rules: &'a ExtraRules,
    facts: &'a F,
    given: &'a Given<'a>,
    bound: [i32; 2],
}

impl<'a, F: RuleFacts> Run<'a, F> {
    pub(super) fn new(rules: &'a ExtraRules, facts: &'a F, given: &'a Given<'a>) -> Self {
        Self { rules, facts, given, bound: [-1; 2] }
    }

    pub(super) fn holds(&mut self, term: &Term) -> bool {
        self.value(term) != 0
    }

    pub(super) fn value(&mut self, term: &Term) -> i32 {
        match term {
            Term::Constant(value) => *value,
            Term::Hex(cell) => self.rules.hex(*cell),
            Term::Given(index) => self.given.values.get(usize::from(*index)).copied().unwrap_or(-1),
            Term::Bound(index) => self.bound.get(usize::from(*index)).copied().unwrap_or(-1),
            Term::Common(fact, asked) => self.common(*fact, asked),
            Term::Fact(fact, asked) => {
                let mut values = SmallVec::<[i32; 4]>::new();
                for term in asked {
                    values.push(self.value(term));
                }
                if values.contains(&-1) {
                    self.rules.of_nothing.get(usize::from(*fact)).copied().unwrap_or(0)
                } else {
                    self.facts.fact(*fact, &values)
                }
            }
            Term::Counter(counter, owner) => {
                let owner = owner.as_ref().map(|owner| self.value(owner));
                if owner == Some(-1) { 0 } else { self.facts.counter(*counter, owner) }
            }
            Term::HasTag(tag, unit) => {
                let unit = self.value(unit);
                at(self.rules.tags.get(usize::from(*tag)), unit).into()
            }
            Term::HasTerrain(terrain, hex) => {
                let hex = self.value(hex);
                at(self.rules.terrains.get(usize::from(*terrain)), hex).into()
            }
            Term::HasEdge(edge, hexes) => {
                let pair = ordered(self.value(&hexes[0]), self.value(&hexes[1]));
                let edges = self.rules.edges.get(usize::from(*edge));
                edges.is_some_and(|edges| edges.binary_search(&pair).is_ok()).into()
            }
            Term::Not(term) => i32::from(!self.holds(term)),
            Term::And(terms) => terms.iter().all(|term| self.holds(term)).into(),
            Term::Or(terms) => terms.iter().any(|term| self.holds(term)).into(),
            Term::Same(terms) => {
                let [one, other] = [self.value(&terms[0]), self.value(&terms[1])];
                i32::from(one == other && one != -1)
            }
            Term::Compare(comparison, terms) => {
                let [one, other] = [self.value(&terms[0]), self.value(&terms[1])];
                comparison.holds(one, other).into()
            }
            Term::InRange(term, least, most) => {
                let value = self.value(term);
                (*least <= value && value <= *most).into()
            }
            Term::If(terms) => {
                let [condition, then, otherwise] = &**terms;
                if self.holds(condition) { self.value(then) } else { self.value(otherwise) }
            }
            Term::Arithmetic(operation, terms) => {
                let [one, other] = [self.value(&terms[0]), self.value(&terms[1])];
                operation.of(one, other)
            }
            Term::HalfUp(term) => -(-self.value(term)).div_euclid(2),
            Term::HalfDown(term) => self.value(term).div_euclid(2),
            Term::CeilDiv(term, by) => -(-self.value(term)).div_euclid((*by).max(1)),
            Term::FloorDiv(term, by) => self.value(term).div_euclid((*by).max(1)),
            Term::Over(quantifier) => self.over(quantifier),
        }
    }

    fn common(&mut self, fact: CommonFact, asked: &[Term]) -> i32 {
        let mut ask = |index: usize| asked.get(index).map_or(-1, |term| self.value(term));
        let [one, other] = [ask(0), ask(1)];
        let unit = || usize::try_from(one).ok().and_then(|unit| self.rules.units.get(unit));
        match fact {
            CommonFact::Turn => self.facts.turn(),
            CommonFact::Phase => self.facts.phase(),
            CommonFact::UnitSide => unit().map_or(-1, |unit| unit.side),
            CommonFact::UnitKind => unit().map_or(-1, |unit| unit.kind),
            CommonFact::UnitFormation => unit().map_or(-1, |unit| unit.formation),
            CommonFact::UnitHex if one >= 0 => self.facts.unit_hex(one),
            CommonFact::UnitInPlay if one >= 0 => self.facts.in_play(one).into(),
            CommonFact::Distance => self.distance(one, other),
            CommonFact::Holds if one >= 0 && other >= 0 => self.facts.holds(one, other).into(),
            CommonFact::UnitHex => -1,
            CommonFact::UnitInPlay | CommonFact::Holds => 0,
        }
    }

    /// Returns the distance between two hexes; beyond every distance if one is nothing.
    fn distance(&self, one: i32, other: i32) -> i32 {
        const BEYOND: i32 = 2000;
        let (Some(one), Some(other), Some(map)) = (self.hex(one), self.hex(other), self.rules.map()) else {
            return BEYOND;
        };
        i32::try_from(map.distance(one, other)).unwrap_or(BEYOND)
    }

    fn hex(&self, hex: i32) -> Option<HexIx> {
        self.rules.map()?.hex(usize::try_from(hex).ok()?)
    }

    fn over(&mut self, quantifier: &Quantifier) -> i32 {
        let Quantifier { quantity, source, variable, number, condition } = quantifier;
        let mut count = 0;
        let mut total: Option<i32> = None;
        let outer = self.bound;
        let slot = usize::from(*variable).min(1);
        self.each(source, &mut |run, value| {
            run.bound[slot] = value;
            let holds = condition.as_ref().is_none_or(|condition| run.holds(condition));
            match quantity {
                Quantity::Any if holds => {
                    count = 1;
                    return false;
                }
                Quantity::All if !holds => {
                    count = 1;
                    return false;
                }
                Quantity::Count if holds => count += 1,
                Quantity::Sum | Quantity::Least | Quantity::Most if holds => {
                    let value = number.as_ref().map_or(0, |number| run.value(number));
                    total = Some(match (total, quantity) {
                        (None, _) => value,
                        (Some(total), Quantity::Least) => total.min(value),
                        (Some(total), Quantity::Most) => total.max(value),
                        (Some(total), _) => total.saturating_add(value),
                    });
                }
                _ => {}
            }
            true
        });
        self.bound = outer;
        match quantity {
            Quantity::Any | Quantity::Count => count,
            Quantity::All => 1 - count,
            Quantity::Sum | Quantity::Least | Quantity::Most => total.unwrap_or(0),
        }
    }

    /// Calls `found` with each value of `source`, until it returns `false`.
    fn each(&mut self, source: &TermSource, found: &mut dyn FnMut(&mut Self, i32) -> bool) {
        let (facts, rules, given) = (self.facts, self.rules, self.given);
        match source {
            TermSource::AllUnits => {
                for unit in (0..).take(rules.units.len()).filter(|unit| facts.in_play(*unit)) {
                    if !found(self, unit) {
                        return;
                    }
                }
            }
            TermSource::UnitsOf(formation) => {
                let formation = self.value(formation);
                let units = (0..).zip(&rules.units).filter(|(_, words)| words.formation == formation && formation >= 0);
                for (unit, _) in units.filter(|(unit, _)| facts.in_play(*unit)) {
                    if !found(self, unit) {
                        return;
                    }
                }
            }
            TermSource::Units(hex) => {
                let hex = self.value(hex);
                if hex >= 0 {
                    facts.each_unit_in(hex, &mut |unit| found(self, unit));
                }
            }
            TermSource::Neighbors(hex) => {
                let Some((map, hex)) = rules.map().zip(self.value_of_hex(hex)) else { return };
                for near in map.neighbors(hex) {
                    if !found(self, hex_value(near)) {
                        return;
                    }
                }
            }
            TermSource::Within(hex, reach) => {
                let Some((map, hex)) = rules.map().zip(self.value_of_hex(hex)) else { return };
                for near in map.within(hex, *reach) {
                    if !found(self, hex_value(near)) {
                        return;
                    }
                }
            }
            TermSource::Given(list) => {
                for value in given.list(*list) {
                    if !found(self, *value) {
                        return;
                    }
                }
            }
            TermSource::System(source, asked) => {
                let mut values = SmallVec::<[i32; 4]>::new();
                for term in asked {
                    values.push(self.value(term));
                }
                if !values.contains(&-1) {
                    facts.each(*source, &values, &mut |value| found(self, value));
                }
            }
        }
    }

    fn value_of_hex(&mut self, term: &Term) -> Option<HexIx> {
        let hex = self.value(term);
        self.hex(hex)
    }
}

fn at(list: Option<&Vec<bool>>, index: i32) -> bool {
    let index = usize::try_from(index).ok();
    list.zip(index).and_then(|(list, index)| list.get(index)).copied().unwrap_or(false)
}
