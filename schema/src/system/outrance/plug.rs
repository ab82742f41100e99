//! The implementation of [`SystemFile`] for the system.

use super::{Outrance, lints, words};
use crate::lint::{LintTable, LintView};
use crate::{Passage, SystemFile, SystemInfo};

impl SystemFile for Outrance {
    const INFO: SystemInfo = SystemInfo {
        name: "outrance",
        title: "La Guerre à Outrance",
        about: "Miniatures on a table in inches: brigades of bases, three formations, fire, assaults and orders by percentages.",
        template: include_str!("../../../templates/outrance.toml"),
        usual_changes: &[
            "unit.*.enters.turn=-1,+1",
            "unit.*.bases=-1,+1",
            "victory.hold.*.points=-1,+1",
            "turns.count=-1,+1",
        ],
        labels: &[
            ("unit[].at", "Position", ""),
            ("computer[].at", "Point", ""),
            ("unit[].posture", "Posture", ""),
            ("unit[].front", "First rank", "bases"),
            ("unit[].facing", "", "degrees"),
            ("enters.toward", "Marches toward", ""),
            ("enters.roll", "Comes with a die of", "or more"),
            ("entry[].id", "Id", ""),
        ],
    };

    const LINTS: &'static LintTable = lints::LINTS;

    const RULES_PAGE: &'static str = include_str!("../../../../docs/rules/outrance.md");

    fn victory_words(&self) -> Vec<Passage> {
        words::victory(self)
    }

    fn special_words(&self) -> Vec<String> {
        words::special(self)
    }

    fn lint_view(&self) -> LintView<'_> {
        lints::view(self)
    }
}
