//! The view of a game for people: pieces, marks, boards, labels and the log.

pub(crate) mod boards;
pub(crate) mod boards_fights;
pub(crate) mod card;
pub(crate) mod chronicle;
pub(crate) mod event_text;
pub(crate) mod label;
pub(crate) mod log;
pub(crate) mod march;
pub(crate) mod markers;
pub(crate) mod marks;
pub(crate) mod reach;
pub(crate) mod show;
pub(crate) mod why;
