//! The appraisal of actions in the last turn, when only the verdict counts.
//!
//! A victory point is worth more the closer the score is to a change of the verdict. A side far ahead risks little for another
//! point, and a side one point behind takes unlikely chances.

use crate::MarsLaTour;
use crate::player::weights::{Appraiser, Weights};
use crate::rules::odds::End;
use crate::state::Fight;
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Returns `true` in the last turn.
    pub(crate) fn is_last_turn(&self) -> bool {
        self.state.turn >= self.board.turns
    }

    /// Returns the change in the lead of `side`, in victory points, if it enters `hex` now.
    pub(crate) fn points_of_hex(&self, side: Side, hex: HexIx) -> i32 {
        let victory = self.board.victory_hexes.iter().zip(&self.state.holders);
        let gains = victory.filter(|(victory, _)| victory.hex == hex).map(|(victory, holder)| match holder {
            Some(holder) if *holder == side => 0,
            Some(holder) => i32::from(victory.points[side.index()]) + i32::from(victory.points[holder.index()]),
            None => i32::from(victory.points[side.index()]),
        });
        gains.sum()
    }
}

impl Appraiser<'_> {
    /// Returns the worth to `side` of `gain` victory points before the verdict; a negative gain is a loss.
    pub(crate) fn worth_of_points(&self, side: Side, gain: i32) -> i32 {
        let [first, second] = self.points();
        let lead = if side == Side::First { first - second } else { second - first };
        // The tie rule counts as half a point.
        let tie = if self.board.tie == side { 1 } else { -1 };
        let lead = 2 * lead + tie;
        self.weights.worth_of_lead(lead + 2 * gain) - self.weights.worth_of_lead(lead)
    }

    /// Returns the worth of an `end` of `fight` to the attacker.
    pub(crate) fn worth_of_last_end(&self, fight: &Fight, end: End) -> i32 {
        let attacker = self.side_of(fight.attacker);
        let ground = if fight.deathride { 0 } else { self.points_of_hex(attacker, fight.ground) };
        let blown = i32::from(self.blown_is_eliminated());
        let charged = if fight.deathride { blown } else { 0 };
        let gain = match end {
            End::DefenderEliminated => 1 + ground - charged,
            End::DefenderBlown => blown + ground - charged,
            End::DefenderRetreats => ground - charged,
            End::Stalemate | End::AttackerRetreats => -charged,
            End::AttackerBlown => -blown,
            End::AttackerEliminated => -1,
        };
        self.worth_of_points(attacker, gain)
    }
}

impl Weights {
    /// Returns the worth of a final lead in half points.
    fn worth_of_lead(&self, lead: i32) -> i32 {
        self.verdict * lead / (lead.abs() + self.halfway)
    }
}

#[cfg(test)]
mod tests {
    use crate::Action;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::game::Game as _;
    use battlewright_core::players::Appraise as _;

    /// g1 next to f1, which is as strong with the Chassepot, after the loss of some German and French units.
    fn duel(turn: u8, german: usize, french: usize) -> Table {
        let lost = |side: &str, count: usize| -> String {
            (0..count).map(|n| format!("{side} infantry {side}-{n} er 1 eliminated\n")).collect()
        };
        position(&format!(
            "
            map 12x7
            turn {turn} of 6
            german infantry g1 er 2 at 0604 battle
            french infantry f1 er 1 at 0704 battle
            {}{}",
            lost("german", german),
            lost("french", french)
        ))
        .attacks()
    }

    /// Returns `true` if the best appraisal is an attack, not a pass.
    fn attacks(table: &Table) -> bool {
        let mut legal = Vec::new();
        table.game.actions(&mut legal);
        let best = legal.into_iter().max_by_key(|action| table.game.appraise(action));
        matches!(best, Some(Action::Attack { .. }))
    }

    #[test]
    fn a_side_that_trails_takes_an_even_chance_in_the_last_turn_only() {
        assert!(attacks(&duel(6, 1, 0)), "nothing is left to lose");
        assert!(!attacks(&duel(3, 1, 0)), "there are turns to come");
        assert!(!attacks(&duel(6, 0, 1)), "the lead is kept");
    }

    #[test]
    fn a_point_that_turns_the_verdict_is_worth_most() {
        let table = duel(6, 0, 0);
        let worth = |side, gain| table.game.appraiser().worth_of_points(side, gain);
        // A tie is a German victory.
        assert!(worth(FRENCH, 1) > 2 * (worth(FRENCH, 3) - worth(FRENCH, 2)));
        assert_eq!(worth(GERMAN, 0), 0);
        assert_eq!(worth(GERMAN, -1), -worth(FRENCH, 1));
    }

    #[test]
    fn a_victory_hex_scores_for_whoever_takes_it_and_against_whoever_loses_it() {
        let table = position(
            "
            map 12x7
            turn 6 of 6
            hold 0304 0404 for french, german first
            german infantry g1 er 1 at 1201
            french infantry f1 er 1 at 1207",
        )
        .attacks();
        let hex = table.hex("0304");
        let points = [GERMAN, FRENCH].map(|side| table.game.points_of_hex(side, hex));
        assert_eq!(points[0], 0, "it is theirs");
        assert!(points[1] > 0);
        assert_eq!(table.game.points_of_hex(FRENCH, table.hex("0504")), 0);
    }
}
