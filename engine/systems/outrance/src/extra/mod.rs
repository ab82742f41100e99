//! Rules in rows: what expressions ask of a position on the table. Their hooks are in `hooks.rs`, their
//! events in `events.rs`.

pub(crate) mod events;
pub(crate) mod hooks;

use battlewright_schema::outrance::vocabulary::{FARTHEST, Fact, Source};
use battlewright_schema::outrance::{Nation, Posture, Quality, TerrainKind, TroopType, UnitStatus};

use crate::Outrance;
use crate::board::UnitFacts;
use crate::rules::c03_arrivals::Arrival;
use crate::rules::c03_turns::EndAction;
use crate::rules::c04_formations::Footprint;
use crate::state::{At, Task, Unit, UnitIx};
use battlewright_core::kit::extra::{RuleFacts, index_value, side_of_value};
use battlewright_core::kit::plane::nearest;

/// A thousandth of an inch is one of this many in an inch.
pub(crate) const INCH: i32 = 1000;
/// The distance of units that are beside each other, in thousandths of an inch.
const BESIDE: i32 = INCH;

/// A position, as expressions ask about it.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a>(&'a Outrance);

/// Returns `unit` as expressions number units.
#[inline]
pub(crate) fn unit_value(unit: UnitIx) -> i32 {
    index_value(unit.index())
}

/// Returns a distance in thousandths of an inch in inches, rounded up, as expressions know it.
pub(crate) fn whole_inches(thousandths: i32) -> i32 {
    thousandths.max(0).saturating_add(INCH - 1).div_euclid(INCH).min(FARTHEST)
}

/// Returns the status of a unit as a word of expressions.
pub(crate) fn status_value(status: UnitStatus) -> i32 {
    status as i32
}

/// Returns the formation of bases as a word of expressions.
pub(crate) fn posture_value(posture: Posture) -> i32 {
    posture as i32
}

/// Returns the quality that counts as a word of expressions.
pub(crate) fn quality_value(quality: Quality) -> i32 {
    quality as i32
}

/// Returns the army as a word of expressions.
pub(crate) fn nation_value(nation: Nation) -> i32 {
    nation as i32
}

impl<'a> Asked<'a> {
    /// Returns the unit with a number of expressions.
    pub(crate) fn index(self, unit: i32) -> Option<UnitIx> {
        let index = usize::try_from(unit).ok().filter(|index| *index < self.0.state.units.len());
        index.and_then(|index| u16::try_from(index).ok()).map(UnitIx)
    }

    fn unit(self, unit: i32) -> Option<(UnitIx, &'a UnitFacts, &'a Unit)> {
        let index = self.index(unit)?;
        Some((index, self.0.board.unit(index), self.0.unit(index)))
    }

    fn shape(self, unit: i32) -> Option<&'a Footprint> {
        self.0.shape(self.index(unit)?)
    }

    /// Returns the distance between two units in inches.
    fn inches(self, one: i32, other: i32) -> i32 {
        let shapes = self.shape(one).zip(self.shape(other));
        shapes.map_or(FARTHEST, |(one, other)| whole_inches(one.distance(other).ceil()))
    }

    /// Returns the distance of a unit from the nearest enemy in inches.
    fn enemy_inches(self, unit: UnitIx) -> i32 {
        let Some(shape) = self.0.shape(unit) else { return FARTHEST };
        let enemies = self.0.fighters(self.0.side_of(unit).other()).map(|(_, enemy)| enemy);
        let found = nearest(enemies, |enemy| shape.bounds().distance(enemy.bounds()), |enemy| shape.distance(enemy));
        found.map_or(FARTHEST, |(distance, _)| whole_inches(distance.ceil()))
    }

    /// Returns `true` if enough bases of a unit stand in terrain of a kind.
    fn stands_in(self, unit: i32, kind: i32) -> bool {
        let kind = usize::try_from(kind).ok().and_then(|kind| TerrainKind::ALL.get(kind));
        let Some((shape, kind)) = self.shape(unit).zip(kind) else { return false };
        let areas = self.0.board.terrain.areas.iter().zip(&self.0.board.terrain_kinds);
        let areas = areas.filter(|(_, of)| *of == kind).map(|(area, _)| area);
        self.0.board.cover.holds(shape, |point| areas.clone().any(|area| area.outline.contains(point)))
    }

    /// Calls `found` with each other unit on the table within a distance of a unit, in thousandths of an inch.
    fn each_near(self, unit: i32, distance: i32, found: &mut dyn FnMut(i32) -> bool) {
        let Some((of, shape)) = self.index(unit).zip(self.shape(unit)) else { return };
        for other in self.0.all_units().filter(|other| *other != of) {
            let is_near = self.0.shape(other).is_some_and(|other| shape.is_within(other, distance));
            if is_near && !found(unit_value(other)) {
                return;
            }
        }
    }
}

impl RuleFacts for Asked<'_> {
    fn turn(&self) -> i32 {
        self.0.state.turn.max(1).into()
    }

    fn phase(&self) -> i32 {
        let arrives = self.0.state.stack.iter().any(|task| matches!(task, Task::Arrival(Arrival(_))));
        i32::from(!arrives)
    }

    fn unit_hex(&self, _: i32) -> i32 {
        -1
    }

    fn in_play(&self, unit: i32) -> bool {
        self.unit(unit).is_some_and(|(_, _, unit)| matches!(unit.at, At::On(_)))
    }

    fn holds(&self, side: i32, place: i32) -> bool {
        let holder = usize::try_from(place).ok().and_then(|place| self.0.state.holders.get(place));
        holder.copied().flatten() == Some(side_of_value(side))
    }

    fn each_unit_in(&self, _: i32, _: &mut dyn FnMut(i32) -> bool) {}

    fn fact(&self, fact: u16, asked: &[i32]) -> i32 {
        let Some(fact) = Fact::of(fact) else { return 0 };
        let [first, second] = [0, 1].map(|index| asked.get(index).copied().unwrap_or(-1));
        let Some((index, facts, unit)) = self.unit(first) else { return 0 };
        match fact {
            Fact::Status => status_value(unit.status),
            Fact::Posture => unit.at.place().map_or(-1, |place| posture_value(place.posture)),
            Fact::Quality => quality_value(self.0.combatant(index).effective_quality()),
            Fact::Nation => nation_value(facts.nation),
            Fact::Bases => unit.bases.into(),
            Fact::LostBases => facts.bases.saturating_sub(unit.bases).into(),
            Fact::HasActed => {
                let acts = self.0.state.stack.contains(&Task::EndAction(EndAction(index)));
                (unit.acted && !acts).into()
            }
            Fact::InCommand => self.0.general_helps_orders(index).into(),
            Fact::GeneralNear => self.0.general_near(index).is_some().into(),
            Fact::IsSheltered => self.0.is_sheltered(index).into(),
            Fact::Level => {
                let level = self.0.place(index).map_or(0, |place| self.0.board.terrain.level_at(place.at));
                level.clamp(0, 9)
            }
            Fact::StandsIn => self.stands_in(first, second).into(),
            Fact::Assaults => {
                let before = self.0.state.assaults.iter().filter(|assault| assault.target == index).count();
                i32::try_from(before).unwrap_or(i32::MAX).min(99)
            }
            Fact::Inches => self.inches(first, second),
            Fact::EnemyInches => self.enemy_inches(index),
        }
    }

    fn each(&self, source: u16, asked: &[i32], found: &mut dyn FnMut(i32) -> bool) {
        let [first, second] = [0, 1].map(|index| asked.get(index).copied().unwrap_or(-1));
        match Source::of(source) {
            Some(Source::Beside) => self.each_near(first, BESIDE, found),
            Some(Source::Near) => {
                self.each_near(first, second.clamp(0, FARTHEST).saturating_mul(INCH), found);
            }
            Some(Source::Destroyed) => {
                let side = side_of_value(first);
                let lost = self.0.all_units().filter(|unit| {
                    let is_out = matches!(self.0.unit(*unit).at, At::Destroyed(_) | At::Surrendered(_));
                    is_out && self.0.side_of(*unit) == side
                });
                for unit in lost {
                    if !found(unit_value(unit)) {
                        return;
                    }
                }
            }
            None => {}
        }
    }

    fn counter(&self, counter: u16, owner: Option<i32>) -> i32 {
        self.0.state.extra.counter(counter, owner)
    }

    fn is_done(&self, event: u16) -> bool {
        self.0.state.extra.is_done(event)
    }
}

impl Outrance {
    /// Returns the position for expressions.
    #[inline]
    pub(crate) fn asked(&self) -> Asked<'_> {
        Asked(self)
    }
}

// Words of expressions have the order of the declarations in the file.
const _: () = {
    assert!(TroopType::Infantry as u8 == 0 && TroopType::General as u8 == 3);
    assert!(UnitStatus::Ok as u8 == 0 && UnitStatus::Demoralized as u8 == 2);
    assert!(Posture::Deployed as u8 == 0 && Posture::March as u8 == 2);
    assert!(Quality::Landwehr as u8 == 0 && Quality::Guard as u8 == 2);
    assert!(Nation::French as u8 == 0 && Nation::Prussian as u8 == 1);
};
