//! IV Movement along a path: its cost, and the reasons why a unit cannot take it.
//!
//! A path consists of straight legs of the center of the front. Before each leg the unit turns about the center of its front, which
//! is free and takes no way. A unit in march formation follows its head instead, and its bases stand along the path.

use battlewright_schema::outrance::BaseMove;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::rules::c04_formations::{BaseExtent, Footprint, FormationError, UnitPlacement};
use crate::rules::c04_path_judge::PathJudge;
use crate::rules::c08_terrain::TableTerrain;
use battlewright_core::kit::plane::{Direction, Point, Rectangle};
use battlewright_core::show::SpentDistance;
use battlewright_schema::outrance::{MeasuringPoint, Rules, TroopType};

/// The most legs of a path.
pub const MOST_LEGS: usize = 64;

/// The settings of movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRules {
    /// The zone of control, in thousandths of an inch.
    pub zone: i32,
    /// The base movement that an obstacle or a choke point costs, in thousandths of an inch.
    pub obstacle_cost: i32,
    /// The factor of rough ground for infantry and artillery.
    pub rough_factor: u8,
    /// The factor of rough ground for cavalry and generals.
    pub rough_factor_cavalry: u8,
    /// The distance along a road, in march formation, in percent of the base movement.
    pub(super) road_percent: u8,
    /// The greatest angle between neighboring bases of a line, in tenths of a degree.
    pub most_bend: i32,
    /// The distance from a road within which a column follows it, in thousandths of an inch.
    pub road_reach: i32,
    /// The greatest angle between a leg and the road that it follows, in tenths of a degree.
    pub road_angle: i32,
    /// The distance from a choke point within which the center of a front crosses a line by it, in thousandths of an inch.
    pub choke_reach: i32,
    /// Assaults keep out of the zones of control of other enemies than their target.
    pub assault_keeps_zones: bool,
    /// Assault paths through towns count them as roads, not as rough ground (ruling o28).
    pub assault_by_town_roads: bool,
    /// Terrain shortens retreats as it shortens moves.
    pub retreat_pays_terrain: bool,
    /// The point of a base from which its way is measured (ruling o33).
    pub measured_from: MeasuringPoint,
    /// A unit may fall back toward the source, if its rear lies there (ruling o32).
    pub retreat_toward_source: bool,
}

impl MoveRules {
    /// Returns the settings of the rules in force.
    pub fn of(rules: &Rules) -> Self {
        Self {
            zone: rules.zone_of_control.thousandths(),
            obstacle_cost: rules.obstacle_cost.thousandths(),
            rough_factor: rules.rough_factor,
            rough_factor_cavalry: rules.rough_factor_cavalry,
            road_percent: rules.road_percent,
            most_bend: i32::from(rules.deployed_bend) * 10,
            road_reach: rules.road_reach.thousandths(),
            road_angle: i32::from(rules.road_angle) * 10,
            choke_reach: rules.choke_reach.thousandths(),
            assault_keeps_zones: rules.assault_keeps_zones,
            assault_by_town_roads: !rules.town_assault_is_rough,
            retreat_pays_terrain: rules.retreat_pays_terrain,
            measured_from: rules.measured_from,
            retreat_toward_source: rules.retreat_toward_source,
        }
    }
}

impl MoveRules {
    /// Returns the distance along a road, in march formation, in percent of the base movement.
    #[inline]
    pub(crate) fn percent_on_roads(&self) -> i32 {
        i32::from(self.road_percent.max(1))
    }

    /// Returns the same with another distance along a road, in percent of the base movement.
    pub(crate) fn with_road_percent(self, percent: i32) -> Self {
        Self { road_percent: u8::try_from(percent.max(1)).unwrap_or(u8::MAX), ..self }
    }

    /// Returns the greatest distance, in percent of the base movement, of a unit that may go along a road or not.
    #[inline]
    pub(crate) fn greatest_percent(&self, by_road: bool) -> i32 {
        if by_road { self.percent_on_roads().max(100) } else { 100 }
    }
}

/// The table around a moving unit.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The terrain.
    pub terrain: &'a TableTerrain,
    /// The bases of other units of the side.
    pub friends: &'a [Rectangle],
    /// The bases of the enemy.
    pub enemies: &'a [Rectangle],
}

/// The unit that moves.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// The troops.
    pub troops: TroopType,
    /// The number of bases.
    pub bases: u8,
    /// The size of a base.
    pub base: BaseExtent,
}

/// The start of a path.
#[derive(Clone, Copy, Debug)]
pub struct MoveStart<'a> {
    /// The bases before the action, from which zones of control are judged.
    pub before: &'a Footprint,
    /// The position in the formation of the action, which the unit takes up before it moves.
    pub place: &'a UnitPlacement,
}

/// A leg of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveLeg {
    /// The facing during the leg. A column faces along its path instead.
    pub facing: Direction,
    /// The end of the leg, for the center of the front.
    pub to: Point,
}

/// A path that a unit can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The base movement that it costs, in thousandths of an inch, rounded to the nearest.
    pub cost: i32,
    /// The position at its end.
    pub end: UnitPlacement,
    /// The bases at its end.
    pub footprint: Footprint,
}

/// A reason why a unit cannot take a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoveRefusal {
    /// The unit cannot stand in the formation.
    #[error(transparent)]
    Formation(#[from] FormationError),
    /// The path has too many legs.
    #[error("a path has at most {MOST_LEGS} legs")]
    Legs,
    /// A base would leave the table.
    #[error("the unit would leave the table (IV)")]
    OffTable,
    /// A base would come too close to an enemy base.
    #[error("the unit would enter an enemy zone of control (IV)")]
    EnemyZone {
        /// The center of the enemy base.
        enemy: Point,
    },
    /// The path leads through impassable terrain.
    #[error("the path leads through impassable terrain (VIII)")]
    Impassable,
    /// A base would stand in impassable terrain, or the unit astride an impassable line, before the first leg or as it turns.
    #[error("the unit would form up on impassable terrain (VIII)")]
    FormsOnClosedGround,
    /// A base would end in impassable terrain, or the unit astride an impassable line.
    #[error("the unit would end on impassable terrain, or astride it (VIII)")]
    OnClosedGround,
    /// A base would end on another unit.
    #[error("the unit would end on another unit (IV)")]
    OnFriends,
    /// The path costs more than the base movement.
    #[error("the path costs {} of base movement (IV)", SpentDistance { spent: *cost, allowance: *allowance })]
    TooFar {
        /// The cost.
        cost: i32,
        /// The base movement.
        allowance: i32,
    },
}

impl MoveRefusal {
    /// Returns `true` if the unit may pass here, but not end here.
    pub fn may_pass(self) -> bool {
        matches!(self, Self::OnFriends | Self::OnClosedGround)
    }
}

/// Returns the cost and the end of a path for a unit, or the reason why it cannot take it. `allowance` is its base movement in
/// thousandths of an inch.
pub fn legal_move(
    rules: &MoveRules,
    around: &Surroundings,
    mover: Mover,
    start: MoveStart,
    legs: &[MoveLeg],
    allowance: i32,
) -> Result<LegalMove, MoveRefusal> {
    if legs.len() > MOST_LEGS {
        return Err(MoveRefusal::Legs);
    }
    PathJudge::new(rules, around, mover, start.before, start.place)?.judge(legs, allowance)
}

/// Returns a movement in thousandths of an inch: that of a maneuver, a march or a route march.
pub(crate) fn movement(moves: &BaseMove, kind: crate::state::MoveKind) -> i32 {
    use crate::state::MoveKind::{General, Maneuver, March, RouteMarch};
    let length = match kind {
        Maneuver | General => moves.maneuver,
        March => moves.march,
        RouteMarch => moves.route_march,
    };
    length.thousandths()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::c04_formations::footprint;
    use crate::rules::c08_terrain::{ChokePlace, LineObstacle, TerrainArea};
    use crate::tests::testing::{INFANTRY, MOVES, area, brigade, line, plain, town, woods};
    use battlewright_core::kit::plane::Vector;
    use battlewright_schema::outrance::{Cover, GroundGoing, Posture};
    use battlewright_testkit::random_cases;

    /// The cost of a path of an infantry brigade from 20, 30 to the north by some legs in thousandths, or the refusal.
    fn moved(
        terrain: &TableTerrain,
        troops: TroopType,
        posture: Posture,
        legs: &[(i32, i32)],
        allowance: i32,
    ) -> Result<LegalMove, MoveRefusal> {
        moved_among(terrain, troops, posture, legs, allowance, &[], &[])
    }

    fn moved_among(
        terrain: &TableTerrain,
        troops: TroopType,
        posture: Posture,
        legs: &[(i32, i32)],
        allowance: i32,
        friends: &[Rectangle],
        enemies: &[Rectangle],
    ) -> Result<LegalMove, MoveRefusal> {
        let around = Surroundings { terrain, friends, enemies };
        let mover = Mover { troops, bases: 4, base: INFANTRY };
        let place = UnitPlacement::new(Point::new(20_000, 30_000), Direction::UP, posture, troops, 4);
        let before = footprint(&place, troops, 4, INFANTRY, 300).unwrap();
        let legs: Vec<MoveLeg> =
            legs.iter().map(|(x, y)| MoveLeg { facing: Direction::UP, to: Point::new(*x, *y) }).collect();
        legal_move(&MOVES, &around, mover, MoveStart { before: &before, place: &place }, &legs, allowance)
    }

    fn cost(terrain: &TableTerrain, troops: TroopType, posture: Posture, legs: &[(i32, i32)]) -> i32 {
        moved(terrain, troops, posture, legs, 60_000).unwrap().cost
    }

    /// A table with a line from the left to the right edge at 28 inches.
    fn with_line(going: GroundGoing, choke: Option<Point>) -> TableTerrain {
        let mut terrain = plain();
        terrain.obstacles.push(LineObstacle { line: line(&[(0, 28), (60, 28)]), going, cover: Cover::Open });
        terrain.choke_points.extend(choke.map(|at| ChokePlace { at, slows_marches: false }));
        terrain
    }

    const MANEUVER: Posture = Posture::Maneuver;
    const MARCH: Posture = Posture::March;
    const INF: TroopType = TroopType::Infantry;

    #[test]
    fn c04_two_inches_of_open_and_two_of_woods_cost_six() {
        // The example of the rules. The woods begin two inches ahead of the front.
        let mut terrain = plain();
        let corners = [(0, 24_000), (60_000, 24_000), (60_000, 28_000), (0, 28_000)];
        let outline = battlewright_core::kit::plane::Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec());
        terrain.areas.push(TerrainArea { outline, ..woods(0, 0, 1, 1) });
        assert_eq!(moved(&terrain, INF, MANEUVER, &[(20_000, 26_000)], 6000).map(|legal| legal.cost), Ok(6000), "IV");
        assert_eq!(
            moved(&terrain, INF, MANEUVER, &[(20_000, 25_999)], 6000),
            Err(MoveRefusal::TooFar { cost: 6002, allowance: 6000 }),
            "IV"
        );
        assert_eq!(cost(&terrain, TroopType::Cavalry, MANEUVER, &[(20_000, 26_000)]), 10_000, "IV: four times as much");
        assert_eq!(cost(&terrain, TroopType::Artillery, MANEUVER, &[(20_000, 26_000)]), 6000, "IV");
    }

    #[test]
    fn c04_o33_a_way_is_measured_from_the_front_and_by_a_setting_from_the_center() {
        let mut terrain = plain();
        terrain.areas.push(woods(0, 0, 60, 30));
        let around = Surroundings { terrain: &terrain, friends: &[], enemies: &[] };
        let place = UnitPlacement::new(Point::new(20_000, 30_000), Direction::UP, MANEUVER, INF, 4);
        let before = footprint(&place, INF, 4, INFANTRY, 300).unwrap();
        let cost = |troops, measured_from| {
            let rules = MoveRules { measured_from, ..*MOVES };
            let leg = MoveLeg { facing: Direction::UP, to: Point::new(20_000, 27_000) };
            let mover = Mover { troops, bases: 4, base: INFANTRY };
            legal_move(&rules, &around, mover, MoveStart { before: &before, place: &place }, &[leg], 60_000)
                .unwrap()
                .cost
        };
        let costs = |troops| [MeasuringPoint::Front, MeasuringPoint::Center].map(|from| cost(troops, from));
        assert_eq!((costs(INF), costs(TroopType::Cavalry)), ([6000, 5500], [12_000, 10_500]), "IV, o33");
    }

    #[test]
    fn c04_a_bridge_in_open_country_leaves_five_and_a_half_inches() {
        // The example of the rules.
        let bridge = with_line(GroundGoing::Impassable, Some(Point::new(20_000, 28_000)));
        assert_eq!(cost(&bridge, INF, MANEUVER, &[(20_000, 24_500)]), 6000, "IV");
        assert_eq!(cost(&bridge, INF, MARCH, &[(20_000, 24_500)]), 5500, "IV: unless marching");
    }

    #[test]
    fn c04_a_river_is_crossed_at_choke_points_only() {
        let river = with_line(GroundGoing::Impassable, Some(Point::new(24_000, 28_000)));
        assert_eq!(moved(&river, INF, MANEUVER, &[(20_000, 24_000)], 9000), Err(MoveRefusal::Impassable), "VIII");
        let by_bridge = [(24_000, 29_000), (24_000, 24_000)];
        assert!(moved(&river, INF, MANEUVER, &by_bridge, 12_000).is_ok(), "VIII");
        let lake = TableTerrain {
            areas: vec![TerrainArea {
                going: crate::rules::c08_terrain::GoingByTroops::all(GroundGoing::Impassable),
                ..area(21, 20, 30, 28)
            }],
            ..plain()
        };
        assert_eq!(moved(&lake, INF, MANEUVER, &[(20_010, 25_000)], 9000), Err(MoveRefusal::Impassable), "VIII");
        assert!(moved(&lake, INF, MANEUVER, &[(20_000, 25_000)], 9000).is_ok(), "VIII: along its edge");
    }

    #[test]
    fn c04_a_line_costs_half_an_inch() {
        assert_eq!(cost(&with_line(GroundGoing::Rough, None), INF, MANEUVER, &[(20_000, 25_000)]), 5500, "IV");
        assert_eq!(
            cost(&with_line(GroundGoing::Rough, None), INF, MARCH, &[(20_000, 25_000)]),
            5500,
            "IV: in any formation"
        );
        assert_eq!(cost(&with_line(GroundGoing::Open, None), INF, MANEUVER, &[(20_000, 25_000)]), 5000, "IV");
    }

    #[test]
    fn c04_a_march_along_a_road_is_half_as_long_again() {
        let mut road = plain();
        road.roads.push(line(&[(20, 40), (20, 20), (40, 20)]));
        assert_eq!(cost(&road, INF, MARCH, &[(20_000, 20_000), (22_000, 20_000)]), 8000, "IV: 12 inches for 8");
        assert_eq!(cost(&road, INF, MANEUVER, &[(20_000, 24_000)]), 6000, "IV: in march formation only");
        road.areas.push(woods(0, 0, 60, 27));
        assert_eq!(cost(&road, INF, MARCH, &[(20_000, 24_000)]), 4000, "IV: also through woods");
    }

    #[test]
    fn c04_o28_a_town_is_a_road_for_marching_units_and_rough_for_others() {
        let mut terrain = plain();
        terrain.areas.push(town(0, 0, 60, 35));
        assert_eq!(cost(&terrain, INF, MARCH, &[(20_000, 24_000)]), 4000, "IV");
        assert_eq!(cost(&terrain, INF, MANEUVER, &[(20_000, 27_000)]), 6000, "IV");
    }

    #[test]
    fn c04_the_base_with_the_most_rough_ground_decides() {
        let mut terrain = plain();
        // Under the left file only.
        terrain.areas.push(woods(0, 20, 20, 28));
        assert_eq!(cost(&terrain, INF, MANEUVER, &[(20_000, 26_500)]), 5000, "IV");
        assert_eq!(cost(&terrain, INF, MARCH, &[(20_000, 26_500)]), 3500, "IV: the column passes along the edge");
    }

    #[test]
    fn c04_units_pass_friends_but_do_not_end_on_them() {
        let friend = brigade(20, 27, 0, Posture::Deployed);
        let ends =
            |y| moved_among(&plain(), INF, MANEUVER, &[(20_000, y)], 9000, friend.bases(), &[]).map(|legal| legal.cost);
        assert_eq!(ends(26_500), Err(MoveRefusal::OnFriends), "IV");
        assert_eq!(ends(25_000), Ok(5000), "IV: two ranks before the friends");
    }

    #[test]
    fn c04_enemies_and_the_edge_of_the_table_stop_a_move() {
        let enemy = brigade(20, 24, 180, Posture::Deployed);
        let ends = |legs: &[(i32, i32)]| moved_among(&plain(), INF, MANEUVER, legs, 60_000, &[], enemy.bases());
        assert!(ends(&[(20_000, 25_000)]).is_ok(), "IV");
        assert!(matches!(ends(&[(20_000, 24_999)]), Err(MoveRefusal::EnemyZone { .. })), "IV");
        assert!(matches!(ends(&[(20_000, 15_000)]), Err(MoveRefusal::EnemyZone { .. })), "IV: not through the enemy");
        assert!(ends(&[(30_000, 30_000), (30_000, 15_000)]).is_ok(), "IV: around the enemy");
        assert_eq!(ends(&[(999, 30_000)]), Err(MoveRefusal::OffTable), "IV");
        assert_eq!(ends(&[(20_000, 30_001); MOST_LEGS + 1]), Err(MoveRefusal::Legs));
    }

    #[test]
    fn c04_a_general_moves_as_cavalry() {
        let mut terrain = plain();
        terrain.areas.push(woods(0, 20, 60, 22));
        let around = Surroundings { terrain: &terrain, friends: &[], enemies: &[] };
        let place = UnitPlacement::new(Point::new(20_000, 30_000), Direction::UP, MANEUVER, TroopType::General, 1);
        let before = footprint(&place, TroopType::General, 1, INFANTRY, 300).unwrap();
        let mover = Mover { troops: TroopType::General, bases: 1, base: INFANTRY };
        let to = |y| {
            let leg = MoveLeg { facing: Direction::UP, to: Point::new(20_000, y) };
            legal_move(&MOVES, &around, mover, MoveStart { before: &before, place: &place }, &[leg], 28_000)
                .map(|legal| legal.cost)
        };
        assert_eq!(to(10_000), Ok(26_000), "III, IV: 18 inches of open and 2 of rough ground");
        assert_eq!(to(7_000), Err(MoveRefusal::TooFar { cost: 29_000, allowance: 28_000 }), "III");
    }

    #[test]
    fn c04_a_column_ends_along_its_path() {
        let legal = moved(&plain(), INF, MARCH, &[(20_000, 28_000), (23_000, 28_000)], 8000).unwrap();
        assert_eq!((legal.cost, legal.end.facing), (5000, Direction::RIGHT), "IV");
        let rear = legal.footprint.bases()[3];
        assert!(rear.center().distance(Point::new(20_000, 28_500)).at_most(2), "IV");
        let still = moved(&plain(), INF, MARCH, &[], 8000).unwrap();
        assert_eq!((still.cost, still.end.at), (0, Point::new(20_000, 30_000)), "IV: none of the movement");
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn c04_no_legal_path_leads_through_enemies(
            enemies in prop::collection::vec((5_000_i32..55_000, 5_000_i32..55_000, 0_i32..3600), 1..6),
            legs in prop::collection::vec((3_000_i32..57_000, 3_000_i32..57_000, 0_i32..3600), 1..4),
        ) {
            let base = |(x, y, facing): &(i32, i32, i32)| Rectangle::new(Point::new(*x, *y), Direction::from_tenths(*facing), 1000, 1000);
            let enemies: Vec<Rectangle> = enemies.iter().map(base).collect();
            let legs: Vec<MoveLeg> = legs
                .iter()
                .map(|(x, y, facing)| MoveLeg { facing: Direction::from_tenths(*facing), to: Point::new(*x, *y) })
                .collect();
            let terrain = plain();
            let around = Surroundings { terrain: &terrain, friends: &[], enemies: &enemies };
            let mover = Mover { troops: INF, bases: 4, base: INFANTRY };
            let mut place = UnitPlacement::new(Point::new(30_000, 30_000), Direction::UP, MANEUVER, INF, 4);
            let shape = |place: &UnitPlacement| footprint(place, INF, 4, INFANTRY, 300).unwrap();
            let before = shape(&place);
            let near = |shape: &Footprint| enemies.iter().any(|enemy| shape.bases().iter().any(|base| base.is_nearer(enemy, 999)));
            prop_assume!(!near(&before));
            let start = MoveStart { before: &before, place: &place };
            if legal_move(&MOVES, &around, mover, start, &legs, i32::MAX).is_ok() {
                for leg in &legs {
                    place.facing = leg.facing;
                    let way: Vector = leg.to - place.at;
                    for step in 0..=20 {
                        prop_assert!(!near(&shape(&place).moved(way.scaled(step, 20))));
                    }
                    place.at = leg.to;
                }
            }
        }
    }
}
