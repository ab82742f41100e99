//! Moves of several units from one hex to another, as a sequence of ordinary inputs: pick up a unit, go, end the move, and so
//! on with the next.

use battlewright_schema::Cell;

use crate::game::{Illegal, Side, Turn};
use crate::show::{Click, Piece, Show};

/// The plan of a move of several pieces to one hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupMove<A> {
    /// The inputs, in order. Each is legal after those before it.
    pub actions: Vec<A>,
    /// The ids of the pieces that end their moves in the hex.
    pub arrived: Vec<String>,
    /// The ids of the pieces that cannot make the move, each with the reason.
    pub refused: Vec<(String, Illegal)>,
    /// The ids of the pieces that must wait, because dice or a decision of the other side interrupt the move of the piece before
    /// them.
    pub waiting: Vec<String>,
}

/// Returns the ids of the pieces that stand with `piece` and could begin a move now instead of it, without `piece` itself. The
/// side that decides must own them.
pub fn companions<G: Show>(game: &G, piece: &str) -> Vec<String> {
    let Turn::Choose(side) = game.turn() else { return Vec::new() };
    let pieces = game.pieces();
    let Some(cell) = pieces.iter().find(|other| other.id == piece).and_then(|piece| piece.spot.cell()) else {
        return Vec::new();
    };
    let picks = picks(game);
    let here = |other: &&Piece| other.id != piece && other.side == side && other.spot.cell() == Some(cell);
    let can_move = |other: &&Piece| {
        let pick = picks.iter().find(|(id, _)| *id == other.id);
        pick.is_some_and(|(id, action)| in_hand(&after(game, action)).as_deref() == Some(id.as_str()))
    };
    pieces.iter().filter(here).filter(can_move).map(|piece| piece.id.clone()).collect()
}

/// Returns the id of the piece in motion; `None` when no piece is in motion.
pub fn in_hand<G: Show>(game: &G) -> Option<String> {
    game.status().movement?;
    game.pieces().into_iter().find(|piece| piece.active).map(|piece| piece.id)
}

/// Plans the move of `pieces` to `goal`, one after the other. One of them may be in motion already. A piece that cannot end its
/// move there stays where it is.
pub fn group_move<G: Show>(game: &G, pieces: &[String], goal: Cell) -> GroupMove<G::Action> {
    let mut plan = GroupMove { actions: Vec::new(), arrived: Vec::new(), refused: Vec::new(), waiting: Vec::new() };
    let Turn::Choose(side) = game.turn() else { return plan };
    let mut now = game.clone();
    for (n, id) in pieces.iter().enumerate() {
        match lone_move(&now, side, id, goal) {
            Ok(moved) => {
                if moved.is_at(id, goal) {
                    plan.arrived.push(id.clone());
                }
                plan.actions.extend(moved.actions);
                if moved.interrupted {
                    plan.waiting.extend(pieces.iter().skip(n + 1).cloned());
                    break;
                }
                now = moved.game;
            }
            Err(refusal) => plan.refused.push((id.clone(), refusal)),
        }
    }
    plan
}

/// The move of a piece.
struct LoneMove<G: Show> {
    /// The game after it.
    game: G,
    actions: Vec<G::Action>,
    /// `true` if dice or a choice of the other side come before its end.
    interrupted: bool,
}

impl<G: Show> LoneMove<G> {
    /// Returns `true` if the piece `id` has ended its move in `goal`.
    fn is_at(&self, id: &str, goal: Cell) -> bool {
        let there = |piece: &Piece| piece.id == id && piece.spot.cell() == Some(goal);
        in_hand(&self.game).as_deref() != Some(id) && self.game.pieces().iter().any(there)
    }
}

/// Moves the piece `id` to `goal` and ends its move there.
fn lone_move<G: Show>(game: &G, side: Side, id: &str, goal: Cell) -> Result<LoneMove<G>, Illegal> {
    let mut moved = LoneMove { game: game.clone(), actions: Vec::new(), interrupted: false };
    let go = |action: G::Action, moved: &mut LoneMove<G>| {
        moved.game.check(&action)?;
        moved.game.apply(&action, &mut ());
        moved.actions.push(action);
        moved.interrupted = moved.game.turn() != Turn::Choose(side);
        Ok::<(), Illegal>(())
    };
    let holds = |game: &G| in_hand(game).as_deref() == Some(id);
    if !holds(game) {
        let pick = picks(game).into_iter().find(|(piece, _)| piece == id);
        let refused = || game.why_not(Click::Piece(id.to_owned()));
        go(pick.ok_or_else(refused)?.1, &mut moved)?;
        if moved.interrupted {
            return Ok(moved);
        }
        if !holds(&moved.game) {
            return Err(refused());
        }
    }
    let way = moved.game.route(goal);
    if way.is_empty() {
        return Err(moved.game.why_not(Click::Cell(goal)));
    }
    for step in way {
        go(step, &mut moved)?;
        if moved.interrupted {
            return Ok(moved);
        }
    }
    if holds(&moved.game) {
        for end in moved.game.route(goal) {
            go(end, &mut moved)?;
        }
    }
    if moved.interrupted || moved.is_at(id, goal) { Ok(moved) } else { Err(moved.game.why_not(Click::Cell(goal))) }
}

/// Returns the legal actions about a piece alone, with the ids of the pieces.
fn picks<G: Show>(game: &G) -> Vec<(String, G::Action)> {
    let mut legal = Vec::new();
    game.actions(&mut legal);
    let pick = |action: G::Action| {
        let label = game.label(&action);
        label.piece.filter(|_| label.place.is_none()).map(|piece| (piece, action))
    };
    legal.into_iter().filter_map(pick).collect()
}

fn after<G: Show>(game: &G, action: &G::Action) -> G {
    let mut after = game.clone();
    after.apply(action, &mut ());
    after
}
