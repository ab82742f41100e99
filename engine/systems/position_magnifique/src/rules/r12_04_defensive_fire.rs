//! 12.4 Defensive Fire, and interdiction with a held chit (17.0), at a unit that has entered a hex.

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::{Event as Chance, Kind};

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::stage::TaskStage;
use crate::state::{Arrival, At, FireCause, MovingPiece, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::{TaskFamily, TaskStack as _};
use battlewright_core::show::DrawnFire;

impl TaskFamily<PositionMagnifique> for Arrival {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.unit_side(self.unit).other();
        prompt(format_args!("{}: fire at {}?", game.side_name(side), game.unit_name(self.unit)));
        TaskStage::asks(side, rule::DEFENSIVE_FIRE, None).passed("Hold fire")
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.arrival_options(self, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.fire_at_arrival(self, action, log);
    }
}

impl PositionMagnifique {
    /// Lists the fires that the enemy of the arriving unit may make.
    pub(crate) fn arrival_options(&self, arrival: &Arrival, into: &mut ActionList) {
        if self.hex_of(arrival.unit) != Some(arrival.hex) {
            return;
        }
        if !arrival.interdicted && !self.is_surprise() {
            self.interdictions(arrival.unit, into);
        }
        into.extend(self.defensive_firers(arrival).map(Action::Unit));
        into.push(Action::Pass);
    }

    /// Returns the units that may still fire at the arriving unit without an event.
    fn defensive_firers(&self, arrival: &Arrival) -> impl Iterator<Item = UnitIx> {
        let enemies = self.enemies_next_to(self.unit_side(arrival.unit), arrival.hex);
        enemies.filter(|firer| {
            !arrival.shielded
                && !arrival.fired.contains(firer)
                && self.board.unit(*firer).kind != Kind::Cavalry
                && !self.is_charged(*firer)
                && self.may_fire(*firer, arrival.unit, FireCause::Defensive(0)).is_ok()
        })
    }

    /// Puts `unit` into `hex` without any consequence, and returns its arrival; `None` in the hex of an enemy, as at the end of a
    /// charge.
    fn supposed_arrival(&mut self, unit: UnitIx, hex: HexIx) -> Option<Arrival> {
        self.friend_in(self.unit_side(unit).other(), hex).is_none().then(|| {
            self.put_unit(unit, At::Hex(hex));
            self.arrival(unit, hex)
        })
    }

    /// Returns the Defensive Fires that the unit in motion draws in `hexes`, one after the other, if nothing halts it.
    pub(crate) fn fire_on_way(&self, hexes: &[HexIx]) -> Vec<DrawnFire> {
        let Some(MovingPiece::Unit(unit)) = self.active_piece() else { return Vec::new() };
        let mut there = self.clone();
        let mut drawn = Vec::new();
        for hex in hexes {
            let Some(arrival) = there.supposed_arrival(unit, *hex) else { continue };
            let firers: Vec<UnitIx> = there.defensive_firers(&arrival).collect();
            for firer in firers {
                let Some(from) = there.hex_of(firer) else { continue };
                let fire = there.defensive_fire(firer, unit);
                let column = there.board.rules.tables.fire.columns.get(there.fire_column(&fire));
                drawn.push(DrawnFire {
                    cell: self.board.map.cell(*hex),
                    from: self.board.map.cell(from),
                    firer: self.board.unit(firer).name.clone(),
                    column: column.map_or(String::new(), ToString::to_string),
                    odds: there.odds_of_fire(&fire),
                    rule: rule::DEFENSIVE_FIRE,
                });
                let defended = &mut there.unit_mut(firer).defended;
                *defended = defended.saturating_add(1);
            }
        }
        drawn
    }

    /// Returns those of `hexes` in which the unit in motion draws Defensive Fire.
    pub(crate) fn hexes_under_fire(&self, hexes: Vec<HexIx>) -> Vec<HexIx> {
        let Some(MovingPiece::Unit(unit)) = self.active_piece() else { return Vec::new() };
        let side = self.unit_side(unit);
        let mut there = self.clone();
        let mut draws_fire = |hex: HexIx| {
            self.has_enemy_next_to(side, hex)
                && there
                    .supposed_arrival(unit, hex)
                    .is_some_and(|arrival| there.defensive_firers(&arrival).next().is_some())
        };
        hexes.into_iter().filter(|hex| draws_fire(*hex)).collect()
    }

    /// 17.0: lists units that could fire at `target` from two hexes or more, each with the chit that allows it.
    fn interdictions(&self, target: UnitIx, into: &mut ActionList) {
        let side = self.unit_side(target).other();
        let Some(hex) = self.hex_of(target) else { return };
        for (event, artillery) in [(Chance::BeatenZone, false), (Chance::KruppGuns, true)] {
            for chit in self.held(side, &[event]) {
                for (firer, at) in self.on_map(side) {
                    let kind = self.board.unit(firer).kind;
                    let right_arm = if artillery { kind.is_artillery() } else { kind == Kind::Infantry };
                    let far = self.board.map.distance(at, hex) >= 2;
                    if right_arm && far && self.may_fire(firer, target, FireCause::Interdiction).is_ok() {
                        into.push(Action::FireWith { chit, firer, target });
                    }
                }
            }
        }
    }

    /// Returns `true` if charging cavalry has reached the hex of `unit`, which then cannot fire.
    pub(crate) fn is_charged(&self, unit: UnitIx) -> bool {
        self.hex_of(unit).is_some_and(|hex| self.friend_in(self.unit_side(unit).other(), hex).is_some())
    }

    /// Fires at the arriving unit, or ends the fires.
    pub(crate) fn fire_at_arrival(&mut self, mut arrival: Arrival, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::FireWith { chit, firer, target } => {
                arrival.interdicted = true;
                self.push(arrival);
                self.play(chit, log);
                self.open_fire(firer, target, FireCause::Interdiction, log);
            }
            Action::Unit(firer) => {
                let target = arrival.unit;
                arrival.fired.push(firer);
                self.push(arrival);
                let before = self.unit(firer).defended;
                self.unit_mut(firer).defended = before.saturating_add(1);
                self.open_fire(firer, target, FireCause::Defensive(before), log);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::show::{MarkStyle, Show as _};

    /// A Prussian brigade with factor 5, and three French ones that can move next to it in one step.
    const BESET: &str = "
        map 12x9
        prussian infantry p1 5/3 at 0505
        french infantry f1 4/2 at 0404
        french infantry f2 4/2 at 0407
        french infantry f3 4/2 at 0503";

    #[test]
    fn r12_4_a_unit_of_5_fires_with_5_and_then_with_3() {
        let mut table = position(BESET).moves("french");
        table.does("move f1, hex 0405");
        assert_eq!(table.chooser(), PRUSSIAN);
        table.does("unit p1");
        table.take_log();
        table.rolls(&[1, 2]);
        assert_eq!(table.take_log(), ["Column 5, 1 + 2 = 3: no effect"]);
        table.does("stop, move f2, hex 0406, unit p1");
        table.take_log();
        table.rolls(&[1, 2]);
        assert_eq!(table.take_log(), ["Column 3, 1 + 2 = 3: no effect"]);
        table.does("stop, move f3, hex 0504, unit p1");
        table.take_log();
        table.rolls(&[1, 2]);
        assert_eq!(table.take_log()[0], "Column 3, 1 + 2 = 3: no effect");
    }

    #[test]
    fn r12_4_a_move_tells_the_fire_that_it_draws() {
        let mut table = position(BESET).moves("french");
        let cell = |table: &Table, hex: &str| table.game.board.map.cell(table.hex(hex));
        let drawn = |table: &Table, hex: &str| {
            let fires = table.game.drawn_fire(cell(table, hex));
            fires.into_iter().map(|fire| (fire.firer, fire.column)).collect::<Vec<_>>()
        };
        assert_eq!(drawn(&table, "0405"), [], "nobody is in motion");
        table.does("move f1");
        assert_eq!(drawn(&table, "0304"), []);
        assert_eq!(drawn(&table, "0405"), [("p1".to_owned(), "5".to_owned())]);
        let first = &table.game.drawn_fire(cell(&table, "0405"))[0];
        assert_eq!((first.cell, first.from), (cell(&table, "0405"), cell(&table, "0505")));
        let before = table.game.clone();
        assert_eq!(drawn(&table, "0406"), [("p1".into(), "5".into()), ("p1".into(), "3".into())], "by 0405");
        assert!(before == table.game, "nothing has moved");
        // The marks of the map show the same hexes.
        let bursts = table.game.marks().into_iter().filter(|mark| mark.style == MarkStyle::Burst);
        let mut bursts: Vec<_> = bursts.filter_map(|mark| mark.place.cell()).collect();
        let mut expected = table.game.reach();
        let at_the_end =
            |end: &battlewright_schema::Cell| table.game.drawn_fire(*end).iter().any(|fire| fire.cell == *end);
        expected.retain(at_the_end);
        bursts.sort_unstable();
        expected.sort_unstable();
        assert!(!bursts.is_empty());
        assert_eq!(bursts, expected);
        table.does("hex 0405");
        let asked = table.game.odds(&table.action("unit p1"));
        assert_eq!(asked, before.drawn_fire(cell(&table, "0405")).pop().map(|fire| fire.odds), "as it is asked for");
    }

    #[test]
    fn r12_4_without_effect_the_move_goes_on_and_is_fired_at_again() {
        let mut table = position(BESET).moves("french");
        table.does("move f1, hex 0405, unit p1").rolls(&[1, 2]);
        assert_eq!(table.chooser(), FRENCH);
        table.does("hex 0406, unit p1").rolls(&[1, 2]).does("stop");
    }

    #[test]
    fn r12_4_any_effect_ends_the_move() {
        let mut table = position(BESET).moves("french");
        table.does("move f1, hex 0405, unit p1").rolls(&[4, 5]);
        assert_eq!(table.marks("f1"), "shaken");
        table.refuses("move f1", "12.1");
        table.allows("move f2");
        // A passed Morale Test counts as well.
        let mut table = position(BESET).moves("french");
        table.does("move f1, hex 0405, unit p1").rolls(&[2, 5]).rolls(&[1, 1]);
        assert_eq!(table.marks("f1"), "");
        table.refuses("move f1", "12.1");
    }

    #[test]
    fn r12_4_it_is_voluntary_and_each_unit_may_fire() {
        let two = || {
            position(
                "map 12x9
                prussian infantry p1 5/3 at 0505
                prussian field p2 9/5 at 0406
                prussian cavalry p3 2/1 at 0506
                french infantry f1 4/2 at 0404",
            )
        };
        let mut table = two().moves("french");
        table.does("move f1, hex 0405");
        assert_eq!(table.choices("unit"), ["p1", "p2"], "infantry and artillery");
        table.does("unit p2").rolls(&[6, 4]);
        assert_eq!(table.choices("unit"), ["p1"], "the other still may");
        table.does("pass");
        let mut table = two().moves("french");
        table.does("move f1, hex 0405, pass");
        assert_eq!(table.chooser(), FRENCH);
        table.logs_nothing_with("fires");
    }

    #[test]
    fn r12_4_cavalry_does_not_fire() {
        let mut table = position(
            "map 12x9
            prussian cavalry p1 2/1 at 0505
            french infantry f1 4/2 at 0404",
        )
        .moves("french");
        table.does("move f1, hex 0405");
        assert_eq!(table.chooser(), FRENCH);
    }

    #[test]
    fn r12_4_it_may_run_low_on_ammunition() {
        let mut table = position(BESET).moves("french");
        table.does("move f1, hex 0405, unit p1").rolls(&[1, 1]);
        assert_eq!(table.marks("p1"), "low 1");
        table.does("stop, move f2, hex 0406, unit p1");
        table.take_log();
        table.rolls(&[1, 1]);
        assert_eq!(table.take_log()[0], "Column 1, 1 + 1 = 2: no effect", "half of 5, and two to the left");
        table.does("stop, move f3, hex 0504");
        assert_eq!(table.chooser(), FRENCH, "it is out of ammunition");
    }

    #[test]
    fn r12_4_who_shares_a_hex_with_a_friend_is_not_fired_at() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 5/3 at 0505
            french infantry f1 4/2 at 0404
            french infantry f2 4/2 at 0405",
        )
        .moves("french");
        table.does("move f1, hex 0405");
        assert_eq!(table.chooser(), FRENCH);
        table.does("hex 0305");
    }

    #[test]
    fn r12_4_charging_cavalry_is_not_fired_at_in_the_hex_of_its_target_nor_does_the_target_fire_then() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 5/3 at 0605
            prussian infantry p2 5/3 at 0705
            french cavalry f1 2/1 at 0305
            french infantry f2 4/2 at 0404",
        )
        .moves("french");
        table.does("charge f1 p1, hex 0405, hex 0505");
        assert_eq!(table.choices("unit"), ["p1"], "on the way the target fires");
        table.does("pass, hex 0605");
        assert_eq!(table.chooser(), FRENCH);
        table.does("move f2, hex 0504");
        assert_eq!(table.chooser(), FRENCH, "p1 has other cares");
    }

    #[test]
    fn r12_4_who_retreats_is_fired_at_and_retreats_on() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 9/5 at 0504
            prussian infantry p2 5/3 at 0607
            french infantry f1 2/1 at 0505",
        )
        .assaults("prussian");
        table.does("unit f1, unit p1, begin").rolls(&[3, 3]);
        table.logs("Column +7 or more, 3 + 3 = 6: D2 [13.2]");
        table.does("fall-back, fall-back, hex 0506");
        assert_eq!(table.choices("unit"), ["p2"]);
        table.does("unit p2").rolls(&[4, 5]).does("hex 0507");
        assert_eq!(table.at("f1"), "0507");
        assert_eq!(table.marks("f1"), "shaken");
    }

    #[test]
    fn r12_4_every_phase_begins_with_the_full_factor() {
        let mut table = position(BESET).moves("french");
        table.does("move f1, hex 0405, unit p1").rolls(&[1, 2]).does("stop");
        let p1 = table.unit("p1");
        assert_eq!(table.game.unit(p1).defended, 1);
        table.does("pass");
        table.logs("Assault Combat Phase [13.1]");
        assert_eq!(table.game.unit(p1).defended, 0);
    }

    #[test]
    fn r12_4_a_breakthrough_is_not_fired_at() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 9/5 at 0504
            french cavalry f1 2/1 at 0505
            french infantry f2 4/2 at 0606",
        )
        .assaults("prussian");
        table.does("unit f1, unit p1, begin, fall-back");
        let hexes = table.choices("hex");
        table.does(&format!("hex {}", hexes[0]));
        assert_eq!(table.chooser(), PRUSSIAN);
        table.take_log();
        table.does("unit p1");
        assert_eq!(table.at("p1"), "0505", "next to f2");
        assert_eq!(table.take_log()[0], "p1 breaks through to 0505");
        table.logs_nothing_with("fires");
    }
}
