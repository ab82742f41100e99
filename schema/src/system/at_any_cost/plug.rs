//! The registration of the system.

use super::vocabulary::Fact;
use super::{AtAnyCost, lints, words};
use crate::lint::{LintTable, LintView};
use crate::{Passage, SystemFile, SystemInfo};

impl SystemFile for AtAnyCost {
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

    const TABLES_OF_TURNS: &'static [&'static str] = &["night"];

    fn fact_of_turn(&self, fact: u16, _: &[i32], turn: u8) -> Option<i32> {
        (Fact::of(fact)? == Fact::Hour).then(|| self.hour_of_turn(turn))
    }

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
