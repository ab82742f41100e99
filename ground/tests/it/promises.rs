//! Promises about any bytes: readers end with a landscape, a raster or an error, and a map can be derived of any landscape. The fuzz targets
//! search for bytes that break it.

use std::io::Cursor;

use battlewright_ground::areas::{AreaFigures, Terrain};
use battlewright_ground::levels::{Heights, LevelFigures, Levels};
use battlewright_ground::read::{self, HgtCorner, ReadError};
use battlewright_ground::rivers::{RiverFigures, Rivers};
use battlewright_ground::roads::{RoadFigures, Roads};
use battlewright_ground::{
    Anchors, Area, DerivedMap, Elevation, Era, GroundGrid, Landscape, LatLon, Node, Plane, Point, Raster, Spot, Tags,
    Way, names, propose,
};
use battlewright_schema::{Grid, MapFrame, Numbering, Order, Orientation, System, load, template};

/// The middle of the map.
const MIDDLE: LatLon = LatLon { lat: 49.0, lon: 6.0 };
/// The result of a reader.
type Read<T> = Result<T, ReadError>;

fn map() -> (Plane, GroundGrid) {
    let numbering = Numbering::straight("0101", Order::ColumnRow);
    let frame =
        MapFrame { orientation: Orientation::Flat, lower_columns: None, right_rows: None, numbering: &numbering };
    let grid = Grid::of(frame, 8, 6).unwrap();
    (Plane::new(MIDDLE, 10.0).unwrap(), GroundGrid::new(&grid, 80_000).unwrap())
}

fn check_landscape(read: Read<Landscape>) {
    match read {
        Ok(land) => {
            let count = land.nodes.len();
            assert!(
                land.ways
                    .iter()
                    .all(|way| way.nodes.len() > 1 && way.nodes.iter().all(|node| (*node as usize) < count))
            );
            assert!(land.areas.iter().flat_map(|area| &area.rings).all(|ring| ring.len() > 2));
            derive(&land, None);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check_raster(read: Read<Option<Raster>>) {
    match read {
        Ok(Some(raster)) => {
            let (plane, grid) = map();
            for tile in grid.tiles() {
                let height = raster.height(plane.position(grid.center(tile)));
                assert!(height.is_none_or(|height| (-1_200_000..=900_000).contains(&height)), "{height:?}");
            }
            derive(&Landscape::default(), Some(raster));
        }
        Ok(None) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Checks the reader of OpenStreetMap XML.
pub(crate) fn check_osm_xml(bytes: &[u8]) {
    let (plane, grid) = map();
    check_landscape(read::read_osm_xml(Cursor::new(bytes), &plane, &grid));
}

/// Checks the reader of OpenStreetMap PBF.
pub(crate) fn check_osm_pbf(bytes: &[u8]) {
    let (plane, grid) = map();
    check_landscape(read::read_osm_pbf(Cursor::new(bytes), &plane, &grid));
}

/// Checks the reader of GeoJSON.
pub(crate) fn check_geojson(bytes: &[u8]) {
    let (plane, grid) = map();
    check_landscape(read::read_geojson(Cursor::new(bytes), &plane, &grid));
}

/// Checks the reader of ASCII grids.
pub(crate) fn check_asc(bytes: &[u8]) {
    let (plane, grid) = map();
    check_raster(read::read_asc(Cursor::new(bytes), &plane, &grid));
}

/// Checks the reader of GeoTIFF.
pub(crate) fn check_geotiff(bytes: &[u8]) {
    let (plane, grid) = map();
    check_raster(read::read_geotiff(Cursor::new(bytes), &plane, &grid));
}

/// Checks the reader of square degrees. The bytes are repeated to a file of the right size, and are one as they are.
pub(crate) fn check_hgt(bytes: &[u8]) {
    let (plane, grid) = map();
    let corner = HgtCorner { lat: 48, lon: 5 };
    check_raster(read::read_hgt(bytes, corner, &plane, &grid));
    let whole: Vec<u8> = bytes.iter().copied().chain([0]).cycle().take(2_884_802).collect();
    check_raster(read::read_hgt(&whole, corner, &plane, &grid));
}

/// Checks the choice of a reader, and packed files. The first line is the name.
pub(crate) fn check_file(bytes: &[u8]) {
    let (plane, grid) = map();
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0);
    let name = String::from_utf8_lossy(&bytes[..end]);
    let rest = bytes.get(end + 1..).unwrap_or_default();
    match read::read_file(&name, Cursor::new(rest), &plane, &grid).map(|file| file.content) {
        Ok(read::FileContent::Landscape(land)) => check_landscape(Ok(land)),
        Ok(read::FileContent::Elevation(raster)) => check_raster(Ok(raster)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Checks the derivation of a map: the bytes are steps that make a landscape.
pub(crate) fn check_map(bytes: &[u8]) {
    derive(&landscape(bytes), None);
}

/// The tags that steps choose from.
const TAGS: [&[(&str, &str)]; 14] = [
    &[("waterway", "river"), ("name", "Orne")],
    &[("waterway", "stream")],
    &[("waterway", "canal"), ("name", "Canal")],
    &[("highway", "primary"), ("ref", "N 3")],
    &[("highway", "secondary"), ("bridge", "yes")],
    &[("highway", "track")],
    &[("railway", "rail")],
    &[("natural", "coastline")],
    &[("natural", "wood")],
    &[("natural", "water")],
    &[("natural", "wetland")],
    &[("landuse", "residential")],
    &[("place", "town"), ("name", "Metz")],
    &[("place", "hamlet"), ("name", "La Folie")],
];

/// Makes a landscape of steps of three bytes: what, and two numbers.
fn landscape(bytes: &[u8]) -> Landscape {
    let mut land = Landscape::default();
    let (mut line, mut ring) = (Vec::<u32>::new(), Vec::<Point>::new());
    let (steps, _) = bytes.as_chunks::<3>();
    for (id, [what, x, y]) in (1_i64..).zip(steps) {
        let at = Point { x: (i32::from(*x) - 128) * 4000, y: (i32::from(*y) - 128) * 4000 };
        let tags = || -> Tags { TAGS[usize::from(*x) % TAGS.len()].iter().copied().collect() };
        match what % 5 {
            0 => {
                line.push(land.nodes.len() as u32);
                ring.push(at);
                land.nodes.push(Node { id, at });
            }
            // A node that was there before.
            1 if !land.nodes.is_empty() => {
                let node = usize::from(*x) * 256 + usize::from(*y);
                let node = node % land.nodes.len();
                line.push(node as u32);
                ring.push(land.nodes[node].at);
            }
            2 if line.len() > 1 => {
                land.ways.push(Way { id, nodes: std::mem::take(&mut line), tags: tags() });
                ring.clear();
            }
            3 if ring.len() > 2 => {
                land.areas.push(Area { id, rings: vec![std::mem::take(&mut ring)], tags: tags() });
                line.clear();
            }
            _ => {
                land.spots.push(Spot { id, at, tags: TAGS[12 + usize::from(*what) / 5 % 2].iter().copied().collect() })
            }
        }
    }
    land
}

/// Derives the map, puts it into a scenario, and checks that the scenario is as good as it was.
fn derive(land: &Landscape, raster: Option<Raster>) {
    let (plane, grid) = map();
    let era = Era::of_year(Some(1870));
    let mut anchors = Anchors::new(&grid, names::places(land, &era));
    let rivers = Rivers::new(land, &era, &grid, &mut anchors, &RiverFigures::default());
    let terrain = Terrain::new(land, &era, &grid, &anchors, &AreaFigures::default());
    let roads = Roads::new(land, &era, &grid, &anchors, &rivers, &terrain, &RoadFigures::default());
    let mut elevation = Elevation::new();
    raster.into_iter().for_each(|raster| elevation.add(raster));
    let levels = Levels::new(&grid, &Heights::new(&grid, &plane, &elevation), &LevelFigures::default());
    let map = DerivedMap {
        grid: &grid,
        anchors: &anchors,
        terrain: &terrain,
        rivers: &rivers,
        roads: &roads,
        levels: (!elevation.is_empty()).then_some(&levels),
    };
    let base = template(System::MarsLaTour);
    // Units, sides and victory name places of the template, which are gone, so only the map must be sound.
    let proposal = propose(base, map, &[]).unwrap();
    let read = load(&proposal.text);
    let errors = read.diagnostics.iter().filter(|finding| finding.is_error());
    let of_map = ["syntax", "unknown-hex", "bad-hex", "duplicate-id", "repeated-hex", "hexside-twice", "not-adjacent"];
    let errors: Vec<String> =
        errors.filter(|finding| of_map.contains(&finding.code.as_str())).map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{errors:?}");
}
