//! Fortifications and the front line, as map views need them.

use super::edge::MapEdge;
use crate::id::HexId;

/// Fortifications of one kind, such as trenches, within the hexes that they protect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FortificationView<'a> {
    /// The name of the list of its row in the file.
    pub list: &'static str,
    /// The name of the kind.
    pub name: &'static str,
    /// The name of these fortifications alone, if the designer gave them one.
    pub own_name: Option<&'a str>,
    /// The number of lines in which they are drawn: more for stronger ones.
    pub lines: u8,
    /// The hexes.
    pub hexes: &'a [HexId],
}

/// The front line at the start of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontView<'a> {
    /// The foremost hexes of the side that holds the line.
    pub hexes: &'a [HexId],
    /// The edge of the map behind this side.
    pub edge: MapEdge,
}
