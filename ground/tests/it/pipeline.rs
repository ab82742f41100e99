//! Whole maps of a few countries: the floors of the acceptance, determinism and rotation.

use battlewright_ground::areas::GroundKind;
use battlewright_ground::{Plane, Point, Side};
use battlewright_schema::Orientation;
use std::collections::BTreeMap;

use crate::case::{Case, Layout};
use crate::score::ground::{LevelScore, WoodScore};
use crate::score::rivers::RiverScore;
use crate::score::roads::RoadScore;

/// Layouts of each kind.
const LAYOUTS: [Layout; 3] = [
    Layout::USUAL,
    Layout { hex_metres: 500.0, orientation: Orientation::Pointy, rotation: 30.0 },
    Layout { hex_metres: 1500.0, orientation: Orientation::Flat, rotation: 0.0 },
];

#[test]
fn maps_of_made_up_countries_are_true() {
    for (seed, layout) in (1..).zip(LAYOUTS) {
        let case = Case::new(seed, layout);
        let (rivers, roads) = (RiverScore::of(&case), RoadScore::of(&case));
        let (woods, levels) = (WoodScore::of(&case), LevelScore::of(&case));
        println!("{seed} {layout:?}\n  {rivers:?}\n  {roads:?}\n  {woods:?}\n  {levels:?}");
        assert!(rivers.whole.all > 2 && rivers.banks.all > 20 && roads.connected.all > 5, "the map shows something");
        assert_eq!(rivers.whole.value(), 1.0);
        assert!(rivers.junctions.value() >= 0.9);
        assert_eq!(rivers.banks.value(), 1.0);
        assert!(roads.connected.value() >= 0.98);
        assert!(roads.on_road.value() >= 0.98);
        assert_eq!(roads.networks, 1);
        assert!(roads.crossings.value() >= 0.94);
        assert_eq!(roads.bridges.value(), 1.0);
        assert!(roads.longest <= 1.8);
        assert!((0.9..=1.1).contains(&woods.area));
        assert!(woods.kept.value() >= 0.85);
        assert!(woods.right.value() >= 0.92);
        assert!(levels.equal.value() >= 0.85);
        assert!(levels.within_one.value() >= 0.995);
    }
}

#[test]
fn what_is_modern_vanishes() {
    let case = Case::new(4, Layout::USUAL);
    assert!(case.roads.chains.iter().all(|chain| chain.name.as_deref() != Some("A 4")));
    let villages = case.map().filter(|tile| matches!(case.terrain.get(*tile), GroundKind::Village | GroundKind::Town));
    let places = case.anchors.places().filter(|(spot, home)| home.is_some() && !spot.name.is_empty()).count();
    assert!(villages.count() <= places, "no suburbs");
}

#[test]
fn the_same_files_make_the_same_map() {
    let [a, b] = [(); 2].map(|()| Case::new(5, Layout::USUAL));
    assert_eq!(a.rivers.drawn, b.rivers.drawn);
    assert_eq!(a.roads.chains, b.roads.chains);
    assert_eq!(a.levels, b.levels);
}

/// The hexes of both maps lie on each other when one is turned by 60 degrees.
#[test]
fn a_turned_map_is_the_same_where_both_have_the_hex() {
    let straight = Case::new(6, Layout::USUAL);
    let layout = Layout { rotation: 60.0, ..Layout::USUAL };
    // Its middle is where a hex of both lies on the other.
    let (grid, shared) = (layout.grid(), straight.grid.at(Point::default()).unwrap());
    let own = grid.center(grid.at(Point::default()).unwrap());
    let shared = straight.plane.position(straight.grid.center(shared));
    let middle = Plane::new(shared, 60.0).unwrap().position(Point { x: -own.x, y: -own.y });
    let turned = Case::about(6, layout, middle);
    let (mut same, mut woods, mut twins) = (0, 0, BTreeMap::new());
    for tile in straight.map() {
        let at = turned.plane.point(straight.plane.position(straight.grid.center(tile)));
        let Some(twin) = turned.grid.at(at).filter(|twin| turned.grid.is_on_map(*twin)) else { continue };
        let off = turned.grid.center(twin).distance(at);
        assert!(off < 100.0, "the hexes lie on each other: {off}");
        twins.insert(tile, twin);
        match (straight.terrain.get(tile), turned.terrain.get(twin)) {
            (own, other) if own == other => same += 1,
            // A wood that the border cuts is worth another number of hexes there.
            (GroundKind::Woods, GroundKind::Clear) | (GroundKind::Clear, GroundKind::Woods) => woods += 1,
            (own, other) => panic!("{:?} is {own:?} and {other:?}", straight.grid.hex(tile)),
        }
    }
    println!("{same} hexes are the same, {woods} are woods on one map only");
    assert!(same > 100 && woods * 20 < same);
    let (own, other) = (straight.rivers.sides(), turned.rivers.sides());
    let mut rivers = 0;
    for tile in twins.keys() {
        for side in straight.grid.sides(*tile) {
            let (Some(low), Some(high)) = (twins.get(&side.low), twins.get(&side.high)) else { continue };
            // Whether a stem is a river is decided by its length in the zone, which differs.
            assert_eq!(own.contains_key(&side), other.contains_key(&Side::between(*low, *high)), "{side:?}");
            rivers += usize::from(own.contains_key(&side));
        }
    }
    assert!(rivers > 50, "{rivers}");
}
