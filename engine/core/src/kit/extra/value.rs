//! The values of a game as numbers of expressions.

use crate::game::Side;
use crate::kit::hex_map::HexIx;

/// Returns `side` as expressions number sides.
#[inline]
pub fn side_value(side: Side) -> i32 {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// Returns the side with the number `value` of expressions.
#[inline]
pub fn side_of_value(value: i32) -> Side {
    if value == 1 { Side::Second } else { Side::First }
}

/// Returns an index of a list, such as that of a unit, as expressions number it.
#[inline]
pub fn index_value(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(-1)
}

/// Returns `hex` as expressions number hexes; `None` is nothing.
#[inline]
pub fn hex_value(hex: impl Into<Option<HexIx>>) -> i32 {
    hex.into().map_or(-1, |hex| index_value(hex.index()))
}
