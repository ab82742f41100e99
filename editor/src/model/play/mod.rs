//! Games of the current scenario: players, actions and clicks.

mod act;
mod bring;
mod click;
mod player_service;
mod pointing;
mod preview;
mod reasons;
mod record;
#[cfg(test)]
mod tests;
mod thinking;
mod together;
mod visible_game;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use battlewright_platform::clock::{Duration, Instant};

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Illegal, SetupProblem, Side, Turn, Viewer};
use battlewright_engine::play::{Match, Replay};
use battlewright_engine::players::{Kind, Progress, Seats, advance, decision_dice};
use battlewright_engine::show::{Card, Fact, Label, Line, Odds, Show as _};
use battlewright_schema::{Cell, Scenario};

pub use act::{PlayAct, PlayPace};
pub use bring::ArrivalHex;
pub(crate) use player_service::PlayerService;
use pointing::TablePointing;
use preview::ChoicePreview;
use reasons::ReasonList;
pub use thinking::ThoughtLine;
use thinking::{PlayerSearch, ThinkingPlayer};
use together::MovingTogether;
pub use together::{Companion, StackPart};
pub use visible_game::VisibleGame;
use visible_game::{InputHistory, look};

use crate::model::position::CurrentPosition;

/// The maximum number of consecutive rolls, which guards against a game that never ends.
const MOST_ROLLS: usize = 1000;

/// The number of the next game.
static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// Returns a seed for the dice of a new game, short enough to be read out and typed.
pub fn fresh_seed() -> u64 {
    battlewright_platform::random_seed() % (1 << 32)
}

/// The player of a side: `None` for a person, or a computer player.
pub type PlayerKind = Option<Kind>;

/// A game in the editor.
pub struct Session {
    scenario: Scenario,
    /// The record of the game: its inputs, its dice and its seed.
    game: Match<AnyGame>,
    /// A number that no other game of this program has. A restarted game is another one.
    number: u64,
    kinds: [PlayerKind; 2],
    seats: Seats<AnyGame>,
    /// The slow players, which have no entry in `seats`.
    searches: [Option<PlayerSearch>; 2],
    /// The slow player that is thinking.
    thought: Option<ThinkingPlayer>,
    running: bool,
    pace: PlayPace,
    /// The goal of automatic play at full speed.
    goal: Option<Goal>,
    /// The id of the clicked piece, whose actions are shown.
    chosen: Option<String>,
    /// The clicked hex in which several pieces can enter.
    asked: Option<Cell>,
    together: MovingTogether,
    refusal: Option<Illegal>,
    /// The numbers of inputs that do not end a step of the player. A single click can make several inputs.
    within: BTreeSet<usize>,
    /// The numbers of the choices that a person has made in this window, and of none that a recorded game has brought.
    by_hand: BTreeSet<usize>,
    /// A recorded game that is being replayed.
    following: Option<Replay>,
    notice: Option<String>,
    past: InputHistory,
    reasons: ReasonList,
    /// The number of inputs of the game, once it has come to its end. It stays while the game is reviewed.
    ended_at: Option<usize>,
    seen: VisibleGame,
    pointing: TablePointing,
    preview: Option<ChoicePreview>,
    /// The names of the marks on a table that the player has hidden.
    hidden_marks: BTreeSet<&'static str>,
}

/// The goal of automatic play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// More than this number of inputs.
    Input(usize),
    /// The end of this turn.
    TurnAfter(u8),
    /// The end of the game.
    End,
}

/// The result of an attempt to advance the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NextInput {
    /// An input was made.
    Moved,
    /// The game waits for a person or is over.
    Stopped,
    /// A player thinks in the background.
    Thinks,
}

impl Session {
    /// Starts a game of `scenario` with the dice of `seed`. A person plays each side.
    ///
    /// # Errors
    /// Returns all reasons why the scenario cannot be played.
    pub fn new(scenario: &Scenario, seed: u64) -> Result<Self, Vec<SetupProblem>> {
        let mut session = Self::of(scenario, seed)?;
        session.settle();
        Ok(session)
    }

    fn of(scenario: &Scenario, seed: u64) -> Result<Self, Vec<SetupProblem>> {
        let start = AnyGame::new(scenario)?;
        let seen = look(&start, Viewer::All);
        Ok(Self {
            scenario: scenario.clone(),
            game: Match::seeded(start, seed),
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            kinds: [None, None],
            seats: [None, None],
            searches: [None, None],
            thought: None,
            running: false,
            pace: PlayPace::default(),
            goal: None,
            chosen: None,
            asked: None,
            together: MovingTogether::default(),
            refusal: None,
            within: BTreeSet::new(),
            by_hand: BTreeSet::new(),
            following: None,
            notice: None,
            past: InputHistory::default(),
            reasons: ReasonList::default(),
            ended_at: None,
            seen,
            pointing: TablePointing::default(),
            preview: None,
            hidden_marks: BTreeSet::new(),
        })
    }

    /// Returns the visible state of the game.
    pub fn seen(&self) -> &VisibleGame {
        &self.seen
    }

    /// Returns the position as tools see it.
    pub fn position(&self) -> CurrentPosition<'_> {
        CurrentPosition { game: Ok(self.known()), stamp: self.known().fingerprint() }
    }

    /// Returns the player of `side`.
    pub fn seat(&self, side: Side) -> PlayerKind {
        self.kinds[side.index()]
    }

    /// Returns the seed of the dice.
    pub fn seed(&self) -> u64 {
        self.game.seed().unwrap_or_default()
    }

    /// Returns the names of the sides.
    pub fn sides(&self) -> [String; 2] {
        self.game.now().sides()
    }

    /// Returns `true` if automatic play is on or a recorded game is being replayed.
    pub fn is_running(&self) -> bool {
        self.running || self.goal.is_some() || self.following.is_some()
    }

    /// Returns `true` if the game advances in every frame: at full speed, towards a goal, or replaying a recorded game.
    pub fn is_busy(&self) -> bool {
        self.following.is_some()
            || self.goal.is_some()
            || (self.running && self.pace == PlayPace::Full && self.computer_to_move())
    }

    /// Returns the pace of automatic play.
    pub fn pace(&self) -> PlayPace {
        self.pace
    }

    /// Returns the viewer whose view of the game is shown: the only person, or the person to move. With two computer
    /// players, and after the end, everything is shown; while dice are to be rolled for two persons, no secrets.
    pub fn viewer(&self) -> Viewer {
        match (self.game.now().turn(), self.kinds) {
            (Turn::Over(_), _) | (_, [Some(_), Some(_)]) => Viewer::All,
            (_, [None, Some(_)]) => Viewer::Side(Side::First),
            (_, [Some(_), None]) => Viewer::Side(Side::Second),
            (Turn::Choose(side), [None, None]) => Viewer::Side(side),
            (Turn::Chance(_), [None, None]) => Viewer::Nobody,
        }
    }

    /// Returns the game as the viewer knows it. What a person is shown, and what a click means, comes from it.
    fn known(&self) -> &AnyGame {
        &self.seen.game
    }

    /// Returns the events so far, each with the number of its input.
    pub fn story(&self) -> &[(usize, Line)] {
        self.past.story(self.game.len())
    }

    /// Returns the number of inputs, including undone ones.
    pub fn last_input(&self) -> usize {
        self.game.len() + self.game.undone()
    }

    /// Returns the number of the input that began `turn`, also for an undone turn, or `None` if the turn was not
    /// reached.
    pub fn start_of(&self, turn: u8) -> Option<usize> {
        self.past.start_of(turn)
    }

    /// Returns both sides of the counter with this id and its state in words, as far as the viewer may see them.
    pub fn card(&self, id: &str) -> Option<Card> {
        self.known().card(id)
    }

    /// Advances automatic play for about `time`, so that the window stays responsive. `wake` is called when a player
    /// that thinks in the background has chosen.
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
            // The game waits for a person and continues automatically afterwards.
            if came == NextInput::Stopped || start.elapsed() >= time {
                break;
            }
        }
        // While a player only thinks, the visible state is unchanged.
        if !self.is_thinking() || self.game.len() != before {
            self.settle();
        }
    }

    /// Returns `true` if a computer player is to move.
    pub fn computer_to_move(&self) -> bool {
        self.seen.turn.is_some_and(|side| self.seat(side).is_some())
    }

    /// Returns the id of the piece whose actions are shown.
    pub fn chosen(&self) -> Option<&str> {
        self.chosen.as_deref()
    }

    /// Returns the reason why the last click was refused.
    pub fn refusal(&self) -> Option<&Illegal> {
        self.refusal.as_ref()
    }

    /// Returns the number of inputs so far.
    pub fn inputs(&self) -> usize {
        self.game.len()
    }

    /// Returns `true` if a side has chosen.
    pub fn has_choices(&self) -> bool {
        self.game.inputs().any(|(by, _)| by.is_some())
    }

    /// Returns `true` if a person has made a choice in this window that is not undone.
    pub fn has_choices_by_hand(&self) -> bool {
        self.by_hand.first().is_some_and(|first| *first < self.game.len())
    }

    /// Returns `true` if there is a choice to undo. The rolls before the first choice stay.
    pub fn can_undo(&self) -> bool {
        self.has_choices()
    }

    /// Returns `true` if there is an input to redo.
    pub fn can_redo(&self) -> bool {
        self.game.undone() > 0
    }

    /// Returns the exact odds of `action`, or `None` if it is not a combat.
    pub fn odds(&self, action: &AnyAction) -> Option<Odds> {
        self.known().odds(action)
    }

    /// Returns the effect of `action` in a sentence, or `None` if its label says it all.
    pub fn help(&self, action: &AnyAction) -> Option<Fact> {
        self.known().help(action)
    }

    /// Returns the combat of the chosen piece against `cell`, with its odds, if it is legal.
    pub fn fight_at(&self, cell: Cell) -> Option<(&Label, Odds)> {
        let of_chosen = |label: &&(AnyAction, Label)| {
            label.1.cell() == Some(cell) && label.1.piece.is_some() && label.1.piece == self.chosen
        };
        let (action, label) = self.seen.legal.iter().find(of_chosen)?;
        Some((label, self.odds(action)?))
    }

    /// Returns the hexes that a click can choose.
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

    /// Returns the ids of the pieces that a click can choose.
    pub fn choice_pieces(&self) -> Vec<String> {
        if self.computer_to_move() || self.chosen.is_some() {
            return self.chosen.iter().cloned().collect();
        }
        let mut pieces: Vec<String> = self.seen.legal.iter().filter_map(|(_, label)| label.piece.clone()).collect();
        pieces.extend(self.going_along().cloned());
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }

    /// Carries out `act`. Until a recorded game has been replayed, it can only be stopped.
    pub fn act(&mut self, act: PlayAct) {
        if let PlayAct::Preview(choice) = act {
            self.preview(choice);
            return;
        }
        self.refusal = None;
        let stops = matches!(act, PlayAct::Run | PlayAct::Cancel);
        if self.following.is_some() {
            // A replay can only be stopped.
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
            PlayAct::PickUp { piece, cell, part } => self.pick_up_part(&piece, cell, part),
            PlayAct::JoinAll => self.join_all(),
            PlayAct::TakePart(part) => self.take_part(part),
            PlayAct::TakeAlong(piece, goes) => self.take_along(&piece, goes),
            PlayAct::Point { piece, at } => self.click_table(piece, at),
            PlayAct::Mode(mode) => self.set_mode(mode),
            PlayAct::Face(facing) => self.set_facing(facing),
            PlayAct::TurnFacing(tenths) => self.turn_facing(tenths),
            PlayAct::Bend(tenths) => self.bend_by(tenths),
            PlayAct::ShowMarks(name, true) => {
                self.hidden_marks.remove(name);
            }
            PlayAct::ShowMarks(name, false) => {
                self.hidden_marks.insert(name);
            }
            PlayAct::Preview(_) => {}
            PlayAct::TakeBack => self.take_back(),
            PlayAct::Bring { piece, cell } => self.bring(&piece, cell),
            PlayAct::Seat(side, kind) => {
                self.cancel_thinking();
                self.assign_player(side, kind);
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
                if let Some(n) = self.seen.ending.filter(|_| !self.computer_to_move()) {
                    self.act(PlayAct::Choose(n));
                }
            }
            PlayAct::Cancel => {
                let idle = self.chosen.is_none() && self.asked.is_none() && !self.is_running() && !self.is_thinking();
                self.chosen = None;
                self.asked = None;
                self.stop();
                if idle {
                    self.put_down();
                }
            }
            PlayAct::Pace(pace) => self.pace = pace,
            PlayAct::StopThinking => self.stop_thinking(),
            PlayAct::Jump(n) => {
                self.game.jump(n);
                self.stop();
                self.reset_players();
                self.changed();
            }
            PlayAct::ToTurn(turn) => {
                if let Some(n) = self.past.start_of(turn) {
                    self.act(PlayAct::Jump(n));
                }
            }
            PlayAct::Restart(seed) => {
                self.stop();
                self.game = Match::seeded(self.game.start().clone(), seed);
                self.number = NUMBERS.fetch_add(1, Ordering::Relaxed);
                self.past = InputHistory::default();
                self.forget_reasons_after(0);
                self.within.clear();
                self.by_hand.clear();
                self.notice = None;
                self.reset_players();
                self.settle();
            }
        }
    }

    /// Returns `true` for a position that undo and redo skip: dice are to be rolled, or a step of the player is
    /// incomplete.
    fn is_between(&self) -> bool {
        matches!(self.game.now().turn(), Turn::Chance(_)) || self.within.contains(&self.game.len())
    }

    /// Undoes the last step of a player, with the dice rolled after it. The rolls before the first choice stay: nobody can choose
    /// before them.
    pub fn undo(&mut self) {
        self.stop_following();
        self.refusal = None;
        self.stop();
        if self.can_undo() {
            while self.game.undo() && self.is_between() {}
        }
        self.reset_players();
        self.changed();
    }

    /// Redoes the step that was undone last, with the same dice.
    pub fn redo(&mut self) {
        self.refusal = None;
        self.cancel_thinking();
        while self.game.redo() && self.is_between() {}
        self.changed();
    }

    fn choose(&mut self, action: AnyAction) {
        self.choose_all([action]);
    }

    /// Chooses actions in order as a single step of the player. An illegal action ends the step, for example when a
    /// move triggers a roll or a decision of the other side.
    fn choose_all(&mut self, actions: impl IntoIterator<Item = AnyAction>) {
        self.cancel_thinking();
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
            self.by_hand.insert(before);
            if before > start {
                self.within.insert(before);
            }
        }
        self.settle();
    }

    /// Drops undone inputs, which new ones replace.
    fn forget_undone(&mut self) {
        self.past.forget_after(self.game.len());
        self.forget_reasons_after(self.game.len());
        self.within.split_off(&self.game.len());
        self.by_hand.split_off(&self.game.len());
    }

    /// Makes the next input if it is a roll or that of a fast computer player.
    fn advance(&mut self) -> NextInput {
        self.forget_undone();
        if let Turn::Choose(side) = self.game.now().turn() {
            let numbers = decision_dice(self.seed(), side, self.game.len());
            if let Some(player) = &mut self.seats[side.index()] {
                player.start_over(numbers);
            }
        }
        match advance(&mut self.game, &mut self.seats) {
            Ok(Progress::Moved) => return NextInput::Moved,
            Ok(Progress::Waiting(_) | Progress::Unrolled) => {}
            Ok(Progress::Over(_)) => self.stop(),
            Err(refusal) => {
                self.stop();
                self.refusal = Some(refusal);
            }
        }
        NextInput::Stopped
    }

    /// Makes all pending rolls and updates the visible state.
    fn settle(&mut self) {
        for _ in 0..MOST_ROLLS {
            if matches!(self.game.now().turn(), Turn::Chance(_)) {
                self.forget_undone();
            }
            if !self.game.roll() {
                break;
            }
        }
        self.changed();
    }

    /// Assigns a player to a side.
    fn assign_player(&mut self, side: Side, kind: PlayerKind) {
        self.kinds[side.index()] = kind;
        self.reset_player(side);
    }

    fn stop(&mut self) {
        self.running = false;
        self.goal = None;
        self.cancel_thinking();
    }

    fn changed(&mut self) {
        self.chosen = None;
        self.asked = None;
        self.past.update(&self.game);
        let seen = look(self.game.now(), self.viewer());
        if seen.outcome.is_some() {
            self.ended_at = Some(self.game.len());
        }
        self.pointing.next(seen.status.prompt == self.seen.status.prompt);
        self.seen = seen;
        self.find_companions();
    }
}
