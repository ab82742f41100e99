//! A map as fragments of SVG.

use std::fmt::Write as _;

use battlewright_schema::common::limits::MOST_LABELS;
use battlewright_schema::{
    Cell, Color, Grid, HexId, HexsideKind, LabelSize, Look, NumberingProblem, Orientation, RoadKind, Scenario, Start,
};

use crate::escaped;

/// The distance from the center of a hex to its corners, in SVG units.
pub const RADIUS: f64 = 20.0;

/// The most hexes of a map picture, gaps included.
const MOST_HEXES: usize = 100_000;

/// An error while laying out a [`MapPicture`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapPictureError {
    /// The numbering does not place the hexes.
    #[error("the map cannot be drawn: {0}")]
    NoGrid(#[from] NumberingProblem),
    /// The map has too many hexes.
    #[error("the map cannot be drawn: it has more than {most} hexes")]
    TooLarge {
        /// The limit on hexes.
        most: usize,
    },
}

/// A map laid out for SVG.
pub struct MapPicture<'s> {
    scenario: &'s Scenario,
    grid: Grid,
    flat: bool,
    /// The upper left corner of the picture, relative to the center of hex (0, 0).
    corner: (f64, f64),
    /// The width, in SVG units.
    pub width: f64,
    /// The height, in SVG units.
    pub height: f64,
}

impl<'s> MapPicture<'s> {
    /// Lays out the map of `scenario`.
    ///
    /// # Errors
    /// The numbering does not place the hexes, or the map is too large.
    pub fn new(scenario: &'s Scenario) -> Result<Self, MapPictureError> {
        let common = scenario.common();
        let grid = common.grid()?;
        if usize::from(grid.columns()) * usize::from(grid.rows()) > MOST_HEXES {
            return Err(MapPictureError::TooLarge { most: MOST_HEXES });
        }
        let flat = common.frame().orientation == Orientation::Flat;
        let mut map = Self { scenario, grid, flat, corner: (0.0, 0.0), width: 0.0, height: 0.0 };
        let centers: Vec<(f64, f64)> = map.grid.cells().map(|cell| map.center(cell)).collect();
        let least = |pick: fn(&(f64, f64)) -> f64| centers.iter().map(pick).fold(f64::MAX, f64::min);
        let most = |pick: fn(&(f64, f64)) -> f64| centers.iter().map(pick).fold(f64::MIN, f64::max);
        map.corner = (least(|at| at.0) - RADIUS, least(|at| at.1) - RADIUS);
        map.width = most(|at| at.0) + RADIUS - map.corner.0;
        map.height = most(|at| at.1) + RADIUS - map.corner.1;
        Ok(map)
    }

    /// Returns the center of a hex, in SVG units from the upper left corner.
    pub fn center(&self, cell: Cell) -> (f64, f64) {
        let hex = self.grid.hex(cell);
        let (q, r) = (f64::from(hex.x), f64::from(hex.y));
        let root = 3.0_f64.sqrt();
        let (x, y) = if self.flat { (1.5 * q, root * (r + q / 2.0)) } else { (root * (q + r / 2.0), 1.5 * r) };
        (x * RADIUS - self.corner.0, y * RADIUS - self.corner.1)
    }

    /// Returns the center of the hex with this number; `None` off the map.
    pub fn at(&self, hex: &HexId) -> Option<(f64, f64)> {
        self.grid.cell(hex).map(|cell| self.center(cell))
    }

    /// Returns the corners of the hex around a center, as the `points` of an SVG polygon.
    pub fn corners(&self, at: (f64, f64)) -> String {
        self.corners_at(at, RADIUS)
    }

    fn corners_at(&self, (x, y): (f64, f64), radius: f64) -> String {
        let start = if self.flat { 0.0 } else { 30.0 };
        let corner = |n: u32| {
            let angle = (start + 60.0 * f64::from(n)).to_radians();
            format!("{:.1},{:.1}", x + radius * angle.cos(), y + radius * angle.sin())
        };
        (0..6).map(corner).collect::<Vec<_>>().join(" ")
    }

    /// Draws the hexes selected by `shown`, with their numbers.
    pub fn ground(&self, svg: &mut String, shown: impl Fn(&HexId) -> bool) {
        let common = self.scenario.common();
        let terrain = common.terrain();
        for cell in self.grid.cells().filter(|cell| common.has(*cell)) {
            let name = self.grid.name(cell);
            if !shown(&name) {
                continue;
            }
            let letter = common.hexes().get(cell.column.into(), cell.row.into());
            let kind = terrain.iter().find(|terrain| Some(terrain.letter.0) == letter);
            let color = kind.and_then(|kind| kind.color).map_or_else(|| ground(kind.map(|kind| kind.look)), web);
            let (x, y) = self.center(cell);
            let corners = self.corners((x, y));
            let _ = writeln!(
                svg,
                "<polygon points=\"{corners}\" fill=\"{color}\" stroke=\"#a09880\" stroke-width=\"0.7\"/>"
            );
            let top = y - RADIUS * 0.6;
            let name = escaped(name.as_str());
            let _ =
                writeln!(svg, "<text x=\"{x:.1}\" y=\"{top:.1}\" font-size=\"6\" text-anchor=\"middle\">{name}</text>");
        }
    }

    /// Draws roads, the streams, rivers, bridges, slopes and walls on hexsides, and fortifications.
    pub fn lines(&self, svg: &mut String) {
        let common = self.scenario.common();
        for fort in common.fortifications() {
            for at in fort.hexes.iter().filter_map(|hex| self.at(hex)) {
                let corners = self.corners_at(at, RADIUS * 0.85);
                let width = fort.lines;
                let _ = writeln!(
                    svg,
                    "<polygon points=\"{corners}\" fill=\"none\" stroke=\"#5c5042\" stroke-width=\"{width}\" \
                     stroke-dasharray=\"4 2\"/>"
                );
            }
        }
        for road in common.roads() {
            let points: Vec<String> =
                road.path.iter().filter_map(|hex| self.at(hex)).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let points = points.join(" ");
            let width = if road.kind == RoadKind::Major { 4 } else { 3 };
            let _ = writeln!(
                svg,
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"#8a5a3c\" stroke-width=\"{width}\"/>"
            );
        }
        for row in common.hexsides() {
            let (color, width) = match row.kind {
                HexsideKind::Stream => ("#5888aa", 3),
                HexsideKind::River => ("#38688a", 6),
                HexsideKind::Bridge => ("#303030", 4),
                HexsideKind::Slope => ("#8a6a3a", 3),
                HexsideKind::Wall => ("#606060", 3),
            };
            for (a, b) in row.between.iter().filter_map(battlewright_schema::HexsideId::hexes) {
                let Some((a, b)) = self.at(&a).zip(self.at(&b)) else { continue };
                let (x, y) = (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
                let length = (b.0 - a.0).hypot(b.1 - a.1).max(1.0);
                let along = ((b.0 - a.0) / length, (b.1 - a.1) / length);
                // A bridge is drawn across its hexside, all else along it.
                let (dx, dy) = if row.kind == HexsideKind::Bridge {
                    (along.0 * RADIUS * 0.3, along.1 * RADIUS * 0.3)
                } else {
                    (-along.1 * RADIUS / 2.0, along.0 * RADIUS / 2.0)
                };
                let _ = writeln!(
                    svg,
                    "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\" \
                     stroke-width=\"{width}\" stroke-linecap=\"round\"/>",
                    x - dx,
                    y - dy,
                    x + dx,
                    y + dy
                );
            }
        }
    }

    /// Draws the names of places, and labels.
    pub fn words(&self, svg: &mut String) {
        let common = self.scenario.common();
        let mut write = |(x, y): (f64, f64), size: f64, angle: f64, text: &str| {
            let text = escaped(text);
            let _ = writeln!(
                svg,
                "<text transform=\"translate({x:.1} {y:.1}) rotate({angle:.1})\" font-size=\"{size}\" \
                 text-anchor=\"middle\" stroke=\"#ffffff\" stroke-width=\"2\" paint-order=\"stroke\">{text}</text>"
            );
        };
        for place in common.places() {
            let hexes: Vec<(f64, f64)> = place.hexes.iter().filter_map(|hex| self.at(hex)).collect();
            // Below the counter in the lowest hex, centered on all hexes.
            let Some(lowest) = hexes.iter().map(|at| at.1).reduce(f64::max) else { continue };
            #[expect(clippy::cast_precision_loss, reason = "a place has few hexes")]
            let middle = hexes.iter().map(|at| at.0).sum::<f64>() / hexes.len() as f64;
            write((middle, lowest + RADIUS * 0.85), 7.0, 0.0, &place.name);
        }
        for label in common.labels().iter().take(MOST_LABELS) {
            let Some(from) = self.at(&label.at) else { continue };
            let to = label.to.as_ref().and_then(|to| self.at(to)).unwrap_or(from);
            // The text runs from left to right.
            let (left, right) = if to.0 < from.0 { (to, from) } else { (from, to) };
            let angle = (right.1 - left.1).atan2(right.0 - left.0).to_degrees();
            let size = match label.size {
                LabelSize::Small => 6.0,
                LabelSize::Medium => 8.0,
                LabelSize::Large => 12.0,
            };
            write((f64::midpoint(left.0, right.0), f64::midpoint(left.1, right.1)), size, angle, &label.text);
        }
    }

    /// Draws the counters that start in the hexes selected by `shown`.
    pub fn counters(&self, svg: &mut String, shown: impl Fn(&HexId) -> bool) {
        let common = self.scenario.common();
        let sides = common.sides();
        for counter in common.counters() {
            let Some(unit) = common.counter(counter) else { continue };
            let Start::At(hex) = &unit.start else { continue };
            let Some((x, y)) = self.at(hex).filter(|_| shown(hex)) else { continue };
            let color = sides.iter().find(|side| side.id == unit.side).and_then(|side| side.color);
            let color = color.map_or_else(|| "#808080".to_owned(), web);
            let half = RADIUS * 0.55;
            let _ = writeln!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{color}\" stroke=\"#202020\"/>",
                x - half,
                y - half + 2.0,
                2.0 * half,
                2.0 * half - 2.0
            );
            let label: String = unit.label.chars().take(7).collect();
            let label = escaped(&label);
            let below = y + 4.0;
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{below:.1}\" font-size=\"5\" fill=\"#ffffff\" text-anchor=\"middle\">{label}</text>"
            );
        }
    }
}

/// The ground color of a look.
fn ground(look: Option<Look>) -> String {
    let color = match look {
        None | Some(Look::Clear) => "#ece4cb",
        Some(Look::Woods) => "#becea0",
        Some(Look::Town) => "#e5d1b8",
        Some(Look::Village) => "#e9dac0",
        Some(Look::Farm) => "#e4cebc",
        Some(Look::Hill) => "#e0cda3",
        Some(Look::Rough) => "#ded3b8",
        Some(Look::Marsh) => "#d4dbc0",
        Some(Look::Water) => "#aacbde",
        Some(Look::Fort) => "#e2d6be",
    };
    color.to_owned()
}

fn web(color: Color) -> String {
    color.to_string()
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;

    #[test]
    fn neighbors_share_a_side() {
        let scenario = load(template(System::MarsLaTour)).readable.unwrap();
        let map = MapPicture::new(&scenario).unwrap();
        let (a, b) = (map.at(&"0304".into()).unwrap(), map.at(&"0404".into()).unwrap());
        assert!(((b.0 - a.0).hypot(b.1 - a.1) - RADIUS * 3.0_f64.sqrt()).abs() < 0.01);
        assert!(map.at(&"0305".into()).unwrap().1 > a.1, "rows run down the page");
    }
}
