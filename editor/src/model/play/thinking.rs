//! Slow computer players search in the background: on a thread, or in a browser in a Web Worker. Their choice is used only if
//! the game has not changed; otherwise, the search is canceled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

use battlewright_platform::background;
use battlewright_platform::clock::{Duration, Instant};
use battlewright_platform::tasks::{RunningService, Service, TaskMessage};
use serde::{Deserialize, Serialize};

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::play::{Input, Match};
use battlewright_engine::players::{Clock, Kind, Player, decision_dice};
use battlewright_schema::Scenario;

use super::{NextInput, Session};

/// The side whose player is thinking, and since when.
pub(super) struct ThinkingPlayer {
    side: Side,
    began: Instant,
}

/// The values from which a computer player starts.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SearchStart {
    scenario: Scenario,
    side: Side,
    /// The name of the player's [`Kind`].
    kind: String,
    seed: u64,
}

/// A slow computer player apart from the window. A request is the inputs since the last one, the answer its choice.
pub(crate) struct SearchingPlayer {
    side: Side,
    seed: u64,
    /// The game and the player; `None` if the scenario cannot be played.
    seat: Option<(Match<AnyGame>, Box<dyn Player<AnyGame> + Send>)>,
}

/// A clock that stops a search when nobody waits for its result.
struct CanceledClock(Arc<AtomicBool>);

impl Clock for CanceledClock {
    fn start(&mut self) {}

    fn goes_on(&mut self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

impl Service for SearchingPlayer {
    type Start = SearchStart;
    type Request = Vec<Input<AnyAction>>;
    type Reply = Option<AnyAction>;

    const NAME: &'static str = "player";

    fn new(start: SearchStart, cancel: Arc<AtomicBool>) -> Self {
        let SearchStart { scenario, side, kind, seed } = start;
        let game = AnyGame::new(&scenario).ok().map(Match::new);
        let kind = Kind::by_name(&kind);
        let player =
            kind.map(|kind| kind.stoppable_player(decision_dice(seed, side, 0), Box::new(CanceledClock(cancel))));
        Self { side, seed, seat: game.zip(player) }
    }

    fn answer(&mut self, inputs: Vec<Input<AnyAction>>) -> Option<AnyAction> {
        let (game, player) = self.seat.as_mut()?;
        for input in inputs {
            match input {
                Input::Choice(action) => {
                    if game.now().turn() == Turn::Choose(self.side) {
                        player.recall(&game.now().seen_by(self.side), &action);
                    }
                    game.choose(action).ok()?;
                }
                Input::Picks(picks) => game.pick(&picks).ok()?,
            }
        }
        let Turn::Choose(side) = game.now().turn() else { return None };
        player.start_over(decision_dice(self.seed, side, game.len()));
        let mut legal = Vec::new();
        game.now().actions(&mut legal);
        player.choose(&game.now().seen_by(side), &legal)
    }
}

/// The slow computer player of a side, and what it has been told and has answered.
pub(super) struct PlayerSearch {
    service: RunningService<SearchingPlayer>,
    replies: Receiver<TaskMessage<Option<AnyAction>>>,
    /// An answer that was awaited and not yet used.
    reply: Option<TaskMessage<Option<AnyAction>>>,
    /// The number of inputs that the player knows.
    known: usize,
}

impl PlayerSearch {
    fn begin(start: SearchStart, wake: impl Fn() + Send + 'static) -> Self {
        let (to, replies) = channel();
        let service = RunningService::start(start, move |message| {
            // The receiver is gone if nobody waits any more.
            let _ = to.send(message);
            wake();
        });
        Self { service, replies, reply: None, known: 0 }
    }

    /// Asks for a choice in the current position of `game`.
    fn ask(&mut self, game: &Match<AnyGame>) {
        self.service.ask(game.inputs().skip(self.known).map(|(_, input)| input.clone()).collect());
        self.known = game.len();
    }

    /// Waits up to `time` for the answer.
    fn answer(&mut self, time: Duration) -> Result<TaskMessage<Option<AnyAction>>, RecvTimeoutError> {
        self.reply.take().map_or_else(|| background::receive(&self.replies, time), Ok)
    }
}

impl Session {
    /// Creates the computer player of `side`, if it has one. Its random numbers depend on the seed and the decision, so that it
    /// chooses the same again after undo. A previous player stops thinking. A slow player is created when it is first asked.
    pub(super) fn reset_player(&mut self, side: Side) {
        let kind = self.kinds[side.index()].filter(|kind| !kind.takes_long());
        self.seats[side.index()] = kind.map(|kind| kind.player(decision_dice(self.seed(), side, 0)));
        self.searches[side.index()] = None;
    }

    /// Creates all computer players anew, since they may keep state of another course of the game.
    pub(super) fn reset_players(&mut self) {
        Side::BOTH.into_iter().for_each(|side| self.reset_player(side));
    }

    /// Returns `true` if a player thinks in the background.
    pub fn is_thinking(&self) -> bool {
        self.thought.is_some()
    }

    /// Returns the message about the player that is thinking.
    pub fn thinking_line(&self) -> Option<String> {
        let thought = self.thought.as_ref()?;
        let name = &self.sides()[thought.side.index()];
        Some(match thought.began.elapsed().as_secs() {
            0 => format!("The computer is thinking for the {name}…"),
            seconds => format!("The computer is thinking for the {name}… {seconds} s"),
        })
    }

    /// Waits until the thinking player has chosen. The choice is made in the next frame.
    pub(crate) fn finish_thinking(&mut self) {
        let search = self.thought.as_ref().and_then(|thought| self.searches[thought.side.index()].as_mut());
        if let Some(search) = search.filter(|search| search.reply.is_none()) {
            search.reply = search.replies.recv().ok();
        }
    }

    /// Returns the side to move, if its computer player is slow.
    pub(super) fn slow_side(&self) -> Option<Side> {
        let Turn::Choose(side) = self.game.now().turn() else { return None };
        self.seat(side).is_some_and(|kind| kind.takes_long()).then_some(side)
    }

    /// Starts the search of the player of `side`, or takes its result. A new search is awaited for up to `time`. `wake`
    /// is called when the search ends.
    pub(super) fn think(&mut self, side: Side, time: Duration, wake: impl Fn() + Send + 'static) -> NextInput {
        let (begins, seed) = (self.thought.is_none(), self.seed());
        let search = match &mut self.searches[side.index()] {
            Some(search) => search,
            none => {
                let Some(kind) = self.kinds[side.index()] else { return NextInput::Stopped };
                let scenario = self.scenario.clone();
                let start = SearchStart { scenario, side, kind: kind.name(), seed };
                none.insert(PlayerSearch::begin(start, wake))
            }
        };
        if begins {
            search.ask(&self.game);
            self.thought = Some(ThinkingPlayer { side, began: Instant::now() });
        }
        let choice = match search.answer(if begins { time } else { Duration::ZERO }) {
            Err(RecvTimeoutError::Timeout) => return NextInput::Thinks,
            Ok(TaskMessage::Update(choice)) => choice,
            Ok(TaskMessage::Broken(why)) => {
                self.stop();
                self.notice = Some(format!("The computer player has failed: {why}."));
                return NextInput::Stopped;
            }
            Ok(TaskMessage::Ended) | Err(RecvTimeoutError::Disconnected) => {
                self.stop();
                return NextInput::Stopped;
            }
        };
        self.thought = None;
        self.forget_undone();
        match choice.map(|action| self.game.choose(action)) {
            Some(Ok(())) => NextInput::Moved,
            Some(Err(refusal)) => {
                self.stop();
                self.refusal = Some(refusal);
                NextInput::Stopped
            }
            None => NextInput::Stopped,
        }
    }

    /// Cancels the current search. Its player is created anew, so that the progress of the search does not influence
    /// the game.
    pub(super) fn cancel_thinking(&mut self) {
        if let Some(thought) = self.thought.take() {
            self.reset_player(thought.side);
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_engine::players::Budget;

    use super::super::PlayAct;
    use super::*;

    #[test]
    fn who_is_not_waited_for_stops_thinking() {
        let scenario = crate::model::document::Document::bundled();
        let mut session = Session::new(scenario.scenario(), 1).unwrap();
        for end in [PlayAct::Cancel, PlayAct::Run, PlayAct::Restart(1), PlayAct::Jump(0)] {
            for side in Side::BOTH {
                session.act(PlayAct::Seat(side, Some(Kind::Search(Budget::Iterations(u32::MAX)))));
            }
            session.act(PlayAct::Step);
            session.work(Duration::ZERO, || {});
            assert!(session.is_thinking() && session.searches.iter().any(Option::is_some));
            session.act(end);
            assert!(!session.is_thinking() && session.searches.iter().all(Option::is_none));
        }
    }

    #[test]
    fn a_canceled_search_ends() {
        let scenario = crate::model::document::Document::bundled().scenario().clone();
        let kind = Kind::Search(Budget::Iterations(u32::MAX)).name();
        let cancel = Arc::new(AtomicBool::new(true));
        let start = SearchStart { scenario, side: Side::First, kind, seed: 1 };
        assert!(SearchingPlayer::new(start, cancel).answer(Vec::new()).is_some());
    }

    #[test]
    fn a_player_that_gets_bytes_chooses_the_same() {
        let scenario = crate::model::document::Document::bundled().scenario().clone();
        let kind = Kind::Search(Budget::Iterations(20)).name();
        let start = || SearchStart { scenario: scenario.clone(), side: Side::First, kind: kind.clone(), seed: 3 };
        let mut here = SearchingPlayer::new(start(), Arc::default());
        let bytes = serde_json::to_vec(&start()).unwrap();
        let mut there = SearchingPlayer::new(serde_json::from_slice(&bytes).unwrap(), Arc::default());
        let mut inputs = Vec::new();
        for _ in 0..4 {
            let bytes = serde_json::to_vec(&inputs).unwrap();
            let choice = here.answer(inputs);
            assert_eq!(there.answer(serde_json::from_slice(&bytes).unwrap()), choice);
            inputs = choice.map(Input::Choice).into_iter().collect();
        }
    }

    #[test]
    fn who_is_taken_back_chooses_the_same_again() {
        let scenario = crate::model::document::Document::bundled();
        let mut session = Session::new(scenario.scenario(), 1).unwrap();
        for side in Side::BOTH {
            session.act(PlayAct::Seat(side, Some(Kind::Search(Budget::Iterations(5)))));
        }
        let mut led_to = |back: fn(&mut Session)| {
            back(&mut session);
            session.act(PlayAct::Step);
            while session.game.is_empty() {
                session.work(Duration::ZERO, || {});
                session.finish_thinking();
            }
            session.game.now().fingerprint()
        };
        let first = led_to(|_| {});
        assert_eq!(led_to(Session::undo), first);
        assert_eq!(led_to(|session| session.act(PlayAct::Jump(0))), first);
    }
}
