//! The implementation of [`SystemFile`] for the system.

use serde_json::Value;

use super::{PositionMagnifique, Rules, Unit, lints, words};
use crate::lint::{LintTable, LintView, Lints};
use crate::{Passage, SystemFile, SystemInfo};

impl SystemFile for PositionMagnifique {
    type Unit = Unit;

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

    fn published() -> Value {
        serde_json::to_value(Rules::published()).unwrap_or_default()
    }

    fn rules_in_force(&self) -> Value {
        serde_json::to_value(self.ruleset()).unwrap_or_default()
    }

    fn victory_words(&self) -> Vec<Passage> {
        words::victory(self)
    }

    fn special_words(&self) -> Vec<String> {
        words::special(self)
    }

    fn lints(&self) -> &Lints {
        &self.lints
    }

    fn lint_view(&self) -> LintView<'_> {
        lints::view(self)
    }
}
