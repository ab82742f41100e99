//! The view of a game for people: pieces, marks, boards, labels and the log.

pub(crate) mod chronicle;
pub(crate) mod event_text;
pub(crate) mod label;
pub(crate) mod markers;
pub(crate) mod notation;
pub(crate) mod pointer;
pub(crate) mod pointer_areas;
pub(crate) mod preview;
pub(crate) mod show;
pub(crate) mod table_marks;
