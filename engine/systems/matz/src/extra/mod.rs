//! Rules in rows: what expressions ask of a position. The hooks at which rows change the rules of the system are in `hooks.rs` and
//! `acts.rs`, events in `events.rs`, and phases that rows skip in `phases.rs`.

mod acts;
mod events;
mod hooks;
mod phases;

use battlewright_schema::matz::Kind;
use battlewright_schema::matz::vocabulary::{Fact, Hook, Source};

use crate::board::Board;
use crate::event::Phase;
use crate::rules::r05_movement::MoveTask;
use crate::rules::r07_combat::Combat;
use crate::state::{At, State, Task, Unit, UnitIx};
use crate::{Matz, rulebook};
use battlewright_core::game::Rule;
use battlewright_core::kit::extra::{Given, RuleFacts, hex_value, index_value, side_of_value, side_value};
use battlewright_core::kit::hex_map::HexIx;

pub(crate) use acts::Flight;
pub(crate) use hooks::CombatValues;

/// The rule that is cited where no row is at hand.
pub(crate) const BY_SCENARIO: Rule = rulebook::SETUP;

/// A position, as expressions ask about it.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    board: &'a Board,
    state: &'a State,
    /// `None` while the index of the ground is made, when only what is fixed for a turn is asked.
    game: Option<&'a Matz>,
    /// The combat that is asked about.
    combat: Option<&'a Combat>,
    phase: Phase,
}

impl<'a> Asked<'a> {
    /// A position of which only what is fixed for a turn is asked.
    pub(crate) fn of_turn(board: &'a Board, state: &'a State) -> Self {
        Self { board, state, game: None, combat: None, phase: state.phase }
    }

    pub(crate) fn board(&self) -> &'a Board {
        self.board
    }

    /// Returns `true` if the zone of control of `unit` in `from` reaches `hex` next to it, where no river stops it (3.1).
    #[inline]
    pub(crate) fn has_zone(&self, unit: UnitIx, from: HexIx, hex: HexIx) -> bool {
        let exerts = self.board.exerts_zone(unit);
        let given = || Given::of([unit_value(unit), hex_value(hex), hex_value(from)]);
        self.board.extra.yes_no(Hook::Zone.number(), exerts, || (*self, given()))
    }

    fn unit(&self, unit: i32) -> Option<&'a Unit> {
        self.state.units.get(usize::try_from(unit).ok()?)
    }

    fn hex(&self, hex: i32) -> Option<HexIx> {
        self.board.map.hex(usize::try_from(hex).ok()?)
    }

    /// Returns the answer about a unit; 0 for one that does not exist.
    fn fact_of_unit(&self, fact: Fact, index: i32, other: i32) -> i32 {
        let ix = |index: i32| u16::try_from(index).ok().map(UnitIx).filter(|unit| unit.0 < self.units());
        let Some((unit, state)) = ix(index).zip(self.unit(index)) else { return 0 };
        let facts = self.board.unit(unit);
        match fact {
            Fact::Steps => facts.steps().saturating_sub(state.lost).into(),
            Fact::StepsLost => state.lost.min(facts.steps()).into(),
            Fact::Value => self.game.map_or(0, |game| game.combat_value(unit, false)).into(),
            Fact::Bombardment => facts.bombardment.into(),
            Fact::Movement => facts.movement.into(),
            Fact::SameDivision => {
                let of_other = ix(other).and_then(|other| self.board.unit(other).division.as_ref());
                (facts.division.is_some() && facts.division.as_ref() == of_other).into()
            }
            Fact::InCommand => (!state.out_of_command).into(),
            Fact::IsNeutralized => state.neutralized.into(),
            Fact::HasMoved => state.moved.into(),
            Fact::HasExploited => state.exploited.into(),
            Fact::HasEntered => state.entered.into(),
            Fact::HasFired => state.fired.into(),
            Fact::HasAttacked => state.attacked.into(),
            Fact::WasAttacked => state.was_attacked.into(),
            Fact::Spent => match self.state.stack.last() {
                Some(Task::Move(MoveTask::Moving(motion))) if motion.unit == unit => motion.spent.into(),
                _ => 0,
            },
            Fact::UnderFighters => {
                let hex = state.at.hex();
                let is_under = |(game, hex): (&Matz, HexIx)| game.has_enemy_fighter(facts.side, hex);
                self.game.zip(hex).is_some_and(is_under).into()
            }
            _ => 0,
        }
    }

    /// Returns the answer about a hex, and a side for some.
    fn fact_of_hex(&self, fact: Fact, hex: i32, side: i32) -> i32 {
        let Some(hex) = self.hex(hex) else { return 0 };
        let side = side_of_value(side);
        match fact {
            Fact::Elevation => self.board.level(hex).into(),
            Fact::IsTrench => self.board.trench(hex).is_some().into(),
            Fact::IsTrenchOf => (self.board.trench(hex) == Some(side)).into(),
            Fact::StepsOf => self.game.map_or(0, |game| game.steps_in(side, hex)).into(),
            Fact::InEzoc => self.game.is_some_and(|game| game.in_enemy_zoc(side, hex)).into(),
            Fact::IsJoined => {
                let is_joined = |game: &Matz| game.joined_to_edge(side).get(hex.index()).copied().unwrap_or(false);
                self.game.is_some_and(is_joined).into()
            }
            _ => 0,
        }
    }

    fn units(&self) -> u16 {
        u16::try_from(self.board.units.len()).unwrap_or(u16::MAX)
    }
}

impl RuleFacts for Asked<'_> {
    fn turn(&self) -> i32 {
        self.state.turn.max(self.board.first_turn).into()
    }

    fn phase(&self) -> i32 {
        let place = Phase::OF_PLAYER_TURN.iter().position(|phase| *phase == self.phase);
        place.map_or(-1, index_value)
    }

    fn unit_hex(&self, unit: i32) -> i32 {
        hex_value(self.unit(unit).and_then(|unit| unit.at.hex()))
    }

    fn in_play(&self, unit: i32) -> bool {
        self.unit_hex(unit) >= 0
    }

    fn holds(&self, side: i32, place: i32) -> bool {
        let hexes = usize::try_from(place).ok().and_then(|place| self.board.places.get(place));
        let side = Some(side_of_value(side));
        let holds = |number: &usize| self.state.control.get(*number).copied().flatten() == side;
        hexes.is_some_and(|hexes| !hexes.is_empty() && hexes.iter().all(holds))
    }

    fn each_unit_in(&self, hex: i32, found: &mut dyn FnMut(i32) -> bool) {
        let Some((game, hex)) = self.game.zip(self.hex(hex)) else { return };
        for unit in game.ground.units(hex) {
            if !found(unit_value(unit)) {
                return;
            }
        }
    }

    fn fact(&self, fact: u16, asked: &[i32]) -> i32 {
        let Some(fact) = Fact::of(fact) else { return 0 };
        let [first, second] = [0, 1].map(|index: usize| asked.get(index).copied().unwrap_or(-1));
        let combat = self.game.zip(self.combat);
        match fact {
            Fact::ActiveSide => side_value(self.state.active),
            Fact::HasSurprise => {
                let surprise = self.board.surprise.filter(|surprise| self.turn() <= surprise.through_turn.into());
                surprise.is_some_and(|surprise| surprise.side == side_of_value(first)).into()
            }
            Fact::Concentric => combat.is_some_and(|(game, combat)| game.is_concentric(combat)).into(),
            Fact::MixedDivisions => combat.is_some_and(|(game, combat)| game.mixes_divisions(combat)).into(),
            Fact::Elevation | Fact::IsTrench | Fact::IsTrenchOf | Fact::StepsOf | Fact::InEzoc | Fact::IsJoined => {
                self.fact_of_hex(fact, first, second)
            }
            Fact::Steps
            | Fact::StepsLost
            | Fact::Value
            | Fact::Bombardment
            | Fact::Movement
            | Fact::SameDivision
            | Fact::InCommand
            | Fact::IsNeutralized
            | Fact::HasMoved
            | Fact::HasExploited
            | Fact::HasEntered
            | Fact::HasFired
            | Fact::HasAttacked
            | Fact::WasAttacked
            | Fact::Spent
            | Fact::UnderFighters => self.fact_of_unit(fact, first, second),
        }
    }

    fn each(&self, source: u16, asked: &[i32], found: &mut dyn FnMut(i32) -> bool) {
        let (Some(source), Some(side)) = (Source::of(source), asked.first()) else { return };
        let side = side_of_value(*side);
        match source {
            Source::Lost => {
                for unit in self.board.ground_units(side) {
                    let at = self.state.units.get(unit.index()).map(|unit| unit.at);
                    let is_lost = matches!(at, Some(At::Eliminated(_))) && !self.board.unit(*unit).is_hq();
                    if is_lost && !found(unit_value(*unit)) {
                        return;
                    }
                }
            }
            Source::Supporting => {
                let support = self.combat.map(|combat| &combat.support[usize::from(side != self.state.active)]);
                for unit in support.into_iter().flatten() {
                    if !found(unit_value(*unit)) {
                        return;
                    }
                }
            }
        }
    }

    fn counter(&self, counter: u16, owner: Option<i32>) -> i32 {
        self.state.extra.counter(counter, owner)
    }

    fn is_done(&self, event: u16) -> bool {
        self.state.extra.is_done(event)
    }
}

impl Matz {
    /// Returns the position for expressions.
    #[inline]
    pub(crate) fn asked(&self) -> Asked<'_> {
        let phase = self.state.phase;
        Asked { board: &self.board, state: &self.state, game: Some(self), combat: None, phase }
    }

    /// Returns the position for expressions about `combat`, with the support that is in it.
    pub(crate) fn asked_about<'a>(&'a self, combat: &'a Combat) -> Asked<'a> {
        Asked { combat: Some(combat), ..self.asked() }
    }

    /// Returns the position for expressions about moves: as in the Movement Phase, unless units exploit.
    fn asked_about_moves(&self) -> Asked<'_> {
        let phase = if self.state.phase == Phase::Exploitation { Phase::Exploitation } else { Phase::Movement };
        Asked { phase, ..self.asked() }
    }
}

/// Returns `unit` as expressions number units.
#[inline]
pub(crate) fn unit_value(unit: UnitIx) -> i32 {
    index_value(unit.index())
}

/// Returns the kind of a headquarters as expressions number kinds: behind those of the file.
pub(crate) const HEADQUARTERS_KIND: i32 = 6;

// The kinds in expressions have the order of the file.
const _: () = assert!(Kind::Infantry as i32 == 0 && Kind::Bomber as i32 + 1 == HEADQUARTERS_KIND);
