//! The whole way from files to a proposal, as one value.
//!
//! A command line, an editor and a browser do the same: they say what they want in a [`GroundRequest`], read files into a [`GroundData`],
//! derive the map as a [`Derivation`], show its [`features`](Derivation::streams), and make a [`Proposal`](crate::Proposal) of it.
//! [`Derivation::again`] derives only what a changed request changes. There are no paths and no threads here: who calls opens files, and may run
//! this beside its window. A [`Watch`] tells how far a run is, and ends it.
//!
//! ```no_run
//! use std::sync::Arc;
//! use battlewright_ground::run::{Derivation, GroundData, GroundFile, GroundRequest, Watch};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let bytes: Vec<u8> = Vec::new();
//! let request = GroundRequest::default();
//! let data = GroundData::read(vec![GroundFile::of_bytes("lorraine.osm", bytes)], &request.place, Watch::none())?;
//! let derivation = Derivation::new(Arc::new(data), &request, Watch::none())?;
//! for stream in derivation.streams() {
//!     println!("{} {}: {}", stream.id, stream.name, stream.is_checked);
//! }
//! # Ok(())
//! # }
//! ```

mod battle;
mod combine;
mod csv;
mod derivation;
mod drawn;
mod feature;
mod figure;
mod file;
mod fit;
mod lists;
mod origin;
mod request;
mod second;
mod watch;

use battlewright_schema::NewScenarioError;

use crate::grid::GroundGridError;
use crate::plane::PlaneError;
use crate::proposal::ProposalError;
use crate::read::ReadError;

pub use self::csv::{ListError, choices_from_csv, hexsides_as_csv, list_as_csv};
pub use derivation::{Derivation, Recomputed};
pub use drawn::DrawnFeature;
pub use feature::{Feature, FeatureClass, FeatureId, FeatureIdError, LeftOut};
pub use figure::{FIGURES, FigureError, FigurePage, GroundFigure};
pub use file::{GroundData, GroundFile, GroundInput};
pub use fit::{FitRow, PlaceFit, fit_place};
pub use lists::RemovedCount;
pub use origin::{GroundOrigins, Origin};
pub use request::{FeatureChoice, GroundPlace, GroundRequest};
pub use second::{NoMerge, SecondRun};
pub use watch::{RunProgress, RunStep, Watch};

/// The reason that a run has no result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The [`Watch`] ended the run.
    #[error("the run was canceled")]
    Canceled,
    /// The place has no plane.
    #[error(transparent)]
    Plane(#[from] PlaneError),
    /// The map cannot be laid over the ground.
    #[error(transparent)]
    Grid(#[from] GroundGridError),
    /// The hexes of the map have no names, which [`GroundPlace`] rules out.
    #[error("the hexes cannot be numbered: {0}")]
    Numbering(String),
    /// The name of a file tells no kind that is read.
    #[error("{0}: {error}", error = ReadError::UnknownKind)]
    UnknownKind(String),
    /// A file cannot be read.
    #[error("{name}: {error}")]
    File {
        /// The name of the file.
        name: String,
        /// The reason.
        error: ReadError,
    },
    /// There is no proposal.
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    /// The system, with this title, is played on a table.
    #[error("{0} is played on a table, which has no hexes; the ground makes maps of hexes")]
    OnTable(&'static str),
    /// The template of the system has no map of this size.
    #[error(transparent)]
    Template(#[from] NewScenarioError),
}
