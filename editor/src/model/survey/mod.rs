//! The network of roads and streams, and cheapest paths for new ones.
//!
//! Costs depend only on map data that all systems share: terrain looks, levels and hexsides. Searches are bounded, so
//! that they stay fast on large maps.

pub mod net;
pub mod road;
pub mod shore;

use std::cell::Cell as Count;

use hexx::Hex;

/// The maximum number of steps that a search examines.
const MOST_STEPS: u32 = 60_000;
/// The detour that a search allows in addition to half the direct distance, in hexes.
const STRAY: u32 = 14;

/// Returns the cheapest path from `from` to `to`, both included, on any hexagonal lattice, or `None` if there is none
/// within the bounds. The cost of a step must be at least 1.
fn cheapest(from: Hex, to: Hex, cost: impl Fn(Hex, Hex) -> Option<u32>) -> Option<Vec<Hex>> {
    let looked = Count::new(0_u32);
    let apart = from.unsigned_distance_to(to);
    let bound = apart + apart / 2 + STRAY;
    hexx::algorithms::a_star(from, to, |a, b| {
        if a == b {
            return Some(0);
        }
        looked.set(looked.get() + 1);
        let strays = from.unsigned_distance_to(b) + b.unsigned_distance_to(to) > bound;
        if strays || looked.get() > MOST_STEPS { None } else { cost(a, b) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_finds_nothing_ends() {
        let wall = Hex::new(40, 0);
        let closed = |_: Hex, b: Hex| (b.unsigned_distance_to(wall) > 3 || b == wall).then_some(2);
        assert_eq!(cheapest(Hex::ZERO, wall, closed), None);
        let far = cheapest(Hex::ZERO, Hex::new(2000, 0), |_, _| Some(9));
        assert_eq!(far, None, "too far to look for");
        assert_eq!(cheapest(Hex::ZERO, Hex::ZERO, |_, _| None), Some(vec![Hex::ZERO]));
    }
}
