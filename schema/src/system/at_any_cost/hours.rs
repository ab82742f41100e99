//! The hours of turns.

use super::{AtAnyCost, NightKind};

impl AtAnyCost {
    /// Returns the hour of a turn by its place among the words of `hour`: 0 for day, then the kinds of night turns (18.0).
    pub(super) fn hour_of_turn(&self, turn: u8) -> i32 {
        let hour = self.turns.clock(turn).and_then(|time| time.split_once(':')?.0.parse::<u8>().ok());
        let Some(hour) = hour else { return 0 };
        let rules = self.ruleset();
        match rules.tables.night.iter().find(|row| row.hours.contains(&hour)).map(|row| row.kind) {
            None => 0,
            Some(NightKind::Dusk) => 1,
            Some(NightKind::Evening) => 2,
            Some(NightKind::DeepNight) => 3,
            Some(NightKind::Dawn) => 4,
        }
    }
}
