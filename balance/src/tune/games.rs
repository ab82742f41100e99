//! Pairs of games between players with different weights.

use std::sync::atomic::{AtomicBool, Ordering};

use battlewright_engine::any::Visit;
use battlewright_engine::chronicle::Chronicle;
use battlewright_engine::game::{Outcome, Side};
use battlewright_engine::play::Dice;
use battlewright_engine::play::replay::MAX_INPUTS;
use battlewright_engine::players::weights::{WeightSet as _, WeightTable};
use battlewright_engine::players::{Appraise, Command, Kind, Playout, player_dice};
use battlewright_engine::show::Show;

use super::{PairSource, TuningTask};

/// The score of who wins both games of a pair.
pub(super) const MOST_SCORE: u32 = 4;

/// A pair of games with the same seed and exchanged seats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    /// The number of the pair, by which the scenarios take turns.
    pub(super) number: u64,
    pub(super) seed: u64,
    /// The weights that the score is for, and those that they meet.
    pub(super) weights: [&'a WeightTable; 2],
}

impl PairSource for TuningTask {
    fn play(&self, pair: &Pair<'_>, cancel: &[&AtomicBool]) -> Option<u32> {
        let count = u64::try_from(self.scenarios.len()).unwrap_or(1).max(1);
        let turn = usize::try_from(pair.number % count).unwrap_or_default();
        let (_, start) = self.scenarios.get(turn)?;
        let mut results = [GameResult::DRAWN; 2];
        for (own, result) in Side::BOTH.into_iter().zip(&mut results) {
            *result = start.visit(WeightedGame { pair, own, kind: self.players, cancel })?;
        }
        Some(score(results))
    }

    fn scenarios(&self) -> Vec<String> {
        self.scenarios.iter().map(|(name, _)| name.clone()).collect()
    }
}

/// A game in which the first weights of a pair play the side `own`.
struct WeightedGame<'a> {
    pair: &'a Pair<'a>,
    own: Side,
    kind: Kind,
    cancel: &'a [&'a AtomicBool],
}

impl Visit for WeightedGame<'_> {
    type Answer = Option<GameResult>;

    fn visit<G: Command + Chronicle + Show>(self, start: &G) -> Option<GameResult> {
        let Self { pair: Pair { seed, weights: [new, old], .. }, own, kind, cancel } = self;
        let seats = Side::BOTH.map(|side| {
            let table = if side == own { new } else { old };
            kind.weighted_player(player_dice(*seed, side), <G as Appraise>::Weights::of(table), None)
        });
        let mut playout = Playout::new(start.clone(), seats, Dice::new(*seed));
        while !cancel.iter().any(|cancel| cancel.load(Ordering::Relaxed)) {
            match playout.advance(&mut ()) {
                Ok(Some(outcome)) => return Some(GameResult::of(&outcome, own)),
                Ok(None) if playout.inputs() < MAX_INPUTS as u64 => {}
                // A game without an end, or one that a defect of the players ends, is a draw.
                Ok(None) | Err(_) => return Some(GameResult::DRAWN),
            }
        }
        None
    }
}

/// The result of a game for one of its players.
#[derive(Clone, Copy, Debug)]
struct GameResult {
    /// 2 for a win, 1 for a draw and 0 for a loss.
    halves: u32,
    /// The lead in victory points.
    lead: i64,
}

impl GameResult {
    const DRAWN: Self = Self { halves: 1, lead: 0 };

    fn of(outcome: &Outcome, side: Side) -> Self {
        let halves = match outcome.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        };
        let [own, theirs] = [side, side.other()].map(|side| i64::from(outcome.points[side.index()]));
        Self { halves, lead: own - theirs }
    }
}

/// Returns the score of a pair of games. Where each player wins once, as the scenario decides and not the weights, the one with
/// more points scores 3 instead of 2.
fn score(results: [GameResult; 2]) -> u32 {
    let wins: u32 = results.iter().map(|result| result.halves).sum();
    match results.iter().map(|result| result.lead).sum::<i64>().signum() {
        1 if wins == MOST_SCORE / 2 => wins + 1,
        -1 if wins == MOST_SCORE / 2 => wins - 1,
        _ => wins,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battlewright_engine::game::Level;

    #[test]
    fn points_decide_a_pair_in_which_each_wins_once() {
        let game = |winner: Option<Side>, points| {
            GameResult::of(&Outcome { winner, level: Level::Victory, points }, Side::First)
        };
        let [first, second] = [Some(Side::First), Some(Side::Second)];
        assert_eq!(score([game(first, [9, 2]), game(second, [3, 5])]), 3);
        assert_eq!(score([game(first, [3, 2]), game(second, [3, 9])]), 1);
        assert_eq!(score([game(first, [9, 2]), game(second, [2, 9])]), 2);
        assert_eq!(score([game(first, [3, 2]), game(None, [0, 99])]), 3, "wins count before points");
        assert_eq!(score([game(first, [3, 2]), game(first, [3, 2])]), MOST_SCORE);
        assert_eq!(score([GameResult::DRAWN; 2]), 2);
    }
}
