//! Entries and exits: unused, shared, or too small for their units.

use std::collections::{BTreeMap, BTreeSet};

use crate::Entry;
use crate::common::grid::Cell;
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::quoted;
use crate::lint::context::Context;
use crate::lint::ground::PaddedIndex;
use crate::lint::view::Piece;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An entry that no unit and no detour uses.
    ///
    /// # Why it matters
    /// Either its units name another entry, or they were removed.
    ///
    /// # Example
    /// ```toml
    /// [[entry]]
    /// id = "G"                     # all units enter at "B" or "C"
    /// ```
    ///
    /// # Remedy
    /// Let units enter there, or remove the entry.
    UNUSED_ENTRY = "unused-entry", Warning
}

finding! {
    /// # What it finds
    /// An exit that does not count for victory, although other exits of its side do.
    ///
    /// # Why it matters
    /// The victory conditions list the exits for the escape without this one. Units that leave here do not count.
    ///
    /// # Example
    /// ```toml
    /// [[exit]]
    /// id = "F"
    ///
    /// [victory.escape]
    /// exits = ["E"]                # ["E", "F"]
    /// ```
    ///
    /// # Remedy
    /// Add the exit to the list, or remove it.
    UNUSED_EXIT = "unused-exit", Warning
}

finding! {
    /// # What it finds
    /// A hex where both sides enter the map.
    ///
    /// # Why it matters
    /// The side that arrives first blocks the entry of the other.
    ///
    /// # Example
    /// ```toml
    /// [[entry]]
    /// id = "B"
    /// side = "french"
    /// hexes = ["1901"]
    ///
    /// [[entry]]
    /// id = "C"
    /// side = "german"
    /// hexes = ["1901"]             # "1915"
    /// ```
    ///
    /// # Remedy
    /// Give each side its own hex at the edge.
    SHARED_ENTRY = "shared-entry", Warning
}

finding! {
    /// # What it finds
    /// More units at an entry than can enter before the game ends.
    ///
    /// # Why it matters
    /// A hex holds one unit, and behind the entry only a limited number of hexes is in reach. Units without room wait
    /// for the next turn. Even if all units move on at once, some still wait at the end of the game.
    ///
    /// # Example
    /// ```toml
    /// [turns]
    /// count = 3
    ///
    /// [[entry]]
    /// id = "A"
    /// hexes = ["0101"]             # `_` around it leaves two hexes; six units are due on turn 3
    /// ```
    ///
    /// # Remedy
    /// Let some units arrive earlier or at another entry, or add hexes to the entry.
    ENTRY_QUEUE = "entry-queue", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut is_used = cx.entry_numbers.each(false);
    // An undefined entry may be a misspelling of this one.
    let mut all_known = true;
    for entry in cx.uses("EntryId").map(|name| cx.entry_numbers.find(name.text())) {
        match entry.filter(|entry| cx.entry_numbers.is_given(*entry)) {
            Some(entry) => is_used[entry] = true,
            None => all_known = false,
        }
    }
    let is_used = |entry: &Entry| cx.entry_numbers.find(entry.id.as_str()).is_some_and(|entry| is_used[entry]);
    let mut claims: BTreeMap<Cell, usize> = BTreeMap::new();
    for (row, entry) in cx.entries.iter().enumerate() {
        let path = || DocPath::root().key("entry").index(row);
        if all_known && !is_used(entry) {
            let message = format!("no unit enters at entry `{}`", entry.id);
            let help = "let units enter there, or remove the entry";
            let fix = cx.take_out("remove the entry", &path());
            found.push(UNUSED_ENTRY.at(path().key("id"), message).help(help).fix(fix));
        }
        for (index, hex) in entry.hexes.iter().enumerate() {
            let Some(cell) = cx.map.find(hex) else { continue };
            let first = *claims.entry(cell).or_insert(row);
            if let Some(other) = cx.entries.get(first).filter(|other| is_foe(cx, other, entry)) {
                let message = format!("entries `{}` and `{}` share the hex {hex}", other.side, entry.side);
                let finding = SHARED_ENTRY
                    .at(path().key("hexes").index(index), message)
                    .related(DocPath::root().key("entry").index(first).key("hexes"), "the entry of the other side")
                    .help("give each side its own hex at the edge");
                found.push(finding);
            }
        }
    }
    if cx.map.is_full && cx.map.grid.is_some() {
        queues(cx, found);
    }
    let exits: BTreeSet<&str> = cx.escapes.iter().map(|(_, exit, _)| exit.as_str()).collect();
    if !exits.iter().all(|name| cx.exits.iter().any(|exit| exit.id.as_str() == *name)) {
        return;
    }
    for (row, exit) in cx.exits.iter().enumerate() {
        // An escape through the other side's exit is a finding of its own.
        let escapes = cx.escapes.iter().any(|(side, ..)| **side == exit.side);
        if escapes && !exits.contains(exit.id.as_str()) {
            let path = DocPath::root().key("exit").index(row);
            let counted = DocPath::root().key("victory").key("escape").key("exits");
            let id = quoted(exit.id.as_str());
            let finding = UNUSED_EXIT
                .at(path.clone().key("id"), format!("units that leave by exit `{}` do not count", exit.id))
                .related(counted.clone(), "these exits count")
                .help(format!("add \"{}\" to them, or remove the exit", exit.id))
                .fix(cx.offer(format!("add {id} to the exits that count"), |text| text.append(&counted, &id)))
                .fix(cx.take_out("remove the exit", &path));
            found.push(finding);
        }
    }
}

/// Returns `true` if two entries belong to different defined sides.
fn is_foe(cx: &Context<'_>, a: &Entry, b: &Entry) -> bool {
    a.side != b.side && [a, b].iter().all(|entry| cx.sides.contains(&&entry.side))
}

fn queues(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let units = || cx.units.iter().filter(|unit| !unit.stacks());
    let fastest = units().map(|unit| unit.movement).max();
    // On roads, a movement point may suffice for two hexes.
    let steps = 2 * u32::from(fastest.unwrap_or_default().max(1));
    let mut due: Vec<Vec<(u8, &Piece<'_>)>> = cx.entry_numbers.each(Vec::new());
    for unit in units() {
        if let (Some((turn, _)), Some(entry)) = (unit.enters, unit.entry_number)
            && (cx.first_turn..=cx.turns.count).contains(&turn)
        {
            due[entry].push((turn, unit));
        }
    }
    for (row, entry) in cx.entries.iter().enumerate() {
        let due = cx.entry_numbers.find(entry.id.as_str()).and_then(|entry| due.get(entry));
        let Some(due) = due.filter(|due| !due.is_empty()) else { continue };
        let all = due.len();
        let a_turn = room(cx, entry, all, steps);
        if a_turn == 0 || a_turn >= all {
            continue;
        }
        let mut left = room(cx, entry, all, u32::MAX);
        // An entry that leads nowhere is a finding of its own.
        if left == room(cx, entry, all, 0) {
            continue;
        }
        let (mut waiting, mut entered) = (0_usize, 0_usize);
        for turn in cx.first_turn..=cx.turns.count {
            waiting += due.iter().filter(|(due, _)| *due == turn).count();
            let now = waiting.min(a_turn).min(left);
            waiting -= now;
            left -= now;
            entered += now;
        }
        if let Some((_, last)) = due.iter().max_by_key(|(turn, _)| *turn).filter(|_| waiting > 0) {
            let message = format!(
                "{all} units are due at entry `{}`, but only {entered} can enter before the game ends",
                entry.id
            );
            let finding = ENTRY_QUEUE
                .at(DocPath::root().key("entry").index(row).key("hexes"), message)
                .related(last.path().key("enters"), "the last of them")
                .help("let some units arrive earlier or elsewhere, or add hexes to the entry");
            found.push(finding);
        }
    }
}

/// Returns the number of hexes within `steps` of the entry, its own included, up to `most`.
fn room(cx: &Context<'_>, entry: &Entry, most: usize, steps: u32) -> usize {
    let field = cx.map.field();
    let mut ring: Vec<PaddedIndex> = entry.hexes.iter().filter_map(|hex| Some(field.spot(cx.map.find(hex)?))).collect();
    let mut reached: BTreeSet<PaddedIndex> = ring.iter().copied().collect();
    let mut step = 0;
    while step < steps && reached.len() < most && !ring.is_empty() {
        let mut next = Vec::new();
        for spot in ring.into_iter().flat_map(|spot| field.neighbors(spot)) {
            if reached.len() < most && reached.insert(spot) {
                next.push(spot);
            }
        }
        ring = next;
        step += 1;
    }
    reached.len()
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn someone_comes_by_every_entry() {
        let entry = "[[entry]]\nid = \"B\"\nside = \"blue\"\nhexes = [\"0801\"]\n[[exit]]";
        assert_eq!(shown(&[("[[exit]]", entry)]), ["unused-entry \"B\""]);
        let unit = ("at = \"0704\"", "enters = { turn = 1, at = \"B\" }");
        assert_eq!(shown(&[("[[exit]]", entry), unit]), [] as [&str; 0]);
        let shared = entry.replace("0801", "0103");
        assert_eq!(shown(&[("[[exit]]", &shared), unit]), ["shared-entry \"0103\""]);
    }

    #[test]
    fn exits_count_or_are_none() {
        let exit = "[[exit]]\nid = \"Y\"\nside = \"red\"\nhexes = [\"0801\"]\n[side.red]";
        let escape = "[victory.escape]\nside = \"red\"\nexits = [\"X\"]\ninfantry = 1\n[[victory.hold]]";
        assert_eq!(shown(&[("[side.red]", exit)]), [] as [&str; 0], "no exit counts");
        assert_eq!(shown(&[("[side.red]", exit), ("[[victory.hold]]", escape)]), ["unused-exit \"Y\""]);
    }

    #[test]
    fn all_who_are_due_can_come_on() {
        // 0801 and 0802 are isolated in a corner.
        let corner =
            (". . . . . . . .\n. . w . . . . .\n. w w . T . . .", ". . . . . . _ .\n. . w . . . _ .\n. w w . T . _ _");
        let road = (", \"0703\", \"0803\"]", "]");
        let exit = ("hexes = [\"0803\"]", "hexes = [\"0602\"]");
        let entry = ("hexes = [\"0103\"]", "hexes = [\"0801\"]");
        let town = ("hexes = [\"0503\"]", "hexes = [\"0802\"]");
        let third = (
            "[[unit]]",
            "[[unit]]\nid = \"red-3\"\nname = \"Third\"\nside = \"red\"\nkind = \"infantry\"\ner = 1\n\
             enters = { turn = 4, at = \"A\" }\n[[unit]]",
        );
        assert_eq!(shown(&[corner, road, exit, entry, town]), ["unreachable-exit [\"0602\"]"]);
        let found = shown(&[corner, road, exit, entry, town, third]);
        assert!(found.contains(&"entry-queue [\"0801\"]".to_owned()), "{found:?}");
    }
}
