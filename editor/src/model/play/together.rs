//! Units that move together: the units that stand with the unit in hand, those of them that go along, and the change from one
//! unit in hand to the next.

use std::collections::BTreeSet;

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Illegal, Turn};
use battlewright_engine::play::{companions, group_move, in_hand};
use battlewright_engine::show::{Piece, Show as _};
use battlewright_schema::Cell;

use super::Session;

/// The most units that take part in an attack at once, which guards against a plan without end.
const MOST_JOINING: usize = 200;

/// The part of a stack that moves together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackPart {
    /// All units in the hex.
    All,
    /// The units in the hex of the same smallest formation, such as a division.
    Formation,
}

/// A unit that stands with the unit in hand and may go along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Companion {
    /// The [`Piece::id`].
    pub piece: String,
    /// The name of the unit.
    pub name: String,
    /// The name of its smallest formation, such as its division.
    pub formation: Option<String>,
}

/// The units that move together.
#[derive(Clone, Debug, Default)]
pub(super) struct MovingTogether {
    /// The unit in hand.
    hand: Option<String>,
    /// `true` if the unit in hand has begun to move.
    has_moved: bool,
    /// The name of the smallest formation of the unit in hand.
    formation: Option<String>,
    companions: Vec<Companion>,
    /// The ids of the companions that go along.
    chosen: BTreeSet<String>,
}

impl Session {
    /// Returns the printed number of a hex.
    pub fn hex_name(&self, cell: Cell) -> Option<String> {
        self.scenario.common().grid().ok().map(|grid| grid.name(cell).to_string())
    }

    /// Returns the units that stand with the unit in hand and may go along, until it has begun to move.
    pub fn companions(&self) -> &[Companion] {
        &self.together.companions
    }

    /// Returns `true` if the companion with this id goes along.
    pub fn goes_along(&self, piece: &str) -> bool {
        self.together.chosen.contains(piece)
    }

    /// Returns the ids of the companions that go along.
    pub(super) fn going_along(&self) -> impl Iterator<Item = &String> {
        self.together.chosen.iter()
    }

    /// Returns the name of the smallest formation of the unit in hand, if some but not all of the companions are of it.
    pub fn formation_here(&self) -> Option<&str> {
        let formation = self.together.formation.as_deref()?;
        let of_it = |companion: &&Companion| companion.formation.as_deref() == Some(formation);
        let count = self.together.companions.iter().filter(of_it).count();
        (count > 0 && count < self.together.companions.len()).then_some(formation)
    }

    /// Lets a companion go along, or leaves it behind.
    pub(super) fn take_along(&mut self, piece: &str, goes: bool) {
        if !goes {
            self.together.chosen.remove(piece);
        } else if self.together.companions.iter().any(|companion| companion.piece == piece) {
            self.together.chosen.insert(piece.to_owned());
        }
    }

    /// Lets a part of the stack go along, and only it.
    pub(super) fn take_part(&mut self, part: StackPart) {
        let formation = self.together.formation.clone();
        let goes = |companion: &&Companion| part == StackPart::All || companion.formation == formation;
        let chosen = self.together.companions.iter().filter(goes).map(|companion| companion.piece.clone());
        self.together.chosen = chosen.collect();
    }

    /// Picks up the unit with this id, and a part of the stack in which it stands.
    pub(super) fn pick_up_part(&mut self, piece: &str, cell: Cell, part: StackPart) {
        if self.in_hand() != Some(piece) {
            self.click(Some(piece.to_owned()), cell);
        }
        if self.in_hand() == Some(piece) {
            self.take_part(part);
        }
    }

    /// Finds the unit in hand and its companions after an input.
    pub(super) fn find_companions(&mut self) {
        let movement = self.seen.status.movement.filter(|_| !self.computer_to_move());
        let now = self.known();
        let hand = movement.and_then(|_| in_hand(now));
        let has_moved = movement.is_some_and(|movement| movement.spent > 0);
        let before = self.known_before();
        let mut found = MovingTogether { has_moved, ..MovingTogether::default() };
        if let (Some(hand), Some(before), false) = (&hand, before, has_moved) {
            found.formation = now.smallest_formation(hand);
            let name = |id: &String| {
                self.seen.crowd.pieces.iter().find(|piece| piece.id == *id).map(|piece| piece.name.clone())
            };
            let companion = |id: String| {
                let formation = now.smallest_formation(&id);
                Some(Companion { name: name(&id)?, piece: id, formation })
            };
            found.companions = companions(&before, hand).into_iter().filter_map(companion).collect();
        }
        found.hand = hand;
        self.together = found;
    }

    /// Handles a click while a unit is in hand. Returns `false` if the click has its usual meaning: a step or a way of the unit.
    pub(super) fn click_with_hand(&mut self, piece: Option<&str>, cell: Cell) -> bool {
        let Some(hand) = self.together.hand.clone() else { return false };
        let own_cell = self.cell_of(&hand);
        match piece {
            Some(other) if other != hand && self.may_take_up_next(other, cell) => self.pick_up_next(other),
            // The unit in hand stays in hand: its move ends by the button or its key.
            _ if own_cell == Some(cell) && piece.is_none_or(|piece| piece == hand) => true,
            _ if !self.together.chosen.is_empty() => {
                self.move_together(hand, cell);
                true
            }
            _ => false,
        }
    }

    /// Returns the game before the last input, as the viewer knows it.
    fn known_before(&self) -> Option<AnyGame> {
        let before = self.game.after(self.game.len().checked_sub(1)?)?;
        Some(before.seen_by(self.viewer()))
    }

    /// Returns the id of the unit in hand.
    pub(super) fn in_hand(&self) -> Option<&str> {
        self.together.hand.as_deref()
    }

    fn cell_of(&self, id: &str) -> Option<Cell> {
        self.seen.crowd.pieces.iter().find(|piece| piece.id == id)?.spot.cell()
    }

    /// Returns `true` if a click on another unit takes it up next: always after the first step of the unit in hand, and before
    /// it, if the unit in hand cannot go to the hex of the other one.
    fn may_take_up_next(&self, other: &str, cell: Cell) -> bool {
        let own = |piece: &&Piece| piece.id == other && Some(piece.side) == self.seen.turn;
        let can_go = || {
            let step = self.seen.legal.iter().any(|(_, label)| label.piece.is_none() && label.cell() == Some(cell));
            step || self.seen.reach.contains(&cell)
        };
        self.seen.crowd.pieces.iter().any(|piece| own(&piece)) && (self.together.has_moved || !can_go())
    }

    /// Ends the move of the unit in hand and takes up another one, as a step. A unit that has not moved is put down instead, as
    /// if it had never been taken up. Returns `false` if that is not possible.
    fn pick_up_next(&mut self, other: &str) -> bool {
        let before = if self.together.has_moved {
            self.known().ending().map(|ending| (vec![ending], after(self.known(), &ending)))
        } else {
            self.known_before().map(|before| (Vec::new(), before))
        };
        let Some((mut actions, before)) = before else { return false };
        if before.turn() != self.known().turn() {
            return false;
        }
        let takes = |action: &AnyAction| {
            let label = before.label(action);
            label.piece.as_deref() == Some(other)
                && label.place.is_none()
                && in_hand(&after(&before, action)).as_deref() == Some(other)
        };
        let mut legal = Vec::new();
        before.actions(&mut legal);
        let Some(take) = legal.into_iter().find(takes) else { return false };
        if actions.is_empty() {
            self.game.undo();
        }
        actions.push(take);
        self.choose_all(actions);
        true
    }

    /// Returns the actions that move the unit in hand and those that go along to `cell`, and the reasons why some of them stay, as
    /// far as the viewer knows them.
    pub(super) fn plan_move(&self, hand: String, cell: Cell) -> (Vec<AnyAction>, Vec<Illegal>) {
        let units: Vec<String> = std::iter::once(hand).chain(self.together.chosen.iter().cloned()).collect();
        let plan = group_move(self.known(), &units, cell);
        let name = |id: &str| {
            self.seen.crowd.pieces.iter().find(|piece| piece.id == id).map_or("", |piece| piece.name.as_str())
        };
        let mut stays: Vec<Illegal> = Vec::new();
        for (id, refusal) in &plan.refused {
            stays.push(Illegal::new(refusal.rule, format!("{} stays: {}", name(id), refusal.reason)));
        }
        if let Some(id) = plan.waiting.first() {
            let reason = format!("{} waits, because dice or the other side come first", name(id));
            stays.push(Illegal::new(self.seen.status.rule, reason));
        }
        (plan.actions, stays)
    }

    /// Moves the unit in hand and those that go along to `cell`, as a step of the player that begins with taking up the unit.
    fn move_together(&mut self, hand: String, cell: Cell) {
        let start = self.game.len();
        let (actions, stays) = self.plan_move(hand, cell);
        if actions.is_empty() {
            self.refusal = stays.into_iter().next();
            return;
        }
        self.choose_all(actions);
        self.within.insert(start);
        if self.refusal.is_none() {
            self.refusal = stays.into_iter().next();
        }
    }

    /// Lets all units that can take part in what is planned, as a step of the player.
    pub(super) fn join_all(&mut self) {
        let mut game = self.known().clone();
        let mut actions = Vec::new();
        while let Some(join) = game.joins().first().copied() {
            game.apply(&join, &mut ());
            actions.push(join);
            if actions.len() > MOST_JOINING {
                break;
            }
        }
        if !actions.is_empty() && !self.computer_to_move() {
            self.choose_all(actions);
        }
    }

    /// Puts the unit in hand down if it has not moved: the choice of it is undone. Returns `false` if there is none.
    pub(super) fn put_down(&mut self) -> bool {
        let puts = self.together.hand.is_some() && !self.together.has_moved && self.can_put_down();
        if puts {
            self.game.undo();
            self.changed();
        }
        puts
    }

    /// Returns `true` if the last input is the choice of the unit in hand by its player.
    fn can_put_down(&self) -> bool {
        self.known_before()
            .is_some_and(|before| matches!(before.turn(), Turn::Choose(side) if Some(side) == self.seen.turn))
    }
}

fn after(game: &AnyGame, action: &AnyAction) -> AnyGame {
    let mut after = game.clone();
    after.apply(action, &mut ());
    after
}
