//! Tests of PBF, with damaged and hostile files.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::*;
use crate::grid::tests_grid;
use crate::notice::Notice;

#[path = "../../../tests/it/write/protobuf.rs"]
mod protobuf;

use protobuf::{block, bytes, differences, list, number, with_size, zigzag};

fn read(bytes: Vec<u8>) -> Result<Landscape, ReadError> {
    let plane = Plane::new(LatLon { lat: 49.0, lon: 6.0 }, 0.0).unwrap();
    read_osm_pbf(Cursor::new(bytes), &plane, &tests_grid(4, 4, 100_000))
}

fn head() -> Vec<u8> {
    block("OSMHeader", &KNOWN.map(|feature| bytes(4, feature.as_bytes())).concat(), false)
}

const TEXTS: [&str; 9] = ["", "highway", "primary", "place", "town", "name", "Metz", "type", "multipolygon"];

/// Writes the content of a block with groups.
fn data(groups: &[Vec<u8>]) -> Vec<u8> {
    let texts: Vec<u8> = TEXTS.iter().flat_map(|text| bytes(1, text.as_bytes())).collect();
    let groups: Vec<u8> = groups.iter().flat_map(|group| bytes(2, group)).collect();
    // The texts come last, which the format allows.
    [groups, bytes(1, &texts)].concat()
}

fn dense(ids: &[i64], lats: &[i64], lons: &[i64], words: &[u64]) -> Vec<u8> {
    let fields = [
        bytes(1, &differences(ids)),
        bytes(8, &differences(lats)),
        bytes(9, &differences(lons)),
        bytes(10, &list(words.iter().copied())),
    ];
    bytes(2, &fields.concat())
}

fn way(id: i64, nodes: &[i64], keys: &[u64]) -> Vec<u8> {
    let fields = [
        number(1, id as u64),
        bytes(2, &list(keys.iter().copied())),
        bytes(3, &list([2])),
        bytes(8, &differences(nodes)),
    ];
    bytes(3, &fields.concat())
}

/// Degrees in the usual granularity.
fn at(thousandths: i64) -> i64 {
    thousandths * 10_000
}

#[test]
fn dense_and_plain_nodes_ways_and_places_are_read() {
    let nodes = dense(&[1, 2], &[at(49_000), at(49_005)], &[at(6_000), at(6_000)], &[3, 4, 5, 6, 0, 0]);
    let plain = [number(1, zigzag(-3)), number(8, zigzag(at(49_005))), number(9, zigzag(at(6_005)))].concat();
    for is_packed in [false, true] {
        let content = data(&[nodes.clone(), bytes(1, &plain), way(10, &[1, 2, -3], &[1])]);
        let land = read([head(), block("OSMData", &content, is_packed)].concat()).unwrap();
        assert_eq!(land.spots.len(), 1);
        assert_eq!(land.spots[0].tags.get("name"), Some("Metz"));
        assert_eq!(land.ways.len(), 1);
        assert!(land.ways[0].tags.is("highway", "primary"));
        let ids: Vec<i64> = land.ways[0].nodes.iter().map(|node| land.nodes[*node as usize].id).collect();
        assert_eq!(ids, [1, 2, -3]);
        assert_eq!(land.notices, []);
    }
}

#[test]
fn areas_of_relations_are_read() {
    let nodes = dense(&[1, 2, 3], &[at(49_000), at(49_005), at(49_005)], &[at(6_000), at(6_000), at(6_005)], &[]);
    let relation = [
        number(1, 20),
        bytes(2, &list([7])),
        bytes(3, &list([8])),
        bytes(9, &differences(&[10, 77])),
        bytes(10, &list([WAY, 2])),
    ];
    let content = data(&[nodes, way(10, &[1, 2, 3, 1], &[1]), bytes(4, &relation.concat())]);
    let land = read([head(), block("OSMData", &content, true)].concat()).unwrap();
    // A multipolygon of a road has no area, and the road stays.
    assert_eq!((land.areas.len(), land.ways.len()), (0, 1));
}

#[test]
fn damaged_blocks_are_refused() {
    let good = block("OSMData", &data(&[]), true);
    let error = |bytes: Vec<u8>| read(bytes).unwrap_err();
    assert!(matches!(error(Vec::new()), ReadError::OtherKind(_)));
    assert!(matches!(error(good.clone()), ReadError::OtherKind(_)), "data before the head");
    assert!(matches!(error(b"<osm></osm>".to_vec()), ReadError::OtherKind(_)));
    let whole = [head(), good].concat();
    assert!(read(whole.clone()).is_ok());
    for end in (0..whole.len()).filter(|end| *end != head().len()) {
        assert!(read(whole[..end].to_vec()).is_err(), "{end}");
    }
    let feature = block("OSMHeader", &bytes(4, b"HistoricalInformation"), false);
    assert!(error(feature).to_string().contains("HistoricalInformation"));
    let garbage = block("OSMData", &[0xff; 100], true);
    assert!(matches!(error([head(), garbage].concat()), ReadError::Pbf(_)));
    for size in [u64::MAX, 1 << 31, 1 << 63, MOST_BLOCK as u64 + 1] {
        let found = error([head(), with_size("OSMData", size, &[0; 100])].concat());
        assert!(matches!(found, ReadError::PartTooLong(MOST_BLOCK)), "{size}: {found}");
    }
    assert!(read([&head()[..], &(1_u32 << 31).to_be_bytes(), &[0; 100]].concat()).is_err());
    let none = with_size("OSMData", 3, &bytes(4, b"x"));
    assert!(error([head(), none].concat()).to_string().contains("packed in a way"));
}

#[test]
fn a_block_that_unpacks_to_gigabytes_is_refused() {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..64 {
        encoder.write_all(&[0; 1 << 20]).unwrap();
    }
    let blob = bytes(3, &encoder.finish().unwrap());
    let found = read([head(), with_size("OSMData", blob.len() as u64, &blob)].concat()).unwrap_err();
    assert!(matches!(found, ReadError::PartTooLong(MOST_BLOCK)), "{found}");
}

#[test]
fn millions_of_empty_elements_cost_no_memory() {
    // Two bytes each: groups, nodes in one group, and texts.
    let groups = [0x12, 0].repeat(4 << 20);
    let nodes = bytes(2, &[0x0a, 0].repeat(4 << 20));
    let texts = bytes(1, &[0x0a, 0].repeat(4 << 20));
    for content in [groups, nodes, texts] {
        let land = read([head(), block("OSMData", &content, true)].concat()).unwrap();
        assert_eq!(land, Landscape::default());
    }
}

#[test]
fn wild_numbers_are_left_out() {
    let wild = data(&[
        dense(&[1, i64::MAX], &[at(49_000), i64::MAX], &[at(6_000), i64::MIN], &[77, 99_999, 0, u64::MAX]),
        way(10, &[1, i64::MAX / 4, 1], &[1]),
        way(11, &[1, 1], &[1 << 31]),
    ]);
    let land = read([head(), block("OSMData", &wild, true)].concat()).unwrap();
    assert_eq!((land.ways.len(), land.spots.len()), (0, 0));
    assert_eq!(land.notices, [Notice::WaysCut(1)]);
    let wild = [wild, number(17, 1 << 63), number(19, u64::MAX), number(20, 1 << 63)].concat();
    assert!(read([head(), block("OSMData", &wild, true)].concat()).is_ok());
}

#[test]
fn no_damage_of_a_byte_or_two_makes_it_panic() {
    let nodes =
        dense(&[1, 2, 3], &[at(49_000), at(49_005), at(49_005)], &[at(6_000), at(6_000), at(6_005)], &[3, 4, 0]);
    let relation = [number(1, 20), bytes(2, &list([7])), bytes(3, &list([8])), bytes(9, &[20]), bytes(10, &[1])];
    let content = data(&[nodes, way(10, &[1, 2, 3, 1], &[1]), bytes(4, &relation.concat())]);
    let whole = [head(), block("OSMData", &content, false)].concat();
    let mut refused = 0;
    for at in 0..whole.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff, whole[at] ^ 1, whole[at] ^ 8] {
            let mut bytes = whole.clone();
            bytes[at] = value;
            bytes[(at * 7 + 3) % whole.len()] ^= value & 0x11;
            refused += usize::from(read(bytes).is_err());
        }
    }
    assert!(refused > 100);
}
