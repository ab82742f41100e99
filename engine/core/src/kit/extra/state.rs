//! The part of a game's state that rows have: the numbers of counters, and the events that happened.

use serde::de::Deserializer;
use serde::{Deserialize, Serialize};

/// The numbers of counters, and which events have happened. Empty for a scenario whose rows have neither, and then a state has the
/// same bytes as without rows.
///
/// It is the last field of a state, with `#[serde(default, skip_serializing_if = "ExtraState::is_empty", deserialize_with =
/// "ExtraState::read")]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtraState {
    /// The numbers of each counter: one, or one for each owner.
    pub counters: Vec<Vec<i32>>,
    /// `true` for each event that happens once and has happened.
    pub done: Vec<bool>,
}

impl ExtraState {
    /// Returns the number of the counter with this index, of `owner` if it is one's; 0 for one that does not exist.
    pub fn counter(&self, counter: u16, owner: Option<i32>) -> i32 {
        let owner = usize::try_from(owner.unwrap_or(0)).ok();
        let numbers = self.counters.get(usize::from(counter));
        numbers.zip(owner).and_then(|(numbers, owner)| numbers.get(owner)).copied().unwrap_or(0)
    }

    /// Returns `true` if the event with this index happens once and has happened.
    pub fn is_done(&self, event: u16) -> bool {
        self.done.get(usize::from(event)).copied().unwrap_or(false)
    }

    /// Returns `true` if there is nothing.
    pub fn is_empty(&self) -> bool {
        self.counters.is_empty() && self.done.is_empty()
    }

    /// Reads the field, which the bytes of a state do not have if it is empty.
    ///
    /// # Errors
    /// A text format has a malformed value. In a binary format the bytes end before the field, which is not told apart.
    pub fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return Self::deserialize(deserializer);
        }
        Ok(Self::deserialize(deserializer).unwrap_or_default())
    }
}
