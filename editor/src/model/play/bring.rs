//! Entry of waiting units, such as reinforcements, by a click or a drop on the map.

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Illegal, Side, Turn};
use battlewright_engine::show::{Click, DrawnFire, Label, Movement, Piece, Place, Show as _, Spot};
use battlewright_schema::Cell;

use super::Session;

/// A hex in which a waiting piece can enter. The entry consists of two actions: the choice of the piece and that of the
/// hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrivalHex {
    /// The entry hex.
    pub cell: Cell,
    /// The [`Piece::id`] of the entering piece.
    pub piece: String,
    /// The label of the first action, such as `"Bring on the 5th Division"`.
    pub text: String,
    /// The two actions.
    actions: [AnyAction; 2],
}

/// Returns the possible entries of the waiting `pieces` among the `legal` actions.
pub(super) fn arrivals(known: &AnyGame, legal: &[(AnyAction, Label)], pieces: &[Piece]) -> Vec<ArrivalHex> {
    let waits = |id: &str| pieces.iter().any(|piece| piece.id == id && matches!(piece.spot, Spot::Turn(..)));
    let mut found = Vec::new();
    for (first, label) in legal {
        let (Some(piece), None) = (&label.piece, label.place) else { continue };
        if !waits(piece) {
            continue;
        }
        let after = after(known, first);
        let mut next = Vec::new();
        after.actions(&mut next);
        for second in next {
            if let Label { piece: None, place: Some(Place::Hex(cell)), .. } = after.label(&second) {
                let text = label.text.clone();
                found.push(ArrivalHex { cell, piece: piece.clone(), text, actions: [*first, second] });
            }
        }
    }
    found
}

/// Returns the game after `action`.
fn after(game: &AnyGame, action: &AnyAction) -> AnyGame {
    let mut after = game.clone();
    after.apply(action, &mut ());
    after
}

/// Lets the enemy of `side` do nothing as long as it may choose, as when a move draws fire.
fn hold_fire(game: &mut AnyGame, side: Side) {
    const MOST_CHOICES: usize = 16;
    for _ in 0..MOST_CHOICES {
        if game.turn() != Turn::Choose(side.other()) {
            return;
        }
        let Some(nothing) = game.ending() else { return };
        game.apply(&nothing, &mut ());
    }
}

impl Session {
    /// Returns the possible entries at `cell`, or none while the computer is to move.
    pub fn arrivals_at(&self, cell: Cell) -> impl Iterator<Item = &ArrivalHex> {
        let open = !self.computer_to_move();
        self.seen.arrivals.iter().filter(move |arrival| open && arrival.cell == cell)
    }

    /// Returns the hexes in which the waiting piece with this id can enter.
    pub fn arrival_cells(&self, piece: &str) -> Vec<Cell> {
        self.seen.arrivals.iter().filter(|arrival| arrival.piece == piece).map(|arrival| arrival.cell).collect()
    }

    /// Returns the hex that was clicked and in which several pieces can enter.
    pub fn asked_at(&self) -> Option<Cell> {
        self.asked
    }

    /// Brings the waiting piece with this id on in `cell` as a single step, or stores the reason why that is not
    /// possible.
    pub(super) fn bring(&mut self, piece: &str, cell: Cell) {
        if let Some(refusal) = self.not_asked() {
            self.refusal = Some(refusal);
            return;
        }
        let arrival = self.seen.arrivals.iter().find(|arrival| arrival.piece == piece && arrival.cell == cell);
        if let Some(actions) = arrival.map(|arrival| arrival.actions) {
            return self.choose_all(actions);
        }
        let chosen = |(_, label): &&(AnyAction, Label)| label.piece.as_deref() == Some(piece) && label.place.is_none();
        self.refusal = Some(match self.seen.legal.iter().find(chosen) {
            Some((action, _)) => after(self.known(), action).why_not(Click::Cell(cell)),
            None => self.known().why_not(Click::Piece(piece.to_owned())),
        });
    }

    /// Handles a click on an empty hex in which pieces can enter: a single piece enters, of several the player must
    /// choose one. Returns `false` if no piece can enter there.
    pub(super) fn click_arrival(&mut self, cell: Cell) -> bool {
        let here: Vec<[AnyAction; 2]> = self.arrivals_at(cell).map(|arrival| arrival.actions).collect();
        match here.as_slice() {
            [] => return false,
            [actions] => self.choose_all(*actions),
            _ => self.asked = Some(cell),
        }
        true
    }

    /// Returns the reason why the user cannot choose now, or `None` if the user can.
    pub(super) fn not_asked(&self) -> Option<Illegal> {
        let rule = self.seen.status.rule;
        match self.seen.turn {
            None => Some(Illegal::new(rule, "the game is over")),
            Some(_) if self.computer_to_move() => {
                let now = if self.is_running() {
                    "the computer is playing"
                } else {
                    "the computer must choose: press Step or Run"
                };
                Some(Illegal::new(rule, now))
            }
            Some(_) => None,
        }
    }

    /// Returns the piece that a click on `cell` would move, place or bring on, with its remaining movement there. If
    /// several pieces can enter at `cell`, there is none.
    pub fn ghost_at(&self, cell: Cell) -> Option<(&Piece, Option<Movement>)> {
        if self.computer_to_move() || self.chosen.is_some() {
            return None;
        }
        let pieces = &self.seen.crowd.pieces;
        let Some(active) = pieces.iter().find(|piece| piece.active) else {
            let mut here = self.arrivals_at(cell);
            let arrival = here.next().filter(|_| here.next().is_none())?;
            return Some((pieces.iter().find(|piece| piece.id == arrival.piece)?, None));
        };
        if active.spot.cell() == Some(cell) {
            return None;
        }
        let game = self.known();
        let placed = |(_, label): &(AnyAction, Label)| label.piece.is_none() && label.cell() == Some(cell);
        if !self.seen.reach.contains(&cell) {
            return self.seen.legal.iter().any(placed).then_some((active, None));
        }
        let mut after = game.clone();
        for action in game.route(cell) {
            hold_fire(&mut after, active.side);
            after.apply(&action, &mut ());
        }
        hold_fire(&mut after, active.side);
        Some((active, after.status().movement))
    }

    /// Returns the enemy fires that the piece of [`Session::ghost_at`] would draw on its way to `cell`, as far as the viewer may
    /// know them.
    pub fn fire_drawn_at(&self, cell: Cell) -> Vec<DrawnFire> {
        if self.ghost_at(cell).is_none() {
            return Vec::new();
        }
        if self.seen.crowd.pieces.iter().any(|piece| piece.active) {
            return self.known().drawn_fire(cell);
        }
        let arrival = self.arrivals_at(cell).next();
        arrival.map_or_else(Vec::new, |arrival| after(self.known(), &arrival.actions[0]).drawn_fire(cell))
    }
}
