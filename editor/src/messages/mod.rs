//! The data that views and tools ask for things with.

pub mod tool;
