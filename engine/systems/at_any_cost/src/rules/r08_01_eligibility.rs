//! 8.1, 8.2, 8.4: who may fire at whom.

use battlewright_schema::at_any_cost::{HqOrder, Kind};

use crate::action::{RefusalCause, Shot, Weapon};
use crate::rules::r08_03_line_of_sight::Sight;
use crate::rules::r08_fire::FireCause;
use crate::state::{Activation, Fired, UnitIx};
use crate::{AtAnyCost, rulebook as rule};

impl AtAnyCost {
    /// Calls `found` with every shot of the Fire Combat Step until it returns `true`, and returns `true` if it does.
    pub(crate) fn any_step_shot(&self, found: &mut dyn FnMut(Shot) -> bool) -> bool {
        let Some(activation) = self.activation() else { return false };
        self.active_units(activation).any(|unit| {
            self.is_ordered_to_fire(unit).is_ok()
                && self.any_shot(unit, FireCause::Step, &mut |shot| !self.has_fired(&shot) && found(shot))
        })
    }

    /// Checks whether an active unit may fire `shot` in the Fire Combat Step: once, and under orders that allow it.
    pub(crate) fn may_fire_in_step(&self, activation: &Activation, shot: &Shot) -> Result<(), RefusalCause> {
        if !self.is_active(activation, shot.firer) {
            return Err(RefusalCause::Because(
                rule::FIRE_ELIGIBILITY,
                "only active units fire in the Fire Combat Step",
            ));
        }
        self.is_ordered_to_fire(shot.firer)?;
        if self.has_fired(shot) {
            return Err(RefusalCause::Because(rule::FIRE_ELIGIBILITY, "the unit has already fired"));
        }
        self.may_shoot(shot, FireCause::Step)
    }

    /// Checks whether the orders of an active unit allow combat by fire (7.2).
    fn is_ordered_to_fire(&self, unit: UnitIx) -> Result<(), RefusalCause> {
        match self.order_of(unit) {
            Some(HqOrder::Attack | HqOrder::Defend) => Ok(()),
            Some(HqOrder::March | HqOrder::Regroup) => {
                Err(RefusalCause::Because(rule::ORDER_TYPES, "March and Regroup orders allow no combat"))
            }
            None => Err(RefusalCause::Because(rule::OUT_OF_COMMAND, "a unit Out of Command conducts no combat")),
        }
    }

    /// Returns `true` if the weapon may fire no more in the Fire Combat Step: it has done so or, if event fire is not extra,
    /// has fired by an event in this turn.
    fn has_fired(&self, shot: &Shot) -> bool {
        let done = &self.unit(shot.firer).done;
        let has_fired_here = match shot.weapon {
            Weapon::Own => done.fired != Fired::No,
            Weapon::Mitrailleuse => done.mitrailleuse_fired,
        };
        let fires = self.unit(shot.firer).fires[shot.weapon.index()];
        has_fired_here || (fires.by_event && !self.board.rules.event_fire_is_extra)
    }

    /// Returns `true` if the weapon may fire no more by events in this turn: it has done so or, if event fire is not extra,
    /// has fired in a Fire Combat Step (ruling r33).
    pub(crate) fn has_fired_by_event(&self, unit: UnitIx, weapon: Weapon) -> bool {
        let fires = self.unit(unit).fires[weapon.index()];
        fires.by_event || (fires.in_step && !self.board.rules.event_fire_is_extra)
    }

    /// Notes that the weapon fires (8.1).
    pub(crate) fn note_fire(&mut self, shot: &Shot, cause: FireCause) {
        let unit = self.unit_mut(shot.firer);
        let fires = &mut unit.fires[shot.weapon.index()];
        match cause {
            FireCause::Defensive(_) => {}
            FireCause::Event { .. } => fires.by_event = true,
            FireCause::Step => {
                fires.in_step = true;
                match shot.weapon {
                    Weapon::Own => unit.done.fired = if shot.half { Fired::Half } else { Fired::Full },
                    Weapon::Mitrailleuse => unit.done.mitrailleuse_fired = true,
                }
            }
        }
    }

    /// Calls `each` with every legal shot of `unit`, with each of its weapons. Orders and earlier fire do not matter.
    pub(crate) fn shots_of(&self, unit: UnitIx, cause: FireCause, each: &mut impl FnMut(Shot)) {
        self.any_shot(unit, cause, &mut |shot| {
            each(shot);
            false
        });
    }

    /// Calls `found` with every legal shot of `unit` until it returns `true`, and returns `true` if it does.
    pub(crate) fn any_shot(&self, unit: UnitIx, cause: FireCause, found: &mut dyn FnMut(Shot) -> bool) -> bool {
        let Some(from) = self.hex_of(unit) else { return false };
        let enemy = self.unit_side(unit).other();
        [Weapon::Own, Weapon::Mitrailleuse].into_iter().any(|weapon| {
            let Some([_, extreme]) = self.range_of(unit, weapon) else { return false };
            self.on_map(enemy).any(|(target, at)| {
                let shot = Shot { firer: unit, weapon, target, half: false };
                self.board.map.distance(from, at) <= u32::from(extreme)
                    && self.may_shoot(&shot, cause).is_ok()
                    && (found(shot) || self.may_fire_half(&shot, cause).is_ok() && found(Shot { half: true, ..shot }))
            })
        })
    }

    /// Checks whether `shot` is possible where the units stand: weapon, hour, ammunition, target, range and sight.
    pub(crate) fn may_shoot(&self, shot: &Shot, cause: FireCause) -> Result<(), RefusalCause> {
        let refuse = |rule, reason| Err(RefusalCause::Because(rule, reason));
        let Shot { firer, weapon, target, half } = *shot;
        if self.is_cavalry(firer) {
            return refuse(rule::FIRE_ELIGIBILITY, "cavalry does not fire");
        }
        let Some([_, extreme]) = self.range_of(firer, weapon) else {
            return refuse(rule::MARKERS, "the unit has no such weapon");
        };
        if !self.is_combat_allowed() {
            return refuse(self.night_rule(), "no combat is allowed at this hour");
        }
        if half {
            self.may_fire_half(shot, cause)?;
        }
        if self.unit(firer).ammo >= 2 && !matches!(cause, FireCause::Defensive(_)) {
            return refuse(rule::AMMUNITION, "a unit with Rationed Ammo fires only defensively");
        }
        if matches!(cause, FireCause::Event { .. }) && self.has_fired_by_event(firer, weapon) {
            return refuse(rule::FIRE_ELIGIBILITY, "the unit has already fired");
        }
        if self.unit_side(firer) == self.unit_side(target) {
            return refuse(rule::FIRE_PROCEDURE, "the target is not an enemy");
        }
        let (Some(from), Some(to)) = (self.hex_of(firer), self.hex_of(target)) else {
            return refuse(rule::FIRE_PROCEDURE, "the unit is not on the map");
        };
        let distance = self.board.map.distance(from, to);
        if let FireCause::Defensive(_) = cause {
            if distance != 1 {
                return refuse(rule::DEFENSIVE_FIRE, "Defensive Fire is at adjacent units only");
            }
            if self.is_charged(firer) {
                return refuse(rule::DEFENSIVE_FIRE, "a unit that cavalry has charged does not fire");
            }
        } else if self.front_of(self.unit_side(target), to) != Some(target) {
            return refuse(rule::FIRE_ELIGIBILITY, "only the Front Line unit of a hex is fired at");
        }
        if distance == 0 || distance > u32::from(extreme) {
            return refuse(rule::FIRE_RANGES, "the target is beyond Extreme Range");
        }
        if let Sight::Blocked(hex) = self.sight_between(from, to) {
            return match self.why_too_far_to_see(from, to) {
                Some((rule, reason)) => refuse(rule, reason),
                None => Err(RefusalCause::At(rule::LINE_OF_SIGHT, "the line of sight is blocked at", hex)),
            };
        }
        self.may_fire_by_rows(shot, cause, Some(from))
    }

    /// 8.1: only horse artillery fires with half its SP, so that it can move.
    fn may_fire_half(&self, shot: &Shot, cause: FireCause) -> Result<(), RefusalCause> {
        let horse = self.board.unit(shot.firer).kind == Kind::HorseArtillery && shot.weapon == Weapon::Own;
        if horse && cause == FireCause::Step {
            Ok(())
        } else {
            Err(RefusalCause::Because(
                rule::FIRE_ELIGIBILITY,
                "only horse artillery fires with half its SP and still moves",
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::FireCause;
    use crate::rules::r08_fire::tests::due;
    use crate::stage::Part;
    use crate::state::Fired;
    use crate::tests::testing::{PRUSSIAN, Table, position};

    /// A brigade and a battery of the Prussians, one and four hexes from a French brigade.
    const FACING: &str = "
        map 12x9
        prussian infantry p1 8/4 at 0405
        prussian field p2 6/3 at 0501
        french infantry f1 5/3 at 0505";

    #[test]
    fn r8_1_active_infantry_and_artillery_fire_once_each() {
        let mut table = position(FACING).fires("prussian");
        assert_eq!(table.choices("fire"), ["p1 f1", "p2 f1"]);
        table.refuses("fire f1 p1", "8.1");
        table.does("fire p1 f1").rolls(&[1, 2]);
        table.refuses("fire p1 f1", "8.1");
        table.does("fire p2 f1").rolls(&[1, 2]);
        assert_eq!(table.choices("fire"), [] as [&str; 0]);
    }

    #[test]
    fn r8_1_fire_is_voluntary() {
        let mut table = position(FACING).fires("prussian");
        assert_eq!(table.chooser(), PRUSSIAN);
        table.does("pass");
        let p1 = table.unit("p1");
        assert_eq!(table.game.unit(p1).done.fired, Fired::No);
        table.allows("move p1");
    }

    #[test]
    fn r8_1_cavalry_and_headquarters_do_not_fire_and_headquarters_are_no_target() {
        let table = position(
            "map 12x9
            prussian cavalry p1 2/1 at 0405 medium
            prussian infantry p2 8/4 at 0404
            french infantry f1 5/3 at 0504
            corps ii french at 0504 rating 2 4",
        )
        .fires("prussian");
        table.refuses("fire p1 f1", "8.1");
        // No fire names an HQ: the only fire there is, is at the unit.
        assert_eq!(table.choices("fire"), ["p2 f1"]);
    }

    #[test]
    fn r8_1_horse_artillery_may_fire_with_half_its_sp() {
        let horse = "
            map 12x9
            prussian horse p1 6/3 at 0405
            prussian field p2 6/3 at 0404
            french infantry f1 5/3 at 0805";
        let mut table = position(horse).fires("prussian");
        table.refuses("fire p2 f1 half", "8.1");
        let p1 = table.unit("p1");
        table.does("fire p1 f1 half");
        assert_eq!((table.game.fire_strength(&due(&table)), table.game.unit(p1).done.fired), (3, Fired::Half));
        table.rolls(&[1, 2]).refuses("fire p1 f1", "8.1");
        let mut table = position(horse).fires("prussian");
        table.does("fire p1 f1");
        assert_eq!((table.game.fire_strength(&due(&table)), table.game.unit(p1).done.fired), (6, Fired::Full));
    }

    #[test]
    fn r8_1_only_the_front_line_unit_of_a_hex_is_fired_at() {
        let table = position(
            "map 12x9
            prussian infantry p1 8/4 at 0405
            french infantry f1 5/3 at 0505
            french field f2 6/3 at 0505 second",
        )
        .fires("prussian");
        assert_eq!(table.choices("fire"), ["p1 f1"]);
        table.refuses("fire p1 f2", "8.1");
    }

    #[test]
    fn r8_1_front_and_second_line_fire_separately() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 8/4 at 0405
            prussian field p2 7/4 at 0405 second
            french infantry f1 5/3 at 0605",
        )
        .fires("prussian");
        table.does("fire p2 f1");
        assert_eq!(table.game.fire_strength(&due(&table)), 3, "half of 7");
        table.rolls(&[1, 2]).does("fire p1 f1");
        assert_eq!(table.game.fire_strength(&due(&table)), 4, "half of 8, at Extreme Range");
    }

    #[test]
    fn r3_7_a_mitrailleuse_fires_for_itself_and_at_a_target_of_its_own() {
        let battery = "
            map 12x9
            french field f1 7/4 tcr 6/5 mitrailleuse 4/2 divisional at 0405
            prussian infantry p1 8/4 at 0402
            prussian infantry p2 8/4 at 0408
            prussian infantry p3 8/4 at 0805
            french infantry f2 5/3 at 0905";
        let mut table = position(battery).fires("french");
        table.does("fire f1 p1").rolls(&[1, 2]);
        table.refuses("fire f1 p2", "8.1");
        table.does("fire f1-mitrailleuse p2").rolls(&[1, 2]);
        table.refuses("fire f1-mitrailleuse p1", "8.1");
        // Without the battery, or before it.
        let mut table = position(battery).fires("french");
        table.does("fire f1-mitrailleuse p3").rolls(&[1, 2]).does("fire f1 p3").rolls(&[1, 2]);
        position(FACING).fires("french").refuses("fire f1-mitrailleuse p1", "3.7");
    }

    #[test]
    fn r7_2_only_attack_and_defend_orders_allow_fire() {
        for (order, fires) in [("attack", true), ("defend", true), ("march", false), ("regroup", false)] {
            let table = position(FACING).orders("prussian", order);
            assert_eq!(!table.choices("fire").is_empty(), fires, "{order}");
        }
    }

    #[test]
    fn r7_4_who_is_out_of_command_does_not_fire() {
        let mut table = position(
            "map 12x9
            corps x prussian at 0404 rating 0 0
            prussian infantry p1 8/4 at 0404 of x
            prussian infantry p2 8/4 at 0506 of x
            french infantry f1 5/3 at 0405",
        )
        .orders("x", "attack");
        table.rolls(&[5]);
        assert_eq!(table.choices("fire"), ["p1 f1"]);
        table.refuses("fire p2 f1", "7.4");
    }

    #[test]
    fn r8_2_fire_is_at_enemies_in_range_and_in_sight() {
        let table = position(
            "map 12x9
            woods 0207
            prussian infantry p1 8/4 at 0205
            prussian field p2 6/3 at 0404
            french infantry f1 5/3 at 0208
            french infantry f2 5/3 at 0906",
        )
        .fires("prussian");
        table.refuses("fire p1 f1", "8.4");
        table.refuses("fire p2 p1", "8.2");
        table.allows("fire p2 f2");
        let table = position(
            "map 12x9
            woods 0206
            prussian field p1 6/3 at 0205
            prussian infantry p2 8/4 at 0209
            french infantry f1 5/3 at 0208",
        )
        .fires("french");
        assert_eq!(table.choices("fire"), ["f1 p2"]);
        table.refuses("fire f1 p1", "8.3");
    }

    #[test]
    fn r8_9_rationed_ammo_allows_no_fire_in_the_step_and_low_ammo_does() {
        let table = position(
            "map 12x9
            prussian infantry p1 8/4 at 0405 low
            prussian infantry p2 8/4 at 0504 rationed
            french infantry f1 5/3 at 0505",
        )
        .fires("prussian");
        assert_eq!(table.choices("fire"), ["p1 f1"]);
        table.refuses("fire p2 f1", "8.9");
    }

    /// The shots of a unit, and the rule that forbids one.
    fn at_hour(clock: &str) -> (usize, &'static str) {
        let table = position(&format!("{FACING}\nclock {clock}")).table();
        let (p1, far) = (table.unit("p1"), table.shot("p2", "f1"));
        let mut shots = 0;
        table.game.shots_of(p1, FireCause::Step, &mut |_| shots += 1);
        let refused = table.game.may_shoot(&far, FireCause::Step).err();
        (shots, refused.map_or("", |refusal| refusal.explain(&table.game).rule.number))
    }

    #[test]
    fn r18_1_at_dusk_and_dawn_only_neighbors_are_fired_at_and_at_night_nobody() {
        assert_eq!(at_hour("20:00"), (1, ""));
        assert_eq!((at_hour("21:00"), at_hour("05:00")), ((1, "18.1"), (1, "18.4")));
        assert_eq!((at_hour("22:00"), at_hour("02:00")), ((0, "18.2"), (0, "18.3")));
    }

    #[test]
    fn r21_0_an_event_lets_a_unit_fire_again_by_ruling() {
        let fires_again = |extra| {
            let mut table =
                position(FACING).with(|scenario| scenario.rules.event_fire_is_extra = Some(extra)).fires("prussian");
            table.does("fire p1 f1").rolls(&[1, 2]);
            table.game.may_shoot(&table.shot("p1", "f1"), FireCause::Event { option: false }).is_ok()
        };
        assert_eq!((fires_again(true), fires_again(false)), (true, false));
    }

    const EVENT: FireCause = FireCause::Event { option: false };

    /// The same two sides in the Held Event Chit Phase, the Prussians with two Krupp's Guns.
    fn holding(extra: bool) -> Table {
        position(&format!("{FACING}\nholds prussian krupps-guns\nholds prussian krupps-guns"))
            .with(|scenario| scenario.rules.event_fire_is_extra = Some(extra))
            .table()
    }

    #[test]
    fn r8_1_the_fire_of_a_turn_is_known_after_the_activation() {
        for (extra, again) in [(true, true), (false, false)] {
            let mut table = holding(extra);
            table.does("pass").draws("prussian").orders("attack");
            table.does("fire p2 f1").rolls(&[1, 2]);
            table.skip_to(Part::Rally);
            assert!(table.game.activation().is_none());
            assert_eq!(table.game.may_shoot(&table.shot("p2", "f1"), EVENT).is_ok(), again, "{extra}");
        }
    }

    #[test]
    fn r8_1_by_events_a_unit_fires_once_a_turn() {
        let mut table = holding(true);
        table.does("chit-0 fire p2 f1").rolls(&[1, 2]);
        assert!(table.game.may_shoot(&table.shot("p2", "f1"), EVENT).is_err());
        table.game.run_housekeeping(&mut ());
        assert!(table.game.may_shoot(&table.shot("p2", "f1"), EVENT).is_ok(), "in the next turn it may");
    }

    #[test]
    fn r8_1_who_has_fired_by_an_event_fires_in_the_step_as_well_by_ruling() {
        for extra in [true, false] {
            let mut table = holding(extra);
            table.does("chit-0 fire p2 f1").rolls(&[1, 2]);
            table.skip_held_chits();
            table.draws("prussian").orders("attack");
            assert_eq!(table.choices("fire").contains(&"p2 f1".to_owned()), extra);
        }
    }
}
