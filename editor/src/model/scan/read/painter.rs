//! A small painter of printed maps for the tests: hexes, woods, water, roads and numbers, then rotated, blurred, grainy
//! and compressed as a scanner would.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "pixels")]

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::{Cell, Grid, HexId};
use image::{Rgb, RgbImage};

use super::band::even;
use crate::model::scan::affine::{Affine, Point};
use crate::model::scan::picture::ScanPicture;
use crate::model::scan::scheme::{Scheme, lattice};
use crate::model::survey::net::{NeighborPair, pair};

/// A deterministic sequence of pseudorandom numbers.
pub(crate) struct Dice(pub(crate) u32);

impl Dice {
    /// Returns a number from 0 to 1.
    pub(crate) fn roll(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        f64::from(self.0 >> 8) / f64::from(1_u32 << 24)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.roll() * count as f64) as usize % count.max(1)
    }
}

/// The digits, letters and signs in five by seven dots.
const FONT: [(char, [u8; 7]); 15] = [
    ('0', [0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e]),
    ('1', [0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e]),
    ('2', [0x0e, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1f]),
    ('3', [0x1f, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0e]),
    ('4', [0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02]),
    ('5', [0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e]),
    ('6', [0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e]),
    ('7', [0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08]),
    ('8', [0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e]),
    ('9', [0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c]),
    ('.', [0x00, 0x00, 0x00, 0x00, 0x00, 0x0c, 0x0c]),
    ('A', [0x0e, 0x11, 0x11, 0x11, 0x1f, 0x11, 0x11]),
    ('B', [0x1e, 0x11, 0x11, 0x1e, 0x11, 0x11, 0x1e]),
    ('C', [0x0e, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0e]),
    ('D', [0x1c, 0x12, 0x11, 0x11, 0x11, 0x12, 0x1c]),
];

/// Returns `true` if `text`, centered at zero and `high` units high, has ink at `at`.
fn has_ink(text: &str, at: Point, high: f64) -> bool {
    let dot = high / 7.0;
    let y = (at[1] + high / 2.0) / dot;
    if !(0.0..7.0).contains(&y) {
        return false;
    }
    let x = at[0] / dot + 3.0 * text.len() as f64;
    if x < 0.0 {
        return false;
    }
    let rows = text.chars().nth((x / 6.0) as usize).and_then(|c| FONT.iter().find(|(known, _)| *known == c));
    let bit = 4 - (x as i32 % 6);
    rows.is_some_and(|(_, rows)| bit >= 0 && rows[y as usize] >> bit & 1 == 1)
}

/// A line between two points of the map, with a gentle double bend. Lengths are in hexes.
struct PaintedLine {
    ends: [Point; 2],
    width: f64,
    bend: f64,
    ink: [f64; 3],
}

/// A printed map.
pub(crate) struct PrintedMap {
    pub(crate) scheme: Scheme,
    pub(crate) grid: Grid,
    pub(crate) placement: Affine,
    /// Water by hexside, with its width in hexes.
    pub(crate) water: BTreeMap<NeighborPair, f64>,
    pub(crate) roads: BTreeSet<NeighborPair>,
    pub(crate) woods: BTreeSet<Cell>,
    /// The printed text of each hex, the height of the letters and the place in the hex.
    pub(crate) numbers: BTreeMap<Cell, String>,
    pub(crate) text: (f64, Point),
    pub(crate) water_ink: [f64; 3],
    pub(crate) road_ink: [f64; 3],
}

impl PrintedMap {
    /// Returns a map with woods at random and the numbers of its grid. Hexes are `pitch` pixels apart, and the map is
    /// rotated by `rotation` degrees.
    pub(crate) fn new(
        scheme: Scheme,
        first: &str,
        size: (u16, u16),
        pitch: f64,
        rotation: f64,
        dice: &mut Dice,
    ) -> Self {
        let grid = scheme.grid(&HexId::from(first), size).unwrap();
        let [du, dv] = even(&grid);
        let (sin, cos) = rotation.to_radians().sin_cos();
        let turn = |x: f64, y: f64| [x * cos - y * sin, x * sin + y * cos];
        let origin = [
            1.2 * pitch + rotation.max(0.0) * 0.02 * pitch * f64::from(size.1),
            1.2 * pitch + (-rotation).max(0.0) * 0.02 * pitch * f64::from(size.0),
        ];
        let placement = Affine { origin, u: turn(du * pitch, 0.0), v: turn(0.0, dv * pitch) };
        let woods = grid.cells().filter(|_| dice.roll() < 0.22).collect();
        let numbers = grid.cells().map(|cell| (cell, grid.name(cell).to_string())).collect();
        Self {
            scheme,
            placement,
            water: BTreeMap::new(),
            roads: BTreeSet::new(),
            woods,
            numbers,
            text: (0.15, [0.0, -0.31]),
            water_ink: [70.0, 120.0, 190.0],
            road_ink: [120.0, 70.0, 40.0],
            grid,
        }
    }

    /// Returns the neighbors of `cell` on the map.
    fn around(&self, cell: Cell) -> Vec<Cell> {
        self.grid.neighbors(cell).into_iter().flatten().collect()
    }

    /// Adds a stream or river of `long` hexsides, from corner to corner.
    pub(crate) fn add_water(&mut self, long: usize, width: f64, dice: &mut Dice) {
        let cells: Vec<Cell> = self.grid.cells().collect();
        // The line keeps `left` to one hand and `right` to the other, and turns around one of them at each corner.
        let mut left = cells[dice.below(cells.len())];
        let mut right = {
            let near = self.around(left);
            near[dice.below(near.len())]
        };
        let mut behind = None;
        for _ in 0..long {
            self.water.insert(pair(left, right), width);
            let near = self.around(right);
            let ahead = self.around(left).into_iter().find(|cell| near.contains(cell) && Some(*cell) != behind);
            let Some(ahead) = ahead else { break };
            if dice.roll() < 0.5 {
                (behind, left) = (Some(left), ahead);
            } else {
                (behind, right) = (Some(right), ahead);
            }
        }
    }

    /// Adds a road of about `long` hexes.
    pub(crate) fn add_road(&mut self, long: usize, dice: &mut Dice) {
        let cells: Vec<Cell> = self.grid.cells().collect();
        let mut at = cells[dice.below(cells.len())];
        let mut before: Option<Cell> = None;
        for _ in 0..long {
            let straight = |next: &Cell| before.is_none_or(|before| self.grid.distance(before, *next) == 2);
            let next: Vec<Cell> = self.around(at).into_iter().filter(straight).collect();
            if next.is_empty() {
                break;
            }
            let next = next[dice.below(next.len())];
            // A road that would cut the corner of another is not printed like that.
            let near = self.around(next);
            let is_corner = self.around(at).into_iter().filter(|cell| near.contains(cell));
            if is_corner.into_iter().any(|c| self.roads.contains(&pair(at, c)) || self.roads.contains(&pair(next, c))) {
                break;
            }
            self.roads.insert(pair(at, next));
            (before, at) = (Some(at), next);
        }
    }

    /// Returns the size of the picture.
    fn size(&self) -> (u32, u32) {
        let pitch = self.placement.area().abs().sqrt();
        let far: Vec<Point> = self.grid.cells().map(|cell| self.placement.at(lattice(&self.grid, cell))).collect();
        let side = |n: usize| far.iter().map(|at| at[n]).fold(0.0, f64::max) + 1.1 * pitch;
        (side(0) as u32, side(1) as u32)
    }

    /// Returns the distance of `at` from the line between the ends, along a gentle double bend, and its place along.
    fn off(at: Point, [from, to]: [Point; 2], bend: f64) -> Option<f64> {
        let way = [to[0] - from[0], to[1] - from[1]];
        let length = way[0].hypot(way[1]);
        let by = [at[0] - from[0], at[1] - from[1]];
        let along = (by[0] * way[0] + by[1] * way[1]) / length / length;
        let across = (by[1] * way[0] - by[0] * way[1]) / length;
        let swing = bend * (along * std::f64::consts::TAU).sin();
        (-0.03..=1.03).contains(&along).then_some((across - swing).abs())
    }

    /// Paints the map without the defects of a scan.
    fn paint(&self, dice: &mut Dice) -> RgbImage {
        let (width, height) = self.size();
        let [du, dv] = even(&self.grid);
        let back = self.placement.inverse().unwrap();
        let place = |cell: Cell| {
            let at = lattice(&self.grid, cell);
            [at[0] * du, at[1] * dv]
        };
        let mut near: BTreeMap<Cell, Vec<PaintedLine>> = BTreeMap::new();
        for ((a, b), width) in &self.water {
            let band = super::band::Band::along(&self.grid, *a, *b);
            let ends = [band.from, band.to].map(|at| [at[0] * du, at[1] * dv]);
            for cell in [a, b] {
                near.entry(*cell).or_default().push(PaintedLine {
                    ends,
                    width: *width,
                    bend: 0.03,
                    ink: self.water_ink,
                });
            }
        }
        for (a, b) in &self.roads {
            for cell in [a, b] {
                let ends = [place(*a), place(*b)];
                near.entry(*cell).or_default().push(PaintedLine { ends, width: 0.06, bend: 0.035, ink: self.road_ink });
            }
        }
        let mut image = RgbImage::from_pixel(width, height, Rgb([242, 238, 228]));
        let pitch = (self.placement.area() / du / dv).sqrt();
        let reach = (pitch * 0.62) as i64;
        let slope = 0.75_f64.sqrt();
        for cell in self.grid.cells() {
            let middle = self.placement.at(lattice(&self.grid, cell)).map(|at| at as i64);
            let center = place(cell);
            let lines = near.get(&cell).map(Vec::as_slice).unwrap_or_default();
            let has_woods = self.woods.contains(&cell);
            let text = self.numbers.get(&cell).map(String::as_str).unwrap_or_default();
            for y in middle[1] - reach..=middle[1] + reach {
                for x in middle[0] - reach..=middle[0] + reach {
                    let [u, v] = back.at([x as f64 + 0.5, y as f64 + 0.5]);
                    let at = [u * du, v * dv];
                    let off = [at[0] - center[0], at[1] - center[1]];
                    let (a, b) = if du < dv { (off[0], off[1]) } else { (off[1], off[0]) };
                    let rim = b.abs().max((a * slope).abs() + b.abs() / 2.0);
                    let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { continue };
                    if rim <= 0.5 && x < width && y < height {
                        let ground = ground(rim, has_woods, dice);
                        let ink = self.ink(at, off, lines, text).unwrap_or(ground);
                        image.put_pixel(x, y, Rgb(ink.map(|channel| channel as u8)));
                    }
                }
            }
        }
        image
    }

    /// Returns the color of the line or the text at a point of the map, `off` from the center of its hex.
    fn ink(&self, at: Point, off: Point, lines: &[PaintedLine], text: &str) -> Option<[f64; 3]> {
        let (high, [x, y]) = self.text;
        if has_ink(text, [off[0] - x, off[1] - y], high) {
            return Some([50.0, 45.0, 40.0]);
        }
        let is_on = |line: &&PaintedLine| Self::off(at, line.ends, line.bend).is_some_and(|off| off < line.width / 2.0);
        lines.iter().rev().find(is_on).map(|line| line.ink)
    }

    /// Returns the picture as scanned.
    pub(crate) fn scan(&self, grain: f64, dice: &mut Dice) -> ScanPicture {
        scanned(&self.paint(dice), grain, dice)
    }
}

/// Returns the color of the ground at the distance `rim` from the center, which is a half at the hexside.
fn ground(rim: f64, has_woods: bool, dice: &mut Dice) -> [f64; 3] {
    match has_woods && rim < 0.44 {
        true if dice.roll() < 0.45 => [96.0, 130.0, 70.0],
        true => [160.0, 180.0, 120.0],
        false if rim > 0.488 => [110.0, 100.0, 90.0],
        false => [230.0, 220.0, 190.0],
    }
}

/// Returns a picture as scanned: blurred, unevenly lit, with a color cast, grainy, and compressed as JPEG.
pub(crate) fn scanned(clean: &RgbImage, grain: f64, dice: &mut Dice) -> ScanPicture {
    let mut image = blurred(clean);
    let cast = [0.9 + 0.1 * dice.roll(), 0.9 + 0.1 * dice.roll(), 0.9 + 0.1 * dice.roll()];
    let (width, height) = image.dimensions();
    for (x, y, pixel) in image.enumerate_pixels_mut() {
        let light = 1.0 - 0.12 * f64::from(x) / f64::from(width) + 0.05 * f64::from(y) / f64::from(height);
        for (channel, cast) in pixel.0.iter_mut().zip(cast) {
            let noise = grain * (dice.roll() + dice.roll() - 1.0);
            // A conversion to a byte saturates.
            *channel = (f64::from(*channel) * light * cast + noise) as u8;
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.jpg");
    image.save(&path).unwrap();
    ScanPicture::open(&path).unwrap()
}

/// Returns a picture in which each sample is mixed with those around it.
fn blurred(image: &RgbImage) -> RgbImage {
    let (width, height) = (image.width() as usize, image.height() as usize);
    let mut from = image.as_raw().clone();
    for (step, count) in [(3, width), (3 * width, height)] {
        let mut to = from.clone();
        for n in 0..from.len() {
            let at = n / step % count;
            let before = if at > 0 { from[n - step] } else { from[n] };
            let after = if at + 1 < count { from[n + step] } else { from[n] };
            to[n] = ((u16::from(before) + 2 * u16::from(from[n]) + u16::from(after)) / 4) as u8;
        }
        from = to;
    }
    RgbImage::from_raw(image.width(), image.height(), from).unwrap()
}
