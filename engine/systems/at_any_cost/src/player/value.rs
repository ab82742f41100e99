//! The value of a position for the searching player and for the luck of dice.
//!
//! In hundredths of a tier of a brigade, as the first side's lead over the second:
//!
//! - points for places and Broken units, those that are to be expected, and the verdict that they make (`prospects.rs`); and
//!   the enemy near a hex that he wins by entering;
//! - units: tiers, Elan Hits, Ammo Problems, the more the stronger they are, and the less the later it is; Break Tests, Rout
//!   Tests, retreats and Loss Points still owed;
//! - HQs, the units that they reach, and how far units are from what decides the game;
//! - held chits, and the assaults that the active side could make.

use crate::action::Weapon;
use crate::player::weights::Appraiser;
use crate::rules::r08_fire::{Fire, FireTask};
use crate::rules::r13_09_headquarters::Escort;
use crate::rules::r13_assault::AssaultTask;
use crate::state::{At, ChitPlace, Task};
use crate::{FormationIx, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::players::WON;
use battlewright_core::players::appraisal::{lead_at_the_end, signed, sixteenths_played};

impl Appraiser<'_> {
    /// The lead of the first side.
    pub(crate) fn lead(&self) -> i32 {
        if let Some(Task::Over(outcome)) = self.state.stack.last() {
            return lead_at_the_end(outcome);
        }
        let [first, second] = Side::BOTH.map(|side| {
            let units: i32 = self.board.roster_of_side(side).iter().map(|unit| self.worth_of_unit(*unit)).sum();
            let units = units * (self.weights.after + 16 - self.played()) / (self.weights.after + 16);
            let formations = self.board.all_formations().filter(|f| self.board.formation(*f).side == side);
            let hqs: i32 = formations.map(|formation| self.worth_of_hq(formation)).sum();
            let held = self.chits_of(side).filter(|chit| self.place_of(*chit) == ChitPlace::Held).count();
            units + hqs + self.weights.held * i32::try_from(held).unwrap_or(0) - self.danger_at_gates(side)
        });
        let under_way = self.lead_of_tasks() + self.lead_of_assaults();
        (first - second + self.lead_in_places() + under_way).clamp(1 - WON, WON - 1)
    }

    /// The part of the game that has been played, in sixteenths.
    pub(crate) fn played(&self) -> i32 {
        sixteenths_played(self.state.turn, self.board.first_turn, self.board.turns)
    }

    /// The worth to the enemy of his nearness to hexes that he wins by entering.
    fn danger_at_gates(&self, side: Side) -> i32 {
        let nearest =
            self.on_map(side.other()).filter_map(|(_, at)| self.board.appraisal_of(at).gate[side.index()]).min();
        let near = nearest.map_or(0, |gap| (self.weights.at_the_gate.unsigned_abs() + 1).saturating_sub(gap));
        30 * i32::try_from(near).unwrap_or(0)
    }

    fn worth_of_unit(&self, unit: UnitIx) -> i32 {
        let state = self.unit(unit);
        let tiers = match (state.at, state.battleworn) {
            (At::Pool, _) => return 0,
            (At::Broken { .. }, _) if self.is_lost_for_good(unit) => return 0,
            // It may be rebuilt.
            (At::Broken { .. }, _) => return self.weighed(unit, self.weights.casualty / 3),
            (_, true) => self.weights.casualty * 3 / 2,
            (_, false) => self.weights.casualty * 5 / 2,
        };
        let elan =
            [0, self.weights.shaken, self.weights.shaken + self.weights.disrupted][usize::from(state.elan.min(2))];
        let ammo = [0, self.weights.low_ammo, self.weights.rationed_ammo][usize::from(state.ammo.min(2))];
        let ammo = if self.range_of(unit, Weapon::Own).is_some() { ammo } else { 0 };
        let place = match state.at {
            At::Hex(hex) => self.worth_of_way(unit, hex),
            _ => 0,
        };
        self.weighed(unit, tiers - elan - ammo) + place
    }

    /// The nearness of `hex` to what decides the game, and its earthworks.
    fn worth_of_way(&self, unit: UnitIx, hex: HexIx) -> i32 {
        let far = self.board.appraisal_of(hex).stake[self.unit_side(unit).index()].unwrap_or(0);
        let works = if self.earthwork_at(hex).is_some() && self.is_infantry(unit) { self.weights.works } else { 0 };
        works - i32::try_from(far.min(20)).unwrap_or(20)
    }

    /// An HQ, and the units that it reaches.
    fn worth_of_hq(&self, formation: FormationIx) -> i32 {
        let hq = self.hq(formation);
        let Some(hex) = self.hq_hex(formation) else { return if hq.at == At::Pool { -self.weights.hq } else { 0 } };
        let rating = self.greatest_rating(formation);
        let units = self.board.roster(formation).iter().filter_map(|unit| self.hex_of(*unit));
        let reached = units.filter(|at| self.board.map.distance(*at, hex) <= rating).count();
        let overrun = if hq.overrun { self.weights.hq } else { 0 };
        self.weights.reached * i32::try_from(reached).unwrap_or(0) - overrun
    }

    /// The lead in the tasks that are still to be done.
    fn lead_of_tasks(&self) -> i32 {
        let owes = |unit: UnitIx, harm: i32| {
            if self.hex_of(unit).is_some() { -signed(self.unit_side(unit), self.weighed(unit, harm)) } else { 0 }
        };
        let fires = |fire: &Fire| signed(self.unit_side(fire.shot.firer), self.worth_of_fire(fire));
        self.state
            .stack
            .iter()
            .map(|task| match task {
                Task::Fire(FireTask::Break(unit)) => {
                    owes(*unit, self.harm_of_casualties(*unit, self.condition(*unit), 1))
                }
                Task::Fire(FireTask::Rout(unit)) => owes(*unit, self.harm_of_elan(*unit, self.condition(*unit), 1)),
                Task::Fire(FireTask::RoutLoss(unit)) if !self.unit(*unit).battleworn => {
                    owes(*unit, self.weights.casualty)
                }
                Task::Fire(
                    FireTask::Screen(fire)
                    | FireTask::Unscreen(fire)
                    | FireTask::Conditions(fire, _)
                    | FireTask::Roll(fire),
                ) => fires(fire),
                Task::Assault(AssaultTask::Retreat(retreat) | AssaultTask::Escort(Escort { retreat, .. })) => {
                    owes(retreat.unit, self.weights.retreat * i32::from(retreat.left) / 2)
                }
                Task::Assault(AssaultTask::Losses(losses)) => {
                    let points = i32::from(losses.left);
                    let starred = if losses.owes_casualty { self.weights.casualty - self.weights.retreat } else { 0 };
                    -signed(losses.side(), self.weights.retreat * points + if points > 0 { starred } else { 0 })
                }
                Task::Assault(
                    AssaultTask::Plan(assault)
                    | AssaultTask::Evasion(assault)
                    | AssaultTask::Conditions(assault, _)
                    | AssaultTask::Roll(assault),
                ) if !assault.attackers.is_empty() => signed(assault.side, self.worth_of_assault(assault)),
                Task::Assault(AssaultTask::ToughRoll(assault)) => {
                    signed(assault.side, self.worth_of_tough_fight(assault))
                }
                _ => 0,
            })
            .sum()
    }

    /// The promise of the active side's best assaults.
    fn lead_of_assaults(&self) -> i32 {
        let Some(activation) = self.activation() else { return 0 };
        let side = activation.side;
        // The hexes that somebody could assault.
        let mut in_reach: PerHex<bool> = self.board.map.each(false);
        let mut grounds: Vec<HexIx> = Vec::new();
        for unit in self.active_units(activation) {
            let Some(hex) = self.hex_of(unit) else { continue };
            if self.is_artillery(unit) || self.unit(unit).done.attacked {
                continue;
            }
            for near in std::iter::once(hex).chain(self.board.map.neighbors(hex)) {
                if !in_reach[near.index()] && self.may_attack(activation, unit, near).is_ok() {
                    in_reach[near.index()] = true;
                    grounds.push(near);
                }
            }
        }
        let worth =
            |ground: HexIx| self.best_assault(ground).map_or(0, |assault| self.worth_of_assault(&assault).max(0));
        signed(side, grounds.into_iter().map(worth).sum::<i32>() * 2 / 3)
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
        points crossroads 3
        prussian infantry p1 8/4 at 0407
        prussian infantry p2 8/4 at 0507
        french infantry f1 6/3 at 0404
        french field f2 6/3 at 1101";

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
        let now = of(&position(FIELD).cup());
        let shaken = with("f2 6/3 at 1101", "f2 6/3 at 1101 shaken");
        let worn = with("f2 6/3 at 1101", "f2 6/3 at 1101 battleworn");
        let rationed = with("f2 6/3 at 1101", "f2 6/3 at 1101 rationed");
        assert!(
            now - Weights::default().shaken / 2 > shaken
                && shaken > worn
                && worn < now - Weights::default().casualty / 2,
            "{now} {shaken} {worn}"
        );
        assert!(rationed < shaken, "{rationed} {shaken}");
        assert!(with("p2 8/4 at 0507", "p2 8/4 at 0507 battleworn") > now);
    }

    #[test]
    fn places_count_and_the_strength_near_them() {
        let now = of(&position(FIELD).cup());
        let lost = FIELD.replace("held french", "held prussian").replace("f1 6/3 at 0404", "f1 6/3 at 1104");
        assert!(of(&position(&lost).cup()) < now - Weights::default().casualty / 4);
        assert!(with("p2 8/4 at 0507", "p2 8/4 at 0505") < now, "he comes nearer");
    }

    #[test]
    fn a_good_roll_is_told_from_a_bad_one() {
        let after = |die: u16| {
            let mut table = position(&FIELD.replace("0407", "0405").replace("0507", "0503")).assaults("prussian");
            table.does("hex 0404, unit p1, unit p2, begin").rolls(&[die]);
            of(&table)
        };
        let (good, bad) = (after(10), after(1));
        assert!(good < bad - Weights::default().casualty / 2, "{good} {bad}");
    }
}
