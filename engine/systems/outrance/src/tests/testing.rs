//! The tables of the published rules and the units of the tests.

use std::sync::LazyLock;

use battlewright_schema::outrance::{
    Cover, GroundGoing, Nation, Posture, Quality, Rules, SightHeight, Tables, TroopType, UnitStatus,
};

use crate::rules::c04_formations::{BaseExtent, Footprint, UnitPlacement, footprint};
use crate::rules::c04_movement::MoveRules;
use crate::rules::c08_sight::SightRules;
use crate::rules::c08_terrain::{GoingByTroops, TableTerrain, TerrainArea};
use crate::rules::calculation::Combatant;
use battlewright_core::kit::plane::{Bounds, Direction, Point, Polygon, Polyline};

/// A deployed French brigade of Line infantry.
pub(crate) fn french() -> Combatant {
    Combatant { nation: Nation::French, ..prussian() }
}

/// A deployed Prussian brigade of Line infantry.
pub(crate) fn prussian() -> Combatant {
    Combatant {
        nation: Nation::Prussian,
        troops: TroopType::Infantry,
        quality: Quality::Line,
        status: UnitStatus::Ok,
        posture: Posture::Deployed,
    }
}

/// Deployed guns.
pub(crate) fn guns(nation: Nation) -> Combatant {
    Combatant { nation, troops: TroopType::Artillery, ..prussian() }
}

/// The tables of the published rules.
pub(crate) fn tables() -> Tables {
    Rules::published().tables.clone()
}

/// The settings of lines of sight.
pub(crate) static SIGHT: LazyLock<SightRules> = LazyLock::new(|| SightRules::of(Rules::published()));

/// The settings of movement.
pub(crate) static MOVES: LazyLock<MoveRules> = LazyLock::new(|| MoveRules::of(Rules::published()));

/// A base of infantry or cavalry.
pub(crate) const INFANTRY: BaseExtent = BaseExtent { width: 1000, depth: 1000 };
/// A base of artillery.
pub(crate) const GUNS: BaseExtent = BaseExtent { width: 1000, depth: 1250 };

/// A table of 60 inches without terrain.
pub(crate) fn plain() -> TableTerrain {
    TableTerrain {
        table: Bounds::table(60_000, 60_000),
        areas: Vec::new(),
        obstacles: Vec::new(),
        roads: Vec::new(),
        choke_points: Vec::new(),
    }
}

/// An upright rectangle of open ground between two corners in inches.
pub(crate) fn area(left: i32, top: i32, right: i32, bottom: i32) -> TerrainArea {
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    TerrainArea::open(Polygon::new(corners.map(|(x, y)| Point::new(x * 1000, y * 1000)).to_vec()))
}

/// Woods between two corners in inches.
pub(crate) fn woods(left: i32, top: i32, right: i32, bottom: i32) -> TerrainArea {
    TerrainArea {
        going: GoingByTroops::all(GroundGoing::Rough),
        cover: Cover::Soft,
        height: SightHeight::Tall,
        woods: true,
        ..area(left, top, right, bottom)
    }
}

/// A town between two corners in inches.
pub(crate) fn town(left: i32, top: i32, right: i32, bottom: i32) -> TerrainArea {
    TerrainArea { march_road: true, cover: Cover::Hard, woods: false, ..woods(left, top, right, bottom) }
}

/// A line through points in inches.
pub(crate) fn line(points: &[(i32, i32)]) -> Polyline {
    Polyline::new(points.iter().map(|(x, y)| Point::new(x * 1000, y * 1000)).collect())
}

/// An infantry unit of four bases whose front has its center at a point in inches.
pub(crate) fn brigade(x: i32, y: i32, degrees: i32, posture: Posture) -> Footprint {
    let facing = Direction::from_degrees(degrees);
    let place = UnitPlacement::new(Point::new(x * 1000, y * 1000), facing, posture, TroopType::Infantry, 4);
    footprint(&place, TroopType::Infantry, 4, INFANTRY, 300).unwrap()
}
