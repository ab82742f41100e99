//! The fastest march of a unit over several turns.
//!
//! A *leg* is the march of a unit within one turn, and the system computes it. This search joins legs over as many turns as
//! necessary. It does not use hexx's search, which has one cost for each step: here a hex may be reached by legs of several
//! sorts, the cost of a step depends on the leg, and a unit may rest.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::hex_map::{HexIx, HexMap};

/// The movement of a unit within a turn.
pub trait Pace {
    /// The state of the march within a turn.
    type Leg: Copy;

    /// Starts a turn with the unit in `hex`.
    fn fresh(&self, hex: HexIx) -> Self::Leg;

    /// Extends `leg` to the adjacent hex `hex`; `None` if the movement allowance of the turn does not suffice.
    fn go(&self, leg: &Self::Leg, hex: HexIx) -> Option<Self::Leg>;

    /// Returns the sort of `leg` and the movement it has spent. Of two legs of one sort in one hex, the one that has spent less
    /// can do everything that the other can.
    fn spent(&self, leg: &Self::Leg) -> (u8, u16);
}

/// A hex of a march.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachedHex {
    /// The hex.
    pub hex: HexIx,
    /// The turn of arrival, from 1.
    pub turn: u16,
    /// The movement spent in that turn on arrival.
    pub spent: u16,
}

/// A hex, and the sort of the leg that leads there.
type MarchNode = (HexIx, u8);

/// The best leg to a node.
struct Best<L> {
    turn: u16,
    leg: L,
    before: Option<MarchNode>,
}

/// Returns the path from the first of `stops` through all others in order that takes the fewest turns, and among these the
/// least movement in the last turn; `None` if there is no path.
pub fn fastest<P: Pace>(map: &HexMap, pace: &P, stops: &[HexIx]) -> Option<Vec<ReachedHex>> {
    let (first, rest) = stops.split_first()?;
    let leg = pace.fresh(*first);
    let start = BTreeMap::from([((*first, pace.spent(&leg).0), Best { turn: 1, leg, before: None })]);
    let mut stretches = vec![start];
    for stop in rest {
        let from = stretches.last()?.iter().filter(|((hex, _), _)| Some(*hex) == last_stop(&stretches, stops));
        let from = from.map(|(node, best)| (*node, Best { turn: best.turn, leg: best.leg, before: None }));
        let stretch = stretch(map, pace, from.collect(), *stop);
        stretches.push(stretch);
    }
    let order = |(node, best): &(&MarchNode, &Best<P::Leg>)| (best.turn, pace.spent(&best.leg).1, node.1);
    let goal = *stops.last()?;
    let ends = stretches.last()?.iter().filter(|((hex, _), _)| *hex == goal);
    let mut node = *ends.min_by_key(order)?.0;
    let mut way = Vec::new();
    for (n, stretch) in stretches.iter().enumerate().rev() {
        while let Some(best) = stretch.get(&node) {
            // The first hex of a stretch is the last of the one before.
            if best.before.is_some() || n == 0 {
                way.push(ReachedHex { hex: node.0, turn: best.turn, spent: pace.spent(&best.leg).1 });
            }
            match best.before {
                Some(before) => node = before,
                None => break,
            }
        }
    }
    way.reverse();
    Some(way)
}

/// Returns the stop at the end of the last of `stretches`; `None` without stretches.
fn last_stop<L>(stretches: &[BTreeMap<MarchNode, Best<L>>], stops: &[HexIx]) -> Option<HexIx> {
    stops.get(stretches.len().checked_sub(1)?).copied()
}

/// Extends `best` to the nodes that the search visits on the way to `goal`.
fn stretch<P: Pace>(
    map: &HexMap,
    pace: &P,
    mut best: BTreeMap<MarchNode, Best<P::Leg>>,
    goal: HexIx,
) -> BTreeMap<MarchNode, Best<P::Leg>> {
    let entry = |node: MarchNode, best: &Best<P::Leg>| Reverse((best.turn, pace.spent(&best.leg).1, node));
    let mut open: BinaryHeap<_> = best.iter().map(|(node, best)| entry(*node, best)).collect();
    let mut arrived = None;
    while let Some(Reverse((turn, spent, node))) = open.pop() {
        let Some(here) = best.get(&node) else { continue };
        if (here.turn, pace.spent(&here.leg).1) != (turn, spent) {
            continue;
        }
        // Legs of another sort may still reach the goal in this turn, but not in a later one.
        if arrived.is_some_and(|arrived| turn > arrived) {
            break;
        }
        if node.0 == goal {
            arrived = Some(turn);
            continue;
        }
        let leg = here.leg;
        for next in map.neighbors(node.0) {
            let on = pace.go(&leg, next).map(|leg| (turn, leg));
            let rested = pace.go(&pace.fresh(node.0), next).map(|leg| (turn.saturating_add(1), leg));
            for (turn, leg) in [on, rested].into_iter().flatten() {
                let (sort, spent) = pace.spent(&leg);
                let key = (next, sort);
                let known = best.get(&key).map(|best| (best.turn, pace.spent(&best.leg).1));
                if known.is_none_or(|known| (turn, spent) < known) {
                    best.insert(key, Best { turn, leg, before: Some(node) });
                    open.push(Reverse((turn, spent, key)));
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::hex_map::tests::map;
    use super::*;

    /// Two points a turn; a hex costs one point, half of one along a road.
    struct Steady<'a>(&'a HexMap);

    impl Pace for Steady<'_> {
        type Leg = (HexIx, u16);

        fn fresh(&self, hex: HexIx) -> Self::Leg {
            (hex, 0)
        }

        fn go(&self, leg: &Self::Leg, hex: HexIx) -> Option<Self::Leg> {
            let spent = leg.1 + if self.0.road(leg.0, hex) { 1 } else { 2 };
            (spent <= 4).then_some((hex, spent))
        }

        fn spent(&self, leg: &Self::Leg) -> (u8, u16) {
            (0, leg.1)
        }
    }

    /// Returns the hexes of the march along `stops`, each with its turn and the movement spent.
    fn path_text(map: &HexMap, stops: &[&str]) -> Option<String> {
        let stops: Vec<HexIx> = stops.iter().map(|hex| map.find(&(*hex).into()).unwrap()).collect();
        let way = fastest(map, &Steady(map), &stops)?;
        let step = |step: &ReachedHex| format!("{} {}:{}", map.name(step.hex), step.turn, step.spent);
        Some(way.iter().map(step).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn a_march_takes_as_many_turns_as_its_points_ask_for() {
        let open = map(". . . . . .", &[]);
        assert_eq!(path_text(&open, &["0101", "0101"]).unwrap(), "0101 1:0");
        assert_eq!(path_text(&open, &["0101", "0301"]).unwrap(), "0101 1:0, 0201 1:2, 0301 1:4");
        assert_eq!(
            path_text(&open, &["0101", "0601"]).unwrap(),
            "0101 1:0, 0201 1:2, 0301 1:4, 0401 2:2, 0501 2:4, 0601 3:2"
        );
        let broken = map(". . _ . .", &[]);
        assert_eq!(path_text(&broken, &["0101", "0501"]), None, "over a gap there is no way");
    }

    #[test]
    fn a_detour_by_road_is_taken_if_it_is_faster_and_stops_are_kept() {
        let road = ["0101", "0102", "0202", "0302", "0402", "0502", "0501"];
        let map = map(". . . . .\n. . . . .\n. . . . .", &[&road]);
        let way = path_text(&map, &["0101", "0501"]).unwrap();
        assert!(way.ends_with("0501 2:2"), "{way}");
        let by = path_text(&map, &["0101", "0301", "0501"]).unwrap();
        assert!(by.contains("0301") && by.starts_with("0101 1:0, ") && by.matches("0301").count() == 1, "{by}");
    }
}
