//! Relief shading: the levels of hexes as a picture of slopes in light from the northwest, tinted with the height.

use battlewright_schema::{Cell, Grid};
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

use super::view::bounds;
use super::{FramedPicture, View, ink};
use crate::art::{ArtPicture, Inks};

/// The most pixels of a side of the picture.
const MOST: f32 = 300.0;
/// The width of a hex between opposite sides, in hex radii.
const HEX: f32 = 1.732;
/// The numbers of pixels for the width of a hex, the best first.
const FINENESS: [f32; 3] = [6.0, 4.0, 2.0];
/// The factor by which slopes look steeper than they are.
const EXAGGERATION: f32 = 2.6;
/// The height of a light at 45 degrees, and the shares of its direction to the west and to the north.
const LIGHT: [f32; 3] = [0.5, 0.5, 0.707_106_77];
/// The greatest opacity of shadow, of light, and of the tint of each level.
const OPACITY: [f32; 3] = [0.42, 0.30, 0.085];
/// The color of shadows.
const SHADOW: [f32; 3] = [74.0, 52.0, 30.0];
/// The units of a level in the blurred field, which is in whole numbers so that it is the same on every machine.
const UNIT: i32 = 1 << 12;

/// The shading of a map with several levels.
#[derive(Clone, Debug, PartialEq)]
pub struct ReliefShading {
    picture: ArtPicture,
    /// The rectangle of the picture, in hex radii about the map's origin.
    rect: Rect,
}

impl ReliefShading {
    /// Shades the map of `grid`. `None` if all hexes have the same level, or none, or if the map is more than 150 hexes wide or high: a
    /// picture of it would have too few pixels for a hex.
    pub fn of(grid: &Grid, level: &dyn Fn(Cell) -> Option<u8>, inks: &Inks) -> Option<Self> {
        let rect = bounds(grid);
        let wide = rect.width().max(rect.height()) / HEX;
        let fine = FINENESS.into_iter().find(|fine| wide * fine <= MOST)?;
        let mut levels = grid.cells().filter_map(level);
        let first = levels.next()?;
        if levels.all(|level| level == first) {
            return None;
        }
        let pixel = HEX / fine;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 300")]
        let [columns, rows] = [rect.width(), rect.height()].map(|side| (side / pixel).ceil().max(1.0) as u16);
        let view = View::new(grid, Pos2::ZERO, 1.0, Rect::ZERO);
        let center = |x: u16, y: u16| rect.min + Vec2::new(f32::from(x) + 0.5, f32::from(y) + 0.5) * pixel;
        let mut field = HeightField::new(columns, rows, |x, y| {
            view.cell_at(center(x, y)).and_then(level).map(|level| i32::from(level) * UNIT)
        });
        field.spread();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "half of a few pixels")]
        let half = (fine / 2.0).round() as usize;
        for _ in 0..3 {
            field.blur(half.max(1));
        }
        let picture = field.shaded(fine / 6.0, inks.levels)?;
        let size = Vec2::new(f32::from(columns), f32::from(rows)) * pixel;
        Some(Self { picture, rect: Rect::from_min_size(rect.min, size) })
    }

    /// Returns the picture over `cells`; in dark mode it is half as strong.
    pub fn over(&self, view: &View, cells: impl IntoIterator<Item = Cell>, dark: bool) -> FramedPicture {
        let put = |at: Pos2| view.origin() + at.to_vec2() * view.radius();
        FramedPicture {
            picture: self.picture.clone(),
            rect: Rect::from_min_max(put(self.rect.min), put(self.rect.max)),
            rim: Vec::new(),
            tiles: cells.into_iter().map(|cell| view.corners(cell).to_vec()).collect(),
            opacity: if dark { 0.5 } else { 1.0 },
            light: if dark { ink::DIM } else { 1.0 },
        }
    }
}

/// Heights on a grid of pixels.
struct HeightField {
    columns: usize,
    rows: usize,
    heights: Vec<Option<i32>>,
}

impl HeightField {
    fn new(columns: u16, rows: u16, height: impl Fn(u16, u16) -> Option<i32>) -> Self {
        let heights = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).map(|(x, y)| height(x, y)).collect();
        Self { columns: columns.into(), rows: rows.into(), heights }
    }

    /// Returns the height at a pixel, or at the nearest one on the picture.
    fn at(&self, x: isize, y: isize) -> Option<i32> {
        let inside = |at: isize, count: usize| usize::try_from(at).unwrap_or(0).min(count.saturating_sub(1));
        self.heights.get(inside(y, self.rows) * self.columns + inside(x, self.columns)).copied().flatten()
    }

    fn pixels(&self) -> impl Iterator<Item = (isize, isize)> + use<> {
        let end = |count: usize| isize::try_from(count).unwrap_or(0);
        let (columns, rows) = (end(self.columns), end(self.rows));
        (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)))
    }

    /// Gives pixels beside the map the heights of those next to them, so that the edge of the map is no slope.
    fn spread(&mut self) {
        // As far as a blur reaches.
        for _ in 0..10 {
            let spread: Vec<Option<i32>> = self
                .pixels()
                .map(|(x, y)| {
                    let near = || {
                        [(0, -1), (-1, 0), (1, 0), (0, 1)].into_iter().filter_map(|(dx, dy)| self.at(x + dx, y + dy))
                    };
                    self.at(x, y).or_else(|| {
                        let count = i32::try_from(near().count()).ok().filter(|count| *count > 0)?;
                        Some(near().sum::<i32>() / count)
                    })
                })
                .collect();
            self.heights = spread;
        }
        let known = || self.heights.iter().flatten();
        let least = known().min().copied().unwrap_or(0);
        self.heights.iter_mut().for_each(|height| *height = Some(height.unwrap_or(least)));
    }

    /// Takes means over squares of `2 * half + 1` pixels. Three such blurs are close to one after Gauss.
    fn blur(&mut self, half: usize) {
        let reach = isize::try_from(half).unwrap_or(1);
        for (dx, dy) in [(1, 0), (0, 1)] {
            let mean = |(x, y): (isize, isize)| {
                let sum: i32 = (-reach..=reach).filter_map(|n| self.at(x + n * dx, y + n * dy)).sum();
                Some(sum / i32::try_from(2 * reach + 1).unwrap_or(1))
            };
            self.heights = self.pixels().map(mean).collect();
        }
    }

    /// Returns the picture of the field. `fine` is the number of pixels of a hex, in sixths; `earth` is the color of high ground.
    fn shaded(&self, fine: f32, earth: Color32) -> Option<ArtPicture> {
        let [columns, rows] = [self.columns, self.rows].map(u32::try_from);
        let mut pixels = Pixmap::new(columns.ok()?, rows.ok()?)?;
        let earth = [earth.r(), earth.g(), earth.b()].map(f32::from);
        let places: Vec<(isize, isize)> = self.pixels().collect();
        for (pixel, (x, y)) in pixels.pixels_mut().iter_mut().zip(places) {
            #[expect(clippy::cast_precision_loss, reason = "nine levels at most")]
            let height = |dx: isize, dy: isize| self.at(x + dx, y + dy).unwrap_or(0) as f32 / UNIT as f32;
            let slope = [height(1, 0) - height(-1, 0), height(0, 1) - height(0, -1)]
                .map(|rise| rise / 2.0 * fine * EXAGGERATION);
            let light = (LIGHT[0] * slope[0] + LIGHT[1] * slope[1] + LIGHT[2])
                / (slope[0] * slope[0] + slope[1] * slope[1] + 1.0).sqrt()
                - LIGHT[2];
            let tint = (OPACITY[2] * (height(0, 0) - 1.0)).clamp(0.0, 0.75);
            let (color, over) = if light < 0.0 {
                (SHADOW, OPACITY[0] * (-light / 0.45).min(1.0))
            } else {
                ([255.0; 3], OPACITY[1] * (light / 0.27).min(1.0))
            };
            *pixel = layered((earth, tint), (color, over));
        }
        ArtPicture::of_pixels(pixels)
    }
}

/// Returns a translucent color with another above it.
fn layered((beneath, tint): ([f32; 3], f32), (above, over): ([f32; 3], f32)) -> PremultipliedColorU8 {
    let alpha = over + tint * (1.0 - over);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let byte = |value: f32| (value + 0.5).clamp(0.0, 255.0) as u8;
    let [r, g, b] = [0, 1, 2].map(|n| byte(above[n] * over + beneath[n] * tint * (1.0 - over)));
    let alpha = byte(alpha * 255.0);
    let clear = PremultipliedColorU8::TRANSPARENT;
    PremultipliedColorU8::from_rgba(r.min(alpha), g.min(alpha), b.min(alpha), alpha).unwrap_or(clear)
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;

    /// Returns the colors at hexes of a map of 11 columns with a ridge from north to south.
    fn ridge() -> (Grid, [Color32; 3]) {
        let scenario = load(template(System::MarsLaTour)).readable.unwrap();
        let grid = Grid::of(scenario.common().frame(), 11, 9).unwrap();
        let level = |cell: Cell| Some(if (4..=6).contains(&cell.column) { 4 } else { 1 });
        let shading = ReliefShading::of(&grid, &level, &Inks::default()).unwrap();
        let picture = shading.picture.drawn(shading.picture.size().x as u32, shading.picture.size().y as u32).unwrap();
        let view = View::new(&grid, Pos2::ZERO, 1.0, Rect::ZERO);
        let color = |column: f32| {
            let [a, b] = [column.floor(), column.ceil()].map(|n| view.center(Cell { column: n as u16, row: 4 }));
            let part = (a.lerp(b, column.fract()) - shading.rect.min) / shading.rect.size();
            let pixel = picture
                .pixel((part.x * picture.width() as f32) as u32, (part.y * picture.height() as f32) as u32)
                .unwrap();
            Color32::from_rgba_premultiplied(pixel.red(), pixel.green(), pixel.blue(), pixel.alpha())
        };
        let colors = [3.5, 5.0, 6.5].map(color);
        (grid, colors)
    }

    #[test]
    fn western_slopes_are_lit_and_eastern_ones_in_shadow() {
        let (_, [west, top, east]) = ridge();
        let on_paper = |color: Color32| ink::luminance(ink::ground(battlewright_schema::Look::Clear).0.blend(color));
        assert!(on_paper(west) > on_paper(top) && on_paper(top) > on_paper(east), "{west:?} {top:?} {east:?}");
        assert!(top.a() > 40, "the ridge is tinted");
    }

    #[test]
    fn names_can_be_read_on_any_slope() {
        let (_, colors) = ridge();
        let name = Inks::default().names;
        for color in colors {
            let ground = ink::ground(battlewright_schema::Look::Clear).0.blend(color);
            assert!(ink::contrast(name, ground) >= 4.5, "{color:?}");
        }
    }

    #[test]
    fn a_flat_or_a_very_large_map_has_no_shading() {
        let (grid, _) = ridge();
        let inks = Inks::default();
        assert!(ReliefShading::of(&grid, &|_| Some(2), &inks).is_none());
        assert!(ReliefShading::of(&grid, &|_| None, &inks).is_none());
        let scenario = load(template(System::MarsLaTour)).readable.unwrap();
        let large = Grid::of(scenario.common().frame(), 400, 40).unwrap();
        assert!(ReliefShading::of(&large, &|cell| Some(u8::from(cell.row > 3)), &inks).is_none());
        let shading = ReliefShading::of(&grid, &|cell| Some(u8::from(cell.row > 3)), &inks).unwrap();
        let view = View::whole(&grid, 40.0, 0.5);
        let framed = shading.over(&view, grid.cells().take(5), true);
        assert_eq!((framed.tiles.len(), framed.opacity), (5, 0.5));
        assert!(framed.outlines().flatten().all(|point| framed.rect.expand(1.0).contains(*point)));
    }
}
