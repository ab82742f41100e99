//! A fast search for the reach of a move: the steps of 4.0 2a without the reasons for refusals, on reused buffers.

use crate::MarsLaTour;
use crate::state::Motion;
use battlewright_core::kit::hex_map::HexIx;

/// The reach of a move.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    moves: Vec<Motion>,
    /// The place of the move before each of these, one step shorter.
    before: Vec<usize>,
    /// The marks of each hex of the map.
    marks: Vec<u8>,
}

/// A move has reached the hex and can go on.
const OPEN: u8 = 1;
/// A move has reached the hex by road, and can go on by road.
const BY_ROAD: u8 = 2;
/// A move has reached the hex.
const SEEN: u8 = 4;
/// The hex exists: every hex has this mark.
const HERE: u8 = 8;
/// The hex cannot be entered.
const BARRED: u8 = 15;

impl Reach {
    /// Returns the moves found, nearest first; some may only go on, not stop.
    pub(crate) fn moves(&self) -> &[Motion] {
        &self.moves
    }

    /// Puts the hexes on the way to the move at `place` into `way` (cleared first), in order.
    pub(crate) fn way_to(&self, place: usize, way: &mut Vec<HexIx>) {
        way.clear();
        let mut place = place;
        // The first move is the start, which comes from nowhere.
        while let (Some(Motion { hex: Some(hex), .. }), Some(before)) = (self.moves.get(place), self.before.get(place))
            && place > 0
        {
            way.push(*hex);
            place = *before;
        }
        way.reverse();
    }

    /// Finds all positions that `motion` can reach in `game`, except those no better than one already found.
    pub(crate) fn find(&mut self, game: &MarsLaTour, motion: &Motion) {
        let map = &*game.board.map;
        let mover = game.mover(motion.unit);
        let Self { moves, before, marks } = self;
        moves.clear();
        before.clear();
        moves.push(*motion);
        before.push(0);
        marks.resize(map.len(), HERE);
        let marks = marks.as_mut_slice();
        marks.fill(HERE);
        if let Some(hex) = motion.hex {
            marks[hex.index()] = HERE | OPEN | SEEN | if motion.by_road { BY_ROAD } else { 0 };
        }
        let mut next = 0;
        while let Some(at) = moves.get(next).copied() {
            let this = next;
            next += 1;
            let Some(from) = at.hex.filter(|_| !at.stopped) else { continue };
            let on_roads = mover.keeps_to_roads(&at);
            // An earlier move to this hex with the same options took fewer steps.
            let known = [
                if mover.can_pay(&at, false) { BY_ROAD | OPEN } else { HERE },
                if on_roads && mover.can_pay(&at, true) { BY_ROAD } else { HERE },
            ];
            if known == [HERE; 2] {
                continue;
            }
            let influence = game.influence_on(&mover, &at);
            map.each_way(from, |hex, road| {
                let by_road = road && on_roads;
                let mark = &mut marks[hex.index()];
                if *mark & known[usize::from(by_road)] != 0 {
                    return;
                }
                if game.may_be_entered(&mover, false, hex).is_err() {
                    *mark = BARRED;
                    return;
                }
                let Ok(command) = game.command_after(&mover, &at, hex) else { return };
                if game.forbids_step(&mover, Some(from), hex).is_err() {
                    return;
                }
                let stopped = game.must_stop_in(&mover, influence, Some(from), hex);
                let new = !stopped || *mark & SEEN == 0;
                *mark |= if stopped {
                    SEEN
                } else if by_road {
                    SEEN | OPEN | BY_ROAD
                } else {
                    SEEN | OPEN
                };
                if new {
                    let hexes = at.hexes.saturating_add(1);
                    moves.push(Motion { hex: Some(hex), hexes, by_road, command, stopped, ..at });
                    before.push(this);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use battlewright_schema::{Scenario, load};

    use super::*;
    use crate::state::{Command, Step};
    use crate::{MarsLaTour, motion};
    use battlewright_core::play::Dice;
    use battlewright_core::players::{Kind, Playout};

    /// Returns the hexes in which one of `moves` can end, and those from which it can leave the map, each with the least number
    /// of hexes entered.
    fn ends<'a>(game: &MarsLaTour, moves: impl Iterator<Item = &'a Motion>) -> [BTreeMap<HexIx, u8>; 2] {
        let mut ends = [const { BTreeMap::new() }; 2];
        for end in moves {
            let Some(hex) = end.hex else { continue };
            for (ends, can) in ends.iter_mut().zip([game.may_stop(end), game.may_exit(end)]) {
                if can.is_ok() {
                    let least = ends.entry(hex).or_insert(end.hexes);
                    *least = end.hexes.min(*least);
                }
            }
        }
        ends
    }

    #[test]
    fn it_is_what_the_rules_allow_step_by_step() {
        let text = include_str!("../../../../../scenarios/mars-la-tour.toml");
        let Some(Scenario::MarsLaTour(scenario)) = load(text).scenario else { panic!("the scenario is readable") };
        let mut reach = Reach::default();
        let (mut compared, mut found) = (0, 0);
        for seed in 0..3 {
            let seats = [Kind::Greedy, Kind::Random].map(|kind| kind.player(Dice::new(seed)));
            let mut playout = Playout::new(MarsLaTour::new(&scenario).unwrap(), seats, Dice::new(seed));
            while playout.advance(&mut ()).unwrap().is_none() {
                let game = playout.game();
                let starts: Vec<Motion> = match game.state.step {
                    Step::Moving(motion) => vec![motion],
                    Step::Move(side) => game.on_map(side).map(|(unit, hex)| game.motion_from(unit, hex)).collect(),
                    Step::Attack(side) => {
                        game.on_map(side).map(|(unit, hex)| motion(unit, Some(hex), Command::Free)).collect()
                    }
                    _ => continue,
                };
                for start in starts.into_iter().filter(|start| start.hex.is_some()) {
                    reach.find(game, &start);
                    let by_steps = game.reachable(&start);
                    let by_steps = ends(game, by_steps.iter().map(|reached| &reached.motion).chain([&start]));
                    assert_eq!(ends(game, reach.moves().iter()), by_steps, "{start:?}");
                    compared += 1;
                    found += by_steps.iter().map(BTreeMap::len).sum::<usize>();
                }
            }
        }
        assert!(compared > 1_000 && found > 10 * compared, "{compared} {found}");
    }
}
