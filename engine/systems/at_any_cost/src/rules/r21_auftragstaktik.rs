//! 21.0 Auftragstaktik: up to two infantry units of a Prussian division move half their allowance, and assault.

use battlewright_schema::at_any_cost::Event as Chance;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::rules::r12_02_motion::Motion;
use crate::rules::r12_movement::MoveTask;
use crate::rules::r13_assault::AssaultCause;
use crate::rules::r21_events::EventTask;
use crate::state::{MovingPiece, Party, UnitIx};
use crate::{AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// The infantry that Auftragstaktik sends forward: one or two units of a division.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mission {
    pub(crate) side: Side,
    pub(crate) units: InlineList<UnitIx, 2>,
}

/// An assault that both units of a mission can join.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JointAssault {
    pub(crate) mission: Mission,
    pub(crate) ground: HexIx,
    pub(crate) attackers: Party,
}

impl AtAnyCost {
    /// Checks whether Auftragstaktik can send `unit`: infantry that can move, onto the map if it is due, or assault.
    pub(crate) fn may_be_sent(&self, unit: UnitIx) -> Result<(), RefusalCause> {
        let refuse = |reason| Err(RefusalCause::Because(rule::EVENTS, reason));
        if !self.is_infantry(unit) {
            return refuse("the event is for infantry");
        }
        if self.hex_of(unit).is_none() && !self.is_due(MovingPiece::Unit(unit)) {
            return refuse("the unit is neither on the map nor due");
        }
        if !self.can_move_on_mission(unit) && !self.can_attack_on_mission(unit) {
            return refuse("the unit can neither move nor assault");
        }
        Ok(())
    }

    /// The move of a unit by Auftragstaktik: within half its allowance, rounded up (ruling r32).
    fn mission_motion(&self, unit: UnitIx) -> Motion {
        self.event_motion(unit, 2 * self.movement_points(MovingPiece::Unit(unit)).div_ceil(2))
    }

    fn can_move_on_mission(&self, unit: UnitIx) -> bool {
        let motion = self.mission_motion(unit);
        motion.allowance > 0 && self.can_go_on(&motion)
    }

    fn can_attack_on_mission(&self, unit: UnitIx) -> bool {
        self.is_combat_allowed() && !self.unit(unit).done.attacked && !self.targets_of(unit).is_empty()
    }

    /// Checks whether `unit` can go with `first`: it is of the same division.
    pub(crate) fn may_be_second(&self, first: UnitIx, unit: UnitIx) -> Result<(), RefusalCause> {
        if unit == first || !self.are_of_one_division(first, unit) {
            return Err(RefusalCause::Because(rule::EVENTS, "it is no other unit of the same division"));
        }
        self.may_be_sent(unit)
    }

    /// The units that can go with `first`, and none.
    pub(crate) fn second_options(&self, first: UnitIx, into: &mut ActionList) {
        let roster = self.board.roster(self.board.unit(first).formation).iter().copied();
        into.extend(roster.filter(|unit| self.may_be_second(first, *unit).is_ok()).map(Action::Unit));
        into.push(Action::Pass);
    }

    /// The units of the mission are chosen: they move, and then assault.
    pub(crate) fn choose_second(&mut self, first: UnitIx, action: Action, log: &mut impl Log<Event>) {
        let mut mission = Mission { side: self.unit_side(first), units: InlineList::new() };
        mission.units.push(first);
        if let Action::Unit(second) = action {
            log.push(Event::Befalls(Chance::Auftragstaktik, second));
            mission.units.push(second);
        }
        self.push(EventTask::Attack(mission.clone()));
        self.push(MoveTask::columns());
        self.push(EventTask::Move(mission));
    }

    /// The units that can move, and moving no more.
    pub(crate) fn mission_move_options(&self, mission: &Mission, into: &mut ActionList) {
        let units = mission.units.iter().copied().filter(|unit| self.can_move_on_mission(*unit));
        into.extend(units.map(|unit| Action::Move(MovingPiece::Unit(unit))));
        into.push(Action::Pass);
    }

    /// A unit moves; the others may still do so.
    pub(crate) fn move_on_mission(&mut self, mut mission: Mission, piece: MovingPiece, log: &mut impl Log<Event>) {
        let MovingPiece::Unit(unit) = piece else { return };
        mission.units.retain(|other| *other != unit);
        self.push(EventTask::Move(mission));
        self.begin_move(self.mission_motion(unit), log);
    }

    /// The hexes that units of the mission can assault, and assaulting no more.
    pub(crate) fn mission_attack_options(&self, mission: &Mission, into: &mut ActionList) {
        let able = mission.units.iter().filter(|unit| self.can_attack_on_mission(**unit));
        let mut hexes: InlineList<HexIx, 12> = able.flat_map(|unit| self.targets_of(*unit)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        into.extend(hexes.into_iter().map(Action::Hex));
        into.push(Action::Pass);
    }

    /// The units of the mission that can assault `ground`.
    fn able_to_attack(&self, mission: &Mission, ground: HexIx) -> Party {
        let is_able = |unit: &UnitIx| self.can_attack_on_mission(*unit) && self.targets_of(*unit).contains(&ground);
        mission.units.iter().copied().filter(is_able).collect()
    }

    /// `ground` is assaulted. If both units can, their side says who takes part; the other may assault afterwards.
    pub(crate) fn attack_on_mission(&mut self, mission: Mission, ground: HexIx, log: &mut impl Log<Event>) {
        let able = self.able_to_attack(&mission, ground);
        self.push(EventTask::Attack(mission.clone()));
        if able.len() > 1 {
            self.push(EventTask::Join(JointAssault { mission, ground, attackers: Party::new() }));
        } else {
            self.push_single_assault(able, ground, AssaultCause::Auftragstaktik, log);
        }
    }

    /// The units that can join, and beginning without the others.
    pub(crate) fn join_options(&self, assault: &JointAssault, into: &mut ActionList) {
        let able = self.able_to_attack(&assault.mission, assault.ground).into_iter();
        into.extend(able.filter(|unit| !assault.attackers.contains(unit)).map(Action::Unit));
        if !assault.attackers.is_empty() {
            into.push(Action::Begin);
        }
    }

    /// A unit joins, or the assault begins.
    pub(crate) fn join_in_assault(&mut self, mut assault: JointAssault, action: Action, log: &mut impl Log<Event>) {
        if let Action::Unit(unit) = action {
            assault.attackers.push(unit);
        }
        let able = self.able_to_attack(&assault.mission, assault.ground).len();
        if matches!(action, Action::Unit(_)) && assault.attackers.len() < able {
            self.push(EventTask::Join(assault));
        } else {
            self.push_single_assault(assault.attackers, assault.ground, AssaultCause::Auftragstaktik, log);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r06_chits::ChitTask;
    use crate::rules::r12_movement::MoveTask;
    use crate::rules::r13_assault::tests::at_hand;
    use crate::rules::r21_prussian::tests::army;
    use crate::state::{At, Task};
    use crate::tests::testing::{PRUSSIAN, Table};

    fn is_draw(table: &Table) -> bool {
        table.game.state.stack.last() == Some(&ChitTask::Draw.into())
    }

    /// Auftragstaktik has been drawn and is played.
    fn auftrag(more: &str) -> Table {
        let mut table = army(&format!("chit prussian auftragstaktik\n{more}")).cup();
        table.draws("auftragstaktik").does("play");
        table
    }

    #[test]
    fn r21_0_auftragstaktik_sends_up_to_two_infantry_units_of_a_division() {
        let mut table = auftrag("");
        assert_eq!((table.chooser(), table.choices("unit").join(" ")), (PRUSSIAN, "p1 p2 p3 p6".into()));
        for unit in ["unit p4", "unit p5", "unit p7", "unit c1", "unit d1", "unit f1"] {
            table.refuses(unit, "21.0");
        }
        table.does("unit p1");
        assert_eq!(table.choices(""), ["pass", "unit p2"]);
        table.refuses("unit p3", "21.0");
        table.does("unit p2");
        assert_eq!(table.choices(""), ["move p1", "move p2", "pass"]);
        let mut table = auftrag("");
        table.does("unit p1, pass");
        assert_eq!(table.choices(""), ["move p1", "pass"]);
        table.does("pass");
        assert!(is_draw(&table));
    }

    #[test]
    fn r21_0_they_move_half_their_allowance_rounded_up() {
        let mut table = auftrag("");
        table.does("unit p1, unit p2, move p1, hex 0706, hex 0705, hex 0704");
        assert_eq!(table.at("p1"), "0704", "three of 5 points");
        assert_eq!(table.choices(""), ["move p2", "pass"]);
        table.does("move p2, hex 0606, stop");
        assert!(is_draw(&table));
    }

    #[test]
    fn r21_0_the_division_may_be_due_in_this_turn() {
        let mut table = auftrag("prussian infantry p8 8/4 enters 2 by E of x division 22");
        table.does("unit p6, unit p8, move p6, hex 0009, hex 0008, stop, move p8, hex 0009");
        assert_eq!([table.at("p6"), table.at("p8")], ["0008", "0009"]);
        let Some(Task::Move(MoveTask::Moving(motion))) = table.game.state.stack.last() else { panic!("p8 moves") };
        assert_eq!((motion.spent, motion.allowance), (4, 6), "12.11: the second of a column pays twice");
    }

    #[test]
    fn r21_0_detachments_of_a_corps_are_of_one_division_for_auftragstaktik() {
        let mut table = army("chit prussian auftragstaktik").cup();
        for (unit, hex) in [("d1", "0606"), ("d2", "0506")] {
            let at = At::Hex(table.hex(hex));
            let unit = table.unit(unit);
            table.game.put_unit(unit, at);
        }
        table.draws("auftragstaktik").does("play, unit d1");
        assert_eq!(table.choices("unit"), ["d2"]);
    }

    /// Two brigades of a division, `p8` and `p9`, next to a French one in 0404 and another in 0504, after their moves.
    fn engaged() -> Table {
        let mut table = auftrag(
            "prussian infantry p8 5/3 at 0405 of x division 24
            prussian infantry p9 4/2 at 0505 of x division 24
            french infantry f2 4/2 at 0404
            french infantry f3 4/2 at 0504",
        );
        table.does("unit p8, unit p9, pass");
        table
    }

    #[test]
    fn r21_0_units_next_to_the_enemy_may_assault_with_a_shift() {
        let mut table = engaged();
        assert_eq!((table.chooser(), table.choices("").join(", ")), (PRUSSIAN, "hex 0404, hex 0504, pass".into()));
        table.refuses("hex 0403", "13.1");
        table.does("hex 0404");
        let assault = at_hand(&table);
        assert_eq!(assault.attackers.as_slice(), [table.unit("p8")], "p9 is not next to it");
        assert!(table.game.assault_shifts(&assault).contains(&("Auftragstaktik", 2)));
    }

    #[test]
    fn r21_0_both_units_may_assault_together() {
        let mut table = engaged();
        table.does("hex 0504");
        assert_eq!(table.choices(""), ["unit p8", "unit p9"]);
        table.does("unit p9");
        assert_eq!(table.choices(""), ["begin", "unit p8"]);
        table.does("unit p8");
        let assault = at_hand(&table);
        assert_eq!(assault.attackers.as_slice(), [table.unit("p9"), table.unit("p8")]);
    }

    #[test]
    fn r21_0_or_one_after_the_other() {
        let mut table = engaged();
        // A 1 in column +4/+5 costs both a Loss Point.
        table.does("hex 0504, unit p9, begin").rolls(&[1]).does("lose p9 elan, lose f3 elan");
        assert_eq!(table.choices(""), ["hex 0404", "hex 0504", "pass"], "p8 may, and p9 has");
        table.does("hex 0504");
        assert_eq!(at_hand(&table).attackers.as_slice(), [table.unit("p8")]);
    }

    #[test]
    fn r21_0_nobody_has_to_assault() {
        let mut table = engaged();
        table.does("pass");
        assert!(is_draw(&table));
    }
}
