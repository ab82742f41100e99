//! Changes of the shape and the numbering of a map, without losses.

use std::fmt;

use super::Turn;
use crate::{HexId, MapFrame, Order, Orientation, Parity, Slant, Tabletop};

/// A change of the map by an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapChange {
    /// A change of the number of columns and rows.
    Size {
        /// The columns and rows before.
        from: (u16, u16),
        /// The columns and rows after.
        to: (u16, u16),
    },
    /// A change to this orientation of the hexes.
    Orientation(Orientation),
    /// A change of the columns that are half a hex lower, to the odd or the even ones.
    LowerColumns(Parity),
    /// A change of the rows that are half a hex further right, to the odd or the even ones.
    RightRows(Parity),
    /// A change of the first hex's name.
    First {
        /// The name before.
        from: HexId,
        /// The name after.
        to: HexId,
    },
    /// A change of the part of a hex number that comes first.
    Order(Order),
    /// A change of the direction of lines with the same number.
    Slant(Slant),
    /// A change of the names of hexes.
    Renamed {
        /// The number of renamed hexes.
        hexes: usize,
        /// The old name of one of these hexes, as an example.
        from: HexId,
        /// The new name of the same hex.
        to: HexId,
    },
    /// A change of the size of the table.
    Table {
        /// The table before.
        from: Tabletop,
        /// The table after.
        to: Tabletop,
    },
    /// A turn or a reflection of the table.
    Turned(Turn),
    /// A move of everything on the table, in inches to the right and down.
    Moved([i32; 2]),
    /// The number of new hexes.
    Come(usize),
    /// The number of hexes that fall off the map.
    Gone(usize),
}

/// Returns the differences between two maps in size, orientation and numbering.
pub(super) fn of_frame(old: MapFrame<'_>, new: MapFrame<'_>, from: (u16, u16), to: (u16, u16)) -> Vec<MapChange> {
    let mut changes = Vec::new();
    if from != to {
        changes.push(MapChange::Size { from, to });
    }
    if old.orientation != new.orientation {
        changes.push(MapChange::Orientation(new.orientation));
    }
    let is_new = |old: Option<Parity>, new: Option<Parity>| old.unwrap_or_default() != new.unwrap_or_default();
    let turned = old.orientation != new.orientation;
    match new.orientation {
        Orientation::Flat if turned || is_new(old.lower_columns, new.lower_columns) => {
            changes.push(MapChange::LowerColumns(new.lower_columns.unwrap_or_default()));
        }
        Orientation::Pointy if turned || is_new(old.right_rows, new.right_rows) => {
            changes.push(MapChange::RightRows(new.right_rows.unwrap_or_default()));
        }
        _ => {}
    }
    if old.numbering.first != new.numbering.first {
        changes.push(MapChange::First { from: old.numbering.first.clone(), to: new.numbering.first.clone() });
    }
    if old.numbering.order != new.numbering.order {
        changes.push(MapChange::Order(new.numbering.order));
    }
    if old.numbering.slant != new.numbering.slant {
        changes.push(MapChange::Slant(new.numbering.slant));
    }
    changes
}

impl fmt::Display for MapChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parity = |parity: &Parity| if *parity == Parity::Odd { "odd" } else { "even" };
        match self {
            Self::Size { from, to } => {
                let [columns, rows] =
                    [crate::words::counted(to.0.into(), "column"), crate::words::counted(to.1.into(), "row")];
                write!(f, "Map size: {columns} and {rows} (was {} and {})", from.0, from.1)
            }
            Self::Orientation(Orientation::Flat) => f.write_str("Flat tops"),
            Self::Orientation(Orientation::Pointy) => f.write_str("Pointed tops"),
            Self::LowerColumns(which) => write!(f, "The {} columns are half a hex lower", parity(which)),
            Self::RightRows(which) => write!(f, "The {} rows are half a hex further right", parity(which)),
            Self::First { from, to } => write!(f, "First hex: {to} (was {from})"),
            Self::Order(Order::ColumnRow) => f.write_str("Hex numbers: column first"),
            Self::Order(Order::RowColumn) => f.write_str("Hex numbers: row first"),
            Self::Slant(Slant::None) => f.write_str("Hex numbers: straight lines"),
            Self::Slant(Slant::Rising) => f.write_str("Hex numbers: lines rise to the right"),
            Self::Slant(Slant::Falling) => f.write_str("Hex numbers: lines fall to the right"),
            Self::Renamed { hexes, from, to } => {
                write!(f, "{} other names: {from} becomes {to}", counted(*hexes, "hex gets", "hexes get"))
            }
            Self::Table { from, to } => write!(f, "Table: {to} (was {from})"),
            Self::Turned(turn) => f.write_str(turn.name()),
            Self::Moved([right, down]) => {
                let across =
                    (*right != 0).then(|| format!("{}\" {}", right.abs(), if *right > 0 { "right" } else { "left" }));
                let along = (*down != 0).then(|| format!("{}\" {}", down.abs(), if *down > 0 { "down" } else { "up" }));
                let ways: Vec<String> = across.into_iter().chain(along).collect();
                write!(f, "Everything on the table moves {}", ways.join(" and "))
            }
            Self::Come(hexes) => f.write_str(&counted(*hexes, "hex is new", "hexes are new")),
            Self::Gone(hexes) => {
                f.write_str(&counted(*hexes, "hex is removed from the map", "hexes are removed from the map"))
            }
        }
    }
}

/// Returns `count` and the singular or plural text.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
