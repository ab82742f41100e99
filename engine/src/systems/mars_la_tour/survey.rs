//! What the worths of all choices of a decision have in common, found out once: the goals, and where a move can end.

use super::appraise::{DECISIVE, ELIMINATED, FINE, HEX, RETREAT, WORTH_A_MOVE, WORTH_AN_ATTACK, count};
use super::state::{At, Motion, Step, UnitIx};
use super::{Action, MarsLaTour};
use crate::game::Side;
use crate::kit::hex_map::{HexIx, apart};

/// What a side wants.
struct Goals {
    /// The hexes where no friend is, and their axial coordinates, with what they are worth, dearest first.
    open: Vec<(HexIx, [i32; 2], i32)>,
    /// Those where one is already.
    taken: Vec<(HexIx, i32, UnitIx)>,
    /// How near each hex brings a unit to an open one; [`UNKNOWN`] until it was asked for.
    near: Vec<i32>,
}

/// A position as a greedy player looks at it.
pub(super) struct Survey<'a> {
    game: &'a MarsLaTour,
    /// What each side wants for its cavalry and its infantry.
    goals: [[Option<Goals>; 2]; 2],
    /// What the hexes that have been looked at are worth to this unit.
    known: Option<(UnitIx, Vec<i32>)>,
    /// A copy of the game, in which units are put elsewhere to see what comes of it.
    there: Option<MarsLaTour>,
    /// Where a move has come to, nearest first, and how it has come to each hex.
    moves: Vec<Motion>,
    marks: Vec<u8>,
}

/// What a hex is worth that has not been looked at.
const UNKNOWN: i32 = i32::MIN;

/// A move has come to the hex and can go on.
const OPEN: u8 = 1;
/// It has come there by road, and can go on by road.
const BY_ROAD: u8 = 2;
/// It has come there.
const SEEN: u8 = 4;

impl<'a> Survey<'a> {
    /// The position of `game`.
    pub(super) fn of(game: &'a MarsLaTour) -> Self {
        Self { game, goals: Default::default(), known: None, there: None, moves: Vec::new(), marks: Vec::new() }
    }

    /// How good `action` looks.
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
                game.next_motion(&motion, hex).map_or(-DECISIVE * FINE, |next| self.worth_of_motion(&next))
            }
            (Action::Stop, Step::Moving(motion)) => {
                motion.hex.map_or(0, |hex| finely(&motion, self.worth_of_hex(motion.unit, hex)))
            }
            (Action::Exit, Step::Moving(motion)) => finely(&motion, self.worth_of_exit(motion.unit)),
            (Action::Attack { .. } | Action::Deathride { .. } | Action::Support(_), _) => game.worth_of_fight(action),
            (Action::Step(hex), Step::Retreat(retreat)) => self.worth_of_goals(retreat.unit, hex),
            (Action::Stop, Step::Retreat(_)) => DECISIVE,
            (Action::Pass, Step::Attack(_)) => WORTH_AN_ATTACK,
            (Action::Pass, Step::Move(_)) => WORTH_A_MOVE,
            _ => 0,
        }
    }

    /// What `side` wants for its infantry, or its cavalry.
    fn goals(&mut self, side: Side, infantry: bool) -> &mut Goals {
        let game = self.game;
        self.goals[side.index()][usize::from(infantry)].get_or_insert_with(|| {
            let friend = |hex| game.unit_in(hex).filter(|unit| game.side_of(*unit) == side);
            let all = game.goals(side, infantry);
            let taken = all.iter().filter_map(|(hex, worth)| Some((*hex, *worth, friend(*hex)?))).collect();
            let open = all.into_iter().filter(|(hex, _)| friend(*hex).is_none());
            let mut open: Vec<_> = open.map(|(hex, worth)| (hex, game.board.map.axial(hex), worth)).collect();
            open.sort_unstable_by_key(|(.., worth)| -worth);
            Goals { open, taken, near: vec![UNKNOWN; game.board.map.len()] }
        })
    }

    /// The goals of the infantry of `side`, with what they are worth.
    fn all_goals(&mut self, side: Side) -> impl Iterator<Item = (HexIx, i32)> {
        let Goals { open, taken, .. } = self.goals(side, true);
        open.iter().map(|(hex, _, worth)| (*hex, *worth)).chain(taken.iter().map(|(hex, worth, _)| (*hex, *worth)))
    }

    /// An HQ is best where it commands the most units, and where they are to go.
    fn worth_of_hq(&mut self, side: Side, hex: HexIx) -> i32 {
        let game = self.game;
        let range = u32::from(game.board.side(side).hq_range);
        let map = &game.board.map;
        let commanded = game.on_map(side).filter(|(_, at)| map.distance(*at, hex) <= range).count();
        let covered = self.all_goals(side).filter(|(goal, _)| map.distance(*goal, hex) <= range);
        let covered = covered.map(|(_, worth)| worth / 10);
        let far: u32 = game.on_map(side).map(|(_, at)| map.distance(at, hex)).sum();
        let due = game.due_to_return(side).count();
        let room = map.neighbors(hex).filter(|near| game.is_empty(*near) && !game.in_ezoi(side, *near)).count();
        10 * count(commanded) + covered.sum::<i32>() - i32::try_from(far).unwrap_or(0) / 4 + 10 * count(due.min(room))
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
        let game = self.game;
        self.moves.clear();
        self.moves.push(*motion);
        self.marks.clear();
        self.marks.resize(game.board.map.len(), 0);
        if let Some(hex) = motion.hex {
            self.marks[hex.index()] = OPEN | SEEN | if motion.by_road { BY_ROAD } else { 0 };
        }
        let (mut best, mut next) = (None, 0);
        while let Some(at) = self.moves.get(next).copied() {
            next += 1;
            best = best.max(self.best_end(&at));
            let going = game.going(&at);
            let Some(from) = at.hex.filter(|_| going.is_able()) else { continue };
            for (hex, road) in game.board.map.ways(from) {
                // Who has come to a hex before, with as many ways to go on, has come there in fewer steps.
                let mark = &mut self.marks[hex.index()];
                if *mark & BY_ROAD != 0 || *mark & OPEN != 0 && !(road && going.by_road) {
                    continue;
                }
                let Ok(next) = game.go_on(&going, hex, road) else { continue };
                if next.stopped {
                    if *mark & SEEN == 0 {
                        self.moves.push(next);
                    }
                    *mark |= SEEN;
                } else {
                    *mark |= SEEN | OPEN | if next.by_road { BY_ROAD } else { 0 };
                    self.moves.push(next);
                }
            }
        }
        best.unwrap_or(-DECISIVE * FINE)
    }

    /// What it is worth to end a move as `end`, if it can end so.
    fn best_end(&mut self, end: &Motion) -> Option<i32> {
        let game = self.game;
        let stay = end.hex.filter(|_| game.may_stop(end).is_ok()).map(|hex| self.worth_of_hex(end.unit, hex));
        let leave = game.may_exit(end).is_ok().then(|| self.worth_of_exit(end.unit));
        stay.max(leave).map(|worth| finely(end, worth))
    }

    /// What `unit` gains by standing in `hex`.
    fn worth_of_hex(&mut self, unit: UnitIx, hex: HexIx) -> i32 {
        match &mut self.known {
            Some((known, worths)) if *known == unit => {
                let worth = worths[hex.index()];
                if worth != UNKNOWN {
                    return worth;
                }
            }
            Some((known, worths)) => {
                *known = unit;
                worths.fill(UNKNOWN);
            }
            None => self.known = Some((unit, vec![UNKNOWN; self.game.board.map.len()])),
        }
        let mut worth = self.worth_of_goals(unit, hex);
        if self.game.in_ezoc(self.game.side_of(unit), hex) {
            let there = self.there.get_or_insert_with(|| self.game.clone());
            let was = there.unit(unit).at;
            there.put_at(unit, At::Hex(hex));
            worth += there.worth_of_contact(unit);
            there.put_at(unit, was);
        }
        if let Some((_, worths)) = &mut self.known {
            worths[hex.index()] = worth;
        }
        worth
    }

    /// How near `hex` brings `unit` to a goal that no friend has taken.
    fn worth_of_goals(&mut self, unit: UnitIx, hex: HexIx) -> i32 {
        let game = self.game;
        let here = game.board.map.axial(hex);
        let worth_of = |goal, worth| worth - HEX * i32::try_from(apart(goal, here)).unwrap_or(i32::MAX / HEX);
        let Goals { open, taken, near } = self.goals(game.side_of(unit), !game.is_cavalry(unit));
        let mut best = near[hex.index()];
        if best == UNKNOWN {
            for (_, goal, worth) in open {
                // Further on there is none that is worth more, even here.
                if best >= *worth {
                    break;
                }
                best = best.max(worth_of(*goal, *worth));
            }
            near[hex.index()] = best;
        }
        for (goal, worth, friend) in taken {
            if *goal == hex || *friend == unit {
                best = best.max(worth_of(game.board.map.axial(*goal), *worth));
            }
        }
        let best = if best == UNKNOWN { 0 } else { best };
        best + i32::from(game.is_defensible(hex))
    }

    fn worth_of_exit(&self, unit: UnitIx) -> i32 {
        match &self.game.board.escape {
            Some(escape) if escape.side == self.game.side_of(unit) && !self.game.is_cavalry(unit) => DECISIVE,
            Some(escape) if escape.side == self.game.side_of(unit) && self.game.escaped(false) == 0 => ELIMINATED,
            _ => -ELIMINATED,
        }
    }
}

/// What an end of a move is worth that is worth `worth` in itself: the shorter the way, the better.
fn finely(end: &Motion, worth: i32) -> i32 {
    worth * FINE - i32::from(end.hexes).min(FINE - 1)
}
