//! The strength that can come to each hex in the next turn of a side: what threatens guns and headquarters.

use crate::Matz;
use crate::board::StepCost;
use crate::state::UnitIx;
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::players::threat::{Reacher, ThreatMap, ThreatStep};

/// The line of a side, which may stop who comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// The units of the other side stand where they are.
    Stands,
    /// The units of the other side are out of the way.
    Gone,
}

impl Line {
    /// Both cases.
    #[cfg(test)]
    pub(crate) const BOTH: [Self; 2] = [Self::Stands, Self::Gone];
}

impl Matz {
    /// Returns the strength of `side` that can come to each hex in its next turn, if the line of its enemy stands or is gone. The
    /// fighting units of a hex go together, at the pace of the first one.
    pub(crate) fn threats_of(&self, side: Side, line: Line) -> ThreatMap {
        let mut stacks: Vec<Reacher<UnitIx>> = Vec::new();
        let mut in_hex: Vec<usize> = vec![usize::MAX; self.board.map.len()];
        for (unit, hex) in self.on_map(side).filter(|(unit, _)| self.board.unit(*unit).arm.fights()) {
            let strength = i32::from(self.combat_value(unit, true));
            let allowance = u16::from(self.movement_points(unit));
            match stacks.get_mut(in_hex[hex.index()]) {
                Some(stack) => stack.strength += strength,
                None => {
                    in_hex[hex.index()] = stacks.len();
                    stacks.push(Reacher { hex, strength, allowance, pace: unit });
                }
            }
        }
        let enemy = side.other();
        let (leave, slip) = (u16::from(self.cost_to_leave_zone()), u16::from(self.cost_between_zones()));
        ThreatMap::new(&self.board.map, stacks, |unit, from, to| {
            if self.forbids_step(unit, Some(from), to).is_err() {
                return ThreatStep::Closed;
            }
            let cost = match self.step_cost(unit, from, to) {
                Some(StepCost::Points(points)) => u16::from(points),
                Some(StepCost::Everything) => u16::from(self.movement_points(unit)),
                None => return ThreatStep::Closed,
            };
            let goes = |published: bool, cost: u16| {
                if self.must_stop(unit, Some(from), to, published) {
                    ThreatStep::Halts(cost)
                } else {
                    ThreatStep::Goes(cost)
                }
            };
            if line == Line::Gone {
                return goes(false, cost);
            }
            if self.bars(enemy, to) {
                return ThreatStep::Closed;
            }
            let [leaves, enters] = [from, to].map(|hex| self.in_enemy_zoc(side, hex));
            match (leaves, enters) {
                (false, false) => goes(false, cost),
                (true, false) => goes(false, cost + leave),
                (false, true) => goes(true, cost),
                (true, true) => goes(true, cost + slip),
            }
        })
    }

    /// Returns `true` if a unit of `side` in `hex` fights. Guns and headquarters move after those that do, and the threat to them
    /// stays the same on the way.
    fn bars(&self, side: Side, hex: HexIx) -> bool {
        self.has_ground_unit(side, hex)
            && self.ground.units(hex).any(|unit| {
                let facts = self.board.unit(unit);
                facts.side == side && facts.arm.fights()
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, position};

    #[test]
    fn a_line_keeps_the_enemy_from_what_is_behind_it_and_a_gap_lets_him_through() {
        let line = "map 9x9
            french infantry f1 4/2 at 0502
            german infantry g1 4/2 at 0204
            german infantry g2 4/2 at 0504
            german infantry g3 4/2 at 0804";
        let threat = |text: &str, line| {
            let table = position(text).only(GERMAN, Phase::Movement);
            table.game.threats_of(FRENCH, line).at(table.hex("0507"))
        };
        assert_eq!(threat(line, Line::Stands), 0);
        assert_eq!(threat(line, Line::Gone), 4);
        assert_eq!(threat(&line.replace("g2 4/2 at 0504", "g2 4/2 at 0809"), Line::Stands), 4, "through the gap");
    }
}
