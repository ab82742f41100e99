//! Positions and games for tests.

pub(crate) mod example_19;
pub(crate) mod games;
pub(crate) mod testing;
pub(crate) mod testing_play;
pub(crate) mod testing_scenes;
