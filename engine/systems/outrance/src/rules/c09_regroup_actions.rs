//! IX, III Regrouping as an action: the chance, the roll, and the new formation.

use std::fmt::Arguments;

use battlewright_schema::outrance::UnitStatus;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::rules::c03_deploying::Reform;
use crate::rules::c08_sight::is_behind_hills;
use crate::rules::c09_regrouping::{RegroupCase, RegroupChance, regroup_chance_by_rows};
use crate::stage::{PERCENT, TaskStage, TurnPart, first_pick};
use crate::state::UnitIx;
use crate::{Outrance, percent_of, rulebook as rule};
use battlewright_core::game::{Illegal, Log};
use battlewright_core::kit::tasks::TaskFamily;

/// The roll for regrouping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RegroupRoll(pub(crate) UnitIx);

impl TaskFamily<Outrance> for RegroupRoll {
    fn stage(&self, game: &Outrance, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("Roll 1 to 100: does {} regroup?", game.unit_name(self.0)));
        TaskStage::new(PERCENT, rule::GENERALS, Some(TurnPart::Actions)).about(self.0)
    }

    fn resolve(self, game: &mut Outrance, picks: &[u16], log: &mut impl Log<Event>) {
        game.roll_regroup(self.0, first_pick(picks), log);
    }
}

impl Outrance {
    pub(crate) fn check_regroup(&self, unit: UnitIx) -> Result<(), Illegal> {
        if self.board.unit(unit).is_general() {
            return Err(Illegal::new(rule::GENERALS, "generals only move or rest"));
        }
        if self.unit(unit).status == UnitStatus::Ok || self.shape(unit).is_none() {
            let reason = "only a disordered or demoralized unit regroups; choose another action";
            return Err(Illegal::new(rule::ACTIONS, reason));
        }
        self.forbids_regrouping(unit)
    }

    /// Returns the facts on which regrouping depends.
    pub(crate) fn regroup_case(&self, unit: UnitIx) -> RegroupCase {
        let by_place = self.board.rules.regroup_by_place;
        RegroupCase {
            unit: self.combatant(unit),
            general: self.general_near(unit).is_some(),
            enemy_near: by_place && self.is_enemy_within(unit, self.board.rules.regroup_enemy.thousandths()),
            sheltered: by_place && self.is_sheltered(unit),
        }
    }

    /// Returns the chance of a unit to regroup; `None` if it is OK.
    pub(crate) fn chance_to_regroup(&self, unit: UnitIx) -> Option<RegroupChance> {
        regroup_chance_by_rows(&self.board.rules.tables, &self.regroup_case(unit), &self.regroup_rows(unit))
    }

    /// Returns `true` if an enemy unit is within a distance of a unit.
    pub(crate) fn is_enemy_within(&self, unit: UnitIx, distance: i32) -> bool {
        let Some(shape) = self.shape(unit) else { return false };
        self.fighters(self.side_of(unit).other()).any(|(_, enemy)| shape.is_within(enemy, distance))
    }

    /// Returns `true` if a unit stands in woods or a town, or if hills hide it from all enemies.
    pub(crate) fn is_sheltered(&self, unit: UnitIx) -> bool {
        let Some(shape) = self.shape(unit) else { return false };
        let terrain = &self.board.terrain;
        let enemies = self.fighters(self.side_of(unit).other()).map(|(_, enemy)| enemy);
        terrain.shelters(shape, self.board.cover) || is_behind_hills(&self.board.sight, terrain, shape, enemies)
    }

    pub(crate) fn roll_regroup(&mut self, unit: UnitIx, roll: u16, log: &mut impl Log<Event>) {
        let Some(chance) = self.chance_to_regroup(unit) else { return };
        log.push(Event::Regrouped { unit, percent: chance.percent, roll });
        if percent_of(roll) <= chance.percent {
            self.unit_mut(unit).status = UnitStatus::Ok;
            self.push(Reform(unit));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::position::{FRENCH, Table, position};
    use battlewright_core::show::Show as _;

    const SHAKEN: &str = "french infantry f1 4 at 20,10 facing 180 demoralized
        prussian infantry p1 4 at 20,27";

    fn regrouped(text: &str, roll: u16) -> Table {
        let mut table = position(text).with_initiative(FRENCH);
        table.does("select f1, regroup").rolls(&[roll]);
        table
    }

    #[test]
    fn c09_a_unit_that_regroups_is_ok_and_forms_up_anew() {
        let mut table = regrouped(SHAKEN, 40);
        table.logs("f1 (French) regroups (roll 40 of 40) [IX]");
        table.refuses("place 21/10 180 deployed", "III");
        table.does("place 20/10 90 maneuver front 2");
        assert_eq!((table.at("f1"), table.state_of("f1")), ((20_000, 10_000), "ok 4 maneuver".to_owned()), "III");
        assert_eq!(regrouped(SHAKEN, 41).state_of("f1"), "demoralized 4 deployed", "IX");
    }

    #[test]
    fn c09_o41_generals_change_the_chance_and_enemies_and_shelter_by_a_setting() {
        let chance = |text: &str, by_place| {
            let place = position(text).with(|scenario| scenario.rules.regroup_by_place = Some(by_place));
            let mut table = place.with_initiative(FRENCH);
            table.does("select f1");
            let odds = table.game.odds(&table.action("regroup")).unwrap();
            odds.cases[0].results[0].1
        };
        let near = [SHAKEN.replace("20,27", "20,16"), format!("{SHAKEN}\nwoods 15,5 25,5 25,12 15,12")];
        assert_eq!(near.each_ref().map(|text| chance(text, false)), [40, 40], "III, o41: unit and action only");
        let percent = |text: &str| chance(text, true);
        assert_eq!(percent(SHAKEN), 40, "IX");
        assert_eq!(percent(&format!("{SHAKEN}\nfrench general fg at 20,6")), 65, "IX");
        assert_eq!(percent(&SHAKEN.replace("20,27", "20,16")), 25, "IX");
        assert_eq!(percent(&format!("{SHAKEN}\nwoods 15,5 25,5 25,12 15,12")), 45, "IX");
        assert_eq!(percent(&SHAKEN.replace("demoralized", "disordered guard")), 75, "IX");
    }
}
