//! III, IV Taking up a formation: deployed units around a reference base, and units that have regrouped.

use std::fmt::Arguments;

use battlewright_schema::outrance::Posture;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, BaseTurns};
use crate::event::Event;
use crate::rules::c03_orders::OrderFate;
use crate::rules::c04_formations::{Footprint, UnitPlacement, usual_front};
use crate::rules::c04_zones::EnemyZones;
use crate::rules::c08_closed_ground::ClosedGround;
use crate::stage::{TaskStage, TurnPart, offer_once};
use crate::state::{At, UnitIx};
use crate::{Outrance, rulebook as rule};
use battlewright_core::game::{Illegal, Log, Rule, Side};
use battlewright_core::kit::plane::{Bounds, Direction, Point, Rectangle};
use battlewright_core::kit::tasks::TaskFamily;

/// The rounding of two centers, in thousandths of an inch.
const ROUNDING: i32 = 3;
/// The greatest number of enemies toward which a menu offers to face.
const FACINGS: usize = 3;

/// A unit deploys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Deploy(pub(crate) UnitIx, pub(crate) OrderFate);

impl TaskFamily<Outrance> for Deploy {
    fn stage(&self, game: &Outrance, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.side_of(self.0);
        prompt(format_args!("{}: deploy {}", game.side_name(side), game.unit_name(self.0)));
        TaskStage::asks(side, rule::ACTIONS, Some(TurnPart::Actions)).about(self.0).passed("Keep the formation")
    }

    fn options(&self, game: &Outrance, into: &mut ActionList) {
        game.deploy_options(self.0, self.1, into);
        offer_once(into);
    }

    // It is worth its question even with a single answer, and its menu is long.
    fn has_options(&self, _: &Outrance) -> bool {
        true
    }

    fn check(&self, game: &Outrance, action: &Action) -> Result<(), Illegal> {
        game.check_deploy(self.0, self.1, *action)
    }

    fn choose(self, game: &mut Outrance, action: Action, log: &mut impl Log<Event>) {
        game.choose_deploy(self.0, action, log);
    }
}

/// A unit that has regrouped takes up a formation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reform(pub(crate) UnitIx);

impl TaskFamily<Outrance> for Reform {
    fn stage(&self, game: &Outrance, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.side_of(self.0);
        prompt(format_args!("{}: form {} up", game.side_name(side), game.unit_name(self.0)));
        TaskStage::asks(side, rule::ACTIONS, Some(TurnPart::Actions)).about(self.0).passed("Keep the formation")
    }

    fn options(&self, game: &Outrance, into: &mut ActionList) {
        game.reform_options(self.0, into);
        offer_once(into);
    }

    // It is worth its question even with a single answer, and its menu is long.
    fn has_options(&self, _: &Outrance) -> bool {
        true
    }

    fn check(&self, game: &Outrance, action: &Action) -> Result<(), Illegal> {
        game.check_reform(self.0, *action)
    }

    fn choose(self, game: &mut Outrance, action: Action, log: &mut impl Log<Event>) {
        game.choose_reform(self.0, action, log);
    }
}

impl Outrance {
    /// Returns the bases of a unit at a placement, or the reason why it cannot stand there: off the table, on friends, in closed
    /// terrain, or too near to the enemy.
    pub(crate) fn stands(&self, unit: UnitIx, place: &UnitPlacement) -> Result<Footprint, Illegal> {
        let facts = self.board.unit(unit);
        let shape = self.try_shape(unit, place).map_err(|error| Illegal::new(rule::MOVEMENT, error.to_string()))?;
        let refuse = |rule: Rule, reason: &str| Err(Illegal::new(rule, reason));
        if let Some(refusal) = self.place_refusal(unit, &shape) {
            return Err(refusal);
        }
        let closed = self.closed_ground(unit);
        if self.shape(unit).is_some_and(|before| closed.separates(before, &shape)) {
            let reason = "the unit would cross impassable terrain as it forms up; choose a place on this side";
            return refuse(rule::TERRAIN, reason);
        }
        let (before, zone) = (self.shape(unit).unwrap_or(&shape), self.board.moves.zone);
        let enemies = self.bases_near(facts.side.other(), &[], before.bounds().joined(shape.bounds()).grown(zone));
        let is_near = |shape: &Footprint| {
            shape.bases().iter().any(|base| enemies.iter().any(|enemy| base.is_nearer(enemy, zone)))
        };
        let zones = EnemyZones::new(before, &enemies, zone);
        let enters = shape.bases().iter().any(|base| zones.entered(&base.area()).is_some());
        if enters || (self.shape(unit).is_none() && is_near(&shape)) {
            return refuse(
                rule::MOVEMENT,
                "a base would stand within an enemy zone of control; choose a place farther away",
            );
        }
        if place.posture == Posture::Deployed && !self.board.rules.deploy_in_zone && is_near(before) {
            return refuse(rule::ACTIONS, "a unit within an enemy zone of control cannot deploy; move it away first");
        }
        Ok(shape)
    }

    /// Returns the reason why bases of a unit cannot stand where they are: off the table, on another unit, or on closed ground.
    pub(crate) fn place_refusal(&self, unit: UnitIx, shape: &Footprint) -> Option<Illegal> {
        let (rule, reason) = if !self.board.terrain.table.encloses(shape.bounds()) {
            (rule::MOVEMENT, "a base would stand off the table; choose a place farther inside")
        } else if shape.stands_on(&self.bases_in_place(unit, shape.bounds())) {
            (rule::MOVEMENT, "a base would stand on another unit; choose a place beside it")
        } else if self.closed_ground(unit).is_under(shape) {
            let reason =
                "a base would stand in impassable terrain, or the unit astride it; choose another place or facing";
            (rule::TERRAIN, reason)
        } else {
            return None;
        };
        Some(Illegal::new(rule, reason))
    }

    /// Returns the closed ground of the table for a unit.
    pub(crate) fn closed_ground(&self, unit: UnitIx) -> ClosedGround<'_> {
        ClosedGround {
            terrain: &self.board.terrain,
            troops: self.board.unit(unit).troops,
            choke_reach: self.board.moves.choke_reach,
        }
    }

    /// Returns the bases on which a unit cannot end its movement in a box: those of friends, and of generals (ruling o34).
    pub(crate) fn bases_in_place(&self, unit: UnitIx, area: Bounds) -> Vec<Rectangle> {
        let side = self.side_of(unit);
        let mut bases = self.bases_near(side, &[unit], area);
        if self.board.rules.generals_hold_ground {
            bases.extend(self.generals(side, unit));
            // An enemy general gets out of the way of troops (IX), but not of a general.
            if self.board.unit(unit).is_general() {
                bases.extend(self.generals(side.other(), unit));
            }
        }
        bases
    }

    /// Returns the bases of the generals of a side on the table, without one.
    pub(crate) fn generals(&self, side: Side, but: UnitIx) -> impl Iterator<Item = Rectangle> {
        let of_side = move |general: &UnitIx| self.side_of(*general) == side && self.board.unit(*general).is_general();
        let generals = self.all_units().filter(move |unit| *unit != but).filter(of_side);
        generals.filter_map(|general| self.shape(general)).flat_map(|shape| shape.bases().iter().copied())
    }

    /// Returns the placement that an action describes for a unit.
    pub(crate) fn described(&self, unit: UnitIx, action: Action) -> Option<UnitPlacement> {
        let Action::Place { at, facing, posture, front, turns } = action else { return None };
        let bend = turns.bend(self.unit(unit).bases);
        let front = if posture == Posture::Maneuver { front } else { 1 };
        Some(UnitPlacement { at, facing, posture, front, bend })
    }

    pub(crate) fn action_of(place: &UnitPlacement) -> Action {
        Action::Place {
            at: place.at,
            facing: place.facing,
            posture: place.posture,
            front: place.front,
            turns: BaseTurns::of(&place.bend),
        }
    }

    /// Returns the facings that a menu offers: that of the unit, and those toward the nearest enemies.
    pub(crate) fn facings(&self, unit: UnitIx) -> Vec<Direction> {
        let Some((place, shape)) = self.place(unit).zip(self.shape(unit)) else { return Vec::new() };
        let mut enemies: Vec<(i32, Direction)> = self
            .fighters(self.side_of(unit).other())
            .filter_map(|(_, enemy)| {
                Some((shape.distance(enemy).floor(), Direction::of(enemy.nearest(place.at) - place.at)?))
            })
            .collect();
        enemies.sort_unstable();
        let mut facings = vec![place.facing];
        for (_, facing) in enemies {
            // A few degrees make no difference for a menu.
            if facings.len() <= FACINGS && facings.iter().all(|known| known.angle_to(facing) > 100) {
                facings.push(facing);
            }
        }
        facings
    }

    /// Returns the distance by which the reference base may shift, in thousandths of an inch.
    pub(crate) fn shift(&self, fate: OrderFate) -> i32 {
        let rules = &self.board.rules;
        match fate {
            OrderFate::Received => rules.deploy_shift,
            OrderFate::Delayed => rules.delayed_shift,
            OrderFate::Lost => return 0,
        }
        .thousandths()
    }

    pub(crate) fn deploy_options(&self, unit: UnitIx, fate: OrderFate, into: &mut ActionList) {
        let Some(before) = self.shape(unit) else { return };
        let bases = i32::from(self.unit(unit).bases);
        let base = self.board.unit(unit).base;
        let shift = self.shift(fate);
        for facing in self.facings(unit) {
            // The middle base of the line stands at the first base of the unit, or ahead of it.
            let references = before.first_rank().iter().take(2);
            let middle = references.flat_map(|reference| {
                [shift, 0].map(|ahead| {
                    let right = (bases - 1 - 2 * (bases / 2)) * base.width / 2;
                    reference.center() + facing.displacement(right, base.depth / 2 + ahead)
                })
            });
            let places = middle.map(|at| UnitPlacement {
                at,
                facing,
                posture: Posture::Deployed,
                front: 1,
                bend: Default::default(),
            });
            let mut actions = places.map(|place| Self::action_of(&place));
            into.extend(actions.find(|action| self.check_deploy(unit, fate, *action).is_ok()));
        }
        into.push(Action::Stop);
    }

    pub(crate) fn check_deploy(&self, unit: UnitIx, fate: OrderFate, action: Action) -> Result<(), Illegal> {
        if action == Action::Stop {
            return Ok(());
        }
        let Some((place, before)) = self.described(unit, action).zip(self.shape(unit)) else {
            return Err(self.not_asked());
        };
        if place.posture != Posture::Deployed {
            return Err(Illegal::new(rule::ACTIONS, "the order is to deploy; choose a deployed formation"));
        }
        let shape = self.stands(unit, &place)?;
        let shift = self.shift(fate) + ROUNDING;
        let closed = self.closed_ground(unit);
        let is_reference = |base: &Rectangle| {
            let mut near = before.bases().iter().filter(|old| old.center().distance(base.center()).at_most(shift));
            near.any(|old| !closed.is_between(old.center(), base.center()))
        };
        if shape.bases().iter().any(is_reference) {
            return Ok(());
        }
        let reason = if fate == OrderFate::Delayed {
            "the order is delayed: the reference base shifts less, if at all; deploy around a base where it stands"
        } else {
            "no base is within the shift of the reference base; deploy nearer to where a base stands"
        };
        Err(Illegal::new(rule::ACTIONS, reason))
    }

    pub(crate) fn choose_deploy(&mut self, unit: UnitIx, action: Action, log: &mut impl Log<Event>) {
        if let Some(place) = self.described(unit, action) {
            let at = place.at;
            self.put(unit, At::On(place));
            log.push(Event::Deployed(unit, at));
            self.clear_generals(unit, log);
        } else {
            log.push(Event::Unchanged(unit));
        }
    }

    pub(crate) fn reform_options(&self, unit: UnitIx, into: &mut ActionList) {
        let Some(now) = self.place(unit) else { return };
        let wide = usual_front(self.board.unit(unit).troops, self.unit(unit).bases);
        for facing in self.facings(unit) {
            for (posture, front) in [(Posture::Deployed, 1), (Posture::Maneuver, wide)] {
                let place = UnitPlacement { at: now.at, facing, posture, front, bend: Default::default() };
                if place != *now && self.stands(unit, &place).is_ok() {
                    into.push(Self::action_of(&place));
                }
            }
        }
        into.push(Action::Stop);
    }

    pub(crate) fn check_reform(&self, unit: UnitIx, action: Action) -> Result<(), Illegal> {
        if action == Action::Stop {
            return Ok(());
        }
        let Some((place, now)) = self.described(unit, action).zip(self.place(unit)) else {
            return Err(self.not_asked());
        };
        if !place.at.distance(now.at).at_most(ROUNDING) {
            let reason = "a unit that regroups keeps the center of its front; choose a formation and a facing there";
            return Err(Illegal::new(rule::ACTIONS, reason));
        }
        self.stands(unit, &place).map(|_| ())
    }

    pub(crate) fn choose_reform(&mut self, unit: UnitIx, action: Action, log: &mut impl Log<Event>) {
        if let Some(place) = self.described(unit, action) {
            let at = place.at;
            self.put(unit, At::On(place));
            log.push(Event::FormedUp(unit, at));
            self.clear_generals(unit, log);
        } else {
            log.push(Event::Unchanged(unit));
        }
    }

    /// Returns the point of a placement that stands for a unit.
    pub(crate) fn point_at(&self, unit: UnitIx, place: &UnitPlacement) -> Point {
        let facts = self.board.unit(unit);
        if facts.is_general() { place.at + Direction::DOWN.ahead(facts.base.depth / 2) } else { place.at }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::position::{PRUSSIAN, Table, position};

    fn ordered(text: &str, roll: u16) -> Table {
        let mut table = position(text).with_initiative(PRUSSIAN);
        table.does("select p1, order deploy").rolls(&[roll]);
        table
    }

    const ALONE: &str = "prussian infantry p1 4 at 20,20 maneuver
        french infantry f1 4 at 20,5 facing 180";

    #[test]
    fn c03_a_unit_deploys_around_a_base_that_shifts_by_an_inch() {
        let mut table = ordered(ALONE, 1);
        table.refuses("place 20/18.9 0 deployed", "III");
        table.refuses("place 25/20 0 deployed", "III");
        table.refuses("place 20/20 0 maneuver front 2", "III");
        table.does("place 20/19 0 deployed");
        assert_eq!((table.at("p1"), table.state_of("p1")), ((20_000, 19_000), "ok 4 deployed".to_owned()), "III");
        table.logs("p1 (Prussians) deploys at 20\", 19\" [III]");
        // The two first ranks stand at 19.5 and 20.5; the line may also extend to one side of them.
        ordered(ALONE, 1).allows("place 22/20 0 deployed");
        ordered(ALONE, 1).allows("place 20/20 90 deployed");
    }

    #[test]
    fn c04_a_delayed_deployment_does_not_shift() {
        let mut table = ordered(ALONE, 80);
        table.refuses("place 20/19 0 deployed", "III");
        table.does("place 20/20 0 deployed");
        assert_eq!(table.state_of("p1"), "ok 4 deployed", "III");
    }

    #[test]
    fn c03_a_line_bends_by_a_limited_angle() {
        let table = ordered(ALONE, 1);
        table.allows("place 20/20 0 deployed bend -30/-10/10/30");
        table.refuses("place 20/20 0 deployed bend -60/0/0/60", "IV");
    }

    #[test]
    fn c04_no_base_stands_on_friends_off_the_table_or_in_water() {
        let table = ordered(&format!("{ALONE}\nprussian infantry p2 4 at 23,20"), 1);
        table.refuses("place 20/20 0 deployed", "IV");
        let table = ordered(&ALONE.replace("20,20", "1,20"), 1);
        table.refuses("place 1/20 0 deployed", "IV");
        let table = ordered(&format!("{ALONE}\nwater 21.5,15 25,15 25,25 21.5,25"), 1);
        table.refuses("place 20/20 0 deployed", "VIII");
    }

    #[test]
    fn c03_o16_a_unit_in_a_zone_deploys_but_not_closer() {
        let near = ALONE.replace("20,5 facing", "20,19.5 facing");
        let table = ordered(&near, 1);
        table.refuses("place 20/19.8 0 deployed", "IV");
        table.allows("place 20/20 0 deployed");
        let mut strict =
            position(&near).with(|scenario| scenario.rules.deploy_in_zone = Some(false)).with_initiative(PRUSSIAN);
        strict.does("select p1, order deploy").rolls(&[1]);
        strict.refuses("place 20/20 0 deployed", "III");
    }

    #[test]
    fn c03_a_menu_faces_the_enemy() {
        let table = ordered(&ALONE.replace("20,5 facing", "35,20 facing"), 1);
        let places = table.choices("place");
        assert!(places.iter().any(|place| place.contains(" 9") && place.ends_with("deployed")), "{places:?}");
        places.iter().for_each(|place| table.allows(&format!("place {place}")));
    }
}
