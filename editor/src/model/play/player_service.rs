//! A slow computer player apart from the window: on a thread, or in a browser in a Web Worker. A worker takes no message while it
//! thinks. To stop it, the window drops it, and starts another that takes the best so far.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use battlewright_platform::clock::{Duration, Instant};
use battlewright_platform::tasks::{self, Service};
use serde::{Deserialize, Serialize};

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::play::{Input, Match};
use battlewright_engine::players::{Clock, GivenPlan, Kind, Player, ThinkingProgress, decision_dice};
use battlewright_schema::Scenario;

/// The time between two reports of progress.
const PAUSE: Duration = Duration::from_millis(100);

/// The values from which a computer player starts.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PlayerStart {
    pub(super) scenario: Scenario,
    pub(super) side: Side,
    /// The name of the player's [`Kind`].
    pub(super) kind: String,
    pub(super) seed: u64,
}

/// A request for a choice.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct ChoiceRequest {
    /// The inputs since the last request.
    pub(super) inputs: Vec<Input<AnyAction>>,
    /// The findings of a player that was stopped; the choice is then made at once.
    pub(super) stopped: Option<StoppedThought>,
}

/// The best so far of a player that was stopped.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct StoppedThought {
    /// The plan of the turn.
    pub(super) plan: Option<GivenPlan>,
    /// The index of a choice among all legal ones.
    pub(super) choice: Option<usize>,
}

/// An answer of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum PlayerReply {
    /// The progress; other answers follow.
    Progress(ThinkingProgress),
    /// The choice.
    Choice(PlayerChoice),
}

/// The choice of a player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PlayerChoice {
    /// The choice; `None` if there is nothing to choose.
    pub(super) action: Option<AnyAction>,
    /// The reasons, a line each.
    pub(super) reasons: Vec<String>,
    /// The plan of the turn.
    pub(super) plan: Option<GivenPlan>,
}

/// A slow computer player with its copy of the game.
pub(crate) struct PlayerService {
    side: Side,
    seed: u64,
    /// The game and the player; `None` if the scenario cannot be played.
    seat: Option<(Match<AnyGame>, Box<dyn Player<AnyGame> + Send>)>,
    /// `true` while the player must choose without thinking.
    hurries: Arc<AtomicBool>,
}

/// The clock of the player, which reports its progress, and stops it if nobody waits for its choice.
struct ServiceClock {
    begun: Instant,
    reported: Instant,
    canceled: Arc<AtomicBool>,
    hurries: Arc<AtomicBool>,
}

impl Clock for ServiceClock {
    fn milliseconds(&mut self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn goes_on(&mut self) -> bool {
        !self.canceled.load(Ordering::Relaxed) && !self.hurries.load(Ordering::Relaxed)
    }

    fn wants_progress(&mut self) -> bool {
        let is_due = self.reported.elapsed() >= PAUSE;
        if is_due {
            self.reported = Instant::now();
        }
        is_due
    }

    fn report(&mut self, progress: ThinkingProgress) {
        tasks::send_interim::<PlayerService>(PlayerReply::Progress(progress));
    }
}

impl Service for PlayerService {
    type Start = PlayerStart;
    type Request = ChoiceRequest;
    type Reply = PlayerReply;

    const NAME: &'static str = "player";

    fn new(start: PlayerStart, canceled: Arc<AtomicBool>) -> Self {
        let PlayerStart { scenario, side, kind, seed } = start;
        let game = AnyGame::new(&scenario).ok().map(Match::new);
        let hurries = Arc::<AtomicBool>::default();
        let now = Instant::now();
        let clock = ServiceClock { begun: now, reported: now, canceled, hurries: Arc::clone(&hurries) };
        let mut player = Kind::by_name(&kind)
            .map(|kind| kind.player_by_clock(decision_dice(seed, side, 0), Box::new(clock) as Box<dyn Clock + Send>));
        if let Some(player) = &mut player {
            // A page has one.
            player.set_threads(battlewright_export::parallel::threads());
        }
        Self { side, seed, seat: game.zip(player), hurries }
    }

    fn answer(&mut self, request: ChoiceRequest) -> PlayerReply {
        PlayerReply::Choice(self.choose(request).unwrap_or_default())
    }
}

impl PlayerService {
    fn choose(&mut self, request: ChoiceRequest) -> Option<PlayerChoice> {
        let (game, player) = self.seat.as_mut()?;
        for input in request.inputs {
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
        let seen = game.now().seen_by(side);
        let mut legal = Vec::new();
        game.now().actions(&mut legal);
        let mut best = None;
        if let Some(StoppedThought { plan, choice }) = &request.stopped {
            if let Some(plan) = plan {
                player.adopt(&seen, plan);
            }
            best = choice.and_then(|choice| legal.get(choice)).copied();
        }
        self.hurries.store(request.stopped.is_some(), Ordering::Relaxed);
        let action = best.or_else(|| player.choose(&seen, &legal));
        Some(PlayerChoice { action, reasons: player.reasons(), plan: player.given_plan() })
    }
}

#[cfg(test)]
mod tests {
    use battlewright_engine::players::Budget;

    use super::*;

    fn start(kind: Kind, seed: u64) -> PlayerStart {
        let scenario = crate::model::document::Document::bundled().scenario().clone();
        PlayerStart { scenario, side: Side::First, kind: kind.name(), seed }
    }

    fn choice(reply: PlayerReply) -> PlayerChoice {
        let PlayerReply::Choice(choice) = reply else { panic!("the last answer is the choice") };
        choice
    }

    #[test]
    fn a_canceled_search_ends() {
        let cancel = Arc::new(AtomicBool::new(true));
        let mut player = PlayerService::new(start(Kind::Search(Budget::Iterations(u32::MAX)), 1), cancel);
        assert!(choice(player.answer(ChoiceRequest::default())).action.is_some());
    }

    #[test]
    fn a_player_that_gets_bytes_chooses_the_same() {
        let start = || start(Kind::Search(Budget::Iterations(20)), 3);
        let mut here = PlayerService::new(start(), Arc::default());
        let bytes = serde_json::to_vec(&start()).unwrap();
        let mut there = PlayerService::new(serde_json::from_slice(&bytes).unwrap(), Arc::default());
        let mut request = ChoiceRequest::default();
        for _ in 0..4 {
            let bytes = serde_json::to_vec(&request).unwrap();
            let reply = here.answer(request);
            assert_eq!(there.answer(serde_json::from_slice(&bytes).unwrap()), reply);
            let bytes = serde_json::to_vec(&reply).unwrap();
            assert_eq!(serde_json::from_slice::<PlayerReply>(&bytes).unwrap(), reply);
            let inputs = choice(reply).action.map(Input::Choice).into_iter().collect();
            request = ChoiceRequest { inputs, stopped: None };
        }
    }

    #[test]
    fn who_takes_over_from_a_stopped_player_chooses_at_once_and_as_it_did() {
        let endless = Kind::Plan(Budget::Iterations(u32::MAX));
        let mut legal = Vec::new();
        AnyGame::new(&start(endless, 1).scenario).unwrap().actions(&mut legal);
        let at_once = |stopped: StoppedThought| {
            let mut player = PlayerService::new(start(endless, 1), Arc::default());
            choice(player.answer(ChoiceRequest { inputs: Vec::new(), stopped: Some(stopped) }))
        };
        let nothing = at_once(StoppedThought::default());
        assert!(nothing.action.is_some() && nothing.plan.is_some());
        let last = at_once(StoppedThought { plan: None, choice: Some(legal.len() - 1) });
        assert_eq!(last.action, legal.last().copied());

        let mut player = PlayerService::new(start(Kind::Plan(Budget::Iterations(30)), 1), Arc::default());
        let thought = choice(player.answer(ChoiceRequest::default()));
        assert!(thought.plan.is_some() && !thought.reasons.is_empty());
        let taken = at_once(StoppedThought { plan: thought.plan.clone(), choice: None });
        assert_eq!((taken.action, taken.plan), (thought.action, thought.plan));
    }
}
