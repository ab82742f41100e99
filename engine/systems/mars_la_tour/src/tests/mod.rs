//! Positions and games for tests.

mod extra_cases;
mod phase_cases;
pub(crate) mod testing;
