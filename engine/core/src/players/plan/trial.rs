//! Playouts under plans, with the score of their ends. They are made on several threads where somebody waits.

use super::{Command, Plan};
use crate::game::{Outcome, Side, Turn};
use crate::play::Dice;
use crate::players::{Greedy, Player as _, WON};

/// The score of a won game without regard to points.
pub(super) const ONE: i64 = 10_000;
/// The turns after the current one in which missions hold in a playout.
pub(in crate::players) const MISSION_TURNS: u16 = 1;
/// The lead over the current value that counts as half of the way to a won game: about fifteen steps, bases or tiers, whose
/// hundredths most systems count. A fight is worth several of them, and has to tell plans apart.
const MUCH: i64 = 1500;
/// The maximum number of inputs of a playout; one that is longer is valued where it stands.
const LONGEST: u32 = 100_000;

/// A playout to be made.
#[derive(Clone, Copy)]
pub(super) struct PlayoutJob<'a> {
    /// The plan of each side.
    pub(super) plans: [&'a Plan; 2],
    /// The hidden data, the rolls and the draws among equal choices depend on it alone.
    pub(super) seed: u64,
}

/// The players of playouts, one for each thread.
pub(super) struct Trials<G: Command> {
    trials: Vec<Trial<G>>,
    weights: G::Weights,
}

impl<G: Command> Trials<G> {
    /// Creates a player for one thread, with `weights`.
    pub(super) fn new(weights: G::Weights) -> Self {
        Self { trials: vec![Trial::new(weights)], weights }
    }

    /// Uses so many threads from now on. Their number does not change the scores.
    pub(super) fn set_threads(&mut self, threads: usize) {
        self.trials.resize_with(threads.max(1), || Trial::new(self.weights));
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.trials.len()
    }

    /// Plays on from what `side` sees in `seen`, and returns its score in each of `jobs`.
    pub(super) fn scores(&mut self, seen: &G, side: Side, jobs: &[PlayoutJob<'_>]) -> Vec<i64> {
        let mut scores = vec![0; jobs.len()];
        let each = jobs.len().div_ceil(self.threads()).max(1);
        let parts = jobs.chunks(each).zip(scores.chunks_mut(each));
        let mut parts = self.trials.iter_mut().zip(parts);
        let play = |(trial, (jobs, scores)): (&mut Trial<G>, (&[PlayoutJob<'_>], &mut [i64]))| {
            for (job, score) in jobs.iter().zip(scores) {
                *score = trial.score(seen, side, job);
            }
        };
        let Some(first) = parts.next() else { return scores };
        if each == jobs.len() {
            play(first);
        } else {
            std::thread::scope(|scope| {
                for part in parts {
                    scope.spawn(move || play(part));
                }
                play(first);
            });
        }
        scores
    }
}

/// A player of playouts, with its buffers.
struct Trial<G: Command> {
    seats: [Greedy<G>; 2],
    /// The weights of the player, who expects that the enemy has the same.
    weights: G::Weights,
    game: Option<G>,
    legal: Vec<G::Action>,
    picks: Vec<u16>,
}

impl<G: Command> Trial<G> {
    fn new(weights: G::Weights) -> Self {
        let seats = [(); 2].map(|()| Greedy::weighted(Dice::new(0), weights));
        Self { seats, weights, game: None, legal: Vec::new(), picks: Vec::new() }
    }

    /// Plays on from what `side` sees in `seen`, and returns its score.
    fn score(&mut self, seen: &G, side: Side, job: &PlayoutJob<'_>) -> i64 {
        let PlayoutJob { plans, seed } = *job;
        let imagined = seen.imagine(side, &mut Dice::named(seed, "imagined for a plan"));
        let start = imagined.as_ref().unwrap_or(seen);
        let mut game = match self.game.take() {
            Some(mut game) => {
                game.clone_from(start);
                game
            }
            None => start.clone(),
        };
        let [first, second] = &mut self.seats;
        first.start_over(Dice::named(seed, "first player of a plan"));
        second.start_over(Dice::named(seed, "second player of a plan"));
        let mut dice = Dice::named(seed, "dice of a plan");
        let missions_until = seen.turn_number().saturating_add(MISSION_TURNS);
        let free = Plan::FREE;
        let end = seen.horizon().map(|turns| seen.turn_number().saturating_add(turns));
        let value = |game: &G| game.value_with(side, &self.weights);
        let mut inputs = 0;
        let score = loop {
            inputs += 1;
            match game.turn() {
                Turn::Over(outcome) => break score_of_end(&outcome, side),
                _ if inputs > LONGEST => break score_of_value(value(&game), value(seen)),
                _ if end.is_some_and(|end| game.turn_number() >= end) && game.is_quiet() => {
                    break score_of_value(value(&game), value(seen));
                }
                Turn::Chance(chance) => {
                    dice.roll_into(chance, &mut self.picks);
                    game.resolve(&self.picks, &mut ());
                }
                Turn::Choose(by) => {
                    let holds = game.turn_number() <= missions_until;
                    let plan = if holds { plans[by.index()] } else { &free };
                    let view = game.hides(by).then(|| game.seen_by(by));
                    let seen = view.as_ref().unwrap_or(&game);
                    let seat = &mut self.seats[by.index()];
                    let next = seat.planned(seen).filter(|next| game.check(next).is_ok());
                    let choice = if let Some(next) = next {
                        seat.recall(seen, &next);
                        Some(next)
                    } else {
                        game.actions(&mut self.legal);
                        seat.choose_under(plan, seen, &self.legal)
                    };
                    let Some(action) = choice else { break ONE / 2 };
                    game.apply_listed(&action, &mut ());
                }
            }
        };
        self.game = Some(game);
        score
    }
}

/// Returns the score of a finished game: the win, and a twentieth for the margin of points.
fn score_of_end(outcome: &Outcome, side: Side) -> i64 {
    let win = match outcome.winner {
        Some(winner) if winner == side => ONE,
        Some(_) => 0,
        None => ONE / 2,
    };
    let [own, theirs] = [side, side.other()].map(|side| i64::from(outcome.points[side.index()]));
    blend(win, own - theirs, own.abs() + theirs.abs() + 1 - (own - theirs).abs())
}

/// Returns the score of a position of this `value`, from one of the value `now`: more than that of a lost game, and less than that
/// of a won one. Small leads count most.
fn score_of_value(value: i32, now: i32) -> i64 {
    if value.abs() >= WON {
        return blend(if value > 0 { ONE } else { 0 }, 0, 1);
    }
    let lead = i64::from(value) - i64::from(now);
    let margin = ONE / 2 + lead * (ONE / 2) / (lead.abs() + MUCH);
    (18 * margin + ONE) / 20
}

/// Returns the score of a result with a margin, of which `much` is half of the greatest one.
fn blend(win: i64, lead: i64, much: i64) -> i64 {
    let margin = ONE / 2 + lead * (ONE / 2) / (lead.abs() + much.max(1));
    (19 * win + margin) / 20
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Level;

    fn end(winner: Option<Side>, points: [i32; 2]) -> i64 {
        score_of_end(&Outcome { winner, level: Level::Victory, points }, Side::First)
    }

    #[test]
    fn a_win_counts_more_than_any_points_and_lost_games_are_still_played_well() {
        let [won, drawn, lost] = [Some(Side::First), None, Some(Side::Second)];
        assert!(end(won, [0, 90]) > end(drawn, [90, 0]) && end(drawn, [0, 90]) > end(lost, [90, 0]));
        assert!(end(lost, [9, 10]) > end(lost, [3, 10]));
        for winner in [won, drawn, lost] {
            assert!((0..=ONE).contains(&end(winner, [i32::MAX, 0])) && (0..=ONE).contains(&end(winner, [0, i32::MAX])));
        }
    }

    #[test]
    fn a_value_scores_by_what_it_gains() {
        assert_eq!(score_of_value(40, 40), ONE / 2);
        assert!(score_of_value(100, 0) > score_of_value(100, 90) && score_of_value(-100, 0) < ONE / 2);
        assert!(score_of_value(WON, 0) > score_of_value(WON - 1, 0));
    }
}
