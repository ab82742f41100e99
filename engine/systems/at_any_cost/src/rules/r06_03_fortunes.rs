//! 6.3 Fortunes of War: the next chit is degraded or enhanced, or the next HQ to be activated loses its leader.

use battlewright_schema::at_any_cost::FortuneResult;

use crate::AtAnyCost;
use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::state::{Bonus, ChitIx, ChitPlace, FormationIx, Fortune};
use battlewright_core::game::Log;

impl AtAnyCost {
    /// The die of the Fortunes of War, which the side rolls that does not draw chits.
    pub(crate) fn roll_fortunes(&mut self, chit: ChitIx, die: u16, log: &mut impl Log<Event>) {
        let row = usize::from(die.saturating_sub(1));
        let result = self.board.rules.tables.fortunes.0.get(row).copied().unwrap_or(FortuneResult::NoEffect);
        log.push(Event::Fortunes(die, result));
        match result {
            FortuneResult::NoEffect => self.discard(chit),
            FortuneResult::Degrade | FortuneResult::Enhance => {
                self.put_chit(chit, ChitPlace::BesideCup);
                self.state.fortune = Some(Fortune { chit, enhances: result == FortuneResult::Enhance });
            }
            FortuneResult::LeaderCasualty => {
                self.discard(chit);
                self.state.leader_casualty = true;
            }
        }
    }

    /// The HQ of `formation`, whose chit has been drawn, loses its leader if that is due: by ruling r30 its Command Rating is
    /// one less for the rest of the game.
    pub(crate) fn take_leader(&mut self, formation: FormationIx, log: &mut impl Log<Event>) {
        if std::mem::take(&mut self.state.leader_casualty) {
            let hq = self.hq_mut(formation);
            hq.casualties = hq.casualties.saturating_add(1);
            log.push(Event::LeaderCasualty(formation));
        }
    }

    /// The bonuses of an enhanced Activation Chit that has none yet.
    pub(crate) fn bonus_options(&self, into: &mut ActionList) {
        if self.activation().is_some_and(|activation| activation.enhanced && activation.bonus.is_none()) {
            into.extend([Bonus::Movement, Bonus::Fire, Bonus::Assault].map(Action::Bonus));
        }
    }

    /// The activation under way has this bonus.
    pub(crate) fn take_bonus(&mut self, bonus: Bonus, log: &mut impl Log<Event>) {
        if let Some(activation) = self.activation_mut() {
            activation.bonus = Some(bonus);
            log.push(Event::Bonus(bonus));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::r06_chits::ChitTask;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::game::{Game as _, Side};

    /// The French Fortunes of War, `chit-0`, have been drawn in turn 1, and this is rolled. Other chits are in the cup.
    fn rolled(die: u16, more: &str) -> Table {
        let mut table = position(&format!(
            "corps ii french at 0101 rating 4 4
            corps x prussian at 0801 rating 4 4
            french infantry f1 5/3 at 0202 of ii
            prussian infantry p1 8/4 at 0707 of x
            chit french fortunes-of-war
            {more}"
        ))
        .cup();
        table.draws("fortunes-of-war").rolls(&[die]);
        table
    }

    fn place(table: &Table, chit: u16) -> ChitPlace {
        table.game.place_of(ChitIx(chit))
    }

    #[test]
    fn r6_3_1_to_3_have_no_effect_4_to_6_degrade_7_to_9_enhance_and_a_10_kills_the_leader() {
        for die in 1..=10 {
            let table = rolled(die, "");
            let state = &table.game.state;
            let effects = (state.fortune.map(|fortune| fortune.enhances), state.leader_casualty);
            let expected = match die {
                1..=3 => (None, false),
                4..=6 => (Some(false), false),
                7..=9 => (Some(true), false),
                _ => (None, true),
            };
            assert_eq!(effects, expected, "{die}");
            let waits = state.fortune.is_some();
            assert_eq!(place(&table, 0), if waits { ChitPlace::BesideCup } else { ChitPlace::Used }, "{die}");
        }
    }

    #[test]
    fn r6_3_the_side_that_does_not_draw_rolls_the_die() {
        let asks = |turn: &str| {
            let chits =
                format!("corps ii french at 0101\ncorps x prussian at 0801\nchit french fortunes-of-war\n{turn}");
            let mut table = position(&chits).cup();
            table.draws("fortunes-of-war");
            table.prompt()
        };
        assert_eq!(asks("turn 1 of 9"), "Prussians: roll for the Fortunes of War");
        assert_eq!(asks("turn 2 of 9"), "French: roll for the Fortunes of War");
    }

    #[test]
    fn r6_3_a_degraded_event_chit_is_discarded_with_no_effect() {
        let mut table = rolled(5, "chit prussian krupps-guns");
        table.draws("krupps-guns");
        assert_eq!(table.game.state.stack.last(), Some(&ChitTask::Draw.into()), "nobody is asked");
        assert_eq!([place(&table, 0), place(&table, 1)], [ChitPlace::Used; 2]);
        assert_eq!(table.game.state.fortune, None, "the chit after it is as it is");
    }

    #[test]
    fn r6_3_a_degraded_formation_is_out_of_command() {
        let mut table = rolled(4, "");
        table.draws("ii");
        let activation = table.game.activation().expect("II Corps is activated");
        assert!(activation.degraded && !activation.enhanced);
        assert_eq!(place(&table, 0), ChitPlace::Used);
    }

    #[test]
    fn r6_3_an_enhanced_event_chit_brings_a_command_event_of_its_owner_besides() {
        let mut table = rolled(8, "chit prussian krupps-guns");
        table.draws("krupps-guns");
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["track 0".to_owned(), "track 1".to_owned()]));
        table.does("track 1");
        assert_eq!((place(&table, 0), table.game.state.tracks), (ChitPlace::Track, [[0, 0], [0, 1]]), "ruling r29");
        assert_eq!(table.choices("track"), ["0", "1"], "and the chit itself may be one as well");
        table.does("track 1");
        assert_eq!((place(&table, 1), table.game.state.tracks), (ChitPlace::Track, [[0, 0], [0, 2]]));
    }

    #[test]
    fn r6_3_fortunes_of_war_can_enhance_or_degrade_fortunes_of_war() {
        let mut table = rolled(8, "chit prussian fortunes-of-war");
        table.draws("fortunes-of-war");
        assert_eq!(table.chooser(), PRUSSIAN);
        table.does("track 0").rolls(&[5]);
        assert_eq!(table.game.state.fortune, Some(Fortune { chit: ChitIx(1), enhances: false }));
        let mut table = rolled(5, "chit prussian fortunes-of-war");
        table.draws("fortunes-of-war");
        assert_eq!((place(&table, 1), table.game.state.fortune), (ChitPlace::Used, None));
    }

    #[test]
    fn r6_3_the_owner_of_an_enhanced_activation_chit_chooses_one_of_three_bonuses() {
        for (choice, bonus) in [("movement", Bonus::Movement), ("fire", Bonus::Fire), ("assault", Bonus::Assault)] {
            let mut table = rolled(9, "");
            table.draws("x");
            assert_eq!(
                (table.chooser(), table.choices("bonus")),
                (PRUSSIAN, ["assault", "fire", "movement"].map(String::from).to_vec())
            );
            table.does(&format!("bonus {choice}"));
            assert_eq!(table.game.activation().and_then(|activation| activation.bonus), Some(bonus));
            assert_eq!(table.choices("bonus"), [""; 0], "only one");
            assert_eq!(place(&table, 0), ChitPlace::Used);
        }
    }

    #[test]
    fn r6_3_other_activation_chits_have_no_bonus() {
        let mut table = rolled(3, "");
        table.draws("x");
        assert_eq!(table.choices("bonus"), [""; 0]);
    }

    #[test]
    fn r6_3_the_next_hq_that_is_activated_loses_its_leader_for_good() {
        let mut table = rolled(10, "chit prussian krupps-guns");
        let [ii, x] = ["ii", "x"].map(|id| table.formation(id));
        table.draws("krupps-guns").does("hold");
        assert!(table.game.state.leader_casualty, "an Event Chit has no leader");
        table.draws("x");
        assert_eq!((table.game.hq(x).casualties, table.game.hq(ii).casualties), (1, 0));
        assert_eq!((table.game.command_rating(x), table.game.state.leader_casualty), (3, false));
        table.game.run_housekeeping(&mut ());
        assert_eq!(table.game.command_rating(x), 3, "in later turns too");
    }

    #[test]
    fn r6_3_leader_casualties_add_up_to_a_rating_of_0() {
        let mut table = rolled(1, "");
        let x = table.formation("x");
        for _ in 0..6 {
            table.game.state.leader_casualty = true;
            table.game.take_leader(x, &mut ());
        }
        assert_eq!(table.game.command_rating(x), 0, "ruling r30");
    }

    #[test]
    fn r6_3_fortune_ends_with_the_turn() {
        for die in [5, 8, 10] {
            let mut table = rolled(die, "");
            table.game.run_housekeeping(&mut ());
            assert_eq!((table.game.state.fortune, table.game.state.leader_casualty), (None, false));
            assert!(Side::BOTH.into_iter().all(|side| !table.game.hides(side)));
            assert_eq!(place(&table, 0), ChitPlace::Hand);
        }
    }

    #[test]
    fn r20_1_fortunes_of_war_do_not_go_on_a_full_track() {
        let mut table = rolled(8, "chit french beaten-zone\ntrack french 1 3");
        table.draws("beaten-zone");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["track 0".to_owned()]));
    }
}
