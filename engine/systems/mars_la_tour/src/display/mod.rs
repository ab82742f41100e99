//! The view of a game for people: pieces, marks, boards, labels and the log.

pub(crate) mod boards;
pub(crate) mod chronicle;
pub(crate) mod log;
pub(crate) mod march;
pub(crate) mod markers;
pub(crate) mod marks;
pub(crate) mod show;
