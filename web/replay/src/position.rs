//! The words of a position.

use battlewright_engine::any::AnyGame;
use battlewright_engine::show::Show as _;
use serde_json::{Value, json};

/// Returns the turn, the phase, the open question and the tracks of a position.
pub(crate) fn status(game: &AnyGame) -> Value {
    let status = game.status();
    let tracks = game.tracks().into_iter();
    let tracks = tracks.map(|track| json!({ "side": track.side.index(), "name": track.name, "value": track.value }));
    json!({
        "turn": status.turn,
        "turns": status.turns,
        "clock": status.clock,
        "phase": status.phase,
        "prompt": status.prompt,
        "tracks": tracks.collect::<Vec<_>>(),
    })
}
