//! The verdict on a recorded game: the result if all inputs are as recorded, or the first difference.

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::play::replay::{Difference, ENGINE};
use battlewright_engine::play::{Match, Replay};
use battlewright_engine::show::Show as _;
use battlewright_referee::{EndReason, OutcomeTold};
use serde_json::{Value, json};

/// Returns the verdict as a title and sentences. `people` is the end of a game between people, if it is one and has one.
pub(crate) fn of(
    replay: &Replay,
    game: &Match<AnyGame>,
    difference: Option<&Difference>,
    people: Option<Option<&OutcomeTold>>,
) -> Value {
    let count = replay.len();
    if let (None, Some(end)) = (difference, people) {
        let mut text = match end {
            // The rules tell the result in more words.
            Some(end) if end.why != EndReason::Played => vec![end.text.clone()],
            _ => outcome(game),
        };
        if end.is_some() {
            text.push("`battlewright replay --verify` checks its dice too.".to_owned());
        }
        return json!({ "good": true, "over": end.is_some(), "title": format!("{count} inputs are legal"), "text": text });
    }
    let Some(difference) = difference else {
        let title = if replay.has_states() {
            format!("{count} of {count} states as recorded")
        } else {
            format!("{count} inputs are legal; no states are recorded")
        };
        return json!({ "good": true, "over": matches!(game.now().turn(), Turn::Over(_)), "title": title, "text": outcome(game) });
    };
    let Difference { n, line, input, expected, found } = difference;
    let mut text = vec![
        format!("Input {n} ({input}) is line {line} of the file."),
        format!("Expected: {expected}."),
        format!("Found: {found}."),
        format!("The positions up to input {} are as recorded and can be shown.", n - 1),
    ];
    text.push(if replay.header.engine == ENGINE {
        "This line or the scenario was changed after the game, or another program has played it. Ask for the original file.".to_owned()
    } else {
        format!(
            "The game was recorded by version {}, and this page has version {ENGINE}: rules may differ. Use that version to check it.",
            replay.header.engine
        )
    });
    json!({ "good": false, "over": false, "title": format!("Input {n} of {count} differs"), "text": text })
}

/// Returns the points and the winner.
fn outcome(game: &Match<AnyGame>) -> Vec<String> {
    let Turn::Over(outcome) = game.now().turn() else {
        return vec!["The game is not over.".to_owned()];
    };
    let [first, second] = game.now().sides();
    let [points, others] = outcome.points;
    let winner = match outcome.winner {
        Some(Side::First) => first.as_str(),
        Some(Side::Second) => second.as_str(),
        None => "nobody",
    };
    vec![
        format!("Victory points: {first} {points}, {second} {others}"),
        format!("Winner: {winner} ({})", game.now().degree(&outcome)),
    ]
}
