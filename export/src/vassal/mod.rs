//! Modules of VASSAL, the engine on which board games are played by people: scenarios written as such,
//! and such modules read.
//!
//! A module is a ZIP archive of a build file, which names the program's components and what they are set to, and
//! pictures. What is written here is the map as a board with a hex grid, every counter with its two sides, what starts
//! where, and the tables; nothing of it plays by the rules, which is the players' part there. A module that is read gives a
//! scenario to start from.

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
pub use read::{contents, read, read_chosen};

#[cfg(test)]
mod strangers;
#[cfg(test)]
mod tests;
