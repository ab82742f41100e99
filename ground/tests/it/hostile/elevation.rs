//! Hostile elevation.

use battlewright_ground::read::FileContent;
use battlewright_ground::{LatLon, Raster};

use super::{MIDDLE, read, refusal};
use crate::write::tiff::{KEYS, Picture, Values, keys};

fn raster(name: &str, bytes: &[u8]) -> Option<Raster> {
    match read(name, bytes) {
        Ok(FileContent::Elevation(raster)) => raster,
        other => panic!("{name} is no elevation: {:?}", other.err()),
    }
}

fn usual() -> Picture {
    Picture::degrees((100, 100), 5.5, 49.5, 0.01)
}

#[test]
fn pictures_of_endless_size_are_refused() {
    let huge = |tile, strip, width, height| {
        let picture = Picture { width, height, tile, strip, ..Picture::degrees((1, 1), 5.9, 49.1, 1e-9) };
        refusal("huge.tif", &picture.with_parts(&[vec![0; 100]]))
    };
    let most = 1 << 31;
    assert!(huge(None, most, most, most).contains("samples within the map"));
    assert!(huge(Some((most, most)), 1, most, most).contains("samples within the map"));
    // Coarse, so that the window is small, but one strip or tile is all.
    let coarse = |tile, strip, bits, across: u32| {
        let picture =
            Picture { width: across, height: across, tile, strip, bits, ..Picture::degrees((1, 1), 5.5, 49.5, 1e-3) };
        refusal("coarse.tif", &picture.with_parts(&[vec![0; 100]]))
    };
    assert!(coarse(None, 1 << 16, 16, 1 << 16).contains("at most 100000000 are read"));
    assert!(coarse(Some((1 << 16, 1 << 16)), 1, 16, 1 << 16).contains("at most 100000000 are read"));
    assert!(coarse(None, 1 << 13, 64, 1 << 13).contains("part of over 134217728 bytes"));
    assert!(coarse(Some((1 << 13, 1 << 13)), 1, 64, 1 << 13).contains("part of over 134217728 bytes"));
    assert!(!refusal("none.tif", &Picture { tile: Some((0, 0)), ..usual() }.with_parts(&[])).is_empty());
    assert!(!refusal("none.tif", &Picture { width: 0, ..usual() }.with_parts(&[])).is_empty());
}

#[test]
fn tiles_that_point_at_each_other_or_beyond_are_no_danger() {
    // All tiles are the directory itself: some numbers, but an end.
    let picture = Picture { tile: Some((16, 16)), ..usual() };
    let parts = vec![vec![1; 512]; 49];
    let same = picture.clone().with(324, Values::Long(vec![8; 49])).with_parts(&parts);
    assert!(raster("same.tif", &same).is_some());
    let beyond = picture.clone().with(324, Values::Long(vec![u32::MAX; 49])).with_parts(&parts);
    assert!(!refusal("beyond.tif", &beyond).is_empty());
    let few = picture.clone().with(324, Values::Long(vec![8; 3])).with_parts(&parts);
    assert!(!refusal("few.tif", &few).is_empty());
    let large = picture.clone().with(325, Values::Long(vec![u32::MAX; 49])).with_parts(&parts);
    let _ = read("large.tif", &large);
    // A directory that is its own next.
    let mut circle = usual().write(|_, _| vec![0, 1]);
    let directory = u32::from_le_bytes(*circle[4..].first_chunk().unwrap()) as usize;
    let count = usize::from(u16::from_le_bytes(*circle[directory..].first_chunk().unwrap()));
    let next = directory + 2 + 12 * count;
    circle.splice(next..next + 4, (directory as u32).to_le_bytes());
    assert!(refusal("circle.tif", &circle).contains("cycle"));
}

#[test]
fn samples_that_are_no_heights_are_no_heights() {
    let values = [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, -32_768.0, 1e30];
    let picture = Picture { bits: 32, format: 3, ..usual() };
    let bytes = picture.write(|column, row| values[(column + row) as usize % 6].to_le_bytes().to_vec());
    assert_eq!(raster("wild.tif", &bytes).unwrap().height(MIDDLE), None);
    assert!(
        refusal("bits.tif", &Picture { bits: 1, ..usual() }.with_parts(&vec![vec![0; 13]; 100])).contains("no heights")
    );
}

#[test]
fn pictures_at_the_end_of_the_world_have_no_samples() {
    for (west, north) in [(180.0, 49.5), (-180.0, 90.0), (5.5, -89.0), (359.0, 49.5)] {
        let bytes = Picture::degrees((100, 100), west, north, 0.01).write(|_, _| vec![0, 1]);
        assert_eq!(raster("far.tif", &bytes), None);
    }
    let mercator = usual().with(KEYS, keys(&[(1024, 1), (3072, 3857)])).write(|_, _| vec![0, 1]);
    assert_eq!(raster("mercator.tif", &mercator), None);
}

#[test]
fn no_damage_of_a_picture_makes_it_panic() {
    let whole = Picture { tile: Some((32, 32)), is_packed: true, ..Picture::degrees((40, 40), 5.8, 49.2, 0.01) }
        .write(|column, row| ((column * row) as i16).to_le_bytes().to_vec());
    let mut refused = 0;
    for at in 0..whole.len() {
        for value in [0, 0xff, whole[at] ^ 1, whole[at] ^ 0x40] {
            let mut bytes = whole.clone();
            bytes[at] = value;
            refused += usize::from(read("damaged.tif", &bytes).is_err());
        }
    }
    assert!(refused > 100);
}

#[test]
fn grids_of_endless_size_or_none_are_refused() {
    let grid = |columns: &str, cell: &str, values: &str| {
        format!("ncols {columns}\nnrows 3\nxllcorner 5.85\nyllcorner 48.85\ncellsize {cell}\n{values}\n").into_bytes()
    };
    assert!(refusal("a.asc", &grid("1000000000000", "0.1", "1")).contains("at most 100000000"));
    assert!(refusal("a.asc", &grid("3", "0", "1")).contains("cellsize"));
    assert!(refusal("a.asc", &grid("3", "0.1", "1 2")).contains("sample 2"));
    assert_eq!(raster("a.asc", &grid("3", "1e-12", "1")), None, "too small to reach the map");
    let wild = raster("a.asc", &grid("3", "0.1", "nan NaN inf -inf 1e308 -1e308 0 0 0")).unwrap();
    assert_eq!(wild.height(LatLon { lat: 49.1, lon: 5.9 }), None);
    assert_eq!(wild.height(LatLon { lat: 48.9, lon: 6.0 }), Some(0));
    // A word without end.
    assert!(refusal("a.asc", &grid("3", "0.1", &"1".repeat(50_000_000))).contains("64 bytes"));
}

#[test]
fn squares_of_odd_size_are_refused() {
    for size in [0, 1, 2_884_801, 2_884_803, 30_000_000] {
        assert!(refusal("N48E005.hgt", &vec![0; size]).contains("2,884,802"));
    }
    assert!(refusal("N99E999.hgt", &vec![0; 2_884_802]).contains("corner"));
}
