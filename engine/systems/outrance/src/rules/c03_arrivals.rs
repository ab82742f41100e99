//! III Route marches: reinforcements come on in march formation at the points where they enter, and march on without a test of
//! their orders until they take another action.
//!
//! A unit comes on with its whole column on the table, along a road that begins at the entry or straight; the length of the column
//! is part of its march. If the entry is blocked, it waits for the next turn.

use std::fmt::Arguments;

use battlewright_schema::outrance::Posture;
use serde::{Deserialize, Serialize};

use crate::board::{ArrivalFacts, UnitStart};
use crate::event::Event;
use crate::rules::c04_formations::{UnitPlacement, column_along};
use crate::rules::c04_movement::MoveLeg;
use crate::stage::{TaskStage, TurnPart, first_pick};
use crate::state::{At, MoveKind, UnitIx};
use crate::{Outrance, general_placement, rulebook as rule};
use battlewright_core::game::{Illegal, Log};
use battlewright_core::kit::grammar;
use battlewright_core::kit::plane::{Direction, Point, Polyline};
use battlewright_core::kit::tasks::TaskFamily;

/// The greatest distance of a road from an entry that it begins at, in thousandths of an inch.
const ENTRY_ROAD: i32 = 750;
/// The step of the directions in which a column comes on, in tenths of a degree.
const DIRECTION_STEP: i32 = 150;
/// The step of the distances by which a blocked column comes on farther inside, in thousandths of an inch.
const INSET: i32 = 500;

/// The die for a reinforcement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Arrival(pub(crate) UnitIx);

impl TaskFamily<Outrance> for Arrival {
    fn stage(&self, game: &Outrance, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let name = game.unit_name(self.0);
        prompt(format_args!("Roll a die: {} {name} come on?", grammar::verb(name, "does")));
        TaskStage::rolls(1, rule::ACTIONS, Some(TurnPart::Arrivals)).about(self.0)
    }

    fn resolve(self, game: &mut Outrance, picks: &[u16], log: &mut impl Log<Event>) {
        game.roll_arrival(self.0, first_pick(picks), log);
    }
}

impl Outrance {
    pub(crate) fn roll_arrival(&mut self, unit: UnitIx, die: u16, log: &mut impl Log<Event>) {
        let least = match &self.board.unit(unit).start {
            UnitStart::Enters(ArrivalFacts { roll: Some(least), .. }) => u16::from(*least),
            _ => 0,
        };
        let comes = die >= least;
        log.push(Event::ArrivalRoll { unit, die, comes });
        if comes {
            self.put(unit, At::Ready);
        }
    }

    pub(crate) fn check_arrival(&self, unit: UnitIx) -> Result<(), Illegal> {
        let found = self.arrival(unit).map(|_| ());
        found.ok_or_else(|| {
            Illegal::new(rule::ACTIONS, "the entry is blocked; hold, and bring the unit on in a later turn")
        })
    }

    fn arrival_facts(&self, unit: UnitIx) -> Option<ArrivalFacts> {
        match &self.board.unit(unit).start {
            UnitStart::Enters(arrival) => Some(*arrival),
            _ => None,
        }
    }

    /// Returns the destination of a route march.
    pub(crate) fn destination(&self, unit: UnitIx) -> Option<Point> {
        self.arrival_facts(unit)?.toward
    }

    /// Returns the position in which a unit comes on, and the base movement that it costs.
    fn arrival(&self, unit: UnitIx) -> Option<(UnitPlacement, i32)> {
        let arrival = self.arrival_facts(unit)?;
        let facts = self.board.unit(unit);
        let inward = self.inward(arrival);
        if facts.is_general() {
            // His way begins at the entry.
            let at = |step: i32| (general_placement(arrival.at + inward.ahead(step * INSET), facts.base), step * INSET);
            let mut places = (0..=12).map(at);
            let closed = self.closed_ground(unit);
            let is_open = |place: &UnitPlacement| {
                let shape = self.stands(unit, place).ok();
                shape.is_some_and(|shape| !closed.is_across(arrival.at, shape.center()))
            };
            return places.find(|(place, _)| is_open(place));
        }
        let bases = self.unit(unit).bases;
        let gaps = if bases == 2 { 1 } else { 0 };
        let length = (i32::from(bases) + gaps) * facts.base.depth;
        let mut ways: Vec<Polyline> = self.entry_roads(arrival.at, length);
        // Only roads that lead inward; the one that ends nearer to the destination first.
        let goal = self.heading(arrival);
        let end = |way: &Polyline| way.points().last().map(|end| end.distance(goal));
        ways.retain(|way| end(way) < Some(arrival.at.distance(goal)));
        ways.sort_by_key(end);
        let turns = (0..=900 / DIRECTION_STEP).flat_map(|step| [step, -step]).map(|step| step * DIRECTION_STEP);
        // A column that comes on aslant begins farther inside, so that its rear is on the table.
        let inside = arrival.at + inward.ahead(facts.base.width / 2);
        ways.extend(turns.flat_map(|turn| {
            let direction = inward.turned(turn);
            let aslant = vec![arrival.at, inside, inside + direction.ahead(length)];
            [vec![arrival.at, arrival.at + direction.ahead(length)], aslant].map(Polyline::new)
        }));
        ways.into_iter().find_map(|way| {
            let place = column_along(&way, bases, facts.base)?;
            self.stands(unit, &place).is_ok().then(|| (place, way.floor_length().max(length)))
        })
    }

    /// Returns the destination of an arrival, or the middle of the table.
    fn heading(&self, arrival: ArrivalFacts) -> Point {
        arrival.toward.unwrap_or_else(|| self.board.terrain.table.center())
    }

    /// Returns the direction from an entry inward.
    fn inward(&self, arrival: ArrivalFacts) -> Direction {
        Direction::of(self.heading(arrival) - arrival.at).unwrap_or(Direction::UP)
    }

    /// Returns the ways of a length along the roads from an entry, in both directions.
    fn entry_roads(&self, at: Point, length: i32) -> Vec<Polyline> {
        let roads = self.board.terrain.roads.iter().filter(|road| road.distance_to(at).at_most(ENTRY_ROAD));
        let ways = roads.flat_map(|road| {
            let start = road.nearest_along(at);
            [start + length, start - length].map(|end| road.part(start, end))
        });
        ways.filter(|way| way.floor_length() + ENTRY_ROAD >= length).collect()
    }

    /// Brings a unit on if it is not on the table, and asks for its path.
    pub(crate) fn begin_route_march(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        let whole = self.base_movement(unit, MoveKind::RouteMarch);
        let is_general = self.board.unit(unit).is_general();
        let kind = if is_general { MoveKind::General } else { MoveKind::RouteMarch };
        if self.unit(unit).at != At::Ready {
            self.ask_for_path(unit, kind, whole);
            return;
        }
        let Some((place, cost)) = self.arrival(unit) else { return };
        self.unit_mut(unit).route_march = !is_general;
        self.put(unit, At::On(place));
        log.push(Event::Arrives(unit, self.point_of(unit).unwrap_or_default()));
        if !is_general {
            self.clear_generals(unit, log);
        }
        self.ask_for_path(unit, kind, (whole - cost).max(0));
    }

    /// Returns the refusal of a route march that does not lead toward its destination.
    pub(crate) fn check_route(&self, unit: UnitIx, legs: &[MoveLeg], end: Point) -> Result<(), Illegal> {
        let (Some(toward), Some(from)) = (self.destination(unit), self.point_of(unit)) else { return Ok(()) };
        if legs.is_empty() || end.distance(toward) < from.distance(toward) {
            return Ok(());
        }
        let reason = "a route march ends nearer to its destination; march for another direction, or stop here";
        Err(Illegal::new(rule::ACTIONS, reason))
    }

    /// Returns `true` if the unit is a column on the table.
    pub(crate) fn is_column(&self, unit: UnitIx) -> bool {
        self.place(unit).is_some_and(|place| place.posture == Posture::March)
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::position::{PRUSSIAN, position};

    const ENTRY: &str = "entry e prussian 20,30
        prussian infantry p1 4 enters 1 by e toward 20,5
        french infantry f1 4 at 5,2";

    #[test]
    fn c03_a_reinforcement_comes_on_by_route_march_without_a_test() {
        let mut table = position(ENTRY).with_initiative(PRUSSIAN);
        table.does("select p1");
        assert_eq!(table.choices(""), ["hold", "route-march"], "III");
        table.refuses("order march", "III");
        table.does("route-march");
        assert_eq!(table.at("p1"), (20_000, 26_000), "III: the column is 4 inches long");
        table.refuses("go 20/17.9 0", "IV");
        table.does("go 20/18 0, stop");
        table.logs("p1 (Prussians) comes on at 20\", 26\" [III]");
        table.logs("p1 (Prussians) marches to 20\", 18\" [III]");
        assert_eq!(table.state_of("p1"), "ok 4 march", "III");
    }

    #[test]
    fn c03_a_route_march_leads_to_its_destination_and_ends_with_another_action() {
        let mut table = position(ENTRY).with_initiative(PRUSSIAN);
        table.does("select p1, route-march, go 20/20 0, stop");
        table.game.state.units[0].acted = false;
        table.has_initiative(PRUSSIAN).does("select p1, route-march, go 14/20 270");
        table.refuses("stop", "III");
        table.does("back, go 20/8 0, stop");
        assert_eq!(table.at("p1"), (20_000, 8000), "III: 12 inches of Line infantry");
        table.game.state.units[0].acted = false;
        table.has_initiative(PRUSSIAN).does("select p1, order deploy").rolls(&[1]);
        table.does("stop");
        table.game.state.units[0].acted = false;
        table.has_initiative(PRUSSIAN).does("select p1");
        table.refuses("route-march", "III");
    }

    #[test]
    fn c03_a_column_comes_on_along_the_road() {
        let text = format!("{ENTRY}\nroad 20,30 20,28 30,28 30,5");
        let mut table = position(&text).with_initiative(PRUSSIAN);
        table.does("select p1, route-march");
        assert_eq!(table.at("p1"), (22_000, 28_000), "III");
        table.does("road 1 30/5, stop");
        let (x, y) = table.at("p1");
        assert!(x == 30_000 && (24_000..24_010).contains(&y), "IV: 12 inches along the road for 8: {x}, {y}");
    }

    #[test]
    fn c03_a_blocked_entry_makes_units_wait() {
        let blocked = format!("{ENTRY}\nfrench infantry f2 4 at 20,29 facing 180");
        let mut table = position(&blocked.replace("20,29 facing 180", "20,28")).with_initiative(PRUSSIAN);
        table.does("select p1");
        table.refuses("route-march", "III");
        assert_eq!(table.choices(""), ["hold"], "III");
    }

    #[test]
    fn c03_a_die_may_decide_on_an_arrival() {
        let text = ENTRY.replace("toward 20,5", "toward 20,5 roll 4");
        let mut table = position(&text).start();
        table.rolls(&[3]);
        table.logs("p1 (Prussians) does not come yet (die 3) [III]");
        table.does("select f1, hold").rolls(&[4]);
        table.logs("p1 (Prussians) comes on (die 4) [III]");
        table.has_initiative(PRUSSIAN);
        assert_eq!(table.choices("select"), ["p1"], "III");
    }

    #[test]
    fn c03_generals_arrive_and_move_on() {
        let text = "entry e prussian 20,30
            prussian general pg enters 1 by e
            french infantry f1 4 at 5,2";
        let mut table = position(text).with_initiative(PRUSSIAN);
        table.does("select pg, route-march, go 20/10 0, stop");
        assert_eq!(table.at("pg"), (20_000, 10_000), "III");
    }

    #[test]
    fn c08_a_general_does_not_come_on_over_a_river() {
        // Friends fill the ground between the entry and the river.
        let text = "river 0,28.9 40,28.9
            entry e prussian 20,30
            prussian general pg enters 1 by e
            prussian infantry p1 4 at 20,29
            french infantry f1 4 at 5,2";
        let mut table = position(text).with_initiative(PRUSSIAN);
        table.does("select pg");
        table.refuses("route-march", "III");
        let bridge = format!("bridge 20,28.9\n{text}");
        let mut table = position(&bridge).with_initiative(PRUSSIAN);
        table.does("select pg");
        table.allows("route-march");
    }
}
