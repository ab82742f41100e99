//! Maps of made-up countries, measured against their truth.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic, its helpers too")]

mod acceptance;
mod case;
mod country;
mod pipeline;
mod proposal;
mod run;
mod score;
mod second;
mod valley;
