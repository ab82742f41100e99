//! Endings that are missing, that hold at the start, or that never apply.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::lookup::Lookup;
use crate::path::DocPath;
use crate::{HexId, PlaceId, SideId};

finding! {
    /// # What it finds
    /// An ending without a condition or without a winner.
    ///
    /// # Why it matters
    /// An ending without a condition holds at once, or hides the endings below it. Conditions refer to the winner and
    /// its enemy. A draw needs no ending: it is the result if no ending holds.
    ///
    /// # Example
    /// ```toml
    /// [[victory.last]]
    /// winner = "french"
    /// level = "minor"      # no condition
    /// ```
    ///
    /// # Remedy
    /// Add a condition such as `controls`, or a `winner`; or remove the ending.
    BAD_ENDING = "bad-ending", Error
}

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
    /// An ending that never applies, because an earlier one applies whenever it would.
    ///
    /// # Why it matters
    /// The first ending that holds decides the game. An earlier one with the same winner has the same conditions, or
    /// asks for no more points.
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

/// Notes the sides that do not win by any ending.
pub(crate) fn all_can_win(sides: &[&SideId], wins: impl Fn(&SideId) -> bool, found: &mut Vec<Diagnostic>) {
    let losers: Vec<&SideId> = sides.iter().copied().filter(|side| !wins(side)).collect();
    let message = match losers.as_slice() {
        [] => None,
        [side] => Some(match sides.iter().find(|other| *other != side) {
            Some(other) => {
                format!("`{side}` cannot win and `{other}` cannot lose: no ending has `{side}` as its winner")
            }
            None => format!("`{side}` cannot win: no ending has it as its winner"),
        }),
        _ => Some("no side can win: no ending has a winner, and every game is a draw".to_owned()),
    };
    if let Some((message, side)) = message.zip(losers.first()) {
        let help = format!("add an ending with winner = \"{side}\"");
        found.push(SIDE_CANNOT_WIN.at(DocPath::root().key("victory"), message).help(help));
    }
}

/// Notes that the sudden ending at `path` holds before the first move.
pub(crate) fn holds_at_once(path: DocPath, found: &mut Vec<Diagnostic>) {
    let finding = ENDING_HOLDS_AT_START
        .at(path, "the ending holds before the first move")
        .help("add a condition, or set `after_turn`");
    found.push(finding);
}

/// Notes that the ending at `path` never applies, because of the one at `first`.
pub(crate) fn shadowed(cx: &Context<'_>, path: DocPath, first: DocPath, why: &str, found: &mut Vec<Diagnostic>) {
    let fix = cx.take_out("remove this one", &path);
    let finding = SHADOWED_ENDING
        .at(path, why)
        .related(first, "this one applies")
        .help("change the conditions, or remove one of the endings")
        .fix(fix);
    found.push(finding);
}

/// The positions of units at the start, and the holders of places.
pub(crate) struct Stands<'s> {
    units: Lookup<&'s HexId, &'s SideId>,
    holders: Lookup<&'s PlaceId, &'s SideId>,
    hexes: Lookup<&'s HexId, &'s SideId>,
}

impl<'s> Stands<'s> {
    pub(crate) fn of(cx: &'s Context<'_>) -> Self {
        let units = cx.units.iter().filter(|unit| !unit.stacks() && cx.sides.contains(&unit.side));
        let units: Lookup<_, _> = units.filter_map(|unit| Some((unit.at?, unit.side))).collect();
        let holder = |place: &'s crate::Place| {
            // A side whose units occupy all hexes of a place holds it, regardless of `holder`.
            let mut there = place.hexes.iter().map(|hex| units.get(hex).copied());
            let first = there.next().flatten().filter(|first| there.all(|other| other == Some(*first)));
            first.or(place.holder.as_ref())
        };
        let holders: Lookup<_, _> = cx.places.iter().filter_map(|place| Some((&place.id, holder(place)?))).collect();
        let held = |place: &'s crate::Place| {
            let marked = place.holder.as_ref().into_iter();
            marked.flat_map(move |holder| place.hexes.iter().map(move |hex| (hex, holder)))
        };
        let hexes = cx.places.iter().flat_map(held).chain(units.iter().map(|(hex, side)| (*hex, *side))).collect();
        Self { units, holders, hexes }
    }

    /// Returns `true` if a unit of `side` starts in `hex`.
    pub(crate) fn is_in(&self, side: &SideId, hex: &HexId) -> bool {
        self.units.get(hex).is_some_and(|there| *there == side)
    }

    /// Returns `true` if `side` holds `place`.
    pub(crate) fn holds(&self, side: &SideId, place: &PlaceId) -> bool {
        self.holders.get(place).is_some_and(|holder| *holder == side)
    }

    /// Returns `true` if `side` controls `hex`: a unit of it starts there, or else it holds the place there.
    pub(crate) fn controls(&self, side: &SideId, hex: &HexId) -> bool {
        self.hexes.get(hex).is_some_and(|holder| *holder == side)
    }
}
