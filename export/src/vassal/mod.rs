//! VASSAL modules: export of scenarios and import of modules.
//!
//! VASSAL is an engine on which people play board games online. A module is a ZIP archive of a build file, which lists
//! components with their settings, and of pictures. The export writes the map as a board with a hex grid, the counters
//! with both sides, the setup and the charts; it automates no rules. The import turns a module into a new scenario.

mod board;
mod build;
mod charts;
mod choice;
mod components;
mod counters;
mod element;
mod error;
mod lattice;
mod outline;
mod pieces;
mod placed;
mod read;
mod saved;
mod sequence;
mod setup;
mod sides;
mod trays;

pub use build::write;
pub use choice::{Choice, Contents, PalettePiece, SavedSetup};
pub(crate) use counters::slug;
pub use error::{BoardError, ChoiceError, ModuleError, PieceTableError, SavedGameError};
pub use placed::{PlacedPiece, placed, wrong_pieces};
pub use read::{contents, read, read_chosen};

#[cfg(test)]
mod foreign_modules;
#[cfg(test)]
mod tests;
