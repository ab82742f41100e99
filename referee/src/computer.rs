//! Computer players in a seat. They know what the seat knows.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Side};
use battlewright_engine::play::{Input, Match};
use battlewright_engine::players::{Clock, GivenPlan, Kind, Player, ThinkingProgress, decision_dice};
use battlewright_engine::show::Show as _;

use crate::take::Referee;

/// A computer player in a seat. It carries plans from decision to decision, which follow from its choices so far: one that comes
/// anew [recalls](Player::recall) them, and chooses the same as one that was there all the time.
pub struct ComputerPlayer {
    side: Side,
    seed: u64,
    player: Box<dyn Player<AnyGame> + Send>,
    /// The inputs that the player knows, its last choice included.
    known: Vec<Input<AnyAction>>,
    /// `true` while a player with a clock must choose without thinking.
    hurries: Arc<AtomicBool>,
}

/// The clock of a player that can be hurried.
struct HurriedClock {
    clock: Box<dyn Clock + Send>,
    hurries: Arc<AtomicBool>,
}

impl Clock for HurriedClock {
    fn milliseconds(&mut self) -> u64 {
        self.clock.milliseconds()
    }

    fn goes_on(&mut self) -> bool {
        !self.hurries.load(Ordering::Relaxed) && self.clock.goes_on()
    }

    fn wants_progress(&mut self) -> bool {
        self.clock.wants_progress()
    }

    fn report(&mut self, progress: ThinkingProgress) {
        self.clock.report(progress);
    }
}

impl std::fmt::Debug for ComputerPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ComputerPlayer({:?})", self.side)
    }
}

/// A decision of a computer player.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The side that must choose.
    pub side: Side,
    /// The number of inputs before the decision.
    pub n: usize,
    view: AnyGame,
}

impl Referee {
    /// Returns the decision of a computer player; `None` if none has to choose.
    pub fn decision(&self) -> Option<Decision> {
        let side = self.to_choose()?;
        self.header.computers[side.index()].as_ref()?;
        let view = self.streams[side.index()].view().clone();
        Some(Decision { side, n: self.game.len(), view })
    }

    /// Returns the computer player of `side`, who knows the game so far: `kept` from an earlier decision, or a new one if there is
    /// none or what it knows was taken back. `None` for a person, and before the dice are ready. Tries replace a budget of time.
    pub fn computer(&self, side: Side, kept: Option<ComputerPlayer>) -> Option<ComputerPlayer> {
        self.player_of(side, kept, None)
    }

    /// Returns the computer player of `side` like [`Self::computer`]. One that is new has `clock`, which limits a budget of time, and
    /// can stop it.
    pub fn computer_by_clock(
        &self,
        side: Side,
        kept: Option<ComputerPlayer>,
        clock: Box<dyn Clock + Send>,
    ) -> Option<ComputerPlayer> {
        self.player_of(side, kept, Some(clock))
    }

    fn player_of(
        &self,
        side: Side,
        kept: Option<ComputerPlayer>,
        clock: Option<Box<dyn Clock + Send>>,
    ) -> Option<ComputerPlayer> {
        let kind = Kind::by_name(self.header.computers[side.index()].as_deref()?)?;
        let seed = self.dice.as_ref()?.number("computer player");
        let kept = kept.filter(|player| (player.side, player.seed) == (side, seed) && player.knows(&self.game));
        let mut player = kept.unwrap_or_else(|| ComputerPlayer::new(side, kind, seed, clock));
        player.follow(&self.game);
        Some(player)
    }
}

impl ComputerPlayer {
    /// Creates the player of `side`. Its numbers depend on `seed` and the decision, so that it chooses the same after a restart.
    fn new(side: Side, kind: Kind, seed: u64, clock: Option<Box<dyn Clock + Send>>) -> Self {
        let (dice, hurries) = (decision_dice(seed, side, 0), Arc::<AtomicBool>::default());
        let player = match clock {
            Some(clock) => kind.player_by_clock(dice, Box::new(HurriedClock { clock, hurries: Arc::clone(&hurries) })),
            None => kind.player(dice),
        };
        Self { side, seed, player, known: Vec::new(), hurries }
    }

    /// Returns `true` if `game` has gone on from what the player knows.
    fn knows(&self, game: &Match<AnyGame>) -> bool {
        self.known.iter().eq(game.inputs().map(|(_, input)| input).take(self.known.len()))
    }

    /// Takes note of what has happened in `game` since, without thinking.
    fn follow(&mut self, game: &Match<AnyGame>) {
        let known = self.known.len();
        // A player that was kept has made all its choices itself, so that nothing is played again.
        let others = game.inputs().rev().position(|(by, _)| by == Some(self.side));
        let last = others.map_or(0, |others| game.len() - others);
        if known < last
            && let Some(mut cursor) = game.cursor(known)
        {
            while cursor.n() < last {
                if let Some((Some(by), Input::Choice(choice))) = cursor.next_input()
                    && by == self.side
                {
                    self.player.recall(&cursor.game().seen_by(by), choice);
                }
                cursor.advance();
            }
        }
        self.known.extend(game.inputs().skip(known).map(|(_, input)| input.clone()));
    }

    /// Chooses an action, in its notation; `None` for a decision of another side, or in another position than the one that the player
    /// [knows](Referee::computer). This may take long.
    pub fn choose(&mut self, decision: &Decision) -> Option<String> {
        self.decide(decision, None)
    }

    /// Chooses like [`Self::choose`], at once, in the place of a player that was `stopped`. One without a clock cannot be hurried.
    pub fn choose_at_once(&mut self, decision: &Decision, stopped: &ThinkingProgress) -> Option<String> {
        self.hurries.store(true, Ordering::Relaxed);
        let choice = self.decide(decision, Some(stopped));
        self.hurries.store(false, Ordering::Relaxed);
        choice
    }

    /// Returns the plan of the turn; `None` if the player makes no plans.
    pub fn given_plan(&self) -> Option<GivenPlan> {
        self.player.given_plan()
    }

    fn decide(&mut self, decision: &Decision, stopped: Option<&ThinkingProgress>) -> Option<String> {
        if (decision.side, decision.n) != (self.side, self.known.len()) {
            return None;
        }
        let (view, dice) = (&decision.view, decision_dice(self.seed, self.side, decision.n));
        self.player.start_over(dice.clone());
        let mut legal = Vec::new();
        view.actions(&mut legal);
        if let Some(plan) = stopped.and_then(|stopped| stopped.plan.as_ref()) {
            self.player.adopt(view, plan);
        }
        let best = stopped.and_then(|stopped| stopped.choice).and_then(|choice| legal.get(choice)).copied();
        let action = match best {
            Some(best) => {
                self.player.recall(view, &best);
                best
            }
            None => self.player.choose(view, &legal)?,
        };
        // The next decision starts over as well. A search has grown a tree, which would lie in memory until then.
        self.player.start_over(dice);
        // If the choice is not carried out, the game does not go on from what the player knows.
        self.known.push(Input::Choice(action));
        Some(view.label(&action).notation)
    }
}
