//! 10.7 Morale Tests.

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::Nation;
use battlewright_schema::position_magnifique::vocabulary::Hook;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::stage::TaskStage;
use crate::state::{At, FormationIx, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// 10.7: a unit takes a Morale Test, with its rating reduced by `less`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MoraleTest {
    pub(crate) unit: UnitIx,
    pub(crate) less: u8,
}

impl TaskFamily<PositionMagnifique> for MoraleTest {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("Roll for the morale of {}", game.unit_name(self.unit)));
        TaskStage::rolls(2, rule::MORALE_TESTS, None)
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[a, b] = picks {
            game.roll_morale(self.unit, self.less, [a, b], log);
        }
    }
}

impl PositionMagnifique {
    /// Returns the Morale Rating of `unit` in the table, at full or reduced strength.
    pub(crate) fn printed_morale(&self, unit: UnitIx, reduced: bool) -> u8 {
        let facts = self.board.unit(unit);
        let nation = self.board.side(facts.side).nation;
        let row =
            self.board.rules.tables.morale.iter().find(|row| row.nation == nation && row.kinds.contains(&facts.kind));
        row.map_or(0, |row| if reduced { row.reduced } else { row.full })
    }

    /// Returns the Morale Rating of `unit`, with its modifiers.
    pub(crate) fn morale(&self, unit: UnitIx) -> i8 {
        let rating = i8::try_from(self.printed_morale(unit, self.unit(unit).reduced)).unwrap_or(i8::MAX);
        self.morale_modifiers(unit).iter().fold(rating, |rating, (_, modifier)| rating.saturating_add(*modifier))
    }

    /// Returns the modifiers of the Morale Rating of `unit`, each with its name: for shaken units, and for the French in a
    /// battle worn formation or when the Guard is battle worn; and those of the scenario's rules.
    pub(crate) fn morale_modifiers(&self, unit: UnitIx) -> InlineList<(&'static str, i8), 2> {
        let facts = self.board.unit(unit);
        const SHAKEN: usize = 0;
        const BATTLE_WORN: usize = 1;
        let mut modifiers = InlineList::new();
        if self.unit(unit).shaken && !self.drops(Hook::Morale, SHAKEN) {
            modifiers.push(("shaken", -1));
        }
        if self.board.side(facts.side).nation == Nation::French && !self.drops(Hook::Morale, BATTLE_WORN) {
            let guard = self.board.all_formations().find(|f| {
                let formation = self.board.formation(*f);
                formation.guard && formation.side == facts.side
            });
            if self.is_battle_worn(facts.formation) {
                modifiers.push(("formation Battle Worn", -1));
            } else if guard.is_some_and(|guard| self.is_battle_worn(guard)) {
                modifiers.push(("Guard Battle Worn", -1));
            }
        }
        let more = self.more_morale(unit, &modifiers);
        modifiers.extend(more);
        modifiers
    }

    /// Returns `true` if over half of the units of `formation` are eliminated or at reduced strength.
    pub(crate) fn is_battle_worn(&self, formation: FormationIx) -> bool {
        let units = self.board.units_of(formation).count();
        let worn = self
            .board
            .units_of(formation)
            .filter(|unit| self.unit(*unit).reduced || matches!(self.unit(*unit).at, At::Eliminated(_)))
            .count();
        2 * worn > units
    }

    /// Rolls a test of `unit` with these dice and its rating reduced by `less`; returns `true` if it passes.
    pub(crate) fn passes(&mut self, unit: UnitIx, less: u8, dice: [u16; 2], log: &mut impl Log<Event>) -> bool {
        let rating = self.morale(unit).saturating_sub_unsigned(less);
        let passed = i32::from(dice[0] + dice[1]) <= i32::from(rating);
        log.push(Event::Morale(unit, dice, rating, passed));
        passed
    }

    /// Resolves a Morale Test: a unit that fails is shaken; if it already is, it loses a step (19.0).
    pub(crate) fn roll_morale(&mut self, unit: UnitIx, less: u8, dice: [u16; 2], log: &mut impl Log<Event>) {
        if !self.passes(unit, less, dice, log) {
            self.shake_or_lose_step(unit, log);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r10_07_morale::MoraleTest;
    use crate::tests::testing::{Table, position};

    /// Two French corps, one of them the Guard, and a Prussian one.
    fn corps(ii: [&str; 3], guard: [&str; 3]) -> Table {
        let [a, b, c] = ii;
        let [g, h, i] = guard;
        position(&format!(
            "map 12x9
            corps ii french at 0001 range 2 4
            corps ig french at 0101 range 2 4 guard
            french infantry a 4/2 at 0201 of ii {a}
            french cavalry b 2/1 at 0301 of ii {b}
            french field c 6/3 at 0401 of ii {c}
            french infantry g 5/3 at 0501 of ig {g}
            french infantry h 5/3 at 0601 of ig {h}
            french infantry i 5/3 at 0701 of ig {i}
            prussian infantry p 9/5 at 0905
            prussian infantry q 9/5 at 1005 reduced
            prussian infantry r 9/5 at 1105 reduced shaken"
        ))
        .set_up()
    }

    fn morale(table: &Table, id: &str) -> i8 {
        table.game.morale(table.unit(id))
    }

    #[test]
    fn r10_7_the_rating_is_by_nation_arm_and_strength() {
        let table = corps(["", "", "reduced"], ["", "", ""]);
        assert_eq!(["a", "b", "c", "p"].map(|id| morale(&table, id)), [8, 7, 6, 8]);
    }

    #[test]
    fn r10_7_shaken_units_are_one_worse() {
        let table = corps(["shaken", "", ""], ["", "", ""]);
        // 19.0: a shaken French brigade has a rating of 7.
        assert_eq!(morale(&table, "a"), 7);
    }

    #[test]
    fn r10_7_over_half_of_a_french_formation_worn_makes_it_one_worse() {
        let table = corps(["", "reduced", "reduced"], ["", "", ""]);
        assert_eq!(morale(&table, "a"), 7);
        assert_eq!(morale(&table, "g"), 8, "only its own units");
        assert_eq!(morale(&corps(["", "reduced", ""], ["", "", ""]), "a"), 8, "a third is not over half");
        // Two of three Prussians are worn, without effect on the third.
        assert_eq!(morale(&table, "p"), 8);
    }

    #[test]
    fn r10_7_exactly_half_is_not_over_half_and_the_eliminated_count() {
        let corps = |other: &str| {
            position(&format!(
                "map 12x9
                corps ii french at 0001 range 2 4
                french infantry a 4/2 at 0201 of ii
                french infantry b 4/2 at 0301 of ii reduced
                french infantry c 4/2 of ii {other}
                french infantry d 4/2 at 0601 of ii"
            ))
            .set_up()
        };
        assert_eq!(morale(&corps("at 0401"), "a"), 8);
        assert_eq!(morale(&corps("at 0401 reduced"), "a"), 8);
        assert_eq!(morale(&corps("eliminated 1"), "a"), 8);
        let worn = position(
            "map 12x9
            corps ii french at 0001 range 2 4
            french infantry a 4/2 at 0201 of ii
            french infantry b 4/2 at 0301 of ii reduced
            french infantry c 4/2 of ii eliminated 1",
        )
        .set_up();
        assert_eq!(morale(&worn, "a"), 7);
    }

    #[test]
    fn r10_7_a_worn_guard_tells_on_all_the_french_once() {
        let table = corps(["", "", ""], ["", "reduced", "reduced"]);
        assert_eq!(morale(&table, "a"), 7);
        assert_eq!(morale(&table, "g"), 7);
        let both = corps(["", "reduced", "reduced"], ["", "reduced", "reduced"]);
        assert_eq!(morale(&both, "a"), 7, "not twice");
    }

    #[test]
    fn r10_7_up_to_its_rating_a_unit_passes() {
        let mut table = corps(["", "", ""], ["", "", ""]);
        let unit = table.unit("a");
        table.push(MoraleTest { unit, less: 0 });
        table.rolls(&[4, 4]);
        table.logs("Morale 8 of a, 4 + 4 = 8: it passes [10.7]");
        assert_eq!(table.marks("a"), "");
        table.push(MoraleTest { unit, less: 0 });
        table.rolls(&[4, 5]);
        assert_eq!(table.marks("a"), "shaken");
    }

    #[test]
    fn r10_7_mitrailleuse_fire_makes_prussians_one_worse() {
        let mut table = position(
            "map 12x9
            prussian infantry p 9/5 at 0405
            french field f 6/3 at 0605 m reduced
            chit french mitrailleuse-fire beaten-zone",
        )
        .cup();
        table.draws("mitrailleuse-fire").does("use mitrailleuse-fire, fire f p").rolls(&[3, 5]);
        table.take_log();
        // 19.0: its rating is 7, so it would fail with an 8.
        table.rolls(&[3, 5]);
        assert_eq!(table.take_log()[..2], ["Morale 7 of p, 3 + 5 = 8: it fails", "p is shaken"]);
    }

    #[test]
    fn r10_7_a_formation_that_has_become_battle_worn_is_logged() {
        let mut table = position(
            "map 12x9
            corps ii french at 0001 range 9 9
            french infantry f1 4/2 at 0405 of ii
            french infantry f2 4/2 at 0404 of ii reduced
            prussian field p1 9/5 at 0605",
        )
        .activate("prussian");
        table.does("fire p1 f1").rolls(&[6, 5]);
        table.logs("f1 loses a step [4.1]");
        table.logs("ii is Battle Worn [10.7]");
    }
}
