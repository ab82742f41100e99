//! Reinforcements that cannot enter.

use std::collections::BTreeSet;

use crate::common::grid::Cell;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::view::Piece;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An entry from which no unit can move on, because all its neighbors are missing.
    ///
    /// # Why it matters
    /// A unit that enters there can never move, and the next unit cannot follow.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// hexes = """
    /// . _ .                # "0301" and "0302" touch nothing else
    /// . _ .
    /// """
    /// [[entry]]
    /// id = "C"
    /// hexes = ["0301", "0302"]
    /// ```
    ///
    /// # Remedy
    /// Connect the entry to the map, or choose another entry.
    BLOCKED_ENTRY = "blocked-entry", Error
}

finding! {
    /// # What it finds
    /// A unit that enters at an entry of the other side.
    ///
    /// # Why it matters
    /// An entry is for units of its `side` only.
    ///
    /// # Example
    /// ```toml
    /// [[entry]]
    /// id = "C"
    /// side = "german"
    ///
    /// [[unit]]
    /// side = "french"
    /// enters = { turn = 2, at = "C" }
    /// ```
    ///
    /// # Remedy
    /// Choose an entry of the side of the unit. If both sides use the same road, define two entries.
    WRONG_SIDE_ENTRY = "wrong-side-entry", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut users: Vec<Vec<&Piece<'_>>> = cx.entry_numbers.each(Vec::new());
    for unit in &cx.units {
        if let Some(entry) = unit.entry_number {
            users[entry].push(unit);
        }
    }
    for (row, entry) in cx.entries.iter().enumerate() {
        let path = || DocPath::root().key("entry").index(row);
        let users = cx.entry_numbers.find(entry.id.as_str()).map_or(&[][..], |entry| &users[entry]);
        // An undefined side is a finding of its own.
        let is_side = |side| cx.sides.contains(&side);
        for unit in users.iter().filter(|unit| is_side(&entry.side) && is_side(unit.side) && *unit.side != entry.side) {
            let message = format!("`{}` is `{}`, but entry `{}` is for `{}`", unit.id, unit.side, entry.id, entry.side);
            let finding = WRONG_SIDE_ENTRY
                .at(unit.path().key("enters").key("at"), message)
                .related(path().key("side"), "the side of the entry")
                .help("choose an entry of the side of the unit");
            found.push(finding);
        }
        let cells: Vec<Cell> = entry.hexes.iter().filter_map(|hex| cx.map.find(hex)).collect();
        // Hexes off the map are findings of their own.
        if !cx.map.is_full || cells.is_empty() || cells.len() < entry.hexes.len() {
            continue;
        }
        let Some(unit) = users.first() else { continue };
        let own: BTreeSet<Cell> = cells.into_iter().collect();
        let leads_on = own.iter().any(|cell| cx.map.neighbors(*cell).any(|neighbor| !own.contains(&neighbor)));
        if leads_on {
            continue;
        }
        // A map that has only entry hexes is merely small.
        let all = cx.map.hexes.0.iter().flatten().filter(|letter| **letter != crate::VOID).count();
        if own.len() < all {
            let message = format!("`{}` cannot move on from entry `{}`", unit.id, entry.id);
            let finding = BLOCKED_ENTRY
                .at(path().key("hexes"), message)
                .related(unit.path().key("enters"), format!("`{}` enters here", unit.id))
                .help("all neighbors of these hexes are `_` or outside the map");
            found.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn an_entry_leads_onto_the_map() {
        // 0801 is isolated in a corner.
        let corner = (". . . . . . . .\n. . w . . . . .", ". . . . . . _ .\n. . w . . . . _");
        let entry = ("hexes = [\"0103\"]", "hexes = [\"0801\"]");
        let escape = ("hexes = [\"0803\"]", "hexes = [\"0801\"]");
        let town = ("hexes = [\"0503\"]", "hexes = [\"0801\"]");
        assert_eq!(shown(&[corner, town, entry, escape]), ["blocked-entry [\"0801\"]"]);
    }

    #[test]
    fn an_entry_is_for_its_own_side() {
        let blue = ("at = \"0704\"", "enters = { turn = 1, at = \"A\" }");
        assert_eq!(shown(&[blue]), ["wrong-side-entry \"A\""]);
    }
}
