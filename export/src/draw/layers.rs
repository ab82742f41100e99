//! The drawing order of the ground.

use super::Shape;

/// A layer of the ground, from bottom to top.
#[derive(Clone, Copy, Debug)]
pub enum DrawLayer {
    /// Clear terrain.
    Paper,
    /// Other terrain.
    Cover,
    /// Terrain details, such as trees and houses.
    Detail,
    /// The hex grid.
    Sides,
    /// The tint of high ground.
    Shade,
    /// Shadows at drops between levels.
    Falls,
    /// Edges between levels.
    Brinks,
}

/// The shapes of the ground, layer by layer.
#[derive(Default)]
pub struct DrawLayers(pub [Vec<Shape>; 7]);

impl DrawLayers {
    /// Returns the shapes of `layer`.
    pub fn on(&mut self, layer: DrawLayer) -> &mut Vec<Shape> {
        &mut self.0[layer as usize]
    }
}
