//! The position that lines of sight are about: the scenario as it stands, made into a game.

use battlewright_engine::any::AnyGame;

use crate::model::document::Document;

/// A position, as a tool sees it.
#[derive(Clone, Copy)]
pub struct CurrentPosition<'a> {
    /// The game, or why there is none.
    pub game: Result<&'a AnyGame, &'a str>,
    /// A number that is another in another position.
    pub stamp: u64,
}

/// The start of the scenario as it stands, made anew only when the scenario has changed.
#[derive(Default)]
pub struct StartPosition {
    of: Option<u64>,
    game: Option<Result<AnyGame, String>>,
}

impl StartPosition {
    /// Forgets the game: another document is shown.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Catches up with `document`.
    pub fn refresh(&mut self, document: &Document) {
        if self.of == Some(document.revision()) {
            return;
        }
        self.of = Some(document.revision());
        let game = AnyGame::new(document.scenario());
        self.game = Some(game.map_err(|problems| problems.first().map_or_else(String::new, ToString::to_string)));
    }

    /// The position, as a tool sees it.
    pub fn position(&self) -> CurrentPosition<'_> {
        let game = match &self.game {
            Some(game) => game.as_ref().map_err(String::as_str),
            None => Err(""),
        };
        CurrentPosition { game, stamp: self.of.unwrap_or_default() }
    }
}
