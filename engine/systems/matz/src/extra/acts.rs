//! The acts that rows forbid, the published prohibitions that they lift, and their victories.

use battlewright_schema::matz::vocabulary::{Act, Lift};
use battlewright_schema::rule::WinTime;

use super::hooks::step_values;
use super::{CombatValues, unit_value};
use crate::Matz;
use crate::action::RefusalCause;
use crate::event::Event;
use crate::rules::r07_combat::Combat;
use crate::state::{Mission, Task, UnitIx};
use battlewright_core::game::{Level, Log, Rule, Side};
use battlewright_core::kit::extra::{Given, RowIx, hex_value, side_value};
use battlewright_core::kit::hex_map::HexIx;

/// A mission of an aircraft, as expressions number missions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flight {
    Bombing = 0,
    Support = 1,
    Escort = 2,
    Interception = 3,
}

impl Flight {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [Self::Bombing, Self::Support, Self::Escort, Self::Interception];

    /// The flight on `mission`; `None` for one that is not known.
    pub(crate) fn on(mission: Mission) -> Option<Self> {
        match mission {
            Mission::Bombing => Some(Self::Bombing),
            Mission::Support => Some(Self::Support),
            Mission::Escort => Some(Self::Escort),
            Mission::Secret => None,
        }
    }
}

impl Matz {
    /// Returns the row that forbids `act` about what `given` says.
    #[inline]
    fn forbidding(&self, act: Act, given: impl FnOnce() -> Given<'static>) -> Option<RowIx> {
        let rules = self.board.extra.against(act.number())?;
        rules.forbids(act.number(), &self.asked(), &given())
    }

    /// Returns `true` if rows forbid steps under conditions.
    pub(super) fn has_forbidden_steps(&self) -> bool {
        self.board.extra.against(Act::Step.number()).is_some()
    }

    /// Checks whether rows forbid a step of `unit` from `from`, or from off the map, to `to`.
    #[inline]
    pub(crate) fn forbids_step(&self, unit: UnitIx, from: Option<HexIx>, to: HexIx) -> Result<(), RefusalCause> {
        let Some(rules) = self.board.extra.against(Act::Step.number()) else { return Ok(()) };
        let given = Given::of(step_values(self.unit_side(unit), unit, from, to));
        RefusalCause::by_row(rules.forbids(Act::Step.number(), &self.asked_about_moves(), &given))
    }

    /// Returns `true` if rows forbid attacks under conditions.
    #[inline]
    pub(crate) fn has_forbidden_attacks(&self) -> bool {
        self.board.extra.against(Act::Attack.number()).is_some()
    }

    /// Checks whether rows forbid the attack `combat`.
    #[inline]
    pub(crate) fn forbids_attack(&self, combat: &Combat) -> Result<(), RefusalCause> {
        let Some(rules) = self.board.extra.against(Act::Attack.number()) else { return Ok(()) };
        let values = CombatValues::of(self, combat);
        let row = rules.forbids(Act::Attack.number(), &self.asked_about(combat), &values.given());
        RefusalCause::by_row(row)
    }

    /// Checks whether rows forbid `unit` to support `side` in `combat`.
    #[inline]
    pub(crate) fn forbids_support(&self, combat: &Combat, side: Side, unit: UnitIx) -> Result<(), RefusalCause> {
        let Some(rules) = self.board.extra.against(Act::Support.number()) else { return Ok(()) };
        let values = CombatValues::of(self, combat);
        let row = rules.forbids(Act::Support.number(), &self.asked_about(combat), &values.given_with(side, unit));
        RefusalCause::by_row(row)
    }

    /// Checks whether rows forbid `unit` to bombard `hex`.
    #[inline]
    pub(crate) fn forbids_barrage(&self, unit: UnitIx, hex: HexIx) -> Result<(), RefusalCause> {
        let given = || Given::of([unit_value(unit), hex_value(hex), side_value(self.unit_side(unit))]);
        RefusalCause::by_row(self.forbidding(Act::Bombard, given))
    }

    /// Checks whether rows forbid `flight` to the air unit `unit`.
    #[inline]
    pub(crate) fn forbids_flight(&self, unit: UnitIx, flight: Flight) -> Result<(), RefusalCause> {
        let given = || Given::of([unit_value(unit), flight as i32, side_value(self.unit_side(unit))]);
        RefusalCause::by_row(self.forbidding(Act::Fly, given))
    }

    /// Checks whether rows forbid `mission` to the air unit `unit`.
    pub(crate) fn forbids_mission(&self, unit: UnitIx, mission: Mission) -> Result<(), RefusalCause> {
        Flight::on(mission).map_or(Ok(()), |flight| self.forbids_flight(unit, flight))
    }

    /// The flights that rows leave to the air unit `unit`. Units that differ in them are not alike (11.1).
    pub(crate) fn free_flights(&self, unit: UnitIx) -> [bool; 4] {
        Flight::ALL.map(|flight| self.forbids_flight(unit, flight).is_ok())
    }

    /// Checks whether rows forbid the advance of `unit` from `from` into `to`.
    #[inline]
    pub(crate) fn forbids_advance(&self, unit: UnitIx, from: HexIx, to: HexIx) -> Result<(), RefusalCause> {
        let given = || Given::of(step_values(self.unit_side(unit), unit, Some(from), to));
        RefusalCause::by_row(self.forbidding(Act::Advance, given))
    }

    /// Returns `true` if a row lets `gun` support `side` in `combat` from an enemy zone of control (8.4).
    pub(crate) fn lifts_support_in_zone(&self, combat: &Combat, side: Side, gun: UnitIx) -> bool {
        let Some(rules) = self.board.extra.get() else { return false };
        let values = CombatValues::of(self, combat);
        let given = values.given_with(side, gun);
        rules.lifts(Lift::SupportInZone.number(), &self.asked_about(combat), &given).is_some()
    }

    /// Returns `true` if a row lets `unit` exploit out of command (10.2).
    pub(crate) fn lifts_exploitation(&self, unit: UnitIx) -> bool {
        let Some(rules) = self.board.extra.get() else { return false };
        let given = Given::of([unit_value(unit)]);
        rules.lifts(Lift::ExploitOutOfCommand.number(), &self.asked(), &given).is_some()
    }

    /// Ends the game if a rule of the scenario that is checked at `time` gives the victory to a side.
    pub(crate) fn wins_by_row(&mut self, time: WinTime, log: &mut impl Log<Event>) -> bool {
        let Some((side, level, rule)) = self.won_by_row(time) else { return false };
        log.push(Event::WonByRow(side, rule));
        self.end(Some(side), level, log);
        true
    }

    /// Returns the side that wins by a rule of the scenario that is checked at `time`, the level, and the rule.
    pub(crate) fn won_by_row(&self, time: WinTime) -> Option<(Side, Level, Rule)> {
        let won = self.board.extra.win(&self.asked(), time)?;
        let level = match won.level {
            Some("tactical") => Level::Minor,
            Some("operational") => Level::Victory,
            Some("strategic") => Level::Major,
            _ => won.outcome_level(),
        };
        // Only the side that counts points has levels (13.0).
        let level = if won.side == self.board.victory.scorer { level } else { Level::Victory };
        Some((won.side, level, won.rule))
    }

    /// Ends the game if a rule of the scenario gives the victory to a side at once.
    #[inline]
    pub(crate) fn win_at_once(&mut self, log: &mut impl Log<Event>) {
        if self.board.extra.get().is_some() && !matches!(self.state.stack.last(), Some(Task::Over(_)) | None) {
            self.wins_by_row(WinTime::Once, log);
        }
    }
}
