//! Samples of a picture at points of the hex lattice.

use super::ReadRefusal;
use crate::model::scan::affine::{Affine, Point};
use crate::model::scan::colors::{linear, oklab_of};
use crate::model::scan::picture::{Level, ScanPicture};

/// Reads the colors of a picture at points of the lattice, from a copy of the picture at a suitable size.
pub struct ScanWindow<'p> {
    level: &'p Level,
    /// The transformation from the lattice to pixels of the copy.
    placement: Affine,
    /// The linear value of each sRGB value, since its computation would take most of the time.
    linear: [f64; 256],
}

impl<'p> ScanWindow<'p> {
    /// Creates a window on the smallest copy of `picture` in which adjacent hexes are at least `pixels` apart, or on the
    /// picture itself. `placement` maps the lattice to pixels of `picture`; `even` contains the lengths of its steps in
    /// hexes.
    ///
    /// # Errors
    /// The placement is degenerate or mirrored, or the hexes are less than `least` pixels apart.
    pub fn new(
        picture: &'p ScanPicture,
        placement: &Affine,
        even: Point,
        pixels: f64,
        least: f64,
    ) -> Result<Self, ReadRefusal> {
        let area = placement.area() / (even[0] * even[1]);
        let numbers = [placement.origin, placement.u, placement.v];
        if !(area > 0.0 && area.is_finite() && numbers.iter().flatten().all(|number| number.is_finite())) {
            return Err(ReadRefusal::NotPlaced);
        }
        let mut pitch = area.sqrt();
        if pitch < least {
            return Err(ReadRefusal::TooSmall(least));
        }
        let mut scale = 1.0;
        let mut copies = picture.levels().iter();
        let mut level = copies.next().ok_or(ReadRefusal::OffPicture)?;
        for smaller in copies {
            if pitch < 2.0 * pixels {
                break;
            }
            (level, pitch, scale) = (smaller, pitch / 2.0, scale / 2.0);
        }
        let smaller = |point: Point| point.map(|n| n * scale);
        let placement = Affine { origin: smaller(placement.origin), u: smaller(placement.u), v: smaller(placement.v) };
        let linear = std::array::from_fn(|value| linear(u8::try_from(value).unwrap_or(u8::MAX)));
        Ok(Self { level, placement, linear })
    }

    /// Returns the Oklab color at `point` of the lattice, or `None` off the picture.
    pub fn color(&self, point: Point) -> Option<[f64; 3]> {
        let [x, y] = self.placement.at(point);
        Some(self.at(index(x, self.level.width)?, index(y, self.level.height)?))
    }

    fn at(&self, x: usize, y: usize) -> [f64; 3] {
        oklab_of(self.level.color(x, y).map(|channel| self.linear[usize::from(channel)]))
    }

    /// Returns the luma at `point` of the lattice, from 0 to 1, interpolated between pixels, or `None` off the picture.
    pub fn luma(&self, point: Point) -> Option<f64> {
        let [x, y] = self.placement.at(point);
        if x < 0.0 || y < 0.0 {
            return None;
        }
        let [x, y] = [(x - 0.5).max(0.0), (y - 0.5).max(0.0)];
        let (column, row) = (index(x, self.level.width)?, index(y, self.level.height)?);
        let mix = |a: f64, b: f64, part: f64| a + (b - a) * part;
        // The weights of ITU-R BT.601, which suit printed ink and are fast.
        let luma = |x: usize, y: usize| {
            let [r, g, b] = self.level.color(x, y);
            (0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b)) / 255.0
        };
        let above = mix(luma(column, row), luma(column + 1, row), x.fract());
        let below = mix(luma(column, row + 1), luma(column + 1, row + 1), x.fract());
        Some(mix(above, below, y.fract()))
    }
}

/// Returns `at` as the index of a pixel if it is below `count`.
fn index(at: f64, count: usize) -> Option<usize> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at least 0; a large value saturates")]
    let whole = || at as usize;
    (at >= 0.0).then(whole).filter(|at| *at < count)
}
