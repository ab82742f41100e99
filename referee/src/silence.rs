//! Silence: since when a player who is awaited has done nothing. Where no clock runs, the other need not wait forever.

use battlewright_engine::game::{Game as _, Side, Turn};

use crate::outcome::EndReason;
use crate::record::Entry;
use crate::refusal::Refusal;
use crate::take::Referee;

/// The days for which a player may be silent. After them, the other may end the game without a result.
pub const SILENT_DAYS: u64 = 30;

/// The milliseconds of a day.
const DAY: u64 = 24 * 3600 * 1000;

impl Referee {
    /// Takes note of the silence that `entry` breaks or begins: of a side that must choose, and of one that is asked while nobody
    /// must choose. Whoever must choose can go on, whatever the other does not answer.
    pub(crate) fn listen(&mut self, entry: &Entry) {
        // As every reader of the record knows it, also one without the dice.
        let begun = self.is_opened(Side::First) && self.is_opened(Side::Second);
        let chooser = match self.game.now().turn() {
            Turn::Choose(side) if begun && self.end.is_none() => Some(side),
            _ => None,
        };
        self.silent_since = Side::BOTH.map(|side| {
            let is_asked = self.ask.is_some_and(|ask| ask.by != side);
            let since = self.silent_since[side.index()].filter(|_| entry.by != Some(side));
            chooser.map_or(is_asked, |chooser| chooser == side).then(|| since.unwrap_or(entry.at))
        });
    }

    /// Returns the time from which `side` may end the game alone, as the other player is silent; `None` while that player is not
    /// awaited, and where clocks run.
    pub(crate) fn free_from(&self, side: Side) -> Option<u64> {
        let is_timed = self.clock.is_some() && self.hold.is_none();
        let may_be_silent = self.end.is_some() || is_timed || self.is_alone(side);
        let since = self.silent_since[side.other().index()].filter(|_| !may_be_silent)?;
        Some(since.saturating_add(SILENT_DAYS * DAY))
    }

    /// Returns the entry with which `side` ends the game alone.
    pub(crate) fn leave(&self, side: Side, now: u64) -> Result<Vec<Entry>, Refusal> {
        match self.free_from(side) {
            Some(from) if now < from => {
                let days = (from - now).div_ceil(DAY);
                let left = if days == 1 { "less than a day".to_owned() } else { format!("{days} days") };
                Err(Refusal::new(format!("the other player may be silent for {SILENT_DAYS} days, and has {left} left")))
            }
            Some(_) => Ok(vec![Entry { by: Some(side), ..self.ending(EndReason::Abandoned, now) }]),
            None if self.clock.is_some() && self.hold.is_none() => {
                Err(Refusal::new("this game has clocks: claim the win when the other player has no time left"))
            }
            None => Err(Refusal::new("the game does not wait for the other player")),
        }
    }
}

/// Returns `true` if a player who was last heard at the time `heard` is silent for too long at the time `at`.
pub(crate) fn is_too_long(heard: u64, at: u64) -> bool {
    at >= heard.saturating_add(SILENT_DAYS * DAY)
}
