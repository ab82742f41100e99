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

/// The score of who wins both games of a pair: two for each.
pub(super) const MOST_HALVES: u32 = 4;

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
        let mut score = 0;
        for own in Side::BOTH {
            score += start.visit(WeightedGame { pair, own, kind: self.players, cancel })?;
        }
        Some(score)
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
    type Answer = Option<u32>;

    fn visit<G: Command + Chronicle + Show>(self, start: &G) -> Option<u32> {
        let Self { pair: Pair { seed, weights: [new, old], .. }, own, kind, cancel } = self;
        let seats = Side::BOTH.map(|side| {
            let table = if side == own { new } else { old };
            kind.weighted_player(player_dice(*seed, side), <G as Appraise>::Weights::of(table), None)
        });
        let mut playout = Playout::new(start.clone(), seats, Dice::new(*seed));
        while !cancel.iter().any(|cancel| cancel.load(Ordering::Relaxed)) {
            match playout.advance(&mut ()) {
                Ok(Some(outcome)) => return Some(halves(&outcome, own)),
                Ok(None) if playout.inputs() < MAX_INPUTS as u64 => {}
                // A game without an end, or one that a defect of the players ends, is a draw.
                Ok(None) | Err(_) => return Some(1),
            }
        }
        None
    }
}

/// Returns 2 for a win of `side`, 1 for a draw and 0 for a loss.
fn halves(outcome: &Outcome, side: Side) -> u32 {
    match outcome.winner {
        None => 1,
        Some(winner) if winner == side => 2,
        Some(_) => 0,
    }
}
