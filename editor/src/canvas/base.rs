//! The printed map: ground, levels, hexsides and roads, kept as one mesh for as long as nothing of it changes.
//! Moving the pointer over a large map then costs no more than over a small one.

use std::sync::Arc;

use battlewright_schema::{Cell, Common};
use egui::epaint::{TessellationOptions, Tessellator};
use egui::{Mesh, Painter, Rect, Shape};

use super::{Camera, Scene, View, ground, lines, relief};
use crate::act::Selection;

/// The printed map as it was painted last.
#[derive(Default)]
pub struct Base {
    of: Option<Key>,
    mesh: Arc<Mesh>,
}

/// Everything that the mesh depends on.
#[derive(Clone, PartialEq)]
struct Key {
    revision: u64,
    camera: Camera,
    rect: Rect,
    pixels_per_point: f32,
    dark: bool,
    levels: bool,
    fade: f32,
    selection: Selection,
}

impl Base {
    /// Forgets the mesh: another document is shown.
    pub fn clear(&mut self) {
        self.of = None;
    }

    /// Paints the printed map; `revision` and camera tell whether it is still the same one.
    pub(super) fn paint(
        &mut self,
        painter: &Painter,
        view: &View,
        scenario: &dyn Common,
        scene: &Scene<'_>,
        (revision, camera): (u64, Camera),
    ) {
        let selection = match scene.selection {
            Selection::Road(_) | Selection::Hexside(_) => scene.selection,
            _ => Selection::Scenario,
        };
        let pixels_per_point = painter.pixels_per_point();
        let (dark, levels, fade) = (scene.dark, scene.levels, scene.fade);
        let key = Key { revision, camera, rect: view.rect(), pixels_per_point, dark, levels, fade, selection };
        let stroke = [scene.painted, scene.leveled].into_iter().flatten().any(|cells| !cells.is_empty());
        if stroke || self.of.as_ref() != Some(&key) {
            self.mesh = Arc::new(mesh(view, scenario, scene, pixels_per_point));
            self.of = (!stroke).then_some(key);
        }
        painter.add(Shape::mesh(Arc::clone(&self.mesh)));
    }
}

fn mesh(view: &View, scenario: &dyn Common, scene: &Scene<'_>, pixels_per_point: f32) -> Mesh {
    let rows = scenario.hexes();
    let has = |cell: Cell| scenario.has(cell);
    let letter = |cell: Cell| {
        let painted = scene.painted.and_then(|painted| painted.get(&cell).copied());
        painted.or_else(|| rows.get(usize::from(cell.column), usize::from(cell.row)))
    };
    let mut shapes = Vec::new();
    ground::paint(&mut shapes, view, &ground::Looks::new(scenario), &letter, &has, scene.dark);
    if scene.levels {
        relief::paint(&mut shapes, view, &|cell| scene.level(scenario, cell), &has, scene.dark);
    }
    let hexside = (0..scenario.hexsides().len()).find(|n| scene.selection == Selection::Hexside(*n));
    let road = (0..scenario.roads().len()).find(|n| scene.selection == Selection::Road(*n));
    lines::hexsides(&mut shapes, view, scenario, hexside, scene.dark);
    lines::roads(&mut shapes, view, scenario, road, scene.dark);
    // Discs out of the font's texture would go stale when that texture grows.
    let options = TessellationOptions { prerasterized_discs: false, ..TessellationOptions::default() };
    let mut tessellator = Tessellator::new(pixels_per_point, options, [1, 1], Vec::new());
    tessellator.set_clip_rect(view.rect());
    let mut mesh = Mesh::default();
    for shape in shapes {
        tessellator.tessellate_shape(shape, &mut mesh);
    }
    if scene.fade > 0.0 {
        for vertex in &mut mesh.vertices {
            vertex.color = vertex.color.gamma_multiply(1.0 - scene.fade);
        }
    }
    mesh
}
