//! Countries as files: OpenStreetMap XML and an ASCII grid, with what must vanish.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use battlewright_ground::{LatLon, Plane, Point};

use super::woods::outlines;
use super::{CELL, COLUMNS, Country, ROWS, Spot, jitter};

/// The middle of all countries.
pub(crate) const MIDDLE: LatLon = LatLon { lat: 49.1, lon: 5.93 };

fn position(plane: &Plane, spot: Spot) -> LatLon {
    let whole = |metres: f64| (metres * 100.0).round() as i32;
    plane.position(Point { x: whole(spot.east), y: whole(-spot.north) })
}

impl Country {
    /// Returns the country as OpenStreetMap XML.
    pub(crate) fn osm(&self) -> String {
        let plane = Plane::new(MIDDLE, 0.0).unwrap();
        let mut nodes = BTreeMap::<i64, (Spot, String)>::new();
        let (mut ways, mut relations) = (String::new(), String::new());
        let mut next_way = 1;
        let mut way = |nodes: &[i64], tags: &[(&str, &str)]| {
            let _ = write!(ways, "<way id=\"{next_way}\">");
            for node in nodes {
                let _ = write!(ways, "<nd ref=\"{node}\"/>");
            }
            for (key, value) in tags {
                let _ = write!(ways, "<tag k=\"{key}\" v=\"{value}\"/>");
            }
            ways.push_str("</way>\n");
            next_way += 1;
            next_way - 1
        };
        for stem in &self.stems {
            for (node, spot) in stem.nodes.iter().zip(&stem.line) {
                nodes.insert(*node, (*spot, String::new()));
            }
            // A way for each stretch of one class.
            let mut from = 0;
            for n in 1..stem.nodes.len() {
                if n + 1 == stem.nodes.len() || stem.is_river[n] != stem.is_river[from] {
                    let class = if stem.is_river[from] { "river" } else { "stream" };
                    let mut tags = vec![("waterway", class)];
                    tags.extend(stem.name.as_ref().map(|name| ("name", name.as_str())));
                    way(&stem.nodes[from..=n], &tags);
                    from = n;
                }
            }
        }
        for road in &self.roads {
            for (node, spot) in road.nodes.iter().zip(&road.line) {
                nodes.insert(*node, (*spot, String::new()));
            }
            way(&road.nodes, &[("highway", road.class)]);
        }
        for (n, place) in self.places.iter().enumerate() {
            let tags = format!("<tag k=\"place\" v=\"{}\"/><tag k=\"name\" v=\"{}\"/>", place.rank, place.name);
            nodes.insert(4_000_000 + n as i64, (place.at, tags));
            // Streets and houses of today.
            let start = 3_000_000 + place.cell as i64;
            for street in 0..4_i64 {
                let id = 5_000_000 + 10 * n as i64 + street;
                let turn = jitter(self.seed, 41, id as usize) * 3.1;
                let (east, north) = (place.at.east + 180.0 * turn.cos(), place.at.north + 180.0 * turn.sin());
                nodes.insert(id, (Spot { east, north }, String::new()));
                way(&[start, id], &[("highway", "residential")]);
            }
            let radius = 1.6
                * match place.rank {
                    "town" => 450.0,
                    "village" => 220.0,
                    _ => 110.0,
                };
            let ring: Vec<i64> = (0..12).map(|corner| 6_000_000 + 12 * n as i64 + corner).collect();
            for (corner, id) in ring.iter().enumerate() {
                let turn = corner as f64 * std::f64::consts::TAU / 12.0;
                let radius = radius * (1.0 + 0.2 * jitter(self.seed, 42, *id as usize));
                let (east, north) = (place.at.east + radius * turn.cos(), place.at.north + radius * turn.sin());
                nodes.insert(*id, (Spot { east, north }, String::new()));
            }
            way(&[ring.as_slice(), &ring[..1]].concat(), &[("landuse", "residential")]);
        }
        for n in 0..2 {
            let id = 7_000_000 + n;
            let east = if n == 0 { -12_000.0 } else { 12_000.0 };
            nodes.insert(id, (Spot { east, north: 6000.0 * jitter(self.seed, 43, n as usize) }, String::new()));
        }
        way(&[7_000_000, 7_000_001], &[("highway", "motorway"), ("ref", "A 4")]);
        let mut relation = 1;
        for rings in outlines(&self.woods) {
            let mut members = Vec::new();
            for ring in &rings {
                let ids: Vec<i64> = ring.iter().map(|(x, y)| 8_000_000 + (y * (COLUMNS + 1) + x) as i64).collect();
                for ((x, y), id) in ring.iter().zip(&ids) {
                    let east = (*x as f64 - COLUMNS as f64 / 2.0) * CELL;
                    let north = (ROWS as f64 / 2.0 - *y as f64) * CELL;
                    nodes.insert(*id, (Spot { east, north }, String::new()));
                }
                let closed = [ids.as_slice(), &ids[..1]].concat();
                let tags: &[(&str, &str)] = if rings.len() == 1 { &[("landuse", "forest")] } else { &[] };
                members.push(way(&closed, tags));
            }
            if rings.len() > 1 {
                let _ = write!(relations, "<relation id=\"{relation}\">");
                for member in members {
                    let _ = write!(relations, "<member type=\"way\" ref=\"{member}\" role=\"\"/>");
                }
                relations.push_str("<tag k=\"type\" v=\"multipolygon\"/><tag k=\"natural\" v=\"wood\"/></relation>\n");
                relation += 1;
            }
        }
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\">\n".to_owned();
        for (id, (spot, tags)) in nodes {
            let at = position(&plane, spot);
            let _ = writeln!(text, "<node id=\"{id}\" lat=\"{:.9}\" lon=\"{:.9}\">{tags}</node>", at.lat, at.lon);
        }
        text + &ways + &relations + "</osm>\n"
    }

    /// Returns the relief as an ASCII grid in degrees, with noise of up to 6 m and voids.
    pub(crate) fn asc(&self) -> String {
        let plane = Plane::new(MIDDLE, 0.0).unwrap();
        let (columns, rows, cell) = (340, 180, 0.001);
        let (west, south) = (MIDDLE.lon - cell * f64::from(columns) / 2.0, MIDDLE.lat - cell * f64::from(rows) / 2.0);
        let mut text = format!(
            "ncols {columns}\nnrows {rows}\nxllcorner {west}\nyllcorner {south}\ncellsize {cell}\nNODATA_value -9999\n"
        );
        for row in 0..rows {
            for column in 0..columns {
                let lat = south + cell * (f64::from(rows - row) - 0.5);
                let lon = west + cell * (f64::from(column) + 0.5);
                let at = plane.point(LatLon { lat, lon });
                let spot = Spot { east: f64::from(at.x) / 100.0, north: f64::from(-at.y) / 100.0 };
                let sample = (row * columns + column) as usize;
                if jitter(self.seed, 52, sample) > 0.9 {
                    text.push_str("-9999 ");
                } else {
                    let height = self.relief.height(spot) + 6.0 * jitter(self.seed, 51, sample);
                    let _ = write!(text, "{height:.1} ");
                }
            }
            text.push('\n');
        }
        text
    }
}
