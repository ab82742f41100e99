//! The cost of ways over empty ground to goals that are asked for again and again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

use super::hex_map::{HexIx, HexMap};

/// The cost of the way to each goal from every hex, by arm. It is worked out when it is first asked for.
#[derive(Debug, Default)]
pub struct Ways(OnceLock<Vec<OnceLock<Vec<u16>>>>);

impl Ways {
    /// The cost of the way from `from` to `to` for the arm with this number of so many, where `going` is its cost of a step
    /// between neighbors. `u16::MAX` if no way leads there.
    pub fn cost(
        &self,
        map: &HexMap,
        (arm, arms): (usize, usize),
        (from, to): (HexIx, HexIx),
        going: impl Fn(HexIx, HexIx) -> u16,
    ) -> u16 {
        let hexes = map.len();
        let fields = self.0.get_or_init(|| (0..arms * hexes).map(|_| OnceLock::new()).collect());
        let (Some(from), Some(goal)) = (map.index_of(from), map.index_of(to)) else { return u16::MAX };
        let field = fields.get(arm * hexes + goal).map(|field| field.get_or_init(|| costs_to(map, to, going)));
        field.and_then(|field| field.get(from)).copied().unwrap_or(u16::MAX)
    }
}

/// The cost of the way to `goal` from every hex. The search is not hexx's, which finds one way between two hexes, or the
/// hexes within reach without their costs.
pub fn costs_to(map: &HexMap, goal: HexIx, going: impl Fn(HexIx, HexIx) -> u16) -> Vec<u16> {
    let mut far = vec![u16::MAX; map.len()];
    let mut next = BinaryHeap::from([(Reverse(0_u16), goal)]);
    while let Some((Reverse(cost), hex)) = next.pop() {
        let Some(known) = map.index_of(hex).and_then(|index| far.get_mut(index)) else { continue };
        if *known <= cost {
            continue;
        }
        *known = cost;
        for before in map.neighbors(hex) {
            next.push((Reverse(cost.saturating_add(going(before, hex))), before));
        }
    }
    far
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::hex_map::tests::map;

    #[test]
    fn a_way_goes_around_what_is_dear_and_nowhere_where_there_is_none() {
        let map = map(". . .\n . . .\n. _ _\n _ _ .", &[]);
        let hex = |name: &str| map.find(&name.into()).unwrap();
        let (ways, dear) = (Ways::default(), hex("0201"));
        let cost = |arm, from: &str, to: &str| {
            let going = |_, to| if to == dear { 9 } else { 2 + u16::try_from(arm).unwrap() };
            ways.cost(&map, (arm, 2), (hex(from), hex(to)), going)
        };
        assert_eq!([cost(0, "0101", "0201"), cost(0, "0101", "0301"), cost(0, "0101", "0101")], [9, 8, 0]);
        assert_eq!(cost(1, "0101", "0301"), 12);
        assert_eq!(cost(0, "0101", "0304"), u16::MAX);
    }
}
