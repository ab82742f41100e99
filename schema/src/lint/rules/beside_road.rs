//! Places and entries that their road misses.

use std::collections::BTreeSet;

use crate::common::grid::Cell;
use crate::common::map::Letter;
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::quoted;
use crate::lint::context::{Context, RoadHex};
use crate::lint::ground::{PaddedHexes, Stacks};
use crate::path::DocPath;
use crate::{HexId, Look};

finding! {
    /// # What it finds
    /// A town that its road misses by one hex.
    ///
    /// # Why it matters
    /// No road passes through the town, but a road with its name, or a road with an open end, comes to an adjacent hex.
    /// Units on the march lose the road rate there.
    ///
    /// # Example
    /// ```toml
    /// [[place]]
    /// name = "Tronville"
    /// hexes = ["1009"]
    ///
    /// [[road]]
    /// name = "Tronville lane"
    /// path = ["1113", "1112", "1011", "1010"]      # "1009" is missing
    /// ```
    ///
    /// # Remedy
    /// Route the road through the town, or move the town to the road.
    TOWN_BESIDE_ROAD = "town-beside-road", Warning
}

finding! {
    /// # What it finds
    /// An entry hex without a road, beside a hex where a road leaves the map.
    ///
    /// # Why it matters
    /// Units that enter pay the cost of open ground, although a road leads to the edge beside them.
    ///
    /// # Example
    /// ```toml
    /// [[entry]]
    /// name = "Gorze road"
    /// hexes = ["1913"]             # the road leaves the map at "1914"
    /// ```
    ///
    /// # Remedy
    /// Move the entry to the hex of the road.
    ENTRY_BESIDE_ROAD = "entry-beside-road", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if !cx.map.is_full || cx.map.grid.is_none() {
        return;
    }
    let roads = Roads::of(cx);
    towns(cx, &roads, found);
    entries(cx, &roads, found);
}

/// An upper bound on the roads in a hex.
const MOST_ROADS: usize = 8;

/// The roads by hex.
struct Roads<'c> {
    field: &'c PaddedHexes,
    /// The hexes of all roads.
    hexes: &'c [(Cell, RoadHex)],
    /// The roads in each hex.
    stacks: Stacks,
    /// The loose ends of roads: ends without another road, a place or the map edge.
    loose: Vec<(Cell, RoadHex)>,
    /// The ends of roads at the map edge.
    off_map: BTreeSet<Cell>,
}

impl<'c> Roads<'c> {
    fn of(cx: &'c Context<'_>) -> Self {
        let places: BTreeSet<Cell> = cells(cx, cx.places.iter().flat_map(|place| &place.hexes)).collect();
        let (field, hexes) = (cx.map.field(), cx.road_hexes());
        let stacks = Stacks::of(field, hexes.iter().map(|(cell, _)| field.spot(*cell)));
        let mut roads = Self { field, hexes, stacks, loose: Vec::new(), off_map: BTreeSet::new() };
        for (cell, hex) in hexes {
            let length = cx.roads.get(hex.row).map_or(0, |road| road.path.len());
            if length < 2 || (hex.index != 0 && hex.index != length - 1) {
                continue;
            }
            if cx.map.is_edge(*cell) {
                roads.off_map.insert(*cell);
            } else if !places.contains(cell) && roads.at(*cell).all(|other| other.row == hex.row) {
                roads.loose.push((*cell, *hex));
            }
        }
        roads
    }

    /// Returns the roads at `cell`.
    fn at(&self, cell: Cell) -> impl Iterator<Item = RoadHex> {
        let stack = self.stacks.at(self.field.spot(cell));
        stack.filter_map(|place| self.hexes.get(place)).map(|(_, hex)| *hex)
    }

    fn is_at(&self, cell: Cell) -> bool {
        self.at(cell).next().is_some()
    }
}

fn cells<'a>(cx: &'a Context<'_>, hexes: impl IntoIterator<Item = &'a HexId>) -> impl Iterator<Item = Cell> {
    hexes.into_iter().filter_map(|hex| cx.map.find(hex))
}

/// Returns `true` if one of the hexes is drawn with houses.
fn is_town(cx: &Context<'_>, own: &[Cell]) -> bool {
    let terrain = cx.scenario.common().terrain();
    own.iter().filter_map(|cell| cx.map.letter(*cell)).any(|letter| {
        let look = terrain.iter().find(|terrain| terrain.letter == Letter(letter)).map(|terrain| terrain.look);
        matches!(look, Some(Look::Town | Look::Village | Look::Farm))
    })
}

fn towns(cx: &Context<'_>, roads: &Roads<'_>, found: &mut Vec<Diagnostic>) {
    for (row, place) in cx.places.iter().enumerate() {
        let own: Vec<Cell> = cells(cx, &place.hexes).collect();
        if own.is_empty() || own.iter().any(|cell| roads.is_at(*cell)) || !is_town(cx, &own) {
            continue;
        }
        let around: BTreeSet<Cell> = own.iter().flat_map(|cell| cx.map.neighbors(*cell)).collect();
        let ends = roads.loose.iter().find(|(cell, _)| around.contains(cell)).map(|(_, end)| *end);
        let named = || {
            let mut near = around.iter().flat_map(|cell| roads.at(*cell).take(MOST_ROADS));
            near.find(|hex| {
                let name = cx.roads.get(hex.row).and_then(|road| road.name.as_deref());
                name.is_some_and(|name| contains_words(name, &place.name))
            })
        };
        if let Some(beside) = ends.or_else(named) {
            let finding = TOWN_BESIDE_ROAD
                .at(
                    DocPath::root().key("place").index(row).key("hexes"),
                    format!("no road leads through {}", place.name),
                )
                .related(beside.path(), "this road passes beside it")
                .help("route the road through the town, or move the town to the road");
            found.push(finding);
        }
    }
}

/// Returns `true` if `name` contains the whole word or words `place`.
fn contains_words(name: &str, place: &str) -> bool {
    !place.is_empty()
        && name.match_indices(place).any(|(at, _)| {
            let before = name.get(..at).and_then(|before| before.chars().next_back());
            let after = name.get(at + place.len()..).and_then(|after| after.chars().next());
            let parts = |c: char| !(c.is_alphanumeric() || c == '-');
            before.is_none_or(parts) && after.is_none_or(parts)
        })
}

fn entries(cx: &Context<'_>, roads: &Roads<'_>, found: &mut Vec<Diagnostic>) {
    let taken: BTreeSet<Cell> = cells(cx, cx.entries.iter().flat_map(|entry| &entry.hexes)).collect();
    for (row, entry) in cx.entries.iter().enumerate() {
        let own: Vec<Cell> = cells(cx, &entry.hexes).collect();
        // An entry off the edge is a finding of its own.
        if own.iter().any(|cell| roads.is_at(*cell) || !cx.map.is_edge(*cell)) {
            continue;
        }
        let beside = own.iter().flat_map(|cell| cx.map.neighbors(*cell)).find(|cell| roads.off_map.contains(cell));
        let Some((beside, grid)) = beside.zip(cx.map.grid.as_ref()) else { continue };
        // Another entry may use that road.
        if !taken.contains(&beside) {
            let message = format!(
                "entry `{}` has no road, but a road leaves the map in the adjacent hex {}",
                entry.id,
                grid.name(beside)
            );
            let path = DocPath::root().key("entry").index(row).key("hexes");
            let beside = quoted(grid.name(beside).as_str());
            let fix = cx.offer(format!("move it to {beside}"), |text| text.write(&path, format!("[{beside}]")));
            let fix = fix.filter(|_| entry.hexes.len() == 1);
            found.push(ENTRY_BESIDE_ROAD.at(path, message).help(format!("did you mean {beside}?")).fix(fix));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::testing::shown;

    #[test]
    fn roads_lead_into_towns() {
        let round = ("\"0403\", \"0503\", \"0603\"", "\"0403\", \"0502\", \"0603\"");
        assert_eq!(shown(&[round]), [] as [&str; 0], "this road only passes by");
        let named = ("[[road]]\n", "[[road]]\nname = \"To The Village\"\n");
        assert_eq!(shown(&[round, named]), ["town-beside-road [\"0503\"]"]);
        let short = ("\"0403\", \"0503\", \"0603\", \"0703\", \"0803\"]", "\"0403\"]");
        assert_eq!(shown(&[short]), ["town-beside-road [\"0503\"]"]);
    }

    #[test]
    fn a_road_speaks_of_a_place_by_whole_words() {
        assert!(contains_words("Gorze - Vionville", "Vionville"));
        assert!(!contains_words("Saint-Marcel road", "Saint"));
        assert!(!contains_words("Trierweg", "Trier"));
        assert!(!contains_words("road", ""));
    }

    #[test]
    fn an_entry_is_where_the_road_comes_in() {
        assert_eq!(shown(&[("hexes = [\"0103\"]", "hexes = [\"0104\"]")]), ["entry-beside-road [\"0104\"]"]);
        assert_eq!(shown(&[("hexes = [\"0103\"]", "hexes = [\"0106\"]")]), [] as [&str; 0]);
    }
}
