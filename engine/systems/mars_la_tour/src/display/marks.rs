//! The hexes that the map marks for the current decision.

use crate::state::Step;
use crate::{MarsLaTour, rulebook as rule};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::{Legend, Mark, MarkStyle};

const HELD: Legend = Legend {
    name: "Flag: victory hex held",
    help: "The side of the flag holds this victory hex: its unit was the last one there.",
    rule: rule::VICTORY,
};
const COMBAT: Legend =
    Legend { name: "Red: the attack at hand", help: "The hexes of attacker and defender.", rule: rule::ATTACKS };
const COMMAND: Legend = Legend {
    name: "Line: HQ range",
    help: "Within this line units move freely; outside they must move into it or as near as they can.",
    rule: rule::COMMAND_RANGE,
};
const EZOC: Legend = Legend {
    name: "Dense hatching: EZOC",
    help: "Enemy Zone of Control, the hexes next to an enemy unit. A unit that enters one stops there, in Battle Formation.",
    rule: rule::ZOC,
};
const EZOI: Legend = Legend {
    name: "Wide hatching: EZOI",
    help: "Enemy Zone of Influence, the hexes near an enemy unit. A unit that enters one turns to Battle Formation.",
    rule: rule::ZOI,
};

impl MarsLaTour {
    /// Returns the marks of the position.
    pub(crate) fn all_marks(&self) -> Vec<Mark> {
        let mark = |hex: HexIx, style, legend| Mark { place: self.board.map.place(hex), style, legend };
        let mut marks = Vec::new();
        for (victory, holder) in self.board.victory_hexes.iter().zip(&self.state.holders) {
            marks.extend(holder.map(|side| mark(victory.hex, MarkStyle::Flag(side), &HELD)));
        }
        if let Step::Support(fight, _) | Step::Duel(fight) | Step::Resolve(fight) = self.state.step {
            let hexes = [self.hex_of(fight.attacker), Some(fight.ground)];
            marks.extend(hexes.into_iter().flatten().map(|hex| mark(hex, MarkStyle::Tint, &COMBAT)));
        }
        let side = match self.state.step {
            Step::Move(side) | Step::LeaveEzoc(side) | Step::Organize(side) => side,
            Step::Moving(motion) => self.side_of(motion.unit),
            Step::Retreat(retreat) => self.side_of(retreat.unit),
            _ => return marks,
        };
        for hex in self.board.map.all() {
            if self.in_ezoc(side, hex) {
                marks.push(mark(hex, MarkStyle::DenseHatching, &EZOC));
            } else if self.in_ezoi(side, hex) {
                marks.push(mark(hex, MarkStyle::WideHatching, &EZOI));
            }
            if self.in_command_range(side, hex) {
                marks.push(mark(hex, MarkStyle::Outline, &COMMAND));
            }
        }
        marks
    }
}
