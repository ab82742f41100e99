//! The numbers and answers of the system that rows change.

use battlewright_schema::matz::vocabulary::Hook;

use super::{Asked, unit_value};
use crate::action::RefusalCause;
use crate::board::StepCost;
use crate::event::Phase;
use crate::rules::r07_3_modifiers::NamedModifiers;
use crate::rules::r07_combat::Combat;
use crate::state::UnitIx;
use crate::{Matz, rulebook as rule};
use battlewright_core::game::{Rule, Side};
use battlewright_core::kit::extra::{Given, hex_value, side_value};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// A list of units for expressions.
type UnitValues = InlineList<i32, 12>;

/// The values of a combat for expressions.
pub(crate) struct CombatValues {
    attackers: UnitValues,
    defenders: UnitValues,
    ground: i32,
    side: i32,
}

impl CombatValues {
    /// The values of `combat`.
    pub(crate) fn of(game: &Matz, combat: &Combat) -> Self {
        let [attackers, defenders] = [true, false]
            .map(|attacking| game.in_contact(combat, attacking).into_iter().map(unit_value).collect::<UnitValues>());
        let ground = hex_value(game.ground_that_counts(combat));
        Self { attackers, defenders, ground, side: side_value(game.state.active) }
    }

    /// The values for hooks and acts that are about the combat alone.
    pub(crate) fn given(&self) -> Given<'_> {
        Given::of([-1, -1, self.ground, self.side]).with([(0, &self.attackers), (1, &self.defenders)])
    }

    /// The values for hooks and acts about a unit of `side` besides.
    pub(crate) fn given_with(&self, side: Side, unit: UnitIx) -> Given<'_> {
        let values = [-1, -1, self.ground, side_value(side), unit_value(unit)];
        Given::of(values).with([(0, &self.attackers), (1, &self.defenders)])
    }
}

/// Returns the values of a step, from off the map if `from` is `None`.
pub(super) fn step_values(side: Side, unit: UnitIx, from: Option<HexIx>, to: HexIx) -> [i32; 4] {
    [unit_value(unit), hex_value(from), hex_value(to), side_value(side)]
}

impl Matz {
    /// Returns the number of `hook` about what `given` says, `published` without rows.
    #[inline]
    fn number_by_rows<'a, const N: usize>(
        &'a self,
        hook: Hook,
        asked: impl FnOnce() -> Asked<'a>,
        given: impl FnOnce() -> [i32; N],
        published: u8,
    ) -> u8 {
        let number = self.board.extra.number(hook.number(), published.into(), || (asked(), Given::of(given())));
        u8::try_from(number.max(0)).unwrap_or(u8::MAX)
    }

    /// Returns the combat value `printed` of `unit` in contact after rows (7.1).
    #[inline]
    pub(crate) fn value_by_rows(&self, unit: UnitIx, attacking: bool, printed: u8) -> u8 {
        let given = || [unit_value(unit), attacking.into()];
        self.number_by_rows(Hook::Value, || self.asked(), given, printed)
    }

    /// Returns the movement points `published` of `unit` in `phase` after rows (5.1).
    #[inline]
    pub(crate) fn allowance_by_rows(&self, unit: UnitIx, phase: Phase, published: u8) -> u8 {
        let asked = || Asked { phase, ..self.asked() };
        self.number_by_rows(Hook::Allowance, asked, || [unit_value(unit)], published)
    }

    /// Returns the steps of `side` that may stay in `hex` (4.0).
    #[inline]
    pub(crate) fn stacking_limit(&self, side: Side, hex: HexIx) -> u8 {
        let given = || [hex_value(hex), side_value(side)];
        self.number_by_rows(Hook::Stacking, || self.asked(), given, self.board.rules.stacking)
    }

    /// Returns the range of the artillery unit `gun` in hexes (8.0).
    #[inline]
    pub(crate) fn range_of(&self, gun: UnitIx) -> u8 {
        let printed = self.board.unit(gun).range;
        self.number_by_rows(Hook::Range, || self.asked(), || [unit_value(gun)], printed)
    }

    /// Returns the command distance of a headquarters that is not neutralized (10.1).
    #[inline]
    pub(crate) fn full_command_range(&self, hq: UnitIx) -> u8 {
        let printed = self.board.unit(hq).range;
        self.number_by_rows(Hook::CommandRange, || self.asked(), || [unit_value(hq)], printed)
    }

    /// Returns the cost for `unit` of a step from `from` to `to` next to it, if no zone of control is in the way (5.3); `None` if
    /// terrain forbids it.
    #[inline]
    pub(crate) fn step_cost(&self, unit: UnitIx, from: HexIx, to: HexIx) -> Option<StepCost> {
        let cost = self.board.step_cost(unit, from, to)?;
        Some(match cost {
            StepCost::Points(points) => StepCost::Points(self.cost_by_rows(unit, Some(from), to, points)),
            StepCost::Everything => cost,
        })
    }

    /// Returns the movement points `published` of a step of `unit` after rows.
    #[inline]
    pub(crate) fn cost_by_rows(&self, unit: UnitIx, from: Option<HexIx>, to: HexIx, published: u8) -> u8 {
        let given = || step_values(self.unit_side(unit), unit, from, to);
        self.number_by_rows(Hook::Step, || self.asked_about_moves(), given, published)
    }

    /// Returns `true` if `unit` must stop after the step from `from`, or from off the map, to `to`, where the published rules say
    /// `published`.
    #[inline]
    pub(crate) fn must_stop(&self, unit: UnitIx, from: Option<HexIx>, to: HexIx, published: bool) -> bool {
        let given = || Given::of(step_values(self.unit_side(unit), unit, from, to));
        self.board.extra.yes_no(Hook::MustStop.number(), published, || (self.asked_about_moves(), given()))
    }

    /// Returns the rule of the scenario that makes `unit` stop after the step from `from`, or from off the map, to `to`; `None` if none
    /// does.
    pub(crate) fn row_that_stops(&self, unit: UnitIx, from: Option<HexIx>, to: HexIx) -> Option<Rule> {
        let rules = self.board.extra.at(Hook::MustStop.number())?;
        let given = Given::of(step_values(self.unit_side(unit), unit, from, to));
        rules.row_that_says_yes(Hook::MustStop.number(), &self.asked_about_moves(), &given).map(|row| row.rule)
    }

    /// Returns the reason why `unit`, which a row has stopped in `hex`, goes no further.
    pub(crate) fn why_stopped(&self, unit: UnitIx, hex: HexIx) -> RefusalCause {
        // The hex from which it came is not kept.
        let mut from = self.board.map.neighbors(hex).map(Some).chain([None]);
        let row = from.find_map(|from| self.row_that_stops(unit, from, hex));
        RefusalCause::Because(row.unwrap_or(rule::MOVEMENT), "a rule of the scenario ends its move here")
    }

    /// Returns `true` if rows decide where units must stop.
    pub(crate) fn has_rows_of_stops(&self) -> bool {
        self.board.extra.at(Hook::MustStop.number()).is_some()
    }

    /// Returns `true` if `unit` is in command in `hex`, where the published rules say `published` (10.1).
    #[inline]
    pub(crate) fn in_command_by_rows(&self, unit: UnitIx, hex: HexIx, published: bool) -> bool {
        let asked = || (self.asked(), Given::of([unit_value(unit), hex_value(hex)]));
        self.board.extra.yes_no(Hook::InCommand.number(), published, asked)
    }

    /// Returns `true` if the published modifier with this number of `hook` counts.
    #[inline]
    pub(crate) fn counts_published(&self, hook: Hook, number: usize) -> bool {
        self.board.extra.at(hook.number()).is_none_or(|rules| !rules.drops(hook.number(), number))
    }

    /// Adds what rows add to the modifiers of `combat` at `hook`.
    pub(crate) fn add_rows(&self, hook: Hook, combat: &Combat, to: &mut NamedModifiers) {
        let Some(rules) = self.board.extra.at(hook.number()) else { return };
        let values = CombatValues::of(self, combat);
        let total = to.iter().map(|(_, plus)| i32::from(*plus)).sum();
        rules.each_change(hook.number(), &self.asked_about(combat), &values.given(), total, |row, plus| {
            to.push((row.name, i8::try_from(plus).unwrap_or_default()));
        });
    }

    /// Returns the column shift of an attack on units of `side` in `hex` by attackers that are not known yet, `ground` by the terrain
    /// alone.
    #[inline]
    pub(crate) fn column_in(&self, side: Side, hex: HexIx, ground: i8) -> i32 {
        let hook = Hook::CombatColumn;
        let Some(rules) = self.board.extra.at(hook.number()) else { return ground.into() };
        let published = if self.counts_published(hook, 0) { ground.into() } else { 0 };
        let units = self.ground.units(hex).filter(|unit| self.unit_side(*unit) == side);
        let defenders: UnitValues = units.map(unit_value).collect();
        let given = Given::of([-1, -1, hex_value(hex), side_value(side.other())]).with([(0, &[]), (1, &defenders)]);
        rules.number(hook.number(), &self.asked(), &given, published)
    }

    /// Adds what rows add to the column shifts of a barrage of `units` on `hex`.
    pub(crate) fn add_barrage_rows(&self, hex: HexIx, units: &[UnitIx], to: &mut NamedModifiers) {
        let hook = Hook::BarrageColumn.number();
        let Some(rules) = self.board.extra.at(hook) else { return };
        let firers: UnitValues = units.iter().copied().map(unit_value).collect();
        let targets: UnitValues = self.barrage_victims(hex).into_iter().map(unit_value).collect();
        let given = Given::of([-1, -1, hex_value(hex), side_value(self.state.active)]);
        let given = given.with([(0, &firers), (1, &targets)]);
        let total = to.iter().map(|(_, plus)| i32::from(*plus)).sum();
        rules.each_change(hook, &self.asked(), &given, total, |row, plus| {
            to.push((row.name, i8::try_from(plus).unwrap_or_default()));
        });
    }

    /// Returns the changes of the natural die `die` of `combat` by rows, by name (7.4).
    pub(crate) fn natural_changes(&self, combat: &Combat, die: u16) -> Vec<(&'static str, i32)> {
        let hook = Hook::CombatNatural.number();
        let mut changes = Vec::new();
        if let Some(rules) = self.board.extra.at(hook) {
            let values = CombatValues::of(self, combat);
            rules.each_change(hook, &self.asked_about(combat), &values.given(), die.into(), |row, plus| {
                changes.push((row.name, plus));
            });
        }
        changes
    }

    /// Returns the number as which each face of the die of `combat` counts (7.4).
    pub(crate) fn natural_faces(&self, combat: &Combat) -> [u16; 6] {
        let faces = [1, 2, 3, 4, 5, 6];
        if self.board.extra.at(Hook::CombatNatural.number()).is_none() {
            return faces;
        }
        faces.map(|die| {
            let plus: i32 = self.natural_changes(combat, die).iter().map(|(_, plus)| *plus).sum();
            u16::try_from(i32::from(die).saturating_add(plus)).unwrap_or(die)
        })
    }

    /// Returns `true` if rows may change what can come to a hex in the next turn, even if no unit has changed.
    pub(crate) fn has_rows_of_moves(&self) -> bool {
        let hooks = [Hook::Step, Hook::MustStop, Hook::Allowance, Hook::Zone, Hook::Value];
        self.board.extra.get().is_some()
            && (hooks.iter().any(|hook| self.board.extra.at(hook.number()).is_some()) || self.has_forbidden_steps())
    }

    /// Returns `true` if rows may change lines of command, even if no unit has changed.
    pub(crate) fn has_rows_of_command(&self) -> bool {
        let hooks = [Hook::CommandRange, Hook::Zone];
        hooks.iter().any(|hook| self.board.extra.at(hook.number()).is_some())
    }
}
