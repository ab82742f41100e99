//! The facts that the worths of all choices of a decision have in common, found out once: the goals, and where a move
//! can end.

use std::sync::Arc;

use super::appraise::{DECISIVE, ELIMINATED, FINE, HEX, RETREAT, WORTH_A_MOVE, WORTH_AN_ATTACK};
use super::reach::Reach;
use super::state::{At, Motion, Step, UnitIx};
use super::{Action, MarsLaTour};
use crate::game::Side;
use crate::kit::hex_map::{HexIx, HexMap, apart};

/// A hex that a side wants.
#[derive(Clone, Copy, PartialEq)]
struct Goal {
    hex: HexIx,
    /// Its axial coordinates.
    at: [i32; 2],
    worth: i32,
}

impl Goal {
    /// The worth of standing at `here` on the way to it.
    #[inline]
    fn worth_at(&self, here: [i32; 2]) -> i32 {
        self.worth - HEX * apart(self.at, here).cast_signed()
    }
}

/// The goals of a side.
#[derive(Default)]
struct Goals {
    /// The hexes where no friend is, dearest first.
    open: Vec<Goal>,
    /// The goals at the decision before, on which map.
    before: Vec<Goal>,
    map: Option<Arc<HexMap>>,
    /// Those where one is already.
    taken: Vec<(Goal, UnitIx)>,
    /// The pull of an open one on a unit in each hex; [`UNKNOWN`] until it was asked for. Good as long as they are
    /// the same.
    near: Vec<i32>,
}

/// The scratch buffers of a [`Survey`].
#[derive(Default)]
pub struct Scratch {
    /// The goals of each side for its cavalry and its infantry.
    goals: [[Goals; 2]; 2],
    /// The worth to a unit of touching the enemy in the hexes that have been looked at.
    contacts: Vec<i32>,
    /// A copy of the game, in which units are put elsewhere to see what comes of it.
    there: Option<MarsLaTour>,
    /// The place where the move at hand can come to.
    pub(super) reach: Reach,
}

/// A position as a greedy player looks at it.
pub(super) struct Survey<'a> {
    pub(super) game: &'a MarsLaTour,
    pub(super) scratch: &'a mut Scratch,
    /// Whose goals have been found.
    knows_goals: [[bool; 2]; 2],
    /// Whose contacts have been looked at.
    in_contact: Option<UnitIx>,
    /// `true` if there is a copy of the game, and which of its units stands elsewhere in it.
    is_copied: bool,
    elsewhere: Option<UnitIx>,
}

/// The worth of a hex that has not been looked at.
const UNKNOWN: i32 = i32::MIN;
/// The worth of coming to nowhere.
const NOWHERE: i32 = -DECISIVE * FINE;

impl<'a> Survey<'a> {
    /// The position of `game`, reckoned on `scratch`.
    pub(super) fn of(game: &'a MarsLaTour, scratch: &'a mut Scratch) -> Self {
        Self { game, scratch, knows_goals: [[false; 2]; 2], in_contact: None, is_copied: false, elsewhere: None }
    }

    /// The worth of `action`.
    pub(super) fn worth_of(&mut self, action: &Action) -> i32 {
        let game = self.game;
        match (*action, game.state.step) {
            (Action::PlaceHq(hex), Step::PlaceHq(side)) => self.worth_of_hq(side, hex),
            (Action::Choose(unit), _) => -i32::from(game.board.unit(unit).er),
            (Action::Return(unit), _) => 1 + i32::from(game.board.unit(unit).er),
            (Action::ReturnTo(hex), Step::ReturnTo(unit)) => self.worth_of_goals(unit, hex),
            (Action::PlaceMitrailleuse(hex), Step::PlaceMitrailleuse(side)) => self.worth_of_mitrailleuse(side, hex),
            (Action::March(_), _) => 1,
            (Action::Leave(unit), _) => self.worth_of_leaving(unit),
            (Action::Move(unit), Step::Move(_)) => self.worth_of_move(unit),
            (Action::Enter(unit), _) => i32::from(game.board.unit(unit).er),
            (Action::Step(hex), Step::Moving(motion)) => {
                game.next_motion(&motion, hex).map_or(NOWHERE, |next| self.worth_of_motion(&next))
            }
            (Action::Stop, Step::Moving(motion)) => {
                motion.hex.map_or(0, |hex| finely(&motion, self.worth_of_hex(motion.unit, hex)))
            }
            (Action::Exit, Step::Moving(motion)) => finely(&motion, game.worth_of_exit(motion.unit)),
            (Action::Attack { .. } | Action::Deathride { .. } | Action::Support(_), _) => game.worth_of_fight(action),
            (Action::Step(hex), Step::Retreat(retreat)) => self.worth_of_goals(retreat.unit, hex),
            (Action::Stop, Step::Retreat(_)) => DECISIVE,
            (Action::Pass, Step::Attack(_)) if game.is_last_turn() => 1,
            (Action::Pass, Step::Attack(_)) => WORTH_AN_ATTACK,
            (Action::Pass, Step::Move(_)) => WORTH_A_MOVE,
            _ => 0,
        }
    }

    /// The goals of `side` for its infantry, or its cavalry.
    fn goals(&mut self, side: Side, infantry: bool) -> &mut Goals {
        let game = self.game;
        let known = &mut self.knows_goals[side.index()][usize::from(infantry)];
        let goals = &mut self.scratch.goals[side.index()][usize::from(infantry)];
        if !std::mem::replace(known, true) {
            goals.find(game, side, infantry);
        }
        goals
    }

    /// The goals of the infantry of `side`, with what they are worth.
    pub(super) fn all_goals(&mut self, side: Side) -> impl Iterator<Item = (HexIx, i32)> {
        let Goals { open, taken, .. } = self.goals(side, true);
        open.iter().chain(taken.iter().map(|(goal, _)| goal)).map(|goal| (goal.hex, goal.worth))
    }

    /// The mitrailleuses are best where they pin down an enemy that nothing else holds.
    fn worth_of_mitrailleuse(&mut self, side: Side, hex: HexIx) -> i32 {
        let game = self.game;
        match game.unit_in(hex) {
            Some(enemy) if game.side_of(enemy) != side => {
                let free = !game.in_ezoc(side.other(), hex);
                20 + 5 * i32::from(game.board.unit(enemy).er) + if free { 20 } else { 0 }
            }
            Some(_) => 0,
            None => self.all_goals(side).filter(|(goal, _)| *goal == hex).map(|(_, worth)| worth / 4).sum(),
        }
    }

    /// A unit leaves an EZOC that is more dangerous to it than to the enemy, unless it stands on a goal.
    fn worth_of_leaving(&mut self, unit: UnitIx) -> i32 {
        let Some(hex) = self.game.hex_of(unit) else { return 0 };
        let held: i32 = {
            let goals = self.all_goals(self.game.side_of(unit));
            goals.filter(|(goal, _)| *goal == hex).map(|(_, worth)| worth).sum()
        };
        -self.game.worth_of_contact(unit) - held - RETREAT
    }

    fn worth_of_move(&mut self, unit: UnitIx) -> i32 {
        let Some(hex) = self.game.hex_of(unit) else { return 0 };
        let start = self.game.motion_from(unit, hex);
        self.worth_of_motion(&start) / FINE - self.worth_of_hex(unit, hex)
    }

    /// The best that `motion` can come to, ending where it is or further on, as [`FINE`] as that.
    fn worth_of_motion(&mut self, motion: &Motion) -> i32 {
        let (game, unit) = (self.game, motion.unit);
        let side = game.side_of(unit);
        let mut reach = std::mem::take(&mut self.scratch.reach);
        reach.find(game, motion);
        let goals = self.goals(side, !game.is_cavalry(unit));
        let mut best = NOWHERE;
        let mut in_contact = false;
        for end in reach.moves() {
            let Some(hex) = end.hex else { continue };
            if game.may_stop(end).is_ok() {
                if game.in_ezoc(side, hex) {
                    in_contact = true;
                } else {
                    best = best.max(finely(end, goals.worth_of(game, unit, hex)));
                }
            }
            if game.may_exit(end).is_ok() {
                best = best.max(finely(end, game.worth_of_exit(unit)));
            }
        }
        if in_contact {
            for end in reach.moves() {
                let Some(hex) = end.hex else { continue };
                if game.in_ezoc(side, hex) && game.may_stop(end).is_ok() {
                    best = best.max(finely(end, self.worth_of_hex(unit, hex)));
                }
            }
        }
        self.scratch.reach = reach;
        best
    }

    /// The gain of `unit` by standing in `hex`.
    fn worth_of_hex(&mut self, unit: UnitIx, hex: HexIx) -> i32 {
        self.worth_of_goals(unit, hex)
            + if self.game.in_ezoc(self.game.side_of(unit), hex) { self.worth_of_contact(unit, hex) } else { 0 }
    }

    /// The gain of `unit` by the enemies next to `hex`, if it stands there.
    fn worth_of_contact(&mut self, unit: UnitIx, hex: HexIx) -> i32 {
        let Scratch { contacts, there, .. } = &mut *self.scratch;
        if self.in_contact != Some(unit) {
            self.in_contact = Some(unit);
            contacts.resize(self.game.board.map.len(), UNKNOWN);
            contacts.fill(UNKNOWN);
        }
        let known = &mut contacts[hex.index()];
        if *known == UNKNOWN {
            let there = match there {
                Some(there) => {
                    if !self.is_copied {
                        there.clone_from(self.game);
                    }
                    there
                }
                None => there.insert(self.game.clone()),
            };
            self.is_copied = true;
            if let Some(other) = self.elsewhere.replace(unit).filter(|other| *other != unit) {
                there.put_at(other, self.game.unit(other).at);
            }
            there.put_at(unit, At::Hex(hex));
            *known = there.worth_of_contact(unit);
        }
        *known
    }

    /// The pull on `unit` in `hex` of a goal that no friend has taken.
    fn worth_of_goals(&mut self, unit: UnitIx, hex: HexIx) -> i32 {
        let game = self.game;
        self.goals(game.side_of(unit), !game.is_cavalry(unit)).worth_of(game, unit, hex)
    }
}

impl Goals {
    /// Finds what `side` wants for its infantry, or its cavalry.
    fn find(&mut self, game: &MarsLaTour, side: Side, infantry: bool) {
        let Self { open, before, map, taken, near } = self;
        std::mem::swap(open, before);
        open.clear();
        taken.clear();
        game.find_goals(side, infantry, |hex, worth| {
            let goal = Goal { hex, at: game.board.map.axial(hex), worth };
            match game.unit_in(hex).filter(|unit| game.side_of(*unit) == side) {
                Some(friend) => taken.push((goal, friend)),
                None => open.push(goal),
            }
        });
        open.sort_unstable_by_key(|goal| -goal.worth);
        // Of one step of a move to the next they stay what they are.
        if open != before || !map.as_ref().is_some_and(|map| Arc::ptr_eq(map, &game.board.map)) {
            near.clear();
            near.resize(game.board.map.len(), UNKNOWN);
            *map = Some(Arc::clone(&game.board.map));
        }
    }

    /// The pull on `unit` in `hex` of a goal that no friend has taken.
    #[inline(always)]
    fn worth_of(&mut self, game: &MarsLaTour, unit: UnitIx, hex: HexIx) -> i32 {
        let mut best = self.near[hex.index()];
        if best == UNKNOWN {
            best = self.nearest(game.board.map.axial(hex));
            self.near[hex.index()] = best;
        }
        for (goal, friend) in &self.taken {
            if goal.hex == hex || *friend == unit {
                best = best.max(goal.worth_at(game.board.map.axial(hex)));
            }
        }
        let best = if best == UNKNOWN { 0 } else { best };
        best + i32::from(game.is_defensible(hex))
    }

    /// The worth of the nearest open goal at `here`.
    #[inline(never)]
    fn nearest(&self, here: [i32; 2]) -> i32 {
        let mut best = UNKNOWN;
        for goal in &self.open {
            // Further on there is none that is worth more, even here.
            if best >= goal.worth {
                break;
            }
            best = best.max(goal.worth_at(here));
        }
        best
    }
}

impl MarsLaTour {
    fn worth_of_exit(&self, unit: UnitIx) -> i32 {
        match &self.board.escape {
            Some(escape) if escape.side == self.side_of(unit) && !self.is_cavalry(unit) => DECISIVE,
            Some(escape) if escape.side == self.side_of(unit) && self.escaped(false) == 0 => ELIMINATED,
            _ => -ELIMINATED,
        }
    }
}

/// The worth of an end of a move that is worth `worth` in itself: the shorter the way, the better.
fn finely(end: &Motion, worth: i32) -> i32 {
    worth * FINE - i32::from(end.hexes).min(FINE - 1)
}
