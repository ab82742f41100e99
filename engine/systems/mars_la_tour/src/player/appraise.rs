//! The appraisal of choices for the greedy player.
//!
//! The appraisal looks one ply deep, in hundredths of an eliminated unit. The worth of a hex to a unit is the worth of the
//! nearest goal, less the distance to it, plus the best attack from the hex, less the worst attack on it. Goals are victory
//! hexes that are not yet safe, exits (for the side that escapes and for the side that blocks it), and enemy units. A move must
//! raise the worth of the unit's hex by [`WORTH_A_MOVE`], or the player passes; so its phases end.

use crate::player::survey::{Scratch, Survey};
use crate::rules::odds::{CommonFacts, End, EndTally};
use crate::state::{Step, Support, UnitIx};
use crate::{Action, MarsLaTour};
use battlewright_core::game::{Chance, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::play::Dice;
use battlewright_core::players::Appraise;
use battlewright_core::players::appraisal::signed;
use battlewright_core::players::plan::Plan;

/// An eliminated unit.
pub(crate) const ELIMINATED: i32 = 100;
/// A blown unit, which is off the map for two turns.
pub(crate) const BLOWN: i32 = 40;
/// A unit forced to retreat.
pub(crate) const RETREAT: i32 = 12;
/// A hex of distance to a goal.
pub(crate) const HEX: i32 = 4;
/// The minimum gain of a move.
pub(crate) const WORTH_A_MOVE: i32 = 2;
/// The minimum expected gain of an attack.
pub(crate) const WORTH_AN_ATTACK: i32 = 6;
/// A goal hex that the enemy may be driven from.
const GROUND: i32 = 40;
/// The resolution in which ends of a move are compared, so that the shorter of two equally good moves is chosen.
pub(crate) const FINE: i32 = 64;
/// The number of units of the weaker side per expected fight with artillery in a turn.
const UNITS_A_FIGHT: i32 = 3;
/// The price of an ammunition point that no later fight needs.
const LEAST_PRICE: i32 = 2;
/// The maximum surcharge on that price if there are more fights to come than points.
const MOST_SCARCE: i32 = 26;
/// A worth above all other considerations.
pub(crate) const DECISIVE: i32 = 1_000;

impl Appraise for MarsLaTour {
    type Scratch = Scratch;

    fn appraise(&self, action: &Action) -> i32 {
        Survey::of(self, &mut Scratch::default()).worth_of(action)
    }

    fn appraise_all(&self, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        scratch.plan = Plan::FREE;
        self.appraise_as_planned(actions, scratch, worths);
    }

    fn rest_of_move(&self, choice: &Action, scratch: &mut Scratch, route: &mut Vec<Action>) -> u64 {
        self.find_route(choice, scratch, route)
    }

    fn route_mark(&self) -> u64 {
        self.mark_of_route()
    }

    fn value(&self, side: Side) -> i32 {
        signed(side, self.lead())
    }

    /// Only the decision on artillery support is hidden; a side that may commit it does so with probability one half.
    fn imagine(&self, side: Side, dice: &mut Dice) -> Option<Self> {
        let Step::Support(fight, _) = &self.state.step else { return None };
        let enemy = side.other();
        if fight.support[enemy.index()] != Support::Sealed {
            return None;
        }
        let yes = dice.roll(Chance::Draw { from: 2 }) == [1] && self.may_support(fight, enemy, true).is_ok();
        let mut whole = self.clone();
        if let Step::Support(fight, _) = &mut whole.state.step {
            fight.support[enemy.index()] = if yes { Support::Yes } else { Support::No };
        }
        Some(whole)
    }

    /// For a duel, the winner and the bad ammunition matter; for an attack, the result in the Attack Table.
    fn kind_of_roll(&self, picks: &[u16]) -> Option<u32> {
        match (self.state.step, picks) {
            (Step::Duel(_), &[a, b]) => {
                let bad = |die: u16| u32::from(die >= u16::from(self.board.rules.bad_ammunition));
                Some(8 * bad(a) + 4 * bad(b) + 2 * u32::from(a > b) + u32::from(a < b))
            }
            (Step::Resolve(fight), &[a, b]) => Some(
                self.verdict(&fight, [a, b])
                    .map_or(0, |(loser, result)| 1 + 2 * result as u32 + u32::from(loser == fight.attacker)),
            ),
            _ => None,
        }
    }

    fn is_quiet(&self) -> bool {
        !matches!(self.state.step, Step::ReturnTo(_) | Step::Moving(_) | Step::Support(..) | Step::Retreat(_))
    }
}

impl MarsLaTour {
    /// Puts the worth of all `actions` under the plan in `scratch` into `worths`.
    pub(crate) fn appraise_as_planned(&self, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        let mut survey = Survey::of(self, scratch);
        worths.clear();
        worths.extend(actions.iter().map(|action| survey.worth_of(action)));
    }

    /// Returns the worth to `unit` of its contact with the enemy: the gain of its best attack, less the loss by the worst
    /// attack on it.
    pub(crate) fn worth_of_contact(&self, unit: UnitIx) -> i32 {
        let side = self.side_of(unit);
        let Some(hex) = self.hex_of(unit) else { return 0 };
        let (mut gain, mut loss) = (0, 0);
        let others = self.board.map.neighbors(hex).filter_map(|at| self.unit_in(at));
        for enemy in others.filter(|other| self.side_of(*other) != side) {
            let mut counted = CommonFacts::default();
            if self.may_attack(side, unit, enemy).is_ok() {
                let attack = Action::Attack { attacker: unit, defender: enemy };
                gain = gain.max(self.worth_of_fight_with(&attack, &mut counted));
            }
            let mut counted = counted.turned();
            if self.may_attack(side.other(), enemy, unit).is_ok() {
                let attack = Action::Attack { attacker: enemy, defender: unit };
                loss = loss.max(self.worth_of_fight_with(&attack, &mut counted));
            }
        }
        gain - loss
    }

    /// Calls `found` with each goal hex of `side` and its worth.
    pub(crate) fn find_goals(&self, side: Side, infantry: bool, mut found: impl FnMut(HexIx, i32)) {
        for (victory, holder) in self.board.victory_hexes.iter().zip(&self.state.holders) {
            let safe = *holder == Some(side) && self.unit_in(victory.hex).is_none_or(|unit| self.side_of(unit) == side);
            let worth = match (safe, self.is_last_turn()) {
                (true, _) => 40,
                (false, true) => self.worth_of_points(side, self.points_of_hex(side, victory.hex)),
                (false, false) => 80,
            };
            found(victory.hex, worth);
        }
        if let Some(escape) = &self.board.escape {
            let wanted = if escape.side == side { infantry } else { true };
            let exits = escape.exits.iter().filter_map(|exit| self.board.exits.get(*exit));
            for hex in exits.flat_map(|exit| &exit.hexes) {
                if wanted {
                    found(*hex, if escape.side == side { 90 } else { 60 });
                }
            }
        }
        for (enemy, hex) in self.on_map(side.other()) {
            found(hex, 40 - 4 * i32::from(self.board.unit(enemy).er));
        }
    }

    /// Returns the expected gain of a fight for the side that decides on it: the mean over the possible cases of artillery
    /// support, less the price of the ammunition.
    pub(crate) fn worth_of_fight(&self, action: &Action) -> i32 {
        self.worth_of_fight_with(action, &mut CommonFacts::default())
    }

    fn worth_of_fight_with(&self, action: &Action, counted: &mut CommonFacts) -> i32 {
        let Some(fight) = self.fight_of(action) else { return 0 };
        let attacker = self.side_of(fight.attacker);
        let wanted = self.board.victory_hexes.iter().any(|victory| victory.hex == fight.ground);
        let ground = if wanted && !fight.deathride { GROUND } else { 0 };
        let is_last = self.is_last_turn();
        let mut worth = |case| {
            let tally = self.tally_with(&fight, case, counted);
            if is_last {
                mean(&tally, |end| self.worth_of_last_end(&fight, end))
            } else {
                self.worth_of_tally(fight.deathride, ground, &tally)
            }
        };
        let (total, cases) =
            self.support_cases(&fight).fold((0, 0), |(sum, cases), case| (sum + worth(case), cases + 1));
        let mean = total / cases.max(1);
        match (*action, self.state.step) {
            (Action::Support(yes), Step::Support(_, side)) => {
                let ours = if side == attacker { mean } else { -mean };
                if yes { ours - self.price_of_ammunition(side) } else { ours }
            }
            _ => mean,
        }
    }

    /// Returns the mean worth of a tally to the attacker, if driving the enemy from the hex adds `ground`.
    fn worth_of_tally(&self, deathride: bool, ground: i32, tally: &EndTally) -> i32 {
        let spent = if self.blown_is_eliminated() { ELIMINATED } else { BLOWN };
        mean(tally, |end| {
            let survives = !matches!(end, End::AttackerBlown | End::AttackerEliminated);
            worth_of_end(end, ground) - if deathride && survives { spent } else { 0 }
        })
    }

    /// Returns the price of an ammunition point of `side`: very low while the points last for the remaining fights, and above
    /// the worth of an ordinary fight once they do not.
    fn price_of_ammunition(&self, side: Side) -> i32 {
        let left = i32::from(self.state.ammunition[side.index()]).max(1);
        let turns = i32::from(self.board.turns) - i32::from(self.state.turn);
        let units = Side::BOTH.into_iter().map(|side| self.on_map(side).count()).min().unwrap_or(0);
        let fights = turns * count(units) / UNITS_A_FIGHT;
        LEAST_PRICE + (60 * (fights - left) / left).clamp(0, MOST_SCARCE)
    }
}

/// Returns the mean of `worth` over all ends of `tally`.
fn mean(tally: &EndTally, worth: impl Fn(End) -> i32) -> i32 {
    let sum: i64 = tally.ends().map(|(end, ways)| i64::from(worth(end)) * i64::from(ways)).sum();
    i32::try_from(sum / i64::from(tally.of().max(1))).unwrap_or(0)
}

/// Returns the worth of an end of a fight to the attacker, if driving the enemy from the hex adds `ground`.
pub(crate) fn worth_of_end(end: End, ground: i32) -> i32 {
    match end {
        End::DefenderEliminated => ELIMINATED + ground,
        End::DefenderBlown => BLOWN + ground,
        End::DefenderRetreats => RETREAT + ground,
        End::Stalemate => 0,
        End::AttackerRetreats => -RETREAT,
        End::AttackerBlown => -BLOWN,
        End::AttackerEliminated => -ELIMINATED,
    }
}

pub(crate) fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{LEAST_PRICE, MOST_SCARCE};
    use crate::tests::testing::position;
    use battlewright_core::game::Side;

    #[test]
    fn ammunition_is_dear_while_more_fights_are_to_come_than_it_lasts_for() {
        let price = |turn: u8, left: u8| {
            let units: String = (1..=9)
                .map(|n| format!("german infantry g{n} er 1 at 0{n}01\n french infantry f{n} er 1 at 0{n}07\n"))
                .collect();
            let text = format!("map 12x7\n turn {turn} of 6\n ammunition german {left}\n {units}");
            position(&text).attacks().game.price_of_ammunition(Side::First)
        };
        assert_eq!(price(1, 20), LEAST_PRICE, "it lasts for all of them");
        assert_eq!(price(1, 5), LEAST_PRICE + MOST_SCARCE);
        let some = price(2, 10);
        assert!(LEAST_PRICE < some && some < LEAST_PRICE + MOST_SCARCE, "{some}");
        assert_eq!(price(6, 1), LEAST_PRICE, "what is left in the end is wasted");
    }
}
