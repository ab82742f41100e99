//! Rules in rows: the acts that rows forbid, and the published prohibitions that they lift.

use battlewright_schema::at_any_cost::vocabulary::{Act, Lift};

use crate::AtAnyCost;
use crate::MovingPiece;
use crate::action::{RefusalCause, Shot};
use crate::extra_hooks::{PieceStep, piece_value, unit_value};
use crate::rules::r08_fire::FireCause;
use crate::state::{FormationIx, UnitIx};
use battlewright_core::kit::extra::{Given, hex_value, side_value};
use battlewright_core::kit::hex_map::HexIx;

/// The markers that units recover from, as expressions number them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    Elan,
    Ammunition,
}

impl AtAnyCost {
    #[inline]
    fn check_rows<const N: usize>(&self, act: Act, given: impl FnOnce() -> [i32; N]) -> Result<(), RefusalCause> {
        match self.board.extra.against(act.number()) {
            None => Ok(()),
            Some(rules) => RefusalCause::by_row(rules.forbids(act.number(), &self.asked(), &Given::of(given()))),
        }
    }

    #[inline]
    fn is_lifted<const N: usize>(&self, lift: Lift, given: impl FnOnce() -> [i32; N]) -> bool {
        let rules = self.board.extra.get();
        rules.is_some_and(|rules| rules.lifts(lift.number(), &self.asked(), &Given::of(given())).is_some())
    }

    /// Checks whether rows forbid `step`.
    #[inline]
    pub(crate) fn may_step_by_rows(&self, step: &PieceStep) -> Result<(), RefusalCause> {
        self.check_rows(Act::Step, || self.step_given(step))
    }

    /// Checks whether rows forbid `piece` to end its move in `hex`.
    #[inline]
    pub(crate) fn may_stop_by_rows(&self, piece: MovingPiece, hex: HexIx) -> Result<(), RefusalCause> {
        self.check_rows(Act::Stop, || [piece_value(piece), hex_value(hex), side_value(self.side_of(piece))])
    }

    /// Checks whether rows forbid the activation of `formation`, or of units of it.
    #[inline]
    pub(crate) fn may_be_activated(&self, formation: FormationIx) -> Result<(), RefusalCause> {
        self.check_rows(Act::Activate, || self.formation_given(formation))
    }

    /// Checks whether rows forbid `shot` from the hex `from`.
    #[inline]
    pub(crate) fn may_fire_by_rows(
        &self,
        shot: &Shot,
        cause: FireCause,
        from: Option<HexIx>,
    ) -> Result<(), RefusalCause> {
        self.check_rows(Act::Fire, || self.shot_given(shot, cause, from, 0))
    }

    /// Checks whether rows forbid `unit` to take part in an assault upon `ground`.
    #[inline]
    pub(crate) fn may_assault_by_rows(&self, unit: UnitIx, ground: HexIx) -> Result<(), RefusalCause> {
        self.check_rows(Act::Assault, || [unit_value(unit), hex_value(ground), side_value(self.unit_side(unit))])
    }

    /// Checks whether rows forbid a charge of `unit` upon `target`, which is a `reaction` if the enemy moves.
    #[inline]
    pub(crate) fn may_charge_by_rows(&self, unit: UnitIx, target: UnitIx, reaction: bool) -> Result<(), RefusalCause> {
        self.check_rows(Act::Charge, || {
            let [unit, side] = self.unit_given(unit);
            [unit, unit_value(target), hex_value(self.hex_of(target)), side, reaction.into()]
        })
    }

    /// Checks whether rows forbid `unit` to lose a marker of this kind.
    #[inline]
    pub(crate) fn may_recover_by_rows(&self, unit: UnitIx, marker: Marker) -> Result<(), RefusalCause> {
        self.check_rows(Act::Recover, || {
            let [unit, side] = self.unit_given(unit);
            [unit, side, marker as i32]
        })
    }

    /// Checks whether rows forbid to rebuild `unit`.
    #[inline]
    pub(crate) fn may_rebuild_by_rows(&self, unit: UnitIx) -> Result<(), RefusalCause> {
        self.check_rows(Act::Rebuild, || self.unit_given(unit))
    }

    /// Checks whether rows forbid `unit` to build earthworks in `hex`.
    #[inline]
    pub(crate) fn may_dig_by_rows(&self, unit: UnitIx, hex: HexIx) -> Result<(), RefusalCause> {
        self.check_rows(Act::Dig, || [unit_value(unit), hex_value(hex), side_value(self.unit_side(unit))])
    }

    /// Returns `true` if a row lets a piece make `step` next to an enemy whatever its orders (12.5).
    pub(crate) fn may_engage_by_rows(&self, step: &PieceStep) -> bool {
        self.is_lifted(Lift::Engagement, || self.step_given(step))
    }

    /// Returns `true` if a row lifts `lift`, a prohibition about a unit, for `unit`.
    pub(crate) fn is_lifted_for(&self, lift: Lift, unit: UnitIx) -> bool {
        self.is_lifted(lift, || self.unit_given(unit))
    }
}
