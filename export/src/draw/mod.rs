//! The drawing of maps and counters as shapes. The window, pictures and pages paint the same shapes, so that paper and
//! screen match.

pub mod counters;
pub mod courses;
mod crowd;
mod figures;
mod front;
pub mod ground;
pub mod ink;
pub mod labels;
mod layers;
pub mod lines;
mod markers;
pub mod names;
pub(crate) mod notices;
pub mod outline;
mod patterns;
pub mod relief;
mod room;
pub(crate) mod samples;
pub mod shading;
mod shape;
pub mod sites;
pub mod stripes;
pub mod table;
pub mod text;
mod uniforms;
pub mod view;
mod waters;
pub mod words;
pub mod zones;

pub use crowd::{Counters, PlacedCounter, both_sides, piece, piece_at, pieces, symbol};
pub use layers::{DrawLayer, DrawLayers};
pub use markers::standard;
pub use room::OccupiedRoom;
pub use shape::{FramedPicture, Halo, LetterSpot, Plate, Shape, Stroke, Text};
pub use sites::FeatureCells;
pub use uniforms::CounterColors;
pub use view::View;

/// The radius, in pixels, below which hexes are too small for lines.
pub const FAR: f32 = 4.0;

/// The number of pixels in a point of the screen. Limits of detail count pixels, so that a map on a dense screen, or with
/// large text, shows what its pixels can show. The limits of text count points, since small letters are small on any screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Density(pub f32);

impl Default for Density {
    fn default() -> Self {
        Self(1.0)
    }
}

impl Density {
    /// Returns a length of `points` in pixels.
    pub fn pixels(self, points: f32) -> f32 {
        points * self.0
    }
}
