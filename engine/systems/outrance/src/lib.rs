//! La Guerre à Outrance: miniatures on a table measured in inches. Brigades of bases fire and assault, and a calculation of
//! percentages resolves each action.
//!
//! Each file holds the rules of the chapter whose number it bears. [`rules::calculation`] and the files of results are pure functions of
//! facts that players at a table state, which need no scenario; [`resolver`] is the calculator of the published game over them. The
//! game on top of them is a stack of tasks (see `state.rs`), each a type in the file of its chapter: a side selects a unit, then its action; an order is tested; and the
//! unit moves, fires or assaults. `actions` offers a finite menu, and `check` is the authority for what a hand does.

// Rules count in whole numbers: a float may differ from one machine to the next.
#![deny(clippy::float_arithmetic, clippy::float_cmp)]

mod action;
mod board;
mod display;
mod event;
mod extra;
mod player;
pub mod resolver;
pub mod rulebook;
pub mod rules;
mod setup;
mod stage;
mod state;
#[cfg(test)]
mod tests;

use std::fmt::Arguments;

use battlewright_schema::outrance::Posture;

pub use action::{Action, BaseTurns, OrderKind};
pub use board::Board;
pub use display::markers::markers;
pub use event::{Event, MoveCause};
pub use stage::TurnPart;
pub use state::{State, UnitIx};

use board::UnitFacts;
use rules::c04_formations::{BaseExtent, Bend, Footprint, FormationError, UnitPlacement, footprint};
use rules::calculation::Combatant;
use stage::TaskStage;
use state::{At, Task, Unit};

use battlewright_core::game::{Game, Illegal, Log, Outcome, Rule, Side, Turn, Viewer};
use battlewright_core::kit::extra::ExtraRules;
use battlewright_core::kit::hex_map::HexMap;
use battlewright_core::kit::index::ListIndex as _;
use battlewright_core::kit::plane::{Bounds, Direction, Point, Rectangle};
use battlewright_core::kit::refusal::RefusalCause;
use battlewright_core::kit::tasks::TaskStack;
use battlewright_core::kit::turn_board::TurnBoard;

/// The rule of lines of sight, here between points.
pub const SIGHT: Option<Rule> = Some(rulebook::TERRAIN);

/// A game of La Guerre à Outrance.
#[derive(Debug)]
pub struct Outrance {
    board: TurnBoard<Board>,
    state: State,
    /// The bases of each unit on the table, which follow from the state. A general is a square.
    ground: Vec<Option<Footprint>>,
}

battlewright_core::game_of_parts!(Outrance);

impl Game for Outrance {
    type Action = Action;
    type Event = Event;
    type State = State;

    battlewright_core::game_of_tasks!();

    fn seen_by(&self, _: impl Into<Viewer>) -> Self {
        self.clone()
    }

    fn hides(&self, _: impl Into<Viewer>) -> bool {
        false
    }

    fn state(&self) -> State {
        self.state.clone()
    }

    fn with_state(&self, state: State) -> Self {
        Self::of(self.board.at_turn(state.turn), state)
    }
}

impl TaskStack for Outrance {
    type Task = Task;
    type Part = TurnPart;
    type Piece = UnitIx;

    const END: Rule = rulebook::SCENARIOS;

    fn stack(&self) -> &[Task] {
        &self.state.stack
    }

    fn pop(&mut self) -> Option<Task> {
        self.state.stack.pop()
    }

    fn after_input(&mut self, log: &mut impl Log<Event>) {
        self.wins_at_once(log);
    }

    fn rows(&self) -> Option<&ExtraRules> {
        self.board.extra.get()
    }

    fn is_idle(action: &Action) -> bool {
        matches!(action, Action::Stop)
    }

    fn map(&self) -> Option<&HexMap> {
        None
    }

    fn exists(&self, action: &Action) -> bool {
        action.unit().is_none_or(|unit| unit.index() < self.state.units.len())
    }

    fn end_stage(&self, outcome: &Outcome, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}", self.outcome_text(outcome)));
        TaskStage::new(Turn::Over(*outcome), rulebook::SCENARIOS, None)
    }
}

/// Returns the bases of a unit with `bases` bases at a placement.
fn shape_of(facts: &UnitFacts, bases: u8, place: &UnitPlacement, most_bend: i32) -> Result<Footprint, FormationError> {
    footprint(place, facts.troops, bases, facts.base, most_bend)
}

/// Returns the placement of a general whose base has its center at a point.
fn general_placement(center: Point, base: BaseExtent) -> UnitPlacement {
    UnitPlacement {
        at: center + Direction::UP.ahead(base.depth / 2),
        facing: Direction::UP,
        posture: Posture::Maneuver,
        front: 1,
        bend: Bend::new(),
    }
}

/// Returns the number of a die as a percentage.
fn percent_of(roll: u16) -> u8 {
    u8::try_from(roll).unwrap_or(100)
}

impl Outrance {
    fn of(board: TurnBoard<Board>, state: State) -> Self {
        let mut game = Self { board, state, ground: Vec::new() };
        game.ground = game.shapes();
        game
    }

    /// Returns the bases of each unit on the table.
    fn shapes(&self) -> Vec<Option<Footprint>> {
        let shapes = UnitIx::all(self.state.units.len()).map(|unit| self.shape_at(unit, self.unit(unit).at.place()?));
        shapes.collect()
    }

    fn push(&mut self, task: impl Into<Task>) {
        self.state.stack.push(task.into());
    }

    fn unit(&self, unit: UnitIx) -> &Unit {
        &self.state.units[unit.index()]
    }

    fn unit_mut(&mut self, unit: UnitIx) -> &mut Unit {
        &mut self.state.units[unit.index()]
    }

    fn side_of(&self, unit: UnitIx) -> Side {
        self.board.unit(unit).side
    }

    /// Returns all units of the scenario.
    fn all_units(&self) -> impl Iterator<Item = UnitIx> + use<> {
        UnitIx::all(self.state.units.len())
    }

    /// Returns the bases that a unit would have at a placement; `None` if it cannot stand so.
    fn shape_at(&self, unit: UnitIx, place: &UnitPlacement) -> Option<Footprint> {
        self.try_shape(unit, place).ok()
    }

    fn try_shape(&self, unit: UnitIx, place: &UnitPlacement) -> Result<Footprint, FormationError> {
        shape_of(self.board.unit(unit), self.unit(unit).bases, place, self.board.moves.most_bend)
    }

    /// Returns the bases of a unit; `None` off the table.
    fn shape(&self, unit: UnitIx) -> Option<&Footprint> {
        self.ground.get(unit.index())?.as_ref()
    }

    /// Returns the position of a unit; `None` off the table.
    fn place(&self, unit: UnitIx) -> Option<&UnitPlacement> {
        self.unit(unit).at.place()
    }

    /// Returns the point that stands for a unit: the center of its front, or the center of a general.
    fn point_of(&self, unit: UnitIx) -> Option<Point> {
        let place = self.place(unit)?;
        let facts = self.board.unit(unit);
        Some(if facts.is_general() { place.at + Direction::DOWN.ahead(facts.base.depth / 2) } else { place.at })
    }

    /// Puts a unit to a place, on the table or off it, and nothing else.
    fn put(&mut self, unit: UnitIx, at: At) {
        self.unit_mut(unit).at = at;
        let shape = self.place(unit).and_then(|place| self.shape_at(unit, place));
        if let Some(ground) = self.ground.get_mut(unit.index()) {
            *ground = shape;
        }
    }

    /// Returns the fighting units of a side on the table.
    fn fighters(&self, side: Side) -> impl Iterator<Item = (UnitIx, &Footprint)> {
        let all = self.all_units().filter(move |unit| {
            let facts = self.board.unit(*unit);
            facts.side == side && !facts.is_general()
        });
        all.filter_map(|unit| Some((unit, self.shape(unit)?)))
    }

    /// Returns the bases of the fighting units of a side without some units.
    fn bases_but(&self, side: Side, without: &[UnitIx]) -> Vec<Rectangle> {
        let units = self.fighters(side).filter(|(unit, _)| !without.contains(unit));
        units.flat_map(|(_, shape)| shape.bases().iter().copied()).collect()
    }

    /// Returns the bases of the fighting units of a side that reach into a box, without some units.
    fn bases_near(&self, side: Side, without: &[UnitIx], area: Bounds) -> Vec<Rectangle> {
        let units = self.fighters(side).filter(|(unit, shape)| shape.bounds().meets(area) && !without.contains(unit));
        let bases = units.flat_map(|(_, shape)| shape.bases().iter().copied());
        bases.filter(|base| base.bounds().meets(area)).collect()
    }

    /// Returns the facts about a unit for the calculation.
    fn combatant(&self, unit: UnitIx) -> Combatant {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        Combatant {
            nation: facts.nation,
            troops: facts.troops,
            quality: facts.quality,
            status: state.status,
            posture: state.at.place().map_or(Posture::Deployed, |place| place.posture),
        }
    }

    /// Returns the refusal of an action that answers nothing that is asked.
    fn not_asked(&self) -> Illegal {
        RefusalCause::NotAsked.explain(self)
    }

    fn side_name(&self, side: Side) -> &str {
        &self.board.sides[side.index()].name
    }

    fn unit_name(&self, unit: UnitIx) -> &str {
        &self.board.unit(unit).name
    }
}
