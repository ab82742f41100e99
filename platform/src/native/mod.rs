//! The operating system.

mod atomic;
mod attributes;
pub(crate) mod background;
pub(crate) mod clock;
#[cfg(feature = "dialogs")]
pub(crate) mod dialogs;
pub(crate) mod fs;
pub(crate) mod tasks;

/// Temporary files, which are renamed when they are complete.
pub mod temporary {
    pub use tempfile::{Builder, NamedTempFile};
}

/// Returns the address of the page, without its fragment. Natively there is none.
pub fn page_address() -> Option<String> {
    None
}
