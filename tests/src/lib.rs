//! Helpers for the integration tests of all crates.

pub mod contract;
pub mod files;
pub mod promises;
pub mod shapes;
pub mod workspace;
