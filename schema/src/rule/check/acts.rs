//! The check of prohibitions and exceptions.

use super::super::checked::{CheckedAllow, CheckedForbid};
use super::super::lookup::RowWords;
use super::super::rows::{AllowRow, ForbidRow, PlacedRow};
use super::RowChecker;
use super::spot::RowSpot;

impl<'s> RowChecker<'s, '_, '_> {
    pub(super) fn forbid(&mut self, placed: PlacedRow<'s>, row: &'s ForbidRow) {
        let number = match RowWords::Acts.find(self.vocabulary(), &row.act) {
            Ok(number) => number,
            Err(problem) => return self.report(RowSpot::key(placed, "act"), &row.act, *problem),
        };
        let Some(act) = self.vocabulary().acts.get(usize::from(number)) else { return };
        let scope = self.scope.of_act(act);
        let Some(when) = self.condition(placed, row.when.as_ref(), &scope) else { return };
        let name = self.name(placed);
        let reason = if row.reason.trim().is_empty() { name.name.clone() } else { row.reason.clone() };
        self.rules.forbids.push(CheckedForbid { row: name, act: number, when, reason });
    }

    pub(super) fn allow(&mut self, placed: PlacedRow<'s>, row: &'s AllowRow) {
        let number = match RowWords::Lifts.find(self.vocabulary(), &row.despite) {
            Ok(number) => number,
            Err(problem) => return self.report(RowSpot::key(placed, "despite"), &row.despite, *problem),
        };
        let Some(lift) = self.vocabulary().lifts.get(usize::from(number)) else { return };
        let scope = self.scope.of_lift(lift);
        let Some(when) = self.condition(placed, row.when.as_ref(), &scope) else { return };
        let row = self.name(placed);
        self.rules.allows.push(CheckedAllow { row, lift: number, when });
    }
}
