//! Limits of numbers and sizes.
//!
//! A small file can describe more than a program can process. Lints report this before anything is allocated. The
//! engine, the exports and the editor use the same limits.

use std::fmt;

use super::point_list::PointList;
use crate::Scenario;
use crate::path::DocPath;

/// The maximum number of characters in a name, a label or an id.
pub const LONGEST_NAME: usize = 200;

/// The maximum number of characters in a longer text, such as a description or a source.
pub const LONGEST_TEXT: usize = 20_000;

/// Returns the maximum number of characters of a text in the field `field`.
pub(crate) fn longest_in(field: &str) -> usize {
    match field {
        "description" | "source" | "sources" | "license" | "authors" => LONGEST_TEXT,
        // Expressions, which have a limit of their own.
        "is" | "when" | "do" | "add" | "at_least" | "at_most" | "points" => LONGEST_TEXT,
        _ => LONGEST_NAME,
    }
}

/// The maximum number of terrain letters.
pub const MOST_LETTERS: usize = 500;

/// The maximum number of labels that are drawn.
pub const MOST_LABELS: usize = 1_000;

/// The maximum number of rows in each of the lists of places, entries, exits, roads, hexsides and advice, and of things
/// on a table.
pub const MOST_ROWS: usize = 2_000;

/// The maximum number of hexes, hexsides or points in one row of these lists.
pub const MOST_IN_A_ROW: usize = 20_000;

/// The maximum number of hexes on a map for play. A map of 300 by 300 hexes is within the limit.
pub const MOST_HEXES_PLAYED: usize = 100_000;

/// The maximum number of units for play.
pub const MOST_UNITS_PLAYED: usize = 1_000;

/// The maximum number of formations for play.
pub const MOST_FORMATIONS_PLAYED: usize = 250;

/// The maximum number of chits for play.
pub const MOST_CHITS_PLAYED: usize = 1_000;

/// A limit that a scenario exceeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExceededLimit {
    /// The plural noun of the counted things, such as `"units"`.
    pub what: &'static str,
    /// The actual number.
    pub count: usize,
    /// The maximum number.
    pub most: usize,
    /// The path of the first counted row in the file, or of the section that determines the number.
    pub path: DocPath,
    /// `true` for units, formations and chits. Exports to other programs contain one picture for each of these.
    pub is_of_counters: bool,
}

impl ExceededLimit {
    /// Returns the message followed by the lint code `too-large-to-play`, for programs that refuse the scenario.
    pub fn coded(&self) -> String {
        format!("{self} (too-large-to-play)")
    }
}

impl fmt::Display for ExceededLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, count, most, .. } = self;
        write!(f, "the scenario has {count} {what}; the limit for playing is {most}")
    }
}

/// Returns the limits for play that `scenario` exceeds. Only counts are compared; no row is read.
pub fn beyond_play(scenario: &Scenario) -> Vec<ExceededLimit> {
    let common = scenario.common();
    let (columns, rows) = common.size();
    let count = |section: &str| scenario.count(&DocPath::root().key(section)).unwrap_or(0);
    let (formations, chits) = (count("formation"), count("chit"));
    let all = [
        ("hexes", usize::from(columns) * usize::from(rows), MOST_HEXES_PLAYED, DocPath::root().key("map"), false),
        ("units", common.unit_count(), MOST_UNITS_PLAYED, DocPath::root().key("unit").index(0), true),
        ("formations", formations, MOST_FORMATIONS_PLAYED, DocPath::root().key("formation").index(0), true),
        ("chits", chits, MOST_CHITS_PLAYED, DocPath::root().key("chit").index(0), true),
    ];
    let all = all.into_iter().map(|(what, count, most, path, is_of_counters)| ExceededLimit {
        what,
        count,
        most,
        path,
        is_of_counters,
    });
    all.filter(|excess| excess.count > excess.most).collect()
}

/// Returns the drawing limits that `scenario` exceeds. Only counts are compared; no row is read.
pub fn beyond_room(scenario: &Scenario) -> Vec<ExceededLimit> {
    let common = scenario.common();
    let section = |name: &str| DocPath::root().key(name);
    let letters = common.terrain().len();
    let mut all = vec![
        ("letters of terrain", letters, MOST_LETTERS, section("map").key("terrain")),
        ("labels", common.labels().len(), MOST_LABELS, section("label").index(0)),
    ];
    let exits = common.exits().len();
    let rows = [
        ("places", "place", common.places().len()),
        ("entries", "entry", common.entries().len()),
        ("exits", "exit", exits),
        ("roads", "road", common.roads().len()),
        ("rows of hexsides", "hexside", common.hexsides().len()),
        ("rows of advice", "computer", common.advice().len()),
    ];
    all.extend(rows.map(|(what, list, count)| (what, count, MOST_ROWS, section(list).index(0))));
    let roads = common.roads().iter().map(|road| ("hexes of a road", "road", "path", road.path.len()));
    let sides = common.hexsides().iter().map(|row| ("hexsides of a row", "hexside", "between", row.between.len()));
    let places = common.places().iter().map(|place| ("hexes of a place", "place", "hexes", place.hexes.len()));
    let advice = common.advice();
    let groups = advice.iter().map(|row| ("units of a row of advice", "computer", "units", row.units.len()));
    let corps =
        advice.iter().map(|row| ("formations of a row of advice", "computer", "formations", row.formations.len()));
    let groups = groups.enumerate().chain(corps.enumerate());
    let rows = roads.enumerate().chain(sides.enumerate()).chain(places.enumerate()).chain(groups);
    all.extend(rows.map(|(at, (what, list, key, count))| {
        let path = || section(list).index(at).key(key);
        (what, count, MOST_IN_A_ROW, if count > MOST_IN_A_ROW { path() } else { DocPath::root() })
    }));
    for PointList { section: list, key, counts, .. } in common.point_lists() {
        all.push(("rows of a list", counts.len(), MOST_ROWS, section(list).index(0)));
        let long = counts.into_iter().enumerate().filter(|(_, count)| *count > MOST_IN_A_ROW);
        all.extend(long.map(|(at, count)| ("points of a row", count, MOST_IN_A_ROW, section(list).index(at).key(key))));
    }
    let all = all.into_iter().filter(|(_, count, most, _)| count > most);
    all.map(|(what, count, most, path)| ExceededLimit { what, count, most, path, is_of_counters: false }).collect()
}
