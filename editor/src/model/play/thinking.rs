//! Slow computer players search in the background. Their choice is made only if the game has not changed. Otherwise the
//! search is canceled and restarted.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::play::Dice;
use battlewright_engine::players::{Clock, Player};

use super::{NextInput, Session};
use crate::background_task::BackgroundTask;

/// A player beside the window, and what it chooses.
pub(super) struct ThinkingPlayer {
    side: Side,
    began: Instant,
    beside: BackgroundTask<(Box<dyn Player<AnyGame> + Send>, Option<AnyAction>)>,
}

/// Lets a player think as long as somebody keeps its place for it.
struct AwaitedPlayer(Weak<()>);

impl Clock for AwaitedPlayer {
    fn start(&mut self) {}

    fn goes_on(&mut self) -> bool {
        self.0.strong_count() > 0
    }
}

impl Session {
    /// Puts a computer player of its kind on the seat of `side`, if it has one; it draws from a stream of its own. One
    /// that was there stops thinking.
    pub(super) fn take_seat(&mut self, side: Side) {
        let purpose = ["player of the first side", "player of the second side"][side.index()];
        let place = Arc::new(());
        let awaited = Box::new(AwaitedPlayer(Arc::downgrade(&place)));
        let dice = Dice::named(self.seed, purpose);
        self.seats[side.index()] = self.kinds[side.index()].map(|kind| kind.stoppable_player(dice, awaited));
        self.places[side.index()] = place;
    }

    /// Puts computer players anew where there are any: they know of no game but the one that leads here.
    pub(super) fn take_seats(&mut self) {
        Side::BOTH.into_iter().for_each(|side| self.take_seat(side));
    }

    /// Returns `true` if a player thinks beside the window.
    pub fn is_thinking(&self) -> bool {
        self.thought.is_some()
    }

    /// The words about the player that thinks, if one does.
    pub fn thinking_line(&self) -> Option<String> {
        let thought = self.thought.as_ref()?;
        let name = &self.sides()[thought.side.index()];
        Some(match thought.began.elapsed().as_secs() {
            0 => format!("The computer is thinking for the {name}…"),
            seconds => format!("The computer is thinking for the {name}… {seconds} s"),
        })
    }

    /// Waits until the player that thinks has chosen. The choice is made in the next frame.
    pub(crate) fn finish_thinking(&mut self) {
        if let Some(thought) = &mut self.thought {
            thought.beside.finish();
        }
    }

    /// The side that must choose, if its player takes long.
    pub(super) fn slow_side(&self) -> Option<Side> {
        let Turn::Choose(side) = self.game.now().turn() else { return None };
        self.seat(side).is_some_and(|kind| kind.takes_long()).then_some(side)
    }

    /// Lets the player of `side` think, which calls `wake` when it has chosen. What it chooses within `time`, if it only
    /// begins now, or what it has chosen since, is done.
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
            // The thread has failed.
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

    /// Gives up the thought under way, if there is one. Its player begins anew: how far it had come makes no difference.
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
