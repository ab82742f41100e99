//! The path of a scan's picture as it is written in the scenario file.

use std::path::Path;

use battlewright_platform::fs;
use battlewright_schema::ArtPath;

use super::folder;
use super::trace::ScanTracing;
use crate::model::document::Document;

/// The reason why the scenario file cannot refer to a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// The scenario has no file and hence no folder.
    NoFile,
    /// The picture is outside the folder of the scenario.
    Elsewhere,
    /// No picture is chosen.
    NoPicture,
}

/// Returns the path of the chosen picture relative to the folder of the scenario.
pub(crate) fn art_path(trace: &ScanTracing, document: &Document) -> Result<ArtPath, Obstacle> {
    let picture = trace.picture.as_deref().ok_or(Obstacle::NoPicture)?;
    let folder = folder(document).ok_or(Obstacle::NoFile)?;
    let whole = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    ArtPath::of(&whole(picture), &whole(folder)).ok_or(Obstacle::Elsewhere)
}
