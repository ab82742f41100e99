//! Questions of seats, answered from what they see.

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game as _, Turn};
use battlewright_engine::show::{Click, Odds, Piece, Show as _};
use battlewright_export::{PositionLook, svg};

use crate::message::{Answer, CaseTold, OddsTold};
use crate::refusal::Refusal;
use crate::request::Request;
use crate::seat::Seat;
use crate::take::Referee;

impl Referee {
    /// Returns the answer to a query.
    pub(crate) fn answer(&self, seat: Seat, request: &Request) -> Result<Answer, Refusal> {
        let view = self.streams[seat.index()].view();
        match request {
            Request::Odds { action } => {
                self.may_ask(seat, view)?;
                let action = view.parse_action(action).ok_or_else(|| Refusal::new("this is no action now"))?;
                let help = view.help(&action).map(|fact| format!("{} ({})", fact.text, fact.rule)).unwrap_or_default();
                Ok(Answer::Odds { odds: view.odds(&action).map(|odds| told(odds, seat)), help })
            }
            Request::Why { piece, point } => {
                self.may_ask(seat, view)?;
                let cell = point.and_then(|point| self.table.cell_at(point));
                let inches = point.and_then(|point| self.table.inches_at(point));
                let click = match (piece, cell, inches) {
                    (Some(piece), Some(cell), _) => Click::Order(piece.clone(), cell),
                    (Some(piece), None, _) => Click::Piece(piece.clone()),
                    (None, Some(cell), _) => Click::Cell(cell),
                    (None, None, Some(inches)) => Click::Point(inches),
                    (None, None, None) => return Err(Refusal::new("there is no hex")),
                };
                Ok(Answer::Why(view.why_not(click).into()))
            }
            Request::Card { piece } => {
                let card = view.card(piece).ok_or_else(|| Refusal::new("there is no such counter"))?;
                let facts = card.state.into_iter().map(|fact| [fact.text, fact.rule.to_string()]).collect();
                let faces = card.faces.into_iter().map(|face| self.face(face)).collect();
                Ok(Answer::Card { facts, faces })
            }
            Request::Point { settings, point, slip } => {
                self.may_ask(seat, view)?;
                self.pointed(seat, *settings, *point, *slip)
            }
            Request::Areas { settings } => {
                self.may_ask(seat, view)?;
                self.areas(seat, *settings)
            }
            _ => Err(Refusal::new("this is no question")),
        }
    }

    /// Odds and reasons are for whoever must choose: others would learn what the side could do.
    fn may_ask(&self, seat: Seat, view: &AnyGame) -> Result<(), Refusal> {
        match view.turn() {
            Turn::Choose(side) if seat.side() == Some(side) && self.hold.is_none() => Ok(()),
            _ => Err(Refusal::new("it is the other player's turn")),
        }
    }

    fn face(&self, face: Piece) -> String {
        let mut bytes = Vec::new();
        self.table.with_drawing(|drawing| {
            let shapes = drawing.shapes(&PositionLook::Counter(Box::new(face)));
            // Writing to memory does not fail.
            let _ = svg::elements(&shapes, &mut bytes);
        });
        String::from_utf8(bytes).unwrap_or_default()
    }
}

fn told(odds: Odds, seat: Seat) -> OddsTold {
    let ranked = odds.ranked(seat.side()).into_iter().map(str::to_owned).collect();
    let cases = odds.cases.into_iter().map(|case| CaseTold(case.name, case.results, case.of)).collect();
    OddsTold { modifiers: odds.modifiers, cases, meanings: odds.meanings, ranked }
}
