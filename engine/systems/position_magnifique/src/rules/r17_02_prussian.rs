//! 17.2 Prussian Event Chits: Bazaine's Malaise and Colonel Caprivi.

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::Event as Chance;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::stage::TaskStage;
use crate::state::{ActivatedUnits, Activation, FormationIx, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::tasks::TaskFamily;

/// 17.2: the die for Bazaine's Malaise on this HQ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MalaiseRoll(pub(crate) FormationIx);

impl TaskFamily<PositionMagnifique> for MalaiseRoll {
    fn stage(&self, _: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("Roll for the event"));
        TaskStage::rolls(1, rule::PRUSSIAN_EVENTS, None)
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[die] = picks {
            game.roll_malaise(self.0, die, log);
        }
    }
}

/// 17.2: the die for Colonel Caprivi and the unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CapriviRoll(pub(crate) UnitIx);

impl TaskFamily<PositionMagnifique> for CapriviRoll {
    fn stage(&self, _: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("Roll for the event"));
        TaskStage::rolls(1, rule::PRUSSIAN_EVENTS, None)
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[die] = picks {
            game.roll_caprivi(self.0, die, log);
        }
    }
}

impl PositionMagnifique {
    /// 17.2: resolves the die: on a low one the HQ does not act this turn.
    pub(crate) fn roll_malaise(&mut self, formation: FormationIx, die: u16, log: &mut impl Log<Event>) {
        let acts = die > u16::from(self.board.rules.malaise_up_to);
        log.push(Event::Malaise(formation, die, acts));
        if acts {
            self.activate(formation);
        }
    }

    /// 17.2: resolves the die: on a low one the unit is no longer shaken, and is activated.
    pub(crate) fn roll_caprivi(&mut self, unit: UnitIx, die: u16, log: &mut impl Log<Event>) {
        let acts = die <= u16::from(self.board.rules.caprivi_up_to);
        log.push(Event::EventDie(Chance::ColonelCaprivi, unit, die, acts));
        if acts {
            self.unit_mut(unit).shaken = false;
            self.push_activation(Activation { who: ActivatedUnits::Caprivi(unit), side: self.unit_side(unit) });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{PRUSSIAN, Table, position};
    use crate::tests::testing_scenes::{between, guns, three_corps};

    #[test]
    fn r17_2_auftragstaktik_moves_a_division_by_half_and_helps_its_assault() {
        let mut table = position(
            "map 12x9
            chit prussian auftragstaktik krupp-guns
            corps x prussian at 1101 range 20 20 defend
            prussian infantry p1 5/3 at 0408 of x division 5
            prussian infantry p2 5/3 at 0808 of x division 5
            prussian infantry p3 5/3 at 0908 of x division 6
            french infantry f1 4/2 at 0404",
        )
        .cup();
        table.draws("x").does("defend, pass").take_log();
        table.draws("auftragstaktik").does("use auftragstaktik");
        assert_eq!(table.choices(""), ["pass", "unit p1", "unit p3"], "one of each division");
        table.does("unit p1");
        table.logs_nothing_with("Fire Combat Phase");
        table.refuses("move p3", "8.1");
        table.does("move p1, hex 0407, hex 0406, hex 0405, pass");
        assert_eq!(table.prompt(), "Prussians: move a unit, or pass", "three hexes are half of six");
        table.does("pass, unit f1, unit p1, begin").rolls(&[3, 4]);
        table.logs("Column +2, 3 + 4 = 7: D1 [13.2]");
    }

    const MALAISE: &str = "prussian bazaines-malaise colonel-caprivi";

    #[test]
    fn r17_2_bazaine_s_malaise_may_paralyze_a_waiting_french_hq() {
        let mut table = three_corps(MALAISE);
        table.draws("iii").does("attack, pass").draws("bazaines-malaise").does("use bazaines-malaise");
        assert_eq!(table.choices(""), ["formation 3rc", "formation ii"]);
        table.does("formation ii");
        table.logs("Bazaine's Malaise with ii [17.2]");
        table.draws("ii").rolls(&[5]);
        table.logs("Bazaine's Malaise, 5: the commander of ii does not act this turn [17.2]");
        assert_eq!(table.prompt(), "A chit is drawn");
    }

    #[test]
    fn r17_2_bazaine_s_malaise_must_be_placed_if_it_can_be() {
        let mut table = three_corps(MALAISE);
        table.draws("bazaines-malaise").does("use bazaines-malaise");
        table.refuses("pass", "17.2");
        let mut table = three_corps(MALAISE);
        table
            .draws("iii")
            .does("attack, pass")
            .draws("ii")
            .does("pass, attack, pass")
            .draws("3rc")
            .does("attack, pass");
        table.draws("bazaines-malaise").does("use bazaines-malaise");
        table.logs("Bazaine's Malaise has no effect [17.2]");
    }

    #[test]
    fn r17_2_the_commander_acts_on_a_6() {
        let mut table = three_corps(MALAISE);
        table.draws("bazaines-malaise").does("use bazaines-malaise, formation ii").draws("ii").rolls(&[6]);
        table.allows("fire f1 p1");
    }

    /// Colonel Caprivi has been placed with a shaken brigade that has already been active.
    fn caprivi(die: u16) -> Table {
        let mut table = position(
            "map 12x9
            chit prussian colonel-caprivi krupp-guns
            corps x prussian at 1101 range 12 12
            prussian infantry p1 5/3 at 0406 of x shaken
            prussian infantry p2 5/3 at 0306 of x
            french infantry f1 4/2 at 0404",
        )
        .cup();
        table.draws("x").does("pass, attack, pass").draws("colonel-caprivi").does("use colonel-caprivi");
        assert_eq!(table.choices(""), ["pass", "unit p1", "unit p2"]);
        table.does("unit p1").rolls(&[die]);
        table
    }

    #[test]
    fn r17_2_colonel_caprivi_rallies_and_activates_a_unit() {
        let mut table = caprivi(4);
        assert_eq!(table.marks("p1"), "");
        table.refuses("fire p2 f1", "8.1");
        table.does("fire p1 f1").rolls(&[1, 2]);
        table.refuses("move p2", "8.1");
        table.does("move p1, hex 0405, pass, stop");
        assert_eq!(table.choices("unit"), ["f1"]);
    }

    #[test]
    fn r17_2_colonel_caprivi_comes_to_nothing_on_5_and_6() {
        for die in [5, 6] {
            let table = caprivi(die);
            table.logs(&format!("Colonel Caprivi for p1, {die}: no effect [17.2]"));
            assert_eq!(table.marks("p1"), "shaken");
            assert_eq!(table.prompt(), "A chit is drawn");
        }
    }

    fn deathride(die: u16) -> Table {
        let mut table = position(
            "map 12x9
            holds prussian deathride
            prussian cavalry c1 3/2 at 0408
            prussian infantry p1 5/3 at 1108
            french infantry f1 4/2 at 0404",
        )
        .moves("prussian");
        assert_eq!(table.choices("chit-0"), ["deathride c1 f1"]);
        table.does("chit-0 deathride c1 f1").rolls(&[die]);
        table
    }

    #[test]
    fn r17_2_a_deathride_is_not_halted_and_strikes_harder() {
        let mut table = deathride(2);
        table.does("hex 0407, hex 0406, hex 0405, unit f1").rolls(&[6, 5]);
        assert_eq!(table.marks("c1"), "shaken");
        table.does("hex 0404, pass, unit f1, begin").rolls(&[3, 4]);
        // Twice 3, halved, less 4 is -1; two columns to the right.
        table.logs("Column +1, 3 + 4 = 7: D1 [13.2]");
    }

    #[test]
    fn r17_2_interdiction_halts_a_deathride_too() {
        let mut table = position(
            "map 12x9
            holds prussian deathride
            holds french beaten-zone
            prussian cavalry c1 3/2 at 0408
            french infantry f1 4/2 at 0404",
        )
        .moves("prussian");
        table.does("chit-0 deathride c1 f1").rolls(&[1]);
        table.does("hex 0407, pass, hex 0406, chit-1 fire f1 c1").rolls(&[6, 5]);
        assert_eq!((table.at("c1").as_str(), table.marks("c1").as_str()), ("0406", "shaken"));
        table.refuses("hex 0405", "12.1");
    }

    #[test]
    fn r17_2_the_troopers_may_not_be_up_to_a_deathride_and_charge_all_the_same() {
        let table = deathride(3);
        table.logs("Deathride for c1, 3: no effect [17.2]");
        assert!(table.game.state.held.is_empty());
        table.allows("charge c1 f1");
    }

    #[test]
    fn r17_2_krupp_guns_fire_freely_in_return_and_to_interdict() {
        let table = between("holds prussian krupp-guns\nprussian infantry p2 5/3 at 0203");
        assert_eq!(table.chooser(), PRUSSIAN);
        assert_eq!(table.choices(""), ["chit-0 fire p1 f1", "chit-0 fire p1 f2", "pass"]);
        let mut table = guns("holds prussian krupp-guns").activate("french");
        table.does("fire f1 p1").rolls(&[1, 2]);
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["chit-0 fire p1 f1".into(), "pass".into()]));
        let mut table = guns("holds prussian krupp-guns").moves("french");
        table.does("move f2, hex 0303, chit-0 fire p1 f2").rolls(&[6, 5]);
        assert_eq!((table.at("f2").as_str(), table.marks("f2").as_str()), ("0303", "reduced"));
        assert_eq!(table.prompt(), "French: move a unit, or pass");
    }

    #[test]
    fn r17_2_needlegun_fire_is_free_or_in_return_for_infantry_and_never_interdicts() {
        let text = "holds prussian needlegun-fire\nprussian infantry p2 5/3 at 0306";
        let table = between(text);
        assert_eq!(table.chooser(), PRUSSIAN);
        assert_eq!(table.choices(""), ["chit-0 fire p2 f2", "pass"]);
        let mut table = guns(text).activate("french");
        table.does("fire f2 p2").rolls(&[1, 2]);
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["chit-0 fire p2 f2".into(), "pass".into()]));
        let mut table = guns(text).moves("french");
        table.does("move f2, hex 0404, hex 0503");
        table.logs_nothing_with("Needlegun");
    }
}
