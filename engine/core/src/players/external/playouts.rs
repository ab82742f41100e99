//! Games to the end that a program orders.

use serde_json::{Value, json};

use super::view::Names;
use crate::game::{Outcome, Side};
use crate::play::Dice;
use crate::play::replay::MAX_INPUTS;
use crate::players::plan::{MISSION_TURNS, Plan};
use crate::players::{Command, Greedy, Player, Playout, Random};

/// The number of inputs between two looks at the clock.
const INPUTS: u64 = 64;

/// A player of playouts, whose decisions take no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuickPlayer {
    /// Plays like [`Greedy`].
    Greedy,
    /// Plays like [`Random`].
    Random,
}

/// A plan that holds for some turns.
#[derive(Clone)]
struct PlanTerm {
    plan: Plan,
    /// The last turn in which it holds.
    until: u16,
}

/// A greedy player that plays under a plan as long as it holds.
struct PlannedGreedy<G: Command> {
    greedy: Greedy<G>,
    term: PlanTerm,
}

impl<G: Command> Player<G> for PlannedGreedy<G> {
    fn choose(&mut self, seen: &G, legal: &[G::Action]) -> Option<G::Action> {
        if seen.turn_number() <= self.term.until {
            self.greedy.choose_under(&self.term.plan, seen, legal)
        } else {
            self.greedy.choose(seen, legal)
        }
    }

    fn planned(&self, seen: &G) -> Option<G::Action> {
        self.greedy.planned(seen)
    }

    fn recall(&mut self, seen: &G, choice: &G::Action) {
        self.greedy.recall(seen, choice);
    }
}

/// The player of a side in playouts.
struct PlayoutSeat {
    player: QuickPlayer,
    /// The dice that draw its plan of the author; `None` if those of each playout do.
    advice: Option<Dice>,
    term: Option<PlanTerm>,
}

impl PlayoutSeat {
    fn new(player: QuickPlayer) -> Self {
        Self { player, advice: None, term: None }
    }

    /// Returns the player for a playout, with the `dice` for its draws.
    fn player<G: Command>(&self, dice: Dice) -> Box<dyn Player<G> + Send> {
        if self.player == QuickPlayer::Random {
            return Box::new(Random::new(dice));
        }
        let mut greedy = Greedy::<G>::new(self.advice.as_ref().unwrap_or(&dice).clone());
        greedy.start_over(dice);
        match &self.term {
            None => Box::new(greedy),
            Some(term) => Box::new(PlannedGreedy { greedy, term: term.clone() }),
        }
    }
}

/// An order for playouts: playout `k` from 0 has the seed `seed + k`.
pub(super) struct PlayoutOrder {
    seats: [PlayoutSeat; 2],
    seed: u64,
    games: u32,
}

/// The message to a program that runs out of time while its playouts run.
const NO_TIME: &str = "the time is over";

impl PlayoutOrder {
    pub(super) fn new(players: [QuickPlayer; 2], seed: u64, games: u32) -> Self {
        Self { seats: players.map(PlayoutSeat::new), seed, games }
    }

    /// Lets a greedy player of `side` follow the same plan of the author in all playouts, which `dice` draw.
    pub(super) fn advise(&mut self, side: Side, dice: &Dice) {
        self.seats[side.index()].advice = Some(dice.clone());
    }

    /// Lets `side` play under `plan` from `turn` on, as long as missions hold in the playouts of the planner.
    pub(super) fn command(&mut self, side: Side, plan: Plan, turn: u16) -> Result<(), String> {
        let seat = &mut self.seats[side.index()];
        if seat.player == QuickPlayer::Random {
            return Err("a random player follows no plan".to_owned());
        }
        seat.term = Some(PlanTerm { plan, until: turn.saturating_add(MISSION_TURNS) });
        Ok(())
    }

    /// Parses the names of the players.
    pub(super) fn players(names: Option<&[String; 2]>) -> Result<[QuickPlayer; 2], String> {
        let Some([first, second]) = names else { return Ok([QuickPlayer::Greedy; 2]) };
        let one = |name: &str| match name {
            "greedy" => Ok(QuickPlayer::Greedy),
            "random" => Ok(QuickPlayer::Random),
            _ => {
                let cut: String = name.chars().take(40).collect();
                Err(format!("no player of playouts is called {cut:?}; there are random and greedy"))
            }
        };
        Ok([one(first)?, one(second)?])
    }

    /// Plays all games from positions that `start` makes with the dice of each. Returns the result of each game; null for one
    /// that did not end.
    pub(super) fn play<G: Command>(
        &self,
        names: &Names,
        start: impl Fn(&mut Dice) -> Result<G, String>,
        has_time: &dyn Fn() -> bool,
    ) -> Result<Vec<Value>, String> {
        let mut results = Vec::new();
        for number in 0..self.games {
            let seed = self.seed.wrapping_add(u64::from(number));
            let mut dice = Dice::named(seed, "playout of an external player");
            let start = start(&mut dice)?;
            let outcome = self.one(start, dice, seed, has_time)?;
            results.push(json!(outcome.map(|outcome| {
                json!({"winner": outcome.winner.map(|side| names.side(side)), "points": outcome.points})
            })));
        }
        Ok(results)
    }

    fn one<G: Command>(
        &self,
        start: G,
        dice: Dice,
        seed: u64,
        has_time: &dyn Fn() -> bool,
    ) -> Result<Option<Outcome>, String> {
        let [first, second] = &self.seats;
        let player_dice = |side: &str| Dice::named(seed, &format!("{side} player of a playout"));
        let players = [first.player(player_dice("first")), second.player(player_dice("second"))];
        let mut playout = Playout::new(start, players, dice);
        while playout.inputs() < MAX_INPUTS as u64 {
            if playout.inputs().is_multiple_of(INPUTS) && !has_time() {
                return Err(NO_TIME.to_owned());
            }
            if let Some(outcome) = playout.advance(&mut ()).map_err(|defect| defect.to_string())? {
                return Ok(Some(outcome));
            }
        }
        Ok(None)
    }
}
