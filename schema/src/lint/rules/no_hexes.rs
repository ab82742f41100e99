//! Rows without hexes, and places, entries and exits with one twice.

use std::collections::BTreeSet;

use crate::HexId;
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::Fix;
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A place, entry, exit, escape, hexside, fortification, setup zone or front line without hexes.
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
    without_hexes(cx, found);
}

/// Reports fortifications, setup zones and a front line without hexes, which only some systems have.
fn without_hexes(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let common = cx.scenario.common();
    let fortifications = common.fortifications();
    let fortifications = fortifications.iter().enumerate().filter(|(_, row)| row.hexes.is_empty());
    let fortifications = fortifications.map(|(at, row)| (row.list, at, row.name));
    let zones = common.zones().into_iter().enumerate().filter(|(_, zone)| zone.hexes.is_empty());
    let zones = zones.map(|(at, _)| ("zone", at, "setup zone"));
    for (list, at, noun) in fortifications.chain(zones) {
        let row = DocPath::root().key(list).index(at);
        let noun = crate::words::lower(noun);
        let fix = Fix::offer(format!("remove this {noun}"), cx.text.and_then(|text| text.take_out(&row)));
        let message = format!("this {noun} has no hexes");
        found.push(NO_HEXES.at(row.key("hexes"), message).help("add at least one hex, or remove it").fix(fix));
    }
    if common.front_line().is_some_and(|front| front.hexes.is_empty()) {
        let front = DocPath::root().key("front");
        let fix = Fix::offer("remove the front line", cx.text.and_then(|text| text.take_out(&front)));
        let finding = NO_HEXES.at(front.key("hexes"), "the front line has no hexes");
        found.push(finding.help("add at least one hex, or remove `[front]`").fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{shown, shown_any_cost, shown_magnifique, shown_matz};

    #[test]
    fn fortifications_zones_and_the_front_line_have_hexes() {
        assert_eq!(shown_matz(&[("hexes = [\"0405\", \"0505\", \"0605\"]", "hexes = []")]), ["no-hexes []"]);
        assert_eq!(shown_matz(&[("hexes = [\"0404\", \"0504\", \"0604\"]", "hexes = []")]), ["no-hexes []"]);
        let works = "[[earthworks]]\nkind = \"fieldworks\"\nhexes = []\n\n[victory]\n";
        assert_eq!(shown_any_cost(&[("[victory]\n", works)]), ["no-hexes []"]);
        let zone = "[[zone]]\nid = \"z\"\nname = \"Z\"\nhexes = []\n\n[[place]]\nid = \"village";
        assert!(shown_magnifique(&[("[[place]]\nid = \"village", zone)]).contains(&"no-hexes []".to_owned()));
    }

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
