//! The time of day of each turn.

use battlewright_schema::Turns;

/// The time of day at which each turn begins, if the scenario has a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnClock(Vec<Option<String>>);

impl TurnClock {
    /// Creates the clock of `turns`.
    pub fn new(turns: &Turns) -> Self {
        Self((1..=turns.count).map(|turn| turns.clock(turn)).collect())
    }

    /// Returns the time at which `turn` begins; `None` without a clock, and for a turn that the game does not have.
    pub fn at(&self, turn: u8) -> Option<String> {
        self.0.get(usize::from(turn).checked_sub(1)?).cloned().flatten()
    }

    /// Returns the times of all turns, first to last.
    pub fn times(&self) -> impl Iterator<Item = Option<&str>> {
        self.0.iter().map(Option::as_deref)
    }

    /// Returns the heading of `turn`, with its time if it has one, such as `"Turn 3, 13:30"`.
    pub fn heading(&self, turn: u8) -> String {
        match self.at(turn) {
            Some(time) => format!("Turn {turn}, {time}"),
            None => format!("Turn {turn}"),
        }
    }
}
