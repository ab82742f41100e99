//! The few things that differ between an operating system and a browser: files, clocks, background work, file dialogs,
//! and random seeds.
//!
//! Natively, the modules re-export the standard library and small crates. In a browser, files are a tree in memory that
//! the browser's storage keeps, and background work runs at once, since a page has no threads. No other crate tells the
//! two apart.

pub mod background;
pub mod clock;
#[cfg(feature = "dialogs")]
pub mod dialogs;
pub mod fs;
#[cfg(any(test, target_family = "wasm"))]
pub mod memory;
pub mod tasks;

#[cfg(target_family = "wasm")]
mod browser;
#[cfg(not(target_family = "wasm"))]
mod native;

#[cfg(target_family = "wasm")]
use browser as system;
#[cfg(not(target_family = "wasm"))]
use native as system;

pub use system::{page_address, temporary};

#[cfg(target_family = "wasm")]
pub use browser::{storage, tasks::set_worker_scripts};

/// Returns a random number, such as the seed of new dice.
pub fn random_seed() -> u64 {
    // Without a source of random numbers, the clock is one.
    getrandom::u64().unwrap_or_else(|_| {
        let now = clock::SystemTime::now().duration_since(clock::UNIX_EPOCH).unwrap_or_default();
        u64::from(now.subsec_nanos()) ^ now.as_secs()
    })
}
