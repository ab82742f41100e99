//! Tests of terrain on small landscapes.

use super::*;
use crate::anchors::PlacedSpot;
use crate::grid::tests_grid;
use crate::source::{Area, Node, Way};

/// The landscape of a test, in thousands of centimeters.
#[derive(Default)]
struct Drawn(Landscape);

impl Drawn {
    fn area(mut self, key: &str, value: &str, points: &[(i32, i32)]) -> Self {
        let ring = points.iter().map(|(x, y)| Point { x: x * 1000, y: y * 1000 }).collect();
        let tags = [(key, value)].into_iter().collect();
        self.0.areas.push(Area { id: 1, rings: vec![ring], tags });
        self
    }

    fn square(self, key: &str, value: &str, (x, y): (i32, i32), half: i32) -> Self {
        self.area(key, value, &[(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
    }

    fn coast(mut self, points: &[(i32, i32)]) -> Self {
        let first = self.0.nodes.len() as u32;
        for (n, (x, y)) in points.iter().enumerate() {
            self.0.nodes.push(Node { id: i64::from(first) + n as i64, at: Point { x: x * 1000, y: y * 1000 } });
        }
        let nodes = (first..self.0.nodes.len() as u32).collect();
        self.0.ways.push(Way { id: first.into(), nodes, tags: [("natural", "coastline")].into_iter().collect() });
        self
    }

    fn terrain(&self, grid: &GroundGrid, spots: Vec<PlacedSpot>, figures: &AreaFigures) -> Terrain {
        Terrain::new(&self.0, &Era::default(), grid, &Anchors::new(grid, spots), figures)
    }
}

fn place(rank: PlaceRank, at: Point) -> PlacedSpot {
    PlacedSpot { id: 1, name: "Place".into(), rank, people: 0, at }
}

fn count(grid: &GroundGrid, terrain: &Terrain, kind: GroundKind) -> usize {
    grid.tiles().filter(|tile| grid.is_on_map(*tile) && terrain.get(*tile) == kind).count()
}

#[test]
fn a_place_in_a_lake_stays_land() {
    let grid = tests_grid(8, 8, 100_000);
    let lake = Drawn::default().square("natural", "water", (0, 0), 220);
    let tile = grid.at(Point::default()).unwrap();
    let dry = lake.terrain(&grid, vec![place(PlaceRank::Hamlet, grid.center(tile))], &AreaFigures::default());
    assert_eq!(dry.get(tile), GroundKind::Farm);
    let wet = lake.terrain(&grid, Vec::new(), &AreaFigures::default());
    assert_eq!(wet.get(tile), GroundKind::Water);
    assert!((18..=26).contains(&count(&grid, &wet, GroundKind::Water)), "{}", count(&grid, &wet, GroundKind::Water));
    assert!(wet.is_water(&grid, Point::default()));
    assert!(!wet.is_water(&grid, Point { x: 300_000, y: 0 }));
}

#[test]
fn woods_get_as_many_hexes_as_they_are_worth() {
    let grid = tests_grid(20, 20, 100_000);
    // One wood of four hexes across the corners of many, and five copses of 0.7 hexes, each across corners.
    let mut woods = Drawn::default().square("landuse", "forest", (-400, -400), 93);
    for (n, x) in (-700..700).step_by(300).enumerate() {
        woods = woods.square("natural", "wood", (x, 150 + 37 * n as i32), 39);
    }
    let terrain = woods.terrain(&grid, Vec::new(), &AreaFigures::default());
    let total = count(&grid, &terrain, GroundKind::Woods);
    assert_eq!(total, 8, "4.0 + 5 * 0.7 hexes");
    let tile = grid.at(Point { x: -400_000, y: -400_000 }).unwrap();
    assert_eq!(terrain.get(tile), GroundKind::Woods);
    assert!(terrain.woods_share(tile) > 80);
}

#[test]
fn houses_count_only_near_places_and_by_their_growth() {
    let grid = tests_grid(20, 20, 50_000);
    let houses = Drawn::default().square("landuse", "residential", (0, 0), 300);
    let at = grid.center(grid.at(Point::default()).unwrap());
    let built = |rank, growth| {
        let figures = AreaFigures { growth, ..AreaFigures::default() };
        let terrain = houses.terrain(&grid, vec![place(rank, at)], &figures);
        (count(&grid, &terrain, GroundKind::Town), count(&grid, &terrain, GroundKind::Village))
    };
    assert_eq!(built(PlaceRank::Village, 1.0), (0, 1), "400 m reach no other hex");
    assert_eq!(built(PlaceRank::Village, 2.0), (0, 7));
    assert_eq!(built(PlaceRank::Town, 1.0).0, 7);
    assert_eq!(built(PlaceRank::Town, 0.0), (1, 0));
}

#[test]
fn the_sea_is_on_the_right_of_the_coast() {
    let grid = tests_grid(8, 8, 100_000);
    // From the top to the bottom, with the land on the left as one walks: in the east.
    let coast = Drawn::default().coast(&[(30, -2000), (-20, -100), (40, 100), (10, 2000)]);
    let terrain = coast.terrain(&grid, Vec::new(), &AreaFigures::default());
    assert_eq!(terrain.notices, []);
    for tile in grid.tiles().filter(|tile| grid.center(*tile).x.abs() > 90_000) {
        let expected = if grid.center(tile).x < 0 { GroundKind::Water } else { GroundKind::Clear };
        assert_eq!(terrain.get(tile), expected, "{:?}", grid.center(tile));
    }
}

#[test]
fn islands_are_land_and_an_open_coast_is_told() {
    let grid = tests_grid(8, 8, 100_000);
    // An island: the land is on the left of a way around it against the clock.
    let shore = [(-150, -150), (-150, 150), (150, 150), (150, -150), (-150, -150)];
    let island = Drawn::default().coast(&shore).terrain(&grid, Vec::new(), &AreaFigures::default());
    assert_eq!(island.get(grid.at(Point::default()).unwrap()), GroundKind::Clear);
    assert_eq!(island.get(grid.at(Point { x: 300_000, y: 0 }).unwrap()), GroundKind::Water);
    assert_eq!(island.notices, []);
    let mut lagoon = shore;
    lagoon.reverse();
    let lagoon = Drawn::default().coast(&lagoon).terrain(&grid, Vec::new(), &AreaFigures::default());
    assert_eq!(lagoon.get(grid.at(Point::default()).unwrap()), GroundKind::Water);
    assert_eq!(lagoon.get(grid.at(Point { x: 300_000, y: 0 }).unwrap()), GroundKind::Clear);
    let open = Drawn::default().coast(&[(0, -2000), (0, 0)]).terrain(&grid, Vec::new(), &AreaFigures::default());
    assert_eq!(open.notices, [Notice::OpenCoast(1)]);
}
