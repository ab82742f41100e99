//! The interpretation of clicks on the map during a game.

use battlewright_engine::any::AnyAction;
use battlewright_engine::game::Game as _;
use battlewright_engine::show::{Click, Label, Show as _};
use battlewright_schema::Cell;

use super::Session;

impl Session {
    /// Handles a click as the current game interprets it. A click without a meaning is refused with a reason.
    pub(super) fn click(&mut self, piece: Option<String>, cell: Cell) {
        self.asked = None;
        if let Some(refusal) = self.not_asked() {
            self.refusal = Some(refusal);
            return;
        }
        if self.click_with_hand(piece.as_deref(), cell) {
            return;
        }
        let deselected = match self.chosen.take() {
            Some(chosen) if piece.as_ref() == Some(&chosen) => return,
            Some(chosen) => match self.known().meaning(Click::Order(chosen.clone(), cell)) {
                Some(order) => {
                    self.choose_order(order, cell);
                    if self.refusal.is_some() {
                        self.chosen = Some(chosen);
                    }
                    return;
                }
                None => true,
            },
            None => false,
        };
        if let Some(id) = &piece
            && self.click_piece(id, cell)
        {
            return;
        }
        let there = self.seen.legal.iter().find(|(_, label)| label.piece.is_none() && label.cell() == Some(cell));
        if let Some((action, _)) = there {
            let action = *action;
            self.choose(action);
            return;
        }
        let route = self.known().route(cell);
        if !route.is_empty() {
            self.choose_all(route);
            return;
        }
        if self.click_arrival(cell) {
            return;
        }
        self.explain(piece, cell, deselected);
    }

    /// Chooses `order`; if it sets the chosen piece in motion, it brings the piece to `cell` in the same step.
    fn choose_order(&mut self, order: AnyAction, cell: Cell) {
        let game = self.known();
        let mut actions = vec![order];
        if game.check(&order).is_ok() && game.label(&order).place.is_none() {
            let mut after = game.clone();
            after.apply(&order, &mut ());
            actions.extend(after.route(cell));
        }
        self.choose_all(actions);
    }

    /// Chooses the only legal action of the clicked piece, or shows its actions. Returns `false` if it has none.
    fn click_piece(&mut self, id: &str, cell: Cell) -> bool {
        let own: Vec<&(AnyAction, Label)> =
            self.seen.legal.iter().filter(|(_, label)| label.piece.as_deref() == Some(id)).collect();
        match own.as_slice() {
            [] => return false,
            // An action that concerns another hex is shown before it is chosen.
            [(action, label)] if label.cell().is_none_or(|there| there == cell) => {
                let action = *action;
                self.choose(action);
            }
            _ => self.chosen = Some(id.to_owned()),
        }
        true
    }

    /// Chooses the action that the game assigns to the click, or stores the reason why there is none.
    fn explain(&mut self, piece: Option<String>, cell: Cell, deselected: bool) {
        let game = self.known();
        let of_piece = piece.clone().and_then(|id| game.meaning(Click::Piece(id)));
        let meant = of_piece.or_else(|| game.meaning(Click::Cell(cell)));
        if let Some(action) = meant
            && game.check(&action).is_ok()
        {
            self.choose(action);
            return;
        }
        // A click outside of all targets only clears the selection.
        if !deselected || (meant.is_some() && piece.is_some()) {
            self.refusal = Some(game.why_not(piece.map_or(Click::Cell(cell), Click::Piece)));
        }
    }
}
