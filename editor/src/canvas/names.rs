//! The names on the map, laid out once for a scenario, its counters and a step of the zoom.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use battlewright_export::art::Art;
use battlewright_export::draw::names::{NameLayout, NameSources};
use battlewright_schema::{Common, Counter, Label};
use egui::{Pos2, Rect, Vec2};

use super::ground::TerrainLooks;
use super::{CanvasScene, View, words};
use crate::messages::command::MapLayer;

/// The number of steps of the zoom for a factor of two.
const STEPS: f32 = 6.0;

/// The layout of names that the map shows, with its scale.
#[derive(Clone, Default)]
pub struct DrawnNames(Option<(Arc<NameLayout>, f32)>);

impl DrawnNames {
    /// Returns the layout and its radius for the hex radius of `view`.
    pub fn layout(&self, view: &View) -> Option<(&NameLayout, f32)> {
        let (layout, radius) = self.0.as_ref()?;
        Some((layout, view.radius() / radius))
    }

    /// Returns the index of the topmost of `labels` at `pos`: where it is drawn, or on its line if none has been drawn yet.
    pub fn label_at(&self, view: &View, labels: &[Label], pos: Pos2) -> Option<usize> {
        match self.layout(view) {
            Some((layout, scale)) => layout.label_at(view, pos, scale),
            None => words::at(view, labels, pos),
        }
    }

    /// Returns `true` if a name lies over a part of `rect`.
    pub fn covers(&self, view: &View, rect: Rect) -> bool {
        self.layout(view).is_some_and(|(layout, scale)| layout.covers(rect, view.origin(), scale))
    }
}

/// The names with what they were laid out for.
#[derive(Default)]
pub struct NameCache {
    of: Option<NameKey>,
    art: Option<Arc<Art>>,
    drawn: DrawnNames,
}

/// The cache key of the names.
#[derive(Clone, Copy, PartialEq)]
struct NameKey {
    revision: u64,
    /// The step of the zoom.
    step: i32,
    /// A hash of the counters on the map.
    counters: u64,
    lifted: Option<Counter>,
    hides_counters: bool,
    playing: bool,
    dark: bool,
}

impl NameCache {
    /// The names as they were last laid out.
    pub fn drawn(&self) -> &DrawnNames {
        &self.drawn
    }

    /// Lays the names out anew if something has changed.
    pub(super) fn refresh(&mut self, view: &View, scenario: &dyn Common, scene: &CanvasScene<'_>, revision: u64) {
        #[expect(clippy::cast_possible_truncation, reason = "radii are between a tenth and some hundreds")]
        let step = (view.radius().max(0.01).log2() * STEPS).round() as i32;
        let key = NameKey {
            revision,
            step,
            counters: standing(scene),
            lifted: scene.lifted,
            hides_counters: scene.hidden.contains(&MapLayer::Counters),
            playing: scene.playing,
            dark: scene.dark,
        };
        let same_art = self.art.as_ref().is_some_and(|art| Arc::ptr_eq(art, &scene.art));
        if self.of == Some(key) && same_art {
            return;
        }
        #[expect(clippy::cast_precision_loss, reason = "some dozens of steps")]
        let radius = (step as f32 / STEPS).exp2();
        let whole = view.of_radius(radius).moved(Vec2::ZERO, Rect::EVERYTHING);
        let counters = if key.hides_counters { Vec::new() } else { scene.crowd.place(&whole, scene.lifted) };
        let looks = TerrainLooks::new(scenario, &scene.art);
        let sources = NameSources {
            scenario,
            sites: &scene.sites.lists,
            looks: &looks,
            inks: scene.art.inks(),
            counters: &counters,
            marks: true,
            dark: scene.dark,
        };
        self.drawn = DrawnNames(Some((Arc::new(NameLayout::new(&whole, &sources)), radius)));
        self.of = Some(key);
        self.art = Some(Arc::clone(&scene.art));
    }
}

/// Returns a hash of the hexes of the counters.
fn standing(scene: &CanvasScene<'_>) -> u64 {
    let mut hash = DefaultHasher::new();
    for piece in &scene.crowd.pieces {
        piece.spot.cell().map(|cell| (cell.column, cell.row)).hash(&mut hash);
    }
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::super::Camera;
    use super::*;
    use crate::model::document::Document;

    #[test]
    fn names_are_laid_out_anew_only_for_another_scale_or_scenario() {
        let document = Document::bundled();
        let common = document.scenario().common();
        let grid = common.grid().unwrap();
        let rect = Rect::from_min_max(Pos2::ZERO, Pos2::new(1200.0, 900.0));
        let camera = Camera { radius: 32.0, ..Camera::fit(&grid, rect) };
        let view = camera.view(&grid, rect);
        let scene = CanvasScene { crowd: std::borrow::Cow::Borrowed(document.crowd()), ..CanvasScene::default() };
        let mut cache = NameCache::default();
        let mut layout = |view: &View, revision| {
            cache.refresh(view, common, &scene, revision);
            Arc::as_ptr(&cache.drawn.0.as_ref().unwrap().0)
        };
        let first = layout(&view, 1);
        assert_eq!(layout(&view.moved(Vec2::new(50.0, 20.0), rect), 1), first);
        assert_eq!(layout(&view.of_radius(32.5), 1), first);
        let far = layout(&view.of_radius(64.0), 1);
        assert_ne!(far, first);
        assert_ne!(layout(&view.of_radius(64.0), 2), far);
    }

    #[test]
    fn a_label_is_found_where_it_is_drawn() {
        let document = Document::bundled();
        let common = document.scenario().common();
        let grid = common.grid().unwrap();
        let rect = Rect::from_min_max(Pos2::ZERO, Pos2::new(1200.0, 900.0));
        let view = Camera { radius: 32.0, ..Camera::fit(&grid, rect) }.view(&grid, rect);
        let mut cache = NameCache::default();
        cache.refresh(&view, common, &CanvasScene::default(), 1);
        let found = (0..1200_u16).step_by(4).flat_map(|x| (0..900_u16).step_by(4).map(move |y| (x, y)));
        let found = found
            .filter_map(|(x, y)| cache.drawn().label_at(&view, common.labels(), Pos2::new(f32::from(x), f32::from(y))));
        let found: std::collections::BTreeSet<usize> = found.collect();
        assert!(!common.labels().is_empty() && !found.is_empty());
    }
}
