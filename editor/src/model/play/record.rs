//! Saved games: replays, and scenarios from positions.

use std::time::{Duration, Instant};

use battlewright_engine::any::{AnyGame, Frozen};
use battlewright_engine::game::{Game as _, Illegal, SetupProblem, Side, Turn};
use battlewright_engine::play::Replay;
use battlewright_engine::play::replay::Header;
use battlewright_engine::players::Kind;
use battlewright_schema::Scenario;

use super::Session;
use battlewright_schema::words::capital;

/// The player of a side by hand, as a replay says it.
const HAND: &str = "by hand";

impl Session {
    /// Begins a game of `scenario` into which the inputs of `replay` are put one after the other, by
    /// [`Session::work`], as far as they are possible there.
    ///
    /// # Errors
    /// Every reason why the scenario cannot be played.
    pub fn follow(scenario: &Scenario, replay: Replay) -> Result<Self, Vec<SetupProblem>> {
        let mut session = Self::of(AnyGame::new(scenario)?, replay.header.seed.unwrap_or_default());
        for side in Side::BOTH {
            session.sit(side, replay.header.players.get(side.index()).and_then(|name| Kind::by_name(name)));
        }
        session.following = Some(replay);
        session.changed();
        Ok(session)
    }

    /// The game so far, as a file keeps it, with the text of its scenario.
    pub fn replay(&self, scenario: &Scenario, text: String) -> Replay {
        let players = self.kinds.map(|kind| kind.map_or_else(|| HAND.to_owned(), Kind::name));
        let header = Header::new(scenario.system().name(), scenario.title(), players, Some(self.seed), text);
        Replay::of(header, &self.game)
    }

    /// The number of inputs of a recorded game that have been put in, and of all; `None` if none is followed.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.following.as_ref().map(|replay| (self.game.len(), replay.len()))
    }

    /// The outcome of the recorded game, if it was not put in whole.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// The position as a scenario of its own; `of` is the scenario being played.
    ///
    /// # Errors
    /// Why this position cannot be the start of a game.
    pub fn freeze(&self, of: &Scenario) -> Result<Frozen, Illegal> {
        self.game.now().freeze(of)
    }

    /// Puts in inputs of the recorded game for about `time`.
    pub(super) fn follow_on(&mut self, time: Duration) {
        let Some(replay) = self.following.take() else { return };
        let start = Instant::now();
        loop {
            // The dice fall as they did, so that the game goes on as it would have.
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

    /// Stops putting in a recorded game, where it stands.
    pub(super) fn stop_following(&mut self) {
        if let Some(replay) = self.following.take() {
            self.notice = Some(format!("Stopped after {} of {} recorded inputs.", self.game.len(), replay.len()));
            self.settle();
        }
    }
}
