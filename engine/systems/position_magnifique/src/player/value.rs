//! The value of a position for the searching player and for the luck of dice.
//!
//! The value is in hundredths of a step of a unit, as the lead of the first side over the second. It counts:
//!
//! - the verdict if the game ended now, with a weight that grows with the turns, and the effect of one hex more or less;
//! - the expected control of the hexes that endings depend on (`prospects.rs`), and enemies near a hex that they win by
//!   entering;
//! - units: steps, shaken, low ammunition, more for strong units and less late in the game; retreats, Morale Tests and hits
//!   still pending;
//! - HQs, the units in their range, and the distance of units to the hexes that decide the game;
//! - the possible assaults of the active side;
//! - the points of the scenario's rules.

use crate::player::command::POINT;
use crate::player::weights::Appraiser;
use crate::rules::r10_07_morale::MoraleTest;
use crate::state::{AssaultStage, At, Order, Task, UnitIx};
use crate::{FormationIx, PositionMagnifique};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::players::WON;
use battlewright_core::players::appraisal::{lead_at_the_end, signed, sixteenths_played};

/// The greatest lead in points by rows that counts.
const MOST_POINTS: i32 = 1000;

impl Appraiser<'_> {
    /// Returns the lead of the first side.
    pub(crate) fn lead(&self) -> i32 {
        if let Some(Task::Over(outcome)) = self.state.stack.last() {
            return lead_at_the_end(outcome);
        }
        let [first, second] = Side::BOTH.map(|side| {
            let units: i32 = self.board.units_of_side(side).map(|unit| self.worth_of_unit(unit)).sum();
            let units = units * (self.weights.after + 16 - self.played()) / (self.weights.after + 16);
            let formations = self.board.all_formations().filter(|f| self.board.formation(*f).side == side);
            let hqs: i32 = formations.map(|formation| self.worth_of_hq(formation)).sum();
            units + hqs - self.danger_at_gates(side)
        });
        let prospects = self.prospects();
        let places = self.lead_of_verdict(&prospects) + self.lead_in_control(&prospects);
        let under_way = self.lead_of_tasks() + self.lead_of_assaults();
        let by_rows = self.points_by_rows();
        let points = by_rows[0].saturating_sub(by_rows[1]).clamp(-MOST_POINTS, MOST_POINTS) * POINT;
        (first - second + places + under_way + points).clamp(1 - WON, WON - 1)
    }

    /// Returns the worth to the enemy of its nearness to hexes that it wins by entering.
    fn danger_at_gates(&self, side: Side) -> i32 {
        let nearest =
            self.on_map(side.other()).filter_map(|(_, at)| self.board.appraisal_of(at).gate[side.index()]).min();
        let near = nearest.map_or(0, |gap| (self.weights.at_the_gate.unsigned_abs() + 1).saturating_sub(gap));
        30 * i32::try_from(near).unwrap_or(0)
    }

    /// Returns the weight of losses of `unit`, in twelfths.
    fn weight(&self, unit: UnitIx) -> i32 {
        7 + i32::from(self.board.unit(unit).combat[0]).min(9)
    }

    fn worth_of_unit(&self, unit: UnitIx) -> i32 {
        let state = self.unit(unit);
        let steps = match (state.at, state.reduced) {
            // An eliminated unit may be rebuilt.
            (At::Eliminated(_), _) => return self.weights.step / 5,
            (_, true) => self.weights.step,
            (_, false) => 2 * self.weights.step,
        };
        let shaken = if state.shaken { self.weights.shaken } else { 0 };
        let ammunition = self.weights.low_ammo * i32::from(state.low_ammo) * i32::from(state.low_ammo);
        let place = match state.at {
            At::Hex(hex) => self.worth_of_way(unit, hex),
            _ => 0,
        };
        (steps - shaken - ammunition) * self.weight(unit) / 12 + place
    }

    /// Returns the worth of the distance of `hex` to the hexes that decide the game.
    fn worth_of_way(&self, unit: UnitIx, hex: HexIx) -> i32 {
        let far = self.board.appraisal_of(hex).stake[self.unit_side(unit).index()].unwrap_or(0);
        -i32::try_from(far.min(20)).unwrap_or(20)
    }

    /// Returns the worth of an HQ with the units in its range.
    fn worth_of_hq(&self, formation: FormationIx) -> i32 {
        let Some(hex) = self.hq_hex(formation) else {
            return if matches!(self.hq(formation).at, At::Eliminated(_)) { -self.weights.hq } else { 0 };
        };
        let rating = u32::from(self.command_reach(formation));
        let reached = self
            .board
            .units_of(formation)
            .filter_map(|unit| self.hex_of(unit))
            .filter(|at| self.board.map.distance(*at, hex) <= rating)
            .count();
        let overrun = if self.hq(formation).overrun { self.weights.hq / 2 } else { 0 };
        self.weights.reached * i32::try_from(reached).unwrap_or(0) - overrun
    }

    /// Returns the lead in the pending tasks.
    fn lead_of_tasks(&self) -> i32 {
        let owes = |unit: UnitIx, harm: i32| -signed(self.unit_side(unit), harm * self.weight(unit) / 12);
        self.state
            .stack
            .iter()
            .map(|task| match task {
                Task::MoraleTest(MoraleTest { unit, .. }) => owes(*unit, self.weights.test),
                Task::Fire(fire) if fire.asked => signed(self.unit_side(fire.firer), self.worth_of_fire(fire)),
                Task::Retreat(retreat) => owes(
                    retreat.unit,
                    self.weights.retreat * i32::from(retreat.left) / 2
                        + if retreat.shaken { self.weights.shaken } else { 0 },
                ),
                Task::Assault(assault) => match assault.stage {
                    AssaultStage::Losses { result, left, .. } => {
                        let loser = if result.attacker { assault.side } else { assault.side.other() };
                        let step = if result.must_lose_step { self.weights.step - self.weights.retreat } else { 0 };
                        -signed(loser, self.weights.retreat * i32::from(left) + step + self.weights.shaken)
                    }
                    _ if assault.attackers.is_empty() => 0,
                    _ => signed(assault.side, self.worth_of_assault(assault)),
                },
                _ => 0,
            })
            .sum()
    }

    /// Returns the expected gain of the active side's best assaults.
    fn lead_of_assaults(&self) -> i32 {
        let Some(activation) = self.activation() else { return 0 };
        let side = activation.side;
        // The hexes within reach of an assault.
        let mut in_reach: PerHex<bool> = self.board.map.each(false);
        for (unit, hex) in self.active_on_map(&activation) {
            let state = self.unit(unit);
            if !self.board.unit(unit).kind.is_artillery()
                && !state.done.assaulted
                && self.order_of(unit) == Order::Attack
            {
                in_reach[hex.index()] = true;
                self.board.map.neighbors(hex).for_each(|near| in_reach[near.index()] = true);
            }
        }
        let mut sum = 0;
        for (target, ground) in self.on_map(side.other()) {
            if in_reach[ground.index()] {
                let assault = self.best_assault(side, target);
                sum += assault.map_or(0, |assault| self.worth_of_assault(&assault).max(0));
            }
        }
        signed(side, sum * 2 / 3)
    }
}

impl PositionMagnifique {
    /// Returns the elapsed part of the game, in sixteenths.
    pub(crate) fn played(&self) -> i32 {
        sixteenths_played(self.state.turn, self.board.first_turn, self.board.turns)
    }
}

#[cfg(test)]
mod tests {
    use crate::player::weights::Weights;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::players::{Appraise as _, WON};

    const FIELD: &str = "
        map 12x9
        place crossroads 0404 held french
        prussian infantry p1 5/3 at 0407
        prussian infantry p2 5/3 at 0507
        french infantry f1 5/3 at 0404
        french field f2 5/3 at 1101";

    fn of(table: &Table) -> i32 {
        let value = table.game.value(FRENCH);
        assert_eq!(table.game.value(PRUSSIAN), -value, "what one side gains the other loses");
        assert!(value.abs() < WON);
        value
    }

    fn with(from: &str, to: &str) -> i32 {
        assert!(FIELD.contains(from));
        of(&position(&FIELD.replace(from, to)).cup())
    }

    #[test]
    fn what_hurts_a_side_lowers_the_value() {
        let Weights { step, shaken: harm, .. } = Weights::default();
        let now = of(&position(FIELD).cup());
        let shaken = with("f2 5/3 at 1101", "f2 5/3 at 1101 shaken");
        let reduced = with("f2 5/3 at 1101", "f2 5/3 at 1101 reduced");
        assert!(now - harm / 2 > shaken && shaken > reduced && reduced < now - step / 2, "{now} {shaken} {reduced}");
        assert!(with("p2 5/3 at 0507", "p2 5/3 at 0507 reduced") > now);
    }

    #[test]
    fn towns_that_decide_count_and_the_strength_near_them() {
        let town = |field: &str| {
            let table = position(field).with(|scenario| {
                scenario.victory.last.push(battlewright_schema::position_magnifique::Ending {
                    winner: Some("prussian".into()),
                    level: battlewright_schema::position_magnifique::VictoryLevel::Major,
                    controls: vec!["crossroads".into()],
                    ..Default::default()
                });
            });
            of(&table.cup())
        };
        let now = town(FIELD);
        let lost = FIELD.replace("held french", "held prussian").replace("f1 5/3 at 0404", "f1 5/3 at 0401");
        assert!(town(&lost) < now - Weights::default().step / 4, "{} {now}", town(&lost));
        assert!(town(&FIELD.replace("p2 5/3 at 0507", "p2 5/3 at 0505")) < now, "he comes nearer");
    }

    #[test]
    fn a_good_roll_is_told_from_a_bad_one() {
        let after = |dice: [u16; 2]| {
            let mut table = position(&FIELD.replace("0407", "0405").replace("0507", "0503")).assaults("prussian");
            table.does("unit f1, unit p1, unit p2, begin").rolls(&dice);
            of(&table)
        };
        let (good, bad) = (after([6, 6]), after([1, 1]));
        assert!((good - bad).abs() > Weights::default().step / 2, "{good} {bad}");
    }
}
