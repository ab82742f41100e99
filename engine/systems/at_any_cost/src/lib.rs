//! At Any Cost: Metz 1870: random activation with four orders, fire and assault by strength points, elan, ammunition,
//! event chits that are held or used for commands, earthworks, unit breakdown and night turns.
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
mod extra_acts;
mod extra_hooks;
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
pub use event::{Event, Step};
pub use state::{Bonus, ChitIx, FormationIx, GroupIx, MovingPiece, State, UnitIx};

use stage::{Part, TaskStage};
use state::{Activation, At, Hq, Task, Unit};

use battlewright_core::game::{Game, Log, Outcome, Rule, Side, Turn, Viewer};
use battlewright_core::kit::extra::ExtraRules;
use battlewright_core::kit::hex_map::{HexIx, HexMap};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::occupancy::Occupancy;
use battlewright_core::kit::tasks::TaskStack;
use battlewright_core::kit::turn_board::TurnBoard;

/// The rule of the lines of sight.
pub const SIGHT: Option<Rule> = Some(rulebook::LINE_OF_SIGHT);

/// A game of At Any Cost.
#[derive(Debug)]
pub struct AtAnyCost {
    board: TurnBoard<Board>,
    state: State,
    /// The occupancy of hexes, which follows from the state.
    ground: Occupancy<UnitIx>,
}

battlewright_core::game_of_parts!(AtAnyCost);

impl Game for AtAnyCost {
    type Action = Action;
    type Event = Event;
    type State = State;

    battlewright_core::game_of_tasks!();

    fn seen_by(&self, viewer: impl Into<Viewer>) -> Self {
        let mut seen = self.clone();
        seen.hide_from(viewer.into());
        seen
    }

    fn see_into(&self, viewer: impl Into<Viewer>, view: &mut Self) {
        view.clone_from(self);
        view.hide_from(viewer.into());
    }

    fn hides(&self, viewer: impl Into<Viewer>) -> bool {
        let viewer = viewer.into();
        self.units_with_hidden_markers(viewer).next().is_some() || self.has_hidden_chits(viewer)
    }

    fn state(&self) -> State {
        self.state.clone()
    }

    fn with_state(&self, state: State) -> Self {
        Self { board: self.board.at_turn(state.turn), ground: occupancy(&self.board, &state), state }
    }
}

impl TaskStack for AtAnyCost {
    type Task = Task;
    type Part = Part;
    type Piece = MovingPiece;

    const END: Rule = rulebook::VICTORY;

    fn stack(&self) -> &[Task] {
        &self.state.stack
    }

    fn pop(&mut self) -> Option<Task> {
        self.state.stack.pop()
    }

    fn is_idle(action: &Action) -> bool {
        matches!(action, Action::Pass | Action::Stop)
    }

    fn map(&self) -> Option<&HexMap> {
        Some(&self.board.map)
    }

    fn rows(&self) -> Option<&ExtraRules> {
        self.board.extra.get()
    }

    fn after_input(&mut self, log: &mut impl Log<Event>) {
        self.win_at_once(log);
    }

    fn exists(&self, action: &Action) -> bool {
        let units = action.units();
        let formations = action.formations();
        units.iter().all(|unit| unit.index() < self.state.units.len())
            && formations.iter().all(|formation| formation.index() < self.state.hqs.len())
            && action.hex().is_none_or(|hex| self.board.map.contains(hex))
            && action.chit().is_none_or(|chit| chit.index() < self.state.chits.len())
    }

    fn end_stage(&self, outcome: &Outcome, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}", self.outcome_text(outcome)));
        TaskStage::new(Turn::Over(*outcome), rulebook::VICTORY, Some(Part::Over))
    }
}

/// The occupancy of the board's hexes in `state`.
fn occupancy(board: &Board, state: &State) -> Occupancy<UnitIx> {
    Occupancy::new(board.map.len(), state.units.iter().map(|unit| unit.at.hex()))
}

impl AtAnyCost {
    /// Blanks what `viewer` does not know.
    fn hide_from(&mut self, viewer: Viewer) {
        let marked: InlineList<UnitIx, 32> = self.units_with_hidden_markers(viewer).collect();
        for unit in marked {
            let state = self.unit_mut(unit);
            (state.elan, state.ammo) = (0, 0);
        }
        self.hide_chits(viewer);
    }

    fn push(&mut self, task: impl Into<Task>) {
        self.state.stack.push(task.into());
    }

    #[inline]
    fn unit(&self, unit: UnitIx) -> &Unit {
        &self.state.units[unit.index()]
    }

    #[inline]
    fn unit_mut(&mut self, unit: UnitIx) -> &mut Unit {
        &mut self.state.units[unit.index()]
    }

    #[inline]
    fn hq(&self, formation: FormationIx) -> &Hq {
        &self.state.hqs[formation.index()]
    }

    fn hq_mut(&mut self, formation: FormationIx) -> &mut Hq {
        &mut self.state.hqs[formation.index()]
    }

    fn chit(&self, chit: ChitIx) -> &board::ChitFacts {
        &self.board.chits[chit.index()]
    }

    #[inline]
    fn unit_side(&self, unit: UnitIx) -> Side {
        self.board.unit(unit).side
    }

    #[inline]
    fn side_of(&self, piece: MovingPiece) -> Side {
        match piece {
            MovingPiece::Unit(unit) => self.unit_side(unit),
            MovingPiece::Hq(formation) => self.board.formation(formation).side,
        }
    }

    fn formation_of(&self, piece: MovingPiece) -> FormationIx {
        match piece {
            MovingPiece::Unit(unit) => self.board.unit(unit).formation,
            MovingPiece::Hq(formation) => formation,
        }
    }

    #[inline]
    fn at(&self, piece: MovingPiece) -> At {
        match piece {
            MovingPiece::Unit(unit) => self.unit(unit).at,
            MovingPiece::Hq(formation) => self.hq(formation).at,
        }
    }

    /// Puts `piece` to `at`, and nothing else.
    fn set_at(&mut self, piece: MovingPiece, at: At) {
        match piece {
            MovingPiece::Unit(unit) => self.put_unit(unit, at),
            MovingPiece::Hq(formation) => self.hq_mut(formation).at = at,
        }
    }

    /// Puts `unit` to `at`, on the map or off it, and nothing else.
    fn put_unit(&mut self, unit: UnitIx, at: At) {
        let was = std::mem::replace(&mut self.unit_mut(unit).at, at);
        self.ground.shift(unit, was.hex(), at.hex());
    }

    /// The hex of `unit`; `None` if it is not on the map.
    #[inline]
    fn hex_of(&self, unit: UnitIx) -> Option<HexIx> {
        self.unit(unit).at.hex()
    }

    /// The hex of the HQ of `formation`; `None` if it is not on the map.
    #[inline]
    fn hq_hex(&self, formation: FormationIx) -> Option<HexIx> {
        self.hq(formation).at.hex()
    }

    /// The hex of `piece`; `None` if it is not on the map.
    #[inline]
    fn hex_of_piece(&self, piece: MovingPiece) -> Option<HexIx> {
        match piece {
            MovingPiece::Unit(unit) => self.hex_of(unit),
            MovingPiece::Hq(formation) => self.hq_hex(formation),
        }
    }

    /// The units of `side` that are on the map, with their hexes.
    #[inline]
    fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitIx, HexIx)> + use<'_> {
        self.board.roster_of_side(side).iter().filter_map(|unit| Some((*unit, self.hex_of(*unit)?)))
    }

    /// The enemy combat units of `side` next to `hex`, in the scenario's order.
    #[inline]
    fn enemies_next_to(&self, side: Side, hex: HexIx) -> InlineList<UnitIx, 12> {
        let mut enemies = InlineList::<UnitIx, 12>::new();
        for near in self.board.map.neighbors(hex) {
            enemies.extend(self.ground.units(near).filter(|unit| self.unit_side(*unit) != side));
        }
        enemies.sort_unstable();
        enemies
    }

    /// Returns `true` if there is an enemy combat unit of `side` next to `hex`.
    #[inline]
    fn has_enemy_next_to(&self, side: Side, hex: HexIx) -> bool {
        let mut near = self.board.map.neighbors(hex);
        near.any(|near| self.ground.units(near).any(|unit| self.unit_side(unit) != side))
    }

    /// The activation under way, if any.
    #[inline]
    fn activation(&self) -> Option<&Activation> {
        self.state.stack.iter().rev().find_map(|task| match task {
            Task::Sequence(rules::r05_sequence::SequenceTask::EndActivation(activation)) => Some(activation),
            _ => None,
        })
    }
}
