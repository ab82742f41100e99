use super::*;
use crate::common::map::HexRows;

fn map(first: &str, order: Order, orientation: Orientation, shifted: Parity) -> Map<()> {
    Map {
        orientation,
        lower_columns: Some(shifted),
        right_rows: Some(shifted),
        columns: 30,
        rows: 12,
        numbering: Numbering::straight(first, order),
        hex_metres: None,
        hexes: HexRows(vec![vec!['.'; 30]; 12]),
        levels: None,
        terrain: indexmap::IndexMap::new(),
        scan: None,
    }
}

#[test]
fn names_in_another_form_are_read_if_they_can_mean_but_one_hex() {
    let read = |first: &str, text: &str| {
        let grid = Grid::new(&map(first, Order::ColumnRow, Orientation::Flat, Parity::Even)).unwrap();
        grid.reading(text).map(|name| name.to_string())
    };
    let means = |name: &str| Some(name.to_owned());
    for text in ["811", "8-11", "08.11", " 8 / 11"] {
        assert_eq!(read("0101", text), means("0811"), "{text}");
    }
    assert_eq!(read("0101", "111"), None, "1 11 or 11 1");
    assert_eq!(read("0101", "9999"), None);
    assert_eq!(read("0101", "0199"), None, "it has the form of a name");
    assert_eq!((read("A1", "b3"), read("A1", "B-03")), (means("B3"), means("B3")));
    assert_eq!((read("1.1", "8/11"), read("1.1", "99")), (means("8.11"), means("9.9")));
    assert_eq!((read("0101", ""), read("0101", "1.2.3"), read("0101", "é1")), (None, None, None));
}

#[test]
fn every_name_leads_back_to_its_cell_in_every_numbering() {
    for first in ["0101", "0000", "000000", "A1", "A01", "AA1", "1.1", "01-01", "1A", "9999", "0100"] {
        for order in [Order::ColumnRow, Order::RowColumn] {
            for orientation in [Orientation::Flat, Orientation::Pointy] {
                for shifted in [Parity::Odd, Parity::Even] {
                    let grid = Grid::new(&map(first, order, orientation, shifted)).unwrap();
                    for cell in grid.cells() {
                        let name = grid.name(cell);
                        if first != "9999" {
                            assert_eq!(grid.cell(&name), Some(cell), "{first} {name}");
                        }
                        assert_eq!(grid.cell_at(grid.hex(cell)), Some(cell));
                        let around = grid.hex(cell).all_neighbors().map(|hex| grid.cell_at(hex));
                        assert_eq!(grid.neighbors(cell), around, "{first} {cell:?}");
                        for neighbor in grid.neighbors(cell).into_iter().flatten() {
                            assert_eq!(grid.distance(cell, neighbor), 1);
                            assert!(grid.neighbors(neighbor).contains(&Some(cell)));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_numbering_may_run_out_of_digits() {
    let runs_out = |first: &str, columns, rows| {
        let map = Map { columns, rows, ..map(first, Order::ColumnRow, Orientation::Flat, Parity::Odd) };
        !Grid::new(&map).unwrap().is_unambiguous()
    };
    assert!(!runs_out("0101", 99, 99));
    assert!(runs_out("0101", 100, 5));
    assert!(runs_out("0101", 100, 100), "the last hex, 100100, has a name, but column 100 row 1 does not");
    assert!(!runs_out("001001", 100, 100));
    assert!(!runs_out("A1", 100, 100));
}

#[test]
fn hexes_beyond_the_first_have_names_as_far_as_there_are_numbers() {
    let beyond = |first: &str, columns, rows| {
        let grid = Grid::new(&map(first, Order::ColumnRow, Orientation::Flat, Parity::Odd)).unwrap();
        grid.name_beyond(columns, rows).map(|name| name.to_string())
    };
    assert_eq!(beyond("0101", 2, -1).as_deref(), Some("0300"));
    assert_eq!(beyond("0101", -2, 0), None);
    assert_eq!(beyond("C07", -2, 5).as_deref(), Some("A12"));
    assert_eq!(beyond("C07", -3, 0), None);
}

#[test]
fn names_in_another_form_are_no_hex() {
    let grid = Grid::new(&map("0101", Order::ColumnRow, Orientation::Flat, Parity::Odd)).unwrap();
    for name in
        ["", "1", "101", "00101", "A1", "0100", "3101", "0113", "01/01", "０１０１", "+101", "01+1", "001001", "00101"]
    {
        assert_eq!(grid.cell(&name.into()), None, "{name}");
    }
}

#[test]
fn unknown_forms_are_refused() {
    for first in ["", "101", "A", "A-", "-1", "a1", "1..", "A1B", "1234567890121"] {
        assert!(Grid::new(&map(first, Order::ColumnRow, Orientation::Flat, Parity::Odd)).is_err(), "{first}");
    }
}

#[test]
fn printed_parity_decides_which_columns_sit_lower() {
    // Odd columns lower: 0101 touches 0201 and 0202, as in Position Magnifique's 1714/1814.
    let grid = Grid::new(&map("0000", Order::ColumnRow, Orientation::Flat, Parity::Odd)).unwrap();
    let at = |name: &str| grid.cell(&name.into()).unwrap();
    assert_eq!(grid.distance(at("1711"), at("1811")), 1);
    assert_eq!(grid.distance(at("1711"), at("1810")), 2);
    assert_eq!(grid.distance(at("1310"), at("1509")), 2);
    assert_eq!(grid.distance(at("1310"), at("1609")), 3);
}

#[test]
fn slanted_lines_run_along_the_hexes() {
    for slant in [Slant::Rising, Slant::Falling] {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            for shifted in [Parity::Odd, Parity::Even] {
                for (first, order) in
                    [("1030", Order::ColumnRow), ("J40", Order::ColumnRow), ("0040.0030", Order::RowColumn)]
                {
                    let mut map = map(first, order, orientation, shifted);
                    map.numbering.slant = slant;
                    let grid = Grid::new(&map).unwrap();
                    assert!(grid.is_unambiguous(), "{first}");
                    assert_eq!(grid.name(Cell::default()).as_str(), first);
                    let line = |cell: Cell| {
                        let (column, row) = grid.printed(cell);
                        if orientation == Orientation::Flat { row } else { column }
                    };
                    for cell in grid.cells() {
                        let name = grid.name(cell);
                        assert_eq!(grid.cell(&name), Some(cell), "{first} {name}");
                        assert_eq!(grid.reading(name.as_str()), Some(name.clone()));
                        assert_eq!(grid.cell_at(grid.hex(cell)), Some(cell));
                        assert_eq!(grid.name_beyond(cell.column.into(), cell.row.into()), Some(name));
                        // Two neighbors are on the same line, two on the next and two on the one before.
                        let steps = grid.neighbors(cell).into_iter().flatten().map(|next| line(next) - line(cell));
                        let mut steps: Vec<i32> = steps.collect();
                        if steps.len() == 6 {
                            steps.sort_unstable();
                            assert_eq!(steps, [-1, -1, 0, 0, 1, 1]);
                        }
                    }
                }
            }
        }
    }
}

/// The slanted numberings of VASSAL 3.8: the row plus or minus half the column.
#[test]
fn slanted_names_are_those_of_printed_maps() {
    let name = |slant, first: &str, column, row| {
        let mut map = map(first, Order::ColumnRow, Orientation::Flat, Parity::Even);
        map.numbering.slant = slant;
        Grid::new(&map).unwrap().name(Cell { column, row }).to_string()
    };
    assert_eq!((name(Slant::Rising, "0101", 4, 3), name(Slant::Rising, "0101", 2, 2)), ("0506".into(), "0304".into()));
    assert_eq!((name(Slant::Rising, "0101", 1, 0), name(Slant::Rising, "0101", 3, 0)), ("0202".into(), "0403".into()));
    assert_eq!(
        (name(Slant::Falling, "0120", 4, 3), name(Slant::Falling, "0120", 3, 0)),
        ("0521".into(), "0419".into())
    );
    let mut below = map("0105", Order::ColumnRow, Orientation::Flat, Parity::Even);
    below.numbering.slant = Slant::Falling;
    assert!(!Grid::new(&below).unwrap().is_unambiguous(), "thirty columns fall below row zero");
}
