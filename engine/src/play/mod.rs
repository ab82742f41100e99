//! Playing a game: who chose what and what was rolled, with undo, redo, and a replay file.

mod dice;
mod record;
pub mod replay;

pub use dice::Dice;
pub use record::{Cursor, Input, Match, WrongPicks};
pub use replay::Replay;
