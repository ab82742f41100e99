//! The program of the editor, as a process. One module per topic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic, its helpers too")]

#[cfg(unix)]
mod killed;
mod start;
