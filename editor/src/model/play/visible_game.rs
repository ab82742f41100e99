//! The visible state of a game between two inputs.

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Outcome, Side, Turn};
use battlewright_engine::play::Match;
use battlewright_engine::show::{Label, Line, Mark, Show as _, SideBoard, Status, Track};
use battlewright_schema::Cell;

use super::bring::{ArrivalHex, arrivals};
use battlewright_export::draw::Counters;

/// Everything that can be seen of a game between two inputs.
#[derive(Clone, Debug)]
pub struct VisibleGame {
    /// The state of the game.
    pub status: Status,
    /// Every counter and marker, and where they stand.
    pub crowd: Counters,
    /// Points and supplies.
    pub tracks: Vec<Track>,
    /// The boards beside the map.
    pub boards: Vec<SideBoard>,
    /// Marked hexes.
    pub marks: Vec<Mark>,
    /// Every legal action and how it reads.
    pub legal: Vec<(AnyAction, Label)>,
    /// The place where the piece in motion can get to.
    pub reach: Vec<Cell>,
    /// The hexes in which pieces that wait beside the map can come on.
    pub arrivals: Vec<ArrivalHex>,
    /// The side that must choose; `None` when the game is over.
    pub turn: Option<Side>,
    /// The outcome of the game, if it has.
    pub outcome: Option<Outcome>,
}

/// Looks at `now` with the eyes of `viewer`; of one who may know everything, if there is none.
pub(super) fn look(now: &AnyGame, viewer: Option<Side>) -> VisibleGame {
    let mut actions = Vec::new();
    now.actions(&mut actions);
    let (turn, outcome) = match now.turn() {
        Turn::Choose(side) => (Some(side), None),
        Turn::Chance(_) => (None, None),
        Turn::Over(outcome) => (None, Some(outcome)),
    };
    let known = viewer.map(|side| now.seen_by(side));
    let known = known.as_ref().unwrap_or(now);
    let legal: Vec<_> = actions.into_iter().map(|action| (action, now.label(&action))).collect();
    let pieces = known.pieces();
    VisibleGame {
        arrivals: arrivals(now, &legal, &pieces),
        status: known.status(),
        crowd: Counters::new(pieces),
        tracks: known.tracks(),
        boards: known.boards(),
        marks: known.marks(),
        legal,
        reach: now.reach(),
        turn,
        outcome,
    }
}

/// The facts known of every input, undone ones included: the turn it led to, and what was told of it.
#[derive(Clone, Debug, Default)]
pub(super) struct InputHistory {
    /// The turn after each input; the first is that of the start.
    turns: Vec<u8>,
    told: Vec<(usize, Line)>,
}

impl InputHistory {
    /// Forgets the inputs after `n`, which may be replaced by others.
    pub(super) fn forget_after(&mut self, n: usize) {
        self.turns.truncate(n + 1);
        self.told.truncate(self.told.partition_point(|(input, _)| *input <= n));
    }

    /// Takes note of the inputs that are not known yet.
    pub(super) fn learn(&mut self, game: &Match<AnyGame>) {
        let Some(mut at) = game.cursor(self.turns.len()) else { return };
        loop {
            self.turns.push(at.game().status().turn);
            self.told.extend(at.told().into_iter().map(|line| (at.n(), line)));
            if !at.advance() {
                return;
            }
        }
    }

    /// The lines told up to input `n`, each with the number of its input.
    pub(super) fn story(&self, n: usize) -> &[(usize, Line)] {
        let end = self.told.partition_point(|(input, _)| *input <= n);
        self.told.get(..end).unwrap_or(&self.told)
    }

    /// The input with which `turn` began, 0 for the start.
    pub(super) fn start_of(&self, turn: u8) -> Option<usize> {
        self.turns.iter().position(|other| *other == turn)
    }
}
