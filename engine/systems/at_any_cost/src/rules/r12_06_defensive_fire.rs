//! 12.6 Defensive Fire at a unit that has come next to the enemy, by a move, an event or a retreat.

use serde::{Deserialize, Serialize};

use crate::action::{RefusalCause, Shot, Weapon};
use crate::event::Event;
use crate::rules::r08_fire::{Fire, FireCause, FireTask};
use crate::state::{MovingPiece, Task, UnitIx};
use crate::{AtAnyCost, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::DrawnFire;

/// A unit that has come to a hex next to enemies, who may fire at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Arrival {
    pub(crate) unit: UnitIx,
    hex: HexIx,
    /// `true` if it moves; `false` if it retreats.
    pub(crate) moving: bool,
    /// The units that have fired at it in this hex, and with what.
    fired: InlineList<(UnitIx, Weapon), 4>,
}

impl AtAnyCost {
    /// Lets the enemy fire at `unit`, which has come to `hex`. There is no Defensive Fire at a unit that shares its hex: with
    /// a friend, who screens it, or with the enemy that it charges.
    pub(crate) fn push_arrival(&mut self, unit: UnitIx, hex: HexIx, moving: bool) {
        if self.has_enemy_next_to(self.unit_side(unit), hex) {
            self.push(FireTask::Arrival(Arrival { unit, hex, moving, fired: InlineList::new() }));
        }
    }

    /// Returns `true` if `unit` has come to a hex by a move, and not in a retreat, and is under Defensive Fire there.
    pub(crate) fn is_moving_under_fire(&self, unit: UnitIx) -> bool {
        let arrival = self.state.stack.iter().rev().find_map(|task| match task {
            Task::Fire(FireTask::Arrival(arrival)) => Some(arrival),
            _ => None,
        });
        arrival.is_some_and(|arrival| arrival.moving && arrival.unit == unit)
    }

    /// The Defensive Fires that the unit in motion draws in these hexes, one after the other, as far as nothing halts it.
    pub(crate) fn fire_on_way(&self, hexes: &[HexIx]) -> Vec<DrawnFire> {
        let Some(MovingPiece::Unit(unit)) = self.active_piece() else { return Vec::new() };
        let mut there = self.clone();
        let mut drawn = Vec::new();
        for hex in hexes.iter().copied() {
            there.join_stack(MovingPiece::Unit(unit), hex);
            let arrival = Arrival { unit, hex, moving: true, fired: InlineList::new() };
            let mut shots = Vec::new();
            there.any_defensive_shot(&arrival, &mut |shot| {
                shots.push(shot);
                false
            });
            let mut firers: Vec<UnitIx> = shots.iter().map(|shot: &Shot| shot.firer).collect();
            for shot in shots {
                let Some(from) = self.hex_of(shot.firer) else { continue };
                let fire = Fire::new(shot, there.defensive_cause(&arrival, shot.firer));
                let column = there.fire_table(&shot).columns.get(there.fire_column(&fire));
                drawn.push(DrawnFire {
                    cell: self.board.map.cell(hex),
                    from: self.board.map.cell(from),
                    firer: match shot.weapon {
                        Weapon::Own => self.board.unit(shot.firer).name.clone(),
                        Weapon::Mitrailleuse => format!("{MITRAILLEUSE} of {}", self.board.unit(shot.firer).name),
                    },
                    column: column.map_or(String::new(), ToString::to_string),
                    odds: there.full_fire_odds(&fire).best_for(self.unit_side(shot.firer)),
                    rule: rule::DEFENSIVE_FIRE,
                });
            }
            firers.dedup();
            for firer in firers {
                let defended = &mut there.unit_mut(firer).defended;
                *defended = defended.saturating_add(1);
            }
        }
        drawn
    }

    /// Those of `hexes` in which the unit in motion draws Defensive Fire.
    pub(crate) fn hexes_under_fire(&self, hexes: Vec<HexIx>) -> Vec<HexIx> {
        let Some(MovingPiece::Unit(unit)) = self.active_piece() else { return Vec::new() };
        let side = self.unit_side(unit);
        let mut there = self.clone();
        let mut draws_fire = |hex: &HexIx| {
            self.has_enemy_next_to(side, *hex) && {
                there.join_stack(MovingPiece::Unit(unit), *hex);
                let arrival = Arrival { unit, hex: *hex, moving: true, fired: InlineList::new() };
                there.any_defensive_shot(&arrival, &mut |_| true)
            }
        };
        hexes.into_iter().filter(|hex| draws_fire(hex)).collect()
    }

    /// Calls `found` with every fire at the unit until it returns `true`, and returns `true` if it does.
    pub(crate) fn any_defensive_shot(&self, arrival: &Arrival, found: &mut dyn FnMut(Shot) -> bool) -> bool {
        let near = self.enemies_next_to(self.unit_side(arrival.unit), arrival.hex);
        near.into_iter().any(|firer| {
            [Weapon::Own, Weapon::Mitrailleuse].into_iter().any(|weapon| {
                let shot = Shot { firer, weapon, target: arrival.unit, half: false };
                self.may_fire_at_arrival(arrival, &shot).is_ok() && found(shot)
            })
        })
    }

    /// Checks whether `shot` may be fired at the unit.
    pub(crate) fn may_fire_at_arrival(&self, arrival: &Arrival, shot: &Shot) -> Result<(), RefusalCause> {
        let refuse = |reason| Err(RefusalCause::Because(rule::DEFENSIVE_FIRE, reason));
        let Arrival { unit, hex, .. } = *arrival;
        if shot.target != unit || self.hex_of(unit) != Some(hex) {
            return refuse("Defensive Fire is at the unit that has come near only");
        }
        if arrival.fired.contains(&(shot.firer, shot.weapon)) {
            return refuse("the unit has already fired at it in this hex");
        }
        if let Some(other) = self.ground.units(hex).find(|other| *other != unit) {
            return refuse(if self.unit_side(other) == self.unit_side(unit) {
                "a friendly unit in the hex screens it"
            } else {
                "charging cavalry is not fired at in the hex of its target"
            });
        }
        self.may_shoot(shot, self.defensive_cause(arrival, shot.firer))
    }

    /// The cause of a fire of `firer` at the unit: all its weapons together make one Defensive Fire in a hex.
    pub(crate) fn defensive_cause(&self, arrival: &Arrival, firer: UnitIx) -> FireCause {
        let fires = self.unit(firer).defended;
        let here = arrival.fired.iter().any(|(unit, _)| *unit == firer);
        FireCause::Defensive(fires.saturating_sub(u8::from(here)))
    }

    /// The enemy fires at the unit, and may fire with others.
    pub(crate) fn fire_at_arrival(&mut self, mut arrival: Arrival, shot: Shot, log: &mut impl Log<Event>) {
        let cause = self.defensive_cause(&arrival, shot.firer);
        if let FireCause::Defensive(before) = cause {
            self.unit_mut(shot.firer).defended = before.saturating_add(1);
        }
        arrival.fired.push((shot.firer, shot.weapon));
        self.push(FireTask::Arrival(arrival));
        self.open_fire(shot, cause, log);
    }
}

pub(crate) const MITRAILLEUSE: &str = "Mitrailleuse";

#[cfg(test)]
mod tests {
    use crate::rules::r08_04_firing_strength::tests::column_of;
    use crate::rules::r08_fire::tests::due;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::show::Show as _;

    /// A Prussian brigade of 5, and three French ones that can go next to it with one step.
    const BESET: &str = "
        map 12x9
        prussian infantry p1 5/3 at 0505
        french infantry f1 5/3 at 0404
        french infantry f2 5/3 at 0407
        french infantry f3 5/3 at 0503";

    /// The column of the fire whose dice are due.
    fn column(table: &Table) -> String {
        column_of(table, &due(table))
    }

    #[test]
    fn r12_6_from_the_second_one_on_each_defensive_fire_is_two_columns_worse() {
        let mut table = position(BESET).moves("french");
        table.does("move f1, hex 0405");
        assert_eq!(table.chooser(), PRUSSIAN);
        table.does("fire p1 f1");
        assert_eq!(column(&table), "5");
        table.rolls(&[1, 2]).does("stop, move f2, hex 0406, fire p1 f2");
        assert_eq!(column(&table), "3");
        table.rolls(&[1, 2]).does("stop, move f3, hex 0504, fire p1 f3");
        assert_eq!(column(&table), "1");
    }

    #[test]
    fn r12_6_without_effect_the_move_goes_on_and_the_same_unit_may_fire_again() {
        let mut table = position(BESET).moves("french");
        table.does("move f1, hex 0405, fire p1 f1").rolls(&[1, 2]);
        assert_eq!(table.chooser(), FRENCH);
        table.does("hex 0406, fire p1 f1");
        assert_eq!(column(&table), "3");
        table.rolls(&[1, 2]).does("stop");
    }

    #[test]
    fn r12_6_a_move_tells_the_fire_that_it_draws() {
        let mut table = position(BESET).moves("french");
        table.does("move f1");
        let drawn = |table: &Table, hex: &str| {
            let fires = table.game.drawn_fire(table.game.board.map.cell(table.hex(hex)));
            let parts = |fire: battlewright_core::show::DrawnFire| (fire.firer, fire.odds.modifiers);
            fires.into_iter().map(parts).collect::<Vec<_>>()
        };
        assert_eq!(drawn(&table, "0304"), []);
        let fire = ("p1".to_owned(), vec![("SP".to_owned(), 5), ("Target's TCR".to_owned(), 6)]);
        assert_eq!(drawn(&table, "0405"), std::slice::from_ref(&fire));
        let before = table.game.clone();
        let [first, second] = drawn(&table, "0406").try_into().unwrap();
        assert_eq!(first, fire);
        assert!(second.1.contains(&("Shift: further Defensive Fire".to_owned(), -2)), "{second:?}");
        assert!(before == table.game, "nothing has moved");
        let fires = table.game.drawn_fire(table.game.board.map.cell(table.hex("0405")));
        table.does("hex 0405");
        let asked = table.game.odds(&table.action("fire p1 f1")).unwrap();
        let asked = (asked.modifiers, asked.cases);
        assert_eq!(asked, (fires[0].odds.modifiers.clone(), fires[0].odds.cases.clone()), "as it is asked for");
    }

    #[test]
    fn r12_6_elan_and_casualty_hits_end_the_move() {
        // An 8 is a Severe Test of TCR 6, a 10 costs a Casualty Hit.
        for (dice, marks) in [([8, 5], "shaken"), ([10, 1], "battleworn")] {
            let mut table = position(BESET).moves("french");
            table.does("move f1, hex 0405, fire p1 f1").rolls(&dice);
            assert_eq!(table.marks("f1"), marks);
            assert_eq!(table.choices("hex"), [] as [&str; 0]);
            assert!(!table.choices("move").contains(&"f1".to_owned()));
            table.allows("move f2");
        }
    }

    #[test]
    fn r12_6_a_test_that_is_passed_lets_the_move_go_on_by_ruling() {
        let moving = |moves_on| {
            let rule = |scenario: &mut battlewright_schema::at_any_cost::AtAnyCost| {
                scenario.rules.passed_test_moves_on = Some(moves_on);
            };
            let mut table = position(BESET).with(rule).moves("french");
            table.does("move f1, hex 0405, fire p1 f1").rolls(&[8, 1]);
            assert_eq!(table.marks("f1"), "");
            !table.choices("hex").is_empty()
        };
        assert_eq!((moving(true), moving(false)), (true, false));
    }

    #[test]
    fn r12_6_it_is_voluntary_and_each_infantry_and_artillery_unit_may_fire() {
        let two = || {
            position(
                "map 12x9
                prussian infantry p1 5/3 at 0505
                prussian field p2 6/3 at 0406
                prussian cavalry p3 2/1 at 0506
                french infantry f1 5/3 at 0404",
            )
        };
        let mut table = two().moves("french");
        table.does("move f1, hex 0405");
        assert_eq!(table.choices("fire"), ["p1 f1", "p2 f1"]);
        // The other may fire even if the first has hit.
        table.does("fire p2 f1").rolls(&[9, 1]);
        assert_eq!(table.choices("fire"), ["p1 f1"]);
        table.refuses("fire p2 f1", "12.6");
        table.does("pass");
        assert_eq!(table.chooser(), FRENCH);
        let mut table = two().moves("french");
        table.does("move f1, hex 0405, pass");
        assert_eq!((table.chooser(), table.game.unit(table.unit("p1")).defended), (FRENCH, 0));
    }

    #[test]
    fn r12_6_only_neighbors_fire() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 5/3 at 0505
            prussian field p2 6/3 at 0408
            french infantry f1 5/3 at 0404",
        )
        .moves("french");
        table.does("move f1, hex 0405");
        assert_eq!(table.choices("fire"), ["p1 f1"]);
        table.refuses("fire p2 f1", "12.6");
    }

    #[test]
    fn r3_7_a_battery_and_its_mitrailleuse_fire_in_the_same_defensive_fire() {
        let mut table = position(
            "map 12x9
            french field f1 5/3 mitrailleuse 4/2 at 0505
            prussian infantry p1 8/4 at 0404
            prussian infantry p2 8/4 at 0407",
        )
        .moves("prussian");
        table.does("move p1, hex 0405, fire f1 p1");
        assert_eq!(column(&table), "7", "5 and half of it, as canister");
        table.rolls(&[1, 2]).does("fire f1-mitrailleuse p1");
        assert_eq!(column(&table), "4");
        table.rolls(&[1, 2]).does("stop, move p2, hex 0406, fire f1-mitrailleuse p2");
        assert_eq!(column(&table), "2");
        table.rolls(&[1, 2]).does("fire f1 p2");
        assert_eq!(column(&table), "5");
    }

    #[test]
    fn r8_9_with_rationed_ammo_a_unit_fires_defensively_with_half_its_sp() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 5/3 at 0505 low
            french infantry f1 5/3 at 0404
            french infantry f2 5/3 at 0503",
        )
        .moves("french");
        table.does("move f1, hex 0405, fire p1 f1");
        assert_eq!(column(&table), "5");
        table.rolls(&[1, 1]);
        assert_eq!(table.marks("p1"), "rationed");
        table.does("stop, move f2, hex 0504, fire p1 f2");
        assert_eq!(column(&table), "A", "half of 5, and two to the left");
    }

    #[test]
    fn r12_6_a_friend_in_the_hex_screens_the_moving_unit() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 5/3 at 0505
            french infantry f1 5/3 at 0404
            french infantry f2 5/3 at 0405",
        )
        .moves("french");
        table.does("move f1, hex 0405");
        assert_eq!(table.chooser(), FRENCH);
        table.does("hex 0305");
    }

    #[test]
    fn r12_6_charging_cavalry_is_not_fired_at_in_its_targets_hex_nor_does_the_target_fire_any_more() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 5/3 at 0605
            prussian infantry p2 5/3 at 0704
            french cavalry f1 2/1 at 0305
            french infantry f2 5/3 at 0503",
        )
        .moves("french");
        table.does("charge f1 p1");
        while table.at("f1") != "0605" {
            let step = if table.chooser() == PRUSSIAN { "pass".to_owned() } else { format!("hex {}", towards(&table)) };
            table.does(&step);
        }
        assert_eq!(table.chooser(), FRENCH, "p2 is next to it");
        // 0604 is next to both, and only p2 is free to fire.
        table.does("move f2, hex 0604");
        assert_eq!(table.choices("fire"), ["p2 f2"]);
        table.refuses("fire p1 f2", "12.6");
    }

    /// The hex nearest to the target of the charge among those that are offered.
    fn towards(table: &Table) -> String {
        let target = table.hex("0605");
        let map = &table.game.board.map;
        let hexes = table.choices("hex");
        hexes.into_iter().min_by_key(|hex| map.distance(table.hex(hex), target)).expect("a hex is offered")
    }

    #[test]
    fn r12_6_who_retreats_is_fired_at_and_retreats_on() {
        // Beaten by p1, f1 goes past p2 towards its HQ.
        let mut table = position(
            "map 12x9
            corps ii french at 0509 rating 4 4
            prussian cavalry p1 3/2 at 0504
            prussian infantry p2 5/3 at 0607
            french infantry f1 5/3 at 0505 of ii",
        )
        .table();
        let f1 = table.unit("f1");
        let victors = [table.unit("p1")].into_iter().collect();
        table.run(|game, _| game.push_retreat(f1, 2, victors));
        table.does("hex 0506");
        assert_eq!((table.chooser(), table.choices("fire")), (PRUSSIAN, vec!["p2 f1".to_owned()]));
        table.does("fire p2 f1").rolls(&[8, 5]);
        assert_eq!((table.marks("f1"), table.chooser()), ("shaken".into(), FRENCH));
        table.does("hex 0507");
        table.does("pass");
        assert_eq!(table.at("f1"), "0507");
    }
}
