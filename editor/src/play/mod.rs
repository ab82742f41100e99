//! Playing the scenario as it stands: who sits where, what can be chosen, what a click means.

use std::time::{Duration, Instant};

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Illegal, Outcome, SetupProblem, Side, Turn};
use battlewright_engine::play::{Dice, Match};
use battlewright_engine::players::{Kind, Progress, Seats, advance};
use battlewright_engine::show::{Click, Label, Line, Mark, Odds, Piece, Show as _, Status, Track};
use battlewright_schema::{Cell, Scenario};

use crate::tools::Position;

/// The most rolls in a row: a game that asks for more is not going anywhere.
const MOST_ROLLS: usize = 1000;

/// Who plays a side: a person, or a computer player.
pub type Seat = Option<Kind>;

/// Something to be done in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Chooses one of the legal actions, by its place in [`Seen::legal`].
    Choose(usize),
    /// Acts on a click on the map.
    Click {
        /// The piece under the pointer, if any.
        piece: Option<String>,
        /// The hex under the pointer.
        cell: Cell,
    },
    /// Puts somebody on a side's seat.
    Seat(Side, Seat),
    /// Lets the computer make its next choice.
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
    /// Goes to just after an input.
    Jump(usize),
    /// Starts the game again with the dice of this seed.
    Restart(u64),
}

/// Everything that can be seen of a game between two inputs.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Where the game stands.
    pub status: Status,
    /// Every counter and marker.
    pub pieces: Vec<Piece>,
    /// Points and supplies.
    pub tracks: Vec<Track>,
    /// Marked hexes.
    pub marks: Vec<Mark>,
    /// Every legal action and how it reads.
    pub legal: Vec<(AnyAction, Label)>,
    /// Where the piece in motion can get to.
    pub reach: Vec<Cell>,
    /// The story so far, each line with the number of its input.
    pub story: Vec<(usize, Line)>,
    /// Who must choose; `None` when the game is over.
    pub turn: Option<Side>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
}

/// A game in progress in the editor.
pub struct Session {
    game: Match<AnyGame>,
    seed: u64,
    dice: Dice,
    kinds: [Seat; 2],
    seats: Seats<AnyGame>,
    running: bool,
    /// Where the computer is playing to, as fast as it can.
    goal: Option<Goal>,
    /// The piece clicked on, whose choices are shown.
    chosen: Option<String>,
    refusal: Option<Illegal>,
    seen: Seen,
}

/// How far the computer is to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// Until this turn is over.
    TurnAfter(u8),
    /// Until the game is.
    End,
}

impl Session {
    /// Starts a game of `scenario` whose dice `seed` decides, both sides by hand.
    ///
    /// # Errors
    /// Every reason why the scenario cannot be played.
    pub fn new(scenario: &Scenario, seed: u64) -> Result<Self, Vec<SetupProblem>> {
        let game = Match::new(AnyGame::new(scenario)?);
        let seen = look(&game);
        let mut session = Self {
            game,
            seed,
            dice: Dice::new(seed),
            kinds: [None, None],
            seats: [None, None],
            running: false,
            goal: None,
            chosen: None,
            refusal: None,
            seen,
        };
        session.settle();
        Ok(session)
    }

    /// What can be seen now.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The position, as a tool sees it.
    pub fn position(&self) -> Position<'_> {
        Position { game: Ok(self.game.now()), stamp: self.game.now().fingerprint() }
    }

    /// Who plays `side`.
    pub fn seat(&self, side: Side) -> Seat {
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

    /// Whether the computer plays on by itself.
    pub fn is_running(&self) -> bool {
        self.running || self.goal.is_some()
    }

    /// Whether the computer is playing to the end of the turn or of the game.
    pub fn is_busy(&self) -> bool {
        self.goal.is_some()
    }

    /// Lets the computer play towards where it was told to, for about `time`: the window goes on
    /// being drawn meanwhile.
    pub fn work(&mut self, time: Duration) {
        let start = Instant::now();
        while let Some(goal) = self.goal {
            let moved = self.advance();
            let reached = match goal {
                Goal::TurnAfter(turn) => self.game.now().status().turn != turn,
                Goal::End => false,
            };
            if !moved || reached {
                self.goal = None;
            }
            if start.elapsed() >= time {
                break;
            }
        }
        self.settle();
    }

    /// Whether a computer player is to choose now.
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

    /// How many inputs there have been.
    pub fn inputs(&self) -> usize {
        self.game.len()
    }

    /// Whether something can be taken back.
    pub fn can_undo(&self) -> bool {
        !self.game.is_empty()
    }

    /// Whether something taken back can be done again.
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
            label.1.cell == Some(cell) && label.1.piece.is_some() && label.1.piece == self.chosen
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
            Some(chosen) => legal.filter(|label| label.piece.as_ref() == Some(chosen)).filter_map(|l| l.cell).collect(),
            None => legal.filter(|label| label.piece.is_none()).filter_map(|label| label.cell).collect(),
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
    pub fn act(&mut self, act: Act) {
        self.refusal = None;
        match act {
            Act::Choose(n) => {
                if let Some((action, _)) = self.seen.legal.get(n) {
                    self.choose(*action);
                }
            }
            Act::Click { piece, cell } => self.click(piece, cell),
            Act::Seat(side, kind) => {
                self.sit(side, kind);
                self.chosen = None;
            }
            Act::Step => {
                self.advance();
                self.settle();
            }
            Act::Run => {
                self.running = !(self.running || self.goal.is_some());
                self.goal = None;
            }
            Act::Turn => self.goal = Some(Goal::TurnAfter(self.seen.status.turn)),
            Act::End => self.goal = Some(Goal::End),
            Act::Commit => {
                let mut plain = (0..self.seen.legal.len())
                    .filter(|n| self.seen.legal.get(*n).is_some_and(|(_, l)| l.piece.is_none() && l.cell.is_none()));
                if let (Some(n), None, false) = (plain.next(), plain.next(), self.computer_to_move()) {
                    self.act(Act::Choose(n));
                }
            }
            Act::Cancel => self.chosen = None,
            Act::Jump(n) => {
                self.game.jump(n);
                self.stop();
                self.changed();
            }
            Act::Restart(seed) => {
                self.stop();
                self.seed = seed;
                self.dice = Dice::new(seed);
                self.game = Match::new(self.game.start().clone());
                for side in Side::BOTH {
                    self.sit(side, self.seat(side));
                }
                self.settle();
            }
        }
    }

    /// Takes the last choice back, with the dice that followed it.
    pub fn undo(&mut self) {
        self.refusal = None;
        self.stop();
        while self.game.undo() && matches!(self.game.now().turn(), Turn::Chance(_)) {}
        self.changed();
    }

    /// Does the choice last taken back again, with the same dice.
    pub fn redo(&mut self) {
        self.refusal = None;
        while self.game.redo() && matches!(self.game.now().turn(), Turn::Chance(_)) {}
        self.changed();
    }

    fn choose(&mut self, action: AnyAction) {
        match self.game.choose(action) {
            Ok(()) => self.settle(),
            Err(refusal) => self.refusal = Some(refusal),
        }
    }

    /// Acts on a click as the game at hand reads it.
    fn click(&mut self, piece: Option<String>, cell: Cell) {
        if self.computer_to_move() || self.seen.turn.is_none() {
            return;
        }
        let game = self.game.now();
        if let Some(chosen) = self.chosen.take() {
            if piece.as_ref() == Some(&chosen) {
                return;
            }
            let order = game.meaning(Click::Order(chosen.clone(), cell));
            if let Some(action) = order {
                self.choose(action);
                if self.refusal.is_some() {
                    self.chosen = Some(chosen);
                }
                return;
            }
        }
        if let Some(id) = &piece {
            let own: Vec<&(AnyAction, Label)> =
                self.seen.legal.iter().filter(|(_, label)| label.piece.as_ref() == Some(id)).collect();
            match own.as_slice() {
                [] => {}
                [(action, label)] if label.cell.is_none() => {
                    let action = *action;
                    self.choose(action);
                    return;
                }
                _ => {
                    self.chosen = Some(id.clone());
                    return;
                }
            }
        }
        let there = self.seen.legal.iter().find(|(_, label)| label.piece.is_none() && label.cell == Some(cell));
        if let Some((action, _)) = there {
            let action = *action;
            self.choose(action);
            return;
        }
        let route = game.route(cell);
        if !route.is_empty() {
            for action in route {
                // A step may bring on a roll or another's choice; the rest of the way is then off.
                if self.game.choose(action).is_err() {
                    break;
                }
            }
            self.settle();
            return;
        }
        let meaning = piece.and_then(|id| game.meaning(Click::Piece(id))).or_else(|| game.meaning(Click::Cell(cell)));
        if let Some(action) = meaning {
            self.choose(action);
        }
    }

    /// Makes the next input, if it is the computer's or the dice's. Whether there was one.
    fn advance(&mut self) -> bool {
        match advance(&mut self.game, &mut self.seats, &mut self.dice) {
            Ok(Progress::Moved) => return true,
            Ok(Progress::Waiting(_) | Progress::Over(_)) => {}
            Err(refusal) => self.refusal = Some(refusal),
        }
        self.running = false;
        false
    }

    /// Rolls whatever is to be rolled, and looks again.
    fn settle(&mut self) {
        for _ in 0..MOST_ROLLS {
            if !self.game.roll(&mut self.dice) {
                break;
            }
        }
        self.changed();
    }

    /// Puts somebody on a side's seat; a computer player draws from a stream of its own.
    fn sit(&mut self, side: Side, kind: Seat) {
        let purpose = ["player of the first side", "player of the second side"][side.index()];
        self.kinds[side.index()] = kind;
        self.seats[side.index()] = kind.map(|kind| kind.player(Dice::named(self.seed, purpose)));
    }

    fn stop(&mut self) {
        self.running = false;
        self.goal = None;
    }

    fn changed(&mut self) {
        self.chosen = None;
        self.seen = look(&self.game);
    }
}

/// Looks at the game as it stands.
fn look(game: &Match<AnyGame>) -> Seen {
    let now = game.now();
    let mut actions = Vec::new();
    now.actions(&mut actions);
    let (turn, outcome) = match now.turn() {
        Turn::Choose(side) => (Some(side), None),
        Turn::Chance(_) => (None, None),
        Turn::Over(outcome) => (None, Some(outcome)),
    };
    Seen {
        status: now.status(),
        pieces: now.pieces(),
        tracks: now.tracks(),
        marks: now.marks(),
        legal: actions.into_iter().map(|action| (action, now.label(&action))).collect(),
        reach: now.reach(),
        story: game.story().collect(),
        turn,
        outcome,
    }
}
