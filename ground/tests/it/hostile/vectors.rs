//! Hostile lines, areas and places.

use std::fmt::Write as _;
use std::io::Cursor;

use battlewright_ground::read::{FileContent, read_file};
use battlewright_ground::{Era, LatLon, Notice, Plane, names};

use super::{landscape, refusal, within_limits};
use crate::case::Layout;
use crate::write::protobuf::{block, bytes, differences, list, number, with_size};

fn osm(body: &str) -> Vec<u8> {
    format!("<osm>{body}</osm>").into_bytes()
}

/// A node `east` and `north` thousandths of a degree from the middle.
pub(super) fn node(id: i64, east: f64, north: f64, tags: &str) -> String {
    format!("<node id=\"{id}\" lat=\"{}\" lon=\"{}\">{tags}</node>\n", 49.0 + north / 1000.0, 6.0 + east / 1000.0)
}

pub(super) fn tag(key: &str, value: &str) -> String {
    format!("<tag k=\"{key}\" v=\"{value}\"/>")
}

pub(super) fn way(id: i64, nodes: impl IntoIterator<Item = i64>, tags: &str) -> String {
    let nodes = nodes.into_iter().fold(String::new(), |mut text, id| {
        let _ = write!(text, "<nd ref=\"{id}\"/>");
        text
    });
    format!("<way id=\"{id}\">{nodes}{tags}</way>\n")
}

fn relation(id: i64, ways: impl IntoIterator<Item = i64>) -> String {
    let ways = ways.into_iter().fold(String::new(), |mut text, id| {
        let _ = write!(text, "<member type=\"way\" ref=\"{id}\" role=\"outer\"/>");
        text
    });
    let tags = tag("type", "multipolygon") + &tag("natural", "wood");
    format!("<relation id=\"{id}\">{ways}<member type=\"relation\" ref=\"{id}\" role=\"\"/>{tags}</relation>\n")
}

#[test]
fn nodes_of_any_number_and_place_are_taken_or_left() {
    let mut body = String::new();
    for id in [7, 3, -5, 3, i64::MAX, i64::MIN, 0] {
        body += &node(id, id as f64 % 10.0, 1.0, "");
    }
    body += "<node id=\"20\" lat=\"91\" lon=\"6\"/><node id=\"21\" lat=\"nan\" lon=\"6\"/><node id=\"22\" lat=\"49\" lon=\"1e99\"/>";
    body += &way(1, [7, 3, -5, i64::MAX, i64::MIN, 0], &tag("highway", "primary"));
    body += &way(2, [7], &tag("highway", "primary"));
    body += &way(3, [7, 20, 3, 99], &tag("highway", "primary"));
    let land = landscape("nodes.osm", &osm(&body));
    assert_eq!(land.nodes.len(), 6);
    assert_eq!(land.ways.len(), 1);
    assert_eq!(land.notices, [Notice::WaysCut(1)]);
}

#[test]
fn blocks_with_wrong_lengths_are_refused() {
    let head = block("OSMHeader", &[], false);
    for size in [1 << 31, u64::MAX, (32 << 20) + 1] {
        let file = [&head[..], &with_size("OSMData", size, &[0; 100])].concat();
        assert!(refusal("length.osm.pbf", &file).contains("part of over"));
    }
    let good = [head, block("OSMData", &bytes(2, &[]), true)].concat();
    assert!(refusal("short.osm.pbf", &good[..good.len() - 1]).contains("ends within"));
    // A message of which a field says that it has 2^31 bytes.
    let long = [block("OSMHeader", &[], false), block("OSMData", b"\x12\x80\x80\x80\x80\x08xx", true)].concat();
    assert!(refusal("field.osm.pbf", &long).contains("damaged"));
}

#[test]
fn small_blocks_with_millions_of_points_and_tags_are_cut() {
    // Each way has a million times the same node, and 64 long tags, in a few bytes.
    let texts: Vec<u8> = [vec![], b"highway".to_vec(), b"primary".to_vec()]
        .into_iter()
        .chain((0..62).map(|n| [format!("k{n}").into_bytes(), vec![b'x'; 300]].concat()))
        .flat_map(|text| bytes(1, &text))
        .collect();
    let dense =
        [bytes(1, &differences(&[1])), bytes(8, &differences(&[490_000_000])), bytes(9, &differences(&[60_000_000]))];
    let nodes = block("OSMData", &[bytes(1, &texts), bytes(2, &bytes(2, &dense.concat()))].concat(), true);
    let way = |id: u64, points: usize, tags: u64| {
        let keys = list((0..tags).map(|n| if n == 0 { 1 } else { n + 2 }));
        let values = list((0..tags).map(|n| if n == 0 { 2 } else { 70 - n.min(62) }));
        let mut nodes = vec![2];
        nodes.resize(points, 0);
        bytes(3, &[number(1, id), bytes(2, &keys), bytes(3, &values), bytes(8, &nodes)].concat())
    };
    let many_points: Vec<u8> = (0..20).flat_map(|id| way(id, 1_000_000, 1)).collect();
    let points = block("OSMData", &[bytes(1, &texts), bytes(2, &many_points)].concat(), true);
    let many_tags: Vec<u8> = (0..100_000).flat_map(|id| way(id, 2, 62)).collect();
    let tags = block("OSMData", &[bytes(1, &texts), bytes(2, &many_tags)].concat(), true);
    let head = block("OSMHeader", &[], false);
    let land = landscape("points.osm.pbf", &[&head[..], &nodes, &points, &points].concat());
    assert!(land.notices.contains(&Notice::LimitReached("points of ways", 16_000_000)), "{:?}", land.notices);
    let land = landscape("tags.osm.pbf", &[&head[..], &nodes, &tags, &tags].concat());
    assert!(land.notices.contains(&Notice::LimitReached("bytes of tags", 419_430_400)), "{:?}", land.notices);
}

#[test]
fn areas_of_any_outline_are_taken_or_left() {
    // A hundred thousand rings, which cross each other, and one that is open; the relation contains itself.
    let (mut nodes, mut ways) = (String::new(), String::new());
    for n in 0..100_000_i64 {
        let (east, north) = ((n % 300) as f64 / 2.0 - 75.0, (n / 300) as f64 / 4.0 - 40.0);
        for (corner, (x, y)) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)].iter().enumerate() {
            nodes += &node(4 * n + corner as i64 + 1, east + x, north + y, "");
        }
        ways += &way(n + 1, [4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n + 1], "");
    }
    ways += &way(200_000, [1, 2, 3], "");
    let all = [200_000].into_iter().chain(1..=100_000);
    let land = landscape("rings.osm", &osm(&(nodes + &ways + &relation(1, all))));
    // A relation has at most a hundred thousand members; one is itself.
    assert_eq!(land.notices, [Notice::OpenAreas(1), Notice::LimitReached("members of an area", 100_000)]);
    assert!(land.areas[0].rings.len() > 99_000);
    super::pipeline::derive(&land);
}

#[test]
fn an_inner_ring_alone_and_relations_in_a_circle_are_told_or_left() {
    let mut body: String = (1..=4).map(|n| node(n, (n / 3) as f64 * 9.0, (n % 3) as f64 * 9.0, "")).collect();
    body += &way(1, [1, 2, 3, 1], "");
    let member = |kind: &str, id: i64, role: &str| format!("<member type=\"{kind}\" ref=\"{id}\" role=\"{role}\"/>");
    let tags = tag("type", "multipolygon") + &tag("natural", "wood");
    let relation = |id: i64, members: &str| format!("<relation id=\"{id}\">{members}{tags}</relation>\n");
    // The second and the third have each other alone.
    body += &relation(1, &member("way", 1, "inner"));
    body += &relation(2, &member("relation", 3, "outer"));
    body += &relation(3, &member("relation", 2, "outer"));
    // Members that are not there, and a node, make no ring.
    body += &relation(4, &(member("way", 99, "outer") + &member("node", 1, "outer")));
    let land = landscape("inner.osm", &osm(&body));
    // By the even-odd rule, a ring is an area whatever its role is.
    assert_eq!(land.areas.iter().map(|area| (area.id, area.rings.len())).collect::<Vec<_>>(), [(1, 1)]);
    super::pipeline::derive(&land);
}

#[test]
fn blocks_in_any_order_with_numbers_of_any_sign_are_read() {
    // Ways before their nodes, and nodes with descending, negative and repeated numbers.
    let texts: Vec<u8> =
        [vec![], b"highway".to_vec(), b"primary".to_vec()].iter().flat_map(|it| bytes(1, it)).collect();
    let ids = [9, 5, -3, 5, i64::MAX, i64::MIN];
    let dense = [
        bytes(1, &differences(&ids)),
        bytes(8, &differences(&[490_000_000, 490_010_000, 490_020_000, 490_010_000, 490_030_000, 490_040_000])),
        bytes(9, &differences(&[60_000_000; 6])),
    ];
    let nodes = block("OSMData", &[bytes(1, &texts), bytes(2, &bytes(2, &dense.concat()))].concat(), true);
    let (keys, values) = (list([1]), list([2]));
    let line = [number(1, 1), bytes(2, &keys), bytes(3, &values), bytes(8, &differences(&[9, 5, -3, i64::MAX, 77]))];
    let ways = block("OSMData", &[bytes(1, &texts), bytes(2, &bytes(3, &line.concat()))].concat(), true);
    let head = block("OSMHeader", &[], false);
    for file in [[&head[..], &ways, &nodes].concat(), [&head[..], &nodes, &ways].concat()] {
        let land = landscape("order.osm.pbf", &file);
        let ids: Vec<i64> = land.ways[0].nodes.iter().map(|node| land.nodes[*node as usize].id).collect();
        assert_eq!((ids, land.ways.len()), (vec![9, 5, -3, i64::MAX], 1));
        assert_eq!(land.notices, [Notice::WaysCut(1)]);
    }
}

#[test]
fn a_pole_has_no_plane() {
    for lat in [90.0, -90.0, 89.9] {
        assert!(Plane::new(LatLon { lat, lon: 0.0 }, 0.0).is_err(), "{lat}");
    }
    assert!(Plane::new(LatLon { lat: f64::NAN, lon: 0.0 }, 0.0).is_err());
    assert!(Plane::new(LatLon { lat: 49.0, lon: 6.0 }, f64::INFINITY).is_err());
}

#[test]
fn relations_that_share_a_long_way_are_cut() {
    let mut body = String::new();
    for n in 1..=10_000 {
        body += &node(n, (n % 100) as f64, (n / 100) as f64, "");
    }
    body += &way(1, (1..=10_000).chain([1]), "");
    for id in 1..=5000 {
        body += &relation(id, [1, 1, 1]);
    }
    let land = landscape("shared.osm", &osm(&body));
    assert!(land.notices.contains(&Notice::LimitReached("points of areas", 16_000_000)), "{:?}", land.notices);
}

#[test]
fn names_are_cleaned() {
    let name = |name: &str| {
        let body = node(1, 0.0, 0.0, &(tag("place", "town") + &tag("name", name)));
        let land = landscape("name.osm", &osm(&body));
        names::places(&land, &Era::default()).into_iter().next().map(|place| place.name)
    };
    // A tag is cut to 255 bytes, and a name to 200 characters.
    assert_eq!(name(&"x".repeat(900_000)).as_deref(), Some("x".repeat(200).as_str()));
    assert_eq!(name(&"\u{fc}".repeat(400_000)).as_deref(), Some("\u{fc}".repeat(127).as_str()));
    assert_eq!(name("a&#10;b&#x202e;c\u{200b}\u{2066}d&#9;e").as_deref(), Some("a bcd e"));
    // An element of more than a megabyte, and characters that XML has not, are refused.
    let long = node(1, 0.0, 0.0, &(tag("place", "town") + &tag("name", &"x".repeat(2_000_000))));
    assert!(refusal("long.osm", &osm(&long)).contains("part of over"));
    let null = node(1, 0.0, 0.0, &(tag("place", "town") + &tag("name", "&#0;")));
    assert!(!refusal("null.osm", &osm(&null)).is_empty());
}

#[test]
fn features_without_end_are_refused_or_cut() {
    let deep = format!("{{\"features\":[{{\"geometry\":{{\"coordinates\":{}", "[".repeat(100_000));
    assert!(refusal("deep.geojson", deep.as_bytes()).contains("JSON"));
    assert!(refusal("nan.geojson", b"{\"features\":[{\"geometry\":{\"coordinates\":[NaN,49]}}]}").contains("JSON"));
    // Millions of lists, each of which needs more memory than bytes.
    for part in ["[0],", "[],", "[[0,0]],"] {
        let lists = part.repeat((60 << 20) / part.len());
        let wide =
            format!("{{\"features\":[{{\"geometry\":{{\"type\":\"LineString\",\"coordinates\":[{lists}[]]}}}}]}}");
        assert!(refusal("wide.geojson", wide.as_bytes()).contains("a feature has over 2000000 parts"));
    }
    let maps = "{\"a\":{\"b\":{}},\"c\":".repeat(60) + "{}" + &"}".repeat(60);
    let features = format!("{{\"properties\":{maps}}},").repeat(50_000);
    let properties = format!("{{\"features\":[{features}{{}}]}}");
    assert!(landscape("maps.geojson", properties.as_bytes()).ways.is_empty());
    let long = vec![b' '; 65 << 20];
    assert!(refusal("long.geojson", &[b"{", &long[..]].concat()).contains("part of over"));
}

#[test]
fn documents_with_types_of_their_own_are_refused() {
    let lol = "<!DOCTYPE osm [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;\">]><osm>&b;</osm>";
    assert!(refusal("lol.osm", lol.as_bytes()).contains("document type"));
    assert!(refusal("deep.osm", "<osm>".repeat(1_000_000).as_bytes()).contains("nested"));
}

#[test]
fn maps_at_the_antimeridian_and_near_a_pole_are_read() {
    for (lat, lon) in [(-17.0, 179.99), (-17.0, -179.99), (79.9, 0.0), (-79.9, 179.999)] {
        let (plane, grid) = (Plane::new(LatLon { lat, lon }, 20.0).unwrap(), Layout::USUAL.grid());
        let mut body = String::new();
        for n in 0..100_i64 {
            let east = lon + (n - 50) as f64 * 1e-3;
            let east = if east > 180.0 {
                east - 360.0
            } else if east < -180.0 {
                east + 360.0
            } else {
                east
            };
            let _ = write!(body, "<node id=\"{n}\" lat=\"{lat}\" lon=\"{east}\"/>");
        }
        body += "<node id=\"100\" lat=\"90\" lon=\"0\"/><node id=\"101\" lat=\"-90\" lon=\"180\"/>";
        body += &way(1, 0..102, &tag("highway", "primary"));
        let read = within_limits("far.osm", || read_file("far.osm", Cursor::new(osm(&body)), &plane, &grid));
        let Ok(FileContent::Landscape(land)) = read.map(|file| file.content) else { panic!("{lat} {lon}") };
        assert_eq!(land.ways.len(), 1, "{lat} {lon}");
        assert!(land.ways[0].nodes.len() >= 100);
        let line = land.line(&land.ways[0]);
        assert!(line.windows(2).take(99).all(|pair| pair[0].distance(pair[1]) < 12_000.0), "{lat} {lon}: no leap");
    }
}
