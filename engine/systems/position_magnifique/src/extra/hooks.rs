//! The numbers and answers that rows change. Without rows each costs a branch.

use battlewright_schema::position_magnifique::vocabulary::Hook;

use super::{Asked, cause_value, formation_value, order_value, piece_value, unit_value};
use crate::PositionMagnifique;
use crate::refusal::RefusalCause;
use crate::state::{Assault, Fire, FormationIx, Group, Motion, MovingPiece, Order, UnitIx};
use battlewright_core::kit::extra::{ExtraRow, ExtraRules, Given, hex_value, side_value};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// The greatest number of hexes in a move, which is no limit.
const NO_LIMIT: i32 = 99;

/// The rows that change a number, each with its name and its change.
pub(crate) type RowChanges = InlineList<(&'static str, i32), 4>;

/// A shift or a modifier with its name.
type NamedShift = (&'static str, i8);
/// Shifts or modifiers by rows.
type MoreShifts = InlineList<NamedShift, 4>;

impl PositionMagnifique {
    #[inline]
    fn rows_at(&self, hook: Hook) -> Option<&ExtraRules> {
        self.board.extra.at(hook.number())
    }

    /// Returns the rows that change the number `published` of `hook`; `given` is asked for if there may be some.
    #[inline]
    fn changes<'g>(&self, hook: Hook, published: i32, given: impl FnOnce() -> Given<'g>) -> RowChanges {
        let mut changes = RowChanges::new();
        if let Some(rows) = self.rows_at(hook) {
            let found = |row: &ExtraRow, change| changes.push((row.name, change));
            rows.each_change(hook.number(), &self.asked(), &given(), published, found);
        }
        changes
    }

    /// Returns the number `published` of `hook` after rows.
    #[inline]
    fn number<'g>(&self, hook: Hook, published: i32, given: impl FnOnce() -> Given<'g>) -> i32 {
        self.board.extra.number(hook.number(), published, || (self.asked(), given()))
    }

    /// Returns `true` if the published modifier `index` of `hook` no longer counts.
    #[inline]
    pub(crate) fn drops(&self, hook: Hook, index: usize) -> bool {
        self.board.extra.get().is_some_and(|rows| rows.drops(hook.number(), index))
    }

    /// Returns the rows that change the sum of the published `shifts`.
    #[inline]
    fn more_shifts<'g>(&self, hook: Hook, shifts: &[NamedShift], given: impl FnOnce() -> Given<'g>) -> MoreShifts {
        if self.rows_at(hook).is_none() {
            return MoreShifts::new();
        }
        let published = shifts.iter().map(|(_, shift)| i32::from(*shift)).sum();
        let changes = self.changes(hook, published, given).into_iter();
        changes.map(|(name, change)| (name, i8::try_from(change).unwrap_or(0))).collect()
    }

    /// Returns the values of a fire for expressions.
    pub(super) fn fire_given(&self, fire: &Fire) -> Given<'static> {
        let hexes = self.hex_of(fire.firer).zip(self.hex_of(fire.target));
        let range = hexes.map_or(0, |(from, to)| self.board.map.distance(from, to));
        let range = i32::try_from(range).unwrap_or(0);
        let [firer, target] = [fire.firer, fire.target].map(unit_value);
        Given::of([firer, target, range, cause_value(fire.cause), fire.smoke.into()])
    }

    /// Returns the shifts of a fire by rows, which change the `published` ones (10.2).
    #[inline]
    pub(crate) fn more_fire_shifts(&self, fire: &Fire, published: &[NamedShift]) -> MoreShifts {
        self.more_shifts(Hook::FireColumn, published, || self.fire_given(fire))
    }

    /// Returns the rows that change the Combat Factor `factor` of a fire (10.2).
    pub(crate) fn fire_factor_changes(&self, fire: &Fire, factor: u8) -> RowChanges {
        self.changes(Hook::FireFactor, factor.into(), || self.fire_given(fire))
    }

    /// Calls `asked` with the values of an assault for expressions.
    fn with_assault<T>(&self, assault: &Assault, asked: impl FnOnce(Given<'_>) -> T) -> T {
        let attackers: InlineList<i32, 8> = assault.attackers.iter().map(|unit| unit_value(*unit)).collect();
        let (target, ground) = (unit_value(assault.target), hex_value(assault.ground));
        let given = Given::of([target, ground, side_value(assault.side), -1, assault.shift.into()]);
        asked(given.with([(3, &attackers), (u8::MAX, &[])]))
    }

    /// Returns the shifts of an assault by rows, which change the `published` ones (13.2).
    #[inline]
    pub(crate) fn more_assault_shifts(&self, assault: &Assault, published: &[NamedShift]) -> MoreShifts {
        if self.rows_at(Hook::AssaultColumn).is_none() {
            return MoreShifts::new();
        }
        self.with_assault(assault, |given| self.more_shifts(Hook::AssaultColumn, published, || given))
    }

    /// Returns the modifiers of the dice of an assault by rows, which change the `published` ones (13.3).
    #[inline]
    pub(crate) fn more_assault_dice(&self, assault: &Assault, published: &[NamedShift]) -> MoreShifts {
        if self.rows_at(Hook::AssaultDice).is_none() {
            return MoreShifts::new();
        }
        self.with_assault(assault, |given| self.more_shifts(Hook::AssaultDice, published, || given))
    }

    /// Returns the rows that change the differential of an assault (13.2).
    pub(crate) fn differential_changes(&self, assault: &Assault, differential: i16) -> RowChanges {
        if self.rows_at(Hook::Differential).is_none() {
            return RowChanges::new();
        }
        self.with_assault(assault, |given| self.changes(Hook::Differential, differential.into(), || given))
    }

    /// Returns the rows that change the Combat Factor of `unit` in an assault (13.2).
    pub(crate) fn assault_factor_changes(&self, unit: UnitIx, charges: bool, factor: i16) -> RowChanges {
        self.changes(Hook::AssaultFactor, factor.into(), || Given::of([unit_value(unit), charges.into()]))
    }

    /// Returns the modifiers of the Morale Rating of `unit` by rows, which change the rating and its `published` modifiers (10.7).
    #[inline]
    pub(crate) fn more_morale(&self, unit: UnitIx, published: &[NamedShift]) -> MoreShifts {
        if self.rows_at(Hook::Morale).is_none() {
            return MoreShifts::new();
        }
        let rating = self.printed_morale(unit, self.unit(unit).reduced);
        let rating = ("rating", i8::try_from(rating).unwrap_or(i8::MAX));
        let all: InlineList<NamedShift, 4> = published.iter().copied().chain([rating]).collect();
        self.more_shifts(Hook::Morale, &all, || Given::of([unit_value(unit)]))
    }

    /// Returns the modifiers of the roll for the change of `group` (20.3), which are all by rows.
    pub(crate) fn group_roll_changes(&self, group: Group) -> RowChanges {
        let side = self.board.formation(group.formation).side;
        self.changes(Hook::GroupRoll, 0, || Given::of([side_value(side), formation_value(group.formation)]))
    }

    /// Returns the movement points `printed` of `unit` after rows (12.2).
    #[inline]
    pub(crate) fn allowance_by_rows(&self, unit: UnitIx, printed: u8) -> u16 {
        let points = self.number(Hook::Allowance, printed.into(), || Given::of([unit_value(unit)]));
        u16::try_from(points).unwrap_or(0)
    }

    /// Returns the greatest number of hexes in a move of `unit`, `published` without rows; `None` for no limit.
    #[inline]
    pub(crate) fn most_hexes_by_rows(&self, unit: UnitIx, published: Option<u8>) -> Option<u8> {
        if self.rows_at(Hook::MostHexes).is_none() {
            return published;
        }
        let most = published.map_or(NO_LIMIT, i32::from);
        let most = self.number(Hook::MostHexes, most, || Given::of([unit_value(unit)]));
        u8::try_from(most).ok().filter(|most| i32::from(*most) < NO_LIMIT)
    }

    /// Returns the range `printed` of `firer`, the Effective or the Extended one, after rows (10.4).
    #[inline]
    pub(crate) fn range_by_rows(&self, firer: UnitIx, printed: u8, extended: bool) -> u8 {
        let range = self.number(Hook::Range, printed.into(), || Given::of([unit_value(firer), extended.into()]));
        u8::try_from(range).unwrap_or(0)
    }

    /// Returns the Command Range of the HQ of `formation` in hexes (11.2): its Command Rating; 0 once it is overrun (13.10).
    pub(crate) fn command_reach(&self, formation: FormationIx) -> u8 {
        let hq = self.hq(formation);
        if hq.overrun { 0 } else { self.reach_under(formation, hq.order) }
    }

    /// Returns the Command Range of the HQ of `formation` under `order`, until it is overrun.
    #[inline]
    pub(crate) fn reach_under(&self, formation: FormationIx, order: Order) -> u8 {
        let given = || {
            let side = self.board.formation(formation).side;
            Given::of([formation_value(formation), side_value(side), order_value(order)])
        };
        let range = self.number(Hook::CommandRange, self.rating_under(formation, order).into(), given);
        u8::try_from(range).unwrap_or(0)
    }

    /// Returns `true` if `unit` is In Command after rows, where the published rules say `published` (11.2).
    #[inline]
    pub(crate) fn in_command_by_rows(&self, unit: UnitIx, published: bool) -> bool {
        let asked = || (self.asked(), Given::of([unit_value(unit)]));
        self.board.extra.yes_no(Hook::InCommand.number(), published, asked)
    }

    /// Returns `true` if rows decide who is In Command.
    #[inline]
    pub(crate) fn rows_command(&self) -> bool {
        self.rows_at(Hook::InCommand).is_some()
    }

    /// Returns the values of a step of `piece` from `from`, or from off the map, to `to`.
    pub(super) fn step_given(&self, piece: MovingPiece, from: Option<HexIx>, to: HexIx) -> Given<'static> {
        let by_road = match from {
            Some(from) => self.board.map.road(from, to),
            None => self.board.map.has_road(to),
        };
        let side = side_value(self.side_of(piece));
        Given::of([piece_value(piece), hex_value(from), hex_value(to), side, by_road.into()])
    }

    /// Returns the cost of a step after rows, in half movement points; `published` without them.
    #[inline]
    pub(crate) fn step_by_rows(&self, piece: MovingPiece, from: Option<HexIx>, to: HexIx, published: u16) -> u16 {
        let Some(rows) = self.rows_at(Hook::Step) else { return published };
        let given = self.step_given(piece, from, to);
        step_cost(rows, &self.asked(), &given, published)
    }

    /// Returns `true` if rows make `piece` stop where it comes to `to`.
    #[inline]
    pub(crate) fn must_stop(&self, piece: MovingPiece, from: Option<HexIx>, to: HexIx) -> bool {
        let asked = || (self.asked(), self.step_given(piece, from, to));
        self.board.extra.yes_no(Hook::MustStop.number(), false, asked)
    }

    /// Returns the row for which a unit has reached the greatest number of hexes of `motion`; `None` if it is the event (17.1).
    pub(crate) fn why_no_more_hexes(&self, motion: &Motion) -> Option<RefusalCause> {
        let because = |row: &ExtraRow, reason| RefusalCause::Because(row.rule, reason);
        let stops = self.rows_at(Hook::MustStop).zip(motion.hex).and_then(|(rows, hex)| {
            // The hex from which it came is not kept.
            let mut from = self.board.map.neighbors(hex).map(Some).chain([None]);
            from.find_map(|from| {
                let given = self.step_given(motion.piece, from, hex);
                rows.row_that_says_yes(Hook::MustStop.number(), &self.asked(), &given)
            })
        });
        if let Some(row) = stops.filter(|_| motion.hexes > 0) {
            return Some(because(row, "the unit must stop in this hex"));
        }
        let MovingPiece::Unit(unit) = motion.piece else { return None };
        let mut why = None;
        if let Some(rows) = self.rows_at(Hook::MostHexes) {
            let given = Given::of([unit_value(unit)]);
            rows.each_change(Hook::MostHexes.number(), &self.asked(), &given, NO_LIMIT, |row, _| {
                why = Some(because(row, "the unit may not enter more hexes in its move"));
            });
        }
        why.filter(|_| self.state.feu != Some(self.board.unit(unit).formation))
    }
}

/// Returns the cost of a step by `rows`, in half movement points; rows count in whole ones. No step is for free, since moves would
/// not end.
pub(super) fn step_cost(rows: &ExtraRules, asked: &Asked<'_>, given: &Given<'_>, published: u16) -> u16 {
    let halves = rows.scaled(Hook::Step.number(), asked, given, published.into(), 2);
    u16::try_from(halves).unwrap_or(u16::MAX).max(1)
}
