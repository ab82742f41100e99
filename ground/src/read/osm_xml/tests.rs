//! Tests of OpenStreetMap XML, with damaged and hostile files.

use std::fmt::Write as _;
use std::io::Cursor;

use super::*;
use crate::grid::tests_grid;
use crate::notice::Notice;
use crate::plane::Point;

const MIDDLE: LatLon = LatLon { lat: 49.0, lon: 6.0 };

/// Reads a file for a map of 4 by 4 hexes of 1 km about 49 N, 6 E.
fn read(text: &str) -> Result<Landscape, ReadError> {
    let plane = Plane::new(MIDDLE, 0.0).unwrap();
    read_osm_xml(Cursor::new(text.as_bytes()), &plane, &tests_grid(4, 4, 100_000))
}

fn osm(body: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\">\n{body}\n</osm>\n")
}

/// A node `east` and `north` thousandths of a degree from the middle.
fn node(id: i64, east: i32, north: i32) -> String {
    let (lat, lon) = (49.0 + f64::from(north) / 1000.0, 6.0 + f64::from(east) / 1000.0);
    format!("<node id=\"{id}\" lat=\"{lat}\" lon=\"{lon}\"/>")
}

fn way(id: i64, nodes: &[i64], tag: (&str, &str)) -> String {
    let nodes: String = nodes.iter().map(|id| format!("<nd ref=\"{id}\"/>")).collect();
    format!("<way id=\"{id}\">{nodes}<tag k=\"{}\" v=\"{}\"/></way>", tag.0, tag.1)
}

fn relation(id: i64, ways: &[i64], tags: &str) -> String {
    let ways: String = ways.iter().map(|id| format!("<member type=\"way\" ref=\"{id}\" role=\"\"/>")).collect();
    format!("<relation id=\"{id}\">{ways}<tag k=\"type\" v=\"multipolygon\"/>{tags}</relation>")
}

#[test]
fn lines_areas_and_places_are_read() {
    let body = [
        "<node id=\"1\" lat=\"49.0\" lon=\"6.0\"><tag k=\"place\" v=\"village\"/><tag k=\"name\" v=\"Mars &amp; Tour\"/></node>".to_owned(),
        node(2, 5, 0),
        node(3, 5, 5),
        node(4, 0, 5),
        node(9, 2000, 2000),
        way(10, &[1, 2, 3], ("highway", "primary")),
        way(11, &[1, 2, 3, 4, 1], ("landuse", "forest")),
        way(12, &[3, 9], ("waterway", "stream")),
        way(13, &[1, 2], ("building", "yes")),
        "<relation id=\"20\"><member type=\"way\" ref=\"11\" role=\"outer\"/><tag k=\"type\" v=\"route\"/></relation>".to_owned(),
    ]
    .concat();
    let land = read(&osm(&body)).unwrap();
    assert_eq!(land.spots.len(), 1);
    assert_eq!(land.spots[0].tags.get("name"), Some("Mars & Tour"));
    assert_eq!(land.ways.iter().map(|way| way.id).collect::<Vec<_>>(), [10, 12]);
    assert_eq!(land.ways[0].nodes.len(), 3);
    assert_eq!(land.point(land.ways[0].nodes[0]), Point { x: 0, y: 0 });
    assert_eq!(land.areas.len(), 1);
    assert_eq!((land.areas[0].id, land.areas[0].rings[0].len()), (-11, 4));
    assert_eq!(land.notices, []);
}

#[test]
fn areas_of_relations_have_holes_and_parts_outside_of_the_zone() {
    let nodes = [(1, -200, -200), (2, 200, -200), (3, 200, 200), (4, -200, 200), (5, 1, 1), (6, 3, 1), (7, 3, 3)];
    let nodes: String = nodes.iter().map(|(id, east, north)| node(*id, *east, *north)).collect();
    let ways =
        [way(10, &[1, 2, 3], ("note", "a")), way(11, &[3, 4, 1], ("note", "b")), way(12, &[5, 6, 7, 5], ("note", "c"))]
            .concat();
    let wood = relation(20, &[10, 11, 12], "<tag k=\"natural\" v=\"wood\"/>");
    let land = read(&osm(&[nodes.clone(), ways.clone(), wood.clone()].concat())).unwrap();
    assert_eq!(land.areas.len(), 1);
    let mut sizes: Vec<usize> = land.areas[0].rings.iter().map(Vec::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [3, 4]);
    // In any order of the file.
    let turned = read(&osm(&[wood, ways, nodes.clone()].concat())).unwrap();
    assert_eq!(turned.areas, land.areas);
    // In the old style, the outline has the tags, and is no area of its own.
    let ways = [way(10, &[1, 2, 7, 3, 4, 1], ("landuse", "forest")), way(12, &[5, 6, 7, 5], ("note", "c"))].concat();
    let old = read(&osm(&[nodes, ways, relation(20, &[10, 12], "")].concat())).unwrap();
    assert_eq!(old.areas.len(), 1);
    assert_eq!((old.areas[0].id, old.areas[0].rings.len()), (20, 2));
    assert!(old.areas[0].tags.is("landuse", "forest"));
}

#[test]
fn damaged_elements_are_cut_or_left_out_and_told() {
    let body = [
        node(1, 0, 0),
        node(2, 5, 0),
        node(1, 9, 9),
        node(-3, 5, 5),
        "<node id=\"4\" lat=\"nan\" lon=\"6\"/><node id=\"5\" lat=\"91\" lon=\"6\"/><node lat=\"49\" lon=\"6\"/>"
            .to_owned(),
        "<node id=\"x\" lat=\"49\" lon=\"6\"/><node id=\"6\" lat=\"49\" lon=\"6\" visible=\"false\"/>".to_owned(),
        way(10, &[1], ("highway", "primary")),
        way(11, &[1, 99, 2, -3], ("highway", "primary")),
        way(12, &[1, 2, 99], ("landuse", "forest")),
        way(13, &[4, 5, 6], ("highway", "primary")),
        relation(
            20,
            &[12, 20, 21],
            "<tag k=\"natural\" v=\"wood\"/><member type=\"relation\" ref=\"20\" role=\"outer\"/>",
        ),
    ]
    .concat();
    let land = read(&osm(&body)).unwrap();
    let ways: Vec<(i64, usize)> = land.ways.iter().map(|way| (way.id, way.nodes.len())).collect();
    assert_eq!(ways, [(11, 2)]);
    assert_eq!(land.nodes.iter().map(|node| node.id).collect::<Vec<_>>(), [-3, 2]);
    assert!(land.areas.is_empty());
    assert_eq!(land.notices, [Notice::WaysCut(2), Notice::OpenAreas(2)]);
}

#[test]
fn what_is_no_osm_is_refused() {
    let error = |text: &str| read(text).unwrap_err().to_string();
    assert!(error("").contains("OpenStreetMap"));
    assert!(error("PK\u{3}\u{4}").contains("OpenStreetMap"));
    assert!(error("<gpx><trk/></gpx>").contains("OpenStreetMap"));
    assert!(error("<osm><node id=\"1\" lat=\"49\" lon=\"6\">").contains("no valid XML"));
    assert!(error("<osm><node id=\"1\" lat=\"49\" lon=\"6\"></way></osm>").contains("no valid XML"));
    assert!(error("<osm><node id=1/></osm>").contains("no valid XML"));
    assert!(error(&osm("<node id=\"1\" lat=\"&lol;\" lon=\"6\"/>")).contains("no valid XML"));
    let entities =
        "<!DOCTYPE osm [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><osm><node id=\"&b;\"/></osm>";
    assert!(error(entities).contains("document type"));
    assert!(error(&"<osm>".repeat(100_000)).contains("nested"));
}

#[test]
fn endless_parts_are_refused_and_long_texts_cut() {
    let long = "x".repeat(3 << 20);
    let error =
        read(&osm(&format!("<node id=\"1\" lat=\"49\" lon=\"6\"><tag k=\"place\" v=\"{long}\"/></node>"))).unwrap_err();
    assert!(error.to_string().contains("part of over"), "{error}");
    assert!(read(&format!("<osm><!--{long}--></osm>")).is_err());
    let name = "é".repeat(1000);
    let place = format!(
        "<node id=\"1\" lat=\"49\" lon=\"6\"><tag k=\"place\" v=\"town\"/><tag k=\"name\" v=\"{name}\"/></node>"
    );
    let land = read(&osm(&place)).unwrap();
    assert_eq!(land.spots[0].tags.get("name").map(str::len), Some(254));
    let tags: String = (0..100_000).fold(String::new(), |mut text, n| {
        let _ = write!(text, "<tag k=\"k{n}\" v=\"v\"/>");
        text
    });
    let many = format!("<node id=\"1\" lat=\"49\" lon=\"6\"><tag k=\"place\" v=\"town\"/>{tags}</node>");
    assert_eq!(read(&osm(&many)).unwrap().spots[0].tags.iter().count(), MOST_TAGS);
}

#[test]
fn a_star_of_fifty_thousand_ways_is_read() {
    let mut body = node(0, 0, 0);
    for n in 1..50_000 {
        body += &node(n, (n % 100) as i32 / 5, (n / 1000) as i32 / 5);
    }
    for n in 1..50_000 {
        body += &way(100_000 + n, &[0, n], ("highway", "residential"));
    }
    let land = read(&osm(&body)).unwrap();
    assert_eq!(land.ways.len(), 49_999);
}

#[test]
fn no_damage_of_a_byte_or_two_makes_it_panic() {
    let ways = [way(10, &[1, 2, 3], ("highway", "primary")), way(11, &[1, 2, 3, 1], ("landuse", "forest"))].concat();
    let nodes = [node(1, 0, 0), node(2, 5, 0), node(3, 5, 5)].concat();
    let whole = osm(&[nodes, ways, relation(20, &[11], "<tag k=\"natural\" v=\"wood\"/>")].concat()).into_bytes();
    let plane = Plane::new(MIDDLE, 0.0).unwrap();
    let grid = tests_grid(4, 4, 100_000);
    let mut refused = 0;
    for at in 0..whole.len() {
        for value in *b"<>\"'&/9-\0\xff" {
            let mut bytes = whole.clone();
            bytes[at] = value;
            refused += usize::from(read_osm_xml(Cursor::new(bytes), &plane, &grid).is_err());
        }
    }
    assert!(refused > 100);
}
