//! The hexes that a straight line between two hex centers touches, corners and edges included.
//!
//! Worked in whole numbers on a stretched grid, so that a line along an edge is exactly that.

use battlewright_schema::Orientation;

use super::few::Few;
use super::hex_map::{HexIx, HexMap};

/// Every hex but `from` and `to` of which the line from center to center touches any part, be it an
/// edge or a corner; by rising index.
pub fn touched(map: &HexMap, from: HexIx, to: HexIx) -> Few<HexIx, 24> {
    let mut hexes: Few<HexIx, 24> =
        near(map, from, to).filter(|hex| *hex != from && *hex != to && touches(map, from, to, *hex)).collect();
    hexes.sort_unstable();
    hexes
}

/// Whether the line from the center of `from` to that of `to` touches `hex`. A straight line and a hex
/// are apart if and only if they are so when seen along the line or along one of the hex's edges.
fn touches(map: &HexMap, from: HexIx, to: HexIx, hex: HexIx) -> bool {
    let [a, b, middle] = [from, to, hex].map(|hex| center(map, hex));
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let across = corners(map).map(|(x, y)| dx * (middle.1 + y - a.1) - dy * (middle.0 + x - a.0));
    let on_line = across.iter().any(|side| *side <= 0) && across.iter().any(|side| *side >= 0);
    on_line
        && widths(map).iter().all(|(x, y, half)| {
            let [from, to] = [a, b].map(|end| x * (end.0 - middle.0) + y * (end.1 - middle.1));
            from.min(to) <= *half && from.max(to) >= -half
        })
}

/// The hexes about the line: three abreast all along it, among which are all that it touches. For in
/// axial coordinates a hex reaches no further than two thirds of a step from its center, and the line
/// rises by no more than a step from one to the next.
fn near(map: &HexMap, from: HexIx, to: HexIx) -> impl Iterator<Item = HexIx> {
    let (a, b) = (map.axial(from), map.axial(to));
    let steps = [0, 1].map(|axis| i64::from(b[axis]) - i64::from(a[axis]));
    // Along the axis on which the ends are further apart.
    let along = usize::from(steps[1].abs() > steps[0].abs());
    let (length, rise) = (steps[along], steps[1 - along]);
    (0..=length.abs()).flat_map(move |step| {
        // To the nearest whole coordinate, halves up.
        let across = (2 * step * rise + length.abs()).div_euclid((2 * length.abs()).max(1));
        (across - 1..=across + 1).filter_map(move |across| {
            let mut at = [i64::from(a[0]), i64::from(a[1])];
            at[along] += step * length.signum();
            at[1 - along] += across;
            map.at_axial([i32::try_from(at[0]).ok()?, i32::try_from(at[1]).ok()?])
        })
    })
}

/// The center of `hex`, in units in which every center and corner has whole coordinates.
fn center(map: &HexMap, hex: HexIx) -> (i64, i64) {
    let [q, r] = map.axial(hex).map(i64::from);
    match map.orientation() {
        Orientation::Flat => (3 * q, 2 * r + q),
        Orientation::Pointy => (2 * q + r, 3 * r),
    }
}

/// The corners of a hex about its center, in the same units.
fn corners(map: &HexMap) -> [(i64, i64); 6] {
    let flat = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];
    match map.orientation() {
        Orientation::Flat => flat,
        Orientation::Pointy => flat.map(|(x, y)| (y, x)),
    }
}

/// The directions across the three pairs of edges of a hex, with how far it reaches there from its
/// center, in the same units.
fn widths(map: &HexMap) -> [(i64, i64, i64); 3] {
    let flat = [(1, 1, 2), (0, 1, 1), (1, -1, 2)];
    match map.orientation() {
        Orientation::Flat => flat,
        Orientation::Pointy => flat.map(|(x, y, half)| (y, x, half)),
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{HexId, HexRows, Map, Numbering, Order, Parity};

    use super::*;

    fn map(orientation: Orientation) -> HexMap {
        let map = Map::<()> {
            orientation,
            lower_columns: Some(Parity::Odd),
            right_rows: Some(Parity::Odd),
            columns: 20,
            rows: 20,
            numbering: Numbering { first: "0000".into(), order: Order::ColumnRow },
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
                let all: Vec<HexIx> =
                    map.all().filter(|hex| *hex != from && *hex != to && touches(&map, from, to, *hex)).collect();
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
