//! Named places: towns, farms, heights.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::common::counter_numbers::CounterNumbers;
use crate::id::{HexId, PlaceId, SideId};

/// `[[place]]`: a named place on the map, such as a town, a farm or a height.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The id of the place, by which other sections refer to it, such as `"vionville"`.
    pub id: PlaceId,
    /// The name printed on the map, such as `"Vionville"`.
    #[serde(default)]
    pub name: SmolStr,
    /// The hexes of the place, such as `["0509", "0609"]`.
    #[schemars(length(min = 1))]
    pub hexes: Vec<HexId>,
    /// The side that holds the place at the start of the game. The default is no side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<SideId>,
    /// The numbers with which counters of the place start, by the ids of the counters, such as `{ works = 2 }`.
    #[serde(default, skip_serializing_if = "CounterNumbers::is_empty")]
    pub counters: CounterNumbers,
    /// The book, map or paper that documents the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}
