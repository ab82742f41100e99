//! The implementation of [`SystemFile`] for the system.

use super::vocabulary::Fact;
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

    fn fact_of_turn(&self, fact: u16, of: &[i32], turn: u8) -> Option<i32> {
        let (Fact::HasSurprise, [side]) = (Fact::of(fact)?, of) else { return None };
        let surprise = self.surprise.as_ref().filter(|surprise| turn <= surprise.through_turn);
        let known = surprise.and_then(|surprise| self.side.get_index_of(&surprise.side));
        Some(known.is_some_and(|known| usize::try_from(*side) == Ok(known)).into())
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
