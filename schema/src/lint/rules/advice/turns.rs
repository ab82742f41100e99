//! Turns of advice that are not turns of the game.

use super::rows;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Advice that begins or ends with a turn before the first or after the last turn of the game.
    ///
    /// # Why it matters
    /// The game does not have this turn. Perhaps the number of turns has changed since.
    ///
    /// # Example
    /// ```toml
    /// [turns]
    /// count = 6
    ///
    /// [[computer]]
    /// posture = "hold"
    /// from_turn = 8
    /// ```
    ///
    /// # Remedy
    /// Write a turn of the game, or remove the key: the advice then lasts from the first turn or to the last one.
    ADVICE_OUTSIDE_GAME = "advice-outside-game", Warning
}

finding! {
    /// # What it finds
    /// Advice that ends before it begins.
    ///
    /// # Why it matters
    /// It is never in force.
    ///
    /// # Example
    /// ```toml
    /// [[computer]]
    /// posture = "take"
    /// from_turn = 4
    /// until_turn = 3
    /// ```
    ///
    /// # Remedy
    /// Correct one of the turns. Advice is in force in its last turn, too.
    REVERSED_TURNS = "reversed-turns", Warning
}

pub(in crate::lint::rules) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (first, last) = (cx.first_turn, cx.turns.count);
    // A game without turns is a finding of its own.
    if last == 0 || first > last {
        return;
    }
    for (path, advice) in rows(cx) {
        // Turn 0 is reported as a number out of range.
        let turns = [("from_turn", "begins", advice.from_turn), ("until_turn", "ends", advice.until_turn)];
        for (key, verb, turn) in turns {
            let Some(turn) = turn.filter(|turn| *turn > 0 && !(first..=last).contains(turn)) else { continue };
            let is_early = turn < first;
            let (edge, number) = if is_early { ("begins", first) } else { ("ends", last) };
            let limit =
                if is_early { DocPath::root().key("first_turn") } else { DocPath::root().key("turns").key("count") };
            let path = path.clone().key(key);
            // The first turn is the default of one key, and the last turn that of the other.
            let is_default = is_early == (key == "from_turn");
            let finding = ADVICE_OUTSIDE_GAME
                .at(path.clone(), format!("the advice {verb} with turn {turn}, but the game {edge} with turn {number}"))
                .related(limit, if is_early { "the first turn" } else { "the number of turns" })
                .help("write a turn of the game, or remove the key")
                .fix(cx.take_out(format!("remove `{key}`"), &path).filter(|_| is_default));
            found.push(finding);
        }
        if let (Some(from), Some(until)) = (advice.from_turn, advice.until_turn)
            && until < from
        {
            let finding = REVERSED_TURNS
                .at(
                    path.clone().key("until_turn"),
                    format!("the advice ends with turn {until}, but begins with turn {from}"),
                )
                .related(path.clone().key("from_turn"), "its first turn")
                .help("correct one of the turns");
            found.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn advice_is_for_turns_of_the_game() {
        let advice = |turns: &str| {
            let row = format!("[[computer]]\nside = \"red\"\nposture = \"free\"\n{turns}\n\n[victory]");
            shown(&[("[victory]", &row)])
        };
        assert_eq!(advice("from_turn = 1\nuntil_turn = 4"), [] as [&str; 0]);
        assert_eq!(advice("from_turn = 5"), ["advice-outside-game 5"]);
        assert_eq!(advice("until_turn = 5"), ["advice-outside-game 5"]);
        assert_eq!(advice("from_turn = 3\nuntil_turn = 2"), ["reversed-turns 2"]);
        assert_eq!(advice("until_turn = 0"), ["number-out-of-range 0"]);
    }
}
