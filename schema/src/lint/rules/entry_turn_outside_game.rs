//! Reinforcements before or after the game.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A unit that enters before the first turn or after the last turn of the game.
    ///
    /// # Why it matters
    /// The unit never arrives. A scenario of a part of the day may start later than turn 1.
    ///
    /// # Example
    /// ```toml
    /// [turns]
    /// count = 6
    ///
    /// [[unit]]
    /// enters = { turn = 7, at = "C" }
    /// ```
    ///
    /// # Remedy
    /// Choose a turn of the game, give the game more turns, or let the unit start on the map.
    ENTRY_TURN_OUTSIDE_GAME = "entry-turn-outside-game", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let last = cx.turns.count;
    // A game without turns is a finding of its own.
    if last == 0 || cx.first_turn > last {
        return;
    }
    for unit in &cx.units {
        let Some((turn, _)) = unit.enters else { continue };
        // Turn 0 is reported as a number out of range.
        if (1..cx.first_turn).contains(&turn) {
            let message =
                format!("`{}` enters on turn {turn}, but the game begins with turn {}", unit.id, cx.first_turn);
            let finding = ENTRY_TURN_OUTSIDE_GAME
                .at(unit.path().key("enters").key("turn"), message)
                .related(DocPath::root().key("first_turn"), "the first turn")
                .help("let it arrive later, or start on the map")
                .fix(cx.write(&unit.path().key("enters").key("turn"), &cx.first_turn.to_string()));
            found.push(finding);
        }
        if turn <= last {
            continue;
        }
        let finding = ENTRY_TURN_OUTSIDE_GAME
            .at(
                unit.path().key("enters").key("turn"),
                format!("`{}` enters on turn {turn}, but the game ends with turn {last}", unit.id),
            )
            .related(DocPath::root().key("turns").key("count"), "the number of turns")
            .help("let it arrive earlier, or give the game more turns")
            .fix(cx.write(&unit.path().key("enters").key("turn"), &last.to_string()))
            .fix(cx.write(&DocPath::root().key("turns").key("count"), &turn.to_string()));
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn the_last_turn_is_not_too_late() {
        assert_eq!(shown(&[("turn = 2, at", "turn = 4, at")]), [] as [&str; 0]);
        assert_eq!(shown(&[("turn = 2, at", "turn = 5, at")]), ["entry-turn-outside-game 5"]);
        assert_eq!(shown(&[("turn = 2, at", "turn = 0, at")]), ["number-out-of-range 0"]);
    }
}
