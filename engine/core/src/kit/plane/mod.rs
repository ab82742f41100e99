//! Exact geometry on a table, in whole thousandths of an inch.
//!
//! All numbers are integers, so that every machine finds the same results. A comparison of distances multiplies and takes no
//! square root, and is exact. Three things are rounded, always half away from zero or half to even, so that quarter turns and
//! a change of ends do not alter them: the corners of a turned [`Rectangle`], points on a line between two others (both to
//! the nearest thousandth of an inch), and the [`Fraction`] of a segment at which it meets something (to 1/2^24).
//!
//! The x axis points right and the y axis down, as on the table of a scenario (`battlewright_schema::Inches`).
//!
//! Established crates do not do this. `geo` needs floats for distances, lengths and rotation, and offers only predicates for
//! integers, whose products overflow unless the coordinates are wider than the products need. `i_overlay` combines areas of
//! integers well, but tells no distances, no stretches of a line within an area, and no swept rectangles. `kurbo` and
//! `parry` compute in floats. What remains of them would be a line or two of each file here.

pub mod arc;
pub mod bounds;
pub mod clip;
pub mod contact;
pub mod convex;
pub mod direction;
pub mod distance;
pub mod nearest;
pub mod point;
pub mod polygon;
pub mod polyline;
pub mod rectangle;
pub mod segment;
pub mod shadow;
pub mod stretch;
pub mod sweep;
#[cfg(test)]
pub mod testing;

pub use arc::Arc;
pub use bounds::Bounds;
pub use contact::Contact;
pub use convex::Convex;
pub use direction::Direction;
pub use distance::Distance;
pub use nearest::nearest;
pub use point::{Point, Vector};
pub use polygon::{Location, Polygon};
pub use polyline::Polyline;
pub use rectangle::Rectangle;
pub use segment::Segment;
pub use stretch::{Fraction, Stretch, Stretches};
