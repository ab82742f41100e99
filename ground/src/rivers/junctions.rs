//! The meetings of stems.

use std::collections::{BTreeMap, BTreeSet};

use super::parity::{corner_of, sides_at};
use super::{DrawnStem, Stem};
use crate::anchors::Anchors;
use crate::grid::{GroundGrid, Side};
use crate::line;
use crate::plane::Point;

/// The farthest way along the greater stem to one of its hexsides, in hexes.
const FARTHEST: f64 = 3.0;

/// Returns the nodes at which stems meet, which smoothing does not move.
pub(super) fn joints(stems: &[Stem]) -> BTreeSet<u32> {
    let mut uses = BTreeMap::<u32, usize>::new();
    for stem in stems {
        for node in &stem.nodes {
            *uses.entry(*node).or_default() += 1;
        }
    }
    uses.into_iter().filter(|(_, uses)| *uses > 1).map(|(node, _)| node).collect()
}

/// Lengthens the line of a stem at ends that join a drawn stem, if the corner of hexes there has none of its hexsides: along that
/// stem to the nearest corner that has one. Without this, a small loop of the greater stem would leave a gap.
pub(super) fn joined(
    grid: &GroundGrid,
    anchors: &Anchors,
    stem: &Stem,
    mut smooth: Vec<Point>,
    drawn: &[DrawnStem],
) -> Vec<Point> {
    for is_mouth in [false, true] {
        let end = if is_mouth { stem.nodes.last() } else { stem.nodes.first() };
        let Some(end) = end else { continue };
        let joins = |drawn: &&DrawnStem| drawn.stem.nodes.contains(end);
        let Some(greater) = drawn.iter().find(joins) else { continue };
        let has_side = |point: Point| {
            let corner = corner_of(grid, anchors, point);
            // Beyond the margin nothing is drawn.
            corner.is_none_or(|corner| sides_at(corner).iter().any(|side: &Side| greater.sides.contains(side)))
        };
        let Some(point) = (if is_mouth { smooth.last() } else { smooth.first() }).copied() else { continue };
        if has_side(point) {
            continue;
        }
        let Some(at) = greater.smooth.iter().position(|other| *other == point) else { continue };
        let along = |points: Vec<Point>| {
            let way = line::distances(&points);
            let end = points.iter().zip(&way).position(|(point, _)| has_side(*point))?;
            let length = way.get(end).copied().filter(|length| *length <= grid.hexes(FARTHEST))?;
            Some((length, points.get(1..=end)?.to_vec()))
        };
        let down = along(greater.smooth.get(at..).unwrap_or_default().to_vec());
        let up = along(greater.smooth.get(..=at).unwrap_or_default().iter().rev().copied().collect());
        let added = match (down, up) {
            (Some(down), Some(up)) => Some(if down.0 <= up.0 { down.1 } else { up.1 }),
            (down, up) => down.or(up).map(|(_, points)| points),
        };
        for point in added.into_iter().flatten() {
            if is_mouth {
                smooth.push(point);
            } else {
                smooth.insert(0, point);
            }
        }
    }
    smooth
}
