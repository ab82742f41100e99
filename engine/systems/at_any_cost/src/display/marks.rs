//! The hexes that the map marks: places controlled, earthworks, and those of the decision at hand.

use battlewright_schema::at_any_cost::Earthwork;

use crate::rules::r08_fire::FireTask;
use crate::rules::r12_movement::MoveTask;
use crate::rules::r13_assault::{Assault, AssaultTask};
use crate::state::{ActivatedUnits, Task};
use crate::{AtAnyCost, rulebook as rule};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::{Legend, Mark, MarkStyle};

const CONTROLLED: Legend = Legend {
    name: "Flag: place controlled",
    help: "The side of the flag controls this hex, which counts for victory.",
    rule: rule::VICTORY,
};
const FIELDWORKS: Legend = Legend {
    name: "Wide hatching: Fieldworks",
    help: "Units in this hex have 1 more SP and TCR, and are harder to hit and to assault.",
    rule: rule::EARTHWORKS,
};
const ENTRENCHMENTS: Legend = Legend {
    name: "Dense hatching: Entrenchments",
    help: "Units in this hex have 2 more SP and TCR, and are much harder to hit and to assault.",
    rule: rule::EARTHWORKS,
};
const FIRE: Legend = Legend {
    name: "Red: the fire at hand",
    help: "The hexes of the unit that fires and of its target.",
    rule: rule::FIRE_PROCEDURE,
};
const CHARGE: Legend =
    Legend { name: "Red: target of the charge", help: "The hex in which the charge ends.", rule: rule::CHARGE };
const UNDER_FIRE: Legend = Legend {
    name: "Burst: draws Defensive Fire",
    help: "Enemies next to this hex may fire at the unit when it comes there.",
    rule: rule::DEFENSIVE_FIRE,
};
const ASSAULT: Legend = Legend {
    name: "Red: the assault at hand",
    help: "The hexes of the assaulting units and the hex that they assault.",
    rule: rule::ASSAULT_PROCEDURE,
};
const COMMAND: Legend = Legend {
    name: "Line: Command Range",
    help: "Units of the active formation within this line are In Command of its HQ.",
    rule: rule::COMMAND_RANGE,
};

impl AtAnyCost {
    /// Returns the marks of the position.
    pub(crate) fn all_marks(&self) -> Vec<Mark> {
        let mark = |hex: HexIx, style, legend| Mark { place: self.board.map.place(hex), style, legend };
        let controlled = self.board.control.iter().zip(&self.state.control);
        let flags = controlled.filter_map(|((hex, _), side)| Some(mark(*hex, MarkStyle::Flag((*side)?), &CONTROLLED)));
        let works = self.state.earthworks.iter().map(|(hex, work)| match work {
            Earthwork::Fieldworks => mark(*hex, MarkStyle::WideHatching, &FIELDWORKS),
            Earthwork::Entrenchments => mark(*hex, MarkStyle::DenseHatching, &ENTRENCHMENTS),
        });
        let mut marks: Vec<Mark> = flags.chain(works).collect();
        let (hexes, legend) = self.combat_hexes();
        marks.extend(hexes.into_iter().map(|hex| mark(hex, MarkStyle::Tint, legend)));
        let hexes = self.hexes_under_fire([self.hexes_in_reach(), self.hexes_of_retreat()].concat());
        marks.extend(hexes.into_iter().map(|hex| mark(hex, MarkStyle::Burst, &UNDER_FIRE)));
        if let Some(ActivatedUnits::Formation(formation)) = self.activation().map(|activation| activation.who) {
            let costs = self.command_cost_map(formation);
            let in_range = self.board.map.all().filter(|hex| costs[hex.index()] != u16::MAX);
            marks.extend(in_range.map(|hex| mark(hex, MarkStyle::Outline, &COMMAND)));
        }
        marks
    }

    /// The hexes of the combat at hand, each once and in order, and their legend.
    fn combat_hexes(&self) -> (Vec<HexIx>, &'static Legend) {
        let assaulted = |assault: &Assault| -> Vec<HexIx> {
            let attackers = assault.attackers.iter().filter_map(|unit| self.hex_of(*unit));
            attackers.chain([assault.ground]).collect()
        };
        let (mut hexes, legend) = match self.state.stack.last() {
            Some(Task::Fire(
                FireTask::Screen(fire)
                | FireTask::Unscreen(fire)
                | FireTask::Conditions(fire, _)
                | FireTask::Roll(fire),
            )) => {
                let units = [fire.shot.firer, fire.shot.target];
                (units.into_iter().filter_map(|unit| self.hex_of(unit)).collect(), &FIRE)
            }
            Some(Task::Move(MoveTask::Moving(motion) | MoveTask::Contact { motion, .. })) => {
                (motion.charge.and_then(|target| self.hex_of(target)).into_iter().collect(), &CHARGE)
            }
            Some(Task::Assault(
                AssaultTask::Plan(assault)
                | AssaultTask::Evasion(assault)
                | AssaultTask::Conditions(assault, _)
                | AssaultTask::Roll(assault)
                | AssaultTask::ToughRoll(assault),
            )) => (assaulted(assault), &ASSAULT),
            Some(Task::Assault(AssaultTask::Losses(losses))) => (assaulted(&losses.assault), &ASSAULT),
            Some(Task::Assault(AssaultTask::ToughChoice(fight))) => (assaulted(&fight.assault), &ASSAULT),
            _ => (Vec::new(), &ASSAULT),
        };
        hexes.sort_unstable();
        hexes.dedup();
        (hexes, legend)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{FRENCH, Table, position};
    use battlewright_core::show::Show as _;

    /// The names of the hexes with the mark of this legend.
    fn marked(table: &Table, legend: &Legend) -> Vec<String> {
        let marks = table.game.marks().into_iter().filter(|mark| mark.legend == legend);
        let cells = marks.filter_map(|mark| mark.place.cell());
        let hexes = cells.filter_map(|cell| table.game.board.map.at(cell));
        let mut names: Vec<String> = hexes.map(|hex| table.game.board.map.name(hex).to_string()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn r19_0_places_show_the_flag_of_who_controls_them() {
        let table = position("place town 0404 0405 held french\nfrench infantry f1 5/3 at 0101").table();
        assert_eq!(marked(&table, &CONTROLLED), ["0404", "0405"]);
        assert_eq!(table.game.marks()[0].style, MarkStyle::Flag(FRENCH));
    }

    #[test]
    fn r16_1_earthworks_are_hatched_wherever_they_are() {
        let table = position("fieldworks 0404\nentrenchments 0505\nfrench infantry f1 5/3 at 0404").table();
        assert_eq!(
            (marked(&table, &FIELDWORKS), marked(&table, &ENTRENCHMENTS)),
            (vec!["0404".into()], vec!["0505".into()])
        );
    }

    #[test]
    fn r7_3_the_command_range_of_the_active_hq_is_outlined() {
        let corps = || position("corps ii french at 0405 rating 1 1\nfrench infantry f1 5/3 at 0404 of ii\nwoods 0304");
        let table = corps().orders("ii", "attack");
        assert_eq!(marked(&table, &COMMAND), ["0305", "0404", "0405", "0406", "0504", "0505"].map(str::to_owned));
        assert_eq!(marked(&corps().table(), &COMMAND), [""; 0], "nobody is active");
    }

    #[test]
    fn r8_2_the_fire_at_hand_is_marked() {
        let mut table = position(
            "prussian field p1 6/3 at 0407
            french infantry f1 5/3 at 0404",
        )
        .fires("prussian");
        assert_eq!(marked(&table, &FIRE), [""; 0]);
        table.does("fire p1 f1");
        assert_eq!(marked(&table, &FIRE), ["0404", "0407"]);
    }

    #[test]
    fn r12_7_the_target_of_a_charge_is_marked() {
        let mut table = position(
            "map 14x9
            prussian cavalry p1 2/1 at 0305
            french infantry f1 5/3 at 0605",
        )
        .moves("prussian");
        table.does("charge p1 f1");
        assert_eq!(marked(&table, &CHARGE), ["0605"]);
        table.does("hex 0405");
        assert_eq!(marked(&table, &CHARGE), ["0605"]);
    }

    #[test]
    fn r12_6_hexes_within_reach_that_draw_fire_are_marked() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 5/3 at 0505
            prussian cavalry p2 2/1 at 0205
            french infantry f1 5/3 at 0404
            french infantry f2 5/3 at 0405",
        )
        .moves("french");
        assert_eq!(marked(&table, &UNDER_FIRE), [""; 0], "nobody is in motion");
        table.does("move f1");
        let hexes = marked(&table, &UNDER_FIRE);
        assert!(hexes.contains(&"0504".to_owned()), "{hexes:?}");
        assert!(!hexes.contains(&"0405".to_owned()), "a friend screens it: {hexes:?}");
        assert!(!hexes.contains(&"0304".to_owned()) && !hexes.contains(&"0305".to_owned()), "cavalry: {hexes:?}");
        for hex in &hexes {
            assert!(!table.game.drawn_fire(table.game.board.map.cell(table.hex(hex))).is_empty(), "{hex}");
        }
    }

    #[test]
    fn r13_2_the_assault_at_hand_is_marked() {
        let mut table = position(
            "prussian infantry p1 5/3 at 0405
            prussian infantry p2 4/2 at 0304
            french infantry f1 3/2 at 0404",
        )
        .assaults("prussian");
        table.does("hex 0404, unit p1");
        assert_eq!(marked(&table, &ASSAULT), ["0404", "0405"]);
        table.does("unit p2");
        assert_eq!(marked(&table, &ASSAULT), ["0304", "0404", "0405"]);
    }
}
