//! Playing a game: its inputs with undo and redo, and replay files.

mod dice;
mod group;
mod record;
pub mod replay;

pub use dice::{Dice, Rolls};
pub use group::{GroupMove, companions, group_move, in_hand};
pub use record::{Cursor, Input, Match, WrongPicks};
pub use replay::Replay;
