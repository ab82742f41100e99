//! Roads that lead from nowhere to nowhere.

use super::context::Context;
use super::lookup::{Lookup, lookup};
use crate::HexId;
use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;

finding! {
    /// A road that meets no other road, no place and no edge of the map.
    ///
    /// Troops march along a road from somewhere to somewhere. A piece that is joined to nothing is
    /// usually the rest of a longer road, of which a hex was left out between two rows.
    ///
    /// ```toml
    /// [[road]]
    /// path = ["0507", "0608", "0708"]      # the road that comes from "0306" ends in "0406"
    /// ```
    ///
    /// Lead it on to the next road or place, or take it out.
    ISOLATED_ROAD = "isolated-road", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if cx.map.grid.is_none() || !cx.map.is_full {
        return;
    }
    // The road by which a hex was reached first; `None` for a hex of several, or of a place.
    let mut owner: Lookup<&HexId, Option<usize>> = lookup(cx.roads.iter().map(|road| road.path.len()).sum());
    for hex in cx.places.iter().flat_map(|place| &place.hexes) {
        owner.insert(hex, None);
    }
    for (row, road) in cx.roads.iter().enumerate() {
        for hex in &road.path {
            owner.entry(hex).and_modify(|one| *one = one.filter(|one| *one == row)).or_insert(Some(row));
        }
    }
    for (row, road) in cx.roads.iter().enumerate().filter(|(_, road)| road.path.len() >= 2) {
        let leads_somewhere = |hex: &HexId| {
            // A hex off the map is a finding of its own.
            let at_edge = cx.map.find(hex).is_none_or(|cell| cx.map.is_edge(cell));
            at_edge || owner.get(hex).copied().flatten().is_none()
        };
        if !road.path.iter().any(leads_somewhere) {
            let path = DocPath::root().key("road").index(row).key("path");
            let finding = ISOLATED_ROAD
                .at(path, "this road meets no other road, no place and no edge of the map")
                .help("lead it on to where it comes from or goes to");
            found.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::shown;

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
