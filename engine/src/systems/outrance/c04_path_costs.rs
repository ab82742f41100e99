//! IV The costs of a path, base by base: the greatest counts.

use smallvec::SmallVec;

use super::c04_movement::MoveRules;
use crate::kit::plane::Fraction;

/// The costs of a path so far, by base.
pub(super) struct PathCosts {
    /// For each base of the first rank: the way of its center, weighted by the going and the settings, in units of 1/2^24 of a
    /// percent of a thousandth of an inch.
    pub(super) ways: SmallVec<[i64; 8]>,
    /// For each, the obstacles and choke points that it has crossed.
    pub(super) obstacles: SmallVec<[i32; 8]>,
}

impl PathCosts {
    pub(super) fn new(paths: usize) -> Self {
        Self { ways: SmallVec::from_elem(0, paths), obstacles: SmallVec::from_elem(0, paths) }
    }

    /// Returns the greatest cost of a base, in thousandths of an inch.
    pub(super) fn greatest(&self, rules: &MoveRules) -> i32 {
        let scale = Fraction::ONE.units() * i64::from(rules.road_percent.max(1));
        let cost = |(way, obstacles): (&i64, &i32)| {
            let way = i32::try_from(way.saturating_add(scale / 2) / scale).unwrap_or(i32::MAX);
            way.saturating_add(obstacles.saturating_mul(rules.obstacle_cost))
        };
        self.ways.iter().zip(&self.obstacles).map(cost).max().unwrap_or(0)
    }
}
