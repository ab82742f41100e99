//! The order of phases.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::matz::OrderProblem;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An order of the phases of a player turn that has a phase twice, or lacks one.
    ///
    /// # Why it matters
    /// Each phase takes place once. A row of `[[rules.skip]]` leaves one out.
    ///
    /// # Example
    /// ```toml
    /// [rules.sequence]
    /// player_turn = ["command", "bombardment", "movement", "air", "movement"]
    /// ```
    ///
    /// # Remedy
    /// Name all eight phases, each of them once.
    PHASES_INCOMPLETE = "phases-incomplete", Error
}

finding! {
    /// # What it finds
    /// An order of the phases of a player turn in which a phase comes before another one that it needs.
    ///
    /// # Why it matters
    /// The Command Phase says who is in command in the whole player turn, the Exploitation Phase follows up moves and attacks, the
    /// units that exploited fight in the Second Combat Phase, and the Reorganization Phase removes what the player turn leaves behind.
    /// All other phases may change places.
    ///
    /// # Example
    /// ```toml
    /// [rules.sequence]             # the Second Combat Phase comes before the Exploitation Phase
    /// player_turn = [
    ///     "command", "movement", "air", "bombardment", "combat", "second-combat", "exploitation", "reorganization",
    /// ]
    /// ```
    ///
    /// # Remedy
    /// Move the phase behind the one that it needs.
    PHASE_TOO_EARLY = "phase-too-early", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let rules = own.ruleset();
    let order = &rules.sequence.player_turn;
    let Some(problem) = order.problem() else { return };
    let is_own = own.rules.sequence.as_ref().is_some_and(|sequence| sequence.player_turn.is_some());
    // The list itself may stand in a ruleset.
    let path = if is_own { problem.path() } else { DocPath::root().key("rules") };
    found.push(match problem {
        OrderProblem::Twice { first, .. } => {
            let related = OrderProblem::list_path().index(first);
            let finding = PHASES_INCOMPLETE.at(path, order.problem_in_words(problem)).help("name each phase once");
            if is_own { finding.related(related, "the first time") } else { finding }
        }
        OrderProblem::Missing(phase) => {
            let help = format!("add `{}`; a row of `[[rules.skip]]` leaves a phase out", phase.word());
            PHASES_INCOMPLETE.at(path, order.problem_in_words(problem)).help(help)
        }
        OrderProblem::TooEarly { after, .. } => {
            PHASE_TOO_EARLY.at(path, order.problem_in_words(problem)).help(format!("move it behind `{}`", after.word()))
        }
    });
}
