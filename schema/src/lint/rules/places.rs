//! Places with conflicts: same name, overlap, wrong holder, scattered hexes.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::grid::Cell;
use crate::diagnostic::{Diagnostic, finding, shown};
use crate::fix::quoted;
use crate::lint::context::Context;
use crate::lint::view::Piece;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Two places with the same name.
    ///
    /// # Why it matters
    /// Players may find the wrong one on the map. A place with several hexes is one `[[place]]` that lists them all.
    ///
    /// # Example
    /// ```toml
    /// [[place]]
    /// id = "vionville"
    /// name = "Vionville"
    ///
    /// [[place]]
    /// id = "vionville-wood"
    /// name = "Vionville"           # "Vionville wood"
    /// ```
    ///
    /// # Remedy
    /// Merge the two places, or give them different names.
    PLACE_TWICE = "place-twice", Warning
}

finding! {
    /// # What it finds
    /// A hex that belongs to two places.
    ///
    /// # Why it matters
    /// A unit that enters the hex takes both places. If both score, the hex counts twice.
    ///
    /// # Example
    /// ```toml
    /// [[place]]
    /// id = "vionville"
    /// hexes = ["1308"]
    ///
    /// [[place]]
    /// id = "flavigny"
    /// hexes = ["1308", "1509"]
    /// ```
    ///
    /// # Remedy
    /// Remove the hex from one of the places.
    OVERLAPPING_PLACES = "overlapping-places", Warning
}

finding! {
    /// # What it finds
    /// A place whose hexes are not connected.
    ///
    /// # Why it matters
    /// A town or a wood is one connected area. A distant hex is usually mistyped.
    ///
    /// # Example
    /// ```toml
    /// [[place]]
    /// name = "Tronville copses"
    /// hexes = ["1006", "1106", "1701"]     # "1107"
    /// ```
    ///
    /// # Remedy
    /// Correct the hex, or make two places.
    SCATTERED_PLACE = "scattered-place", Warning
}

finding! {
    /// # What it finds
    /// A place whose `holder` is not the side of the unit in it.
    ///
    /// # Why it matters
    /// A unit of the other side starts there, so that the other side holds the place from the start.
    ///
    /// # Example
    /// ```toml
    /// [[place]]
    /// id = "vionville"
    /// hexes = ["1308"]
    /// holder = "german"
    ///
    /// [[unit]]
    /// side = "french"
    /// at = "1308"
    /// ```
    ///
    /// # Remedy
    /// Correct or remove `holder`, or move the unit.
    WRONG_HOLDER = "wrong-holder", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let mut claims: BTreeMap<Cell, usize> = BTreeMap::new();
    let starts: BTreeMap<Cell, &Piece<'_>> =
        cx.units.iter().filter_map(|unit| Some((cx.map.find(unit.at?)?, unit))).collect();
    for (row, place) in cx.places.iter().enumerate() {
        let path = || DocPath::root().key("place").index(row);
        let name = place.name.trim();
        if !name.is_empty() {
            let first = *names.entry(name).or_insert(row);
            // A duplicate id is a finding of its own.
            if first != row && is_other(cx, first, row) {
                let finding = PLACE_TWICE
                    .at(path().key("name"), format!("two places have the name {}", shown(name)))
                    .related(DocPath::root().key("place").index(first).key("name"), "the other one")
                    .help("list all hexes of a place in one row, or give the two different names");
                found.push(finding);
            }
        }
        let mut own: BTreeSet<Cell> = BTreeSet::new();
        for (index, hex) in place.hexes.iter().enumerate() {
            let Some(cell) = cx.map.find(hex) else { continue };
            own.insert(cell);
            let first = *claims.entry(cell).or_insert(row);
            if let Some(other) = cx.places.get(first).filter(|other| first != row && other.id != place.id) {
                let finding = OVERLAPPING_PLACES
                    .at(path().key("hexes").index(index), format!("{hex} already belongs to `{}`", other.id))
                    .related(DocPath::root().key("place").index(first).key("hexes"), "the other place")
                    .help("remove it from one of the places")
                    .fix(cx.take_one(
                        format!("remove it from `{}`", place.id),
                        &path().key("hexes").index(index),
                        place.hexes.len(),
                    ))
                    .fix(other.hexes.iter().position(|own| own == hex).and_then(|index| {
                        let path = DocPath::root().key("place").index(first).key("hexes").index(index);
                        cx.take_one(format!("remove it from `{}`", other.id), &path, other.hexes.len())
                    }));
                found.push(finding);
            }
        }
        scattered(cx, row, &own, found);
        if let Some(holder) = place.holder.as_ref().filter(|holder| cx.sides.contains(holder)) {
            let foe = own.iter().filter_map(|cell| starts.get(cell)).find(|unit| unit.side != holder);
            if let Some(foe) = foe.filter(|unit| cx.sides.contains(&unit.side)) {
                let Piece { side, id, .. } = foe;
                let finding = WRONG_HOLDER
                    .at(path().key("holder"), format!("`{id}` of `{side}` starts in a place that `{holder}` holds"))
                    .related(foe.path().key("at"), "it starts here")
                    .help(format!("write holder = \"{side}\", or remove it"))
                    .fix(cx.write(&path().key("holder"), &quoted(side.as_str())))
                    .fix(cx.take_out("remove `holder`", &path().key("holder")));
                found.push(finding);
            }
        }
    }
}

/// Returns `true` if two rows have different ids.
fn is_other(cx: &Context<'_>, first: usize, row: usize) -> bool {
    cx.places.get(first).map(|place| &place.id) != cx.places.get(row).map(|place| &place.id)
}

/// Reports the first hex that is not connected to the place's first one.
fn scattered(cx: &Context<'_>, row: usize, own: &BTreeSet<Cell>, found: &mut Vec<Diagnostic>) {
    let Some((place, start)) = cx.places.get(row).zip(own.first()) else { return };
    // A single hex is connected, and hexes off the map are findings of their own.
    if place.hexes.len() < 2 || place.hexes.iter().any(|hex| cx.map.find(hex).is_none()) {
        return;
    }
    let mut reached = BTreeSet::from([*start]);
    let mut todo = vec![*start];
    while let Some(cell) = todo.pop() {
        todo.extend(cx.map.neighbors(cell).filter(|next| own.contains(next) && reached.insert(*next)));
    }
    let apart = place.hexes.iter().position(|hex| cx.map.find(hex).is_some_and(|cell| !reached.contains(&cell)));
    if let Some((index, hex)) = apart.and_then(|index| Some((index, place.hexes.get(index)?))) {
        let finding = SCATTERED_PLACE
            .at(
                DocPath::root().key("place").index(row).key("hexes").index(index),
                format!("{hex} is not connected to the rest of `{}`", place.id),
            )
            .help("correct the hex, or make two places")
            .fix(cx.take_one(
                format!("remove {hex}"),
                &DocPath::root().key("place").index(row).key("hexes").index(index),
                place.hexes.len(),
            ));
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    fn with(place: &str) -> Vec<String> {
        shown(&[("[[entry]]", &format!("[[place]]\nid = \"other\"\n{place}\n[[entry]]"))])
    }

    #[test]
    fn a_name_means_one_place() {
        assert_eq!(with("name = \"The Village\"\nhexes = [\"0101\"]"), ["place-twice \"The Village\""]);
    }

    #[test]
    fn a_hex_belongs_to_one_place() {
        assert_eq!(with("name = \"Other\"\nhexes = [\"0502\", \"0503\"]"), ["overlapping-places \"0503\""]);
    }

    #[test]
    fn a_place_hangs_together() {
        assert_eq!(with("name = \"Other\"\nhexes = [\"0101\", \"0102\", \"0201\"]"), [] as [&str; 0]);
        assert_eq!(with("name = \"Other\"\nhexes = [\"0101\", \"0102\", \"0802\"]"), ["scattered-place \"0802\""]);
        assert_eq!(with("name = \"Other\"\nhexes = [\"0101\", \"9902\"]"), ["hex-off-map \"9902\""]);
    }

    #[test]
    fn who_stands_in_a_place_holds_it() {
        let holder = |side: &str| format!("hexes = [\"0503\"]\nholder = \"{side}\"");
        assert_eq!(shown(&[("hexes = [\"0503\"]", &holder("blue"))]), [] as [&str; 0]);
        assert_eq!(shown(&[("hexes = [\"0503\"]", &holder("red"))]), ["wrong-holder \"red\""]);
    }
}
