//! Endings that are missing, that hold at the start, or that never apply.

use std::cell::LazyCell;
use std::hash::Hash;

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::lookup::{Lookup, lookup};
use crate::path::DocPath;
use crate::position_magnifique::{Ending, PositionMagnifique, VictoryLevel};
use crate::{HexId, PlaceId, SideId};

finding! {
    /// # What it finds
    /// A side that cannot win.
    ///
    /// # Why it matters
    /// No ending names it as the winner, so that its best result is a draw and the other side cannot lose.
    ///
    /// # Example
    /// ```toml
    /// [[victory.last]]
    /// winner = "french"            # there is no ending with `winner = "prussian"`
    /// controls = ["rezonville"]
    /// ```
    ///
    /// # Remedy
    /// Add an ending for the side, such as one for keeping the enemy from its objectives.
    SIDE_CANNOT_WIN = "side-cannot-win", Warning
}

finding! {
    /// # What it finds
    /// A sudden ending that holds before the first move.
    ///
    /// # Why it matters
    /// Its winner holds the places, or has units in the hexes, from the start. Without `after_turn`, the game ends at
    /// once.
    ///
    /// # Example
    /// ```toml
    /// [[place]]
    /// id = "rezonville"
    /// holder = "french"
    ///
    /// [[victory.sudden]]
    /// winner = "french"
    /// controls = ["rezonville"]    # add after_turn = 3, for example
    /// ```
    ///
    /// # Remedy
    /// Add a condition, or set `after_turn`.
    ENDING_HOLDS_AT_START = "ending-holds-at-start", Warning
}

finding! {
    /// # What it finds
    /// An ending that never applies, because an earlier one with the same winner and conditions applies first.
    ///
    /// # Why it matters
    /// The first ending that holds decides the game.
    ///
    /// # Example
    /// ```toml
    /// [[victory.last]]
    /// winner = "french"
    /// level = "minor"
    /// controls = ["rezonville"]
    ///
    /// [[victory.last]]
    /// winner = "french"
    /// level = "major"
    /// controls = ["rezonville"]    # add "bruville", for example
    /// ```
    ///
    /// # Remedy
    /// Change the conditions, or the order: list greater victories with more conditions first.
    SHADOWED_ENDING = "shadowed-ending", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let all = || own.victory.sudden.iter().chain(&own.victory.last);
    let victory = DocPath::root().key("victory");
    // An ending without a winner or with an unknown side is reported by another lint.
    let is_whole = all().all(|ending| match &ending.winner {
        Some(winner) => own.side.contains_key(winner),
        None => ending.level == VictoryLevel::Draw,
    });
    let wins = |side: &&SideId| all().any(|ending| ending.winner.as_ref() == Some(side));
    let losers: Vec<&SideId> = own.side.keys().filter(|side| is_whole && !wins(side)).collect();
    let message = match losers.as_slice() {
        [] => None,
        [side] => Some(match own.side.keys().find(|other| other != side) {
            Some(other) => {
                format!("`{side}` cannot win and `{other}` cannot lose: no ending has `{side}` as its winner")
            }
            None => format!("`{side}` cannot win: no ending has it as its winner"),
        }),
        _ => Some("no side can win: no ending has a winner, and every game is a draw".to_owned()),
    };
    if let Some((message, side)) = message.zip(losers.first()) {
        let help = format!("add an ending with winner = \"{side}\"");
        found.push(SIDE_CANNOT_WIN.at(victory.clone(), message).help(help));
    }
    let stands = LazyCell::new(|| Stands::of(cx, own));
    for (row, ending) in own.victory.sudden.iter().enumerate() {
        let path = victory.clone().key("sudden").index(row);
        if holds_at_start(own, || &stands, ending, cx.first_turn) {
            let finding = ENDING_HOLDS_AT_START
                .at(path, "the ending holds before the first move")
                .help("add a condition, or set `after_turn`");
            found.push(finding);
        }
    }
    for (key, endings) in [("sudden", &own.victory.sudden), ("last", &own.victory.last)] {
        let mut above = lookup(endings.len());
        for (row, ending) in endings.iter().enumerate() {
            let path = |row: usize| victory.clone().key(key).index(row);
            let first = *above.entry(conditions(ending)).or_insert(row);
            if first != row {
                let finding = SHADOWED_ENDING
                    .at(path(row), "the ending has the same conditions as an earlier one")
                    .related(path(first), "this one applies")
                    .help("change the conditions, or remove one of the endings")
                    .fix(cx.take_out("remove this one", &path(row)));
                found.push(finding);
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

/// The positions of units at the start, and the holders of places.
struct Stands<'s> {
    units: Lookup<&'s HexId, &'s SideId>,
    holders: Lookup<&'s PlaceId, &'s SideId>,
}

impl<'s> Stands<'s> {
    fn of(cx: &'s Context<'_>, own: &'s PositionMagnifique) -> Self {
        let units: Lookup<_, _> =
            super::units(cx, own).filter_map(|(_, unit, piece)| Some((unit.at.as_ref()?, piece.side))).collect();
        let holders = own.place.iter().filter_map(|place| {
            // A side whose units occupy all hexes of a place holds it, regardless of `holder`.
            let mut there = place.hexes.iter().map(|hex| units.get(hex).copied());
            let first = there.next().flatten().filter(|first| there.all(|other| other == Some(*first)));
            Some((&place.id, first.or(place.holder.as_ref())?))
        });
        let holders = holders.collect();
        Self { units, holders }
    }

    fn holds(&self, side: &SideId, place: &PlaceId) -> bool {
        self.holders.get(place).is_some_and(|holder| *holder == side)
    }
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
    let is_there = |hex: &HexId| stands().units.get(hex).is_some_and(|side| *side == winner);
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
