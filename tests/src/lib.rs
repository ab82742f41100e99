//! Helpers that the tests across the crates share.

pub mod contract;
pub mod files;
pub mod promises;
pub mod shapes;
pub mod workspace;
