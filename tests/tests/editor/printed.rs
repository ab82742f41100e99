//! A simulated scan of a printed map: rotated, sheared, stretched, unevenly lit, grainy, and compressed as JPEG.

use battlewright_editor::model::scan::affine::{Affine, Point};
use battlewright_editor::model::scan::scheme::{Scheme, even, lattice};
use battlewright_schema::{Cell, Scenario};
use image::{Rgb, RgbImage};

/// Returns the placement of the hexes on a scan: `pitch` pixels apart, rotated and sheared by angles in degrees, with
/// a ratio `aspect` of width to height.
pub(crate) fn placement(scheme: Scheme, pitch: f64, rotation: f64, shear: f64, aspect: f64) -> Affine {
    let (sin, cos) = rotation.to_radians().sin_cos();
    let (wide, high, lean) = (pitch * aspect.sqrt(), pitch / aspect.sqrt(), shear.to_radians().tan());
    let on_paper = |x: f64, y: f64| {
        let (x, y) = (x * wide + y * high * lean, y * high);
        [x * cos - y * sin, x * sin + y * cos]
    };
    let [du, dv] = even(scheme.orientation);
    Affine { origin: [2.0 * pitch, 2.0 * pitch], u: on_paper(du, 0.0), v: on_paper(0.0, dv) }
}

/// Returns a deterministic pseudorandom number from 0 to 1.
fn chance(seed: &mut u32) -> f64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    f64::from(*seed >> 8) / f64::from(1_u32 << 24)
}

/// Returns a print color for a terrain letter at a point of the hex. The point is in hexes from its center.
fn ink(letter: char, [x, y]: Point, dice: f64) -> [f64; 3] {
    let paper = [232.0, 222.0, 196.0];
    let block = |size: f64| ((x / size).floor() + (y / size).floor()).rem_euclid(2.0) < 1.0;
    match letter {
        'w' => {
            if dice < 0.45 {
                [88.0, 118.0, 62.0]
            } else {
                [158.0, 178.0, 118.0]
            }
        }
        'T' => {
            if block(0.16) {
                [150.0, 62.0, 48.0]
            } else {
                paper
            }
        }
        'f' => {
            if block(0.20) {
                [84.0, 84.0, 96.0]
            } else {
                paper
            }
        }
        'v' => {
            if (x * 5.0).fract().abs() < 0.5 && (y * 5.0).fract().abs() < 0.5 {
                [168.0, 116.0, 70.0]
            } else {
                paper
            }
        }
        'h' => {
            if (x * 7.0 + y * 4.0).rem_euclid(1.0) < 0.3 {
                [170.0, 132.0, 84.0]
            } else {
                [222.0, 202.0, 158.0]
            }
        }
        _ => paper,
    }
}

/// Returns a simulated scan of the map of `scenario`.
pub(crate) fn scan(scenario: &Scenario, placement: &Affine) -> RgbImage {
    let common = scenario.common();
    let grid = common.grid().unwrap();
    let scheme = Scheme::of(common.frame());
    let [du, dv] = even(scheme.orientation);
    let far: Vec<Point> = grid.cells().map(|cell| placement.at(lattice(&grid, cell))).collect();
    let pitch = placement.area().abs().sqrt();
    let side = |n: usize| far.iter().map(|at| at[n]).fold(0.0, f64::max) + 1.2 * pitch;
    let (width, height) = (side(0) as u32, side(1) as u32);
    let mut picture = RgbImage::from_pixel(width, height, Rgb([244, 240, 230]));
    let back = placement.inverse().unwrap();
    let mut seed = 0x2545_f491;
    for cell in grid.cells().filter(|cell| common.has(*cell)) {
        let letter = common.hexes().get(cell.column.into(), cell.row.into()).unwrap();
        // The terrain print differs from hex to hex.
        let (cover, off) = (0.36 + 0.3 * chance(&mut seed), 0.12 * (chance(&mut seed) - 0.5));
        hex(&mut picture, placement, &back, lattice(&grid, cell), &mut |[u, v]| {
            // In hex widths. Hexes with pointed tops are turned to flat tops.
            let (x, y) = (u * du, v * dv);
            let flat = scheme.orientation == battlewright_schema::Orientation::Flat;
            let (a, b) = if flat { (x, y) } else { (y, x) };
            let rim = b.abs().max((a * 0.75_f64.sqrt() + b / 2.0).abs()).max((a * 0.75_f64.sqrt() - b / 2.0).abs());
            if rim > 0.5 {
                return None;
            }
            // The printed outline, and a smear at the number.
            let number = (y + 0.36).abs() < 0.05 && x.abs() < 0.18 && chance(&mut seed) < 0.5;
            let is_ink = rim > 0.475 || number;
            let letter = if (x - off).hypot(y + off) < cover { letter } else { '.' };
            Some(if is_ink { [96.0, 84.0, 70.0] } else { ink(letter, [x, y], chance(&mut seed)) })
        });
    }
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        // Light from one side, a fold in the middle, and grain.
        let fold = if (f64::from(x) - f64::from(width) * 0.52).abs() < pitch * 0.06 { 0.93 } else { 1.0 };
        let light = (1.0 - 0.10 * f64::from(x) / f64::from(width) + 0.04 * f64::from(y) / f64::from(height)) * fold;
        for channel in &mut pixel.0 {
            *channel = (f64::from(*channel) * light + 22.0 * (chance(&mut seed) - 0.5)).clamp(0.0, 255.0) as u8;
        }
    }
    picture
}

/// Sets the pixels around `center` to the results of `color`, which takes the offset from `center`.
fn hex(
    picture: &mut RgbImage,
    placement: &Affine,
    back: &Affine,
    center: Point,
    color: &mut dyn FnMut(Point) -> Option<[f64; 3]>,
) {
    let [cx, cy] = placement.at(center);
    let reach = (placement.area().abs().sqrt() * 0.8) as i64;
    for y in cy as i64 - reach..=cy as i64 + reach {
        for x in cx as i64 - reach..=cx as i64 + reach {
            let [u, v] = back.at([x as f64 + 0.5, y as f64 + 0.5]);
            let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { continue };
            if x < picture.width()
                && y < picture.height()
                && let Some(color) = color([u - center[0], v - center[1]])
            {
                picture.put_pixel(x, y, Rgb(color.map(|channel| channel as u8)));
            }
        }
    }
}

/// Returns the cell with the printed number `hex`.
pub(crate) fn cell(scenario: &Scenario, hex: &str) -> Cell {
    scenario.common().grid().unwrap().cell(&hex.into()).unwrap()
}

/// Returns the position of the center of `hex` on the scan.
pub(crate) fn at(scenario: &Scenario, placement: &Affine, hex: &str) -> Point {
    placement.at(lattice(&scenario.common().grid().unwrap(), cell(scenario, hex)))
}
