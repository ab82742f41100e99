//! The chosen files with geography.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlewright_ground::limits;
use battlewright_ground::read::{DataFrame, DataOverview, FileKind, NamedPlace};
use battlewright_ground::run::GroundFile;
use battlewright_platform::fs;

/// The most bytes of a file here.
const MOST_BYTES: u64 = if cfg!(target_family = "wasm") { limits::MOST_BROWSER_BYTES } else { limits::MOST_BYTES };

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
    /// Returns the file at `path`. Nothing of it is read; one that is too large is wrong at once.
    pub fn at(path: &Path) -> Self {
        Self::within(path, MOST_BYTES)
    }

    /// Returns the file at `path`, which may have at most `most` bytes.
    fn within(path: &Path, most: u64) -> Self {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let length = fs::metadata(path).map_or(0, |metadata| metadata.len());
        let overview = if length > most {
            let (length, most) = (length.div_ceil(1_000_000), most / 1_000_000);
            FileOverview::Wrong(format!(
                "it has {length} MB, of which at most {most} MB are read here; cut the extract to the place of the map, or {}",
                if most > limits::MOST_BROWSER_BYTES / 1_000_000 {
                    "take one of a smaller region"
                } else {
                    "use the program for the desktop"
                }
            ))
        } else {
            FileOverview::Unread
        };
        Self { name, path: path.to_owned(), overview }
    }

    /// Returns a file that was dropped on the window. A browser tells its name alone, so that it cannot be read.
    pub fn dropped(path: &Path) -> Self {
        let why = "a browser does not show where dropped files are; choose it with Add file";
        let file = Self::at(path);
        if path.is_absolute() { file } else { Self { overview: FileOverview::Wrong(why.to_owned()), ..file } }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_too_large_is_told_before_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lorraine.osm.pbf");
        // A sparse file takes no room on the disk.
        let file = std::fs::File::create(&path).unwrap();
        let overview = |length: u64, most: u64| {
            file.set_len(length).unwrap();
            ChosenGroundFile::within(&path, most)
        };
        let most = limits::MOST_BROWSER_BYTES;
        assert_eq!(overview(most, most).overview, FileOverview::Unread);
        let browser = overview(210_000_000, most);
        assert!(browser.is_wrong());
        assert_eq!(
            browser.line(),
            "it has 210 MB, of which at most 64 MB are read here; cut the extract to the place of the map, or use the program for the desktop"
        );
        assert_eq!(overview(210_000_000, MOST_BYTES).overview, FileOverview::Unread);
        file.set_len(limits::MOST_BYTES + 1).unwrap();
        assert_eq!(
            ChosenGroundFile::at(&path).line(),
            "it has 2001 MB, of which at most 2000 MB are read here; cut the extract to the place of the map, or take one of a smaller region"
        );
    }
}
