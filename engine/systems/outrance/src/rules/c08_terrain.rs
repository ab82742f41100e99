//! VIII Terrain: areas, lines, roads and choke points; levels and cover.

use crate::rules::c04_formations::Footprint;
use battlewright_core::kit::plane::{Bounds, Point, Polygon, Polyline, Segment};
use battlewright_schema::outrance::{Cover, CoverShare, GroundGoing, Rules, SightHeight, TroopType};

/// The going of an area for each kind of troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoingByTroops {
    /// For infantry.
    pub infantry: GroundGoing,
    /// For cavalry and generals.
    pub cavalry: GroundGoing,
    /// For artillery.
    pub artillery: GroundGoing,
}

impl GoingByTroops {
    /// Returns the same going for all troops.
    pub fn all(going: GroundGoing) -> Self {
        Self { infantry: going, cavalry: going, artillery: going }
    }

    /// Returns the going for some troops; generals move as cavalry (IV).
    pub fn of(self, troops: TroopType) -> GroundGoing {
        match troops {
            TroopType::Infantry => self.infantry,
            TroopType::Cavalry | TroopType::General => self.cavalry,
            TroopType::Artillery => self.artillery,
        }
    }
}

/// An area of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainArea {
    /// The outline.
    pub outline: Polygon,
    /// The level of a hill; 0 for areas that are no hills.
    pub level: i32,
    /// A stepped hill, whose outline is a crest. Others rise in slopes from their outline.
    pub stepped: bool,
    /// The going.
    pub going: GoingByTroops,
    /// Counts as a road for units in march formation, as towns do.
    pub march_road: bool,
    /// The cover for units in it.
    pub cover: Cover,
    /// The height above its ground.
    pub height: SightHeight,
    /// Sight pierces the area for a distance, as it does woods.
    pub woods: bool,
}

impl TerrainArea {
    /// Returns open ground on level 0 within an outline, of which other areas differ by some fields.
    pub fn open(outline: Polygon) -> Self {
        Self {
            outline,
            level: 0,
            stepped: false,
            going: GoingByTroops::all(GroundGoing::Open),
            march_road: false,
            cover: Cover::Open,
            height: SightHeight::Flat,
            woods: false,
        }
    }
}

/// A line on the table, such as a stream or a wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineObstacle {
    /// The line.
    pub line: Polyline,
    /// The going across it.
    pub going: GroundGoing,
    /// The cover for troops behind it.
    pub cover: Cover,
}

/// The terrain of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableTerrain {
    /// The edges of the table.
    pub table: Bounds,
    /// The areas.
    pub areas: Vec<TerrainArea>,
    /// The lines.
    pub obstacles: Vec<LineObstacle>,
    /// The roads.
    pub roads: Vec<Polyline>,
    /// The bridges, fords and gates, each on the line that it crosses.
    pub choke_points: Vec<ChokePlace>,
}

/// A bridge, a ford or a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChokePlace {
    /// The position.
    pub at: Point,
    /// Costs movement in march formation as well, as a ford does (ruling o38).
    pub slows_marches: bool,
}

impl TableTerrain {
    /// Returns the level of a point: that of the highest hill that it lies on, or 0.
    pub fn level_at(&self, point: Point) -> i32 {
        let hills = self.areas.iter().filter(|area| area.level > 0 && area.outline.contains(point));
        hills.map(|hill| hill.level).max().unwrap_or(0)
    }

    /// Returns the cover of a unit against an action along a line, which ends at the unit: the best cover of areas that hold enough of
    /// its bases, by their centers, or of lines that the action crosses shortly before its end (ruling o21).
    pub fn cover(&self, unit: &Footprint, line: Segment, rules: CoverRules) -> Cover {
        let areas = self.areas.iter().filter(|area| area.cover > Cover::Open);
        let areas = areas.filter(|area| rules.holds(unit, |point| area.outline.contains(point)));
        let is_behind = |obstacle: &LineObstacle| {
            let places = obstacle.line.crossings(line);
            places.last().is_some_and(|place| !place.rest().is_longer(line, rules.behind))
        };
        let lines = self.obstacles.iter().filter(|obstacle| obstacle.cover > Cover::Open && is_behind(obstacle));
        let covers = areas.map(|area| area.cover).chain(lines.map(|obstacle| obstacle.cover));
        covers.max().unwrap_or(Cover::Open)
    }

    /// Returns `true` if enough bases of a unit stand in areas that hide troops from sight, such as woods or a town.
    pub fn shelters(&self, unit: &Footprint, rules: CoverRules) -> bool {
        let hides =
            |point| self.areas.iter().any(|area| area.height == SightHeight::Tall && area.outline.contains(point));
        rules.holds(unit, hides)
    }
}

/// The settings of cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverRules {
    /// The distance behind a line within which it covers troops, in thousandths of an inch (ruling o21).
    pub behind: i32,
    /// The bases that an area must hold.
    pub share: CoverShare,
}

impl CoverRules {
    /// Returns the settings of the rules in force.
    pub fn of(rules: &Rules) -> Self {
        Self { behind: rules.cover_distance.thousandths(), share: rules.area_cover }
    }

    /// Returns `true` if enough bases of a unit have their centers where `inside` holds.
    pub(crate) fn holds(self, unit: &Footprint, inside: impl Fn(Point) -> bool) -> bool {
        let held = unit.bases().iter().filter(|base| inside(base.center())).count();
        self.share.covers(held, unit.bases().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::c04_formations::{UnitPlacement, footprint};
    use crate::tests::testing::{INFANTRY, area, plain};
    use battlewright_core::kit::plane::Direction;
    use battlewright_schema::outrance::Posture;

    const COVER: CoverRules = CoverRules { behind: 1000, share: CoverShare::Half };

    fn unit(x: i32, y: i32) -> Footprint {
        let place = UnitPlacement::new(Point::new(x, y), Direction::UP, Posture::Deployed, TroopType::Infantry, 4);
        footprint(&place, TroopType::Infantry, 4, INFANTRY, 300).unwrap()
    }

    #[test]
    fn c08_a_point_has_the_level_of_the_highest_hill() {
        let mut terrain = plain();
        terrain.areas.push(TerrainArea { level: 1, ..area(10, 10, 30, 30) });
        terrain.areas.push(TerrainArea { level: 2, ..area(15, 15, 25, 25) });
        let level = |x, y| terrain.level_at(Point::new(x * 1000, y * 1000));
        assert_eq!([level(5, 5), level(10, 12), level(20, 20)], [0, 1, 2], "VIII");
    }

    #[test]
    fn c08_an_area_covers_a_unit_of_which_it_holds_half() {
        let mut terrain = plain();
        terrain.areas.push(TerrainArea { cover: Cover::Soft, ..area(20, 10, 30, 30) });
        let fire = Segment::new(Point::new(20_000, 12_000), Point::new(20_000, 20_000));
        assert_eq!(terrain.cover(&unit(20_000, 20_000), fire, COVER), Cover::Soft, "VIII");
        assert_eq!(terrain.cover(&unit(19_000, 20_000), fire, COVER), Cover::Open, "VIII");
        let cover = |share, x| terrain.cover(&unit(x, 20_000), fire, CoverRules { share, ..COVER });
        // The unit is 4 inches wide, and the area begins at 20 inches.
        assert_eq!(
            [18_400, 18_600].map(|x| cover(CoverShare::Any, x)),
            [Cover::Open, Cover::Soft],
            "VIII: by a setting"
        );
        assert_eq!(
            [21_400, 21_600].map(|x| cover(CoverShare::All, x)),
            [Cover::Open, Cover::Soft],
            "VIII: by a setting"
        );
    }

    #[test]
    fn c08_o21_a_line_covers_troops_immediately_behind_it() {
        let mut terrain = plain();
        let line = Polyline::new(vec![Point::new(10_000, 19_000), Point::new(30_000, 19_000)]);
        terrain.obstacles.push(LineObstacle { line, going: GroundGoing::Rough, cover: Cover::Hard });
        let fire = |from: i32, to: i32| Segment::new(Point::new(20_000, from), Point::new(20_000, to));
        assert_eq!(terrain.cover(&unit(20_000, 20_000), fire(12_000, 20_000), COVER), Cover::Hard, "VIII, o21");
        assert_eq!(terrain.cover(&unit(20_000, 20_001), fire(12_000, 20_001), COVER), Cover::Open, "VIII, o21");
        assert_eq!(terrain.cover(&unit(20_000, 20_000), fire(28_000, 21_000), COVER), Cover::Open, "VIII: from behind");
    }
}
