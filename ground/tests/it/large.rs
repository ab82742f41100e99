//! Time and memory on an extract of 200 MB.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::time::Instant;

use battlewright_ground::areas::{AreaFigures, Terrain};
use battlewright_ground::levels::{Heights, LevelFigures, Levels};
use battlewright_ground::read::{FileContent, read_asc, read_file};
use battlewright_ground::rivers::{RiverFigures, Rivers};
use battlewright_ground::roads::{RoadFigures, Roads};
use battlewright_ground::run::GroundFile;
use battlewright_ground::{Anchors, Elevation, Era, GroundGrid, Plane, names};
use battlewright_schema::{Grid, MapFrame, Numbering, Order, Orientation};

use crate::ALLOCATOR;
use crate::country::elements::Shift;
use crate::country::{Country, MIDDLE};
use crate::write::pbf::head;

/// The bytes of the extract.
const BYTES: usize = 200_000_000;
/// Countries side by side in either direction.
const ACROSS: usize = 8;
/// Houses for each place, so that the countries have so many bytes.
const HOUSES: usize = 4280;
/// Numbers between countries.
const APART: i64 = 50_000_000;
/// The width and height of a country in meters.
const SIZE: (f64, f64) = (24_000.0, 16_000.0);

/// Writes the extract, sorted as usual: all nodes, all ways, all relations.
fn write(to: &mut impl Write) -> usize {
    let (mut ways, mut relations, mut written) = (Vec::new(), Vec::new(), 0);
    let mut put = |bytes: &[u8]| {
        to.write_all(bytes).unwrap();
        written += bytes.len();
    };
    put(&head());
    for n in 0..ACROSS * ACROSS {
        let middle = |at: usize, size: f64| (at as f64 + 0.5 - ACROSS as f64 / 2.0) * size;
        let shift = Shift {
            east: middle(n % ACROSS, SIZE.0),
            north: middle(n / ACROSS, SIZE.1),
            number: APART * n as i64,
            houses: HOUSES,
        };
        let elements = Country::new(1 + n as u64 % 5).elements(shift);
        put(&elements.pbf_nodes());
        ways.extend(elements.pbf_ways());
        relations.extend(elements.pbf_relations());
    }
    put(&ways);
    put(&relations);
    written
}

/// A map of 60 by 40 km.
fn grid() -> GroundGrid {
    let numbering = Numbering::straight("0101", Order::ColumnRow);
    let frame =
        MapFrame { orientation: Orientation::Flat, lower_columns: None, right_rows: None, numbering: &numbering };
    GroundGrid::new(&Grid::of(frame, 87, 50).unwrap(), 80_000).unwrap()
}

/// Writes the extract into the folder of temporary files, if it is not there, and returns its path.
fn extract() -> PathBuf {
    let path = std::env::temp_dir().join("battlewright-large.osm.pbf");
    if !path.exists() {
        let part = path.with_extension("part");
        let mut file = std::io::BufWriter::new(File::create(&part).unwrap());
        let written = write(&mut file);
        file.flush().unwrap();
        println!("written: {written} bytes");
        std::fs::rename(part, &path).unwrap();
    }
    path
}

#[test]
#[ignore = "writes 200 MB: cargo test -p battlewright-ground large_extract_ends -- --ignored --nocapture"]
fn a_run_over_a_large_extract_ends_within_a_tenth_of_a_second() {
    let input = BufReader::with_capacity(1 << 16, File::open(extract()).unwrap());
    let files =
        vec![GroundFile::new("large.osm.pbf", input), GroundFile::of_bytes("height.asc", Country::new(1).asc())];
    let mut asked = crate::run::request();
    (asked.place.columns, asked.place.rows) = (87, 50);
    let gaps = crate::cancel::gaps(files, &asked);
    println!("{gaps:?}");
    assert!(gaps.values().all(|gap| gap.as_millis() < 100), "{gaps:?}");
}

#[test]
#[ignore = "writes 200 MB; the figures in docs/performance.md are of a release build: cargo test --release -p battlewright-ground large -- --ignored --nocapture"]
fn a_large_extract_within_time_and_memory() {
    let path = extract();
    let length = std::fs::metadata(&path).unwrap().len() as usize;
    assert!(length.abs_diff(BYTES) < BYTES / 5, "{length} bytes");
    // What was written before counts in the peak; a second run has it on disk.
    let before = ALLOCATOR.allocated();
    let (plane, grid) = (Plane::new(MIDDLE, 0.0).unwrap(), grid());
    let mut all = Vec::new();
    let mut start = Instant::now();
    let mut step = |what: &'static str| {
        let seconds = start.elapsed().as_secs_f64();
        println!("{what}: {seconds:.2} s, {} MB at most", ALLOCATOR.max_allocated() / 1_000_000);
        all.push((what, seconds));
        start = Instant::now();
    };
    let input = BufReader::with_capacity(1 << 16, File::open(&path).unwrap());
    let Ok(FileContent::Landscape(land)) = read_file("large.osm.pbf", input, &plane, &grid).map(|file| file.content)
    else {
        panic!("unread")
    };
    step("read");
    println!(
        "{} nodes, {} ways, {} areas, {} places",
        land.nodes.len(),
        land.ways.len(),
        land.areas.len(),
        land.spots.len()
    );
    let era = Era::of_year(Some(1870));
    let mut anchors = Anchors::new(&grid, names::places(&land, &era));
    let rivers = Rivers::new(&land, &era, &grid, &mut anchors, &RiverFigures::default());
    step("rivers");
    let terrain = Terrain::new(&land, &era, &grid, &anchors, &AreaFigures::default());
    step("areas");
    let roads = Roads::new(&land, &era, &grid, &anchors, &rivers, &terrain, &RoadFigures::default());
    step("roads");
    let mut elevation = Elevation::new();
    elevation.add(read_asc(std::io::Cursor::new(Country::new(1).asc()), &plane, &grid).unwrap().unwrap());
    step("elevation");
    let heights = Heights::new(&grid, &plane, &elevation);
    step("heights");
    let levels = Levels::new(&grid, &heights, &LevelFigures { step: Some(30), ..LevelFigures::default() });
    step("levels");
    assert!(land.notices.is_empty(), "{:?}", land.notices);
    assert!(!rivers.drawn.is_empty() && roads.chains.len() > 100);
    assert!(grid.tiles().any(|tile| levels.get(tile).is_some()));
    let took =
        |wanted: &[&str]| all.iter().filter(|(what, _)| wanted.contains(what)).map(|(_, took)| took).sum::<f64>();
    let peak = ALLOCATOR.max_allocated() - before;
    println!("peak {} MB", peak / 1_000_000);
    assert!(all.iter().map(|(_, took)| took).sum::<f64>() < 12.0, "{all:?}");
    assert!(took(&["rivers"]) < 1.0 && took(&["roads"]) < 1.0, "{all:?}");
    assert!(took(&["areas"]) < 0.3 && took(&["levels"]) < 0.3, "{all:?}");
}
