//! How good a choice looks: what the greedy player goes by.
//!
//! One ply deep, in hundredths of an eliminated unit. A hex is worth what can be gained by standing
//! there: the nearest goal less the way to it, the best attack from it less the worst attack upon
//! it. Goals are the victory hexes that are not yet safe, the exits for the side that wants to
//! leave and for the one that must bar the way, and the enemy's units. Each move must raise the
//! value of the moved unit's hex by [`WORTH_A_MOVE`], or the player passes; so its phases end.

use super::odds::{End, Tally};
use super::state::{At, Motion, Step, UnitIx};
use super::{Action, MarsLaTour};
use crate::game::Side;
use crate::kit::hex_map::HexIx;
use crate::players::Appraise;

/// An eliminated unit.
const ELIMINATED: i32 = 100;
/// A blown unit: gone for two turns.
pub(super) const BLOWN: i32 = 40;
/// A unit driven off.
pub(super) const RETREAT: i32 = 12;
/// A hex on the way to a goal.
pub(super) const HEX: i32 = 4;
/// A move must gain this much.
const WORTH_A_MOVE: i32 = 2;
/// An attack must promise this much.
const WORTH_AN_ATTACK: i32 = 6;
/// A hex that is wanted, where the enemy may be driven from it.
const GROUND: i32 = 40;
/// Ends of a move are compared this finely, so that of two ways to as good an end the shorter is taken.
const FINE: i32 = 64;
/// More than any other consideration.
const DECISIVE: i32 = 1_000;

impl Appraise for MarsLaTour {
    fn appraise(&self, action: &Action) -> i32 {
        match (*action, self.state.step) {
            (Action::PlaceHq(hex), Step::PlaceHq(side)) => self.worth_of_hq(side, hex),
            (Action::Choose(unit), _) => -i32::from(self.board.unit(unit).er),
            (Action::Return(unit), _) => 1 + i32::from(self.board.unit(unit).er),
            (Action::ReturnTo(hex), Step::ReturnTo(unit)) => self.worth_of_goals(unit, hex),
            (Action::PlaceMitrailleuse(hex), Step::PlaceMitrailleuse(side)) => self.worth_of_mitrailleuse(side, hex),
            (Action::March(_), _) => 1,
            (Action::Leave(unit), _) => self.worth_of_leaving(unit),
            (Action::Move(unit), Step::Move(_)) => self.worth_of_move(unit),
            (Action::Enter(unit), _) => i32::from(self.board.unit(unit).er),
            (Action::Step(hex), Step::Moving(motion)) => {
                self.next_motion(&motion, hex).map_or(-DECISIVE * FINE, |next| self.worth_of_motion(&next))
            }
            (Action::Stop, Step::Moving(motion)) => {
                motion.hex.map_or(0, |hex| self.worth_of_end(&motion, self.worth_of_hex(motion.unit, hex)))
            }
            (Action::Exit, Step::Moving(motion)) => self.worth_of_end(&motion, self.worth_of_exit(motion.unit)),
            (Action::Attack { .. } | Action::Deathride { .. } | Action::Support(_), _) => self.worth_of_fight(action),
            (Action::Step(hex), Step::Retreat(retreat)) => self.worth_of_goals(retreat.unit, hex),
            (Action::Stop, Step::Retreat(_)) => DECISIVE,
            (Action::Pass, Step::Attack(_)) => WORTH_AN_ATTACK,
            (Action::Pass, Step::Move(_)) => WORTH_A_MOVE,
            _ => 0,
        }
    }

    fn value(&self, side: Side) -> i32 {
        match side {
            Side::First => self.lead(),
            Side::Second => -self.lead(),
        }
    }
}

impl MarsLaTour {
    /// An HQ is best where it commands the most units, and where they are to go.
    fn worth_of_hq(&self, side: Side, hex: HexIx) -> i32 {
        let range = u32::from(self.board.side(side).hq_range);
        let map = &self.board.map;
        let commanded = self.on_map(side).filter(|(_, at)| map.distance(*at, hex) <= range).count();
        let goals = self.goals(side, true);
        let covered = goals.iter().filter(|(at, _)| map.distance(*at, hex) <= range).map(|(_, worth)| worth / 10);
        let far: u32 = self.on_map(side).map(|(_, at)| map.distance(at, hex)).sum();
        let due = self.due_to_return(side).count();
        let room = map.neighbors(hex).filter(|near| self.is_empty(*near) && !self.in_ezoi(side, *near)).count();
        10 * count(commanded) + covered.sum::<i32>() - i32::try_from(far).unwrap_or(0) / 4 + 10 * count(due.min(room))
    }

    /// The mitrailleuses are best where they pin down an enemy that nothing else holds.
    fn worth_of_mitrailleuse(&self, side: Side, hex: HexIx) -> i32 {
        match self.unit_in(hex) {
            Some(enemy) if self.side_of(enemy) != side => {
                let free = !self.in_ezoc(side.other(), hex);
                20 + 5 * i32::from(self.board.unit(enemy).er) + if free { 20 } else { 0 }
            }
            Some(_) => 0,
            None => self.goals(side, true).iter().filter(|(at, _)| *at == hex).map(|(_, worth)| worth / 4).sum(),
        }
    }

    /// A unit leaves an EZOC that is more dangerous to it than to the enemy, unless it stands on a goal.
    fn worth_of_leaving(&self, unit: UnitIx) -> i32 {
        let Some(hex) = self.hex_of(unit) else { return 0 };
        let held: i32 =
            self.goals(self.side_of(unit), true).iter().filter(|(at, _)| *at == hex).map(|(_, worth)| *worth).sum();
        -self.worth_of_contact(unit) - held - RETREAT
    }

    fn worth_of_move(&self, unit: UnitIx) -> i32 {
        let Some(hex) = self.hex_of(unit) else { return 0 };
        let start = self.motion_from(unit, hex);
        self.worth_of_motion(&start) / FINE - self.worth_of_hex(unit, hex)
    }

    /// What an end of a move is worth that is worth `worth` in itself: the shorter the way, the better.
    fn worth_of_end(&self, end: &Motion, worth: i32) -> i32 {
        worth * FINE - i32::from(end.hexes).min(FINE - 1)
    }

    /// The best that `motion` can come to, ending where it is or further on, as [`FINE`] as that.
    fn worth_of_motion(&self, motion: &Motion) -> i32 {
        let onward = if motion.stopped { Vec::new() } else { self.reachable(motion) };
        let ends = onward.iter().map(|reached| reached.motion).chain([*motion]);
        ends.filter_map(|end| {
            let stay = self.may_stop(&end).is_ok().then(|| end.hex.map(|hex| self.worth_of_hex(end.unit, hex)));
            let leave = self.may_exit(&end).is_ok().then(|| self.worth_of_exit(end.unit));
            stay.flatten().max(leave).map(|worth| self.worth_of_end(&end, worth))
        })
        .max()
        .unwrap_or(-DECISIVE * FINE)
    }

    /// What `unit` gains by standing in `hex`.
    fn worth_of_hex(&self, unit: UnitIx, hex: HexIx) -> i32 {
        let goals = self.worth_of_goals(unit, hex);
        if !self.in_ezoc(self.side_of(unit), hex) {
            return goals;
        }
        let mut there = self.clone();
        there.put_at(unit, At::Hex(hex));
        goals + there.worth_of_contact(unit)
    }

    /// What `unit` stands to gain and to lose where it touches the enemy: its best attack, less the
    /// worst upon it.
    fn worth_of_contact(&self, unit: UnitIx) -> i32 {
        let side = self.side_of(unit);
        let Some(hex) = self.hex_of(unit) else { return 0 };
        let enemies = || {
            self.board.map.neighbors(hex).filter_map(|at| self.unit_in(at)).filter(|other| self.side_of(*other) != side)
        };
        let gain = enemies()
            .filter(|enemy| self.may_attack(side, unit, *enemy).is_ok())
            .map(|defender| self.worth_of_fight(&Action::Attack { attacker: unit, defender }))
            .max();
        let loss = enemies()
            .filter(|enemy| self.may_attack(side.other(), *enemy, unit).is_ok())
            .map(|attacker| self.worth_of_fight(&Action::Attack { attacker, defender: unit }))
            .max();
        gain.unwrap_or(0).max(0) - loss.unwrap_or(0).max(0)
    }

    /// How near `hex` brings `unit` to a goal that no friend has taken.
    fn worth_of_goals(&self, unit: UnitIx, hex: HexIx) -> i32 {
        let side = self.side_of(unit);
        let infantry = !self.is_cavalry(unit);
        let shelter = if self.is_defensible(hex) { 1 } else { 0 };
        let taken = |at: HexIx| self.unit_in(at).is_some_and(|other| other != unit && self.side_of(other) == side);
        self.goals(side, infantry)
            .into_iter()
            .filter(|(at, _)| *at == hex || !taken(*at))
            .map(|(at, worth)| worth - HEX * i32::try_from(self.board.map.distance(at, hex)).unwrap_or(i32::MAX / HEX))
            .max()
            .unwrap_or(0)
            + shelter
    }

    /// The hexes that `side` wants, with what they are worth to it.
    pub(super) fn goals(&self, side: Side, infantry: bool) -> Vec<(HexIx, i32)> {
        let mut goals = Vec::new();
        for (victory, holder) in self.board.victory_hexes.iter().zip(&self.state.holders) {
            let safe = *holder == Some(side) && self.unit_in(victory.hex).is_none_or(|unit| self.side_of(unit) == side);
            goals.push((victory.hex, if safe { 40 } else { 80 }));
        }
        if let Some(escape) = &self.board.escape {
            let wanted = if escape.side == side { infantry } else { true };
            let exits = escape.exits.iter().filter_map(|exit| self.board.exits.get(*exit));
            for hex in exits.flat_map(|exit| &exit.hexes) {
                if wanted {
                    goals.push((*hex, if escape.side == side { 90 } else { 60 }));
                }
            }
        }
        for (enemy, hex) in self.on_map(side.other()) {
            goals.push((hex, 40 - 4 * i32::from(self.board.unit(enemy).er)));
        }
        goals
    }

    fn worth_of_exit(&self, unit: UnitIx) -> i32 {
        match &self.board.escape {
            Some(escape) if escape.side == self.side_of(unit) && !self.is_cavalry(unit) => DECISIVE,
            Some(escape) if escape.side == self.side_of(unit) && self.escaped(false) == 0 => ELIMINATED,
            _ => -ELIMINATED,
        }
    }

    /// What a fight promises to the side that decides on it: the mean over the cases of artillery
    /// that can still come about, less what the ammunition is worth.
    fn worth_of_fight(&self, action: &Action) -> i32 {
        let Some(fight) = self.fight_of(action) else { return 0 };
        let cases = self.support_cases(&fight);
        let attacker = self.side_of(fight.attacker);
        let wanted = self.board.victory_hexes.iter().any(|victory| victory.hex == fight.ground);
        let ground = if wanted && !fight.deathride { GROUND } else { 0 };
        let worth = |case| self.worth_of_tally(fight.deathride, ground, &self.tally(&fight, case));
        let total: i32 = cases.iter().map(|case| worth(*case)).sum();
        let mean = total / count(cases.len()).max(1);
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

fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}
