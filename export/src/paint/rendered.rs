//! An SVG as pixels.

use epaint_default_fonts::HACK_REGULAR;
use resvg::{tiny_skia, usvg};

use super::PaintError;

/// The longest side of a PNG, in pixels: larger pictures are scaled down.
const MOST_PIXELS: f64 = 8000.0;

/// Renders `svg` as a PNG file, identical on every machine.
///
/// # Errors
/// The SVG is malformed, which those of this crate never are.
pub fn rendered(svg: &str) -> Result<Vec<u8>, PaintError> {
    let mut options = usvg::Options { font_family: "Hack".to_owned(), ..usvg::Options::default() };
    options.fontdb_mut().load_font_data(HACK_REGULAR.to_vec());
    let tree = usvg::Tree::from_str(svg, &options)?;
    let size = tree.size();
    let most = f64::from(size.width().max(size.height()));
    #[expect(clippy::cast_possible_truncation, reason = "a scale between 0 and 1")]
    let scale = (MOST_PIXELS / most).min(1.0) as f32;
    let small = size.to_int_size().scale_by(scale).ok_or(PaintError::NoRoom)?;
    let mut pixels = tiny_skia::Pixmap::new(small.width(), small.height()).ok_or(PaintError::NoRoom)?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}
