//! The parts of the ground by which places are counted: the hexes of a map, or the square inches of a table.

use battlewright_engine::show::Place;
use battlewright_schema::{Cell, Ground, Inches, Scenario};
use serde::Serialize;

/// A kind of part of the ground by which places are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroundPart {
    /// A hex of a map.
    Hex,
    /// A square inch of a table.
    SquareInch,
}

impl GroundPart {
    /// Returns the parts of the ground of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        if scenario.common().table().is_some() { Self::SquareInch } else { Self::Hex }
    }

    /// Returns the name of one part, such as `"hex"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hex => "hex",
            Self::SquareInch => "square inch",
        }
    }

    /// Returns the name of several parts, such as `"hexes"`.
    pub fn names(self) -> &'static str {
        match self {
            Self::Hex => "hexes",
            Self::SquareInch => "square inches",
        }
    }

    /// Returns the name of the steps by which units move that are counted: hexes entered, or moves.
    pub fn steps(self) -> &'static str {
        match self {
            Self::Hex => "hexes",
            Self::SquareInch => "moves",
        }
    }
}

/// Returns the column and the row, from 0, of the hex or the square inch of a place.
pub(crate) fn part_at(place: Place) -> (u16, u16) {
    let whole = |thousandths: i32| u16::try_from((thousandths / Inches::PER_INCH).max(0)).unwrap_or(u16::MAX);
    match place {
        Place::Hex(cell) => (cell.column, cell.row),
        Place::At(point) => (whole(point.x), whole(point.y)),
    }
}

/// Returns the hex in a column and row of a map, or the upper left corner of the square inch there. The right and the lower edge of
/// a table belong to the squares inside of them.
pub(crate) fn place_of((column, row): (u16, u16), ground: &Ground) -> Place {
    match ground {
        Ground::Hexes(_) => Place::Hex(Cell { column, row }),
        Ground::Table(table) => {
            let inside = |number: u16, size: u16| number.min(size.saturating_sub(1));
            Place::At(Inches::whole(inside(column, table.width), inside(row, table.depth)))
        }
    }
}

/// Returns the number of a hex, or the inches of a point of a table from its left and upper edge.
pub(crate) fn name_of(place: Place, ground: &Ground) -> String {
    match (place, ground) {
        (Place::Hex(cell), Ground::Hexes(grid)) => grid.name(cell).to_string(),
        (Place::Hex(cell), Ground::Table(_)) => format!("{}, {}", cell.column, cell.row),
        (Place::At(point), _) => point.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battlewright_schema::Tabletop;

    #[test]
    fn points_of_a_table_are_counted_by_square_inch() {
        let table = Ground::Table(Tabletop { width: 24, depth: 20 });
        let counted = |x, y| {
            let place = place_of(part_at(Place::At(Inches { x, y })), &table);
            name_of(place, &table)
        };
        assert_eq!(counted(12_999, 5_000), "12\", 5\"");
        assert_eq!(counted(24_000, 20_000), "23\", 19\"", "the edges belong to the table");
        assert_eq!(counted(-1, 0), "0\", 0\"");
    }
}
