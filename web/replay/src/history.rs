//! The checked positions of a game, for going back and forth.

use battlewright_engine::any::{AnyAction, AnyGame, AnyState};
use battlewright_engine::game::Game as _;
use battlewright_engine::play::{Input, Match};

/// The most snapshots. Their spacing doubles when there are more.
const MOST: usize = 1024;

/// The checked inputs with snapshots between them. They are denser than those of a match, which are meant for memory and not for a
/// step back in a few milliseconds.
pub(crate) struct History {
    inputs: Vec<Input<AnyAction>>,
    /// The states after every `spacing` inputs, from the start on.
    states: Vec<AnyState>,
    spacing: usize,
    /// The last position that was asked for.
    last: (usize, AnyGame),
}

impl History {
    pub(crate) fn new(start: &AnyGame) -> Self {
        Self { inputs: Vec::new(), states: vec![start.state()], spacing: 8, last: (0, start.clone()) }
    }

    /// Returns the number of inputs.
    pub(crate) fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Adds the last input of `game`.
    pub(crate) fn add(&mut self, game: &Match<AnyGame>) {
        let Some((_, input)) = game.inputs().next_back() else { return };
        self.inputs.push(input.clone());
        if !self.inputs.len().is_multiple_of(self.spacing) {
            return;
        }
        self.states.push(game.now().state());
        if self.states.len() > MOST {
            let mut n = 0_usize;
            self.states.retain(|_| {
                n += 1;
                n % 2 == 1
            });
            self.spacing *= 2;
        }
    }

    /// Returns the game after input `n`; `None` if it is not checked yet. `start` is any position of the game.
    pub(crate) fn after(&mut self, start: &AnyGame, n: usize) -> Option<&AnyGame> {
        if n > self.inputs.len() {
            return None;
        }
        let kept = (n / self.spacing).min(self.states.len() - 1);
        if !(kept * self.spacing..=n).contains(&self.last.0) {
            self.last = (kept * self.spacing, start.with_state(self.states.get(kept)?.clone()));
        }
        let (at, game) = &mut self.last;
        for input in self.inputs.get(*at..n)? {
            match input {
                Input::Choice(action) => game.apply(action, &mut ()),
                Input::Picks(picks) => game.resolve(picks, &mut ()),
            }
        }
        *at = n;
        Some(&self.last.1)
    }
}
