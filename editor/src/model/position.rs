//! The current scenario as a game position, for the line of sight tool.

use battlewright_engine::any::AnyGame;

use crate::model::document::Document;

/// The current position as tools see it.
#[derive(Clone, Copy)]
pub struct CurrentPosition<'a> {
    /// The game, or the reason why the scenario cannot be played.
    pub game: Result<&'a AnyGame, &'a str>,
    /// A number that changes with the position.
    pub stamp: u64,
}

/// The starting position of the current scenario, rebuilt only when the scenario has changed.
#[derive(Default)]
pub struct StartPosition {
    of: Option<u64>,
    game: Option<Result<AnyGame, String>>,
}

impl StartPosition {
    /// Drops the position because another document is shown.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Updates the position if `document` has changed.
    pub fn refresh(&mut self, document: &Document) {
        if self.of == Some(document.revision()) {
            return;
        }
        self.of = Some(document.revision());
        let game = AnyGame::new(document.scenario());
        self.game = Some(game.map_err(|problems| problems.first().map_or_else(String::new, ToString::to_string)));
    }

    /// Returns the position as tools see it.
    pub fn position(&self) -> CurrentPosition<'_> {
        let game = match &self.game {
            Some(game) => game.as_ref().map_err(String::as_str),
            None => Err(""),
        };
        CurrentPosition { game, stamp: self.of.unwrap_or_default() }
    }
}
