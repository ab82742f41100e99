//! A picture of the source beside its map, as SVG, to look at.

use std::fmt::Write as _;

use battlewright_ground::areas::GroundKind;
use battlewright_ground::{GroundGrid, Landscape, Point, Tile};
use battlewright_schema::RoadKind;

use crate::real::RealMap;

/// The pixels of a hex from side to side.
const HEX: f64 = 24.0;

fn fill(kind: GroundKind) -> &'static str {
    match kind {
        GroundKind::Clear => "#f4f0df",
        GroundKind::Water => "#9cc4e4",
        GroundKind::Town => "#c0504d",
        GroundKind::Village => "#e0a090",
        GroundKind::Farm => "#ecd0b0",
        GroundKind::Marsh => "#b8d8c0",
        GroundKind::Woods => "#8fb573",
        GroundKind::Vineyard => "#c9b7d8",
        GroundKind::Orchard => "#c8d890",
    }
}

/// Returns the color and the width of a line, and `true` for an area.
fn look(tags: &battlewright_ground::Tags) -> Option<(&'static str, f64, bool)> {
    Some(match (tags.get("natural"), tags.get("landuse"), tags.get("waterway"), tags.get("highway")) {
        (Some("water"), ..) => ("#9cc4e4", 0.0, true),
        (Some("wetland"), ..) => ("#b8d8c0", 0.0, true),
        (Some("wood"), ..) | (_, Some("forest"), ..) => ("#8fb573", 0.0, true),
        (_, Some("residential" | "commercial" | "industrial"), ..) => ("#e0a090", 0.0, true),
        (Some("coastline"), ..) => ("#204060", 1.5, false),
        (_, _, Some("river"), _) => ("#2060c0", 2.0, false),
        (_, _, Some("stream" | "canal"), _) => ("#4080d0", 1.0, false),
        (.., Some("trunk" | "primary")) => ("#303030", 1.6, false),
        (.., Some("secondary" | "tertiary")) => ("#707070", 1.0, false),
        (.., Some("unclassified" | "residential" | "track")) => ("#b0b0b0", 0.4, false),
        _ => return None,
    })
}

struct Sketch<'a> {
    grid: &'a GroundGrid,
    scale: f64,
    origin: Point,
}

impl Sketch<'_> {
    fn at(&self, point: Point) -> (f64, f64) {
        (f64::from(point.x - self.origin.x) * self.scale, f64::from(point.y - self.origin.y) * self.scale)
    }

    fn path(&self, points: &[Point]) -> String {
        points.iter().fold(String::new(), |mut text, point| {
            let (x, y) = self.at(*point);
            let _ = write!(text, "{}{x:.1} {y:.1}", if text.is_empty() { "M" } else { "L" });
            text
        })
    }

    /// The corners of a hex: between it and two neighbors in a row.
    fn corners(&self, tile: Tile) -> Option<Vec<Point>> {
        let around = self.grid.neighbors(tile).into_iter().collect::<Option<Vec<Tile>>>()?;
        let corner = |n: usize| {
            let all = [tile, around[n], around[(n + 1) % 6]].map(|tile| self.grid.center(tile));
            Point { x: all.iter().map(|at| at.x).sum::<i32>() / 3, y: all.iter().map(|at| at.y).sum::<i32>() / 3 }
        };
        Some((0..6).map(corner).collect())
    }

    fn source(&self, land: &Landscape, svg: &mut String) {
        for area in &land.areas {
            let Some((color, _, true)) = look(&area.tags) else { continue };
            let rings: String = area.rings.iter().map(|ring| self.path(ring) + "Z").collect();
            let _ = writeln!(svg, "<path d=\"{rings}\" fill=\"{color}\" fill-rule=\"evenodd\"/>");
        }
        for way in &land.ways {
            let Some((color, width, false)) = look(&way.tags) else { continue };
            let line = self.path(&land.line(way));
            let _ = writeln!(svg, "<path d=\"{line}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"/>");
        }
    }

    /// Draws the border of the map over the source.
    fn outline(&self, svg: &mut String) {
        let centers =
            self.grid.tiles().filter(|tile| self.grid.is_on_map(*tile)).map(|tile| self.at(self.grid.center(tile)));
        let (mut least, mut most) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for (x, y) in centers {
            (least, most) = ((least.0.min(x), least.1.min(y)), (most.0.max(x), most.1.max(y)));
        }
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"#c00\" stroke-width=\"1.5\"/>",
            least.0 - HEX / 2.0,
            least.1 - HEX / 2.0,
            most.0 - least.0 + HEX,
            most.1 - least.1 + HEX
        );
    }

    fn hexes(&self, map: &RealMap, svg: &mut String) {
        for tile in self.grid.tiles().filter(|tile| self.grid.is_on_map(*tile)) {
            let Some(corners) = self.corners(tile) else { continue };
            let (path, color) = (self.path(&corners), fill(map.terrain.get(tile)));
            let _ = writeln!(svg, "<path d=\"{path}Z\" fill=\"{color}\" stroke=\"#aaa\" stroke-width=\"0.4\"/>");
        }
        for chain in &map.roads.chains {
            let line: Vec<Point> = chain.tiles.iter().map(|tile| self.grid.center(*tile)).collect();
            let width = if chain.kind == RoadKind::Major { 2.2 } else { 1.2 };
            let line = self.path(&line);
            let _ = writeln!(svg, "<path d=\"{line}\" fill=\"none\" stroke=\"#404040\" stroke-width=\"{width}\"/>");
        }
        for (side, is_river) in map.rivers.sides() {
            let (Some(low), Some(high)) = (self.corners(side.low), self.corners(side.high)) else { continue };
            let near = |point: &Point| high.iter().any(|other| other.distance(*point) < 1000.0);
            let ends: Vec<Point> = low.iter().copied().filter(near).collect();
            let width = if is_river { 4.0 } else { 2.0 };
            let line = self.path(&ends);
            let _ = writeln!(svg, "<path d=\"{line}\" fill=\"none\" stroke=\"#2060c0\" stroke-width=\"{width}\"/>");
        }
        for bridge in &map.roads.bridges {
            let [(ax, ay), (bx, by)] = [bridge.side.low, bridge.side.high].map(|tile| self.at(self.grid.center(tile)));
            let (x, y) = ((ax + bx) / 2.0, (ay + by) / 2.0);
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#fff\" stroke=\"#000\"/>");
        }
    }

    fn places(&self, map: &RealMap, is_hexes: bool, svg: &mut String) {
        for (spot, home) in map.anchors.places() {
            let Some(tile) = home.filter(|tile| self.grid.is_on_map(*tile)) else { continue };
            let (x, y) = self.at(if is_hexes { self.grid.center(tile) } else { spot.at });
            let name = spot.name.replace('&', "&amp;").replace('<', "&lt;");
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\"/><text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"8\">{name}</text>",
                x + 3.0
            );
        }
    }
}

/// Returns the picture: the source at the left, the map at the right.
pub(crate) fn beside(map: &RealMap) -> String {
    let (least, most) = map.grid.zone();
    let scale = HEX / f64::from(map.grid.distance());
    let sketch = Sketch { grid: &map.grid, scale, origin: least };
    let (width, height) = sketch.at(most);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {height:.0}\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        2.0 * width
    );
    let _ = writeln!(svg, "<svg width=\"{width:.0}\" height=\"{height:.0}\">");
    sketch.source(&map.landscape, &mut svg);
    sketch.places(map, false, &mut svg);
    sketch.outline(&mut svg);
    let _ = writeln!(svg, "</svg><g transform=\"translate({width:.0} 0)\">");
    sketch.hexes(map, &mut svg);
    sketch.places(map, true, &mut svg);
    svg + "</g></svg>\n"
}
