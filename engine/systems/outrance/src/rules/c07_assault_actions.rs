//! VII Assaults as actions: targets, delayed orders, stops, and close combat.

use std::fmt::Arguments;

use battlewright_schema::outrance::vocabulary::Trigger;
use battlewright_schema::outrance::{Cover, TroopType};
use serde::{Deserialize, Serialize};

use crate::action::OrderKind;
use crate::event::{Event, MoveCause, RolledIndex};
use crate::extra::hooks::OrderAct;
use crate::extra::unit_value;
use crate::rules::c03_orders::OrderFate;
use crate::rules::c04_formations::{Footprint, UnitPlacement};
use crate::rules::c04_movement::Surroundings;
use crate::rules::c05_status::{CombatLosses, destroyed_at, status_after};
use crate::rules::c07_assault_results::{
    AssaultCase, AssaultResult, AssaultRolls, assault_numbers, chances_at, result_at,
};
use crate::rules::c07_assaults::{Assault, AssaultRefusal, assault, delayed, stopped_short};
use crate::rules::c08_sight::{BasesInWay, sight, with_levels};
use crate::stage::{ASSAULT, TaskStage, TurnPart};
use crate::state::{At, CombatRecord, UnitIx};
use crate::{Outrance, percent_of, rulebook as rule};
use battlewright_core::game::{Illegal, Log};
use battlewright_core::kit::plane::{Bounds, Rectangle, sweep};
use battlewright_core::kit::tasks::TaskFamily;

/// A distance beyond any table, in thousandths of an inch.
const FAR: i32 = 1_000_000;

impl AssaultRefusal {
    /// Returns the refusal with its rule and a remedy.
    fn illegal(self) -> Illegal {
        let (rule, remedy) = match self {
            Self::Troops => (rule::ACTIONS, "fire instead"),
            Self::Posture => (rule::ACTIONS, "maneuver first"),
            Self::TooFar { .. } => (rule::ASSAULTS, "maneuver closer, or choose a nearer target"),
            Self::Path(refusal) => return refusal.illegal(),
            Self::EnemyBetween => (rule::ASSAULTS, "assault the enemy in the way first"),
        };
        Illegal::new(rule, format!("{self}; {remedy}"))
    }
}

/// The rolls for the assault of a unit on a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AssaultRoll(pub(crate) UnitIx, pub(crate) UnitIx);

impl TaskFamily<Outrance> for AssaultRoll {
    fn stage(&self, game: &Outrance, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let (unit, target) = (game.unit_name(self.0), game.unit_name(self.1));
        prompt(format_args!("Roll three times 1 to 100: the assault of {unit} on {target}"));
        TaskStage::new(ASSAULT, rule::ASSAULTS, Some(TurnPart::Combat)).about(self.0)
    }

    fn resolve(self, game: &mut Outrance, picks: &[u16], log: &mut impl Log<Event>) {
        game.roll_assault(self.0, self.1, picks, log);
    }
}

impl Outrance {
    /// Returns the reach of an assault, in thousandths of an inch.
    pub(crate) fn assault_reach(&self, unit: UnitIx, fate: OrderFate) -> i32 {
        let rules = &self.board.rules;
        let cavalry = self.board.unit(unit).troops == TroopType::Cavalry;
        match (fate, cavalry) {
            (OrderFate::Lost, _) => return 0,
            (OrderFate::Received, false) => rules.assault_infantry,
            (OrderFate::Received, true) => rules.assault_cavalry,
            (OrderFate::Delayed, false) => rules.delayed_infantry,
            (OrderFate::Delayed, true) => rules.delayed_cavalry,
        }
        .thousandths()
    }

    /// Returns the bases of the other friends and of the other enemies of an assault.
    fn assault_neighbors(&self, unit: UnitIx, target: UnitIx) -> (Vec<Rectangle>, Vec<Rectangle>) {
        let side = self.side_of(unit);
        (self.bases_in_place(unit, Bounds::ALL), self.bases_but(side.other(), &[target]))
    }

    /// Returns the assault of a unit on a target within a reach.
    pub(crate) fn find_assault(
        &self,
        unit: UnitIx,
        target: UnitIx,
        reach: i32,
    ) -> Option<Result<Assault, AssaultRefusal>> {
        let (friends, enemies) = self.assault_neighbors(unit, target);
        let around = Surroundings { terrain: &self.board.terrain, friends: &friends, enemies: &enemies };
        let (place, shape) = (self.place(unit)?, self.shape(target)?);
        Some(assault(&self.moves_of(unit), &around, self.mover(unit), place, shape, reach))
    }

    /// Returns the targets of a menu.
    pub(crate) fn assault_targets(&self, unit: UnitIx) -> impl Iterator<Item = UnitIx> {
        let side = self.side_of(unit).other();
        let order = || self.forbids_order(unit, OrderAct::Order(OrderKind::Assault(unit)));
        let may = self.may_assault(unit) && self.shape(unit).is_some() && order().is_ok();
        let farthest = self.assault_reach(unit, OrderFate::Received);
        let near = self
            .fighters(side)
            .filter(move |(_, shape)| may && self.shape(unit).is_some_and(|own| own.is_within(shape, farthest)));
        near.map(|(target, _)| target).filter(move |target| self.check_assault(unit, *target).is_ok())
    }

    pub(crate) fn check_assault(&self, unit: UnitIx, target: UnitIx) -> Result<(), Illegal> {
        let refuse = |reason: &str| Err(Illegal::new(rule::ASSAULTS, reason));
        if self.board.unit(target).is_general() {
            return Err(Illegal::new(rule::GENERALS, "generals are no targets; choose a unit"));
        }
        if self.side_of(target) == self.side_of(unit) {
            return refuse("the target is a friend; choose an enemy");
        }
        if self.shape(target).is_none() {
            return refuse("the target is not on the table; choose another");
        }
        let reach = self.assault_reach(unit, OrderFate::Received);
        let found = self.find_assault(unit, target, reach).ok_or_else(|| self.not_asked())?;
        let found = found.map_err(AssaultRefusal::illegal)?;
        let start =
            self.try_shape(unit, &found.start).map_err(|error| Illegal::new(rule::MOVEMENT, error.to_string()))?;
        if !self.sees_target(&start, target) {
            return Err(Illegal::new(
                rule::TERRAIN,
                "the unit does not see the target; move to a place from which it does",
            ));
        }
        self.forbids_assault(unit, target)
    }

    /// Returns `true` if there is a clear line of sight from some bases to a unit.
    pub(crate) fn sees_target(&self, from: &Footprint, target: UnitIx) -> bool {
        let terrain = &self.board.terrain;
        let enemies = with_levels(terrain, &self.screen_of(target));
        let Some(target) = self.shape(target) else { return false };
        let [from, to] = [from, target].map(|shape| with_levels(terrain, shape.bases()));
        let others = BasesInWay { enemies: &enemies, ..BasesInWay::NONE };
        sight(&self.board.sight, terrain, &from, &to, others, FAR).is_ok()
    }

    /// Returns the facts of an assault for the calculation.
    pub(crate) fn assault_case(&self, unit: UnitIx, target: UnitIx) -> Option<AssaultCase> {
        let found = self.find_assault(unit, target, FAR)?.ok()?;
        let side = self.side_of(unit);
        let earlier = self.state.assaults.iter();
        let earlier = earlier.filter(|other| other.target == target && self.side_of(other.unit) == side);
        let before = earlier.map(|other| u32::from(other.bases)).sum();
        Some(AssaultCase {
            actor: self.combatant(unit),
            target: self.combatant(target),
            cover: self.board.terrain.cover(self.shape(target)?, found.path, self.board.cover),
            frontal: found.frontal,
            numbers: assault_numbers(self.unit(unit).bases.into(), before, self.unit(target).bases.into()),
        })
    }

    /// Begins an assault whose order was received or delayed.
    pub(crate) fn begin_assault(&mut self, unit: UnitIx, target: UnitIx, fate: OrderFate, log: &mut impl Log<Event>) {
        let Some(Ok(found)) = self.find_assault(unit, target, FAR) else { return };
        let reach = self.assault_reach(unit, fate);
        if found.cost <= reach {
            let cover = self.shape(target).map(|shape| self.board.terrain.cover(shape, found.path, self.board.cover));
            let cover = cover.unwrap_or(Cover::Open);
            log.push(Event::Assaults { unit, target, frontal: found.frontal, cost: found.cost, cover });
            self.events_of(Trigger::Assaulted, [unit_value(unit), unit_value(target)]);
            self.push(AssaultRoll(unit, target));
            return;
        }
        // Delayed, and the target is out of reach: it goes as far as it can.
        let (friends, enemies) = self.assault_neighbors(unit, target);
        let around = Surroundings { terrain: &self.board.terrain, friends: &friends, enemies: &enemies };
        let distance = self.board.rules.stopped_distance.thousandths();
        let end = self
            .shape(target)
            .map(|shape| delayed(&self.board.moves, &around, self.mover(unit), &found, shape, distance, reach));
        self.end_assault_path(unit, end, &found, log);
    }

    /// Puts an assaulting unit to a place on its path, or back to its start if it cannot stand there.
    fn end_assault_path(
        &mut self,
        unit: UnitIx,
        end: Option<UnitPlacement>,
        found: &Assault,
        log: &mut impl Log<Event>,
    ) {
        let fits = |place: &UnitPlacement| {
            self.shape_at(unit, place).is_some_and(|shape| self.place_refusal(unit, &shape).is_none())
        };
        let stop = end.filter(fits).or_else(|| Some(found.start.clone()).filter(fits));
        match stop {
            Some(place) => self.move_on_path(unit, place, MoveCause::Stopped, log),
            None => log.push(Event::Unchanged(unit)),
        }
    }

    fn move_on_path(&mut self, unit: UnitIx, place: UnitPlacement, cause: MoveCause, log: &mut impl Log<Event>) {
        let by = self.place(unit).map(|now| place.at - now.at).unwrap_or_default();
        let turned = self.place(unit).map(|now| UnitPlacement { at: now.at, ..place.clone() });
        let shape = turned.and_then(|turned| self.shape_at(unit, &turned));
        let swept: Vec<_> = shape.iter().flat_map(|shape| shape.bases()).map(|base| sweep::swept(base, by)).collect();
        let at = place.at;
        self.put(unit, At::On(place));
        log.push(Event::Moved(unit, at, cause));
        self.run_over(self.side_of(unit), &swept, log);
    }

    pub(crate) fn roll_assault(&mut self, unit: UnitIx, target: UnitIx, picks: &[u16], log: &mut impl Log<Event>) {
        let [fire, combat, result] = *picks else { return };
        let rolls = AssaultRolls { fire: percent_of(fire), combat: percent_of(combat), result: percent_of(result) };
        let (Some(case), Some(Ok(found))) = (self.assault_case(unit, target), self.find_assault(unit, target, FAR))
        else {
            return;
        };
        let indices = self.assault_indices(unit, target, &case);
        let bases = self.unit(unit).bases;
        self.state.assaults.push(CombatRecord { unit, target, bases });
        let Some(indices) = indices else { return };
        let places = [indices.stop.index, indices.combat.index];
        let odds = chances_at(&self.board.rules, &case, indices);
        let defensive = RolledIndex { index: odds.stop, roll: fire, percent: Some(odds.stopped) };
        match result_at(&self.board.rules, &case, places, rolls) {
            Some(AssaultResult::Stopped(stopped)) => {
                log.push(Event::Stopped { unit, result: stopped, roll: result, fire: Box::new(defensive) });
                let end =
                    if stopped.is_back() { Some(found.start.clone()) } else { self.short_of(unit, target, &found) };
                self.end_assault_path(unit, end, &found, log);
                let state = self.unit(unit);
                let left = state.bases.saturating_sub(stopped.bases());
                let started = self.board.unit(unit).bases;
                let losses = CombatLosses {
                    status: status_after(state.status, stopped.status()),
                    bases: left,
                    destroyed: stopped.bases() > 0 && started.saturating_sub(left) >= destroyed_at(started),
                };
                self.set_losses(unit, losses, log);
            }
            Some(AssaultResult::CloseCombat(fight)) => {
                let combat = RolledIndex { index: odds.combat, roll: combat, percent: Some(odds.won) };
                let (effects, combats) = ([fight.actor, fight.target], Box::new([defensive, combat]));
                log.push(Event::CloseCombat { unit, target, won: fight.won, effects, roll: result, combats });
                self.unit_mut(target).acted = true;
                self.move_on_path(unit, found.contact, MoveCause::Contact, log);
                let target_stands = self.suffer(target, fight.target, unit, log);
                // A unit cannot fall back from what is gone.
                if target_stands || fight.actor.inches() == 0 {
                    self.suffer(unit, fight.actor, target, log);
                } else {
                    self.lose(unit, fight.actor, log);
                }
            }
            None => {}
        }
    }

    fn short_of(&self, unit: UnitIx, target: UnitIx, found: &Assault) -> Option<UnitPlacement> {
        let (friends, enemies) = self.assault_neighbors(unit, target);
        let around = Surroundings { terrain: &self.board.terrain, friends: &friends, enemies: &enemies };
        let distance = self.board.rules.stopped_distance.thousandths();
        let shape = self.shape(target)?;
        Some(stopped_short(&self.board.moves, &around, self.mover(unit), found, shape, distance))
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::position::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::game::Game as _;
    use battlewright_core::show::Show as _;

    const PAIR: &str = "prussian infantry p1 4 at 20,16 maneuver
        prussian infantry p2 4 at 24,16 maneuver
        french infantry f1 4 at 20,12 facing 180";

    /// Assaults with these rolls for the order, the fire, the close combat and the result.
    fn assaulted(text: &str, rolls: [u16; 4]) -> Table {
        let mut table = position(text).with_initiative(PRUSSIAN);
        let [order, fire, combat, result] = rolls;
        table.does("select p1, assault f1").rolls(&[order]).rolls(&[fire, combat, result]);
        table
    }

    #[test]
    fn c07_a_stopped_assault_ends_an_inch_short_and_the_target_may_act() {
        let mut table = assaulted(PAIR, [1, 65, 1, 10]);
        table.logs_all(&["p1 (Prussians) assaults f1 (French) frontally"]);
        table.logs_all(&["Fire stops p1 (Prussians): stops 1 inch short"]);
        assert_eq!((table.at("p1"), table.state_of("p1")), ((20_000, 13_000), "ok 4 maneuver".to_owned()), "VII");
        table.has_initiative(FRENCH);
        table.allows("select f1");
    }

    #[test]
    fn c07_an_assault_may_be_thrown_back_to_its_start() {
        let table = assaulted(PAIR, [1, 1, 1, 100]);
        assert_eq!(
            (table.at("p1"), table.state_of("p1")),
            ((20_000, 16_000), "demoralized 3 maneuver".to_owned()),
            "V"
        );
    }

    #[test]
    fn c07_an_assault_that_goes_home_uses_the_action_of_both() {
        let mut table = assaulted(PAIR, [1, 66, 55, 1]);
        table.logs_all(&["The assault of p1 (Prussians) on f1 (French) goes home; p1 (Prussians) wins"]);
        assert_eq!((table.at("p1"), table.at("f1")), ((20_000, 12_000), (20_000, 6000)), "VII");
        assert_eq!(
            (table.state_of("p1"), table.state_of("f1")),
            ("ok 4 maneuver".into(), "disordered 4 deployed".into())
        );
        table.has_initiative(FRENCH);
        table.refuses("select f1", "III");
    }

    #[test]
    fn c07_a_defeated_assault_falls_back_from_the_contact() {
        let table = assaulted(PAIR, [1, 100, 100, 1]);
        table.logs_all(&["The assault of p1 (Prussians) on f1 (French) goes home; f1 (French) wins"]);
        assert_eq!(
            (table.at("p1"), table.state_of("p1")),
            ((20_000, 18_000), "disordered 4 maneuver".to_owned()),
            "VII"
        );
        assert_eq!(table.at("f1"), (20_000, 12_000), "VII");
        let table = assaulted(PAIR, [1, 100, 100, 100]);
        assert_eq!(table.state_of("p1"), "out", "VII: two of four bases lost");
    }

    #[test]
    fn c07_assaults_on_one_target_add_up() {
        let mut table = assaulted(PAIR, [1, 1, 1, 100]);
        table.has_initiative(PRUSSIAN).does("select p2");
        let odds = table.game.odds(&table.action("assault f1")).unwrap();
        assert!(odds.modifiers.contains(&("Close combat: target outnumbered".to_owned(), 1)), "{:?}", odds.modifiers);
        assert!(odds.modifiers.contains(&("Defensive fire: index".to_owned(), 5)), "VII: the lost base counts as well");
        let sum: u32 = odds.cases[1].results.iter().map(|(_, share)| share).sum();
        assert_eq!(sum, 1_000_000);
    }

    #[test]
    fn c07_a_delayed_assault_has_half_the_reach() {
        let mut table = position(PAIR).with_initiative(PRUSSIAN);
        table.does("select p1, assault f1").rolls(&[80]);
        table.logs("p1 (Prussians) stops at 20\", 13\" [VII]");
        assert_eq!(table.state_of("p1"), "ok 4 maneuver", "VII");
        let near = PAIR.replace("at 20,16", "at 20,15");
        let mut table = position(&near).with_initiative(PRUSSIAN);
        table.does("select p1, assault f1").rolls(&[80]).rolls(&[100, 1, 1]);
        table.logs_all(&["The assault of p1 (Prussians) on f1 (French) goes home; p1 (Prussians) wins"]);
    }

    #[test]
    fn c07_assaults_need_sight_reach_and_a_maneuver_formation() {
        let refused = |text: &str, rule: &str| {
            let mut table = position(text).with_initiative(PRUSSIAN);
            table.does("select p1");
            table.refuses("assault f1", rule);
        };
        refused(&PAIR.replace("20,16 maneuver", "20,16"), "III");
        refused(&PAIR.replace("20,16 maneuver", "20,19 maneuver"), "VII");
        refused(&format!("{PAIR}\nwoods 10,12.2 30,12.2 30,15.9 10,15.9"), "VII");
        refused(&format!("{PAIR}\nfrench artillery f2 1 at 20,14"), "VII");
        refused(&PAIR.replace("prussian infantry p1", "prussian artillery p1"), "III");
    }

    #[test]
    fn c07_o28_assaults_through_towns_count_them_as_rough_ground() {
        let town = format!("{}\ntown 10,12.2 30,12.2 30,14.7 10,14.7", PAIR.replace("20,16", "20,17"));
        let refuses = |rough| {
            let mut table = position(&town)
                .with(|scenario| scenario.rules.town_assault_is_rough = Some(rough))
                .with_initiative(PRUSSIAN);
            table.does("select p1");
            table.game.check(&table.action("assault f1")).map_err(|illegal| illegal.rule.number)
        };
        assert_eq!(refuses(true), Err("VII"), "VIII: 2.5 and twice 2.5 inches are more than 6");
        assert_eq!(refuses(false), Err("VIII"), "o28: it is near enough, but houses block its sight");
    }

    #[test]
    fn c07_an_assault_on_the_flank_is_not_frontal() {
        let flank = PAIR.replace("at 20,16 maneuver", "at 26,11.5 facing 270 maneuver");
        let table = assaulted(&flank, [1, 100, 1, 1]);
        table.logs_all(&["p1 (Prussians) assaults f1 (French) not frontally"]);
    }

    #[test]
    fn c07_broken_units_leave_the_winner_in_place() {
        let table = assaulted(PAIR, [1, 100, 1, 100]);
        assert_eq!((table.at("p1"), table.state_of("f1")), ((20_000, 12_000), "out".to_owned()), "VII");
        table.logs("f1 (French) is broken, and so destroyed [V]");
    }

    #[test]
    fn c07_winning_cavalry_is_disordered() {
        let cavalry = PAIR.replace("prussian infantry p1", "prussian cavalry p1");
        assert_eq!(assaulted(&cavalry, [1, 100, 1, 1]).state_of("p1"), "disordered 4 maneuver", "VII");
    }
}
