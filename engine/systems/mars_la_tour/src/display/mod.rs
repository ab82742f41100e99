//! What people see of a game: pieces, marks, boards, odds and the log.

pub(crate) mod boards;
pub(crate) mod chronicle;
pub(crate) mod log;
pub(crate) mod march;
pub(crate) mod markers;
pub(crate) mod marks;
pub(crate) mod show;
