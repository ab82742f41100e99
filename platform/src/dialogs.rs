//! The choice of files by the user.

use std::path::Path;

pub use crate::system::dialogs::{MAY_BE_MISSING, ask};

/// A request for a file.
#[derive(Clone, Debug)]
pub struct FileRequest<'a> {
    /// The title of the dialog.
    pub title: &'a str,
    /// The name of the file type.
    pub kind: &'a str,
    /// The extensions of the file type, without the dot.
    pub endings: &'a [&'a str],
    /// `true` if the file is written.
    pub writes: bool,
    /// `true` if a written file is opened again later, `false` if it is only handed out.
    pub kept: bool,
    /// The folder to start in, and the name to suggest.
    pub path: Option<&'a Path>,
}
