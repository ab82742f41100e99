//! Numbering schemes of printed maps, and the lattice of their hexes.

use battlewright_schema::{Cell, Grid, HexId, HexRows, Map, MapFrame, Numbering, Order, Orientation, Parity, Slant};
use hexx::{HexLayout, HexOrientation};

use super::affine::Point;

/// The maximum number of columns or rows that the numbers of a printed map can count.
const MOST: u16 = 9999;

/// A numbering scheme: the properties in which maps with similar labels can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// The orientation of the hexes.
    pub orientation: Orientation,
    /// The part of a label that is the column.
    pub order: Order,
    /// The parity of the columns that are lower, or of the rows that are further right.
    pub shifted: Parity,
    /// The direction of the lines of hexes with the same number.
    pub slant: Slant,
}

impl Scheme {
    /// Returns all schemes; those with straight lines come first.
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for slant in [Slant::None, Slant::Rising, Slant::Falling] {
            for order in [Order::ColumnRow, Order::RowColumn] {
                for orientation in [Orientation::Flat, Orientation::Pointy] {
                    for shifted in [Parity::Odd, Parity::Even] {
                        all.push(Self { orientation, order, shifted, slant });
                    }
                }
            }
        }
        all
    }

    /// Returns the scheme of a map.
    pub fn of(frame: MapFrame<'_>) -> Self {
        let shifted = match frame.orientation {
            Orientation::Flat => frame.lower_columns,
            Orientation::Pointy => frame.right_rows,
        };
        let Numbering { order, slant, .. } = *frame.numbering;
        Self { orientation: frame.orientation, order, shifted: shifted.unwrap_or_default(), slant }
    }

    /// Returns the grid with `first` as its top left hex, or `None` if hexes cannot be named that way.
    pub fn grid(self, first: &HexId, (columns, rows): (u16, u16)) -> Option<Grid> {
        let (lower, right) = self.shifts();
        let map: Map<()> = Map {
            orientation: self.orientation,
            lower_columns: lower,
            right_rows: right,
            columns,
            rows,
            numbering: Numbering { first: first.clone(), order: self.order, slant: self.slant },
            hex_metres: None,
            hexes: HexRows::default(),
            levels: None,
            terrain: indexmap::IndexMap::new(),
            scan: None,
        };
        Grid::new(&map).ok()
    }

    /// Returns the shift as the file stores it: the parity of the lower columns, and that of the rows further right.
    pub fn shifts(self) -> (Option<Parity>, Option<Parity>) {
        match self.orientation {
            Orientation::Flat => (Some(self.shifted), None),
            Orientation::Pointy => (None, Some(self.shifted)),
        }
    }
}

/// Returns the position of the center of `cell` in columns and rows from that of the top left hex. A shifted hex is
/// half a step further.
pub fn lattice(grid: &Grid, cell: Cell) -> Point {
    let layout = HexLayout::new(grid.orientation());
    let at = layout.hex_to_world_pos(grid.hex(cell)) - layout.hex_to_world_pos(grid.hex(Cell::default()));
    let (column, row) = (f64::from(cell.column), f64::from(cell.row));
    let half = |steps: f32| (f64::from(steps) * 2.0).round() / 2.0;
    match grid.orientation() {
        HexOrientation::Flat => [column, half(at.y / 3_f32.sqrt())],
        HexOrientation::Pointy => [half(at.x / 3_f32.sqrt()), row],
    }
}

/// Returns the corners of a hex relative to its center, in steps of the lattice.
pub fn corners(orientation: HexOrientation) -> [Point; 6] {
    let flat = [[2.0, 0.0], [1.0, 1.5], [-1.0, 1.5], [-2.0, 0.0], [-1.0, -1.5], [1.0, -1.5]];
    flat.map(|[u, v]| match orientation {
        HexOrientation::Flat => [u / 3.0, v / 3.0],
        HexOrientation::Pointy => [v / 3.0, u / 3.0],
    })
}

/// Returns the lengths of the two steps of the lattice if the centers of adjacent hexes are at distance 1.
pub fn even(orientation: Orientation) -> Point {
    let near = 0.75_f64.sqrt();
    match orientation {
        Orientation::Flat => [near, 1.0],
        Orientation::Pointy => [1.0, near],
    }
}

/// Returns the cell whose center is nearest to `point` of the lattice.
pub fn nearest(grid: &Grid, orientation: Orientation, point: Point) -> Option<Cell> {
    let [du, dv] = even(orientation);
    let far = |cell: &Cell| {
        let at = lattice(grid, *cell);
        ((at[0] - point[0]) * du).hypot((at[1] - point[1]) * dv)
    };
    let around = |at: f64, count: u16| {
        let at = at.floor().clamp(-2.0, f64::from(MOST) + 2.0);
        (-1..=2_i16).filter_map(move |by| index(at + f64::from(by)).filter(|n| *n < count))
    };
    let cells = around(point[0], grid.columns())
        .flat_map(|column| around(point[1], grid.rows()).map(move |row| Cell { column, row }));
    cells.min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// Returns `number` as an index if it is in the range of a map.
fn index(number: f64) -> Option<u16> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be in 0..=MOST")]
    let whole = || number as u16;
    (0.0..=f64::from(MOST)).contains(&number).then(whole)
}

/// The common format of a set of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// The label of the hex with the numbers zero and zero.
    zero: HexId,
    /// `true` for each of the two parts that consists of letters, which have no zero.
    letters: [bool; 2],
}

impl Labels {
    /// Determines the common format of `labels`.
    ///
    /// # Errors
    /// Returns the index of the first label that does not have the format of the others.
    pub fn new(labels: &[HexId]) -> Result<Self, usize> {
        let mut parts: Option<Vec<LabelPart>> = None;
        for (n, label) in labels.iter().enumerate() {
            let found = split(label.as_str()).ok_or(n)?;
            parts = Some(match parts {
                None => found,
                Some(known) => join(known, &found).ok_or(n)?,
            });
        }
        let parts = parts.ok_or(0_usize)?;
        let zero: String = parts.iter().map(LabelPart::zero).collect();
        let letters: Vec<bool> = parts
            .iter()
            .filter(|part| !matches!(part, LabelPart::Between(_)))
            .map(|part| matches!(part, LabelPart::Letters))
            .collect();
        let letters = match letters.as_slice() {
            [a, b] => [*a, *b],
            _ => [false, false],
        };
        Ok(Self { zero: HexId::from(zero), letters })
    }

    /// Returns the largest grid whose labels have this format under `scheme`.
    pub fn grid(&self, scheme: Scheme) -> Option<Grid> {
        scheme.grid(&self.zero, (MOST, MOST))
    }

    /// Returns `true` for columns and for rows if `scheme` counts them by letters.
    pub fn letters(&self, scheme: Scheme) -> [bool; 2] {
        let [a, b] = self.letters;
        match scheme.order {
            Order::ColumnRow => [a, b],
            Order::RowColumn => [b, a],
        }
    }
}

/// A part of a label.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LabelPart {
    /// A number with at least this many digits.
    Digits(usize),
    /// Letters.
    Letters,
    /// The separator between the two numbers.
    Between(String),
}

impl LabelPart {
    fn zero(&self) -> String {
        match self {
            Self::Digits(count) => "0".repeat(*count),
            Self::Letters => "A".to_owned(),
            Self::Between(text) => text.clone(),
        }
    }
}

/// Splits a label into its parts. Returns `None` if it does not have the form of a hex number.
fn split(label: &str) -> Option<Vec<LabelPart>> {
    let class = |c: char| (c.is_ascii_digit(), c.is_ascii_uppercase());
    let mut runs: Vec<String> = Vec::new();
    for c in label.chars() {
        match runs.last_mut() {
            Some(run) if run.chars().last().is_some_and(|last| class(last) == class(c)) => run.push(c),
            _ => runs.push(c.to_string()),
        }
    }
    let part = |run: &String| match run.chars().next().map(class) {
        Some((true, _)) => LabelPart::Digits(run.len()),
        Some((_, true)) => LabelPart::Letters,
        _ => LabelPart::Between(run.clone()),
    };
    let parts: Vec<LabelPart> = runs.iter().map(part).collect();
    let is_number = |part: &LabelPart| !matches!(part, LabelPart::Between(_));
    match parts.as_slice() {
        [LabelPart::Digits(count)] if count % 2 == 0 => Some(parts),
        [a, b] if is_number(a) && is_number(b) => Some(parts),
        [a, LabelPart::Between(_), b] if is_number(a) && is_number(b) => Some(parts),
        _ => None,
    }
}

/// Returns the format that both labels have, or `None` if they differ.
fn join(a: Vec<LabelPart>, b: &[LabelPart]) -> Option<Vec<LabelPart>> {
    let alone = a.len() == 1;
    if a.len() != b.len() {
        return None;
    }
    a.into_iter()
        .zip(b)
        .map(|parts| match parts {
            (LabelPart::Digits(a), LabelPart::Digits(b)) if !alone || a == *b => Some(LabelPart::Digits(a.min(*b))),
            (a, b) => (a == *b && !matches!(a, LabelPart::Digits(_))).then_some(a),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(list: &[&str]) -> Result<Labels, usize> {
        Labels::new(&list.iter().map(|label| HexId::from(*label)).collect::<Vec<_>>())
    }

    #[test]
    fn labels_of_one_form_are_read_by_a_grid() {
        let scheme = Scheme::all()[0];
        for list in [&["0101", "2014"][..], &["000000", "110203"], &["A1", "AB12"], &["8.14", "10.3"], &["1A", "14C"]] {
            let grid = labels(list).unwrap().grid(scheme).unwrap();
            for label in list {
                assert!(grid.cell(&HexId::from(*label)).is_some(), "{label}");
            }
        }
        for (list, wrong) in [(&["0101", "101"][..], 1), (&["", "0101"], 0), (&["0101", "A1"], 1), (&["1.1", "1-1"], 1)]
        {
            assert_eq!(labels(list), Err(wrong), "{list:?}");
        }
        assert_eq!(labels(&[]), Err(0));
    }

    #[test]
    fn the_lattice_is_where_hexes_lie() {
        for scheme in Scheme::all() {
            let grid = scheme.grid(&"0101".into(), (12, 9)).unwrap();
            let even = even(scheme.orientation);
            for cell in grid.cells() {
                let at = lattice(&grid, cell);
                for neighbor in grid.neighbors(cell).into_iter().flatten() {
                    let to = lattice(&grid, neighbor);
                    let step = ((to[0] - at[0]) * even[0]).hypot((to[1] - at[1]) * even[1]);
                    assert!((step - 1.0).abs() < 1e-6, "neighbors are a step apart");
                }
                for way in corners(grid.orientation()) {
                    let inside = [at[0] + way[0] * 0.95, at[1] + way[1] * 0.95];
                    assert_eq!(nearest(&grid, scheme.orientation, inside), Some(cell));
                }
            }
        }
    }
}
