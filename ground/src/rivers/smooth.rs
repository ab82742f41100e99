//! Smoothing of stems, without moving a place to the other bank.

use std::collections::BTreeSet;

use super::Stem;
use crate::anchors::Anchors;
use crate::exact;
use crate::grid::GroundGrid;
use crate::line;
use crate::plane::Point;

/// Smooths the line of a stem between the nodes `fixed`, where others join it. Where a place would change its bank, half the
/// smoothing is used, then none.
pub(super) fn smooth(
    grid: &GroundGrid,
    anchors: &Anchors,
    stem: &Stem,
    fixed: &BTreeSet<u32>,
    smoothing: f64,
) -> Vec<Point> {
    let places: Vec<Point> = anchors.places().filter_map(|(_, home)| home).map(|tile| anchors.point(tile)).collect();
    let sigma = grid.hexes(smoothing);
    let mut all: Vec<Point> = Vec::new();
    let mut piece: Vec<Point> = Vec::new();
    let last = stem.nodes.len().saturating_sub(1);
    for (n, (node, point)) in stem.nodes.iter().zip(&stem.line).enumerate() {
        piece.push(*point);
        if n > 0 && (n == last || fixed.contains(node)) {
            let smooth = kept_banks(&piece, sigma, &places);
            all.extend(smooth.iter().skip(usize::from(!all.is_empty())));
            piece = vec![*point];
        }
    }
    all
}

fn kept_banks(piece: &[Point], sigma: f64, places: &[Point]) -> Vec<Point> {
    let xs = || piece.iter().map(|point| point.x);
    let ys = || piece.iter().map(|point| point.y);
    let ranges = (xs().min()..=xs().max(), ys().min()..=ys().max());
    // A smoothed line stays within the rectangle around its points.
    let is_near = |place: &&Point| ranges.0.contains(&Some(place.x)) && ranges.1.contains(&Some(place.y));
    let near: Vec<Point> = places.iter().filter(is_near).copied().collect();
    for sigma in [sigma, sigma / 2.0] {
        let smooth = line::smoothed(piece, sigma);
        let between = || smooth.iter().chain(piece.iter().rev()).copied();
        if !near.iter().any(|place| exact::is_inside(between(), *place)) {
            return smooth;
        }
    }
    piece.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_bend_keeps_its_bank() {
        let at = |x: i32, y: i32| Point { x: x * 100, y: y * 100 };
        let bend = [at(0, 0), at(100, 0), at(100, 90), at(110, 90), at(110, 0), at(200, 0)];
        let far = kept_banks(&bend, 2500.0, &[]);
        assert!(far.iter().all(|point| point.y < 8500), "the bend is flattened");
        let place = at(105, 88);
        let near = kept_banks(&bend, 2500.0, &[place]);
        let between = || near.iter().chain(bend.iter().rev()).copied();
        assert!(!exact::is_inside(between(), place));
        assert!(exact::is_inside(far.iter().chain(bend.iter().rev()).copied(), place));
    }
}
