//! The implementation of [`SystemFile`] for the system.

use super::{Matz, lints, words};
use crate::lint::{LintTable, LintView};
use crate::{Passage, SystemFile, SystemInfo};

impl SystemFile for Matz {
    const INFO: SystemInfo = SystemInfo {
        name: "matz",
        title: "La Bataille du Matz",
        about: "Phases, odds and zones of control; artillery at range, tanks, assault troops and aircraft.",
        template: include_str!("../../../templates/matz.toml"),
        usual_changes: &[
            "unit.*.enters.turn=-1,+1",
            "unit.*.combat.0=-1,+1",
            "victory.levels.*.points=-1,+1",
            "turns.count=-1,+1",
        ],
        labels: &[],
    };

    const LINTS: &'static LintTable = lints::LINTS;

    const RULES_PAGE: &'static str = include_str!("../../../../docs/rules/matz.md");

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
