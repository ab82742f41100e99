//! Notices of rights, which those who give data ask to be shown on each picture of a map.

use emath::{Align2, Rect, vec2};

use super::{Halo, Shape, Text};
use crate::art::Inks;

/// The size of the letters, in hex radii, and the least and the greatest size.
const SIZE: f32 = 0.22;
const SIZES: (f32, f32) = (6.0, 16.0);
/// The most notices that are drawn.
const MOST: usize = 4;

/// Returns the sources that are such notices: those that begin with a copyright sign, as OpenStreetMap asks for
/// (<https://www.openstreetmap.org/copyright>).
pub(crate) fn notices(sources: &[String]) -> impl Iterator<Item = &str> {
    sources.iter().map(|source| source.trim()).filter(|source| source.starts_with('©') || source.starts_with("(c)"))
}

/// Draws the notices among `sources` in the lower left corner of `rect`, the whole picture of a map with hexes of `radius`.
pub(crate) fn paint(shapes: &mut Vec<Shape>, rect: Rect, radius: f32, sources: &[String], inks: &Inks) {
    let size = (radius * SIZE).clamp(SIZES.0, SIZES.1);
    let mut at = rect.left_bottom() + vec2(0.4, -0.3) * size;
    let halo = Halo { color: inks.halo, width: size * 0.16, pale: false };
    for notice in notices(sources).take(MOST).collect::<Vec<_>>().into_iter().rev() {
        let text = Text::new(at, notice, size, inks.numbers).anchored(Align2::LEFT_BOTTOM);
        let fit = Some((rect.width() - 0.8 * size).max(size));
        shapes.push(Text { halo: Some(halo), fit, ..text }.into());
        at.y -= 1.25 * size;
    }
}

#[cfg(test)]
mod tests {
    use emath::pos2;

    use super::*;

    #[test]
    fn notices_of_rights_are_drawn_within_the_picture() {
        let sources: Vec<String> =
            ["Howard", "© OpenStreetMap contributors, ODbL 1.0", "© Somebody"].map(str::to_owned).into();
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(300.0, 200.0));
        let mut shapes = Vec::new();
        paint(&mut shapes, rect, 40.0, &sources, &Inks::default());
        let words: Vec<&str> = shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Text(text) => Some(text.words.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(words, ["© Somebody", "© OpenStreetMap contributors, ODbL 1.0"]);
        for shape in &shapes {
            let Shape::Text(text) = shape else { panic!("{shape:?}") };
            assert!(rect.contains(text.at));
        }
        let mut none = Vec::new();
        paint(&mut none, rect, 40.0, &["Howard".to_owned()], &Inks::default());
        assert!(none.is_empty());
    }
}
