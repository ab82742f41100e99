//! 12.5 Cavalry Charge Movement, and the Deathride (17.2).

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::vocabulary::Lift;
use battlewright_schema::position_magnifique::{Event as Chance, Kind};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::refusal::{self, RefusalCause};
use crate::stage::TaskStage;
use crate::state::{Activation, ChitIx, Motion, MovingPiece, Order, Task, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::reach;
use battlewright_core::kit::tasks::TaskFamily;

/// 17.2: the die for the Deathride.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeathrideRoll {
    pub(crate) unit: UnitIx,
    pub(crate) target: UnitIx,
}

impl TaskFamily<PositionMagnifique> for DeathrideRoll {
    fn stage(&self, _: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("Roll for the event"));
        TaskStage::rolls(1, rule::PRUSSIAN_EVENTS, None)
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[die] = picks {
            game.roll_deathride(self.unit, self.target, die, log);
        }
    }
}

impl PositionMagnifique {
    /// Lists every charge and Deathride that can be declared.
    pub(crate) fn charge_options(&self, activation: &Activation, into: &mut ActionList) {
        let chits = self.held(activation.side, &[Chance::Deathride]);
        let cavalry = self
            .active_on_map(activation)
            .map(|(unit, _)| unit)
            .filter(|unit| self.board.unit(*unit).kind == Kind::Cavalry);
        for unit in cavalry {
            if self.may_begin_charge(activation, unit).is_err() {
                continue;
            }
            let Some(hex) = self.hex_of(unit) else { continue };
            self.charges_of(&self.motion(MovingPiece::Unit(unit), Some(hex)), unit, &chits, into);
        }
    }

    /// Lists the charges and Deathrides that `motion` of `unit`, which may charge, can become.
    fn charges_of(&self, motion: &Motion, unit: UnitIx, chits: &[ChitIx], into: &mut ActionList) {
        for target in self.within_charge(motion, unit) {
            if !self.is_charged(target) && self.forbids_charge(unit, target).is_ok() {
                into.push(Action::Charge { unit, target });
                into.extend(chits.iter().map(|chit| Action::Deathride { chit: *chit, unit, target }));
            }
        }
    }

    /// Checks whether `unit` may charge `target`.
    pub(crate) fn may_charge(&self, activation: &Activation, unit: UnitIx, target: UnitIx) -> Result<(), RefusalCause> {
        self.may_begin_charge(activation, unit)?;
        let Some(hex) = self.hex_of(unit) else { return Err(refusal::NOT_ON_MAP) };
        self.may_charge_upon(&self.motion(MovingPiece::Unit(unit), Some(hex)), unit, target)
    }

    /// Checks whether `unit` may charge at all: active cavalry, In Command, under Attack orders, not shaken, not moved, and not
    /// next to an enemy.
    fn may_begin_charge(&self, activation: &Activation, unit: UnitIx) -> Result<(), RefusalCause> {
        let Some(hex) = self.hex_of(unit) else { return Err(refusal::NOT_ON_MAP) };
        if !self.is_active(activation, unit) {
            return Err(refusal::NOT_ACTIVE);
        }
        if self.board.unit(unit).kind != Kind::Cavalry {
            return Err(refusal::CHARGE_ONLY_CAVALRY);
        }
        if self.unit(unit).done.moved {
            return Err(refusal::MOVED);
        }
        if self.unit(unit).done.out {
            return Err(refusal::IN_COMMAND_FIRST);
        }
        self.is_fit_to_charge(unit, hex)
    }

    /// Lists the charges that a unit Out of Command can declare if the table allows it to move (19.0).
    pub(crate) fn ride_options(&self, motion: &Motion, into: &mut ActionList) {
        let MovingPiece::Unit(unit) = motion.piece else { return };
        if self.may_begin_ride(motion, unit).is_ok() {
            let chits = self.held(self.unit_side(unit), &[Chance::Deathride]);
            self.charges_of(motion, unit, &chits, into);
        }
    }

    /// Checks whether `unit` may turn `motion`, which has not begun, into a charge upon `target`.
    pub(crate) fn may_ride(&self, motion: &Motion, unit: UnitIx, target: UnitIx) -> Result<(), RefusalCause> {
        self.may_begin_ride(motion, unit)?;
        self.may_charge_upon(motion, unit, target)
    }

    /// Checks whether `unit` may turn `motion`, which has not begun, into a charge at all.
    fn may_begin_ride(&self, motion: &Motion, unit: UnitIx) -> Result<(), RefusalCause> {
        if motion.piece != MovingPiece::Unit(unit) || motion.hexes > 0 || motion.charge.is_some() {
            return Err(RefusalCause::NotAsked);
        }
        let Some(hex) = motion.hex else { return Err(refusal::NOT_ON_MAP) };
        if self.board.unit(unit).kind != Kind::Cavalry {
            return Err(refusal::CHARGE_ONLY_CAVALRY);
        }
        self.is_fit_to_charge(unit, hex)
    }

    /// Checks whether cavalry in `hex` is under Attack orders, not shaken, and not next to an enemy.
    fn is_fit_to_charge(&self, unit: UnitIx, hex: HexIx) -> Result<(), RefusalCause> {
        if self.order_of(unit) != Order::Attack && !self.is_lifted(Lift::ChargeOrders, unit) {
            return Err(refusal::CHARGE_ORDERS);
        }
        if self.unit(unit).shaken && !self.is_lifted(Lift::ChargeShaken, unit) {
            return Err(refusal::CHARGE_SHAKEN);
        }
        if self.has_enemy_next_to(self.unit_side(unit), hex) && !self.is_lifted(Lift::ChargeAdjacent, unit) {
            return Err(refusal::CHARGE_ADJACENT);
        }
        Ok(())
    }

    /// Checks whether `motion` of `unit` can become a charge upon `target`.
    fn may_charge_upon(&self, motion: &Motion, unit: UnitIx, target: UnitIx) -> Result<(), RefusalCause> {
        if self.unit_side(target) == self.unit_side(unit) {
            return Err(refusal::NO_TARGET);
        }
        if self.is_charged(target) {
            return Err(refusal::CHARGE_TAKEN);
        }
        self.forbids_charge(unit, target)?;
        if self.within_charge(motion, unit).contains(&target) { Ok(()) } else { Err(refusal::CHARGE_NO_WAY) }
    }

    /// Returns the enemy units that `unit` can reach over open ground within `start`, in the scenario's order.
    fn within_charge(&self, start: &Motion, unit: UnitIx) -> InlineList<UnitIx, 32> {
        let mut found = InlineList::new();
        reach::spread(
            &self.board.map,
            *start,
            |motion| (motion.hex, motion.spent),
            |motion, from, to| {
                let further = self.charge_step(motion, from, to)?;
                let Some(other) = self.combat_unit_in(to) else { return Some(further) };
                if self.unit_side(other) != self.unit_side(unit) && !found.contains(&other) {
                    found.push(other);
                }
                None
            },
        );
        found.sort_unstable();
        if self.rows_bind_steps() {
            // The cheapest way may be one that rows bar.
            found.retain(|target| {
                let charge = Motion { charge: Some(*target), ..*start };
                self.can_reach_target(&charge, *target)
            });
        }
        found
    }

    /// Returns `motion` after a step of a charge over open ground, regardless of units there.
    fn charge_step(&self, motion: &Motion, from: HexIx, to: HexIx) -> Option<Motion> {
        if !self.board.is_open_to_charge(from, to) {
            return None;
        }
        let spent = motion.spent.saturating_add(self.step_cost(motion, to));
        let affordable = spent <= motion.allowance || (motion.hexes == 0 && motion.allowance > 0);
        affordable.then_some(Motion {
            hex: Some(to),
            spent: spent.min(motion.allowance),
            hexes: motion.hexes.saturating_add(1),
            ..*motion
        })
    }

    /// Checks whether charging cavalry may enter `hex`: open ground, open hexsides, no unit in the way.
    pub(crate) fn may_charge_into(&self, motion: &Motion, hex: HexIx) -> Result<(), RefusalCause> {
        let open = match motion.hex {
            Some(from) => self.board.is_open_to_charge(from, hex),
            None => self.board.is_charge_ground(hex),
        };
        let target_hex = motion.charge.and_then(|target| self.hex_of(target));
        let free = self.combat_unit_in(hex).is_none() || target_hex == Some(hex);
        if open && free { Ok(()) } else { Err(refusal::CHARGE_NO_WAY) }
    }

    /// Returns `true` if a charge can still reach its target's hex.
    pub(crate) fn can_reach_target(&self, motion: &Motion, target: UnitIx) -> bool {
        let Some(goal) = self.hex_of(target) else { return false };
        // Even a road would not lead there in time.
        let near = |motion: &Motion| {
            let left = u32::from(motion.allowance - motion.spent);
            motion.hex.filter(|hex| self.board.map.distance(*hex, goal) <= left)
        };
        if near(motion).is_none() {
            return false;
        }
        if self.rows_bind_steps() {
            let is_new = |further: &Motion, known: &[Motion]| {
                near(further).is_some() && !known.iter().any(|known| known.is_as_good_as(further))
            };
            return self.can_come(*motion, |hex| hex == goal, is_new);
        }
        let mut least: PerHex<u16> = self.board.map.each(u16::MAX);
        self.can_come(
            *motion,
            |hex| hex == goal,
            |further, _| {
                let Some(hex) = near(further).filter(|hex| further.spent < least[hex.index()]) else { return false };
                least[hex.index()] = further.spent;
                true
            },
        )
    }

    /// Begins the charge of `unit` upon `target`.
    pub(crate) fn begin_charge(&mut self, unit: UnitIx, target: UnitIx, deathride: bool, log: &mut impl Log<Event>) {
        let Some(hex) = self.hex_of(unit) else { return };
        let motion = match self.state.stack.last() {
            // A unit Out of Command has the allowance that the table gave it.
            Some(Task::Moving(motion)) if motion.piece == MovingPiece::Unit(unit) => {
                let motion = *motion;
                self.state.stack.pop();
                motion
            }
            _ => self.motion(MovingPiece::Unit(unit), Some(hex)),
        };
        log.push(Event::Charges(unit, target));
        self.mark_moved(MovingPiece::Unit(unit));
        self.unit_mut(unit).done.charge = Some(target);
        self.push(Motion { charge: Some(target), deathride, ..motion });
    }

    /// 17.2: resolves the die for a Deathride.
    pub(crate) fn roll_deathride(&mut self, unit: UnitIx, target: UnitIx, die: u16, log: &mut impl Log<Event>) {
        let rides = die <= u16::from(self.board.rules.deathride_up_to);
        log.push(Event::EventDie(Chance::Deathride, unit, die, rides));
        if rides {
            self.begin_charge(unit, target, true, log);
        }
    }

    /// 12.5, 13.9: shakes a unit that has made or tried a Charge Move.
    pub(crate) fn shake_after_charge(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        let state = self.unit(unit);
        if state.done.charge.is_some() && !state.shaken && self.hex_of(unit).is_some() {
            self.unit_mut(unit).shaken = true;
            log.push(Event::Shaken(unit));
        }
    }

    /// Moves the charging unit into its target's hex, which both share until the fight is over.
    pub(crate) fn make_contact(&mut self, motion: &Motion, hex: HexIx, log: &mut impl Log<Event>) {
        log.push(Event::Moved(motion.piece, hex));
        if let MovingPiece::Unit(unit) = motion.piece {
            let done = &mut self.unit_mut(unit).done;
            done.left = true;
            done.must_assault = true;
            done.deathride = motion.deathride;
        }
        self.enter(motion.piece, hex, log);
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::RoadKind;
    use battlewright_schema::position_magnifique::ChargeRoads;

    use crate::tests::games::day;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};

    /// Prussian cavalry with 8 points, three hexes from a French brigade, with these additional lines.
    fn field(lines: &str) -> Table {
        position(&format!(
            "map 14x9
            corps iii prussian at 0001 range 20 20
            prussian cavalry p1 2/1 at 0305 of iii
            french infantry f1 4/2 at 0605
            {lines}"
        ))
        .moves("iii")
    }

    #[test]
    fn r12_5_a_charge_ends_in_the_hex_of_its_target_and_they_must_fight() {
        let mut table = field("");
        table.does("charge p1 f1, hex 0405, hex 0505, pass, hex 0605");
        assert_eq!(table.at("p1"), table.at("f1"));
        table.does("pass");
        assert_eq!(table.choices(""), ["unit f1"]);
        table.refuses("pass", "13.1");
    }

    #[test]
    fn r12_5_charging_cavalry_fights_with_twice_its_factor_and_is_shaken_in_the_end() {
        let mut table = field("");
        table.does("charge p1 f1, hex 0405, hex 0505, pass, hex 0605, pass, unit f1, begin").rolls(&[6, 5]);
        // 2 by 2, less 4.
        table.logs("Column +0, 6 + 5 = 11: D2 [13.2]");
        assert_eq!(table.marks("p1"), "");
        table.does("fall-back, fall-back, hex 0604, hex 0503, pass");
        assert_eq!(table.marks("p1"), "shaken");
    }

    #[test]
    fn r12_5_only_unshaken_cavalry_under_attack_orders_charges() {
        let charger = |hq: &str, unit: &str| {
            position(&format!(
                "map 14x9
                corps iii prussian at 0001 range 20 20 {hq}
                prussian {unit} at 0305 of iii
                french infantry f1 4/2 at 0605"
            ))
            .moves("iii")
        };
        charger("", "cavalry p1 2/1").allows("charge p1 f1");
        charger("defend", "cavalry p1 2/1").refuses("charge p1 f1", "12.5");
        charger("", "infantry p1 2/1").refuses("charge p1 f1", "12.5");
        charger("", "horse p1 2/1").refuses("charge p1 f1", "12.5");
        field("prussian cavalry p2 2/1 at 0304 of iii shaken").refuses("charge p2 f1", "12.5");
    }

    #[test]
    fn r12_8_the_target_of_a_charge_does_not_stand_in_the_road() {
        let charger = |more: &str| {
            position(&format!(
                "map 14x9
                road 0304 0404 0503 0603 0702
                prussian cavalry p1 2/1 at 0304 move 2
                french infantry f1 4/2 at 0702
                {more}"
            ))
            .with(|scenario| scenario.road[0].kind = RoadKind::Roman)
            .moves("prussian")
        };
        let mut table = charger("");
        table.does("charge p1 f1, hex 0404, hex 0503, hex 0603, pass, hex 0702");
        assert_eq!(table.at("p1"), table.at("f1"));
        charger("french infantry f2 4/2 at 0603").refuses("charge p1 f1", "12.5");
    }

    #[test]
    fn r12_5_who_is_next_to_an_enemy_unit_does_not_charge() {
        field("french infantry f2 4/2 at 0304").refuses("charge p1 f1", "12.5");
        field("french infantry f2 4/2 at 0304").refuses("charge p1 f2", "12.5");
        // An HQ is not a unit.
        field("corps ii french at 0304 range 2 4").allows("charge p1 f1");
    }

    #[test]
    fn r12_5_it_must_have_the_movement_to_come_to_its_target() {
        field("french infantry f2 4/2 at 1105").allows("charge p1 f2");
        field("french infantry f2 4/2 at 1205").refuses("charge p1 f2", "12.5");
    }

    #[test]
    fn r12_5_it_enters_clear_hexes_only() {
        field("forest 0605").refuses("charge p1 f1", "12.5");
        field("town 0605").refuses("charge p1 f1", "12.5");
        // A path leads around the forest, but not through it.
        let mut table = field("forest 0405");
        table.does("charge p1 f1");
        table.refuses("hex 0405", "12.5");
        table.allows("hex 0406");
    }

    /// A road through the hex of the target, and one that leads there.
    fn by_road(kind: RoadKind, roads: ChargeRoads) -> Table {
        position(
            "map 14x9
            road 0604 0605 0606
            corps iii prussian at 0001 range 20 20
            prussian cavalry p1 2/1 at 0305 of iii
            french infantry f1 4/2 at 0605",
        )
        .with(|scenario| {
            scenario.road[0].kind = kind;
            scenario.rules.charge_roads = Some(roads);
        })
        .moves("iii")
    }

    #[test]
    fn r12_5_it_enters_hexes_of_roman_roads_and_by_the_ruling_of_no_ordinary_road() {
        for kind in [RoadKind::Road, RoadKind::Major] {
            by_road(kind, ChargeRoads::Roman).refuses("charge p1 f1", "12.5");
            by_road(kind, ChargeRoads::Any).allows("charge p1 f1");
        }
        for roads in [ChargeRoads::Roman, ChargeRoads::Any] {
            by_road(RoadKind::Roman, roads).allows("charge p1 f1");
        }
        // A Roman road is open in any terrain, also where an ordinary road crosses it.
        let crossing = |more: &str| {
            position(&format!(
                "map 14x9
                road 0604 0605 0606
                road 0504 0605 0705
                {more}
                corps iii prussian at 0001 range 20 20
                prussian cavalry p1 2/1 at 0305 of iii
                french infantry f1 4/2 at 0605"
            ))
            .with(|scenario| scenario.road[0].kind = RoadKind::Roman)
            .moves("iii")
        };
        crossing("").allows("charge p1 f1");
        crossing("forest 0605").allows("charge p1 f1");
    }

    #[test]
    fn r12_5_in_the_scenarios_the_roman_road_is_open_and_the_verdun_road_is_not() {
        let game = day();
        let open = |name: &str| game.board.is_charge_ground(game.board.map.find(&name.into()).unwrap());
        assert!(["1806", "1906", "2706"].map(open).iter().all(|open| *open), "2706 is of both roads");
        assert!(["1710", "1811", "2010"].map(open).iter().all(|open| !*open));
        assert!(["1714", "1814", "1813"].map(open).iter().all(|open| *open), "as in 19.0");
    }

    #[test]
    fn r12_5_it_crosses_slopes_and_no_other_hexside_that_hampers() {
        let around = |kind: &str| format!("{kind} 0605/0604 0605/0606 0605/0504 0605/0505 0605/0704 0605/0705");
        field(&around("slope")).allows("charge p1 f1");
        field(&around("stream")).refuses("charge p1 f1", "12.5");
        field(&around("wall")).refuses("charge p1 f1", "12.5");
    }

    #[test]
    fn r12_5_it_passes_through_no_unit() {
        // Friends occupy every hex next to the target.
        let ring = ["0604", "0606", "0504", "0505", "0704", "0705"];
        let friends = ring.map(|hex| format!("prussian cavalry at-{hex} 2/1 at {hex}"));
        let mut table = field(&friends.join("\n"));
        table.refuses("charge p1 f1", "12.5");
        // An ordinary move can pass them.
        table.does("move p1, hex 0405");
        table.allows("hex 0505");
        let mut table = field("french cavalry f2 2/1 at 0505");
        table.does("charge p1 f1, hex 0405");
        table.refuses("hex 0505", "7.1");
        table.allows("hex 0504");
    }

    #[test]
    fn r12_5_only_one_unit_charges_the_same_target() {
        let mut table = field("prussian cavalry p2 2/1 at 0306 of iii");
        table.allows("charge p2 f1");
        table.does("charge p1 f1, hex 0405, hex 0505, pass, hex 0605");
        table.refuses("charge p2 f1", "12.5");
        // The cavalry may join the assault without a charge.
        table.does("move p2, hex 0406, hex 0505, stop, pass, unit f1, unit p2, begin");
    }

    #[test]
    fn r12_5_fire_halts_a_charge_and_it_may_fight_as_usual() {
        let mut table = field("french infantry f2 4/2 at 1305\nfrench infantry f3 4/2 at 1306");
        table.does("charge p1 f1, hex 0405, hex 0505");
        assert_eq!(table.chooser(), FRENCH);
        // A Morale Test with a pass.
        table.does("unit f1").rolls(&[3, 5]).rolls(&[2, 3]);
        assert_eq!(table.marks("p1"), "");
        assert_eq!(table.at("p1"), "0505");
        assert_eq!(table.chooser(), PRUSSIAN);
        table.does("pass");
        table.allows("pass");
        table.does("unit f1, unit p1, begin").rolls(&[6, 6]);
        table.logs("Column -2, 6 + 6 = 12: D2 [13.2]");
        // An assault without a charge: the loser may lose steps and stay.
        table.does("lose f1, fall-back");
        assert_eq!(table.marks("p1"), "");
        let hexes = table.choices("hex");
        table.does(&format!("hex {}", hexes[0]));
        table.does("pass");
        assert_eq!(table.marks("p1"), "shaken");
    }

    #[test]
    fn r12_5_a_halted_charge_assaults_its_target_or_nobody() {
        let mut table = field("french infantry f2 4/2 at 0506");
        table.does("charge p1 f1, hex 0405, hex 0505");
        assert_eq!(table.choices("unit"), ["f1", "f2"]);
        table.does("unit f1").rolls(&[3, 5]).rolls(&[2, 3]).does("pass, pass");
        assert_eq!(table.choices("unit"), ["f1"]);
        table.refuses("unit f2", "12.5");
    }

    #[test]
    fn r12_5_who_has_charged_is_shaken_when_its_fight_is_over() {
        let mut table = field(
            "prussian infantry p8 5/3 at 1206 of iii
            french infantry f8 4/2 at 1205",
        );
        table.does("charge p1 f1, hex 0405, hex 0505, pass, hex 0605, pass, unit f1, begin").rolls(&[6, 5]);
        table.does("fall-back, fall-back, hex 0604, hex 0503");
        assert_eq!((table.marks("p1").as_str(), table.prompt().as_str()), ("", "Prussians: break through?"));
        table.does("pass");
        assert_eq!(table.marks("p1"), "shaken");
        table.allows("unit f8");
    }
}
