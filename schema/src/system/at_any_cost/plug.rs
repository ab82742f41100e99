//! The registration of the system.

use serde_json::Value;

use super::{AtAnyCost, Rules, Unit, lints, words};
use crate::lint::{LintTable, LintView, Lints};
use crate::{Passage, SystemFile, SystemInfo};

impl SystemFile for AtAnyCost {
    type Unit = Unit;

    const INFO: SystemInfo = SystemInfo {
        name: "at-any-cost",
        title: "At Any Cost",
        about: "Formations act by chit under four orders; elan, ammunition, events to hold, earthworks and night.",
        template: include_str!("../../../templates/at-any-cost.toml"),
        usual_changes: &[
            "unit.*.enters.turn=-1,+1",
            "unit.*.sp.0=-1,+1",
            "unit.*.tcr.0=-1,+1",
            "formation.*.hq.front.rating=-1,+1",
            "turns.count=-1,+1",
        ],
        labels: &[],
    };

    const LINTS: &'static LintTable = lints::LINTS;

    const RULES_PAGE: &'static str = include_str!("../../../../docs/rules/at-any-cost.md");

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
