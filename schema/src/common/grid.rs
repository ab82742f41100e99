//! Hex names and hex geometry: hexes, their names and their neighbors.
//!
//! A [`Grid`] turns printed names into [`Cell`]s (column and row from 0), and cells into
//! [`hexx::Hex`] coordinates, on which all geometry is done.

use hexx::{Hex, HexOrientation, OffsetHexMode};
use serde::{Deserialize, Serialize};

use super::map::{Map, Numbering, Order, Orientation, Parity, VOID};
use super::view::{MapFrame, frame_of};
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
    column_form: NamePartForm,
    row_form: NamePartForm,
    separator: String,
    /// The number of digits, at most nine, of the first and the second part of a name, and what they count from, if
    /// names are
    /// nothing else.
    plain: Option<[(usize, u32); 2]>,
    /// The numbers that they count from if they have two digits each.
    four_digits: Option<[u16; 2]>,
    /// `true` if the first column, or on maps with pointed tops the first row, is a shifted one.
    first_is_shifted: bool,
    /// The steps in columns and rows to the six neighbors, of cells that are not shifted and of those that are.
    steps: [[(i16, i16); 6]; 2],
}

/// The form of one part of a hex's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NamePartForm {
    /// A number from `first`, zero-padded to `width` digits.
    Digits { first: u32, width: usize },
    /// A, B … Z, AA, BB-style maps are rare; AB follows AA as in a spreadsheet. `first` is 0 for A.
    Letters { first: u32 },
}

/// Why a numbering is unusable.
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
    /// The grid of `map`.
    ///
    /// # Errors
    /// When the name of the first hex has no known form.
    pub fn new<T>(map: &Map<T>) -> Result<Self, NumberingProblem> {
        Self::of(frame_of(map), map.columns, map.rows)
    }

    /// The grid of `columns` by `rows` hexes that stand and are numbered as `frame` says.
    ///
    /// # Errors
    /// When the name of the first hex has no known form.
    pub fn of(frame: MapFrame<'_>, columns: u16, rows: u16) -> Result<Self, NumberingProblem> {
        let Numbering { first, order } = frame.numbering;
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
            ) => Some([(width, a), (rest, b)]),
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
        Ok(grid)
    }

    /// The steps in columns and rows to the neighbors of cells that are `shifted` or not.
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

    /// The number of columns.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// The number of rows.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// The steps in columns and rows to the neighbors, by direction, of cells that are not shifted as the first is and
    /// of those that are.
    pub(crate) fn steps_from_first(&self) -> [[(i16, i16); 6]; 2] {
        let [open, shifted] = self.steps;
        if self.first_is_shifted { [open, shifted] } else { [shifted, open] }
    }

    /// The way in which the hexes stand.
    pub fn orientation(&self) -> HexOrientation {
        self.orientation
    }

    /// Every cell, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Cell { column, row }))
    }

    /// The printed name of `cell`.
    pub fn name(&self, cell: Cell) -> HexId {
        let [column, row] = self.parts(cell);
        self.join(column, row)
    }

    /// The two parts of the name of `cell`, its column and its row, whichever of them is printed first.
    ///
    /// ```
    /// use battlewright_schema::{Cell, System, load, template};
    /// let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
    /// let grid = scenario.common().grid().unwrap();
    /// assert_eq!(grid.parts(Cell { column: 2, row: 9 }), ["03", "10"]);
    /// ```
    pub fn parts(&self, cell: Cell) -> [String; 2] {
        [self.column_form.write(cell.column), self.row_form.write(cell.row)]
    }

    /// The text between the two parts of a name, often nothing.
    pub fn separator(&self) -> &str {
        &self.separator
    }

    /// The cell that `name` means; `None` if the map has no such hex or the name is written in
    /// another form (`"814"` for `"0814"`).
    pub fn cell(&self, name: &HexId) -> Option<Cell> {
        self.named(name.as_str())
    }

    /// The same for a name that is part of a longer text.
    pub(crate) fn named(&self, text: &str) -> Option<Cell> {
        let (a, b) = match (self.four_digits, text.as_bytes()) {
            // Nearly all names are four digits, and nearly all others so many of them and nothing else.
            (Some([a, b]), &[tens, ones, more_tens, more_ones]) => {
                (two_digits(tens, ones)?.checked_sub(a)?, two_digits(more_tens, more_ones)?.checked_sub(b)?)
            }
            (_, text) => self.named_in_parts(text)?,
        };
        let (column, row) = match self.order {
            Order::ColumnRow => (a, b),
            Order::RowColumn => (b, a),
        };
        (column < self.columns && row < self.rows).then_some(Cell { column, row })
    }

    /// The two parts of the name `text`, as numbers from 0.
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

    /// The only hex that `text` can mean if it is written in another form than the grid's: `"814"` for
    /// `"0814"`, `"a1"` for `"A1"`, `"8-14"` for `"0814"`.
    pub(crate) fn reading(&self, text: &str) -> Option<HexId> {
        let upper = text.trim().to_ascii_uppercase();
        if let Some(cell) = self.cell(&HexId::from(upper.as_str())) {
            return Some(self.name(cell));
        }
        let runs: Vec<&str> = upper.split(|c: char| !c.is_ascii_alphanumeric()).filter(|run| !run.is_empty()).collect();
        // Digits that are enough for a name are one, though of no hex. Where zeros were left out, column and row may
        // part anywhere.
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
            let cell = Cell {
                column: self.column_form.read_loosely(column.as_bytes())?,
                row: self.row_form.read_loosely(row.as_bytes())?,
            };
            (cell.column < self.columns && cell.row < self.rows).then_some(cell)
        });
        let cells: std::collections::BTreeSet<Cell> = cells.collect();
        let mut cells = cells.into_iter();
        let only = cells.next().filter(|_| cells.next().is_none())?;
        Some(self.name(only))
    }

    /// Returns `true` if every hex has a name that means it and no other: a numbering may run out of digits.
    pub fn is_unambiguous(&self) -> bool {
        let (Some(column), Some(row)) = (self.columns.checked_sub(1), self.rows.checked_sub(1)) else { return true };
        // Names of one length are in nobody's way.
        if self.column_form.is_even(column) && self.row_form.is_even(row) {
            return true;
        }
        // Names grow longer to the right and downward, so that trouble shows at the last column and row.
        let right = (0..=row).map(|row| Cell { column, row });
        let below = (0..=column).map(|column| Cell { column, row });
        right.chain(below).all(|cell| self.cell(&self.name(cell)) == Some(cell))
    }

    /// The numbers printed for the column and the row of `cell`; letters count from 1.
    pub(crate) fn printed(&self, cell: Cell) -> (i32, i32) {
        (i32::from(cell.column) + self.column_form.first(), i32::from(cell.row) + self.row_form.first())
    }

    /// Returns `true` if `cell` sits half a hex lower than the next columns, or further right than the next rows.
    pub(crate) fn is_shifted(&self, cell: Cell) -> bool {
        let number = if self.orientation == HexOrientation::Flat { cell.column } else { cell.row };
        (number % 2 == 1) != self.first_is_shifted
    }

    /// The name that a hex `columns` to the right and `rows` below the first one would have;
    /// `None` if there is no number for it.
    pub(crate) fn name_beyond(&self, columns: i32, rows: i32) -> Option<HexId> {
        let column = self.column_form.beyond(columns)?;
        let row = self.row_form.beyond(rows)?;
        Some(self.join(column, row))
    }

    fn join(&self, column: String, row: String) -> HexId {
        let (a, b) = match self.order {
            Order::ColumnRow => (column, row),
            Order::RowColumn => (row, column),
        };
        HexId::from(format!("{a}{}{b}", self.separator))
    }

    /// The axial coordinates of `cell`: columns and rows by printed number, so that parity is the
    /// printed parity.
    pub fn hex(&self, cell: Cell) -> Hex {
        let column = i32::from(cell.column) + self.column_form.first();
        let row = i32::from(cell.row) + self.row_form.first();
        Hex::from_offset_coordinates([column, row], self.mode, self.orientation)
    }

    /// The cell at axial coordinates `hex`, if it is on the grid.
    pub fn cell_at(&self, hex: Hex) -> Option<Cell> {
        let [column, row] = hex.to_offset_coordinates(self.mode, self.orientation);
        let column = u16::try_from(column.checked_sub(self.column_form.first())?).ok()?;
        let row = u16::try_from(row.checked_sub(self.row_form.first())?).ok()?;
        (column < self.columns && row < self.rows).then_some(Cell { column, row })
    }

    /// The neighbors of `cell` on the grid, by direction; `None` off the grid.
    pub fn neighbors(&self, cell: Cell) -> [Option<Cell>; 6] {
        let mut neighbors = [None; 6];
        for (neighbor, (columns, rows)) in neighbors.iter_mut().zip(self.steps[usize::from(self.is_shifted(cell))]) {
            // Before the first comes the greatest number, which is beyond the last.
            let column = cell.column.wrapping_add_signed(columns);
            let row = cell.row.wrapping_add_signed(rows);
            *neighbor = (column < self.columns && row < self.rows).then_some(Cell { column, row });
        }
        neighbors
    }

    /// The distance in hexes between `a` and `b`: 0 for the same hex, 1 for neighbors.
    pub fn distance(&self, a: Cell, b: Cell) -> u32 {
        self.hex(a).unsigned_distance_to(self.hex(b))
    }
}

impl<T> Map<T> {
    /// Returns `true` if the map has a hex at `cell`: on the grid, in a row that is long enough, not void.
    pub fn has(&self, cell: Cell) -> bool {
        self.hexes.get(usize::from(cell.column), usize::from(cell.row)).is_some_and(|letter| letter != VOID)
    }

    /// Returns `true` if `cell` is a hex at the edge of the map: a neighbor is missing.
    pub fn is_edge(&self, grid: &Grid, cell: Cell) -> bool {
        self.has(cell) && grid.neighbors(cell).iter().any(|n| n.is_none_or(|n| !self.has(n)))
    }
}

impl NamePartForm {
    fn of_first(text: &str) -> Result<Self, NumberingProblem> {
        if text.bytes().all(|b| b.is_ascii_digit()) {
            if text.len() > 5 {
                return Err(NumberingProblem::TooLarge);
            }
            let first = text.parse().map_err(|_| NumberingProblem::UnknownForm)?;
            Ok(Self::Digits { first, width: text.len() })
        } else {
            let first = read_letters(text.as_bytes()).ok_or(NumberingProblem::UnknownForm)?;
            if first > 99_999 { Err(NumberingProblem::TooLarge) } else { Ok(Self::Letters { first }) }
        }
    }

    /// The number of the first column or row; letters count from 1, as A is the first column.
    fn first(self) -> i32 {
        match self {
            Self::Digits { first, .. } => i32::try_from(first).unwrap_or(i32::MAX),
            Self::Letters { first } => i32::try_from(first + 1).unwrap_or(i32::MAX),
        }
    }

    fn write(self, index: u16) -> String {
        match self {
            Self::Digits { first, width } => format!("{:0width$}", first + u32::from(index)),
            Self::Letters { first } => write_letters(first + u32::from(index)),
        }
    }

    /// Returns `true` if the last column or row is written with as many digits as the first.
    fn is_even(self, last: u16) -> bool {
        match self {
            Self::Digits { first, width } => (first + u32::from(last)).checked_ilog10().unwrap_or(0) < width as u32,
            Self::Letters { .. } => false,
        }
    }

    /// The column or row `steps` after the first, or before it.
    fn beyond(self, steps: i32) -> Option<String> {
        let first = |first: u32| first.checked_add_signed(steps);
        Some(
            match self {
                Self::Digits { first: number, width } => Self::Digits { first: first(number)?, width },
                Self::Letters { first: number } => Self::Letters { first: first(number)? },
            }
            .write(0),
        )
    }

    /// The column or row that is written so, and in no other way.
    fn read(self, text: &[u8]) -> Option<u16> {
        let is_usual = match self {
            Self::Digits { width, .. } => text.len() == width || (text.len() > width && text.first() != Some(&b'0')),
            Self::Letters { .. } => true,
        };
        if is_usual { self.read_loosely(text) } else { None }
    }

    /// The column or row that `text` is the number of, with as many zeros as it likes.
    fn read_loosely(self, text: &[u8]) -> Option<u16> {
        let (number, first) = match self {
            Self::Digits { first, .. } => (read_digits(text)?, first),
            Self::Letters { first } => (read_letters(text)?, first),
        };
        u16::try_from(number.checked_sub(first)?).ok()
    }

    /// The end of this part if `text` begins with it: letters run as far as they go; digits have
    /// their width (the second half of all-digit names may be longer) unless a separator follows.
    fn end_of(self, text: &[u8]) -> Option<usize> {
        match self {
            Self::Letters { .. } => text.iter().position(|byte| !byte.is_ascii_uppercase()),
            Self::Digits { width, .. } => {
                let digits = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
                Some(if digits == text.len() { width.max(digits / 2).min(digits) } else { digits })
            }
        }
    }
}

/// The two parts of a hex's name and what separates them.
fn split_label(text: &str) -> Option<(&str, &str, &str)> {
    let all_digits = text.bytes().all(|b| b.is_ascii_digit());
    if all_digits {
        if text.is_empty() || text.len() % 2 == 1 {
            return None;
        }
        let (a, b) = text.split_at(text.len() / 2);
        return Some((a, "", b));
    }
    let is_letter = |c: char| c.is_ascii_uppercase();
    let is_digit = |c: char| c.is_ascii_digit();
    let first_end =
        if text.starts_with(is_digit) { text.find(|c| !is_digit(c))? } else { text.find(|c| !is_letter(c))? };
    let (a, rest) = text.split_at_checked(first_end)?;
    let separator_end = rest.find(|c| is_digit(c) || is_letter(c))?;
    let (separator, b) = rest.split_at_checked(separator_end)?;
    let uniform = b.bytes().all(|c| c.is_ascii_digit()) || b.bytes().all(|c| c.is_ascii_uppercase());
    (!a.is_empty() && uniform).then_some((a, separator, b))
}

/// The number that two digits are.
fn two_digits(tens: u8, ones: u8) -> Option<u16> {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    (tens <= 9 && ones <= 9).then(|| u16::from(10 * tens + ones))
}

/// A number of at most nine digits.
fn read_few_digits(text: &[u8]) -> Option<u32> {
    text.iter().try_fold(0, |number, byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit <= 9).then(|| 10 * number + u32::from(digit))
    })
}

/// A number without a sign.
fn read_digits(text: &[u8]) -> Option<u32> {
    let mut number = 0_u32;
    for byte in text {
        let digit = u32::from(byte.wrapping_sub(b'0'));
        if digit > 9 {
            return None;
        }
        // No number is as great as that, and what is greater stays so.
        number = number.min(1 << 24) * 10 + digit;
    }
    (!text.is_empty()).then_some(number)
}

/// A is 0, Z is 25, AA is 26.
fn read_letters(text: &[u8]) -> Option<u32> {
    if text.is_empty() || text.len() > 4 {
        return None;
    }
    let mut number = 0_u32;
    for letter in text {
        if !letter.is_ascii_uppercase() {
            return None;
        }
        number = number * 26 + u32::from(letter - b'A') + 1;
    }
    Some(number - 1)
}

fn write_letters(number: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = number + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or(0)));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests;
