//! 11.2 Command: the units within their HQ's Command Range, or next to such a unit.

use crate::PositionMagnifique;
use crate::event::Event;
use crate::rules::r11_01_orders::OrderPhase;
use crate::state::{ActivatedUnits, FormationIx, Order, Task, UnitIx};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::kit::inline_list::InlineList;

impl PositionMagnifique {
    /// Returns the Command Rating of the HQ of `formation` by its order; 0 once it is overrun (13.10).
    pub(crate) fn command_rating(&self, formation: FormationIx) -> u8 {
        let hq = self.hq(formation);
        if hq.overrun { 0 } else { self.rating_under(formation, hq.order) }
    }

    /// Returns the Command Rating of the HQ of `formation` under `order`, until it is overrun.
    #[inline]
    pub(crate) fn rating_under(&self, formation: FormationIx, order: Order) -> u8 {
        let facts = self.board.formation(formation);
        match order {
            Order::Attack => facts.attack,
            Order::Defend => facts.defend,
        }
    }

    /// Returns the hexes within the Command Range of the HQ of `formation`; empty if it is not on the map. A hex along a road
    /// counts half, other hexes by their terrain; the range does not pass enemy units.
    pub(crate) fn command_range(&self, formation: FormationIx) -> InlineList<HexIx, 256> {
        let Some(start) = self.hq_hex(formation) else { return InlineList::new() };
        let side = self.board.formation(formation).side;
        let reach = u16::from(self.command_reach(formation)) * 2;
        let mut found = InlineList::<(u16, HexIx), 256>::new();
        found.push((0, start));
        let mut least: PerHex<u16> = self.board.map.each(u16::MAX);
        least[start.index()] = 0;
        let mut next = 0;
        // Shortest path first: the list is sorted by cost from `next` on.
        while let Some((cost, hex)) = found.get(next).copied() {
            next += 1;
            for (to, road) in self.board.map.ways(hex) {
                let step =
                    if road { 1 } else { 2 * self.board.effects(to).map_or(1, |effects| u16::from(effects.command)) };
                let cost = cost + step;
                if cost > reach || least[to.index()] <= cost || self.friend_in(side.other(), to).is_some() {
                    continue;
                }
                if least[to.index()] != u16::MAX
                    && let Some(known) = found.iter().position(|(_, other)| *other == to)
                {
                    found.remove(known);
                }
                least[to.index()] = cost;
                let place = next + found[next..].partition_point(|(other, _)| *other <= cost);
                found.insert(place, (cost, to));
            }
        }
        found.into_iter().map(|(_, hex)| hex).collect()
    }

    /// Returns the units of `formation` that are In Command: within range, newly entered (6.2), or next to another that is In
    /// Command. An overrun HQ commands only the units in its hex, without their neighbors.
    pub(crate) fn in_command(&self, formation: FormationIx) -> InlineList<UnitIx, 64> {
        let range = self.command_range(formation);
        let on_map = || self.board.units_of(formation).filter_map(|unit| Some((unit, self.hex_of(unit)?)));
        let mut units: InlineList<UnitIx, 64> = on_map()
            .filter(|(unit, hex)| range.contains(hex) || self.has_just_entered(*unit))
            .map(|(unit, _)| unit)
            .collect();
        let is_overrun = self.hq(formation).overrun;
        let mut next = 0;
        while let Some(unit) = units.get(next).copied().filter(|_| !is_overrun) {
            next += 1;
            let Some(hex) = self.hex_of(unit) else { continue };
            for other in self.units_about(self.board.formation(formation).side, hex) {
                let belongs = self.board.unit(other).formation == formation && self.hex_of(other) != Some(hex);
                if belongs && !units.contains(&other) {
                    units.push(other);
                }
            }
        }
        if self.rows_command() {
            let published = std::mem::take(&mut units);
            let is_commanded = |unit: &UnitIx| self.in_command_by_rows(*unit, published.contains(unit));
            units.extend(published.iter().copied().filter(is_commanded));
            let others = on_map().map(|(unit, _)| unit).filter(|unit| !published.contains(unit));
            units.extend(others.filter(is_commanded));
        }
        units
    }

    /// 6.2: returns `true` if `unit` has entered as a reinforcement this turn.
    pub(crate) fn has_just_entered(&self, unit: UnitIx) -> bool {
        let entered = self.unit(unit).entered;
        entered != 0 && entered == self.state.turn
    }

    /// Returns `true` if `unit` is In Command.
    pub(crate) fn is_in_command(&self, unit: UnitIx) -> bool {
        self.in_command(self.board.unit(unit).formation).contains(&unit)
    }

    /// Marks the units of `formation` that are Out of Command.
    pub(crate) fn check_command(&mut self, formation: FormationIx, log: &mut impl Log<Event>) {
        let commanded = self.in_command(formation);
        let units: InlineList<UnitIx, 64> = self.board.units_of(formation).collect();
        if !commanded.is_empty() {
            log.push(Event::InCommand(formation, commanded.to_vec()));
        }
        for unit in units {
            let out = self.hex_of(unit).is_some() && !commanded.contains(&unit);
            self.unit_mut(unit).done.out = out;
            if out {
                log.push(Event::OutOfCommand(unit));
            }
        }
    }

    /// Returns `true` while `formation` is activated and its HQ Command Phase is over, so that each of its units is In Command
    /// or Out of Command until the activation ends.
    pub(crate) fn is_command_checked(&self, formation: FormationIx) -> bool {
        let of = |who: ActivatedUnits| match who {
            ActivatedUnits::Formation(active) => active == formation,
            ActivatedUnits::Everyone
            | ActivatedUnits::Caprivi(_)
            | ActivatedUnits::Division(_)
            | ActivatedUnits::Lured(_) => false,
        };
        let waits = |task: &Task| matches!(task, Task::OrderPhase(OrderPhase(activation)) if of(activation.who));
        let acts = self.activation().is_some_and(|activation| match activation.who {
            ActivatedUnits::Everyone => activation.side == self.board.formation(formation).side,
            who => of(who),
        });
        acts && !self.state.stack.iter().any(waits)
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{Table, position};
    use battlewright_core::show::Show as _;

    /// A corps with its HQ at 0505, with range 2 in attack and 4 in defense.
    fn corps(lines: &str) -> Table {
        position(&format!("map 14x9\ncorps iii prussian at 0505 range 2 4\n{lines}")).set_up()
    }

    #[test]
    fn r11_2_units_within_the_rating_in_hexes_are_in_command() {
        let units = "
            prussian infantry near 5/3 at 0507 of iii
            prussian infantry far 5/3 at 0502 of iii
            prussian infantry further 5/3 at 1005 of iii";
        let mut table = corps(units);
        assert_eq!(table.in_command("iii"), ["near"]);
        table.activate("iii").skip_fire().does("defend");
        assert_eq!(table.in_command("iii"), ["far", "near"]);
        table.logs("further is out of command [11.2]");
        table.logs_nothing_with("far is out of command");
    }

    #[test]
    fn r11_2_command_is_decided_in_the_command_phase_and_not_by_later_moves() {
        let mut table = corps(
            "prussian infantry near 5/3 at 0504 of iii
            prussian infantry far 5/3 at 1105 of iii
            french infantry f1 4/2 at 0401",
        );
        let facts = |table: &Table, unit: &str| {
            let card = table.game.card(unit).expect("a counter");
            card.state.into_iter().map(|fact| fact.text).collect::<Vec<_>>()
        };
        let tells = |table: &Table, unit: &str, what: &str| facts(table, unit).iter().any(|fact| fact == what);
        assert!(!facts(&table, "near").iter().any(|fact| fact.contains("command")), "not decided yet");
        table.activate("iii").skip_fire().does("attack, move near");
        table.logs("iii, units in command: near [11.2]");
        table.logs("far is out of command [11.2]");
        assert!(!tells(&table, "near", "Has moved"), "it has all of its movement");
        assert!(tells(&table, "near", "Moves: 6 of 6 MP left"));
        table.does("hex 0503, hex 0502, stop");
        assert!(tells(&table, "near", "Has moved") && tells(&table, "near", "In command"));
        assert!(!table.in_command("iii").contains(&"near".to_owned()), "a fresh measure says otherwise");
        assert!(tells(&table, "far", "Out of command"));
    }

    #[test]
    fn r11_2_movement_costs_do_not_matter() {
        let table = corps(
            "stream 0505/0506 0505/0605
            prussian infantry a 5/3 at 0507 of iii
            prussian infantry b 5/3 at 0705 of iii",
        );
        assert_eq!(table.in_command("iii"), ["a", "b"]);
    }

    #[test]
    fn r11_2_a_forest_hex_counts_two() {
        assert_eq!(corps("forest 0506\nprussian infantry a 5/3 at 0506 of iii").in_command("iii"), ["a"]);
        // The path around the forest costs three hexes, and so does the path through it.
        let table = corps("forest 0506\nprussian infantry a 5/3 at 0507 of iii");
        assert!(table.in_command("iii").is_empty());
        // The range of an HQ with rating 1 does not extend into the forest.
        let one = |line: &str| {
            let text = "map 9x9\ncorps iii prussian at 0505 range 1 1\nprussian infantry a 5/3 at 0506 of iii";
            position(&format!("{text}\n{line}")).set_up().in_command("iii")
        };
        assert_eq!(one(""), ["a"]);
        assert!(one("forest 0506").is_empty());
    }

    #[test]
    fn r11_2_a_road_hex_counts_half() {
        let road = "road 0505 0504 0503 0502 0501";
        let table = corps(&format!("{road}\nprussian infantry a 5/3 at 0501 of iii"));
        assert_eq!(table.in_command("iii"), ["a"]);
        assert!(corps("prussian infantry a 5/3 at 0501 of iii").in_command("iii").is_empty());
        // Through a forest as well.
        let woods = corps(&format!("{road}\nforest 0504 0503 0502\nprussian infantry a 5/3 at 0502 of iii"));
        assert_eq!(woods.in_command("iii"), ["a"]);
    }

    #[test]
    fn r11_2_enemy_units_are_not_passed() {
        let table = corps(
            "prussian infantry a 5/3 at 0507 of iii
            french infantry f1 4/2 at 0506",
        );
        assert!(table.in_command("iii").is_empty());
    }

    #[test]
    fn r11_2_next_to_a_unit_in_command_is_in_command_in_a_chain() {
        let chain = "
            prussian infantry b 5/3 at 0508 of iii
            prussian infantry c 5/3 at 0509 of iii
            prussian infantry d 5/3 at 1105 of iii";
        assert!(corps(chain).in_command("iii").is_empty());
        let table = corps(&format!("prussian infantry a 5/3 at 0507 of iii\n{chain}"));
        assert_eq!(table.in_command("iii"), ["a", "b", "c"]);
    }

    #[test]
    fn r11_2_an_overrun_hq_commands_only_who_is_with_it() {
        let table = position(
            "map 9x9
            corps iii prussian at 0505 range 2 4 overrun
            prussian infantry a 5/3 at 0505 of iii
            prussian infantry b 5/3 at 0503 of iii
            prussian infantry c 5/3 at 0504 of iii",
        )
        .set_up();
        assert_eq!(table.in_command("iii"), ["a"], "not even those next to it");
    }

    #[test]
    fn r11_2_reinforcements_are_in_command_in_the_turn_in_which_they_enter() {
        let mut table = position(
            "map 14x9
            corps iii prussian at 1301 range 1 1
            entry E prussian 0005
            prussian infantry a 5/3 enters 1 by E of iii",
        )
        .moves("iii");
        table.does("move a, hex 0005, stop");
        assert_eq!(table.in_command("iii"), ["a"]);
        table.game.state.turn += 1;
        assert!(table.in_command("iii").is_empty());
    }
}
