//! Events.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::rule_row;

rule_row! {
    /// `[[rules.event]]`: something that happens at a moment of the game.
    EventRow {
        /// The moment, such as `"turn-begins"`.
        on: SmolStr,
        /// The things for each of which it happens once, in the order of the file. Its expressions have the value `unit`. The default
        /// is none: it happens once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        each: Option<EventSubject>,
    }
    after when {
        /// The number of faces of the die that is rolled, from 2 to 100. Its effects have the value `roll`. The default is no die.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        roll: Option<u8>,
        /// The effects in their order, such as `["ammunition(german) += 3"]` or `["if roll == 1: lose-step(unit)"]`.
        #[serde(rename = "do")]
        effects: Vec<SmolStr>,
        /// Happens at most once a game. The default is false.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        once: bool,
        /// Has happened already, in a position of a game. The default is false.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        done: bool,
    }
}

/// The things for each of which an event happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EventSubject {
    /// Each unit in play.
    Unit,
}
