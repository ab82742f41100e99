//! The number of clicks that a side needs for a turn, in all systems on hexes. A greedy computer player decides; its choices are
//! made by clicks on the map and on the panel. Units that stand together and can make the same move are moved together.

use std::collections::BTreeSet;

use battlewright_editor::model::document::Document;
use battlewright_editor::model::play::{PlayAct, Session, StackPart};
use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::play::{Dice, in_hand};
use battlewright_engine::players::{Kind, Player};
use battlewright_engine::show::{Label, Show as _};
use battlewright_schema::Cell;

use crate::desk::bundled;

/// The turns that are played.
const TURNS: u8 = 2;

/// The clicks of both sides for a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Clicks {
    /// With each unit picked up, placed and stopped alone.
    alone: [usize; 2],
    /// With all that a person may use.
    together: [usize; 2],
}

/// A person who does by clicks what a greedy computer player wants.
struct Clicker {
    session: Session,
    players: [Box<dyn Player<AnyGame> + Send>; 2],
    clicks: [usize; 2],
}

impl Clicker {
    fn new(document: &Document) -> Self {
        let session = Session::new(document.scenario(), 7).unwrap();
        let players = [7, 8].map(|seed| Kind::Greedy.player(Dice::new(seed)));
        Self { session, players, clicks: [0; 2] }
    }

    fn game(&self) -> AnyGame {
        self.session.position().game.unwrap().clone()
    }

    fn wants(&mut self, game: &AnyGame, side: Side) -> AnyAction {
        let mut legal = Vec::new();
        game.actions(&mut legal);
        let player = &mut self.players[side.index()];
        // It is asked about positions that may not come: a move that it has in mind is not that of this position.
        player.start_over(Dice::new(7 + u64::from(side == Side::Second)));
        player.choose(&game.seen_by(side), &legal).unwrap()
    }

    /// Makes an act that takes a click.
    fn click(&mut self, side: Side, act: PlayAct) {
        self.session.act(act);
        self.clicks[side.index()] += 1;
    }

    /// Returns where the unit that `first` takes up ends its move in the eyes of the player; `None` if dice or the other side come
    /// before that, or if it leaves the map.
    fn goal(&mut self, game: &AnyGame, side: Side, first: AnyAction) -> Option<Cell> {
        let mut game = game.clone();
        game.apply(&first, &mut ());
        let unit = in_hand(&game)?;
        for _ in 0..60 {
            if game.turn() != Turn::Choose(side) {
                return None;
            }
            if in_hand(&game).as_ref() != Some(&unit) {
                break;
            }
            let next = self.wants(&game, side);
            game.apply(&next, &mut ());
        }
        let moved = game.pieces().into_iter().find(|piece| piece.id == unit)?;
        moved.spot.cell()
    }

    /// Moves a unit, and all that stand with it and can go along. Returns `false` if the clicks do not lead there.
    fn moves(&mut self, side: Side, label: &Label, goal: Cell) -> bool {
        let unit = label.piece.clone().unwrap();
        let Some(from) = self.game().pieces().iter().find(|piece| piece.id == unit).and_then(|piece| piece.spot.cell())
        else {
            return false;
        };
        if from == goal {
            return false;
        }
        let before = (self.session.inputs(), self.clicks);
        self.click(side, PlayAct::PickUp { piece: unit.clone(), cell: from, part: StackPart::All });
        if in_hand(&self.game()).as_ref() != Some(&unit) {
            return self.give_up(before);
        }
        self.click(side, PlayAct::Click { piece: None, cell: goal });
        let at = self.game().pieces().into_iter().find(|piece| piece.id == unit).and_then(|piece| piece.spot.cell());
        if at == Some(goal) { true } else { self.give_up(before) }
    }

    fn give_up(&mut self, (inputs, clicks): (usize, [usize; 2])) -> bool {
        self.session.act(PlayAct::Jump(inputs));
        self.clicks = clicks;
        false
    }

    /// Makes the next decision.
    fn decide(&mut self, side: Side) {
        let game = self.game();
        let wanted = self.wants(&game, side);
        let label = game.label(&wanted);
        let takes_up = label.piece.is_some() && label.place.is_none();
        if takes_up
            && let Some(goal) = self.goal(&game, side, wanted)
            && self.moves(side, &label, goal)
        {
            return;
        }
        // The unit in hand goes on: to the hex that it wants in the end, or step by step.
        if label.piece.is_none()
            && label.place.is_some()
            && let Some(goal) = self.way_on(&game, side)
        {
            let before = (self.session.inputs(), self.clicks);
            self.click(side, PlayAct::Click { piece: None, cell: goal });
            if self.session.inputs() > before.0 {
                return;
            }
            self.give_up(before);
        }
        if self.session.seen().joining > 1 && game.joins().contains(&wanted) {
            self.click(side, PlayAct::JoinAll);
            return;
        }
        let n = self.session.seen().legal.iter().position(|(action, _)| *action == wanted).unwrap();
        // The end of a move costs nothing if the next unit can be clicked at once.
        let ends = self.session.seen().ending == Some(n) && in_hand(&game).is_some();
        if ends && self.ends_by_the_next(&game, side, wanted) {
            return;
        }
        self.click(side, PlayAct::Choose(n));
    }

    /// Returns the hex to which the player wants to go with the unit in hand.
    fn way_on(&mut self, game: &AnyGame, side: Side) -> Option<Cell> {
        let unit = in_hand(game)?;
        let mut game = game.clone();
        for _ in 0..60 {
            let next = self.wants(&game, side);
            let label = game.label(&next);
            if game.turn() != Turn::Choose(side) || label.place.is_none() {
                break;
            }
            game.apply(&next, &mut ());
            if game.turn() != Turn::Choose(side) || in_hand(&game).as_ref() != Some(&unit) {
                break;
            }
        }
        game.pieces().into_iter().find(|piece| piece.id == unit)?.spot.cell()
    }

    /// Takes the next unit up without ending the move before, if that is what the player wants.
    fn ends_by_the_next(&mut self, game: &AnyGame, side: Side, ending: AnyAction) -> bool {
        let mut after = game.clone();
        after.apply(&ending, &mut ());
        if after.turn() != Turn::Choose(side) {
            return false;
        }
        let next = self.wants(&after, side);
        let label = after.label(&next);
        let (Some(unit), None) = (label.piece.clone(), label.place) else { return false };
        let mut there = after.clone();
        there.apply(&next, &mut ());
        let cell = after.pieces().into_iter().find(|piece| piece.id == unit).and_then(|piece| piece.spot.cell());
        let (Some(_), Some(cell), Some(goal)) = (in_hand(&there), cell, self.goal(&after, side, next)) else {
            return false;
        };
        let before = (self.session.inputs(), self.clicks);
        self.click(side, PlayAct::PickUp { piece: unit.clone(), cell, part: StackPart::All });
        if in_hand(&self.game()).as_ref() != Some(&unit) || goal == cell {
            return self.give_up(before);
        }
        self.click(side, PlayAct::Click { piece: None, cell: goal });
        let at = self.game().pieces().into_iter().find(|piece| piece.id == unit).and_then(|piece| piece.spot.cell());
        if at == Some(goal) { true } else { self.give_up(before) }
    }
}

/// Returns the number of choices, with the steps of a move as one.
fn alone<'c>(choices: impl Iterator<Item = &'c str>) -> usize {
    let mut before = "";
    let mut count = 0;
    for choice in choices {
        let step = |choice: &str| choice.starts_with("step ") || choice.starts_with("hex ");
        count += usize::from(!(step(before) && step(choice)));
        before = choice;
    }
    count
}

/// Plays the first turns of a scenario.
fn played(name: &str) -> Clicks {
    let document = bundled(name);
    let mut clicker = Clicker::new(&document);
    let first = clicker.session.seen().status.turn;
    let mut turns = BTreeSet::new();
    for _ in 0..20_000 {
        let turn = clicker.session.seen().status.turn;
        if turn >= first + TURNS {
            break;
        }
        turns.insert(turn);
        match clicker.session.seen().turn {
            Some(side) => clicker.decide(side),
            None => break,
        }
    }
    let replay = clicker.session.replay(document.scenario(), String::new());
    let sides = clicker.session.sides();
    let count = turns.len().max(1);
    Clicks {
        alone: sides.map(|side| alone(replay.choices(&side)) / count),
        together: clicker.clicks.map(|clicks| clicks / count),
    }
}

/// The most clicks of a side for a turn, by scenario, a little above the measured ones: 51 and 53, 65 and 70, 76 and 47, 136 and 176.
/// The same players need 51 and 52, 63 and 79, 89 and 42, and 226 and 246 if they take up, place and stop each unit alone.
const MOST: [(&str, [usize; 2]); 4] = [
    ("mars-la-tour.toml", [56, 70]),
    ("pm-crisis-on-the-left.toml", [92, 92]),
    ("aac-mars-la-tour.toml", [98, 54]),
    ("matz-mangin.toml", [145, 185]),
];

#[test]
fn a_turn_takes_few_clicks_in_all_systems() {
    let mut wrong = Vec::new();
    for (name, most) in MOST {
        let clicks = played(name);
        eprintln!("{name}: {:?} clicks a side and turn; each unit alone {:?}", clicks.together, clicks.alone);
        if clicks.together.iter().zip(most).any(|(clicks, most)| *clicks > most) {
            wrong.push(format!("{name}: {clicks:?}, at most {most:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
