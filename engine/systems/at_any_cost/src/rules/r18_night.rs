//! 18.0 Overnight Game Turns. The hour of a turn says which row of the night table applies; the other rules ask the
//! functions here for its effects. [`modified_tcr`](AtAnyCost::modified_tcr) adds the night's modifier to the TCR.

use battlewright_schema::at_any_cost::{Nation, NightKind, NightRow};

use crate::action::RefusalCause;
use crate::rules::r05_sequence::DISRUPTED;
use crate::{AtAnyCost, Event, FormationIx, UnitIx, rulebook as rule};
use battlewright_core::game::{Log, Rule};
use battlewright_core::kit::hex_map::HexIx;

impl AtAnyCost {
    /// The row of the night table for the turn at hand; `None` by day.
    pub(crate) fn night(&self) -> Option<&NightRow> {
        self.board.night(self.state.turn)
    }

    /// The rule of the night at hand.
    pub(crate) fn night_rule(&self) -> Rule {
        match self.night().map(|night| night.kind) {
            Some(NightKind::Dusk) | None => rule::DUSK,
            Some(NightKind::Evening) => rule::EVENING,
            Some(NightKind::DeepNight) => rule::DEEP_NIGHT,
            Some(NightKind::Dawn) => rule::DAWN,
        }
    }

    /// Returns `true` if the turn allows combat (18.2, 18.3).
    pub(crate) fn is_combat_allowed(&self) -> bool {
        self.night().is_none_or(|night| !night.no_combat)
    }

    /// The longest line of sight of the turn, in hexes (18.1, 18.4); `None` for no limit.
    pub(crate) fn sight_limit(&self) -> Option<u8> {
        self.night()?.sight
    }

    /// Returns `true` if the turn is one of those in which the units of a Campaign rest (18.2, 18.3).
    pub(crate) fn is_night_of_rest(&self) -> bool {
        self.board.campaign && self.night().is_some_and(|night| night.rest)
    }

    /// Returns `cost`, that of a step into `to`, as the night makes it: twice as much in a hex without a road, which is
    /// what halving the Movement Allowance off the roads comes to (18.1).
    pub(crate) fn night_cost(&self, cost: u16, to: HexIx) -> u16 {
        if self.night().is_some() && !self.board.map.has_road(to) { cost.saturating_mul(2) } else { cost }
    }

    /// Returns a Movement Allowance of `points` as the night makes it: in Deep Night, when all movement is on roads, half of
    /// it without fractions (18.3, 2.3).
    pub(crate) fn night_allowance(&self, points: u16) -> u16 {
        if self.night().is_some_and(|night| night.roads_only) { points / 2 } else { points }
    }

    /// Returns `true` if the night allows a step into `to`, `from` a hex or from off the map: in Deep Night from road
    /// hex to road hex only (18.3).
    pub(crate) fn may_step_at_night(&self, from: Option<HexIx>, to: HexIx) -> bool {
        let map = &self.board.map;
        let is_by_road = from.is_none_or(|from| map.has_road(from)) && map.has_road(to);
        is_by_road || self.night().is_none_or(|night| !night.roads_only)
    }

    /// 18.3: `unit` has moved; in Deep Night it gets a Disrupted marker.
    pub(crate) fn disrupt_night_mover(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        if self.night().is_some_and(|night| night.roads_only) && self.unit(unit).elan < DISRUPTED {
            self.unit_mut(unit).elan = DISRUPTED;
            log.push(Event::Elan(unit, DISRUPTED));
        }
    }

    /// Returns `true` if the HQ and the units of `formation` may move and build Fieldworks (18.4): at Dawn the French
    /// only once the formation's own Activation Chit has been drawn, as the scenario has it in the cup. Events move
    /// nobody before.
    pub(crate) fn may_act_at_dawn(&self, formation: FormationIx) -> bool {
        let is_dawn = self.night().is_some_and(|night| night.kind == NightKind::Dawn);
        let is_french = self.nation(self.board.formation(formation).side) == Nation::French;
        !(is_dawn && is_french) || self.hq(formation).activated
    }

    /// 18.2, 18.3: checks that `unit`, whose HQ commands the hexes that `range` has a cost for, may try to turn to its
    /// Fresh side: once a night, in the Rally Step, as it would recover (14.2).
    pub(crate) fn may_refresh(&self, unit: UnitIx, range: &[u16]) -> Result<(), RefusalCause> {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        if !self.is_night_of_rest() {
            return Err(RefusalCause::Because(
                rule::EVENING,
                "units turn to their Fresh sides in the nights of Campaigns only",
            ));
        }
        if facts.small {
            return Err(RefusalCause::Because(rule::SMALL_UNITS, "a Small Unit has no Fresh side"));
        }
        if !state.battleworn {
            return Err(RefusalCause::Because(self.night_rule(), "it is not Battleworn"));
        }
        if state.rested {
            return Err(RefusalCause::Because(self.night_rule(), "it has tried in this night"));
        }
        self.may_be_rallied(unit, range)
    }

    /// The greatest die with which `unit` turns to its Fresh side: its printed Battleworn TCR.
    pub(crate) fn refresh_limit(&self, unit: UnitIx) -> u8 {
        self.board.unit(unit).tcr[1]
    }

    /// 18.2, 18.3: the die of `unit` that tries to turn to its Fresh side.
    pub(crate) fn roll_refresh(&mut self, unit: UnitIx, die: u16, log: &mut impl Log<Event>) {
        let limit = self.refresh_limit(unit);
        log.push(Event::RefreshRoll(unit, die, limit));
        let state = self.unit_mut(unit);
        state.rested = true;
        state.done.rallied = true;
        if die <= u16::from(limit) {
            state.battleworn = false;
            log.push(Event::Refreshed(unit));
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::at_any_cost::{HqOrder, NightKind};

    use crate::state::{ActivatedUnits, Activation, At};
    use crate::tests::testing::{FRENCH, Position, Table, position};
    use battlewright_core::game::Game as _;

    /// A French corps at this hour, with a road from 0404 to 0402.
    fn at(clock: &str, more: &str) -> Position {
        position(&format!(
            "clock {clock}
            road 0404 0403 0402
            corps ii french at 0405 rating 9 9
            french infantry f1 5/3 tcr 6/5 at 0404 of ii
            {more}"
        ))
    }

    /// A Battleworn brigade in the Rally Step of a night of a Campaign, under Regroup orders.
    fn worn(clock: &str, more: &str) -> Table {
        at(clock, more).rallies("ii", "regroup")
    }

    #[test]
    fn r18_1_the_hour_says_which_night_it_is() {
        let kind = |clock| at(clock, "").table().game.night().map(|night| night.kind);
        assert_eq!(kind("21:00"), Some(NightKind::Dusk));
        for clock in ["22:00", "23:00"] {
            assert_eq!(kind(clock), Some(NightKind::Evening), "{clock}");
        }
        for clock in ["00:00", "01:00", "02:00", "03:00", "04:00"] {
            assert_eq!(kind(clock), Some(NightKind::DeepNight), "{clock}");
        }
        assert_eq!(kind("05:00"), Some(NightKind::Dawn));
        for clock in ["06:00", "12:00", "20:00"] {
            assert_eq!(kind(clock), None, "{clock}");
        }
    }

    #[test]
    fn r18_1_sight_is_one_hex_at_dusk_and_dawn() {
        let sight = |clock| at(clock, "").table().game.sight_limit();
        assert_eq!([sight("21:00"), sight("05:00"), sight("08:00")], [Some(1), Some(1), None]);
    }

    #[test]
    fn r18_2_no_combat_in_the_evening_and_in_deep_night() {
        let combat = |clock| at(clock, "").table().game.is_combat_allowed();
        assert_eq!(["22:00", "00:00"].map(combat), [false; 2]);
        assert_eq!(["21:00", "05:00", "08:00"].map(combat), [true; 3]);
    }

    #[test]
    fn r18_3_the_tcr_is_one_less_at_night_and_two_less_in_deep_night() {
        let tcr = |clock| {
            let table = at(clock, "").table();
            table.game.modified_tcr(table.unit("f1"))
        };
        assert_eq!(["08:00", "21:00", "22:00", "00:00", "05:00"].map(tcr), [6, 5, 5, 4, 5]);
    }

    #[test]
    fn r18_1_movement_is_halved_in_hexes_without_a_road() {
        let costs = |clock| {
            let table = at(clock, "").table();
            ["0403", "0304"].map(|hex| table.game.night_cost(2, table.hex(hex)))
        };
        assert_eq!(costs("08:00"), [2, 2]);
        for clock in ["21:00", "22:00", "05:00"] {
            assert_eq!(costs(clock), [2, 4], "{clock}");
        }
    }

    #[test]
    fn r18_3_in_deep_night_the_allowance_is_halved_and_fractions_are_dropped() {
        let allowance = |clock, order| {
            let table = at(clock, "").orders("ii", order);
            ["f1", "ii-hq"].map(|piece| table.game.allowance(table.piece(piece)))
        };
        // In half points: 5 and 8 points, 2 and 4 under Defend orders, 6 and 9 under March orders.
        assert_eq!([allowance("22:00", "defend"), allowance("22:00", "march")], [[4, 8], [12, 18]]);
        assert_eq!([allowance("00:00", "defend"), allowance("00:00", "march")], [[2, 4], [6, 8]]);
    }

    #[test]
    fn r18_3_in_deep_night_a_major_road_leads_as_far_as_half_the_allowance() {
        let mut table = position(
            "map 9x15
            clock 00:00
            major 0414 0413 0412 0411 0410 0409 0408 0407 0406 0405 0404
            corps ii french at 0801 rating 20 20
            french infantry f1 5/3 move 6 at 0414 of ii",
        )
        .orders("ii", "march");
        // Half of 7 is 3 points, and so 6 hexes.
        table.does("move f1, hex 0413, hex 0412, hex 0411, hex 0410, hex 0409, hex 0408");
        assert_eq!((table.at("f1"), table.choices("hex")), ("0408".to_owned(), Vec::new()));
    }

    #[test]
    fn r18_3_in_deep_night_units_move_along_roads_only() {
        let open = |clock| {
            let table = at(clock, "").table();
            let may =
                |from: Option<&str>, to| table.game.may_step_at_night(from.map(|from| table.hex(from)), table.hex(to));
            let on_map = [may(Some("0404"), "0403"), may(Some("0404"), "0304"), may(Some("0304"), "0403")];
            (on_map, [may(None, "0402"), may(None, "0304")])
        };
        assert_eq!(open("00:00"), ([true, false, false], [true, false]));
        for clock in ["08:00", "21:00", "22:00", "05:00"] {
            assert_eq!(open(clock), ([true; 3], [true; 2]), "{clock}");
        }
    }

    #[test]
    fn r18_3_units_that_move_in_deep_night_are_disrupted() {
        for (clock, marks) in [("00:00", "disrupted"), ("22:00", ""), ("08:00", "")] {
            let mut table = at(clock, "").table();
            let f1 = table.unit("f1");
            table.run(|game, log| game.disrupt_night_mover(f1, log));
            assert_eq!(table.marks("f1"), marks, "{clock}");
        }
    }

    #[test]
    fn r18_4_at_dawn_the_french_act_once_their_own_chit_has_been_drawn() {
        let able = |clock| {
            let table = at(clock, "prussian infantry p1 8/4 at 0808").table();
            ["ii", "prussian"].map(|formation| table.game.may_act_at_dawn(table.formation(formation)))
        };
        assert_eq!(able("05:00"), [false, true]);
        for clock in ["21:00", "00:00", "06:00"] {
            assert_eq!(able(clock), [true, true], "{clock}");
        }
        let table = at("05:00", "").activate("ii");
        assert!(table.game.may_act_at_dawn(table.formation("ii")));
    }

    #[test]
    fn r18_4_at_dawn_marshal_bazaine_has_no_fieldworks_built_before() {
        let rule = |clock: &str, is_activated: bool| {
            let mut table = at(clock, "").cup();
            let (ii, f1) = (table.formation("ii"), table.unit("f1"));
            table.game.hq_mut(ii).activated = is_activated;
            table.run(|game, log| game.push_activation(Activation::new(ActivatedUnits::Single(f1), FRENCH), log));
            table.game.activation_mut().unwrap().order = Some(HqOrder::Defend);
            table.game.may_dig(f1).err().map(|refusal| refusal.explain(&table.game).rule.number)
        };
        assert_eq!(rule("05:00", false), Some("18.4"));
        assert_eq!([rule("05:00", true), rule("06:00", false)], [None, None]);
    }

    #[test]
    fn r18_2_a_battleworn_unit_turns_fresh_within_its_printed_battleworn_tcr_by_night() {
        for clock in ["22:00", "00:00"] {
            for (die, marks) in [(5, ""), (6, "battleworn")] {
                let mut table = worn(clock, "campaign\nfrench infantry f2 5/3 tcr 6/5 at 0403 of ii battleworn");
                assert_eq!(table.choices("refresh"), ["f2"]);
                table.does("refresh f2").rolls(&[die]);
                assert_eq!(table.marks("f2"), marks, "{clock} {die}");
            }
        }
    }

    #[test]
    fn r18_2_a_unit_tries_to_turn_fresh_once_a_night() {
        let two = "campaign
            french infantry f2 5/3 tcr 6/5 at 0403 of ii battleworn
            french infantry f3 5/3 tcr 6/5 at 0402 of ii battleworn";
        let mut table = worn("22:00", two);
        table.does("refresh f2").rolls(&[10]);
        assert_eq!(table.choices("refresh"), ["f3"]);
        table.refuses("refresh f2", "18.2");
        let f2 = table.unit("f2");
        assert!(table.game.unit(f2).rested && table.game.unit(f2).done.rallied);
    }

    #[test]
    fn r18_2_units_do_not_turn_fresh_in_battles_by_day_or_if_they_could_not_recover() {
        let fine = "french infantry f2 5/3 tcr 6/5 at 0403 of ii battleworn";
        let shaken = "french infantry f9 5/3 at 0304 of ii shaken";
        for (clock, campaign) in [("22:00", ""), ("21:00", "campaign"), ("05:00", "campaign"), ("12:00", "campaign")] {
            let table = worn(clock, &format!("{campaign}\n{fine}\n{shaken}"));
            table.refuses("refresh f2", "18.2");
        }
        let small = "french infantry f2 5/3 tcr 6/5 at 0403 of ii small";
        worn("22:00", &format!("campaign\n{small}\n{shaken}")).refuses("refresh f2", "3.4");
        worn("22:00", &format!("campaign\n{fine}\n{shaken}")).refuses("refresh f1", "18.2");
        let enemy = "prussian infantry p1 8/4 at 0402";
        worn("22:00", &format!("campaign\n{fine}\n{shaken}\n{enemy}")).refuses("refresh f2", "14.2");
    }

    #[test]
    fn r18_2_broken_units_are_not_refreshed() {
        let mut table = worn("22:00", "campaign\nfrench infantry f9 5/3 at 0304 of ii shaken");
        let f1 = table.unit("f1");
        table.game.unit_mut(f1).battleworn = true;
        table.allows("refresh f1");
        table.game.put_unit(f1, At::Broken { until: 1 });
        assert!(table.game.check(&table.action("refresh f1")).is_err());
    }
}
