//! Levels of the hexes, from elevation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::elevation::Elevation;
use crate::grid::{GroundGrid, Side, Tile};
use crate::notice::Notice;
use crate::plane::{Plane, Point};

/// The most levels of a map: the digits from 1 to 9.
const MOST_LEVELS: u32 = 9;
/// The steps in meters among which the usual one is chosen.
const STEPS: [u32; 5] = [5, 10, 20, 25, 50];
/// Larger steps, for ground with more levels than a map can have.
const LARGER_STEPS: [u32; 7] = [75, 100, 150, 200, 250, 500, 1000];
/// The samples of a hex lie on rings about its center at fifths of the distance to the next: 1, 6 and 12 of them.
const SAMPLES: i32 = 2;
const FIFTHS: f64 = 5.0;

/// The figures by which levels are drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LevelFigures {
    /// The height of a level in meters; `None` to choose one.
    pub step: Option<u32>,
    /// The part of a step near a break within which a hex is better not.
    pub near_break: f64,
    /// The part of a step near a break within which a hex may join its neighbors.
    pub tidied: f64,
    /// The number of neighbors that a hex joins.
    pub neighbors: usize,
    /// The fall over a hexside, in steps, from which it is a slope whatever the levels.
    pub fall: f64,
}

impl Default for LevelFigures {
    fn default() -> Self {
        Self { step: None, near_break: 0.12, tidied: 0.2, neighbors: 4, fall: 1.5 }
    }
}

/// The heights of hexes: the median of samples in each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heights {
    /// Centimeters above the sea for each hex with those of the margin; `None` where nothing is known.
    heights: Vec<Option<i32>>,
    /// The number of hexes of the map that took the height of their neighbors.
    voids: usize,
}

impl Heights {
    /// Returns the heights of all hexes. A hex of which more than half is unknown takes the median of its neighbors.
    pub fn new(grid: &GroundGrid, plane: &Plane, elevation: &Elevation) -> Self {
        Self::watched(grid, plane, elevation, &|| false)
    }

    /// Returns the heights, and stops with some of them as soon as `is_canceled` returns `true`.
    pub(crate) fn watched(
        grid: &GroundGrid,
        plane: &Plane,
        elevation: &Elevation,
        is_canceled: &dyn Fn() -> bool,
    ) -> Self {
        let offsets: Vec<(f64, f64)> = hexx::Hex::ZERO
            .range(SAMPLES.unsigned_abs())
            .map(|hex| (f64::from(hex.x) / FIFTHS, f64::from(hex.y) / FIFTHS))
            .collect();
        let mut own = Self { heights: Vec::with_capacity(grid.count()), voids: 0 };
        let none = vec![None; grid.count()];
        if elevation.is_empty() {
            return Self { heights: none, voids: 0 };
        }
        for tile in grid.tiles() {
            if is_canceled() {
                return Self { heights: none, voids: 0 };
            }
            let center = grid.hex(tile);
            let (q, r) = (f64::from(center.x), f64::from(center.y));
            let samples = offsets.iter().filter_map(|(dq, dr)| {
                let point: Point = grid.point(q + dq, r + dr);
                elevation.height(plane.position(point))
            });
            let samples: Vec<i32> = samples.collect();
            own.heights.push(if 2 * samples.len() >= offsets.len() { median(samples) } else { None });
        }
        let known = own.heights.clone();
        for tile in grid.tiles().filter(|tile| known[tile.index()].is_none()) {
            own.heights[tile.index()] = around(grid, &known, tile);
            own.voids += usize::from(grid.is_on_map(tile));
        }
        own
    }

    /// Returns the height of a hex in centimeters.
    pub fn get(&self, tile: Tile) -> Option<i32> {
        self.heights.get(tile.index()).copied().flatten()
    }

    /// Returns `true` for a hex more than half a step (in meters) above the mean of those three hexes away: a hill, for systems without
    /// levels.
    pub fn is_hill(&self, grid: &GroundGrid, tile: Tile, step: u32) -> bool {
        let Some(own) = self.get(tile) else { return false };
        let ring = grid.hex(tile).ring(3).filter_map(|hex| self.get(grid.tile(hex)?));
        let (mut sum, mut count) = (0, 0);
        for height in ring {
            sum += i64::from(height);
            count += 1;
        }
        count > 0 && (i64::from(own) * count - sum) > count * i64::from(step) * 50
    }
}

/// Returns the median height of the nearest hexes that have one, at most three hexes away.
fn around(grid: &GroundGrid, known: &[Option<i32>], tile: Tile) -> Option<i32> {
    (1..=3).find_map(|ring| {
        let near = grid.hex(tile).ring(ring).filter_map(|hex| grid.tile(hex)).filter_map(|other| known[other.index()]);
        median(near.collect())
    })
}

/// Returns the middle of `values`, the lower of two.
fn median(mut values: Vec<i32>) -> Option<i32> {
    values.sort_unstable();
    values.get(values.len().saturating_sub(1) / 2).copied()
}

/// The levels of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The height of a level in meters.
    pub step: u32,
    /// The height at which a level begins, in meters; others begin at whole steps from it.
    pub phase: u32,
    /// The levels of the hexes of the map, from 1.
    levels: BTreeMap<Tile, u32>,
    /// Notices for the reader of the proposal.
    pub notices: Vec<Notice>,
}

impl Levels {
    /// Divides heights into levels of equal steps. There are none if the ground needs more levels than a map can have, which a notice
    /// tells.
    pub fn new(grid: &GroundGrid, heights: &Heights, figures: &LevelFigures) -> Self {
        let own: BTreeMap<Tile, i64> = grid
            .tiles()
            .filter(|tile| grid.is_on_map(*tile))
            .filter_map(|tile| Some((tile, i64::from(heights.get(tile)?))))
            .collect();
        let mut notices = Vec::new();
        if heights.voids > 0 {
            notices.push(Notice::VoidHexes(heights.voids));
        }
        let least = own.values().copied().min().unwrap_or(0);
        let range = own.values().copied().max().unwrap_or(0) - least;
        let step = figures.step.filter(|step| *step > 0).unwrap_or_else(|| usual_step(range));
        let centimeters = i64::from(step) * 100;
        let phase = best_phase(own.values().copied(), step, figures.near_break);
        let level_of = |height: i64| (height - i64::from(phase) * 100).div_euclid(centimeters);
        let lowest = level_of(least);
        let raw: BTreeMap<Tile, i64> =
            own.iter().map(|(tile, height)| (*tile, level_of(*height) - lowest + 1)).collect();
        let mut levels = BTreeMap::new();
        for (tile, height) in &own {
            let level = raw.get(tile).copied().unwrap_or(1);
            let tidy = tidied(
                grid,
                &raw,
                *tile,
                level,
                (*height - i64::from(phase) * 100).rem_euclid(centimeters),
                centimeters,
                figures,
            );
            levels.insert(*tile, u32::try_from(tidy).unwrap_or(1));
        }
        // Where tidying leaves none on the lowest level, the next is level 1.
        let bottom = levels.values().copied().min().unwrap_or(1);
        levels.values_mut().for_each(|level| *level -= bottom - 1);
        let most = levels.values().copied().max().unwrap_or(0);
        if most > MOST_LEVELS {
            notices.push(Notice::TooManyLevels(most, fitting_step(range)));
            levels.clear();
        }
        Self { step, phase, levels, notices }
    }

    /// Returns the level of a hex of the map, from 1.
    pub fn get(&self, tile: Tile) -> Option<u32> {
        self.levels.get(&tile).copied()
    }

    /// Returns the hexsides over which the ground falls by more than a step and a half, although the levels of their hexes differ by
    /// less than `steep`, so that the map shows no slope there.
    pub fn hidden_slopes(&self, grid: &GroundGrid, heights: &Heights, figures: &LevelFigures, steep: u32) -> Vec<Side> {
        let fall = libm::round(f64::from(self.step) * 100.0 * figures.fall) as i64;
        let mut sides: Vec<Side> = self.levels.keys().flat_map(|tile| grid.sides(*tile)).collect();
        sides.sort_unstable();
        sides.dedup();
        sides.retain(|side| {
            let (Some(a), Some(b)) = (self.get(side.low), self.get(side.high)) else { return false };
            let (Some(low), Some(high)) = (heights.get(side.low), heights.get(side.high)) else { return false };
            a.abs_diff(b) < steep && i64::from(low.abs_diff(high)) >= fall
        });
        sides
    }
}

/// Returns the step for ground with a `range` of centimeters: a sixth of it, or more if there would be too many levels.
fn usual_step(range: i64) -> u32 {
    let sixth = range / 600;
    let nearest = STEPS.into_iter().min_by_key(|step| (i64::from(*step) - sixth).abs()).unwrap_or(20);
    if range / (i64::from(nearest) * 100) + 2 > i64::from(MOST_LEVELS) { fitting_step(range) } else { nearest }
}

/// Returns the least step with which ground with a `range` of centimeters has few enough levels.
fn fitting_step(range: i64) -> u32 {
    let fits = |step: &u32| range / (i64::from(*step) * 100) + 2 <= i64::from(MOST_LEVELS);
    STEPS.into_iter().chain(LARGER_STEPS).find(fits).unwrap_or(2000)
}

/// Returns the height in whole meters at which levels begin, with the fewest hexes near a break.
fn best_phase(heights: impl Iterator<Item = i64> + Clone, step: u32, near: f64) -> u32 {
    let centimeters = i64::from(step) * 100;
    let near = libm::round(centimeters as f64 * near) as i64;
    let count = |phase: u32| {
        let off = |height: i64| (height - i64::from(phase) * 100).rem_euclid(centimeters);
        heights.clone().filter(|height| off(*height) < near || centimeters - off(*height) < near).count()
    };
    (0..step).min_by_key(|phase| count(*phase)).unwrap_or(0)
}

/// Returns the level of a hex `over` centimeters above the break below it: that of its neighbors, if it is near the break to it.
fn tidied(
    grid: &GroundGrid,
    raw: &BTreeMap<Tile, i64>,
    tile: Tile,
    level: i64,
    over: i64,
    step: i64,
    figures: &LevelFigures,
) -> i64 {
    let near = libm::round(step as f64 * figures.tidied) as i64;
    let other = if over < near {
        level - 1
    } else if step - over < near {
        level + 1
    } else {
        return level;
    };
    let own = grid.neighbors(tile).into_iter().flatten().filter(|neighbor| raw.get(neighbor) == Some(&other)).count();
    if own >= figures.neighbors { other } else { level }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::tests_grid;

    /// Heights in meters by a function of the hex.
    fn heights(grid: &GroundGrid, height: impl Fn(hexx::Hex) -> f64) -> Heights {
        let all = grid.tiles().map(|tile| Some((height(grid.hex(tile)) * 100.0) as i32)).collect();
        Heights { heights: all, voids: 0 }
    }

    #[test]
    fn steps_suit_the_ground() {
        assert_eq!([0, 3_000, 12_000, 15_000, 30_000].map(usual_step), [5, 5, 20, 25, 50]);
        assert_eq!(usual_step(170_000), 250);
        for range in (0..300_000).step_by(777) {
            assert!(range / (i64::from(usual_step(range)) * 100) + 2 <= 9, "{range}");
        }
    }

    #[test]
    fn levels_break_where_few_hexes_are() {
        let grid = tests_grid(8, 8, 100_000);
        // Terraces of 10 m, at 3 m above whole steps.
        let terraces = heights(&grid, |hex| f64::from(hex.x.div_euclid(2)) * 10.0 + 3.0);
        let figures = LevelFigures { step: Some(10), ..LevelFigures::default() };
        let levels = Levels::new(&grid, &terraces, &figures);
        for tile in grid.tiles().filter(|tile| grid.is_on_map(*tile)) {
            assert_eq!(levels.get(tile), Some(grid.hex(tile).x as u32 / 2 + 1));
        }
        assert!(levels.hidden_slopes(&grid, &terraces, &figures, 2).is_empty());
    }

    #[test]
    fn a_hex_that_is_barely_higher_joins_its_neighbors() {
        let grid = tests_grid(8, 8, 100_000);
        let odd = grid.at(Point::default()).map(|tile| grid.hex(tile)).unwrap();
        let flat = |height: f64| {
            heights(&grid, move |hex| {
                if hex == odd {
                    height
                } else if hex.x == 0 {
                    27.0
                } else {
                    15.0
                }
            })
        };
        let figures = LevelFigures { step: Some(10), ..LevelFigures::default() };
        let level = |height| Levels::new(&grid, &flat(height), &figures).get(grid.tile(odd).unwrap());
        let (low, high) = (level(15.0), level(24.0));
        assert_ne!(low, high);
        assert!((16..25).any(|height| level(f64::from(height)) == low && height > 19));
    }

    #[test]
    fn too_many_levels_are_told_with_a_step_that_fits() {
        let grid = tests_grid(8, 8, 100_000);
        let steep = heights(&grid, |hex| f64::from(hex.x) * 100.0);
        let levels = Levels::new(&grid, &steep, &LevelFigures { step: Some(5), ..LevelFigures::default() });
        assert!(matches!(levels.notices.as_slice(), [Notice::TooManyLevels(most, 100)] if *most > 100), "{levels:?}");
        assert!(grid.tiles().all(|tile| levels.get(tile).is_none()));
    }

    #[test]
    fn falls_that_levels_hide_are_found() {
        let grid = tests_grid(6, 6, 100_000);
        let cliff = heights(&grid, |hex| if hex.x < 3 { 11.0 } else { 28.0 });
        let figures = LevelFigures { step: Some(10), ..LevelFigures::default() };
        let levels = Levels::new(&grid, &cliff, &figures);
        let hidden = levels.hidden_slopes(&grid, &cliff, &figures, 3);
        assert!(!hidden.is_empty());
        assert!(hidden.iter().all(|side| (grid.hex(side.low).x < 3) != (grid.hex(side.high).x < 3)));
    }

    #[test]
    fn hills_stand_above_their_surroundings() {
        let grid = tests_grid(9, 9, 100_000);
        let top = grid.at(Point::default()).unwrap();
        let hill = heights(&grid, |hex| if hex == grid.hex(top) { 120.0 } else { 100.0 });
        assert!(hill.is_hill(&grid, top, 30));
        assert!(!hill.is_hill(&grid, top, 50));
        assert!(grid.tiles().all(|tile| tile == top || !hill.is_hill(&grid, tile, 30)));
    }
}
