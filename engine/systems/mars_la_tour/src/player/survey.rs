//! A cache of the facts that the appraisals of all actions of a decision share: the goals, and the ends of a move.

use std::sync::Arc;

use crate::player::appraise::{DECISIVE, FINE};
use crate::player::reach::Reach;
use crate::player::weights::{Appraiser, Weights};
use crate::state::{At, Motion, Step, UnitIx};
use crate::{Action, MarsLaTour};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::{HexIx, HexMap, apart};
use battlewright_core::players::plan::Plan;

/// A goal hex of a side.
#[derive(Clone, Copy, PartialEq)]
struct Goal {
    hex: HexIx,
    /// The axial coordinates of the hex.
    at: [i32; 2],
    worth: i32,
}

impl Goal {
    /// Returns the worth of standing at `here` on the way to the goal, if each hex of the way costs `hex`.
    #[inline]
    fn worth_at(&self, here: [i32; 2], hex: i32) -> i32 {
        self.worth - hex * apart(self.at, here).cast_signed()
    }
}

/// The goals of a side.
#[derive(Default)]
struct Goals {
    /// The goals without a friendly unit, the most valuable first.
    open: Vec<Goal>,
    /// The open goals at the previous decision, and their map.
    before: Vec<Goal>,
    map: Option<Arc<HexMap>>,
    /// The goals that a friendly unit occupies.
    taken: Vec<(Goal, UnitIx)>,
    /// The pull of the open goals on a unit in each hex; [`UNKNOWN`] until computed. Valid as long as the open goals are the
    /// same.
    near: Vec<i32>,
    /// The cost of a hex of the way to a goal.
    hex: i32,
}

/// The scratch buffers of a [`Survey`].
#[derive(Default)]
pub struct Scratch {
    /// The goals of each side for its cavalry and its infantry.
    goals: [[Goals; 2]; 2],
    /// The worth to a unit of contact with the enemy, by hex; [`UNKNOWN`] until computed.
    contacts: Vec<i32>,
    /// A copy of the game, in which units are moved to evaluate other hexes.
    there: Option<MarsLaTour>,
    /// The reach of the current move.
    pub(crate) reach: Reach,
    /// The hexes on the way to the end of a move.
    pub(crate) way: Vec<HexIx>,
    /// The missions of the side that chooses.
    pub(crate) plan: Plan,
    /// The weights of the player.
    pub(crate) weights: Weights,
}

impl Scratch {
    /// Creates the buffers of a player with `weights`.
    pub(crate) fn with(weights: Weights) -> Self {
        Self { weights, ..Self::default() }
    }
}

/// A position in the view of the greedy player.
pub(crate) struct Survey<'a> {
    pub(crate) game: &'a MarsLaTour,
    pub(crate) scratch: &'a mut Scratch,
    pub(crate) weights: Weights,
    /// `true` for each side and arm whose goals are computed.
    knows_goals: [[bool; 2]; 2],
    /// The unit whose contacts are cached.
    in_contact: Option<UnitIx>,
    /// `true` if the copy of the game is up to date; `elsewhere` is the unit moved in it.
    is_copied: bool,
    elsewhere: Option<UnitIx>,
}

/// The worth of a hex that has not been computed.
const UNKNOWN: i32 = i32::MIN;
/// The worth of a move without a legal end.
const NOWHERE: i32 = -DECISIVE * FINE;

impl<'a> Survey<'a> {
    /// Creates the view of `game` with the buffers in `scratch`.
    pub(crate) fn of(game: &'a MarsLaTour, scratch: &'a mut Scratch) -> Self {
        let weights = scratch.weights;
        let knows_goals = [[false; 2]; 2];
        Self { game, scratch, weights, knows_goals, in_contact: None, is_copied: false, elsewhere: None }
    }

    /// Returns the worth of `action`.
    pub(crate) fn worth_of(&mut self, action: &Action) -> i32 {
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
            (Action::Exit, Step::Moving(motion)) => finely(&motion, self.appraiser().worth_of_exit(motion.unit)),
            (Action::Attack { attacker, defender } | Action::Deathride { attacker, defender }, _) => {
                let game = self.appraiser();
                game.worth_of_fight(action) + game.zeal(attacker, defender, &self.scratch.plan)
            }
            (Action::Support(_), _) => self.appraiser().worth_of_fight(action),
            (Action::Step(hex), Step::Retreat(retreat)) => self.worth_of_goals(retreat.unit, hex),
            (Action::Stop, Step::Retreat(_)) => DECISIVE,
            (Action::Pass, Step::Attack(_)) if game.is_last_turn() => 1,
            (Action::Pass, Step::Attack(_)) => self.weights.worth_an_attack,
            (Action::Pass, Step::Move(_)) => self.weights.worth_a_move,
            _ => 0,
        }
    }

    /// Returns the game in the eyes of the player.
    fn appraiser(&self) -> Appraiser<'a> {
        self.game.appraised(self.weights)
    }

    /// Returns the goals of `side` for its infantry, or for its cavalry.
    fn goals(&mut self, side: Side, infantry: bool) -> &mut Goals {
        let game = self.game;
        let known = &mut self.knows_goals[side.index()][usize::from(infantry)];
        let goals = &mut self.scratch.goals[side.index()][usize::from(infantry)];
        if !std::mem::replace(known, true) {
            goals.find(&game.appraised(self.weights), side, infantry);
        }
        goals
    }

    /// Returns the goals of the infantry of `side`, with their worth.
    pub(crate) fn all_goals(&mut self, side: Side) -> impl Iterator<Item = (HexIx, i32)> {
        let Goals { open, taken, .. } = self.goals(side, true);
        open.iter().chain(taken.iter().map(|(goal, _)| goal)).map(|goal| (goal.hex, goal.worth))
    }

    /// Returns the worth of the mitrailleuse marker in `hex`: highest where it pins an enemy that no ZOC holds.
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

    /// Returns the worth of leaving an EZOC that is more dangerous to the unit than to the enemy, unless the unit holds a goal.
    fn worth_of_leaving(&mut self, unit: UnitIx) -> i32 {
        let Some(hex) = self.game.hex_of(unit) else { return 0 };
        let held: i32 = {
            let goals = self.all_goals(self.game.side_of(unit));
            goals.filter(|(goal, _)| *goal == hex).map(|(_, worth)| worth).sum()
        };
        -self.appraiser().worth_of_contact(unit) - held - self.weights.retreat
    }

    fn worth_of_move(&mut self, unit: UnitIx) -> i32 {
        let Some(hex) = self.game.hex_of(unit) else { return 0 };
        let start = self.game.motion_from(unit, hex);
        self.worth_of_motion(&start) / FINE - self.worth_of_hex(unit, hex)
    }

    /// Returns the best worth that `motion` can reach, in its hex or further on, in units of 1/[`FINE`].
    fn worth_of_motion(&mut self, motion: &Motion) -> i32 {
        let mut best = NOWHERE;
        self.each_end(motion, |_, _, worth| best = best.max(worth));
        best
    }

    /// Passes on every end that `motion` can reach, in its hex or further on: its place among the moves of the reach, the
    /// choice that ends it, and its worth in units of 1/[`FINE`].
    #[inline]
    pub(crate) fn each_end(&mut self, motion: &Motion, mut found: impl FnMut(usize, Action, i32)) {
        let (game, appraiser, unit) = (self.game, self.appraiser(), motion.unit);
        let side = game.side_of(unit);
        let mut reach = std::mem::take(&mut self.scratch.reach);
        reach.find(game, motion);
        let mission = game.mission_of(unit, &self.scratch.plan);
        let goals = self.goals(side, !game.is_cavalry(unit));
        let mut in_contact = false;
        for (place, end) in reach.moves().iter().enumerate() {
            let Some(hex) = end.hex else { continue };
            if game.may_stop(end).is_ok() {
                if game.in_ezoc(side, hex) {
                    in_contact = true;
                } else {
                    let pull = appraiser.pull_of(mission, unit, hex);
                    let worth = pull.unwrap_or_else(|| goals.worth_of(game, unit, hex));
                    found(place, Action::Stop, finely(end, worth));
                }
            }
            if game.may_exit(end).is_ok() {
                found(place, Action::Exit, finely(end, appraiser.worth_of_exit(unit)));
            }
        }
        if in_contact {
            for (place, end) in reach.moves().iter().enumerate() {
                let Some(hex) = end.hex else { continue };
                if game.in_ezoc(side, hex) && game.may_stop(end).is_ok() {
                    found(place, Action::Stop, finely(end, self.worth_of_hex(unit, hex)));
                }
            }
        }
        self.scratch.reach = reach;
    }

    /// Returns the worth of `hex` to `unit`.
    fn worth_of_hex(&mut self, unit: UnitIx, hex: HexIx) -> i32 {
        self.worth_of_goals(unit, hex)
            + if self.game.in_ezoc(self.game.side_of(unit), hex) { self.worth_of_contact(unit, hex) } else { 0 }
    }

    /// Returns the worth to `unit` in `hex` of the enemies next to it.
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
            *known = there.appraised(self.weights).worth_of_contact(unit);
        }
        *known
    }

    /// Returns the pull on `unit` in `hex` of the goals that no other friend occupies.
    fn worth_of_goals(&mut self, unit: UnitIx, hex: HexIx) -> i32 {
        let game = self.game;
        if let Some(pull) = self.appraiser().pull_of(game.mission_of(unit, &self.scratch.plan), unit, hex) {
            return pull;
        }
        self.goals(game.side_of(unit), !game.is_cavalry(unit)).worth_of(game, unit, hex)
    }
}

impl Goals {
    /// Finds the goals of `side` for its infantry, or for its cavalry.
    fn find(&mut self, game: &Appraiser<'_>, side: Side, infantry: bool) {
        self.hex = game.weights.hex;
        let Self { open, before, map, taken, near, .. } = self;
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
        // They stay the same from one step of a move to the next.
        if open != before || !map.as_ref().is_some_and(|map| Arc::ptr_eq(map, &game.board.map)) {
            near.clear();
            near.resize(game.board.map.len(), UNKNOWN);
            *map = Some(Arc::clone(&game.board.map));
        }
    }

    /// Returns the pull on `unit` in `hex` of the goals that no other friend occupies.
    #[inline(always)]
    fn worth_of(&mut self, game: &MarsLaTour, unit: UnitIx, hex: HexIx) -> i32 {
        let mut best = self.near[hex.index()];
        if best == UNKNOWN {
            best = self.nearest(game.board.map.axial(hex));
            self.near[hex.index()] = best;
        }
        for (goal, friend) in &self.taken {
            if goal.hex == hex || *friend == unit {
                best = best.max(goal.worth_at(game.board.map.axial(hex), self.hex));
            }
        }
        let best = if best == UNKNOWN { 0 } else { best };
        best + i32::from(game.is_defensible(hex))
    }

    /// Returns the worth at `here` of the best open goal.
    #[inline(never)]
    fn nearest(&self, here: [i32; 2]) -> i32 {
        let mut best = UNKNOWN;
        for goal in &self.open {
            // The rest of the list is worth no more, even at distance 0.
            if best >= goal.worth {
                break;
            }
            best = best.max(goal.worth_at(here, self.hex));
        }
        best
    }
}

impl Appraiser<'_> {
    fn worth_of_exit(&self, unit: UnitIx) -> i32 {
        match &self.board.escape {
            Some(escape) if escape.side == self.side_of(unit) && !self.is_cavalry(unit) => DECISIVE,
            Some(escape) if escape.side == self.side_of(unit) && self.escaped(false) == 0 => self.weights.eliminated,
            _ => -self.weights.eliminated,
        }
    }
}

/// Returns `worth` in units of 1/[`FINE`], less the length of the move, so that the shorter of two moves wins.
fn finely(end: &Motion, worth: i32) -> i32 {
    worth * FINE - i32::from(end.hexes).min(FINE - 1)
}
