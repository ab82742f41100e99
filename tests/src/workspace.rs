//! Paths in the repository.

use std::path::Path;

/// Returns the root folder of the workspace.
pub fn root() -> &'static Path {
    // The folder of this crate is directly in the root.
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| Path::new("."))
}
