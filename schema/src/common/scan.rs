//! The picture of the printed map for tracing: its file and its alignment with the hexes.

use std::fmt;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// `[map.scan]`: a picture of the printed map that the editor shows under the hexes. It has no effect in play.
///
/// The center of a hex lies at `first`, plus `column` for each column to the right, plus `row` for each row down. Shifted
/// columns or rows are offset by half a hex. The three vectors can describe a rotated, skewed or stretched grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scan {
    /// The picture, a PNG or JPEG file, as a path relative to the scenario's folder, such as `"mars-la-tour.jpg"`.
    pub file: ArtPath,
    /// The center of the top left hex, in pixels from the top left corner of the picture.
    pub first: Pixel,
    /// The vector from a column of hexes to the next, in pixels.
    pub column: Pixel,
    /// The vector from a row of hexes to the next, in pixels.
    pub row: Pixel,
    /// The opacity of the picture in percent, from 0 to 100, such as `80`. The default is 100.
    #[serde(default = "full", skip_serializing_if = "is_full")]
    #[schemars(range(min = 0, max = 100))]
    pub opacity: u8,
}

fn full() -> u8 {
    100
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_full(opacity: &u8) -> bool {
    *opacity == full()
}

/// A point or a vector on a picture, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pixel {
    /// The distance to the right, in pixels, such as `86.6`.
    pub x: Pixels,
    /// The distance down, in pixels, such as `100.25`.
    pub y: Pixels,
}

/// A number of pixels, stored in thousandths, so that reading and writing a file does not change it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(with = "f64", extend("minimum" = -1_000_000, "maximum" = 1_000_000))]
pub struct Pixels(i64);

/// The largest valid distance, in pixels.
const MOST: f64 = 1_000_000.0;

impl Pixels {
    /// Returns `pixels`, rounded to a thousandth; `None` for NaN and for more than a million pixels in either direction.
    ///
    /// ```
    /// use battlewright_schema::Pixels;
    /// assert_eq!(Pixels::new(86.602_54).unwrap().get(), 86.603);
    /// assert_eq!(Pixels::new(f64::NAN), None);
    /// ```
    pub fn new(pixels: f64) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "held to a million")]
        let thousandths = |pixels: f64| (pixels * 1000.0).round() as i64;
        (pixels.abs() <= MOST).then(|| Self(thousandths(pixels)))
    }

    /// Returns the number of pixels.
    pub fn get(self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "thousandths of a million are far below 2 to the 52nd")]
        let thousandths = self.0 as f64;
        thousandths / 1000.0
    }
}

impl Serialize for Pixels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.get())
    }
}

impl<'de> Deserialize<'de> for Pixels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pixels = f64::deserialize(deserializer)?;
        Self::new(pixels).ok_or_else(|| serde::de::Error::custom("a number of pixels must be at most 1000000"))
    }
}

/// The path of a picture or another artwork file, relative to the scenario's folder, with `/` between folders.
///
/// A path cannot lead out of the scenario's folder, as scenarios may come from untrusted sources: see [`ArtPath::problem`].
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("pattern" = r"^[. ]*[^. /\\:][^/\\:]*(/[. ]*[^. /\\:][^/\\:]*)*$"))]
pub struct ArtPath(pub String);

impl ArtPath {
    /// Returns the reason that the path is refused; `None` if the path stays in the scenario's folder on every operating
    /// system.
    ///
    /// ```
    /// use battlewright_schema::ArtPath;
    /// assert_eq!(ArtPath("art/map.png".into()).problem(), None);
    /// assert!(ArtPath("../map.png".into()).problem().is_some());
    /// ```
    pub fn problem(&self) -> Option<&'static str> {
        let text = self.0.as_str();
        if text.is_empty() {
            return Some("it is empty");
        }
        if text.starts_with('/') {
            return Some("it is an absolute path");
        }
        if text.contains('\\') || text.contains(':') {
            return Some("it contains `\\` or `:`, which have another meaning on some systems");
        }
        if text.chars().any(|c| u32::from(c) < 0x20) {
            return Some("it contains a control character");
        }
        // Windows drops dots and spaces at the end of a file name, so `.. ` would lead up as well.
        let leads_up = |name: &str| name.starts_with("..") && name.chars().all(|c| c == '.' || c == ' ');
        if text.split('/').any(leads_up) {
            return Some("it leads out of the folder of the scenario");
        }
        let is_nameless = |name: &str| name.chars().all(|c| c == '.' || c == ' ');
        text.split('/').any(is_nameless).then_some("it contains an empty part")
    }

    /// Returns the path of the file in `folder`; `None` if the path is refused.
    pub fn within(&self, folder: &Path) -> Option<PathBuf> {
        let names = self.problem().is_none().then(|| self.0.split('/'))?;
        Some(names.fold(folder.to_owned(), |path, name| path.join(name)))
    }

    /// Returns the path of `file` relative to `folder`; `None` if the file is outside the folder or the path would be refused.
    pub fn of(file: &Path, folder: &Path) -> Option<Self> {
        let inside = file.strip_prefix(folder).ok()?;
        let names: Option<Vec<&str>> = inside.components().map(|part| part.as_os_str().to_str()).collect();
        Some(Self(names?.join("/"))).filter(|path| path.problem().is_none())
    }
}

impl fmt::Display for ArtPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_in_its_folder_or_is_refused() {
        let art = |text: &str| ArtPath(text.to_owned());
        for good in ["map.png", "art/map.png", ".art/map", "..map", "a b/ü.jpg", "a/..b"] {
            let path = art(good).within(Path::new("/home/x")).unwrap();
            assert!(path.starts_with("/home/x") && art(good).problem().is_none(), "{good}");
            assert_eq!(ArtPath::of(&path, Path::new("/home/x")), Some(art(good)));
        }
        for bad in [
            "",
            "/etc/passwd",
            "..",
            "../a",
            "a/../../b",
            "a/..",
            "./a",
            "a//b",
            "a/",
            "...",
            "a/.. /b",
            ". /a",
            " ",
            "C:a",
            "C:\\a",
            "..\\a",
            "file:///a",
            "a\0b",
            "a\nb",
        ] {
            assert!(art(bad).problem().is_some(), "{bad:?}");
            assert_eq!(art(bad).within(Path::new("/home/x")), None, "{bad:?}");
        }
        assert_eq!(ArtPath::of(Path::new("/home/y/a.png"), Path::new("/home/x")), None);
        assert_eq!(ArtPath::of(Path::new("/home/x"), Path::new("/home/x")), None);
    }

    #[test]
    fn pixels_are_read_as_they_are_written() {
        for thousandths in [0, 1, -1, 999, 86_603, -123_456_789, 1_000_000_000] {
            let pixels = Pixels(thousandths);
            assert_eq!(Pixels::new(pixels.get()), Some(pixels));
        }
        for no in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1_000_001.0] {
            assert_eq!(Pixels::new(no), None);
        }
    }
}
