//! Scores of terrain and levels.

use std::collections::BTreeMap;

use battlewright_ground::areas::GroundKind;
use battlewright_ground::{Point, Tile};

use super::Part;
use crate::case::Case;
use crate::country::{COLUMNS, ROWS, cell_at};

/// The scores of the woods of a map.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WoodScore {
    /// The area drawn against the true one.
    pub(crate) area: f64,
    /// Woods larger than half a hex that the map shows.
    pub(crate) kept: Part,
    /// Hexes that are nearly all or hardly wood, and shown so.
    pub(crate) right: Part,
}

/// Returns points all over a hex.
fn samples(case: &Case, tile: Tile) -> Vec<Point> {
    let (center, step) = (case.grid.center(tile), case.grid.hexes(1.0 / 16.0) as i32);
    let all =
        (-10..=10).flat_map(|x| (-10..=10).map(move |y| Point { x: center.x + x * step, y: center.y + y * step }));
    all.filter(|point| case.grid.at(*point) == Some(tile)).collect()
}

impl WoodScore {
    pub(crate) fn of(case: &Case) -> Self {
        let woods = connected(&case.country.woods);
        let mut score = Self::default();
        let (mut drawn, mut area) = (0.0, 0.0);
        let mut of_wood = BTreeMap::<usize, (f64, bool)>::new();
        for tile in case.map() {
            let points = samples(case, tile);
            let found: Vec<usize> =
                points.iter().filter_map(|point| cell_at(case.spot(*point))).filter_map(|cell| woods[cell]).collect();
            let share = found.len() as f64 / points.len() as f64;
            let kind = case.terrain.get(tile);
            let is_free = matches!(kind, GroundKind::Clear | GroundKind::Woods);
            if !is_free {
                continue;
            }
            area += share;
            let is_wood = kind == GroundKind::Woods;
            drawn += f64::from(u8::from(is_wood));
            if !(0.2..=0.7).contains(&share) {
                score.right.add(is_wood == (share > 0.7));
            }
            for wood in found {
                let own = of_wood.entry(wood).or_default();
                own.0 += 1.0 / points.len() as f64;
                own.1 |= is_wood;
            }
        }
        for (size, is_shown) in of_wood.into_values().filter(|(size, _)| *size > 0.5) {
            assert!(size > 0.0);
            score.kept.add(is_shown);
        }
        score.area = drawn / area;
        score
    }
}

/// Returns the number of the connected wood of each cell.
fn connected(woods: &[bool]) -> Vec<Option<usize>> {
    let mut of = vec![None; woods.len()];
    let mut count = 0;
    for start in (0..woods.len()).filter(|cell| woods[*cell]) {
        if of[start].is_some() {
            continue;
        }
        let mut open = vec![start];
        of[start] = Some(count);
        while let Some(cell) = open.pop() {
            let (column, row) = (cell % COLUMNS, cell / COLUMNS);
            let near = [
                (column > 0).then(|| cell - 1),
                (column + 1 < COLUMNS).then(|| cell + 1),
                (row > 0).then(|| cell - COLUMNS),
                (row + 1 < ROWS).then(|| cell + COLUMNS),
            ];
            for other in near.into_iter().flatten().filter(|other| woods[*other]) {
                if of[other].is_none() {
                    of[other] = Some(count);
                    open.push(other);
                }
            }
        }
        count += 1;
    }
    of
}

/// The scores of the levels of a map.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LevelScore {
    pub(crate) equal: Part,
    pub(crate) within_one: Part,
}

impl LevelScore {
    /// Compares levels with those of the median of the true relief in each hex.
    pub(crate) fn of(case: &Case) -> Self {
        let (step, phase) = (f64::from(case.levels.step), f64::from(case.levels.phase));
        let mut pairs: Vec<(i64, i64)> = Vec::new();
        for tile in case.map() {
            let mut heights: Vec<f64> =
                samples(case, tile).into_iter().map(|point| case.country.relief.height(case.spot(point))).collect();
            heights.sort_by(f64::total_cmp);
            let truth = ((heights[heights.len() / 2] - phase) / step).floor() as i64;
            if let Some(level) = case.levels.get(tile) {
                pairs.push((truth, level.into()));
            }
        }
        // Level 1 is the lowest of the map: the usual difference is none.
        let mut differences = BTreeMap::<i64, usize>::new();
        for (truth, level) in &pairs {
            *differences.entry(truth - level).or_default() += 1;
        }
        let usual = differences.into_iter().max_by_key(|(_, count)| *count).map_or(0, |(difference, _)| difference);
        let mut score = Self::default();
        for (truth, level) in pairs {
            score.equal.add(truth - level == usual);
            score.within_one.add((truth - level - usual).abs() <= 1);
        }
        score
    }
}
