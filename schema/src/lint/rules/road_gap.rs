//! Roads with gaps.

use crate::common::grid::Cell;
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::{Fix, TextEdit};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A road with two consecutive hexes that are not adjacent.
    ///
    /// # Why it matters
    /// A road connects each hex of its `path` to the next, so the path must list every hex.
    ///
    /// # Example
    /// ```toml
    /// [[road]]
    /// path = ["0107", "0308"]      # "0207" lies between them
    /// ```
    ///
    /// # Remedy
    /// Add the missing hexes. The finding lists those on the straight line.
    ROAD_GAP = "road-gap", Error
}

finding! {
    /// # What it finds
    /// A road with a single hex.
    ///
    /// # Why it matters
    /// A road connects hexes, so a single hex has no effect.
    ///
    /// # Example
    /// ```toml
    /// [[road]]
    /// path = ["0107"]
    /// ```
    ///
    /// # Remedy
    /// Add the next hexes of the road, or remove it.
    SHORT_ROAD = "short-road", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(grid) = &cx.map.grid else { return };
    for (row, road) in cx.roads.iter().enumerate() {
        let row = || DocPath::root().key("road").index(row);
        let path = || row().key("path");
        if road.path.len() < 2 {
            let fix = Fix::offer("remove the road", cx.text.and_then(|text| text.take_out(&row())));
            let finding = SHORT_ROAD.at(path(), "the road does not connect two hexes");
            found.push(finding.help("a road needs at least two hexes").fix(fix));
            continue;
        }
        if cx.joined().each_once {
            continue;
        }
        let cells: Vec<Option<Cell>> = road.path.iter().map(|hex| grid.cell(hex)).collect();
        for (index, (names, cells)) in road.path.windows(2).zip(cells.windows(2)).enumerate() {
            // A hex off the map is a finding of its own.
            let ([from, to], [Some(a), Some(b)]) = (names, cells) else { continue };
            let (a, b) = (*a, *b);
            let apart = grid.distance(a, b);
            let message = match apart {
                1 => continue,
                0 => format!("the road steps from {from} to itself"),
                apart => format!("the road jumps from {from} to {to}, which are {apart} hexes apart"),
            };
            let mut finding = ROAD_GAP.at(path().index(index + 1), message).related(path().index(index), "from here");
            if apart == 0 {
                let edit = cx.text.and_then(|text| text.take_out(&path().index(index + 1)));
                finding = finding.help("list each hex once").fix(Fix::safe("remove the second one", edit));
            }
            if (2..=6).contains(&apart) {
                let between: Vec<String> = grid
                    .hex(a)
                    .line_to(grid.hex(b))
                    .filter_map(|hex| grid.cell_at(hex))
                    .filter(|cell: &Cell| *cell != a && *cell != b)
                    .map(|cell| format!("{:?}", grid.name(cell).as_str()))
                    .collect();
                let way = between.join(", ");
                let before = cx.text.map(|text| text.value(&path().index(index + 1)).start);
                let edit = before.map(|before| TextEdit::new(before..before, format!("{way}, ")));
                let fix = Fix::offer(format!("add {way}"), edit);
                finding = finding.help(format!("the straight line passes through {way}")).fix(fix);
            }
            found.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn roads_go_from_neighbor_to_neighbor() {
        assert_eq!(shown(&[("\"0303\", \"0403\", ", "\"0303\", ")]), ["road-gap \"0503\""]);
        assert_eq!(shown(&[("\"0303\", \"0403\", ", "\"0303\", \"0303\", \"0403\", ")]), ["road-gap \"0303\""]);
    }

    #[test]
    fn a_hex_off_the_map_is_no_gap_as_well() {
        assert_eq!(shown(&[("\"0303\", \"0403\", ", "\"0303\", \"9903\", ")]), ["hex-off-map \"9903\""]);
    }

    #[test]
    fn a_road_has_two_hexes() {
        assert_eq!(shown(&[("[[place]]", "[[road]]\npath = [\"0101\"]\n[[place]]")]), ["short-road [\"0101\"]"]);
    }
}
