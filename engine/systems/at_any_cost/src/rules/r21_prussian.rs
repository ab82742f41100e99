//! 21.0 Prussian Event Chits: Prussian Officers (6.2), and the Artillery Charge of Krupp's Guns, whose other fire is in
//! `r21_common.rs`. Auftragstaktik has a file of its own. Bazaine's Malaise is put on its HQ in `r21_events.rs`, and works
//! when the chit of that HQ is drawn (20.1).

use battlewright_schema::at_any_cost::{Event as Chance, Kind};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause, Shot, Weapon};
use crate::rules::r08_03_line_of_sight::Sight;
use crate::rules::r12_02_motion::Motion;
use crate::rules::r21_common::PLAIN;
use crate::rules::r21_events::EventTask;
use crate::state::{ChitIx, MovingPiece, UnitIx};
use crate::{AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::reach;

/// An Artillery Charge by a chit that has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ArtilleryCharge {
    pub(crate) chit: ChitIx,
    /// The unit that is about to move on, at which it fires; any other does as well if there is none.
    pub(crate) target: Option<UnitIx>,
}

impl AtAnyCost {
    /// Calls `found` with every battery of `side` that can make an Artillery Charge upon this unit, or any, until it returns
    /// `true`, and returns `true` if it does.
    pub(crate) fn any_artillery_charge(
        &self,
        side: Side,
        at: Option<UnitIx>,
        found: &mut dyn FnMut(UnitIx) -> bool,
    ) -> bool {
        self.is_combat_allowed()
            && self.on_map(side).any(|(unit, _)| self.may_charge_upon(unit, at).is_ok() && found(unit))
    }

    /// Checks whether `battery` can make an Artillery Charge upon this unit, or any: move up to half its allowance, fractions
    /// dropped (2.3), to where it can fire. Its own hex counts as occupied still, so that it does not see through it.
    fn may_charge_upon(&self, battery: UnitIx, at: Option<UnitIx>) -> Result<(), RefusalCause> {
        let refuse = |reason| Err(RefusalCause::Because(rule::EVENTS, reason));
        let (facts, state) = (self.board.unit(battery), self.unit(battery));
        if !facts.kind.is_artillery() {
            return refuse("an Artillery Charge is for artillery");
        }
        if state.ammo >= 2 {
            return Err(RefusalCause::Because(rule::AMMUNITION, "a unit with Rationed Ammo fires only defensively"));
        }
        if self.has_fired_by_event(battery, Weapon::Own) {
            return Err(RefusalCause::Because(rule::FIRE_ELIGIBILITY, "the unit has already fired"));
        }
        let Some(hex) = self.hex_of(battery) else { return refuse("the unit is not on the map") };
        let motion = self.charge_motion(battery);
        let targets = self.battery_targets(battery, at, hex, motion.allowance);
        let ends_well = |motion: &Motion| {
            let fires = motion.hex.is_some_and(|from| targets.iter().any(|to| self.can_hit_from(battery, from, *to)));
            fires && self.may_stop(motion).is_ok()
        };
        let is_worse = |further: &Motion, known: &Motion| {
            known.hex == further.hex && known.spent <= further.spent && known.hexes_left() >= further.hexes_left()
        };
        let can_fire = motion.allowance > 0
            && !targets.is_empty()
            && reach::can_come(
                &self.board.map,
                motion,
                |motion| motion.hex,
                |motion, to| self.next_motion(motion, to).ok(),
                ends_well,
                |further, known| !known.iter().any(|known| is_worse(further, known)),
            );
        if can_fire { Ok(()) } else { refuse("there is no hex to which it could move and fire from") }
    }

    /// The move of an Artillery Charge.
    fn charge_motion(&self, battery: UnitIx) -> Motion {
        self.event_motion(battery, 2 * (self.movement_points(MovingPiece::Unit(battery)) / 2))
    }

    /// The enemies that may be in range of `battery` after a charge from `hex` with this allowance in half points, with their
    /// hexes. No step costs less than a point, or than half of one by rows.
    fn battery_targets(
        &self,
        battery: UnitIx,
        at: Option<UnitIx>,
        hex: HexIx,
        allowance: u16,
    ) -> InlineList<(UnitIx, HexIx), 16> {
        let Some([_, extreme]) = self.range_of(battery, Weapon::Own) else { return InlineList::new() };
        let enemy = self.unit_side(battery).other();
        let hexes = if self.has_cheap_steps() { allowance } else { allowance / 2 };
        let far = u32::from(extreme) + u32::from(hexes);
        let is_target = |unit: UnitIx, to: HexIx| {
            at.is_none_or(|target| target == unit)
                && self.board.map.distance(hex, to) <= far
                && self.front_of(enemy, to) == Some(unit)
        };
        self.on_map(enemy).filter(|(unit, to)| is_target(*unit, *to)).collect()
    }

    /// Returns `true` if `battery` could fire at `target` in `to` if it stood in `from`.
    fn can_hit_from(&self, battery: UnitIx, from: HexIx, (target, to): (UnitIx, HexIx)) -> bool {
        let shot = Shot { firer: battery, weapon: Weapon::Own, target, half: false };
        let range = self.range_of(battery, Weapon::Own);
        range.is_some_and(|[_, extreme]| self.board.map.distance(from, to) <= u32::from(extreme))
            && !matches!(self.sight_between(from, to), Sight::Blocked(_))
            && self.may_fire_by_rows(&shot, PLAIN, Some(from)).is_ok()
    }

    /// Checks whether `unit` can make this charge.
    pub(crate) fn may_charge_with(&self, charge: &ArtilleryCharge, unit: UnitIx) -> Result<(), RefusalCause> {
        if self.unit_side(unit) != self.chit(charge.chit).side {
            return Err(RefusalCause::Because(rule::EVENTS, "the event is for units of the side that plays it"));
        }
        self.may_charge_upon(unit, charge.target)
    }

    /// The batteries that can make this charge.
    pub(crate) fn charge_battery_options(&self, charge: &ArtilleryCharge, into: &mut ActionList) {
        self.any_artillery_charge(self.chit(charge.chit).side, charge.target, &mut |battery| {
            into.push(Action::Unit(battery));
            false
        });
    }

    /// The battery moves, and then fires.
    pub(crate) fn begin_artillery_charge(
        &mut self,
        charge: ArtilleryCharge,
        battery: UnitIx,
        log: &mut impl Log<Event>,
    ) {
        log.push(Event::Befalls(Chance::KruppsGuns, battery));
        self.push(EventTask::ChargeFire(charge, battery));
        self.begin_move(self.charge_motion(battery), log);
    }

    /// Calls `found` with every fire of `battery` after its charge until it returns `true`, and returns `true` if it does.
    pub(crate) fn any_charge_shot(
        &self,
        charge: &ArtilleryCharge,
        battery: UnitIx,
        found: &mut dyn FnMut(Shot) -> bool,
    ) -> bool {
        self.any_shot(battery, PLAIN, &mut |shot| {
            shot.weapon == Weapon::Own && charge.target.is_none_or(|target| target == shot.target) && found(shot)
        })
    }

    /// The fires of `battery` after its charge, with half its SP.
    pub(crate) fn charge_fire_options(&self, charge: &ArtilleryCharge, battery: UnitIx, into: &mut ActionList) {
        self.any_charge_shot(charge, battery, &mut |shot| {
            into.push(Action::FireWith { chit: charge.chit, shot, option: true });
            false
        });
    }

    /// 6.2: checks whether `unit` can stand for its division in Prussian Officers: a division with infantry or cavalry, all
    /// Infantry Detachments of a corps being one. Corps artillery belongs to none.
    pub(crate) fn may_stand_for_division(&self, unit: UnitIx) -> Result<(), RefusalCause> {
        let refuse = |reason| Err(RefusalCause::Because(rule::SPECIAL_ACTIVATION, reason));
        let facts = self.board.unit(unit);
        let is_detachment = facts.breakdown && facts.kind == Kind::Infantry;
        let is_independent = !self.board.formation(facts.formation).infantry_corps;
        if facts.division.is_none() && !is_detachment && !is_independent {
            return refuse("the unit is of no division");
        }
        let roster = self.board.roster(facts.formation);
        let mut division = roster.iter().filter(|other| self.are_of_one_division(unit, **other));
        if !division.any(|other| !self.is_artillery(*other)) {
            return refuse("Prussian Officers activate a division of infantry or cavalry");
        }
        if !self.is_at_hand(unit) {
            return refuse("the unit is not on the map, not due, and cannot be rebuilt");
        }
        self.may_be_activated(facts.formation)
    }

    /// The divisions that Prussian Officers can activate, each named by the first of its units.
    pub(crate) fn division_options(&self, chit: ChitIx, into: &mut ActionList) {
        let mut named = InlineList::<UnitIx, 32>::new();
        for unit in self.board.roster_of_side(self.chit(chit).side).iter().copied() {
            let is_known = named.iter().any(|known| self.are_of_one_division(*known, unit));
            if !is_known && self.may_stand_for_division(unit).is_ok() {
                named.push(unit);
            }
        }
        into.extend(named.into_iter().map(Action::Unit));
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::rules::r06_chits::ChitTask;
    use crate::rules::r08_04_firing_strength::tests::column_of;
    use crate::rules::r08_fire::tests::due;
    use crate::state::{ActivatedUnits, At, ChitIx, ChitPlace};
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};
    use battlewright_core::game::{Game as _, Turn};

    fn is_draw(table: &Table) -> bool {
        table.game.state.stack.last() == Some(&ChitTask::Draw.into())
    }

    /// The activation under way is passed to its end.
    fn pass_all(table: &mut Table) {
        while table.game.activation().is_some() {
            table.does("pass");
        }
    }

    /// Krupp's Guns are held; a French brigade of 5 SP stands in 0403.
    fn guns(more: &str) -> Position {
        position(&format!(
            "map 9x14
            holds prussian krupps-guns
            french infantry f1 5/3 at 0403
            {more}"
        ))
    }

    #[test]
    fn r21_0_an_artillery_charge_moves_half_the_allowance_and_fires_with_half_the_sp() {
        let mut table = guns("prussian field p1 8/4 at 0409 move 7").table();
        assert_eq!(table.choices(""), ["chit-0", "chit-0 fire p1 f1", "pass"]);
        table.does("chit-0");
        assert_eq!((table.choices(""), table.game.place_of(ChitIx(0))), (vec!["unit p1".to_owned()], ChitPlace::Used));
        table.does("unit p1, hex 0408, hex 0407, hex 0406");
        assert_eq!(table.choices(""), ["chit-0 fire p1 f1 option"], "three points are half of 7");
        table.does("chit-0 fire p1 f1 option");
        assert_eq!(table.game.fire_strength(&due(&table)), 4);
        table.rolls(&[1, 2]);
        assert!(is_draw(&table));
    }

    #[test]
    fn r21_0_an_artillery_charge_brings_guns_into_range() {
        let mut table = guns("prussian field p1 6/3 at 0412").table();
        assert_eq!(table.choices(""), ["chit-0", "pass"], "9 hexes, and the range is 8");
        table.does("chit-0, unit p1, hex 0411, stop");
        assert_eq!(table.choices(""), ["chit-0 fire p1 f1 option"]);
    }

    #[test]
    fn r21_0_an_artillery_charge_is_offered_only_where_it_leads_to_a_fire() {
        for (battery, offered) in [
            ("prussian field p1 6/3 at 0414", true),
            ("prussian field p1 6/3 at 0414 move 5", false),
            ("prussian field p1 6/3 at 0412 move 1", false),
            ("prussian field p1 6/3 at 0412 rationed", false),
            ("prussian infantry p1 8/4 at 0405", false),
        ] {
            let asks = guns(battery).table().choices("");
            assert_eq!(asks.contains(&"chit-0".to_owned()), offered, "{battery}");
        }
    }

    #[test]
    fn r21_0_a_charge_that_ends_out_of_range_comes_to_nothing() {
        let mut table = guns("prussian field p1 6/3 at 0412").table();
        table.does("chit-0, unit p1, hex 0413, stop");
        assert!(is_draw(&table));
    }

    #[test]
    fn r21_0_drawn_guns_charge_as_well() {
        let mut table = position(
            "french infantry f1 5/3 at 0403
            prussian field p1 6/3 at 0408
            chit prussian krupps-guns",
        )
        .cup();
        table.draws("krupps-guns").does("play");
        table.refuses("chit-0 fire p1 f1 option", "21.0");
        table.does("chit-0, unit p1, hex 0407, stop, chit-0 fire p1 f1 option").rolls(&[1, 2]);
    }

    #[test]
    fn r21_0_charging_guns_meet_defensive_fire_and_fire_if_they_stand() {
        let charge = || {
            let mut table = position(
                "french infantry f1 5/3 at 0403
                prussian field p1 6/3 tcr 7/6 at 0405
                holds prussian krupps-guns",
            )
            .table();
            table.does("chit-0, unit p1, hex 0404");
            assert_eq!((table.chooser(), table.choices("fire")), (FRENCH, vec!["f1 p1".to_owned()]));
            table
        };
        let mut table = charge();
        table.does("fire f1 p1").rolls(&[10, 1]);
        assert_eq!(table.choices(""), ["chit-0 fire p1 f1 option"], "it moves no further");
        let mut table = charge();
        let p1 = table.unit("p1");
        table.game.unit_mut(p1).battleworn = true;
        table.does("fire f1 p1").rolls(&[10, 1]).rolls(&[10]);
        assert!(is_draw(&table));
    }

    #[test]
    fn r12_6_defensive_fires_of_a_held_event_chit_phase_add_up() {
        let mut table = position(
            "french infantry f1 5/3 at 0403
            prussian field p1 6/3 at 0405
            prussian field p2 6/3 at 0504
            holds prussian krupps-guns
            holds prussian krupps-guns
            corps x prussian at 0808 rating 4 4",
        )
        .table();
        let column = |table: &Table| column_of(table, &due(table));
        table.does("chit-0, unit p1, hex 0404, fire f1 p1");
        assert_eq!(column(&table), "5");
        table.rolls(&[1, 2]).does("stop, chit-0 fire p1 f1 option").rolls(&[1, 2]);
        table.does("chit-1, unit p2, hex 0503, fire f1 p2");
        assert_eq!(column(&table), "3", "the second one of the phase");
        table.rolls(&[1, 2]).does("stop, chit-1 fire p2 f1 option").rolls(&[1, 2]);
        let f1 = table.unit("f1");
        table.draws("x");
        assert_eq!(table.game.unit(f1).defended, 0);
    }

    #[test]
    fn r21_0_guns_charge_in_the_french_movement_step_and_fire_at_the_moving_unit_only() {
        let mut table = guns(
            "french infantry f2 5/3 at 0804
            prussian field p1 6/3 at 0410",
        )
        .moves("french");
        table.does("move f1, hex 0404");
        assert_eq!(
            (table.chooser(), table.choices("").join(", ")),
            (PRUSSIAN, "chit-0, chit-0 fire p1 f1, pass".into())
        );
        table.does("chit-0, unit p1, hex 0409, stop");
        assert_eq!(table.choices(""), ["chit-0 fire p1 f1 option"]);
        table.does("chit-0 fire p1 f1 option").rolls(&[1, 2]);
        assert_eq!((table.chooser(), table.at("f1").as_str()), (FRENCH, "0404"), "it moves on");
    }

    /// A corps of two divisions with artillery, a cavalry division and a reinforcement, with this besides.
    pub(crate) fn army(more: &str) -> Position {
        position(&format!(
            "map 12x9
            turn 2 of 12
            entry E prussian 0009
            corps x prussian at 1101 rating 4 4
            division 5cav prussian at 1001 rating 4 4
            prussian infantry p1 8/4 at 0707 of x division 19
            prussian infantry p2 8/4 at 0607 of x division 19
            prussian infantry p3 8/4 at 0807 of x division 20
            prussian field p4 6/3 at 0708 of x
            prussian infantry p5 8/4 broken 1 of x division 21
            prussian infantry p6 8/4 enters 2 by E of x division 22
            prussian infantry p7 8/4 enters 3 by E of x division 23
            prussian cavalry c1 3/2 at 0907 of 5cav
            prussian horse c2 6/3 at 0908 of 5cav
            prussian infantry d1 2/1 breakdown of x
            prussian infantry d2 2/1 breakdown of x
            french infantry f1 5/3 at 0101
            {more}"
        ))
    }

    #[test]
    fn r6_2_prussian_officers_activate_a_division_wherever_it_is() {
        let mut table = army("chit prussian prussian-officers").cup();
        table.draws("prussian-officers").does("play");
        assert_eq!(table.prompt(), "Prussians: Prussian Officers for which division?");
        assert_eq!((table.chooser(), table.choices("unit").join(" ")), (PRUSSIAN, "c1 p1 p3 p5 p6".into()));
        for unit in ["unit p4", "unit p7", "unit d1", "unit f1"] {
            table.refuses(unit, "6.2");
        }
        table.does("unit c1");
        let c1 = table.unit("c1");
        assert_eq!(table.game.activation().map(|activation| activation.who), Some(ActivatedUnits::Division(c1)));
        assert_eq!(table.choices("order").len(), 4);
        table.does("order march");
        assert_eq!(table.choices("move"), ["c1", "c2"]);
    }

    #[test]
    fn r6_2_the_infantry_detachments_of_a_corps_are_one_division() {
        let mut table = army("chit prussian prussian-officers").cup();
        for (unit, hex) in [("d1", "0606"), ("d2", "0506")] {
            let at = At::Hex(table.hex(hex));
            let unit = table.unit(unit);
            table.game.put_unit(unit, at);
        }
        table.draws("prussian-officers").does("play, unit d1, order march");
        assert_eq!(table.choices("move"), ["d1", "d2"]);
    }

    #[test]
    fn r6_2_prussian_officers_activate_a_division_again_and_before_its_chit() {
        let mut table = army("chit prussian prussian-officers").cup();
        table.draws("x").orders("march");
        while table.game.activation().is_some() {
            match table.game.turn() {
                Turn::Chance(_) => table.rolls(&[1]),
                _ => table.does("pass"),
            };
        }
        table.draws("prussian-officers").does("play, unit p1, order march").allows("move p1");
        pass_all(&mut table);
        let mut table = army("chit prussian prussian-officers").cup();
        table.draws("prussian-officers").does("play, unit p1, order march");
        pass_all(&mut table);
        table.draws("x");
        assert!(table.game.activation().is_some());
    }

    #[test]
    fn r6_2_prussian_officers_rebuild_and_bring_on() {
        let mut table = army("chit prussian prussian-officers").cup();
        table.draws("prussian-officers").does("play, unit p5, order regroup, rebuild p5, hex 1102");
        assert_eq!(table.at("p5"), "1102");
        let mut table = army("chit prussian prussian-officers").cup();
        table.draws("prussian-officers").does("play, unit p6, order march, move p6, hex 0009, stop");
        assert_eq!(table.at("p6"), "0009");
    }

    /// Bazaine's Malaise has been drawn, and two French HQs are on the map, of which the first has been activated or not.
    fn malaise(activated: bool) -> Table {
        let mut table = position(
            "entry E french 0009
            corps ii french at 0101 rating 4 4
            division 3rc french at 0301 rating 4 4
            corps iv french enters 1 by E
            corps x prussian at 0801 rating 4 4
            french infantry f1 5/3 at 0102 of ii
            chit prussian bazaines-malaise",
        )
        .cup();
        if activated {
            table.draws("ii").orders("march");
            pass_all(&mut table);
        }
        table.draws("bazaines-malaise");
        assert_eq!(table.choices(""), ["play", "track 0", "track 1"], "nobody must");
        table.does("play");
        table
    }

    #[test]
    fn r21_0_bazaines_malaise_is_put_on_a_french_hq_that_has_not_been_activated() {
        let table = malaise(false);
        assert_eq!(
            (table.chooser(), table.choices("")),
            (PRUSSIAN, vec!["formation 3rc".into(), "formation ii".into()])
        );
        for formation in ["formation iv", "formation x"] {
            table.refuses(formation, "21.0");
        }
        let table = malaise(true);
        assert_eq!(table.choices(""), ["formation 3rc"]);
        table.refuses("formation ii", "21.0");
    }

    #[test]
    fn r21_0_a_formation_with_bazaines_malaise_is_not_activated() {
        let mut table = malaise(false);
        let ii = table.formation("ii");
        table.does("formation ii");
        assert_eq!(table.game.place_of(ChitIx(0)), ChitPlace::On(ii));
        table.draws("ii");
        assert!(table.game.activation().is_none() && is_draw(&table));
        assert_eq!(table.game.place_of(ChitIx(0)), ChitPlace::Used);
    }
}
