//! The check of skipped phases.

use super::super::checked::CheckedSkip;
use super::super::lookup::RowWords;
use super::super::rows::{PlacedRow, SkipRow};
use super::RowChecker;
use super::findings::PHASE_NOT_SKIPPED;
use super::spot::RowSpot;
use crate::diagnostic::list;

impl<'s> RowChecker<'s, '_, '_> {
    pub(super) fn skip(&mut self, placed: PlacedRow<'s>, row: &'s SkipRow) {
        let vocabulary = self.vocabulary();
        let spot = RowSpot::key(placed, "phase");
        let number = match RowWords::Skips.find(vocabulary, &row.phase) {
            Ok(number) => number,
            Err(_) if vocabulary.phases.words.contains(&row.phase.as_str()) => {
                let message = format!("`{}` is never skipped in {}", row.phase, vocabulary.system.name());
                let help = match vocabulary.skips {
                    [] => "remove the row: the system skips no phase".to_owned(),
                    skips => format!("these may be skipped: {}", list(skips.iter().map(|skip| skip.name))),
                };
                return self.refuse(spot, &PHASE_NOT_SKIPPED, message, &help);
            }
            Err(problem) => return self.report(spot, &row.phase, *problem),
        };
        let Some(skip) = vocabulary.skips.get(usize::from(number)) else { return };
        let scope = self.scope.of_skip(skip);
        let Some(when) = self.condition(placed, row.when.as_ref(), &scope) else { return };
        let row = self.name(placed);
        self.rules.skips.push(CheckedSkip { row, skip: number, when });
    }
}
