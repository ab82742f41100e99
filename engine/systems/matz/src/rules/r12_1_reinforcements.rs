//! 12.1 Reinforcements: they come on in the Movement Phase at the cost of the terrain of their entry hex, or wait.

use crate::action::RefusalCause;
use crate::board::StepCost;
use crate::event::Event;
use crate::state::{At, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;

impl Matz {
    /// The hexes by which `unit` may come on: those of its entry without enemies; if there is none, the nearest such hexes of
    /// the edge of the map (m35). None for a unit that is not due.
    pub(crate) fn entry_hexes(&self, unit: UnitIx) -> Vec<HexIx> {
        let At::Due { entry, .. } = self.unit(unit).at else { return Vec::new() };
        let Some(entry) = self.board.entries.get(usize::from(entry)) else { return Vec::new() };
        let enemy = self.unit_side(unit).other();
        let is_free = |hex: &HexIx| !self.has_ground_unit(enemy, *hex);
        let open: Vec<HexIx> = entry.hexes.iter().copied().filter(is_free).collect();
        if !open.is_empty() || !self.board.rules.blocked_entry_moves {
            return open;
        }
        let map = &self.board.map;
        let far = |hex: HexIx| entry.hexes.iter().map(|from| map.distance(*from, hex)).min();
        let edge = || map.all().filter(|hex| map.is_edge(*hex) && is_free(hex));
        let nearest = edge().filter_map(far).min();
        edge().filter(|hex| far(*hex) == nearest).collect()
    }

    /// The cost for `unit` to come on at `hex`.
    pub(crate) fn entry_cost(&self, unit: UnitIx, hex: HexIx) -> Result<StepCost, RefusalCause> {
        if self.entry_hexes(unit).contains(&hex) {
            let printed = self.board.entering_cost(unit, hex);
            Ok(StepCost::Points(self.cost_by_rows(unit, None, hex, printed)))
        } else if self.has_ground_unit(self.unit_side(unit).other(), hex) {
            Err(RefusalCause::At(rule::REINFORCEMENTS, "an enemy unit is in", hex))
        } else {
            Err(RefusalCause::Because(rule::REINFORCEMENTS, "it does not come on by that hex"))
        }
    }

    /// Tells which reinforcements of the active side are due, but have no hex to come on.
    pub(crate) fn report_delays(&self, log: &mut impl Log<Event>) {
        for unit in self.board.ground_units(self.state.active) {
            let At::Due { turn, .. } = self.unit(*unit).at else { continue };
            if turn <= self.state.turn && self.entry_hexes(*unit).is_empty() {
                log.push(Event::Delayed(*unit));
            }
        }
    }

    /// The id of an entry.
    pub(crate) fn entry_id(&self, entry: u16) -> &str {
        self.board.entries.get(usize::from(entry)).map_or("", |facts| facts.id.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Event;
    use crate::event::Phase;
    use crate::rules::r02_sequence::SequenceTask;
    use crate::tests::testing::{FRENCH, Table, position};

    /// French reinforcements at the lower left corner, and what else is on the map.
    fn due(lines: &str) -> Table {
        position(&format!(
            "entry E french 0009 0109
            woods 0009
            french infantry f1 4/2 enters 2 by E move 3
            french infantry f2 4/2 enters 3 by E
            turn 2 of 8
            {lines}"
        ))
        .only(FRENCH, Phase::Movement)
    }

    #[test]
    fn r12_1_reinforcements_pay_for_their_entry_hex_and_may_move_strategically() {
        let mut table = due("");
        table.refuses("move f2", "12.1");
        table.does("move f1");
        table.refuses("stop", "12.1");
        table.refuses("hex 0209", "12.1");
        assert_eq!(table.choices("hex"), ["0009", "0109"]);
        table.does("hex 0009");
        assert_eq!(table.points(), (2, 6));
        table.does("hex 0008, stop");
        assert_eq!(table.at("f1"), "0008");
        let unit = table.game.unit(table.unit("f1"));
        assert!(unit.entered && !unit.out_of_command);
    }

    #[test]
    fn r12_1_reinforcements_may_wait() {
        let mut table = due("");
        table.does("pass");
        assert_eq!(table.at("f1"), "due 2");
        table.run(|game, _| {
            game.state.turn = 3;
            game.push(SequenceTask::Begin(Phase::Movement));
        });
        assert_eq!(table.choices("move"), ["f1", "f2"]);
    }

    #[test]
    fn r12_1_a_reinforcement_halts_in_a_zone_of_control_at_its_entry() {
        let mut table = due("german infantry g1 4/2 at 0108");
        table.does("move f1, hex 0109");
        assert!(table.game.moving().is_none() && table.at("f1") == "0109");
    }

    #[test]
    fn r12_1_enemies_close_an_entry_hex_m35() {
        let mut table = due("german infantry g1 4/2 at 0009");
        table.does("move f1");
        table.refuses("hex 0009", "12.1");
        assert_eq!(table.choices("hex"), ["0109"]);
    }

    #[test]
    fn r12_1_a_blocked_entry_is_replaced_by_the_nearest_hexes_of_the_edge_m35() {
        let enemies = "
            german infantry g1 4/2 at 0009
            german infantry g2 4/2 at 0109";
        let mut table = due(enemies);
        table.does("move f1");
        assert_eq!(table.choices("hex"), ["0008", "0209"]);
        assert_eq!(delayed(&table), []);
        let waits = position(&format!(
            "entry E french 0009 0109
            french infantry f1 4/2 enters 1 by E
            {enemies}"
        ))
        .with(|scenario| scenario.rules.blocked_entry_moves = Some(false));
        let table = waits.only(FRENCH, Phase::Movement);
        assert_eq!(table.at("f1"), "due 1");
        assert_eq!(delayed(&table), [Event::Delayed(table.unit("f1"))]);
    }

    /// Reports the reinforcements that cannot come on.
    fn delayed(table: &Table) -> Vec<Event> {
        let mut events = Vec::new();
        table.game.report_delays(&mut events);
        events
    }
}
