//! The path of a scan's picture as the scenario's file has it.

use std::path::Path;

use battlewright_schema::ArtPath;

use super::folder;
use super::trace::ScanTracing;
use crate::model::document::Document;

/// The obstacle between a picture and its place in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// The scenario has no file whose folder the picture could lie in.
    NoFile,
    /// The picture lies elsewhere.
    Elsewhere,
    /// No picture is chosen.
    NoPicture,
}

/// The picture's path from the scenario's folder.
pub(crate) fn art_path(trace: &ScanTracing, document: &Document) -> Result<ArtPath, Obstacle> {
    let picture = trace.picture.as_deref().ok_or(Obstacle::NoPicture)?;
    let folder = folder(document).ok_or(Obstacle::NoFile)?;
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    ArtPath::of(&whole(picture), &whole(folder)).ok_or(Obstacle::Elsewhere)
}
