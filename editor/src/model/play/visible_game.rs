//! The visible state of a game between two inputs.

use std::sync::atomic::{AtomicU64, Ordering};

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Outcome, Side, Turn, Viewer};
use battlewright_engine::play::Match;
use battlewright_engine::show::{Label, Line, Mark, Movement, PointerMode, Show as _, SideBoard, Status, Track};
use battlewright_schema::{Cell, UnitFootprint};

use super::bring::{ArrivalHex, arrivals};
use battlewright_export::draw::Counters;

/// The number of the next visible state.
static EDITIONS: AtomicU64 = AtomicU64::new(0);

/// The visible state of a game between two inputs.
#[derive(Clone, Debug)]
pub struct VisibleGame {
    /// A number that no other position of this or another game has.
    pub edition: u64,
    /// The game without the secrets that the viewer does not know. All that is shown comes from it.
    pub(super) game: AnyGame,
    /// The turn, the phase and the instructions for the player.
    pub status: Status,
    /// The counters and markers with their positions.
    pub crowd: Counters,
    /// The tracks, such as those of points and supplies.
    pub tracks: Vec<Track>,
    /// The boards beside the map.
    pub boards: Vec<SideBoard>,
    /// The marked hexes.
    pub marks: Vec<Mark>,
    /// The bases of the units on a table.
    pub footprints: Vec<UnitFootprint>,
    /// The modes of the pointer on a table.
    pub modes: Vec<PointerMode>,
    /// The legal actions with their labels; on a table those of the menu, and those that need no point. None if the viewer
    /// does not know what the choosing side knows.
    pub legal: Vec<(AnyAction, Label)>,
    /// The index of the legal action that ends a move, a plan or a phase.
    pub ending: Option<usize>,
    /// The number of units that can take part in what is planned.
    pub joining: usize,
    /// The hexes that the moving piece can reach.
    pub reach: Vec<Cell>,
    /// The hexes in which waiting pieces can enter.
    pub arrivals: Vec<ArrivalHex>,
    /// The side to choose; `None` when the game is over or dice are to be rolled.
    pub turn: Option<Side>,
    /// The result of the game, once it is over.
    pub outcome: Option<Outcome>,
}

/// Returns the state of `now` that `viewer` may see.
pub(super) fn look(now: &AnyGame, viewer: Viewer) -> VisibleGame {
    let (turn, outcome) = match now.turn() {
        Turn::Choose(side) => (Some(side), None),
        Turn::Chance(_) => (None, None),
        Turn::Over(outcome) => (None, Some(outcome)),
    };
    let known = now.seen_by(viewer);
    let mut actions = Vec::new();
    if turn.is_some_and(|side| viewer.knows(side)) {
        known.actions(&mut actions);
        actions.extend(known.further_actions());
    }
    let legal: Vec<_> = actions.into_iter().map(|action| (action, known.label(&action))).collect();
    let pieces = known.pieces();
    let ending = known.ending();
    VisibleGame {
        edition: EDITIONS.fetch_add(1, Ordering::Relaxed),
        footprints: known.footprints(),
        modes: known.pointer_modes(),
        arrivals: arrivals(&known, &legal, &pieces),
        status: known.status(),
        crowd: Counters::new(pieces),
        tracks: known.tracks(),
        boards: known.boards(),
        marks: known.marks(),
        joining: known.joins().len(),
        ending: ending.and_then(|ending| legal.iter().position(|(action, _)| *action == ending)),
        legal,
        reach: known.reach(),
        turn,
        outcome,
        game: known,
    }
}

/// The turn and the events of each input, including undone ones.
#[derive(Clone, Debug, Default)]
pub(super) struct InputHistory {
    /// The turn after each input. The first entry is the turn at the start.
    turns: Vec<u8>,
    /// `true` for each input after which a piece is in motion that has begun to move.
    moving: Vec<bool>,
    /// The lines of the log, each with the number of its input.
    lines: Vec<(usize, Line)>,
}

impl InputHistory {
    /// Drops the entries after input `n`.
    pub(super) fn forget_after(&mut self, n: usize) {
        self.turns.truncate(n + 1);
        self.moving.truncate(n + 1);
        self.lines.truncate(self.lines.partition_point(|(input, _)| *input <= n));
    }

    /// Adds the inputs of `game` that are missing.
    pub(super) fn update(&mut self, game: &Match<AnyGame>) {
        let Some(mut at) = game.cursor(self.turns.len()) else { return };
        loop {
            let Status { turn, movement, .. } = at.game().status();
            let lines = at.log_lines();
            self.add_end(at.n(), movement, &lines);
            self.turns.push(turn);
            self.moving.push(movement.is_some_and(|movement| movement.spent > 0));
            self.lines.extend(lines.into_iter().map(|line| (at.n(), line)));
            if !at.advance() {
                return;
            }
        }
    }

    /// Adds a line for the end of a move, if input `n` is that and nothing else: it has no lines but those that open a phase.
    fn add_end(&mut self, n: usize, movement: Option<Movement>, lines: &[Line]) {
        let was_moving = self.moving.last().is_some_and(|moving| *moving);
        if !was_moving || movement.is_some_and(|movement| movement.spent > 0) || !lines.iter().all(|line| line.heading)
        {
            return;
        }
        let Some((_, line, step)) = self.lines.iter().rev().find_map(|(n, line)| Some((n, line, line.step.as_ref()?)))
        else {
            return;
        };
        let step = step.ended();
        let line = Line { text: step.text(&[]), step: Some(step), ..line.clone() };
        self.lines.push((n, line));
    }

    /// Returns the events up to input `n`, each with the number of its input.
    pub(super) fn story(&self, n: usize) -> &[(usize, Line)] {
        let end = self.lines.partition_point(|(input, _)| *input <= n);
        self.lines.get(..end).unwrap_or(&self.lines)
    }

    /// Returns the number of the input that began `turn`; 0 is the start of the game.
    pub(super) fn start_of(&self, turn: u8) -> Option<usize> {
        self.turns.iter().position(|other| *other == turn)
    }
}
