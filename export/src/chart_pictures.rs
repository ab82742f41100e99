//! The pictures of charts: as SVG for pages, as shapes for the window.

use battlewright_charts::Picture;
use emath::Vec2;

use crate::draw::Shape;
use crate::draw::samples::Samples;
use crate::paint::svg;
use crate::scene::Scene;

/// The greatest number of bytes of a picture. One with large artwork of a theme is left out: its name stands beside it.
const MOST_BYTES: usize = 64 * 1024;

/// The pictures of a scenario in its theme.
pub struct ChartPictures<'a>(Samples<'a>);

impl<'a> ChartPictures<'a> {
    /// Prepares the pictures of the scenario of `scene`.
    pub fn new(scene: &'a Scene<'_>) -> Self {
        Self(Samples::new(scene, false))
    }

    /// Returns the shapes of a picture around the origin, with its width and height, whose hexes are about `height` high; `None` for what
    /// the scenario does not have.
    pub fn shapes(&self, picture: &Picture, height: f32) -> Option<(Vec<Shape>, Vec2)> {
        self.0.sample(picture, height).map(|sample| (sample.shapes, sample.size))
    }

    /// Returns a picture as an SVG element whose hexes are about `height` pixels high; `None` for what the scenario does not have, and
    /// for one of more than 64 KB.
    pub fn svg(&self, picture: &Picture, height: f32) -> Option<String> {
        let sample = self.0.sample(picture, height)?;
        let shapes: Vec<_> = sample.shapes.into_iter().map(|shape| shape.mapped(1.0, sample.size / 2.0)).collect();
        let mut written = Vec::new();
        // Nothing fails when memory is written to.
        svg::picture(&shapes, Vec2::max(sample.size, Vec2::splat(1.0)), 1.0, ("", None), &mut written).ok()?;
        let text = String::from_utf8(written).ok()?;
        (text.len() <= MOST_BYTES).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;
    use crate::scene::Options;

    #[test]
    fn a_picture_is_an_element_of_the_size_that_was_asked_for() {
        let scenario = load(template(System::AtAnyCost)).scenario.unwrap();
        let scene = Scene::new(&scenario, Options::default()).unwrap();
        let pictures = ChartPictures::new(&scene);
        for picture in [
            Picture::Hex('f'),
            Picture::Hexside("slope".to_owned()),
            Picture::Road("major".to_owned()),
            Picture::Unit(0),
        ] {
            let text = pictures.svg(&picture, 28.0).unwrap_or_else(|| panic!("{picture:?}"));
            assert!(text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"), "{text}");
            assert!(text.contains("height=\"28\""), "{picture:?}: {}", &text[..200]);
            assert!(!text.contains("style="), "pages allow no styles within");
        }
        assert_eq!(pictures.svg(&Picture::Hex('\u{1f600}'), 28.0), None);
    }
}
