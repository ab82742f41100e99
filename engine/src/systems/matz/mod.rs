//! La Bataille du Matz: phases instead of chits, odds, zones of control, artillery at range, tanks, assault troops, and aircraft
//! in mega-hexes.
//!
//! Each file holds the rules whose number it bears; [`rulebook`] lists them all. What is being done is a stack of tasks
//! (see `state.rs`): a task asks a side or the dice, or goes on by itself. The tasks of a part of the rules are a type of
//! their own, a `TaskFamily`, in the file of that part.

mod action;
mod appraise;
mod appraise_air;
mod appraise_fights;
mod appraise_ground;
mod barrage_odds;
mod board;
mod boards;
mod boards_fights;
mod card;
mod chronicle;
mod combat_odds;
mod event;
mod freeze;
#[cfg(test)]
mod games;
mod label;
mod log;
mod march;
mod markers;
mod marks;
#[cfg(test)]
mod quoted;
mod r0_2_mega_hexes;
mod r10_command;
mod r11_2_missions;
mod r11_4_flight;
mod r11_5_air_combat;
mod r11_6_air_attacks;
mod r11_air;
mod r12_1_reinforcements;
mod r12_2_reserves;
mod r13_victory;
mod r14_setup;
mod r1_2_steps;
mod r1_4_headquarters;
mod r2_sequence;
mod r3_2_zone_costs;
mod r3_zones;
mod r4_stacking;
mod r5_2_strategic;
mod r5_4_exploitation;
mod r5_movement;
mod r6_1_tanks;
mod r6_2_stosstruppen;
mod r7_1_values;
mod r7_2_multiple_attacks;
mod r7_3_modifiers;
mod r7_4_odds;
mod r7_5_losses;
mod r7_5_results;
mod r7_6_advance;
mod r7_6_retreat;
mod r7_6b_divisions;
mod r7_7_concentric;
mod r7_combat;
mod r8_1_barrage;
mod r8_1_column;
mod r8_2_support;
mod r8_4_restrictions;
mod r9_neutralization;
mod reach;
pub mod rulebook;
mod secrets;
mod setup;
mod show;
mod stage;
mod state;
mod tell;
#[cfg(test)]
mod testing;
mod value;
mod why;

use std::fmt::Arguments;
use std::sync::Arc;

pub use action::Action;
pub use board::Board;
pub use event::{Event, LossCause};
pub use markers::markers;
pub use r2_sequence::Phase;
pub use state::{FormationIx, MegaIx, Mission, ReserveIx, State, UnitIx};

use stage::TaskStage;
use state::{At, Task, Unit};

use crate::game::{Game, Outcome, Rule, Side, Turn, Viewer};
use crate::kit::hex_map::{HexIx, HexMap};
use crate::kit::occupancy::Occupancy;
use crate::kit::tasks::{FamilyGame, TaskStack, Tasks as _, game_of_tasks};

/// The rule of the lines of sight; this system has none.
pub const SIGHT: Option<Rule> = None;

/// A game of La Bataille du Matz.
#[derive(Debug)]
pub struct Matz {
    board: Arc<Board>,
    state: State,
    /// The occupancy of hexes by ground units, which follows from the state.
    ground: Occupancy<UnitIx>,
}

crate::kit::parts::game_of_parts!(Matz);

impl Game for Matz {
    type Action = Action;
    type Event = Event;
    type State = State;

    game_of_tasks!();

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
        Self { board: Arc::clone(&self.board), ground: occupancy(&self.board, &state), state }
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

    fn is_idle(action: &Action) -> bool {
        matches!(action, Action::Pass | Action::Stop)
    }
}

impl FamilyGame for Matz {
    fn map(&self) -> &HexMap {
        &self.board.map
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

/// The occupancy of the board's hexes in `state`.
fn occupancy(board: &Board, state: &State) -> Occupancy<UnitIx> {
    Occupancy::new(board.map.len(), state.units.iter().map(|unit| unit.at.hex()))
}

impl Matz {
    fn push(&mut self, task: impl Into<Task>) {
        self.state.stack.push(task.into());
    }

    fn unit(&self, unit: UnitIx) -> &Unit {
        &self.state.units[unit.index()]
    }

    fn unit_mut(&mut self, unit: UnitIx) -> &mut Unit {
        &mut self.state.units[unit.index()]
    }

    fn unit_side(&self, unit: UnitIx) -> Side {
        self.board.unit(unit).side
    }

    /// The formation that commands `unit`: the corps to which it is attached, or its own.
    fn formation_of(&self, unit: UnitIx) -> FormationIx {
        self.unit(unit).attached.unwrap_or(self.board.unit(unit).formation)
    }

    /// Puts `unit` to `at`, on the map or off it, and nothing else.
    fn put(&mut self, unit: UnitIx, at: At) {
        let was = std::mem::replace(&mut self.unit_mut(unit).at, at);
        self.ground.shift(unit, was.hex(), at.hex());
    }

    /// The hex of `unit`; `None` if it is not on the ground of the map.
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
