//! Setup areas that are too small for their units.

use crate::common::grid::Cell;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::lookup::lookup;
use crate::path::DocPath;
use crate::position_magnifique::{PositionMagnifique, Zone};

finding! {
    /// # What it finds
    /// A setup area with fewer hexes than units.
    ///
    /// # Why it matters
    /// A hex holds one unit (7.1). HQs stack freely and need no room. A hex where another unit starts is not available.
    ///
    /// # Example
    /// ```toml
    /// [[zone]]
    /// id = "camp"
    /// hexes = ["2706", "2707"]     # three units have zone = "camp"
    /// ```
    ///
    /// # Remedy
    /// Add hexes to the area, or set up a unit elsewhere.
    ZONE_TOO_SMALL = "zone-too-small", Error
}

finding! {
    /// # What it finds
    /// A string of units that does not fit its area.
    ///
    /// # Why it matters
    /// The units of a zone with `string` are set up in adjacent hexes from one end to the other, one unit per hex
    /// (20.3). The area must contain a path with exactly one hex per unit.
    ///
    /// # Example
    /// ```toml
    /// [[zone]]
    /// id = "line"
    /// hexes = ["1303", "1403", "1502"]
    /// string = ["1303", "1502"]    # three hexes: it needs three units
    /// ```
    ///
    /// # Remedy
    /// Correct the ends of the string, or change the hexes or units of the area.
    BAD_STRING = "bad-string", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let mut taken = lookup(own.unit.len());
    taken.extend(own.unit.iter().filter_map(|unit| Some((unit.at.as_ref()?, ()))));
    for (row, zone) in own.zone.iter().enumerate() {
        let path = || DocPath::root().key("zone").index(row);
        // Hexes off the map are reported by another lint.
        let cells: Option<Vec<Cell>> = zone.hexes.iter().map(|hex| cx.map.find(hex)).collect();
        let Some(cells) = cells else { continue };
        let free = zone.hexes.iter().zip(cells).filter(|(hex, _)| !taken.contains_key(hex));
        let mut free: Vec<Cell> = free.map(|(_, cell)| cell).collect();
        free.sort_unstable();
        free.dedup();
        let units = own.unit.iter().filter(|unit| unit.zone.as_ref() == Some(&zone.id)).count();
        if units > free.len() {
            let message =
                format!("`{}` has room for {} units, but {units} units are set up there", zone.id, free.len());
            found.push(ZONE_TOO_SMALL.at(path().key("hexes"), message).help("add hexes, or set up a unit elsewhere"));
        } else if let Some(problem) = string(cx, own, zone, &free, units) {
            found.push(
                BAD_STRING
                    .at(path().key("string"), problem)
                    .help("the string needs one unit in each hex of the zone between its ends"),
            );
        }
    }
}

/// Returns the reason that `units` units cannot form a string in the `free` hexes of the zone.
fn string(cx: &Context<'_>, own: &PositionMagnifique, zone: &Zone, free: &[Cell], units: usize) -> Option<String> {
    let [from, to] = zone.string.as_ref()?;
    let (start, end) = (cx.map.find(from)?, cx.map.find(to)?);
    if let Some(end) = [(from, start), (to, end)].into_iter().find(|(_, cell)| free.binary_search(cell).is_err()) {
        let why = if own.unit.iter().any(|unit| unit.at.as_ref() == Some(end.0)) {
            "is occupied"
        } else {
            "is not part of it"
        };
        return Some(format!("the string of `{}` ends at {}, which {why}", zone.id, end.0));
    }
    let Some(shortest) = way(cx, start, end, free) else {
        return Some(format!("no path in `{}` leads from {from} to {to}", zone.id));
    };
    (units < shortest)
        .then(|| format!("the string from {from} to {to} needs {shortest} units, but `{}` has {units}", zone.id))
}

/// Returns the number of hexes on the shortest path through `free`, both ends included.
fn way(cx: &Context<'_>, start: Cell, end: Cell, free: &[Cell]) -> Option<usize> {
    let grid = cx.map.grid.as_ref()?;
    let is_free = |hex| grid.cell_at(hex).is_some_and(|cell| free.binary_search(&cell).is_ok());
    let way = hexx::algorithms::a_star(grid.hex(start), grid.hex(end), |_, hex| is_free(hex).then_some(1))?;
    Some(way.len())
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    fn zone(hexes: &str, string: &str) -> Vec<String> {
        let zone = format!("[[zone]]\nid = \"camp\"\nhexes = {hexes}\n{string}\n[side.red]");
        let brigade = ("movement = [5, 5]\nat = \"0202\"", "movement = [5, 5]\nzone = \"camp\"");
        let dragoons = ("enters = { turn = 2, at = \"A\" }  ", "zone = \"camp\"");
        // Both reinforcements are in the zone, so no unit uses the entry.
        let allow = ("[[victory.last]]", "[lints]\nunused-entry = \"allow\"\n[[victory.last]]");
        shown(&[("[side.red]", &zone), brigade, dragoons, allow])
    }

    #[test]
    fn an_area_has_room_for_its_units() {
        assert_eq!(zone("[\"0101\", \"0102\"]", ""), [] as [&str; 0]);
        assert_eq!(zone("[\"0101\"]", ""), ["zone-too-small [\"0101\"]"]);
        assert_eq!(zone("[\"0101\", \"0503\"]", ""), ["zone-too-small [\"0101\", \"0503\"]"], "the garrison is there");
        assert_eq!(zone("[\"0101\", \"9901\"]", ""), ["hex-off-map \"9901\""]);
    }

    #[test]
    fn a_string_reaches_from_end_to_end() {
        let string = "string = [\"0101\", \"0102\"]";
        assert_eq!(zone("[\"0101\", \"0102\"]", string), [] as [&str; 0]);
        assert_eq!(
            zone("[\"0101\", \"0102\", \"0103\"]", "string = [\"0101\", \"0103\"]").len(),
            1,
            "one unit too few"
        );
        assert_eq!(zone("[\"0101\", \"0103\"]", "string = [\"0101\", \"0103\"]").len(), 1, "a gap");
        assert_eq!(zone("[\"0101\", \"0103\"]", string).len(), 1, "an end outside");
    }
}
