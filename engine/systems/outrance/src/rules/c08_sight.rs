//! VIII Lines of sight: levels, tall obstructions and their shadows, woods, and friends in the way of fire.
//!
//! A line runs between two points on the bases of two units. It is clear if it is clear from either end, because sight is mutual.
//! The two points that are nearest to each other are tried first, then the corners of the bases and points every quarter of an
//! inch along their edges: each with the nearest point of the other unit, and with all points of it. The range is the length of
//! the shortest clear line.

use smallvec::SmallVec;
use thiserror::Error;

use crate::rules::c04_formations::Footprint;
use crate::rules::c08_obstructions::Obstructions;
use crate::rules::c08_terrain::TableTerrain;
use battlewright_core::kit::plane::{Distance, Point, Rectangle, Segment};
use battlewright_schema::outrance::Rules;

/// The distance between the points of an edge from which lines of sight are tried, in thousandths of an inch.
const SAMPLE: i32 = 250;

/// The settings of lines of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SightRules {
    /// The greatest length of a line within woods, in thousandths of an inch (VI). It also limits sight into and out of towns.
    pub woods_sight: i32,
    /// Ground between two units that is higher than both blocks the line.
    pub high_ground_blocks: bool,
    /// A hill no higher than the viewer hides a strip of lower ground behind it (ruling o39).
    pub hills_cast_shadows: bool,
    /// The distance behind the crest of a stepped hill beyond which units are hidden from lower ground, in thousandths of an
    /// inch; `None` if crests do not hide.
    pub crest_distance: Option<i32>,
    /// The least distance of a line of fire from friendly bases, in thousandths of an inch (VI).
    pub friend_clearance: i32,
    /// Fire passes over friends also if only the target sees over them, as for other obstructions. Otherwise the firing unit must.
    pub mutual_overhead_fire: bool,
    /// Sight passes through towns as through woods. Otherwise, only into them and out of them.
    pub through_towns: bool,
    /// Enemy units in between block a line, as tall obstructions do.
    pub enemies_block: bool,
}

impl SightRules {
    /// Returns the settings of the rules in force.
    pub fn of(rules: &Rules) -> Self {
        Self {
            woods_sight: rules.woods_sight.thousandths(),
            high_ground_blocks: rules.high_ground_blocks,
            hills_cast_shadows: rules.hills_cast_shadows,
            crest_distance: rules.crest_hides.then(|| rules.crest_distance.thousandths()),
            friend_clearance: rules.friend_clearance.thousandths(),
            mutual_overhead_fire: rules.mutual_overhead_fire,
            through_towns: rules.sight_through_towns,
            enemies_block: rules.enemies_block_sight,
        }
    }
}

/// A reason why a line of sight is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
pub enum SightBlock {
    /// Ground between is higher than both.
    #[error("higher ground is between (VIII)")]
    HigherGround,
    /// The higher unit stands too far behind the crest.
    #[error("the higher unit stands behind its crest (VIII)")]
    Crest,
    /// A hill between hides the lower unit.
    #[error("a hill hides the lower unit (VIII)")]
    Hill,
    /// Houses block the line, or hide the lower unit.
    #[error("houses block the line of sight (VIII)")]
    Houses,
    /// The line runs through too much woods.
    #[error("the line of sight runs through too much woods (VI)")]
    Woods,
    /// Friendly troops are in the way of fire.
    #[error("friendly troops are in the line of fire (VI)")]
    Friends,
    /// An enemy unit is in the way, by a setting.
    #[error("another enemy unit is in the line of sight (VIII)")]
    Enemies,
    /// No point is within the greatest length of the line.
    #[error("the unit is too far away (VI)")]
    Far,
}

/// A base with the level on which it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SightBase {
    /// The base.
    pub base: Rectangle,
    /// The level of its center.
    pub level: i32,
}

/// Returns the bases with their levels.
pub fn with_levels(terrain: &TableTerrain, bases: &[Rectangle]) -> SmallVec<[SightBase; 6]> {
    bases.iter().map(|base| SightBase { base: *base, level: terrain.level_at(base.center()) }).collect()
}

/// The bases of other units that may block a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct BasesInWay<'a> {
    /// Friendly bases, from which fire keeps a distance (VI); none for sight alone.
    pub friends: &'a [SightBase],
    /// The bases of other enemies. They block a line by a setting only.
    pub enemies: &'a [SightBase],
}

impl BasesInWay<'_> {
    /// No bases, as for sight alone.
    pub const NONE: BasesInWay<'static> = BasesInWay { friends: &[], enemies: &[] };
}

/// A clear line between two units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClearLine {
    /// The line, from the seeing unit to the other.
    pub line: Segment,
    /// Its length in thousandths of an inch, rounded up, so that it is at most 3000 exactly if the range is at most 3 inches.
    pub range: i32,
}

/// Returns the shortest clear line from one unit to another of at most `limit` thousandths of an inch, or the reason why the line
/// between the nearest points is blocked. `others` are the bases of other units.
pub fn sight(
    rules: &SightRules,
    terrain: &TableTerrain,
    from: &[SightBase],
    to: &[SightBase],
    others: BasesInWay,
    limit: i32,
) -> Result<ClearLine, SightBlock> {
    // Both units try the same lines, so that sight is mutual: the one nearer to the corner of the table begins.
    let corner = |unit: &[SightBase]| unit.iter().map(|base| base.base.center()).min();
    if corner(from) <= corner(to) {
        return shortest(&Obstructions::between(rules, terrain, from, to, others, true), from, to, limit);
    }
    let found = shortest(&Obstructions::between(rules, terrain, to, from, others, false), to, from, limit)?;
    Ok(ClearLine { line: found.line.reversed(), ..found })
}

/// Returns `true` if hills hide a unit from all of some enemy units, of which there is at least one (IX).
pub fn is_behind_hills<'a>(
    rules: &SightRules,
    terrain: &TableTerrain,
    unit: &Footprint,
    enemies: impl IntoIterator<Item = &'a Footprint>,
) -> bool {
    let unit = with_levels(terrain, unit.bases());
    let mut enemies = enemies.into_iter().peekable();
    let is_hidden_from = |enemy: &Footprint| {
        let line = sight(rules, terrain, &with_levels(terrain, enemy.bases()), &unit, BasesInWay::NONE, i32::MAX);
        matches!(line, Err(SightBlock::HigherGround | SightBlock::Crest | SightBlock::Hill))
    };
    enemies.peek().is_some() && enemies.all(is_hidden_from)
}

/// One end of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SightEnd {
    point: Point,
    level: i32,
}

/// Returns the shortest clear line of at most `limit`.
fn shortest(
    obstructions: &Obstructions,
    from: &[SightBase],
    to: &[SightBase],
    limit: i32,
) -> Result<ClearLine, SightBlock> {
    let pairs = from.iter().flat_map(|one| to.iter().map(move |two| (one, two)));
    let pairs = pairs.map(|(one, two)| (one.base.distance(&two.base), one, two));
    let pairs: SmallVec<[(Distance, &SightBase, &SightBase); 36]> = pairs.collect();
    let nearest = pairs.iter().map(|(distance, _, _)| *distance).min();
    let Some(nearest) = nearest.filter(|distance| distance.at_most(limit)) else { return Err(SightBlock::Far) };
    let mut block = None;
    for (_, one, two) in pairs.iter().filter(|(distance, _, _)| *distance == nearest) {
        if nearest == Distance::ZERO {
            let touching = two.base.nearest(one.base.center());
            return Ok(ClearLine { line: Segment::new(one.base.nearest(touching), touching), range: 0 });
        }
        for line in one.base.shortest_lines(&two.base) {
            match obstructions.trace(line, [one.level, two.level]) {
                Ok(()) => return Ok(ClearLine { line, range: nearest.ceil() }),
                Err(reason) => block = block.or(Some(reason)),
            }
        }
    }
    let (ours, theirs) = (sight_points(from, to), sight_points(to, from));
    let mut best: Option<(i64, Segment)> = None;
    let longest = i64::from(limit) * i64::from(limit);
    // Returns `true` if the line is clear and the shortest so far.
    let mut attempt = |one: SightEnd, two: SightEnd| {
        let square = (two.point - one.point).square();
        let is_shorter = best.is_none_or(|(shortest, _)| square < shortest);
        let line = Segment::new(one.point, two.point);
        let is_better = square <= longest && is_shorter && obstructions.trace(line, [one.level, two.level]).is_ok();
        if is_better {
            best = Some((square, line));
        }
        is_better
    };
    let mut is_seen = false;
    for one in &ours {
        for two in &theirs {
            is_seen |= attempt(*one, *two);
        }
    }
    // Straight across may be a little shorter.
    if is_seen {
        for one in &ours {
            attempt(*one, nearest_end(to, one.point));
        }
        for two in &theirs {
            attempt(nearest_end(from, two.point), *two);
        }
    }
    let found = best.map(|(_, line)| ClearLine { line, range: line.length().ceil() });
    found.ok_or(block.unwrap_or(SightBlock::Far))
}

/// Returns the point of a unit nearest to a point.
fn nearest_end(unit: &[SightBase], point: Point) -> SightEnd {
    let nearest = unit.iter().min_by_key(|base| base.base.distance_to(point));
    nearest.map_or(SightEnd { point, level: 0 }, |base| SightEnd { point: base.base.nearest(point), level: base.level })
}

/// Returns the points of a unit from which lines to another are tried: corners and points along the edges of its bases.
fn sight_points(unit: &[SightBase], toward: &[SightBase]) -> SmallVec<[SightEnd; 64]> {
    // On level ground, a line from an edge that looks away leaves its unit through one that looks toward the other. In a shadow,
    // the farther points of a base may be the ones that are seen.
    let is_level = unit.iter().chain(toward).all(|base| base.level == 0);
    let corners = || toward.iter().flat_map(|other| other.base.corners());
    let mut points: SmallVec<[SightEnd; 64]> = SmallVec::new();
    for (number, SightBase { base, level }) in unit.iter().enumerate() {
        let mut push = |point| points.push(SightEnd { point, level: *level });
        for edge in base.edges().filter(|edge| !is_level || corners().any(|corner| edge.side(*corner) < 0)) {
            push(edge.from);
            push(edge.to);
            let parts = i64::from((edge.way().floor_length() + SAMPLE / 2) / SAMPLE).max(2);
            for part in 1..parts {
                let point = edge.from + edge.way().scaled(part, parts);
                let mut others = unit.iter().enumerate().filter(|(other, _)| *other != number);
                if !others.any(|(_, other)| other.base.contains(point)) {
                    push(point);
                }
            }
        }
    }
    points.sort_unstable_by(|one, two| one.point.cmp(&two.point).then(two.level.cmp(&one.level)));
    points.dedup_by_key(|end| end.point);
    points
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::c08_terrain::TerrainArea;
    use crate::tests::testing::{SIGHT, area, brigade, plain, town, woods};
    use battlewright_core::kit::plane::{Direction, Polygon, Vector};
    use battlewright_schema::outrance::Posture;
    use battlewright_testkit::random_cases;

    /// A base of an inch whose center is at a point in thousandths.
    fn base(x: i32, y: i32, level: i32) -> SightBase {
        SightBase { base: Rectangle::new(Point::new(x, y), Direction::UP, 1000, 1000), level }
    }

    fn table(areas: Vec<TerrainArea>) -> TableTerrain {
        TableTerrain { areas, ..plain() }
    }

    fn by(friends: &[SightBase]) -> BasesInWay<'_> {
        BasesInWay { friends, ..BasesInWay::NONE }
    }

    fn range(terrain: &TableTerrain, from: SightBase, to: SightBase) -> Result<i32, SightBlock> {
        sight(&SIGHT, terrain, &[from], &[to], BasesInWay::NONE, 60_000).map(|found| found.range)
    }

    #[test]
    fn c08_the_range_is_the_shortest_distance_between_bases() {
        let terrain = plain();
        let (near, far) = (brigade(20, 20, 0, Posture::Deployed), brigade(20, 12, 180, Posture::Deployed));
        let [one, two] = [&near, &far].map(|unit| with_levels(&terrain, unit.bases()));
        let found = sight(&SIGHT, &terrain, &one, &two, BasesInWay::NONE, 12_000).unwrap();
        assert_eq!(found.range, 8000, "VIII");
        assert_eq!(sight(&SIGHT, &terrain, &one, &two, BasesInWay::NONE, 7999), Err(SightBlock::Far), "VI");
        assert_eq!(range(&terrain, base(5000, 5000, 0), base(6000, 5000, 0)), Ok(0), "VIII: bases that touch");
    }

    #[test]
    fn c08_sight_pierces_three_inches_of_woods() {
        let through = |depth| table(vec![woods(0, 10, 60, 10 + depth)]);
        let across = |depth| range(&through(depth), base(30_000, 8000, 0), base(30_000, 18_000, 0));
        assert_eq!([across(3), across(4)], [Ok(9000), Err(SightBlock::Woods)], "VI");
        let inside = |y| range(&through(20), base(30_000, 15_000, 0), base(30_000, y, 0));
        assert_eq!([inside(19_000), inside(19_001)], [Ok(3000), Err(SightBlock::Woods)], "VI: within woods");
        let into = |y| range(&through(20), base(30_000, 8000, 0), base(30_000, y, 0)).is_ok();
        assert!(into(13_400) && !into(13_600), "VI: into woods");
        // Two belts count together.
        let two = table(vec![woods(0, 10, 60, 12), woods(0, 14, 60, 16)]);
        assert_eq!(range(&two, base(30_000, 8000, 0), base(30_000, 18_000, 0)), Err(SightBlock::Woods), "VI");
    }

    #[test]
    fn c08_houses_block_sight_on_their_level() {
        let terrain = table(vec![town(20, 10, 40, 12)]);
        assert_eq!(range(&terrain, base(30_000, 8000, 0), base(30_000, 15_000, 0)), Err(SightBlock::Houses), "VIII");
        assert!(range(&terrain, base(30_000, 8000, 0), base(30_000, 11_000, 0)).is_ok(), "VIII: into the town");
        assert!(range(&terrain, base(10_000, 8000, 0), base(10_000, 15_000, 0)).is_ok(), "VIII: past the town");
    }

    #[test]
    fn c08_sight_passes_through_towns_by_a_setting() {
        let through = |bottom, through_towns| {
            let rules = SightRules { through_towns, ..*SIGHT };
            let (one, two) = (base(30_000, 8000, 0), base(30_000, 18_000, 0));
            sight(&rules, &table(vec![town(20, 10, 40, bottom)]), &[one], &[two], BasesInWay::NONE, 60_000)
                .map(|found| found.range)
        };
        assert_eq!([through(13, false), through(13, true)], [Err(SightBlock::Houses), Ok(9000)], "VIII");
        assert_eq!(through(14, true), Err(SightBlock::Houses), "VI: 3 inches at most");
    }

    #[test]
    fn c08_enemies_block_sight_by_a_setting() {
        let sees = |enemies_block, levels: [i32; 2], between: i32| {
            let rules = SightRules { enemies_block, ..*SIGHT };
            let screen: Vec<SightBase> = (-3..=3).map(|step| base(30_000 + step * 1000, between, 0)).collect();
            let others = BasesInWay { enemies: &screen, ..BasesInWay::NONE };
            let ends = [base(30_000, 20_000, levels[0]), base(30_000, 10_000, levels[1])];
            sight(&rules, &plain(), &ends[..1], &ends[1..], others, 60_000).map(|found| found.range)
        };
        assert_eq!(sees(false, [0, 0], 15_000), Ok(9000), "VIII: the text names terrain and friends only");
        assert_eq!(sees(true, [0, 0], 15_000), Err(SightBlock::Enemies), "VIII: by a setting");
        assert!(sees(true, [1, 0], 18_000).is_ok() && sees(true, [1, 0], 13_000).is_err(), "VIII: with a shadow");
        assert_eq!(sees(true, [1, 0], 18_000), sees(true, [0, 1], 12_000), "VIII: sight is mutual");
    }

    #[test]
    fn c08_o23_the_diagram_of_shadows_holds() {
        // The far side of the woods is 8 inches from the front of the seer, at 18 inches.
        let terrain = table(vec![woods(0, 13, 60, 18)]);
        let sees = |level, front: i32| {
            let target = base(30_000, front + 500, 0);
            range(&terrain, base(30_000, 9500, level), target).is_ok()
        };
        // The strip ends after 8, 4 and 2 inches. The rear of the target is seen first, an inch behind its front; from the
        // seer's rear the shadow is longer.
        for (level, strip) in [(1, 8000), (2, 4000), (3, 2000)] {
            assert!(!sees(level, 18_000 + strip - 1000), "VIII: in the shadow from level {level}");
            assert!(sees(level, 18_000 + strip - 900), "VIII: beyond the shadow from level {level}");
        }
        assert!(!sees(0, 40_000), "VIII: from the same level");
    }

    #[test]
    fn c08_o22_sight_from_below_is_that_from_above() {
        let terrain = table(vec![woods(0, 13, 60, 18)]);
        let (high, low) = (base(30_000, 9500, 1), base(30_000, 27_500, 0));
        assert_eq!(range(&terrain, low, high), range(&terrain, high, low), "VIII");
        assert!(range(&terrain, low, high).is_ok(), "VIII");
    }

    #[test]
    fn c08_woods_on_a_hill_stand_on_its_level() {
        let hill = TerrainArea { level: 1, ..area(0, 12, 60, 20) };
        let terrain = table(vec![hill, woods(0, 13, 60, 18)]);
        let from = |level| range(&terrain, base(30_000, 8000, level), base(30_000, 50_000, 0)).is_ok();
        assert!(!from(1) && from(2), "VIII: one level above the ground of the woods");
    }

    #[test]
    fn c08_only_the_obstruction_nearest_to_the_target_decides() {
        let sees =
            |areas: Vec<TerrainArea>| range(&table(areas), base(30_000, 9500, 1), base(30_000, 37_000, 0)).is_ok();
        let (near, far) = (woods(0, 11, 60, 15), woods(0, 30, 60, 35));
        assert!(sees(vec![near.clone()]) && !sees(vec![far.clone()]) && !sees(vec![near, far]), "VIII");
    }

    #[test]
    fn c08_higher_ground_between_blocks_by_a_setting() {
        let terrain = table(vec![TerrainArea { level: 1, ..area(0, 12, 60, 20) }]);
        let (one, two) = (base(30_000, 8000, 0), base(30_000, 26_000, 0));
        assert_eq!(range(&terrain, one, two), Err(SightBlock::HigherGround), "VIII");
        let rules = SightRules { high_ground_blocks: false, ..*SIGHT };
        assert!(sight(&rules, &terrain, &[one], &[two], BasesInWay::NONE, 60_000).is_ok(), "VIII");
        assert!(range(&terrain, SightBase { level: 1, ..one }, SightBase { level: 1, ..two }).is_ok(), "VIII");
    }

    #[test]
    fn c08_the_crest_of_a_stepped_hill_hides_what_stands_behind_it() {
        let hill = |stepped| table(vec![TerrainArea { level: 1, stepped, ..area(0, 20, 60, 40) }]);
        let sees =
            |stepped, front: i32| range(&hill(stepped), base(30_000, 8000, 0), base(30_000, front + 500, 1)).is_ok();
        assert!(sees(true, 21_000) && !sees(true, 21_001), "VIII: an inch behind the crest");
        assert!(sees(false, 30_000), "VIII: a slope is seen");
        let rules = SightRules { crest_distance: None, ..*SIGHT };
        let unit = base(30_000, 21_500, 1);
        assert!(
            sight(&rules, &hill(true), &[base(30_000, 8000, 0)], &[unit], BasesInWay::NONE, 60_000).is_ok(),
            "VIII: by a setting"
        );
        assert!(range(&hill(true), base(30_000, 35_500, 1), unit).is_ok(), "VIII: on the hill");
    }

    #[test]
    fn c08_a_hill_between_throws_a_shadow() {
        let terrain = table(vec![TerrainArea { level: 1, ..area(0, 15, 60, 20) }]);
        let sees = |front: i32| range(&terrain, base(30_000, 9500, 2), base(30_000, front + 500, 0));
        // Two levels above its ground: half of the 10 inches to its far side.
        assert_eq!(sees(23_900), Err(SightBlock::Hill), "VIII");
        assert!(sees(24_200).is_ok(), "VIII");
    }

    #[test]
    fn c08_a_unit_behind_a_hill_is_hidden_from_all_enemies() {
        let terrain = table(vec![TerrainArea { level: 1, ..area(0, 24, 60, 28) }]);
        let unit = brigade(20, 30, 0, Posture::Deployed);
        let hidden = |enemies: &[Footprint]| is_behind_hills(&SIGHT, &terrain, &unit, enemies);
        assert!(hidden(&[brigade(20, 10, 180, Posture::Deployed), brigade(40, 20, 180, Posture::Maneuver)]), "IX");
        assert!(!hidden(&[brigade(20, 10, 180, Posture::Deployed), brigade(40, 32, 270, Posture::Deployed)]), "IX");
        assert!(!hidden(&[]), "IX: from whom?");
        let wood = table(vec![woods(0, 20, 60, 28)]);
        let enemies = [brigade(20, 10, 180, Posture::Deployed)];
        assert!(!is_behind_hills(&SIGHT, &wood, &unit, &enemies), "IX: woods in between are no shelter");
    }

    #[test]
    fn c08_fire_keeps_half_an_inch_from_friends() {
        let terrain = plain();
        let fire = |x, level| {
            let friend = base(x, 15_000, 0);
            sight(&SIGHT, &terrain, &[base(30_000, 20_000, level)], &[base(30_000, 10_000, 0)], by(&[friend]), 12_000)
        };
        assert_eq!(fire(30_000, 0), Err(SightBlock::Friends), "VI");
        assert!(fire(31_600, 0).is_ok(), "VI");
        // Along the left edges, half an inch from a friend at the right.
        assert_eq!(fire(30_500, 0).map(|found| found.line.from.x()), Ok(29_500), "VI");
    }

    #[test]
    fn c08_a_range_between_friends_is_measured_straight_across() {
        // Friends stand at both sides of both units, so that their outer lines are closed.
        let terrain = plain();
        let side = |y, x: i32| brigade(20 + x, y, 0, Posture::Deployed).bases().to_vec();
        let friends: Vec<Rectangle> = [side(20, -4), side(20, 4)].concat();
        let far = brigade(20, 16, 180, Posture::Deployed).moved(Vector::new(130, 0));
        let [one, two, friends] = [brigade(20, 20, 0, Posture::Deployed).bases(), far.bases(), &friends]
            .map(|bases| with_levels(&terrain, bases));
        assert_eq!(sight(&SIGHT, &terrain, &one, &two, by(&friends), 6000).map(|found| found.range), Ok(4000), "VIII");
    }

    #[test]
    fn c08_fire_over_friends_follows_the_shadow() {
        let terrain = plain();
        let fire = |rules: &SightRules, friend_y, from_level, to_level| {
            let friends: Vec<SightBase> = (-3..=3).map(|step| base(30_000 + step * 1000, friend_y, 0)).collect();
            sight(
                rules,
                &terrain,
                &[base(30_000, 24_000, from_level)],
                &[base(30_000, 14_000, to_level)],
                by(&friends),
                12_000,
            )
            .is_ok()
        };
        assert!(fire(&SIGHT, 22_000, 1, 0), "VIII: friends near the firing unit");
        assert!(!fire(&SIGHT, 17_000, 1, 0), "VIII: friends near the target");
        assert!(fire(&SIGHT, 16_000, 0, 1), "VIII: sight is mutual");
        let firing_only = SightRules { mutual_overhead_fire: false, ..*SIGHT };
        assert!(!fire(&firing_only, 16_000, 0, 1) && fire(&firing_only, 22_000, 1, 0), "VIII: by a setting");
    }

    fn random_area() -> impl Strategy<Value = TerrainArea> {
        let radii = prop::collection::vec(1_i32..9, 3..8);
        (0_i32..30_000, 0_i32..30_000, radii, 0_i32..6).prop_map(|(x, y, radii, kind)| {
            let count = i32::try_from(radii.len()).unwrap();
            let corner = |(place, radius): (i32, &i32)| {
                Point::new(x, y) + Direction::from_tenths(place * 3600 / count).ahead(radius * 1000)
            };
            let outline = Polygon::new((0..).zip(&radii).map(corner).collect());
            match kind {
                0 | 1 => TerrainArea { outline, ..woods(0, 0, 1, 1) },
                2 => TerrainArea { outline, ..town(0, 0, 1, 1) },
                _ => TerrainArea { level: kind - 2, stepped: kind == 4, ..TerrainArea::open(outline) },
            }
        })
    }

    fn random_base() -> impl Strategy<Value = Rectangle> {
        (0_i32..30_000, 0_i32..30_000, 0_i32..3600)
            .prop_map(|(x, y, facing)| Rectangle::new(Point::new(x, y), Direction::from_tenths(facing), 1000, 1000))
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn c08_sight_is_mutual(areas in prop::collection::vec(random_area(), 0..8), one in random_base(), two in random_base()) {
            let terrain = table(areas);
            let [one, two] = [one, two].map(|base| with_levels(&terrain, &[base]));
            let there = sight(&SIGHT, &terrain, &one, &two, BasesInWay::NONE, 60_000);
            let back = sight(&SIGHT, &terrain, &two, &one, BasesInWay::NONE, 60_000);
            prop_assert_eq!(there.map(|found| found.range), back.map(|found| found.range));
            prop_assert_eq!(there.map(|found| found.line), back.map(|found| found.line.reversed()));
            prop_assert!(there.is_err() || there.is_ok_and(|found| found.range >= one[0].base.distance(&two[0].base).floor()));
        }

        #[test]
        fn c08_a_shift_or_a_quarter_turn_of_the_table_changes_no_range(
            areas in prop::collection::vec(random_area(), 0..8), one in random_base(), two in random_base(),
        ) {
            let turned = |point: Point| Point::new(-point.y(), point.x());
            let by = Vector::new(-777, 4321);
            let change = |areas: &[TerrainArea], change: &dyn Fn(Point) -> Point| {
                let outline = |area: &TerrainArea| Polygon::new(area.outline.corners().iter().copied().map(change).collect());
                table(areas.iter().map(|area| TerrainArea { outline: outline(area), ..area.clone() }).collect())
            };
            let seen = |terrain: &TableTerrain, one: Rectangle, two: Rectangle| {
                let [one, two] = [one, two].map(|base| with_levels(terrain, &[base]));
                sight(&SIGHT, terrain, &one, &two, BasesInWay::NONE, 60_000).map(|found| found.range).ok()
            };
            let range = seen(&table(areas.clone()), one, two);
            prop_assert_eq!(seen(&change(&areas, &|point| point + by), one.moved(by), two.moved(by)), range);
            let quarter = |base: Rectangle| Rectangle::new(turned(base.center()), base.facing().turned(900), 1000, 1000);
            prop_assert_eq!(seen(&change(&areas, &turned), quarter(one), quarter(two)), range);
        }

        #[test]
        fn c08_the_trace_of_a_line_is_mutual(areas in prop::collection::vec(random_area(), 0..8), one in random_base(), two in random_base()) {
            let terrain = table(areas);
            let [one, two] = [one, two].map(|base| with_levels(&terrain, &[base]));
            let sight = Obstructions::between(&SIGHT, &terrain, &one, &two, BasesInWay::NONE, true);
            let line = Segment::new(one[0].base.center(), two[0].base.center());
            let there = sight.trace(line, [one[0].level, two[0].level]).is_ok();
            prop_assert_eq!(there, sight.trace(line.reversed(), [two[0].level, one[0].level]).is_ok());
        }

        #[test]
        fn c08_a_unit_on_a_higher_level_sees_no_less(
            areas in prop::collection::vec(random_area(), 0..8), one in random_base(), two in random_base(), levels in (0_i32..4, 0_i32..4),
        ) {
            let mut terrain = table(areas);
            terrain.areas.retain(|area| area.level == 0);
            let sees = |level| {
                let one = SightBase { base: one, level };
                range(&terrain, one, SightBase { base: two, level: levels.1 })
            };
            let lower = sees(levels.0);
            if let Ok(range) = lower {
                prop_assert!(sees(levels.0 + 1).is_ok_and(|higher| higher <= range));
            }
        }

        #[test]
        fn c08_friends_never_open_a_line(areas in prop::collection::vec(random_area(), 0..5), bases in prop::collection::vec(random_base(), 2..6)) {
            let terrain = table(areas);
            let bases = with_levels(&terrain, &bases);
            let (ends, friends) = bases.split_at(2);
            let without = sight(&SIGHT, &terrain, &ends[..1], &ends[1..], BasesInWay::NONE, 60_000);
            let with = sight(&SIGHT, &terrain, &ends[..1], &ends[1..], by(friends), 60_000);
            prop_assert!(with.is_err() || without.is_ok());
        }
    }
}
