//! The lines that names of areas, such as woods, stand on: along the axis of their hexes.

use std::collections::{BTreeSet, VecDeque};

use battlewright_schema::Cell;
use emath::{Pos2, Vec2};

use super::curve::Baseline;
use crate::draw::View;

/// The most hexes of an area that count for its name.
const MOST: usize = 600;
/// The slope from which an axis has no arc, in radians.
const STEEP: f32 = 65.0 * std::f32::consts::PI / 180.0;

/// Returns the hexes that hang together with `from` and are `within` the area, those nearest first.
pub(super) fn area(view: &View, from: Cell, within: &dyn Fn(Cell) -> bool) -> Vec<Cell> {
    let near = |cell: Cell| view.grid().neighbors(cell).into_iter().flatten();
    // A label may stand beside its wood.
    let first = std::iter::once(from).chain(near(from)).find(|cell| within(*cell));
    let Some(first) = first else { return Vec::new() };
    let (mut seen, mut open, mut found) = (BTreeSet::from([first]), VecDeque::from([first]), Vec::new());
    while let Some(cell) = open.pop_front().filter(|_| found.len() < MOST) {
        found.push(cell);
        open.extend(near(cell).filter(|next| within(*next) && seen.insert(*next)));
    }
    found
}

/// The axis of an area.
pub(super) struct AreaAxis {
    middle: Pos2,
    way: Vec2,
    /// The extent of the area along the axis.
    pub(super) long: f32,
    /// The fall of an arc below the axis, as a factor of the square of the distance from the middle.
    bend: f32,
    /// `true` if the area is clearly longer than wide.
    slender: bool,
}

impl AreaAxis {
    /// Returns the principal axis of `centers`, from left to right, with the arc through them.
    pub(super) fn of(centers: &[Pos2], radius: f32) -> Option<Self> {
        let count = f32::from(u16::try_from(centers.len()).unwrap_or(u16::MAX));
        if centers.is_empty() {
            return None;
        }
        let middle = (centers.iter().fold(Vec2::ZERO, |sum, at| sum + at.to_vec2()) / count).to_pos2();
        let [mut xx, mut xy, mut yy] = [0.0; 3];
        for off in centers.iter().map(|at| *at - middle) {
            xx += off.x * off.x;
            xy += off.x * off.y;
            yy += off.y * off.y;
        }
        let turn = 0.5 * (2.0 * xy).atan2(xx - yy);
        let way = Vec2::angled(turn);
        let way = if way.x < 0.0 { -way } else { way };
        let offs = || centers.iter().map(|at| ((*at - middle).dot(way), (*at - middle).dot(-way.rot90())));
        let (least, most) = offs().fold((0.0_f32, 0.0_f32), |(least, most), (u, _)| (least.min(u), most.max(u)));
        let spread = offs().fold([0.0, 0.0], |[u2, v2], (u, v)| [u2 + u * u, v2 + v * v]);
        // Least squares of v = bend * (u² - mean u²).
        let mean = spread[0] / count;
        let (top, bottom) = offs().fold((0.0, 0.0), |(top, bottom), (u, v)| {
            let own = u * u - mean;
            (top + own * v, bottom + own * own)
        });
        let arcs = centers.len() > 5 && way.y.abs().atan2(way.x.abs()) < STEEP && bottom > f32::EPSILON;
        let limit = 0.35 / (most - least).max(radius);
        Some(Self {
            middle: middle + way * ((least + most) / 2.0),
            way,
            long: most - least + 1.6 * radius,
            bend: if arcs { (top / bottom).clamp(-limit, limit) } else { 0.0 },
            slender: spread[0] > 1.8 * spread[1],
        })
    }

    /// Returns the lines for a name of this length, best first, each with its price: the arc along the axis, the axis, and the
    /// horizontal.
    pub(super) fn lines(&self, length: f32, radius: f32) -> Vec<(f32, Baseline)> {
        let across = -self.way.rot90();
        let long = length.max(self.long) * 1.1;
        let shifts = [(0.0, 0.0), (0.3, -0.45), (0.3, 0.45), (0.6, -0.9), (0.6, 0.9)];
        let mut lines = Vec::new();
        for (price, shift) in shifts {
            let middle = self.middle + across * (shift * radius);
            if self.slender {
                let points = (-10..=10_i8).map(|n| {
                    let u = f32::from(n) / 20.0 * long;
                    let flat = (length / 2.0).powi(2) / 3.0;
                    middle + self.way * u + across * self.bend * (u * u - flat)
                });
                lines.extend(Baseline::new(points.collect()).map(|line| (price, line)));
                lines.extend(Baseline::straight(middle, self.way, long).map(|line| (price + 0.25, line)));
            }
            let extra = if self.slender { 0.8 } else { 0.0 };
            let middle = self.middle + Vec2::DOWN * (shift * radius);
            lines.extend(Baseline::straight(middle, Vec2::RIGHT, long).map(|line| (price + extra, line)));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use emath::pos2;

    use super::*;

    #[test]
    fn the_axis_of_a_slender_area_runs_along_it() {
        let bow: Vec<Pos2> = (0..9_u8)
            .map(|n| {
                let x = f32::from(n) - 4.0;
                pos2(100.0 + x * 10.0, 50.0 + x * 3.0 + x * x * 0.6)
            })
            .collect();
        let axis = AreaAxis::of(&bow, 10.0).unwrap();
        assert!(axis.way.x > 0.9 && axis.way.y > 0.2 && axis.slender && axis.bend > 0.0, "{:?}", axis.way);
        assert!(axis.long > 80.0);
        let lines = axis.lines(40.0, 10.0);
        assert!(lines.iter().all(|(price, _)| *price >= 0.0) && lines[0].0 == 0.0);
        let round: Vec<Pos2> = (0..6_u8)
            .map(|n| pos2(0.0, 0.0) + Vec2::angled(f32::from(n) * std::f32::consts::FRAC_PI_3) * 10.0)
            .collect();
        assert!(!AreaAxis::of(&round, 10.0).unwrap().slender);
        assert!(AreaAxis::of(&[], 10.0).is_none());
    }
}
