//! Rules in rows: the hooks at which rows change the numbers and answers of the system. Acts that they forbid, and prohibitions that
//! they lift, are in `extra_acts.rs`.

use battlewright_schema::at_any_cost::vocabulary::Hook;

use crate::action::{Shot, Weapon};
use crate::rules::r08_fire::{Fire, FireCause};
use crate::rules::r13_assault::Assault;
use crate::state::{FormationIx, UnitIx};
use crate::{AtAnyCost, MovingPiece};
use battlewright_core::game::Rule;
use battlewright_core::kit::extra::{ExtraRow, ExtraRules, Given, hex_value, index_value, side_value};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// A number of hexes that is as good as no limit.
const NO_LIMIT: i32 = 99;

/// The parts of a movement point.
const HALVES: i32 = 2;

/// A step of a piece, from a hex or from off the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceStep {
    pub(crate) piece: MovingPiece,
    pub(crate) from: Option<HexIx>,
    pub(crate) to: HexIx,
    /// `true` if it pays for a road.
    pub(crate) by_road: bool,
}

/// Returns `unit` as expressions number units.
#[inline]
pub(crate) fn unit_value(unit: UnitIx) -> i32 {
    index_value(unit.index())
}

/// Returns `piece` as expressions number units: an HQ is none.
#[inline]
pub(crate) fn piece_value(piece: MovingPiece) -> i32 {
    match piece {
        MovingPiece::Unit(unit) => unit_value(unit),
        MovingPiece::Hq(_) => -1,
    }
}

fn units_of(party: &[UnitIx]) -> InlineList<i32, 12> {
    party.iter().map(|unit| unit_value(*unit)).collect()
}

impl AtAnyCost {
    /// Returns `true` if the published modifier `index` of `hook` no longer counts.
    #[inline]
    pub(crate) fn drops(&self, hook: Hook, index: usize) -> bool {
        self.board.extra.get().is_some_and(|rules| rules.drops(hook.number(), index))
    }

    #[inline]
    fn number_by_rows<const N: usize>(&self, hook: Hook, published: i32, given: impl FnOnce() -> [i32; N]) -> i32 {
        self.board.extra.number(hook.number(), published, || (self.asked(), Given::of(given())))
    }

    #[inline]
    fn answer_by_rows<const N: usize>(&self, hook: Hook, published: bool, given: impl FnOnce() -> [i32; N]) -> bool {
        self.board.extra.yes_no(hook.number(), published, || (self.asked(), Given::of(given())))
    }

    /// Returns the number of `formation` in expressions.
    pub(crate) fn formation_value(&self, formation: FormationIx) -> i32 {
        self.board.formation_values.get(formation.index()).copied().unwrap_or(-1)
    }

    /// Returns `formation` and its side for expressions.
    pub(crate) fn formation_given(&self, formation: FormationIx) -> [i32; 2] {
        [self.formation_value(formation), side_value(self.board.formation(formation).side)]
    }

    /// Returns `unit` and its side for expressions.
    pub(crate) fn unit_given(&self, unit: UnitIx) -> [i32; 2] {
        [unit_value(unit), side_value(self.unit_side(unit))]
    }

    fn mover_given(&self, piece: MovingPiece) -> [i32; 4] {
        let [formation, side] = self.formation_given(self.formation_of(piece));
        [piece_value(piece), formation, side, i32::from(matches!(piece, MovingPiece::Hq(_)))]
    }

    /// Returns `step` and its side for expressions.
    pub(crate) fn step_given(&self, step: &PieceStep) -> [i32; 5] {
        let side = side_value(self.side_of(step.piece));
        [piece_value(step.piece), hex_value(step.from), hex_value(step.to), side, step.by_road.into()]
    }

    /// Returns the values of a fire for expressions; `from` is the hex of the firing unit.
    pub(crate) fn shot_given(&self, shot: &Shot, cause: FireCause, from: Option<HexIx>, conditions: i8) -> [i32; 10] {
        let Shot { firer, weapon, target, .. } = *shot;
        let ground = self.hex_of(target);
        let further = match cause {
            FireCause::Defensive(before) => before,
            FireCause::Step | FireCause::Event { .. } => 0,
        };
        let range = from.zip(ground).map_or(0, |(from, to)| self.board.map.distance(from, to));
        [
            unit_value(firer),
            unit_value(target),
            hex_value(ground),
            side_value(self.unit_side(firer)),
            i32::try_from(range).unwrap_or(i32::MAX),
            matches!(cause, FireCause::Defensive(_)).into(),
            matches!(cause, FireCause::Event { .. }).into(),
            (weapon == Weapon::Mitrailleuse).into(),
            further.min(9).into(),
            conditions.clamp(-9, 9).into(),
        ]
    }

    /// Calls `found` with each row that changes `hook` in `fire`, and by how much.
    pub(crate) fn each_change_of_fire(
        &self,
        hook: Hook,
        fire: &Fire,
        published: i32,
        found: impl FnMut(&ExtraRow, i32),
    ) {
        if let Some(rules) = self.board.extra.at(hook.number()) {
            let given = self.shot_given(&fire.shot, fire.cause, self.hex_of(fire.shot.firer), fire.conditions);
            rules.each_change(hook.number(), &self.asked(), &Given::of(given), published, found);
        }
    }

    /// Calls `found` with each row that changes `hook` in `assault`, and by how much.
    pub(crate) fn each_change_of_assault(
        &self,
        hook: Hook,
        assault: &Assault,
        published: i32,
        found: impl FnMut(&ExtraRow, i32),
    ) {
        let Some(rules) = self.board.extra.at(hook.number()) else { return };
        let (attack, defense) = self.assault_totals(assault);
        let [attackers, defenders] = [units_of(&assault.attackers), units_of(&assault.defenders)];
        let given = Given::of([
            -1,
            -1,
            hex_value(assault.ground),
            side_value(assault.side),
            assault.charger.is_some().into(),
            attack.into(),
            defense.into(),
            self.is_flank_attack(assault).into(),
            assault.cause as i32,
            assault.conditions.clamp(-20, 20).into(),
        ]);
        let given = given.with([(0, &attackers), (1, &defenders)]);
        rules.each_change(hook.number(), &self.asked(), &given, published, found);
    }

    /// Returns the SP `published` of `unit` in `assault` after rows (13.3).
    #[inline]
    pub(crate) fn assault_strength_by_rows(&self, assault: &Assault, unit: UnitIx, published: i16) -> i16 {
        let given = || {
            let attacks = self.unit_side(unit) == assault.side;
            let (ground, side) = (hex_value(assault.ground), side_value(assault.side));
            [unit_value(unit), ground, side, attacks.into(), assault.is_charging(unit).into()]
        };
        let points = self.number_by_rows(Hook::AssaultStrength, published.into(), given);
        i16::try_from(points).unwrap_or(published)
    }

    /// Returns the rows that change the TCR of units (9.1).
    #[inline]
    pub(crate) fn rows_of_tcr(&self) -> Option<&ExtraRules> {
        self.board.extra.at(Hook::Tcr.number())
    }

    /// Calls `found` with each of `rules` that changes the TCR `published` of `unit`, and by how much.
    pub(crate) fn each_change_of_tcr(
        &self,
        rules: &ExtraRules,
        unit: UnitIx,
        published: i32,
        found: impl FnMut(&ExtraRow, i32),
    ) {
        rules.each_change(Hook::Tcr.number(), &self.asked(), &Given::of([unit_value(unit)]), published, found);
    }

    /// Returns the movement points `printed` of `piece` after rows (12.3).
    #[inline]
    pub(crate) fn allowance_by_rows(&self, piece: MovingPiece, printed: u16) -> u16 {
        let points = self.number_by_rows(Hook::Allowance, printed.into(), || self.mover_given(piece));
        u16::try_from(points).unwrap_or(0)
    }

    /// Returns the number of hexes that `piece` may enter in a move, `published` without rows; `None` for no limit (7.2).
    #[inline]
    pub(crate) fn most_hexes_by_rows(&self, piece: MovingPiece, published: Option<u8>) -> Option<u8> {
        let most = published.map_or(NO_LIMIT, i32::from);
        let most = self.number_by_rows(Hook::MostHexes, most, || self.mover_given(piece));
        u8::try_from(most).ok().filter(|most| i32::from(*most) < NO_LIMIT)
    }

    /// Returns the Effective and the Extreme Range `printed` of a weapon of `unit` after rows (8.4).
    #[inline]
    pub(crate) fn range_by_rows(&self, unit: UnitIx, weapon: Weapon, printed: [u8; 2]) -> [u8; 2] {
        let given = || {
            let [unit, side] = self.unit_given(unit);
            [unit, side, (weapon == Weapon::Mitrailleuse).into()]
        };
        let [effective, extreme] = printed;
        let extreme = self.number_by_rows(Hook::Range, extreme.into(), given);
        let effective = self.number_by_rows(Hook::EffectiveRange, effective.into(), given).min(extreme);
        [effective, extreme].map(|range| u8::try_from(range).unwrap_or(u8::MAX))
    }

    /// Returns the Command Range of the HQ of `formation` with this `rating` (7.3).
    #[inline]
    pub(crate) fn command_range_of(&self, formation: FormationIx, rating: u8) -> u16 {
        let range = self.number_by_rows(Hook::CommandRange, rating.into(), || self.formation_given(formation));
        u16::try_from(range).unwrap_or(0)
    }

    /// Returns the greatest distance over which something is seen from `from` to `to`, `published` without rows, and the row that
    /// changes it; `None` for no limit (8.3).
    #[inline]
    pub(crate) fn sight_by_rows(&self, from: HexIx, to: HexIx, published: Option<u8>) -> (Option<u8>, Option<Rule>) {
        let Some(rules) = self.board.extra.at(Hook::Sight.number()) else { return (published, None) };
        let (mut limit, mut by) = (published.map_or(NO_LIMIT, i32::from), None);
        let given = Given::of([hex_value(from), hex_value(to)]);
        rules.each_change(Hook::Sight.number(), &self.asked(), &given, limit, |row, change| {
            limit += change;
            by = Some(row.rule);
        });
        (u8::try_from(limit).ok().filter(|limit| i32::from(*limit) < NO_LIMIT), by)
    }

    /// Returns `true` if rows change the costs of steps, which may be less than a point then.
    pub(crate) fn has_cheap_steps(&self) -> bool {
        self.board.extra.at(Hook::StepCost.number()).is_some()
    }

    /// Returns the cost `published` of `step` in half movement points after rows (12.2).
    #[inline]
    pub(crate) fn step_cost_by_rows(&self, step: &PieceStep, published: u16) -> u16 {
        let Some(rules) = self.board.extra.at(Hook::StepCost.number()) else { return published };
        let given = Given::of(self.step_given(step));
        let cost = rules.scaled(Hook::StepCost.number(), &self.asked(), &given, published.into(), HALVES);
        u16::try_from(cost.max(1)).unwrap_or(published)
    }

    /// Returns `true` if rows make a piece stop after `step`.
    #[inline]
    pub(crate) fn must_stop_by_rows(&self, step: &PieceStep) -> bool {
        self.answer_by_rows(Hook::MustStop, false, || self.step_given(step))
    }

    /// Returns the row by which `piece` in `hex` enters no more hexes than `most`, if it is one.
    pub(crate) fn row_that_halts(&self, piece: MovingPiece, hex: Option<HexIx>, most: Option<u8>) -> Option<Rule> {
        let stop = self.board.extra.at(Hook::MustStop.number()).zip(hex).and_then(|(rules, to)| {
            let step = PieceStep { piece, from: None, to, by_road: self.board.map.has_road(to) };
            rules.row_that_says_yes(Hook::MustStop.number(), &self.asked(), &Given::of(self.step_given(&step)))
        });
        let mut rule = stop.map(|row| row.rule);
        if let Some(rules) = self.board.extra.at(Hook::MostHexes.number()) {
            let (mut left, given) = (NO_LIMIT, Given::of(self.mover_given(piece)));
            rules.each_change(Hook::MostHexes.number(), &self.asked(), &given, NO_LIMIT, |row, change| {
                left += change;
                if most.map(i32::from) == Some(left) {
                    rule = rule.or(Some(row.rule));
                }
            });
        }
        rule
    }

    /// Returns `true` if `unit` is In Command, as the published rules say or as rows do (7.3).
    #[inline]
    pub(crate) fn in_command_by_rows(&self, unit: UnitIx, published: bool) -> bool {
        self.answer_by_rows(Hook::InCommand, published, || {
            let [formation, side] = self.formation_given(self.board.unit(unit).formation);
            [unit_value(unit), formation, side]
        })
    }

    /// Returns the points of rows for both sides (19.0).
    pub(crate) fn row_points(&self) -> [i32; 2] {
        self.board.extra.points(&self.asked())
    }
}
