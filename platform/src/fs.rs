//! Files, with the operations of `std::fs` and atomic writing.

pub use std::fs::TryLockError;

pub use crate::system::fs::*;

/// The result of [`replace_atomic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// The file was replaced.
    Done,
    /// The file was not replaced, because its contents have changed since it was read.
    Changed,
}
