//! 16.0 Earthworks: Fieldworks, which infantry under Defend orders builds at the end of the Rally Step (16.2), and
//! Entrenchments, which Fieldworks become in the nights of Campaigns (16.3). They stay where they are, for whoever is
//! in the hex (16.4). Their effect on SP and TCR is in `r03_units.rs`.

use battlewright_schema::at_any_cost::{Earthwork, HqOrder};

use crate::action::{Action, ActionList, RefusalCause};
use crate::{AtAnyCost, Event, UnitIx, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;

impl AtAnyCost {
    /// The earthworks in `hex` (16.1).
    pub(crate) fn earthwork_at(&self, hex: HexIx) -> Option<Earthwork> {
        let works = &self.state.earthworks;
        works.binary_search_by_key(&hex, |(at, _)| *at).ok().and_then(|place| works.get(place)).map(|(_, work)| *work)
    }

    /// Puts `work` into `hex`, in place of what is there: a hex has one marker (16.1).
    fn put_earthwork(&mut self, hex: HexIx, work: Earthwork) {
        let works = &mut self.state.earthworks;
        match works.binary_search_by_key(&hex, |(at, _)| *at) {
            Ok(place) => works[place].1 = work,
            Err(place) => works.insert(place, (hex, work)),
        }
    }

    /// 16.2: the active units that may try to build.
    pub(crate) fn dig_options(&self, into: &mut ActionList) {
        let Some(activation) = self.activation() else { return };
        into.extend(self.active_units(activation).filter(|unit| self.may_dig(*unit).is_ok()).map(Action::Dig));
        into.push(Action::Pass);
    }

    /// 16.2, 16.3: the earthworks that `unit` may try to build.
    pub(crate) fn may_dig(&self, unit: UnitIx) -> Result<Earthwork, RefusalCause> {
        let refuse = |reason| Err(RefusalCause::Because(rule::FIELDWORKS, reason));
        let (facts, done) = (self.board.unit(unit), self.unit(unit).done);
        let Some(hex) = self.hex_of(unit) else { return refuse("it is not on the map") };
        if !self.is_infantry(unit) {
            return refuse("only infantry builds earthworks");
        }
        if facts.breakdown {
            return refuse("an Infantry Detachment builds no earthworks");
        }
        if self.order_of(unit) != Some(HqOrder::Defend) {
            return refuse("it is not In Command under a Defend order");
        }
        if self.unit(unit).dug_in_vain {
            return refuse("it has tried in vain in this turn");
        }
        if done.dug {
            return refuse("it has tried in this step");
        }
        if done.fired_at {
            return refuse("it has been fired at");
        }
        if done.left {
            return refuse("it has moved");
        }
        if done.assaulted {
            return refuse("it has fought in an assault");
        }
        if done.rallied {
            return refuse("it has recovered or was rebuilt");
        }
        if !self.may_act_at_dawn(facts.formation) {
            return Err(RefusalCause::Because(rule::DAWN, "the chit of its formation has not been drawn yet"));
        }
        self.may_dig_by_rows(unit, hex)?;
        match self.earthwork_at(hex) {
            None => Ok(Earthwork::Fieldworks),
            Some(Earthwork::Fieldworks) if self.is_night_of_rest() => Ok(Earthwork::Entrenchments),
            Some(Earthwork::Fieldworks) => {
                let reason = "Fieldworks become Entrenchments in the nights of Campaigns only";
                Err(RefusalCause::Because(rule::ENTRENCHMENTS, reason))
            }
            Some(Earthwork::Entrenchments) => Err(RefusalCause::Because(rule::EARTHWORKS, "its hex has Entrenchments")),
        }
    }

    /// The greatest die with which `unit` builds: its modified TCR, and one more in a sheltering hex (16.2).
    pub(crate) fn dig_limit(&self, unit: UnitIx) -> i8 {
        let is_sheltered = self.hex_of(unit).is_some_and(|hex| self.board.shelters(hex));
        let shelter = self.board.rules.tables.cohesion_modifiers.sheltered_digging;
        self.tcr_with(unit, if is_sheltered { shelter } else { 0 })
    }

    /// 16.2, 16.3: the die of `unit` that tries to build.
    pub(crate) fn roll_dig(&mut self, unit: UnitIx, die: u16, log: &mut impl Log<Event>) {
        let (Ok(work), Some(hex)) = (self.may_dig(unit), self.hex_of(unit)) else { return };
        let limit = self.dig_limit(unit);
        self.unit_mut(unit).done.dug = true;
        log.push(Event::DigRoll(work, unit, die, limit));
        if u16::try_from(limit).is_ok_and(|limit| die <= limit) {
            self.put_earthwork(hex, work);
            log.push(Event::Built(work, hex));
        } else {
            self.unit_mut(unit).dug_in_vain = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_core::kit::tasks::TaskStack as _;
    use battlewright_schema::at_any_cost::Earthwork;

    use crate::stage::Part;
    use crate::state::{At, CommandStatus, Unit};
    use crate::tests::testing::{Position, Table, position};
    use battlewright_core::game::Game as _;

    /// Two French brigades in command, and more.
    fn corps(more: &str) -> Position {
        position(&format!(
            "corps ii french at 0405 rating 9 9
            french infantry f1 5/3 tcr 6/5 at 0404 of ii
            french infantry f2 5/3 tcr 6/5 at 0304 of ii
            {more}"
        ))
    }

    fn works(table: &Table, hex: &str) -> Option<Earthwork> {
        table.game.earthwork_at(table.hex(hex))
    }

    /// f1 rolls this die for earthworks, under Defend orders.
    fn dug(lines: &str, die: u16) -> Table {
        let mut table = corps(lines).rallies("ii", "defend");
        table.does("dig f1").rolls(&[die]);
        table
    }

    #[test]
    fn r16_2_infantry_builds_fieldworks_within_its_tcr() {
        assert_eq!(works(&dug("", 6), "0404"), Some(Earthwork::Fieldworks));
        let table = dug("", 7);
        assert_eq!(works(&table, "0404"), None);
        assert_eq!(table.choices("dig"), ["f2"], "f1 waits for another turn");
        table.refuses("dig f1", "16.2");
    }

    #[test]
    fn r16_2_who_has_failed_waits_for_the_next_turn_and_not_for_the_next_activation() {
        for (die, again) in [(7, false), (1, true)] {
            let mut table = dug("clock 22:00\ncampaign", die);
            table.game.clear_records();
            assert_eq!(table.game.check(&table.action("dig f1")).is_ok(), again, "{die}");
            if !again {
                table.refuses("dig f1", "16.2");
                table.run(|game, log| game.run_housekeeping(log));
                assert!(!table.game.unit(table.unit("f1")).dug_in_vain);
            }
        }
    }

    #[test]
    fn r16_2_in_woods_farms_quarries_and_towns_the_tcr_is_one_more() {
        for ground in ["woods", "farm", "quarry", "town"] {
            let lines = format!("{ground} 0404");
            assert_eq!(works(&dug(&lines, 7), "0404"), Some(Earthwork::Fieldworks), "{ground}");
            assert_eq!(works(&dug(&lines, 8), "0404"), None, "{ground}");
        }
        for ground in ["ravine", "stream"] {
            assert_eq!(works(&dug(&format!("{ground} 0404"), 7), "0404"), None, "{ground}");
        }
    }

    #[test]
    fn r16_2_the_tcr_is_modified_by_elan_and_by_the_night() {
        let limit = |lines: &str, elan| {
            let mut table = corps(lines).table();
            let f1 = table.unit("f1");
            table.game.unit_mut(f1).elan = elan;
            table.game.dig_limit(f1)
        };
        assert_eq!([limit("", 0), limit("", 1), limit("", 2)], [6, 5, 4]);
        assert_eq!([limit("clock 21:00", 0), limit("clock 00:00", 0), limit("clock 00:00", 1)], [5, 4, 3]);
    }

    #[test]
    fn r16_2_a_unit_must_meet_all_the_conditions() {
        let marks: [fn(&mut Unit); 7] = [
            |unit| unit.done.fired_at = true,
            |unit| unit.done.left = true,
            |unit| unit.done.assaulted = true,
            |unit| unit.done.rallied = true,
            |unit| unit.done.dug = true,
            |unit| unit.done.command = CommandStatus::Cautious,
            |unit| unit.done.command = CommandStatus::Hesitates,
        ];
        for (number, mark) in marks.into_iter().enumerate() {
            let mut table = corps("").rallies("ii", "defend");
            table.allows("dig f1");
            let f1 = table.unit("f1");
            mark(table.game.unit_mut(f1));
            table.refuses("dig f1", "16.2");
            assert_eq!(table.choices("dig"), ["f2"], "condition {number}");
        }
    }

    #[test]
    fn r16_2_a_unit_that_has_moved_or_recovered_does_not_build() {
        let mut table = corps("french infantry f3 5/3 at 0506 of ii shaken").orders("ii", "defend");
        table.does("move f1, hex 0403, stop").skip_to(Part::Rally);
        table.does("rally f3");
        assert_eq!(table.choices("dig"), ["f2"]);
        table.refuses("dig f1", "16.2");
        table.refuses("dig f3", "16.2");
    }

    #[test]
    fn r16_2_only_infantry_brigades_of_the_formation_build() {
        let table = corps(
            "french cavalry c1 3/2 at 0504 of ii
            french field a1 5/3 at 0503 of ii
            french infantry g1 5/3 at 0402
            prussian infantry p1 8/4 at 0808",
        )
        .rallies("ii", "defend");
        assert_eq!(table.choices("dig"), ["f1", "f2"]);
        for unit in ["c1", "a1", "g1", "p1"] {
            table.refuses(&format!("dig {unit}"), "16.2");
        }
    }

    #[test]
    fn r16_2_an_infantry_detachment_does_not_build() {
        let mut table = corps("french infantry d1 3/2 breakdown of ii").rallies("ii", "defend");
        let (d1, hex) = (table.unit("d1"), table.hex("0503"));
        table.game.put_unit(d1, At::Hex(hex));
        table.refuses("dig d1", "16.2");
        assert!(table.game.check(&table.action("dig f1")).is_ok());
    }

    #[test]
    fn r16_2_only_under_defend_orders() {
        let mut table = corps("french infantry f3 5/3 at 0506 of ii shaken").rallies("ii", "regroup");
        table.allows("rally f3");
        table.refuses("dig f1", "16.2");
        table.does("rally f3");
        assert!(table.choices("dig").is_empty());
    }

    #[test]
    fn r16_1_a_hex_has_one_marker() {
        let table = corps("entrenchments 0404").rallies("ii", "defend");
        assert_eq!(table.choices("dig"), ["f2"]);
        table.refuses("dig f1", "16.1");
    }

    #[test]
    fn r16_3_fieldworks_become_entrenchments_in_the_nights_of_campaigns_only() {
        for clock in ["22:00", "00:00"] {
            let table = dug(&format!("clock {clock}\ncampaign\nfieldworks 0404"), 4);
            assert_eq!(works(&table, "0404"), Some(Earthwork::Entrenchments), "{clock}");
            assert_eq!(table.game.state.earthworks.len(), 1);
        }
        for other in ["", "campaign", "clock 22:00", "clock 21:00\ncampaign", "clock 05:00\ncampaign"] {
            let table = corps(&format!("{other}\nfieldworks 0404")).rallies("ii", "defend");
            table.refuses("dig f1", "16.3");
        }
    }

    #[test]
    fn r16_3_the_roll_for_entrenchments_cites_their_rule() {
        for (work, number) in [("", "16.2"), ("\nfieldworks 0404", "16.3")] {
            let mut table = corps(&format!("clock 22:00\ncampaign{work}")).rallies("ii", "defend");
            table.does("dig f1");
            assert_eq!(table.game.asked_by().number, number);
        }
    }

    #[test]
    fn r16_3_entrenchments_are_built_within_the_tcr_that_the_fieldworks_have_raised() {
        let night = "clock 22:00\ncampaign\nfieldworks 0404";
        assert_eq!(works(&dug(night, 6), "0404"), Some(Earthwork::Entrenchments), "6, one more, one less");
        assert_eq!(works(&dug(night, 7), "0404"), Some(Earthwork::Fieldworks), "they stay");
    }

    #[test]
    fn r16_4_earthworks_stay_for_whoever_is_in_the_hex() {
        let mut table = dug("prussian infantry p1 8/4 tcr 7/6 at 0808", 1);
        let (f1, p1) = (table.unit("f1"), table.unit("p1"));
        assert_eq!((table.game.modified_tcr(f1), table.game.modified_tcr(p1)), (7, 7));
        let [hex, away] = ["0404", "0402"].map(|hex| table.hex(hex));
        table.game.put_unit(f1, At::Hex(away));
        table.game.put_unit(p1, At::Hex(hex));
        assert_eq!((table.game.modified_tcr(f1), table.game.modified_tcr(p1)), (6, 8));
    }
}
