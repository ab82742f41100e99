//! The implementation of [`SystemFile`] for the system.

use super::{PositionMagnifique, lints, words};
use crate::lint::{LintTable, LintView};
use crate::{Passage, SystemFile, SystemInfo};

impl SystemFile for PositionMagnifique {
    const INFO: SystemInfo = SystemInfo {
        name: "position-magnifique",
        title: "Position Magnifique",
        about: "Formations act when their chits are drawn; fire and assault, events, levels, lines of sight.",
        template: include_str!("../../../templates/position-magnifique.toml"),
        usual_changes: &[
            "unit.*.enters.turn=-1,+1",
            "unit.*.combat.0=-1,+1",
            "formation.*.hq.attack=-1,+1",
            "turns.count=-1,+1",
        ],
        labels: &[],
    };

    const LINTS: &'static LintTable = lints::LINTS;

    const RULES_PAGE: &'static str = include_str!("../../../../docs/rules/position-magnifique.md");

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
