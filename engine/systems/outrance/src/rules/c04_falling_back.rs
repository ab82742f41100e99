//! IV, V Falling back: movement that combat forces on a unit, away from its source, within 45 degrees of its rear.
//!
//! The unit keeps its formation and its facing. A ruling (IV): the distance is a movement that terrain shortens, or it is
//! measured on the table.

use std::cmp::Reverse;

use crate::rules::c04_formations::Footprint;
use crate::rules::c04_movement::{MoveRefusal, MoveRules, Surroundings};
use crate::rules::c04_path_costs::{ROUNDING, Translation};
use crate::rules::c08_terrain::TableTerrain;
use battlewright_core::kit::plane::{Direction, Point, Vector};
use battlewright_schema::outrance::{Cover, TroopType};

/// The greatest angle between the way back and straight back, in tenths of a degree.
const FAN: i32 = 450;
/// The least angle between a way and the line away from the source that does not lead away from it, in tenths of a degree.
const SIDEWAYS: i32 = 900;
/// The angle between the directions that are tried, in tenths of a degree.
const FAN_STEP: i32 = 50;
/// The angle between the directions of bent ways.
const BENT_STEP: i32 = 150;
/// The step by which a unit slides on, and by which withdrawals are tried, in thousandths of an inch.
const SLIDE_STEP: i32 = 250;
/// The step between the distances of withdrawals, in thousandths of an inch.
const WITHDRAWAL_STEP: i32 = 500;

/// A unit that falls back.
#[derive(Clone, Copy, Debug)]
pub struct Retreating<'a> {
    /// The troops.
    pub troops: TroopType,
    /// The bases.
    pub unit: &'a Footprint,
    /// The facing.
    pub facing: Direction,
    /// The point from which it falls back (ruling o13).
    pub source: Point,
    /// Permits a way that comes nearer to the source, if the rear lies there (ruling o32).
    pub toward_source: bool,
}

/// The way of a unit that falls back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retreat {
    /// The legs of the way.
    pub legs: Vec<Vector>,
    /// The bases at the end.
    pub end: Footprint,
}

/// Returns the directions in which a unit may fall back, the straightest away from the source first: within 45 degrees of its rear, and
/// away from the source (ruling o32).
pub fn fan(retreating: &Retreating) -> Vec<Direction> {
    directions(retreating, FAN_STEP)
}

fn directions(retreating: &Retreating, step: i32) -> Vec<Direction> {
    let rear = retreating.facing.reversed();
    let away = Direction::of(retreating.unit.center() - retreating.source).unwrap_or(rear);
    // The turn of the straightest direction against straight back.
    let straightest = rear.turn_to(away).clamp(-FAN, FAN);
    let mut turns: Vec<i32> =
        (0..=2 * FAN / step).flat_map(|count| [straightest + count * step, straightest - count * step]).collect();
    turns.extend([-FAN, FAN]);
    turns.retain(|turn| turn.abs() <= FAN);
    turns.sort_by_key(|turn| ((turn - straightest).abs(), Reverse(*turn)));
    turns.dedup();
    let ways = turns.into_iter().map(|turn| rear.turned(turn));
    ways.filter(|way| retreating.toward_source || way.angle_to(away) < SIDEWAYS).collect()
}

/// Returns the way of a unit that must fall back by `distance` thousandths of an inch: the straightest legal way away from the source,
/// else the straightest way of two legs. `None` if there is none, and the unit surrenders (V). A unit that would end on friends
/// slides on by at most `slide` (ruling o14).
pub fn fall_back(
    rules: &MoveRules,
    around: &Surroundings,
    retreating: &Retreating,
    distance: i32,
    slide: i32,
) -> Option<Retreat> {
    let distance = distance.max(0);
    let moves = Translation::new(rules, around, retreating.troops, retreating.unit);
    let straight = fan(retreating).into_iter().map(|direction| (direction, direction, distance));
    let bent = || {
        let directions = directions(retreating, BENT_STEP);
        let mut pairs: Vec<(usize, usize)> =
            (0..directions.len()).flat_map(|one| (0..directions.len()).map(move |two| (one, two))).collect();
        pairs.retain(|(one, two)| one != two);
        // Both legs as straight as possible: the directions are in this order.
        pairs.sort_by_key(|(one, two)| (*one.max(two), one + two, *one));
        let leg = move |(one, two): (usize, usize)| (1..4).map(move |quarters| (one, two, distance / 4 * quarters));
        pairs.into_iter().flat_map(leg).map(move |(one, two, first)| (directions[one], directions[two], first))
    };
    let ways = straight.chain(std::iter::once_with(bent).flatten());
    ways.into_iter().find_map(|(one, two, first)| {
        let mut unit = retreating.unit.clone();
        let mut legs: Vec<Vector> = Vec::new();
        for (direction, movement) in [(one, first), (two, distance - first)] {
            if movement > 0 {
                let leg = moves.spent(&unit, direction, movement)?;
                unit = unit.moved(leg);
                legs.push(leg);
            }
        }
        for _ in 0..=slide.max(0) / SLIDE_STEP {
            if moves.may_end(&unit) {
                return Some(Retreat { legs, end: unit });
            }
            let on = two.ahead(SLIDE_STEP);
            unit = moves.passed(&unit, on).ok()?;
            let last = legs.pop().unwrap_or_default();
            legs.push(last + on);
        }
        None
    })
}

/// Returns `true` if a straight way in the fan would take a unit that must fall back over the edge of the table, and nothing but the edge
/// closes it.
pub fn leads_off_table(rules: &MoveRules, around: &Surroundings, retreating: &Retreating, distance: i32) -> bool {
    let table = around.terrain.table;
    let wider = TableTerrain { table: table.grown(distance.max(0).saturating_mul(2)), ..around.terrain.clone() };
    let around = Surroundings { terrain: &wider, ..*around };
    let moves = Translation::new(rules, &around, retreating.troops, retreating.unit);
    fan(retreating).into_iter().any(|direction| {
        let by = moves.spent(retreating.unit, direction, distance.max(0));
        by.is_some_and(|by| !table.encloses(retreating.unit.moved(by).bounds()))
    })
}

/// The danger in which a unit is at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exposure {
    /// The source of the fire sees the unit.
    pub seen: bool,
    /// The range band from the source; `None` out of range.
    pub band: Option<usize>,
    /// The cover against the source.
    pub cover: Cover,
}

impl Exposure {
    /// Returns the worth of the change to this danger, greatest if the unit is out of sight.
    pub(crate) fn improvement(self, before: Self) -> u8 {
        let farther = match (before.band, self.band) {
            (Some(before), Some(now)) => now > before,
            (Some(_), None) => true,
            (None, _) => false,
        };
        match self {
            Self { seen: false, .. } => 3,
            _ if farther => 2,
            _ if self.cover > before.cover => 1,
            _ => 0,
        }
    }
}

/// Returns the way of a unit that withdraws "up to" a distance (V, ruling o11): to the nearest point out of sight of the source, else
/// out of its range band, else in better cover, else to the farthest. `None` if it cannot move; it does not surrender.
pub fn withdraw(
    rules: &MoveRules,
    around: &Surroundings,
    retreating: &Retreating,
    distance: i32,
    exposure: impl Fn(&Footprint) -> Exposure,
) -> Option<Retreat> {
    let options = withdrawals(rules, around, retreating, distance);
    let before = exposure(retreating.unit);
    let worth = |(length, order, retreat): (i32, usize, Retreat)| {
        let improvement = exposure(&retreat.end).improvement(before);
        let length = if improvement > 0 { -length } else { length };
        ((improvement, length, Reverse(order)), retreat)
    };
    options.into_iter().map(worth).max_by_key(|(worth, _)| *worth).map(|(_, retreat)| retreat)
}

/// Returns the straight legal withdrawals, each with its length in thousandths of an inch and the place of its direction in the fan.
pub fn withdrawals(
    rules: &MoveRules,
    around: &Surroundings,
    retreating: &Retreating,
    distance: i32,
) -> Vec<(i32, usize, Retreat)> {
    let moves = Translation::new(rules, around, retreating.troops, retreating.unit);
    let mut found = Vec::new();
    for (order, direction) in fan(retreating).into_iter().enumerate() {
        for step in 1..=distance.max(0) / WITHDRAWAL_STEP {
            let length = step * WITHDRAWAL_STEP;
            let by = direction.ahead(length);
            // What an enemy, closed terrain or the costs forbid, they forbid for all longer ways as well.
            if moves.cost(retreating.unit, by).is_ok_and(|cost| cost > distance + ROUNDING) {
                break;
            }
            let Ok(end) = moves.passed(retreating.unit, by) else { break };
            if moves.may_end(&end) {
                found.push((length, order, Retreat { legs: vec![by], end }));
            }
        }
    }
    found
}

/// Returns the reason why a unit cannot withdraw straight by a displacement with `movement` thousandths of an inch.
pub fn straight_refusal(
    rules: &MoveRules,
    around: &Surroundings,
    retreating: &Retreating,
    by: Vector,
    movement: i32,
) -> Result<(), MoveRefusal> {
    let moves = Translation::new(rules, around, retreating.troops, retreating.unit);
    let end = moves.passed(retreating.unit, by)?;
    let cost = moves.cost(retreating.unit, by)?;
    if cost > movement + ROUNDING {
        return Err(MoveRefusal::TooFar { cost, allowance: movement });
    }
    moves.end_refusal(&end).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::c08_terrain::{GoingByTroops, TerrainArea};
    use crate::tests::testing::{MOVES, area, brigade, plain};
    use battlewright_core::kit::plane::{Arc, Rectangle};
    use battlewright_schema::outrance::{GroundGoing, Posture};
    use battlewright_testkit::random_cases;

    fn retreating(unit: &Footprint, source: Point) -> Retreating<'_> {
        let facing = unit.bases()[0].facing();
        Retreating { troops: TroopType::Infantry, unit, facing, source, toward_source: false }
    }

    fn back(terrain: &TableTerrain, friends: &[Rectangle], enemies: &[Rectangle], distance: i32) -> Option<Retreat> {
        let unit = brigade(20, 20, 0, Posture::Deployed);
        let around = Surroundings { terrain, friends, enemies };
        fall_back(&MOVES, &around, &retreating(&unit, Point::new(20_000, 12_000)), distance, 1000)
    }

    /// Ground that nobody enters, between two corners in inches.
    fn closed(left: i32, top: i32, right: i32, bottom: i32) -> TerrainArea {
        TerrainArea { going: GoingByTroops::all(GroundGoing::Impassable), ..area(left, top, right, bottom) }
    }

    #[test]
    fn c04_a_unit_falls_back_straight_away_from_the_source() {
        let retreat = back(&plain(), &[], &[], 6000).unwrap();
        assert_eq!(retreat.legs, [Vector::new(0, 6000)], "IV");
        assert_eq!(retreat.end, brigade(20, 26, 0, Posture::Deployed), "IV: formation and facing are kept");
    }

    #[test]
    fn c04_the_way_back_lies_within_45_degrees_of_the_rear() {
        let unit = brigade(20, 20, 0, Posture::Deployed);
        // A source at the right rear: straight away would be to the left front.
        let beside = Retreating { toward_source: true, ..retreating(&unit, Point::new(30_000, 28_000)) };
        let ways = fan(&beside);
        assert_eq!(ways[0], Direction::from_degrees(225), "IV: the nearest edge of the fan");
        assert!(ways.iter().all(|way| way.angle_to(Direction::DOWN) <= 450), "IV");
        let turns: Vec<i32> = fan(&retreating(&unit, Point::new(20_000, 10_000)))
            .iter()
            .map(|way| Direction::DOWN.turn_to(*way))
            .take(5)
            .collect();
        assert_eq!(turns, [0, 50, -50, 100, -100], "IV: as straight as possible");
    }

    #[test]
    fn c04_o32_no_way_back_leads_toward_the_source_but_by_a_setting() {
        let unit = brigade(20, 20, 0, Posture::Deployed);
        let behind = retreating(&unit, Point::new(20_000, 28_000));
        let around = Surroundings { terrain: &plain(), friends: &[], enemies: &[] };
        assert_eq!(fall_back(&MOVES, &around, &behind, 6000, 1000), None, "IV, V, o32: both cannot be");
        assert!(withdrawals(&MOVES, &around, &behind, 6000).is_empty(), "V, o32");
        let toward = Retreating { toward_source: true, ..behind };
        assert!(fall_back(&MOVES, &around, &toward, 6000, 1000).is_some(), "o32");
        // A source beside the unit leaves the half of the fan that leads away.
        let beside = fan(&retreating(&unit, Point::new(30_000, 20_500)));
        let turns: Vec<i32> = beside.iter().map(|way| Direction::DOWN.turn_to(*way)).collect();
        assert!(turns.iter().all(|turn| *turn > 0) && turns.contains(&450), "IV, o32: {turns:?}");
    }

    #[test]
    fn c04_a_unit_goes_around_what_is_in_its_way() {
        let terrain = TableTerrain { areas: vec![closed(21, 25, 30, 30)], ..plain() };
        let retreat = back(&terrain, &[], &[], 6000).unwrap();
        assert_eq!(retreat.legs.len(), 1, "IV");
        assert!(retreat.legs[0].x() < 0, "IV: to the left of the lake");
        // Straight back for a while, and then to the left only.
        let bent = TableTerrain {
            areas: vec![closed(0, 21, 18, 22), closed(22, 21, 60, 40), closed(21, 26, 60, 40)],
            ..plain()
        };
        let retreat = back(&bent, &[], &[], 6000).unwrap();
        assert_eq!(retreat.legs.len(), 2, "IV: two legs");
    }

    #[test]
    fn c04_terrain_shortens_a_retreat_by_a_setting() {
        // The front is at 20 inches, and enters the woods after 3 inches.
        let terrain = TableTerrain { areas: vec![crate::tests::testing::woods(0, 23, 60, 40)], ..plain() };
        let unit = brigade(20, 20, 0, Posture::Deployed);
        let around = Surroundings { terrain: &terrain, friends: &[], enemies: &[] };
        let length = |pays| {
            let rules = MoveRules { retreat_pays_terrain: pays, ..*MOVES };
            let unit = retreating(&unit, Point::new(20_000, 12_000));
            let found = fall_back(&rules, &around, &unit, 6000, 1000).unwrap();
            let withdrawn = withdrawals(&rules, &around, &unit, 6000);
            let farthest = withdrawn.iter().filter(|(_, order, _)| *order == 0).map(|(length, ..)| *length).max();
            (found.legs[0].y(), farthest.unwrap())
        };
        assert_eq!(length(false), (6000, 6000), "IV");
        let (back, withdrawn) = length(true);
        assert!((4450..=4500).contains(&back) && withdrawn == 4500, "IV: {back} {withdrawn}");
    }

    #[test]
    fn c04_o12_a_unit_that_cannot_go_surrenders() {
        let wall = TableTerrain { areas: vec![closed(0, 22, 60, 24)], ..plain() };
        assert_eq!(back(&wall, &[], &[], 6000), None, "V");
        let enemies: Vec<Rectangle> =
            [14, 20, 26].into_iter().flat_map(|x| brigade(x, 24, 0, Posture::Deployed).bases().to_vec()).collect();
        assert_eq!(back(&plain(), &[], &enemies, 6000), None, "V: surrounded");
        assert!(back(&plain(), &[], &enemies, 1000).is_some(), "V");
        let edge = brigade(20, 58, 0, Posture::Deployed);
        let around = Surroundings { terrain: &plain(), friends: &[], enemies: &[] };
        let unit = retreating(&edge, Point::new(20_000, 50_000));
        assert_eq!(fall_back(&MOVES, &around, &unit, 6000, 1000), None, "V: the edge of the table");
    }

    #[test]
    fn c04_o14_a_unit_slides_on_past_friends() {
        let friends = |y| brigade(20, y, 0, Posture::Deployed);
        let retreat = back(&plain(), friends(25).bases(), &[], 6000).unwrap();
        assert_eq!(retreat.legs, [Vector::new(0, 6000)], "IV: through friends");
        let retreat = back(&plain(), friends(26).bases(), &[], 6000).unwrap();
        assert_eq!(retreat.legs, [Vector::new(0, 7000)], "IV, o14");
    }

    #[test]
    fn c04_a_withdrawal_seeks_safety_and_is_no_surrender() {
        let unit = brigade(20, 20, 0, Posture::Deployed);
        let terrain = plain();
        let around = Surroundings { terrain: &terrain, friends: &[], enemies: &[] };
        let unit = retreating(&unit, Point::new(20_000, 12_000));
        let exposure = |hidden: i32, near: i32| {
            move |unit: &Footprint| {
                let y = unit.bases()[0].center().y();
                Exposure { seen: y < hidden, band: Some(usize::from(y > near)), cover: Cover::Open }
            }
        };
        let way = |hidden, near| withdraw(&MOVES, &around, &unit, 6000, exposure(hidden, near)).unwrap().legs;
        assert_eq!(way(22_500, 21_000), [Vector::new(0, 2000)], "V, o11: the nearest point out of sight");
        assert_eq!(way(99_000, 23_400), [Vector::new(0, 3000)], "V, o11: else out of the range band");
        assert_eq!(way(99_000, 99_000), [Vector::new(0, 6000)], "V, o11: else the farthest");
        let wall = TableTerrain { areas: vec![closed(0, 21, 60, 24)], ..plain() };
        let around = Surroundings { terrain: &wall, ..around };
        assert_eq!(withdraw(&MOVES, &around, &unit, 6000, exposure(0, 0)), None, "V: it stays where it is");
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn c04_every_way_back_is_legal(
            enemies in prop::collection::vec((5_000_i32..55_000, 5_000_i32..55_000), 1..12), source in (5_000_i32..55_000, 5_000_i32..55_000),
        ) {
            let unit = brigade(30, 30, 0, Posture::Deployed);
            let enemies: Vec<Rectangle> = enemies.iter().map(|(x, y)| Rectangle::new(Point::new(*x, *y), Direction::UP, 1000, 1000)).collect();
            prop_assume!(!enemies.iter().any(|enemy| unit.distance_to_base(enemy).less_than(1000)));
            let terrain = plain();
            let around = Surroundings { terrain: &terrain, friends: &[], enemies: &enemies };
            let retreating = retreating(&unit, Point::new(source.0, source.1));
            if let Some(retreat) = fall_back(&MOVES, &around, &retreating, 6000, 1000) {
                prop_assert!(!enemies.iter().any(|enemy| retreat.end.distance_to_base(enemy).less_than(999)));
                let length: i32 = retreat.legs.iter().map(|leg| leg.floor_length()).sum();
                prop_assert!((5998..=6000).contains(&length));
                // The rear ends within the fan that opens from it.
                let rear = Arc::behind(&unit.bases()[1], 20_000);
                let end = retreat.end.bases()[1].rear();
                prop_assert!([end.from, end.to].iter().all(|corner| rear.contains(*corner + Vector::new(0, 2))));
            }
        }
    }
}
