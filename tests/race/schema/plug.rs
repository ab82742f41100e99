//! The system, as it is plugged into the list of systems.

use super::{Race, lints};
use crate::lint::{LintTable, LintView};
use crate::{Passage, SystemFile, SystemInfo, words};

impl SystemFile for Race {
    const INFO: SystemInfo = SystemInfo {
        name: "race",
        title: "Race",
        about: "Two runners walk or run to a goal.",
        template: include_str!("../race.toml"),
        usual_changes: &["unit.*.pace=-1,+1", "rules.die=-1,+1"],
        labels: &[],
    };

    const LINTS: &'static LintTable = lints::LINTS;

    const RULES_PAGE: &'static str =
        "# The rules of `race`\n\n## 1.0 Sequence of play\n\n- The runners move in turn.\n";

    fn victory_words(&self) -> Vec<Passage> {
        let goal = match (&self.victory.goal, self.table) {
            (Some(goal), None) => words::place_name(self, goal),
            _ => "the right edge of the table".to_owned(),
        };
        vec![Passage::Paragraph(format!("Who first reaches {goal} wins."))]
    }

    fn lint_view(&self) -> LintView<'_> {
        lints::view(self)
    }
}
