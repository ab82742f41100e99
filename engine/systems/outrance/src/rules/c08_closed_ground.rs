//! VIII Closed ground: impassable areas, and lines that only choke points lead across. A unit neither enters it nor crosses it.
//!
//! One test of a standing unit holds wherever an action, an order or a result ends, in any formation. Ruling o31: a unit stands astride
//! a closed line only at a choke point, and a column on a road has only the centers of its bases out of the closed ground beside it.

use crate::rules::c04_formations::Footprint;
use crate::rules::c08_terrain::{LineObstacle, TableTerrain, TerrainArea};
use battlewright_core::kit::plane::{Bounds, Contact, Convex, Point, Rectangle, Segment, Vector, contact, sweep};
use battlewright_schema::outrance::{GroundGoing, TroopType};

/// Twice the greatest rounding of a corner, in thousandths of an inch.
const ROUNDING: i32 = 2;

/// The closed ground of a table, for some troops.
#[derive(Clone, Copy, Debug)]
pub struct ClosedGround<'a> {
    /// The terrain.
    pub terrain: &'a TableTerrain,
    /// The troops.
    pub troops: TroopType,
    /// The distance from a choke point within which a unit crosses a line by it, in thousandths of an inch.
    pub choke_reach: i32,
}

impl<'a> ClosedGround<'a> {
    /// Returns `true` if a unit cannot stand here: a base is in a closed area, or the unit is astride a closed line.
    pub fn is_under(self, unit: &Footprint) -> bool {
        let in_area = |area: &TerrainArea| {
            let mut bases = unit.bases().iter().filter(|base| !(unit.is_column() && self.is_on_road(base)));
            bases.any(|base| area.outline.overlaps(&base.grown(-ROUNDING).area()))
        };
        self.areas_in(unit.bounds()).any(in_area)
            || self.lines_in(unit.bounds()).any(|line| self.is_astride(unit, line))
    }

    /// Returns `true` if a unit in line or in ranks would enter closed ground on a straight way without a turn.
    pub fn blocks(self, unit: &Footprint, by: Vector) -> bool {
        let passed = unit.bounds().joined(unit.bounds().moved(by));
        let swept = || unit.bases().iter().map(move |base| sweep::swept(&base.grown(-ROUNDING), by));
        if self.areas_in(passed).any(|area| swept().any(|base| area.outline.overlaps(&base))) {
            return true;
        }
        let at = unit.front_center();
        let path = Segment::new(at, at + by);
        self.lines_in(passed).filter(|line| swept().any(|base| is_under_line(&base, line))).any(|line| {
            let crosses = contacts(line, path).any(|contact| !contact.is_end);
            if crosses { self.is_crossed_within(line, path) } else { !self.is_passing_choke(unit, by, line) }
        })
    }

    /// Returns `true` if the head of a column would enter closed ground on a straight way along `path`. `head` returns the area over
    /// which it passes, in the box `passed`; `behind` is the point from which it came to the start of the path, and `by_road` answers whether the road leads
    /// it through an area.
    pub(crate) fn blocks_head(
        self,
        passed: Bounds,
        head: impl Fn() -> Convex,
        path: Segment,
        behind: Point,
        by_road: impl Fn(&TerrainArea) -> bool,
    ) -> bool {
        let in_area = |area: &TerrainArea| area.outline.overlaps(&head()) && !by_road(area);
        self.areas_in(passed).any(in_area)
            || self.lines_in(path.bounds()).any(|line| self.is_crossed_within(line, path))
            || self.changes_sides(behind, path.from, path.to)
    }

    /// Returns `true` if no way leads from a formation to the one that the unit takes up in its place: closed lines are between all their
    /// bases.
    pub fn separates(self, before: &Footprint, after: &Footprint) -> bool {
        let leads = |from: &Rectangle, to: &Rectangle| !self.is_between(from.center(), to.center());
        !before.bases().iter().any(|from| after.bases().iter().any(|to| leads(from, to)))
    }

    /// Returns `true` if a straight way between two points crosses a closed line away from its choke points.
    pub fn is_between(self, from: Point, to: Point) -> bool {
        let way = Segment::new(from, to);
        self.lines_in(way.bounds()).any(|line| self.is_crossed(line, way))
    }

    /// Returns `true` if a straight way between two points leads through a closed area, or crosses a closed line away from its choke
    /// points.
    pub fn is_across(self, from: Point, to: Point) -> bool {
        let way = Segment::new(from, to);
        self.is_between(from, to) || self.areas_in(way.bounds()).any(|area| !area.outline.inside(way).is_empty())
    }

    /// Returns the closed areas of which a box may hold a part.
    fn areas_in(self, area_box: Bounds) -> impl Iterator<Item = &'a TerrainArea> {
        let area_box = area_box.grown(ROUNDING);
        let near = self.terrain.areas.iter().filter(move |area| area.outline.bounds().meets(area_box));
        near.filter(move |area| area.going.of(self.troops) == GroundGoing::Impassable)
    }

    /// Returns the closed lines of which a box may hold a part.
    fn lines_in(self, area_box: Bounds) -> impl Iterator<Item = &'a LineObstacle> {
        let area_box = area_box.grown(ROUNDING);
        let near = self.terrain.obstacles.iter().filter(move |line| line.line.bounds().meets(area_box));
        near.filter(|line| line.going == GroundGoing::Impassable)
    }

    /// Returns the choke points that lead across a line.
    fn chokes(self, line: &LineObstacle) -> impl Iterator<Item = Point> {
        let chokes = self.terrain.choke_points.iter().map(|choke| choke.at);
        chokes.filter(move |choke| line.line.distance_to(*choke).at_most(self.choke_reach))
    }

    /// Returns `true` if a path meets a line away from its choke points.
    fn is_crossed(self, line: &LineObstacle, path: Segment) -> bool {
        contacts(line, path).any(|contact| !self.is_by_choke(line, contact))
    }

    /// Returns `true` if a path meets a line away from its choke points, and not at an end of the path.
    fn is_crossed_within(self, line: &LineObstacle, path: Segment) -> bool {
        contacts(line, path).any(|contact| !contact.is_end && !self.is_by_choke(line, contact))
    }

    /// Returns `true` if a path that comes to a point from one side of the closed lines there, away from their choke points, leads
    /// on to another side.
    fn changes_sides(self, behind: Point, at: Point, to: Point) -> bool {
        let legs = |line: &'a LineObstacle| line.line.legs().filter(move |leg| leg.contains(at));
        let met = || self.lines_in(Bounds::of([at])).filter(move |line| legs(line).next().is_some());
        if met().any(|line| self.is_choke(line, at)) {
            return false;
        }
        let rays = met().flat_map(legs).flat_map(|leg| [leg.from - at, leg.to - at]);
        contact::separates(rays, behind - at, to - at)
    }

    /// Returns `true` if choke points lead across a line wherever a path meets it.
    fn is_by_choke(self, line: &LineObstacle, contact: Contact) -> bool {
        self.is_choke(line, contact.from) && self.is_choke(line, contact.to)
    }

    fn is_choke(self, line: &LineObstacle, at: Point) -> bool {
        self.chokes(line).any(|choke| choke.distance(at).at_most(self.choke_reach))
    }

    /// Returns `true` if a road leads along under a base of a column.
    fn is_on_road(self, base: &Rectangle) -> bool {
        self.terrain.roads.iter().any(|road| road.distance_to(base.center()).at_most(base.width() / 2))
    }

    /// Returns `true` if a line lies under a unit, or between its bases, and no choke point leads the unit across.
    fn is_astride(self, unit: &Footprint, line: &LineObstacle) -> bool {
        if !line.line.bounds().meets(unit.bounds()) {
            return false;
        }
        let is_under = |base: &&Rectangle| is_under_line(&base.grown(-ROUNDING).area(), line);
        let mut spine = unit.spine();
        // The front of a column on the bank does not touch the river.
        if let [front, next, ..] = &mut spine[..] {
            *front = *front + (*next - *front).scaled(i64::from(ROUNDING), 100);
        }
        let mut spine_legs = spine.windows(2).filter_map(|ends| Some(Segment::new(*ends.first()?, *ends.last()?)));
        if unit.is_column() {
            let at_choke =
                |base: &Rectangle| self.chokes(line).any(|choke| base.distance_to(choke).at_most(self.choke_reach));
            let mut under = unit.bases().iter().filter(is_under);
            return under.any(|base| !self.is_on_road(base) && !at_choke(base))
                || spine_legs.any(|leg| self.is_crossed(line, leg));
        }
        let mut neighbors = unit.bases().iter().zip(unit.bases().iter().skip(1));
        let is_between =
            neighbors.any(|(one, next)| !line.line.crossings(Segment::new(one.center(), next.center())).is_empty());
        (is_between || unit.bases().iter().any(|base| is_under(&base)))
            && !self.chokes(line).any(|choke| self.is_at(choke, &spine))
    }

    /// Returns `true` if a choke point lies near the middle of a unit in line or in ranks, or on its way.
    fn is_passing_choke(self, unit: &Footprint, by: Vector, line: &LineObstacle) -> bool {
        let at = unit.front_center();
        let spines = [unit.spine(), unit.moved(by).spine()];
        self.chokes(line)
            .any(|choke| self.is_at(choke, &[at, at + by]) || spines.iter().any(|spine| self.is_at(choke, spine)))
    }

    fn is_at(self, choke: Point, line: &[Point]) -> bool {
        let mut legs = line.windows(2).filter_map(|ends| Some(Segment::new(*ends.first()?, *ends.last()?)));
        legs.any(|leg| leg.distance_to(choke).at_most(self.choke_reach))
    }
}

/// Returns the contacts of a path with a line.
fn contacts(line: &LineObstacle, path: Segment) -> impl Iterator<Item = Contact> {
    line.line.legs().filter_map(move |leg| Contact::of(path, leg))
}

/// Returns `true` if a line passes over an area.
fn is_under_line(area: &Convex, line: &LineObstacle) -> bool {
    let mut legs = line.line.legs().filter(|leg| leg.bounds().meets(area.bounds()));
    legs.any(|leg| area.meets(&Convex::around([leg.from, leg.to])))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::c04_formations::{UnitPlacement, column_along, footprint};
    use crate::rules::c08_terrain::{ChokePlace, GoingByTroops};
    use crate::tests::testing::{INFANTRY, area, brigade, line, plain};
    use battlewright_core::kit::plane::{Direction, Polyline};
    use battlewright_schema::outrance::{Cover, Posture};
    use battlewright_testkit::random_cases;

    const INF: TroopType = TroopType::Infantry;

    /// A river along y = 23, with a bridge at x = 20.
    fn river() -> TableTerrain {
        let going = GroundGoing::Impassable;
        let obstacle = LineObstacle { line: line(&[(0, 23), (60, 23)]), going, cover: Cover::Open };
        let bridge = ChokePlace { at: Point::new(20_000, 23_000), slows_marches: false };
        TableTerrain { obstacles: vec![obstacle], choke_points: vec![bridge], ..plain() }
    }

    fn lake() -> TableTerrain {
        let closed = TerrainArea { going: GoingByTroops::all(GroundGoing::Impassable), ..area(20, 20, 30, 30) };
        TableTerrain { areas: vec![closed], ..plain() }
    }

    fn closed(terrain: &TableTerrain) -> ClosedGround<'_> {
        ClosedGround { terrain, troops: INF, choke_reach: 500 }
    }

    fn column(x: i32, y: i32) -> Footprint {
        let place = UnitPlacement::new(Point::new(x, y), Direction::UP, Posture::March, INF, 4);
        footprint(&place, INF, 4, INFANTRY, 300).unwrap()
    }

    #[test]
    fn c08_o31_no_formation_stands_astride_a_river_but_at_a_bridge() {
        let terrain = river();
        let under = |shape: &Footprint| closed(&terrain).is_under(shape);
        for posture in [Posture::Deployed, Posture::Maneuver, Posture::March] {
            assert!(!under(&brigade(40, 23, 0, posture)), "VIII: its front on the bank, {posture:?}");
            let half = |x| brigade(x, 22, 0, posture).moved(Vector::new(0, 500));
            assert!(under(&half(40)), "VIII: {posture:?}");
            assert!(!under(&half(20)), "VIII, o31: on the bridge, {posture:?}");
        }
        assert!(under(&brigade(23, 22, 0, Posture::Maneuver)), "VIII: the bridge is at its side");
    }

    #[test]
    fn c08_a_river_between_two_bases_parts_a_unit() {
        let mut terrain = river();
        terrain.choke_points.clear();
        // Two bases in march formation leave a gap.
        let place = UnitPlacement::new(Point::new(40_000, 21_500), Direction::UP, Posture::March, INF, 2);
        assert!(closed(&terrain).is_under(&footprint(&place, INF, 2, INFANTRY, 300).unwrap()), "VIII");
        assert!(closed(&terrain).is_under(&brigade(40, 22, 0, Posture::Maneuver)), "VIII: between two ranks");
    }

    #[test]
    fn c08_o31_all_bases_are_out_of_a_lake_but_those_of_a_column_on_a_road() {
        let mut terrain = lake();
        let under = |terrain: &TableTerrain, shape: &Footprint| closed(terrain).is_under(shape);
        assert!(!under(&terrain, &brigade(25, 30, 0, Posture::Deployed)), "VIII: at the edge");
        assert!(under(&terrain, &column(25_000, 27_000)), "VIII: the rear as well as the head");
        assert!(under(&terrain, &column(19_600, 22_000)), "VIII: a part of a base");
        terrain.roads.push(line(&[(25, 10), (25, 40)]));
        assert!(!under(&terrain, &column(25_000, 27_000)), "VIII, o31: on a road");
        assert!(under(&terrain, &brigade(25, 27, 0, Posture::Maneuver)), "VIII: in march formation only");
    }

    #[test]
    fn c08_a_unit_does_not_turn_across_a_river() {
        let terrain = river();
        let (south, north) = (brigade(40, 23, 0, Posture::Maneuver), brigade(40, 23, 180, Posture::Maneuver));
        assert!(closed(&terrain).separates(&south, &north), "VIII");
        assert!(!closed(&terrain).separates(&south, &south.moved(Vector::new(1000, 0))), "VIII");
        let (south, north) = (brigade(20, 23, 0, Posture::Maneuver), brigade(20, 23, 180, Posture::Maneuver));
        assert!(!closed(&terrain).separates(&south, &north), "VIII: by the bridge");
    }

    /// Returns `true` if the head of a column may go through these points.
    fn leads(terrain: &TableTerrain, trail: &[Point]) -> bool {
        let open = |behind: Point, from: Point, to: Point| {
            let (path, head) = (Segment::new(from, to), || Convex::around([from, to]));
            !closed(terrain).blocks_head(path.bounds(), head, path, behind, |_| false)
        };
        let Some(first) = trail.windows(2).next() else { return true };
        open(first[0], first[0], first[1]) && trail.windows(3).all(|part| open(part[0], part[1], part[2]))
    }

    #[test]
    fn c08_a_column_crosses_no_river_by_points_on_it() {
        let corner = line(&[(0, 38), (30, 38), (60, 46)]);
        let obstacle = LineObstacle { line: corner, going: GroundGoing::Impassable, cover: Cover::Open };
        let mut terrain = TableTerrain { obstacles: vec![obstacle], ..plain() };
        let point = |(x, y): (i32, i32)| Point::new(x, y);
        let leads = |terrain: &TableTerrain, points: &[(i32, i32)]| {
            leads(terrain, &points.iter().copied().map(point).collect::<Vec<_>>())
        };
        let by_the_bank = [(29_500, 38_100), (29_500, 38_000), (30_750, 38_200)];
        assert!(leads(&terrain, &by_the_bank), "VIII: it touches the bank twice");
        assert!(leads(&terrain, &[&by_the_bank[..], &[(30_750, 40_000)]].concat()), "VIII: and leaves it again");
        assert!(!leads(&terrain, &[&by_the_bank[..], &[(30_750, 33_800)]].concat()), "VIII: the other side");
        assert!(!leads(&terrain, &[(30_000, 40_000), (30_000, 38_000), (30_000, 36_000)]), "VIII: at a corner");
        assert!(!leads(&terrain, &[(20_000, 38_000), (24_000, 38_000)]), "VIII: in the river");
        // A second river begins where the first one ends.
        let next = LineObstacle { line: line(&[(60, 46), (60, 60)]), ..terrain.obstacles[0].clone() };
        terrain.obstacles.push(next);
        assert!(!leads(&terrain, &[(50_000, 50_000), (60_000, 46_000), (60_500, 46_000)]), "VIII: between both");
        terrain.choke_points.push(ChokePlace { at: Point::new(30_700, 38_200), slows_marches: false });
        assert!(leads(&terrain, &[&by_the_bank[..], &[(30_750, 33_800)]].concat()), "VIII: over a bridge");
    }

    #[test]
    fn c08_a_bridge_leads_no_farther_along_a_river_than_its_reach() {
        let terrain = river();
        let along = |from: i32, to: i32| leads(&terrain, &[Point::new(from, 23_000), Point::new(to, 23_000)]);
        assert!(along(19_600, 20_400) && !along(16_000, 24_000), "VIII: the middle alone is at the bridge");
    }

    /// A river whose corners are on a coarse grid, from the left to the right edge of the table.
    fn random_river() -> impl Strategy<Value = Vec<Point>> {
        let heights = prop::collection::vec(0_i32..4, 13);
        heights.prop_map(|rows| (0..).zip(rows).map(|(at, row)| Point::new(at * 5000, 20_000 + row * 5000)).collect())
    }

    /// Points near a river: its corners, points of its legs, and others. A point is counted in quarters of a leg, and aside in inches.
    fn near(river: &[Point], trail: &[(usize, i32, i32)]) -> Vec<Point> {
        let at = |(leg, quarter, aside): &(usize, i32, i32)| {
            let (from, to) = (river[*leg], river[leg + 1]);
            let on = from + (to - from).scaled(i64::from(*quarter), 4);
            on + Vector::new(0, i64::from(*aside) * 1000)
        };
        let mut points: Vec<Point> = trail.iter().map(at).collect();
        points.dedup();
        points
    }

    /// Returns the side of a river on which a point stands; 0 on the river.
    fn side(river: &[Point], at: Point) -> i64 {
        let mut legs = river.windows(2).map(|ends| Segment::new(ends[0], ends[1]));
        legs.find(|leg| (leg.from.x()..=leg.to.x()).contains(&at.x())).map_or(0, |leg| leg.side(at).signum())
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn c08_no_trail_leads_a_column_across_a_river(
            river in random_river(),
            trail in prop::collection::vec((4_usize..7, 0_i32..=4, prop_oneof![Just(0), Just(0), -1_i32..=1]), 2..7),
        ) {
            let (corners, trail) = (river.clone(), near(&river, &trail));
            let going = GroundGoing::Impassable;
            let obstacle = LineObstacle { line: Polyline::new(river), going, cover: Cover::Open };
            let terrain = TableTerrain { obstacles: vec![obstacle], ..plain() };
            // Whatever begins on the river came from one of its sides.
            if let Some(first) = trail.first().filter(|first| side(&corners, **first) != 0) {
                let part = (2..=trail.len()).take_while(|length| leads(&terrain, &trail[..*length]));
                for length in part {
                    let end = side(&corners, trail[length - 1]);
                    prop_assert!(end == 0 || end == side(&corners, *first), "VIII: {:?} {:?}", corners, &trail[..length]);
                }
            }
        }
    }

    #[test]
    fn c08_a_way_leads_along_a_bank_and_over_a_bridge_also_from_upon_it() {
        let terrain = river();
        let blocks = |x, y, by| closed(&terrain).blocks(&brigade(x, y, 0, Posture::Maneuver), by);
        assert!(!blocks(40, 23, Vector::new(8000, 0)) && !blocks(40, 23, Vector::new(0, 4000)), "VIII: the bank");
        assert!(blocks(40, 24, Vector::new(0, -1010)), "VIII");
        assert!(!blocks(20, 24, Vector::new(0, -1500)), "VIII: onto the bridge");
        assert!(
            !blocks(20, 22, Vector::new(0, -1500)) && !blocks(20, 22, Vector::new(0, 1500)),
            "VIII: off it, either way"
        );
    }

    #[test]
    fn c08_a_column_by_a_bank_keeps_its_middle_out_of_the_river() {
        let terrain = river();
        let along = |points: &[(i32, i32)]| {
            let path = line(points);
            footprint(&column_along(&path, 4, INFANTRY).unwrap(), INF, 4, INFANTRY, 300).unwrap()
        };
        assert!(closed(&terrain).is_under(&along(&[(40, 20), (40, 26)])), "VIII");
        assert!(!closed(&terrain).is_under(&along(&[(20, 20), (20, 26)])), "VIII: over the bridge");
        assert!(!closed(&terrain).is_under(&along(&[(30, 24), (40, 24)])), "VIII: along the bank");
    }
}
