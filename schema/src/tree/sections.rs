//! The sections of each system, and how the tree gets into them.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::change::Change;
use super::ways::{Parts, fields, filled, keyed, leaf, needed, optional, parts, rows};
use crate::common::map::Map;
use crate::mars_la_tour::MarsLaTour;
use crate::path::Step;
use crate::position_magnifique::PositionMagnifique;

fields! { impl [T: Serialize + DeserializeOwned] Map<T> {
    orientation: leaf filled,
    lower_columns: leaf optional,
    right_rows: leaf optional,
    columns: leaf needed,
    rows: leaf needed,
    numbering: leaf needed,
    hex_metres: leaf optional,
    hexes: leaf needed,
    levels: leaf optional,
    terrain: keyed needed,
    scan: leaf optional,
} }

fields! { impl [] MarsLaTour {
    format: leaf needed,
    system: leaf needed,
    title: leaf needed,
    subtitle: leaf optional,
    description: leaf optional,
    authors: leaf optional,
    license: leaf optional,
    sources: leaf optional,
    theme: leaf optional,
    turns: leaf needed,
    map: parts needed,
    road: rows optional,
    hexside: rows optional,
    place: rows optional,
    label: rows optional,
    entry: rows optional,
    exit: rows optional,
    side: keyed needed,
    unit: rows optional,
    victory: leaf needed,
    rules: leaf optional,
    lints: leaf optional,
} }

fields! { impl [] PositionMagnifique {
    format: leaf needed,
    system: leaf needed,
    title: leaf needed,
    subtitle: leaf optional,
    description: leaf optional,
    authors: leaf optional,
    license: leaf optional,
    sources: leaf optional,
    theme: leaf optional,
    turns: leaf needed,
    first_turn: leaf optional,
    surprise_attack: leaf optional,
    variable_reinforcements: leaf optional,
    map: parts needed,
    road: rows optional,
    hexside: rows optional,
    place: rows optional,
    label: rows optional,
    entry: rows optional,
    detour: rows optional,
    zone: rows optional,
    side: keyed needed,
    formation: rows optional,
    unit: rows optional,
    chit: rows optional,
    victory: leaf needed,
    rules: leaf optional,
    lints: leaf optional,
} }
