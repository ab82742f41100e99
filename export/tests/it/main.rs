//! Exports and imports of whole scenarios. One module per topic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic, its helpers too")]

mod density;
mod importers;
mod limits;
mod many;
mod out_and_back;
mod sources;
mod tables;
mod tiled;
mod unprintable;
