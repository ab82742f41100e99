//! Positions and games for tests.

pub(crate) mod testing;
