//! The implementation of [`SystemFile`] for the system.

use super::{MarsLaTour, lints, words};
use crate::lint::{LintTable, LintView};
use crate::{Passage, SystemFile, SystemInfo};

impl SystemFile for MarsLaTour {
    const INFO: SystemInfo = SystemInfo {
        name: "mars-la-tour",
        title: "Mars la Tour",
        about: "Units move and attack in turns; efficiency ratings, HQs, blown units.",
        template: include_str!("../../../templates/mars-la-tour.toml"),
        usual_changes: &[
            "unit.*.er=-1,+1",
            "unit.*.enters.turn=-1,+1",
            "side.*.ammunition=-2,-1,+1,+2",
            "side.*.hq.range=-1,+1",
            "victory.hold.*.points_per_hex=-1,+1",
            "victory.escape.infantry=-1,+1",
            "turns.count=-1,+1",
        ],
        labels: &[],
    };

    const LINTS: &'static LintTable = lints::LINTS;

    const RULES_PAGE: &'static str = include_str!("../../../../docs/rules/mars-la-tour.md");

    fn victory_words(&self) -> Vec<Passage> {
        words::victory(self)
    }

    fn lint_view(&self) -> LintView<'_> {
        lints::view(self)
    }
}
