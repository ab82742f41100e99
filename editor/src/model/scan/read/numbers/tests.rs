use super::super::LEAST_FOR_NUMBERS;
use super::super::band::even;
use super::super::painter::{Dice, PrintedMap};
use super::*;
use crate::model::scan::affine::Point;
use crate::model::scan::picture::ScanPicture;

fn window<'p>(map: &PrintedMap, placement: &Affine, picture: &'p ScanPicture) -> ScanWindow<'p> {
    ScanWindow::new(picture, placement, even(&map.grid), 64.0, LEAST_FOR_NUMBERS).unwrap()
}

fn numbering(first: &str, scheme: Scheme) -> Numbering {
    Numbering { first: HexId::from(first), order: scheme.order, slant: scheme.slant }
}

/// Returns the placement as careless clicks would give it: some pixels off, a bit larger and turned.
fn careless(placement: &Affine, pitch: f64) -> Affine {
    let off = |point: Point| [point[0] * 1.001 - point[1] * 0.001, point[1] * 1.001 + point[0] * 0.001];
    let origin = [placement.origin[0] + 0.02 * pitch, placement.origin[1] - 0.015 * pitch];
    Affine { origin, u: off(placement.u), v: off(placement.v) }
}

#[test]
fn the_numbering_is_found_whatever_the_map_says() {
    for (seed, first) in [(1, "1203"), (3, "2911"), (4, "0110")] {
        let mut dice = Dice(0x1234_5671 + 977 * u32::try_from(seed).unwrap());
        let scheme = Scheme::all()[seed];
        let pitch = [64.0, 72.0, 80.0][seed % 3];
        let map = PrintedMap::new(scheme, first, (15, 12), pitch, [1.0, -2.0, 3.0][seed % 3], &mut dice);
        let picture = map.scan(24.0, &mut dice);
        let placement = careless(&map.placement, pitch);
        // The map of the scenario is numbered from 0101 by column and row.
        let present = numbering("0101", Scheme { order: Order::ColumnRow, ..scheme });
        let grid = renumbered(&map.grid, &present).unwrap();
        let found = read(&window(&map, &placement, &picture), &grid, &present, &|_| true).unwrap();
        assert_eq!(found.numbering, numbering(first, map.scheme), "seed {seed}");
        assert_eq!((found.read, found.agreed), (15 * 12, 15 * 12), "seed {seed}: {:?}", found.others);
    }
}

#[test]
fn other_forms_are_told_apart() {
    // Some forms are found by themselves; the others if the numbers that were typed for the scan have them.
    let forms = [(0, "1.1", "0101"), (1, "001001", "0101"), (2, "A1", "A1")];
    for (seed, first, present) in forms {
        let mut dice = Dice(0x0bad_cafe + 31 * seed);
        let scheme = Scheme::all()[0];
        // Four columns only, so that the letters of the tests' font suffice.
        let size = if first.starts_with('A') { (4, 30) } else { (14, 13) };
        let map = PrintedMap::new(scheme, first, size, 100.0, 1.5, &mut dice);
        let picture = map.scan(20.0, &mut dice);
        let present = numbering(present, scheme);
        let grid = renumbered(&map.grid, &present).unwrap();
        let found = read(&window(&map, &map.placement, &picture), &grid, &present, &|_| true);
        let found = found.unwrap_or_else(|why| panic!("{first}: {why}"));
        assert_eq!(found.numbering.first.as_str(), first);
        assert_eq!(found.agreed, found.read, "{first}: {:?}", found.others);
    }
}

#[test]
fn slanted_rows_are_read() {
    let mut dice = Dice(4242);
    let scheme = Scheme { slant: Slant::Falling, ..Scheme::all()[1] };
    let map = PrintedMap::new(scheme, "0120", (12, 11), 72.0, -1.0, &mut dice);
    let picture = map.scan(20.0, &mut dice);
    let present = numbering("0101", Scheme::all()[1]);
    let grid = renumbered(&map.grid, &present).unwrap();
    let found = read(&window(&map, &map.placement, &picture), &grid, &present, &|_| true).unwrap();
    assert_eq!(found.numbering, numbering("0120", scheme));
    assert_eq!(found.agreed, found.read);
}

#[test]
fn hexes_with_another_number_are_told() {
    let mut dice = Dice(99);
    let scheme = Scheme::all()[0];
    let mut map = PrintedMap::new(scheme, "0101", (16, 12), 80.0, 1.0, &mut dice);
    let cell = |column, row| Cell { column, row };
    // Two hexes are misprinted, and one has no number.
    map.numbers.insert(cell(4, 4), "0805".to_owned());
    map.numbers.insert(cell(11, 7), "1206".to_owned());
    map.numbers.remove(&cell(7, 7));
    let picture = map.scan(20.0, &mut dice);
    let present = numbering("0101", scheme);
    let found = read(&window(&map, &map.placement, &picture), &map.grid, &present, &|_| true).unwrap();
    let mut others: Vec<(Cell, &str, &str)> =
        found.others.iter().map(|other| (other.cell, other.printed.as_str(), other.expected.as_str())).collect();
    others.sort();
    others.retain(|(at, _, _)| *at != cell(7, 7));
    assert_eq!(others, [(cell(4, 4), "0805", "0505"), (cell(11, 7), "1206", "1208")]);
    assert!(found.read >= 190 && found.agreed >= 189, "{found:?}");
}

#[test]
fn a_small_map_keeps_its_numbering_where_the_print_leaves_it_open() {
    let mut dice = Dice(5);
    let scheme = Scheme::all()[0];
    let map = PrintedMap::new(scheme, "0301", (6, 6), 90.0, 0.0, &mut dice);
    let picture = map.scan(16.0, &mut dice);
    let present = numbering("0301", scheme);
    let found = read(&window(&map, &map.placement, &picture), &map.grid, &present, &|_| true).unwrap();
    assert_eq!((found.numbering, found.agreed), (present, 36));
}

#[test]
fn a_map_without_numbers_and_hostile_sizes_are_refused() {
    let mut dice = Dice(17);
    let scheme = Scheme::all()[0];
    let mut map = PrintedMap::new(scheme, "0101", (12, 10), 64.0, 0.0, &mut dice);
    map.numbers.clear();
    let picture = map.scan(24.0, &mut dice);
    let present = numbering("0101", scheme);
    let found = read(&window(&map, &map.placement, &picture), &map.grid, &present, &|_| true);
    assert!(matches!(found, Err(ReadRefusal::NoText | ReadRefusal::NoNumbering)), "{found:?}");
    // The same text in each hex is no number.
    for cell in map.grid.cells() {
        map.numbers.insert(cell, "0808".to_owned());
    }
    let picture = map.scan(24.0, &mut dice);
    let found = read(&window(&map, &map.placement, &picture), &map.grid, &present, &|_| true);
    assert!(found.is_err(), "{found:?}");
    let far = Affine { origin: [1e7, 1e7], ..map.placement };
    let found = read(&window(&map, &far, &picture), &map.grid, &present, &|_| true);
    assert_eq!(found, Err(ReadRefusal::OffPicture));
    let huge = scheme.grid(&"0101".into(), (1000, 1000)).unwrap();
    let found = read(&window(&map, &map.placement, &picture), &huge, &present, &|_| true);
    assert_eq!(found, Err(ReadRefusal::TooManyHexes));
    let small = Affine { u: [20.0, 0.0], v: [0.0, 23.0], ..map.placement };
    let refused = ScanWindow::new(&picture, &small, even(&map.grid), 64.0, LEAST_FOR_NUMBERS).err();
    assert_eq!(refused, Some(ReadRefusal::TooSmall(LEAST_FOR_NUMBERS)));
    // Hexes as large as the picture.
    let large = Affine { u: [3000.0, 0.0], v: [0.0, 3400.0], ..map.placement };
    let found = read(&window(&map, &large, &picture), &map.grid, &present, &|_| true);
    assert_eq!(found, Err(ReadRefusal::OffPicture));
}
