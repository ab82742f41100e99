//! What the tests across the crates share.

pub mod contract;
pub mod golden;
pub mod workspace;
