//! The map for lints: letters by cell, and a flat index of hexes for passes over the whole map.

use std::ops::{Index, IndexMut};
use std::sync::OnceLock;

use crate::common::grid::{Cell, Grid, NumberingProblem};
use crate::common::map::{HexRows, VOID};
use crate::{Common, HexId};

/// The map.
pub(crate) struct MapGround<'s> {
    pub(crate) columns: u16,
    pub(crate) rows: u16,
    pub(crate) first: &'s HexId,
    pub(crate) hexes: &'s HexRows,
    /// The elevation digits.
    pub(crate) levels: Option<&'s HexRows>,
    /// The terrain letters, in the order of the file.
    pub(crate) letters: Vec<char>,
    /// The terrain letters, sorted.
    sorted: Vec<char>,
    /// The hex grid; `None` if the size or the numbering is invalid.
    pub(crate) grid: Option<Grid>,
    /// The problem with the numbering, if any.
    pub(crate) problem: Option<NumberingProblem>,
    /// `true` if the rows of letters match the map's size.
    pub(crate) is_full: bool,
    used: OnceLock<Option<Vec<char>>>,
    field: OnceLock<PaddedHexes>,
    parts: OnceLock<MapParts>,
}

/// The greatest size of a map that lints examine; a larger one is a finding of its own.
const MOST_COLUMNS_OR_ROWS: u16 = 1000;

impl<'s> MapGround<'s> {
    pub(crate) fn new(common: &'s dyn Common) -> Self {
        let sizes = 1..=MOST_COLUMNS_OR_ROWS;
        let (columns, rows) = common.size();
        let sized = sizes.contains(&columns) && sizes.contains(&rows);
        let grid = common.grid();
        let hexes = common.hexes();
        let is_full = hexes.0.len() == usize::from(rows) && hexes.0.iter().all(|row| row.len() == usize::from(columns));
        let problem = grid.as_ref().err().copied();
        // With too few digits, two hexes would share a number.
        let grid = grid.ok().filter(|grid| sized && grid.is_unambiguous());
        let letters: Vec<char> = common.terrain().into_iter().map(|terrain| terrain.letter.0).collect();
        let mut sorted = letters.clone();
        sorted.sort_unstable();
        Self {
            columns,
            rows,
            first: &common.frame().numbering.first,
            hexes,
            levels: common.levels(),
            letters,
            sorted,
            grid,
            problem,
            is_full,
            used: OnceLock::new(),
            field: OnceLock::new(),
            parts: OnceLock::new(),
        }
    }

    /// Returns `true` if the size is within the limits.
    pub(crate) fn is_sized(&self) -> bool {
        let sizes = 1..=MOST_COLUMNS_OR_ROWS;
        sizes.contains(&self.columns) && sizes.contains(&self.rows)
    }

    /// Returns `true` if the map has a hex at `cell`.
    pub(crate) fn has(&self, cell: Cell) -> bool {
        self.letter(cell).is_some_and(|letter| letter != VOID)
    }

    /// Returns the letter at `cell`; `None` beyond the rows of letters.
    pub(crate) fn letter(&self, cell: Cell) -> Option<char> {
        self.hexes.get(usize::from(cell.column), usize::from(cell.row))
    }

    /// Returns the letters on the map, sorted and without duplicates; `None` if one is undefined.
    pub(crate) fn used(&self) -> Option<&[char]> {
        let used = || {
            let mut used = Vec::new();
            // Runs of equal letters are common.
            for letters in self.hexes.0.iter().flat_map(|row| row.chunk_by(|one, next| one == next)) {
                let letter = *letters.first()?;
                if let Err(at) = used.binary_search(&letter) {
                    used.insert(at, Some(letter).filter(|letter| self.knows(*letter))?);
                }
            }
            Some(used)
        };
        self.used.get_or_init(used).as_deref()
    }

    /// Returns `true` if `letter` is defined, or the letter of missing hexes.
    pub(crate) fn knows(&self, letter: char) -> bool {
        letter == VOID || self.sorted.binary_search(&letter).is_ok()
    }

    /// Returns the number of the first or the last hex. Without a grid, it is always the first.
    pub(crate) fn corner(&self, last: bool) -> HexId {
        let corner = Cell { column: self.columns.saturating_sub(1), row: self.rows.saturating_sub(1) };
        match &self.grid {
            Some(grid) if last => grid.name(corner),
            _ => self.first.clone(),
        }
    }

    /// Returns the hex called `name`; `None` off the map.
    pub(crate) fn find(&self, name: &HexId) -> Option<Cell> {
        self.named(name.as_str())
    }

    /// Returns the hex called `name`, given as plain text; `None` off the map.
    pub(crate) fn named(&self, name: &str) -> Option<Cell> {
        let cell = self.grid.as_ref()?.named(name)?;
        self.has(cell).then_some(cell)
    }

    /// Returns the neighbors of `cell` on the map.
    pub(crate) fn neighbors(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let neighbors = self.grid.as_ref().map(|grid| grid.neighbors(cell)).unwrap_or_default();
        neighbors.into_iter().flatten().filter(|neighbor| self.has(*neighbor))
    }

    /// Returns `true` if a neighbor of `cell` is missing.
    pub(crate) fn is_edge(&self, cell: Cell) -> bool {
        let field = self.field();
        !field.beside(field.spot(cell)).iter().all(|beside| field.has(*beside))
    }

    /// Returns the flat index of hexes.
    pub(crate) fn field(&self) -> &PaddedHexes {
        self.field.get_or_init(|| PaddedHexes::of(self))
    }

    /// Returns the connected parts of the map.
    pub(crate) fn parts(&self) -> &MapParts {
        self.parts.get_or_init(|| MapParts::of(self))
    }
}

/// An index into a [`PaddedHexes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PaddedIndex(u32);

/// A flat index of the hexes of a map, padded all around with missing hexes. The index of a neighbor is at a fixed
/// offset, and passes over the map need no bounds checks.
pub(crate) struct PaddedHexes {
    has: Vec<bool>,
    /// The number of low bits of an index with the column; the high bits hold the row. Both count from 1.
    bits: u32,
    /// The position of the index bit with the parity of the column or row that may be shifted.
    parity: u32,
    /// The index offsets of the neighbors, by direction, for a parity bit of 0 and of 1.
    steps: [[i32; 6]; 2],
}

impl PaddedHexes {
    fn of(ground: &MapGround<'_>) -> Self {
        let Some(grid) = &ground.grid else {
            return Self { has: Vec::new(), bits: 0, parity: 0, steps: [[0; 6]; 2] };
        };
        let bits = (u32::from(ground.columns) + 1).next_power_of_two().trailing_zeros();
        let steps = grid
            .steps_from_first()
            .map(|steps| steps.map(|(columns, rows)| (i32::from(rows) << bits) + i32::from(columns)));
        let parity = if grid.orientation() == hexx::HexOrientation::Flat { 0 } else { bits };
        let mut field = Self { has: vec![false; ((usize::from(ground.rows) + 2) << bits) + 1], bits, parity, steps };
        field.has = field.each_letter(ground, ground.hexes, false, |letter| letter != VOID).0;
        field
    }

    /// Returns the value of `of` for each hex's character in `rows`; `none` for hexes without a character.
    pub(crate) fn each_letter<T: Clone>(
        &self,
        ground: &MapGround<'_>,
        rows: &HexRows,
        none: T,
        of: impl Fn(char) -> T,
    ) -> HexValues<T> {
        let mut each = self.each(none);
        for (row, letters) in rows.0.iter().take(ground.rows.into()).enumerate() {
            let spots = each.0.iter_mut().skip(((row + 1) << self.bits) + 1);
            for (value, letter) in spots.zip(letters.iter().take(ground.columns.into())) {
                *value = of(*letter);
            }
        }
        each
    }

    /// Returns the index of `cell`, which must be within the grid.
    pub(crate) fn spot(&self, cell: Cell) -> PaddedIndex {
        PaddedIndex(((u32::from(cell.row) + 1) << self.bits) + u32::from(cell.column) + 1)
    }

    /// Returns the cell at an index.
    pub(crate) fn cell(&self, spot: PaddedIndex) -> Cell {
        let part = |number: u32| u16::try_from(number.saturating_sub(1)).unwrap_or(u16::MAX);
        Cell { column: part(spot.0 & ((1 << self.bits) - 1)), row: part(spot.0 >> self.bits) }
    }

    /// Returns `true` if the map has a hex at this index.
    pub(crate) fn has(&self, spot: PaddedIndex) -> bool {
        self.has.get(spot.0 as usize) == Some(&true)
    }

    /// Returns the indices of all hexes of the map, row by row.
    pub(crate) fn all(&self) -> impl Iterator<Item = PaddedIndex> {
        (0..).map(PaddedIndex).zip(&self.has).filter(|(_, has)| **has).map(|(spot, _)| spot)
    }

    /// Returns the indices without a hex.
    pub(crate) fn none(&self) -> impl Iterator<Item = PaddedIndex> {
        (0..).map(PaddedIndex).zip(&self.has).filter(|(_, has)| !**has).map(|(spot, _)| spot)
    }

    /// Returns the indices of the six neighbors by direction, on the map or not.
    pub(crate) fn beside(&self, spot: PaddedIndex) -> [PaddedIndex; 6] {
        let [even, odd] = &self.steps;
        let steps = if (spot.0 >> self.parity) & 1 == 0 { even } else { odd };
        steps.map(|step| PaddedIndex(spot.0.wrapping_add_signed(step)))
    }

    /// Returns `true` if a hex has a neighbor with a lower index.
    fn has_neighbor_before(&self, spot: PaddedIndex) -> bool {
        self.beside(spot).iter().any(|beside| *beside < spot && self.has(*beside))
    }

    /// Returns the neighbors of a hex on the map.
    pub(crate) fn neighbors(&self, spot: PaddedIndex) -> impl Iterator<Item = PaddedIndex> {
        self.beside(spot).into_iter().filter(|beside| self.has(*beside))
    }

    /// Returns a table with `value` for each hex.
    pub(crate) fn each<T: Clone>(&self, value: T) -> HexValues<T> {
        HexValues(vec![value; self.has.len()])
    }
}

/// A value for each hex of a [`PaddedHexes`].
pub(crate) struct HexValues<T>(Vec<T>);

impl<T> Index<PaddedIndex> for HexValues<T> {
    type Output = T;

    fn index(&self, spot: PaddedIndex) -> &T {
        &self.0[spot.0 as usize]
    }
}

impl<T> IndexMut<PaddedIndex> for HexValues<T> {
    fn index_mut(&mut self, spot: PaddedIndex) -> &mut T {
        &mut self.0[spot.0 as usize]
    }
}

/// The items of a list grouped by hex.
pub(crate) struct Stacks {
    /// The list index of the first item in each hex, and of the next item after each item; out of range for none.
    first: HexValues<usize>,
    next: Vec<usize>,
}

impl Stacks {
    /// Groups items by `spots`, the hex of each.
    pub(crate) fn of(
        field: &PaddedHexes,
        spots: impl DoubleEndedIterator<Item = PaddedIndex> + ExactSizeIterator,
    ) -> Self {
        let (mut first, mut next) = (field.each(usize::MAX), vec![usize::MAX; spots.len()]);
        for (place, spot) in spots.enumerate().rev() {
            next[place] = std::mem::replace(&mut first[spot], place);
        }
        Self { first, next }
    }

    /// Returns the list indices of the items at `spot`, in order.
    pub(crate) fn at(&self, spot: PaddedIndex) -> impl Iterator<Item = usize> {
        let is_one = |place: &usize| *place < self.next.len();
        std::iter::successors(Some(self.first[spot]), |place| self.next.get(*place).copied()).take_while(is_one)
    }
}

/// The connected parts of a map.
pub(crate) struct MapParts {
    /// The number of the part of each hex, from 1; `None` if there is only one part.
    of: Option<HexValues<u32>>,
    /// The number of hexes and the first hex of each part.
    pub(crate) sizes: Vec<(usize, Cell)>,
}

impl MapParts {
    fn of(ground: &MapGround<'_>) -> Self {
        // A full rectangle is one part.
        if ground.is_full && !ground.hexes.0.iter().flatten().any(|letter| *letter == VOID) {
            let size = usize::from(ground.columns) * usize::from(ground.rows);
            return Self { of: None, sizes: vec![(size, Cell::default())] };
        }
        let field = ground.field();
        // If every hex but the first has a neighbor before it, all are connected.
        let mut all = field.all();
        let first = all.next();
        if let Some(first) = first.filter(|_| all.all(|spot| field.has_neighbor_before(spot))) {
            return Self { of: None, sizes: vec![(field.all().count(), field.cell(first))] };
        }
        // 0 marks unvisited hexes; missing ones count as visited.
        let nowhere = u32::MAX;
        let mut of =
            field.each_letter(ground, ground.hexes, nowhere, |letter| if letter == VOID { nowhere } else { 0 });
        let mut sizes = Vec::new();
        let mut todo = Vec::new();
        for start in field.all() {
            if of[start] != 0 {
                continue;
            }
            let part = u32::try_from(sizes.len() + 1).unwrap_or(u32::MAX);
            let mut size = 0;
            of[start] = part;
            todo.push(start);
            while let Some(spot) = todo.pop() {
                size += 1;
                for next in field.beside(spot) {
                    if of[next] == 0 {
                        of[next] = part;
                        todo.push(next);
                    }
                }
            }
            sizes.push((size, field.cell(start)));
        }
        Self { of: Some(of), sizes }
    }

    /// Returns the index in `sizes` of the part with `cell`, a hex of the map.
    pub(crate) fn part(&self, field: &PaddedHexes, cell: Cell) -> usize {
        self.of.as_ref().map_or(0, |of| (of[field.spot(cell)] as usize).saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Orientation, Parity, Scenario, System};

    fn with<T>(orientation: Orientation, parity: Parity, hexes: &str, look: impl Fn(&MapGround<'_>) -> T) -> T {
        let Some(Scenario::MarsLaTour(mut scenario)) = crate::load(crate::template(System::MarsLaTour)).scenario else {
            panic!("the template is sound")
        };
        let map = &mut scenario.map;
        (map.orientation, map.lower_columns, map.right_rows) = (orientation, Some(parity), Some(parity));
        map.hexes = HexRows::parse(hexes);
        (map.columns, map.rows) = (map.hexes.0[0].len() as u16, map.hexes.0.len() as u16);
        look(&MapGround::new(&*scenario))
    }

    const HEXES: &str = ". . . . _\n. _ . . .\n. . . . .\n. . _ . .";

    #[test]
    fn hexes_have_the_same_neighbors_by_number_and_by_cell() {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            for parity in [Parity::Odd, Parity::Even] {
                with(orientation, parity, HEXES, |ground| {
                    let field = ground.field();
                    let cells: Vec<Cell> = field.all().map(|spot| field.cell(spot)).collect();
                    let grid = ground.grid.as_ref().unwrap();
                    assert_eq!(cells, grid.cells().filter(|cell| ground.has(*cell)).collect::<Vec<_>>());
                    for cell in cells {
                        let spot = field.spot(cell);
                        assert_eq!(field.cell(spot), cell);
                        let by_number: Vec<Cell> = field.neighbors(spot).map(|next| field.cell(next)).collect();
                        assert_eq!(by_number, ground.neighbors(cell).collect::<Vec<_>>(), "{cell:?}");
                    }
                });
            }
        }
    }

    #[test]
    fn what_lies_in_a_hex_keeps_its_order() {
        with(Orientation::Flat, Parity::Odd, HEXES, |ground| {
            let field = ground.field();
            let [a, b] = [0, 3].map(|column| field.spot(Cell { column, row: 0 }));
            let stacks = Stacks::of(field, [b, a, b, b].into_iter());
            assert_eq!([a, b].map(|spot| stacks.at(spot).collect::<Vec<_>>()), [vec![1], vec![0, 2, 3]]);
            assert_eq!(stacks.at(field.spot(Cell { column: 1, row: 0 })).next(), None);
        });
    }

    #[test]
    fn parts_are_counted_and_told_apart() {
        let sizes = |hexes: &str| {
            with(Orientation::Flat, Parity::Odd, hexes, |ground| {
                let sizes = &ground.parts().sizes;
                let first = ground.parts().part(ground.field(), sizes.last().unwrap().1);
                (sizes.iter().map(|(size, _)| *size).collect::<Vec<_>>(), first)
            })
        };
        assert_eq!(sizes(". . .\n. . ."), (vec![6], 0));
        assert_eq!(sizes(". _ .\n. _ ."), (vec![2, 2], 1));
        assert_eq!(sizes("_ . .\n. . ."), (vec![5], 0));
    }
}
