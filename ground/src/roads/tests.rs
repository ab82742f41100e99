//! Tests of roads on small landscapes.

use super::*;
use crate::anchors::PlacedSpot;
use crate::areas::AreaFigures;
use crate::era::PlaceRank;
use crate::grid::tests_grid;
use crate::rivers::RiverFigures;
use crate::source::{Node, Way};

/// A landscape of ways through points in thousands of centimeters. Ways meet where they have the same point.
#[derive(Default)]
struct Sketch {
    land: Landscape,
    places: Vec<PlacedSpot>,
}

impl Sketch {
    fn way(mut self, tags: &[(&str, &str)], points: &[(i32, i32)]) -> Self {
        let mut nodes = Vec::new();
        for (x, y) in points {
            let at = Point { x: x * 1000, y: y * 1000 };
            let known = self.land.nodes.iter().position(|node| node.at == at);
            let node = known.unwrap_or_else(|| {
                self.land.nodes.push(Node { id: self.land.nodes.len() as i64, at });
                self.land.nodes.len() - 1
            });
            nodes.push(node as u32);
        }
        let id = self.land.ways.len() as i64;
        self.land.ways.push(Way { id, nodes, tags: tags.iter().copied().collect() });
        self
    }

    fn place(mut self, name: &str, (x, y): (i32, i32)) -> Self {
        let at = Point { x: x * 1000, y: y * 1000 };
        let id = self.places.len() as i64;
        self.places.push(PlacedSpot { id, name: name.into(), rank: PlaceRank::Village, people: 0, at });
        self
    }

    /// Returns the roads on a map of 12 by 12 hexes of 1 km.
    fn roads(&self) -> (GroundGrid, Rivers, Roads) {
        let grid = tests_grid(12, 12, 100_000);
        let era = Era::default();
        let mut anchors = Anchors::new(&grid, self.places.clone());
        let rivers = Rivers::new(&self.land, &era, &grid, &mut anchors, &RiverFigures::default());
        let terrain = Terrain::new(&self.land, &era, &grid, &anchors, &AreaFigures::default());
        let roads = Roads::new(&self.land, &era, &grid, &anchors, &rivers, &terrain, &RoadFigures::default());
        (grid, rivers, roads)
    }
}

fn two_villages() -> Sketch {
    Sketch::default().place("Ahn", (-250, 0)).place("Bech", (250, 0))
}

#[test]
fn villages_are_joined_and_a_river_between_them_gets_one_bridge() {
    let sketch = two_villages()
        .way(&[("highway", "tertiary"), ("name", "Ahn lane")], &[(-250, 0), (-100, 20), (100, -20), (250, 0)])
        .way(&[("waterway", "river"), ("name", "Sauer")], &[(20, -900), (-30, -300), (10, 0), (30, 400), (0, 900)]);
    let (_, rivers, roads) = sketch.roads();
    assert_eq!(rivers.drawn.len(), 1);
    assert_eq!(roads.chains.len(), 1);
    assert_eq!(roads.chains[0].name.as_deref(), Some("Ahn lane"));
    assert_eq!(roads.chains[0].kind, battlewright_schema::RoadKind::Road);
    assert!((6..=7).contains(&roads.chains[0].tiles.len()), "{:?}", roads.chains[0].tiles.len());
    assert_eq!(roads.bridges.len(), 1);
    assert_eq!(roads.routes[0].crossings, 1);
    assert_eq!(roads.notices, []);
}

#[test]
fn a_road_beside_a_river_does_not_cross_it() {
    // The road winds along the bank for 10 km, 100 m from the water.
    let river: Vec<(i32, i32)> = (-12..=12).map(|n| (n * 50, if n % 2 == 0 { 30 } else { -20 })).collect();
    let road: Vec<(i32, i32)> = (-10..=10).map(|n| (n * 50, if n % 2 == 0 { 40 } else { -10 })).collect();
    let sketch = Sketch::default()
        .place("Ahn", road[0])
        .place("Bech", road[20])
        .way(&[("waterway", "river")], &river)
        .way(&[("highway", "secondary")], &road);
    let (_, rivers, roads) = sketch.roads();
    assert!(rivers.drawn[0].sides.len() > 8);
    assert!(roads.chains.iter().map(|chain| chain.tiles.len()).sum::<usize>() > 8);
    assert_eq!(roads.bridges, []);
}

#[test]
fn bypasses_suburbs_and_footpaths_vanish_and_lonely_places_are_told() {
    let sketch = two_villages()
        .place("Crest", (0, 300))
        .way(&[("highway", "tertiary")], &[(-250, 0), (250, 0)])
        .way(&[("highway", "residential")], &[(-250, 0), (-250, 30), (-230, 30)])
        .way(&[("highway", "unclassified")], &[(-250, 0), (-200, 200), (200, 200), (250, 0)])
        .way(&[("highway", "footway")], &[(0, 300), (0, 0)])
        .way(&[("highway", "motorway")], &[(-900, 150), (900, 150)]);
    let (_, _, roads) = sketch.roads();
    assert_eq!(roads.routes.len(), 1);
    assert_eq!(roads.notices, [Notice::NoRoad("Crest".to_owned())]);
    assert_eq!(roads.chains[0].name.as_deref(), Some("Ahn - Bech"));
}

#[test]
fn main_roads_leave_the_map_and_cross_the_bridge_at_the_end_of_the_data() {
    let sketch = two_villages()
        .way(&[("highway", "primary"), ("ref", "N 1")], &[(-900, 0), (-250, 0), (250, 0)])
        // The extract ends at the bridge.
        .way(&[("highway", "primary"), ("ref", "N 1")], &[(250, 0), (340, 0)])
        .way(&[("waterway", "river")], &[(350, -900), (350, 900)]);
    let (grid, _, roads) = sketch.roads();
    assert_eq!(roads.bridges.len(), 1, "{:?}", roads.chains);
    let kinds: BTreeSet<_> = roads.chains.iter().map(|chain| chain.kind).collect();
    assert_eq!(kinds, BTreeSet::from([battlewright_schema::RoadKind::Major]));
    let ends: Vec<Tile> =
        roads.chains.iter().flat_map(|chain| [chain.tiles[0], chain.tiles[chain.tiles.len() - 1]]).collect();
    let is_edge = |tile: &Tile| grid.neighbors(*tile).into_iter().flatten().any(|other| !grid.is_on_map(other));
    assert!(ends.iter().any(is_edge), "the road reaches the edge of the map");
}

#[test]
fn routes_that_two_others_replace_vanish_and_shared_stretches_are_one() {
    let sketch = Sketch::default()
        .place("Ahn", (-400, 0))
        .place("Bech", (0, 50))
        .place("Clerf", (400, 0))
        .way(&[("highway", "tertiary")], &[(-400, 0), (-200, 20), (0, 50)])
        .way(&[("highway", "tertiary")], &[(0, 50), (200, 20), (400, 0)])
        .way(&[("highway", "track")], &[(-200, 20), (200, 20)]);
    let (_, _, roads) = sketch.roads();
    assert_eq!(roads.routes.len(), 2);
    let steps: Vec<_> = roads.chains.iter().flat_map(|chain| chain.tiles.windows(2)).collect();
    assert_eq!(steps.len(), roads.steps().len(), "each step once");
}

#[test]
fn fords_are_told_and_railways_are_a_preview() {
    let sketch = two_villages()
        .way(&[("highway", "track"), ("ford", "yes")], &[(-250, 0), (250, 0)])
        .way(&[("railway", "rail")], &[(-250, 0), (0, 100), (250, 0)])
        .way(&[("waterway", "stream")], &[(10, -900), (10, 900)]);
    let (grid, rivers, roads) = sketch.roads();
    assert!(roads.bridges.iter().all(|bridge| bridge.is_ford) && roads.bridges.len() == 1);
    let anchors = Anchors::new(&grid, sketch.places.clone());
    let rails =
        Roads::railways(&sketch.land, &Era::of_year(Some(1870)), &grid, &anchors, &rivers, &RoadFigures::default());
    assert_eq!(rails.chains.len(), 1);
    let none =
        Roads::railways(&sketch.land, &Era::of_year(Some(1815)), &grid, &anchors, &rivers, &RoadFigures::default());
    assert!(none.chains.is_empty());
}

#[test]
fn a_map_without_roads_or_places_is_empty() {
    let (_, _, roads) = Sketch::default().roads();
    assert!(roads.chains.is_empty() && roads.notices.is_empty());
    let (_, _, roads) = two_villages().roads();
    assert!(roads.chains.is_empty());
}

#[test]
fn a_road_to_a_quay_ends_on_land() {
    // A coast from north to south, with the sea in the east, and a main road onto a mole.
    let sketch = two_villages()
        .way(&[("natural", "coastline")], &[(330, 1300), (330, 100), (420, 90), (420, 70), (330, 60), (330, -1300)])
        .way(&[("highway", "primary")], &[(-250, 0), (250, 0), (310, 40), (415, 80)]);
    let (grid, _, roads) = sketch.roads();
    let tiles: BTreeSet<Tile> = roads.chains.iter().flat_map(|chain| chain.tiles.iter().copied()).collect();
    assert!(tiles.len() > 4);
    // The mole is a part of its hexes only.
    let farthest = tiles.iter().map(|tile| grid.center(*tile).x).max().unwrap();
    assert!(farthest < 380_000, "{farthest}");
}
