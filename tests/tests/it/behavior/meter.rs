//! Counts of how the sides of a game stand and what they do.

use std::collections::BTreeMap;
use std::ops::Range;

use battlewright_engine::any::{AnyEvent, AnyGame};
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::kit::place::Place;
use battlewright_engine::play::Dice;
use battlewright_engine::players::plan::Command as _;
use battlewright_engine::players::{Kind, Playout, contestants};
use battlewright_engine::show::{Piece, Show as _, Spot, Symbol};
use battlewright_engine::systems::outrance;
use battlewright_schema::{Cell, Grid, Scenario};

/// A number of cases out of all that there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) cases: u32,
    pub(crate) of: u32,
}

impl Share {
    fn count(&mut self, is_case: bool) {
        self.cases += u32::from(is_case);
        self.of += 1;
    }

    /// Returns the share in tenths of a percent.
    pub(crate) fn permille(self) -> u32 {
        1000 * self.cases / self.of.max(1)
    }
}

/// The conduct of a side in some games.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Conduct {
    /// The guns that stand next to an enemy with no fighting friend in their hex or next to it.
    pub(crate) lone_guns: Share,
    /// The headquarters that do so.
    pub(crate) lone_hqs: Share,
    /// The places nearer to the side, with an enemy within eight hexes, that a fighting unit of it is in or next to.
    pub(crate) held: Share,
    /// The fighting units three to six hexes from the nearest enemy.
    pub(crate) depth: Share,
    /// The units marked as out of command.
    pub(crate) out_of_command: u32,
}

/// The course of some games, in counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    pub(crate) games: u32,
    /// The conduct of each side as it shows at the ends of turns of the game.
    pub(crate) turn_end: [Conduct; 2],
    /// The same at the ends of its own player turns, in systems in which the sides take turns.
    pub(crate) own_end: [Conduct; 2],
    /// The most often that one place changed hands, summed over the games.
    pub(crate) changes: u32,
    /// The assaults of Outrance.
    pub(crate) assaults: u32,
}

/// The hexes of the fighting units, guns and headquarters of both sides.
#[derive(Default)]
struct Field {
    fighters: [Vec<Cell>; 2],
    guns: [Vec<Cell>; 2],
    hqs: [Vec<Cell>; 2],
}

impl Field {
    fn of(pieces: &[Piece]) -> Self {
        let mut field = Self::default();
        for piece in pieces {
            let Spot::On(Place::Hex(cell)) = piece.spot else { continue };
            let list = match piece.symbol {
                Symbol::Infantry | Symbol::Cavalry | Symbol::Tank => &mut field.fighters,
                Symbol::Artillery => &mut field.guns,
                Symbol::Headquarters => &mut field.hqs,
                _ => continue,
            };
            list[piece.side.index()].push(cell);
        }
        field
    }
}

/// Plays a game with each of `seeds`, and counts.
pub(crate) fn play(scenario: &Scenario, kinds: [Kind; 2], seeds: Range<u64>) -> Record {
    let start = AnyGame::new(scenario).unwrap();
    let grid = scenario.common().grid().ok();
    let mut record = Record::default();
    for seed in seeds {
        let mut playout = Playout::new(start.clone(), contestants(kinds, seed), Dice::new(seed));
        let (mut hands, mut log) = (Hands::default(), Vec::new());
        let mut turn = start.turn_number();
        // The side whose player turn it is, in systems in which the sides take turns.
        let mut mover = None;
        loop {
            let outcome = playout.advance(&mut log).unwrap();
            record.assaults += u32::try_from(log.drain(..).filter(is_assault).count()).unwrap();
            let game = playout.game();
            let is_new_turn = outcome.is_some() || game.turn_number() != turn;
            if is_new_turn {
                turn = game.turn_number();
                hands.look(game);
            }
            let next = player_turn(game).or(mover);
            if let Some(grid) = &grid {
                if let Some(mover) = mover.filter(|_| next != mover || outcome.is_some()) {
                    record.own_end[mover.index()].count(game, grid, mover);
                }
                for side in Side::BOTH.into_iter().filter(|_| is_new_turn) {
                    record.turn_end[side.index()].count(game, grid, side);
                }
            }
            mover = next;
            if outcome.is_some() {
                break;
            }
        }
        record.end(&hands);
    }
    record
}

/// Returns `true` for an assault that is ordered in Outrance.
fn is_assault(event: &AnyEvent) -> bool {
    matches!(event, AnyEvent::Outrance(outrance::Event::Assaults { .. }))
}

/// Returns the side whose player turn it is; `None` in a system in which formations are drawn, or if the other side has a say.
fn player_turn(game: &AnyGame) -> Option<Side> {
    let Turn::Choose(side) = game.turn() else { return None };
    let takes_turns = matches!(game, AnyGame::Matz(_));
    (takes_turns && game.order_point().is_some()).then_some(side)
}

/// The holders of places, and how often they have changed.
#[derive(Default)]
struct Hands(BTreeMap<Place, (Side, u32)>);

impl Hands {
    fn look(&mut self, game: &AnyGame) {
        let mut objectives = Vec::new();
        game.objectives(&mut objectives);
        for (place, holder) in objectives.iter().filter_map(|objective| Some((objective.place, objective.holder?))) {
            let known = self.0.entry(place).or_insert((holder, 0));
            if known.0 != holder {
                *known = (holder, known.1 + 1);
            }
        }
    }
}

impl Record {
    fn end(&mut self, hands: &Hands) {
        self.games += 1;
        self.changes += hands.0.values().map(|(_, changes)| *changes).max().unwrap_or(0);
    }
}

impl Conduct {
    /// Counts how `side` stands in `game`.
    fn count(&mut self, game: &AnyGame, grid: &Grid, side: Side) {
        let pieces = game.pieces();
        let field = Field::of(&pieces);
        let gaps = |list: &[Cell], at: Cell| {
            let mut gaps: Vec<u32> = list.iter().map(|other| grid.distance(*other, at)).collect();
            gaps.sort_unstable();
            gaps
        };
        let gap = |list: &[Cell], at: Cell| gaps(list, at).first().copied().unwrap_or(99);
        let [own, enemy] = [side, side.other()].map(|side| field.fighters[side.index()].as_slice());
        let is_lone = |at: Cell| gap(enemy, at) <= 1 && gap(own, at) > 1;
        field.guns[side.index()].iter().for_each(|at| self.lone_guns.count(is_lone(*at)));
        field.hqs[side.index()].iter().for_each(|at| self.lone_hqs.count(is_lone(*at)));
        own.iter().for_each(|at| self.depth.count((3..=6).contains(&gap(enemy, *at))));
        let mut objectives = Vec::new();
        game.objectives(&mut objectives);
        for at in objectives.iter().filter_map(|objective| objective.place.cell()) {
            let [ours, theirs] = [gaps(own, at), gaps(enemy, at)];
            let nearness = |gaps: &[u32]| gaps.iter().take(3).sum::<u32>();
            let is_ours = ours.len() > 2 && theirs.len() > 2 && nearness(&ours) < nearness(&theirs);
            if is_ours && theirs[0] <= 8 {
                self.held.count(ours[0] <= 1);
            }
        }
        let is_out = |piece: &&Piece| {
            piece.side == side && piece.markers.iter().any(|marker| marker.eq_ignore_ascii_case("out of command"))
        };
        self.out_of_command += u32::try_from(pieces.iter().filter(is_out).count()).unwrap();
    }
}
