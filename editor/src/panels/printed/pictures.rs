//! The pictures of charts and the colors of sides, as the map and the counters have them.

use std::collections::BTreeMap;

use battlewright_charts::{Chart, ChartKind, Picture, Span};
use battlewright_export::draw::Shape;
use battlewright_export::{ChartPictures, Options, Scene};
use battlewright_schema::SideId;
use egui::{Color32, Vec2};

use super::words::PieceLook;
use crate::model::document::Document;

/// The height of the picture of a hex, in points.
const HEIGHT: f32 = 30.0;

/// A picture around the origin.
#[derive(Clone, Debug)]
pub(super) struct ChartPicture {
    pub(super) shapes: Vec<Shape>,
    pub(super) size: Vec2,
}

/// The pictures of all charts of a scenario, and the colors of its sides.
#[derive(Default)]
pub(super) struct SheetPictures {
    /// The pictures, by their descriptions.
    pictures: BTreeMap<String, ChartPicture>,
    /// The sides with their colors, in their order.
    sides: Vec<(SideId, Color32)>,
}

impl SheetPictures {
    /// Draws the pictures of these charts. A scenario without a valid map has none.
    pub(super) fn of(document: &Document, charts: &[Chart]) -> Self {
        let (scenario, art) = (document.scenario(), document.art());
        let common = scenario.common();
        let sides = common.sides().into_iter().enumerate();
        let sides = sides.map(|(at, side)| (side.id.clone(), art.side(common, at))).collect();
        let options = Options { art: art.clone(), ..Options::default() };
        let Ok(scene) = Scene::new(scenario, options) else {
            return Self { sides, ..Self::default() };
        };
        let drawn = ChartPictures::new(&scene);
        let mut pictures = BTreeMap::new();
        for picture in charts.iter().flat_map(pictures_of) {
            if let Some((shapes, size)) = drawn.shapes(picture, HEIGHT) {
                pictures.entry(format!("{picture:?}")).or_insert(ChartPicture { shapes, size });
            }
        }
        Self { pictures, sides }
    }

    /// Returns a picture; `None` for what the scenario does not have.
    pub(super) fn get(&self, picture: &Picture) -> Option<&ChartPicture> {
        self.pictures.get(&format!("{picture:?}"))
    }

    /// Returns the color of the side of a tag, and `true` for the sides after the first, which have stripes.
    pub(super) fn side(&self, look: &PieceLook) -> (Color32, bool) {
        let PieceLook::Tag(id) = look else { return (Color32::GRAY, false) };
        let found = self.sides.iter().position(|(side, _)| side == id);
        let color = found.and_then(|at| self.sides.get(at)).map_or(Color32::GRAY, |(_, color)| *color);
        (color, found.is_some_and(|at| at > 0))
    }
}

/// Returns the pictures of a chart, each as often as it is there.
fn pictures_of(chart: &Chart) -> Vec<&Picture> {
    let spans = chart.phrases().into_iter().flat_map(|phrase| &phrase.0);
    let mut all: Vec<&Picture> = spans
        .filter_map(|span| match span {
            Span::Picture(picture) => Some(picture),
            _ => None,
        })
        .collect();
    if let ChartKind::Terrain(terrain) = &chart.kind {
        all.extend(terrain.rows.iter().filter_map(|row| row.picture.as_ref()));
    }
    all
}
