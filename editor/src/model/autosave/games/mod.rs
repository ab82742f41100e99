//! The games of the user, each in a file of its own: a recorded game to which every input is appended at once.
//!
//! The files are in the state folder of the user, or in the storage of the browser. A game that is left, reloaded, closed or
//! killed is found there at the next start. The writing program holds a lock on its file, as on a journal.

mod game_file;
mod list;

pub use game_file::GameFile;
pub use list::{GameFolder, SavedGame, SavedGamePart};

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game as _, Turn};
use battlewright_engine::show::Show as _;
use serde::{Deserialize, Serialize};

/// The position that a saved game is in, for the list of games. It is written beside the game, so that the list need not play
/// each game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// The names of the sides.
    pub sides: [String; 2],
    /// The turn and its time, such as `"Turn 2 of 6, 11:30"`.
    pub turn: String,
    /// The side that must choose, or the result, such as `"French to choose"`.
    pub state: String,
    /// The number of inputs.
    pub inputs: usize,
    /// `true` if the game is over.
    pub over: bool,
}

impl GameSummary {
    /// Describes the position of `game` after so many `inputs`.
    pub fn of(game: &AnyGame, inputs: usize) -> Self {
        let status = game.status();
        let clock = status.clock.as_ref().map_or_else(String::new, |clock| format!(", {clock}"));
        let (state, over) = match game.turn() {
            Turn::Choose(side) => (format!("{} to choose", game.sides()[side.index()]), false),
            Turn::Chance(_) => ("dice to be rolled".to_owned(), false),
            Turn::Over(_) => (status.prompt, true),
        };
        let sides = game.sides();
        Self { sides, turn: format!("Turn {} of {}{clock}", status.turn, status.turns), state, inputs, over }
    }
}
