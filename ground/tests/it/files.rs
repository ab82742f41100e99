//! The same country from files of every kind.

use std::io::{Cursor, Write};

use battlewright_ground::Plane;
use battlewright_ground::read::{FileContent, read_file};

use crate::case::Layout;
use crate::country::{Country, MIDDLE, elements::Shift};

#[test]
fn a_country_is_the_same_from_xml_and_from_pbf() {
    let country = Country::new(9);
    let (plane, grid) = (Plane::new(MIDDLE, 0.0).unwrap(), Layout::USUAL.grid());
    let elements = country.elements(Shift { houses: 5, ..Shift::default() });
    let read = |name: &str, bytes: Vec<u8>| match read_file(name, Cursor::new(bytes), &plane, &grid).unwrap().content {
        FileContent::Landscape(land) => land,
        FileContent::Elevation(_) => panic!("{name} has elevation"),
    };
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(elements.xml().as_bytes()).unwrap();
    let xml = read("a.osm.gz", packed.finish().unwrap());
    let mut pbf = read("a.osm.pbf", elements.pbf());
    assert!(xml.ways.len() > 100 && xml.areas.len() > 10 && xml.spots.len() == 42);
    // PBF has seven digits of a degree, which is a centimeter.
    for (own, other) in pbf.nodes.iter().zip(&xml.nodes) {
        assert!(own.id == other.id && own.at.distance_squared(other.at) <= 8, "{own:?} {other:?}");
    }
    pbf.nodes.clone_from(&xml.nodes);
    assert_eq!(pbf.ways, xml.ways);
    let sizes = |land: &battlewright_ground::Landscape| -> Vec<(i64, Vec<usize>)> {
        land.areas.iter().map(|area| (area.id, area.rings.iter().map(Vec::len).collect())).collect()
    };
    assert_eq!(sizes(&pbf), sizes(&xml));
    assert_eq!(pbf.notices, xml.notices);
}
