//! The hexes that a straight line between two hex centers touches, corners and edges included.
//!
//! The geometry uses whole numbers on a stretched grid, so that a line along an edge lies exactly on it. The hexes depend only
//! on the axial distance between the ends, in both orientations of the grid, since one is the other turned. So each line is
//! computed once and cached.

use std::sync::OnceLock;

use super::hex_map::{HexIx, HexMap};
use super::inline_list::InlineList;

/// A displacement in axial coordinates.
type SightLine = [i32; 2];

/// The greatest displacement along either axis for a cached line; few rules ask for longer lines.
const SHORT: i32 = 12;
/// The number of cached displacements along an axis.
const ACROSS: usize = 2 * SHORT as usize + 1;
/// The cached hexes of each short line.
static LINES: [OnceLock<Vec<SightLine>>; ACROSS * ACROSS] = [const { OnceLock::new() }; ACROSS * ACROSS];

/// Returns the hexes between `from` and `to` that the line from center to center touches, at an edge or corner too; by rising
/// index.
pub fn touched(map: &HexMap, from: HexIx, to: HexIx) -> InlineList<HexIx, 24> {
    let ([q, r], end) = (map.axial(from), map.axial(to));
    let way = [end[0] - q, end[1] - r];
    let on_map = |between: &SightLine| map.at_axial([q + between[0], r + between[1]]);
    let mut hexes: InlineList<HexIx, 24> = match short_line(way) {
        Some(line) => line.get_or_init(|| hexes_along(way)).iter().filter_map(on_map).collect(),
        None => hexes_along(way).iter().filter_map(on_map).collect(),
    };
    hexes.sort_unstable();
    hexes
}

/// Returns the cache entry of the line along `way`; `None` for a long line.
fn short_line(way: SightLine) -> Option<&'static OnceLock<Vec<SightLine>>> {
    let [q, r] = way.map(|along| usize::try_from(along + SHORT).ok().filter(|place| *place < ACROSS));
    LINES.get(q? * ACROSS + r?)
}

/// Returns the hexes that the line along `way` touches, relative to its start, without both ends.
fn hexes_along(way: SightLine) -> Vec<SightLine> {
    near(way).filter(|hex| *hex != [0, 0] && *hex != way && touches(way, *hex)).collect()
}

/// Returns `true` if the line along `way` touches `hex`. A line segment and a hex are disjoint if and only if their projections
/// are disjoint across the line or across one of the hex's edges (separating axes).
fn touches(way: SightLine, hex: SightLine) -> bool {
    let ((dx, dy), middle) = (center(way), center(hex));
    let across = CORNERS.map(|(x, y)| dx * (middle.1 + y) - dy * (middle.0 + x));
    let on_line = across.iter().any(|side| *side <= 0) && across.iter().any(|side| *side >= 0);
    on_line
        && WIDTHS.iter().all(|(x, y, half)| {
            let [from, to] = [(0, 0), (dx, dy)].map(|end| x * (end.0 - middle.0) + y * (end.1 - middle.1));
            from.min(to) <= *half && from.max(to) >= -half
        })
}

/// Returns the hexes near the line: three abreast along its whole length, among them all hexes that it touches. In axial
/// coordinates a hex extends at most two thirds of a step from its center, and the line rises by at most one step from one
/// coordinate to the next.
fn near(way: SightLine) -> impl Iterator<Item = SightLine> {
    // Along the axis of the greater displacement.
    let along = usize::from(way[1].abs() > way[0].abs());
    let (length, rise) = (way[along], i64::from(way[1 - along]));
    (0..=length.abs()).flat_map(move |step| {
        // Rounded to the nearest whole coordinate, halves up.
        let whole = i64::from(length.abs());
        let across = (2 * i64::from(step) * rise + whole).div_euclid((2 * whole).max(1));
        (across - 1..=across + 1).filter_map(move |across| {
            let mut at = [0; 2];
            at[along] = step * length.signum();
            at[1 - along] = i32::try_from(across).ok()?;
            Some(at)
        })
    })
}

/// Returns the center of a hex with flat top, in units that give every center and corner whole coordinates.
fn center([q, r]: SightLine) -> (i64, i64) {
    let [q, r] = [q, r].map(i64::from);
    (3 * q, 2 * r + q)
}

/// The corners of a hex relative to its center, in the same units.
const CORNERS: [(i64, i64); 6] = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];

/// The directions across the three pairs of edges of a hex, each with the extent of the hex from its center, in the same units.
const WIDTHS: [(i64, i64, i64); 3] = [(1, 1, 2), (0, 1, 1), (1, -1, 2)];

#[cfg(test)]
mod tests {
    use battlewright_schema::{HexId, HexRows, Map, Numbering, Order, Orientation, Parity};

    use super::*;

    fn map(orientation: Orientation) -> HexMap {
        let map = Map::<()> {
            orientation,
            lower_columns: Some(Parity::Odd),
            right_rows: Some(Parity::Odd),
            columns: 20,
            rows: 20,
            numbering: Numbering::straight("0000", Order::ColumnRow),
            hex_metres: None,
            hexes: HexRows(vec![vec!['.'; 20]; 20]),
            levels: None,
            terrain: Default::default(),
            scan: None,
        };
        HexMap::new(&map, &[]).unwrap()
    }

    fn between(map: &HexMap, from: &str, to: &str) -> Vec<String> {
        let at = |name: &str| map.find(&HexId::from(name)).unwrap();
        touched(map, at(from), at(to)).iter().map(|hex| map.name(*hex).to_string()).collect()
    }

    #[test]
    fn a_line_down_a_column_touches_that_column_only() {
        assert_eq!(between(&map(Orientation::Flat), "0505", "0508"), ["0506", "0507"]);
    }

    #[test]
    fn a_line_along_an_edge_touches_the_hexes_on_both_sides() {
        assert_eq!(between(&map(Orientation::Flat), "0404", "0604"), ["0503", "0504"]);
        assert_eq!(between(&map(Orientation::Pointy), "0404", "0406"), ["0305", "0405"]);
    }

    #[test]
    fn neighbors_have_nothing_between_them() {
        assert!(between(&map(Orientation::Flat), "0505", "0506").is_empty());
    }

    #[test]
    fn a_line_is_the_same_both_ways() {
        let map = map(Orientation::Flat);
        for to in ["0109", "0912", "1206", "0503", "0011"] {
            assert_eq!(between(&map, "0506", to), between(&map, to, "0506"), "{to}");
        }
    }

    #[test]
    fn no_hex_that_a_line_touches_is_overlooked() {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            let map = map(orientation);
            for (from, to) in [("0909", "1118"), ("0000", "1913"), ("1900", "0019"), ("0410", "1911"), ("0519", "0600")]
            {
                let [from, to] = [from, to].map(|name| map.find(&name.into()).unwrap());
                let [start, end] = [from, to].map(|hex| map.axial(hex));
                let from_start = |at: SightLine| [at[0] - start[0], at[1] - start[1]];
                let is_met = |hex: &HexIx| touches(from_start(end), from_start(map.axial(*hex)));
                let all: Vec<HexIx> = map.all().filter(|hex| *hex != from && *hex != to && is_met(hex)).collect();
                assert!(all.len() >= 5);
                assert_eq!(touched(&map, from, to).as_slice(), all, "{} to {}", map.name(from), map.name(to));
            }
        }
    }

    #[test]
    fn what_lies_behind_an_end_is_not_touched() {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            let map = map(orientation);
            let from = map.find(&"0909".into()).unwrap();
            for to in map.within(from, 6).filter(|to| *to != from) {
                let range = map.distance(from, to);
                for hex in touched(&map, from, to) {
                    let [near, far] = [map.distance(from, hex), map.distance(hex, to)];
                    assert!(near <= range && far <= range, "{} to {}", map.name(to), map.name(hex));
                    // At most an edge or a corner away from the shortest way.
                    assert!(near + far <= range + 1, "{} to {}", map.name(to), map.name(hex));
                }
            }
        }
    }
}
