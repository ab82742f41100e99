//! Places, entries and exits without hexes, or with one twice.

use std::collections::BTreeSet;

use crate::HexId;
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::Fix;
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A place, entry, exit, escape or hexside without hexes.
    ///
    /// # Why it matters
    /// It has no effect.
    ///
    /// # Example
    /// ```toml
    /// [[entry]]
    /// id = "C"
    /// hexes = []
    /// ```
    ///
    /// # Remedy
    /// Add at least one hex, or remove the row.
    NO_HEXES = "no-hexes", Error
}

finding! {
    /// # What it finds
    /// A hex that a place, entry or exit lists twice.
    ///
    /// # Why it matters
    /// The place seems to have more hexes than it has. Perhaps another hex was meant.
    ///
    /// # Example
    /// ```toml
    /// [[place]]
    /// hexes = ["0509", "0509"]
    /// ```
    ///
    /// # Remedy
    /// Remove the second one, or write the intended hex.
    REPEATED_HEX = "repeated-hex", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let places = cx.places.iter().map(|place| place.hexes.as_slice()).enumerate().map(|row| ("place", row));
    let entries = cx.entries.iter().map(|entry| entry.hexes.as_slice()).enumerate().map(|row| ("entry", row));
    let exits = cx.exits.iter().map(|exit| exit.hexes.as_slice()).enumerate().map(|row| ("exit", row));
    for (list, (row, hexes)) in places.chain(entries).chain(exits) {
        let path = || DocPath::root().key(list).index(row).key("hexes");
        if hexes.is_empty() {
            found.push(NO_HEXES.at(path(), format!("this {list} has no hexes")).help("add at least one hex"));
        }
        let mut seen: BTreeSet<&HexId> = BTreeSet::new();
        for (index, hex) in hexes.iter().enumerate().filter(|(_, hex)| !seen.insert(hex)) {
            let path = path().index(index);
            let fix = Fix::safe("remove the second one", cx.text.and_then(|text| text.take_out(&path)));
            found.push(
                REPEATED_HEX
                    .at(path, format!("{hex} is listed twice"))
                    .help("remove one, or write the intended hex")
                    .fix(fix),
            );
        }
    }
    for (row, _) in cx.hexsides.iter().enumerate().filter(|(_, hexside)| hexside.between.is_empty()) {
        let row = DocPath::root().key("hexside").index(row);
        let fix = Fix::offer("remove the hexside", cx.text.and_then(|text| text.take_out(&row)));
        let finding = NO_HEXES.at(row.key("between"), "the row has no hexsides");
        found.push(finding.help("add at least one hexside, such as \"0412/0413\"").fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn places_entries_and_exits_have_hexes() {
        assert_eq!(
            shown(&[
                ("hexes = [\"0503\"]", "hexes = []"),
                ("hexes = [\"0103\"]", "hexes = []"),
                ("hexes = [\"0803\"]", "hexes = [\"0803\", \"0804\", \"0803\"]"),
                ("[[place]]", "[[hexside]]\nkind = \"wall\"\nbetween = []\n[[place]]"),
            ]),
            ["no-hexes []", "no-hexes []", "no-hexes []", "repeated-hex \"0803\""]
        );
    }
}
