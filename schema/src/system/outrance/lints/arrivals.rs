//! Reinforcements and their entries, options, and formations out of command.

use std::collections::BTreeSet;

use super::{MOST_COMPARISONS, geometry};
use crate::diagnostic::{Diagnostic, finding, shown};
use crate::fix::quoted;
use crate::lint::context::Context;
use crate::lint::lookup::{Lookup, lookup};
use crate::lint::rules::blocked_entry::WRONG_SIDE_ENTRY;
use crate::lint::rules::entries::UNUSED_ENTRY;
use crate::lint::rules::unit_neither_starts_nor_enters::{UNIT_NEITHER_STARTS_NOR_ENTERS, UNIT_STARTS_AND_ENTERS};
use crate::outrance::{Outrance, TableEntry};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An entry within the table, away from its edges, from roads and from bridges.
    ///
    /// # Why it matters
    /// Reinforcements march onto the table (III). Within the table, only a road or a bridge explains where they come from.
    ///
    /// # Example
    /// ```toml
    /// [[entry]]
    /// id = "north"
    /// at = "20,16"                 # in the middle of a table 40 inches wide
    /// ```
    ///
    /// # Remedy
    /// Move the entry to the edge of the table, onto a road or onto a bridge.
    ENTRY_INSIDE_TABLE = "entry-inside-table", Warning
}

finding! {
    /// # What it finds
    /// A unit in an option that does not exist, or that is in two options.
    ///
    /// # Why it matters
    /// An option lists units of the order of battle, and each of them depends on one option.
    ///
    /// # Example
    /// ```toml
    /// [[option]]
    /// units = ["fr-montaudon"]     # the id is "fr-montaudon-1"
    /// ```
    ///
    /// # Remedy
    /// Correct the id, or remove it.
    OPTION_UNIT = "option-unit", Error
}

finding! {
    /// # What it finds
    /// A formation that is out of command in no turn of the game.
    ///
    /// # Why it matters
    /// The row has no effect.
    ///
    /// # Example
    /// ```toml
    /// [[out_of_command]]
    /// from_turn = 6
    /// through_turn = 4
    /// ```
    ///
    /// # Remedy
    /// Correct the turns, or remove the row.
    OUT_OF_COMMAND_TURN = "out-of-command-turn", Warning
}

/// The distance from the edge, a road or a choke point within which an entry is usual, in thousandths of an inch.
const NEAR: i64 = 500;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let mut entries: Lookup<&str, (usize, &TableEntry)> = lookup(own.entry.len());
    let roads: usize = own.road.iter().map(|road| road.line.len()).sum();
    let is_small = own.entry.len().saturating_mul(roads + own.choke_point.len()) <= MOST_COMPARISONS;
    for (row, entry) in own.entry.iter().enumerate() {
        entries.entry(entry.id.as_str()).or_insert((row, entry));
        if !is_small || i64::from(geometry::from_edge(own.table, entry.at.0)) <= NEAR {
            continue;
        }
        let is_on_road = own.road.iter().any(|road| geometry::is_near_line(entry.at.0, &road.line, NEAR));
        let is_on_bridge =
            own.choke_point.iter().any(|choke| geometry::is_near_segment(entry.at.0, choke.at.0, choke.at.0, NEAR));
        if !is_on_road && !is_on_bridge {
            let path = DocPath::root().key("entry").index(row).key("at");
            let message = format!("the entry `{}` is neither at an edge nor on a road or bridge", entry.id);
            found.push(
                ENTRY_INSIDE_TABLE
                    .at(path, message)
                    .help("move it to the edge of the table, onto a road or onto a bridge"),
            );
        }
    }
    starts(cx, own, &entries, found);
    let used: BTreeSet<&str> =
        own.unit.iter().filter_map(|unit| unit.enters.as_ref()).map(|enters| enters.at.as_str()).collect();
    // An undefined entry may be a misspelling of an unused one.
    if used.iter().all(|id| entries.contains_key(id)) {
        for (row, entry) in own.entry.iter().enumerate().filter(|(_, entry)| !used.contains(entry.id.as_str())) {
            let path = DocPath::root().key("entry").index(row);
            let finding = UNUSED_ENTRY.at(path.clone().key("id"), format!("no unit enters at entry `{}`", entry.id));
            let fix = cx.take_out("remove the entry", &path);
            found.push(finding.help("let units enter there, or remove the entry").fix(fix));
        }
    }
    options(cx, own, found);
    for (row, out) in own.out_of_command.iter().enumerate() {
        if out.from_turn > out.through_turn || out.from_turn > own.turns.count {
            let path = DocPath::root().key("out_of_command").index(row);
            let message = format!("no turn of the game is from {} to {}", out.from_turn, out.through_turn);
            let fix = cx.take_out("remove the row", &path);
            found.push(OUT_OF_COMMAND_TURN.at(path.key("from_turn"), message).help("correct the turns").fix(fix));
        }
    }
}

/// Reports units without a start or with two, and those that use an entry of the enemy.
fn starts(cx: &Context<'_>, own: &Outrance, entries: &Lookup<&str, (usize, &TableEntry)>, found: &mut Vec<Diagnostic>) {
    for (row, unit) in own.unit.iter().enumerate() {
        let path = DocPath::root().key("unit").index(row);
        let Some(side) = cx.units.get(row).map(|unit| unit.side) else { continue };
        match (&unit.at, &unit.enters) {
            (None, None) => {
                let message = format!("`{}` neither starts on the table nor enters", unit.id);
                let help = "add `at = \"X,Y\"` or `enters = { turn = N, at = \"ENTRY\" }`";
                let of_side = own.entry.iter().find(|entry| entry.side == *side);
                let fix = of_side.and_then(|entry| {
                    let literal = format!("{{ turn = 1, at = {} }}", quoted(entry.id.as_str()));
                    let title = format!("let it enter on turn 1 at `{}`", entry.id);
                    cx.offer(title, |text| text.add_key(&path, "enters", &literal))
                });
                found.push(UNIT_NEITHER_STARTS_NOR_ENTERS.at(path.clone(), message).help(help).fix(fix));
            }
            (Some(_), Some(_)) => {
                let message = format!("`{}` both starts on the table and enters later", unit.id);
                let out = |key: &str| cx.take_out(format!("remove `{key}`"), &path.clone().key(key));
                let finding = UNIT_STARTS_AND_ENTERS
                    .at(path.clone().key("enters"), message)
                    .related(path.clone().key("at"), "it starts here")
                    .help("remove `at` or `enters`");
                found.push(finding.fix(out("enters")).fix(out("at")));
            }
            _ => {}
        }
        let Some((entry_row, entry)) = unit.enters.as_ref().and_then(|enters| entries.get(enters.at.as_str())) else {
            continue;
        };
        // An undefined side is a finding of its own.
        if entry.side != *side && own.side.contains_key(side) && own.side.contains_key(&entry.side) {
            let message = format!("`{}` is `{side}`, but entry `{}` is for `{}`", unit.id, entry.id, entry.side);
            let finding = WRONG_SIDE_ENTRY
                .at(path.key("enters").key("at"), message)
                .related(DocPath::root().key("entry").index(*entry_row).key("side"), "the side of the entry")
                .help("choose an entry of the side of the unit");
            found.push(finding);
        }
    }
}

fn options(cx: &Context<'_>, own: &Outrance, found: &mut Vec<Diagnostic>) {
    let known: BTreeSet<&str> = own.unit.iter().map(|unit| unit.id.as_str()).collect();
    let mut claimed: Lookup<&str, DocPath> = lookup(own.option.len());
    for (row, option) in own.option.iter().enumerate() {
        for (index, unit) in option.units.iter().enumerate() {
            let path = DocPath::root().key("option").index(row).key("units").index(index);
            let fix = cx.take_one("remove it", &path, option.units.len());
            if !known.contains(unit.as_str()) {
                let message = format!("unknown unit {}", shown(unit.as_str()));
                found.push(OPTION_UNIT.at(path, message).help("write the id of a unit").fix(fix));
            } else if let Some(first) = claimed.get(unit.as_str()) {
                let finding =
                    OPTION_UNIT.at(path, format!("`{unit}` is listed twice")).related(first.clone(), "the first");
                found.push(finding.help("list each unit once").fix(fix));
            } else {
                claimed.insert(unit.as_str(), path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_outrance as shown;

    #[test]
    fn entries_are_at_an_edge_or_on_a_road() {
        let at = |point: &str| shown(&[("at = \"24,10\"", &format!("at = \"{point}\""))]);
        assert_eq!(at("23.5,10"), [] as [&str; 0]);
        assert_eq!(at("23,10"), ["entry-inside-table \"23,10\""]);
        assert_eq!(at("12.4,10"), [] as [&str; 0], "on the road");
        let no_road = ("line = [\"12,0\", \"12,24\"]", "line = [\"2,0\", \"2,9\"]");
        assert_eq!(shown(&[no_road, ("at = \"24,10\"", "at = \"12,22.4\"")]), [] as [&str; 0], "on the bridge");
        assert_eq!(at("25,10"), ["off-table \"25,10\""]);
    }

    #[test]
    fn a_unit_comes_into_the_game_once() {
        assert_eq!(shown(&[("at = \"10,8\"\n", "")]), ["unit-neither-starts-nor-enters [[unit]]"]);
        let twice = ("at = \"10,8\"", "at = \"10,8\"\nenters = { turn = 2, at = \"A\" }");
        assert_eq!(shown(&[twice]), ["unit-starts-and-enters { turn = 2, at = \"A\" }"]);
        let typo = ("enters = { turn = 2, at = \"A\"", "enters = { turn = 2, at = \"B\"");
        assert_eq!(shown(&[typo]), ["unknown-entry \"B\""]);
        let of_blue = ("at = \"12,15\"", "enters = { turn = 2, at = \"A\" }");
        assert_eq!(shown(&[of_blue]), ["wrong-side-entry \"A\""]);
        let unused = ("[side.red]", "[[entry]]\nid = \"B\"\nside = \"blue\"\nat = \"0,20\"\n\n[side.red]");
        assert_eq!(shown(&[unused]), ["unused-entry \"B\""]);
    }

    #[test]
    fn options_list_units_once() {
        let option = |units: &str| {
            let option = format!("[[option]]\nname = \"Help\"\nunits = [{units}]\n\n[victory]");
            shown(&[("[victory]", &option)])
        };
        assert_eq!(option("\"red-2\""), [] as [&str; 0]);
        assert_eq!(option("\"red-9\""), ["option-unit \"red-9\""]);
        assert_eq!(option("\"red-2\", \"red-2\""), ["option-unit \"red-2\""]);
    }

    #[test]
    fn formations_are_out_of_command_in_turns_of_the_game() {
        let out = |formation: &str, from: u8, through: u8| {
            let row = format!(
                "[[out_of_command]]\nformation = \"{formation}\"\nfrom_turn = {from}\nthrough_turn = {through}\n\n[victory]"
            );
            shown(&[("[victory]", &row)])
        };
        assert_eq!(out("red-corps", 2, 3), [] as [&str; 0]);
        assert_eq!(out("red-crops", 2, 3), ["unknown-formation \"red-crops\""]);
        assert_eq!(out("red-corps", 3, 2), ["out-of-command-turn 3"]);
        assert_eq!(out("red-corps", 60, 61), ["out-of-command-turn 60"]);
    }
}
