//! The edit for typed or imported cells of the order of battle.

use battlewright_schema::Scenario;
use battlewright_schema::table::{RowTarget, TablePlan, unit};

use super::Edit;

impl Edit {
    /// Returns the edit that carries out `plan`: existing units change in place, new units are appended.
    pub fn units(scenario: &Scenario, plan: &TablePlan) -> Self {
        let mut last = scenario.common().unit_count();
        let renames = plan.renames.iter().map(|(path, value)| Self::Put(path.clone(), Some(value.clone())));
        let rows = plan.rows.iter().map(|row| match row.target {
            RowTarget::Unit(at) => Self::Put(unit(at), Some(row.row.clone())),
            RowTarget::New => {
                last += 1;
                Self::Insert(unit(last - 1), row.row.clone())
            }
        });
        Self::All(renames.chain(rows).collect())
    }
}
