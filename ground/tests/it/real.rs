//! Maps of real extracts, which `tests/ground.sh` fetches.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use battlewright_ground::areas::{AreaFigures, GroundKind, Terrain};
use battlewright_ground::read::{FileContent, read_file};
use battlewright_ground::rivers::{RiverFigures, Rivers};
use battlewright_ground::roads::{RoadFigures, Roads};
use battlewright_ground::{Anchors, Era, GroundGrid, Landscape, LatLon, Notice, Plane, Tile, names};
use battlewright_schema::{Grid, MapFrame, Numbering, Order, Orientation};

use crate::case::parts;
use crate::sketch;

/// A derived map of a real place.
pub(crate) struct RealMap {
    pub(crate) grid: GroundGrid,
    pub(crate) landscape: Landscape,
    pub(crate) anchors: Anchors,
    pub(crate) rivers: Rivers,
    pub(crate) terrain: Terrain,
    pub(crate) roads: Roads,
}

/// Derives the map of a file in the folder `GROUND_DATA`, and writes its picture into `GROUND_PICTURES`.
fn map(name: &str, middle: (f64, f64), (columns, rows): (u16, u16), metres: i32, year: i32) -> RealMap {
    let folder =
        std::env::var_os("GROUND_DATA").map(PathBuf::from).expect("GROUND_DATA is no folder: run tests/ground.sh");
    let numbering = Numbering::straight("0101", Order::ColumnRow);
    let frame =
        MapFrame { orientation: Orientation::Flat, lower_columns: None, right_rows: None, numbering: &numbering };
    let grid = GroundGrid::new(&Grid::of(frame, columns, rows).unwrap(), metres * 100).unwrap();
    let plane = Plane::new(LatLon::new(middle.0, middle.1).unwrap(), 0.0).unwrap();
    let input = BufReader::new(File::open(folder.join(name)).unwrap());
    let Ok(FileContent::Landscape(landscape)) = read_file(name, input, &plane, &grid).map(|file| file.content) else {
        panic!("{name} is unread")
    };
    let era = Era::of_year(Some(year));
    let mut anchors = Anchors::new(&grid, names::places(&landscape, &era));
    let rivers = Rivers::new(&landscape, &era, &grid, &mut anchors, &RiverFigures::default());
    let terrain = Terrain::new(&landscape, &era, &grid, &anchors, &AreaFigures::default());
    let roads = Roads::new(&landscape, &era, &grid, &anchors, &rivers, &terrain, &RoadFigures::default());
    let map = RealMap { grid, landscape, anchors, rivers, terrain, roads };
    if let Some(folder) = std::env::var_os("GROUND_PICTURES").filter(|folder| !folder.is_empty()) {
        std::fs::write(PathBuf::from(folder).join(format!("{name}.svg")), sketch::beside(&map)).unwrap();
    }
    map
}

impl RealMap {
    fn share(&self, kind: GroundKind) -> f64 {
        let tiles: Vec<_> = self.grid.tiles().filter(|tile| self.grid.is_on_map(*tile)).collect();
        tiles.iter().filter(|tile| self.terrain.get(**tile) == kind).count() as f64 / tiles.len() as f64
    }

    /// Returns the share of the places on the map that are on a road.
    fn on_road(&self) -> f64 {
        let homes = self.anchors.places().filter_map(|(_, home)| home).filter(|tile| self.grid.is_on_map(*tile));
        let homes: Vec<_> = homes.collect();
        let reached = homes.iter().filter(|tile| self.roads.chains.iter().any(|chain| chain.tiles.contains(tile)));
        reached.count() as f64 / homes.len() as f64
    }

    /// Returns the hexes of water, off the border of the map, in which a road ends.
    fn ends_in_water(&self) -> Vec<Tile> {
        let steps = self.roads.steps();
        let mut uses = std::collections::BTreeMap::<Tile, usize>::new();
        steps.iter().flat_map(|side| [side.low, side.high]).for_each(|tile| *uses.entry(tile).or_default() += 1);
        let is_inner = |tile: Tile| self.grid.neighbors(tile).into_iter().flatten().all(|it| self.grid.is_on_map(it));
        let is_wet = |tile: Tile| self.terrain.get(tile) == GroundKind::Water;
        uses.into_iter()
            .filter(|(tile, uses)| *uses == 1 && is_wet(*tile) && is_inner(*tile))
            .map(|(it, _)| it)
            .collect()
    }

    /// Returns the share of the steps of roads that begin or end in a hex of water.
    fn wet_steps(&self) -> f64 {
        let steps = self.roads.steps();
        let is_wet = |tile: Tile| self.terrain.get(tile) == GroundKind::Water;
        steps.iter().filter(|side| is_wet(side.low) || is_wet(side.high)).count() as f64 / steps.len() as f64
    }

    /// Returns the number of connected parts of the roads.
    fn networks(&self) -> usize {
        let steps = self.roads.steps();
        let all = parts(steps.iter().map(|side| (side.low, side.high)));
        all.values().collect::<std::collections::BTreeSet<_>>().len()
    }
}

#[test]
#[ignore = "needs an extract that tests/ground.sh fetches"]
fn real_malta() {
    let map = map("malta-latest.osm.pbf", (35.92, 14.40), (44, 34), 700, 1565);
    let notices: Vec<&Notice> =
        map.landscape.notices.iter().chain(&map.terrain.notices).chain(&map.roads.notices).collect();
    println!(
        "water {:.3}, town {:.3}, village {:.3}",
        map.share(GroundKind::Water),
        map.share(GroundKind::Town),
        map.share(GroundKind::Village)
    );
    println!("on road {:.3}, networks {}, {notices:?}", map.on_road(), map.networks());
    println!("ends in water {:?}, wet steps {:.3}", map.ends_in_water(), map.wet_steps());
    // The islands have 316 of the 634 square kilometers of the map, and some sea is in hexes of the coast.
    assert!((0.45..=0.65).contains(&map.share(GroundKind::Water)));
    assert!(map.share(GroundKind::Town) + map.share(GroundKind::Village) < 0.15);
    assert!(map.on_road() > 0.9);
    assert!(map.networks() <= 3, "Malta, Gozo and perhaps Comino");
    assert!(map.rivers.drawn.len() < 20);
    assert!(map.ends_in_water().is_empty(), "a quay is no exit");
    assert!(map.wet_steps() < 0.03);
    assert!(!notices.iter().any(|notice| matches!(notice, Notice::OpenCoast(_) | Notice::LimitReached(..))));
}

#[test]
#[ignore = "needs an extract that tests/ground.sh fetches"]
fn real_niue() {
    let map = map("niue-230109.osm.pbf", (-19.05, -169.87), (30, 30), 900, 1900);
    println!("water {:.3}, woods {:.3}", map.share(GroundKind::Water), map.share(GroundKind::Woods));
    println!("on road {:.3}, networks {}, {:?}", map.on_road(), map.networks(), map.terrain.notices);
    println!("ends in water {:?}, wet steps {:.3}", map.ends_in_water(), map.wet_steps());
    assert!((0.3..=0.8).contains(&map.share(GroundKind::Water)));
    assert!(map.on_road() > 0.8);
    assert_eq!(map.networks(), 1, "one island");
    assert!(map.ends_in_water().is_empty() && map.wet_steps() < 0.03);
}
