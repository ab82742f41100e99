//! Position Magnifique: random activation, fire and assault combat, orders, event chits, elevation
//! and line of sight.
//!
//! Each file holds the rules with its number; [`rulebook`] lists them all. The pending work is a stack of tasks (see
//! `state.rs`): a task asks a side or the dice, or proceeds without input. Each
//! task is a type, a `TaskFamily`, in the file of its rule.

// Rules count in whole numbers: a float may differ from one machine to the next.
#![deny(clippy::float_arithmetic, clippy::float_cmp)]

mod action;
mod board;
mod display;
mod event;
mod extra;
mod ground;
mod player;
mod refusal;
pub mod rulebook;
mod rules;
mod setup;
mod stage;
mod state;
#[cfg(test)]
mod tests;

use std::fmt::{Arguments, from_fn};

pub use action::Action;
pub use board::Board;
pub use display::markers::markers;
pub use event::{Event, Phase};
pub use state::{ChitIx, FormationIx, Group, MovingPiece, Order, State, UnitIx};

use battlewright_schema::rule::WinTime;

use ground::occupancy;
use refusal::RefusalCause;
use stage::{Part, TaskStage};
use state::{At, Chit, Task, Unit};

use battlewright_core::game::{Game, Log, Outcome, Rule, Side, Turn, Viewer};
use battlewright_core::kit::extra::ExtraRules;
use battlewright_core::kit::hex_map::{HexIx, HexMap};
use battlewright_core::kit::occupancy::Occupancy;
use battlewright_core::kit::tasks::TaskStack;
use battlewright_core::kit::turn_board::TurnBoard;

/// The rule of lines of sight.
pub const SIGHT: Option<Rule> = Some(rulebook::LINE_OF_SIGHT);

/// A game of Position Magnifique.
#[derive(Debug)]
pub struct PositionMagnifique {
    board: TurnBoard<Board>,
    state: State,
    /// The occupancy of hexes, derived from the state.
    ground: Occupancy<UnitIx>,
}

battlewright_core::game_of_parts!(PositionMagnifique);

impl Game for PositionMagnifique {
    type Action = Action;
    type Event = Event;
    type State = State;

    battlewright_core::game_of_tasks!();

    fn seen_by(&self, viewer: impl Into<Viewer>) -> Self {
        let mut seen = self.clone();
        let hidden: Vec<FormationIx> = self.hidden_from(viewer.into()).collect();
        seen.state.cup.exchange(|chit| {
            if let Chit::Activation(formation) = *chit
                && hidden.contains(&formation)
            {
                *chit = Chit::Secret(self.board.formation(formation).side);
            }
        });
        seen.state.chosen.retain(|formation| !hidden.contains(formation));
        seen
    }

    fn hides(&self, viewer: impl Into<Viewer>) -> bool {
        self.hidden_from(viewer.into()).next().is_some()
    }

    fn state(&self) -> State {
        self.state.clone()
    }

    fn with_state(&self, state: State) -> Self {
        Self { board: self.board.at_turn(state.turn), ground: occupancy(self.board.map.len(), &state), state }
    }
}

impl TaskStack for PositionMagnifique {
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

    fn after_input(&mut self, log: &mut impl Log<Event>) {
        self.wins_by_row(WinTime::Once, log);
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

    fn exists(&self, action: &Action) -> bool {
        let unit = |unit: UnitIx| unit.index() < self.state.units.len();
        let formation = |formation: FormationIx| formation.index() < self.state.hqs.len();
        match *action {
            Action::Hex(hex) => self.board.map.contains(hex),
            Action::Formation(f) => formation(f),
            Action::Unit(u) | Action::LoseStep(u) | Action::Rally(u) | Action::Resupply(u) => unit(u),
            Action::Fire { firer, target, .. } | Action::FireWith { firer, target, .. } => unit(firer) && unit(target),
            Action::Charge { unit: u, target } | Action::Deathride { unit: u, target, .. } => unit(u) && unit(target),
            Action::Move(MovingPiece::Unit(u)) => unit(u),
            Action::Move(MovingPiece::Hq(f)) => formation(f),
            Action::Hurry(group) | Action::Detour { group, .. } => formation(group.formation),
            _ => true,
        }
    }

    fn end_stage(&self, outcome: &Outcome, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}", from_fn(|f| f.write_str(&self.outcome_text(outcome)))));
        TaskStage::new(Turn::Over(*outcome), rulebook::VICTORY, Some(Part::Over))
    }

    fn other_refusal(&self, action: &Action) -> RefusalCause {
        let Some(task) = self.state.stack.last() else { return RefusalCause::Over };
        let why = match (task, *action) {
            (task, Action::Hex(hex)) => self.why(task, None, Some(hex)),
            (Task::FirePhase(_) | Task::Window(_), Action::Unit(_)) => None,
            (task, Action::Unit(unit) | Action::Rally(unit) | Action::Resupply(unit)) => {
                self.why(task, Some(MovingPiece::Unit(unit)), None)
            }
            _ => None,
        };
        why.unwrap_or(RefusalCause::NotAsked)
    }
}

impl PositionMagnifique {
    /// Returns the chosen formations that are still secret from `viewer` (20.3).
    fn hidden_from(&self, viewer: Viewer) -> impl Iterator<Item = FormationIx> + use<'_> {
        let unknown = move |formation: &FormationIx| !viewer.knows(self.board.formation(*formation).side);
        self.state.chosen.iter().copied().filter(unknown).filter(|formation| !self.is_revealed(*formation))
    }

    /// Puts `task` on the stack. Nothing follows the end of the game.
    fn push(&mut self, task: impl Into<Task>) {
        if !matches!(self.state.stack.last(), Some(Task::Over(_))) {
            self.state.stack.push(task.into());
        }
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
    fn hq(&self, formation: FormationIx) -> &state::Hq {
        &self.state.hqs[formation.index()]
    }

    fn hq_mut(&mut self, formation: FormationIx) -> &mut state::Hq {
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

    #[inline]
    fn at(&self, piece: MovingPiece) -> At {
        match piece {
            MovingPiece::Unit(unit) => self.unit(unit).at,
            MovingPiece::Hq(formation) => self.hq(formation).at,
        }
    }

    fn set_at(&mut self, piece: MovingPiece, at: At) {
        match piece {
            MovingPiece::Unit(unit) => self.put_unit(unit, at),
            MovingPiece::Hq(formation) => self.hq_mut(formation).at = at,
        }
    }

    /// Returns the hex of `unit`; `None` if it is not on the map.
    #[inline]
    fn hex_of(&self, unit: UnitIx) -> Option<HexIx> {
        self.unit(unit).at.hex()
    }

    /// Returns the hex of the HQ of `formation`; `None` if it is not on the map.
    #[inline]
    fn hq_hex(&self, formation: FormationIx) -> Option<HexIx> {
        self.hq(formation).at.hex()
    }

    /// Returns the units of `side` on the map, with their hexes.
    #[inline]
    fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitIx, HexIx)> + use<'_> {
        self.board.units_of_side(side).filter_map(|unit| Some((unit, self.hex_of(unit)?)))
    }

    fn side_name(&self, side: Side) -> &str {
        &self.board.side(side).name
    }

    fn unit_name(&self, unit: UnitIx) -> &str {
        &self.board.unit(unit).name
    }

    /// Returns the name of `piece`.
    pub(crate) fn piece_name(&self, piece: MovingPiece) -> &str {
        match piece {
            MovingPiece::Unit(unit) => &self.board.unit(unit).name,
            MovingPiece::Hq(formation) => &self.board.formation(formation).hq_name,
        }
    }
}
