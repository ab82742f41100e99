//! The strength of a side that can come to each place in its next turn, and the risks that follow from it.
//!
//! A system says how its stacks move ([`Reacher`], [`ThreatStep`]); what a threat does to a place, to its garrison and to
//! whoever cannot fight there is the same in all systems.

use std::cell::OnceCell;

use super::appraisal::SURE;
use crate::game::Side;
use crate::kit::hex_map::{HexIx, HexMap};

/// A stack that may come to other hexes in its next turn. `P` is what its steps depend on, such as its arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reacher<P> {
    /// The hex of the stack.
    pub hex: HexIx,
    /// The strength of the stack in a fight.
    pub strength: i32,
    /// The movement that it may spend.
    pub allowance: u16,
    /// The facts that its steps depend on.
    pub pace: P,
}

/// A step of a stack from a hex to its neighbor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreatStep {
    /// The stack cannot go there.
    Closed,
    /// The stack may go on from there after it has spent so much.
    Goes(u16),
    /// The stack must stop there after it has spent so much.
    Halts(u16),
}

/// The strength of a side that can be in each hex or next to it at the end of its next turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreatMap {
    strengths: Vec<i32>,
}

impl ThreatMap {
    /// Creates the map of the threat by `stacks`.
    pub fn new<P: Copy>(
        map: &HexMap,
        stacks: impl IntoIterator<Item = Reacher<P>>,
        mut step: impl FnMut(P, HexIx, HexIx) -> ThreatStep,
    ) -> Self {
        let mut strengths = vec![0_i32; map.len()];
        let mut least = vec![u16::MAX; map.len()];
        let mut counted = vec![0_u32; map.len()];
        let (mut reached, mut number) = (Vec::new(), 0_u32);
        for stack in stacks {
            number += 1;
            reach(map, &stack, &mut step, &mut least, &mut reached);
            for hex in &reached {
                least[hex.index()] = u16::MAX;
                for near in map.neighbors(*hex).chain([*hex]) {
                    if std::mem::replace(&mut counted[near.index()], number) != number {
                        strengths[near.index()] += stack.strength;
                    }
                }
            }
        }
        Self { strengths }
    }

    /// Returns the strength that can be in `hex` or next to it.
    #[inline]
    pub fn at(&self, hex: HexIx) -> i32 {
        self.strengths.get(hex.index()).copied().unwrap_or(0)
    }
}

/// Puts the hexes that `stack` can come to, with its own, into `reached` (cleared first), and what it has spent there into `least`.
fn reach<P: Copy>(
    map: &HexMap,
    stack: &Reacher<P>,
    step: &mut impl FnMut(P, HexIx, HexIx) -> ThreatStep,
    least: &mut [u16],
    reached: &mut Vec<HexIx>,
) {
    reached.clear();
    least[stack.hex.index()] = 0;
    reached.push(stack.hex);
    // The hexes to go on from, with what was spent up to there.
    let mut open = vec![(stack.hex, 0)];
    let mut next = 0;
    while let Some((from, spent)) = open.get(next).copied() {
        next += 1;
        if spent > least[from.index()] {
            continue;
        }
        for to in map.neighbors(from) {
            let (cost, goes_on) = match step(stack.pace, from, to) {
                ThreatStep::Closed => continue,
                ThreatStep::Goes(cost) => (cost, true),
                ThreatStep::Halts(cost) => (cost, false),
            };
            let (total, known) = (spent.saturating_add(cost), least[to.index()]);
            if total > stack.allowance || total >= known {
                continue;
            }
            if known == u16::MAX {
                reached.push(to);
            }
            least[to.index()] = total;
            if goes_on {
                open.push((to, total));
            }
        }
    }
}

/// A friend next to what cannot fight counts as so many times its strength against those who come for it.
const COVER: i32 = 2;

/// Returns the chance, of [`SURE`], that an enemy of strength `threat` comes in his next turn to a place that friends of strength
/// `cover` in it or next to it guard.
pub fn chance_of_attack(threat: i32, cover: i32) -> i32 {
    if threat <= 0 { 0 } else { SURE * threat / (threat + COVER * cover.max(0)) }
}

/// Returns the price of leaving what is worth `worth` and cannot fight in a place that an enemy of strength `threat` can come to.
pub fn exposure(worth: i32, threat: i32, cover: i32) -> i32 {
    worth * chance_of_attack(threat, cover) / SURE
}

/// Returns the chance, of [`SURE`], that a place with a garrison of strength `garrison` is held against `threat` for the rest of the
/// game, of which `due` sixteenths are left.
pub fn chance_to_hold(threat: i32, garrison: i32, due: i32) -> i32 {
    SURE - chance_of_attack(threat, garrison) * due.clamp(1, 16) / 16
}

/// Returns the worth to a side that a unit of strength `own` stays in a place of this `worth`, beside `others`, with `due`
/// sixteenths of the game left.
pub fn worth_of_garrison(worth: i32, threat: i32, [others, own]: [i32; 2], due: i32) -> i32 {
    let hold = |garrison| chance_to_hold(threat, garrison, due);
    worth * (hold(others + own) - hold(others)) / SURE
}

/// Returns a test whether a hex that a side holds is open to a raid: friends of no strength cover it, and an enemy can come. The
/// threat by a side is found when it is first asked for.
pub fn raids(
    cover_of: impl Fn(Side, HexIx) -> i32,
    threat_by: impl Fn(Side) -> ThreatMap,
) -> impl Fn(Side, HexIx) -> bool {
    let threats = [const { OnceCell::new() }; 2];
    move |side, hex| {
        let enemy = side.other();
        cover_of(side, hex) == 0 && threats[enemy.index()].get_or_init(|| threat_by(enemy)).at(hex) > 0
    }
}

/// The threats by both sides that a player has worked out, each with what it follows from.
#[derive(Debug, Default)]
pub struct KnownThreats<B> {
    sides: [(B, ThreatMap); 2],
    /// `true` for each side whose threat is that of the position at hand.
    current: [bool; 2],
}

impl<B: PartialEq> KnownThreats<B> {
    /// Another position is at hand.
    pub fn turn_over(&mut self) {
        self.current = [false; 2];
    }

    /// Returns the threat by `side`: `find` finds it where it differs from the one known, which follows from another `basis`.
    pub fn of(&mut self, side: Side, basis: impl FnOnce() -> B, find: impl FnOnce(&B) -> ThreatMap) -> &ThreatMap {
        let (known, threats) = &mut self.sides[side.index()];
        if !std::mem::replace(&mut self.current[side.index()], true) {
            let basis = basis();
            if *known != basis {
                *threats = find(&basis);
                *known = basis;
            }
        }
        threats
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::hex_map::tests::map;

    /// The threat by a stack of strength 5 at `at`, by hex; the hexes of `halts` stop it, and those of `closed` bar it.
    fn threat(at: &str, allowance: u16, halts: &[&str], closed: &[&str]) -> Vec<String> {
        let map = map(". . . . . .", &[]);
        let hex = |name: &str| map.find(&name.into()).unwrap();
        let is_one_of = |names: &[&str], to: HexIx| names.iter().any(|name| hex(name) == to);
        let stack = Reacher { hex: hex(at), strength: 5, allowance, pace: 2 };
        let threats = ThreatMap::new(&map, [stack], |cost, _, to| {
            if is_one_of(closed, to) {
                ThreatStep::Closed
            } else if is_one_of(halts, to) {
                ThreatStep::Halts(cost)
            } else {
                ThreatStep::Goes(cost)
            }
        });
        map.all().filter(|hex| threats.at(*hex) == 5).map(|hex| map.name(hex).to_string()).collect()
    }

    #[test]
    fn a_stack_threatens_the_hexes_that_it_can_enter_and_those_next_to_them() {
        assert_eq!(threat("0101", 0, &[], &[]), ["0101", "0201"]);
        assert_eq!(threat("0101", 4, &[], &[]), ["0101", "0201", "0301", "0401"]);
        assert_eq!(threat("0101", 5, &[], &[]), ["0101", "0201", "0301", "0401"], "a third step costs 6");
        assert_eq!(threat("0101", 9, &["0301"], &[]), ["0101", "0201", "0301", "0401"], "it must stop");
        assert_eq!(threat("0101", 9, &[], &["0301"]), ["0101", "0201", "0301"], "it fights from next to it");
    }

    #[test]
    fn the_strength_of_all_stacks_adds_up() {
        let map = map(". . . . . .", &[]);
        let hex = |name: &str| map.find(&name.into()).unwrap();
        let stack = |at: &str, strength| Reacher { hex: hex(at), strength, allowance: 1, pace: () };
        let threats = ThreatMap::new(&map, [stack("0101", 3), stack("0601", 4)], |(), _, _| ThreatStep::Goes(1));
        assert_eq!(["0101", "0301", "0401"].map(|name| threats.at(hex(name))), [3, 3, 4]);
    }

    #[test]
    fn what_cannot_fight_is_safe_out_of_reach_and_safer_behind_friends() {
        assert_eq!(exposure(100, 0, 0), 0);
        assert_eq!(exposure(100, 5, 0), 100);
        let covered = [0, 2, 5, 20].map(|cover| exposure(100, 5, cover));
        assert!(covered.is_sorted_by(|a, b| a > b), "{covered:?}");
    }

    #[test]
    fn a_garrison_holds_the_better_the_stronger_it_is_and_the_less_time_is_left() {
        assert_eq!(chance_to_hold(0, 0, 16), SURE);
        let [none, few, many] = [0, 2, 9].map(|garrison| chance_to_hold(6, garrison, 16));
        assert!(none == 0 && none < few && few < many);
        assert!(chance_to_hold(6, 0, 4) > chance_to_hold(6, 0, 12));
    }
}
