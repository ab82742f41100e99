//! A scene as a PNG, written band by band: its size costs no memory.

use std::io::Write;

use emath::{Pos2, Rect, Vec2};
use png::{BitDepth, ColorType, Compression, Encoder};
use resvg::tiny_skia::{Color, Pixmap};

use super::pixels::Canvas;
use crate::draw::Shape;
use crate::in_order::in_order;
use crate::scene::{Part, Scene};

/// The most pixels that a picture is wide or high.
pub const MOST_PIXELS: u32 = 65_535;

/// About how many pixels a band has.
const BAND: u32 = 2 << 20;

/// How many pixels wide and high a picture of `size` is with `scale` pixels a unit.
///
/// # Errors
/// It would be wider or higher than [`MOST_PIXELS`].
pub fn pixels(size: Vec2, scale: f32) -> Result<(u32, u32), String> {
    let size = size * scale;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within bounds, and never below 1")]
    let whole = |length: f32| (length.ceil().max(1.0) <= MOST_PIXELS as f32).then(|| length.ceil().max(1.0) as u32);
    whole(size.x).zip(whole(size.y)).ok_or_else(|| {
        format!("{:.0} by {:.0} pixels are too many: {MOST_PIXELS} are the most, either way", size.x, size.y)
    })
}

/// Writes `scene` with `scale` pixels a unit. The pixels are the same on every machine and with any number of threads.
///
/// # Errors
/// It is too large, see [`pixels`], or `to` cannot be written.
pub fn write(scene: &Scene<'_>, scale: f32, to: impl Write) -> Result<(), String> {
    banded(scene.size(), scale, to, &|rect, canvas| {
        for part in Part::ALL {
            canvas.paint(&scene.draw(part, rect));
        }
    })
}

/// Writes shapes as a picture of their own, of this size, with `scale` pixels a unit.
///
/// # Errors
/// As of [`write()`].
pub fn picture(shapes: &[Shape], size: Vec2, scale: f32, to: impl Write) -> Result<(), String> {
    banded(size, scale, to, &|_, canvas| canvas.paint(shapes))
}

/// What paints the part of a picture within a rectangle.
type Painting<'a> = &'a (dyn Fn(Rect, &mut Canvas<'_>) + Sync);

fn banded(size: Vec2, scale: f32, to: impl Write, painting: Painting<'_>) -> Result<(), String> {
    let (width, height) = pixels(size, scale)?;
    let failed = |error: &dyn std::fmt::Display| format!("the picture cannot be written: {error}");
    let mut encoder = Encoder::new(to, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fastest);
    let mut header = encoder.write_header().map_err(|error| failed(&error))?;
    let mut stream = header.stream_writer().map_err(|error| failed(&error))?;
    let high = (BAND / width).clamp(16, 2048).min(height);
    let tops: Vec<u32> = (0..height).step_by(high as usize).collect();
    let paint = |top: &u32| band(painting, scale, *top, (width, high.min(height - top)));
    in_order(&tops, paint, |_, rows| {
        let rows = rows.ok_or_else(|| failed(&"there is no room for it"))?;
        stream.write_all(&rows).map_err(|error| failed(&error))
    })?;
    stream.finish().map_err(|error| failed(&error))
}

/// The rows of pixels from `top` on, as red, green and blue.
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
