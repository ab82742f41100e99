//! Victory places and exits that no unit can reach.

use std::collections::{BTreeMap, BTreeSet};

use crate::SideId;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::gap::Gap;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A place that scores for a side but that none of its units can ever reach.
    ///
    /// # Why it matters
    /// `_` in `hexes` separates the place from every hex where a unit of the side starts or enters.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// hexes = """
    /// . . _ .              # the last column is an island
    /// . . _ T
    /// """
    /// ```
    ///
    /// # Remedy
    /// Connect the parts of the map, move the place, or let units enter on its part.
    UNREACHABLE_VICTORY_PLACE = "unreachable-victory-place", Error
}

finding! {
    /// # What it finds
    /// An exit that no unit of its side can ever reach.
    ///
    /// # Why it matters
    /// `_` in `hexes` separates the exit from every hex where a unit of the side starts or enters.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// hexes = """
    /// . . _ .              # the exit is in the last column, the units are in the first
    /// . . _ .
    /// """
    /// ```
    ///
    /// # Remedy
    /// Connect the parts of the map, move the exit, or let units enter on its part.
    UNREACHABLE_EXIT = "unreachable-exit", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // Missing letters would appear to divide the map.
    if !cx.map.is_full || cx.map.grid.is_none() {
        return;
    }
    let (field, parts) = (cx.map.field(), cx.map.parts());
    if parts.sizes.len() < 2 {
        return;
    }
    // A side without starts and entries has other findings.
    let reach: BTreeMap<&SideId, BTreeSet<usize>> = cx
        .origins()
        .into_iter()
        .filter(|(_, cells)| !cells.is_empty())
        .map(|(side, cells)| (side, cells.into_iter().map(|cell| parts.part(field, cell)).collect()))
        .collect();
    let cut_off = |side: &SideId, hexes: &[crate::HexId]| {
        let mut cells = hexes.iter().filter_map(|hex| cx.map.find(hex)).peekable();
        cells.peek().is_some()
            && reach.get(side).is_some_and(|reach| !cells.any(|cell| reach.contains(&parts.part(field, cell))))
    };
    // What closes the way between the hexes of a side and those that it cannot reach, each gap once.
    let mut gaps: BTreeMap<(BTreeSet<usize>, BTreeSet<usize>), String> = BTreeMap::new();
    let mut closed = |side: &SideId, hexes: &[crate::HexId]| {
        let from = reach.get(side).cloned().unwrap_or_default();
        let cells = hexes.iter().filter_map(|hex| cx.map.find(hex));
        let to: BTreeSet<usize> = cells.map(|cell| parts.part(field, cell)).collect();
        let gap = gaps.entry((from, to)).or_insert_with_key(|(from, to)| {
            let gap = cx.map.grid.as_ref().and_then(|grid| Some(Gap::between(&cx.map, from, to)?.words(grid)));
            gap.map_or_else(String::new, |gap| format!(": {gap}"))
        });
        gap.clone()
    };
    let help = "`_` in `hexes` separates it from every hex where a unit of the side starts or enters";
    // A place in several victory conditions is one finding.
    let mut told: BTreeMap<&crate::PlaceId, usize> = BTreeMap::new();
    for goal in &cx.goals {
        let Some((row, place)) = cx.places.iter().enumerate().find(|(_, place)| place.id == *goal.place) else {
            continue;
        };
        if cut_off(goal.side, &place.hexes) {
            if let Some(first) = told.get(goal.place).and_then(|first| found.get_mut(*first)) {
                let also = format!("no unit of `{}` can reach it either", goal.side);
                *first = first.clone().related(goal.path(), also);
                continue;
            }
            told.insert(goal.place, found.len());
            let finding = UNREACHABLE_VICTORY_PLACE
                .at(
                    goal.path(),
                    format!(
                        "no unit of `{}` can ever reach `{}`{}",
                        goal.side,
                        place.id,
                        closed(goal.side, &place.hexes)
                    ),
                )
                .related(DocPath::root().key("place").index(row).key("hexes"), "the place")
                .help(help);
            found.push(finding);
        }
    }
    for (row, exit) in cx.exits.iter().enumerate() {
        if cut_off(&exit.side, &exit.hexes) {
            let path = DocPath::root().key("exit").index(row).key("hexes");
            let gap = closed(&exit.side, &exit.hexes);
            let message = format!("no unit of `{}` can ever reach exit `{}`{gap}", exit.side, exit.id);
            found.push(UNREACHABLE_EXIT.at(path, message).help(help));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    /// Cuts the last column off the rest of the map.
    const CUT: [(&str, &str); 6] = [
        (". . . . . . . .\n. .", ". . . . . . _ .\n. ."),
        (". . w . . . . .", ". . w . . . _ ."),
        (". w w . T . . .", ". w w . T . _ ."),
        (". . . . . . w .", ". . . . . . _ ."),
        (". . . . . w . .", ". . . . . w _ ."),
        (". . . . . . . .\n\"", ". . . . . . _ .\n\""),
    ];

    #[test]
    fn a_place_beyond_the_void_is_out_of_reach() {
        let mut edits = CUT.to_vec();
        edits.extend([
            ("\"0603\", \"0703\", \"0803\"]", "\"0603\"]"),
            ("hexes = [\"0503\"]", "hexes = [\"0804\"]"),
            ("hexes = [\"0803\"]", "hexes = [\"0101\"]"),
            ("at = \"0704\"", "at = \"0504\""),
        ]);
        assert_eq!(shown(&edits), ["unreachable-victory-place \"village\""]);
    }

    #[test]
    fn an_exit_beyond_the_void_is_out_of_reach() {
        let mut edits = CUT.to_vec();
        edits.extend([("\"0603\", \"0703\", \"0803\"]", "\"0603\"]"), ("at = \"0704\"", "at = \"0504\"")]);
        assert_eq!(shown(&edits), ["unreachable-exit [\"0803\"]"]);
    }

    #[test]
    fn the_gap_that_closes_the_way_is_named() {
        let messages = |edits: &[(&str, &str)]| {
            let found = crate::lint::testing::messages(crate::System::MarsLaTour, edits);
            found.into_iter().map(|(_, message)| message).collect::<Vec<_>>()
        };
        let mut edits = CUT.to_vec();
        edits.extend([("\"0603\", \"0703\", \"0803\"]", "\"0603\"]"), ("at = \"0704\"", "at = \"0504\"")]);
        assert_eq!(
            messages(&edits),
            ["no unit of `red` can ever reach exit `X`: the missing hex 0701 closes the way from 0601 to 0802"]
        );
        edits.extend([("hexes = [\"0503\"]", "hexes = [\"0804\"]"), ("hexes = [\"0803\"]", "hexes = [\"0101\"]")]);
        let found = messages(&edits);
        assert!(found[0].contains("can ever reach `village`: the missing hex 07"), "{found:?}");
    }

    #[test]
    fn a_unit_that_enters_there_can_reach_it() {
        let mut edits = CUT.to_vec();
        edits.extend([
            ("\"0603\", \"0703\", \"0803\"]", "\"0603\"]"),
            ("at = \"0704\"", "at = \"0504\""),
            ("hexes = [\"0503\"]", "hexes = [\"0804\"]"),
            ("hexes = [\"0103\"]", "hexes = [\"0103\", \"0801\"]"),
        ]);
        assert_eq!(shown(&edits), [] as [&str; 0]);
    }
}
