//! The drawing order on the map.

use super::Shape;

/// The order of what lies on the ground, from one part of it to the next.
#[derive(Clone, Copy, Debug)]
pub enum DrawLayer {
    /// The ground of open country.
    Paper,
    /// Woods, towns and the rest.
    Cover,
    /// Trees and houses.
    Detail,
    /// Hexsides.
    Sides,
    /// The shade of high ground.
    Shade,
    /// Shadows where levels change.
    Falls,
    /// Lines where levels change.
    Brinks,
}

/// The shapes of a part of the ground, layer by layer.
#[derive(Default)]
pub struct DrawLayers(pub [Vec<Shape>; 7]);

impl DrawLayers {
    /// The shapes of `layer`.
    pub fn on(&mut self, layer: DrawLayer) -> &mut Vec<Shape> {
        &mut self.0[layer as usize]
    }
}
