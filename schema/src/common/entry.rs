//! The places where units come onto the map and where they may leave it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::id::{EntryId, ExitId, HexId, SideId};

/// `[[entry]]`: map-edge hexes by which a side's reinforcements come on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The letter or name printed on the map and on the counters, such as `"C"`.
    pub id: EntryId,
    /// The side that may use it.
    pub side: SideId,
    /// The edge hexes it consists of; a unit enters by any one of them, such as `["1914"]`.
    #[schemars(length(min = 1))]
    pub hexes: Vec<HexId>,
    /// The place that it leads to, in words, such as `"Gorze road"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The book, map or paper that this is known from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

/// `[[exit]]`: map-edge hexes by which a side's units may leave the map for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exit {
    /// The letter or name printed on the map, such as `"E"`.
    pub id: ExitId,
    /// The side that may leave here.
    pub side: SideId,
    /// The edge hexes it consists of, such as `["0106"]`.
    #[schemars(length(min = 1))]
    pub hexes: Vec<HexId>,
    /// The place that it leads to, in words, such as `"Verdun road"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The book, map or paper that this is known from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}
