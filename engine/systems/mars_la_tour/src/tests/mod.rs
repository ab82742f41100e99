//! Positions and games for tests.

mod extra_cases;
pub(crate) mod testing;
