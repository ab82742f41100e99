//! 21.0 Events that both sides have in like form: the fire of Beaten Zone and Krupp's Guns, now or before an enemy unit moves
//! on, and the harassing fire of A Cloud of Skirmishers.

use battlewright_schema::at_any_cost::{Event as Chance, Kind};

use crate::action::{Action, ActionList, RefusalCause, Shot, Weapon};
use crate::board::ChitFacts;
use crate::rules::r08_fire::FireCause;
use crate::rules::r21_events::EventTask;
use crate::rules::r21_prussian::ArtilleryCharge;
use crate::state::{ChitIx, UnitIx};
use crate::{AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::kit::reach;

/// The fire of an event before its option is chosen; the option makes no fire legal or illegal.
pub(crate) const PLAIN: FireCause = FireCause::Event { option: false };

impl AtAnyCost {
    /// The weapon with which `unit` fires by `event`: Beaten Zone is fire of infantry and mitrailleuses, Krupp's Guns are
    /// artillery.
    fn event_weapon(&self, event: Chance, unit: UnitIx) -> Option<Weapon> {
        let facts = self.board.unit(unit);
        match event {
            Chance::BeatenZone if facts.kind == Kind::Infantry => Some(Weapon::Own),
            Chance::BeatenZone => self.mitrailleuse_of(unit).map(|_| Weapon::Mitrailleuse),
            Chance::KruppsGuns if facts.kind.is_artillery() => Some(Weapon::Own),
            _ => None,
        }
    }

    /// Calls `found` with every fire of `side` by `event`, at this unit or at any, until it returns `true`, and returns `true`
    /// if it does.
    fn any_event_shot(
        &self,
        side: Side,
        event: Chance,
        at: Option<UnitIx>,
        found: &mut dyn FnMut(Shot) -> bool,
    ) -> bool {
        self.on_map(side).any(|(firer, _)| match (self.event_weapon(event, firer), at) {
            (None, _) => false,
            (Some(weapon), None) => self.any_shot(firer, PLAIN, &mut |shot| shot.weapon == weapon && found(shot)),
            (Some(weapon), Some(target)) => {
                let shot = Shot { firer, weapon, target, half: false };
                self.may_shoot(&shot, PLAIN).is_ok() && found(shot)
            }
        })
    }

    /// Returns `true` if `side` can fire by `event` at this unit, or at any.
    pub(crate) fn can_fire_by_event(&self, side: Side, event: Chance, at: Option<UnitIx>) -> bool {
        self.any_event_shot(side, event, at, &mut |_| true)
            || (event == Chance::KruppsGuns && self.any_artillery_charge(side, at, &mut |_| true))
    }

    /// Every fire by `chit` at this unit, or at any: Beaten Zone with Moulin à Café as well, and Krupp's Guns after an Artillery
    /// Charge, whose battery is chosen next.
    pub(crate) fn event_fire_options(&self, chit: ChitIx, at: Option<UnitIx>, into: &mut ActionList) {
        let ChitFacts { side, event } = *self.chit(chit);
        self.any_event_shot(side, event, at, &mut |shot| {
            into.push(Action::FireWith { chit, shot, option: false });
            if event == Chance::BeatenZone {
                into.push(Action::FireWith { chit, shot, option: true });
            }
            false
        });
        if event == Chance::KruppsGuns && self.any_artillery_charge(side, at, &mut |_| true) {
            into.push(Action::Chit(chit));
        }
    }

    /// Checks whether `chit` lets `shot` be fired.
    pub(crate) fn may_fire_by_event(&self, chit: ChitIx, shot: &Shot) -> Result<(), RefusalCause> {
        let ChitFacts { side, event } = *self.chit(chit);
        if self.unit_side(shot.firer) != side {
            return Err(RefusalCause::Because(rule::EVENTS, "the event is for units of the side that plays it"));
        }
        if self.event_weapon(event, shot.firer) != Some(shot.weapon) {
            let reason = match event {
                Chance::BeatenZone => "Beaten Zone is fire of infantry or of mitrailleuses",
                _ => "Krupp's Guns are fire of artillery",
            };
            return Err(RefusalCause::Because(rule::EVENTS, reason));
        }
        self.may_shoot(shot, PLAIN)
    }

    /// The ways in which the enemy of `mover`, which is about to go on to another hex, can fire at it with held chits.
    pub(crate) fn interrupt_move_options(&self, mover: UnitIx, into: &mut ActionList) {
        let enemy = self.unit_side(mover).other();
        for event in [Chance::BeatenZone, Chance::KruppsGuns] {
            if let Some(chit) = self.held(enemy, &[event]).first() {
                self.event_fire_options(*chit, Some(mover), into);
            }
        }
    }

    /// The enemy of `mover` plays a held chit before it goes on. The move waits on the stack.
    pub(crate) fn interrupt_move(&mut self, mover: UnitIx, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::FireWith { chit, shot, option } => {
                self.play_chit(chit, log);
                self.open_fire(shot, FireCause::Event { option }, log);
            }
            Action::Chit(chit) => {
                self.play_chit(chit, log);
                self.push(EventTask::ChargeBattery(ArtilleryCharge { chit, target: Some(mover) }));
            }
            _ => {}
        }
    }

    /// Calls `found` with every unit that skirmishers of `side` can harass until it returns `true`, and returns `true` if it
    /// does: enemy Front Line units to which a path of theirs leads.
    pub(crate) fn any_harassment(&self, side: Side, found: &mut dyn FnMut(UnitIx) -> bool) -> bool {
        let enemy = side.other();
        if !self.is_combat_allowed() {
            return false;
        }
        let presence = self.presence_of(enemy);
        self.on_map(enemy).any(|(unit, hex)| {
            self.front_of(enemy, hex) == Some(unit) && self.skirmishers_reach(side, hex, &presence) && found(unit)
        })
    }

    /// Checks whether skirmishers of `side` can harass `unit`, which is an enemy.
    pub(crate) fn may_be_harassed(&self, side: Side, unit: UnitIx) -> Result<(), RefusalCause> {
        if !self.is_combat_allowed() {
            return Err(RefusalCause::Because(self.night_rule(), "no combat is allowed at this hour"));
        }
        let hex = self.hex_of(unit).filter(|hex| self.front_of(side.other(), *hex) == Some(unit));
        let Some(hex) = hex else {
            return Err(RefusalCause::Because(rule::EVENTS, "skirmishers harass Front Line units on the map"));
        };
        if self.skirmishers_reach(side, hex, &self.presence_of(side.other())) {
            Ok(())
        } else {
            Err(RefusalCause::Because(rule::EVENTS, "no path of infantry leads to it past other enemy units"))
        }
    }

    /// For each hex, the number of hexes with units of `side`, combat units or HQs, among itself and its neighbors.
    fn presence_of(&self, side: Side) -> PerHex<u8> {
        let formations = self.board.all_formations().filter(|formation| self.board.formation(*formation).side == side);
        let hqs = formations.filter_map(|formation| self.hq_hex(formation));
        let mut occupied: Vec<HexIx> = self.on_map(side).map(|(_, hex)| hex).chain(hqs).collect();
        occupied.sort_unstable();
        occupied.dedup();
        let mut presence: PerHex<u8> = self.board.map.each(0);
        for hex in occupied {
            presence[hex.index()] += 1;
            for near in self.board.map.neighbors(hex) {
                presence[near.index()] += 1;
            }
        }
        presence
    }

    /// Returns `true` if infantry of `side` is so near to `target` that its skirmishers reach it by a path of hexes that are
    /// neither in nor next to another hex of the enemy, whose presence is given. The hexes at both ends do not count. By
    /// ruling r84 only the distance has a limit, and the path may be longer.
    fn skirmishers_reach(&self, side: Side, target: HexIx, presence: &PerHex<u8>) -> bool {
        let map = &self.board.map;
        let (most, counted) = (self.board.rules.skirmish_reach, self.board.rules.skirmish_path_counts);
        let is_near = |hex: HexIx| map.distance(hex, target) <= u32::from(most);
        if !self.on_map(side).any(|(unit, hex)| self.is_infantry(unit) && is_near(hex)) {
            return false;
        }
        let sets_out = |hex: HexIx| {
            let infantry = |unit: UnitIx| self.unit_side(unit) == side && self.is_infantry(unit);
            is_near(hex) && self.ground.units(hex).any(infantry)
        };
        let is_free = |hex: HexIx| presence[hex.index()] <= u8::from(map.distance(hex, target) <= 1);
        let mut known: PerHex<bool> = map.each(false);
        known[target.index()] = true;
        // The path is looked for from its end.
        reach::can_come(
            map,
            (target, 0_u8),
            |(hex, _)| Some(*hex),
            |(_, steps), to| {
                let goes_on = !counted || *steps < most;
                (goes_on && (sets_out(to) || is_free(to))).then(|| (to, steps.saturating_add(1)))
            },
            |(hex, _)| sets_out(*hex),
            |(hex, _), _| !std::mem::replace(&mut known[hex.index()], true),
        )
    }

    /// The chits with which the side of `unit` can drive off the skirmishers before it.
    pub(crate) fn harassed_options(&self, unit: UnitIx, into: &mut ActionList) {
        into.extend(self.held(self.unit_side(unit), &[Chance::ACloudOfSkirmishers]).into_iter().map(Action::Chit));
        into.push(Action::Pass);
    }

    /// Skirmishers cost `unit` an Elan Hit, or its side drives them off with its own: both chits have no effect.
    pub(crate) fn harass(&mut self, unit: UnitIx, action: Action, log: &mut impl Log<Event>) {
        if let Action::Chit(chit) = action {
            self.play_chit(chit, log);
            log.push(Event::Cancelled(Chance::ACloudOfSkirmishers));
        } else {
            self.take_elan(unit, 1, log);
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::at_any_cost::Event as Chance;

    use crate::rules::r08_04_firing_strength::tests::column_of;
    use crate::rules::r08_fire::tests::due;
    use crate::state::{ChitIx, ChitPlace};
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};

    fn place(table: &Table, chit: u16) -> ChitPlace {
        table.game.place_of(ChitIx(chit))
    }

    /// A French brigade and a battery with mitrailleuses, two hexes from a Prussian brigade and battery.
    fn lines(more: &str) -> Position {
        position(&format!(
            "map 9x12
            french infantry f1 5/3 at 0404
            french field f2 7/4 mitrailleuse 4/2 at 0504
            prussian infantry p1 8/4 at 0406
            prussian field p2 6/3 at 0506
            {more}"
        ))
    }

    #[test]
    fn r21_0_beaten_zone_lets_infantry_or_a_mitrailleuse_fire_at_once() {
        let mut table = lines("chit french beaten-zone").cup();
        table.draws("beaten-zone").does("play");
        assert_eq!(table.chooser(), FRENCH);
        assert_eq!(table.prompt(), "French: Beaten Zone for which fire?");
        let fires = table.choices("chit-0");
        for fire in ["fire f1 p1", "fire f1 p1 option", "fire f2-mitrailleuse p1", "fire f2-mitrailleuse p2 option"] {
            assert!(fires.contains(&fire.to_owned()), "{fire} is not among {fires:?}");
        }
        table.refuses("chit-0 fire f2 p1", "21.0");
        table.refuses("chit-0 fire p1 f1", "21.0");
        table.does("chit-0 fire f1 p1");
        assert_eq!(column_of(&table, &due(&table)), "5");
        table.rolls(&[10, 1]);
        assert_eq!((table.marks("p1"), place(&table, 0)), ("battleworn".into(), ChitPlace::Used));
    }

    #[test]
    fn r21_0_krupps_guns_let_artillery_fire_at_once() {
        let mut table = lines("chit prussian krupps-guns").cup();
        table.draws("krupps-guns").does("play");
        assert_eq!(table.chooser(), PRUSSIAN);
        table.refuses("chit-0 fire p1 f1", "21.0");
        table.does("chit-0 fire p2 f1");
        assert_eq!(column_of(&table, &due(&table)), "6");
        table.rolls(&[1, 1]);
        assert_eq!(table.marks("p2"), "low", "doubles cost ammunition as in any fire");
    }

    #[test]
    fn r21_0_event_fire_follows_the_procedures_of_fire() {
        let table = {
            let mut table = lines("french infantry f3 5/3 at 0403 rationed\nchit french beaten-zone").cup();
            table.draws("beaten-zone").does("play");
            table
        };
        table.refuses("chit-0 fire f3 p1", "8.9");
        let far = position(
            "map 9x12
            french infantry f1 5/3 at 0404
            prussian infantry p1 8/4 at 0409
            chit french beaten-zone",
        );
        let mut table = far.cup();
        table.draws("beaten-zone");
        assert_eq!(table.choices(""), ["hold", "track 0", "track 1"], "nobody is in range");
    }

    /// A French brigade at this hex plays Beaten Zone against a Prussian one in 0406, with Moulin à Café or without.
    fn volley(hex: &str, option: &str) -> Table {
        let mut table = position(&format!(
            "map 9x12
            french infantry f1 5/3 at {hex}
            prussian infantry p1 8/4 tcr 7/6 at 0406
            chit french beaten-zone"
        ))
        .cup();
        table.draws("beaten-zone").does(&format!("play, chit-0 fire f1 p1{option}"));
        table
    }

    #[test]
    fn r21_0_with_moulin_a_cafe_infantry_fires_at_extreme_range_with_full_sp() {
        let sp = |option: &str| {
            let table = volley("0403", option);
            table.game.fire_strength(&due(&table))
        };
        assert_eq!((sp(""), sp(" option")), (2, 5));
    }

    #[test]
    fn r21_0_moulin_a_cafe_costs_the_target_one_of_its_tcr() {
        // A 5 is a Routine Test in column 5, and a white 6 passes it with TCR 7.
        for (option, marks) in [("", ""), (" option", "shaken")] {
            let mut table = volley("0404", option);
            table.rolls(&[5, 6]);
            assert_eq!(table.marks("p1"), marks, "{option}");
        }
    }

    #[test]
    fn r21_0_moulin_a_cafe_is_an_ammo_problem_for_sure() {
        for (option, marks) in [("", ""), (" option", "low")] {
            let mut table = volley("0404", option);
            table.rolls(&[1, 2]);
            assert_eq!(table.marks("f1"), marks, "{option}");
        }
    }

    #[test]
    fn r21_0_held_chits_fire_in_the_held_event_chit_phase() {
        let mut table = lines("holds french beaten-zone").table();
        assert_eq!(table.chooser(), FRENCH);
        table.does("chit-0 fire f2-mitrailleuse p2 option").rolls(&[1, 2]);
        assert_eq!((table.marks("f2"), place(&table, 0)), ("low".into(), ChitPlace::Used));
    }

    /// A Prussian brigade in 0408 that comes upon a French one with Beaten Zone in hand.
    fn coming(more: &str) -> Table {
        let mut table = position(&format!(
            "map 9x12
            holds french beaten-zone
            french infantry f1 5/3 at 0404
            french field f2 7/4 at 0304
            prussian infantry p1 8/4 at 0408
            {more}"
        ))
        .moves("prussian");
        table.does("move p1, hex 0407");
        table
    }

    #[test]
    fn r21_0_beaten_zone_is_played_before_a_unit_moves_on() {
        let mut table = coming("");
        assert_eq!(table.chooser(), PRUSSIAN, "in 0408 it was out of reach");
        table.does("hex 0406");
        assert_eq!((table.chooser(), table.at("p1").as_str()), (FRENCH, "0407"));
        assert_eq!(table.choices(""), ["chit-0 fire f1 p1", "chit-0 fire f1 p1 option", "pass"], "not the artillery");
        table.does("chit-0 fire f1 p1 option").rolls(&[10, 1]);
        assert_eq!((table.at("p1").as_str(), table.marks("p1").as_str()), ("0407", "battleworn"));
        table.refuses("move p1", "12.1");
    }

    #[test]
    fn r21_0_without_effect_the_unit_moves_on() {
        let mut table = coming("");
        table.does("hex 0406, chit-0 fire f1 p1").rolls(&[1, 2]);
        assert_eq!((table.chooser(), table.at("p1").as_str()), (PRUSSIAN, "0406"));
        table.does("hex 0306, stop");
    }

    #[test]
    fn r21_0_who_does_not_interrupt_is_asked_again_before_the_next_hex() {
        let mut table = coming("");
        table.does("hex 0406, pass");
        assert_eq!((table.chooser(), table.at("p1").as_str()), (PRUSSIAN, "0406"));
        table.does("hex 0306");
        assert_eq!(table.chooser(), FRENCH);
    }

    #[test]
    fn r21_0_an_interrupt_fires_at_the_moving_unit_only() {
        let mut table = coming("prussian infantry p2 8/4 at 0305");
        table.does("hex 0406");
        assert!(table.choices("chit-0").iter().all(|fire| fire.contains(" p1")));
        assert!(!table.choices("chit-0").is_empty());
    }

    #[test]
    fn r21_0_krupps_guns_interrupt_french_moves_alike() {
        let moving = |more: &str| {
            let mut table = position(&format!(
                "map 9x12
                holds prussian krupps-guns
                french infantry f1 5/3 at 0404
                prussian heavy p1 8/4 at 0408 move 1
                {more}"
            ))
            .moves("french");
            table.does("move f1, hex 0303");
            table
        };
        let table = moving("");
        assert_eq!((table.chooser(), table.choices("").join(", ")), (PRUSSIAN, "chit-0 fire p1 f1, pass".into()));
        let table = moving("prussian infantry p2 8/4 at 0406");
        assert_eq!((table.chooser(), table.at("f1").as_str()), (FRENCH, "0303"), "p2 is in the line of sight");
    }

    const CLOUD: &str = "holds french a-cloud-of-skirmishers";

    /// The units that skirmishers of a French brigade in 0404 can harass.
    fn harassed(text: &str) -> Vec<String> {
        let mut table = position(&format!("map 9x12\nfrench infantry f1 5/3 at 0404\n{text}\n{CLOUD}")).table();
        if !table.choices("").contains(&"chit-0".to_owned()) {
            return Vec::new();
        }
        table.does("chit-0");
        table.choices("unit")
    }

    #[test]
    fn r21_0_skirmishers_cost_an_enemy_an_elan_hit() {
        let mut table = position(&format!(
            "french infantry f1 5/3 at 0404
            prussian infantry p1 8/4 at 0407
            {CLOUD}"
        ))
        .table();
        table.does("chit-0, unit p1");
        assert_eq!((table.marks("p1"), place(&table, 0)), ("shaken".into(), ChitPlace::Used));
    }

    #[test]
    fn r21_0_drawn_skirmishers_harass_at_once() {
        let mut table = position(
            "french infantry f1 5/3 at 0404
            prussian infantry p1 8/4 at 0407 shaken
            chit french a-cloud-of-skirmishers",
        )
        .cup();
        table.draws("a-cloud-of-skirmishers").does("play, unit p1");
        assert_eq!(table.marks("p1"), "disrupted");
    }

    #[test]
    fn r21_0_a_disrupted_unit_that_is_harassed_takes_a_rout_test() {
        let mut table = position(&format!(
            "french infantry f1 5/3 at 0404
            prussian infantry p1 8/4 tcr 7/6 at 0407 disrupted
            {CLOUD}"
        ))
        .table();
        table.does("chit-0, unit p1").rolls(&[6]);
        assert_eq!((table.marks("p1").as_str(), table.at("p1").as_str()), ("disrupted", "0407"));
    }

    #[test]
    fn r21_0_skirmishers_reach_five_hexes() {
        assert_eq!(harassed("prussian infantry p1 8/4 at 0409"), ["p1"]);
        assert_eq!(harassed("prussian infantry p1 8/4 at 0410"), [] as [&str; 0]);
        assert_eq!(harassed("woods 0405 0406\nprussian field p1 8/4 at 0407"), ["p1"], "through any terrain");
    }

    #[test]
    fn r21_0_only_infantry_has_skirmishers() {
        let mut table = position(
            "french cavalry f1 2/1 at 0404
            french field f2 7/4 at 0504
            prussian infantry p1 8/4 at 0407
            chit french a-cloud-of-skirmishers",
        )
        .cup();
        table.draws("a-cloud-of-skirmishers");
        assert_eq!(table.choices(""), ["hold", "track 0", "track 1"]);
    }

    #[test]
    fn r21_0_skirmishers_harass_front_line_units() {
        let text = "prussian infantry p1 8/4 at 0407\nprussian field p2 6/3 at 0407 second";
        assert_eq!(harassed(text), ["p1"]);
        let mut table = position(&format!("french infantry f1 5/3 at 0404\n{text}\n{CLOUD}")).table();
        table.does("chit-0").refuses("unit p2", "21.0");
    }

    #[test]
    fn r21_0_no_path_of_skirmishers_leads_through_or_past_other_enemy_units() {
        let behind = "prussian infantry p1 8/4 at 0407\nprussian infantry p2 8/4 at 0406";
        let both = vec!["p1".to_owned(), "p2".to_owned()];
        assert_eq!(harassed(behind), both, "the way round p2 is six hexes long, but p1 is within five hexes (r84)");
        let far = |reach| {
            let text = format!("map 9x12\nfrench infantry f1 5/3 at 0404\n{behind}\n{CLOUD}");
            let rule = |scenario: &mut battlewright_schema::at_any_cost::AtAnyCost| {
                (scenario.rules.skirmish_reach, scenario.rules.skirmish_path_counts) = (Some(reach), Some(true));
            };
            let mut table = position(&text).with(rule).table();
            table.does("chit-0");
            if reach == 5 {
                table.refuses("unit p1", "21.0");
            }
            table.choices("unit")
        };
        assert_eq!((far(5), far(6)), (vec!["p2".to_owned()], both));
    }

    #[test]
    fn r21_0_an_enemy_hq_bars_skirmishers_as_other_units_do() {
        assert_eq!(harassed("prussian infantry p1 8/4 at 0406"), ["p1"]);
        let lines = format!(
            "map 9x12
            french infantry f1 5/3 at 0404
            corps x prussian at 0405 rating 4 4
            prussian infantry p1 8/4 at 0406 of x
            {CLOUD}"
        );
        for (counted, reached) in [(false, true), (true, false)] {
            let table = position(&lines).with(|scenario| scenario.rules.skirmish_path_counts = Some(counted)).table();
            assert_eq!(table.choices("").contains(&"chit-0".to_owned()), reached, "the way round is six hexes long");
        }
    }

    #[test]
    fn r21_0_skirmishers_set_out_from_next_to_another_enemy() {
        let text = "prussian infantry p1 8/4 at 0406\nprussian infantry p2 8/4 at 0403";
        assert_eq!(harassed(text), ["p1", "p2"]);
    }

    #[test]
    fn r21_0_the_enemy_drives_skirmishers_off_with_his_own() {
        let harassing = || {
            let mut table = position(
                "french infantry f1 5/3 at 0404
                prussian field p1 6/3 at 0407
                holds french a-cloud-of-skirmishers
                holds prussian a-cloud-of-skirmishers",
            )
            .table();
            table.does("chit-0, unit p1");
            table
        };
        let mut table = harassing();
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["chit-1".to_owned(), "pass".to_owned()]));
        table.does("chit-1");
        assert_eq!(table.marks("p1"), "");
        assert_eq!([place(&table, 0), place(&table, 1)], [ChitPlace::Used; 2]);
        let mut table = harassing();
        table.does("pass");
        assert_eq!((table.marks("p1"), place(&table, 1)), ("shaken".into(), ChitPlace::Held));
        assert_eq!(table.game.held(PRUSSIAN, &[Chance::ACloudOfSkirmishers]).len(), 1);
    }
}
