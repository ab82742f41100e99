//! The drawing of maps and counters as shapes. The window, pictures and pages paint the same shapes, so that paper and
//! screen match.

pub mod counters;
mod crowd;
mod figures;
mod front;
pub mod ground;
pub mod ink;
pub mod labels;
mod layers;
pub mod lines;
mod markers;
pub mod outline;
mod patterns;
pub mod relief;
mod room;
mod shape;
pub mod sites;
pub mod stripes;
pub mod table;
pub mod text;
mod triangles;
mod uniforms;
pub mod view;
pub mod words;
pub mod zones;

pub use crowd::{Counters, PlacedCounter, both_sides, piece, piece_at, pieces, symbol};
pub use layers::{DrawLayer, DrawLayers};
pub use markers::standard;
pub use room::OccupiedRoom;
pub use shape::{FramedPicture, Halo, Plate, Shape, Stroke, Text};
pub use sites::FeatureCells;
pub use triangles::triangles;
pub use uniforms::CounterColors;
pub use view::View;

/// The radius, in points, below which hexes are too small for lines.
pub const FAR: f32 = 4.0;
