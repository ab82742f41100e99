//! Reading untrusted pictures: with limits of size, on a background thread, and with smaller copies for all zoom
//! levels, each half as large as the one before.

use battlewright_platform::background;
use battlewright_platform::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use image::{DynamicImage, ImageDecoder as _, ImageReader, Limits};

/// The maximum size of a file, in bytes.
const MOST_BYTES: u64 = 256 << 20;
/// The maximum width and height, in pixels.
const MOST_SIDE: u32 = 30_000;
/// The maximum number of pixels. The decoded picture stays below a gigabyte.
const MOST_PIXELS: u64 = 100_000_000;
/// The maximum memory of the decoder, in bytes.
const MOST_MEMORY: u64 = 900 << 20;
/// The maximum width and height of the smallest copy, in pixels.
pub const TILE: usize = 512;

/// A picture and its smaller copies.
#[derive(Debug, PartialEq, Eq)]
pub struct ScanPicture {
    levels: Vec<Level>,
}

/// A copy of the picture at one size.
#[derive(Debug, PartialEq, Eq)]
pub struct Level {
    /// The width in pixels.
    pub width: usize,
    /// The height in pixels.
    pub height: usize,
    /// The red, green and blue value of each pixel, row by row.
    rgb: Vec<u8>,
}

impl Level {
    /// Returns the color at `x` and `y`. Coordinates beyond the edge are clamped.
    pub fn color(&self, x: usize, y: usize) -> [u8; 3] {
        let (x, y) = (x.min(self.width - 1), y.min(self.height - 1));
        let at = (y * self.width + x) * 3;
        match self.rgb.get(at..at + 3) {
            Some([r, g, b]) => [*r, *g, *b],
            _ => [0; 3],
        }
    }

    /// Returns a copy of half the size, rounded up.
    fn half(&self) -> Self {
        let (width, height) = (self.width.div_ceil(2), self.height.div_ceil(2));
        let mut rgb = Vec::with_capacity(width * height * 3);
        let line = |y: usize| {
            let start = y.min(self.height - 1) * self.width * 3;
            self.rgb.get(start..start + self.width * 3).unwrap_or_default()
        };
        for y in 0..height {
            // Averages blocks of two by two pixels. At an odd edge, the last row or column is used twice.
            for (above, below) in line(2 * y).chunks(6).zip(line(2 * y + 1).chunks(6)) {
                for n in 0..3 {
                    let sum = |pair: &[u8]| {
                        let first = pair.get(n).copied().map_or(0, u16::from);
                        first + pair.get(n + 3).copied().map_or(first, u16::from)
                    };
                    rgb.push(u8::try_from((sum(above) + sum(below) + 2) / 4).unwrap_or(u8::MAX));
                }
            }
        }
        Self { width, height, rgb }
    }
}

/// The reason why a scan cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// The file does not exist.
    #[error("the file does not exist")]
    Missing,
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(#[source] std::io::Error),
    /// The path is a folder, a pipe or the like.
    #[error("it is not a file")]
    NotAFile,
    /// The file is a link to a file outside the folder of the scenario.
    #[error("it is a link that leads out of the folder of the scenario")]
    OutsideFolder,
    /// The file exceeds the maximum size.
    #[error("it has more than {} megabytes", MOST_BYTES >> 20)]
    TooLong,
    /// The picture has too many pixels.
    #[error("it is larger than {} million pixels or {MOST_SIDE} pixels on a side", MOST_PIXELS / 1_000_000)]
    TooLarge,
    /// The format is neither PNG nor JPEG.
    #[error("it is neither a PNG nor a JPEG picture")]
    NotAPicture,
    /// The picture is damaged.
    #[error("{0}")]
    Damaged(#[source] image::ImageError),
    /// The picture has a width or height of zero.
    #[error("it has no pixels")]
    Empty,
}

impl ScanPicture {
    /// Creates a picture from its pixels, or returns `None` if their number does not match the size or is zero.
    pub fn new(width: usize, height: usize, rgb: Vec<u8>) -> Option<Self> {
        if width == 0 || height == 0 || width.checked_mul(height)?.checked_mul(3)? != rgb.len() {
            return None;
        }
        let mut levels = vec![Level { width, height, rgb }];
        while let Some(last) = levels.last()
            && last.width.max(last.height) > TILE
        {
            let half = last.half();
            levels.push(half);
        }
        Some(Self { levels })
    }

    /// Reads the picture in the file at `path`.
    ///
    /// # Errors
    /// Returns a [`ScanError`] if the file cannot be read or exceeds a limit.
    pub fn open(path: &Path) -> Result<Self, ScanError> {
        let failed = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => ScanError::Missing,
            _ if fs::is_not_a_file(&error) => ScanError::NotAFile,
            _ => ScanError::Unreadable(error),
        };
        let file = fs::open_file(path).map_err(failed)?;
        let about = file.metadata().map_err(ScanError::Unreadable)?;
        if about.len() > MOST_BYTES {
            return Err(ScanError::TooLong);
        }
        let mut reader = ImageReader::new(BufReader::new(file)).with_guessed_format().map_err(ScanError::Unreadable)?;
        let mut limits = Limits::default();
        limits.max_image_width = Some(MOST_SIDE);
        limits.max_image_height = Some(MOST_SIDE);
        limits.max_alloc = Some(MOST_MEMORY);
        reader.limits(limits);
        let plain = |error: image::ImageError| match error {
            image::ImageError::Limits(_) => ScanError::TooLarge,
            image::ImageError::Unsupported(_) => ScanError::NotAPicture,
            error => ScanError::Damaged(error),
        };
        let mut decoder = reader.into_decoder().map_err(plain)?;
        let (width, height) = decoder.dimensions();
        // At this point, only the header has been read.
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(ScanError::TooLarge);
        }
        // Photographs may specify their orientation.
        let up = decoder.orientation().map_err(plain)?;
        let mut image = DynamicImage::from_decoder(decoder).map_err(plain)?;
        image.apply_orientation(up);
        let (width, height) = (image.width(), image.height());
        let sizes = [width, height].map(|side| usize::try_from(side).unwrap_or(0));
        Self::new(sizes[0], sizes[1], opaque(image)).ok_or(ScanError::Empty)
    }

    /// Returns the width and height in pixels.
    pub fn size(&self) -> [usize; 2] {
        self.levels.first().map_or([0, 0], |level| [level.width, level.height])
    }

    /// Returns the picture and its copies, each half as large as the one before.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }
}

/// Returns the colors of `image`. Transparent parts are drawn on white.
fn opaque(image: DynamicImage) -> Vec<u8> {
    if !image.color().has_alpha() {
        return image.into_rgb8().into_raw();
    }
    let over = |color: u8, alpha: u8| {
        let (color, alpha) = (u16::from(color), u16::from(alpha));
        u8::try_from((color * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
    };
    image.into_rgba8().pixels().flat_map(|pixel| [0, 1, 2].map(|n| over(pixel[n], pixel[3]))).collect()
}

/// The state of the picture that is shown.
#[derive(Debug, Default)]
pub enum ScanState {
    /// There is no picture.
    #[default]
    None,
    /// The picture at this path is being read.
    Busy(PathBuf, Receiver<Result<ScanPicture, ScanError>>),
    /// The picture at this path has been read.
    Ready(PathBuf, Arc<ScanPicture>),
    /// The picture at this path cannot be read. The text is the reason.
    Failed(PathBuf, String),
}

impl ScanState {
    /// Starts to read the file at `path`. If `folder` is given, the file must be inside after links are resolved.
    /// `wake` is called when reading ends.
    pub fn start(path: &Path, folder: Option<&Path>, wake: impl FnOnce() + Send + 'static) -> Self {
        let (send, receive) = channel();
        let (file, folder) = (path.to_owned(), folder.map(Path::to_owned));
        background::spawn(move || {
            let picture = match folder {
                Some(folder) if !lies_within(&file, &folder) && fs::is_file(&file) => Err(ScanError::OutsideFolder),
                _ => ScanPicture::open(&file),
            };
            // The receiver may be gone.
            let _ = send.send(picture);
            wake();
        });
        Self::Busy(path.to_owned(), receive)
    }

    /// Takes over the picture if it has been read.
    pub fn poll(&mut self) {
        let Self::Busy(path, receive) = self else { return };
        let path = std::mem::take(path);
        *self = match receive.try_recv() {
            Ok(Ok(picture)) => Self::Ready(path, Arc::new(picture)),
            Ok(Err(why)) => Self::Failed(path, why.to_string()),
            Err(TryRecvError::Disconnected) => Self::Failed(path, "it could not be read".to_owned()),
            Err(TryRecvError::Empty) => {
                let Self::Busy(slot, _) = self else { return };
                *slot = path;
                return;
            }
        };
    }

    /// Returns the path of the picture.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::None => None,
            Self::Busy(path, _) | Self::Ready(path, _) | Self::Failed(path, _) => Some(path),
        }
    }

    /// Returns the picture if it has been read.
    pub fn picture(&self) -> Option<&Arc<ScanPicture>> {
        match self {
            Self::Ready(_, picture) => Some(picture),
            _ => None,
        }
    }
}

/// Returns `true` if `file` is inside `folder` after all links are resolved.
fn lies_within(file: &Path, folder: &Path) -> bool {
    match (fs::canonicalize(file), fs::canonicalize(folder)) {
        (Ok(file), Ok(folder)) => file.starts_with(folder),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use image::{ImageFormat, RgbImage, RgbaImage};

    use super::*;

    #[test]
    fn copies_are_half_as_large_and_end_with_one_tile() {
        let rgb = RgbImage::from_fn(1301, 700, |x, _| image::Rgb([if x < 650 { 200 } else { 100 }, 40, 60]));
        let picture = ScanPicture::new(1301, 700, rgb.into_raw()).unwrap();
        let sizes: Vec<_> = picture.levels().iter().map(|level| (level.width, level.height)).collect();
        assert_eq!(sizes, [(1301, 700), (651, 350), (326, 175)]);
        let last = &picture.levels()[2];
        assert_eq!((last.color(0, 0), last.color(325, 174)), ([200, 40, 60], [100, 40, 60]));
        assert_eq!(last.color(9999, 9999), [100, 40, 60]);
        assert_eq!(ScanPicture::new(3, 3, vec![0; 26]), None);
        assert_eq!(ScanPicture::new(0, 3, vec![]), None);
    }

    #[test]
    fn what_can_be_seen_through_lies_on_white() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        RgbaImage::from_pixel(4, 4, image::Rgba([0, 0, 0, 128])).save_with_format(&path, ImageFormat::Png).unwrap();
        assert_eq!(ScanPicture::open(&path).unwrap().levels()[0].color(1, 1), [127, 127, 127]);
    }

    #[test]
    fn what_is_no_picture_is_refused_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            ScanPicture::open(&path).unwrap_err().to_string()
        };
        assert_eq!(
            ScanPicture::open(&folder.path().join("none.png")).unwrap_err().to_string(),
            "the file does not exist"
        );
        assert_eq!(ScanPicture::open(folder.path()).unwrap_err().to_string(), "it is not a file");
        assert_eq!(file("a.png", b"GIF89a no such thing"), "it is neither a PNG nor a JPEG picture");
        assert!(!file("b.png", b"\x89PNG\r\n\x1a\n and no more").is_empty());
        let mut picture = Vec::new();
        RgbImage::new(64, 64).write_to(&mut std::io::Cursor::new(&mut picture), ImageFormat::Png).unwrap();
        assert!(!file("c.png", &picture[..picture.len() / 2]).is_empty());
    }

    /// Reads files of about a hundred bytes whose headers announce enormous pictures.
    #[test]
    fn a_picture_that_claims_to_be_huge_is_refused_before_it_is_unpacked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("huge.png");
        for (width, height) in [(29_999_u32, 29_999_u32), (2_000_000_000, 2), (30_001, 10)] {
            let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
            let mut header = b"IHDR".to_vec();
            header.extend(width.to_be_bytes());
            header.extend(height.to_be_bytes());
            header.extend([8, 2, 0, 0, 0]);
            bytes.extend(13_u32.to_be_bytes());
            bytes.extend(&header);
            bytes.extend(crc(&header).to_be_bytes());
            bytes.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e\0\0\0\0IEND\xae\x42\x60\x82");
            std::fs::write(&path, bytes).unwrap();
            assert!(matches!(ScanPicture::open(&path), Err(ScanError::TooLarge)), "{width} x {height}");
        }
    }

    fn crc(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
        })
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_folder_is_not_followed() {
        let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let secret = outside.path().join("secret.png");
        RgbImage::new(2, 2).save(&secret).unwrap();
        let link = folder.path().join("map.png");
        std::os::unix::fs::symlink(&secret, &link).unwrap();
        let read = |within: Option<&Path>| {
            let mut reading = ScanState::start(&link, within, || ());
            for _ in 0..500 {
                reading.poll();
                if !matches!(reading, ScanState::Busy(..)) {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            reading
        };
        assert!(matches!(read(Some(folder.path())), ScanState::Failed(_, why) if why.contains("link")));
        assert!(read(None).picture().is_some());
        assert!(read(Some(outside.path())).picture().is_some());
    }
}
