//! Endings that are missing, that hold at the start, or that never apply.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use crate::SideId;
use crate::at_any_cost::SuddenEnding;
use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::system::lints::endings::{BAD_ENDING, Stands, all_can_win, holds_at_once, shadowed};

/// The outcomes by winner and points: the least lead that one of them asks for, and its row. No limit is the least.
type LeastLeads<'v> = BTreeMap<(&'v SideId, Option<u8>), (Option<u8>, usize)>;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let (sudden, levels) = (&own.victory.sudden, &own.victory.levels);
    let victory = DocPath::root().key("victory");
    let winners = || sudden.iter().map(|ending| &ending.winner).chain(levels.iter().map(|level| &level.winner));
    // A side that there is not is a finding of its own.
    if winners().all(|winner| own.side.contains_key(winner)) {
        all_can_win(&cx.sides, |side| winners().any(|winner| winner == side), found);
    }
    let stands = LazyCell::new(|| Stands::of(cx));
    for (row, ending) in sudden.iter().enumerate() {
        let path = victory.clone().key("sudden").index(row);
        if ending.enters.is_empty() && ending.controls.is_empty() {
            let fix = cx.take_out("remove the ending", &path);
            let finding = BAD_ENDING.at(path, "the ending has no condition");
            found.push(finding.help("add a condition: `controls` or `enters`").fix(fix));
        } else if ending.after_turn.is_none_or(|turn| turn < cx.first_turn) && holds(ending, &stands) {
            holds_at_once(path, found);
        }
    }
    let mut above = LeastLeads::new();
    let mut unconditional = None;
    for (row, level) in levels.iter().enumerate() {
        let path = |row: usize| victory.clone().key("levels").index(row);
        let same_winner = above.range((&level.winner, None)..=(&level.winner, level.points));
        let mut hiding = same_winner.filter(|(_, (lead, _))| *lead <= level.lead).map(|(_, (_, row))| *row);
        if let Some(first) = unconditional.or_else(|| hiding.next()) {
            shadowed(cx, path(row), path(first), "an earlier outcome holds whenever this one does", found);
        } else if level.points.is_none() && level.lead.is_none() {
            unconditional = Some(row);
        } else {
            let least = above.entry((&level.winner, level.points)).or_insert((level.lead, row));
            *least = (*least).min((level.lead, row));
        }
    }
}

/// Returns `true` if the ending holds before the first move.
fn holds(ending: &SuddenEnding, stands: &Stands<'_>) -> bool {
    (ending.enters.is_empty() || ending.enters.iter().any(|hex| stands.is_in(&ending.winner, hex)))
        && ending.controls.iter().all(|hex| stands.controls(&ending.winner, hex))
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    const BLUE: &str = "[[victory.levels]]\nwinner = \"blue\"\nlead = 1\n";

    fn sudden(winner: &str, asks: &str) -> Vec<String> {
        let ending = format!("[[victory.sudden]]\nwinner = \"{winner}\"\n{asks}\n\n[[victory.points]]");
        shown(&[("[[victory.points]]", &ending)])
    }

    #[test]
    fn either_side_can_win() {
        let found = shown(&[(BLUE, "")]);
        assert!(found.len() == 1 && found[0].starts_with("side-cannot-win"), "{found:?}");
    }

    #[test]
    fn an_ending_asks_for_something() {
        assert_eq!(sudden("red", "after_turn = 2"), ["bad-ending [[victory.sudden]]"]);
    }

    #[test]
    fn nothing_is_over_before_it_begins() {
        assert_eq!(sudden("red", "controls = [\"0503\"]"), [] as [&str; 0]);
        assert_eq!(sudden("blue", "controls = [\"0503\"]"), ["ending-holds-at-start [[victory.sudden]]"]);
        assert_eq!(sudden("blue", "controls = [\"0503\", \"0502\"]"), [] as [&str; 0]);
        assert_eq!(sudden("blue", "controls = [\"0503\"]\nafter_turn = 2"), [] as [&str; 0]);
        assert_eq!(sudden("blue", "enters = [\"0502\", \"0503\"]"), ["ending-holds-at-start [[victory.sudden]]"]);
    }

    #[test]
    fn an_outcome_can_come_to_its_turn() {
        let with = |levels: &str| shown(&[(BLUE, levels)]);
        let level = |winner: &str, asks: &str| format!("[[victory.levels]]\nwinner = \"{winner}\"\n{asks}\n\n");
        let two = |first: &str, second: &str| with(&(level("blue", first) + &level("blue", second)));
        assert_eq!(two("points = 9", "points = 3"), [] as [&str; 0]);
        assert_eq!(two("points = 3", "points = 9"), ["shadowed-ending [[victory.levels]]"]);
        assert_eq!(two("points = 3", "lead = 1"), [] as [&str; 0]);
        assert_eq!(two("points = 3", "points = 3\nlead = 1"), ["shadowed-ending [[victory.levels]]"]);
        assert_eq!(two("points = 3", ""), [] as [&str; 0], "in any other case");
        assert_eq!(two("", "points = 3"), ["shadowed-ending [[victory.levels]]"]);
    }
}
