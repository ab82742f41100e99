//! IX, III Regrouping as an action: the chance, the roll, and the new formation.

use battlewright_schema::outrance::UnitStatus;

use super::c08_sight::{SightBlock, sight, with_levels};
use super::c09_regrouping::{RegroupCase, RegroupChance, regroup_chance};
use super::event::Event;
use super::state::{Task, UnitIx};
use super::{Outrance, percent_of, rulebook as rule};
use crate::game::{Illegal, Log};

/// A distance beyond any table, in thousandths of an inch.
const FAR: i32 = 1_000_000;

impl Outrance {
    pub(super) fn check_regroup(&self, unit: UnitIx) -> Result<(), Illegal> {
        if self.board.unit(unit).is_general() {
            return Err(Illegal::new(rule::GENERALS, "generals only move or rest"));
        }
        if self.unit(unit).status == UnitStatus::Ok || self.shape(unit).is_none() {
            let reason = "only a disordered or demoralized unit regroups; choose another action";
            return Err(Illegal::new(rule::ACTIONS, reason));
        }
        Ok(())
    }

    /// Returns the facts on which regrouping depends.
    pub(super) fn regroup_case(&self, unit: UnitIx) -> RegroupCase {
        RegroupCase {
            unit: self.combatant(unit),
            general: self.general_near(unit).is_some(),
            enemy_near: self.is_enemy_within(unit, self.board.rules.regroup_enemy.thousandths()),
            sheltered: self.is_sheltered(unit),
        }
    }

    /// Returns the chance of a unit to regroup; `None` if it is OK.
    pub(super) fn chance_to_regroup(&self, unit: UnitIx) -> Option<RegroupChance> {
        regroup_chance(&self.board.rules.tables, &self.regroup_case(unit))
    }

    /// Returns `true` if an enemy unit is within a distance of a unit.
    pub(super) fn is_enemy_within(&self, unit: UnitIx, distance: i32) -> bool {
        let Some(shape) = self.shape(unit) else { return false };
        self.fighters(self.side_of(unit).other()).any(|(_, enemy)| shape.distance(enemy).at_most(distance))
    }

    /// Returns `true` if half of the bases stand in woods or a town, or if hills hide the unit from all enemies.
    fn is_sheltered(&self, unit: UnitIx) -> bool {
        let Some(shape) = self.shape(unit) else { return false };
        let terrain = &self.board.terrain;
        let inside = shape.bases().iter().filter(|base| terrain.is_sheltered(base.center())).count();
        if 2 * inside >= shape.bases().len() {
            return true;
        }
        let own = with_levels(terrain, shape.bases());
        let mut enemies = self.fighters(self.side_of(unit).other()).peekable();
        enemies.peek().is_some()
            && enemies.all(|(_, enemy)| {
                let line = sight(&self.board.sight, terrain, &with_levels(terrain, enemy.bases()), &own, &[], FAR);
                matches!(line, Err(SightBlock::HigherGround | SightBlock::Crest | SightBlock::Hill))
            })
    }

    pub(super) fn roll_regroup(&mut self, unit: UnitIx, roll: u16, log: &mut impl Log<Event>) {
        let Some(chance) = self.chance_to_regroup(unit) else { return };
        log.push(Event::Regrouped { unit, percent: chance.percent, roll });
        if percent_of(roll) <= chance.percent {
            self.unit_mut(unit).status = UnitStatus::Ok;
            self.push(Task::Reform(unit));
        }
    }
}
