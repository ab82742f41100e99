//! The terrain in chunks: blocks of hexes whose triangles are cached until their content changes. A chunk stores the
//! letters and levels that it was made from, so that edits need not report their hexes.

use std::collections::BTreeMap;

use battlewright_export::art::Inks;
use battlewright_export::draw::ground::{self, TerrainLooks};
use battlewright_export::draw::{DrawLayer, DrawLayers, FramedPicture, Shape, View, relief};
use battlewright_schema::{Cell, Common, Grid};
use egui::epaint::{TessellationOptions, Tessellator, Vertex};
use egui::{Color32, Mesh, Pos2, Rect, Vec2};

use super::{CanvasScene, pen};

/// The data that a chunk depends on apart from its hexes.
#[derive(Clone, PartialEq)]
pub(super) struct Style {
    pub(super) grid: Grid,
    pub(super) looks: TerrainLooks,
    pub(super) inks: Inks,
    pub(super) pixels_per_point: f32,
    pub(super) dark: bool,
    pub(super) levels: bool,
    /// `true` if a relief shading takes the place of tints and shadows.
    pub(super) shaded: bool,
}

/// The terrain and level of a hex, with the preview of a tool; `None` off the map.
type HexGround = Option<(Option<char>, Option<u8>)>;

/// The cached triangles of a block of hexes.
struct Chunk {
    /// The hexes of the block and those around it, as painted.
    made_of: Vec<HexGround>,
    layers: Vec<Mesh>,
    /// The pictures of the ground. They lie above the `Cover` layer and below the layers that stand on the ground.
    pictures: Vec<FramedPicture>,
    /// The origin of the triangle coordinates, relative to the origin of the map.
    anchor: Vec2,
}

/// Chunks for one radius. They are scaled for other radii within a factor of two.
pub(super) struct Chunks {
    style: Style,
    radius: f32,
    /// The width and height of a chunk in hexes.
    side: u16,
    chunks: BTreeMap<(u16, u16), Chunk>,
}

/// Returns the width of a chunk in hexes. Large hexes get small chunks, to limit the invisible part at the border.
fn side(radius: f32) -> u16 {
    [16, 8, 4].into_iter().find(|side| f32::from(*side) * radius <= 110.0).unwrap_or(2)
}

impl Chunks {
    pub(super) fn new(style: Style, radius: f32) -> Self {
        Self { style, radius, side: side(radius), chunks: BTreeMap::new() }
    }

    /// Returns `true` if these chunks have `style` and can be scaled to `radius`.
    pub(super) fn fit(&self, style: &Style, radius: f32) -> bool {
        self.style == *style && (0.5..=2.0).contains(&(radius / self.radius))
    }

    /// Returns the radius for which the chunks are built.
    pub(super) fn radius(&self) -> f32 {
        self.radius
    }

    /// Returns the positions of the visible chunks.
    fn in_view(&self, view: &View) -> Vec<(u16, u16)> {
        let (columns, rows) = view.span();
        if columns.is_empty() || rows.is_empty() {
            return Vec::new();
        }
        let last = |end: u16| (end - 1) / self.side;
        let columns = columns.start / self.side..=last(columns.end);
        let rows = rows.start / self.side..=last(rows.end);
        rows.flat_map(|row| columns.clone().map(move |column| (column, row))).collect()
    }

    /// Returns the cells of the chunk at `at`, with a rim of one hex if `around`.
    fn cells(&self, (column, row): (u16, u16), around: bool) -> impl Iterator<Item = Cell> + use<> {
        let more = u16::from(around);
        let range = move |first: u16, side: u16| first.saturating_sub(more)..first.saturating_add(side + more);
        let (columns, rows) = (range(column * self.side, self.side), range(row * self.side, self.side));
        rows.flat_map(move |row| columns.clone().map(move |column| Cell { column, row }))
    }

    /// Builds the visible chunks that are missing or outdated, up to about `most` hexes. Returns `true` if all are
    /// built.
    pub(super) fn make(&mut self, view: &View, scenario: &dyn Common, scene: &CanvasScene<'_>, most: usize) -> bool {
        let rows = scenario.hexes();
        let ground = |cell: Cell| -> HexGround {
            if !scenario.has(cell) {
                return None;
            }
            let painted = scene.painted.and_then(|painted| painted.get(&cell).copied());
            let letter = painted.or_else(|| rows.get(usize::from(cell.column), usize::from(cell.row)));
            let level = if self.style.levels { scene.level(scenario, cell) } else { None };
            Some((letter, level))
        };
        let in_view = self.in_view(view);
        let mut made = 0;
        for at in &in_view {
            let made_of: Vec<HexGround> = self.cells(*at, true).map(ground).collect();
            if self.chunks.get(at).is_some_and(|chunk| chunk.made_of == made_of) {
                continue;
            }
            if made >= most {
                return false;
            }
            made += usize::from(self.side).pow(2);
            let chunk = self.chunk(*at, made_of, view);
            self.chunks.insert(*at, chunk);
        }
        // Limits the memory. A generous limit keeps chunks that have just left the view.
        if self.chunks.len() > in_view.len() * 3 + 64 {
            self.chunks.retain(|at, _| in_view.contains(at));
        }
        true
    }

    fn chunk(&self, at: (u16, u16), made_of: Vec<HexGround>, view: &View) -> Chunk {
        let around: BTreeMap<Cell, HexGround> = self.cells(at, true).zip(made_of.iter().copied()).collect();
        let ground = |cell: Cell| around.get(&cell).copied().flatten();
        let has = |cell: Cell| ground(cell).is_some();
        let cells: Vec<Cell> = self.cells(at, false).filter(|cell| has(*cell)).collect();
        // Aligned to whole pixels for the same look at each position, and near the origin for numerical precision.
        let view = view.of_radius(self.radius);
        let pixel = 1.0 / self.style.pixels_per_point;
        let first = view.center(Cell { column: at.0 * self.side, row: at.1 * self.side });
        let shift = -Vec2::new((first.x / pixel).floor() * pixel, (first.y / pixel).floor() * pixel);
        let view = view.moved(shift, Rect::EVERYTHING);
        let mut layers = DrawLayers::default();
        let letter = |cell: Cell| ground(cell).and_then(|(letter, _)| letter);
        ground::paint(&mut layers, &view, &cells, &self.style.looks, &letter, &has, self.style.dark);
        if self.style.levels {
            let level = |cell: Cell| ground(cell).and_then(|(_, level)| level);
            let style = (&self.style.inks, self.style.dark, self.style.shaded);
            relief::paint(&mut layers, &view, &cells, &level, &has, style);
        }
        let mut pen = MeshBuilder::new(self.style.pixels_per_point, Rect::EVERYTHING);
        let mut pictures = Vec::new();
        for shape in layers.on(DrawLayer::Cover) {
            if let Shape::Picture(framed) = shape {
                pictures.push(framed.clone());
            }
        }
        let layers = layers.0.into_iter().map(|shapes| pen.mesh(shapes)).collect();
        Chunk { made_of, layers, pictures, anchor: view.origin().to_vec2() }
    }

    /// Appends the triangles of all visible chunks to `mesh`, layer by layer. If there are pictures, or a relief shading, returns them
    /// with a separate mesh for the layers beneath them.
    pub(super) fn draw(
        &self,
        view: &View,
        mesh: &mut Mesh,
        shading: Option<FramedPicture>,
    ) -> Option<(Mesh, Vec<FramedPicture>)> {
        let in_view: Vec<&Chunk> = self.in_view(view).iter().filter_map(|at| self.chunks.get(at)).collect();
        let all = || in_view.iter().flat_map(|chunk| &chunk.layers);
        mesh.vertices.reserve(all().map(|layer| layer.vertices.len()).sum());
        mesh.indices.reserve(all().map(|layer| layer.indices.len()).sum());
        let scale = view.radius() / self.radius;
        let count = in_view.first().map_or(0, |chunk| chunk.layers.len());
        let moved = |chunk: &Chunk, framed: &FramedPicture| {
            let to = view.origin().to_vec2() - chunk.anchor * scale;
            match Shape::Picture(framed.clone()).mapped(scale, to) {
                Shape::Picture(framed) => Some(framed),
                _ => None,
            }
        };
        let pictures: Vec<FramedPicture> = in_view
            .iter()
            .flat_map(|chunk| chunk.pictures.iter().filter_map(move |framed| moved(chunk, framed)))
            .chain(shading)
            .collect();
        let mut beneath = Mesh::default();
        for n in 0..count {
            let mesh = if !pictures.is_empty() && n <= DrawLayer::Cover as usize { &mut beneath } else { &mut *mesh };
            for chunk in &in_view {
                let Some(layer) = chunk.layers.get(n) else { continue };
                let to = view.origin().to_vec2() - chunk.anchor * scale;
                let first = u32::try_from(mesh.vertices.len()).unwrap_or(0);
                mesh.indices.extend(layer.indices.iter().map(|index| index + first));
                let moved = |vertex: &Vertex| Vertex { pos: (vertex.pos.to_vec2() * scale + to).to_pos2(), ..*vertex };
                mesh.vertices.extend(layer.vertices.iter().map(moved));
            }
        }
        (!pictures.is_empty()).then_some((beneath, pictures))
    }
}

/// Converts shapes to triangles.
pub(super) struct MeshBuilder(Tessellator);

impl MeshBuilder {
    pub(super) fn new(pixels_per_point: f32, clip: Rect) -> Self {
        // Discs from the font texture would become invalid when that texture grows.
        let options = TessellationOptions { prerasterized_discs: false, ..TessellationOptions::default() };
        let mut tessellator = Tessellator::new(pixels_per_point, options, [1, 1], Vec::new());
        tessellator.set_clip_rect(clip);
        Self(tessellator)
    }

    pub(super) fn add(&mut self, shapes: Vec<Shape>, mesh: &mut Mesh) {
        for shape in shapes {
            if !pen::add(mesh, &shape) {
                self.0.tessellate_shape(pen::plain(shape), mesh);
            }
        }
    }

    fn mesh(&mut self, shapes: Vec<Shape>) -> Mesh {
        let mut mesh = Mesh::default();
        self.add(shapes, &mut mesh);
        mesh
    }
}

/// Fades the colors of `mesh`: 0 has no effect, 1 makes it invisible.
pub(super) fn fade(mesh: &mut Mesh, by: f32) {
    for vertex in &mut mesh.vertices {
        vertex.color = Color32::gamma_multiply(vertex.color, 1.0 - by);
    }
}

/// Rounds `at` to a whole pixel.
pub(super) fn snapped(at: Pos2, pixels_per_point: f32) -> Pos2 {
    let snap = |x: f32| (x * pixels_per_point).round() / pixels_per_point;
    Pos2::new(snap(at.x), snap(at.y))
}

#[cfg(test)]
mod tests {
    use battlewright_schema::Cell;

    use super::super::Camera;
    use super::*;
    use crate::model::document::Document;

    #[test]
    fn a_stroke_makes_anew_only_the_chunks_that_it_touches() {
        let document = Document::bundled();
        let scenario = document.scenario().common();
        let grid = scenario.grid().unwrap();
        let rect = Rect::from_min_max(Pos2::ZERO, Pos2::new(1200.0, 900.0));
        let camera = Camera { radius: 12.0, ..Camera::fit(&grid, rect) };
        let view = camera.view(&grid, rect);
        let art = battlewright_export::art::Art::default();
        let (looks, inks) = (TerrainLooks::new(scenario, &art), *art.inks());
        let style = Style { grid, looks, inks, pixels_per_point: 1.0, dark: false, levels: false, shaded: false };
        let mut chunks = Chunks::new(style, 12.0);
        assert!(chunks.make(&view, scenario, &CanvasScene::default(), usize::MAX));
        assert_eq!((chunks.side, chunks.chunks.len()), (8, 6));

        let made = |chunks: &Chunks| -> BTreeMap<(u16, u16), *const Mesh> {
            chunks.chunks.iter().map(|(at, chunk)| (*at, chunk.layers.as_ptr())).collect()
        };
        // In a chunk, and at its edge, where the rim of the next chunk changes too.
        for (row, expected) in [(3, vec![(0, 0)]), (7, vec![(0, 0), (0, 1)])] {
            let before = made(&chunks);
            let letter = |letter: Option<char>| if letter == Some('T') { 'w' } else { 'T' };
            let cell = Cell { column: 3, row };
            let painted = BTreeMap::from([(cell, letter(scenario.hexes().get(3, row.into())))]);
            let scene = CanvasScene { painted: Some(&painted), ..CanvasScene::default() };
            chunks.make(&view, scenario, &scene, usize::MAX);
            let after = made(&chunks);
            let changed: Vec<_> = after.keys().copied().filter(|at| after[at] != before[at]).collect();
            assert_eq!(changed, expected);
            chunks.make(&view, scenario, &CanvasScene::default(), usize::MAX);
        }
        // Without changes, nothing is rebuilt.
        let before = made(&chunks);
        assert!(chunks.make(&view, scenario, &CanvasScene::default(), 0));
        assert_eq!(made(&chunks), before);
    }
}
