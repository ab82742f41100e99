//! A game as text: its events and its result.

use std::io::{self, Write};

use battlewright_engine::game::{Outcome, Side, Turn};
use battlewright_engine::play::Match;
use battlewright_engine::show::{FoldedLine, Show, fold};

/// Writes all events by turn and phase, each line with its rule number.
pub(crate) fn log<G: Show>(game: &Match<G>, to: &mut impl Write) -> io::Result<()> {
    let opening = game.start().status();
    match opening.clock {
        Some(clock) => writeln!(to, "\nTurn {}, {clock}\n{}", opening.turn, opening.phase)?,
        None => writeln!(to, "\nTurn {}\n{}", opening.turn, opening.phase)?,
    }
    let mut after_heading = true;
    let lines: Vec<_> = game.story().collect();
    for FoldedLine { line, .. } in fold(&lines) {
        match (line.heading, after_heading) {
            (true, true) => writeln!(to, "{}", line.text)?,
            (true, false) => writeln!(to, "\n{}", line.text)?,
            (false, _) => writeln!(to, "  {} ({})", line.text, line.rule.number)?,
        }
        after_heading = line.heading;
    }
    writeln!(to)
}

/// Writes the result of a game: victory points and the winner.
pub(crate) fn outcome<G: Show>(game: &Match<G>, to: &mut impl Write) -> io::Result<()> {
    let Turn::Over(outcome) = game.now().turn() else {
        return writeln!(to, "The game is not over.");
    };
    let [first, second] = game.now().sides();
    writeln!(to, "Victory points: {first} {}, {second} {}", outcome.points[0], outcome.points[1])?;
    writeln!(to, "Winner: {}", verdict(&outcome, game.now().degree(&outcome), [&first, &second]))
}

/// Formats the winner and the `degree` of the victory: `Germans (major victory)`.
pub(crate) fn verdict(outcome: &Outcome, degree: &str, [first, second]: [&str; 2]) -> String {
    let winner = match outcome.winner {
        Some(Side::First) => first,
        Some(Side::Second) => second,
        None => "nobody",
    };
    format!("{winner} ({degree})")
}
