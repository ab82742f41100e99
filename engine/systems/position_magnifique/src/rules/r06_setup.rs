//! 6.1 Scenario Setup: pieces with a zone are placed one by one; the first orders of HQs are chosen.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::board::zone_of;
use crate::event::Event;
use crate::refusal::{self, RefusalCause};
use crate::stage::{Part, TaskStage};
use crate::state::{At, FormationIx, MovingPiece, Order};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::TaskFamily;

/// 6.1: these pieces are set up, the last one next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Deploy(pub(crate) Vec<MovingPiece>);

impl TaskFamily<PositionMagnifique> for Deploy {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let Some(piece) = self.0.last().copied() else {
            return TaskStage::new(None, rule::SETUP, Some(Part::Setup));
        };
        let side = game.side_of(piece);
        prompt(format_args!("{}: set up {}", game.side_name(side), game.piece_name(piece)));
        TaskStage::asks(side, rule::SETUP, Some(Part::Setup)).about(piece)
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.deploy_options(&self.0, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.deploy(self.0, action, log);
    }
}

/// 6.1: HQs choose the side that is up, the last one next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FirstOrders(pub(crate) Vec<FormationIx>);

impl TaskFamily<PositionMagnifique> for FirstOrders {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let Some(hq) = self.0.last() else { return TaskStage::new(None, rule::SETUP, Some(Part::Setup)) };
        let facts = game.board.formation(*hq);
        prompt(format_args!("{}: orders of {}", game.side_name(facts.side), facts.name));
        TaskStage::asks(facts.side, rule::SETUP, Some(Part::Setup))
    }

    fn options(&self, _: &PositionMagnifique, into: &mut ActionList) {
        into.extend([Action::Order(Order::Attack), Action::Order(Order::Defend)]);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.set_first_order(self.0, action, log);
    }
}

impl PositionMagnifique {
    /// Lists the hexes in which the next of `pieces` may be set up. If rows leave no hex of its zone, they do not count; if its zone
    /// has no room left, any free hex is legal.
    pub(crate) fn deploy_options(&self, pieces: &[MovingPiece], into: &mut ActionList) {
        let Some(piece) = pieces.last() else { return };
        into.extend(self.board.map.all().filter(|hex| self.may_deploy(*piece, *hex).is_ok()).map(Action::Hex));
        if into.is_empty() {
            let in_zone = |hex: &HexIx| self.is_in_zone(*piece, *hex).is_ok();
            into.extend(self.board.map.all().filter(in_zone).map(Action::Hex));
        }
        if into.is_empty() {
            let free = |hex: &HexIx| self.is_free_to_deploy(*piece, *hex).is_ok();
            into.extend(self.board.map.all().filter(free).map(Action::Hex));
        }
    }

    /// Checks whether `piece` may be set up in `hex`: in its zone, one combat unit to a hex; an HQ alone or with a unit of its
    /// formation; for the side that sets up second, neither with nor next to an enemy (20.3).
    pub(crate) fn may_deploy(&self, piece: MovingPiece, hex: HexIx) -> Result<(), RefusalCause> {
        self.is_in_zone(piece, hex)?;
        self.forbids_setup(piece, hex)
    }

    fn is_in_zone(&self, piece: MovingPiece, hex: HexIx) -> Result<(), RefusalCause> {
        let Some(zone) = zone_of(&self.board, piece).and_then(|zone| self.board.zones.get(usize::from(zone))) else {
            return Err(refusal::NOT_DEPLOY_ZONE);
        };
        self.is_free_to_deploy(piece, hex)?;
        let inside = zone.hexes.contains(&hex);
        match piece {
            MovingPiece::Hq(formation) => {
                let here = self.combat_unit_in(hex);
                let with_its_own = here.is_some_and(|unit| self.board.unit(unit).formation == formation);
                if with_its_own || (here.is_none() && inside) { Ok(()) } else { Err(refusal::NOT_DEPLOY_ZONE) }
            }
            MovingPiece::Unit(_) if !inside => Err(refusal::NOT_DEPLOY_ZONE),
            MovingPiece::Unit(unit) if zone.string.is_some_and(|ends| !self.keeps_string(unit, ends, hex)) => {
                Err(refusal::DEPLOY_STRING)
            }
            MovingPiece::Unit(_) => Ok(()),
        }
    }

    fn is_free_to_deploy(&self, piece: MovingPiece, hex: HexIx) -> Result<(), RefusalCause> {
        let side = self.side_of(piece);
        let enemy_hqs = self.board.all_formations().filter(|f| self.board.formation(*f).side != side);
        let enemies = self.on_map(side.other()).map(|(_, at)| at).chain(enemy_hqs.filter_map(|f| self.hq_hex(f)));
        let clear_of_enemies = enemies.into_iter().all(|at| self.board.map.distance(at, hex) > 1);
        match piece {
            MovingPiece::Unit(_) if self.combat_unit_in(hex).is_some() => Err(refusal::STACKED),
            _ if !clear_of_enemies => Err(refusal::DEPLOY_NEXT_TO_ENEMY),
            _ => Ok(()),
        }
    }

    /// Returns `true` if the units of the zone of `unit` can still form a string of adjacent hexes from end to end, one in each
    /// hex, with `unit` in `hex` (20.3).
    fn keeps_string(&self, unit: crate::state::UnitIx, [from, to]: [HexIx; 2], hex: HexIx) -> bool {
        let zone = zone_of(&self.board, MovingPiece::Unit(unit));
        let of_zone: Vec<_> =
            self.board.all_units().filter(|other| zone_of(&self.board, MovingPiece::Unit(*other)) == zone).collect();
        let mut taken: Vec<HexIx> = of_zone.iter().filter_map(|other| self.hex_of(*other)).collect();
        taken.push(hex);
        let allowed = zone.and_then(|zone| self.board.zones.get(usize::from(zone)));
        let Some(allowed) = allowed else { return false };
        self.string_exists(&mut vec![from], to, of_zone.len(), &taken, &allowed.hexes)
    }

    /// Returns `true` if `path` can be extended to `to` with `length` hexes in all, through every hex of `taken`.
    fn string_exists(&self, path: &mut Vec<HexIx>, to: HexIx, length: usize, taken: &[HexIx], zone: &[HexIx]) -> bool {
        let Some(last) = path.last().copied() else { return false };
        if path.len() == length {
            return last == to && taken.iter().all(|hex| path.contains(hex));
        }
        let left = u32::try_from(length - path.len()).unwrap_or(u32::MAX);
        if self.board.map.distance(last, to) > left {
            return false;
        }
        let steps: Vec<HexIx> =
            self.board.map.neighbors(last).filter(|hex| zone.contains(hex) && !path.contains(hex)).collect();
        for hex in steps {
            path.push(hex);
            if self.string_exists(path, to, length, taken, zone) {
                return true;
            }
            path.pop();
        }
        false
    }

    /// Sets up the next of `pieces`.
    pub(crate) fn deploy(&mut self, mut pieces: Vec<MovingPiece>, action: Action, log: &mut impl Log<Event>) {
        let (Some(piece), Action::Hex(hex)) = (pieces.pop(), action) else { return };
        if let Some(rule) = self.forbids_setup(piece, hex).err().and_then(|why| self.rule_of(why)) {
            log.push(Event::Ignored(rule));
        }
        self.set_at(piece, At::Hex(hex));
        log.push(Event::Deployed(piece, hex));
        if !pieces.is_empty() {
            self.push(Deploy(pieces));
        }
    }

    /// Sets the first order of the next of `hqs`, the face of its counter.
    pub(crate) fn set_first_order(&mut self, mut hqs: Vec<FormationIx>, action: Action, log: &mut impl Log<Event>) {
        let (Some(formation), Action::Order(order)) = (hqs.pop(), action) else { return };
        self.hq_mut(formation).order = order;
        log.push(Event::Ordered(formation, order));
        if !hqs.is_empty() {
            self.push(FirstOrders(hqs));
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::position_magnifique as file;

    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};

    /// Both sides set up in an area of three hexes; 0303 and 0402 are next to the Prussian area.
    fn areas() -> Position {
        let zone = |id: &str, hexes: &[&str]| file::Zone {
            id: id.into(),
            name: None,
            hexes: hexes.iter().map(|hex| (*hex).into()).collect(),
            string: None,
        };
        position(
            "map 9x7
            corps ii french at 0101 range 2 4
            french infantry f1 4/2 at 0303 of ii
            french infantry f2 4/2 at 0402 of ii
            corps x prussian at 0801 range 3 5
            prussian infantry p1 5/3 at 0603 of x",
        )
        .with(move |scenario: &mut file::PositionMagnifique| {
            scenario.zone.push(zone("north", &["0302", "0303", "0402"]));
            scenario.zone.push(zone("south", &["0402", "0403", "0603"]));
            for unit in &mut scenario.unit {
                unit.at = None;
                unit.zone = Some(if unit.id.as_str() == "p1" { "south".into() } else { "north".into() });
            }
            scenario.formation[0].hq.at = None;
            scenario.formation[0].hq.zone = Some("north".into());
        })
    }

    fn french_are_set_up() -> Table {
        let mut table = areas().start();
        table.does("hex 0303, hex 0402, hex 0302, attack");
        table
    }

    #[test]
    fn r6_1_the_side_listed_first_sets_up_first_then_its_headquarters_choose_their_side() {
        let mut table = areas().start();
        assert_eq!(table.prompt(), "French: set up f1");
        assert_eq!(table.choices("hex"), ["0302", "0303", "0402"]);
        table.does("hex 0303");
        assert_eq!(table.choices("hex"), ["0302", "0402"], "one unit a hex");
        table.does("hex 0402");
        assert_eq!(table.chooser(), FRENCH);
        table.does("hex 0302");
        assert_eq!(table.prompt(), "French: orders of ii");
        table.does("defend");
        table.logs("ii has orders to defend [11.1]");
        assert_eq!(table.chooser(), PRUSSIAN);
    }

    #[test]
    fn r6_1_a_headquarters_is_alone_or_with_a_unit_of_its_formation() {
        let mut table = areas().start();
        table.does("hex 0303, hex 0402");
        assert_eq!(table.choices("hex"), ["0302", "0303", "0402"]);
        table.does("hex 0303");
        assert_eq!(table.at("ii-hq"), table.at("f1"));
    }

    #[test]
    fn r6_1_units_are_at_full_strength_unless_the_scenario_says_otherwise() {
        let table = position(
            "map 9x7
            french infantry f1 4/2 at 0303
            french infantry f2 4/2 at 0304 reduced",
        )
        .set_up();
        assert_eq!(table.marks("f1"), "");
        assert_eq!(table.marks("f2"), "reduced");
    }

    #[test]
    fn r20_3_who_sets_up_second_stays_clear_of_the_enemy() {
        let table = french_are_set_up();
        assert_eq!(table.prompt(), "Prussians: set up p1");
        assert_eq!(table.choices("hex"), ["0603"], "0402 is taken, and 0403 is next to it");
    }

    #[test]
    fn r20_3_who_sets_up_second_stays_clear_of_enemy_headquarters() {
        let mut table = areas()
            .with(|scenario| {
                scenario.formation[0].hq.zone = None;
                scenario.formation[0].hq.at = Some("0602".into());
                scenario.zone[1].hexes.push("0805".into());
            })
            .start();
        table.does("hex 0303, hex 0302, attack");
        assert_eq!(table.choices("hex"), ["0805"]);
    }

    #[test]
    fn r20_3_a_string_of_units_stays_whole() {
        let mut table = areas()
            .with(|scenario| {
                scenario.zone[0].hexes = ["0302", "0303", "0402", "0203"].map(Into::into).to_vec();
                scenario.zone[0].string = Some(["0303".into(), "0302".into()]);
            })
            .start();
        assert_eq!(table.choices("hex"), ["0302", "0303"], "two units, and the two ends");
        table.does("hex 0302");
        assert_eq!(table.choices("hex"), ["0303"]);
    }

    #[test]
    fn r6_2_reinforcements_enter_in_their_turn_when_their_chit_is_drawn() {
        let text = "map 9x9
            entry E french 0007
            corps ii french at 0801 range 0 0
            french infantry f1 4/2 enters 2 by E of ii";
        let table = position(text).moves("ii");
        table.refuses("move f1", "4.1");
        let mut table = position(&format!("turn 2 of 6\n{text}")).moves("ii");
        assert_eq!(table.at("f1"), "due 2");
        table.does("move f1, hex 0007, stop");
        assert_eq!((table.at("f1").as_str(), table.marks("f1").as_str()), ("0007", ""));
    }

    /// A brigade of a division is on the map, and the other is due.
    const HALF_A_DIVISION: &str = "
        map 12x9
        turn 2 of 6
        chit prussian auftragstaktik colonel-caprivi
        entry E prussian 1105
        corps x prussian at 0801 range 20 20
        prussian infantry p1 5/3 at 0408 of x division 5
        prussian infantry p2 5/3 enters 1 by E of x division 5
        french infantry f1 4/2 at 0404";

    #[test]
    fn r6_2_auftragstaktik_brings_on_no_reinforcements() {
        let mut table = position(HALF_A_DIVISION).cup();
        table.draws("auftragstaktik").does("use auftragstaktik, unit p1");
        assert_eq!(table.choices("move"), ["p1"]);
        table.refuses("move p2", "6.2");
        table.does("pass").draws("x").does("attack");
        assert_eq!(table.choices("move"), ["p1", "p2", "x-hq"], "its chit does");
    }

    #[test]
    fn r6_2_a_surprise_attack_brings_on_no_reinforcements() {
        let mut table = position(HALF_A_DIVISION).surprise(PRUSSIAN);
        table.does("attack");
        assert_eq!(table.choices("move"), ["p1", "x-hq"]);
        table.refuses("move p2", "6.2");
    }

    #[test]
    fn r6_2_reinforcements_are_in_command_in_the_turn_in_which_they_enter() {
        let mut table = position(
            "map 9x9
            entry E french 0007
            corps ii french at 0801 range 0 0
            french infantry f1 4/2 enters 1 by E of ii",
        )
        .moves("ii");
        table.does("move f1, hex 0007, stop");
        assert_eq!(table.in_command("ii"), ["f1"]);
        table.game.state.turn = 2;
        assert!(table.in_command("ii").is_empty());
    }
}
