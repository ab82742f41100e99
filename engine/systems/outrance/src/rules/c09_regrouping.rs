//! IX, V Regrouping of disordered and demoralized units.

use crate::rules::calculation::{Combatant, NamedChange, NoRows, SumRows, if_so, summed};
use battlewright_schema::outrance::Tables;
use battlewright_schema::outrance::UnitStatus;

/// The facts on which regrouping depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegroupCase {
    /// The unit.
    pub unit: Combatant,
    /// A general is within the command radius and commands the unit.
    pub general: bool,
    /// An enemy is near.
    pub enemy_near: bool,
    /// The unit is in a town or in woods, or behind a hill from all enemies.
    pub sheltered: bool,
}

/// The chance to regroup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegroupChance {
    /// The chance before changes, in percent.
    pub base: u8,
    /// The changes that are not 0, in percent.
    pub changes: Vec<NamedChange>,
    /// The chance, in percent: a roll of at most this number succeeds, and the unit is OK.
    pub percent: u8,
}

/// Returns the chance of a unit to regroup; `None` if it is OK (III).
pub fn regroup_chance(tables: &Tables, case: &RegroupCase) -> Option<RegroupChance> {
    regroup_chance_by_rows(tables, case, &NoRows)
}

/// Returns the chance with the scenario's rules; `None` as for [`regroup_chance`].
pub(crate) fn regroup_chance_by_rows(
    tables: &Tables,
    case: &RegroupCase,
    rows: &impl SumRows,
) -> Option<RegroupChance> {
    let table = &tables.regroup;
    let base = match case.unit.status {
        UnitStatus::Ok => return None,
        UnitStatus::Disordered => table.disordered,
        UnitStatus::Demoralized => table.demoralized,
    };
    // In the order of the modifiers that rows drop.
    let changes = [
        ("general", if_so(case.general, table.general)),
        ("quality", case.unit.by_quality(table.guard, table.landwehr)),
        ("enemy near", if_so(case.enemy_near, table.enemy_near)),
        ("sheltered", if_so(case.sheltered, table.sheltered)),
    ];
    let (changes, sum) = summed(base, changes, rows);
    let sum = sum.min(i32::from(table.most)).max(i32::from(table.least));
    Some(RegroupChance { base, changes, percent: u8::try_from(sum).unwrap_or_default().min(100) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{french, tables};
    use battlewright_schema::outrance::Quality;

    fn chance(status: UnitStatus, quality: Quality, facts: [bool; 3]) -> Option<u8> {
        let [general, enemy_near, sheltered] = facts;
        let case = RegroupCase { unit: Combatant { status, quality, ..french() }, general, enemy_near, sheltered };
        regroup_chance(&tables(), &case).map(|chance| chance.percent)
    }

    #[test]
    fn c09_a_general_helps_regrouping() {
        let none = [false; 3];
        assert_eq!(chance(UnitStatus::Disordered, Quality::Line, none), Some(65), "IX");
        assert_eq!(chance(UnitStatus::Disordered, Quality::Line, [true, false, false]), Some(90), "IX");
        assert_eq!(chance(UnitStatus::Demoralized, Quality::Line, none), Some(40), "IX");
        assert_eq!(
            chance(UnitStatus::Ok, Quality::Line, none),
            None,
            "III: the unit must be disordered or demoralized"
        );
    }

    #[test]
    fn c09_changes_add_up_within_limits() {
        assert_eq!(chance(UnitStatus::Disordered, Quality::Guard, [true, false, true]), Some(95), "IX");
        assert_eq!(chance(UnitStatus::Demoralized, Quality::Landwehr, [false, true, false]), Some(10), "IX");
        assert_eq!(chance(UnitStatus::Demoralized, Quality::Line, [true, true, true]), Some(55), "IX");
    }
}
