//! VI Fire actions: targets, the turn of advancing fire, and the roll.

use std::fmt::Arguments;

use battlewright_schema::outrance::vocabulary::Trigger;
use battlewright_schema::outrance::{CombatEffect, FireAction, Posture, TroopType, UnitClass};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::action::{Action, ActionList};
use crate::event::{Event, FireShot, RolledIndex};
use crate::extra::unit_value;
use crate::rules::c04_formations::{Footprint, UnitPlacement};
use crate::rules::c06_fire::{
    Bystanders, FireRefusal, FireTarget, band_within, effective_bands, facing_toward, fire_target, is_in_arc,
};
use crate::rules::c06_fire_results::{FireCase, fire_effect, fire_index_by_rows, fire_numbers};
use crate::rules::calculation::TableIndex;
use crate::stage::{PERCENT, TaskStage, TurnPart, first_pick};
use crate::state::{At, CombatRecord, UnitIx};
use crate::{Outrance, percent_of, rulebook as rule};
use battlewright_core::game::{Illegal, Log};
use battlewright_core::kit::plane::{Direction, Rectangle};
use battlewright_core::kit::tasks::TaskFamily;

/// The greatest rounding of the ends of a line, in thousandths of an inch.
const ROUNDING: i32 = 4;

impl FireRefusal {
    /// Returns the refusal with its rule and a remedy.
    fn illegal(self) -> Illegal {
        let (rule, remedy) = match self {
            Self::March => (rule::ACTIONS, "deploy or maneuver first"),
            Self::Demoralized => (rule::STATUS, "regroup it"),
            Self::OutOfArc => (rule::FIRE, "choose a target in the arc, or turn if the unit is in maneuver formation"),
            Self::Sight(_) => (rule::TERRAIN, "choose a target in sight"),
        };
        Illegal::new(rule, format!("{self}; {remedy}"))
    }
}

/// The roll for the fire of a unit at a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FireRoll(pub(crate) UnitIx, pub(crate) UnitIx);

impl TaskFamily<Outrance> for FireRoll {
    fn stage(&self, game: &Outrance, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let (unit, target) = (game.unit_name(self.0), game.unit_name(self.1));
        prompt(format_args!("Roll 1 to 100: the fire of {unit} at {target}"));
        TaskStage::new(PERCENT, rule::FIRE, Some(TurnPart::Combat)).about(self.0)
    }

    fn resolve(self, game: &mut Outrance, picks: &[u16], log: &mut impl Log<Event>) {
        game.roll_fire(self.0, self.1, first_pick(picks), log);
    }
}

impl Outrance {
    /// Returns the line of fire of a unit with some bases at a target.
    pub(crate) fn line_of_fire(
        &self,
        unit: UnitIx,
        shape: &Footprint,
        target: UnitIx,
    ) -> Option<Result<FireTarget, FireRefusal>> {
        let (board, posture, target_shape) = (&self.board, self.place(unit)?.posture, self.shape(target)?);
        let lines = shape.bounds().joined(target_shape.bounds()).grown(board.sight.friend_clearance);
        let mut friends = self.bases_near(self.side_of(unit), &[unit], lines);
        if board.rules.generals_stop_fire {
            friends.extend(self.generals(self.side_of(unit), unit));
        }
        let enemies = self.screen_of(target);
        let others = Bystanders { friends: &friends, enemies: &enemies };
        let status = self.unit(unit).status;
        Some(fire_target(&board.rules, &board.sight, &board.terrain, shape, posture, status, target_shape, others))
    }

    /// Returns the greatest length of a line of fire on which the fire of a unit has an effect, in thousandths of an inch.
    fn farthest_fire(&self, unit: UnitIx) -> Option<i32> {
        self.effective_bands(unit).into_iter().max()
    }

    /// Returns the ends of the range bands in which the fire of a unit has an effect, in thousandths of an inch.
    pub(crate) fn effective_bands(&self, unit: UnitIx) -> SmallVec<[i32; 8]> {
        let Some((class, action)) = self.firing(unit) else { return SmallVec::new() };
        let published = effective_bands(&self.board.rules, class, action).map(|(_, end)| end);
        let mut bands: SmallVec<[i32; 8]> = published.collect();
        if let Some(farthest) = bands.iter().max().copied().filter(|_| self.has_range_rows()) {
            // Within a shorter range, the last band ends with it; a longer one has the index of the last band.
            let range = self.range_by_rows(unit, farthest);
            bands.retain(|end| *end < range);
            if range > 0 {
                bands.push(range);
            }
        }
        bands
    }

    /// Returns the class of a unit in the table of fire, and the action by which it would fire.
    fn firing(&self, unit: UnitIx) -> Option<(UnitClass, FireAction)> {
        let action = FireAction::of(self.place(unit)?.posture)?;
        Some((self.combatant(unit).class()?, action))
    }

    /// Returns the band of fire over a range in thousandths of an inch, `published` without rows; `None` beyond the range of the unit.
    pub(crate) fn band_by_rows(&self, unit: UnitIx, range: i32, published: Option<usize>) -> Option<usize> {
        if !self.has_range_rows() {
            return published;
        }
        let (class, action) = self.firing(unit)?;
        let by_rows = |farthest| self.range_by_rows(unit, farthest);
        band_within(&self.board.rules, class, action, range, published, by_rows)
    }

    /// Returns the bases of the other units of a target's side, if enemies block a line of sight.
    pub(crate) fn screen_of(&self, target: UnitIx) -> Vec<Rectangle> {
        let is_screened = self.board.sight.enemies_block;
        if is_screened { self.bases_but(self.side_of(target), &[target]) } else { Vec::new() }
    }

    /// Returns the facts of fire that is in range, their index, and the range in thousandths of an inch.
    pub(crate) fn fire_facts(
        &self,
        unit: UnitIx,
        target: UnitIx,
        facing: Direction,
    ) -> Option<(FireCase, TableIndex, i32)> {
        let place = self.place(unit)?;
        if facing != place.facing && self.board.extra.get().is_some() {
            // Rows ask about the unit as it stands when it fires.
            let mut turned = self.clone();
            turned.turn_to_fire(unit, facing, &mut ());
            return turned.fire_facts(unit, target, facing);
        }
        let turned = UnitPlacement { facing, ..place.clone() };
        let shape = self.shape_at(unit, &turned)?;
        let target_shape = self.shape(target)?;
        // The ends of a line are rounded.
        if !shape.is_within(target_shape, self.farthest_fire(unit)?.saturating_add(ROUNDING)) {
            return None;
        }
        let found = self.line_of_fire(unit, &shape, target)?.ok()?;
        let troops = self.board.unit(unit).troops;
        let numbers = fire_numbers(
            troops,
            self.unit(unit).bases.into(),
            self.batteries(unit, target),
            self.unit(target).bases.into(),
            self.board.rules.battery_counts_for_actor,
        );
        let case = FireCase {
            actor: self.combatant(unit),
            action: found.action,
            target: self.combatant(target),
            cover: self.board.terrain.cover(target_shape, found.line.line, self.board.cover),
            band: self.band_by_rows(unit, found.line.range, found.band)?,
            numbers,
        };
        let rows = self.fire_rows(unit, target, found.line.range, &case);
        let index = fire_index_by_rows(&self.board.rules.tables, &case, &rows)?;
        Some((case, index, found.line.range))
    }

    /// Returns the bases of friendly artillery that fired at a target before in this turn.
    fn batteries(&self, unit: UnitIx, target: UnitIx) -> u32 {
        let side = self.side_of(unit);
        let counts = |shot: &&CombatRecord| {
            let is_there = self.board.rules.destroyed_guns_count || self.shape(shot.unit).is_some();
            shot.target == target && self.side_of(shot.unit) == side && is_there
        };
        self.state.shots.iter().filter(counts).map(|shot| u32::from(shot.bases)).sum()
    }

    /// Adds the fire at each target on which it may have an effect.
    pub(crate) fn fire_options(&self, unit: UnitIx, into: &mut ActionList) {
        let facts = self.board.unit(unit);
        let Some((place, shape)) = self.place(unit).zip(self.shape(unit)) else { return };
        if facts.is_general() || place.posture == Posture::March || self.is_demoralized(unit) {
            return;
        }
        if facts.troops == TroopType::Cavalry && !self.board.rules.cavalry_fires {
            return;
        }
        let bands = self.board.rules.range_bands.iter().map(|band| band.thousandths());
        let farthest = bands.max().max(self.farthest_fire(unit)).unwrap_or(0);
        for (target, target_shape) in self.fighters(facts.side.other()) {
            if !shape.is_within(target_shape, farthest) {
                continue;
            }
            let turns = !is_in_arc(shape, target_shape) && self.may_turn_to_fire(unit, place.posture, target);
            let facing = if turns { facing_toward(place.at, target_shape) } else { Some(place.facing) };
            let Some(facing) = facing else { continue };
            // The line of fire is clear and in range; what is left to check is that the unit can turn.
            let turned = UnitPlacement { facing, ..place.clone() };
            let may_turn = facing == place.facing || self.stands(unit, &turned).is_ok();
            if may_turn
                && let Some((_, _, range)) = self.fire_facts(unit, target, facing)
                && self.forbids_fire(unit, target, range).is_ok()
            {
                into.push(Action::Fire { target, facing });
            }
        }
    }

    pub(crate) fn check_fire(&self, unit: UnitIx, target: UnitIx, facing: Direction) -> Result<(), Illegal> {
        let facts = self.board.unit(unit);
        let refuse = |reason: &str| Err(Illegal::new(rule::FIRE, reason));
        if facts.troops == TroopType::Cavalry && !self.board.rules.cavalry_fires {
            return refuse("cavalry does not fire in this scenario; assault instead");
        }
        if self.board.unit(target).is_general() {
            return Err(Illegal::new(rule::GENERALS, "generals are no targets; choose a unit"));
        }
        if self.board.unit(target).side == facts.side {
            return refuse("the target is a friend; choose an enemy");
        }
        let Some(place) = self.place(unit) else { return Err(self.not_asked()) };
        if self.shape(target).is_none() {
            return refuse("the target is not on the table; choose another");
        }
        if facing != place.facing && !self.may_turn_to_fire(unit, place.posture, target) {
            return Err(Illegal::new(rule::ACTIONS, "deployed units do not turn to fire; keep the facing"));
        }
        let turned = UnitPlacement { facing, ..place.clone() };
        let shape = if facing == place.facing { self.shape(unit).cloned() } else { Some(self.stands(unit, &turned)?) };
        let found = shape.and_then(|shape| self.line_of_fire(unit, &shape, target));
        match found {
            Some(Ok(found)) => self.forbids_fire(unit, target, found.line.range),
            Some(Err(refusal)) => Err(refusal.illegal()),
            None => Err(self.not_asked()),
        }
    }

    pub(crate) fn begin_fire(&mut self, unit: UnitIx, target: UnitIx, facing: Direction, log: &mut impl Log<Event>) {
        self.turn_to_fire(unit, facing, log);
        self.events_of(Trigger::Fired, [unit_value(unit), unit_value(target)]);
        if self.fire_facts(unit, target, facing).is_none() {
            // Out of range: the action is used.
            log.push(Event::Fired { unit, target, shot: None, effect: CombatEffect::Nothing });
            if self.board.rules.guns_out_of_range_count {
                self.record_shot(unit, target);
            }
            return;
        }
        self.push(FireRoll(unit, target));
    }

    fn turn_to_fire(&mut self, unit: UnitIx, facing: Direction, log: &mut impl Log<Event>) {
        if let Some(place) = self.place(unit).cloned()
            && place.facing != facing
        {
            self.put(unit, At::On(UnitPlacement { facing, ..place }));
            self.clear_generals(unit, log);
        }
    }

    /// Returns `true` if a unit may turn to fire at a target.
    fn may_turn_to_fire(&self, unit: UnitIx, posture: Posture, target: UnitIx) -> bool {
        match posture {
            Posture::Maneuver => true,
            Posture::Deployed => self.may_turn_deployed(unit, target),
            Posture::March => false,
        }
    }

    fn record_shot(&mut self, unit: UnitIx, target: UnitIx) {
        if self.board.unit(unit).troops == TroopType::Artillery {
            let bases = self.unit(unit).bases;
            self.state.shots.push(CombatRecord { unit, target, bases });
        }
    }

    pub(crate) fn roll_fire(&mut self, unit: UnitIx, target: UnitIx, roll: u16, log: &mut impl Log<Event>) {
        let facing = self.place(unit).map(|place| place.facing).unwrap_or_default();
        let Some((case, index, range)) = self.fire_facts(unit, target, facing) else { return };
        let effect = fire_effect(&self.board.rules, index.index, case.target.status, percent_of(roll));
        self.record_shot(unit, target);
        let shot = FireShot { range, cover: case.cover, fire: RolledIndex { index, roll, percent: None } };
        log.push(Event::Fired { unit, target, shot: Some(Box::new(shot)), effect });
        self.suffer(target, effect, unit, log);
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::position::{FRENCH, PRUSSIAN, position};
    use battlewright_core::show::Show as _;

    #[test]
    fn c06_artillery_adds_up_on_a_target() {
        let mut table = position(
            "prussian artillery p1 3 at 18,20
            prussian artillery p2 3 at 22,20
            french infantry f1 4 at 20,12 facing 180",
        )
        .with_initiative(PRUSSIAN);
        table.does("select p1, fire f1 0").rolls(&[1]);
        table.logs_all(&["p1 (Prussians) fires at f1 (French)", ": no effect (", "index 2 = ", "roll 1)"]);
        table.has_initiative(PRUSSIAN).does("select p2");
        let odds = table.game.odds(&table.action("fire f1 0")).unwrap();
        assert!(odds.modifiers.contains(&("Fire: target outnumbered".to_owned(), 1)), "VI: {:?}", odds.modifiers);
        assert_eq!(odds.cases[0].results.iter().map(|(_, chance)| chance).sum::<u32>(), 100);
        table.does("fire f1 0").rolls(&[1]);
        table.logs_all(&["p2 (Prussians) fires at f1 (French)", ": no effect (", "index 4 = ", "roll 1)"]);
    }

    #[test]
    fn c06_o6_destroyed_guns_still_count() {
        let text = "prussian artillery p1 3 at 18,20
            prussian artillery p2 3 at 22,20
            french infantry f1 4 at 20,12 facing 180";
        let index = |counts| {
            let mut table = position(text)
                .with(|scenario| scenario.rules.destroyed_guns_count = Some(counts))
                .with_initiative(PRUSSIAN);
            table.does("select p1, fire f1 0").rolls(&[1]);
            let guns = table.unit("p1");
            table.game.put(guns, super::At::Destroyed(1));
            table.has_initiative(PRUSSIAN).does("select p2, fire f1 0").rolls(&[1]);
            table.take_log().concat()
        };
        assert!(index(true).contains("index 4") && !index(false).contains("index 4"), "o6");
    }

    #[test]
    fn c06_fire_out_of_range_uses_the_action() {
        let mut table = position(
            "prussian infantry p1 4 at 20,20
            french infantry f1 4 at 20,12 facing 180",
        )
        .with_initiative(PRUSSIAN);
        table.does("select p1");
        assert!(table.choices("fire").is_empty(), "a menu offers no fire without effect");
        table.does("fire f1 0");
        table.logs("p1 (Prussians) fires at f1 (French): out of range [VI]");
        assert_eq!(table.chooser(), FRENCH, "VI: the action is used");
    }

    #[test]
    fn c06_targets_are_enemy_units_in_arc_and_sight() {
        let table = |woods: &str| {
            let mut table = position(&format!(
                "prussian infantry p1 4 at 20,20
                prussian infantry p2 4 at 30,20
                french infantry f1 4 at 20,17.5 facing 180
                french infantry f2 4 at 20,25 facing 0
                french general fg at 24,17\n{woods}"
            ))
            .with_initiative(PRUSSIAN);
            table.does("select p1");
            table
        };
        let open = table("");
        assert_eq!(open.choices("fire"), ["f1 0"], "VI");
        open.refuses("fire f2 0", "VI");
        open.refuses("fire p2 0", "VI");
        open.refuses("fire fg 0", "IX");
        open.refuses("fire f1 90", "III");
        let town = table("town 10,18 30,18 30,19.5 10,19.5");
        town.refuses("fire f1 0", "VIII");
    }

    #[test]
    fn c06_advancing_fire_turns_to_its_target() {
        let mut table = position(
            "prussian infantry p1 4 at 20,15 facing 90 maneuver
            french infantry f1 2 at 20,12 facing 180",
        )
        .with_initiative(PRUSSIAN);
        table.does("select p1");
        assert_eq!(table.choices("fire"), ["f1 0"], "III");
        table.does("fire f1 0").rolls(&[1]);
        assert_eq!(table.game.bases_of("p1")[0][0].x, 19_000, "III: it faces up now");
        table.logs_all(&["p1 (Prussians) fires at f1 (French)", ": no effect (", "index 3 = ", "roll 1)"]);
    }

    #[test]
    fn c06_o29_cavalry_fires_by_a_setting() {
        let text = "prussian cavalry p1 4 at 20,15
            french infantry f1 4 at 20,12 facing 180";
        let mut table = position(text).with_initiative(PRUSSIAN);
        table.does("select p1");
        assert_eq!(table.choices("fire"), ["f1 0"], "VI");
        let mut silent =
            position(text).with(|scenario| scenario.rules.cavalry_fires = Some(false)).with_initiative(PRUSSIAN);
        silent.does("select p1");
        silent.refuses("fire f1 0", "VI");
    }
}
