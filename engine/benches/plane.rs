//! The cost of geometry on a table of 44 by 44 inches with 60 bases and 40 polygons: a line of sight between two units, in the
//! open and where it is blocked, and the legal moves of a unit.

#![allow(clippy::unwrap_used, reason = "a bench may fail loudly")]

use std::sync::LazyLock;

use battlewright_engine::kit::plane::{Bounds, Direction, Point, Polygon, Rectangle};
use battlewright_engine::systems::outrance::rules::c04_formations::{BaseExtent, Footprint, UnitPlacement, footprint};
use battlewright_engine::systems::outrance::rules::c04_movement::{
    MoveLeg, MoveRules, MoveStart, Mover, Surroundings, legal_move,
};
use battlewright_engine::systems::outrance::rules::c04_reach::MoveSearch;
use battlewright_engine::systems::outrance::rules::c08_sight::{BasesInWay, SightBase, SightRules, sight, with_levels};
use battlewright_engine::systems::outrance::rules::c08_terrain::{GoingByTroops, TableTerrain, TerrainArea};
use battlewright_schema::outrance::{Cover, GroundGoing, Posture, Rules, SightHeight, TroopType};
use divan::{Bencher, black_box};

const INFANTRY: BaseExtent = BaseExtent { width: 1000, depth: 1000 };
static SIGHT: LazyLock<SightRules> = LazyLock::new(|| SightRules::of(Rules::published()));

static MOVES: LazyLock<MoveRules> = LazyLock::new(|| MoveRules::of(Rules::published()));

fn main() {
    divan::main();
}

/// Numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i32::try_from((self.0 >> 33) % u64::try_from(limit).unwrap()).unwrap()
    }
}

/// Half of 40 polygons are woods and towns, the others hills, with six to nine corners each.
fn terrain() -> TableTerrain {
    let mut numbers = Numbers(1);
    let areas = (0..40).map(|number| {
        let center = Point::new(numbers.below(44_000), numbers.below(44_000));
        let count = 6 + numbers.below(4);
        let corners = (0..count).map(|corner| {
            let way = Direction::from_tenths(corner * 3600 / count);
            center + way.ahead(1000 + numbers.below(3000))
        });
        let open = TerrainArea::open(Polygon::new(corners.collect()));
        if number % 2 == 0 {
            return TerrainArea { level: 1 + number / 20, stepped: number % 4 == 0, ..open };
        }
        let going = GoingByTroops::all(GroundGoing::Rough);
        TerrainArea { going, cover: Cover::Soft, height: SightHeight::Tall, woods: number % 8 != 1, ..open }
    });
    TableTerrain {
        table: Bounds::table(44_000, 44_000),
        areas: areas.collect(),
        obstacles: Vec::new(),
        roads: Vec::new(),
        choke_points: Vec::new(),
    }
}

/// Fifteen units of four bases.
fn units() -> Vec<(UnitPlacement, Footprint)> {
    let mut numbers = Numbers(7);
    let unit = |number: i32| {
        let at = Point::new(4000 + number % 4 * 12_000, 6000 + number / 4 * 10_000);
        let facing = Direction::from_degrees(numbers.below(360));
        let posture = if number % 2 == 0 { Posture::Deployed } else { Posture::Maneuver };
        let place = UnitPlacement::new(at, facing, posture, TroopType::Infantry, 4);
        let bases = footprint(&place, TroopType::Infantry, 4, INFANTRY, 300).unwrap();
        (place, bases)
    };
    (0..15).map(unit).collect()
}

/// Lines of sight between all pairs of units, with the other bases as friends; the time is that of one.
#[divan::bench]
fn line_of_sight_between_units(bencher: Bencher<'_, '_>) {
    let (terrain, units) = (terrain(), units());
    let all: Vec<Vec<SightBase>> = units.iter().map(|(_, unit)| with_levels(&terrain, unit.bases()).to_vec()).collect();
    let mut pairs = Vec::new();
    for one in 0..all.len() {
        for two in (0..all.len()).filter(|two| *two != one) {
            let friends = (0..all.len()).filter(|other| *other != one && *other != two);
            pairs.push((one, two, friends.flat_map(|other| all[other].clone()).collect::<Vec<SightBase>>()));
        }
    }
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % pairs.len();
        let (one, two, friends) = &pairs[next];
        black_box(sight(&SIGHT, &terrain, &all[*one], &all[*two], BasesInWay { friends, ..BasesInWay::NONE }, 12_000))
    });
}

/// The same within 12 inches, the greatest range of fire, where the line is not refused for its length.
#[divan::bench]
fn line_of_sight_within_range(bencher: Bencher<'_, '_>) {
    let (terrain, units) = (terrain(), units());
    let all: Vec<Vec<SightBase>> = units.iter().map(|(_, unit)| with_levels(&terrain, unit.bases()).to_vec()).collect();
    let near = |one: usize, two: usize| one != two && units[one].1.distance(&units[two].1).at_most(12_000);
    let pairs: Vec<(usize, usize)> = (0..all.len())
        .flat_map(|one| (0..all.len()).map(move |two| (one, two)))
        .filter(|(one, two)| near(*one, *two))
        .collect();
    let friends = |one: usize, two: usize| (0..all.len()).filter(move |other| *other != one && *other != two);
    let friends: Vec<Vec<SightBase>> =
        pairs.iter().map(|(one, two)| friends(*one, *two).flat_map(|other| all[other].clone()).collect()).collect();
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % pairs.len();
        let (one, two) = pairs[next];
        black_box(sight(
            &SIGHT,
            &terrain,
            &all[one],
            &all[two],
            BasesInWay { friends: &friends[next], ..BasesInWay::NONE },
            12_000,
        ))
    });
}

/// One line of sight between two single bases.
#[divan::bench]
fn line_of_sight_between_bases(bencher: Bencher<'_, '_>) {
    let (terrain, units) = (terrain(), units());
    let bases: Vec<SightBase> = units.iter().flat_map(|(_, unit)| with_levels(&terrain, unit.bases())).collect();
    let count = bases.len();
    let pairs: Vec<(SightBase, SightBase, Vec<SightBase>)> = (0..count)
        .flat_map(|one| [5, 17, 29].map(|step| (one, (one + step) % count)))
        .map(|(one, two)| {
            let others = bases.iter().enumerate().filter(|(other, _)| *other != one && *other != two);
            (bases[one], bases[two], others.map(|(_, base)| *base).collect())
        })
        .collect();
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % pairs.len();
        let (one, two, friends) = &pairs[next];
        black_box(sight(&SIGHT, &terrain, &[*one], &[*two], BasesInWay { friends, ..BasesInWay::NONE }, 44_000))
    });
}

/// Calls `query` with the search of moves of one unit among the others.
fn among_others<R>(query: impl FnOnce(&MoveSearch<'_>) -> R) -> R {
    let (terrain, units) = (terrain(), units());
    let others = units.iter().skip(1).map(|(_, unit)| unit);
    let (mut friends, mut enemies): (Vec<Rectangle>, Vec<Rectangle>) = (Vec::new(), Vec::new());
    for (number, unit) in others.enumerate() {
        if number % 2 == 0 { &mut enemies } else { &mut friends }.extend(unit.bases());
    }
    let around = Surroundings { terrain: &terrain, friends: &friends, enemies: &enemies };
    let place =
        UnitPlacement::new(Point::new(22_000, 20_000), Direction::UP, Posture::Maneuver, TroopType::Infantry, 4);
    let before = footprint(&place, TroopType::Infantry, 4, INFANTRY, 300).unwrap();
    query(&MoveSearch {
        rules: &MOVES,
        around: &around,
        mover: Mover { troops: TroopType::Infantry, bases: 4, base: INFANTRY },
        start: MoveStart { before: &before, place: &place },
        allowance: 12_000,
    })
}

/// The check of one path of four legs.
#[divan::bench]
fn check_of_a_path(bencher: Bencher<'_, '_>) {
    among_others(|search| {
        let at = search.start.place.at;
        let legs: Vec<MoveLeg> = [20, 340, 15, 350]
            .into_iter()
            .scan(at, |at, degrees| {
                let facing = Direction::from_degrees(degrees);
                *at = *at + facing.ahead(1000);
                Some(MoveLeg { facing, to: *at })
            })
            .collect();
        bencher.bench_local(|| {
            black_box(legal_move(search.rules, search.around, search.mover, search.start, black_box(&legs), 12_000))
        });
    });
}

/// The farthest legal moves in sixteen directions.
#[divan::bench]
fn legal_moves_in_sixteen_directions(bencher: Bencher<'_, '_>) {
    among_others(|search| bencher.bench_local(|| black_box(search.around(16))));
}
