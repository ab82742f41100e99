//! Position Magnifique: random activation, fire and assault combat, orders, event chits, elevation
//! and line of sight.
//!
//! Each file holds the rules with its number; [`rulebook`] lists them all. The pending work is a stack of tasks (see
//! `state.rs`): a task asks a side or the dice, or proceeds without input.

// Rules count in whole numbers: a float may differ from one machine to the next.
#![deny(clippy::float_arithmetic, clippy::float_cmp)]

mod action;
mod board;
mod display;
mod event;
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
use std::sync::Arc;

pub use action::Action;
pub use board::Board;
pub use display::markers::markers;
pub use event::{Event, Phase};
pub use state::{ChitIx, FormationIx, Group, MovingPiece, Order, State, UnitIx};

use action::{ActionList, Refusal};
use ground::occupancy;
use stage::{Part, TaskStage};
use state::{ActivatedUnits, AssaultStage, At, Chit, Task, Unit};

use battlewright_core::game::{Game, Illegal, Log, Rule, Side, Turn, Viewer};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::occupancy::Occupancy;
use battlewright_core::kit::tasks::{TaskStack, Tasks};

/// The rule of lines of sight.
pub const SIGHT: Option<Rule> = Some(rulebook::LINE_OF_SIGHT);

/// A game of Position Magnifique.
#[derive(Debug)]
pub struct PositionMagnifique {
    board: Arc<Board>,
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
        Self { board: Arc::clone(&self.board), ground: occupancy(self.board.map.len(), &state), state }
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

    fn is_idle(action: &Action) -> bool {
        matches!(action, Action::Pass | Action::Stop)
    }
}

impl Tasks for PositionMagnifique {
    fn stage(&self, task: &Task, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        self.stage_of(task, prompt)
    }

    /// Formats no prompt.
    fn asks(&self, task: &Task) -> Option<Turn> {
        self.stage_of(task, |_| ()).turn
    }

    fn options(&self, task: &Task, into: &mut ActionList) {
        match task {
            Task::Deploy(pieces) => self.deploy_options(pieces, into),
            Task::FirstOrders(_) => into.extend([Action::Order(Order::Attack), Action::Order(Order::Defend)]),
            Task::ChooseChit(side) => self.chit_options(*side, into),
            Task::Window(side) => self.window_options(*side, into),
            Task::UseChit(chit) => self.use_options(*chit, into),
            Task::Pick(event, side) => self.pick_options(*event, *side, into),
            Task::Lure(unit) => self.lure_options(*unit, into),
            Task::FirePhase(activation) => self.fire_options(activation, into),
            Task::OrderPhase(activation) => self.order_options(activation, into),
            Task::MovePhase { activation, .. } => self.move_options(activation, into),
            Task::Compelled { unit, .. } => self.compelled_options(*unit, into),
            Task::CompelledStep { unit, advance, from } => {
                self.compelled_step_options(*unit, *advance, *from, into);
            }
            Task::Moving(motion) => self.motion_options(motion, into),
            Task::Contact { motion, tried } => self.contact_options(motion, tried, into),
            Task::Arrival(arrival) => self.arrival_options(arrival, into),
            Task::Fire(fire) => self.smoke_options(fire, into),
            Task::ReturnFire { unit, at } => self.return_fire_options(*unit, *at, into),
            Task::AssaultPhase(activation) => self.assault_options(activation, into),
            Task::Assault(assault) => self.assault_stage_options(assault, into),
            Task::Retreat(retreat) => self.retreat_options(retreat, into),
            Task::Breakthrough(breakthrough) => self.breakthrough_options(breakthrough, into),
            Task::Follow { formation, .. } => into.extend([Action::Move(MovingPiece::Hq(*formation)), Action::Pass]),
            Task::Struggle { fight, side } => self.struggle_options(fight, *side, into),
            Task::StruggleHit { fight, side } => self.struggle_hit_options(fight, *side, into),
            Task::Recover(side) => self.recover_options(*side, into),
            Task::Rebuild(side) => self.rebuild_options(*side, into),
            Task::RebuildAt(unit) => self.rebuild_hexes(*unit, into),
            Task::Regroup(side) => self.regroup_options(*side, into),
            Task::BeginTurn
            | Task::Begin(_)
            | Task::Draw
            | Task::MalaiseRoll(_)
            | Task::CapriviRoll(_)
            | Task::LureRoll(_)
            | Task::CommandRoll(_)
            | Task::CounterchargeRoll { .. }
            | Task::DeathrideRoll { .. }
            | Task::MoraleTest { .. }
            | Task::StruggleRoll { .. }
            | Task::EndActivation(_)
            | Task::RebuildRoll(_)
            | Task::RegroupRoll { .. }
            | Task::Housekeeping
            | Task::Over(_) => {}
        }
    }

    fn has_options(&self, task: &Task) -> bool {
        match task {
            Task::MovePhase { activation, .. } => self.can_move_any(activation),
            Task::Moving(motion) => !self.is_halted(motion) && self.can_go_on(motion),
            _ => false,
        }
    }

    fn refuse(&self, action: &Action) -> Illegal {
        self.refusal(action).explain(self)
    }

    fn choose(&mut self, action: Action, log: &mut impl Log<Event>) {
        let Some(task) = self.state.stack.pop() else { return };
        match task {
            Task::Deploy(pieces) => self.deploy(pieces, action, log),
            Task::FirstOrders(hqs) => self.set_first_order(hqs, action, log),
            Task::ChooseChit(side) => self.choose_chit(side, action, log),
            Task::Window(side) => self.use_window(side, action, log),
            Task::UseChit(chit) => self.use_chit(chit, action, log),
            Task::Pick(event, side) => self.pick(event, side, action, log),
            Task::Lure(unit) => self.lure(unit, action, log),
            Task::FirePhase(activation) => self.fire_in_phase(activation, action, log),
            Task::OrderPhase(activation) => self.give_order(activation, action, log),
            Task::MovePhase { activation, entered } => self.move_in_phase(activation, entered, action, log),
            Task::Compelled { unit, advance } => self.compel(unit, advance, action, log),
            Task::CompelledStep { unit, .. } => self.compelled_step(unit, action, log),
            Task::Moving(motion) => self.go_on(motion, action, log),
            Task::Contact { motion, tried } => self.resolve_contact(motion, tried, action, log),
            Task::Arrival(arrival) => self.fire_at_arrival(arrival, action, log),
            Task::Fire(fire) => self.decide_smoke(fire, action, log),
            Task::ReturnFire { .. } => self.return_fire(action, log),
            Task::AssaultPhase(activation) => self.assault_in_phase(activation, action),
            Task::Assault(assault) => self.decide_assault(assault, action, log),
            Task::Retreat(retreat) => self.fall_back(retreat, action, log),
            Task::Breakthrough(breakthrough) => self.break_through(breakthrough, action, log),
            Task::Follow { formation, to } => self.follow(formation, to, action, log),
            Task::Struggle { fight, side } => self.struggle(fight, side, action, log),
            Task::StruggleHit { .. } => self.strike(action, log),
            Task::Recover(side) => self.recover(side, action, log),
            Task::Rebuild(side) => self.rebuild(side, action),
            Task::RebuildAt(unit) => self.rebuild_at(unit, action, log),
            Task::Regroup(_) => self.regroup(action),
            task => self.state.stack.push(task),
        }
    }

    fn proceed(&mut self, task: Task, log: &mut impl Log<Event>) {
        match task {
            Task::BeginTurn => self.begin_turn(log),
            Task::Begin(phase) => self.begin_phase(phase, log),
            Task::EndActivation(activation) => self.end_activation(&activation, log),
            Task::Housekeeping => self.run_housekeeping(log),
            // Empty lists have nothing left to do.
            _ => {}
        }
    }

    fn resolve_task(&mut self, task: Task, picks: &[u16], log: &mut impl Log<Event>) {
        match (task, picks) {
            (Task::Draw, &[pick]) => self.draw(pick, log),
            (Task::MalaiseRoll(formation), &[die]) => self.roll_malaise(formation, die, log),
            (Task::CapriviRoll(unit), &[die]) => self.roll_caprivi(unit, die, log),
            (Task::LureRoll(unit), &[die]) => self.roll_lure(unit, die, log),
            (Task::DeathrideRoll { unit, target }, &[die]) => self.roll_deathride(unit, target, die, log),
            (Task::CommandRoll(unit), &[a, b]) => self.roll_command(unit, a + b, log),
            (Task::CounterchargeRoll { motion, tried, unit }, &[a, b]) => {
                self.roll_countercharge(motion, tried, unit, [a, b], log);
            }
            (Task::Fire(fire), &[a, b]) => self.roll_fire(fire, [a, b], log),
            (Task::MoraleTest { unit, less }, &[a, b]) => self.roll_morale(unit, less, [a, b], log),
            (Task::Assault(assault), &[a, b]) => self.roll_assault(assault, [a, b], log),
            (Task::StruggleRoll { fight, unit }, &[a, b]) => self.roll_struggle(fight, unit, [a, b], log),
            (Task::RebuildRoll(unit), &[a, b]) => self.roll_rebuild(unit, [a, b], log),
            (Task::RegroupRoll { group, detour }, &[a, b]) => {
                self.roll_regroup(group, detour, a + b, log);
            }
            (task, _) => self.state.stack.push(task),
        }
    }
}

impl PositionMagnifique {
    /// Returns the chosen formations that are still secret from `viewer` (20.3).
    fn hidden_from(&self, viewer: Viewer) -> impl Iterator<Item = FormationIx> + use<'_> {
        let unknown = move |formation: &FormationIx| !viewer.knows(self.board.formation(*formation).side);
        self.state.chosen.iter().copied().filter(unknown).filter(|formation| !self.is_revealed(*formation))
    }

    /// Returns the reason why the illegal `action` is refused.
    fn refusal(&self, action: &Action) -> Refusal {
        let Some(task) = self.state.stack.last() else { return Refusal::Over };
        if !self.exists(action) {
            return Refusal::NotAsked;
        }
        let why = match (task, *action) {
            (Task::Over(_), _) => Err(Refusal::Over),
            (Task::FirePhase(activation), Action::Fire { firer, target, half }) => {
                self.may_fire_in_phase(activation, firer, target, half)
            }
            (Task::MovePhase { activation, .. }, Action::Move(piece)) => self.may_move(activation, piece),
            (Task::MovePhase { activation, .. }, Action::Charge { unit, target }) => {
                self.may_charge(activation, unit, target)
            }
            (Task::Moving(motion), Action::Hex(hex)) => self.may_step(motion, hex),
            (Task::Moving(motion), Action::Charge { unit, target }) => self.may_ride(motion, unit, target),
            (Task::Moving(motion), Action::Stop) => self.may_stop(motion),
            (Task::AssaultPhase(activation), Action::Unit(target)) => self.may_assault(activation, target),
            (Task::Assault(assault), Action::Unit(unit)) if assault.stage == AssaultStage::Plan => {
                self.may_join(assault, unit)
            }
            (Task::MovePhase { .. } | Task::AssaultPhase(_), Action::Pass) => Err(Refusal::MustEngage),
            (Task::Assault(assault), Action::Begin) if assault.stage == AssaultStage::Plan => {
                self.may_begin_assault(assault)
            }
            (task, Action::Hex(hex)) => Err(self.why(task, None, Some(hex)).unwrap_or(Refusal::NotAsked)),
            (Task::FirePhase(_) | Task::Window(_), Action::Unit(_)) => Err(Refusal::NotAsked),
            (task, Action::Unit(unit) | Action::Rally(unit) | Action::Resupply(unit)) => {
                Err(self.why(task, Some(MovingPiece::Unit(unit)), None).unwrap_or(Refusal::NotAsked))
            }
            _ => Err(Refusal::NotAsked),
        };
        why.err().unwrap_or(Refusal::NotAsked)
    }

    /// Returns `true` if the pieces and hexes in `action` exist.
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

    /// Puts `task` on the stack. Nothing follows the end of the game.
    fn push(&mut self, task: Task) {
        if !matches!(self.state.stack.last(), Some(Task::Over(_))) {
            self.state.stack.push(task);
        }
    }

    fn unit(&self, unit: UnitIx) -> &Unit {
        &self.state.units[unit.index()]
    }

    fn unit_mut(&mut self, unit: UnitIx) -> &mut Unit {
        &mut self.state.units[unit.index()]
    }

    fn hq(&self, formation: FormationIx) -> &state::Hq {
        &self.state.hqs[formation.index()]
    }

    fn hq_mut(&mut self, formation: FormationIx) -> &mut state::Hq {
        &mut self.state.hqs[formation.index()]
    }

    fn chit(&self, chit: ChitIx) -> &board::ChitFacts {
        &self.board.chits[chit.index()]
    }

    fn unit_side(&self, unit: UnitIx) -> Side {
        self.board.unit(unit).side
    }

    fn side_of(&self, piece: MovingPiece) -> Side {
        match piece {
            MovingPiece::Unit(unit) => self.unit_side(unit),
            MovingPiece::Hq(formation) => self.board.formation(formation).side,
        }
    }

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
    fn hex_of(&self, unit: UnitIx) -> Option<HexIx> {
        self.unit(unit).at.hex()
    }

    /// Returns the hex of the HQ of `formation`; `None` if it is not on the map.
    fn hq_hex(&self, formation: FormationIx) -> Option<HexIx> {
        self.hq(formation).at.hex()
    }

    /// Returns the units of `side` on the map, with their hexes.
    fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitIx, HexIx)> + use<'_> {
        self.board.units_of_side(side).filter_map(|unit| Some((unit, self.hex_of(unit)?)))
    }

    /// Returns the name of `piece`.
    pub(crate) fn piece_name(&self, piece: MovingPiece) -> &str {
        match piece {
            MovingPiece::Unit(unit) => &self.board.unit(unit).name,
            MovingPiece::Hq(formation) => &self.board.formation(formation).hq_name,
        }
    }
}
