//! Operations that need the concrete game.

use crate::chronicle::Chronicle;
use crate::players::plan::Command;
use crate::show::Show;

/// An operation on a game of any system.
pub trait Visit {
    /// The result of the operation.
    type Answer;

    /// Runs the operation on `game`.
    fn visit<G>(self, game: &G) -> Self::Answer
    where
        G: Command + Chronicle + Show + Send + Sync,
        G::Action: Send,
        G::Event: Send;
}
