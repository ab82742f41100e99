//! The hexes that the map marks: control, and those of the decision at hand.

use crate::event::Phase;
use crate::rules::r05_movement::MoveTask;
use crate::rules::r07_6_retreat::RetreatTask;
use crate::rules::r07_combat::{Combat, CombatTask};
use crate::rules::r08_1_barrage::BarrageTask;
use crate::rules::r11_air::{AirGroup, AirTask};
use crate::state::{At, Task};
use crate::{Matz, MegaIx, rulebook as rule};
use battlewright_core::game::{Game as _, Side, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::{Legend, Mark, MarkStyle};

const CONTROLLED: Legend = Legend {
    name: "Flag: place controlled",
    help: "The side of the flag was the last in this hex, which counts for victory.",
    rule: rule::VICTORY,
};
const ZONES: Legend = Legend {
    name: "Wide hatching: enemy zones of control",
    help: "Units that enter these hexes stop, except tanks and Stosstruppen; retreats into them cost steps.",
    rule: rule::ZOC_EFFECTS,
};
const COMMAND: Legend = Legend {
    name: "Line: command distance",
    help: "A line of command leads from the headquarters of the formation at hand to these hexes.",
    rule: rule::COMMAND_DISTANCE,
};
const FRONT: Legend = Legend {
    name: "Line: front line",
    help: "The foremost hexes of the side that holds the front line, along which units are set up.",
    rule: rule::SETUP,
};
const GROUP: Legend = Legend {
    name: "Red: mega-hex of the air units at hand",
    help: "The group, or the fighter whose place is chosen, is in this mega-hex.",
    rule: rule::AIR_MOVEMENT,
};
const PATROLS: Legend = Legend {
    name: "Line: fighters that intercept",
    help: "Fighters of the inactive side wait in these mega-hexes.",
    rule: rule::AIR_SEQUENCE,
};
const BARRAGE: Legend = Legend {
    name: "Red: bombardment",
    help: "The hexes that can be bombarded, or the target of the bombardment at hand.",
    rule: rule::BARRAGE,
};
const COMBAT: Legend = Legend {
    name: "Red: the combat at hand",
    help: "The hexes under attack and those of the attackers.",
    rule: rule::COMBAT,
};

impl Matz {
    /// The marks of the position.
    pub(crate) fn all_marks(&self) -> Vec<Mark> {
        let mark = |hex: HexIx, style, legend| Mark { place: self.board.map.place(hex), style, legend };
        let controlled = self.board.control.iter().zip(&self.state.control);
        let flags = controlled.filter_map(|((hex, _), side)| Some(mark(*hex, MarkStyle::Flag((*side)?), &CONTROLLED)));
        let mut marks: Vec<Mark> = flags.collect();
        if let Some(side) = self.side_among_zones() {
            let zones = self.board.map.all().filter(|hex| self.in_enemy_zoc(side, *hex));
            marks.extend(zones.map(|hex| mark(hex, MarkStyle::WideHatching, &ZONES)));
        }
        if let Some((hexes, legend)) = self.hexes_at_hand() {
            marks.extend(hexes.into_iter().map(|hex| mark(hex, MarkStyle::Tint, legend)));
        }
        let (hexes, legend) = self.outlined();
        marks.extend(hexes.into_iter().map(|hex| mark(hex, MarkStyle::Outline, legend)));
        marks
    }

    /// The side that moves or retreats now.
    fn side_among_zones(&self) -> Option<Side> {
        match (self.state.stack.last()?, self.turn()) {
            (Task::Move(_) | Task::Retreat(RetreatTask::Retreat(_)), Turn::Choose(side)) => Some(side),
            _ => None,
        }
    }

    /// The hexes of the bombardment, the combat or the air units at hand, each once and in order, and their legend.
    fn hexes_at_hand(&self) -> Option<(Vec<HexIx>, &'static Legend)> {
        let of_combat = |combat: &Combat| -> Vec<HexIx> {
            let attackers = combat.attackers.iter().filter_map(|unit| self.hex_of(*unit));
            attackers.chain(combat.targets.iter().copied()).collect()
        };
        let of_mega = |mega: Option<MegaIx>| -> Vec<HexIx> {
            mega.into_iter().flat_map(|mega| self.board.mega.hexes(mega)).copied().collect()
        };
        let (mut hexes, legend) = match self.state.stack.last()? {
            Task::Barrage(BarrageTask::Phase) => (self.barrage_targets(), &BARRAGE),
            Task::Barrage(BarrageTask::Plan { hex, .. } | BarrageTask::Roll { hex, .. }) => (vec![*hex], &BARRAGE),
            Task::Combat(
                CombatTask::Plan(combat)
                | CombatTask::AttackSupport(combat)
                | CombatTask::DefenseSupport(combat)
                | CombatTask::Roll(combat),
            ) => (of_combat(combat), &COMBAT),
            Task::Air(task) => (of_mega(task.group().and_then(AirGroup::mega)), &GROUP),
            _ => return None,
        };
        hexes.sort_unstable();
        hexes.dedup();
        Some((hexes, legend))
    }

    /// The hexes within a line, and their legend.
    fn outlined(&self) -> (Vec<HexIx>, &'static Legend) {
        if let (Phase::Setup, Some(front)) = (self.state.phase, &self.board.front) {
            return (front.hexes.clone(), &FRONT);
        }
        if let Some(Task::Air(task)) = self.state.stack.last() {
            let waits = |mega: &MegaIx| {
                let waiting = match task {
                    AirTask::Patrols(side) => *side,
                    AirTask::Patrol(unit) => self.unit_side(*unit),
                    _ => self.state.active.other(),
                };
                self.aircraft_at(waiting, |at| at == At::Patrol(*mega)).next().is_some()
            };
            let megas = self.board.mega.all().filter(waits);
            return (megas.flat_map(|mega| self.board.mega.hexes(mega)).copied().collect(), &PATROLS);
        }
        let moving = match self.state.stack.last() {
            Some(Task::Move(MoveTask::Moving(motion))) => Some(motion.unit),
            _ => None,
        };
        let formation = moving.filter(|unit| !self.is_free_tank(*unit)).map(|unit| self.formation_of(unit));
        let in_command = formation.map(|formation| self.hexes_in_command(formation));
        let hexes = in_command.map(|reached| self.board.map.all().filter(|hex| reached[hex.index()]).collect());
        (hexes.unwrap_or_default(), &COMMAND)
    }
}

impl AirTask {
    /// The group that flies, is intercepted or fights.
    pub(crate) fn group(&self) -> Option<&AirGroup> {
        match self {
            Self::Assemble(group) | Self::Fly(group) | Self::Interception { group, .. } => Some(group),
            Self::Fight(fight) | Self::FightRoll { fight, .. } => Some(&fight.group),
            Self::CountRoll(_) | Self::Draw { .. } | Self::Patrols(_) | Self::Patrol(_) | Self::Phase => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Party;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::show::Show as _;

    /// The names of the hexes with the mark of this legend.
    fn marked(table: &Table, legend: &Legend) -> Vec<String> {
        let marks = table.game.marks().into_iter().filter(|mark| mark.legend == legend);
        let hexes = marks.filter_map(|mark| table.game.board.map.at(mark.place.cell()?));
        let mut names: Vec<String> = hexes.map(|hex| table.game.board.map.name(hex).to_string()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn r13_places_show_the_flag_of_who_was_last_there() {
        let table =
            position("place flavy 0404 0405 held french\npoints flavy 2\ngerman infantry g1 4/2 at 0101").start();
        assert_eq!(marked(&table, &CONTROLLED), ["0404", "0405"]);
        assert_eq!(table.game.marks()[0].style, MarkStyle::Flag(FRENCH));
    }

    #[test]
    fn r3_1_a_side_that_moves_sees_the_zones_of_the_enemy() {
        let mut table = position(
            "river 0404/0405
            german infantry g1 4/2 at 0404
            french infantry f1 4/2 at 0108",
        )
        .at(FRENCH, Phase::Movement);
        assert_eq!(marked(&table, &ZONES), ["0303", "0304", "0403", "0503", "0504"], "not across the river");
        table.game.state.stack = vec![BarrageTask::Phase.into()];
        assert_eq!(marked(&table, &ZONES), [""; 0], "nobody moves");
    }

    #[test]
    fn r10_1_the_lines_of_command_of_a_moving_unit_are_outlined() {
        let mut table = position(
            "corps x german at 0404 range 1
            german infantry g1 4/2 at 0402 of x
            french infantry f1 4/2 at 0808",
        )
        .at(GERMAN, Phase::Movement);
        assert_eq!(marked(&table, &COMMAND), [""; 0], "nothing moves");
        table.does("move g1");
        assert_eq!(marked(&table, &COMMAND), ["0303", "0304", "0403", "0404", "0405", "0503", "0504"]);
    }

    #[test]
    fn r14_the_front_line_is_outlined_during_setup() {
        let mut table = position("front german 0404 0504\ngerman infantry g1 4/2 at 0303").start();
        assert_eq!(marked(&table, &FRONT), [""; 0]);
        table.game.state.phase = Phase::Setup;
        assert_eq!(marked(&table, &FRONT), ["0404", "0504"]);
    }

    #[test]
    fn r11_3_the_mega_hexes_of_a_group_and_of_interceptors_are_marked() {
        let mut table = position("map 12x12\nmega 0404\nfrench fighter f8 4\ngerman fighter g8 4").start();
        let (f8, g8, mega) = (table.unit("f8"), table.unit("g8"), table.mega("0404"));
        table.game.put(f8, At::Patrol(mega));
        let group = AirGroup { units: vec![(g8, crate::Mission::Escort)], way: vec![mega] };
        table.game.state.active = GERMAN;
        table.game.state.stack = vec![AirTask::Fly(group).into()];
        let hexes = marked(&table, &GROUP);
        assert!(hexes.len() >= 7 && hexes.contains(&"0404".to_owned()), "{hexes:?}");
        assert_eq!(marked(&table, &PATROLS), hexes);
        table.game.state.stack = vec![AirTask::Phase.into()];
        assert_eq!((marked(&table, &GROUP), marked(&table, &PATROLS)), (Vec::new(), hexes));
    }

    #[test]
    fn r8_1_the_hexes_that_can_be_bombarded_are_marked() {
        let mut table = position(
            "german artillery g1 3-4 3 at 0404
            french infantry f1 4/2 at 0406
            french infantry f2 4/2 at 0505
            french infantry f3 4/2 at 0808",
        )
        .at(GERMAN, Phase::Bombardment);
        assert_eq!(marked(&table, &BARRAGE), ["0406", "0505"]);
        table.does("target 0406");
        assert_eq!(marked(&table, &BARRAGE), ["0406"]);
    }

    #[test]
    fn r7_1_the_combat_at_hand_is_marked() {
        let mut table = position(
            "german infantry g1 4/2 at 0404
            german infantry g2 4/2 at 0403
            french infantry f1 4/2 at 0405",
        )
        .start();
        let (target, attackers) = (table.hex("0405"), Party::from_iter([table.unit("g1")]));
        let combat = Combat { targets: [target].into_iter().collect(), attackers, ..Combat::default() };
        table.game.state.stack = vec![CombatTask::Roll(combat).into()];
        assert_eq!(marked(&table, &COMBAT), ["0404", "0405"]);
    }
}
