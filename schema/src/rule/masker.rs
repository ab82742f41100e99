//! The evaluation of the parts of a condition that are fixed for the whole game.

use std::collections::BTreeSet;

use super::CheckedRules;
use super::mask::{MaskSubject, RuleMask};
use super::term::{Arithmetic, Comparison, Term};
use super::vocabulary::{CommonFact, GivenInfo, ValueType};
use crate::Cell;
use crate::common::grid::Grid;

/// A thing that a part of a condition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AskedThing {
    /// The given value with this number.
    Given(u8),
    /// The hex of the given unit with this number.
    HexOf(u8),
    /// The turn.
    Turn,
}

impl AskedThing {
    /// Returns the number of the given value; `None` for the turn.
    fn given(self) -> Option<u8> {
        match self {
            Self::Given(at) | Self::HexOf(at) => Some(at),
            Self::Turn => None,
        }
    }
}

/// A value: a number as in [`Term::Constant`], or a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MaskValue {
    Number(i32),
    Hex(Cell),
}

/// An evaluation of fixed conditions.
pub(super) struct RuleMasker<'r> {
    pub(super) rules: &'r CheckedRules,
    pub(super) grid: Option<Grid>,
    /// The hexes of the map.
    pub(super) hexes: Vec<Cell>,
    /// The hexes of each terrain that is asked for.
    pub(super) terrains: Vec<BTreeSet<Cell>>,
    /// The pairs of hexes with each feature that is asked for.
    pub(super) edges: Vec<BTreeSet<[Cell; 2]>>,
}

impl RuleMasker<'_> {
    /// Returns what `when` selects; `given` are the values that it can use.
    pub(super) fn mask(&self, when: &Term, given: &[GivenInfo], last_turn: u8) -> RuleMask {
        let parts = match when {
            Term::And(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        let mut found: Vec<(AskedThing, BTreeSet<MaskValue>)> = Vec::new();
        for part in parts {
            for (thing, values) in self.limits(part, given) {
                match found.iter_mut().find(|(known, _)| *known == thing) {
                    Some((_, known)) => known.retain(|value| values.contains(value)),
                    None => found.push((thing, values)),
                }
            }
        }
        let subjects = found.into_iter().filter_map(|(thing, values)| {
            let name = given.get(usize::from(thing.given()?))?.name.to_owned();
            let is_hex = self.is_hex(thing, given)?;
            let mut subject = MaskSubject { name, is_hex, units: Vec::new(), hexes: Vec::new(), among: 0 };
            if matches!(thing, AskedThing::HexOf(_)) {
                subject.name.push_str(".hex");
            }
            subject.among = if is_hex { self.hexes.len() } else { self.rules.units.len() };
            for value in values {
                match value {
                    MaskValue::Hex(hex) => subject.hexes.push(hex),
                    MaskValue::Number(unit) => subject.units.extend(usize::try_from(unit)),
                }
            }
            Some(subject)
        });
        RuleMask { subjects: subjects.collect(), turns: self.turns(parts, last_turn), last_turn }
    }

    /// Returns the turns in which none of the parts of a condition is no; `None` if that is all of them.
    fn turns(&self, parts: &[Term], last_turn: u8) -> Option<Vec<u8>> {
        let is_possible = |turn: &u8| {
            let now = (AskedThing::Turn, MaskValue::Number(i32::from(*turn)));
            parts.iter().all(|part| self.value(part, now) != Some(MaskValue::Number(0)))
        };
        let turns: Vec<u8> = (1..=last_turn).filter(is_possible).collect();
        (turns.len() < usize::from(last_turn)).then_some(turns)
    }

    /// Returns the things that a part of the condition limits, each with the values that it leaves.
    fn limits(&self, part: &Term, given: &[GivenInfo]) -> Vec<(AskedThing, BTreeSet<MaskValue>)> {
        if let Term::HasEdge(edge, ends) = part {
            let pairs = self.edges.get(usize::from(*edge)).into_iter().flatten();
            let hexes: BTreeSet<MaskValue> = pairs.flatten().copied().map(MaskValue::Hex).collect();
            let ends = ends.iter().filter_map(asked).filter(|thing| self.is_hex(*thing, given) == Some(true));
            return ends.map(|thing| (thing, hexes.clone())).collect();
        }
        let mut things = Vec::new();
        things_of(part, &mut things);
        let [thing] = things.as_slice() else { return Vec::new() };
        let Some(is_hex) = self.is_hex(*thing, given) else { return Vec::new() };
        let all: Vec<MaskValue> = if is_hex {
            self.hexes.iter().map(|hex| MaskValue::Hex(*hex)).collect()
        } else {
            let units = 0..i32::try_from(self.rules.units.len()).unwrap_or(0);
            units.map(MaskValue::Number).collect()
        };
        let count = all.len();
        let is_possible = |value: &MaskValue| self.value(part, (*thing, *value)) != Some(MaskValue::Number(0));
        let left: BTreeSet<MaskValue> = all.into_iter().filter(is_possible).collect();
        // A part that excludes nothing may be one of which nothing is fixed.
        if left.len() < count { vec![(*thing, left)] } else { Vec::new() }
    }

    /// Returns `true` for a hex and `false` for a unit; `None` for anything else.
    fn is_hex(&self, thing: AskedThing, given: &[GivenInfo]) -> Option<bool> {
        match (thing, given.get(usize::from(thing.given()?))?.value) {
            (AskedThing::Given(_), ValueType::Hex) | (AskedThing::HexOf(_), ValueType::Unit) => Some(true),
            (AskedThing::Given(_), ValueType::Unit) => Some(false),
            _ => None,
        }
    }

    /// Returns the value of a term where the thing has this value; `None` if it is not fixed.
    fn value(&self, term: &Term, chosen: (AskedThing, MaskValue)) -> Option<MaskValue> {
        if asked(term) == Some(chosen.0) {
            return Some(chosen.1);
        }
        let value = |term: &Term| self.value(term, chosen);
        let number = |term: &Term| self.number(term, chosen);
        let answer = |yes: bool| Some(MaskValue::Number(i32::from(yes)));
        match term {
            Term::Constant(number) => Some(MaskValue::Number(*number)),
            Term::Hex(hex) => Some(MaskValue::Hex(*hex)),
            Term::Common(CommonFact::Turn, _) => (chosen.0 == AskedThing::Turn).then_some(chosen.1),
            Term::Common(fact, of) => self.fact(*fact, of, chosen),
            Term::HasTag(tag, unit) => {
                let (_, units) = self.rules.tags.get(usize::from(*tag))?;
                answer(units.get(usize::try_from(number(unit)?).ok()?).copied().unwrap_or(false))
            }
            Term::HasTerrain(terrain, hex) => {
                let hexes = self.terrains.get(usize::from(*terrain))?;
                match value(hex)? {
                    MaskValue::Hex(hex) => answer(hexes.contains(&hex)),
                    MaskValue::Number(_) => answer(false),
                }
            }
            Term::HasEdge(edge, ends) => {
                let pairs = self.edges.get(usize::from(*edge))?;
                match (value(&ends[0])?, value(&ends[1])?) {
                    (MaskValue::Hex(one), MaskValue::Hex(other)) => {
                        answer(pairs.contains(&[one, other]) || pairs.contains(&[other, one]))
                    }
                    _ => answer(false),
                }
            }
            Term::Not(of) => answer(number(of)? == 0),
            Term::And(parts) => self.joined(parts, chosen, false),
            Term::Or(parts) => self.joined(parts, chosen, true),
            Term::Same(pair) => answer(value(&pair[0])? == value(&pair[1])?),
            Term::Compare(comparison, pair) => {
                let (left, right) = (number(&pair[0])?, number(&pair[1])?);
                answer(match comparison {
                    Comparison::Equal => left == right,
                    Comparison::NotEqual => left != right,
                    Comparison::Less => left < right,
                    Comparison::AtMost => left <= right,
                    Comparison::Greater => left > right,
                    Comparison::AtLeast => left >= right,
                })
            }
            Term::InRange(of, least, most) => answer((*least..=*most).contains(&number(of)?)),
            Term::If(parts) => value(if number(&parts[0])? == 0 { &parts[2] } else { &parts[1] }),
            Term::Arithmetic(sign, pair) => {
                let (left, right) = (number(&pair[0])?, number(&pair[1])?);
                Some(MaskValue::Number(match sign {
                    Arithmetic::Add => left.checked_add(right)?,
                    Arithmetic::Subtract => left.checked_sub(right)?,
                    Arithmetic::Multiply => left.checked_mul(right)?,
                    Arithmetic::Least => left.min(right),
                    Arithmetic::Most => left.max(right),
                }))
            }
            // What a game decides, and what halves and quotients of it are.
            _ => None,
        }
    }

    fn number(&self, term: &Term, chosen: (AskedThing, MaskValue)) -> Option<i32> {
        match self.value(term, chosen)? {
            MaskValue::Number(number) => Some(number),
            MaskValue::Hex(_) => None,
        }
    }

    /// Returns the value of an `or`, or of an `and`: one part can decide it where others are not fixed.
    fn joined(&self, parts: &[Term], chosen: (AskedThing, MaskValue), is_or: bool) -> Option<MaskValue> {
        let mut is_known = true;
        for part in parts {
            match self.number(part, chosen) {
                None => is_known = false,
                Some(number) if (number != 0) == is_or => return Some(MaskValue::Number(i32::from(is_or))),
                Some(_) => {}
            }
        }
        is_known.then_some(MaskValue::Number(i32::from(!is_or)))
    }

    fn fact(&self, fact: CommonFact, of: &[Term], chosen: (AskedThing, MaskValue)) -> Option<MaskValue> {
        if fact == CommonFact::Distance {
            let (MaskValue::Hex(from), MaskValue::Hex(to)) =
                (self.value(of.first()?, chosen)?, self.value(of.get(1)?, chosen)?)
            else {
                return None;
            };
            let distance = self.grid.as_ref()?.distance(from, to);
            return Some(MaskValue::Number(i32::try_from(distance).ok()?));
        }
        let unit = || self.rules.units.get(usize::try_from(self.number(of.first()?, chosen)?).ok()?);
        Some(MaskValue::Number(match fact {
            CommonFact::UnitSide => i32::from(unit()?.side),
            CommonFact::UnitKind => unit()?.kind,
            CommonFact::UnitFormation => unit()?.formation,
            _ => return None,
        }))
    }
}

/// Returns the thing that a term is.
fn asked(term: &Term) -> Option<AskedThing> {
    match term {
        Term::Given(at) => Some(AskedThing::Given(*at)),
        Term::Common(CommonFact::UnitHex, of) => match of.first()? {
            Term::Given(at) => Some(AskedThing::HexOf(*at)),
            _ => None,
        },
        _ => None,
    }
}

/// Adds the things that a term is about to `found`, each once.
fn things_of(term: &Term, found: &mut Vec<AskedThing>) {
    // The hex of a unit is a thing of its own, so that the unit within it does not count.
    let mut hexes = Vec::new();
    let mut units = Vec::new();
    term.each(&mut |term| match asked(term) {
        Some(thing @ AskedThing::HexOf(_)) => hexes.push(thing),
        Some(thing) => units.push(thing),
        None => {}
    });
    for hex in &hexes {
        let AskedThing::HexOf(at) = hex else { continue };
        if let Some(within) = units.iter().position(|thing| *thing == AskedThing::Given(*at)) {
            units.swap_remove(within);
        }
    }
    for thing in hexes.into_iter().chain(units) {
        if !found.contains(&thing) {
            found.push(thing);
        }
    }
}
