//! Players that are programs of their own, `external:COMMAND`: their processes, the time that they have, and what they print.
//!
//! The engine knows what their messages mean. A program may be faulty or hostile: each wait ends, memory is bounded, and no
//! process is left behind.

mod child;
mod children;
mod lines;
mod program;

pub(crate) use children::end_all;
pub(crate) use program::{ExternalOptions, Program, words};
