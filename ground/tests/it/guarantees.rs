//! The promises, checked with the files from which the fuzz targets begin, and with damaged ones.

use std::path::Path;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::promises;

/// Returns the seeds with an end of their name, with what the fuzz targets have found.
fn seeds(end: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/ground");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(end));
    files.sort();
    assert!(!files.is_empty(), "no seeds with {end}");
    files.into_iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Checks a promise with the seeds.
fn damaged(end: &str, promise: fn(&[u8])) {
    seeds(end).iter().for_each(|whole| damaged_file(whole, promise));
}

/// Checks a promise with a file, its starts, and copies with a few bytes changed, moved or repeated.
fn damaged_file(whole: &[u8], promise: fn(&[u8])) {
    promise(whole);
    let mut rng = Pcg64::seed_from_u64(whole.len() as u64);
    for round in 0..250 {
        let mut bytes = whole.to_vec();
        for _ in 0..=round % 5 {
            let at = rng.random_range(0..bytes.len());
            match round % 4 {
                0 => bytes[at] ^= 1 << rng.random_range(0..8),
                1 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff, b'9', b'-', b'"'][rng.random_range(0..8)],
                2 => bytes.truncate(at + 1),
                _ => {
                    let part = bytes[at..(at + 40).min(bytes.len())].to_vec();
                    let to = rng.random_range(0..=bytes.len());
                    bytes.splice(to..to, part);
                }
            }
        }
        promise(&bytes);
    }
    // The first of few bytes, where heads are.
    (0..whole.len().min(60)).for_each(|end| promise(&whole[..end]));
}

#[test]
fn osm_xml_holds() {
    damaged(".osm", promises::check_osm_xml);
}

#[test]
fn osm_pbf_holds() {
    damaged(".pbf", promises::check_osm_pbf);
}

#[test]
fn geojson_holds() {
    damaged(".geojson", promises::check_geojson);
}

#[test]
fn asc_holds() {
    damaged(".asc", promises::check_asc);
}

#[test]
fn geotiff_holds() {
    damaged(".tif", promises::check_geotiff);
}

#[test]
fn hgt_holds() {
    for end in [".hgt", ".asc", ".steps"] {
        seeds(end).iter().for_each(|bytes| promises::check_hgt(bytes));
    }
    promises::check_hgt(&[]);
}

#[test]
fn files_hold() {
    damaged(".named", promises::check_file);
}

#[test]
fn maps_hold() {
    damaged(".steps", promises::check_map);
    let mut rng = Pcg64::seed_from_u64(49);
    for length in [30, 300, 3000, 30_000] {
        for _ in 0..12 {
            let bytes: Vec<u8> = (0..length).map(|_| rng.random_range(0..=255)).collect();
            promises::check_map(&bytes);
        }
    }
}
