//! Positions and games for tests.

pub(crate) mod appraise_tests;
pub(crate) mod extra_cases;
pub(crate) mod extra_heard;
mod extra_tables;
mod extra_words;
pub(crate) mod testing;
pub(crate) mod testing_play;
