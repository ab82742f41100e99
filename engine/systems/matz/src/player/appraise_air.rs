//! The worth of choices in the air.

use crate::Matz;
use crate::action::Action;
use crate::player::appraise_ground::StrengthMap;
use crate::rules::r11_air::{AirGroup, AirTask};
use crate::state::{At, MegaIx, Mission, UnitIx};
use battlewright_core::game::Side;

impl Matz {
    /// The worth of `action` in `task` of aircraft.
    pub(crate) fn worth_in_the_air(&self, task: &AirTask, action: &Action, strengths: &StrengthMap) -> i32 {
        match (task, *action) {
            // Fighters intercept while the enemy flies, and fly themselves in their own Air Phase.
            (AirTask::Patrols(_), Action::Patrol(unit)) => 10 + i32::from(self.air_value(unit)),
            (AirTask::Patrol(unit), Action::Mega(mega)) => self.worth_of_patrol(*unit, mega, strengths),
            (AirTask::Phase | AirTask::Assemble(_), Action::Launch { unit, mission }) => {
                self.worth_of_launch(unit, mission)
            }
            (AirTask::Fly(group), Action::Mega(mega)) => -self.way_to_target(group, mega, strengths),
            (AirTask::Fly(group), Action::Stop) => match group.mega() {
                Some(mega) if self.way_to_target(group, mega, strengths) == 0 => 1,
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
            Mission::Bombing => 30 + i32::from(self.board.unit(unit).bombardment),
            Mission::Escort => 10 + i32::from(self.air_value(unit)),
            Mission::Support => 12 - i32::from(self.air_value(unit)),
            Mission::Secret => 0,
        }
    }

    /// The worth of a patrol in `mega`: over own units that the enemy fights, and not where others fly already.
    fn worth_of_patrol(&self, unit: UnitIx, mega: MegaIx, strengths: &StrengthMap) -> i32 {
        let side = self.unit_side(unit);
        let hexes = self.board.mega.hexes(&self.board.map, mega);
        let worth = self.worth_of_targets(hexes, side, strengths);
        let there = self.board.aircraft(side).iter().filter(|other| self.unit(**other).at == At::Patrol(mega)).count();
        worth - 12 * i32::try_from(there).unwrap_or(0)
    }

    /// The steps from `mega` to the mega-hex in which `group` has the best targets.
    fn way_to_target(&self, group: &AirGroup, mega: MegaIx, strengths: &StrengthMap) -> i32 {
        let side = self.state.active;
        let target = self.target_of(side, strengths);
        let free = |target: &MegaIx| !group.way.contains(target) || group.mega() == Some(*target);
        target.filter(free).map_or(0, |target| i32::from(self.board.mega.distance(mega, target)))
    }

    /// The mega-hex with the best targets for `side`.
    fn target_of(&self, side: Side, strengths: &StrengthMap) -> Option<MegaIx> {
        let worth = |mega: &MegaIx| {
            let hexes = self.board.mega.hexes(&self.board.map, *mega);
            self.worth_of_targets(hexes, side.other(), strengths)
        };
        // The first of those that are worth most.
        self.board.mega.all().min_by_key(|mega| std::cmp::Reverse(worth(mega)))
    }
}
