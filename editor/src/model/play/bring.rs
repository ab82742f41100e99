//! Entering units that wait beside the map, such as reinforcements, by a click or a drop on the map.

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Illegal};
use battlewright_engine::show::{Click, Label, Movement, Piece, Place, Show as _, Spot};
use battlewright_schema::Cell;

use super::Session;

/// A hex in which a waiting piece can come on by two choices: the piece, and then the hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrivalHex {
    /// The hex.
    pub cell: Cell,
    /// The [`Piece::id`] of what comes on.
    pub piece: String,
    /// The first choice in words, such as `"Bring on the 5th Division"`.
    pub text: String,
    /// The two choices.
    actions: [AnyAction; 2],
}

/// The arrivals of `pieces` that `legal` leads to.
pub(super) fn arrivals(now: &AnyGame, legal: &[(AnyAction, Label)], pieces: &[Piece]) -> Vec<ArrivalHex> {
    let waits = |id: &str| pieces.iter().any(|piece| piece.id == id && matches!(piece.spot, Spot::Turn(..)));
    let mut found = Vec::new();
    for (first, label) in legal {
        let (Some(piece), None) = (&label.piece, label.place) else { continue };
        if !waits(piece) {
            continue;
        }
        let after = after(now, first);
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

/// The game after `action`.
fn after(now: &AnyGame, action: &AnyAction) -> AnyGame {
    let mut after = now.clone();
    after.apply(action, &mut ());
    after
}

impl Session {
    /// The arrivals at `cell`; none while the computer is to choose.
    pub fn arrivals_at(&self, cell: Cell) -> impl Iterator<Item = &ArrivalHex> {
        let open = !self.computer_to_move();
        self.seen.arrivals.iter().filter(move |arrival| open && arrival.cell == cell)
    }

    /// The hexes in which the waiting piece of this id can come on.
    pub fn arrival_cells(&self, piece: &str) -> Vec<Cell> {
        self.seen.arrivals.iter().filter(|arrival| arrival.piece == piece).map(|arrival| arrival.cell).collect()
    }

    /// The hex that was clicked on and in which several pieces can come on.
    pub fn asked_at(&self) -> Option<Cell> {
        self.asked
    }

    /// Brings the waiting piece of this id on in `cell`, as one step; or says why it does not come on there.
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
            Some((action, _)) => after(self.game.now(), action).why_not(Click::Cell(cell)),
            None => self.game.now().why_not(Click::Piece(piece.to_owned())),
        });
    }

    /// Acts on a click on an empty hex in which pieces can come on: one comes, of several the player is asked.
    /// Returns `false` if none can.
    pub(super) fn click_arrival(&mut self, cell: Cell) -> bool {
        let here: Vec<[AnyAction; 2]> = self.arrivals_at(cell).map(|arrival| arrival.actions).collect();
        match here.as_slice() {
            [] => return false,
            [actions] => self.choose_all(*actions),
            _ => self.asked = Some(cell),
        }
        true
    }

    /// The reason why nobody may choose by hand now, if there is one.
    pub(super) fn not_asked(&self) -> Option<Illegal> {
        let rule = self.seen.status.rule;
        match self.seen.turn {
            None => Some(Illegal::new(rule, "the game is over")),
            Some(_) if self.computer_to_move() => {
                Some(Illegal::new(rule, "the computer must choose: press Step or Run"))
            }
            Some(_) => None,
        }
    }

    /// The piece that a click on `cell` would put there, with the movement that it has then: the piece in motion or to be
    /// placed, or the only one that can come on there.
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
        let game = self.game.now();
        let placed = |(_, label): &(AnyAction, Label)| label.piece.is_none() && label.cell() == Some(cell);
        if !self.seen.reach.contains(&cell) {
            return self.seen.legal.iter().any(placed).then_some((active, None));
        }
        let mut after = game.clone();
        for action in game.route(cell) {
            after.apply(&action, &mut ());
        }
        Some((active, after.status().movement))
    }
}
