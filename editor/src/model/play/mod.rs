//! Playing the current scenario: players, choices, and the meaning of clicks.

mod bring;
mod click;
mod record;
mod thinking;
mod visible_game;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Illegal, SetupProblem, Side, Turn};
use battlewright_engine::play::{Dice, Match, Replay};
use battlewright_engine::players::{Kind, Progress, Seats, advance};
use battlewright_engine::show::{Card, Label, Line, Odds, Show as _};
use battlewright_schema::{Cell, Scenario};

pub use bring::ArrivalHex;
use thinking::ThinkingPlayer;
pub use visible_game::VisibleGame;
use visible_game::{InputHistory, look};

use crate::model::position::CurrentPosition;

/// The most rolls in a row: a game that asks for more is not going anywhere.
const MOST_ROLLS: usize = 1000;

/// The player of a side: a person, or a computer player.
pub type PlayerKind = Option<Kind>;

/// Something to be done in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayAct {
    /// Chooses one of the legal actions, by its place in [`VisibleGame::legal`].
    Choose(usize),
    /// Acts on a click on the map.
    Click {
        /// The piece under the pointer, if any.
        piece: Option<String>,
        /// The hex under the pointer.
        cell: Cell,
    },
    /// Brings a piece that waits beside the map on in a hex.
    Bring {
        /// The piece, by its id.
        piece: String,
        /// The hex.
        cell: Cell,
    },
    /// Puts somebody on a side's seat.
    Seat(Side, PlayerKind),
    /// Lets the computer make its next choice; one that takes long is made by [`Session::work`].
    Step,
    /// Lets the computer play on, or stops it.
    Run,
    /// Lets the computer play to the end of the turn.
    Turn,
    /// Lets the computer play to the end of the game.
    End,
    /// Makes the only choice there is besides the map, such as to stop or to pass.
    Commit,
    /// Gives up a chosen attacker.
    Cancel,
    /// Sets how fast the computer plays on by itself.
    Pace(PlayPace),
    /// Goes to just after an input, undone ones included.
    Jump(usize),
    /// Goes to the start of a turn that has been played, undone ones included.
    ToTurn(u8),
    /// Starts the game again with the dice of this seed.
    Restart(u64),
}

/// The pace at which the computer plays on by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayPace {
    /// A choice a second.
    Slow,
    /// A few choices a second.
    #[default]
    Steady,
    /// Many choices a second.
    Quick,
    /// As fast as it can.
    Full,
}

impl PlayPace {
    /// Every pace, the slowest first.
    pub const ALL: [Self; 4] = [Self::Slow, Self::Steady, Self::Quick, Self::Full];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slow => "Slow",
            Self::Steady => "Normal",
            Self::Quick => "Fast",
            Self::Full => "Full speed",
        }
    }

    /// The time to wait between two choices.
    pub fn wait(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slow => 1000,
            Self::Steady => 300,
            Self::Quick => 60,
            Self::Full => 0,
        })
    }
}

/// A game in progress in the editor.
pub struct Session {
    game: Match<AnyGame>,
    seed: u64,
    dice: Dice,
    kinds: [PlayerKind; 2],
    seats: Seats<AnyGame>,
    /// The token that is kept for each player as long as its choice is waited for.
    places: [Arc<()>; 2],
    /// The thought of a player beside the window; its seat is empty meanwhile.
    thought: Option<ThinkingPlayer>,
    running: bool,
    pace: PlayPace,
    /// The place where the computer is playing to, as fast as it can.
    goal: Option<Goal>,
    /// The piece clicked on, whose choices are shown.
    chosen: Option<String>,
    /// The hex clicked on in which several pieces can come on.
    asked: Option<Cell>,
    refusal: Option<Illegal>,
    /// The numbers of inputs after which the player's choice was not whole yet: a click can make several.
    within: BTreeSet<usize>,
    /// A recorded game whose inputs are being put in.
    following: Option<Replay>,
    notice: Option<String>,
    past: InputHistory,
    seen: VisibleGame,
}

/// The goal up to which the computer is to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// Until there are more inputs than so many.
    Input(usize),
    /// Until this turn is over.
    TurnAfter(u8),
    /// Until the game is.
    End,
}

/// The outcome of the next input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NextInput {
    /// It was made.
    Moved,
    /// Somebody is waited for, or the game is over.
    Stopped,
    /// A player thinks about it beside the window.
    Thinks,
}

impl Session {
    /// Starts a game of `scenario` whose dice `seed` decides, both sides by hand.
    ///
    /// # Errors
    /// Every reason why the scenario cannot be played.
    pub fn new(scenario: &Scenario, seed: u64) -> Result<Self, Vec<SetupProblem>> {
        let mut session = Self::of(AnyGame::new(scenario)?, seed);
        session.settle();
        Ok(session)
    }

    fn of(start: AnyGame, seed: u64) -> Self {
        let seen = look(&start, None);
        Self {
            game: Match::new(start),
            seed,
            dice: Dice::new(seed),
            kinds: [None, None],
            seats: [None, None],
            places: [Arc::new(()), Arc::new(())],
            thought: None,
            running: false,
            pace: PlayPace::default(),
            goal: None,
            chosen: None,
            asked: None,
            refusal: None,
            within: BTreeSet::new(),
            following: None,
            notice: None,
            past: InputHistory::default(),
            seen,
        }
    }

    /// The things that can be seen now.
    pub fn seen(&self) -> &VisibleGame {
        &self.seen
    }

    /// The position, as a tool sees it.
    pub fn position(&self) -> CurrentPosition<'_> {
        CurrentPosition { game: Ok(self.game.now()), stamp: self.game.now().fingerprint() }
    }

    /// The player of `side`.
    pub fn seat(&self, side: Side) -> PlayerKind {
        self.kinds[side.index()]
    }

    /// The number that decides the dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The sides' names.
    pub fn sides(&self) -> [String; 2] {
        self.game.now().sides()
    }

    /// Returns `true` if the computer plays on by itself, or a recorded game is being put in.
    pub fn is_running(&self) -> bool {
        self.running || self.goal.is_some() || self.following.is_some()
    }

    /// Returns `true` if the computer plays as fast as it can: on by itself, or to the end of the turn or game.
    pub fn is_busy(&self) -> bool {
        self.following.is_some()
            || self.goal.is_some()
            || (self.running && self.pace == PlayPace::Full && self.computer_to_move())
    }

    /// The pace at which the computer plays on by itself.
    pub fn pace(&self) -> PlayPace {
        self.pace
    }

    /// With whose eyes the game is seen: those of the person, or of the person who must choose.
    /// `None` when there is nobody to keep secrets from: two computers, or a game that is over.
    pub fn viewer(&self) -> Option<Side> {
        let chooser = match self.game.now().turn() {
            Turn::Over(_) => return None,
            Turn::Choose(side) => Some(side),
            Turn::Chance(_) => None,
        };
        match self.kinds {
            [None, None] => chooser,
            [None, Some(_)] => Some(Side::First),
            [Some(_), None] => Some(Side::Second),
            [Some(_), Some(_)] => None,
        }
    }

    /// The story so far, each line with the number of its input.
    pub fn story(&self) -> &[(usize, Line)] {
        self.past.story(self.game.len())
    }

    /// The number of inputs, undone ones included.
    pub fn last_input(&self) -> usize {
        self.game.len() + self.game.undone()
    }

    /// The input with which `turn` began, if it has been played, undone ones included.
    pub fn start_of(&self, turn: u8) -> Option<usize> {
        self.past.start_of(turn)
    }

    /// Both sides of the counter of this id, and how it stands in words.
    pub fn card(&self, id: &str) -> Option<Card> {
        let now = self.game.now();
        match self.viewer() {
            Some(side) => now.seen_by(side).card(id),
            None => now.card(id),
        }
    }

    /// Lets the computer play towards where it was told to, for about `time`: the window goes on being drawn meanwhile.
    /// `wake` is called when a player has chosen that goes on thinking after that.
    pub fn work(&mut self, time: Duration, wake: impl Fn() + Clone + Send + 'static) {
        if self.following.is_some() {
            self.follow_on(time);
            return;
        }
        let start = Instant::now();
        let before = self.game.len();
        while self.goal.is_some() || (self.running && self.pace == PlayPace::Full) {
            let came = match self.slow_side() {
                Some(side) => self.think(side, time.saturating_sub(start.elapsed()), wake.clone()),
                None => self.advance(),
            };
            if came == NextInput::Thinks {
                break;
            }
            let reached = match self.goal {
                Some(Goal::Input(n)) => self.game.len() > n,
                Some(Goal::TurnAfter(turn)) => self.game.now().status().turn != turn,
                Some(Goal::End) | None => false,
            };
            if came == NextInput::Stopped || reached {
                self.goal = None;
            }
            // A person who must choose is waited for; the computer goes on afterwards.
            if came == NextInput::Stopped || start.elapsed() >= time {
                break;
            }
        }
        // While somebody only thinks, all looks as it did.
        if !self.is_thinking() || self.game.len() != before {
            self.settle();
        }
    }

    /// Returns `true` if a computer player is to choose now.
    pub fn computer_to_move(&self) -> bool {
        self.seen.turn.is_some_and(|side| self.seat(side).is_some())
    }

    /// The piece whose choices are shown.
    pub fn chosen(&self) -> Option<&str> {
        self.chosen.as_deref()
    }

    /// Why the last click was refused.
    pub fn refusal(&self) -> Option<&Illegal> {
        self.refusal.as_ref()
    }

    /// The number of inputs so far.
    pub fn inputs(&self) -> usize {
        self.game.len()
    }

    /// Returns `true` if something can be taken back.
    pub fn can_undo(&self) -> bool {
        !self.game.is_empty()
    }

    /// Returns `true` if something taken back can be done again.
    pub fn can_redo(&self) -> bool {
        self.game.undone() > 0
    }

    /// The exact odds of a legal action, if it is a fight.
    pub fn odds(&self, action: &AnyAction) -> Option<Odds> {
        self.game.now().odds(action)
    }

    /// The legal fight of the chosen piece against what is in `cell`, with its odds.
    pub fn fight_at(&self, cell: Cell) -> Option<(&Label, Odds)> {
        let of_chosen = |label: &&(AnyAction, Label)| {
            label.1.cell() == Some(cell) && label.1.piece.is_some() && label.1.piece == self.chosen
        };
        let (action, label) = self.seen.legal.iter().find(of_chosen)?;
        Some((label, self.odds(action)?))
    }

    /// The hexes that a click can choose now.
    pub fn choice_cells(&self) -> Vec<Cell> {
        if self.computer_to_move() {
            return Vec::new();
        }
        let legal = self.seen.legal.iter().map(|(_, label)| label);
        let mut cells: Vec<Cell> = match &self.chosen {
            Some(chosen) => {
                legal.filter(|label| label.piece.as_ref() == Some(chosen)).filter_map(Label::cell).collect()
            }
            None => {
                let plain = legal.filter(|label| label.piece.is_none()).filter_map(Label::cell);
                plain.chain(self.seen.arrivals.iter().map(|arrival| arrival.cell)).collect()
            }
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The pieces that a click can choose now.
    pub fn choice_pieces(&self) -> Vec<String> {
        if self.computer_to_move() || self.chosen.is_some() {
            return self.chosen.iter().cloned().collect();
        }
        let mut pieces: Vec<String> = self.seen.legal.iter().filter_map(|(_, label)| label.piece.clone()).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }

    /// Does `act`.
    pub fn act(&mut self, act: PlayAct) {
        self.refusal = None;
        let stops = matches!(act, PlayAct::Run | PlayAct::Cancel);
        if self.following.is_some() {
            // Until a recorded game is in, it can only be stopped.
            if stops {
                self.stop_following();
            }
            return;
        }
        match act {
            PlayAct::Choose(n) => {
                if let Some((action, _)) = self.seen.legal.get(n) {
                    self.choose(*action);
                }
            }
            PlayAct::Click { piece, cell } => self.click(piece, cell),
            PlayAct::Bring { piece, cell } => self.bring(&piece, cell),
            PlayAct::Seat(side, kind) => {
                self.give_up_thought();
                self.sit(side, kind);
                self.changed();
            }
            PlayAct::Step if self.slow_side().is_some() => {
                self.goal.get_or_insert(Goal::Input(self.game.len()));
            }
            PlayAct::Step => {
                self.advance();
                self.settle();
            }
            PlayAct::Run => {
                let runs = self.running || self.goal.is_some();
                self.stop();
                self.running = !runs;
            }
            PlayAct::Turn => self.goal = Some(Goal::TurnAfter(self.seen.status.turn)),
            PlayAct::End => self.goal = Some(Goal::End),
            PlayAct::Commit => {
                let mut plain = (0..self.seen.legal.len())
                    .filter(|n| self.seen.legal.get(*n).is_some_and(|(_, l)| l.piece.is_none() && l.place.is_none()));
                if let (Some(n), None, false) = (plain.next(), plain.next(), self.computer_to_move()) {
                    self.act(PlayAct::Choose(n));
                }
            }
            PlayAct::Cancel => {
                self.chosen = None;
                self.asked = None;
                self.stop();
            }
            PlayAct::Pace(pace) => self.pace = pace,
            PlayAct::Jump(n) => {
                self.game.jump(n);
                self.stop();
                self.take_seats();
                self.changed();
            }
            PlayAct::ToTurn(turn) => {
                if let Some(n) = self.past.start_of(turn) {
                    self.act(PlayAct::Jump(n));
                }
            }
            PlayAct::Restart(seed) => {
                self.stop();
                self.seed = seed;
                self.dice = Dice::new(seed);
                self.game = Match::new(self.game.start().clone());
                self.past = InputHistory::default();
                self.within.clear();
                self.notice = None;
                self.take_seats();
                self.settle();
            }
        }
    }

    /// Returns `true` for a position that undo and redo pass over: dice are to be rolled, or a click is half done.
    fn is_between(&self) -> bool {
        matches!(self.game.now().turn(), Turn::Chance(_)) || self.within.contains(&self.game.len())
    }

    /// Takes the last choice back, with the dice that followed it.
    pub fn undo(&mut self) {
        self.stop_following();
        self.refusal = None;
        self.stop();
        while self.game.undo() && self.is_between() {}
        self.take_seats();
        self.changed();
    }

    /// Does the choice last taken back again, with the same dice.
    pub fn redo(&mut self) {
        self.refusal = None;
        self.give_up_thought();
        while self.game.redo() && self.is_between() {}
        self.changed();
    }

    fn choose(&mut self, action: AnyAction) {
        self.choose_all([action]);
    }

    /// Makes choices one after the other as one step of the player. The rest is left out after one that is refused, as
    /// after a step of a move that brings on a roll or another side's choice.
    fn choose_all(&mut self, actions: impl IntoIterator<Item = AnyAction>) {
        self.give_up_thought();
        self.forget_undone();
        let start = self.game.len();
        for action in actions {
            let before = self.game.len();
            if let Err(refusal) = self.game.choose(action) {
                if before == start {
                    self.refusal = Some(refusal);
                    return;
                }
                break;
            }
            if before > start {
                self.within.insert(before);
            }
        }
        self.settle();
    }

    /// Forgets what was undone, which other inputs replace.
    fn forget_undone(&mut self) {
        self.past.forget_after(self.game.len());
        self.within.split_off(&self.game.len());
    }

    /// Makes the next input, if it is the dice's or that of a player that chooses at once.
    fn advance(&mut self) -> NextInput {
        self.forget_undone();
        match advance(&mut self.game, &mut self.seats, &mut self.dice) {
            Ok(Progress::Moved) => return NextInput::Moved,
            Ok(Progress::Waiting(_)) => {}
            Ok(Progress::Over(_)) => self.stop(),
            Err(refusal) => {
                self.stop();
                self.refusal = Some(refusal);
            }
        }
        NextInput::Stopped
    }

    /// Rolls whatever is to be rolled, and looks again.
    fn settle(&mut self) {
        for _ in 0..MOST_ROLLS {
            if matches!(self.game.now().turn(), Turn::Chance(_)) {
                self.forget_undone();
            }
            if !self.game.roll(&mut self.dice) {
                break;
            }
        }
        self.changed();
    }

    /// Puts somebody on a side's seat.
    fn sit(&mut self, side: Side, kind: PlayerKind) {
        self.kinds[side.index()] = kind;
        self.take_seat(side);
    }

    fn stop(&mut self) {
        self.running = false;
        self.goal = None;
        self.give_up_thought();
    }

    fn changed(&mut self) {
        self.chosen = None;
        self.asked = None;
        self.past.learn(&self.game);
        self.seen = look(self.game.now(), self.viewer());
    }
}
