//! The source and the hexes side by side, as SVG.

use std::fmt::Write as _;
use std::path::Path;

use battlewright_export::{MapPicture, MapPictureError, escaped, rendered};
use battlewright_ground::era::{AreaClass, LineClass, RoadClass, WaterClass};
use battlewright_ground::run::Derivation;
use battlewright_ground::{Point, names};
use battlewright_schema::{Cell, Scenario};

use crate::console::Failure;
use crate::output;

/// The margin around and between the maps.
const MARGIN: f64 = 30.0;

/// Draws the ground and the map of `scenario` into the file at `path`.
///
/// # Errors
/// The name ends in neither .svg nor .png, the map is too large, or the file cannot be written.
pub(super) fn draw(path: &Path, derivation: &Derivation, scenario: &Scenario) -> Result<(), Failure> {
    let undrawn = |error: MapPictureError| Failure::new(error.to_string());
    let map = MapPicture::new(scenario).map_err(undrawn)?;
    let svg = svg(&map, derivation);
    let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
    let bytes = match end.as_deref() {
        Some("png") => rendered(&svg).map_err(|error| Failure::new(error.to_string()))?,
        _ => svg.into_bytes(),
    };
    output::write(path, &bytes)
}

/// Returns `true` for names of pictures.
pub(super) fn is_picture(path: &Path) -> bool {
    let end = path.extension().and_then(|end| end.to_str());
    end.is_some_and(|end| ["svg", "png"].iter().any(|known| end.eq_ignore_ascii_case(known)))
}

fn svg(map: &MapPicture<'_>, derivation: &Derivation) -> String {
    let (width, height) = (2.0 * map.width + 3.0 * MARGIN, map.height + 3.0 * MARGIN);
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} \
         {height:.0}\" font-family=\"Hack, monospace\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<clipPath \
         id=\"map\"><rect width=\"{:.1}\" height=\"{:.1}\"/></clipPath>",
        map.width, map.height
    );
    for (left, title) in [(MARGIN, "Source"), (2.0 * MARGIN + map.width, "Hexes")] {
        let _ = writeln!(svg, "<g transform=\"translate({left:.1} {:.1})\">", 2.0 * MARGIN);
        let _ = writeln!(svg, "<text x=\"0\" y=\"-15\" font-size=\"18\">{title}</text>");
        if title == "Source" {
            let _ = writeln!(svg, "<g clip-path=\"url(#map)\">");
            SourceDrawing::new(map, derivation).draw(&mut svg);
            svg.push_str("</g>\n");
        } else {
            map.ground(&mut svg, |_| true);
            map.lines(&mut svg);
            map.words(&mut svg);
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// The drawing of the data, at the place of the hexes.
struct SourceDrawing<'a> {
    derivation: &'a Derivation,
    /// The units of the picture in a centimeter, and where the middle of the map is.
    scale: f64,
    middle: (f64, f64),
}

impl<'a> SourceDrawing<'a> {
    fn new(map: &MapPicture<'_>, derivation: &'a Derivation) -> Self {
        let grid = derivation.grid();
        let frame = grid.frame();
        let last = Cell { column: frame.columns - 1, row: frame.rows - 1 };
        let center = |cell| grid.tile_of(cell).map_or_else(Point::default, |tile| grid.center(tile));
        let (a, b) = (center(Cell::default()), center(last));
        let (x, y) = (map.center(Cell::default()), map.center(last));
        let far = (y.0 - x.0).hypot(y.1 - x.1);
        // One hex has no distance to another: any scale shows its middle.
        let scale = if a == b { 1e-3 } else { far / a.distance(b) };
        let middle = (x.0 - f64::from(a.x) * scale, x.1 - f64::from(a.y) * scale);
        Self { derivation, scale, middle }
    }

    fn points(&self, points: &[Point]) -> String {
        let mut text = String::new();
        for (n, point) in points.iter().enumerate() {
            let (x, y) = self.at(*point);
            let _ = write!(text, "{}{x:.1} {y:.1}", if n == 0 { "M" } else { "L" });
        }
        text
    }

    fn at(&self, point: Point) -> (f64, f64) {
        (self.middle.0 + f64::from(point.x) * self.scale, self.middle.1 + f64::from(point.y) * self.scale)
    }

    /// Draws what the era had: areas, then lines, then places.
    fn draw(&self, svg: &mut String) {
        let (land, era) = (self.derivation.landscape(), &self.derivation.request().era);
        for area in &land.areas {
            let Some(class) = era.area(&area.tags) else { continue };
            let fill = match class {
                AreaClass::Water => "#a9cfe8",
                AreaClass::Wetland => "#c6dcd2",
                AreaClass::Woods => "#b7d3a4",
                AreaClass::BuiltUp => "#dcd3ca",
                AreaClass::Vineyard | AreaClass::Orchard => "#dfe3b0",
            };
            let rings: String = area.rings.iter().map(|ring| self.points(ring) + "Z").collect();
            let _ = writeln!(svg, "<path d=\"{rings}\" fill=\"{fill}\" fill-rule=\"evenodd\"/>");
        }
        for way in &land.ways {
            let (color, width) = match era.line(&way.tags) {
                Some(LineClass::Water(WaterClass::River)) => ("#2f74b5", 3.0),
                Some(LineClass::Water(_)) => ("#2f74b5", 1.2),
                Some(LineClass::Road(class)) if class <= RoadClass::Primary => ("#b0452c", 2.2),
                Some(LineClass::Road(class)) if class <= RoadClass::Tertiary => ("#8a6a42", 1.4),
                Some(LineClass::Road(_)) => ("#a09080", 0.7),
                Some(LineClass::Rail) => ("#303030", 1.0),
                Some(LineClass::Coast) => ("#2f74b5", 2.0),
                None => continue,
            };
            let line = self.points(&land.line(way));
            let _ = writeln!(svg, "<path d=\"{line}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"/>");
        }
        for place in names::places(land, era) {
            let (x, y) = self.at(place.at);
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/><text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\">{}</text>",
                x + 5.0,
                y - 4.0,
                escaped(&place.name)
            );
        }
    }
}
