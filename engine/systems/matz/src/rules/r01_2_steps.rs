//! 1.2 Damage to units, 1.3 the single step of artillery, and 1.4 the elimination of headquarters.

use crate::Matz;
use crate::event::{Event, LossCause};
use crate::state::{At, UnitIx};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;

impl Matz {
    /// `unit` loses a step; without steps it is eliminated (1.2).
    pub(crate) fn lose_step(&mut self, unit: UnitIx, cause: LossCause, log: &mut impl Log<Event>) {
        if self.hex_of(unit).is_none() {
            return;
        }
        log.push(Event::LostStep(unit, cause));
        if self.steps_left(unit) > 1 {
            let lost = &mut self.unit_mut(unit).lost;
            *lost = lost.saturating_add(1);
        } else {
            self.eliminate(unit, log);
        }
    }

    /// Eliminates `unit`. A headquarters comes back whole (1.4).
    pub(crate) fn eliminate(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        if self.hex_of(unit).is_none() {
            return;
        }
        let facts = self.board.unit(unit);
        let lost = if facts.is_hq() { 0 } else { facts.steps() };
        self.put(unit, At::Eliminated(self.state.turn));
        let unit_now = self.unit_mut(unit);
        (unit_now.lost, unit_now.neutralized, unit_now.out_of_command) = (lost, false, false);
        log.push(Event::Eliminated(unit));
        if self.board.unit(unit).is_hq() {
            self.lose_command(unit, log);
        }
    }

    /// Returns `true` if no unit but headquarters of the side of `unit` is in its hex (1.4).
    pub(crate) fn is_bare(&self, unit: UnitIx) -> bool {
        let (side, hex) = (self.unit_side(unit), self.hex_of(unit));
        let mut others = hex.into_iter().flat_map(|hex| self.ground.units(hex));
        !others.any(|other| self.unit_side(other) == side && !self.board.unit(other).is_hq())
    }

    /// The headquarters among `units` in `hex` are eliminated if every other unit in the hex is (1.4).
    pub(crate) fn eliminate_bare_headquarters(&mut self, units: &[UnitIx], hex: HexIx, log: &mut impl Log<Event>) {
        for unit in units {
            if self.board.unit(*unit).is_hq() && self.hex_of(*unit) == Some(hex) && self.is_bare(*unit) {
                self.eliminate(*unit, log);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::event::LossCause;
    use crate::rules::r07_5_losses::{LossTask, Losses};
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};

    const UNITS: &str = "german infantry g1 4/2 at 0404
        corps x french at 0405
        french infantry f1 4/2 at 0405 of x";

    /// The table after the units in 0405 have lost so many steps of this cause.
    fn after_losses(text: &str, steps: u8, cause: LossCause) -> Table {
        let mut table = position(text).fought(GERMAN, "g1", "0405", "A");
        let units = table.game.ground.units(table.hex("0405")).collect();
        table.run(|game, _| game.push(LossTask::Steps(Losses::new(units, steps, cause, false))));
        table
    }

    #[test]
    fn r1_2_a_unit_is_turned_over_by_its_first_loss_and_eliminated_by_the_second() {
        let mut table = position("german infantry g1 4/2 at 0404\nfrench infantry f1 4/2 at 0405")
            .fought(GERMAN, "g1", "0405", "D");
        assert_eq!((table.at("f1").as_str(), table.marks("f1").as_str()), ("0405", "lost 1"));
        let f1 = table.unit("f1");
        table.run(|game, log| game.lose_step(f1, LossCause::Combat, log));
        assert_eq!(table.at("f1"), "eliminated 1");
        assert_eq!(table.game.steps_left(f1), 0);
        assert!(!table.game.has_ground_unit(FRENCH, table.hex("0405")));
    }

    #[test]
    fn r1_2_a_unit_with_one_step_and_r1_3_artillery_are_eliminated_by_the_first_loss() {
        for unit in ["french infantry f1 1 at 0405", "french artillery f1 3-3 5 at 0405"] {
            let table = position(&format!("german infantry g1 4/2 at 0404\n{unit}")).fought(GERMAN, "g1", "0405", "D");
            assert_eq!(table.at("f1"), "eliminated 1");
        }
    }

    #[test]
    fn r1_4_a_headquarters_loses_no_step_while_others_are_in_the_hex() {
        let table = position(UNITS).fought(GERMAN, "g1", "0405", "D");
        assert_eq!(table.marks("f1"), "lost 1", "nobody was asked");
        assert_eq!(table.at("x-hq"), "0405");
        let guns = "french artillery f2 3-3 5 at 0405 of x";
        let table = position(&format!("{UNITS}\n{guns}")).fought(GERMAN, "g1", "0405", "D");
        assert_eq!(table.choices("lose"), ["f1", "f2"]);
        table.refuses("lose x-hq", "1.4");
    }

    #[test]
    fn r1_4_a_headquarters_alone_in_the_hex_is_eliminated_by_a_loss_and_not_by_a_bombardment() {
        let alone = "german infantry g1 4/2 at 0404\ncorps x french at 0405 neutralized";
        let table = position(alone).fought(GERMAN, "g1", "0405", "D");
        assert_eq!((table.at("x-hq").as_str(), table.marks("x-hq").as_str()), ("eliminated 1", ""));
        assert_eq!(after_losses(alone, 2, LossCause::Barrage).at("x-hq"), "0405");
    }

    #[test]
    fn r1_4_a_headquarters_is_eliminated_with_the_last_unit_of_its_stack_but_not_by_a_bombardment() {
        let mut table = after_losses(UNITS, 1, LossCause::Combat);
        assert_eq!(table.at("x-hq"), "0405");
        let units = table.game.ground.units(table.hex("0405")).collect();
        table.run(|game, _| game.push(LossTask::Steps(Losses::new(units, 1, LossCause::Combat, false))));
        assert_eq!([table.at("f1"), table.at("x-hq")], ["eliminated 1", "eliminated 1"]);
        let table = after_losses(UNITS, 2, LossCause::Barrage);
        assert_eq!([table.at("f1"), table.at("x-hq")], ["eliminated 1", "0405"]);
    }

    #[test]
    fn r1_4_a_headquarters_in_another_hex_is_not_eliminated_by_the_loss_of_its_neighbors() {
        let table = position(
            "german infantry g1 4/2 at 0404
            corps x french at 0304
            french infantry f1 1 at 0405 of x",
        )
        .fought(GERMAN, "g1", "0304 0405", "D");
        assert_eq!(table.choices("lose"), ["f1", "x-hq"], "it is alone in its hex");
        let mut table = table;
        table.does("lose f1");
        assert_eq!([table.at("f1"), table.at("x-hq")], ["eliminated 1", "0304"]);
    }
}
