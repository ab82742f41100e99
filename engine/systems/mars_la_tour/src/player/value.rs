//! The value of a position for the searching player and for the luck of dice.
//!
//! The value is in hundredths of a victory point, as the lead of the first side over the second. It counts:
//!
//! - victory points, half a point for the side that wins ties, and the expected holders of victory hexes: the current holder
//!   counts more near the end of the game, the strength near the hex before that;
//! - units: their use in the remaining turns, more for a higher ER; blown units are out for a while, and at risk if more are
//!   due on one turn than may return;
//! - ammunition, each point worth less than the one before;
//! - the escape: the number of units that have left, and the distance of the next ones to the exits;
//! - the distance of each unit to its goals, and the best attack of each side on each adjacent enemy.

use crate::player::weights::Appraiser;
use crate::rules::odds::End;
use crate::state::{At, Fight, Step, Support, UnitIx};
use battlewright_core::game::{Outcome, Side};
use battlewright_core::kit::hex_map::{HexIx, apart};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::players::WON;

use battlewright_schema::mars_la_tour::Kind;

/// A victory point.
const POINT: i32 = 100;

impl Appraiser<'_> {
    /// Returns the lead of the first side.
    pub(crate) fn lead(&self) -> i32 {
        if let Step::Over(outcome) = self.state.step {
            return lead_at_the_end(&outcome);
        }
        let [first, second] = Side::BOTH.map(|side| {
            let units: i32 = self.board.units_of(side).map(|unit| self.worth_of_unit(unit)).sum();
            units - self.risk_of_returns(side)
                + self.worth_of_ammunition(side)
                + self.drawn_on(side)
                + self.worth_of_attacks(side)
        });
        let tie = if self.board.tie == Side::First { POINT / 2 } else { -POINT / 2 };
        let lead = self.lead_in_points() + tie + first - second + self.lead_of_escape();
        lead.clamp(1 - WON, WON - 1)
    }

    /// Returns the lead in victory points, with the expected holders of victory hexes.
    fn lead_in_points(&self) -> i32 {
        let [first, second] = self.points();
        let held: i32 = self
            .board
            .victory_hexes
            .iter()
            .zip(&self.state.holders)
            .flat_map(|(victory, holder)| Side::BOTH.map(|side| (side, victory, *holder)))
            .filter(|(side, victory, _)| victory.points[side.index()] > 0)
            .map(|(side, victory, holder)| {
                let points = POINT * i32::from(victory.points[side.index()]);
                let now = if holder == Some(side) { 16 } else { 0 };
                let due = 16 - self.played();
                let then = self.share(side, victory.hex);
                // Held hexes already count; the term moves them toward the expected holder.
                let moved = points * (then - now) * due / 256;
                if side == Side::First { moved } else { -moved }
            })
            .sum();
        POINT * (first - second) + held
    }

    /// Returns the elapsed part of the game, in sixteenths.
    fn played(&self) -> i32 {
        let phase = match self.state.step {
            Step::Move(_) | Step::Moving(_) | Step::RollLastMoves(_) => 1,
            Step::Attack(_) | Step::Support(..) | Step::Duel(_) | Step::Resolve(_) | Step::RollLastAttacks(_) => 3,
            Step::Retreat(retreat) => match retreat.then {
                crate::AfterRetreat::LeaveEzoc => 0,
                crate::AfterRetreat::Moves(_) | crate::AfterRetreat::Enter(..) => 1,
                crate::AfterRetreat::Conclude(_) => 3,
            },
            _ => 0,
        };
        let quarters = 4 * (i32::from(self.state.turn) - 1) + phase;
        (16 * quarters / (4 * i32::from(self.board.turns)).max(1)).clamp(0, 16)
    }

    /// Returns the share of `side` in the strength near `hex`, in sixteenths.
    fn share(&self, side: Side, hex: HexIx) -> i32 {
        let reach = self.weights.near.unsigned_abs();
        let [ours, theirs] = [side, side.other()].map(|side| {
            self.on_map(side)
                .map(|(unit, at)| {
                    let gap = self.board.map.distance(at, hex);
                    if gap > reach {
                        return 0;
                    }
                    let near = if gap == 0 { 2 * reach } else { reach + 1 - gap };
                    i32::try_from(near).unwrap_or(0) * (1 + i32::from(self.board.unit(unit).er))
                })
                .sum::<i32>()
        });
        // A small constant makes weak forces count as neutral.
        16 * ours / (ours + theirs + 4)
    }

    /// Returns the number of turns left, with the current one.
    fn turns_left(&self) -> i32 {
        i32::from(self.board.turns) - i32::from(self.state.turn) + 1
    }

    /// Returns the remaining worth of `unit`.
    fn worth_of_unit(&self, unit: UnitIx) -> i32 {
        let facts = self.board.unit(unit);
        let of_game = (self.weights.unit + self.weights.er * i32::from(facts.er)) * self.turns_left()
            / i32::from(self.board.turns).max(1);
        match self.unit(unit).at {
            At::Hex(_) | At::Waiting => {
                let shaken = matches!(self.state.step, Step::Retreat(retreat) if retreat.unit == unit);
                of_game + if shaken { -self.weights.retreat } else { 0 }
            }
            At::Blown(turn) if turn <= self.board.turns => of_game / 2 - self.weights.blown / 4,
            At::Blown(_) | At::Eliminated | At::Exited(_) => 0,
        }
    }

    /// Returns the risk of the blown units of `side`: only some of those due on one turn return.
    fn risk_of_returns(&self, side: Side) -> i32 {
        let mut due = [0_i32; 256];
        for unit in self.board.units_of(side) {
            if let At::Blown(turn) = self.unit(unit).at
                && turn <= self.board.turns
            {
                due[usize::from(turn.max(self.state.turn))] += 1;
            }
        }
        let room = i32::from(self.board.rules.blown_returns);
        due.iter().filter(|due| **due > 0).map(|due| 12 * (due - 1).min(room) + POINT * (due - room).max(0)).sum()
    }

    fn worth_of_ammunition(&self, side: Side) -> i32 {
        let left = i32::from(self.state.ammunition[side.index()]);
        // Twelve for the first point, and one less for each further point.
        let most = left.min(12);
        (12 * most - most * (most - 1) / 2) * self.turns_left().min(3) / 6
    }

    /// Returns the total pull of the goals on the units of `side`.
    fn drawn_on(&self, side: Side) -> i32 {
        let goals = [true, false].map(|infantry| {
            let mut goals = InlineList::<([i32; 2], i32), 64>::new();
            self.find_goals(side, infantry, |hex, worth| goals.push((self.board.map.axial(hex), worth)));
            goals
        });
        self.on_map(side)
            .map(|(unit, hex)| {
                let here = self.board.map.axial(hex);
                let goals = goals[usize::from(self.is_cavalry(unit))].as_slice();
                let best =
                    goals.iter().map(|(at, worth)| worth - self.weights.hex * apart(*at, here).cast_signed()).max();
                best.unwrap_or(0).max(-POINT) / 8 + i32::from(self.is_defensible(hex))
            })
            .sum()
    }

    /// Returns the lead of the first side by the escape.
    fn lead_of_escape(&self) -> i32 {
        let Some(escape) = &self.board.escape else { return 0 };
        let gone = self.escaped(true).min(usize::from(escape.infantry));
        let wanted = usize::from(escape.infantry) - gone;
        let mut exits = InlineList::<[i32; 2], 32>::new();
        for exit in escape.exits.iter().filter_map(|exit| self.board.exits.get(*exit)) {
            exit.hexes.iter().for_each(|hex| exits.push(self.board.map.axial(*hex)));
        }
        let mut far = InlineList::<i32, 64>::new();
        for (_, at) in self.on_map(escape.side).filter(|(unit, _)| self.board.unit(*unit).kind == Kind::Infantry) {
            let here = self.board.map.axial(at);
            let nearest = exits.iter().map(|exit| apart(*exit, here)).min();
            nearest.into_iter().for_each(|far_off| far.push(i32::try_from(far_off).unwrap_or(i32::MAX).min(16)));
        }
        far.sort_unstable();
        let near: i32 = far.iter().take(wanted).map(|far| self.weights.way_out * (16 - far)).sum();
        let gone = i32::try_from(gone).unwrap_or(0);
        let worth = near + 30 * gone * gone;
        if escape.side == Side::First { worth } else { -worth }
    }

    /// Returns half of the expected gain of the best attacks of `side` on adjacent enemies, as the enemy may act first.
    fn worth_of_attacks(&self, side: Side) -> i32 {
        let mut sum = 0;
        for (defender, ground) in self.on_map(side.other()) {
            if !self.in_ezoc(side.other(), ground) {
                continue;
            }
            let attackers = self.board.map.neighbors(ground).filter_map(|at| self.unit_in(at));
            let best = attackers
                .filter(|attacker| self.may_attack(side, *attacker, defender).is_ok())
                .map(|attacker| self.prospect(attacker, defender, ground))
                .max();
            sum += best.unwrap_or(0).max(0);
        }
        sum / 2
    }

    /// Returns the mean gain of an attack without artillery.
    fn prospect(&self, attacker: UnitIx, defender: UnitIx, ground: HexIx) -> i32 {
        let fight = Fight { attacker, defender, ground, deathride: false, support: [Support::No; 2] };
        let [attack, defense] = self.totals(&fight);
        let blown = if self.blown_is_eliminated() { End::DefenderEliminated } else { End::DefenderBlown };
        let wanted = self.board.victory_hexes.iter().any(|victory| victory.hex == ground);
        (-5_i32..=5)
            .map(|dice| {
                use battlewright_schema::mars_la_tour::AttackResult as R;
                let lead = attack + dice - defense;
                let won = match self.board.result_of(lead) {
                    R::Stalemate => End::Stalemate,
                    R::Retreat => End::DefenderRetreats,
                    R::Blown => blown,
                    R::Eliminated => End::DefenderEliminated,
                };
                let worth = match lead {
                    0 => 0,
                    1.. => self.weights.worth_of_end(won, if wanted { self.weights.ground } else { 0 }),
                    _ => -self.weights.worth_of_end(won, 0),
                };
                (6 - dice.abs()) * worth
            })
            .sum::<i32>()
            / 36
    }
}

/// Returns the value of a finished game to the first side.
fn lead_at_the_end(outcome: &Outcome) -> i32 {
    let [first, second] = outcome.points;
    let margin = first.saturating_sub(second).clamp(-POINT, POINT);
    match outcome.winner {
        Some(Side::First) => WON + POINT + margin,
        Some(Side::Second) => margin - POINT - WON,
        None => margin,
    }
}

#[cfg(test)]
mod tests {
    use super::POINT;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::players::{Appraise as _, WON};

    /// g1 next to f1, and a town that scores for the French.
    const FIELD: &str = "
        map 12x7
        turn 3 of 6
        ammunition german 6
        ammunition french 6
        hold 0304 0404 for french, german first
        german infantry g1 er 2 at 0604 battle
        german infantry g2 er 1 at 1201
        french infantry f1 er 1 at 0704 battle
        french infantry f2 er 1 at 1207";

    fn of(table: &Table) -> i32 {
        let value = table.game.value(GERMAN);
        assert_eq!(table.game.value(FRENCH), -value, "what one side gains the other loses");
        value
    }

    fn with(from: &str, to: &str) -> i32 {
        assert!(FIELD.contains(from));
        of(&position(&FIELD.replace(from, to)).attacks())
    }

    #[test]
    fn what_hurts_a_side_lowers_the_value() {
        let now = of(&position(FIELD).attacks());
        let blown = with("er 1 at 1201", "er 1 blown 5");
        let gone = with("er 1 at 1201", "er 1 eliminated");
        assert!(now > blown && blown > gone, "{now} {blown} {gone}");
        assert!(now - gone > POINT && now - blown > POINT / 10);
        assert!(with("ammunition german 6", "ammunition german 5") < now);
        assert!(with("ammunition french 6", "ammunition french 5") > now);
        assert!(with("german first", "french first") < now, "the French hold the town");
        assert!(with("french infantry f2 er 1 at 1207", "french infantry f2 er 1 at 0304") < now, "they stand in it");
    }

    #[test]
    fn too_many_blown_units_are_in_danger() {
        let three = |a: u8, b: u8, c: u8| {
            let text = format!(
                "{FIELD}\n german infantry a er 1 blown {a}\n german infantry b er 1 blown {b}
                german infantry c er 1 blown {c}"
            );
            of(&position(&text).attacks())
        };
        assert!(three(4, 4, 5) - three(5, 5, 5) > POINT / 2, "the third of a turn does not return");
    }

    #[test]
    fn a_good_roll_is_told_from_a_bad_one() {
        let after = |dice: [u16; 2]| {
            let mut table =
                position(&FIELD.replace("ammunition german 6", "").replace("ammunition french 6", "")).attacks();
            table.does("attack g1 f1").rolls(&dice);
            of(&table)
        };
        let rolls = [[6, 1], [4, 3], [3, 3], [1, 6]].map(after);
        assert!(rolls.is_sorted_by(|a, b| a > b), "{rolls:?}");
    }

    #[test]
    fn nothing_is_worth_as_much_as_the_game() {
        let won = of(&position("map 9x7\n turn 6 of 6\n german infantry g1 er 1 at 0101").end());
        assert!(won >= WON);
        assert!(of(&position(FIELD).attacks()).abs() < WON);
    }

    #[test]
    fn a_unit_nearer_to_the_exit_is_worth_more() {
        let at = |hex: &str| {
            let escape = "map 12x7\n exit E french 0104\n escape 4 by E\n german infantry g1 er 1 at 1201";
            of(&position(&format!("{escape}\n french infantry f1 er 1 at {hex}")).moves())
        };
        assert!(at("0304") < at("0504") && at("0504") < at("0904"));
    }
}
