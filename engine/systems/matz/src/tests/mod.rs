//! Positions and games for tests.

pub(crate) mod games;
pub(crate) mod quoted;
pub(crate) mod testing;
