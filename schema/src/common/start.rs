//! The starting positions of counters.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::table_position::TablePosition;
use super::tabletop::Inches;
use crate::id::{EntryId, HexId, ZoneId};

/// The starting position of a counter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Start {
    /// None: the file gives neither a hex nor an entry nor a zone.
    #[default]
    Nowhere,
    /// In this hex.
    At(HexId),
    /// On the table.
    OnTable(TablePosition),
    /// Off the map, as a reinforcement.
    Enters {
        /// The turn of entry, from 1.
        turn: u8,
        /// The entry by which the counter comes on.
        at: EntryId,
        /// The place in the column of the same turn and entry, in systems with columns.
        column: MarchColumn,
    },
    /// In any hex of this setup zone, at the choice of the side.
    Zone(ZoneId),
}

/// The march of a reinforcement: its place in the column of its turn and entry, and its way on a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarchColumn {
    /// `true` if the owner may choose the order of the units in the column.
    pub any_order: bool,
    /// The position in the column, from 1; `None` for the order of the file.
    pub position: Option<u8>,
    /// The group that it changes its turn or entry with, in systems whose files name such groups.
    #[serde(default)]
    pub group: Option<SmolStr>,
    /// The point of the table to which it marches; `None` for no point in particular, and in systems with hexes.
    #[serde(default)]
    pub toward: Option<Inches>,
    /// The least die with which it comes on; `None` if it comes for certain.
    #[serde(default)]
    pub least_die: Option<u8>,
}
