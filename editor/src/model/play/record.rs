//! Recorded games, and scenarios from positions.

use battlewright_platform::clock::{Duration, Instant};

use battlewright_engine::any::Frozen;
use battlewright_engine::game::{Game as _, Illegal, SetupProblem, Side, Turn};
use battlewright_engine::play::Replay;
use battlewright_engine::play::replay::Header;
use battlewright_engine::players::Kind;
use battlewright_schema::Scenario;

use super::Session;
use battlewright_schema::words::capital;

/// The name of a person as a player in a recorded game.
const HAND: &str = "by hand";

impl Session {
    /// Starts a game of `scenario` that replays the inputs of `replay`. [`Session::work`] makes them one after the
    /// other, as long as they are legal.
    ///
    /// # Errors
    /// Returns all reasons why the scenario cannot be played.
    pub fn follow(scenario: &Scenario, replay: Replay) -> Result<Self, Vec<SetupProblem>> {
        let mut session = Self::of(scenario, replay.header.seed.unwrap_or_default())?;
        for side in Side::BOTH {
            session.sit(side, replay.header.players.get(side.index()).and_then(|name| Kind::by_name(name)));
        }
        session.following = Some(replay);
        session.changed();
        Ok(session)
    }

    /// Returns a recording of the game so far. `text` is the source text of the scenario.
    pub fn replay(&self, scenario: &Scenario, text: String) -> Replay {
        let players = self.kinds.map(|kind| kind.map_or_else(|| HAND.to_owned(), Kind::name));
        let header = Header::new(scenario.system().name(), scenario.title(), players, Some(self.seed), text);
        Replay::of(header, &self.game)
    }

    /// Returns the number of replayed inputs and the total, or `None` if no recorded game is being replayed.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.following.as_ref().map(|replay| (self.game.len(), replay.len()))
    }

    /// Returns a notice about the replay, if it was incomplete.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Returns the position as a scenario. `of` is the scenario of the game.
    ///
    /// # Errors
    /// Returns the reason why a game cannot start from this position.
    pub fn freeze(&self, of: &Scenario) -> Result<Frozen, Illegal> {
        self.game.now().freeze(of)
    }

    /// Replays inputs for about `time`.
    pub(super) fn follow_on(&mut self, time: Duration) {
        let Some(replay) = self.following.take() else { return };
        let start = Instant::now();
        loop {
            // Consumes a roll of the dice stream, so that the game can continue with the following rolls.
            if let Turn::Chance(chance) = self.game.now().turn() {
                self.dice.roll(chance);
            }
            match replay.follow_on(&mut self.game) {
                Some(Ok(())) if start.elapsed() < time => {}
                Some(Ok(())) => {
                    self.following = Some(replay);
                    self.changed();
                    return;
                }
                Some(Err(difference)) => {
                    let (fits, all) = (self.game.len(), replay.len());
                    let difference = capital(&difference.to_string());
                    self.notice = Some(format!("{fits} of {all} recorded inputs were replayed. {difference}"));
                    break;
                }
                None => break,
            }
        }
        self.settle();
    }

    /// Stops the replay at the current position.
    pub(super) fn stop_following(&mut self) {
        if let Some(replay) = self.following.take() {
            self.notice = Some(format!("Stopped after {} of {} recorded inputs.", self.game.len(), replay.len()));
            self.settle();
        }
    }
}
