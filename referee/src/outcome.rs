//! The end of a game.

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::show::Show as _;
use serde::{Deserialize, Serialize};

use crate::message::OutcomeTold;
use crate::silence::SILENT_DAYS;

/// The reason why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// The rules end it.
    Played,
    /// The player of this side has resigned.
    Resigned(Side),
    /// The player of this side had no time left, and the other has claimed the win.
    OutOfTime(Side),
    /// Both players have agreed on a draw.
    Agreed,
    /// The players have ended it without a result, or one of them has, as the other was silent.
    Abandoned,
}

/// Returns the end of `game` for people, which the player of the side `by` has brought about alone, if one has.
pub(crate) fn told(game: &AnyGame, why: EndReason, by: Option<Side>) -> OutcomeTold {
    let sides = game.sides();
    let name = |side: Side| sides[side.index()].as_str();
    let lost =
        |side: Side, how: &str| (Some(side.other()), format!("{} {how}. {} win.", name(side), name(side.other())));
    let (winner, text) = match (why, game.turn()) {
        (EndReason::Played, Turn::Over(outcome)) => {
            let [points, others] = outcome.points;
            let [first, second] = &sides;
            let winner = outcome.winner.map_or("nobody", name);
            let degree = game.degree(&outcome);
            (
                outcome.winner,
                format!("Victory points: {first} {points}, {second} {others}. Winner: {winner} ({degree})."),
            )
        }
        (EndReason::Played, _) => (None, "The game is over.".to_owned()),
        (EndReason::Resigned(side), _) => lost(side, "have resigned"),
        (EndReason::OutOfTime(side), _) => lost(side, "had no time left"),
        (EndReason::Agreed, _) => (None, "Both players have agreed on a draw.".to_owned()),
        (EndReason::Abandoned, _) => (
            None,
            match by {
                None => "The players have ended the game without a result.".to_owned(),
                Some(by) => {
                    let (left, silent) = (name(by), name(by.other()));
                    format!(
                        "{left} have ended the game without a result: {silent} had done nothing for {SILENT_DAYS} days."
                    )
                }
            },
        ),
    };
    OutcomeTold { why, winner: winner.map(Side::index), text }
}
