//! Slow computer players think in the background. Their choice is used only if the game has not changed; otherwise, the thought is
//! canceled. A person may also stop it: the player then chooses the best so far.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

use battlewright_platform::background;
use battlewright_platform::clock::{Duration, Instant};
use battlewright_platform::tasks::{RunningService, TaskMessage};

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::play::Match;
use battlewright_engine::players::{GivenPlan, ThinkingProgress, decision_dice};

use super::player_service::{ChoiceRequest, PlayerChoice, PlayerReply, PlayerService, PlayerStart, StoppedThought};
use super::{NextInput, Session};

/// The side whose player is thinking, and since when.
pub(super) struct ThinkingPlayer {
    side: Side,
    began: Instant,
    stop: StopRequest,
}

/// The progress of a request to choose at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StopRequest {
    /// There is none.
    No,
    /// The player is to be stopped.
    Asked,
    /// Another player has taken over, and chooses at once.
    Done,
}

/// The slow computer player of a side, and what it has been told and has answered.
pub(super) struct PlayerSearch {
    service: RunningService<PlayerService>,
    replies: Receiver<TaskMessage<PlayerReply>>,
    /// An answer that was awaited and not yet used.
    reply: Option<TaskMessage<PlayerReply>>,
    /// The number of inputs that the player knows.
    known: usize,
    /// The progress of the current thought.
    progress: Option<ThinkingProgress>,
    /// The plan of the turn.
    plan: Option<GivenPlan>,
}

impl PlayerSearch {
    fn begin(start: PlayerStart, wake: impl Fn() + Send + 'static) -> Self {
        let (to, replies) = channel();
        let service = RunningService::start(start, move |message| {
            // The window looks at the progress from time to time, in a slow frame as in a quick one.
            let is_progress = matches!(message, TaskMessage::Update(PlayerReply::Progress(_)));
            // The receiver is gone if nobody waits any more.
            let _ = to.send(message);
            if !is_progress {
                wake();
            }
        });
        Self { service, replies, reply: None, known: 0, progress: None, plan: None }
    }

    /// Asks for a choice in the current position of `game`; at once if a player was `stopped`.
    fn ask(&mut self, game: &Match<AnyGame>, stopped: Option<StoppedThought>) {
        let inputs = game.inputs().skip(self.known).map(|(_, input)| input.clone()).collect();
        self.service.ask(ChoiceRequest { inputs, stopped });
        self.known = game.len();
        self.progress = None;
    }

    /// Waits up to `time` for the choice, and takes note of the progress meanwhile.
    fn choice(&mut self, time: Duration) -> Result<TaskMessage<PlayerChoice>, RecvTimeoutError> {
        let start = Instant::now();
        loop {
            let message = match self.reply.take() {
                Some(message) => message,
                None => background::receive(&self.replies, time.saturating_sub(start.elapsed()))?,
            };
            return Ok(match message {
                TaskMessage::Update(PlayerReply::Progress(progress)) => {
                    self.progress = Some(progress);
                    continue;
                }
                TaskMessage::Update(PlayerReply::Choice(choice)) => TaskMessage::Update(choice),
                TaskMessage::Ended => TaskMessage::Ended,
                TaskMessage::Broken(why) => TaskMessage::Broken(why),
            });
        }
    }

    /// Waits until the player has chosen.
    fn finish(&mut self) {
        while self.reply.is_none() {
            match self.replies.recv() {
                Ok(TaskMessage::Update(PlayerReply::Progress(progress))) => self.progress = Some(progress),
                Ok(message) => self.reply = Some(message),
                // The player is gone, which the next frame notices.
                Err(_) => return,
            }
        }
    }
}

/// The state of a thinking player for people.
#[derive(Clone, Debug, PartialEq)]
pub struct ThoughtLine {
    /// The text, such as `"The computer is thinking for the French… 2 s, 120 of 400 playouts"`.
    pub text: String,
    /// The part of the playouts that are made, from 0 to 1; `None` if their number is not limited.
    pub part: Option<f32>,
    /// `true` if the player is to choose at once.
    pub is_stopped: bool,
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

    /// Returns the state of the player that is thinking. It names a group only to those who may know the plans of its side.
    pub fn thought_line(&self) -> Option<ThoughtLine> {
        let thought = self.thought.as_ref()?;
        let name = &self.sides()[thought.side.index()];
        let progress = self.searches[thought.side.index()].as_ref().and_then(|search| search.progress.as_ref());
        let mut parts = Vec::new();
        match thought.began.elapsed().as_secs() {
            0 => {}
            seconds => parts.push(format!("{seconds} s")),
        }
        if let Some(ThinkingProgress { playouts, most, about, .. }) = progress {
            parts.extend(about.clone().filter(|_| self.may_read_plans(thought.side)));
            parts.push(match most {
                Some(most) => format!("{playouts} of {most} playouts"),
                None => format!("{playouts} playouts"),
            });
        }
        let is_stopped = thought.stop != StopRequest::No;
        let doing = if is_stopped { "The computer chooses at once" } else { "The computer is thinking" };
        let part = progress.and_then(|progress| Some((progress.playouts, progress.most?)));
        #[expect(clippy::cast_possible_truncation, reason = "accurate enough for a bar")]
        let part = part.map(|(made, most)| (f64::from(made) / f64::from(most.max(1))).min(1.0) as f32);
        let text = format!("{doing} for the {name}… {}", parts.join(", "));
        Some(ThoughtLine { text: text.trim_end().to_owned(), part, is_stopped })
    }

    /// Waits until the thinking player has chosen. The choice is made in the next frame.
    pub(crate) fn finish_thinking(&mut self) {
        // One that is to be stopped has not been told yet, and may think forever.
        let thought = self.thought.as_ref().filter(|thought| thought.stop != StopRequest::Asked);
        let side = thought.map(|thought| thought.side);
        if let Some(search) = side.and_then(|side| self.searches[side.index()].as_mut()) {
            search.finish();
        }
    }

    /// Lets the player that is thinking choose the best so far at once.
    pub(super) fn stop_thinking(&mut self) {
        if let Some(thought) = self.thought.as_mut().filter(|thought| thought.stop == StopRequest::No) {
            thought.stop = StopRequest::Asked;
        }
    }

    /// Returns the side to move, if its computer player is slow.
    pub(super) fn slow_side(&self) -> Option<Side> {
        let Turn::Choose(side) = self.game.now().turn() else { return None };
        self.seat(side).is_some_and(|kind| kind.takes_long()).then_some(side)
    }

    /// Creates the slow player of `side`, to be asked.
    fn begin_search(&self, side: Side, wake: impl Fn() + Send + 'static) -> Option<PlayerSearch> {
        let kind = self.kinds[side.index()]?.name();
        let start = PlayerStart { scenario: self.scenario.clone(), side, kind, seed: self.seed() };
        Some(PlayerSearch::begin(start, wake))
    }

    /// Lets another player take over from the one that is to be stopped, unless that one has chosen meanwhile.
    fn take_over(&mut self, side: Side, wake: impl Fn() + Send + 'static) {
        let Some(search) = &mut self.searches[side.index()] else { return };
        if let Ok(message) = search.choice(Duration::ZERO) {
            search.reply = Some(match message {
                TaskMessage::Update(choice) => TaskMessage::Update(PlayerReply::Choice(choice)),
                TaskMessage::Ended => TaskMessage::Ended,
                TaskMessage::Broken(why) => TaskMessage::Broken(why),
            });
            return;
        }
        let progress = search.progress.take().unwrap_or_default();
        let plan = progress.plan.or_else(|| search.plan.take());
        // The other one is dropped, and ends.
        self.searches[side.index()] = self.begin_search(side, wake).map(|mut search| {
            search.ask(&self.game, Some(StoppedThought { plan, choice: progress.choice }));
            search
        });
    }

    /// Starts the search of the player of `side`, or takes its result. A new search is awaited for up to `time`. `wake`
    /// is called when the search ends.
    pub(super) fn think(&mut self, side: Side, time: Duration, wake: impl Fn() + Clone + Send + 'static) -> NextInput {
        let begins = self.thought.is_none();
        if let Some(thought) = self.thought.as_mut().filter(|thought| thought.stop == StopRequest::Asked) {
            thought.stop = StopRequest::Done;
            self.take_over(side, wake.clone());
        }
        if self.searches[side.index()].is_none() {
            self.searches[side.index()] = self.begin_search(side, wake);
        }
        let Some(search) = &mut self.searches[side.index()] else { return NextInput::Stopped };
        if begins {
            search.ask(&self.game, None);
            self.thought = Some(ThinkingPlayer { side, began: Instant::now(), stop: StopRequest::No });
        }
        let choice = match search.choice(if begins { time } else { Duration::ZERO }) {
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
        let PlayerChoice { action, reasons, plan } = choice;
        search.plan.clone_from(&plan);
        self.thought = None;
        self.forget_undone();
        match action.map(|action| self.game.choose(action)) {
            Some(Ok(())) => {
                self.add_reasons(side, reasons, plan);
                NextInput::Moved
            }
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
    use battlewright_engine::game::Viewer;
    use battlewright_engine::players::{Budget, Kind};

    use super::super::PlayAct;
    use super::*;
    use crate::model::advice::AdviceSpot;

    /// A session in which the computer plays both sides.
    fn session(kind: Kind) -> Session {
        let scenario = crate::model::document::Document::bundled();
        let mut session = Session::new(scenario.scenario(), 1).unwrap();
        for side in Side::BOTH {
            session.act(PlayAct::Seat(side, Some(kind)));
        }
        session
    }

    /// Lets the computer make its next choice.
    fn step(session: &mut Session) {
        let before = session.game.len();
        session.act(PlayAct::Step);
        while session.game.len() == before {
            session.work(Duration::ZERO, || {});
            session.finish_thinking();
        }
    }

    const ENDLESS: Kind = Kind::Search(Budget::Iterations(u32::MAX));

    #[test]
    fn who_is_not_waited_for_stops_thinking() {
        let mut session = session(ENDLESS);
        for end in [PlayAct::Cancel, PlayAct::Run, PlayAct::Restart(1), PlayAct::Jump(0)] {
            for side in Side::BOTH {
                session.act(PlayAct::Seat(side, Some(ENDLESS)));
            }
            session.act(PlayAct::Step);
            session.work(Duration::ZERO, || {});
            assert!(session.is_thinking() && session.searches.iter().any(Option::is_some));
            session.act(end);
            assert!(!session.is_thinking() && session.searches.iter().all(Option::is_none));
        }
    }

    #[test]
    fn who_is_taken_back_chooses_the_same_again() {
        let mut session = session(Kind::Search(Budget::Iterations(5)));
        let mut led_to = |back: fn(&mut Session)| {
            back(&mut session);
            step(&mut session);
            session.game.now().fingerprint()
        };
        let first = led_to(|_| {});
        assert_eq!(led_to(Session::undo), first);
        assert_eq!(led_to(|session| session.act(PlayAct::Jump(0))), first);
    }

    #[test]
    fn who_is_stopped_chooses_and_plays_on() {
        for kind in [ENDLESS, Kind::Plan(Budget::Iterations(u32::MAX)), Kind::Plan(Budget::Milliseconds(1_000_000))] {
            let mut session = session(kind);
            for wanted in 1..=3 {
                session.act(PlayAct::Step);
                session.work(Duration::ZERO, || {});
                if session.is_thinking() {
                    assert!(session.thought_line().is_some_and(|line| !line.is_stopped));
                    session.act(PlayAct::StopThinking);
                    assert!(session.thought_line().is_some_and(|line| line.is_stopped), "{kind}");
                    // A second request changes nothing.
                    session.act(PlayAct::StopThinking);
                    while session.is_thinking() {
                        session.work(Duration::ZERO, || {});
                        session.finish_thinking();
                    }
                }
                let choices = session.game.inputs().filter(|(by, _)| by.is_some()).count();
                assert_eq!((choices, session.is_busy()), (wanted, false), "{kind}");
            }
            // What was chosen is an input like any other.
            let whole = session.game.now().fingerprint();
            session.undo();
            session.redo();
            assert_eq!(session.game.now().fingerprint(), whole);
        }
    }

    #[test]
    fn reasons_are_shown_to_those_who_may_know_them() {
        let mut session = session(Kind::Plan(Budget::Iterations(20)));
        while session.reasons().next().is_none() {
            step(&mut session);
        }
        let (_, side, lines) = session.reasons().next().unwrap();
        let lines = lines.to_vec();
        assert!(lines.iter().all(|line| line.contains(" (0.") || line.contains(" (1.")), "{lines:?}");
        // A person plays against it.
        session.act(PlayAct::Seat(side.other(), None));
        assert_eq!((session.viewer(), session.reasons().count()), (Viewer::Side(side.other()), 0));
        // In a review of a game that is over, they are shown.
        session.ended_at = Some(session.game.len());
        assert!(session.reasons().next().is_some());
        session.forget_undone();
        assert!(session.reasons().next().is_some());
        // Another choice before the end takes up the game, and what came after it is forgotten.
        session.undo();
        session.forget_undone();
        session.act(PlayAct::Seat(side.other(), Some(Kind::Greedy)));
        assert!(session.ended_at.is_none() && session.reasons().next().is_none());
    }

    #[test]
    fn missions_are_arrows_in_a_review_and_never_in_play_against_them() {
        let mut session = session(Kind::Plan(Budget::Iterations(200)));
        while session.mission_arrows().is_empty() && session.seen().outcome.is_none() {
            step(&mut session);
        }
        let arrows = session.mission_arrows();
        assert!(!arrows.is_empty(), "no plan of the game has a mission");
        let (arrow, words) = (&arrows[0], ["take", "hold", "delay", "reserve"]);
        assert!(arrow.posture.is_some_and(|posture| words.contains(&posture.word())) && arrow.to.len() == 1);
        let pieces = &session.seen().crowd.pieces;
        let spots: Vec<_> = pieces.iter().filter_map(|piece| piece.spot.cell()).map(AdviceSpot::Hex).collect();
        assert!(!arrow.from.is_empty() && arrow.from.iter().all(|spot| spots.contains(spot)));
        let (shown, side) = (session.game.len(), Side::BOTH[arrow.side]);
        // A person plays against it.
        session.act(PlayAct::Seat(side.other(), None));
        assert_eq!(session.mission_arrows(), []);
        // In the review of a game that is over, each step has its own.
        session.ended_at = Some(session.game.len());
        assert_eq!(session.mission_arrows(), arrows);
        session.act(PlayAct::Jump(0));
        assert_eq!(session.mission_arrows(), []);
        session.act(PlayAct::Jump(shown));
        assert_eq!(session.mission_arrows(), arrows);
    }
}
