//! Work beside the window: on threads, or at once in a browser, whose pages have no threads.

use std::io;

pub use crate::system::background::{Watching, pause, receive, spawn, watch, within};

/// The reason why [`within`] has no result.
#[derive(Debug)]
pub enum NoResult {
    /// No thread can be started.
    NoThread(io::Error),
    /// The work takes longer than the deadline. It goes on until it ends or the process does.
    Overdue,
    /// The work has panicked.
    Panicked,
}
