//! The pictures beside a map: hex tiles, counters, and the overlay.

use std::path::PathBuf;

use battlewright_schema::{Cell, Common, Grid, Letter, Scenario};
use emath::{Pos2, Rect, Vec2};
use png::{BitDepth, ColorType, Compression, Encoder};
use resvg::tiny_skia::Pixmap;

use super::TiledError;
use super::hexes::{Hexes, RADIUS};
use crate::art::Inks;
use crate::draw::counters::{self, CounterStyle};
use crate::draw::ground::{self, TerrainLooks};
use crate::draw::{Counters, DrawLayer, DrawLayers, Shape, View, relief};
use crate::paint::PaintError;
use crate::paint::pixels::Canvas;
use crate::scene::{Options, Scene, ScenePart};

/// The width and height of a counter, in pixels.
pub(super) const COUNTER: u16 = 60;

/// The number of tiles per row of a picture.
pub(super) const ACROSS: usize = 12;

/// The greatest width and height of the overlay, in pixels; larger maps have none.
const MOST: u32 = 16_384;

/// A picture to be painted.
pub(super) struct TilePicture {
    /// The path, relative to the map's folder.
    pub(super) path: PathBuf,
    /// The subject.
    pub(super) of: TileSubject,
}

/// The subject of a picture.
pub(super) enum TileSubject {
    /// Terrain tiles of these letters.
    Terrain(Vec<Letter>),
    /// Level tiles of these digits.
    Levels(Vec<char>),
    /// The overlay.
    Over,
    /// The counter at this index.
    Counter(usize),
}

/// A painter of a scenario's pictures.
pub(super) struct Painter<'s> {
    scenario: &'s Scenario,
    options: &'s Options,
    crowd: Counters,
}

impl<'s> Painter<'s> {
    pub(super) fn new(scenario: &'s Scenario, options: &'s Options) -> Self {
        Self { scenario, options, crowd: Counters::of(scenario, &options.art) }
    }

    /// Paints a picture as a PNG.
    pub(super) fn paint(&self, of: &TileSubject) -> Result<Vec<u8>, TiledError> {
        let common = self.scenario.common();
        match of {
            TileSubject::Terrain(letters) => terrain(common, letters, self.options),
            TileSubject::Levels(digits) => levels(common, digits, self.options.art.inks()),
            TileSubject::Over => over(self.scenario, self.options),
            TileSubject::Counter(index) => counter(&self.crowd, *index, self.options.stripes),
        }
    }
}

/// Paints tiles, [`ACROSS`] in a row. `draw` draws a map of one hex, which is cut to the shape of the hex.
fn tiles(common: &dyn Common, count: usize, draw: &dyn Fn(usize, &View) -> Vec<Shape>) -> Result<Vec<u8>, TiledError> {
    let hexes = Hexes::of(common);
    let grid = Grid::of(common.frame(), 1, 1).map_err(TiledError::Unplaced)?;
    let view = View::whole(&grid, RADIUS, 0.0);
    let [wide, high] = hexes.tile.map(usize::from);
    let (columns, rows) = (count.clamp(1, ACROSS), count.div_ceil(ACROSS).max(1));
    let size = sheet_size(hexes, count);
    let mut sheet = vec![0_u8; columns * wide * rows * high * 4];
    for at in 0..count {
        let mut tile = Pixmap::new(hexes.tile[0].into(), hexes.tile[1].into()).ok_or(PaintError::NoRoom)?;
        let shapes = draw(at, &view);
        // A background beneath antialiased edges prevents seams between hexes.
        if let Some(Shape::Fan { fill, .. }) = shapes.first() {
            let [r, g, b, a] = fill.to_srgba_unmultiplied();
            tile.fill(resvg::tiny_skia::Color::from_rgba8(r, g, b, a));
        }
        let scale = hexes.tile() / view.rect().size();
        let mut canvas = Canvas::stretched(tile.as_mut(), Pos2::ZERO, scale);
        canvas.paint(&shapes);
        canvas.finish();
        let (left, top) = (at % ACROSS * wide, at / ACROSS * high);
        for (n, pixel) in tile.pixels().iter().enumerate() {
            let (x, y) = (n % wide, n / wide);
            #[expect(clippy::cast_precision_loss, reason = "a tile is small")]
            let from_center = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) - hexes.tile() / 2.0;
            let to = ((top + y) * columns * wide + left + x) * 4;
            if let Some(slot) = sheet.get_mut(to..to + 4).filter(|_| hexes.holds(from_center)) {
                let color = pixel.demultiply();
                slot.copy_from_slice(&[color.red(), color.green(), color.blue(), color.alpha()]);
            }
        }
    }
    Ok(encoded(&sheet, size)?)
}

/// Returns the width and height of a picture of `count` tiles.
pub(super) fn sheet_size(hexes: Hexes, count: usize) -> [u32; 2] {
    let across = [count.clamp(1, ACROSS), count.div_ceil(ACROSS).max(1)];
    let [wide, high] = across.map(|tiles| u32::try_from(tiles).unwrap_or(u32::MAX));
    [wide.saturating_mul(hexes.tile[0].into()), high.saturating_mul(hexes.tile[1].into())]
}

/// Returns the width and height of the overlay; `None` for a map too large for one.
pub(super) fn over_size(hexes: Hexes) -> Option<[u32; 2]> {
    Some(hexes.extent()).filter(|size| size.iter().all(|length| (1..=MOST).contains(length)))
}

/// Paints the tiles of `letters`.
fn terrain(common: &dyn Common, letters: &[Letter], options: &Options) -> Result<Vec<u8>, TiledError> {
    let looks = TerrainLooks::new(common, &options.art);
    tiles(common, letters.len(), &|at, view| {
        let letter = letters.get(at).map(|letter| letter.0);
        let mut layers = DrawLayers::default();
        let here = |cell| cell == Cell::default();
        ground::paint(&mut layers, view, &[Cell::default()], &looks, &|_| letter, &here, false);
        let shown = [DrawLayer::Paper, DrawLayer::Cover, DrawLayer::Detail]
            .into_iter()
            .chain(options.grid.then_some(DrawLayer::Sides));
        shown.flat_map(|layer| std::mem::take(layers.on(layer))).collect()
    })
}

/// Paints the tiles of `levels`: their numbers.
fn levels(common: &dyn Common, levels: &[char], inks: &Inks) -> Result<Vec<u8>, TiledError> {
    tiles(common, levels.len(), &|at, view| {
        let level = levels.get(at).copied().and_then(relief::digit);
        let mut shapes = Vec::new();
        relief::numbers(&mut shapes, view, &|_| level, &|cell| cell == Cell::default(), (inks, false));
        shapes
    })
}

/// Paints the counter at `index` of `crowd`.
fn counter(crowd: &Counters, index: usize, stripes: bool) -> Result<Vec<u8>, TiledError> {
    let size = f32::from(COUNTER);
    let mut shapes = Vec::new();
    if let Some(piece) = crowd.pieces.get(index) {
        let manner = CounterStyle { plain: !stripes, ..crowd.uniforms.manner(piece) };
        // Off center, since the shadow falls to the lower right.
        counters::counter(&mut shapes, Pos2::new(0.48, 0.47) * size, size * 0.9, piece, &manner);
    }
    let mut pixels = Pixmap::new(COUNTER.into(), COUNTER.into()).ok_or(PaintError::NoRoom)?;
    let mut canvas = Canvas::new(pixels.as_mut(), Pos2::ZERO, 1.0);
    canvas.paint(&shapes);
    canvas.finish();
    Ok(pixels.encode_png().map_err(PaintError::from)?)
}

/// Paints the overlay: elevation, roads, hexside features, setup zones and hex numbers.
fn over(scenario: &Scenario, options: &Options) -> Result<Vec<u8>, TiledError> {
    const PARTS: [ScenePart; 4] = [ScenePart::Levels, ScenePart::Lines, ScenePart::Zones, ScenePart::Numbers];
    /// The number of pixel rows painted at a time.
    const BAND: u32 = 512;
    let hexes = Hexes::of(scenario.common());
    let size = hexes.extent();
    let scene = Scene::new(scenario, Options { radius: RADIUS, ..options.clone() })?;
    let one = View::whole(&Grid::of(scenario.common().frame(), 1, 1).map_err(TiledError::Unplaced)?, RADIUS, 0.0);
    let scale = hexes.tile() / one.rect().size();
    let first = scene.view()?.center(Cell::default());
    let center = hexes.center(Cell::default()).to_vec2();
    let corner = first - center / scale;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, size[0], size[1]);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let mut header = encoder.write_header().map_err(PaintError::from)?;
    let mut stream = header.stream_writer().map_err(PaintError::from)?;
    for top in (0..size[1]).step_by(BAND as usize) {
        let high = BAND.min(size[1] - top);
        let mut pixels = Pixmap::new(size[0], high).ok_or(PaintError::NoRoom)?;
        #[expect(clippy::cast_precision_loss, reason = "pixels are counted in thousands")]
        let (from, extent) = (Vec2::new(0.0, top as f32), Vec2::new(size[0] as f32, high as f32));
        let from = corner + from / scale;
        let mut canvas = Canvas::stretched(pixels.as_mut(), from, scale);
        for part in PARTS {
            canvas.paint(&scene.draw(part, Rect::from_min_size(from, extent / scale)));
        }
        canvas.finish();
        let plain: Vec<u8> = pixels
            .pixels()
            .iter()
            .map(|pixel| pixel.demultiply())
            .flat_map(|color| [color.red(), color.green(), color.blue(), color.alpha()])
            .collect();
        std::io::Write::write_all(&mut stream, &plain).map_err(PaintError::Unwritten)?;
    }
    stream.finish().map_err(PaintError::from)?;
    drop(header);
    Ok(bytes)
}

fn encoded(pixels: &[u8], [wide, high]: [u32; 2]) -> Result<Vec<u8>, PaintError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, wide, high);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}
