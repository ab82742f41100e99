//! The charts of the systems over all bundled scenarios. One module per system.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic, its helpers too"
)]

mod at_any_cost;
mod frame;
mod mars_la_tour;
mod matz;
mod outrance;
mod position_magnifique;
