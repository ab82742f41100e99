//! The turn track.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `[turns]`: the length of the game and the time of each turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turns {
    /// The number of the last turn, from 1 to 99.
    #[schemars(range(min = 1, max = 99))]
    pub count: u8,
    /// The time of day of turn 1, such as `"09:30"`. The default is no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^([01]\d|2[0-3]):[0-5]\d$"))]
    pub first: Option<String>,
    /// The length of a turn in minutes, such as `120`. The default is no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1440))]
    pub minutes: Option<u16>,
}

impl Turns {
    /// Returns the time at which `turn` (counted from 1) begins, such as `"13:30"`; `None` if the scenario has no clock.
    ///
    /// ```
    /// use battlewright_schema::Turns;
    /// let turns = Turns { count: 6, first: Some("09:30".into()), minutes: Some(120) };
    /// assert_eq!(turns.clock(3).as_deref(), Some("13:30"));
    /// ```
    pub fn clock(&self, turn: u8) -> Option<String> {
        let (hours, minutes) = self.first.as_deref()?.split_once(':')?;
        let start = hours.parse::<u32>().ok()? * 60 + minutes.parse::<u32>().ok()?;
        let now = start + u32::from(turn.saturating_sub(1)) * u32::from(self.minutes?);
        Some(format!("{:02}:{:02}", now / 60 % 24, now % 60))
    }
}
