//! Recorded games, and scenarios from positions.

use battlewright_platform::clock::{Duration, Instant};

use battlewright_engine::any::{AnyGame, Frozen};
use battlewright_engine::game::{Illegal, SetupProblem, Side};
use battlewright_engine::play::replay::Header;
use battlewright_engine::play::{Match, Replay};
use battlewright_engine::players::Kind;
use battlewright_schema::Scenario;

use super::{Session, fresh_seed};
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
        let seed = replay.header.seed.unwrap_or_else(fresh_seed);
        let mut session = Self::of(scenario, seed)?;
        for side in Side::BOTH {
            session.assign_player(side, replay.header.players.get(side.index()).and_then(|name| Kind::by_name(name)));
        }
        session.following = Some(replay);
        session.changed();
        Ok(session)
    }

    /// Returns the names of the players, as in a recorded game.
    pub fn players(&self) -> [String; 2] {
        self.kinds.map(|kind| kind.map_or_else(|| HAND.to_owned(), Kind::name))
    }

    /// Returns the number of the game, which no other game of this program has.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the inputs of the game with its dice.
    pub fn record(&self) -> &Match<AnyGame> {
        &self.game
    }

    /// Returns the first line of a recording. `text` is the source text of the scenario.
    pub fn header(&self, scenario: &Scenario, text: String) -> Header {
        Header::new(scenario.system().name(), scenario.title(), self.players(), Some(self.seed()), text)
    }

    /// Returns a recording of the game so far. `text` is the source text of the scenario.
    pub fn replay(&self, scenario: &Scenario, text: String) -> Replay {
        Replay::of(self.header(scenario, text), &self.game)
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
