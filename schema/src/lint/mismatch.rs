//! The search for an error of the numbering as a whole.

use super::ground::MapGround;
use crate::common::grid::{Cell, Grid};
use crate::common::map::{MapFrame, Numbering, Order, Orientation, Parity};

/// The least number of errors that suggests a common cause.
const SEVERAL: usize = 3;

/// An error of the numbering as a whole. The other lints use the corrected grid, so that hexes and neighbors that are
/// correct with it cause no findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mismatch {
    /// The numbering with which the map has every hex named in the file; `None` if the numbering is not at fault.
    pub(super) numbering: Option<Numbering>,
    /// The shift with which all listed neighbors are adjacent; `None` if the shift is not at fault.
    pub(super) shift: Option<Parity>,
}

impl Mismatch {
    /// Searches for the numbering closest to the file's with which all of `hexes` exist, and returns it with the
    /// corrected grid.
    pub(super) fn of_numbering<'h, H>(
        map: &MapGround<'_>,
        frame: MapFrame<'_>,
        hexes: impl Fn() -> H,
    ) -> Option<(Self, Grid)>
    where
        H: Iterator<Item = &'h str>,
    {
        let grid = map.grid.as_ref()?;
        hexes().filter(|name| grid.named(name).is_none()).nth(SEVERAL - 1)?;
        let names: Vec<&str> = hexes().collect();
        let shifts = [0, -1, 1];
        // Printed maps count from 0 or 1.
        let firsts = shifts.iter().flat_map(|column| shifts.iter().map(move |row| (*column, *row)));
        let firsts = firsts.filter(|(column, row)| {
            let (a, b) = grid.printed(Cell { column: 0, row: 0 });
            (*column, *row) == (0, 0) || ((0..=1).contains(&(a + column)) && (0..=1).contains(&(b + row)))
        });
        let orders = [frame.numbering.order, other(frame.numbering.order)];
        let mut candidates = firsts.flat_map(|(column, row)| {
            orders.into_iter().filter_map(move |order| {
                Some(Numbering { first: grid.name_beyond(column, row)?, order, slant: frame.numbering.slant })
            })
        });
        candidates.find_map(|numbering| {
            let frame = MapFrame { numbering: &numbering, ..frame };
            let grid = Grid::of(frame, map.columns, map.rows).ok().filter(Grid::is_unambiguous)?;
            let fits = names.iter().all(|name| grid.named(name).is_some());
            fits.then_some((Self { numbering: Some(numbering), shift: None }, grid))
        })
    }

    /// Searches for the shift with which all pairs of `neighbors` are adjacent, and returns it with the corrected grid.
    pub(super) fn of_shift<N>(
        map: &MapGround<'_>,
        mut frame: MapFrame<'_>,
        neighbors: impl Fn() -> N,
    ) -> Option<(Self, Grid)>
    where
        N: Iterator<Item = (Cell, Cell)>,
    {
        let grid = map.grid.as_ref()?;
        neighbors().filter(|(a, b)| grid.distance(*a, *b) != 1).nth(SEVERAL - 1)?;
        let parity = match frame.orientation {
            Orientation::Flat => &mut frame.lower_columns,
            Orientation::Pointy => &mut frame.right_rows,
        };
        let other = match parity.unwrap_or_default() {
            Parity::Odd => Parity::Even,
            Parity::Even => Parity::Odd,
        };
        *parity = Some(other);
        let grid = Grid::of(frame, map.columns, map.rows).ok()?;
        let fits = neighbors().all(|(a, b)| grid.distance(a, b) == 1);
        fits.then_some((Self { numbering: None, shift: Some(other) }, grid))
    }
}

fn other(order: Order) -> Order {
    match order {
        Order::ColumnRow => Order::RowColumn,
        Order::RowColumn => Order::ColumnRow,
    }
}
