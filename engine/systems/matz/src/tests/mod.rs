//! Positions and games for tests.

mod extra_cases;
mod extra_heard;
mod extra_tables;
pub(crate) mod games;
pub(crate) mod quoted;
mod sequence_cases;
pub(crate) mod testing;
