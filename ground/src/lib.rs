//! Maps proposed from geographic data.
//!
//! This crate reads files with the geography of a place, and derives what a map of hexes shows of it: rivers along hexsides, roads
//! from hex to hex, terrain, levels and names. Nothing is invented: what the data lack is a [`Notice`].
//!
//! # Steps
//!
//! Each step is a function of typed values, and takes the result of those before it:
//!
//! 1. [`Plane`] turns latitude and longitude into whole centimeters, [`GroundGrid`] lays hexes over them.
//! 2. [`read`] reads files within [`limits`] into a [`Landscape`].
//! 3. [`Era`] leaves out what the time of the battle did not have.
//! 4. [`Anchors`] moves the point that stands for a hex to the place in it.
//! 5. [`rivers`], [`areas`], [`roads`] and [`levels`] derive the map.
//! 6. [`propose`] puts it into a scenario.
//!
//! [`run`] does them all.
//!
//! All that decides is computed in whole numbers or with operations whose results IEEE 754 fixes, so that a map is the same on every
//! platform. There are no threads, no clocks and no network.

pub mod anchors;
pub mod areas;
mod buckets;
pub mod crs;
pub mod elevation;
pub mod era;
mod exact;
pub mod grid;
pub mod levels;
pub mod limits;
pub mod line;
pub mod names;
mod network;
pub mod notice;
pub mod plane;
pub mod proposal;
pub mod read;
pub mod record;
pub mod rivers;
pub mod roads;
pub mod run;
pub mod source;

pub use anchors::{Anchors, PlacedSpot};
pub use crs::Projection;
pub use elevation::{Elevation, Lattice, ProjectedLattice, Raster, RasterHead};
pub use era::{Era, EraFilter};
pub use grid::{GroundGrid, GroundGridError, HexFrame, Side, Tile};
pub use notice::Notice;
pub use plane::{LatLon, Plane, PlaneError, Point};
pub use proposal::{DerivedMap, Proposal, ProposalError, again, propose};
pub use record::{GroundRecord, RecordError, RecordedFile};
pub use source::{Area, Landscape, Node, Spot, Tags, Way};
