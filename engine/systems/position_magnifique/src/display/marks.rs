//! The hexes that the map marks for the current decision.

use crate::state::ActivatedUnits;
use crate::state::Task;
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::{Legend, Mark, MarkStyle};

const CONTROLLED: Legend = Legend {
    name: "Flag: place controlled",
    help: "The side of the flag controls this hex, which counts for victory.",
    rule: rule::VICTORY,
};
const ASSAULT: Legend = Legend {
    name: "Red: the assault at hand",
    help: "The hexes of the assaulting units and of their target.",
    rule: rule::ASSAULT_PROCEDURE,
};
const COMMAND: Legend = Legend {
    name: "Line: command range",
    help: "Units of the active formation within this line are in command of its HQ.",
    rule: rule::COMMAND,
};
const UNDER_FIRE: Legend = Legend {
    name: "Burst: draws Defensive Fire",
    help: "Enemies next to this hex may fire at the unit when it comes there.",
    rule: rule::DEFENSIVE_FIRE,
};

impl PositionMagnifique {
    /// Returns the marks of the position.
    pub(crate) fn all_marks(&self) -> Vec<Mark> {
        let mark = |hex: HexIx, style, legend| Mark { place: self.board.map.place(hex), style, legend };
        let controlled = self.board.control.iter().zip(&self.state.control);
        let mut marks: Vec<Mark> = controlled
            .filter_map(|((hex, _), side)| Some(mark(*hex, MarkStyle::Flag((*side)?), &CONTROLLED)))
            .collect();
        if let Some(Task::Assault(assault)) = self.state.stack.last() {
            let hexes = assault.attackers.iter().chain([&assault.target]).filter_map(|unit| self.hex_of(*unit));
            marks.extend(hexes.map(|hex| mark(hex, MarkStyle::Tint, &ASSAULT)));
        }
        let hexes = self.hexes_under_fire([self.hexes_in_reach(), self.hexes_of_retreat()].concat());
        marks.extend(hexes.into_iter().map(|hex| mark(hex, MarkStyle::Burst, &UNDER_FIRE)));
        if let Some(ActivatedUnits::Formation(formation)) = self.activation().map(|activation| activation.who) {
            let range = self.command_range(formation).into_iter();
            marks.extend(range.map(|hex| mark(hex, MarkStyle::Outline, &COMMAND)));
        }
        marks
    }
}
