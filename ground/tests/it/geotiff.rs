//! Elevation as GeoTIFF.

use std::io::Cursor;

use battlewright_ground::read::{ReadError, read_geotiff};
use battlewright_ground::{GroundGrid, LatLon, Plane, Projection, Raster};

use crate::case::Layout;
use crate::write::tiff::{KEYS, MATRIX, Picture, SCALE, TIE, VOID, Values, keys};

const MIDDLE: LatLon = LatLon { lat: 49.1, lon: 5.93 };

fn map() -> (Plane, GroundGrid) {
    (Plane::new(MIDDLE, 0.0).unwrap(), Layout::USUAL.grid())
}

fn read(bytes: Vec<u8>) -> Result<Option<Raster>, ReadError> {
    let (plane, grid) = map();
    read_geotiff(Cursor::new(bytes), &plane, &grid)
}

/// A slope that rises by 500 m a degree eastward and 200 m northward.
fn height(at: LatLon) -> f64 {
    300.0 + 500.0 * (at.lon - MIDDLE.lon) + 200.0 * (at.lat - MIDDLE.lat)
}

/// The position of a sample of the usual picture.
fn sample(column: u32, row: u32) -> LatLon {
    LatLon { lat: 49.4 - 0.002 * (f64::from(row) + 0.5), lon: 5.5 + 0.002 * (f64::from(column) + 0.5) }
}

fn usual() -> Picture {
    Picture::degrees((400, 300), 5.5, 49.4, 0.002)
}

fn check(raster: &Raster, most: i32) {
    let (plane, grid) = map();
    for tile in grid.tiles() {
        let at = plane.position(grid.center(tile));
        let found = raster.height(at).unwrap_or_else(|| panic!("no height at {at:?}"));
        assert!((found - (height(at) * 100.0) as i32).abs() <= most, "{at:?}: {found}");
    }
}

#[test]
fn strips_and_tiles_of_every_kind_of_number_are_read() {
    type Bytes = fn(f64) -> Vec<u8>;
    let kinds: [(u16, u16, Bytes); 6] = [
        (16, 1, |value| (value.round() as u16).to_le_bytes().to_vec()),
        (16, 2, |value| (value.round() as i16).to_le_bytes().to_vec()),
        (32, 1, |value| (value.round() as u32).to_le_bytes().to_vec()),
        (32, 2, |value| (value.round() as i32).to_le_bytes().to_vec()),
        (32, 3, |value| (value as f32).to_le_bytes().to_vec()),
        (64, 3, |value| value.to_le_bytes().to_vec()),
    ];
    for (bits, format, bytes) in kinds {
        for (tile, strip, is_packed) in
            [(None, 1, false), (None, 17, true), (None, 1000, true), (Some((64, 48)), 1, true)]
        {
            let picture = Picture { bits, format, tile, strip, is_packed, ..usual() };
            let raster = read(picture.write(|column, row| bytes(height(sample(column, row))))).unwrap().unwrap();
            check(&raster, 100);
        }
    }
}

#[test]
fn samples_of_points_lie_half_a_step_before_those_of_cells() {
    let picture = usual().with(KEYS, keys(&[(1024, 2), (1025, 2), (2048, 4326)]));
    let picture = Picture { bits: 64, format: 3, ..picture };
    let raster = read(picture.write(|column, row| {
        let at = sample(column, row);
        height(LatLon { lat: at.lat + 0.001, lon: at.lon - 0.001 }).to_le_bytes().to_vec()
    }));
    check(&raster.unwrap().unwrap(), 2);
}

#[test]
fn national_grids_are_read_where_they_lie() {
    // A zone of UTM, a national grid on another datum, and degrees of another datum.
    for code in [32_631, 25_832, 2154, 31_467, 4258] {
        let projection = Projection::of_code(code.into()).unwrap();
        let (east, north) = projection.project(MIDDLE).unwrap();
        let step = if code == 4258 { 0.002 } else { 200.0 };
        let (west, top) = (east - 150.0 * step, north + 150.0 * step);
        // Along the axes, heights are known by the plane itself.
        let heights = |x: f64, y: f64| 300.0 + (x - east) / step + (y - north) / step * 0.5;
        let model =
            if code == 4258 { [(1024, 2), (1025, 1), (2048, code)] } else { [(1024, 1), (1025, 1), (3072, code)] };
        let picture = Picture { bits: 32, format: 3, ..Picture::degrees((300, 300), west, top, step) };
        let bytes = picture.with(KEYS, keys(&model)).write(|column, row| {
            let (x, y) = (west + (f64::from(column) + 0.5) * step, top - (f64::from(row) + 0.5) * step);
            (heights(x, y) as f32).to_le_bytes().to_vec()
        });
        let raster = read(bytes).unwrap().unwrap();
        let (plane, grid) = map();
        for tile in grid.tiles() {
            let at = plane.position(grid.center(tile));
            let (x, y) = projection.project(at).unwrap();
            let found = raster.height(at).unwrap();
            assert!((found - (heights(x, y) * 100.0) as i32).abs() < 3, "{code} {at:?}: {found}");
        }
    }
}

#[test]
fn turned_pictures_are_read_by_their_matrix() {
    // Columns go north, rows east.
    let projection = Projection::of_code(32_631).unwrap();
    let (east, north) = projection.project(MIDDLE).unwrap();
    let (x, y) = (east - 30_000.0, north - 30_000.0);
    let matrix = [0.0, 200.0, 0.0, x, 200.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let mut picture = Picture::degrees((300, 300), 0.0, 0.0, 1.0)
        .with(MATRIX, Values::Double(matrix.to_vec()))
        .with(KEYS, keys(&[(1024, 1), (1025, 1), (3072, 32_631)]));
    picture.tags.retain(|(tag, _)| *tag != SCALE && *tag != TIE);
    let raster =
        read(picture.write(|column, row| ((column + 2 * row) as i16).to_le_bytes().to_vec())).unwrap().unwrap();
    let found = raster.height(MIDDLE).unwrap();
    assert!((found - 44_850).abs() < 10, "{found}");
}

#[test]
fn voids_and_tiles_that_are_left_out_have_no_height() {
    let picture = Picture { tile: Some((100, 100)), ..usual() }.with(VOID, Values::Text("-99 ".to_owned()));
    let bytes = picture.write(|column, _| (if column == 215 { -99_i16 } else { 7 }).to_le_bytes().to_vec());
    let raster = read(bytes).unwrap().unwrap();
    assert_eq!(raster.height(sample(214, 150)), Some(700));
    assert_eq!(raster.height(sample(215, 150)), None);
    let part: Vec<u8> = vec![1; 20_000];
    let parts: Vec<Vec<u8>> = (0..12).map(|n| if n == 6 { Vec::new() } else { part.clone() }).collect();
    let raster = read(picture.with_parts(&parts)).unwrap().unwrap();
    assert_eq!(raster.height(sample(199, 150)), Some(25_700));
    assert_eq!(raster.height(sample(210, 150)), None);
}

#[test]
fn heights_in_feet_are_converted() {
    let picture = usual().with(KEYS, keys(&[(1024, 2), (1025, 1), (2048, 4326), (4099, 9002)]));
    let raster = read(picture.write(|_, _| 1000_i16.to_le_bytes().to_vec())).unwrap().unwrap();
    assert_eq!(raster.height(MIDDLE), Some(30_480));
}

#[test]
fn only_the_window_is_unpacked() {
    // Strips elsewhere are damaged, which nobody sees.
    let picture = Picture { strip: 10, is_packed: true, ..usual() };
    let good = picture.write(|_, _| 7_i16.to_le_bytes().to_vec());
    let raster = read(good).unwrap().unwrap();
    let (first, end) = raster.rows();
    assert!(first > 50 && end < 250, "{first} {end}");
    let packed = {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut encoder, &[7_u8, 0].repeat(4000)).unwrap();
        encoder.finish().unwrap()
    };
    let parts = |from: u64, to: u64| -> Vec<Vec<u8>> {
        (0..30).map(|n| if (from / 10..=to / 10).contains(&n) { packed.clone() } else { b"damaged".to_vec() }).collect()
    };
    assert!(read(picture.with_parts(&parts(first, end))).is_ok());
    assert!(read(picture.with_parts(&parts(first + 20, end))).is_err());
    let elsewhere = Picture::degrees((400, 300), 15.5, 49.4, 0.002);
    assert_eq!(read(elsewhere.with_parts(&vec![b"damaged".to_vec(); 300])).unwrap(), None);
}

#[test]
fn pictures_without_a_place_or_heights_are_refused() {
    let error = |picture: Picture| {
        let bytes = picture.write(|_, _| vec![0; usize::from(picture.bits / 8).max(1)]);
        read(bytes).unwrap_err().to_string()
    };
    assert!(error(usual().with(KEYS, keys(&[]))).contains("does not tell where"));
    assert!(error(usual().with(KEYS, keys(&[(1024, 3)]))).contains("does not tell where"));
    assert!(error(usual().with(KEYS, Values::Short(vec![1]))).contains("does not tell where"));
    assert!(error(usual().with(SCALE, Values::Double(vec![]))).contains("does not tell where"));
    assert!(error(usual().with(SCALE, Values::Double(vec![0.0, 1.0]))).contains("does not tell where"));
    assert!(error(usual().with(TIE, Values::Double(vec![f64::NAN; 6]))).contains("does not tell where"));
    assert!(error(usual().with(TIE, Values::Double(vec![0.0; 12]))).contains("does not tell where"));
    assert!(error(usual().with(KEYS, keys(&[(1024, 1), (3072, 32_767)]))).contains("no code"));
    assert!(error(usual().with(KEYS, keys(&[(1024, 1)]))).contains("no code"));
    assert!(error(usual().with(KEYS, keys(&[(1024, 1), (3072, 1)]))).contains("EPSG:1 is not known"));
    assert!(error(usual().with(TIE, Values::Double(vec![0.0, 0.0, 0.0, 6e5, 5e6, 0.0]))).contains("EPSG:4326"));
    assert!(error(Picture { bits: 1, ..usual() }).contains("no heights"));
    assert!(error(usual().with(262, Values::Short(vec![3]))).contains("no heights"));
    let short = Picture { is_packed: true, ..usual() }.with_parts(&vec![b"xx".to_vec(); 300]);
    assert!(read(short).is_err());
    assert!(read(b"II\x2a\0".to_vec()).is_err());
    assert!(read(Vec::new()).is_err());
}
