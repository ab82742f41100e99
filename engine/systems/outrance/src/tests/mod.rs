//! Positions and games for tests.

pub(crate) mod calibration;
pub(crate) mod cases_of_boxes;
pub(crate) mod cases_of_combat;
pub(crate) mod cases_of_ground;
pub(crate) mod cases_of_movement;
pub(crate) mod cases_of_settings;
pub(crate) mod extra_cases;
pub(crate) mod extra_heard;
mod extra_tables;
pub(crate) mod extra_twins;
pub(crate) mod games;
pub(crate) mod position;
pub(crate) mod testing;
