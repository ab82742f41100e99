//! 10.1 Eligibility: the Fire Combat Phase, and who may fire at whom (10.4).

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::Kind;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::refusal::{self, RefusalCause};
use crate::stage::{Part, TaskStage};
use crate::state::{Activation, FireCause, Fired, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::TaskFamily;

/// 10.1: active units fire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FirePhase(pub(crate) Activation);

impl TaskFamily<PositionMagnifique> for FirePhase {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}: fire, or pass", game.side_name(self.0.side)));
        TaskStage::asks(self.0.side, rule::FIRE_ELIGIBILITY, Some(Part::Fire)).passed("Fire no more")
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.fire_options(&self.0, into);
    }

    fn refusal(&self, game: &PositionMagnifique, action: &Action) -> RefusalCause {
        let may = match *action {
            Action::Fire { firer, target, half } => game.may_fire_in_phase(&self.0, firer, target, half),
            _ => Err(RefusalCause::NotAsked),
        };
        may.err().unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.fire_in_phase(self.0, action, log);
    }
}

impl PositionMagnifique {
    /// 10.1: lists every fire of the phase.
    pub(crate) fn fire_options(&self, activation: &Activation, into: &mut ActionList) {
        for (firer, from) in self.active_on_map(activation) {
            let Some(range) = self.longest_range(firer, FireCause::Phase) else { continue };
            if self.unit(firer).fired != Fired::No {
                continue;
            }
            let is_near = |at: HexIx| self.board.map.distance(from, at) <= u32::from(range);
            for (target, _) in self.on_map(activation.side.other()).filter(|(_, at)| is_near(*at)) {
                for half in [false, true] {
                    if self.may_fire_in_phase(activation, firer, target, half).is_ok() {
                        into.push(Action::Fire { firer, target, half });
                    }
                }
            }
        }
        into.push(Action::Pass);
    }

    /// 10.1: checks a fire in the phase: active infantry and artillery fire once each; horse artillery may fire with half its
    /// Combat Factor and still move.
    pub(crate) fn may_fire_in_phase(
        &self,
        activation: &Activation,
        firer: UnitIx,
        target: UnitIx,
        half: bool,
    ) -> Result<(), RefusalCause> {
        if !self.is_active(activation, firer) {
            return Err(refusal::NOT_ACTIVE);
        }
        if self.unit(firer).fired != Fired::No {
            return Err(refusal::ALREADY_DONE);
        }
        if half && self.board.unit(firer).kind != Kind::HorseArtillery {
            return Err(refusal::CANNOT_FIRE);
        }
        self.may_fire(firer, target, if half { FireCause::PhaseHalf } else { FireCause::Phase })
    }

    /// Returns the Effective Range of `unit` in hexes; `None` if it cannot fire.
    #[inline]
    pub(crate) fn effective_range(&self, unit: UnitIx) -> Option<u8> {
        self.board.unit(unit).range.map(|[effective, _]| self.range_by_rows(unit, effective, false))
    }

    /// Returns the greatest distance in hexes of a fire of `unit`; `None` if it cannot fire.
    #[inline]
    pub(crate) fn longest_range(&self, unit: UnitIx, cause: FireCause) -> Option<u8> {
        let [_, extended] = self.board.unit(unit).range?;
        Some(match cause {
            FireCause::Mitrailleuse => self.board.rules.mitrailleuse_range,
            _ => self.range_by_rows(unit, extended, true),
        })
    }

    /// Checks whether `firer` may fire at `target`: the firer can fire and has ammunition, and the target is a combat unit in
    /// range and in sight.
    pub(crate) fn may_fire(&self, firer: UnitIx, target: UnitIx, cause: FireCause) -> Result<(), RefusalCause> {
        let facts = self.board.unit(firer);
        let Some(range) = self.longest_range(firer, cause) else { return Err(refusal::CANNOT_FIRE) };
        if facts.kind == Kind::Cavalry {
            return Err(refusal::CANNOT_FIRE);
        }
        if self.unit(firer).low_ammo >= 2 {
            return Err(refusal::OUT_OF_AMMO);
        }
        if self.unit_side(target) == facts.side {
            return Err(refusal::NO_TARGET);
        }
        let (Some(from), Some(to)) = (self.hex_of(firer), self.hex_of(target)) else { return Err(refusal::NOT_ON_MAP) };
        let distance = self.board.map.distance(from, to);
        if distance == 0 || distance > u32::from(range) {
            return Err(refusal::OUT_OF_RANGE);
        }
        if distance > 1
            && let Some(hex) = self.blocked_by(from, to)
        {
            return Err(RefusalCause::At(rule::LINE_OF_SIGHT, "the line of sight is blocked at", hex));
        }
        self.forbids_fire(firer, target, distance, cause)
    }

    /// 10.1: fires with a unit in its phase; any other action ends the phase.
    pub(crate) fn fire_in_phase(&mut self, activation: Activation, action: Action, log: &mut impl Log<Event>) {
        let Action::Fire { firer, target, half } = action else { return };
        self.push(FirePhase(activation));
        self.unit_mut(firer).fired = if half { Fired::Half } else { Fired::Full };
        self.open_fire(firer, target, if half { FireCause::PhaseHalf } else { FireCause::Phase }, log);
    }
}

#[cfg(test)]
mod tests {

    use crate::state::FireCause;
    use crate::tests::testing::position;

    /// A Prussian battery and brigade, four and two hexes from a French brigade.
    const FACING: &str = "
        map 12x9
        prussian infantry p1 5/3 at 0405
        prussian field p2 9/5 at 0203
        french infantry f1 4/2 at 0605";

    #[test]
    fn r10_1_active_infantry_and_artillery_fire_once_each() {
        let mut table = position(FACING).activate("prussian");
        table.refuses("fire f1 p1", "8.1");
        table.does("fire p1 f1").rolls(&[1, 2]);
        table.refuses("fire p1 f1", "8.1");
        table.allows("fire p2 f1");
    }

    #[test]
    fn r10_1_fire_is_voluntary() {
        let mut table = position(FACING).activate("prussian");
        table.does("pass");
        table.logs("HQ Command Phase [11.1]");
        table.logs_nothing_with("fires");
    }

    #[test]
    fn r10_1_one_target_may_be_fired_at_by_many() {
        let mut table = position(FACING).activate("prussian");
        table.does("fire p1 f1").rolls(&[1, 2]).does("fire p2 f1").rolls(&[1, 2]);
        table.logs("p1 fires at f1 [10.1]");
        table.logs("p2 fires at f1 [10.1]");
    }

    #[test]
    fn r10_1_cavalry_and_headquarters_do_not_fire_and_headquarters_are_no_target() {
        let table = position(
            "map 12x9
            prussian cavalry p1 2/1 at 0405
            prussian infantry p2 5/3 at 0505
            french infantry f1 4/2 at 0604
            corps ii french at 0604 range 2 4",
        )
        .activate("prussian");
        table.refuses("fire p1 f1", "10.1");
        // No fire targets an HQ: the only legal fire is at the unit.
        assert_eq!(table.choices("fire"), ["p2 f1"]);
    }

    #[test]
    fn r10_1_foot_artillery_that_fires_may_not_move_and_infantry_may() {
        let mut table = position(FACING).activate("prussian");
        table.does("fire p2 f1").rolls(&[1, 2]).does("fire p1 f1").rolls(&[1, 2]).does("attack");
        table.refuses("move p2", "10.1");
        table.allows("move p1");
    }

    #[test]
    fn r10_1_foot_artillery_that_does_not_fire_may_move() {
        position(FACING).moves("prussian").allows("move p2");
    }

    #[test]
    fn r10_1_horse_artillery_fires_with_half_its_factor_and_moves_or_with_all_and_stays() {
        let horse = "
            map 12x9
            prussian horse p1 5/3 at 0405
            french infantry f1 4/2 at 0605";
        let mut table = position(horse).activate("prussian");
        assert_eq!(table.fire_column("p1", "f1", FireCause::PhaseHalf), "3", "half of 5, rounded up");
        table.does("fire-half p1 f1").rolls(&[1, 2]).does("attack");
        table.allows("move p1");
        let mut table = position(horse).activate("prussian");
        assert_eq!(table.fire_column("p1", "f1", FireCause::Phase), "5");
        table.does("fire p1 f1").rolls(&[1, 2]).does("attack");
        table.refuses("move p1", "10.1");
        position(FACING).activate("prussian").refuses("fire-half p2 f1", "10.1");
    }
}
