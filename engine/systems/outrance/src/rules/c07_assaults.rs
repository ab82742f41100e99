//! VII Assaults: the assault path, its reach, frontal assaults, and the places at which an assault ends.

use thiserror::Error;

use crate::rules::c04_formations::{Footprint, UnitPlacement, footprint};
use crate::rules::c04_movement::{MoveRefusal, MoveRules, Mover, Surroundings};
use crate::rules::c04_path_costs::path_cost;
use crate::rules::c04_zones::EnemyZones;
use crate::rules::c06_fire::is_path_in_arc;
use crate::rules::c08_closed_ground::ClosedGround;
use battlewright_core::kit::plane::{Direction, Point, Segment, sweep};
use battlewright_core::show::SpentDistance;
use battlewright_schema::outrance::{Posture, TroopType};

/// The length at its end for which a path is not tested against the arc of fire of the target, in thousandths of an inch.
const LAST_STEP: i32 = 50;
/// The step by which a stopped unit is pulled back from friends on its path and enemies beside it, in thousandths of an inch.
const PULL: i32 = 25;

/// The assault of a unit on a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assault {
    /// The assault path: from the center of the front of the unit to the nearest point of the target.
    pub path: Segment,
    /// The base movement that the path costs, in thousandths of an inch.
    pub cost: i32,
    /// The path crosses the arc of fire of the target.
    pub frontal: bool,
    /// The position at the start, faced along the path: where a unit that is thrown back to its start stands.
    pub start: UnitPlacement,
    /// The position in contact with the target.
    pub contact: UnitPlacement,
}

/// A reason why a unit cannot assault a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AssaultRefusal {
    /// Only infantry and cavalry assault.
    #[error("only infantry and cavalry assault (III)")]
    Troops,
    /// Only a unit in maneuver formation assaults.
    #[error("a unit assaults from the maneuver formation only (III)")]
    Posture,
    /// The target is too far away.
    #[error("the assault path costs {} of base movement (VII)", SpentDistance { spent: *cost, allowance: *reach })]
    TooFar {
        /// The cost of the path.
        cost: i32,
        /// The reach.
        reach: i32,
    },
    /// The path is closed.
    #[error(transparent)]
    Path(#[from] MoveRefusal),
    /// Another enemy stands in the way.
    #[error("another enemy unit is in the way (VII)")]
    EnemyBetween,
}

/// Returns the assault of a unit from its position on a target, or the reason why it cannot assault it. `around` holds the bases of the
/// other friends and of the other enemies, without the target. `reach` is in thousandths of an inch. Sight is not tested here.
pub fn assault(
    rules: &MoveRules,
    around: &Surroundings,
    mover: Mover,
    from: &UnitPlacement,
    target: &Footprint,
    reach: i32,
) -> Result<Assault, AssaultRefusal> {
    if !matches!(mover.troops, TroopType::Infantry | TroopType::Cavalry) {
        return Err(AssaultRefusal::Troops);
    }
    if from.posture != Posture::Maneuver {
        return Err(AssaultRefusal::Posture);
    }
    let path = Segment::new(from.at, target.nearest(from.at));
    let cost = path_cost(rules, around.terrain, mover.troops, path);
    if cost > reach {
        return Err(AssaultRefusal::TooFar { cost, reach });
    }
    let facing = Direction::of(path.way()).unwrap_or(from.facing);
    let start = UnitPlacement { facing, ..from.clone() };
    let contact = UnitPlacement { at: path.to, ..start.clone() };
    let shape = |place: &UnitPlacement| footprint(place, mover.troops, mover.bases, mover.base, rules.most_bend);
    let (first, last) = (shape(&start).map_err(MoveRefusal::from)?, shape(&contact).map_err(MoveRefusal::from)?);
    let closed = ClosedGround { terrain: around.terrain, troops: mover.troops, choke_reach: rules.choke_reach };
    let before = shape(from).map_err(MoveRefusal::from)?;
    if closed.is_under(&first) || closed.separates(&before, &first) {
        return Err(MoveRefusal::FormsOnClosedGround.into());
    }
    if closed.blocks(&first, path.way()) {
        return Err(MoveRefusal::Impassable.into());
    }
    let zones = match rules.assault_keeps_zones {
        true => EnemyZones::new(&first, around.enemies, rules.zone),
        false => EnemyZones::none(),
    };
    for base in first.bases() {
        let swept = sweep::swept(base, path.way());
        if around.enemies.iter().any(|enemy| swept.overlaps(&enemy.grown(-2).area())) {
            return Err(AssaultRefusal::EnemyBetween);
        }
        if let Some(enemy) = zones.entered(&swept) {
            return Err(MoveRefusal::EnemyZone { enemy: enemy.center() }.into());
        }
    }
    if !around.terrain.table.encloses(last.bounds()) {
        return Err(MoveRefusal::OffTable.into());
    }
    if last.stands_on(around.friends) {
        return Err(MoveRefusal::OnFriends.into());
    }
    if closed.is_under(&last) {
        return Err(MoveRefusal::OnClosedGround.into());
    }
    Ok(Assault { frontal: is_frontal(path, target), path, cost, start, contact })
}

/// Returns `true` if an assault path crosses the arc of fire of the target before contact. The end of the path does not count: a front
/// corner belongs to the flank as well.
pub fn is_frontal(path: Segment, target: &Footprint) -> bool {
    let length = path.way().floor_length();
    let last = path.to - path.way().scaled(i64::from(LAST_STEP.min(length)), i64::from(length));
    is_path_in_arc(target, Segment::new(path.from, last))
}

/// Returns the position of an assault that stops short of its target: faced along the path, in maneuver formation, as far on it as it can
/// come without being nearer than `distance` thousandths of an inch to `target` or to the other enemies, and without standing on friends.
/// If the unit begins nearer, it stays at the start.
pub fn stopped_short(
    rules: &MoveRules,
    around: &Surroundings,
    mover: Mover,
    assault: &Assault,
    target: &Footprint,
    distance: i32,
) -> UnitPlacement {
    along_path(rules, around, mover, assault, target, distance, i32::MAX)
}

/// Returns the position of an assault whose order is delayed and whose target is beyond its reach: as far as `reach` thousandths of an inch
/// along the path, but not nearer than `distance` to an enemy. Terrain shortens the reach in proportion to the cost of the path.
pub fn delayed(
    rules: &MoveRules,
    around: &Surroundings,
    mover: Mover,
    assault: &Assault,
    target: &Footprint,
    distance: i32,
    reach: i32,
) -> UnitPlacement {
    let length = i64::from(assault.path.way().floor_length());
    let cost = i64::from(assault.cost.max(1));
    let most = i32::try_from(i64::from(reach.max(0)) * length / cost).unwrap_or(i32::MAX);
    along_path(rules, around, mover, assault, target, distance, most)
}

fn along_path(
    rules: &MoveRules,
    around: &Surroundings,
    mover: Mover,
    assault: &Assault,
    target: &Footprint,
    distance: i32,
    most: i32,
) -> UnitPlacement {
    let path = assault.path;
    let length = path.way().floor_length();
    let Ok(start) = footprint(&assault.start, mover.troops, mover.bases, mover.base, rules.most_bend) else {
        return assault.start.clone();
    };
    let by = |along: i32| path.way().scaled(i64::from(along), i64::from(length));
    let is_clear = |along: i32, enemies: &[battlewright_core::kit::plane::Rectangle]| {
        let unit = start.moved(by(along));
        let near = |enemy| unit.bases().iter().any(|base| base.is_nearer(enemy, distance));
        !enemies.iter().any(near)
    };
    // The distance from the target falls along the whole path.
    let (mut low, mut high) = (0, length.min(most.max(0)));
    if !is_clear(high, target.bases()) {
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if is_clear(middle, target.bases()) { low = middle } else { high = middle }
        }
        high = low;
    }
    let closed = ClosedGround { terrain: around.terrain, troops: mover.troops, choke_reach: rules.choke_reach };
    let cannot_stand = |along: i32| {
        let unit = start.moved(by(along));
        unit.stands_on(around.friends) || closed.is_under(&unit)
    };
    while high > 0 && (!is_clear(high, around.enemies) || cannot_stand(high)) {
        high = (high - PULL).max(0);
    }
    let at: Point = path.from + by(high);
    UnitPlacement { at, ..assault.start.clone() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::c04_formations::Bend;
    use crate::rules::c08_terrain::TableTerrain;
    use crate::tests::testing::{INFANTRY, MOVES, brigade, plain, woods};
    use battlewright_core::kit::plane::Rectangle;
    use battlewright_testkit::random_cases;

    const INFANTRY_REACH: i32 = 6000;

    fn mover(troops: TroopType) -> Mover {
        Mover { troops, bases: 4, base: INFANTRY }
    }

    fn place(x: i32, y: i32) -> UnitPlacement {
        UnitPlacement::new(Point::new(x, y), Direction::UP, Posture::Maneuver, TroopType::Infantry, 4)
    }

    fn on(
        terrain: &TableTerrain,
        from: &UnitPlacement,
        target: &Footprint,
        reach: i32,
    ) -> Result<Assault, AssaultRefusal> {
        let around = Surroundings { terrain, friends: &[], enemies: &[] };
        assault(&MOVES, &around, mover(TroopType::Infantry), from, target, reach)
    }

    fn target() -> Footprint {
        brigade(20, 20, 180, Posture::Deployed)
    }

    #[test]
    fn c07_the_path_runs_from_the_center_front_to_the_nearest_point() {
        let found = on(&plain(), &place(21_000, 26_000), &target(), INFANTRY_REACH).unwrap();
        assert_eq!(found.path, Segment::new(Point::new(21_000, 26_000), Point::new(21_000, 20_000)), "VII");
        assert_eq!((found.cost, found.frontal), (6000, true), "VII");
        assert_eq!(
            on(&plain(), &place(21_000, 26_001), &target(), 6000),
            Err(AssaultRefusal::TooFar { cost: 6001, reach: 6000 }),
            "VII"
        );
    }

    #[test]
    fn c07_terrain_shortens_the_reach() {
        let terrain = TableTerrain { areas: vec![woods(0, 21, 60, 23)], ..plain() };
        let cost = |troops, reach| {
            let around = Surroundings { terrain: &terrain, friends: &[], enemies: &[] };
            assault(&MOVES, &around, mover(troops), &place(20_000, 24_000), &target(), reach).map(|found| found.cost)
        };
        assert_eq!(cost(TroopType::Infantry, 6000), Ok(6000), "VII: 2 inches of 4 are woods");
        assert_eq!(cost(TroopType::Cavalry, 12_000), Ok(10_000), "VII");
        assert_eq!(cost(TroopType::Artillery, 6000), Err(AssaultRefusal::Troops), "III");
    }

    #[test]
    fn c07_an_assault_is_frontal_if_it_comes_through_the_arc() {
        let frontal = |x, y| on(&plain(), &place(x, y), &target(), 60_000).map(|found| found.frontal);
        assert_eq!(frontal(20_000, 26_000), Ok(true), "VII");
        assert_eq!(frontal(26_000, 19_500), Ok(false), "VII: at the flank");
        assert_eq!(frontal(20_000, 14_000), Ok(false), "VII: from the rear");
        assert_eq!([frontal(26_000, 22_000), frontal(24_000, 26_000)], [Ok(false), Ok(true)], "VII: at the corner");
    }

    #[test]
    fn c07_any_part_of_the_path_in_the_arc_makes_an_assault_frontal() {
        // A column whose head faces right, and whose body stands across the way from the upper right.
        let bend = Bend::from_slice(&[0, 900, 900, 900, 900, 900, 900]);
        let place = UnitPlacement {
            bend,
            ..UnitPlacement::new(Point::new(20_000, 12_000), Direction::RIGHT, Posture::March, TroopType::Infantry, 7)
        };
        let column = footprint(&place, TroopType::Infantry, 7, INFANTRY, 300).unwrap();
        let frontal = |x, y| {
            let from = Point::new(x, y);
            is_frontal(Segment::new(from, column.nearest(from)), &column)
        };
        assert!(frontal(30_000, 5000), "VII: through the arc of the head to the body");
        assert!(!frontal(22_000, 6000) && !frontal(15_000, 9000), "VII");
    }

    #[test]
    fn c07_an_assault_that_goes_home_touches_its_target() {
        let found = on(&plain(), &place(21_000, 26_000), &target(), 6000).unwrap();
        let unit = footprint(&found.contact, TroopType::Infantry, 4, INFANTRY, 300).unwrap();
        assert!(unit.distance(&target()).at_most(0) && !unit.stands_on(target().bases()), "VII");
        assert_eq!(found.start.at, Point::new(21_000, 26_000), "V: back at its start, faced along the path");
    }

    #[test]
    fn c07_a_stopped_assault_is_one_inch_short() {
        let terrain = plain();
        let around = Surroundings { terrain: &terrain, friends: &[], enemies: &[] };
        let found = on(&terrain, &place(21_000, 26_000), &target(), 6000).unwrap();
        let short = stopped_short(&MOVES, &around, mover(TroopType::Infantry), &found, &target(), 1000);
        assert_eq!((short.at, short.posture), (Point::new(21_000, 21_000), Posture::Maneuver), "V, VII");
        let near = on(&terrain, &place(21_000, 20_500), &target(), 6000).unwrap();
        let stays = stopped_short(&MOVES, &around, mover(TroopType::Infantry), &near, &target(), 1000);
        assert_eq!(stays.at, Point::new(21_000, 20_500), "V");
        // Another enemy beside the path keeps the unit farther away.
        let beside = Rectangle::new(Point::new(23_000, 22_500), Direction::UP, 1000, 1000);
        let around = Surroundings { enemies: &[beside], ..around };
        let kept = stopped_short(&MOVES, &around, mover(TroopType::Infantry), &found, &target(), 1000);
        assert!((23_800..=24_000).contains(&kept.at.y()), "IV");
    }

    #[test]
    fn c07_a_delayed_assault_goes_as_far_as_its_reach() {
        let terrain = plain();
        let around = Surroundings { terrain: &terrain, friends: &[], enemies: &[] };
        let found = on(&terrain, &place(20_000, 26_000), &target(), 6000).unwrap();
        let reach = |reach| delayed(&MOVES, &around, mover(TroopType::Infantry), &found, &target(), 1000, reach).at.y();
        assert_eq!([reach(3000), reach(5500), reach(0)], [23_000, 21_000, 26_000], "III, VII");
    }

    #[test]
    fn c07_enemies_in_the_way_stop_an_assault() {
        let terrain = plain();
        let enemies = brigade(20, 23, 180, Posture::Deployed);
        let around = Surroundings { terrain: &terrain, friends: &[], enemies: enemies.bases() };
        let found = assault(&MOVES, &around, mover(TroopType::Infantry), &place(20_000, 26_000), &target(), 6000);
        assert_eq!(found, Err(AssaultRefusal::EnemyBetween), "VII");
        let deployed = UnitPlacement { posture: Posture::Deployed, ..place(20_000, 26_000) };
        assert_eq!(on(&terrain, &deployed, &target(), 6000), Err(AssaultRefusal::Posture), "III");
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn c07_assaults_end_in_contact_and_stops_an_inch_short(x in 5_000_i32..35_000, y in 5_000_i32..35_000, facing in 0_i32..360) {
            let target = brigade(20, 20, facing, Posture::Deployed);
            let from = place(x, y);
            let start = footprint(&from, TroopType::Infantry, 4, INFANTRY, 300).unwrap();
            prop_assume!(!start.distance(&target).less_than(3000));
            let terrain = plain();
            let around = Surroundings { terrain: &terrain, friends: &[], enemies: &[] };
            let found = on(&terrain, &from, &target, 60_000).unwrap();
            let shape = |place: &UnitPlacement| footprint(place, TroopType::Infantry, 4, INFANTRY, 300).unwrap();
            prop_assert!(shape(&found.contact).distance(&target).at_most(4));
            let short = shape(&stopped_short(&MOVES, &around, mover(TroopType::Infantry), &found, &target, 1000));
            prop_assert!(!short.distance(&target).less_than(1000) && short.distance(&target).at_most(1003));
        }
    }
}
