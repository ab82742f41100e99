//! The scan of a scenario that is saved in another folder.

use std::path::{Path, PathBuf};

use battlewright_platform::fs;
use battlewright_schema::{ArtPath, Scan};

/// A picture that the scenario cannot refer to from its new folder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the scan remains in {}, outside the new folder of the scenario; copy {file} to that folder",
    folder.display()
)]
pub struct ScanLeftBehind {
    /// The folder that contains the picture.
    pub folder: PathBuf,
    /// The path of the picture in the scenario file.
    pub file: ArtPath,
}

/// Returns the new path of `scan` for a scenario that is moved from the folder `from` to the folder `to`, or `None` if
/// the path stays valid as it is.
///
/// # Errors
/// Returns an error if the scenario cannot refer to the picture from its new folder.
pub fn moved(scan: &Scan, from: &Path, to: &Path) -> Result<Option<ArtPath>, ScanLeftBehind> {
    // The empty path of a bare file name stands for the current folder.
    let whole = |path: &Path| -> PathBuf {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
    };
    let (from, to) = (whole(from), whole(to));
    let Some(picture) = scan.file.within(&from).filter(|picture| from != to && fs::is_file(picture)) else {
        return Ok(None);
    };
    match ArtPath::of(&whole(&picture), &to) {
        Some(path) => Ok(Some(path).filter(|path| *path != scan.file)),
        None if scan.file.within(&to).is_some_and(|there| fs::is_file(&there)) => Ok(None),
        None => Err(ScanLeftBehind { folder: from, file: scan.file.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{Pixel, Pixels};

    use super::*;

    fn scan(file: &str) -> Scan {
        let pixel = |x, y| Pixel { x: Pixels::new(x).unwrap(), y: Pixels::new(y).unwrap() };
        let (first, column, row) = (pixel(0.0, 0.0), pixel(80.0, 0.0), pixel(0.0, 90.0));
        Scan { file: ArtPath(file.to_owned()), first, column, row, opacity: 100 }
    }

    #[test]
    fn the_path_follows_where_it_can_and_why_it_cannot_is_told() {
        let root = tempfile::tempdir().unwrap();
        let (inner, other) = (root.path().join("inner"), root.path().join("other"));
        for folder in [&inner, &other] {
            std::fs::create_dir(folder).unwrap();
        }
        std::fs::write(inner.join("map.png"), "a picture").unwrap();
        let path = |file: &str| Ok(Some(ArtPath(file.to_owned())));
        // The scenario moves to the parent folder and back.
        assert_eq!(moved(&scan("map.png"), &inner, root.path()), path("inner/map.png"));
        assert_eq!(moved(&scan("inner/map.png"), root.path(), &inner), path("map.png"));
        assert_eq!(moved(&scan("map.png"), &inner, &inner), Ok(None));
        let why = moved(&scan("map.png"), &inner, &other).unwrap_err().to_string();
        assert!(why.contains("copy map.png to that folder"), "{why}");
        // A copy of the picture in the new folder is used, and a missing picture is ignored.
        std::fs::write(other.join("map.png"), "a picture").unwrap();
        assert_eq!(moved(&scan("map.png"), &inner, &other), Ok(None));
        assert_eq!(moved(&scan("lost.png"), &inner, &other), Ok(None));
    }
}
