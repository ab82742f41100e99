//! Painting of a large picture: only the visible tiles, at screen resolution.

use std::collections::BTreeMap;

use egui::{Color32, ColorImage, Context, Mesh, Painter, Pos2, Rect, Shape, TextureHandle, TextureId, TextureOptions};
use egui::{pos2, vec2};

use crate::model::scan::affine::{Affine, Point};
use crate::model::scan::picture::{Level, ScanPicture, TILE};

/// The maximum number of tile uploads to the graphics card per frame. A tile takes one megabyte.
const UPLOADS: usize = 6;
/// The maximum number of cached tiles.
const KEPT: usize = 128;
/// The width of the rim with pixels of neighboring tiles, which prevents visible seams, in pixels.
const RIM: usize = 1;

/// A part of a picture at one size: a square of [`TILE`] pixels, or less at the right and lower edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tile {
    /// The reduction level: 0 is full size, each further level has half the size.
    pub level: usize,
    /// The column of tiles.
    pub column: usize,
    /// The row of tiles.
    pub row: usize,
}

impl Tile {
    /// Returns the tile of the next level that covers this tile.
    fn parent(self) -> Self {
        Self { level: self.level + 1, column: self.column / 2, row: self.row / 2 }
    }

    /// Returns the covered part of a picture of `size`, in pixels of the full size.
    fn part(self, size: [usize; 2]) -> [Point; 2] {
        let side = TILE << self.level;
        let at = [self.column * side, self.row * side];
        let end = [0, 1].map(|n| (at[n] + side).min(size[n]));
        [at.map(real), end.map(real)]
    }
}

#[expect(clippy::cast_precision_loss, reason = "pixels of a picture are far below 2 to the 52nd")]
fn real(count: usize) -> f64 {
    count as f64
}

/// Returns the smallest level without visible loss, if a picture pixel is `scale` screen pixels wide.
pub fn level(scale: f64, levels: usize) -> usize {
    let mut level = 0;
    let mut scale = scale * 2.0;
    while scale <= 1.0 && level + 1 < levels {
        level += 1;
        scale *= 2.0;
    }
    level
}

/// Returns the visible tiles of a picture of `size` with `levels` levels. `placement` maps pixels to screen points,
/// `rect` is the visible area, `density` is the number of screen pixels per point.
pub fn in_view(size: [usize; 2], levels: usize, placement: &Affine, rect: Rect, density: f32) -> Vec<Tile> {
    let Some(back) = placement.inverse() else { return Vec::new() };
    let scale = placement.area().abs().sqrt() * f64::from(density);
    let level = level(scale, levels);
    let side = real(TILE << level);
    let corners = [rect.left_top(), rect.right_top(), rect.left_bottom(), rect.right_bottom()];
    let seen = corners.map(|corner| back.at(point(corner)));
    let span = |n: usize| {
        let count = size[n].div_ceil(TILE << level);
        let least = seen.iter().map(|at| at[n]).fold(f64::INFINITY, f64::min) / side;
        let most = seen.iter().map(|at| at[n]).fold(f64::NEG_INFINITY, f64::max) / side;
        clip(least.floor(), count)..clip(most.ceil(), count)
    };
    let mut tiles = Vec::new();
    for row in span(1) {
        for column in span(0) {
            let tile = Tile { level, column, row };
            // Rows and columns alone are not sufficient: a tile of a rotated picture can miss the screen.
            if rect.intersects(Rect::from_points(&quad(placement, tile.part(size)))) {
                tiles.push(tile);
            }
        }
    }
    tiles
}

fn clip(number: f64, count: usize) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "held to 0..=count")]
    let whole = number.clamp(0.0, real(count)) as usize;
    whole
}

fn point(at: Pos2) -> Point {
    [f64::from(at.x), f64::from(at.y)]
}

/// Converts a point to a screen position.
pub fn pos([x, y]: Point) -> Pos2 {
    #[expect(clippy::cast_possible_truncation, reason = "points of a screen")]
    let pos = pos2(x as f32, y as f32);
    pos
}

/// Returns the screen positions of the corners of a part of the picture.
fn quad(placement: &Affine, [from, to]: [Point; 2]) -> [Pos2; 4] {
    [from, [to[0], from[1]], to, [from[0], to[1]]].map(|at| pos(placement.at(at)))
}

/// The cache of tiles in the graphics card.
#[derive(Default)]
pub struct Tiles {
    kept: BTreeMap<Tile, (TextureHandle, u64)>,
    frame: u64,
}

impl Tiles {
    /// Clears the cache for another picture.
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// Returns the number of cached tiles.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Returns `true` if the cache is empty.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Paints `picture`, multiplied by `tint`, at `placement`. A missing tile is replaced by a part of a coarser one
    /// and a repaint is requested.
    pub fn paint(&mut self, painter: &Painter, picture: &ScanPicture, placement: &Affine, tint: Color32) {
        self.frame += 1;
        let (size, levels) = (picture.size(), picture.levels().len());
        // The coarsest level is a single tile, which can replace any other.
        let smallest = Tile { level: levels.saturating_sub(1), column: 0, row: 0 };
        self.load(painter.ctx(), picture, smallest);
        let mut uploads = 0;
        for tile in in_view(size, levels, placement, painter.clip_rect(), painter.pixels_per_point()) {
            if !self.kept.contains_key(&tile) && uploads < UPLOADS {
                self.load(painter.ctx(), picture, tile);
                uploads += 1;
            }
            let mut from = tile;
            while !self.kept.contains_key(&from) && from.level < smallest.level {
                from = from.parent();
            }
            if from != tile {
                painter.ctx().request_repaint();
            }
            if let Some((texture, used)) = self.kept.get_mut(&from) {
                *used = self.frame;
                painter.add(piece(texture.id(), picture, from, tile, placement, tint));
            }
        }
        if self.kept.len() > KEPT {
            let frame = self.frame;
            let mut idle: Vec<(u64, Tile)> = self
                .kept
                .iter()
                .filter(|(_, (_, used))| *used < frame)
                .map(|(tile, (_, used))| (*used, *tile))
                .collect();
            idle.sort();
            for (_, tile) in idle.into_iter().take(self.kept.len() - KEPT) {
                self.kept.remove(&tile);
            }
        }
    }

    fn load(&mut self, ctx: &Context, picture: &ScanPicture, tile: Tile) {
        let Some(level) = picture.levels().get(tile.level) else { return };
        let frame = self.frame;
        let load = || {
            let name = format!("scan {} {} {}", tile.level, tile.column, tile.row);
            (ctx.load_texture(name, pixels(level, tile), TextureOptions::LINEAR), frame)
        };
        self.kept.entry(tile).or_insert_with(load).1 = frame;
    }
}

/// Returns the size of a tile without its rim.
fn inner(level: &Level, tile: Tile) -> [usize; 2] {
    [
        (level.width.saturating_sub(tile.column * TILE)).min(TILE),
        (level.height.saturating_sub(tile.row * TILE)).min(TILE),
    ]
}

/// Returns the pixels of a tile with its rim.
fn pixels(level: &Level, tile: Tile) -> ColorImage {
    let [width, height] = inner(level, tile);
    let size = [width + 2 * RIM, height + 2 * RIM];
    let mut pixels = Vec::with_capacity(size[0] * size[1]);
    for y in 0..size[1] {
        for x in 0..size[0] {
            let (x, y) = ((tile.column * TILE + x).saturating_sub(RIM), (tile.row * TILE + y).saturating_sub(RIM));
            let [r, g, b] = level.color(x, y);
            pixels.push(Color32::from_rgb(r, g, b));
        }
    }
    ColorImage::new(size, pixels)
}

/// Returns the mesh of `tile`, with the texture of `from`, which covers it.
fn piece(
    texture: TextureId,
    picture: &ScanPicture,
    from: Tile,
    tile: Tile,
    placement: &Affine,
    tint: Color32,
) -> Shape {
    let part = tile.part(picture.size());
    let mut mesh = Mesh::with_texture(texture);
    let [at, _] = from.part(picture.size());
    let texels = picture.levels().get(from.level).map_or([1, 1], |level| inner(level, from));
    let across = real(1 << from.level);
    let [from_part, to_part] = part;
    let ends = [from_part, [to_part[0], from_part[1]], to_part, [from_part[0], to_part[1]]];
    for (corner, end) in quad(placement, part).into_iter().zip(ends) {
        let texel = [0, 1].map(|n| ((end[n] - at[n]) / across + real(RIM)) / real(texels[n] + 2 * RIM));
        let uv = pos(texel);
        mesh.vertices.push(egui::epaint::Vertex { pos: corner, uv: pos2(0.0, 0.0) + vec2(uv.x, uv.y), color: tint });
    }
    mesh.indices.extend([0, 1, 2, 0, 2, 3]);
    Shape::mesh(mesh)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [usize; 2] = [10_000, 8_000];
    const SCREEN: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(1440.0, 900.0) };

    fn turned(scale: f64, degrees: f64, middle: Point) -> Affine {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let still = Affine { origin: [0.0, 0.0], u: [scale * cos, scale * sin], v: [-scale * sin, scale * cos] };
        let at = still.at(middle);
        Affine { origin: [720.0 - at[0], 450.0 - at[1]], ..still }
    }

    #[test]
    fn the_copy_fits_the_screen() {
        for (scale, wanted) in [(3.0, 0), (1.0, 0), (0.51, 0), (0.5, 1), (0.3, 1), (0.25, 2), (0.001, 5)] {
            assert_eq!(level(scale, 6), wanted, "{scale}");
        }
        assert_eq!(level(0.01, 1), 0);
    }

    #[test]
    fn all_that_is_in_view_is_painted_and_little_else() {
        for scale in [0.02, 0.09, 0.125, 0.3, 0.8, 1.0, 4.0, 40.0] {
            for degrees in [0.0, 3.0, 45.0, 90.0, -170.0] {
                for middle in [[5000.0, 4000.0], [0.0, 0.0], [9_990.0, 20.0]] {
                    let placement = turned(scale, degrees, middle);
                    let tiles = in_view(SIZE, 6, &placement, SCREEN, 1.0);
                    // A tile covers at least half its size on the screen, unless no larger level exists.
                    assert!(tiles.len() <= 60, "{} tiles at {scale}, {degrees} degrees", tiles.len());
                    let back = placement.inverse().unwrap();
                    for at in [pos2(5.0, 5.0), pos2(720.0, 450.0), pos2(1435.0, 20.0), pos2(300.0, 890.0)] {
                        let pixel = back.at(point(at));
                        let inside = (0..2).all(|n| (0.0..real(SIZE[n])).contains(&pixel[n]));
                        let holds = |tile: &&Tile| {
                            let [from, to] = tile.part(SIZE);
                            (0..2).all(|n| (from[n]..to[n]).contains(&pixel[n]))
                        };
                        assert_eq!(tiles.iter().filter(holds).count(), usize::from(inside), "{scale} {degrees} {at:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_is_painted_of_what_is_out_of_sight_or_flat() {
        assert_eq!(in_view(SIZE, 6, &turned(1.0, 0.0, [40_000.0, 0.0]), SCREEN, 1.0), []);
        let flat = Affine { origin: [0.0, 0.0], u: [1.0, 0.0], v: [1.0, 0.0] };
        assert_eq!(in_view(SIZE, 6, &flat, SCREEN, 1.0), []);
    }

    #[test]
    fn a_tiles_rim_is_its_neighbors() {
        let rgb: Vec<u8> = (0..1100_usize * 3).flat_map(|n| [u8::try_from(n % 1100 / 8).unwrap(), 0, 0]).collect();
        let picture = ScanPicture::new(1100, 3, rgb).unwrap();
        let image = pixels(&picture.levels()[0], Tile { level: 0, column: 1, row: 0 });
        assert_eq!(image.size, [TILE + 2, 5]);
        assert_eq!((image.pixels[0].r(), image.pixels[1].r()), (63, 64));
        let last = pixels(&picture.levels()[0], Tile { level: 0, column: 2, row: 0 });
        assert_eq!(last.size, [1100 - 1024 + 2, 5]);
    }
}
