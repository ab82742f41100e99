//! The geometry of a scanned map: the fit of hexes to clicked points, the picture, and the colors of its hexes.

pub mod affine;
pub mod art_path;
pub mod colors;
pub mod fit;
mod moved;
pub mod picture;
pub mod place;
pub mod read;
pub mod scheme;
pub mod trace;

use std::path::Path;

use battlewright_schema::Scan;

use crate::model::document::Document;

pub use moved::{ScanLeftBehind, moved};

/// Returns the folder of the document's file, or `None` for a document without a file.
pub fn folder(document: &Document) -> Option<&Path> {
    let folder = document.path()?.parent()?;
    Some(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
}

/// Returns the scan of the document's scenario.
pub fn scan(document: &Document) -> Option<&Scan> {
    document.scenario().common().scan()
}
