//! Elements of OpenStreetMap, written by hand.

use std::fmt::Write as _;

use battlewright_ground::{Plane, Point};

/// A point in meters to the east and to the north of the middle.
pub(crate) type Spot = (i32, i32);

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
