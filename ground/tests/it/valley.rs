//! A small valley, written as the files that the sessions of the command line read.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use battlewright_ground::{LatLon, Plane, Point};

/// The middle of the valley.
const MIDDLE: LatLon = LatLon { lat: 49.1, lon: 5.93 };
/// The folder of the files, from that of the crate.
const FOLDER: &str = "../tests/sessions/ground.in";

/// A point in meters to the east and to the north of the middle.
pub(crate) type Spot = (i32, i32);

/// The course of the river: to the east at a distance to the north.
fn river(north: i32) -> i32 {
    // A gentle S: whole numbers, so that every machine writes the same file.
    let bend = (north / 100).rem_euclid(80);
    let swing = if bend < 40 { bend - 20 } else { 60 - bend };
    40 * swing - 900
}

/// Writes elements of OpenStreetMap.
pub(crate) struct ElementWriter {
    plane: Plane,
    nodes: Vec<(Spot, String)>,
    ways: String,
    count: usize,
}

impl ElementWriter {
    pub(crate) fn new(plane: Plane) -> Self {
        Self { plane, nodes: Vec::new(), ways: String::new(), count: 0 }
    }

    fn node(&mut self, at: Spot) -> usize {
        if let Some(n) = self.nodes.iter().position(|(own, _)| *own == at) {
            return n + 1;
        }
        self.nodes.push((at, String::new()));
        self.nodes.len()
    }

    pub(crate) fn place(&mut self, at: Spot, rank: &str, name: &str, more: &str) {
        let n = self.node(at);
        let tags = format!("<tag k=\"place\" v=\"{rank}\"/><tag k=\"name\" v=\"{name}\"/>{more}");
        self.nodes[n - 1].1 = tags;
    }

    pub(crate) fn way(&mut self, spots: &[Spot], tags: &[(&str, &str)]) {
        self.count += 1;
        let _ = writeln!(self.ways, "<way id=\"{}\">", self.count);
        for spot in spots {
            let node = self.node(*spot);
            let _ = write!(self.ways, "<nd ref=\"{node}\"/>");
        }
        for (key, value) in tags {
            let _ = write!(self.ways, "<tag k=\"{key}\" v=\"{value}\"/>");
        }
        self.ways.push_str("\n</way>\n");
    }

    pub(crate) fn text(&self) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        text.push_str(
            "<osm version=\"0.6\" generator=\"a test of Battlewright\">\n<meta osm_base=\"2026-11-01T00:00:00Z\"/>\n",
        );
        for (n, ((east, north), tags)) in (1..).zip(&self.nodes) {
            let at = self.plane.position(Point { x: east * 100, y: -north * 100 });
            let _ = writeln!(text, "<node id=\"{n}\" lat=\"{:.6}\" lon=\"{:.6}\">{tags}</node>", at.lat, at.lon);
        }
        text.push_str(&self.ways);
        text.push_str("</osm>\n");
        text
    }
}

/// A closed ring around a point.
fn ring((east, north): Spot, (width, height): Spot) -> Vec<Spot> {
    let parts = [(-10, -6), (-4, -10), (5, -9), (10, -3), (9, 6), (2, 10), (-7, 8), (-10, -6)];
    parts.iter().map(|(x, y)| (east + x * width / 10, north + y * height / 10)).collect()
}

/// Returns the geography.
fn osm() -> String {
    let plane = Plane::new(MIDDLE, 0.0).unwrap();
    let mut to = ElementWriter::new(plane);
    let (upton, weston, norton, sutton) = ((1700, -500), (-3700, 600), (700, 2900), (2300, -3100));
    let (mill, marsh) = ((3900, 1500), (-2900, -2500));
    to.place(upton, "town", "Upton", "<tag k=\"population\" v=\"9000\"/>");
    to.place(weston, "village", "Weston", "");
    to.place(norton, "village", "Norton", "<tag k=\"old_name:1870\" v=\"Nordheim\"/>");
    to.place(sutton, "village", "Sutton", "");
    to.place(mill, "hamlet", "Mill End", "");
    to.place(marsh, "hamlet", "Marsh End", "");
    to.place((2500, -300), "suburb", "New Town", "");
    // The bridges are nodes of the river.
    let bridges = [2000, 0, -2600].map(|north| (river(north), north));
    let line: Vec<Spot> = (-76..=76).rev().map(|n| (river(n * 100), n * 100)).collect();
    to.way(&line, &[("waterway", "river"), ("name", "Long Water")]);
    let mouth = (river(1000), 1000);
    to.way(
        &[(6800, 2300), (5200, 1900), (4000, 1350), (2600, 1200), (900, 900), mouth],
        &[("waterway", "stream"), ("name", "Mill Brook")],
    );
    to.way(
        &[(-5200, -900), (-4300, -1500), (-3300, -1800), (-2100, -1900), (river(-2000), -2000)],
        &[("waterway", "stream")],
    );
    to.way(&[(3600, -2200), (3900, -2600), (4300, -2900)], &[("waterway", "stream")]);
    to.way(&[(-500, 3000), (400, 3300)], &[("waterway", "ditch")]);
    let main: Vec<Spot> =
        [(-7600, 900), (-5600, 700), weston, (-2300, 200), bridges[1], (500, -200), upton, (3900, -900), (7600, -1300)]
            .into();
    to.way(&main, &[("highway", "primary"), ("ref", "N 3")]);
    to.way(
        &[(900, 7400), (800, 5000), norton, (1300, 1400), upton, (1900, -1700), sutton, (2500, -5200), (2700, -7300)],
        &[("highway", "secondary")],
    );
    to.way(&[weston, (-3000, 1500), bridges[0], norton], &[("highway", "tertiary")]);
    to.way(&[upton, (2900, 600), mill, (4700, 2700), (5400, 4200)], &[("highway", "unclassified")]);
    to.way(&[weston, (-3600, -900), marsh, bridges[2], sutton], &[("highway", "unclassified")]);
    to.way(&[(-7000, -5200), (-2400, -700), (2600, 2200), (7200, 4900)], &[("highway", "motorway"), ("ref", "A 4")]);
    to.way(&[(-7400, -3800), (-1600, -3600), (3200, -1500), (7500, -2300)], &[("railway", "rail")]);
    to.way(&ring((-3000, 3100), (1500, 1200)), &[("landuse", "forest")]);
    to.way(&ring((4300, -3300), (1300, 1500)), &[("natural", "wood")]);
    to.way(&ring((3700, 3700), (500, 400)), &[("natural", "wood")]);
    to.way(&ring((-3300, -3000), (700, 500)), &[("natural", "wetland")]);
    to.way(&ring(upton, (1400, 1100)), &[("landuse", "residential")]);
    to.way(&ring((5600, 600), (600, 500)), &[("natural", "water"), ("water", "reservoir"), ("name", "New Reservoir")]);
    to.way(&ring((2900, -1100), (500, 400)), &[("landuse", "industrial")]);
    to.text()
}

/// Returns the elevation: the valley, and a hill in the east.
fn asc() -> String {
    let plane = Plane::new(MIDDLE, 0.0).unwrap();
    let (across, down, cell) = (60, 40, 0.005);
    let (west, south) = (MIDDLE.lon - 0.15, MIDDLE.lat - 0.1);
    let mut text = format!(
        "ncols {across}\nnrows {down}\nxllcorner {west:.3}\nyllcorner {south:.3}\ncellsize {cell}\nNODATA_value -9999\n"
    );
    for row in 0..down {
        let lat = south + cell * (f64::from(down - row) - 0.5);
        for column in 0..across {
            let lon = west + cell * (f64::from(column) + 0.5);
            let at = plane.point(LatLon { lat, lon });
            let (east, north) = (at.x / 100, -at.y / 100);
            let slope = ((east - river(north)).abs() / 40).min(70);
            let hill = (90 - ((east - 4200).abs() + (north + 3000).abs()) / 30).max(0);
            let _ = write!(text, "{}{}", if column == 0 { "" } else { " " }, 180 + slope + hill);
        }
        text.push('\n');
    }
    text
}

/// `BATTLEWRIGHT_UPDATE=1 cargo test -p battlewright-ground --test it valley` writes the files.
#[test]
fn the_files_of_the_sessions_are_those_of_the_valley() {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    for (name, made) in [("valley.osm", osm()), ("valley.asc", asc())] {
        let path = folder.join(name);
        if std::env::var_os("BATTLEWRIGHT_UPDATE").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        let there = std::fs::read_to_string(&path).unwrap();
        assert!(there == made, "{name} is another; see the command above this test");
    }
}
