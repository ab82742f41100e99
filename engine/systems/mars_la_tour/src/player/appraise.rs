//! The appraisal of choices for the greedy player.
//!
//! The appraisal looks one ply deep, in hundredths of an eliminated unit. The worth of a hex to a unit is the worth of the
//! nearest goal, less the distance to it, plus the best attack from the hex, less the worst attack on it. Goals are victory
//! hexes that are not yet safe, exits (for the side that escapes and for the side that blocks it), and enemy units. A move must
//! raise the worth of the unit's hex by the weight `worth_a_move`, or the player passes; so its phases end.

use crate::event::Phase;
use crate::player::survey::{Scratch, Survey};
use crate::player::weights::{Appraiser, Weights};
use crate::rules::odds::{CommonFacts, End, EndTally};
use crate::state::{Step, Support, UnitIx};
use crate::{Action, MarsLaTour};
use battlewright_core::game::{Chance, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::play::Dice;
use battlewright_core::players::Appraise;
use battlewright_core::players::appraisal::signed;
use battlewright_core::players::plan::Plan;

/// The resolution in which ends of a move are compared, so that the shorter of two equally good moves is chosen.
pub(crate) const FINE: i32 = 64;
/// A worth above all other considerations.
pub(crate) const DECISIVE: i32 = 1_000;

impl Appraise for MarsLaTour {
    type Scratch = Scratch;
    type Weights = Weights;

    fn scratch_with(weights: Weights) -> Scratch {
        Scratch::with(weights)
    }

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
        self.value_with(side, &Weights::default())
    }

    fn value_with(&self, side: Side, weights: &Weights) -> i32 {
        signed(side, self.appraised(*weights).lead())
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
                let bad = |die: u16| u32::from(self.is_bad_ammunition(die));
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
}

impl Appraiser<'_> {
    /// Returns the worth to `unit` of its contact with the enemy: the gain of its best attack, less the loss by the worst
    /// attack on it.
    pub(crate) fn worth_of_contact(&self, unit: UnitIx) -> i32 {
        let side = self.side_of(unit);
        let Some(hex) = self.hex_of(unit) else { return 0 };
        if self.skipped(Phase::Attack).is_some() {
            // Nobody attacks in this turn.
            return 0;
        }
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
                (true, _) => self.weights.safe_place,
                (false, true) => self.worth_of_points(side, self.points_of_hex(side, victory.hex)),
                (false, false) => self.weights.open_place,
            };
            found(victory.hex, worth);
        }
        if let Some(escape) = &self.board.escape {
            let wanted = if escape.side == side { infantry } else { true };
            let exits = escape.exits.iter().filter_map(|exit| self.board.exits.get(*exit));
            for hex in exits.flat_map(|exit| &exit.hexes) {
                if wanted {
                    found(*hex, if escape.side == side { self.weights.exit } else { self.weights.blocked_exit });
                }
            }
        }
        for (enemy, hex) in self.on_map(side.other()) {
            found(hex, self.weights.enemy - self.weights.enemy_er * i32::from(self.board.unit(enemy).er));
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
        let ground = if wanted && !fight.deathride { self.weights.ground } else { 0 };
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
        let spent = if self.blown_is_eliminated() { self.weights.eliminated } else { self.weights.blown };
        mean(tally, |end| {
            let survives = !matches!(end, End::AttackerBlown | End::AttackerEliminated);
            self.weights.worth_of_end(end, ground) - if deathride && survives { spent } else { 0 }
        })
    }

    /// Returns the price of an ammunition point of `side`: very low while the points last for the remaining fights, and above
    /// the worth of an ordinary fight once they do not.
    fn price_of_ammunition(&self, side: Side) -> i32 {
        let left = i32::from(self.state.ammunition[side.index()]).max(1);
        let turns = i32::from(self.board.turns) - i32::from(self.state.turn);
        let units = Side::BOTH.into_iter().map(|side| self.on_map(side).count()).min().unwrap_or(0);
        let fights = turns * count(units) / self.weights.units_a_fight;
        let Weights { least_price, scarcity, most_scarce, .. } = self.weights;
        least_price + (scarcity * (fights - left) / left).clamp(0, most_scarce)
    }
}

/// Returns the mean of `worth` over all ends of `tally`.
fn mean(tally: &EndTally, worth: impl Fn(End) -> i32) -> i32 {
    let sum: i64 = tally.ends().map(|(end, ways)| i64::from(worth(end)) * i64::from(ways)).sum();
    i32::try_from(sum / i64::from(tally.of().max(1))).unwrap_or(0)
}

impl Weights {
    /// Returns the worth of an end of a fight to the attacker, if driving the enemy from the hex adds `ground`.
    pub(crate) fn worth_of_end(&self, end: End, ground: i32) -> i32 {
        match end {
            End::DefenderEliminated => self.eliminated + ground,
            End::DefenderBlown => self.blown + ground,
            End::DefenderRetreats => self.retreat + ground,
            End::Stalemate => 0,
            End::AttackerRetreats => -self.retreat,
            End::AttackerBlown => -self.blown,
            End::AttackerEliminated => -self.eliminated,
        }
    }
}

pub(crate) fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use crate::player::weights::Weights;
    use crate::tests::testing::position;
    use battlewright_core::game::Side;

    #[test]
    fn ammunition_is_dear_while_more_fights_are_to_come_than_it_lasts_for() {
        let weights = Weights { units_a_fight: 3, scarcity: 60, most_scarce: 26, ..Weights::default() };
        let price = |turn: u8, left: u8| {
            let units: String = (1..=9)
                .map(|n| format!("german infantry g{n} er 1 at 0{n}01\n french infantry f{n} er 1 at 0{n}07\n"))
                .collect();
            let text = format!("map 12x7\n turn {turn} of 6\n ammunition german {left}\n {units}");
            position(&text).attacks().game.appraised(weights).price_of_ammunition(Side::First)
        };
        let Weights { least_price, most_scarce, .. } = weights;
        assert_eq!(price(1, 20), least_price, "it lasts for all of them");
        assert_eq!(price(1, 5), least_price + most_scarce);
        let some = price(2, 10);
        assert!(least_price < some && some < least_price + most_scarce, "{some}");
        assert_eq!(price(6, 1), least_price, "what is left in the end is wasted");
    }
}
