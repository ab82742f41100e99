//! The choice of the stems that the map shows.

use super::{RiverFigures, Stem};
use crate::buckets::Buckets;
use crate::grid::GroundGrid;
use crate::line;
use crate::plane::Point;

/// The reason why a stem is drawn or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StemVerdict {
    /// Drawn: a river, or long enough.
    Kept,
    /// Drawn, because the designer chose it.
    Chosen,
    /// Not drawn: too short.
    TooShort,
    /// Not drawn: it runs beside a greater stem.
    Beside,
    /// Not drawn, because the designer unchecked it.
    Unchecked,
    /// Not drawn: outside of the map.
    Outside,
}

impl StemVerdict {
    /// Returns `true` if the stem is drawn.
    pub fn is_drawn(self) -> bool {
        matches!(self, Self::Kept | Self::Chosen)
    }

    /// Returns the reason in words, for lists.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Kept => "drawn by the figures",
            Self::Chosen => "checked",
            Self::TooShort => "too short",
            Self::Beside => "beside a greater stream",
            Self::Unchecked => "unchecked",
            Self::Outside => "outside of the map",
        }
    }
}

/// All stems, the greatest first, each with the reason why it is drawn or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdicts(pub Vec<(Stem, StemVerdict)>);

impl Verdicts {
    /// Returns the stems that are drawn.
    pub fn kept(&self) -> impl Iterator<Item = &Stem> {
        self.0.iter().filter(|(_, verdict)| verdict.is_drawn()).map(|(stem, _)| stem)
    }
}

/// Selects stems: rivers, and streams that are long enough. What runs beside a greater stem is left out, such as the side canals of a
/// straightened river.
pub(super) fn select(
    grid: &GroundGrid,
    mut stems: Vec<Stem>,
    figures: &RiverFigures,
    is_canceled: &dyn Fn() -> bool,
) -> Verdicts {
    let lengths = |stem: &Stem| line::length(&stem.line) as i64;
    stems.sort_by_cached_key(|stem| (!stem.is_river, -lengths(stem), stem.id, stem.nodes.first().copied()));
    let mut kept = Buckets::new(grid.distance());
    let mut greater = Vec::new();
    let mut all = Vec::new();
    for stem in stems {
        if is_canceled() {
            break;
        }
        let least = if stem.name.is_some() { figures.least_named } else { figures.least_stream };
        let is_long = stem.is_river || lengths(&stem) as f64 >= grid.hexes(least);
        let choice = figures.checked.contains(&stem.id).then_some(true);
        let choice = choice.or(figures.unchecked.contains(&stem.id).then_some(false));
        let verdict = match choice {
            _ if !stem.line.iter().any(|point| grid.is_in_zone(*point)) => StemVerdict::Outside,
            Some(true) => StemVerdict::Chosen,
            Some(false) => StemVerdict::Unchecked,
            None if !is_long => StemVerdict::TooShort,
            None if is_beside(grid, &stem, &kept, &greater, figures.beside) => StemVerdict::Beside,
            None => StemVerdict::Kept,
        };
        if verdict.is_drawn() {
            kept.add(u32::try_from(greater.len()).unwrap_or(u32::MAX), &stem.line);
            greater.push(stem.line.clone());
        }
        all.push((stem, verdict));
    }
    Verdicts(all)
}

/// Returns `true` if more than half of a stem lies within `beside` hexes of one of the greater stems in `kept`. The ends at which a
/// stem joins a greater one do not count: there it is near in any case.
fn is_beside(grid: &GroundGrid, stem: &Stem, kept: &Buckets, greater: &[Vec<Point>], beside: f64) -> bool {
    let reach = grid.hexes(beside);
    let samples = line::sampled(&stem.line, grid.hexes(0.25));
    let skipped = libm::round(reach / grid.hexes(0.25)) as usize;
    let joins = |end: Option<&Point>| end.is_some_and(|end| kept.is_near(*end, 1.0));
    let from = if joins(samples.first()) { skipped } else { 0 };
    let to = samples.len().saturating_sub(if joins(samples.last()) { skipped } else { 0 });
    let Some(counted) = samples.get(from..to).filter(|counted| !counted.is_empty()) else { return true };
    let mut near = vec![0; greater.len()];
    for sample in counted {
        for line in kept.lines_near(*sample, reach) {
            if let Some(count) = near.get_mut(line as usize) {
                *count += 1;
            }
        }
    }
    near.into_iter().any(|count| 2 * count > counted.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::tests_grid;

    fn stem(id: i64, name: &str, is_river: bool, points: &[(i32, i32)]) -> Stem {
        let line: Vec<Point> = points.iter().map(|(x, y)| Point { x: x * 1000, y: y * 1000 }).collect();
        let nodes = (0..points.len() as u32).map(|n| n + 100 * id as u32).collect();
        Stem { id, name: (!name.is_empty()).then(|| name.into()), is_river, nodes, line }
    }

    #[test]
    fn long_and_named_streams_stay_and_side_canals_go() {
        let grid = tests_grid(20, 20, 100_000);
        let stems = vec![
            stem(1, "Rhine", true, &[(-900, 0), (900, 0)]),
            // A side canal, 120 m beside it.
            stem(2, "Canal", false, &[(-800, 120), (800, 120)]),
            // Streams of 2.5 hexes, which join the river.
            stem(3, "Brook", false, &[(100, -250), (100, 0)]),
            stem(4, "", false, &[(300, -250), (300, 0)]),
            stem(5, "", false, &[(500, -400), (500, 0)]),
            stem(6, "", false, &[(-500, -400), (-500, 0)]),
            stem(7, "", false, &[(9000, -400), (9000, 400)]),
        ];
        let figures = RiverFigures { unchecked: [6].into(), ..RiverFigures::default() };
        let mut verdicts: Vec<_> =
            select(&grid, stems, &figures, &|| false).0.into_iter().map(|(stem, verdict)| (stem.id, verdict)).collect();
        verdicts.sort_unstable();
        let expected = [
            (1, StemVerdict::Kept),
            (2, StemVerdict::Beside),
            (3, StemVerdict::Kept),
            (4, StemVerdict::TooShort),
            (5, StemVerdict::Kept),
            (6, StemVerdict::Unchecked),
            (7, StemVerdict::Outside),
        ];
        assert_eq!(verdicts, expected);
    }
}
