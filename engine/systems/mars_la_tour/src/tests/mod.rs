//! Positions and games for tests.

mod extra_cases;
mod extra_tables;
mod phase_cases;
pub(crate) mod testing;
