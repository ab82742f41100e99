//! Hex names and hex geometry: hexes, their names and their neighbors.
//!
//! A [`Grid`] turns printed names into [`Cell`]s (column and row from 0), and cells into
//! [`hexx::Hex`] coordinates, on which all geometry is done.

use hexx::{Hex, HexOrientation, OffsetHexMode};
use serde::{Deserialize, Serialize};

mod name_form;

use name_form::{NamePartForm, read_few_digits, split_label, two_digits};

use super::map::{Map, MapFrame, Numbering, Order, Orientation, Parity, Slant, VOID};
use crate::id::HexId;

/// A hex by position: column and row of the map, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// The column, from 0 at the left.
    pub column: u16,
    /// The row, from 0 at the top.
    pub row: u16,
}

/// The shape and numbering of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: u16,
    rows: u16,
    orientation: HexOrientation,
    mode: OffsetHexMode,
    order: Order,
    slant: Slant,
    /// The lowest number of a slanted line relative to that of the first hex; 0 if lines run straight.
    lowest: i32,
    column_form: NamePartForm,
    row_form: NamePartForm,
    separator: String,
    /// For straight names of digits only: the width in digits (at most nine) and the first number of the first and the second part.
    plain: Option<[(usize, u32); 2]>,
    /// For straight four-digit names (two digits per part): the first number of each part.
    four_digits: Option<[u16; 2]>,
    /// `true` if the first column (flat tops) or the first row (pointed tops) is shifted by half a hex.
    first_is_shifted: bool,
    /// The offsets (columns, rows) to the six neighbors, first for cells that are not shifted, then for shifted cells.
    steps: [[(i16, i16); 6]; 2],
}

/// The reason that a numbering is unusable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberingProblem {
    /// The name of the first hex has none of the known forms.
    #[error(
        "the name of the first hex must be an even number of digits (\"0101\"), letters and a number (\"A1\"), or two \
         numbers with a separator (\"1.1\")"
    )]
    UnknownForm,
    /// A number in the first hex's name is too large.
    #[error("the numbers of the first hex must be below 100000")]
    TooLarge,
    /// The game is played on a table, which has no hexes.
    #[error("this game is played on a table, which has no hexes")]
    NoHexes,
}

impl Grid {
    /// Returns the grid of `map`.
    ///
    /// # Errors
    /// The name of the first hex has no known form, or one of its numbers is too large.
    pub fn new<T>(map: &Map<T>) -> Result<Self, NumberingProblem> {
        Self::of(map.frame(), map.columns, map.rows)
    }

    /// Returns the grid of `columns` by `rows` hexes with the orientation and the numbering of `frame`.
    ///
    /// # Errors
    /// The name of the first hex has no known form, or one of its numbers is too large.
    pub fn of(frame: MapFrame<'_>, columns: u16, rows: u16) -> Result<Self, NumberingProblem> {
        let Numbering { first, order, slant } = frame.numbering;
        let (a, separator, b) = split_label(first.as_str()).ok_or(NumberingProblem::UnknownForm)?;
        let (a, b) = (NamePartForm::of_first(a)?, NamePartForm::of_first(b)?);
        let (column_form, row_form) = match order {
            Order::ColumnRow => (a, b),
            Order::RowColumn => (b, a),
        };
        let (orientation, shifted) = match frame.orientation {
            Orientation::Flat => (HexOrientation::Flat, frame.lower_columns.unwrap_or_default()),
            Orientation::Pointy => (HexOrientation::Pointy, frame.right_rows.unwrap_or_default()),
        };
        let mode = match shifted {
            Parity::Odd => OffsetHexMode::Odd,
            Parity::Even => OffsetHexMode::Even,
        };
        let plain = match (a, b, separator) {
            (
                NamePartForm::Digits { first: a, width: width @ ..=9 },
                NamePartForm::Digits { first: b, width: rest @ ..=9 },
                "",
            ) if slant.is_none() => Some([(width, a.unsigned_abs()), (rest, b.unsigned_abs())]),
            _ => None,
        };
        let four_digits = match plain {
            Some([(2, a), (2, b)]) => u16::try_from(a).ok().zip(u16::try_from(b).ok()).map(<[u16; 2]>::from),
            _ => None,
        };
        let mut grid = Self {
            columns,
            rows,
            orientation,
            mode,
            order: *order,
            slant: *slant,
            lowest: 0,
            column_form,
            row_form,
            separator: separator.to_owned(),
            plain,
            four_digits,
            first_is_shifted: false,
            steps: [[(0, 0); 6]; 2],
        };
        let (column, row) = grid.printed(Cell::default());
        let first = if grid.orientation == HexOrientation::Flat { column } else { row };
        grid.first_is_shifted = (first.rem_euclid(2) == 1) == (grid.mode == OffsetHexMode::Odd);
        grid.steps = [false, true].map(|shifted| grid.steps_of(shifted));
        grid.lower_slanted_numbers();
        Ok(grid)
    }

    /// Counts slanted lines from the lowest instead of from that of the first hex.
    fn lower_slanted_numbers(&mut self) {
        let (last_column, last_row) = (i32::from(self.columns) - 1, i32::from(self.rows) - 1);
        let corner = if self.orientation == HexOrientation::Flat { (last_column, 0) } else { (0, last_row) };
        let (column, row) = self.lines(corner.0, corner.1);
        match self.orientation {
            HexOrientation::Flat => {
                self.lowest = row.min(0);
                self.row_form = self.row_form.moved(self.lowest);
            }
            HexOrientation::Pointy => {
                self.lowest = column.min(0);
                self.column_form = self.column_form.moved(self.lowest);
            }
        }
    }

    /// Returns the column and the row that the name of the hex `column` to the right of the first and `row` below it tells,
    /// both relative to the first hex: the position itself, unless lines are slanted.
    fn lines(&self, column: i32, row: i32) -> (i32, i32) {
        let sign = match self.slant {
            Slant::None => return (column, row),
            Slant::Rising => 1,
            Slant::Falling => -1,
        };
        let flat = self.orientation == HexOrientation::Flat;
        let (across, along) = if flat { (column, row) } else { (row, column) };
        // In half hexes, the distance along a line and the number of lines across are both even or both odd.
        let line = (2 * along + self.half_step(across) + sign * across) / 2;
        if flat { (column, line) } else { (line, row) }
    }

    /// Returns the position whose name tells the column `column` and the row `row`: the reverse of [`Grid::lines`].
    fn position(&self, column: i32, row: i32) -> (i32, i32) {
        let sign = match self.slant {
            Slant::None => return (column, row),
            Slant::Rising => 1,
            Slant::Falling => -1,
        };
        let flat = self.orientation == HexOrientation::Flat;
        let (across, line) = if flat { (column, row) } else { (row, column) };
        let along = (2 * line - sign * across - self.half_step(across)) / 2;
        if flat { (column, along) } else { (along, row) }
    }

    /// Returns the half hexes by which the column (flat tops) or row (pointed tops) `across` is shifted against the first.
    fn half_step(&self, across: i32) -> i32 {
        match (across.rem_euclid(2) == 1, self.first_is_shifted) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => -1,
        }
    }

    /// Returns the indexes of the name parts of `cell`, column first.
    fn indexes(&self, cell: Cell) -> [u16; 2] {
        if self.slant.is_none() {
            return [cell.column, cell.row];
        }
        let (column, row) = self.lines(cell.column.into(), cell.row.into());
        let (column, row) = match self.orientation {
            HexOrientation::Flat => (column, row - self.lowest),
            HexOrientation::Pointy => (column - self.lowest, row),
        };
        [column, row].map(|index| u16::try_from(index).unwrap_or(u16::MAX))
    }

    /// Returns the cell whose name parts have these indexes; `None` off the grid.
    fn indexed(&self, column: u16, row: u16) -> Option<Cell> {
        if self.slant.is_none() {
            return (column < self.columns && row < self.rows).then_some(Cell { column, row });
        }
        let (column, row) = match self.orientation {
            HexOrientation::Flat => (column.into(), i32::from(row) + self.lowest),
            HexOrientation::Pointy => (i32::from(column) + self.lowest, row.into()),
        };
        let (column, row) = self.position(column, row);
        let cell = Cell { column: u16::try_from(column).ok()?, row: u16::try_from(row).ok()? };
        (cell.column < self.columns && cell.row < self.rows).then_some(cell)
    }

    /// Returns the offsets (columns, rows) to the six neighbors of a cell that is `shifted`, or of a cell that is not.
    fn steps_of(&self, shifted: bool) -> [(i16, i16); 6] {
        let cells = [(0, 0), (1, 0), (0, 1)].map(|(column, row)| Cell { column, row });
        let cell = cells.into_iter().find(|cell| self.is_shifted(*cell) == shifted).unwrap_or_default();
        let from = self.hex(cell).to_offset_coordinates(self.mode, self.orientation);
        self.hex(cell).all_neighbors().map(|hex| {
            let to = hex.to_offset_coordinates(self.mode, self.orientation);
            let step = |axis: usize| i16::try_from(to[axis] - from[axis]).unwrap_or(0);
            (step(0), step(1))
        })
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// Returns the offsets to the six neighbors, by direction: first for cells with the same shift as the first cell, then for
    /// the others.
    pub(crate) fn steps_from_first(&self) -> [[(i16, i16); 6]; 2] {
        let [open, shifted] = self.steps;
        if self.first_is_shifted { [open, shifted] } else { [shifted, open] }
    }

    /// Returns the orientation of the hexes: flat or pointed tops.
    pub fn orientation(&self) -> HexOrientation {
        self.orientation
    }

    /// Returns every cell of the grid, including void ones, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Cell { column, row }))
    }

    /// Returns the printed name of `cell`.
    pub fn name(&self, cell: Cell) -> HexId {
        let [column, row] = self.parts(cell);
        self.join(column, row)
    }

    /// Returns the two parts of the name of `cell`: column first, then row, whichever of them is printed first.
    ///
    /// ```
    /// use battlewright_schema::{Cell, System, load, template};
    /// let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
    /// let grid = scenario.common().grid().unwrap();
    /// assert_eq!(grid.parts(Cell { column: 2, row: 9 }), ["03", "10"]);
    /// ```
    pub fn parts(&self, cell: Cell) -> [String; 2] {
        let [column, row] = self.indexes(cell);
        [self.column_form.write(column), self.row_form.write(row)]
    }

    /// Returns the separator between the two parts of a name; empty in most numberings.
    pub fn separator(&self) -> &str {
        &self.separator
    }

    /// Returns the cell named `name`; `None` if the grid has no such hex or the name is written in another form (`"814"` for
    /// `"0814"`).
    pub fn cell(&self, name: &HexId) -> Option<Cell> {
        self.named(name.as_str())
    }

    /// Returns the cell named `text`, like [`Grid::cell`], for a name inside a longer text.
    pub(crate) fn named(&self, text: &str) -> Option<Cell> {
        let (a, b) = match (self.four_digits, text.as_bytes()) {
            // Fast path: nearly all names are four digits. Nearly all others have only digits, too.
            (Some([a, b]), &[tens, ones, more_tens, more_ones]) => {
                (two_digits(tens, ones)?.checked_sub(a)?, two_digits(more_tens, more_ones)?.checked_sub(b)?)
            }
            (_, text) => self.named_in_parts(text)?,
        };
        let (column, row) = match self.order {
            Order::ColumnRow => (a, b),
            Order::RowColumn => (b, a),
        };
        self.indexed(column, row)
    }

    /// Returns the two parts of the name `text` in printed order, as offsets from the first column and row.
    #[inline(never)]
    fn named_in_parts(&self, text: &[u8]) -> Option<(u16, u16)> {
        if let Some([(width, a), (rest, b)]) = self.plain
            && text.len() == width + rest
        {
            let (first, second) = text.split_at_checked(width)?;
            let (a, b) = (read_few_digits(first)?.checked_sub(a)?, read_few_digits(second)?.checked_sub(b)?);
            return u16::try_from(a).ok().zip(u16::try_from(b).ok());
        }
        let (first, second) = match self.order {
            Order::ColumnRow => (self.column_form, self.row_form),
            Order::RowColumn => (self.row_form, self.column_form),
        };
        let (a, rest) = text.split_at_checked(first.end_of(text)?)?;
        let b = rest.strip_prefix(self.separator.as_bytes())?;
        Some((first.read(a)?, second.read(b)?))
    }

    /// Returns the only hex that `text` can mean if it is written in another form than the names of the grid: `"814"` for
    /// `"0814"`, `"a1"` for `"A1"`, `"8-14"` for `"0814"`; `None` if no hex or several hexes fit.
    pub(crate) fn reading(&self, text: &str) -> Option<HexId> {
        let upper = text.trim().to_ascii_uppercase();
        if let Some(cell) = self.cell(&HexId::from(upper.as_str())) {
            return Some(self.name(cell));
        }
        let runs: Vec<&str> = upper.split(|c: char| !c.is_ascii_alphanumeric()).filter(|run| !run.is_empty()).collect();
        // A run with the full number of digits is a complete name, even if no hex has it. In a shorter run, leading zeros are
        // missing, so the column may end after any digit.
        let enough = |run: &str| {
            run.bytes().all(|b| b.is_ascii_digit()) && run.len() >= self.name(Cell::default()).as_str().len()
        };
        let pairs: Vec<(&str, &str)> = match runs.as_slice() {
            [a, b] => vec![(a, b)],
            [one] if one.len() < 12 && !enough(one) => (1..one.len()).map(|at| one.split_at(at)).collect(),
            _ => return None,
        };
        let cells = pairs.into_iter().filter_map(|(a, b)| {
            let (column, row) = match self.order {
                Order::ColumnRow => (a, b),
                Order::RowColumn => (b, a),
            };
            let column = self.column_form.read_loosely(column.as_bytes())?;
            self.indexed(column, self.row_form.read_loosely(row.as_bytes())?)
        });
        let cells: std::collections::BTreeSet<Cell> = cells.collect();
        let mut cells = cells.into_iter();
        let only = cells.next().filter(|_| cells.next().is_none())?;
        Some(self.name(only))
    }

    /// Returns `true` if no two hexes share a name. Names can collide when a numbering runs out of digits.
    pub fn is_unambiguous(&self) -> bool {
        let (Some(column), Some(row)) = (self.columns.checked_sub(1), self.rows.checked_sub(1)) else { return true };
        // Slanted lines at a corner may have a number below zero.
        if self.column_form.is_negative() || self.row_form.is_negative() {
            return false;
        }
        // Names of the same length cannot collide. The highest numbers are at the corners on the right or below.
        let corners = [(column, 0), (0, row), (column, row)].map(|(column, row)| self.indexes(Cell { column, row }));
        let [highest_column, highest_row] =
            [0, 1].map(|part| corners.iter().map(|corner| corner[part]).max().unwrap_or(0));
        if self.column_form.is_even(highest_column) && self.row_form.is_even(highest_row) {
            return true;
        }
        // Names only grow longer toward two edges: to the right or left, and downward.
        let sides = (0..=row).flat_map(|row| [0, column].map(|column| Cell { column, row }));
        let below = (0..=column).map(|column| Cell { column, row });
        sides.chain(below).all(|cell| self.cell(&self.name(cell)) == Some(cell))
    }

    /// Returns the numbers printed for the column and the row of `cell`; letters count from 1.
    pub(crate) fn printed(&self, cell: Cell) -> (i32, i32) {
        self.printed_beyond(cell.column.into(), cell.row.into())
    }

    /// Returns the numbers printed for the hex `columns` to the right of the first hex and `rows` below it, even off the map.
    pub(crate) fn printed_beyond(&self, columns: i32, rows: i32) -> (i32, i32) {
        let (column, row) = self.lines(columns, rows);
        let lowest = if self.orientation == HexOrientation::Flat { (0, self.lowest) } else { (self.lowest, 0) };
        (column - lowest.0 + self.column_form.first(), row - lowest.1 + self.row_form.first())
    }

    /// Returns `true` if `cell` sits half a hex lower than the adjacent columns, or further right than the adjacent rows.
    pub(crate) fn is_shifted(&self, cell: Cell) -> bool {
        let number = if self.orientation == HexOrientation::Flat { cell.column } else { cell.row };
        (number % 2 == 1) != self.first_is_shifted
    }

    /// Returns the name of a hex `columns` to the right of the first hex and `rows` below it, even off the map; `None` if the
    /// number would be negative.
    pub(crate) fn name_beyond(&self, columns: i32, rows: i32) -> Option<HexId> {
        let (column, row) = self.printed_beyond(columns, rows);
        let column = self.column_form.beyond(column.checked_sub(self.column_form.first())?)?;
        let row = self.row_form.beyond(row.checked_sub(self.row_form.first())?)?;
        Some(self.join(column, row))
    }

    fn join(&self, column: String, row: String) -> HexId {
        let (a, b) = match self.order {
            Order::ColumnRow => (column, row),
            Order::RowColumn => (row, column),
        };
        HexId::from(format!("{a}{}{b}", self.separator))
    }

    /// Returns the axial coordinates of `cell`. They are computed from the printed numbers, so that odd and even refer to
    /// printed columns and rows.
    pub fn hex(&self, cell: Cell) -> Hex {
        let column = i32::from(cell.column) + self.column_form.first();
        let row = i32::from(cell.row) + self.row_form.first();
        Hex::from_offset_coordinates([column, row], self.mode, self.orientation)
    }

    /// Returns the cell at the axial coordinates `hex`; `None` off the grid.
    pub fn cell_at(&self, hex: Hex) -> Option<Cell> {
        let [column, row] = hex.to_offset_coordinates(self.mode, self.orientation);
        let column = u16::try_from(column.checked_sub(self.column_form.first())?).ok()?;
        let row = u16::try_from(row.checked_sub(self.row_form.first())?).ok()?;
        (column < self.columns && row < self.rows).then_some(Cell { column, row })
    }

    /// Returns the neighbors of `cell` by direction; `None` for neighbors off the grid.
    pub fn neighbors(&self, cell: Cell) -> [Option<Cell>; 6] {
        let mut neighbors = [None; 6];
        for (neighbor, (columns, rows)) in neighbors.iter_mut().zip(self.steps[usize::from(self.is_shifted(cell))]) {
            // A negative position wraps around to a number beyond the last column or row.
            let column = cell.column.wrapping_add_signed(columns);
            let row = cell.row.wrapping_add_signed(rows);
            *neighbor = (column < self.columns && row < self.rows).then_some(Cell { column, row });
        }
        neighbors
    }

    /// Returns the distance in hexes between `a` and `b`: 0 for the same hex, 1 for neighbors.
    pub fn distance(&self, a: Cell, b: Cell) -> u32 {
        self.hex(a).unsigned_distance_to(self.hex(b))
    }
}

impl<T> Map<T> {
    /// Returns `true` if the map has a hex at `cell`: it has a letter there, and the letter is not [`VOID`].
    pub fn has(&self, cell: Cell) -> bool {
        self.hexes.get(usize::from(cell.column), usize::from(cell.row)).is_some_and(|letter| letter != VOID)
    }

    /// Returns `true` if `cell` is a hex at the edge of the map: at least one neighbor is off the map or void.
    pub fn is_edge(&self, grid: &Grid, cell: Cell) -> bool {
        self.has(cell) && grid.neighbors(cell).iter().any(|n| n.is_none_or(|n| !self.has(n)))
    }
}

#[cfg(test)]
mod tests;
