//! Entries and exits of the map.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::id::{EntryId, ExitId, HexId, SideId};

/// `[[entry]]`: map-edge hexes where the reinforcements of a side enter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The letter or name printed on the map and on the counters, such as `"C"`.
    pub id: EntryId,
    /// The side that may use it.
    pub side: SideId,
    /// Its hexes at the edge of the map; a unit enters by any of them, such as `["1914"]`.
    #[schemars(length(min = 1))]
    pub hexes: Vec<HexId>,
    /// Its name or destination, such as `"Gorze road"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The book, map or paper that documents this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

/// `[[exit]]`: map-edge hexes where the units of a side may leave the map permanently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exit {
    /// The letter or name printed on the map, such as `"E"`.
    pub id: ExitId,
    /// The side that may leave here.
    pub side: SideId,
    /// Its hexes at the edge of the map, such as `["0106"]`.
    #[schemars(length(min = 1))]
    pub hexes: Vec<HexId>,
    /// Its name or destination, such as `"Verdun road"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The book, map or paper that documents this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}
