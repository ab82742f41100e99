//! Maps of made-up countries, measured against their truth.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic, its helpers too")]

mod acceptance;
mod by_hand;
mod cancel;
mod case;
mod country;
mod field;
mod files;
mod geotiff;
mod guarantees;
mod hostile;
mod large;
mod origins;
mod pipeline;
mod promises;
mod proposal;
mod real;
mod run;
mod score;
mod second;
mod sketch;
mod write;

use std::alloc;

use cap::Cap;

/// The most bytes of memory of this program, which runs several tests at once. What asks for more fails its test.
const MOST_MEMORY: usize = 1_500_000_000;

#[global_allocator]
static ALLOCATOR: Cap<alloc::System> = Cap::new(alloc::System, MOST_MEMORY);
