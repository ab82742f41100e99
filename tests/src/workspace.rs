//! The places of things.

use std::path::Path;

/// The workspace's folder.
pub fn root() -> &'static Path {
    // This crate stands directly in it.
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| Path::new("."))
}
