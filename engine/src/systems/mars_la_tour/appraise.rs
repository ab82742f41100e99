//! How good a choice looks: what the greedy player goes by.
//!
//! One ply deep, in hundredths of an eliminated unit. A hex is worth what can be gained by standing
//! there: the nearest goal less the way to it, the best attack from it less the worst attack upon
//! it. Goals are the victory hexes that are not yet safe, the exits for the side that wants to
//! leave and for the one that must bar the way, and the enemy's units. Each move must raise the
//! value of the moved unit's hex by [`WORTH_A_MOVE`], or the player passes; so its phases end.

use super::odds::{Counted, End, Tally};
use super::state::{Step, Support, UnitIx};
use super::survey::{Sheet, Survey};
use super::{Action, MarsLaTour};
use crate::game::{Chance, Side};
use crate::kit::hex_map::HexIx;
use crate::play::Dice;
use crate::players::Appraise;

/// An eliminated unit.
pub(super) const ELIMINATED: i32 = 100;
/// A blown unit: gone for two turns.
pub(super) const BLOWN: i32 = 40;
/// A unit driven off.
pub(super) const RETREAT: i32 = 12;
/// A hex on the way to a goal.
pub(super) const HEX: i32 = 4;
/// A move must gain this much.
pub(super) const WORTH_A_MOVE: i32 = 2;
/// An attack must promise this much.
pub(super) const WORTH_AN_ATTACK: i32 = 6;
/// A hex that is wanted, where the enemy may be driven from it.
const GROUND: i32 = 40;
/// Ends of a move are compared this finely, so that of two ways to as good an end the shorter is taken.
pub(super) const FINE: i32 = 64;
/// More than any other consideration.
pub(super) const DECISIVE: i32 = 1_000;

impl Appraise for MarsLaTour {
    type Sheet = Sheet;

    fn appraise(&self, action: &Action) -> i32 {
        Survey::of(self, &mut Sheet::default()).worth_of(action)
    }

    fn appraise_all(&self, actions: &[Action], sheet: &mut Sheet, worths: &mut Vec<i32>) {
        let mut survey = Survey::of(self, sheet);
        worths.clear();
        worths.extend(actions.iter().map(|action| survey.worth_of(action)));
    }

    fn value(&self, side: Side) -> i32 {
        match side {
            Side::First => self.lead(),
            Side::Second => -self.lead(),
        }
    }

    /// Sealed is only whether artillery supports; who may commit it does so as often as not.
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

    /// Of a duel it matters who won and whose ammunition was bad, of an attack what the Attack Table says.
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
    /// What `unit` stands to gain and to lose where it touches the enemy: its best attack, less the
    /// worst upon it.
    pub(super) fn worth_of_contact(&self, unit: UnitIx) -> i32 {
        let side = self.side_of(unit);
        let Some(hex) = self.hex_of(unit) else { return 0 };
        let (mut gain, mut loss) = (0, 0);
        let others = self.board.map.neighbors(hex).filter_map(|at| self.unit_in(at));
        for enemy in others.filter(|other| self.side_of(*other) != side) {
            let mut counted = Counted::default();
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

    /// Tells `found` the hexes that `side` wants, with what they are worth to it.
    pub(super) fn find_goals(&self, side: Side, infantry: bool, mut found: impl FnMut(HexIx, i32)) {
        for (victory, holder) in self.board.victory_hexes.iter().zip(&self.state.holders) {
            let safe = *holder == Some(side) && self.unit_in(victory.hex).is_none_or(|unit| self.side_of(unit) == side);
            found(victory.hex, if safe { 40 } else { 80 });
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

    /// What a fight promises to the side that decides on it: the mean over the cases of artillery
    /// that can still come about, less what the ammunition is worth.
    pub(super) fn worth_of_fight(&self, action: &Action) -> i32 {
        self.worth_of_fight_with(action, &mut Counted::default())
    }

    fn worth_of_fight_with(&self, action: &Action, counted: &mut Counted) -> i32 {
        let Some(fight) = self.fight_of(action) else { return 0 };
        let attacker = self.side_of(fight.attacker);
        let wanted = self.board.victory_hexes.iter().any(|victory| victory.hex == fight.ground);
        let ground = if wanted && !fight.deathride { GROUND } else { 0 };
        let mut worth = |case| self.worth_of_tally(fight.deathride, ground, &self.tally_with(&fight, case, counted));
        let (total, cases) =
            self.support_cases(&fight).fold((0, 0), |(sum, cases), case| (sum + worth(case), cases + 1));
        let mean = total / cases.max(1);
        match (*action, self.state.step) {
            (Action::Support(yes), Step::Support(_, side)) => {
                let ours = if side == attacker { mean } else { -mean };
                let left = i32::from(self.state.ammunition[side.index()]).max(1);
                if yes { ours - 2 - 12 / left } else { ours }
            }
            _ => mean,
        }
    }

    /// What a tally promises to the attacker, in the mean, if driving the enemy from the hex is worth `ground` besides.
    fn worth_of_tally(&self, deathride: bool, ground: i32, tally: &Tally) -> i32 {
        let spent = if self.blown_is_eliminated() { ELIMINATED } else { BLOWN };
        let sum: i64 = tally
            .ends()
            .map(|(end, ways)| {
                let worth = worth_of_end(end, ground);
                let survives = !matches!(end, End::AttackerBlown | End::AttackerEliminated);
                let charge = if deathride && survives { spent } else { 0 };
                i64::from(worth - charge) * i64::from(ways)
            })
            .sum();
        i32::try_from(sum / i64::from(tally.of().max(1))).unwrap_or(0)
    }
}

/// What an end of a fight is worth to the attacker, if driving the enemy from the hex is worth `ground` besides.
pub(super) fn worth_of_end(end: End, ground: i32) -> i32 {
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

pub(super) fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}
