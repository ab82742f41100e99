//! Boxes that rule out what is far away change no answer: of random tables, whose areas have boxes as large as the table, and of
//! random games, whose units look at all others.

use proptest::prelude::*;

use crate::Outrance;
use crate::action::Action;
use crate::rules::c04_formations::{Footprint, UnitPlacement, footprint};
use crate::rules::c04_movement::{MoveLeg, MoveStart, Mover, Surroundings, legal_move};
use crate::rules::c06_fire::FireTarget;
use crate::rules::c08_closed_ground::ClosedGround;
use crate::rules::c08_sight::{BasesInWay, sight, with_levels};
use crate::rules::c08_terrain::{GoingByTroops, TableTerrain, TerrainArea};
use crate::state::{Task, UnitIx};
use crate::tests::games::{SCENARIOS, started};
use crate::tests::testing::{INFANTRY, MOVES, SIGHT, plain, town, woods};
use battlewright_core::game::{Chance, Game as _, Turn};
use battlewright_core::kit::plane::{Bounds, Direction, Point, Polygon, Rectangle, Segment, Vector, sweep};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::play::Dice;
use battlewright_schema::outrance::{GroundGoing, Posture, TroopType};
use battlewright_testkit::random_cases;

const INF: TroopType = TroopType::Infantry;

/// An area of some kind around a point in inches.
fn random_area() -> impl Strategy<Value = TerrainArea> {
    let radii = prop::collection::vec(1_i32..7, 3..8);
    (5_i32..55, 5_i32..55, radii, 0_i32..5).prop_map(|(x, y, radii, kind)| {
        let count = i32::try_from(radii.len()).unwrap();
        let corner = |(place, radius): (i32, &i32)| {
            Point::new(x * 1000, y * 1000) + Direction::from_tenths(place * 3600 / count).ahead(radius * 1000)
        };
        let outline = Polygon::new((0..).zip(&radii).map(corner).collect());
        match kind {
            0 => TerrainArea { outline, ..woods(0, 0, 1, 1) },
            1 => TerrainArea { outline, ..town(0, 0, 1, 1) },
            2 => TerrainArea { going: GoingByTroops::all(GroundGoing::Impassable), ..TerrainArea::open(outline) },
            _ => TerrainArea { level: kind - 2, stepped: kind == 4, ..TerrainArea::open(outline) },
        }
    })
}

fn is_closed(area: &TerrainArea) -> bool {
    area.going.of(INF) == GroundGoing::Impassable
}

/// The same table, but each area that is not closed has thorns without width to two corners of the table, so that no box rules it
/// out. A thorn of a closed area would be closed itself.
fn thorny(terrain: &TableTerrain) -> TableTerrain {
    let ends = terrain.table.grown(100_000).ends();
    let thorny = |area: &TerrainArea| {
        if is_closed(area) {
            return area.clone();
        }
        let mut corners = area.outline.corners().to_vec();
        let last = corners[corners.len() - 1];
        corners.extend(ends.iter().flat_map(|end| [*end, last]));
        TerrainArea { outline: Polygon::new(corners), ..area.clone() }
    };
    TableTerrain { areas: terrain.areas.iter().map(thorny).collect(), ..terrain.clone() }
}

fn random_place() -> impl Strategy<Value = UnitPlacement> {
    let postures = prop::sample::select(vec![Posture::Deployed, Posture::Maneuver, Posture::March]);
    (10_000_i32..50_000, 10_000_i32..50_000, 0_i32..3600, postures).prop_map(|(x, y, facing, posture)| {
        UnitPlacement::new(Point::new(x, y), Direction::from_tenths(facing), posture, INF, 4)
    })
}

fn brigade(place: &UnitPlacement) -> Footprint {
    footprint(place, INF, 4, INFANTRY, 300).unwrap()
}

proptest! {
    #![proptest_config(random_cases())]

    #[test]
    fn c08_closed_ground_and_sight_do_not_depend_on_boxes(
        areas in prop::collection::vec(random_area(), 0..9), from in random_place(), to in random_place(),
    ) {
        let terrain = TableTerrain { areas, ..plain() };
        let (unit, other) = (brigade(&from), brigade(&to));
        let seen = |terrain: &TableTerrain| {
            let [one, two] = [&unit, &other].map(|unit| with_levels(terrain, unit.bases()));
            sight(&SIGHT, terrain, &one, &two, BasesInWay::NONE, 60_000)
        };
        prop_assert_eq!(seen(&terrain), seen(&thorny(&terrain)));
        let closed = ClosedGround { terrain: &terrain, troops: INF, choke_reach: 500 };
        let by = to.at - from.at;
        let holds = |inside: &dyn Fn(&Polygon) -> bool| terrain.areas.iter().any(|area| is_closed(area) && inside(&area.outline));
        let passes = |by: Vector| {
            let bases = unit.bases();
            holds(&|outline| bases.iter().any(|base| outline.overlaps(&sweep::swept(&base.grown(-2), by))))
        };
        prop_assert_eq!(closed.is_under(&unit), passes(Vector::default()));
        prop_assert_eq!(closed.blocks(&unit, by), passes(by));
        prop_assert_eq!(closed.is_across(from.at, to.at), holds(&|outline| !outline.inside(Segment::new(from.at, to.at)).is_empty()));
    }

    #[test]
    fn c04_moves_do_not_depend_on_boxes(
        areas in prop::collection::vec(random_area(), 0..9), from in random_place(), other in random_place(),
        legs in prop::collection::vec((0_i32..3600, 500_i32..8000), 1..4),
    ) {
        let terrain = TableTerrain { areas, ..plain() };
        let (unit, other) = (brigade(&from), brigade(&other));
        let legs: Vec<MoveLeg> = legs.iter().scan(from.at, |at, (way, length)| {
            let facing = Direction::from_tenths(*way);
            *at = *at + facing.ahead(*length);
            Some(MoveLeg { facing, to: *at })
        }).collect();
        let moved = |terrain: &TableTerrain| {
            let around = Surroundings { terrain, friends: other.bases(), enemies: &[] };
            let start = MoveStart { before: &unit, place: &from };
            legal_move(&MOVES, &around, Mover { troops: INF, bases: 4, base: INFANTRY }, start, &legs, 60_000)
        };
        prop_assert_eq!(moved(&terrain), moved(&thorny(&terrain)));
    }
}

/// A look at the units of a game with and without boxes.
fn units_agree(game: &Outrance, unit: UnitIx) {
    let Some(shape) = game.shape(unit) else { return };
    let enemies: Vec<Rectangle> = game.bases_but(game.side_of(unit).other(), &[]);
    let distances = enemies.iter().flat_map(|enemy| shape.bases().iter().map(|base| base.distance(enemy)));
    assert_eq!(game.nearest_enemy(unit), distances.min().map(|distance| distance.floor()));
    let at = shape.center();
    let points = game.fighters(game.side_of(unit).other()).map(|(_, enemy)| enemy.nearest(at));
    assert_eq!(game.enemy_point(unit, at), points.min_by_key(|point| point.distance(at)));
    assert_eq!(game.bases_near(game.side_of(unit).other(), &[], Bounds::ALL), enemies);
    let Some(place) = game.place(unit) else { return };
    for (target, _) in game.fighters(game.side_of(unit).other()) {
        let found = game.line_of_fire(unit, shape, target).and_then(Result::ok);
        let has_index = |found: FireTarget| {
            let fire = &game.board.rules.tables.fire;
            found.band.zip(game.combatant(unit).class()).and_then(|(band, class)| fire.index(class, found.action, band))
        };
        let facts = game.fire_facts(unit, target, place.facing);
        assert_eq!(facts.is_some(), found.and_then(has_index).is_some(), "{target:?}");
    }
}

/// Tries legs of all lengths with the units in reach, and with all units.
fn moves_agree(game: &Outrance, legal: &[Action], dice: &mut Dice) {
    let Some(Task::Move(task)) = game.stack().last() else { return };
    let Some(from) = game.point_of(task.unit) else { return };
    let all = game.all_neighbors(task.unit);
    let listed = legal.iter().filter_map(|action| match action {
        Action::Leg { to, facing } => Some((*to, *facing)),
        _ => None,
    });
    let mut number = |from: u16| i32::from(dice.roll(Chance::Draw { from })[0]);
    let random: Vec<(Point, Direction)> = (0..12)
        .map(|_| {
            let facing = Direction::from_tenths(number(3600));
            (from + facing.ahead(number(20_000)), facing)
        })
        .collect();
    for (to, facing) in listed.chain(random) {
        let next = game.with_leg(task, to, facing);
        let near = game.neighbors(task, Some(to));
        assert_eq!(game.judge(&next, &near), game.judge(&next, &all), "{to:?} {facing:?}");
    }
    for (number, road) in (0..).zip(&game.board.terrain.roads) {
        for to in [road.points()[0], road.points()[road.points().len() - 1]] {
            let [near, far] =
                [&game.neighbors(task, None), &all].map(|others| game.along_road(task, number, to, others));
            assert_eq!(near, far, "road {number}");
        }
    }
}

#[test]
fn c04_units_out_of_reach_make_no_difference_in_random_games() {
    for (_, text) in &SCENARIOS[..2] {
        let (mut game, mut dice, mut legal) = (started(text), Dice::new(11), Vec::new());
        for _ in 0..250 {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance(chance) => game.resolve(&dice.roll(chance), &mut ()),
                Turn::Choose(_) => {
                    game.actions(&mut legal);
                    moves_agree(&game, &legal, &mut dice);
                    if let Some(unit) = game.active_piece() {
                        units_agree(&game, unit);
                    }
                    let nth = dice.roll(Chance::Draw { from: u16::try_from(legal.len()).unwrap() })[0];
                    game.apply_listed(&legal[usize::from(nth)], &mut ());
                }
            }
        }
    }
}
