//! The field of Mars-la-Tour as geographic data, made of the map of the bundled scenario: a map from this ground must come near to the one
//! that was drawn by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlewright_ground::read::{NamedPlace, overview_of_file};
use battlewright_ground::run::{Derivation, GroundData, GroundFile, GroundPlace, GroundRequest, Watch, fit_place};
use battlewright_ground::{Era, GroundGrid, LatLon, Plane, Point, Tile};
use battlewright_schema::{Cell, Common, Grid, HexId, HexsideId, HexsideKind, Look, Scenario, System, load};

use crate::by_hand::{ElementWriter, Spot};

/// The file, from the folder of the crate.
const FILE: &str = "../tests/ground/mars-la-tour.osm";
/// The middle of the map.
const MIDDLE: LatLon = LatLon { lat: 49.098, lon: 5.918 };

fn text() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios/mars-la-tour.toml");
    std::fs::read_to_string(path).unwrap()
}

fn drawn() -> Scenario {
    load(&text()).scenario.unwrap()
}

fn request() -> GroundRequest {
    let place = GroundPlace { lat: MIDDLE.lat, lon: MIDDLE.lon, ..GroundPlace::default() };
    let place = place.with_hexes_of(drawn().common()).unwrap();
    GroundRequest { place, era: Era::of_year(Some(1870)), ..GroundRequest::default() }
}

/// Returns a number from `-most` to `most` that depends on `spot`.
fn jitter((x, y): Spot, salt: i32, most: i32) -> i32 {
    let mixed = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ salt.wrapping_mul(83_492_791);
    (mixed >> 7).rem_euclid(2 * most + 1) - most
}

fn moved(spot: Spot, most: i32) -> Spot {
    (spot.0 + jitter(spot, 1, most), spot.1 + jitter(spot, 2, most))
}

fn spot(point: Point) -> Spot {
    (point.x / 100, -point.y / 100)
}

/// Returns the corner between three hexes, not quite where it is drawn.
fn corner(grid: &GroundGrid, tiles: [Tile; 3]) -> Spot {
    let mut tiles = tiles;
    tiles.sort();
    let centers = tiles.map(|tile| spot(grid.center(tile)));
    let middle = |of: fn(&Spot) -> i32| centers.iter().map(of).sum::<i32>() / 3;
    moved((middle(|at| at.0), middle(|at| at.1)), 90)
}

/// Returns the two corners at the ends of the border between two hexes.
fn ends(grid: &GroundGrid, a: Tile, b: Tile) -> [Spot; 2] {
    let next = |tile| grid.neighbors(tile).into_iter().flatten().collect::<BTreeSet<Tile>>();
    let both: Vec<Spot> = next(a).intersection(&next(b)).map(|third| corner(grid, [a, b, *third])).collect();
    both.try_into().unwrap()
}

/// Returns the line of a stream that follows these hexsides.
fn course(sides: &[[Spot; 2]]) -> Vec<Spot> {
    let mut line = Vec::new();
    for (n, side) in sides.iter().enumerate() {
        let next = sides.get(n + 1);
        let from = match line.last() {
            Some(last) => *last,
            None if next.is_some_and(|next| next.contains(&side[0])) => side[1],
            None => side[0],
        };
        let to = if side[0] == from { side[1] } else { side[0] };
        let half = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        if line.is_empty() {
            line.push(from);
        }
        line.extend([moved(half, 60), to]);
    }
    line
}

/// Returns the rings around the hexes of a wood. Neighbors share their corners.
fn ring(grid: &GroundGrid, tile: Tile) -> Vec<Spot> {
    let around = grid.neighbors(tile).map(Option::unwrap);
    (0..=6).map(|n| corner(grid, [tile, around[n % 6], around[(n + 1) % 6]])).collect()
}

/// Writes the map of the scenario as elements of OpenStreetMap.
fn osm() -> String {
    let (scenario, place) = (drawn(), request().place);
    let (common, grid, plane) = (scenario.common(), place.grid().unwrap(), Plane::new(MIDDLE, 0.0).unwrap());
    let hexes = common.grid().unwrap();
    let tile = |cell: Cell| grid.tile_of(cell).unwrap();
    let mut to = ElementWriter::new(plane);
    let looks = looks(common);
    let settled = |look| matches!(look, Look::Town | Look::Village | Look::Farm);
    let middle = |cell: Cell| moved(spot(grid.center(tile(cell))), 110);
    let mut named = BTreeSet::new();
    for place in common.places().iter() {
        for (n, hex) in place.hexes.iter().enumerate() {
            let cell = hexes.cell(hex).unwrap();
            let rank = match looks[&cell] {
                Look::Town => "town",
                Look::Village => "village",
                Look::Farm => "farm",
                _ => continue,
            };
            if n == 0 {
                to.place(middle(cell), rank, &place.name, "");
            }
            named.insert(cell);
        }
    }
    for (cell, look) in &looks {
        match look {
            Look::Woods => to.way(&ring(&grid, tile(*cell)), &[("natural", "wood")]),
            Look::Town => to.way(&ring(&grid, tile(*cell)), &[("landuse", "residential")]),
            _ => {}
        }
        if settled(*look) && !named.contains(cell) {
            to.place(middle(*cell), "village", &format!("Hamlet {}", hexes.name(*cell)), "");
        }
    }
    for side in common.hexsides().iter().filter(|side| side.kind == HexsideKind::Stream) {
        let sides: Vec<[Spot; 2]> = side
            .between
            .iter()
            .map(|between| {
                let [a, b] = pair(&hexes, between).map(tile);
                ends(&grid, a, b)
            })
            .collect();
        to.way(&course(&sides), &[("waterway", "stream"), ("name", side.name.as_deref().unwrap_or_default())]);
    }
    for road in common.roads().iter() {
        let line: Vec<Spot> = road.path.iter().map(|hex| middle(hexes.cell(hex).unwrap())).collect();
        to.way(&line, &[("highway", "secondary"), ("name", road.name.as_deref().unwrap_or_default())]);
    }
    to.text()
}

/// Returns the look of each hex. High ground is a matter of levels, which no element tells.
fn looks(common: &dyn Common) -> BTreeMap<Cell, Look> {
    let (terrain, grid) = (common.terrain(), common.grid().unwrap());
    let look = |letter: char| terrain.iter().find(|row| row.letter.0 == letter).map(|row| row.look);
    let of = |cell: Cell| look(common.hexes().get(cell.column.into(), cell.row.into())?);
    grid.cells().map(|cell| (cell, of(cell).filter(|look| *look != Look::Hill).unwrap_or_default())).collect()
}

/// Returns the pairs of hexes with a stream between them.
fn streams(common: &dyn Common) -> BTreeSet<[Cell; 2]> {
    let grid = common.grid().unwrap();
    let is_water = |kind: HexsideKind| matches!(kind, HexsideKind::Stream | HexsideKind::River);
    let sides = common.hexsides().iter().filter(|side| is_water(side.kind)).flat_map(|side| &side.between);
    sides.map(|side| pair(&grid, side)).collect()
}

fn pair(grid: &Grid, side: &HexsideId) -> [Cell; 2] {
    let (a, b) = side.as_str().split_once('/').unwrap();
    let mut pair = [a, b].map(|name| grid.cell(&HexId::from(name)).unwrap());
    pair.sort();
    pair
}

/// Returns the pairs of hexes that a road joins.
fn joined(common: &dyn Common) -> BTreeSet<[Cell; 2]> {
    let grid = common.grid().unwrap();
    let steps = common.roads().iter().flat_map(|road| road.path.windows(2));
    let sorted = |pair: &[HexId]| {
        let mut pair = [0, 1].map(|n| grid.cell(&pair[n]).unwrap());
        pair.sort();
        pair
    };
    steps.map(sorted).collect()
}

/// Returns precision and recall together, from 0 to 1.
fn f1<T: Ord>(found: &BTreeSet<T>, truth: &BTreeSet<T>) -> f64 {
    2.0 * found.intersection(truth).count() as f64 / (found.len() + truth.len()) as f64
}

/// `BATTLEWRIGHT_UPDATE=1 cargo test -p battlewright-ground --test it field` writes the file.
#[test]
fn the_file_is_that_of_the_bundled_map() {
    let (path, made) = (PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(FILE), osm());
    if std::env::var_os("BATTLEWRIGHT_UPDATE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap() == made, "the file is another; see the command above this test");
}

#[test]
fn a_map_from_this_ground_comes_near_to_the_one_drawn_by_hand() {
    let request = request();
    let files = vec![GroundFile::of_bytes("mars-la-tour.osm", osm())];
    let data = Arc::new(GroundData::read(files, &request.place, Watch::none()).unwrap());
    let run = Derivation::new(data, &request, Watch::none()).unwrap();
    let new = load(&run.new_file(System::MarsLaTour).unwrap().text);
    assert_eq!(new.diagnostics.iter().filter(|finding| finding.is_error()).count(), 0, "{:?}", new.diagnostics);
    // The terrain chart of the bundled scenario knows villages and farms; that of a new one does not.
    let (drawn, made) = (drawn(), run.into_text(&text()).unwrap().scenario);
    let (drawn, made) = (drawn.common(), made.common());
    assert_eq!(made.size(), drawn.size());
    let (truth, found) = (looks(drawn), looks(made));
    let other: Vec<_> = truth.iter().filter(|(cell, look)| found[cell] != **look).collect();
    let (water, roads) = (f1(&streams(made), &streams(drawn)), f1(&joined(made), &joined(drawn)));
    println!("hexes with other terrain: {} of {}", other.len(), truth.len());
    println!("{other:?}");
    println!("stream hexsides: F1 {water:.3}; steps along roads: F1 {roads:.3}");
    assert!(other.len() * 50 <= truth.len(), "{other:?}");
    assert!(water >= 0.96, "{water}");
    assert!(roads >= 0.90, "{roads}");
    for place in
        drawn.places().iter().filter(|place| ["mars-la-tour", "vionville", "gorze"].contains(&place.id.as_str()))
    {
        assert!(
            made.places().iter().any(|it| it.name == place.name && place.hexes.contains(&it.hexes[0])),
            "{}",
            place.name
        );
    }
}

/// Returns the named places of the file.
fn known() -> Vec<NamedPlace> {
    overview_of_file("mars-la-tour.osm", std::io::Cursor::new(osm())).unwrap().unwrap().places
}

#[test]
fn a_map_is_placed_by_its_names() {
    let (scenario, elsewhere) = (drawn(), GroundPlace { lat: 10.0, lon: 20.0, rotation: 40.0, ..request().place });
    let mut known = known();
    assert!(known[0].is_town && !known.last().unwrap().is_town && known.len() > 15, "towns come first");
    // The same names far away, and one that is wrong.
    for name in ["Gorze", "Rezonville", "Doncourt"] {
        known.push(NamedPlace { name: name.to_owned(), at: LatLon { lat: 47.0, lon: 3.0 }, is_town: false });
    }
    for place in known.iter_mut().filter(|place| place.name == "Friauville") {
        place.at.lon += 0.3;
    }
    let fit = fit_place(scenario.common(), elsewhere, &known).unwrap();
    assert!(
        (fit.place.lat - MIDDLE.lat).abs() < 0.002 && (fit.place.lon - MIDDLE.lon).abs() < 0.003,
        "{:?}",
        fit.place
    );
    assert!(fit.place.rotation.abs() < 1.0, "{:?}", fit.place);
    assert!((890..=910).contains(&fit.place.hex_metres), "{:?}", fit.place);
    let out: Vec<&str> = fit.rows.iter().filter(|row| !row.counts).map(|row| row.name.as_str()).collect();
    assert_eq!(out, ["Friauville"]);
    // The middle of Mars-la-Tour, which has two hexes, is half a hex from the place of its name.
    assert!(fit.rows.iter().filter(|row| row.counts).all(|row| row.hexes < 0.7), "{:?}", fit.rows);
    // A map that lies askew on the ground.
    let plane = Plane::new(MIDDLE, 0.0).unwrap();
    let askew = Plane::new(MIDDLE, 30.0).unwrap();
    let turned: Vec<NamedPlace> =
        known.iter().map(|place| NamedPlace { at: askew.position(plane.point(place.at)), ..place.clone() }).collect();
    let fit = fit_place(scenario.common(), elsewhere, &turned).unwrap();
    assert!((fit.place.rotation - 30.0).abs() < 1.0, "{:?}", fit.place);
    assert_eq!(fit_place(scenario.common(), elsewhere, &known[..2]), None);
}
