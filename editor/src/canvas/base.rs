//! The base map: terrain, levels, hexsides and roads. Terrain is cached in chunks. The whole map is cached as one mesh
//! until it changes or moves. At low zoom it is a picture.

use std::sync::Arc;

use battlewright_export::art::Inks;
use battlewright_export::draw::ground::TerrainLooks;
use battlewright_export::draw::lines::MapLines;
use battlewright_export::draw::relief;
use battlewright_export::draw::shading::ReliefShading;
use battlewright_schema::{Common, Grid, HexRows};
use egui::{Mesh, Painter, Rect, Shape};

use super::chunks::{Chunks, MeshBuilder, Style, fade, snapped};
use super::names::{DrawnNames, NameCache};
use super::overview::{self, Overview};
use super::{Camera, CanvasScene, View, textures};
use crate::messages::command::MapLayer;
use crate::model::selection::Selection;

/// The number of hexes that are rebuilt per frame after a zoom. Until all are rebuilt, the old ones are shown scaled.
const PACE: usize = 600;

/// The revisions of the displayed scenario, and the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaseView {
    /// The revision of the scenario.
    pub revision: u64,
    /// The revision of the lists of the scenario.
    pub lists: u64,
    /// The camera position and scale.
    pub camera: Camera,
}

/// The painted base map, as a cache.
#[derive(Default)]
pub struct Base {
    of: Option<MeshKey>,
    mesh: Arc<Mesh>,
    /// The meshes beneath `mesh`, bottom first. Empty unless the ground has pictures.
    beneath: Vec<Arc<Mesh>>,
    chunks: Option<Chunks>,
    /// Chunks for a new radius under construction. They replace `chunks` when complete.
    next: Option<Chunks>,
    /// Roads and hexside features, with the revision of the lists that they were built from.
    lines: Option<(u64, MapLines)>,
    /// Courses through hexes, with the revision of the scenario that they were built from.
    courses: Option<(u64, MapLines)>,
    /// The relief shading.
    shading: ShadingCache,
    /// The names on the map.
    pub(super) names: NameCache,
    overview: Overview,
}

/// The relief shading with the levels that it was made from, since most edits leave them alone.
#[derive(Default)]
struct ShadingCache {
    revision: Option<u64>,
    of: Option<(Grid, Inks, Option<HexRows>)>,
    made: Option<ReliefShading>,
}

impl ShadingCache {
    fn refresh(&mut self, scenario: &dyn Common, grid: &Grid, inks: &Inks, revision: u64) {
        if self.revision.replace(revision) == Some(revision) {
            return;
        }
        let same =
            |of: &(Grid, Inks, Option<HexRows>)| of.0 == *grid && of.1 == *inks && of.2.as_ref() == scenario.levels();
        if !self.of.as_ref().is_some_and(same) {
            self.made = ReliefShading::of(grid, &|cell| relief::level(scenario, cell), inks);
            self.of = Some((grid.clone(), *inks, scenario.levels().cloned()));
        }
    }
}

/// The cache key of the mesh.
#[derive(Clone, PartialEq)]
struct MeshKey {
    revision: u64,
    camera: Camera,
    rect: Rect,
    pixels_per_point: f32,
    dark: bool,
    levels: bool,
    lines: bool,
    fade: f32,
    selection: Selection,
}

impl Base {
    /// Clears the cache for another document.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the names as they were last drawn.
    pub fn drawn_names(&self) -> &DrawnNames {
        self.names.drawn()
    }

    /// Returns the triangles of the base map from the most recent frame.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Paints the base map. The revisions in the `BaseView` determine whether the cache is valid.
    pub(super) fn paint(
        &mut self,
        painter: &Painter,
        view: &View,
        scenario: &dyn Common,
        scene: &CanvasScene<'_>,
        BaseView { revision, lists, camera }: BaseView,
    ) {
        if view.detail() < overview::FAR {
            (self.of, self.mesh) = (None, Arc::default());
            self.overview.paint(painter, view, scenario, scene, (revision, lists));
            return;
        }
        let selection = match scene.selection {
            Selection::Road(_) | Selection::Hexside(_) => scene.selection,
            _ => Selection::Scenario,
        };
        let pixels_per_point = painter.pixels_per_point();
        let (dark, levels, fade) = (scene.dark, scene.levels, scene.fade);
        let lines = !scene.hidden.contains(&MapLayer::Lines);
        let key =
            MeshKey { revision, camera, rect: view.rect(), pixels_per_point, dark, levels, lines, fade, selection };
        let stroke = [scene.painted, scene.leveled].into_iter().flatten().any(|cells| !cells.is_empty());
        if stroke || self.of.as_ref() != Some(&key) {
            let at_rest = self.of.as_ref().is_some_and(|of| of.camera.radius == camera.radius);
            let done = self.make(painter, view, scenario, scene, (revision, lists, at_rest));
            if !done {
                painter.ctx().request_repaint();
            }
            self.of = Some(if stroke || !done { MeshKey { revision: u64::MAX, ..key } } else { key });
        }
        painter.extend(self.beneath.iter().chain([&self.mesh]).map(|mesh| Shape::mesh(Arc::clone(mesh))));
    }

    /// Builds the mesh. Returns `false` if it contains scaled chunks of another radius.
    fn make(
        &mut self,
        painter: &Painter,
        view: &View,
        scenario: &dyn Common,
        scene: &CanvasScene<'_>,
        (revision, lists, at_rest): (u64, u64, bool),
    ) -> bool {
        let pixels_per_point = painter.pixels_per_point();
        let inks = scene.art.inks();
        if scene.levels {
            self.shading.refresh(scenario, view.grid(), inks, revision);
        }
        let shading = self.shading.made.as_ref().filter(|_| scene.levels);
        // Snapped to whole pixels, so that lines stay sharp during a pan.
        let view = view.moved(snapped(view.origin(), pixels_per_point) - view.origin(), view.rect());
        let style = Style {
            grid: view.grid().clone(),
            looks: TerrainLooks::new(scenario, &scene.art),
            inks: *scene.art.inks(),
            pixels_per_point,
            dark: scene.dark,
            levels: scene.levels,
            shaded: shading.is_some(),
        };
        let radius = view.radius();
        let mut chunks = self.chunks.take().filter(|chunks| chunks.fit(&style, radius));
        if chunks.as_ref().is_some_and(|chunks| chunks.radius() != radius) && at_rest {
            let next = self.next.take().filter(|next| next.fit(&style, radius) && next.radius() == radius);
            let mut next = next.unwrap_or_else(|| Chunks::new(style.clone(), radius));
            if next.make(&view, scenario, scene, PACE) { chunks = Some(next) } else { self.next = Some(next) }
        }
        let mut chunks = chunks.unwrap_or_else(|| Chunks::new(style, radius));
        chunks.make(&view, scenario, scene, usize::MAX);
        let mut mesh = Mesh::default();
        self.beneath.clear();
        let cells = || view.cells().filter(|cell| scenario.has(*cell));
        let shading = shading.map(|shading| shading.over(&view, cells(), scene.dark));
        if let Some((mut beneath, mut pictures)) = chunks.draw(&view, &mut mesh, shading) {
            if scene.fade > 0.0 {
                fade(&mut beneath, scene.fade);
                pictures.iter_mut().for_each(|framed| framed.opacity *= 1.0 - scene.fade);
            }
            let pictures = textures::meshes(painter.ctx(), &pictures);
            self.beneath = std::iter::once(beneath).chain(pictures).map(Arc::new).collect();
        }
        let done = chunks.radius() == radius;
        self.chunks = Some(chunks);

        let mut shapes = Vec::new();
        let selected = match scene.selection {
            Selection::Hexside(n) => [Some(n), None],
            Selection::Road(n) => [None, Some(n)],
            _ => [None, None],
        };
        let grid = view.grid();
        let lines = self.lines.take().filter(|(of, _)| *of == lists);
        let lines = self.lines.insert(lines.unwrap_or_else(|| (lists, MapLines::of_lists(scenario, grid, inks))));
        let courses = self.courses.take().filter(|(of, _)| *of == revision);
        let courses =
            self.courses.insert(courses.unwrap_or_else(|| (revision, MapLines::of_terrain(scenario, grid, inks))));
        if !scene.hidden.contains(&MapLayer::Lines) {
            courses.1.paint(&mut shapes, &view, [None, None], scene.dark);
            lines.1.paint(&mut shapes, &view, selected, scene.dark);
        }
        MeshBuilder::new(pixels_per_point, view.rect()).add(shapes, &mut mesh);
        if scene.fade > 0.0 {
            fade(&mut mesh, scene.fade);
        }
        self.mesh = Arc::new(mesh);
        done
    }
}
