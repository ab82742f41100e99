//! 11.2 Missions: bombers bomb or support, fighters support or escort. The active side assembles its air units in groups, and
//! keeps their missions secret (11.3).

use crate::action::{Action, ActionList, RefusalCause};
use crate::rules::r11_air::{ALIKE, AirGroup, AirTask};
use crate::state::{At, Mission, Party, UnitIx};
use crate::{Matz, rulebook as rule};

impl Matz {
    /// The missions that `unit` can fly (11.2). Those to attack the ground need a bombardment value.
    pub(crate) fn missions_of(&self, unit: UnitIx) -> impl Iterator<Item = Mission> + use<> {
        let is_fighter = self.is_fighter(unit);
        let can_attack = self.board.unit(unit).bombardment > 0;
        [Mission::Bombing, Mission::Support, Mission::Escort].into_iter().filter(move |mission| match mission {
            Mission::Bombing => !is_fighter && can_attack,
            Mission::Support => can_attack,
            Mission::Escort => is_fighter,
            Mission::Secret => false,
        })
    }

    /// The drawn units that can join `group`, with each of their missions; units that are alike once.
    pub(crate) fn launch_options(&self, group: &AirGroup, into: &mut ActionList) {
        for unit in self.launchable(group) {
            let missions = self.missions_of(unit).filter(|mission| self.forbids_mission(unit, *mission).is_ok());
            into.extend(missions.map(|mission| Action::Launch { unit, mission }));
        }
        into.push(if group.units.is_empty() { Action::Pass } else { Action::Begin });
    }

    fn launchable(&self, group: &AirGroup) -> Party {
        let drawn = self.aircraft_at(self.state.active, |at| at == At::Drawn);
        let free = drawn.filter(|unit| !group.units.iter().any(|(other, _)| other == unit));
        Self::distinct(free, |unit| (self.air_values(unit), self.free_flights(unit)))
    }

    pub(crate) fn launch_refusal(&self, group: &AirGroup, unit: UnitIx, mission: Mission) -> RefusalCause {
        if self.unit_side(unit) != self.state.active || !self.board.unit(unit).arm.flies() {
            RefusalCause::NotAsked
        } else if !self.missions_of(unit).any(|other| other == mission) {
            RefusalCause::Because(rule::MISSIONS, "the air unit cannot fly this mission")
        } else if group.units.iter().any(|(other, _)| *other == unit) {
            RefusalCause::Because(rule::MISSIONS, "the air unit has a mission already")
        } else if let (At::Drawn, Err(row)) = (self.unit(unit).at, self.forbids_mission(unit, mission)) {
            row
        } else if self.launchable(group).contains(&unit) {
            RefusalCause::NotAsked
        } else if self.unit(unit).at == At::Drawn {
            RefusalCause::Because(rule::AIR_UNITS, ALIKE)
        } else {
            self.not_drawn(unit)
        }
    }

    /// `unit` joins `group` on `mission`.
    pub(crate) fn launch(&mut self, mut group: AirGroup, unit: UnitIx, mission: Mission) {
        // In order, so that the order in which they were chosen tells the enemy nothing.
        let at = group.units.partition_point(|(other, _)| *other < unit);
        group.units.insert(at, (unit, mission));
        self.unit_mut(unit).revealed = false;
        self.push(AirTask::Assemble(group));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Phase;
    use crate::tests::testing::{GERMAN, Table, position};

    fn air_phase(units: &str) -> Table {
        position(&format!("mega 0404\n{units}")).doing(GERMAN, Phase::Air, AirTask::Phase)
    }

    #[test]
    fn r11_2_bombers_bomb_or_support_and_fighters_support_or_escort() {
        let table = air_phase("german bomber b1 2-3 drawn\ngerman fighter c1 4 drawn");
        assert_eq!(table.choices("launch"), ["b1 bombing", "b1 support", "c1 escort", "c1 support"]);
        table.refuses("launch b1 escort", "11.2");
        table.refuses("launch c1 bombing", "11.2");
    }

    #[test]
    fn r11_2_a_unit_without_a_bombardment_value_has_nothing_to_attack_with() {
        let table = position("mega 0404\ngerman fighter c1 4 drawn\ngerman bomber b1 2-0 drawn")
            .with(|scenario| scenario.unit[0].bombardment = None)
            .doing(GERMAN, Phase::Air, AirTask::Phase);
        assert_eq!(table.choices("launch"), ["c1 escort"]);
    }

    #[test]
    fn r11_3_the_active_side_assembles_groups_one_after_the_other() {
        let mut table = air_phase("german bomber b1 2-3 drawn\ngerman bomber b2 2-3 drawn\ngerman fighter c1 4 drawn");
        table.refuses("launch b2 bombing", "11.1");
        table.does("launch b1 bombing, launch c1 escort");
        table.refuses("launch c1 support", "11.2");
        assert_eq!(table.choices(""), ["begin", "launch b2 bombing", "launch b2 support"]);
        table.does("begin, mega 0202, stop");
        assert_eq!(["b1", "b2", "c1"].map(|unit| table.at(unit)), ["bombing 0202", "drawn", "escort 0202"]);
        table.does("launch b2 support, begin, mega 0703, stop");
        assert_eq!(table.at("b2"), "support 0703");
        assert_eq!(table.choices(""), Vec::<String>::new(), "nothing is left to fly");
    }
}
