//! Mars la Tour: the sides alternate with single units; HQ focus, efficiency ratings (ER), blown units.
//!
//! Each file holds the rule with its number; [`rulebook`] lists them all.
//!
//! | chapter | files |
//! |---|---|
//! | 3.0 Important Concepts | `r3_…` |
//! | 4.0 1 Command Phase | `r4_1…` |
//! | 4.0 2 Movement Phase | `r4_2…` |
//! | 4.0 3 Attack Phase | `r4_3…` |
//! | 4.0 4 End Phase | `r4_4_end_phase` |
//! | 5.0 Special Rules | where they matter: artillery `r4_3a`, cavalry `r4_3_attacks`, mitrailleuse `r4_1c`, `r3_09` |
//! | 6.0 Victory | `r6_victory` |
//! | 7.0 Setup | `setup` |

// Rules count in whole numbers: a float may differ from one machine to the next.
#![deny(clippy::float_arithmetic, clippy::float_cmp)]

mod action;
mod board;
mod display;
mod event;
mod extra;
mod extra_phases;
mod ground;
mod player;
pub mod rulebook;
mod rules;
mod setup;
mod stage;
mod state;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use board::Board;
pub use display::markers::markers;
pub use event::{Event, Phase};
pub use state::{State, UnitIx};

use action::Refusal;
use state::{AfterRetreat, At, Formation, Motion, Step, Support, Unit};

use ground::MapOccupancy;

use battlewright_core::game::{Game, Illegal, Log, Rule, Side, Turn, Viewer};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::turn_board::TurnBoard;

/// The rule of lines of sight; this system has none.
pub const SIGHT: Option<Rule> = None;

/// A game of Mars la Tour.
#[derive(Debug)]
pub struct MarsLaTour {
    board: TurnBoard<Board>,
    state: State,
    /// The occupancy of hexes, derived from the state.
    ground: MapOccupancy,
}

battlewright_core::game_of_parts!(MarsLaTour);

impl Game for MarsLaTour {
    type Action = Action;
    type Event = Event;
    type State = State;

    fn turn(&self) -> Turn {
        self.stage(|_| ()).turn
    }

    fn actions(&self, into: &mut Vec<Action>) {
        into.clear();
        if !matches!(self.turn(), Turn::Choose(_)) {
            return;
        }
        match self.state.step {
            // These steps share work among all their choices.
            Step::PlaceHq(side) => self.hq_choices(side, into),
            Step::Move(side) => self.move_choices(side, into),
            Step::Moving(motion) => self.motion_choices(&motion, into),
            Step::Attack(side) => self.attack_choices(side, into),
            _ => {
                self.candidates(into);
                into.retain(|action| self.refusal(action).is_ok());
            }
        }
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        self.refusal(action).map_err(|refusal| refusal.explain(self))
    }

    fn apply(&mut self, action: &Action, log: &mut impl Log<Event>) {
        if self.refusal(action).is_ok() {
            self.apply_listed(action, log);
        }
    }

    fn apply_listed(&mut self, action: &Action, log: &mut impl Log<Event>) {
        match (self.state.step, *action) {
            (Step::PlaceHq(side), Action::PlaceHq(hex)) => self.place_hq(side, Some(hex), log),
            (Step::ChooseReturns { side, chosen }, Action::Choose(unit)) => {
                self.choose_to_return(side, chosen, unit, log);
            }
            (Step::Return(_), Action::Return(unit)) => self.state.step = Step::ReturnTo(unit),
            (Step::Return(side), Action::Pass) => self.stop_returning(side, log),
            (Step::ReturnTo(unit), Action::ReturnTo(hex)) => self.return_to(unit, hex, log),
            (Step::PlaceMitrailleuse(side), Action::PlaceMitrailleuse(hex)) => {
                self.place_mitrailleuse(side, hex, log);
            }
            (Step::Organize(side), Action::March(unit)) => self.take_march_formation(side, unit, log),
            (Step::Organize(side), Action::Pass) => self.organized(side, log),
            (Step::LeaveEzoc(_), Action::Leave(unit)) => self.leave_ezoc(unit, log),
            (Step::LeaveEzoc(side), Action::Pass) => self.stay_in_ezocs(side, log),
            (Step::Move(_), Action::Move(unit)) => self.start_move(unit),
            (Step::Move(_), Action::Enter(unit)) => self.start_entry(unit),
            (Step::Move(side), Action::Pass) => self.pass_moves(side, log),
            (Step::Moving(motion), Action::Step(hex)) => self.step(motion, hex, log),
            (Step::Moving(motion), Action::Stop) => self.end_move(motion.unit, log),
            (Step::Moving(motion), Action::Exit) => self.exit(motion, log),
            (Step::Attack(_), Action::Attack { attacker, defender }) => {
                self.declare(attacker, defender, false, log);
            }
            (Step::Attack(_), Action::Deathride { attacker, defender }) => {
                self.declare(attacker, defender, true, log);
            }
            (Step::Attack(side), Action::Pass) => self.pass_attacks(side, log),
            (Step::Support(fight, side), Action::Support(yes)) => self.decide_support(fight, side, yes, log),
            (Step::Retreat(retreat), Action::Step(hex)) => self.retreat_to(retreat, hex, log),
            (Step::Retreat(retreat), Action::Stop) => self.end_retreat(retreat, log),
            // `refusal` refuses every other pair.
            _ => {}
        }
        self.win_at_once(log);
    }

    fn resolve(&mut self, picks: &[u16], log: &mut impl Log<Event>) {
        let Turn::Chance(chance) = self.turn() else { return };
        if !chance.allows(picks) {
            return;
        }
        match (self.state.step, picks) {
            (Step::RollLastMoves(side), &[die]) => self.roll_last_moves(side, die, log),
            (Step::RollLastAttacks(side), &[die]) => self.roll_last_attacks(side, die, log),
            (Step::Duel(fight), &[a, b]) => self.resolve_duel(fight, [a, b], log),
            (Step::Resolve(fight), &[a, b]) => self.resolve_attack(fight, [a, b], log),
            (Step::Event(due, then), &[die]) => self.resolve_event_of(due, die, then, log),
            _ => {}
        }
        self.win_at_once(log);
    }

    fn seen_by(&self, viewer: impl Into<Viewer>) -> Self {
        let viewer = viewer.into();
        let mut seen = self.clone();
        if let Step::Support(fight, _) = &mut seen.state.step {
            for side in Side::BOTH.into_iter().filter(|side| !viewer.knows(*side)) {
                let choice = &mut fight.support[side.index()];
                if choice.is_made() {
                    *choice = Support::Sealed;
                }
            }
        }
        seen
    }

    fn hides(&self, viewer: impl Into<Viewer>) -> bool {
        let viewer = viewer.into();
        let Step::Support(fight, _) = &self.state.step else { return false };
        Side::BOTH.into_iter().any(|side| !viewer.knows(side) && fight.support[side.index()].is_made())
    }

    fn state(&self) -> State {
        self.state.clone()
    }

    fn with_state(&self, state: State) -> Self {
        let board = self.board.at_turn(state.turn);
        Self { ground: MapOccupancy::new(&board, &state), board, state }
    }
}

impl MarsLaTour {
    /// Lists candidates for the current step: a superset of the legal actions.
    fn candidates(&self, into: &mut Vec<Action>) {
        match self.state.step {
            Step::PlaceHq(_) => into.extend(self.board.map.all().map(Action::PlaceHq)),
            Step::ChooseReturns { side, .. } => into.extend(self.board.units_of(side).map(Action::Choose)),
            Step::Return(side) => into.extend(self.board.units_of(side).map(Action::Return)),
            Step::ReturnTo(unit) => into.extend(self.around_hq(self.side_of(unit)).map(Action::ReturnTo)),
            Step::PlaceMitrailleuse(_) => into.extend(self.board.map.all().map(Action::PlaceMitrailleuse)),
            Step::Organize(side) => into.extend(self.board.units_of(side).map(Action::March)),
            Step::LeaveEzoc(side) => into.extend(self.board.units_of(side).map(Action::Leave)),
            Step::Move(side) => {
                into.extend(self.board.units_of(side).map(Action::Enter));
                into.extend(self.board.units_of(side).map(Action::Move));
            }
            Step::Moving(motion) => {
                match motion.hex {
                    Some(hex) => into.extend(self.board.map.neighbors(hex).map(Action::Step)),
                    None => into.extend(self.entry_hexes(motion.unit).iter().copied().map(Action::Step)),
                }
                into.extend([Action::Exit, Action::Stop]);
            }
            Step::Attack(side) => {
                for attacker in self.board.units_of(side) {
                    let Some(hex) = self.hex_of(attacker) else { continue };
                    for defender in self.board.map.neighbors(hex).filter_map(|hex| self.unit_in(hex)) {
                        into.push(Action::Attack { attacker, defender });
                        into.push(Action::Deathride { attacker, defender });
                    }
                }
            }
            Step::Support(..) => into.extend([Action::Support(true), Action::Support(false)]),
            Step::Retreat(retreat) => {
                if let Some(hex) = self.hex_of(retreat.unit) {
                    into.extend(self.board.map.neighbors(hex).map(Action::Step));
                }
                into.push(Action::Stop);
            }
            Step::RollLastMoves(_)
            | Step::RollLastAttacks(_)
            | Step::Duel(_)
            | Step::Resolve(_)
            | Step::Event(..)
            | Step::Over(_) => {}
        }
        into.push(Action::Pass);
    }

    /// Checks whether `action` is legal now.
    fn refusal(&self, action: &Action) -> Result<(), Refusal> {
        if !self.exists(action) {
            return Err(Refusal::NotAsked);
        }
        match (self.state.step, *action) {
            (Step::PlaceHq(side), Action::PlaceHq(hex)) => self.may_place_hq(side, hex),
            (Step::ChooseReturns { side, chosen }, Action::Choose(unit)) => self.may_be_chosen(side, &chosen, unit),
            (Step::Return(side), Action::Return(unit)) => self.may_return(side, unit),
            (Step::ReturnTo(unit), Action::ReturnTo(hex)) => self.may_return_to(self.side_of(unit), hex),
            (Step::PlaceMitrailleuse(side), Action::PlaceMitrailleuse(hex)) => self.may_place_mitrailleuse(side, hex),
            (Step::Organize(side), Action::March(unit)) => self.may_take_march_formation(side, unit),
            (Step::LeaveEzoc(side), Action::Leave(unit)) => self.may_leave_ezoc(side, unit),
            (Step::Move(side), Action::Move(unit)) => self.may_move(side, unit),
            (Step::Move(side), Action::Enter(unit)) => self.may_enter(side, unit),
            (Step::Move(side), Action::Pass) => self.may_pass_moves(side),
            (Step::Moving(motion), Action::Step(hex)) => self.may_step(&motion, hex),
            (Step::Moving(motion), Action::Stop) => self.may_stop(&motion),
            (Step::Moving(motion), Action::Exit) => self.may_exit(&motion),
            (Step::Attack(side), Action::Attack { attacker, defender }) => self.may_attack(side, attacker, defender),
            (Step::Attack(side), Action::Deathride { attacker, defender }) => {
                self.may_deathride(side, attacker, defender)
            }
            (Step::Support(fight, side), Action::Support(yes)) => self.may_support(&fight, side, yes),
            (Step::Retreat(retreat), Action::Step(hex)) => self.may_retreat_to(&retreat, hex),
            (Step::Retreat(retreat), Action::Stop) => self.may_end_retreat(&retreat),
            (Step::Return(side), Action::Pass) => self.may_stop_returning(side),
            (Step::Organize(_) | Step::LeaveEzoc(_) | Step::Attack(_), Action::Pass) => Ok(()),
            (Step::Over(_), _) => Err(Refusal::Over),
            _ => Err(Refusal::NotAsked),
        }
    }

    /// Returns `true` if the hexes and units in `action` exist.
    fn exists(&self, action: &Action) -> bool {
        let unit = |unit: UnitIx| unit.index() < self.state.units.len();
        match *action {
            Action::PlaceHq(hex) | Action::ReturnTo(hex) | Action::PlaceMitrailleuse(hex) | Action::Step(hex) => {
                self.board.map.contains(hex)
            }
            Action::Choose(u)
            | Action::Return(u)
            | Action::March(u)
            | Action::Leave(u)
            | Action::Move(u)
            | Action::Enter(u) => unit(u),
            Action::Attack { attacker, defender } | Action::Deathride { attacker, defender } => {
                unit(attacker) && unit(defender)
            }
            Action::Stop | Action::Exit | Action::Support(_) | Action::Pass => true,
        }
    }

    /// Returns the state of `unit`.
    #[inline]
    fn unit(&self, unit: UnitIx) -> &Unit {
        &self.state.units[unit.index()]
    }

    #[inline]
    fn unit_mut(&mut self, unit: UnitIx) -> &mut Unit {
        &mut self.state.units[unit.index()]
    }

    #[inline]
    fn side_of(&self, unit: UnitIx) -> Side {
        self.board.unit(unit).side
    }

    /// The hex of `unit`; `None` if it is not on the map.
    #[inline]
    fn hex_of(&self, unit: UnitIx) -> Option<HexIx> {
        match self.unit(unit).at {
            At::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    /// Returns the unit in `hex`, if any. During a move through friends, the unit that stays there.
    #[inline]
    fn unit_in(&self, hex: HexIx) -> Option<UnitIx> {
        self.ground.unit_besides(hex, self.moving())
    }

    /// Returns the moving unit.
    #[inline]
    fn moving(&self) -> Option<UnitIx> {
        match self.state.step {
            Step::Moving(motion) => Some(motion.unit),
            _ => None,
        }
    }

    /// Returns the units of `side` on the map, with their hexes.
    fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitIx, HexIx)> + use<'_> {
        self.board.units_of(side).filter_map(|unit| Some((unit, self.hex_of(unit)?)))
    }

    /// Returns the hex of `unit`; refuses enemy units and units that are not on the map.
    fn own_on_map(&self, side: Side, unit: UnitIx) -> Result<HexIx, Refusal> {
        if self.side_of(unit) != side {
            return Err(Refusal::NotYours(unit));
        }
        self.hex_of(unit).ok_or(Refusal::NotOnMap(unit))
    }

    /// Moves `unit` to `hex`: a victory hex changes hands, and units next to an enemy take up Battle Formation (4.0 2b).
    fn put(&mut self, unit: UnitIx, hex: HexIx, log: &mut impl Log<Event>) {
        self.put_at(unit, At::Hex(hex));
        self.take_hold(self.side_of(unit), hex);
        self.come_under_zocs_near(hex, log);
    }

    /// Continues after a retreat.
    fn after_retreat(&mut self, then: AfterRetreat, unit: UnitIx, log: &mut impl Log<Event>) {
        match then {
            AfterRetreat::LeaveEzoc => self.next_to_leave_ezoc(self.side_of(unit).other(), log),
            AfterRetreat::Moves(next) => self.clear_entries(next, log),
            AfterRetreat::Enter(motion, hex) => self.enter_hex(motion, hex, log),
            AfterRetreat::Conclude(fight) => self.conclude(fight, log),
        }
    }
}

/// Returns `true` if `unit` is in Battle Formation.
fn in_battle(unit: &Unit) -> bool {
    unit.formation == Formation::Battle
}

/// Creates a move of `unit` before its first step.
fn motion(unit: UnitIx, hex: Option<HexIx>, command: state::Command) -> Motion {
    Motion { unit, hex, hexes: 0, by_road: true, command, stopped: false }
}
