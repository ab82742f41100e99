//! The chosen files with geography.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlewright_ground::read::{DataFrame, DataOverview, FileKind, NamedPlace};
use battlewright_ground::run::GroundFile;
use battlewright_platform::fs;

/// The state of knowledge of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum FileOverview {
    /// Nothing yet.
    #[default]
    Unread,
    /// The frame and the named places; `None` for a file without positions.
    Read(Option<Arc<DataOverview>>),
    /// The reason why the file cannot be read.
    Wrong(String),
}

/// A chosen file.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenGroundFile {
    /// The name, without its folder.
    pub name: String,
    /// The path.
    pub path: PathBuf,
    /// The state of knowledge of it.
    pub overview: FileOverview,
}

impl ChosenGroundFile {
    /// Returns the file at `path`.
    pub fn at(path: &Path) -> Self {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Self { name, path: path.to_owned(), overview: FileOverview::Unread }
    }

    /// Returns a file that was dropped on the window. A browser tells its name alone, so that it cannot be read.
    pub fn dropped(path: &Path) -> Self {
        let why = "a browser does not show where dropped files are; choose it with Add file";
        let overview = if path.is_absolute() { FileOverview::Unread } else { FileOverview::Wrong(why.to_owned()) };
        Self { overview, ..Self::at(path) }
    }

    /// Returns `true` if the name tells that the file has elevation.
    pub fn is_elevation(&self) -> bool {
        let name = self.name.to_lowercase();
        let name = name.trim_end_matches(".gz").trim_end_matches(".zip");
        FileKind::of_name(name).is_some_and(FileKind::is_elevation)
    }

    /// Returns the frame, if it is known.
    pub fn data_frame(&self) -> Option<DataFrame> {
        self.data_overview().map(|overview| overview.frame)
    }

    /// Returns the named places, if they are known.
    pub fn places(&self) -> &[NamedPlace] {
        self.data_overview().map_or(&[], |overview| &overview.places)
    }

    fn data_overview(&self) -> Option<&DataOverview> {
        if let FileOverview::Read(overview) = &self.overview { overview.as_deref() } else { None }
    }

    /// Opens the file.
    ///
    /// # Errors
    /// There is no file at the path.
    pub(super) fn open(&self) -> io::Result<GroundFile<'static>> {
        Ok(GroundFile::new(&self.name, BufReader::new(fs::open_file(&self.path)?)))
    }

    /// Returns a line for the list of files: the reason why the file is of no use, or what it has.
    pub fn line(&self) -> String {
        match &self.overview {
            FileOverview::Wrong(why) => why.clone(),
            FileOverview::Unread => "being looked at…".to_owned(),
            FileOverview::Read(None) => "has nothing with a position".to_owned(),
            FileOverview::Read(Some(overview)) => {
                let frame = overview.frame;
                let what = if self.is_elevation() { "elevation" } else { "geography" };
                format!(
                    "{what}, {:.2} to {:.2} north, {:.2} to {:.2} east",
                    frame.least.lat, frame.most.lat, frame.least.lon, frame.most.lon
                )
            }
        }
    }

    /// Returns `true` if the file is of no use.
    pub fn is_wrong(&self) -> bool {
        matches!(self.overview, FileOverview::Wrong(_) | FileOverview::Read(None))
    }
}
