//! Units on a part of the map where nothing can be reached.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::gap::Gap;
use crate::path::DocPath;
use crate::{Cell, HexId, SideId};

finding! {
    /// # What it finds
    /// A unit that starts or enters where it can reach nothing that matters.
    ///
    /// # Why it matters
    /// `_` in `hexes` separates the unit from every victory place, every exit, and every hex where an enemy starts or enters.
    /// It takes no part in the game.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// hexes = """
    /// . . _ .              # the last column is an island with an entry and nothing else
    /// . . _ .
    /// """
    /// ```
    ///
    /// # Remedy
    /// Connect the parts of the map, or let the unit start or enter elsewhere.
    STRANDED_UNIT = "stranded-unit", Warning
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
    let part = |cell: Cell| parts.part(field, cell);
    let on_map =
        |hexes: &[HexId]| -> Vec<usize> { hexes.iter().filter_map(|hex| cx.map.find(hex)).map(part).collect() };
    let places = cx.goals.iter().filter_map(|goal| cx.places.iter().find(|place| place.id == *goal.place));
    let goals =
        places.flat_map(|place| on_map(&place.hexes)).chain(cx.exits.iter().flat_map(|exit| on_map(&exit.hexes)));
    let goals: BTreeSet<usize> = goals.collect();
    let origins: BTreeMap<&SideId, BTreeSet<usize>> =
        cx.origins().into_iter().map(|(side, cells)| (side, cells.into_iter().map(part).collect())).collect();
    // A unit on the main part is not the one that is cut off, whatever lies on the islands.
    let main = (0..parts.sizes.len()).max_by_key(|part| parts.sizes.get(*part).map(|(size, _)| *size));
    let mut gaps: BTreeMap<(BTreeSet<usize>, BTreeSet<usize>), String> = BTreeMap::new();
    for unit in &cx.units {
        let (key, hexes): (_, Vec<usize>) = match (unit.at, unit.enters) {
            (Some(hex), _) => ("at", cx.map.find(hex).map(part).into_iter().collect()),
            (None, Some((_, id))) => {
                let entry = cx.entries.iter().find(|entry| entry.id == *id);
                ("enters", entry.map(|entry| on_map(&entry.hexes)).unwrap_or_default())
            }
            (None, None) => continue,
        };
        // An entry of single hexes without neighbors has a finding of its own.
        if key == "enters" && hexes.iter().all(|part| parts.sizes.get(*part).is_some_and(|(size, _)| *size == 1)) {
            continue;
        }
        let mut enemies =
            origins.iter().filter(|(side, _)| **side != unit.side).flat_map(|(_, parts)| parts).peekable();
        // A side without an enemy has other findings.
        if hexes.is_empty() || enemies.peek().is_none() || main.is_some_and(|main| hexes.contains(&main)) {
            continue;
        }
        let reaches = |to: &usize| hexes.contains(to);
        if goals.iter().any(reaches) || enemies.any(reaches) {
            continue;
        }
        let matters = |(side, parts): (&&SideId, &BTreeSet<usize>)| (**side != *unit.side).then(|| parts.clone());
        let to: BTreeSet<usize> = origins.iter().filter_map(matters).flatten().chain(goals.iter().copied()).collect();
        let gap = gaps.entry((hexes.iter().copied().collect(), to)).or_insert_with_key(|(from, to)| {
            let gap = cx.map.grid.as_ref().and_then(|grid| Some(Gap::between(&cx.map, from, to)?.words(grid)));
            gap.map_or_else(String::new, |gap| format!(": {gap}"))
        });
        let message = match (key, unit.enters) {
            ("enters", Some((_, entry))) => {
                format!("`{}` can reach nothing that matters from entry `{entry}`{gap}", unit.id)
            }
            _ => format!("`{}` can reach nothing that matters{gap}", unit.id),
        };
        let help = "`_` in `hexes` separates it from victory places, exits and the enemy";
        let rows = DocPath::root().key("map").key("hexes");
        found.push(STRANDED_UNIT.at(unit.path().key(key), message).related(rows, "the map").help(help));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    /// Cuts the last column off the rest of the map, and moves what lies there.
    const CUT: [(&str, &str); 8] = [
        (". . . . . . . .\n. .", ". . . . . . _ .\n. ."),
        (". . w . . . . .", ". . w . . . _ ."),
        (". w w . T . . .", ". w w . T . _ ."),
        (". . . . . . w .", ". . . . . . _ ."),
        (". . . . . w . .", ". . . . . w _ ."),
        (". . . . . . . .\n\"", ". . . . . . _ .\n\""),
        ("\"0603\", \"0703\", \"0803\"]", "\"0603\"]"),
        ("hexes = [\"0803\"]", "hexes = [\"0101\"]"),
    ];

    #[test]
    fn the_gap_before_what_matters_is_named() {
        let edits = [&CUT[..], &[("at = \"0704\"", "at = \"0804\"")]].concat();
        let found = crate::lint::testing::messages(crate::System::MarsLaTour, &edits);
        assert_eq!(
            found.iter().map(|(_, message)| message.as_str()).collect::<Vec<_>>(),
            ["`blue-2` can reach nothing that matters: the missing hex 0701 closes the way from 0801 to 0602"]
        );
    }

    #[test]
    fn a_unit_on_an_island_is_stranded_whether_it_starts_or_enters_there() {
        let with = |edits: &[(&'static str, &'static str)]| shown(&[&CUT[..], edits].concat());
        assert_eq!(with(&[("at = \"0704\"", "at = \"0504\"")]), ["cut-off-hexes ."]);
        assert_eq!(with(&[("at = \"0704\"", "at = \"0804\"")]), ["stranded-unit \"0804\""]);
        let enters = [("at = \"0704\"", "at = \"0504\""), ("hexes = [\"0103\"]", "hexes = [\"0801\"]")];
        assert!(with(&enters).iter().any(|finding| finding.starts_with("stranded-unit {")), "{:?}", with(&enters));
    }
}
