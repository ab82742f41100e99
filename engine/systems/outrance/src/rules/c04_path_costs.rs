//! IV The cost of paths: rough ground, obstacles, choke points, roads and towns; and the terrain and the enemies that close them.

use smallvec::SmallVec;

use crate::rules::c04_formations::{BaseExtent, Footprint, UnitPlacement, column_along};
use crate::rules::c04_movement::{MoveLeg, MoveRefusal, MoveRules, Mover, Surroundings};
use crate::rules::c04_zones::EnemyZones;
use crate::rules::c08_closed_ground::ClosedGround;
use crate::rules::c08_terrain::{ChokePlace, TableTerrain, TerrainArea};
use battlewright_core::kit::plane::{
    Bounds, Convex, Direction, Fraction, Point, Polyline, Rectangle, Segment, Stretches, Vector, sweep,
};
use battlewright_schema::outrance::{GroundGoing, MeasuringPoint, TroopType};

/// The rounding of a length, in thousandths of an inch.
pub(crate) const ROUNDING: i32 = 2;
/// The precision of the length of a retreat that terrain shortens, in thousandths of an inch.
const PRECISION: i32 = 50;

/// Returns the base movement that a straight assault path costs, in thousandths of an inch.
pub(crate) fn path_cost(rules: &MoveRules, terrain: &TableTerrain, troops: TroopType, path: Segment) -> i32 {
    let around = Surroundings { terrain, friends: &[], enemies: &[] };
    let mover = Mover { troops, bases: 1, base: BaseExtent { width: 0, depth: 0 } };
    let town_roads = rules.assault_by_town_roads;
    let way = Way { town_roads, ..Way::new(rules, &around, mover, EnemyZones::none()) };
    let mut costs = PathCosts::new(1);
    way.add(path, &[path], None, &mut costs);
    costs.greatest(rules)
}

/// The costs of a path so far, by base.
#[derive(Clone)]
pub(crate) struct PathCosts {
    /// For each base of a unit in line or in ranks, and for the head of a column: the way of its measuring point, weighted by the going and
    /// the settings, in units of 1/2^24 of a percent of a thousandth of an inch.
    ways: SmallVec<[i64; 8]>,
    /// For each, the obstacles and choke points that it has crossed.
    obstacles: SmallVec<[i32; 8]>,
}

impl PathCosts {
    /// Returns no costs for a number of paths.
    pub(crate) fn new(paths: usize) -> Self {
        Self { ways: SmallVec::from_elem(0, paths), obstacles: SmallVec::from_elem(0, paths) }
    }

    /// Returns the greatest cost of a base, in thousandths of an inch.
    pub(crate) fn greatest(&self, rules: &MoveRules) -> i32 {
        let scale = Fraction::ONE.units() * i64::from(rules.percent_on_roads());
        let cost = |(way, obstacles): (&i64, &i32)| {
            let way = i32::try_from(way.saturating_add(scale / 2) / scale).unwrap_or(i32::MAX);
            way.saturating_add(obstacles.saturating_mul(rules.obstacle_cost))
        };
        self.ways.iter().zip(&self.obstacles).map(cost).max().unwrap_or(0)
    }
}

/// Moves of a unit without turning, such as those that combat forces on it.
pub(crate) struct Translation<'a> {
    way: Way<'a>,
}

impl<'a> Translation<'a> {
    /// Returns the moves of a unit that begins at `start`.
    pub(crate) fn new(
        rules: &'a MoveRules,
        around: &'a Surroundings<'a>,
        troops: TroopType,
        start: &Footprint,
    ) -> Self {
        let base = start
            .bases()
            .first()
            .map_or(BaseExtent { width: 0, depth: 0 }, |base| BaseExtent { width: base.width(), depth: base.depth() });
        let mover = Mover { troops, bases: u8::try_from(start.bases().len()).unwrap_or(u8::MAX), base };
        Self { way: Way::new(rules, around, mover, EnemyZones::new(start, around.enemies, rules.zone)) }
    }

    /// Returns the unit after a displacement, or the reason why it cannot pass. It may end on other units.
    pub(crate) fn passed(&self, unit: &Footprint, by: Vector) -> Result<Footprint, MoveRefusal> {
        self.cost(unit, by)?;
        Ok(unit.moved(by))
    }

    /// Returns the base movement that a displacement costs in thousandths of an inch, or the reason why the unit cannot pass.
    pub(crate) fn cost(&self, unit: &Footprint, by: Vector) -> Result<i32, MoveRefusal> {
        let at = unit.front().from.midpoint(unit.front().to);
        let mut costs = PathCosts::new(unit.bases().len());
        self.way.block(unit, at, at + by, &mut costs)?;
        Ok(if self.way.rules.retreat_pays_terrain { costs.greatest(self.way.rules) } else { by.floor_length() })
    }

    /// Returns the displacement in a direction that spends `movement` thousandths of an inch, as far as the costs allow to within
    /// [`PRECISION`]. `None` if an enemy or closed ground is in the way.
    pub(crate) fn spent(&self, unit: &Footprint, direction: Direction, movement: i32) -> Option<Vector> {
        let whole = direction.ahead(movement);
        let cost = self.cost(unit, whole);
        if cost.is_ok_and(|cost| cost <= movement + ROUNDING) {
            return Some(whole);
        }
        let (mut low, mut high, mut is_closed) = (0, movement.max(0), cost.is_err());
        while high - low > PRECISION {
            let middle = low + (high - low) / 2;
            match self.cost(unit, direction.ahead(middle)) {
                Ok(cost) if cost <= movement => low = middle,
                other => (high, is_closed) = (middle, other.is_err()),
            }
        }
        (!is_closed).then(|| direction.ahead(low))
    }

    /// Returns the reason why the unit cannot end its movement here: on other units, or on closed ground.
    pub(crate) fn end_refusal(&self, unit: &Footprint) -> Option<MoveRefusal> {
        self.way.end_refusal(unit)
    }

    /// Returns `true` if the unit may end its movement here.
    pub(crate) fn may_end(&self, unit: &Footprint) -> bool {
        self.end_refusal(unit).is_none()
    }
}

/// The way of one unit.
pub(crate) struct Way<'a> {
    rules: &'a MoveRules,
    around: &'a Surroundings<'a>,
    mover: Mover,
    zones: EnemyZones<'a>,
    /// The bases of friends, with the boxes around them.
    friends: Vec<(Bounds, &'a Rectangle)>,
    /// Towns count as roads although the unit does not march.
    town_roads: bool,
}

/// The path of a column so far, which follows its head.
#[derive(Clone)]
pub(crate) struct ColumnPath {
    /// The points on which the bases stand and over which the head has gone.
    trail: Vec<Point>,
    costs: PathCosts,
    /// The head.
    at: Point,
    /// The point from which the path comes to the head.
    behind: Point,
}

impl<'a> Way<'a> {
    /// Returns the way of a unit among zones of control.
    pub(crate) fn new(rules: &'a MoveRules, around: &'a Surroundings<'a>, mover: Mover, zones: EnemyZones<'a>) -> Self {
        let friends = around.friends.iter().map(|base| (base.bounds(), base)).collect();
        Self { rules, around, mover, zones, friends, town_roads: false }
    }

    /// Returns the settings.
    pub(crate) fn rules(&self) -> &'a MoveRules {
        self.rules
    }

    /// Returns the edges of the table.
    pub(crate) fn table(&self) -> Bounds {
        self.around.terrain.table
    }

    /// Adds the costs of a leg of a unit in line or in ranks, which does not turn on it.
    pub(crate) fn block(
        &self,
        shape: &Footprint,
        at: Point,
        to: Point,
        costs: &mut PathCosts,
    ) -> Result<(), MoveRefusal> {
        let by = to - at;
        let passed = shape.bounds().joined(shape.bounds().moved(by));
        if !self.is_clear(passed) {
            for base in shape.bases() {
                self.check_area(&sweep::swept(base, by))?;
            }
        }
        if self.closed_ground().blocks(shape, by) {
            return Err(MoveRefusal::Impassable);
        }
        let bases = shape.bases().iter().map(|base| self.measured(base));
        let paths: SmallVec<[Segment; 8]> = bases.map(|from| Segment::new(from, from + by)).collect();
        self.add(Segment::new(at, to), &paths, None, costs);
        Ok(())
    }

    /// Returns the point of a base from which its way is measured (ruling o33).
    fn measured(&self, base: &Rectangle) -> Point {
        match self.rules.measured_from {
            MeasuringPoint::Front => base.front().from.midpoint(base.front().to),
            MeasuringPoint::Center => base.center(),
        }
    }

    /// Returns the closed ground for the unit.
    pub(crate) fn closed_ground(&self) -> ClosedGround<'a> {
        ClosedGround { terrain: self.around.terrain, troops: self.mover.troops, choke_reach: self.rules.choke_reach }
    }

    /// Returns the refusal of a place at which the unit cannot end its movement.
    pub(crate) fn end_refusal(&self, unit: &Footprint) -> Option<MoveRefusal> {
        let near = self.friends.iter().filter(|(bounds, _)| bounds.meets(unit.bounds()));
        let near: SmallVec<[Rectangle; 8]> = near.map(|(_, base)| **base).collect();
        if unit.stands_on(&near) {
            return Some(MoveRefusal::OnFriends);
        }
        self.closed_ground().is_under(unit).then_some(MoveRefusal::OnClosedGround)
    }

    /// Returns the path of a column before its first leg.
    pub(crate) fn column(&self, from: &UnitPlacement, start: &Footprint) -> ColumnPath {
        let mut trail: Vec<Point> =
            start.bases().iter().rev().map(|base| base.rear().from.midpoint(base.rear().to)).collect();
        trail.push(from.at);
        let behind = start.spine().get(1).copied().unwrap_or(from.at);
        ColumnPath { trail, costs: PathCosts::new(1), at: from.at, behind }
    }

    /// Adds a leg to the path of a column, or returns the reason why the head cannot take it.
    pub(crate) fn lead(&self, column: &mut ColumnPath, leg: &MoveLeg) -> Result<(), MoveRefusal> {
        let Some(facing) = Direction::of(leg.to - column.at) else { return Ok(()) };
        let center = column.at + facing.ahead((self.mover.base.depth / 2).saturating_neg());
        let head = Rectangle::new(center, facing, self.mover.base.width, self.mover.base.depth);
        let path = Segment::new(column.at, leg.to);
        let swept = || sweep::swept(&head, path.way());
        let passed = head.bounds().joined(head.bounds().moved(path.way()));
        if !self.is_clear(passed) {
            self.check_area(&swept())?;
        }
        let road = self.on_road(path);
        let by_road = |area: &TerrainArea| !road.is_empty() && area.outline.inside(path).without(&road).is_empty();
        if self.closed_ground().blocks_head(passed, swept, path, column.behind, by_road) {
            return Err(MoveRefusal::Impassable);
        }
        self.add(path, &[path], Some(&road), &mut column.costs);
        (column.at, column.behind) = (leg.to, path.from);
        column.trail.push(column.at);
        Ok(())
    }

    /// Returns the cost of the path of a column.
    pub(crate) fn column_cost(&self, column: &ColumnPath) -> i32 {
        column.costs.greatest(self.rules)
    }

    /// Returns the end of the path of a column that began at `from`.
    pub(crate) fn column_end(&self, column: ColumnPath, from: &UnitPlacement) -> UnitPlacement {
        let moved = (column.at != from.at).then(|| Polyline::new(column.trail));
        let end = moved.and_then(|trail| column_along(&trail, self.mover.bases, self.mover.base));
        end.unwrap_or_else(|| from.clone())
    }

    /// Returns `true` if a box lies on the table and out of all zones, as those around most legs do: nothing in it is refused.
    pub(crate) fn is_clear(&self, passed: Bounds) -> bool {
        self.around.terrain.table.encloses(passed) && self.zones.are_clear_of(passed)
    }

    /// Returns the refusal of an area that leads off the table or enters the zone of an enemy.
    pub(crate) fn check_area(&self, swept: &Convex) -> Result<(), MoveRefusal> {
        if !self.around.terrain.table.encloses(swept.bounds()) {
            return Err(MoveRefusal::OffTable);
        }
        self.check_zones(swept)
    }

    /// Returns the refusal of an area that enters the zone of an enemy.
    pub(crate) fn check_zones(&self, area: &Convex) -> Result<(), MoveRefusal> {
        let enemy = self.zones.entered(area);
        enemy.map_or(Ok(()), |enemy| Err(MoveRefusal::EnemyZone { enemy: enemy.center() }))
    }

    /// Adds the costs of the paths of bases on a leg of the center of the front. A column follows `road`.
    fn add(&self, center: Segment, paths: &[Segment], road: Option<&Stretches>, costs: &mut PathCosts) {
        let passed = paths.iter().fold(center.bounds(), |passed, path| passed.joined(path.bounds()));
        let terrain = self.around.terrain;
        let rough = |area: &&TerrainArea| area.going.of(self.mover.troops) >= GroundGoing::Rough;
        let near = |area: &&TerrainArea| area.outline.bounds().meets(passed);
        let rough: SmallVec<[&TerrainArea; 8]> = terrain.areas.iter().filter(near).filter(rough).collect();
        for (way, path) in costs.ways.iter_mut().zip(paths) {
            *way = way.saturating_add(self.weighted(*path, &rough, road));
        }
        let obstacles = terrain.obstacles.iter().filter(|obstacle| obstacle.going != GroundGoing::Open);
        for obstacle in obstacles.filter(|obstacle| obstacle.line.bounds().meets(passed)) {
            let crossings = obstacle.line.crossings(center);
            let chokes = crossings.iter().map(|place| self.choke_at(center.at(*place)));
            let by_choke: Option<SmallVec<[ChokePlace; 2]>> = chokes.collect();
            let by_choke = by_choke.filter(|_| !crossings.is_empty());
            // Who comes off a closed line has paid for it, or pays when the center of the front crosses it.
            let is_closed = obstacle.going == GroundGoing::Impassable;
            for (count, path) in costs.obstacles.iter_mut().zip(paths) {
                // The unit passes a choke point as a whole.
                let costly = match &by_choke {
                    Some(chokes) => chokes.iter().filter(|choke| road.is_none() || choke.slows_marches).count(),
                    None if is_closed => 0,
                    None => obstacle.line.crossings(*path).len(),
                };
                *count = count.saturating_add(i32::try_from(costly).unwrap_or(i32::MAX));
            }
        }
    }

    /// Returns the choke point by which a path crosses a line at a point.
    fn choke_at(&self, point: Point) -> Option<ChokePlace> {
        let chokes = &self.around.terrain.choke_points;
        let near = chokes.iter().filter(|choke| choke.at.distance(point).at_most(self.rules.choke_reach));
        near.min_by_key(|choke| choke.at.distance(point)).copied()
    }

    /// Returns the stretches of a path of a column on roads and in towns.
    fn on_road(&self, path: Segment) -> Stretches {
        let terrain = self.around.terrain;
        let (reach, angle) = (self.rules.road_reach, self.rules.road_angle);
        let roads = terrain.roads.iter().map(|road| road.stretches_along(path, reach, angle));
        let all: SmallVec<[Stretches; 4]> = roads.chain([self.in_towns(path)]).collect();
        Stretches::union(all.iter().flat_map(Stretches::iter))
    }

    /// Returns the stretches of a path in towns.
    fn in_towns(&self, path: Segment) -> Stretches {
        let towns = self.around.terrain.areas.iter().filter(|area| area.march_road);
        let all: SmallVec<[Stretches; 4]> = towns.map(|town| town.outline.inside(path)).collect();
        Stretches::union(all.iter().flat_map(Stretches::iter))
    }

    /// Returns the cost of a straight path without obstacles, in the units of [`PathCosts`]. `rough` is the rough ground near it.
    fn weighted(&self, path: Segment, rough: &[&TerrainArea], road: Option<&Stretches>) -> i64 {
        let by_towns = if road.is_none() && self.town_roads { self.in_towns(path) } else { Stretches::default() };
        let road = road.unwrap_or(&by_towns);
        let rough: SmallVec<[Stretches; 4]> = rough.iter().map(|area| area.outline.inside(path)).collect();
        let rough = Stretches::union(rough.iter().flat_map(Stretches::iter)).without(road);
        let factor = match self.mover.troops {
            TroopType::Infantry | TroopType::Artillery => self.rules.rough_factor,
            TroopType::Cavalry | TroopType::General => self.rules.rough_factor_cavalry,
        };
        let percent = i64::from(self.rules.percent_on_roads());
        let [all, road, rough] = [Fraction::ONE, road.share(), rough.share()].map(Fraction::units);
        let weight = road * 100 + rough * percent * i64::from(factor) + (all - road - rough).max(0) * percent;
        i64::from(path.way().floor_length()).saturating_mul(weight)
    }
}
