//! La Guerre à Outrance: miniatures on a table measured in inches. Brigades of bases fire and assault, and a calculation of
//! percentages resolves each action.
//!
//! Each file holds the rules of the chapter whose number it bears. [`rules::calculation`] and the files of results are pure functions of
//! facts that players at a table state, which need no scenario; [`resolver`] is the calculator of the published game over them. The
//! game on top of them is a stack of tasks (see `state.rs`): a side selects a unit, then its action; an order is tested; and the
//! unit moves, fires or assaults. `actions` offers a finite menu, and `check` is the authority for what a hand does.

// Rules count in whole numbers: a float may differ from one machine to the next.
#![deny(clippy::float_arithmetic, clippy::float_cmp)]

mod action;
mod board;
mod display;
mod event;
mod player;
pub mod resolver;
pub mod rulebook;
pub mod rules;
mod setup;
mod stage;
mod state;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt::Arguments;
use std::sync::Arc;

use battlewright_schema::outrance::Posture;

pub use action::{Action, BaseTurns, OrderKind};
pub use board::Board;
pub use display::markers::markers;
pub use event::{Event, MoveCause};
pub use stage::TurnPart;
pub use state::{State, UnitIx};

use action::ActionList;
use board::UnitFacts;
use rules::c04_formations::{BaseExtent, Bend, Footprint, FormationError, UnitPlacement, footprint};
use rules::calculation::Combatant;
use stage::TaskStage;
use state::{At, Task, Unit};

use battlewright_core::game::{Game, Illegal, Log, Outcome, Rule, Side, Turn, Viewer};
use battlewright_core::kit::index::ListIndex as _;
use battlewright_core::kit::plane::{Direction, Point, Rectangle};
use battlewright_core::kit::tasks::{TaskStack, Tasks};

/// The rule of lines of sight, here between points.
pub const SIGHT: Option<Rule> = Some(rulebook::TERRAIN);

/// A game of La Guerre à Outrance.
#[derive(Debug)]
pub struct Outrance {
    board: Arc<Board>,
    state: State,
    /// The bases of each unit on the table, which follow from the state. A general is a square.
    ground: Vec<Option<Footprint>>,
}

battlewright_core::game_of_parts!(Outrance);

impl Game for Outrance {
    type Action = Action;
    type Event = Event;
    type State = State;

    fn turn(&self) -> Turn {
        let asked = self.stack().last().and_then(|task| self.asks(task));
        // `run` never stops at a task that needs no input.
        asked.unwrap_or(Turn::Over(Outcome::DRAW))
    }

    fn actions(&self, into: &mut Vec<Action>) {
        into.clear();
        if let Some(task) = self.stack().last()
            && matches!(self.asks(task), Some(Turn::Choose(_)))
        {
            let mut options = ActionList::new();
            self.options(task, &mut options);
            into.extend(options);
        }
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        if action.unit().is_some_and(|unit| unit.index() >= self.state.units.len()) {
            return Err(self.not_asked());
        }
        match self.stack().last() {
            Some(Task::Select(side)) => self.check_select(*side, *action),
            Some(Task::Act(unit)) => self.check_act(*unit, *action),
            Some(Task::AfterLostOrder(unit)) => self.check_after_lost_order(*unit, *action),
            Some(Task::Deploy(unit, fate)) => self.check_deploy(*unit, *fate, *action),
            Some(Task::Move(task)) => self.check_move(task, *action),
            Some(Task::Withdraw { unit, source }) => self.check_withdrawal(*unit, *source, *action),
            Some(Task::Reform(unit)) => self.check_reform(*unit, *action),
            _ => Err(self.not_asked()),
        }
    }

    fn apply(&mut self, action: &Action, log: &mut impl Log<Event>) {
        if self.check(action).is_ok() {
            self.apply_listed(action, log);
        }
    }

    fn apply_listed(&mut self, action: &Action, log: &mut impl Log<Event>) {
        self.choose(*action, log);
        self.run(log);
    }

    fn resolve(&mut self, picks: &[u16], log: &mut impl Log<Event>) {
        if let Turn::Chance(chance) = self.turn()
            && chance.allows(picks)
            && let Some(task) = self.pop()
        {
            self.resolve_task(task, picks, log);
            self.run(log);
        }
    }

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
        Self::of(Arc::clone(&self.board), state)
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

    fn is_idle(action: &Action) -> bool {
        matches!(action, Action::Stop)
    }
}

impl Tasks for Outrance {
    fn stage(&self, task: &Task, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        self.stage_of(task, prompt)
    }

    fn options(&self, task: &Task, into: &mut ActionList) {
        match task {
            Task::Select(side) => self.select_options(*side, into),
            Task::Act(unit) => self.act_options(*unit, into),
            Task::AfterLostOrder(unit) => self.lost_order_options(*unit, into),
            Task::Deploy(unit, fate) => self.deploy_options(*unit, *fate, into),
            Task::Move(task) => self.move_options(task, into),
            Task::Withdraw { unit, source } => self.withdrawal_options(*unit, *source, into),
            Task::Reform(unit) => self.reform_options(*unit, into),
            _ => {}
        }
        // Several reasons may lead to one offer.
        let mut offered = BTreeSet::new();
        into.retain(|action| offered.insert(*action));
    }

    // These tasks are worth their question even with a single answer, and their menus are long.
    fn has_options(&self, task: &Task) -> bool {
        !matches!(task, Task::Withdraw { .. } | Task::AfterLostOrder(_))
    }

    fn refuse(&self, action: &Action) -> Illegal {
        self.check(action).err().unwrap_or_else(|| self.not_asked())
    }

    fn choose(&mut self, action: Action, log: &mut impl Log<Event>) {
        match self.pop() {
            Some(Task::Select(_)) => self.choose_select(action),
            Some(Task::Act(unit)) => self.choose_act(unit, action, log),
            Some(Task::AfterLostOrder(unit)) => self.choose_after_lost_order(unit, action, log),
            Some(Task::Deploy(unit, _)) => self.choose_deploy(unit, action, log),
            Some(Task::Move(task)) => self.choose_move(task, action, log),
            Some(Task::Withdraw { unit, source }) => self.choose_withdrawal(unit, source, action, log),
            Some(Task::Reform(unit)) => self.choose_reform(unit, action, log),
            Some(other) => self.push(other),
            None => {}
        }
    }

    fn proceed(&mut self, task: Task, log: &mut impl Log<Event>) {
        match task {
            Task::BeginTurn => self.begin_turn(log),
            Task::Initiative => self.settle_initiative(log),
            Task::EndAction(unit) => self.end_action(unit, log),
            _ => {}
        }
    }

    fn resolve_task(&mut self, task: Task, picks: &[u16], log: &mut impl Log<Event>) {
        let roll = picks.first().copied().unwrap_or_default();
        match task {
            Task::Arrival(unit) => self.roll_arrival(unit, roll, log),
            Task::Initiative => self.draw_initiative(roll, log),
            Task::OrderRoll(unit, order) => self.roll_order(unit, order, roll, log),
            Task::FireRoll(unit, target) => self.roll_fire(unit, target, roll, log),
            Task::AssaultRoll(unit, target) => self.roll_assault(unit, target, picks, log),
            Task::RegroupRoll(unit) => self.roll_regroup(unit, roll, log),
            _ => {}
        }
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
    fn of(board: Arc<Board>, state: State) -> Self {
        let mut game = Self { board, state, ground: Vec::new() };
        let shapes = UnitIx::all(game.state.units.len()).map(|unit| game.shape_at(unit, game.unit(unit).at.place()?));
        game.ground = shapes.collect();
        game
    }

    fn push(&mut self, task: Task) {
        self.state.stack.push(task);
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
        let text = format!("this does not answer the current question: {}", self.prompt());
        Illegal::new(self.asked_by(), text)
    }
}
