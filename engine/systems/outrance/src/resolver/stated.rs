//! Rules in rows for players at a table: the units that they state, and the numbers that rows change.

use battlewright_core::kit::extra::{Given, RuleFacts};
use battlewright_schema::common::inches::Length;
use battlewright_schema::outrance::vocabulary::{Act, Fact, Hook};
use battlewright_schema::outrance::{Posture, TroopType, UnitStatus};

use super::fields::ResolverAction;
use super::refusals::ResolverRefusal;
use super::rows::ResolverRows;
use super::{ActionTarget, Resolver};
use crate::extra::hooks::{RowsOfHook, assault_given, fire_given, move_value};
use crate::extra::{INCH, nation_value, posture_value, quality_value, status_value, whole_inches};
use crate::rules::c06_fire::band_within;
use crate::rules::c06_fire_results::{FireCase, fire_index_by_rows};
use crate::rules::c07_assault_results::{AssaultCase, AssaultIndices};
use crate::rules::c09_regrouping::{RegroupCase, RegroupChance, regroup_chance_by_rows};
use crate::rules::calculation::{Combatant, TableIndex};
use crate::state::MoveKind;

/// The number of the actor among the units of expressions.
const ACTOR: i32 = 0;
/// That of the target.
const TARGET: i32 = 1;
/// That of a general of the actor.
const GENERAL: i32 = 2;

/// The units that players state, as expressions ask about them: the actor, the target, and a general of the actor.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatedUnits([Combatant; 3]);

impl RuleFacts for StatedUnits {
    fn turn(&self) -> i32 {
        1
    }

    fn phase(&self) -> i32 {
        1
    }

    fn unit_hex(&self, _: i32) -> i32 {
        -1
    }

    fn in_play(&self, _: i32) -> bool {
        true
    }

    fn holds(&self, _: i32, _: i32) -> bool {
        false
    }

    fn each_unit_in(&self, _: i32, _: &mut dyn FnMut(i32) -> bool) {}

    fn fact(&self, fact: u16, asked: &[i32]) -> i32 {
        let unit = asked.first().and_then(|unit| self.0.get(usize::try_from(*unit).ok()?));
        match (Fact::of(fact), unit) {
            (Some(Fact::Status), Some(unit)) => status_value(unit.status),
            (Some(Fact::Posture), Some(unit)) => posture_value(unit.posture),
            (Some(Fact::Quality), Some(unit)) => quality_value(unit.effective_quality()),
            (Some(Fact::Nation), Some(unit)) => nation_value(unit.nation),
            // No row asks for the others.
            _ => 0,
        }
    }

    fn each(&self, _: u16, _: &[i32], _: &mut dyn FnMut(i32) -> bool) {}

    fn counter(&self, _: u16, _: Option<i32>) -> i32 {
        0
    }

    fn is_done(&self, _: u16) -> bool {
        false
    }
}

impl<'r> Resolver<'r> {
    /// The same with rules in rows.
    ///
    /// # Errors
    /// A row forbids the action.
    pub fn with_rows(self, rows: &ResolverRows) -> Result<Self, Vec<ResolverRefusal>> {
        let target = self.target.map(|target| target.unit);
        let side = rows.side_value(self.actor.nation);
        let resolver = Self { extra: rows.of_units(self.actor, target), side, ..self };
        match resolver.forbidden() {
            Some(refusal) => Err(vec![refusal]),
            None => Ok(resolver),
        }
    }

    /// Returns the refusal by a row, if one forbids the action.
    fn forbidden(&self) -> Option<ResolverRefusal> {
        let order = match self.action {
            ResolverAction::Deploy => Some(0),
            ResolverAction::Maneuver => Some(1),
            ResolverAction::March => Some(2),
            ResolverAction::Assault => Some(3),
            ResolverAction::DeployedFire | ResolverAction::AdvancingFire | ResolverAction::Regroup => None,
        };
        let own = match self.action {
            ResolverAction::Assault => Some((Act::Assault, Given::of([ACTOR, TARGET, self.side]))),
            ResolverAction::DeployedFire | ResolverAction::AdvancingFire => {
                let range = self.target.and_then(|target| target.range).map_or(0, Length::thousandths);
                Some((Act::Fire, Given::of([ACTOR, TARGET, self.side, whole_inches(range)])))
            }
            ResolverAction::Regroup => Some((Act::Regroup, Given::of([ACTOR, self.side]))),
            ResolverAction::Deploy | ResolverAction::Maneuver | ResolverAction::March => None,
        };
        let order = order.map(|order| (Act::Order, Given::of([ACTOR, order, self.side])));
        let rules = self.extra.get()?;
        // Which of two statuses a unit has is not asked.
        let facts = self.stated(self.target_status(false), self.actor_status());
        [order, own].into_iter().flatten().find_map(|(act, given)| {
            let refusal = rules.refusal(rules.forbids(act.number(), &facts, &given)?)?;
            Some(ResolverRefusal::Row { rule: refusal.rule, reason: refusal.reason })
        })
    }

    pub(super) fn actor_status(&self) -> UnitStatus {
        if self.actor_disordered { UnitStatus::Disordered } else { UnitStatus::Ok }
    }

    /// Returns the stated units with their statuses.
    fn stated(&self, target: UnitStatus, actor: UnitStatus) -> StatedUnits {
        let own = self.actor.combatant(actor, self.action.formation());
        let other = |stated: ActionTarget| stated.unit.combatant(target, stated.posture);
        let general =
            Combatant { troops: TroopType::General, status: UnitStatus::Ok, posture: Posture::Maneuver, ..own };
        StatedUnits([own, self.target.map_or(own, other), general])
    }

    /// Returns the rows for a sum.
    fn rows_of(&self, hook: Hook, units: StatedUnits, given: Given<'static>) -> RowsOfHook<'_, StatedUnits> {
        RowsOfHook::new(self.extra.get(), hook, units, given)
    }

    /// Returns a length in thousandths of an inch after the rows of `hook`.
    fn inches_by_rows(&self, hook: Hook, given: Given<'static>, published: i32) -> i32 {
        let asked = || (self.stated(self.target_status(false), self.actor_status()), given);
        self.extra.scaled(hook.number(), (published, INCH), asked)
    }

    /// Returns the base movement of the actor, `published` without rows, in thousandths of an inch.
    pub(super) fn base_move_by_rows(&self, kind: MoveKind, published: i32) -> i32 {
        self.inches_by_rows(Hook::BaseMove, Given::of([ACTOR, move_value(kind)]), published)
    }

    /// Returns the command radius of a general of the actor, in thousandths of an inch.
    pub(super) fn command_radius(&self) -> i32 {
        self.inches_by_rows(Hook::CommandRadius, Given::of([GENERAL]), self.rules.command_radius.thousandths())
    }

    /// Returns `true` if a general helps the orders of the actor, `published` without rows.
    pub(super) fn in_command(&self, published: bool) -> bool {
        let asked = || (self.stated(self.target_status(false), self.actor_status()), Given::of([ACTOR]));
        self.extra.yes_no(Hook::InCommand.number(), published, asked)
    }

    /// Returns the range band of the target; `None` beyond the range of the actor.
    pub(super) fn band(&self, range: i32) -> Option<usize> {
        let published = self.rules.range_band(range);
        if self.extra.at(Hook::Range.number()).is_none() {
            return published;
        }
        let class = self.combatant(self.action.formation()).class()?;
        let by_rows = |farthest| self.inches_by_rows(Hook::Range, Given::of([ACTOR]), farthest);
        band_within(self.rules, class, self.action.fire()?, range, published, by_rows)
    }

    /// Returns the index of fire; `None` out of range, and for other actions.
    pub(super) fn fire_index(&self) -> Option<TableIndex> {
        let case: FireCase = self.fire()?;
        let range = self.target?.range?.thousandths();
        let units = StatedUnits([case.actor, case.target, case.actor]);
        let rows = self.rows_of(Hook::FireIndex, units, fire_given(ACTOR, TARGET, self.side, range, &case));
        fire_index_by_rows(&self.rules.tables, &case, &rows)
    }

    /// Returns the indices of an assault.
    pub(super) fn assault_indices(&self, case: &AssaultCase) -> Option<AssaultIndices> {
        let units = StatedUnits([case.actor, case.target, case.actor]);
        let given = assault_given(ACTOR, TARGET, self.side, case);
        let [fire, combat] = [Hook::AssaultFire, Hook::AssaultIndex].map(|hook| self.rows_of(hook, units, given));
        AssaultIndices::by_rows(&self.rules.tables, case, &fire, &combat)
    }

    /// Returns the chance to regroup; `None` for a unit that is OK.
    pub(super) fn regroup_chance(&self, case: &RegroupCase) -> Option<RegroupChance> {
        let rows = self.rows_of(Hook::RegroupChance, StatedUnits([case.unit; 3]), Given::of([ACTOR, self.side]));
        regroup_chance_by_rows(&self.rules.tables, case, &rows)
    }
}
