//! A scene as a PNG, written in bands to limit memory.

use std::io::Write;

use emath::{Pos2, Rect, Vec2};
use png::text_metadata::ITXtChunk;
use png::{BitDepth, ColorType, Compression, Encoder};
use resvg::tiny_skia::{Color, Pixmap};

use super::PaintError;
use super::pixels::Canvas;
use crate::draw::Shape;
use crate::parallel::{Workers, each_in_order, threads};
use crate::scene::{Scene, ScenePart};
use crate::stamp;

/// The greatest width or height of a picture, in pixels: the painter counts in 16 bits, in steps of 128.
pub const MOST_PIXELS: u32 = 65_408;

/// The approximate number of pixels per band.
const BAND: u32 = 2 << 20;

/// Returns the width and height in pixels of a picture of `size`, with `scale` pixels per unit.
///
/// # Errors
/// The width or height exceeds [`MOST_PIXELS`].
pub fn pixels(size: Vec2, scale: f32) -> Result<(u32, u32), PaintError> {
    let size = size * scale;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within bounds, and never below 1")]
    let whole = |length: f32| (length.ceil().max(1.0) <= MOST_PIXELS as f32).then(|| length.ceil().max(1.0) as u32);
    whole(size.x).zip(whole(size.y)).ok_or(PaintError::TooLarge { width: size.x, height: size.y, most: MOST_PIXELS })
}

/// Writes `scene` with `scale` pixels per unit, and the sources of the scenario as its text `Source`. The pixels do not depend on the machine or the number of threads.
///
/// # Errors
/// The picture is too large, see [`pixels`], or `to` cannot be written.
pub fn write(scene: &Scene<'_>, scale: f32, to: impl Write) -> Result<(), PaintError> {
    scene_with(scene, scale, None, to)
}

/// Writes `scene` as [`write()`] does, with the scenario itself, as [`embedded`](crate::stamp::embedded), in a text.
///
/// # Errors
/// See [`write()`].
pub(crate) fn write_stamped(scene: &Scene<'_>, scale: f32, embedded: &str, to: impl Write) -> Result<(), PaintError> {
    scene_with(scene, scale, Some(embedded), to)
}

fn scene_with(scene: &Scene<'_>, scale: f32, embedded: Option<&str>, to: impl Write) -> Result<(), PaintError> {
    let sources = scene.scenario().common().about().sources;
    let texts = PictureTexts { sources: &sources, embedded };
    banded(scene.size(), scale, to, &texts, &|rect, canvas| {
        for part in ScenePart::ALL {
            canvas.paint(&scene.draw(part, rect));
        }
    })
}

/// Writes shapes as a picture of this size, with `scale` pixels per unit.
///
/// # Errors
/// See [`write()`].
pub fn picture(shapes: &[Shape], size: Vec2, scale: f32, to: impl Write) -> Result<(), PaintError> {
    banded(size, scale, to, &PictureTexts::default(), &|_, canvas| canvas.paint(shapes))
}

/// Writes shapes as [`picture`] does, with the scenario itself in a text.
///
/// # Errors
/// See [`write()`].
pub(crate) fn picture_stamped(
    shapes: &[Shape],
    size: Vec2,
    scale: f32,
    embedded: &str,
    to: impl Write,
) -> Result<(), PaintError> {
    let texts = PictureTexts { sources: &[], embedded: Some(embedded) };
    banded(size, scale, to, &texts, &|_, canvas| canvas.paint(shapes))
}

/// The texts in the file of a picture.
#[derive(Default)]
struct PictureTexts<'t> {
    /// The sources of the scenario.
    sources: &'t [String],
    /// The scenario.
    embedded: Option<&'t str>,
}

/// A callback that paints the part of a picture within a rectangle.
type Painting<'a> = &'a (dyn Fn(Rect, &mut Canvas<'_>) + Sync);

fn banded(
    size: Vec2,
    scale: f32,
    to: impl Write,
    texts: &PictureTexts<'_>,
    painting: Painting<'_>,
) -> Result<(), PaintError> {
    let (width, height) = pixels(size, scale)?;
    let mut encoder = Encoder::new(to, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fastest);
    if !texts.sources.is_empty() {
        encoder.add_itxt_chunk("Source".to_owned(), texts.sources.join("\n"))?;
    }
    let mut header = encoder.write_header()?;
    if let Some(embedded) = texts.embedded {
        let mut chunk = ITXtChunk::new(stamp::NAME, embedded);
        chunk.compressed = true;
        header.write_text_chunk(&chunk)?;
    }
    let mut stream = header.stream_writer()?;
    let high = (BAND / width).clamp(16, 2048).min(height);
    let tops: Vec<u32> = (0..height).step_by(high as usize).collect();
    let paint = |_, top: &u32| band(painting, scale, *top, (width, high.min(height - top)));
    // Bounds the memory to a few bands, whatever the number of cores.
    let workers = Workers { threads: threads().min(8), pending: 16 };
    each_in_order(&tops, workers, paint, |rows| {
        let rows = rows.ok_or(PaintError::NoRoom)?;
        stream.write_all(&rows).map_err(PaintError::Unwritten)
    })?;
    Ok(stream.finish()?)
}

/// Paints a band from row `top` on and returns its pixels as red, green and blue.
fn band(painting: Painting<'_>, scale: f32, top: u32, (width, height): (u32, u32)) -> Option<Vec<u8>> {
    let mut pixels = Pixmap::new(width, height)?;
    pixels.fill(Color::WHITE);
    #[expect(clippy::cast_precision_loss, reason = "pixels are counted in thousands")]
    let corner = Pos2::new(0.0, top as f32 / scale);
    #[expect(clippy::cast_precision_loss, reason = "pixels are counted in thousands")]
    let rect = Rect::from_min_size(corner, Vec2::new(width as f32, height as f32) / scale);
    let mut canvas = Canvas::new(pixels.as_mut(), corner, scale);
    painting(rect, &mut canvas);
    canvas.finish();
    Some(pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_pictures_are_painted_and_larger_ones_refused() {
        let most = MOST_PIXELS as f32;
        let corner = [(most - 4.0, 1.0), (most, 1.0), (most, 15.0), (most - 4.0, 15.0)];
        for (size, turned) in [(Vec2::new(most, 16.0), false), (Vec2::new(16.0, most), true)] {
            let rim = corner.map(|(x, y)| if turned { Pos2::new(y, x) } else { Pos2::new(x, y) });
            let mut file = Vec::new();
            picture(&[Shape::area(rim.to_vec(), ecolor::Color32::BLACK)], size, 1.0, &mut file).unwrap();
            let mut decoder = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
            let mut pixels = vec![0; decoder.output_buffer_size().unwrap()];
            let frame = decoder.next_frame(&mut pixels).unwrap();
            assert_eq!((frame.width, frame.height), pixels_of(size));
            // Two pixels from the far end, in the middle of the short side.
            let (x, y) = if turned { (8, frame.height - 2) } else { (frame.width - 2, 8) };
            let at = 3 * (y as usize * frame.width as usize + x as usize);
            assert_eq!(pixels[at..at + 3], [0; 3], "{size:?}");
        }
        let refused = picture(&[], Vec2::new(most + 1.0, 16.0), 1.0, Vec::new()).unwrap_err();
        assert_eq!(refused.to_string(), "65409 by 16 pixels are too large; the limit is 65408 in each direction");
    }

    fn pixels_of(size: Vec2) -> (u32, u32) {
        (size.x as u32, size.y as u32)
    }
}
