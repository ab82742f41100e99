//! Endings that are missing, that hold at the start, or that never apply.

use std::cell::LazyCell;
use std::hash::Hash;

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::lint::lookup::lookup;
use crate::path::DocPath;
use crate::position_magnifique::{Ending, PositionMagnifique, VictoryLevel};
use crate::system::lints::endings::{Stands, all_can_win, holds_at_once, shadowed};
use crate::{HexId, SideId};

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let all = || own.victory.sudden.iter().chain(&own.victory.last);
    let victory = DocPath::root().key("victory");
    // An ending without a winner or with an unknown side is reported by another lint.
    let is_whole = all().all(|ending| match &ending.winner {
        Some(winner) => own.side.contains_key(winner),
        None => ending.level == VictoryLevel::Draw,
    });
    if is_whole {
        all_can_win(&cx.sides, |side| all().any(|ending| ending.winner.as_ref() == Some(side)), found);
    }
    let stands = LazyCell::new(|| Stands::of(cx));
    for (row, ending) in own.victory.sudden.iter().enumerate() {
        if holds_at_start(own, || &stands, ending, cx.first_turn) {
            holds_at_once(victory.clone().key("sudden").index(row), found);
        }
    }
    for (key, endings) in [("sudden", &own.victory.sudden), ("last", &own.victory.last)] {
        let mut above = lookup(endings.len());
        for (row, ending) in endings.iter().enumerate() {
            let path = |row: usize| victory.clone().key(key).index(row);
            let first = *above.entry(conditions(ending)).or_insert(row);
            if first != row {
                shadowed(cx, path(row), path(first), "the ending has the same conditions as an earlier one", found);
            }
        }
    }
}

/// Returns the conditions of an ending; equal conditions hold at the same time.
fn conditions(ending: &Ending) -> impl Eq + Hash + '_ {
    let hexes = [&ending.enters, &ending.controls_hexes].map(|hexes| sorted(hexes));
    let places = [&ending.controls, &ending.controls_any, &ending.enemy_lacks, &ending.controls_more_of];
    (&ending.winner, ending.after_turn, hexes, places.map(|places| sorted(places)))
}

fn sorted<T: Ord>(all: &[T]) -> Vec<&T> {
    let mut all: Vec<&T> = all.iter().collect();
    all.sort();
    all
}

fn holds_at_start<'s>(
    own: &PositionMagnifique,
    stands: impl Fn() -> &'s Stands<'s>,
    ending: &Ending,
    first_turn: u8,
) -> bool {
    let Some(winner) = &ending.winner else { return false };
    let Some(enemy) = own.side.keys().find(|side| *side != winner) else { return false };
    let Ending { enters, controls_hexes, controls, controls_any, enemy_lacks, controls_more_of, .. } = ending;
    let is_there = |hex: &HexId| stands().is_in(winner, hex);
    let count = |side: &SideId| controls_more_of.iter().filter(|place| stands().holds(side, place)).count();
    let lists = [controls, controls_any, enemy_lacks, controls_more_of];
    // An ending without a condition is reported by another lint.
    let asks = !enters.is_empty() || !controls_hexes.is_empty() || lists.iter().any(|list| !list.is_empty());
    asks && ending.after_turn.is_none_or(|turn| turn < first_turn)
        && (enters.is_empty() || enters.iter().any(is_there))
        && controls_hexes.iter().all(is_there)
        && controls.iter().all(|place| stands().holds(winner, place))
        && (controls_any.is_empty() || controls_any.iter().any(|place| stands().holds(winner, place)))
        && (enemy_lacks.is_empty() || !enemy_lacks.iter().all(|place| stands().holds(enemy, place)))
        && (controls_more_of.is_empty() || count(winner) > count(enemy))
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    const LAST: &str = "winner = \"blue\"\nlevel = \"victory\"\ncontrols = [\"village\"]\n";

    fn sudden(winner: &str, asks: &str) -> Vec<String> {
        let ending = format!("[[victory.sudden]]\nwinner = \"{winner}\"\nlevel = \"minor\"\n{asks}\n[[victory.last]]");
        shown(&[("[[victory.last]]", &ending)])
    }

    #[test]
    fn either_side_can_win() {
        let draw = "level = \"draw\"\ncontrols = [\"village\"]\n";
        assert_eq!(shown(&[(LAST, draw)]).len(), 1);
        assert!(shown(&[(LAST, draw)])[0].starts_with("side-cannot-win"));
    }

    #[test]
    fn nothing_is_over_before_it_begins() {
        assert_eq!(sudden("red", "controls = [\"village\"]"), [] as [&str; 0]);
        assert_eq!(sudden("blue", "controls = [\"village\"]"), ["ending-holds-at-start [[victory.sudden]]"]);
        assert_eq!(sudden("blue", "controls = [\"village\"]\nafter_turn = 2"), [] as [&str; 0]);
        assert_eq!(sudden("blue", "enters = [\"0503\"]"), ["ending-holds-at-start [[victory.sudden]]"]);
        assert_eq!(sudden("red", "enemy_lacks = [\"village\"]"), [] as [&str; 0]);
    }

    #[test]
    fn an_ending_can_come_to_its_turn() {
        let twice = format!("{LAST}[[victory.last]]\n{}", LAST.replace("\"victory\"", "\"major\""));
        assert_eq!(shown(&[(LAST, &twice)]), ["shadowed-ending [[victory.last]]"]);
    }
}
