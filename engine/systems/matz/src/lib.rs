//! La Bataille du Matz: phases instead of chits, odds, zones of control, artillery at range, tanks, assault troops, and aircraft
//! in mega-hexes.
//!
//! Each file holds the rules whose number it bears; [`rulebook`] lists them all. What is being done is a stack of tasks
//! (see `state.rs`): a task asks a side or the dice, or goes on by itself. The tasks of a part of the rules are a type of
//! their own, a `TaskFamily`, in the file of that part.

// Rules count in whole numbers: a float may differ from one machine to the next.
#![deny(clippy::float_arithmetic, clippy::float_cmp)]

mod action;
mod board;
mod display;
mod event;
mod extra;
mod ground;
mod player;
pub mod rulebook;
mod rules;
mod setup;
mod stage;
mod state;
#[cfg(test)]
mod tests;

use std::fmt::Arguments;

pub use action::Action;
pub use board::Board;
pub use display::markers::markers;
pub use event::{Event, LossCause, Phase};
pub use state::{FormationIx, MegaIx, Mission, ReserveIx, State, UnitIx};

use extra::Asked;
use ground::Ground;
use stage::TaskStage;
use state::{At, Task, Unit};

use battlewright_core::game::{Game, Log, Outcome, Rule, Side, Turn, Viewer};
use battlewright_core::kit::extra::ExtraRules;
use battlewright_core::kit::hex_map::{HexIx, HexMap};
use battlewright_core::kit::tasks::TaskStack;
use battlewright_core::kit::turn_board::TurnBoard;

/// The rule of the lines of sight; this system has none.
pub const SIGHT: Option<Rule> = None;

/// A game of La Bataille du Matz.
#[derive(Debug)]
pub struct Matz {
    board: TurnBoard<Board>,
    state: State,
    /// The ground units and zones of control by hex, which follow from the state.
    ground: Ground,
}

battlewright_core::game_of_parts!(Matz);

impl Game for Matz {
    type Action = Action;
    type Event = Event;
    type State = State;

    battlewright_core::game_of_tasks!();

    fn seen_by(&self, viewer: impl Into<Viewer>) -> Self {
        self.hiding_secrets(viewer.into())
    }

    fn hides(&self, viewer: impl Into<Viewer>) -> bool {
        self.hides_from(viewer.into())
    }

    fn state(&self) -> State {
        self.state.clone()
    }

    fn with_state(&self, state: State) -> Self {
        let board = self.board.at_turn(state.turn);
        Self { ground: Ground::new(&board, &state), board, state }
    }
}

impl TaskStack for Matz {
    type Task = Task;
    type Part = Phase;
    type Piece = UnitIx;

    const END: Rule = rulebook::VICTORY;

    fn stack(&self) -> &[Task] {
        &self.state.stack
    }

    fn pop(&mut self) -> Option<Task> {
        self.state.stack.pop()
    }

    fn after_input(&mut self, log: &mut impl Log<Event>) {
        self.win_at_once(log);
    }

    fn rows(&self) -> Option<&ExtraRules> {
        self.board.extra.get()
    }

    fn is_idle(action: &Action) -> bool {
        matches!(action, Action::Pass | Action::Stop)
    }

    fn map(&self) -> Option<&HexMap> {
        Some(&self.board.map)
    }

    fn exists(&self, action: &Action) -> bool {
        action.unit().is_none_or(|unit| unit.index() < self.state.units.len())
            && action.formation().is_none_or(|formation| formation.index() < self.board.formations.len())
            && action.hex().is_none_or(|hex| self.board.map.contains(hex))
            && action.mega().is_none_or(|mega| mega.index() < self.board.mega.len())
            && action.reserve().is_none_or(|reserve| reserve.index() < self.board.reserves.len())
    }

    fn end_stage(&self, outcome: &Outcome, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}", self.outcome_text(outcome)));
        TaskStage::new(Turn::Over(*outcome), rulebook::VICTORY, None)
    }
}

impl Matz {
    fn push(&mut self, task: impl Into<Task>) {
        self.state.stack.push(task.into());
    }

    #[inline]
    fn unit(&self, unit: UnitIx) -> &Unit {
        &self.state.units[unit.index()]
    }

    fn unit_mut(&mut self, unit: UnitIx) -> &mut Unit {
        &mut self.state.units[unit.index()]
    }

    #[inline]
    fn unit_side(&self, unit: UnitIx) -> Side {
        self.board.unit(unit).side
    }

    /// The formation that commands `unit`: the corps to which it is attached, or its own.
    #[inline]
    fn formation_of(&self, unit: UnitIx) -> FormationIx {
        self.unit(unit).attached.unwrap_or(self.board.unit(unit).formation)
    }

    /// Puts `unit` to `at`, on the map or off it, and nothing else.
    fn put(&mut self, unit: UnitIx, at: At) {
        let was = std::mem::replace(&mut self.unit_mut(unit).at, at);
        self.ground.shift(&Asked::of_turn(&self.board, &self.state), unit, was.hex(), at.hex());
    }

    /// The hex of `unit`; `None` if it is not on the ground of the map.
    #[inline]
    fn hex_of(&self, unit: UnitIx) -> Option<HexIx> {
        self.unit(unit).at.hex()
    }

    /// The ground units of `side` that are on the map, with their hexes.
    fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitIx, HexIx)> + use<'_> {
        self.board.ground_units(side).iter().filter_map(|unit| Some((*unit, self.hex_of(*unit)?)))
    }

    /// The steps that `unit` has left.
    fn steps_left(&self, unit: UnitIx) -> u8 {
        self.board.unit(unit).steps().saturating_sub(self.unit(unit).lost)
    }
}
