//! Countries as elements of OpenStreetMap, with what must vanish.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use battlewright_ground::{LatLon, Plane, Point};

use super::woods::outlines;
use super::{CELL, COLUMNS, Country, MIDDLE, ROWS, Spot, jitter};

/// Tags in the order in which they are written.
pub(crate) type TagList = Vec<(&'static str, String)>;

/// The content of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elements {
    pub(crate) nodes: BTreeMap<i64, (LatLon, TagList)>,
    pub(crate) ways: Vec<(i64, Vec<i64>, TagList)>,
    pub(crate) relations: Vec<(i64, Vec<i64>, TagList)>,
}

/// The position of a country, and where its numbers begin, so that many make a larger one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shift {
    pub(crate) east: f64,
    pub(crate) north: f64,
    pub(crate) number: i64,
    /// Houses for each place.
    pub(crate) houses: usize,
}

/// Collects the elements of a country.
struct Collector {
    plane: Plane,
    shift: Shift,
    own: Elements,
}

impl Collector {
    fn node(&mut self, id: i64, spot: Spot, tags: TagList) {
        let whole = |metres: f64| (metres * 100.0).round() as i32;
        let point = Point { x: whole(spot.east + self.shift.east), y: whole(-spot.north - self.shift.north) };
        self.own.nodes.insert(id + self.shift.number, (self.plane.position(point), tags));
    }

    fn way(&mut self, nodes: &[i64], tags: TagList) -> i64 {
        let id = self.own.ways.len() as i64 + 1 + self.shift.number;
        self.own.ways.push((id, nodes.iter().map(|node| node + self.shift.number).collect(), tags));
        id
    }
}

impl Country {
    /// Returns the country as elements.
    pub(crate) fn elements(&self, shift: Shift) -> Elements {
        let mut all = Collector { plane: Plane::new(MIDDLE, 0.0).unwrap(), shift, own: Elements::default() };
        for stem in &self.stems {
            for (node, spot) in stem.nodes.iter().zip(&stem.line) {
                all.node(*node, *spot, Vec::new());
            }
            // A way for each stretch of one class.
            let mut from = 0;
            for n in 1..stem.nodes.len() {
                if n + 1 == stem.nodes.len() || stem.is_river[n] != stem.is_river[from] {
                    let class = if stem.is_river[from] { "river" } else { "stream" };
                    let mut tags = vec![("waterway", class.to_owned())];
                    tags.extend(stem.name.as_ref().map(|name| ("name", name.clone())));
                    all.way(&stem.nodes[from..=n], tags);
                    from = n;
                }
            }
        }
        for road in &self.roads {
            for (node, spot) in road.nodes.iter().zip(&road.line) {
                all.node(*node, *spot, Vec::new());
            }
            all.way(&road.nodes, vec![("highway", road.class.to_owned())]);
        }
        self.towns(&mut all);
        for n in 0..2 {
            let east = if n == 0 { -12_000.0 } else { 12_000.0 };
            all.node(7_000_000 + n, Spot { east, north: 6000.0 * jitter(self.seed, 43, n as usize) }, Vec::new());
        }
        all.way(&[7_000_000, 7_000_001], vec![("highway", "motorway".to_owned()), ("ref", "A 4".to_owned())]);
        self.forests(&mut all);
        all.own
    }

    /// Adds the places, with the streets and houses of today.
    fn towns(&self, all: &mut Collector) {
        for (n, place) in self.places.iter().enumerate() {
            let tags = vec![("place", place.rank.to_owned()), ("name", place.name.clone())];
            all.node(4_000_000 + n as i64, place.at, tags);
            let start = 3_000_000 + place.cell as i64;
            for street in 0..4_i64 {
                let id = 5_000_000 + 10 * n as i64 + street;
                let turn = jitter(self.seed, 41, id as usize) * 3.1;
                let (east, north) = (place.at.east + 180.0 * turn.cos(), place.at.north + 180.0 * turn.sin());
                all.node(id, Spot { east, north }, Vec::new());
                all.way(&[start, id], vec![("highway", "residential".to_owned())]);
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
                all.node(*id, Spot { east, north }, Vec::new());
            }
            all.way(&[ring.as_slice(), &ring[..1]].concat(), vec![("landuse", "residential".to_owned())]);
            for house in 0..all.shift.houses {
                let id = 20_000_000 + 4 * (n * all.shift.houses + house) as i64;
                let middle = Spot {
                    east: place.at.east + 2000.0 * jitter(self.seed, 44, id as usize),
                    north: place.at.north + 2000.0 * jitter(self.seed, 45, id as usize),
                };
                for (corner, (east, north)) in [(-6.0, -4.0), (6.0, -4.0), (6.0, 4.0), (-6.0, 4.0)].iter().enumerate() {
                    let spot = Spot { east: middle.east + east, north: middle.north + north };
                    all.node(id + corner as i64, spot, Vec::new());
                }
                all.way(&[id, id + 1, id + 2, id + 3, id], vec![("building", "yes".to_owned())]);
            }
        }
    }

    /// Adds the woods: an outline alone is a way, one with clearings a relation.
    fn forests(&self, all: &mut Collector) {
        for rings in outlines(&self.woods) {
            let mut members = Vec::new();
            for ring in &rings {
                let ids: Vec<i64> = ring.iter().map(|(x, y)| 8_000_000 + (y * (COLUMNS + 1) + x) as i64).collect();
                for ((x, y), id) in ring.iter().zip(&ids) {
                    let east = (*x as f64 - COLUMNS as f64 / 2.0) * CELL;
                    let north = (ROWS as f64 / 2.0 - *y as f64) * CELL;
                    all.node(*id, Spot { east, north }, Vec::new());
                }
                let closed = [ids.as_slice(), &ids[..1]].concat();
                let tags = if rings.len() == 1 { vec![("landuse", "forest".to_owned())] } else { Vec::new() };
                members.push(all.way(&closed, tags));
            }
            if rings.len() > 1 {
                let id = all.own.relations.len() as i64 + 1 + all.shift.number;
                let tags = vec![("type", "multipolygon".to_owned()), ("natural", "wood".to_owned())];
                all.own.relations.push((id, members, tags));
            }
        }
    }
}

impl Elements {
    /// Returns the elements as OpenStreetMap XML.
    pub(crate) fn xml(&self) -> String {
        let tagged = |tags: &TagList| {
            tags.iter().fold(String::new(), |mut text, (key, value)| {
                let _ = write!(text, "<tag k=\"{key}\" v=\"{value}\"/>");
                text
            })
        };
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\">\n".to_owned();
        for (id, (at, tags)) in &self.nodes {
            let tags = tagged(tags);
            let _ = writeln!(text, "<node id=\"{id}\" lat=\"{:.9}\" lon=\"{:.9}\">{tags}</node>", at.lat, at.lon);
        }
        for (id, nodes, tags) in &self.ways {
            let _ = write!(text, "<way id=\"{id}\">");
            for node in nodes {
                let _ = write!(text, "<nd ref=\"{node}\"/>");
            }
            text += &(tagged(tags) + "</way>\n");
        }
        for (id, ways, tags) in &self.relations {
            let _ = write!(text, "<relation id=\"{id}\">");
            for way in ways {
                let _ = write!(text, "<member type=\"way\" ref=\"{way}\" role=\"\"/>");
            }
            text += &(tagged(tags) + "</relation>\n");
        }
        text + "</osm>\n"
    }
}
