//! Free text on the map: the names of woods, rivers and ridges.

use battlewright_schema::{Label, LabelSize, LabelStyle};
use ecolor::Color32;
use emath::{Pos2, Vec2};

use super::{Halo, Shape, Stroke, Text, View, ink};

/// The least legible font size, in points; smaller labels are left out.
pub(super) const SMALLEST: f32 = 6.5;
/// The widest letter spacing that fills a label's line, in font sizes.
pub(super) const WIDEST: f32 = 1.4;

/// The layout of a label in the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelSpot {
    /// The center.
    pub middle: Pos2,
    /// The reading direction, a unit vector.
    pub way: Vec2,
    /// The length of the label's line; 0 for a label in one hex.
    pub line: f32,
    /// The font size.
    pub size: f32,
}

/// Returns the layout of `label`; `None` off the map.
pub fn spot(view: &View, label: &Label) -> Option<LabelSpot> {
    let at = view.center(view.grid().cell(&label.at)?);
    let to = label.to.as_ref().and_then(|to| view.grid().cell(to)).map_or(at, |to| view.center(to));
    let along = to - at;
    // Labels that would read upside down are flipped; vertical ones stay as they are.
    let flipped = along.x < -0.01 * along.length();
    let way = if at == to { Vec2::RIGHT } else { along.normalized() * if flipped { -1.0 } else { 1.0 } };
    let (height, least) = height(label.size);
    // The least size in points is limited by the hexes, so that labels do not swamp a small map.
    let size = (view.radius() * height).max(least.min(view.radius() * 0.72));
    Some(LabelSpot { middle: at.lerp(to, 0.5), way, line: along.length(), size })
}

/// Returns the font size in hex radii, and its minimum in points.
fn height(size: LabelSize) -> (f32, f32) {
    match size {
        LabelSize::Small => (0.34, 9.0),
        LabelSize::Medium => (0.46, 10.5),
        LabelSize::Large => (0.70, 14.0),
    }
}

/// Returns the color of a label style.
pub fn color(style: LabelStyle) -> Color32 {
    match style {
        LabelStyle::Land => Color32::from_rgb(64, 54, 44),
        LabelStyle::Woods => Color32::from_rgb(36, 78, 42),
        LabelStyle::Water => Color32::from_rgb(30, 78, 132),
        LabelStyle::Height => Color32::from_rgb(122, 76, 34),
    }
}

/// Draws a label on the straight line between its hexes, with a bar of color `bar` beneath if given: the preview of a label.
pub fn one(shapes: &mut Vec<Shape>, view: &View, label: &Label, bar: Option<Color32>, dark: bool) {
    let Some(spot) = spot(view, label).filter(|spot| spot.size >= SMALLEST) else { return };
    let reach = spot.line + letters(label) * spot.size;
    if !view.rect().expand(reach).contains(spot.middle) {
        return;
    }
    if let Some(bar) = bar {
        // A letter is about half as wide as the font size.
        let long = (letters(label) * spot.size * 0.5).max(spot.line);
        let half = spot.way * (long / 2.0 + spot.size * 0.3);
        let stroke = Stroke::new(spot.size * 1.3, bar.gamma_multiply(0.25));
        shapes.push(Shape::segment([spot.middle - half, spot.middle + half], stroke));
    }
    let halo = ink::lit(ink::HALO, dark).gamma_multiply(0.9);
    let text = Text {
        italic: label.style == LabelStyle::Water,
        way: spot.way,
        fill: Some((spot.line, spot.size * WIDEST)),
        halo: Some(Halo { color: halo, width: (spot.size * 0.09).clamp(1.0, 3.1), pale: false }),
        ..Text::new(spot.middle, label.text.as_str(), spot.size, color(label.style))
    };
    shapes.push(text.into());
}

/// Returns the number of characters of a label.
fn letters(label: &Label) -> f32 {
    f32::from(u16::try_from(label.text.chars().count()).unwrap_or(u16::MAX))
}

/// Returns the index of the topmost label at `pos`.
pub fn at(view: &View, labels: &[Label], pos: Pos2) -> Option<usize> {
    labels.iter().rposition(|label| {
        spot(view, label).is_some_and(|spot| {
            let off = pos - spot.middle;
            // A letter is about half as wide as the font size.
            let half = spot.line.max(letters(label) * spot.size * 0.5) / 2.0;
            off.dot(spot.way).abs() <= half + spot.size * 0.4 && off.dot(spot.way.rot90()).abs() <= spot.size * 0.6
        })
    })
}

#[cfg(test)]
mod tests {
    use battlewright_schema::load;

    use super::*;

    fn view() -> View {
        let scenario = load(include_str!("../../../scenarios/mars-la-tour.toml")).readable.unwrap();
        View::whole(&scenario.common().grid().unwrap(), 26.0, 0.5)
    }

    fn label(at: &str, to: Option<&str>) -> Label {
        let (size, style) = (LabelSize::Medium, LabelStyle::Land);
        Label { text: "Yron".into(), at: at.into(), to: to.map(Into::into), size, style }
    }

    #[test]
    fn a_line_of_text_never_stands_on_its_head() {
        let view = view();
        let east = spot(&view, &label("0505", Some("0905"))).unwrap();
        let west = spot(&view, &label("0905", Some("0505"))).unwrap();
        assert_eq!((east.middle, east.way, east.line), (west.middle, west.way, west.line));
        assert!(east.way.x > 0.9);
        let (up, down) = (label("0507", Some("0505")), label("0505", Some("0507")));
        assert!(spot(&view, &up).unwrap().way.y < -0.9 && spot(&view, &down).unwrap().way.y > 0.9);
        assert_eq!(spot(&view, &label("9901", None)), None);
    }

    #[test]
    fn a_label_is_found_along_all_its_line_and_nowhere_else() {
        let view = view();
        let labels = [label("0505", None), label("0510", Some("1110"))];
        let pos = |hex: &str| view.center(view.grid().cell(&hex.into()).unwrap());
        assert_eq!(at(&view, &labels, pos("0505")), Some(0));
        for hex in ["0510", "0710", "1110"] {
            assert_eq!(at(&view, &labels, pos(hex)), Some(1), "{hex}");
        }
        for hex in ["0605", "0506", "0511", "1210"] {
            assert_eq!(at(&view, &labels, pos(hex)), None, "{hex}");
        }
    }
}
