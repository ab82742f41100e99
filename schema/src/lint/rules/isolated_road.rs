//! Isolated roads.

use crate::common::grid::Cell;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::{Context, RoadHex};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A road that meets no other road, no place and no edge of the map.
    ///
    /// # Why it matters
    /// Roads lead from one place to another. An isolated piece is usually part of a longer road with a missing hex.
    ///
    /// # Example
    /// ```toml
    /// [[road]]
    /// path = ["0507", "0608", "0708"]      # the road that comes from "0306" ends in "0406"
    /// ```
    ///
    /// # Remedy
    /// Extend the road to the next road or place, or remove it.
    ISOLATED_ROAD = "isolated-road", Warning
}

/// The owner of a hex without a road.
const NOBODY: usize = usize::MAX;

/// The owner of a hex where several roads meet, or of a hex of a place.
const SEVERAL: usize = usize::MAX - 1;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if cx.map.grid.is_none() || !cx.map.is_full {
        return;
    }
    let field = cx.map.field();
    // The index of the road in each hex.
    let mut owner = field.each(NOBODY);
    for hex in cx.places.iter().flat_map(|place| &place.hexes).filter_map(|hex| cx.map.find(hex)) {
        owner[field.spot(hex)] = SEVERAL;
    }
    for (hex, RoadHex { row, .. }) in cx.road_hexes() {
        let owner = &mut owner[field.spot(*hex)];
        *owner = if *owner == NOBODY || *owner == *row { *row } else { SEVERAL };
    }
    for hexes in cx.road_hexes().chunk_by(|(_, one), (_, next)| one.row == next.row) {
        let Some(&(_, RoadHex { row, .. })) = hexes.first() else { continue };
        let is_alone = |(hex, _): &(Cell, RoadHex)| owner[field.spot(*hex)] == row && !cx.map.is_edge(*hex);
        // A hex off the map, or a road of a single hex, is a finding of its own.
        let is_sound = hexes.len() >= 2 && cx.roads.get(row).is_some_and(|road| road.path.len() == hexes.len());
        if is_sound && hexes.iter().all(is_alone) {
            let path = DocPath::root().key("road").index(row).key("path");
            let finding = ISOLATED_ROAD
                .at(path, "the road meets no other road, no place and no edge of the map")
                .help("extend it to its origin or destination");
            found.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    fn with(path: &str) -> Vec<String> {
        shown(&[("[[place]]", &format!("[[road]]\npath = [{path}]\n[[place]]"))])
    }

    #[test]
    fn a_road_leads_somewhere() {
        assert_eq!(with("\"0505\", \"0405\""), ["isolated-road [\"0505\", \"0405\"]"]);
        assert_eq!(with("\"0505\", \"0504\", \"0503\""), [] as [&str; 0], "to the village");
        assert_eq!(with("\"0505\", \"0506\""), [] as [&str; 0], "to the edge");
        assert_eq!(with("\"0404\", \"0403\""), [] as [&str; 0], "to a road");
    }
}
