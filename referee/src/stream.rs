//! The stream of a seat: what it is told, position by position.

use std::collections::BTreeSet;

use battlewright_engine::any::{AnyEvent, AnyGame};
use battlewright_engine::game::{Game as _, Turn};
use battlewright_engine::show::{Form, Line, Place, Show as _, TokenStatus, fold};
use battlewright_export::{PositionDrawing, ShownItems, piece_moves};

use crate::doubt::LineOrigin;
use crate::message::{BoardTold, Choice, LogLine, Position, StatusTold, TokenTold, TrackTold};
use crate::pointing;
use crate::seat::Seat;
use crate::table::GameTable;

/// The stream of a seat.
#[derive(Clone)]
pub(crate) struct SeatStream {
    seat: Seat,
    /// The game that the seat sees.
    view: AnyGame,
    /// The number of the position: one more for each input that has changed what the seat sees.
    m: u64,
    log: Vec<ToldLine>,
    /// The number of lines so far, with those that were taken back.
    lines: u64,
    /// The steps of the move at the end of the log.
    moving: Vec<(usize, Line)>,
    /// The number of lines and the position after each number `m`, to go back to.
    marks: Vec<usize>,
    /// The content of the last message.
    told: ToldPosition,
}

/// A line of the log, and what has led to it: `None` if no event of the game has.
#[derive(Clone)]
struct ToldLine {
    line: LogLine,
    origin: Option<LineOrigin>,
}

/// The content of the last message about the position.
#[derive(Clone)]
struct ToldPosition {
    items: ShownItems,
    view: AnyGame,
    lines: usize,
    tracks: Vec<TrackTold>,
    boards: Vec<BoardTold>,
}

/// The ways to take back that a seat has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UndoTold {
    pub(crate) free: bool,
    pub(crate) asked: bool,
}

impl SeatStream {
    pub(crate) fn new(seat: Seat, start: &AnyGame) -> Self {
        let view = start.seen_by(seat.viewer());
        let told = ToldPosition {
            items: ShownItems::default(),
            view: view.clone(),
            lines: 0,
            tracks: Vec::new(),
            boards: Vec::new(),
        };
        Self { seat, view, m: 0, log: Vec::new(), lines: 0, moving: Vec::new(), marks: vec![0], told }
    }

    /// Returns the number of the position.
    pub(crate) fn m(&self) -> u64 {
        self.m
    }

    /// Returns the game that the seat sees.
    pub(crate) fn view(&self) -> &AnyGame {
        &self.view
    }

    /// Returns the lines of the log after position `m`.
    pub(crate) fn lines_after(&self, m: u64) -> impl Iterator<Item = &LogLine> {
        self.log.iter().map(|told| &told.line).filter(move |line| line.m > m)
    }

    /// Returns line `n` of the log, and what has led to it: `None` if no event of the game has.
    pub(crate) fn line(&self, n: u64) -> Option<(&LogLine, Option<LineOrigin>)> {
        self.log.iter().find(|told| told.line.n == n).map(|told| (&told.line, told.origin))
    }

    /// Returns the line of the log that has this origin.
    pub(crate) fn line_of(&self, origin: LineOrigin) -> Option<&LogLine> {
        self.log.iter().find(|told| told.origin == Some(origin)).map(|told| &told.line)
    }

    /// Takes in input `n`, after which the game is `after`. Returns `true` if the seat notices it.
    pub(crate) fn take(&mut self, table: &GameTable, n: usize, after: &AnyGame, events: &[AnyEvent]) -> bool {
        let view = after.seen_by(self.seat.viewer());
        let mut lines: Vec<(LineOrigin, Line)> = Vec::new();
        for (event, told) in events.iter().enumerate() {
            let parts = view.log_lines(&self.view, told).into_iter().enumerate();
            lines.extend(parts.map(|(part, line)| (LineOrigin { n, event, part }, line)));
        }
        if lines.is_empty() && view == self.view {
            return false;
        }
        self.view = view;
        self.m += 1;
        table.with_drawing(|drawing| lines.into_iter().for_each(|(origin, line)| self.add(drawing, origin, line)));
        self.marks.push(self.log.len());
        true
    }

    fn add(&mut self, drawing: &PositionDrawing<'_>, origin: LineOrigin, line: Line) {
        let n = usize::try_from(self.m).unwrap_or(usize::MAX);
        let before = !self.moving.is_empty();
        self.moving.push((n, line.clone()));
        let folded = fold(&self.moving);
        let replaces = before && folded.len() == 1;
        if !replaces {
            self.moving.clear();
            if line.step.is_some() {
                self.moving.push((n, line.clone()));
            }
        }
        let shown = if replaces { folded.into_iter().next().map_or(line, |folded| folded.line) } else { line };
        let place = |place: Place| drawing.at(place).map(|at| [at.x, at.y]);
        let line = LogLine {
            n: self.lines,
            m: self.m,
            text: shown.text,
            rule: shown.rule.number.to_owned(),
            about: shown.rule.title.to_owned(),
            heading: shown.heading,
            replaces,
            at: shown.place.and_then(place),
        };
        self.push(line, Some(origin));
    }

    fn push(&mut self, line: LogLine, origin: Option<LineOrigin>) {
        self.lines += 1;
        self.log.push(ToldLine { line, origin });
    }

    /// Adds a line that is no event of the game.
    pub(crate) fn tell(&mut self, text: String) {
        self.moving.clear();
        self.m += 1;
        let line = LogLine {
            n: self.lines,
            m: self.m,
            text,
            rule: String::new(),
            about: String::new(),
            heading: false,
            replaces: false,
            at: None,
        };
        self.push(line, None);
        self.marks.push(self.log.len());
    }

    /// Goes back to position `m`, in which the game is `game`. The numbers of positions go on.
    pub(crate) fn back(&mut self, m: u64, game: &AnyGame) {
        let kept = usize::try_from(m).ok().and_then(|m| self.marks.get(m)).copied().unwrap_or_default();
        self.log.truncate(kept);
        self.moving.clear();
        self.view = game.seen_by(self.seat.viewer());
    }

    /// Returns the changes since the last message; `None` if there are none.
    pub(crate) fn step(&mut self, table: &GameTable, undo: UndoTold) -> Option<Position> {
        if self.told.lines == self.log.len() && self.told.view == self.view {
            return None;
        }
        let mut told = self.told.clone();
        let position = self.position(table, &mut told, undo);
        self.told = told;
        Some(position)
    }

    /// Returns the whole position and log, which later steps continue: all pages of a seat have been told the same.
    pub(crate) fn full(&self, table: &GameTable, undo: UndoTold) -> Position {
        let mut told = ToldPosition {
            items: ShownItems::default(),
            view: self.view.clone(),
            lines: 0,
            tracks: Vec::new(),
            boards: Vec::new(),
        };
        self.position(table, &mut told, undo)
    }

    fn position(&self, table: &GameTable, told: &mut ToldPosition, undo: UndoTold) -> Position {
        let view = &self.view;
        let is_first = told.lines == 0 && told.tracks.is_empty() && told.boards.is_empty();
        let (tracks, boards) = (tracks(view), boards(view));
        let turn = match view.turn() {
            Turn::Choose(side) => Some(side),
            Turn::Chance(_) | Turn::Over(_) => None,
        };
        let chooses = turn.is_some() && turn == self.seat.side();
        let position = table.with_drawing(|drawing| {
            let point = |place: Place| drawing.at(place).map(|at| [at.x, at.y]);
            let reach = if chooses { view.reach() } else { Vec::new() };
            Position {
                m: self.m,
                change: told.items.change_to(drawing, view),
                moves: piece_moves(drawing, &told.view.pieces(), &view.pieces()),
                log: self.log.iter().skip(told.lines).map(|told| told.line.clone()).collect(),
                turn: turn.map(|side| side.index()),
                status: status(view),
                tracks: (is_first || tracks != told.tracks).then(|| tracks.clone()),
                boards: (is_first || boards != told.boards).then(|| boards.clone()),
                choices: chooses.then(|| choices(view, &point)),
                modes: if chooses { pointing::modes(view) } else { Vec::new() },
                reach: reach.into_iter().filter_map(|cell| point(Place::Hex(cell))).collect(),
                free_undo: undo.free,
                can_ask: undo.asked,
                clock: None,
                free_from: None,
            }
        });
        told.view.clone_from(view);
        (told.lines, told.tracks, told.boards) = (self.log.len(), tracks, boards);
        position
    }
}

/// Returns the legal actions in the view of the side that must choose.
fn choices(view: &AnyGame, point: &dyn Fn(Place) -> Option<[f32; 2]>) -> Vec<Choice> {
    let mut actions = Vec::new();
    view.actions(&mut actions);
    actions.extend(view.further_actions());
    let ending = view.ending();
    let mut seen = BTreeSet::new();
    let choice = |action| {
        let label = view.label(&action);
        let is_new = seen.insert(label.notation.clone());
        is_new.then(|| Choice {
            action: label.notation,
            text: label.text,
            piece: label.piece,
            at: label.place.and_then(point),
            ends: ending == Some(action),
        })
    };
    actions.into_iter().filter_map(choice).collect()
}

fn status(view: &AnyGame) -> StatusTold {
    let status = view.status();
    StatusTold {
        turn: status.turn,
        turns: status.turns,
        clock: status.clock.unwrap_or_default(),
        phase: status.phase,
        prompt: status.prompt,
        rule: status.rule.number.to_owned(),
        about: status.rule.title.to_owned(),
        movement: status.movement.map(|movement| movement.to_string()).unwrap_or_default(),
    }
}

fn tracks(view: &AnyGame) -> Vec<TrackTold> {
    let tracks = view.tracks().into_iter();
    tracks
        .map(|track| TrackTold { side: track.side.index(), name: track.name.to_owned(), value: track.value })
        .collect()
}

fn boards(view: &AnyGame) -> Vec<BoardTold> {
    let boards = view.boards().into_iter();
    boards
        .map(|board| BoardTold {
            title: board.title.to_owned(),
            side: board.side.map(|side| side.index()),
            help: board.help.to_owned(),
            rule: board.rule.number.to_owned(),
            form: match board.form {
                Form::Steps => "steps",
                Form::Chits => "chits",
                Form::Rows => "rows",
            },
            tokens: board
                .tokens
                .into_iter()
                .map(|token| TokenTold {
                    text: token.text,
                    note: token.note,
                    help: token.help,
                    stand: match token.stand {
                        TokenStatus::Ready => "ready",
                        TokenStatus::Now => "now",
                        TokenStatus::Done => "done",
                        TokenStatus::Out => "out",
                    },
                    side: token.side.map(|side| side.index()),
                })
                .collect(),
        })
        .collect()
}
