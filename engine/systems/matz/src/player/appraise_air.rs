//! The worth of choices in the air.

use crate::action::Action;
use crate::event::Phase;
use crate::player::appraise::NEVER;
use crate::player::strengths::StrengthMap;
use crate::player::weights::Appraiser;
use crate::rules::r11_air::{AirGroup, AirTask};
use crate::state::{At, MegaIx, Mission, UnitIx};
use battlewright_core::game::Side;

impl Appraiser<'_> {
    /// The worth of `action` in `task` of aircraft, where `target` is the mega-hex with the best targets of a group in flight.
    pub(crate) fn worth_in_the_air(
        &self,
        task: &AirTask,
        action: &Action,
        target: Option<MegaIx>,
        strengths: &StrengthMap,
    ) -> i32 {
        match (task, *action) {
            // Fighters intercept while the enemy flies, and fly themselves in their own Air Phase.
            (AirTask::Patrols(_), Action::Patrol(unit)) => 10 + i32::from(self.air_value(unit)),
            (AirTask::Patrol(unit), Action::Mega(mega)) => self.worth_of_patrol(*unit, mega, strengths),
            (AirTask::Phase | AirTask::Assemble(_), Action::Launch { unit, mission }) => {
                self.worth_of_launch(unit, mission)
            }
            (AirTask::Fly(group), Action::Mega(mega)) => -self.way_to_target(group, mega, target),
            (AirTask::Fly(group), Action::Stop) => match group.mega() {
                Some(mega) if self.way_to_target(group, mega, target) == 0 => 1,
                _ => -1_000,
            },
            (AirTask::Interception { .. }, Action::Engage(unit)) => i32::from(self.air_value(unit)),
            (AirTask::Fight(_), Action::Engage(unit)) => i32::from(self.air_value(unit)),
            _ => 0,
        }
    }

    /// Bombers bomb; the best fighters escort them, and the others support.
    fn worth_of_launch(&self, unit: UnitIx, mission: Mission) -> i32 {
        match mission {
            // Nobody bombs, or supports a combat, in a phase that is over or that rows skip.
            Mission::Bombing if !self.comes(&[Phase::Bombardment]) => NEVER,
            Mission::Support if !self.comes(&[Phase::Combat, Phase::SecondCombat]) => NEVER,
            Mission::Bombing => 30 + i32::from(self.board.unit(unit).bombardment),
            Mission::Escort => 10 + i32::from(self.air_value(unit)),
            Mission::Support => 12 - i32::from(self.air_value(unit)),
            Mission::Secret => 0,
        }
    }

    /// The worth of a patrol in `mega`: over own units that the enemy fights, and not where others fly already.
    fn worth_of_patrol(&self, unit: UnitIx, mega: MegaIx, strengths: &StrengthMap) -> i32 {
        let side = self.unit_side(unit);
        let hexes = self.board.mega.hexes(mega);
        let worth = self.worth_of_targets(hexes, side, strengths);
        let there = self.board.aircraft(side).iter().filter(|other| self.unit(**other).at == At::Patrol(mega)).count();
        worth - 12 * i32::try_from(there).unwrap_or(0)
    }

    /// The steps from `mega` to `target`, unless `group` has been there.
    fn way_to_target(&self, group: &AirGroup, mega: MegaIx, target: Option<MegaIx>) -> i32 {
        let free = |target: &MegaIx| !group.way.contains(target) || group.mega() == Some(*target);
        target.filter(free).map_or(0, |target| i32::from(self.board.mega.distance(mega, target)))
    }

    /// The mega-hex with the best targets for `side`.
    pub(crate) fn target_of(&self, side: Side, strengths: &StrengthMap) -> Option<MegaIx> {
        let worth = |mega: &MegaIx| {
            let hexes = self.board.mega.hexes(*mega);
            self.worth_of_targets(hexes, side.other(), strengths)
        };
        // The first of those that are worth most.
        self.board.mega.all().min_by_key(|mega| std::cmp::Reverse(worth(mega)))
    }
}
