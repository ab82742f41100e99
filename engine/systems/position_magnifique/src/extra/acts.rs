//! The acts that rows forbid, and the published prohibitions that they lift.

use battlewright_schema::position_magnifique::vocabulary::{Act, Hook, Lift};

use super::{cause_value, piece_value, unit_value};
use crate::PositionMagnifique;
use crate::refusal::RefusalCause;
use crate::state::{FireCause, MovingPiece, UnitIx};
use battlewright_core::game::Rule;
use battlewright_core::kit::extra::{Given, hex_value, side_value};
use battlewright_core::kit::hex_map::HexIx;

/// A marker that an HQ removes from a unit, by its place in the list of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    Shaken,
    LowAmmo,
}

impl PositionMagnifique {
    /// Checks whether a row forbids `act`; `given` is asked for if there may be one.
    #[inline]
    fn forbids(&self, act: Act, given: impl FnOnce() -> Given<'static>) -> Result<(), RefusalCause> {
        match self.board.extra.against(act.number()) {
            None => Ok(()),
            Some(rows) => RefusalCause::by_row(rows.forbids(act.number(), &self.asked(), &given())),
        }
    }

    /// Checks whether rows forbid a step of `piece` from `from`, or from off the map, to `to`.
    #[inline]
    pub(crate) fn forbids_step(&self, piece: MovingPiece, from: Option<HexIx>, to: HexIx) -> Result<(), RefusalCause> {
        self.forbids(Act::Step, || self.step_given(piece, from, to))
    }

    /// Returns the row that refuses, as logs cite it; `None` if no row does.
    pub(crate) fn rule_of(&self, why: RefusalCause) -> Option<Rule> {
        let RefusalCause::Row(row) = why else { return None };
        self.board.extra.get()?.row(row).map(|row| row.rule)
    }

    /// Returns `true` if a search for ways depends on rows.
    #[inline]
    pub(crate) fn rows_bind_steps(&self) -> bool {
        let extra = &self.board.extra;
        let hooks = [Hook::Step, Hook::MustStop, Hook::MostHexes];
        extra.get().is_some()
            && (extra.against(Act::Step.number()).is_some()
                || hooks.iter().any(|hook| extra.at(hook.number()).is_some()))
    }

    /// Checks whether rows forbid `piece` to end its move in `hex`.
    #[inline]
    pub(crate) fn forbids_stop(&self, piece: MovingPiece, hex: HexIx) -> Result<(), RefusalCause> {
        self.forbids(Act::Stop, || Given::of([piece_value(piece), hex_value(hex), side_value(self.side_of(piece))]))
    }

    /// Checks whether rows forbid the setup of `piece` in `hex`.
    pub(crate) fn forbids_setup(&self, piece: MovingPiece, hex: HexIx) -> Result<(), RefusalCause> {
        self.forbids(Act::Setup, || Given::of([piece_value(piece), hex_value(hex), side_value(self.side_of(piece))]))
    }

    /// Checks whether rows forbid a fire over `range` hexes.
    #[inline]
    pub(crate) fn forbids_fire(
        &self,
        firer: UnitIx,
        target: UnitIx,
        range: u32,
        cause: FireCause,
    ) -> Result<(), RefusalCause> {
        self.forbids(Act::Fire, || {
            let range = i32::try_from(range).unwrap_or(0);
            Given::of([unit_value(firer), unit_value(target), range, cause_value(cause)])
        })
    }

    /// Returns the values of the part of `attacker` in an assault upon `target` in `ground`.
    fn attack_given(&self, attacker: UnitIx, target: UnitIx, ground: HexIx) -> Given<'static> {
        let side = side_value(self.unit_side(attacker));
        Given::of([unit_value(attacker), unit_value(target), hex_value(ground), side])
    }

    /// Checks whether rows forbid `attacker` to take part in an assault upon `target` in `ground`.
    #[inline]
    pub(crate) fn forbids_assault(&self, attacker: UnitIx, target: UnitIx, ground: HexIx) -> Result<(), RefusalCause> {
        self.forbids(Act::Assault, || self.attack_given(attacker, target, ground))
    }

    /// Checks whether rows forbid a charge of `unit` upon `target`.
    pub(crate) fn forbids_charge(&self, unit: UnitIx, target: UnitIx) -> Result<(), RefusalCause> {
        let ground = self.hex_of(target);
        let side = self.unit_side(unit);
        self.forbids(Act::Charge, || {
            Given::of([unit_value(unit), unit_value(target), hex_value(ground), side_value(side)])
        })
    }

    /// Checks whether rows forbid a step of the retreat of `unit`.
    pub(crate) fn forbids_retreat(&self, unit: UnitIx, from: HexIx, to: HexIx) -> Result<(), RefusalCause> {
        self.forbids(Act::Retreat, || self.unpaid_step_given(unit, Some(from), to))
    }

    /// Checks whether rows forbid a breakthrough of `unit` to `to`.
    pub(crate) fn forbids_breakthrough(&self, unit: UnitIx, to: HexIx) -> Result<(), RefusalCause> {
        self.forbids(Act::Breakthrough, || self.unpaid_step_given(unit, self.hex_of(unit), to))
    }

    fn unpaid_step_given(&self, unit: UnitIx, from: Option<HexIx>, to: HexIx) -> Given<'static> {
        Given::of([unit_value(unit), hex_value(from), hex_value(to), side_value(self.unit_side(unit))])
    }

    /// Checks whether rows forbid the removal of a marker from `unit`.
    pub(crate) fn forbids_rally(&self, unit: UnitIx, what: Marker) -> Result<(), RefusalCause> {
        self.forbids(Act::Rally, || Given::of([unit_value(unit), what as i32]))
    }

    /// Checks whether rows forbid the rebuilding of `unit`.
    pub(crate) fn forbids_rebuilding(&self, unit: UnitIx) -> Result<(), RefusalCause> {
        self.forbids(Act::Rebuild, || Given::of([unit_value(unit)]))
    }

    /// Returns `true` if a row lifts the prohibition `lift` for `unit`.
    pub(crate) fn is_lifted(&self, lift: Lift, unit: UnitIx) -> bool {
        self.lifts(lift, || Given::of([unit_value(unit)]))
    }

    /// Returns `true` if a row lets `attacker` assault `target` in `ground` under Defend orders (11.1).
    pub(crate) fn may_assault_by_rows(&self, attacker: UnitIx, target: UnitIx, ground: HexIx) -> bool {
        self.lifts(Lift::AssaultOrders, || self.attack_given(attacker, target, ground))
    }

    fn lifts(&self, lift: Lift, given: impl FnOnce() -> Given<'static>) -> bool {
        self.board.extra.get().is_some_and(|rows| rows.lifts(lift.number(), &self.asked(), &given()).is_some())
    }
}
