//! Landscapes that are hard to derive a map of.

use std::fmt::Write as _;

use battlewright_ground::areas::{AreaFigures, Terrain};
use battlewright_ground::rivers::{RiverFigures, Rivers};
use battlewright_ground::roads::{RoadFigures, Roads};
use battlewright_ground::{Anchors, Era, Landscape, names};

use super::vectors::{node, tag, way};
use super::{landscape, map, within_limits};

/// Derives the map of a landscape.
pub(super) fn derive(land: &Landscape) -> (Anchors, Rivers, Terrain, Roads) {
    let (_, grid) = map();
    let era = Era::of_year(Some(1870));
    within_limits("the whole map", || {
        let mut anchors = Anchors::new(&grid, names::places(land, &era));
        let rivers = Rivers::new(land, &era, &grid, &mut anchors, &RiverFigures::default());
        let terrain = Terrain::new(land, &era, &grid, &anchors, &AreaFigures::default());
        let roads = Roads::new(land, &era, &grid, &anchors, &rivers, &terrain, &RoadFigures::default());
        (anchors, rivers, terrain, roads)
    })
}

fn osm(body: &str) -> Landscape {
    landscape("hard.osm", format!("<osm>{body}</osm>").as_bytes())
}

/// A number from 0 to 1 that depends on `n`.
fn chance(n: i64) -> f64 {
    let mixed = n.cast_unsigned().wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) as f64 / f64::from(1 << 24)
}

#[test]
fn a_hundred_thousand_places_in_a_hex() {
    let mut body = String::new();
    for n in 0..100_000 {
        let tags = tag("place", "village") + &tag("name", &format!("P{n}"));
        body += &node(n, chance(n) * 5.0, chance(n + 1_000_000) * 4.0, &tags);
    }
    let (anchors, ..) = derive(&osm(&body));
    let homes = anchors.places().filter(|(_, home)| home.is_some()).count();
    assert!((1..=9).contains(&homes), "{homes}");
}

#[test]
fn a_star_of_fifty_thousand_roads() {
    let mut body = node(0, 0.0, 0.0, &(tag("place", "town") + &tag("name", "Star")));
    let mut ways = String::new();
    for n in 1..=50_000 {
        body += &node(n, chance(n) * 200.0 - 100.0, chance(n + 1_000_000) * 120.0 - 60.0, "");
        ways += &way(n, [0, n], &tag("highway", ["primary", "secondary", "track"][n as usize % 3]));
    }
    for n in 0..30 {
        let tags = tag("place", "village") + &tag("name", &format!("V{n}"));
        body += &node(100_000 + n, chance(n) * 180.0 - 90.0, chance(n + 7) * 100.0 - 50.0, &tags);
    }
    let (.., roads) = derive(&osm(&(body + &ways)));
    assert!(!roads.chains.is_empty());
}

#[test]
fn a_lattice_of_streets() {
    let (mut body, mut ways) = (String::new(), String::new());
    for y in 0..300_i64 {
        for x in 0..300_i64 {
            let place =
                (x % 25 == 12 && y % 25 == 12).then(|| tag("place", "village") + &tag("name", &format!("V{x}-{y}")));
            body += &node(300 * y + x, x as f64 / 1.2 - 125.0, y as f64 / 2.4 - 62.0, &place.unwrap_or_default());
        }
        ways += &way(2 * y + 1, (0..300).map(|x| 300 * y + x), &tag("highway", "secondary"));
        ways += &way(2 * y + 2, (0..300).map(|x| 300 * x + y), &tag("highway", "residential"));
    }
    let (.., roads) = derive(&osm(&(body + &ways)));
    assert!(roads.chains.len() > 10);
}

#[test]
fn rivers_that_cross_themselves_and_meet_in_one_point() {
    let (mut body, mut ways) = (String::new(), String::new());
    for n in 0..20_000_i64 {
        body += &node(n, chance(n) * 200.0 - 100.0, chance(n + 1_000_000) * 120.0 - 60.0, "");
    }
    // One of twenty thousand random points, and five thousand that begin in one.
    ways += &way(1, 0..20_000, &tag("waterway", "river"));
    for n in 1..=5000 {
        let name = if n % 2 == 0 { tag("name", &format!("S{n}")) } else { tag("name", "Brook") };
        ways += &way(1 + n, [0, n, n + 5000, n + 10_000], &(tag("waterway", "stream") + &name));
    }
    let (_, rivers, ..) = derive(&osm(&(body + &ways)));
    assert!(!rivers.drawn.is_empty());
}

#[test]
fn a_coast_in_a_thousand_pieces() {
    let (mut body, mut ways) = (String::new(), String::new());
    for n in 0..20_000_i64 {
        body += &node(n, chance(n) * 220.0 - 110.0, chance(n + 1_000_000) * 140.0 - 70.0, "");
    }
    for n in 0..10_000 {
        ways += &way(n + 1, [2 * n, 2 * n + 1], &tag("natural", "coastline"));
    }
    let (_, _, terrain, _) = derive(&osm(&(body + &ways)));
    assert!(terrain.notices.iter().any(|notice| notice.to_string().contains("coast")), "{:?}", terrain.notices);
}

#[test]
fn woods_that_cover_each_other() {
    let (mut body, mut ways) = (String::new(), String::new());
    for n in 0..40_000_i64 {
        let (east, north, wide) =
            (chance(n) * 200.0 - 100.0, chance(n + 1_000_000) * 120.0 - 60.0, chance(n + 7) * 60.0);
        for (corner, (x, y)) in [(0.0, 0.0), (1.0, 0.1), (0.9, 0.8), (0.2, 0.5)].iter().enumerate() {
            body += &node(4 * n + corner as i64, east + x * wide, north + y * wide / 2.0, "");
        }
        let kind = [("natural", "wood"), ("natural", "water"), ("landuse", "residential"), ("natural", "wetland")];
        let (key, value) = kind[n as usize % 4];
        ways += &way(n + 1, [4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n], &tag(key, value));
    }
    let mut text = String::new();
    let _ = write!(text, "{body}{ways}");
    let land = osm(&text);
    assert_eq!(land.areas.len(), 40_000);
    derive(&land);
}
