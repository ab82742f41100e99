//! Format and size of untrusted pictures, determined before decoding.

use std::num::NonZero;

use resvg::tiny_skia::{ColorU8, Pixmap};

use crate::art::{ArtError, ArtPicture};

/// An error while measuring an untrusted picture or converting it to PNG.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The bytes are of no supported picture format.
    #[error("it is neither PNG nor JPEG, GIF or SVG")]
    NotAPicture,
    /// The header does not give the size.
    #[error("its header is damaged")]
    DamagedHead,
    /// The picture has more than [`MOST_PIXELS`], or is wider or higher than [`MOST_SIDE`]; GIFs to convert have a lower
    /// limit.
    #[error("{width} by {height} pixels are too many")]
    TooManyPixels {
        /// The width, in pixels.
        width: u32,
        /// The height, in pixels.
        height: u32,
    },
    /// The SVG is too large to rasterize.
    #[error("{width} by {height} pixels are too many to draw")]
    TooManyToDraw {
        /// The width, in pixels.
        width: u32,
        /// The height, in pixels.
        height: u32,
    },
    /// A raster picture other than a GIF was to be converted to PNG.
    #[error("it is a raster picture already")]
    AlreadyPixels,
    /// The picture has no width or height.
    #[error("it has no size")]
    NoSize,
    /// The GIF cannot be decoded.
    #[error("the GIF is damaged: {0}")]
    DamagedGif(#[from] gif::DecodingError),
    /// The GIF has no frame.
    #[error("the GIF has no frame")]
    EmptyGif,
    /// The SVG is refused.
    #[error(transparent)]
    Svg(#[from] Box<ArtError>),
    /// The PNG cannot be encoded: the message of the encoder.
    #[error("{0}")]
    Unwritable(String),
}

/// The file format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Portable Network Graphics.
    Png,
    /// Joint Photographic Experts Group.
    Jpeg,
    /// Graphics Interchange Format.
    Gif,
    /// Scalable Vector Graphics.
    Svg,
}

impl PictureFormat {
    /// Returns the file extension.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
            Self::Svg => "svg",
        }
    }
}

/// The greatest width or height of a picture, in pixels.
pub const MOST_SIDE: u32 = 30_000;

/// The most pixels of a picture.
pub const MOST_PIXELS: u64 = 100_000_000;

/// Returns the format of the picture in `bytes`, with its width and height in pixels, from its header.
///
/// # Errors
/// The format is unsupported, the header is damaged, or the picture has too many pixels.
pub fn measure(bytes: &[u8]) -> Result<(PictureFormat, u32, u32), PictureError> {
    let (kind, size) = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        (PictureFormat::Png, png(bytes))
    } else if bytes.starts_with(b"\xff\xd8") {
        (PictureFormat::Jpeg, jpeg(bytes))
    } else if bytes.starts_with(b"GIF8") {
        (PictureFormat::Gif, gif(bytes))
    } else if let Some(text) = svg_text(bytes) {
        let size = ArtPicture::svg(text).map_err(Box::new)?.size();
        (PictureFormat::Svg, whole(size.x).zip(whole(size.y)))
    } else {
        return Err(PictureError::NotAPicture);
    };
    let (width, height) = size.filter(|(w, h)| *w > 0 && *h > 0).ok_or(PictureError::DamagedHead)?;
    if width > MOST_SIDE || height > MOST_SIDE || u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(PictureError::TooManyPixels { width, height });
    }
    Ok((kind, width, height))
}

/// Converts a GIF or SVG to a PNG of the same size. Only the first frame of a GIF is kept.
///
/// # Errors
/// The picture is damaged, too large, or of another format.
pub fn as_png(bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
    let (kind, width, height) = measure(bytes)?;
    let pixels = match kind {
        PictureFormat::Gif => first_of_gif(bytes, width, height)?,
        PictureFormat::Svg => {
            if u64::from(width) * u64::from(height) > MOST_DRAWN {
                return Err(PictureError::TooManyToDraw { width, height });
            }
            let drawing = ArtPicture::svg(svg_text(bytes).unwrap_or_default()).map_err(Box::new)?;
            drawing.drawn(width, height).ok_or(PictureError::NoSize)?
        }
        PictureFormat::Png | PictureFormat::Jpeg => return Err(PictureError::AlreadyPixels),
    };
    pixels.encode_png().map_err(|error| PictureError::Unwritable(error.to_string()))
}

/// The most pixels of a rasterized SVG or a decoded GIF, at four bytes each.
const MOST_DRAWN: u64 = 40_000_000;

/// The memory limit of the GIF decoder, in bytes.
const GIF_MEMORY: NonZero<u64> = NonZero::new(MOST_DRAWN * 4).unwrap();

/// Decodes the first frame of a GIF at its position on the GIF's canvas.
fn first_of_gif(bytes: &[u8], width: u32, height: u32) -> Result<Pixmap, PictureError> {
    if u64::from(width) * u64::from(height) > MOST_DRAWN {
        return Err(PictureError::TooManyPixels { width, height });
    }
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    options.set_memory_limit(gif::MemoryLimit::Bytes(GIF_MEMORY));
    let mut decoder = options.read_info(bytes)?;
    let frame = decoder.read_next_frame()?.ok_or(PictureError::EmptyGif)?;
    let mut pixels = Pixmap::new(width, height).ok_or(PictureError::NoSize)?;
    let (wide, left, top) = (usize::from(frame.width), u32::from(frame.left), u32::from(frame.top));
    for (row, line) in (top..height).zip(frame.buffer.chunks_exact((wide * 4).max(1))) {
        for (column, pixel) in (left..width).zip(line.as_chunks::<4>().0) {
            let [red, green, blue, cover] = *pixel;
            let at = usize::try_from(u64::from(row) * u64::from(width) + u64::from(column)).unwrap_or(usize::MAX);
            if let Some(to) = pixels.pixels_mut().get_mut(at) {
                *to = ColorU8::from_rgba(red, green, blue, cover).premultiply();
            }
        }
    }
    Ok(pixels)
}

/// Returns `bytes` as text if they may be an SVG.
fn svg_text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let head: String = text.trim_start_matches('\u{feff}').trim_start().chars().take(4000).collect();
    (head.starts_with('<') && head.contains("<svg")).then_some(text)
}

/// Rounds a length to whole pixels; `None` if not within 0.5 and 100,000.
fn whole(length: f32) -> Option<u32> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within bounds")]
    (length.is_finite() && (0.5..100_000.0).contains(&length)).then_some(length.round() as u32)
}

fn png(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    (bytes.get(12..16)? == b"IHDR").then_some(())?;
    Some((number(16)?, number(20)?))
}

fn gif(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    Some((number(6)?, number(8)?))
}

/// Returns the width and height from the first start-of-frame segment.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    let mut at = 2;
    loop {
        (*bytes.get(at)? == 0xff).then_some(())?;
        match *bytes.get(at + 1)? {
            0xff => at += 1,
            0x01 | 0xd0..=0xd8 => at += 2,
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => return Some((number(at + 7)?, number(at + 5)?)),
            _ => at += 2 + usize::try_from(number(at + 2)?).ok()?.max(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_tell_sizes() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x00\0\0\x01\x00".to_vec();
        assert_eq!(measure(&png).unwrap(), (PictureFormat::Png, 512, 256));
        assert_eq!(measure(b"GIF89a\x02\x01\x03\x00").unwrap(), (PictureFormat::Gif, 258, 3));
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc2\0\x11\x08\x00\x20\x00\x40\x03";
        assert_eq!(measure(jpeg).unwrap(), (PictureFormat::Jpeg, 64, 32));
        png[16..20].copy_from_slice(&[0, 0, 0x75, 0x30]);
        png[20..24].copy_from_slice(&[0, 0, 0x75, 0x30]);
        assert!(measure(&png).unwrap_err().to_string().contains("30000 by 30000 pixels are too many"));
        png[16] = 0xff;
        assert!(measure(&png).unwrap_err().to_string().contains("too many"));
    }

    #[test]
    fn damaged_heads_are_refused() {
        for bytes in [
            &b""[..],
            b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"5\"/>",
            b"\x89PNG\r\n\x1a\n",
            b"GIF89a\x02",
            b"GIF89a\0\0\0\0",
            b"\xff\xd8",
            b"\xff\xd8\xff\xe0\xff\xff",
            b"\xff\xd8abc",
            b"\xff\xd8\xff\xff\xff\xff",
        ] {
            assert!(measure(bytes).is_err(), "{bytes:?}");
        }
    }

    /// Returns a GIF of 3 by 2 pixels, with a frame of 2 by 1 red pixels in the lower right corner.
    fn small_gif() -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = gif::Encoder::new(&mut bytes, 3, 2, &[255, 0, 0, 0, 0, 255]).unwrap();
        let frame = gif::Frame { left: 1, top: 1, ..gif::Frame::from_indexed_pixels(2, 1, [0, 0], None) };
        encoder.write_frame(&frame).unwrap();
        drop(encoder);
        bytes
    }

    #[test]
    fn gifs_and_drawings_become_pixels() {
        let png = |bytes: &[u8]| Pixmap::decode_png(&as_png(bytes).unwrap()).unwrap();
        let pixels = png(&small_gif());
        let color = |x, y| pixels.pixel(x, y).map(|pixel| (pixel.red(), pixel.alpha()));
        assert_eq!((pixels.width(), pixels.height()), (3, 2));
        assert_eq!((color(0, 0), color(1, 1), color(2, 1)), (Some((0, 0)), Some((255, 255)), Some((255, 255))));
        let svg = "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30\">\
                   <rect width=\"40\" height=\"30\" fill=\"#00ff00\"/></svg>";
        assert_eq!(measure(svg.as_bytes()).unwrap(), (PictureFormat::Svg, 40, 30));
        assert_eq!(png(svg.as_bytes()).pixel(39, 29).unwrap().green(), 255);
    }

    #[test]
    fn gifs_and_drawings_that_hurt_are_refused() {
        let mut large = small_gif();
        large[6..10].copy_from_slice(&[0x30, 0x75, 0x30, 0x75]);
        assert!(as_png(&large).unwrap_err().to_string().contains("too many"));
        large[6..10].copy_from_slice(&[0x40, 0x1f, 0x40, 0x1f]);
        assert!(as_png(&large).unwrap_err().to_string().contains("8000 by 8000 pixels are too many"));
        assert!(as_png(&small_gif()[..20]).unwrap_err().to_string().contains("damaged"));
        let svg = |inside: &str| {
            let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">{inside}</svg>");
            as_png(text.as_bytes())
        };
        assert!(svg(&"<g>".repeat(100_000)).is_err());
        assert!(svg(&format!("{}{}", "<g>".repeat(5_000), "</g>".repeat(5_000))).is_err());
    }
}
