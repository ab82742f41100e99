//! A first turn after the last turn.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A first turn that comes after the last turn.
    ///
    /// # Why it matters
    /// No turn is played. `count` of `[turns]` is the number of the last turn, not the number of turns to play.
    ///
    /// # Example
    /// ```toml
    /// first_turn = 7
    ///
    /// [turns]
    /// count = 5                    # 11: turns 7 to 11
    /// ```
    ///
    /// # Remedy
    /// Set `count` to the number of the last turn.
    FIRST_TURN_AFTER_LAST = "first-turn-after-last", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (first, last) = (cx.first_turn, cx.turns.count);
    // A number out of range is reported by another lint.
    if (1..=99).contains(&first) && last > 0 && first > last {
        let message = format!("the game begins with turn {first}, but ends with turn {last}");
        let finding = FIRST_TURN_AFTER_LAST
            .at(DocPath::root().key("first_turn"), message)
            .related(DocPath::root().key("turns").key("count"), "the last turn")
            .help(format!(
                "`count` is the number of the last turn; write {} for the same number of turns from turn {first}",
                first.saturating_add(last - 1)
            ))
            .fix(cx.write(&DocPath::root().key("turns").key("count"), &first.saturating_add(last - 1).to_string()))
            .fix(cx.write(&DocPath::root().key("first_turn"), "1"));
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    #[test]
    fn a_game_has_a_turn() {
        let first = |turn: u8| shown(&[("[turns]", &format!("first_turn = {turn}\n[turns]"))]);
        assert_eq!(first(2), [] as [&str; 0]);
        assert_eq!(first(5), ["first-turn-after-last 5"]);
    }
}
