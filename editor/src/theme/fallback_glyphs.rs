//! Glyphs of letters that no font of the window has: a frame with the number of the letter in hexadecimal digits.

use egui::epaint::text::{GlyphBitmap, GlyphRasterizer, GlyphRasterizerRequest, RasterizedGlyph};
use egui::{Color32, ColorImage, vec2};

/// The hexadecimal digits, three pixels wide and five high: a row is an octal digit, the upper one first.
const DIGITS: [u16; 16] = [
    0o75557, 0o26227, 0o71747, 0o71717, 0o55711, 0o74717, 0o74757, 0o71122, 0o75757, 0o75717, 0o25755, 0o65656,
    0o74447, 0o65556, 0o74647, 0o74644,
];

/// The sign on the button of egui's color picker that copies a color: two sheets of paper.
const COPY: (char, [u16; 9]) = (
    '\u{1f4cb}',
    [
        0b1111_1100,
        0b1000_0100,
        0b1011_1111,
        0b1010_0001,
        0b1010_0001,
        0b1010_0001,
        0b1110_0001,
        0b0010_0001,
        0b0011_1111,
    ],
);

/// Returns the source of these glyphs.
pub(super) fn rasterizer() -> GlyphRasterizer {
    GlyphRasterizer::new("battlewright::fallback_glyphs", glyph)
}

/// A picture of pixels that are set or not.
struct Pixels {
    width: usize,
    height: usize,
    set: Vec<bool>,
}

impl Pixels {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, set: vec![false; width * height] }
    }

    fn put(&mut self, x: usize, y: usize) {
        if let Some(pixel) = self.set.get_mut(y * self.width + x).filter(|_| x < self.width) {
            *pixel = true;
        }
    }
}

/// Returns the frame with the number of `letter`.
fn numbered(letter: char) -> Pixels {
    let text = format!("{:04X}", u32::from(letter));
    let columns = text.len().div_ceil(2);
    let mut pixels = Pixels::new(4 * columns + 3, 15);
    for x in 0..pixels.width {
        pixels.put(x, 0);
        pixels.put(x, 14);
    }
    for y in 0..15 {
        let right = pixels.width - 1;
        pixels.put(0, y);
        pixels.put(right, y);
    }
    // A number with an odd count of digits has the shorter line above.
    let short = columns * 2 - text.len();
    for (n, digit) in text.chars().enumerate() {
        let place = n + short;
        let (left, top) = (2 + 4 * (place % columns), if place < columns { 2 } else { 8 });
        let rows = digit.to_digit(16).and_then(|digit| DIGITS.get(usize::try_from(digit).ok()?)).copied().unwrap_or(0);
        for row in 0..5 {
            for column in 0..3 {
                if (rows >> (3 * (4 - row) + (2 - column))) & 1 == 1 {
                    pixels.put(left + column, top + row);
                }
            }
        }
    }
    pixels
}

/// Returns the sign for copying.
fn copy() -> Pixels {
    let mut pixels = Pixels::new(8, 9);
    for (y, row) in COPY.1.into_iter().enumerate() {
        for x in 0..8 {
            if (row >> (7 - x)) & 1 == 1 {
                pixels.put(x, y);
            }
        }
    }
    pixels
}

fn glyph(request: &GlyphRasterizerRequest<'_>) -> Option<RasterizedGlyph> {
    let letter = request.cluster.chars().next().filter(|letter| !letter.is_control())?;
    let pixels = if letter == COPY.0 { copy() } else { numbered(letter) };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a font has some hundred pixels at most"
    )]
    let scale = (request.font_size_px / 13.0).floor().clamp(1.0, 64.0) as usize;
    let size = [pixels.width * scale, pixels.height * scale];
    let mut image = ColorImage::filled(size, Color32::TRANSPARENT);
    for y in 0..size[1] {
        for x in 0..size[0] {
            if pixels.set.get(y / scale * pixels.width + x / scale) == Some(&true) {
                image[(x, y)] = Color32::WHITE;
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a font has some hundred pixels at most")]
    let [width, height, gap] = [size[0], size[1], scale].map(|pixels| pixels as f32);
    // A seventh of the height lies below the line.
    let offset_px = vec2(0.0, -(height * 6.0 / 7.0).round());
    Some(RasterizedGlyph { bitmap: GlyphBitmap { image, offset_px, is_color: false }, advance_px: width + gap })
}

#[cfg(test)]
mod tests {
    use egui::FontFamily;

    use super::*;

    #[test]
    fn a_letter_without_a_glyph_shows_its_number() {
        let drawn = |cluster: &str, font_size_px: f32| {
            let family = &FontFamily::Proportional;
            glyph(&GlyphRasterizerRequest { cluster, family, font_size_px, subpixel_offset_px: 0.0 }).unwrap()
        };
        let (one, other) = (drawn("\u{6f22}", 13.0), drawn("\u{5b57}", 13.0));
        assert_eq!(one.bitmap.image.size, [11, 15]);
        assert_ne!(one.bitmap.image.pixels, other.bitmap.image.pixels);
        assert_eq!(drawn("\u{6f22}", 40.0).bitmap.image.size, [33, 45]);
        assert_eq!(drawn("\u{1f600}", 13.0).bitmap.image.size, [15, 15], "five digits");
        assert_eq!(drawn("\u{1f4cb}", 13.0).bitmap.image.size, [8, 9]);
    }
}
