//! A match: a game with its inputs, events and undo.

use std::{fmt, iter};

use serde::{Deserialize, Serialize};

use super::Rolls;
use crate::game::{Chance, Game, Illegal, Side, Turn};
use crate::show::{Line, Show};

/// An input of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Input<A> {
    /// A side chose an action.
    Choice(A),
    /// The faces of dice, or the number of a draw.
    Picks(Vec<u16>),
}

/// Numbers that the game did not ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongPicks {
    /// The chance that the game asked for; `None` if it waits for no roll or draw.
    pub asked: Option<Chance>,
    /// The numbers given.
    pub given: Vec<u16>,
}

impl fmt::Display for WrongPicks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.asked {
            None => write!(f, "the game needs no roll now, but got {:?}", self.given),
            Some(Chance::Dice { count, sides }) => {
                write!(f, "the game needs {count} dice with {sides} faces, but got {:?}", self.given)
            }
            Some(Chance::Draw { from }) => {
                write!(f, "the game needs one draw from {from}, numbered from 0, but got {:?}", self.given)
            }
        }
    }
}

impl std::error::Error for WrongPicks {}

/// An input with the events that followed from it.
#[derive(Clone, Debug)]
struct RecordedInput<G: Game> {
    /// The side that chose; `None` for chance.
    by: Option<Side>,
    input: Input<G::Action>,
    events: Vec<G::Event>,
    /// The rolls after the input; `None` in a match without a seed.
    rolls: Option<Rolls>,
}

impl<G: Game> RecordedInput<G> {
    /// Applies the input to `game`, which must be in the position before it.
    fn repeat(&self, game: &mut G) {
        match &self.input {
            Input::Choice(action) => game.apply(action, &mut ()),
            Input::Picks(picks) => game.resolve(picks, &mut ()),
        }
    }
}

/// The maximum number of snapshots of a match.
const MOST_KEPT: usize = 64;

/// Snapshots of the state after every `spacing` inputs. Data derived from the state, which may be megabytes on a large map, is
/// not stored.
#[derive(Clone, Debug)]
struct KeptStates<G: Game> {
    states: Vec<G::State>,
    /// The number of inputs between two snapshots; doubled when there are too many.
    spacing: usize,
}

impl<G: Game> KeptStates<G> {
    fn new() -> Self {
        Self { states: Vec::new(), spacing: 16 }
    }

    /// Stores a snapshot of `game` after input `n`, if one is due.
    fn keep(&mut self, n: usize, game: &G) {
        self.states.truncate(n.saturating_sub(1) / self.spacing);
        if !n.is_multiple_of(self.spacing) {
            return;
        }
        self.states.push(game.state());
        if self.states.len() >= MOST_KEPT {
            let mut number = 0_usize;
            self.states.retain(|_| {
                number += 1;
                number.is_multiple_of(2)
            });
            self.spacing *= 2;
        }
    }

    /// Returns the last snapshot after input `n` or an earlier one, with its input.
    fn before(&self, n: usize) -> Option<(usize, &G::State)> {
        let number = (n / self.spacing).min(self.states.len());
        Some((number * self.spacing, self.states.get(number.checked_sub(1)?)?))
    }
}

/// A game with its history.
///
/// Inputs are numbered from 1; input 0 is the start. Undone inputs are kept until a new input replaces them. The game after an
/// earlier input is replayed from the last snapshot before it, so that a long game on a large map needs little more memory than
/// its current position.
///
/// The dice of a match with a seed belong to its inputs: undo and redo move both, and the same choice gets the same roll again.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    start: G,
    now: G,
    steps: Vec<RecordedInput<G>>,
    /// The number of `steps` that are in effect; the rest are undone.
    at: usize,
    kept: KeptStates<G>,
    /// The rolls at the start; `None` if all numbers are [given](Match::pick).
    rolls: Option<Rolls>,
}

/// A position in a [`Match`] that advances input by input, over undone ones too.
#[derive(Clone, Debug)]
pub struct Cursor<'m, G: Game> {
    steps: &'m [RecordedInput<G>],
    n: usize,
    game: G,
    /// The game before the last input; `None` before the first [`Cursor::advance`].
    before: Option<G>,
}

impl<'m, G: Game> Cursor<'m, G> {
    /// Returns the number of the last input.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Returns the game after that input.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the next input with the side that chose it (`None` for chance).
    pub fn next_input(&self) -> Option<(Option<Side>, &'m Input<G::Action>)> {
        self.steps.get(self.n).map(|step| (step.by, &step.input))
    }

    /// Advances by one input; returns `false` and stays if there are no more.
    pub fn advance(&mut self) -> bool {
        let Some(step) = self.steps.get(self.n) else { return false };
        self.before = Some(self.game.clone());
        step.repeat(&mut self.game);
        self.n += 1;
        true
    }
}

impl<G: Show> Cursor<'_, G> {
    /// Returns the log lines of the last input; empty before the first [`Cursor::advance`].
    pub fn log_lines(&self) -> Vec<Line> {
        let step = self.n.checked_sub(1).and_then(|index| self.steps.get(index));
        let Some((step, before)) = step.zip(self.before.as_ref()) else { return Vec::new() };
        step.events.iter().flat_map(|event| self.game.log_lines(before, event)).collect()
    }
}

impl<G: Game> Match<G> {
    /// Starts a match from `start` whose rolls and draws are [given](Match::pick), such as those of a recorded game.
    pub fn new(start: G) -> Self {
        Self { now: start.clone(), start, steps: Vec::new(), at: 0, kept: KeptStates::new(), rolls: None }
    }

    /// Starts a match from `start` with the dice of `seed`.
    pub fn seeded(start: G, seed: u64) -> Self {
        Self { rolls: Some(Rolls::new(seed)), ..Self::new(start) }
    }

    /// Returns the seed of the dice, if there is one.
    pub fn seed(&self) -> Option<u64> {
        self.rolls.as_ref().map(Rolls::seed)
    }

    /// Returns the rolls in the current position.
    fn rolls(&self) -> Option<Rolls> {
        self.done().last().map_or(&self.rolls, |step| &step.rolls).clone()
    }

    /// Returns the game at the start.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// Returns the game in its current position.
    pub fn now(&self) -> &G {
        &self.now
    }

    /// Returns the game after input `n`, undone ones included; `None` if there is no such input. [`Match::cursor`] is faster
    /// for a range of inputs.
    pub fn after(&self, n: usize) -> Option<G> {
        Some(self.cursor(n)?.game)
    }

    /// Returns a cursor after input `n`, undone ones included; `None` if there is no such input.
    pub fn cursor(&self, n: usize) -> Option<Cursor<'_, G>> {
        if n > self.steps.len() {
            return None;
        }
        // `Cursor::log_lines` needs the game before input `n` as well.
        let from = n.saturating_sub(1);
        let kept = self.kept.before(from);
        let (n_kept, game) = match kept {
            _ if (kept.map_or(0, |(n, _)| n)..=from).contains(&self.at) => (self.at, self.now.clone()),
            Some((n, state)) => (n, self.start.with_state(state.clone())),
            None => (0, self.start.clone()),
        };
        let mut cursor = Cursor { steps: &self.steps, n: n_kept, game, before: None };
        while cursor.n < n && cursor.advance() {}
        Some(cursor)
    }

    /// Returns the number of inputs, which is also the number of the last one.
    pub fn len(&self) -> usize {
        self.at
    }

    /// Returns `true` if the match has no inputs.
    pub fn is_empty(&self) -> bool {
        self.at == 0
    }

    /// Returns the number of undone inputs that can be redone.
    pub fn undone(&self) -> usize {
        self.steps.len() - self.at
    }

    /// Returns every input so far, first to last, with the side that chose it (`None` for chance).
    pub fn inputs(&self) -> impl DoubleEndedIterator<Item = (Option<Side>, &Input<G::Action>)> {
        self.done().iter().map(|step| (step.by, &step.input))
    }

    /// Returns every event so far, with the number of the input that caused it.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = (usize, &G::Event)> {
        self.done().iter().enumerate().flat_map(|(index, step)| step.events.iter().map(move |event| (index + 1, event)))
    }

    /// Carries out `action` for the side that must choose.
    ///
    /// # Errors
    /// The rule that forbids the action; the match stays unchanged.
    pub fn choose(&mut self, action: G::Action) -> Result<(), Illegal> {
        self.now().check(&action)?;
        let by = match self.now().turn() {
            Turn::Choose(side) => Some(side),
            Turn::Chance(_) | Turn::Over(_) => None,
        };
        let mut after = self.now().clone();
        let mut events = Vec::new();
        after.apply(&action, &mut events);
        let rolls = self.rolls();
        self.push(RecordedInput { by, input: Input::Choice(action), events, rolls }, after);
        Ok(())
    }

    /// Resolves the pending roll or draw with `picks`. They take the place of the numbers of the seed, which moves on.
    ///
    /// # Errors
    /// The chance that the game asked for, if `picks` does not answer it; the match stays unchanged.
    pub fn pick(&mut self, picks: &[u16]) -> Result<(), WrongPicks> {
        let asked = match self.now().turn() {
            Turn::Chance(chance) => Some(chance),
            Turn::Choose(_) | Turn::Over(_) => None,
        };
        let Some(chance) = asked.filter(|chance| chance.allows(picks)) else {
            return Err(WrongPicks { asked, given: picks.to_vec() });
        };
        let mut rolls = self.rolls();
        if let Some(rolls) = &mut rolls {
            rolls.next(chance);
        }
        let mut after = self.now().clone();
        let mut events = Vec::new();
        after.resolve(picks, &mut events);
        self.push(RecordedInput { by: None, input: Input::Picks(picks.to_vec()), events, rolls }, after);
        Ok(())
    }

    /// Rolls the pending dice or draw; returns `false` if the game waits for neither, or if the match has no seed.
    pub fn roll(&mut self) -> bool {
        match (self.now().turn(), self.rolls()) {
            (Turn::Chance(chance), Some(mut rolls)) => self.pick(&rolls.next(chance)).is_ok(),
            _ => false,
        }
    }

    /// Undoes the latest input; returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.at > 0 && self.jump(self.at - 1)
    }

    /// Redoes the input that was undone last; returns `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.jump(self.at + 1)
    }

    /// Goes to the position after input `n`, by undo or redo; returns `false` and stays if there is no such input.
    pub fn jump(&mut self, n: usize) -> bool {
        let there = self.after(n);
        let known = there.is_some();
        if let Some(game) = there {
            (self.now, self.at) = (game, n);
        }
        known
    }

    fn done(&self) -> &[RecordedInput<G>] {
        self.steps.get(..self.at).unwrap_or(&self.steps)
    }

    fn push(&mut self, step: RecordedInput<G>, after: G) {
        self.steps.truncate(self.at);
        self.steps.push(step);
        self.at = self.steps.len();
        self.kept.keep(self.at, &after);
        self.now = after;
    }
}

impl<G: Show> Match<G> {
    /// Returns the log lines of input `n`, from 1, undone ones included.
    pub fn log_lines(&self, n: usize) -> Vec<Line> {
        self.cursor(n).map(|cursor| cursor.log_lines()).unwrap_or_default()
    }

    /// Returns the log so far: each line with the number of the input that caused it.
    pub fn story(&self) -> impl Iterator<Item = (usize, Line)> {
        let mut cursor = Cursor { steps: self.done(), n: 0, game: self.start.clone(), before: None };
        let told = iter::from_fn(move || cursor.advance().then(|| (cursor.n, cursor.log_lines())));
        told.flat_map(|(n, lines)| lines.into_iter().map(move |line| (n, line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::{Action as Act, Race};

    fn played() -> Match<Race> {
        let mut race = Match::new(Race::along(10));
        race.choose(Act::Walk(2)).unwrap();
        race.choose(Act::Run).unwrap();
        race.pick(&[5]).unwrap();
        race
    }

    #[test]
    fn inputs_and_events_are_recorded() {
        let race = played();
        let inputs: Vec<_> = race.inputs().map(|(by, input)| (by, input.clone())).collect();
        assert_eq!(
            inputs,
            [
                (Some(Side::First), Input::Choice(Act::Walk(2))),
                (Some(Side::Second), Input::Choice(Act::Run)),
                (None, Input::Picks(vec![5])),
            ]
        );
        let story: Vec<_> = race.story().map(|(n, line)| (n, line.text)).collect();
        assert_eq!(
            story,
            [(1, "Reds walk 2 to 2".to_owned()), (3, "Blues run 5 to 5".to_owned()), (3, "Turn 2".to_owned())]
        );
        assert_eq!(race.events().count(), 3);
        assert_eq!(race.log_lines(3), race.story().filter(|(n, _)| *n == 3).map(|(_, line)| line).collect::<Vec<_>>());
        assert_eq!((race.log_lines(2), race.log_lines(0), race.log_lines(4)), (Vec::new(), Vec::new(), Vec::new()));
    }

    #[test]
    fn undo_redo_and_jump_go_where_they_say() {
        let mut race = played();
        let end = race.now().clone();
        assert!(race.undo());
        assert_eq!(race.len(), 2);
        assert!(matches!(race.now().turn(), Turn::Chance(_)));
        assert!(race.jump(0));
        assert_eq!(race.now(), race.start());
        assert!(race.is_empty() && !race.undo());
        assert_eq!(race.undone(), 3);
        assert!(race.jump(3) && !race.redo() && !race.jump(4));
        assert_eq!(race.now(), &end);
    }

    /// Few snapshots are kept in a game of any length, and each position is restored exactly.
    #[test]
    fn a_long_game_keeps_few_states_and_forgets_no_position() {
        let mut race = Match::new(Race::along(u16::MAX));
        let mut positions = vec![race.now().clone()];
        let walk = |race: &mut Match<Race>, positions: &mut Vec<Race>, by| {
            race.choose(Act::Walk(by)).unwrap();
            positions.truncate(race.len());
            positions.push(race.now().clone());
        };
        for n in 0..5_000_u16 {
            walk(&mut race, &mut positions, 1 + n % 2);
            assert!(race.kept.states.len() < MOST_KEPT);
        }
        let same = |race: &Match<Race>, positions: &[Race]| {
            assert!((0..positions.len()).step_by(97).all(|n| race.after(n).as_ref() == positions.get(n)));
            let mut cursor = race.cursor(0).unwrap();
            for (n, position) in positions.iter().enumerate() {
                assert_eq!((cursor.n(), cursor.game()), (n, position));
                assert_eq!(cursor.advance(), n + 1 < positions.len());
            }
        };
        same(&race, &positions);
        for n in [4_999, 1, 0, 2_048, 2_047, 5_000] {
            assert!(race.jump(n));
            assert_eq!((race.len(), race.now()), (n, &positions[n]));
        }
        // New inputs replace the undone ones and their snapshots.
        race.jump(3_000);
        for _ in 0..700 {
            walk(&mut race, &mut positions, 2);
        }
        assert_eq!((race.len(), race.undone()), (3_700, 0));
        same(&race, &positions);
        while race.len() > 3_600 {
            race.undo();
            assert_eq!(race.now(), &positions[race.len()]);
        }
    }

    #[test]
    fn a_new_input_replaces_the_undone() {
        let mut race = played();
        race.jump(1);
        race.choose(Act::Walk(1)).unwrap();
        assert_eq!((race.len(), race.undone()), (2, 0));
        assert_eq!(race.now().places(), [2, 1]);
    }

    /// Plays `actions` with all rolls between them, and returns the numbers rolled.
    fn rolled(race: &mut Match<Race>, actions: &[Act]) -> Vec<u16> {
        let before = race.len();
        for action in actions {
            race.choose(*action).unwrap();
            while race.roll() {}
        }
        let picks = race.inputs().skip(before).filter_map(|(_, input)| match input {
            Input::Picks(picks) => Some(picks.clone()),
            Input::Choice(_) => None,
        });
        picks.flatten().collect()
    }

    #[test]
    fn undo_redo_and_jump_take_the_dice_along() {
        let runs = [Act::Run; 8];
        let mut race = Match::seeded(Race::along(1000), 3);
        let all = rolled(&mut race, &runs);
        assert!(all.len() >= 6, "{all:?}");
        let inputs: Vec<_> = race.inputs().map(|(by, input)| (by, input.clone())).collect();
        for back in 0..inputs.len() {
            race.jump(back);
            while race.roll() {}
            while race.len() < inputs.len() {
                rolled(&mut race, &[Act::Run]);
            }
            assert!(race.inputs().eq(inputs.iter().map(|(by, input)| (*by, input))), "from {back}");
        }
        // Undo and the same choice never give another roll, however often.
        race.jump(0);
        let first = rolled(&mut race, &runs[..2]);
        for _ in 0..5 {
            while race.undo() {}
            assert_eq!(rolled(&mut race, &runs[..2]), first);
        }
    }

    #[test]
    fn a_game_that_was_put_in_goes_on_with_the_dice_of_its_seed() {
        let runs = [Act::Run; 8];
        let mut whole = Match::seeded(Race::along(1000), 9);
        rolled(&mut whole, &runs);
        for known in 0..whole.len() {
            let mut again = Match::seeded(Race::along(1000), 9);
            for (_, input) in whole.inputs().take(known) {
                match input {
                    Input::Choice(action) => again.choose(*action).unwrap(),
                    Input::Picks(picks) => again.pick(picks).unwrap(),
                }
            }
            while again.roll() {}
            while again.len() < whole.len() {
                rolled(&mut again, &[Act::Run]);
            }
            assert!(again.inputs().eq(whole.inputs()), "after {known}");
        }
        let mut given = Match::new(Race::along(1000));
        rolled(&mut given, &runs[..1]);
        assert!(given.seed().is_none() && matches!(given.now().turn(), Turn::Chance(_)));
    }

    #[test]
    fn the_illegal_and_the_unasked_change_nothing() {
        let mut race = played();
        let before = race.now().clone();
        let refusal = race.choose(Act::Walk(3)).unwrap_err();
        assert_eq!(refusal.to_string(), "nobody walks 3 (1 Walking)");
        let refusal = race.pick(&[5]).unwrap_err();
        assert_eq!(refusal.to_string(), "the game needs no roll now, but got [5]");
        race.choose(Act::Run).unwrap();
        assert_eq!(race.pick(&[7]).unwrap_err().to_string(), "the game needs 1 dice with 6 faces, but got [7]");
        assert!(race.pick(&[1, 1]).is_err());
        race.undo();
        assert_eq!(race.now(), &before);
        assert!(!race.roll());
    }
}
