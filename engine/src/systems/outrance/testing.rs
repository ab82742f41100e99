//! The tables of the published rules and the units of the tests.

use super::c04_formations::{BaseExtent, Footprint, UnitPlacement, footprint};
use super::c04_movement::MoveRules;
use super::c08_sight::SightRules;
use super::c08_terrain::{GoingByTroops, TableTerrain, TerrainArea};
use super::calculation::Combatant;
use super::kinds::{
    CombatEffect, Cover, FireAction, Going, Nation, Posture, Quality, SightHeight, StoppedResult, TroopType, UnitClass,
    UnitStatus,
};
use super::tables::{
    AssaultModifiers, AssaultRow, CloseCombatModifiers, CombatOutcome, FireModifiers, FireResultTable, FireRow,
    OrderDisorder, OrderRow, OrderTable, RegroupTable, StoppedTable, Tables,
};
use crate::kit::plane::{Bounds, Direction, Point, Polygon, Polyline};

/// The ends of the range bands (VIII).
pub(super) const BANDS: [i32; 4] = [3000, 6000, 9000, 12_000];

/// A deployed French brigade of Line infantry.
pub(super) fn french() -> Combatant {
    Combatant { nation: Nation::French, ..prussian() }
}

/// A deployed Prussian brigade of Line infantry.
pub(super) fn prussian() -> Combatant {
    Combatant {
        nation: Nation::Prussian,
        troops: TroopType::Infantry,
        quality: Quality::Line,
        status: UnitStatus::Ok,
        posture: Posture::Deployed,
    }
}

/// Deployed guns.
pub(super) fn guns(nation: Nation) -> Combatant {
    Combatant { nation, troops: TroopType::Artillery, ..prussian() }
}

/// The tables of the calculation.
pub(super) fn tables() -> Tables {
    Tables {
        orders: OrderTable {
            general: OrderRow { received: 95, delayed: 4, lost: 1 },
            french: OrderRow { received: 70, delayed: 20, lost: 10 },
            prussian: OrderRow { received: 75, delayed: 18, lost: 7 },
        },
        orders_disordered: OrderDisorder { received: -10, delayed: 6, lost: 4 },
        fire: fire(),
        fire_modifiers: FireModifiers {
            target_maneuver: 1,
            target_march: 3,
            target_rifle_pits: -1,
            target_cavalry: 1,
            soft_cover: -1,
            hard_cover: -2,
            fortification: -3,
            target_disordered: 1,
            target_outnumbered: 1,
            actor_outnumbered: -1,
            actor_disordered: -2,
            actor_guard: 1,
            actor_landwehr: -1,
            target_guard: -1,
            target_landwehr: 1,
        },
        fire_results: fire_results(),
        assault: assault(),
        assault_modifiers: AssaultModifiers {
            not_frontal: -4,
            target_disordered: -2,
            cavalry: 2,
            actor_disordered: 2,
            actor_guard: -1,
            actor_landwehr: 1,
            target_guard: 1,
            target_landwehr: -1,
            hard_cover: 1,
            fortification: 2,
            target_outnumbered: -1,
            actor_outnumbered: 1,
        },
        assault_stopped: vec![5, 12, 20, 30, 42, 54, 65, 75, 83, 89, 94],
        stopped_results: stopped_results(),
        close_combat: close_combat(),
        close_combat_won: vec![5, 10, 20, 30, 42, 55, 65, 75, 83, 90, 95],
        actor_wins: actor_wins(),
        target_wins: target_wins(),
        regroup: RegroupTable {
            disordered: 65,
            demoralized: 40,
            general: 25,
            guard: 10,
            landwehr: -15,
            enemy_near: -15,
            sheltered: 5,
            least: 5,
            most: 95,
        },
    }
}

fn fire() -> Vec<FireRow> {
    use FireAction::{Advancing, Deployed};
    use UnitClass::{Cavalry, FrenchArtillery, FrenchInfantry, PrussianArtillery, PrussianInfantry};
    let rows: [(UnitClass, FireAction, &[u8]); 10] = [
        (FrenchInfantry, Deployed, &[6, 4]),
        (FrenchInfantry, Advancing, &[4, 2]),
        (PrussianInfantry, Deployed, &[4]),
        (PrussianInfantry, Advancing, &[3]),
        (PrussianArtillery, Deployed, &[6, 5, 4, 3]),
        (PrussianArtillery, Advancing, &[4, 3, 2, 1]),
        (FrenchArtillery, Deployed, &[6, 4, 2]),
        (FrenchArtillery, Advancing, &[3, 2, 1]),
        (Cavalry, Deployed, &[1]),
        (Cavalry, Advancing, &[0]),
    ];
    rows.into_iter().map(|(firer, action, index)| FireRow { firer, action, index: index.to_vec() }).collect()
}

fn fire_results() -> FireResultTable {
    use CombatEffect::{Broken, Disorder, FallBack, LoseBase, LoseBaseThrownBack, Nothing, ThrownBack, Withdraw};
    let rows = [
        [95, 3, 1, 1, 0, 0, 0, 0],
        [90, 6, 2, 2, 0, 0, 0, 0],
        [82, 9, 4, 3, 1, 1, 0, 0],
        [73, 13, 6, 5, 2, 1, 0, 0],
        [63, 16, 8, 7, 3, 2, 1, 0],
        [52, 19, 9, 10, 5, 3, 2, 0],
        [42, 21, 11, 13, 6, 4, 2, 1],
        [33, 22, 12, 15, 9, 5, 3, 1],
        [25, 22, 12, 18, 11, 7, 4, 1],
        [18, 21, 12, 21, 13, 8, 5, 2],
        [12, 19, 12, 23, 16, 10, 6, 2],
    ];
    FireResultTable {
        columns: vec![Nothing, Disorder, Withdraw, FallBack, ThrownBack, LoseBase, LoseBaseThrownBack, Broken],
        rows: rows.map(|row| row.to_vec()).to_vec(),
    }
}

fn assault() -> Vec<AssaultRow> {
    let rows = [
        (UnitClass::FrenchInfantry, [6, 4, 0]),
        (UnitClass::PrussianInfantry, [4, 3, 0]),
        (UnitClass::FrenchArtillery, [5, 1, 1]),
        (UnitClass::PrussianArtillery, [5, 1, 1]),
        (UnitClass::Cavalry, [1, 1, 1]),
    ];
    let row =
        |(target, [deployed, maneuver, march]): (UnitClass, [u8; 3])| AssaultRow { target, deployed, maneuver, march };
    rows.map(row).to_vec()
}

fn stopped_results() -> StoppedTable {
    use StoppedResult::{BackDemoralized, BackDisordered, BackLosesBase, Short, ShortDisordered};
    let row = |index| match index {
        0..=3 => vec![40, 40, 20, 0, 0],
        4..=6 => vec![10, 35, 35, 15, 5],
        _ => vec![5, 20, 35, 25, 15],
    };
    StoppedTable {
        columns: vec![Short, ShortDisordered, BackDisordered, BackDemoralized, BackLosesBase],
        rows: (0..11).map(row).collect(),
    }
}

fn close_combat() -> CloseCombatModifiers {
    CloseCombatModifiers {
        base: 5,
        target_disordered: 1,
        target_demoralized: 3,
        target_march: 2,
        cavalry_on_maneuver: 1,
        not_frontal: 2,
        target_artillery: 2,
        cavalry_on_shaken_infantry: 1,
        actor_disordered: -1,
        target_outnumbered: 1,
        actor_outnumbered: -1,
        quality_step: 1,
        soft_cover: -1,
        hard_cover: -2,
        fortification: -3,
        soft_cover_cavalry: -2,
        hard_cover_cavalry: -4,
    }
}

fn actor_wins() -> Vec<CombatOutcome> {
    use CombatEffect::{Broken, Disorder, FallBack, LoseBase, LoseBaseThrownBack, Nothing, ThrownBack};
    let outcome =
        |percent, target, demoralized_target, actor| CombatOutcome { percent, target, demoralized_target, actor };
    vec![
        outcome(35, FallBack, Some(LoseBase), Nothing),
        outcome(25, FallBack, Some(LoseBase), Disorder),
        outcome(20, ThrownBack, None, Disorder),
        outcome(12, LoseBaseThrownBack, None, Nothing),
        outcome(8, Broken, None, Nothing),
    ]
}

fn target_wins() -> Vec<CombatOutcome> {
    use CombatEffect::{Disorder, FallBack, LoseBaseThrownBack, LoseTwoThrownBack, Nothing, ThrownBack};
    let outcome = |percent, target, actor| CombatOutcome { percent, target, demoralized_target: None, actor };
    vec![
        outcome(35, Nothing, FallBack),
        outcome(25, Disorder, FallBack),
        outcome(20, Nothing, ThrownBack),
        outcome(12, Nothing, LoseBaseThrownBack),
        outcome(8, Disorder, LoseTwoThrownBack),
    ]
}

/// The settings of lines of sight.
pub(super) const SIGHT: SightRules = SightRules {
    woods_sight: 3000,
    high_ground_blocks: true,
    crest_distance: Some(1000),
    friend_clearance: 500,
    mutual_overhead_fire: true,
};

/// The settings of movement.
pub(super) const MOVES: MoveRules = MoveRules {
    zone: 1000,
    obstacle_cost: 500,
    rough_factor: 2,
    rough_factor_cavalry: 4,
    road_percent: 150,
    most_bend: 300,
};

/// A base of infantry or cavalry.
pub(super) const INFANTRY: BaseExtent = BaseExtent { width: 1000, depth: 1000 };
/// A base of artillery.
pub(super) const GUNS: BaseExtent = BaseExtent { width: 1000, depth: 1250 };

/// A table of 60 inches without terrain.
pub(super) fn plain() -> TableTerrain {
    TableTerrain {
        table: Bounds::table(60_000, 60_000),
        areas: Vec::new(),
        obstacles: Vec::new(),
        roads: Vec::new(),
        choke_points: Vec::new(),
    }
}

/// An upright rectangle of open ground between two corners in inches.
pub(super) fn area(left: i32, top: i32, right: i32, bottom: i32) -> TerrainArea {
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    TerrainArea::open(Polygon::new(corners.map(|(x, y)| Point::new(x * 1000, y * 1000)).to_vec()))
}

/// Woods between two corners in inches.
pub(super) fn woods(left: i32, top: i32, right: i32, bottom: i32) -> TerrainArea {
    TerrainArea {
        going: GoingByTroops::all(Going::Rough),
        cover: Cover::Soft,
        height: SightHeight::Tall,
        woods: true,
        ..area(left, top, right, bottom)
    }
}

/// A town between two corners in inches.
pub(super) fn town(left: i32, top: i32, right: i32, bottom: i32) -> TerrainArea {
    TerrainArea { march_road: true, cover: Cover::Hard, woods: false, ..woods(left, top, right, bottom) }
}

/// A line through points in inches.
pub(super) fn line(points: &[(i32, i32)]) -> Polyline {
    Polyline::new(points.iter().map(|(x, y)| Point::new(x * 1000, y * 1000)).collect())
}

/// An infantry unit of four bases whose front has its center at a point in inches.
pub(super) fn brigade(x: i32, y: i32, degrees: i32, posture: Posture) -> Footprint {
    let facing = Direction::from_degrees(degrees);
    let place = UnitPlacement::new(Point::new(x * 1000, y * 1000), facing, posture, TroopType::Infantry, 4);
    footprint(&place, TroopType::Infantry, 4, INFANTRY, 300).unwrap()
}
