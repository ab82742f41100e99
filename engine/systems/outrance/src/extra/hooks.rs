//! Rules in rows: the hooks at which they change the rules of the system, and the acts that they forbid.

use battlewright_schema::outrance::Cover;
use battlewright_schema::outrance::vocabulary::{Act, Hook, Lift};

use crate::Outrance;
use crate::action::OrderKind;
use crate::extra::{Asked, INCH, unit_value, whole_inches};
use crate::rules::c04_movement::MoveRules;
use crate::rules::c06_fire_results::FireCase;
use crate::rules::c07_assault_results::{AssaultCase, AssaultIndices};
use crate::rules::calculation::{Numbers, SumRows};
use crate::state::{MoveKind, UnitIx};
use battlewright_core::game::Illegal;
use battlewright_core::kit::extra::{ExtraRules, Given, RuleFacts, side_value};

/// The rows that change a sum, with the position and the values of their expressions.
pub(crate) struct RowsOfHook<'a, F> {
    rules: Option<&'a ExtraRules>,
    hook: Hook,
    facts: F,
    given: Given<'static>,
}

impl<'a, F: RuleFacts> RowsOfHook<'a, F> {
    /// The rows of `rules` for `hook`.
    pub(crate) fn new(rules: Option<&'a ExtraRules>, hook: Hook, facts: F, given: Given<'static>) -> Self {
        Self { rules: rules.filter(|rules| rules.changes(hook.number())), hook, facts, given }
    }
}

impl<F: RuleFacts> SumRows for RowsOfHook<'_, F> {
    fn drops(&self, place: usize) -> bool {
        self.rules.is_some_and(|rules| rules.drops(self.hook.number(), place))
    }

    fn each_change(&self, sum: i32, found: &mut dyn FnMut(&'static str, i32)) {
        if let Some(rules) = self.rules {
            let number = self.hook.number();
            rules.each_change(number, &self.facts, &self.given, sum, |row, change| found(row.name, change));
        }
    }
}

/// Returns the values of fire between two units, as expressions number units, over `range` thousandths of an inch.
pub(crate) fn fire_given(firer: i32, target: i32, side: i32, range: i32, case: &FireCase) -> Given<'static> {
    Given::of([firer, target, side, whole_inches(range), cover_value(case.cover), numbers_value(case.numbers)])
}

/// Returns the values of an assault between two units, as expressions number units.
pub(crate) fn assault_given(attacker: i32, defender: i32, side: i32, case: &AssaultCase) -> Given<'static> {
    let (cover, numbers) = (cover_value(case.cover), numbers_value(case.numbers));
    Given::of([attacker, defender, side, cover, case.frontal.into(), numbers])
}

fn cover_value(cover: Cover) -> i32 {
    cover as i32
}

fn numbers_value(numbers: Numbers) -> i32 {
    match numbers {
        Numbers::Even => 0,
        Numbers::ActorOutnumbered => 1,
        Numbers::TargetOutnumbered => 2,
    }
}

pub(crate) fn move_value(kind: MoveKind) -> i32 {
    match kind {
        MoveKind::Maneuver => 0,
        MoveKind::March => 1,
        MoveKind::RouteMarch => 2,
        MoveKind::General => 3,
    }
}

/// An action that rows of `order` forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrderAct {
    Order(OrderKind),
    RouteMarch,
    MoveGeneral,
}

impl OrderAct {
    fn value(self) -> i32 {
        match self {
            Self::Order(OrderKind::Deploy) => 0,
            Self::Order(OrderKind::Maneuver) => 1,
            Self::Order(OrderKind::March) => 2,
            Self::Order(OrderKind::Assault(_)) => 3,
            Self::RouteMarch => 4,
            Self::MoveGeneral => 5,
        }
    }
}

impl Outrance {
    /// Returns the rows for a sum of a unit's side.
    fn rows_of(&self, hook: Hook, given: Given<'static>) -> RowsOfHook<'_, Asked<'_>> {
        RowsOfHook::new(self.board.extra.get(), hook, self.asked(), given)
    }

    /// Returns the rows for the index of fire.
    pub(crate) fn fire_rows(
        &self,
        unit: UnitIx,
        target: UnitIx,
        range: i32,
        case: &FireCase,
    ) -> RowsOfHook<'_, Asked<'_>> {
        let side = side_value(self.side_of(unit));
        self.rows_of(Hook::FireIndex, fire_given(unit_value(unit), unit_value(target), side, range, case))
    }

    /// Returns the indices of an assault.
    pub(crate) fn assault_indices(&self, unit: UnitIx, target: UnitIx, case: &AssaultCase) -> Option<AssaultIndices> {
        let side = side_value(self.side_of(unit));
        let given = assault_given(unit_value(unit), unit_value(target), side, case);
        let [fire, combat] = [Hook::AssaultFire, Hook::AssaultIndex].map(|hook| self.rows_of(hook, given));
        AssaultIndices::by_rows(&self.board.rules.tables, case, &fire, &combat)
    }

    /// Returns the rows for the chance of a unit to regroup.
    pub(crate) fn regroup_rows(&self, unit: UnitIx) -> RowsOfHook<'_, Asked<'_>> {
        self.rows_of(Hook::RegroupChance, Given::of([unit_value(unit), side_value(self.side_of(unit))]))
    }

    /// Returns a number of `hook` in thousandths of an inch, `published` without rows.
    #[inline]
    fn inches_by_rows(&self, hook: Hook, given: impl FnOnce() -> Given<'static>, published: i32) -> i32 {
        self.board.extra.scaled(hook.number(), (published, INCH), || (self.asked(), given()))
    }

    /// Returns the base movement of a unit, `published` thousandths of an inch without rows.
    #[inline]
    pub(crate) fn base_move_by_rows(&self, unit: UnitIx, kind: MoveKind, published: i32) -> i32 {
        self.inches_by_rows(Hook::BaseMove, || Given::of([unit_value(unit), move_value(kind)]), published)
    }

    /// Returns the range of the fire of a unit, `published` thousandths of an inch without rows.
    #[inline]
    pub(crate) fn range_by_rows(&self, unit: UnitIx, published: i32) -> i32 {
        self.inches_by_rows(Hook::Range, || Given::of([unit_value(unit)]), published)
    }

    /// Returns `true` if rows change ranges of fire.
    #[inline]
    pub(crate) fn has_range_rows(&self) -> bool {
        self.board.extra.at(Hook::Range.number()).is_some()
    }

    /// Returns the command radius of a general, in thousandths of an inch (IX).
    #[inline]
    pub(crate) fn command_radius(&self, general: UnitIx) -> i32 {
        let published = self.board.rules.command_radius.thousandths();
        self.inches_by_rows(Hook::CommandRadius, || Given::of([unit_value(general)]), published)
    }

    /// Returns the settings of movement of a unit.
    #[inline]
    pub(crate) fn moves_of(&self, unit: UnitIx) -> MoveRules {
        let moves = self.board.moves;
        if self.board.extra.at(Hook::RoadPercent.number()).is_none() {
            return moves;
        }
        let asked = || (self.asked(), Given::of([unit_value(unit)]));
        moves.with_road_percent(self.board.extra.number(Hook::RoadPercent.number(), moves.percent_on_roads(), asked))
    }

    /// Returns `true` if a general helps the orders of a unit, `published` without rows.
    #[inline]
    pub(crate) fn in_command_by_rows(&self, unit: UnitIx, published: bool) -> bool {
        let asked = || (self.asked(), Given::of([unit_value(unit)]));
        self.board.extra.yes_no(Hook::InCommand.number(), published, asked)
    }

    /// Returns `true` if a row lets a deployed unit turn to fire at a target.
    pub(crate) fn may_turn_deployed(&self, unit: UnitIx, target: UnitIx) -> bool {
        let given = Given::of([unit_value(unit), unit_value(target)]);
        let lift = Lift::DeployedDoNotTurn.number();
        self.board.extra.get().is_some_and(|rules| rules.lifts(lift, &self.asked(), &given).is_some())
    }

    /// Refuses an act that a row forbids.
    #[inline]
    fn forbids(&self, act: Act, given: impl FnOnce() -> Given<'static>) -> Result<(), Illegal> {
        let Some(rules) = self.board.extra.against(act.number()) else { return Ok(()) };
        let row = rules.forbids(act.number(), &self.asked(), &given());
        row.and_then(|row| rules.refusal(row)).map_or(Ok(()), Err)
    }

    /// Refuses an action that moves a unit if a row forbids it.
    #[inline]
    pub(crate) fn forbids_order(&self, unit: UnitIx, order: OrderAct) -> Result<(), Illegal> {
        let side = side_value(self.side_of(unit));
        self.forbids(Act::Order, || Given::of([unit_value(unit), order.value(), side]))
    }

    /// Refuses fire over `range` thousandths of an inch if a row forbids it.
    #[inline]
    pub(crate) fn forbids_fire(&self, unit: UnitIx, target: UnitIx, range: i32) -> Result<(), Illegal> {
        let side = side_value(self.side_of(unit));
        self.forbids(Act::Fire, || Given::of([unit_value(unit), unit_value(target), side, whole_inches(range)]))
    }

    /// Refuses an assault if a row forbids it.
    #[inline]
    pub(crate) fn forbids_assault(&self, unit: UnitIx, target: UnitIx) -> Result<(), Illegal> {
        let side = side_value(self.side_of(unit));
        self.forbids(Act::Assault, || Given::of([unit_value(unit), unit_value(target), side]))
    }

    /// Refuses regrouping if a row forbids it.
    #[inline]
    pub(crate) fn forbids_regrouping(&self, unit: UnitIx) -> Result<(), Illegal> {
        self.forbids(Act::Regroup, || Given::of([unit_value(unit), side_value(self.side_of(unit))]))
    }
}

// Words of expressions have the order of the declarations in the file.
const _: () = assert!(Cover::Open as u8 == 0 && Cover::Fortification as u8 == 3);
