//! Advice for computer players that names nobody, contradicts itself or has no effect.

pub(super) mod groups;
pub(super) mod orders;
pub(super) mod overlap;
pub(super) mod parts;
pub(super) mod plans;
pub(super) mod turns;

use crate::AdviceView;
use crate::common::limits::MOST_ROWS;
use crate::lint::context::Context;
use crate::path::DocPath;

/// Returns the rows that are checked, with their paths. A file with more rows exceeds a limit, which is a finding of its own.
pub(crate) fn rows<'c, 's>(cx: &'c Context<'s>) -> impl Iterator<Item = (DocPath, &'c AdviceView<'s>)> {
    cx.advice
        .iter()
        .take(MOST_ROWS)
        .enumerate()
        .map(|(row, advice)| (DocPath::root().key("computer").index(row), advice))
}
