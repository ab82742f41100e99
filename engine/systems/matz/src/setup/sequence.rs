//! The order of the phases of a player turn.

use battlewright_schema::matz as file;
use battlewright_schema::matz::OrderProblem;

use crate::event::Phase;
use crate::rulebook as rule;
use battlewright_core::kit::lookup::Lookup;

/// Returns the phases of a player turn in order (2.1); `None` with a problem for an order that cannot be played.
pub(super) fn phases(names: &mut Lookup, order: &file::PhaseOrder) -> Option<[Phase; 8]> {
    if let Some(problem) = order.problem() {
        names.problem_at(OrderProblem::list_path(), rule::SEQUENCE, order.problem_in_words(problem));
        return None;
    }
    let phases: Vec<Phase> = order.0.iter().copied().map(Phase::from).collect();
    phases.try_into().ok()
}
