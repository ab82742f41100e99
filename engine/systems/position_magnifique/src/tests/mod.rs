//! Positions and games for tests.

pub(crate) mod example_19;
mod extra_acts;
mod extra_cases;
mod extra_events;
mod extra_heard;
mod extra_tables;
mod extra_twins;
pub(crate) mod games;
mod phase_cases;
pub(crate) mod testing;
pub(crate) mod testing_play;
pub(crate) mod testing_rows;
pub(crate) mod testing_scenes;
