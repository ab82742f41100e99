//! A drawable picture: vector or raster.

use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use ecolor::Color32;
use emath::{Rect, Vec2};
use resvg::tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{self, fontdb};
use vello_cpu::Pixmap as Pixels;
use vello_cpu::color::PremulRgba8;

use super::ArtError;
use super::bounded::bounded;
use crate::draw::text::Font;

/// The most pixels of a PNG.
pub(super) const MOST_PIXELS: u64 = 16_000_000;

/// The greatest width or height of a rasterized picture, in pixels.
pub(super) const LARGEST: u32 = 2048;

/// A drawable picture. Clones share their data.
#[derive(Clone)]
pub struct ArtPicture(Arc<PictureData>);

struct PictureData {
    /// A hash of the source bytes, for equality.
    key: u64,
    size: Vec2,
    what: PictureContent,
    /// A cache of rasterized copies.
    painted: Mutex<Vec<PaintedPicture>>,
}

/// A rasterized picture with the size asked for.
type PaintedPicture = ((u32, u32), Arc<Pixels>);

/// The content of a picture.
pub(crate) enum PictureContent {
    /// Vector graphics.
    Lines(Box<dyn LinePicture>),
    /// Pixels, and the PNG file that they come from.
    Pixels(Pixmap, Vec<u8>),
}

/// Vector graphics behind an interface: a program that reads no pictures, such as a page that shows a game, is linked without their
/// parser, their writer and their painter.
pub(crate) trait LinePicture: Send + Sync {
    /// Returns the parsed picture.
    fn tree(&self) -> &usvg::Tree;

    /// Returns the picture as an SVG whose ids begin with `prefix`. Texts are written as outlines, so that they look the same in every
    /// viewer.
    fn svg(&self, prefix: String) -> String;

    /// Paints the picture.
    fn paint(&self, scale: Transform, to: &mut Pixmap);
}

impl LinePicture for usvg::Tree {
    fn tree(&self) -> &usvg::Tree {
        self
    }

    fn svg(&self, prefix: String) -> String {
        self.to_string(&usvg::WriteOptions { id_prefix: Some(prefix), ..usvg::WriteOptions::default() })
    }

    fn paint(&self, scale: Transform, to: &mut Pixmap) {
        resvg::render(self, scale, &mut to.as_mut());
    }
}

impl fmt::Debug for ArtPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({:016x})", self.0.key)
    }
}

impl PartialEq for ArtPicture {
    fn eq(&self, other: &Self) -> bool {
        self.0.key == other.0.key
    }
}

impl Eq for ArtPicture {}

impl ArtPicture {
    /// Decodes a PNG.
    ///
    /// # Errors
    /// The PNG is damaged, or has more than 16 million pixels.
    pub fn png(bytes: &[u8]) -> Result<Self, ArtError> {
        let (_, width, height) = crate::picture::measure(bytes)?;
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(ArtError::TooManyPixels { width, height, most: MOST_PIXELS });
        }
        let pixels = Pixmap::decode_png(bytes).map_err(|error| ArtError::DamagedPng(error.to_string()))?;
        #[expect(clippy::cast_precision_loss, reason = "pixels are counted in thousands")]
        let size = Vec2::new(pixels.width() as f32, pixels.height() as f32);
        Ok(Self::new(bytes, size, PictureContent::Pixels(pixels, bytes.to_vec())))
    }

    /// Returns drawn pixels as a picture, whose units are its pixels; `None` if they cannot be encoded.
    pub(crate) fn of_pixels(pixels: Pixmap) -> Option<Self> {
        let bytes = pixels.encode_png().ok()?;
        #[expect(clippy::cast_precision_loss, reason = "pixels are counted in thousands")]
        let size = Vec2::new(pixels.width() as f32, pixels.height() as f32);
        Some(Self::new(&bytes, size, PictureContent::Pixels(pixels, bytes.clone())))
    }

    /// Parses an SVG.
    ///
    /// # Errors
    /// The SVG is malformed, has external references, or takes too much time or memory to draw.
    pub fn svg(text: &str) -> Result<Self, ArtError> {
        let text = text.to_owned();
        bounded(move || Self::lines(&text))?
    }

    fn lines(text: &str) -> Result<Self, ArtError> {
        let document = super::refuse::checked(text)?;
        static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
            let mut fonts = fontdb::Database::new();
            for font in Font::ALL {
                fonts.load_font_data(font.data().to_vec());
            }
            // Every font family maps to a bundled font, so that drawings look the same on every machine.
            fonts.set_serif_family("Ubuntu");
            fonts.set_sans_serif_family("Ubuntu");
            fonts.set_cursive_family("Ubuntu");
            fonts.set_fantasy_family("Ubuntu");
            fonts.set_monospace_family("Hack");
            Arc::new(fonts)
        });
        let refused =
            usvg::ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
        let options = usvg::Options {
            font_family: "Ubuntu".to_owned(),
            fontdb: Arc::clone(&FONTS),
            image_href_resolver: refused,
            ..usvg::Options::default()
        };
        let tree = usvg::Tree::from_xmltree(&document, &options).map_err(ArtError::Undrawable)?;
        let size = Vec2::new(tree.size().width(), tree.size().height());
        if !(size.min_elem() > 0.01 && size.max_elem() < 100_000.0) {
            return Err(ArtError::NoSize);
        }
        super::effort::within_limits(&tree)?;
        Ok(Self::new(text.as_bytes(), size, PictureContent::Lines(Box::new(tree))))
    }

    fn new(bytes: &[u8], size: Vec2, what: PictureContent) -> Self {
        let key = xxhash_rust::xxh3::xxh3_64(bytes);
        Self(Arc::new(PictureData { key, size, what, painted: Mutex::default() }))
    }

    /// Returns a hash that identifies the picture.
    pub fn key(&self) -> u64 {
        self.0.key
    }

    /// Returns the width and height, in the picture's own units.
    pub fn size(&self) -> Vec2 {
        self.0.size
    }

    /// Returns the content.
    pub(crate) fn what(&self) -> &PictureContent {
        &self.0.what
    }

    /// Returns the rectangle that the picture fills when it covers `rect`, centered and in proportion.
    pub fn covering(&self, rect: Rect) -> Rect {
        let scale = (rect.size() / self.0.size).max_elem();
        Rect::from_center_size(rect.center(), self.0.size * scale)
    }

    /// Rasterizes the picture at this size in pixels, each side clamped to [`LARGEST`]. Recent sizes are cached.
    pub(crate) fn pixels(&self, width: f32, height: f32) -> Option<Arc<Pixels>> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within bounds")]
        let whole = |length: f32| length.round().clamp(1.0, LARGEST as f32) as u32;
        let size = (whole(width), whole(height));
        // Few sizes are in use at a time.
        const KEPT: usize = 8;
        let mut painted = self.0.painted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = painted.iter().find(|(of, _)| *of == size) {
            return Some(Arc::clone(known));
        }
        let made = Arc::new(shared(&self.made(size)?)?);
        if painted.len() >= KEPT {
            painted.remove(0);
        }
        painted.push((size, Arc::clone(&made)));
        Some(made)
    }

    /// Rasterizes the picture in proportion, with its longer side `most` pixels. Returns the width, the height and the
    /// pixels as premultiplied red, green, blue and alpha.
    pub fn rgba(&self, most: u16) -> Option<([usize; 2], Vec<u8>)> {
        let size = self.0.size * (f32::from(most) / self.0.size.max_elem());
        let pixels = self.pixels(size.x, size.y)?;
        let bytes = pixels.data().iter().flat_map(|pixel| [pixel.r, pixel.g, pixel.b, pixel.a]).collect();
        Some(([pixels.width().into(), pixels.height().into()], bytes))
    }

    /// Rasterizes the picture at this size; `None` if a side is 0.
    pub(crate) fn drawn(&self, width: u32, height: u32) -> Option<Pixmap> {
        self.made((width, height))
    }

    #[expect(clippy::cast_precision_loss, reason = "pixels are counted in thousands")]
    fn made(&self, (width, height): (u32, u32)) -> Option<Pixmap> {
        let mut to = Pixmap::new(width, height)?;
        let scale = |from: Vec2| Transform::from_scale(width as f32 / from.x, height as f32 / from.y);
        match &self.0.what {
            PictureContent::Lines(lines) => lines.paint(scale(self.0.size), &mut to),
            PictureContent::Pixels(pixels, _) => {
                // Halving down to less than twice the size makes bilinear filtering weigh every pixel.
                let mut halved: Option<Pixmap> = None;
                let from = loop {
                    let now = halved.as_ref().unwrap_or(pixels);
                    if now.width() < 2 * width || now.height() < 2 * height {
                        break now;
                    }
                    halved = Some(half(now)?);
                };
                let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
                let size = Vec2::new(from.width() as f32, from.height() as f32);
                to.draw_pixmap(0, 0, from.as_ref(), &paint, scale(size), None);
            }
        }
        Some(to)
    }

    /// Returns the average color, for hexes too small to show the picture; `None` if the picture is translucent.
    pub fn average(&self) -> Option<Color32> {
        let pixels = self.pixels(8.0, 8.0)?;
        let sum = pixels.data().iter().fold([0_u32; 4], |sum, pixel| {
            let add = [pixel.r, pixel.g, pixel.b, pixel.a];
            [0, 1, 2, 3].map(|n| sum[n] + u32::from(add[n]))
        });
        let count = u32::try_from(pixels.data().len()).unwrap_or(1).max(1);
        let [r, g, b, a] = sum.map(|sum| u8::try_from(sum / count).unwrap_or(u8::MAX));
        (a > 200).then(|| Color32::from_rgba_premultiplied(r, g, b, a).to_opaque())
    }
}

/// Converts `pixels` to the type of the painter.
fn shared(pixels: &Pixmap) -> Option<Pixels> {
    let size = [pixels.width(), pixels.height()].map(u16::try_from);
    let [Ok(width), Ok(height)] = size else { return None };
    let color = |pixel: &[u8]| match pixel {
        [r, g, b, a] => PremulRgba8 { r: *r, g: *g, b: *b, a: *a },
        _ => PremulRgba8 { r: 0, g: 0, b: 0, a: 0 },
    };
    let mut made = Pixels::from_parts(pixels.data().chunks_exact(4).map(color).collect(), width, height);
    made.recompute_may_have_transparency();
    Some(made)
}

/// Halves `pixels` in both directions by averaging.
fn half(pixels: &Pixmap) -> Option<Pixmap> {
    let (width, height) = (pixels.width() / 2, pixels.height() / 2);
    let mut to = Pixmap::new(width, height)?;
    let (from, wide) = (pixels.data(), pixels.width() as usize * 4);
    for (n, pixel) in to.data_mut().chunks_exact_mut(4).enumerate() {
        let (x, y) = (n % width as usize * 8, n / width as usize * 2);
        for (channel, to) in pixel.iter_mut().enumerate() {
            let four = [y * wide + x, y * wide + x + 4, (y + 1) * wide + x, (y + 1) * wide + x + 4];
            let sum: u16 = four.iter().map(|at| u16::from(from.get(at + channel).copied().unwrap_or(0))).sum();
            *to = u8::try_from((sum + 2) / 4).unwrap_or(u8::MAX);
        }
    }
    Some(to)
}
