//! Slow computer players search in the background. Their choice is used only if the game has not changed; otherwise,
//! the search is canceled.

use std::sync::{Arc, Weak};

use battlewright_platform::clock::{Duration, Instant};

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::play::Dice;
use battlewright_engine::players::{Clock, Player};

use super::{NextInput, Session};
use crate::background_task::BackgroundTask;

/// A player that searches in the background, and its choice.
pub(super) struct ThinkingPlayer {
    side: Side,
    began: Instant,
    beside: BackgroundTask<(Box<dyn Player<AnyGame> + Send>, Option<AnyAction>)>,
}

/// A clock that stops a search when the token of its player is dropped.
struct AwaitedPlayer(Weak<()>);

impl Clock for AwaitedPlayer {
    fn start(&mut self) {}

    fn goes_on(&mut self) -> bool {
        self.0.strong_count() > 0
    }
}

impl Session {
    /// Creates the computer player of `side`, if it has one, with its own stream of random numbers. A previous player
    /// stops thinking.
    pub(super) fn take_seat(&mut self, side: Side) {
        let purpose = ["player of the first side", "player of the second side"][side.index()];
        let place = Arc::new(());
        let awaited = Box::new(AwaitedPlayer(Arc::downgrade(&place)));
        let dice = Dice::named(self.seed, purpose);
        self.seats[side.index()] = self.kinds[side.index()].map(|kind| kind.stoppable_player(dice, awaited));
        self.places[side.index()] = place;
    }

    /// Creates all computer players anew, since they may keep state of another course of the game.
    pub(super) fn take_seats(&mut self) {
        Side::BOTH.into_iter().for_each(|side| self.take_seat(side));
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
        if let Some(thought) = &mut self.thought {
            thought.beside.finish();
        }
    }

    /// Returns the side to move, if its computer player is slow.
    pub(super) fn slow_side(&self) -> Option<Side> {
        let Turn::Choose(side) = self.game.now().turn() else { return None };
        self.seat(side).is_some_and(|kind| kind.takes_long()).then_some(side)
    }

    /// Starts the search of the player of `side`, or takes its result. A new search is awaited for up to `time`. `wake`
    /// is called when the search ends.
    pub(super) fn think(&mut self, side: Side, time: Duration, wake: impl FnOnce() + Send + 'static) -> NextInput {
        let begins = self.thought.is_none();
        if begins {
            let Some(mut player) = self.seats[side.index()].take() else { return NextInput::Stopped };
            let seen = self.game.now().seen_by(side);
            let mut legal = Vec::new();
            self.game.now().actions(&mut legal);
            let mut beside = BackgroundTask::default();
            beside.begin(0, wake, move || {
                let choice = player.choose(&seen, &legal);
                (player, choice)
            });
            self.thought = Some(ThinkingPlayer { side, began: Instant::now(), beside });
        }
        let Some(thought) = &mut self.thought else { return NextInput::Stopped };
        let Some((_, (player, choice))) = thought.beside.poll_for(if begins { time } else { Duration::ZERO }) else {
            if thought.beside.is_busy() {
                return NextInput::Thinks;
            }
            // The thread has panicked.
            self.stop();
            return NextInput::Stopped;
        };
        self.thought = None;
        self.seats[side.index()] = Some(player);
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
    pub(super) fn give_up_thought(&mut self) {
        if let Some(thought) = self.thought.take() {
            self.take_seat(thought.side);
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_engine::players::{Budget, Kind};

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
            let side = session.thought.as_ref().map(|thought| thought.side).unwrap();
            let mut clock = AwaitedPlayer(Arc::downgrade(&session.places[side.index()]));
            assert!(clock.goes_on());
            session.act(end);
            assert!(!clock.goes_on() && !session.is_thinking());
        }
        session.act(PlayAct::Step);
        session.work(Duration::ZERO, || {});
        let clocks = [0, 1].map(|side| AwaitedPlayer(Arc::downgrade(&session.places[side])));
        drop(session);
        assert!(clocks.into_iter().all(|mut clock| !clock.goes_on()));
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
