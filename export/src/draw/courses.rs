//! The courses of streams and ravines through hexes, as smooth lines. The rules have a stream in a hex; the map has it as a line.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use battlewright_schema::{Cell, Common, CourseKind, Grid, HexsideKind};
use emath::{Pos2, Rect, Vec2};

use super::{View, ink};

/// A course through hexes, or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub struct HexCourse {
    /// The kind of thing.
    pub kind: CourseKind,
    /// Its line, in hex radii about the map's origin.
    pub points: Vec<Pos2>,
}

/// The greatest distance of a course from the centers of its hexes, in hex radii.
const STRAY: f32 = 0.17;
/// The distance that a course runs beyond its last center if it comes from nowhere, in hex radii.
const SPRING: f32 = 0.4;

/// Returns the kinds of courses through the hexes of `scenario`, by cell.
pub fn cells(scenario: &dyn Common, grid: &Grid) -> BTreeMap<Cell, CourseKind> {
    let letters: BTreeMap<char, CourseKind> =
        scenario.terrain().iter().filter_map(|row| Some((row.letter.0, scenario.course(row.letter.0)?.kind))).collect();
    if letters.is_empty() {
        return BTreeMap::new();
    }
    let kind = |cell: Cell| {
        let letter = scenario.hexes().get(cell.column.into(), cell.row.into())?;
        Some((cell, *letters.get(&letter)?))
    };
    grid.cells().filter_map(kind).collect()
}

/// Returns the courses through the hexes of `scenario`: of each group of adjacent hexes of a kind the longest line, then its arms.
pub fn through_hexes(scenario: &dyn Common, grid: &Grid) -> Vec<HexCourse> {
    let cells = cells(scenario, grid);
    if cells.is_empty() {
        return Vec::new();
    }
    let mut survey = CourseSurvey::new(scenario, grid, cells);
    let mut ways = Vec::new();
    let mut seen: BTreeSet<Cell> = BTreeSet::new();
    for (cell, kind) in &survey.cells {
        if !seen.contains(cell) {
            let group = survey.group(*cell, *kind);
            seen.extend(group.iter().copied());
            ways.extend(survey.ways(*kind, &group));
        }
    }
    survey.place(&ways);
    ways.iter().map(|way| HexCourse { kind: way.kind, points: chaikin(&survey.line(way)) }).collect()
}

/// A line from hex to hex. An arm begins in a hex of an earlier line.
struct HexWay {
    kind: CourseKind,
    cells: Vec<Cell>,
    arm: bool,
}

/// The hexes of courses and what their ends run on to.
struct CourseSurvey<'a> {
    grid: &'a Grid,
    view: View,
    cells: BTreeMap<Cell, CourseKind>,
    /// The positions on the lines in hexes that they pass.
    passed: BTreeMap<Cell, Pos2>,
    /// The ends of hexsides with water, by the hexes beside them.
    shores: BTreeMap<Cell, Vec<Pos2>>,
    has: Box<dyn Fn(Cell) -> bool + 'a>,
}

impl<'a> CourseSurvey<'a> {
    fn new(scenario: &'a dyn Common, grid: &'a Grid, cells: BTreeMap<Cell, CourseKind>) -> Self {
        let view = View::new(grid, Pos2::ZERO, 1.0, Rect::ZERO);
        let mut shores: BTreeMap<Cell, Vec<Pos2>> = BTreeMap::new();
        let wet = scenario.hexsides().iter().filter(|row| matches!(row.kind, HexsideKind::Stream | HexsideKind::River));
        for side in wet.flat_map(|row| &row.between) {
            let Some((a, b)) = side.hexes().and_then(|(a, b)| Some((grid.cell(&a)?, grid.cell(&b)?))) else { continue };
            let Some(ends) = view.side_between(a, b) else { continue };
            shores.entry(a).or_default().extend(ends);
            shores.entry(b).or_default().extend(ends);
        }
        Self { grid, view, cells, passed: BTreeMap::new(), shores, has: Box::new(move |cell| scenario.has(cell)) }
    }

    fn near(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        self.grid.neighbors(cell).into_iter().flatten()
    }

    /// Returns the hexes of a kind that hang together with `first`.
    fn group(&self, first: Cell, kind: CourseKind) -> BTreeSet<Cell> {
        let mut group = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            for next in self.near(cell).filter(|next| self.cells.get(next) == Some(&kind)) {
                if group.insert(next) {
                    open.push(next);
                }
            }
        }
        group
    }

    /// Returns the hexes of `group` in the order of their distance from `start`, each with the hex before it.
    fn outward(
        &self,
        group: &BTreeSet<Cell>,
        start: impl IntoIterator<Item = Cell>,
    ) -> (Vec<Cell>, BTreeMap<Cell, Cell>) {
        let (mut order, mut before) = (Vec::new(), BTreeMap::new());
        let mut open: VecDeque<Cell> = start.into_iter().collect();
        let begun: BTreeSet<Cell> = open.iter().copied().collect();
        while let Some(cell) = open.pop_front() {
            order.push(cell);
            for next in self.near(cell).filter(|next| group.contains(next) && !begun.contains(next)) {
                if let std::collections::btree_map::Entry::Vacant(free) = before.entry(next) {
                    free.insert(cell);
                    open.push_back(next);
                }
            }
        }
        (order, before)
    }

    /// Returns the longest line through `group`, then its arms, the longest first.
    fn ways(&self, kind: CourseKind, group: &BTreeSet<Cell>) -> Vec<HexWay> {
        let farthest = |from: Cell| {
            let (order, before) = self.outward(group, [from]);
            (order.last().copied().unwrap_or(from), before)
        };
        let Some(first) = group.first() else { return Vec::new() };
        let (head, _) = farthest(*first);
        let (tail, before) = farthest(head);
        let mut main = vec![tail];
        while let Some(next) = main.last().and_then(|cell| before.get(cell)) {
            main.push(*next);
        }
        let mut drawn: BTreeSet<Cell> = main.iter().copied().collect();
        let (order, before) = self.outward(group, main.iter().copied());
        let mut ways = vec![HexWay { kind, cells: main, arm: false }];
        for tip in order.into_iter().rev() {
            if drawn.contains(&tip) {
                continue;
            }
            let mut arm = vec![tip];
            while let Some(next) = arm.last().filter(|cell| !drawn.contains(*cell)).and_then(|cell| before.get(cell)) {
                arm.push(*next);
            }
            // A hex that a line only touches is no arm of it.
            let touched = self.near(tip).filter(|next| drawn.contains(next)).count();
            drawn.extend(arm.iter().copied());
            if touched < 2 {
                arm.reverse();
                ways.push(HexWay { kind, cells: arm, arm: true });
            }
        }
        ways
    }

    fn center(&self, cell: Cell) -> Pos2 {
        self.view.center(cell) + ink::scatter(cell, 500) * STRAY
    }

    /// Notes where lines pass the hexes, which arms begin at and other lines run on to.
    fn place(&mut self, ways: &[HexWay]) {
        for way in ways {
            let points: Vec<Pos2> = way.cells.iter().map(|cell| self.center(*cell)).collect();
            for (n, cell) in way.cells.iter().enumerate() {
                let at = |n: Option<usize>| n.and_then(|n| points.get(n));
                let Some(here) = at(Some(n)) else { continue };
                // The point of the smoothed line next to a corner.
                let on = match (at(n.checked_sub(1)), at(n.checked_add(1))) {
                    (Some(a), Some(b)) => (a.to_vec2() + here.to_vec2() * 6.0 + b.to_vec2()) / 8.0,
                    _ => here.to_vec2(),
                };
                self.passed.entry(*cell).or_insert(on.to_pos2());
            }
        }
    }

    /// Returns the line of `way` before smoothing.
    fn line(&self, way: &HexWay) -> Vec<Pos2> {
        let mut points: Vec<Pos2> = way.cells.iter().map(|cell| self.center(*cell)).collect();
        if let Some((begin, cell)) = points.first_mut().zip(way.cells.first()).filter(|_| way.arm) {
            *begin = self.passed.get(cell).copied().unwrap_or(*begin);
        }
        let end = |own: Option<&Cell>, before: Option<&Pos2>| {
            let own = *own?;
            let from = self.center(own);
            self.beyond(way, own, before.map_or(Vec2::ZERO, |before| (from - *before).normalized()))
        };
        let tail = points.len().checked_sub(2).and_then(|n| points.get(n));
        let tail = end(way.cells.last(), tail);
        if let [only] = points[..] {
            // A course in one hex comes from nowhere and runs on to what is near, if anything is.
            let to = tail.unwrap_or(only + Vec2::RIGHT * SPRING);
            return vec![only - (to - only).normalized() * SPRING, only, to];
        }
        let head = if way.arm { None } else { end(way.cells.first(), points.get(1)) };
        head.into_iter().chain(points).chain(tail).collect()
    }

    /// Returns the point that the end of `way` in `cell` runs on to; `to` is its direction, zero if it has none. A course runs on to
    /// other courses, to water along hexsides, across a gap of a hex or over the edge of the map.
    fn beyond(&self, way: &HexWay, cell: Cell, to: Vec2) -> Option<Pos2> {
        let from = self.center(cell);
        let ahead = |at: Pos2| (at - from).normalized().dot(to);
        let best = |all: &mut dyn Iterator<Item = (f32, Pos2)>, least: f32| {
            let all = all.filter(|(ahead, _)| *ahead >= least);
            all.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, at)| at)
        };
        let strays = |next: &Cell| self.cells.get(next).is_some_and(|kind| *kind != way.kind);
        let mut others = self.near(cell).filter(strays).filter_map(|next| {
            let at = *self.passed.get(&next)?;
            // A ravine ends at a stream, and a stream comes out of a ravine.
            let at = if way.kind == CourseKind::Ravine { at } else { from.lerp(at, 0.5) };
            Some((ahead(at), at))
        });
        if let Some(at) = best(&mut others, -0.3) {
            return Some(at);
        }
        let shores = std::iter::once(cell).chain(self.near(cell)).filter_map(|next| self.shores.get(&next)).flatten();
        let around = self.view.center(cell);
        let mut shores = shores.filter(|at| at.distance(around) < 1.01).map(|at| (ahead(*at), *at));
        if let Some(at) = best(&mut shores, 0.0) {
            return Some(at);
        }
        let sides = self.grid.neighbors(cell).into_iter().enumerate();
        let mut edges = sides.filter(|(_, next)| next.is_none_or(|next| !(self.has)(next))).map(|(side, _)| {
            let over = self.view.center(cell).lerp(self.view.beyond(cell, side), 0.5);
            (ahead(over), over)
        });
        if let Some(at) = best(&mut edges, 0.25) {
            return Some(at);
        }
        let close: BTreeSet<Cell> = self.near(cell).chain([cell]).collect();
        let far: BTreeSet<Cell> =
            self.near(cell).flat_map(|next| self.near(next)).filter(|far| !close.contains(far)).collect();
        let own: BTreeSet<Cell> = way.cells.iter().copied().collect();
        let mut gaps = far.iter().filter(|far| !own.contains(*far)).filter_map(|far| {
            let at = *self.passed.get(far)?;
            Some((ahead(at), at))
        });
        if let Some(at) = best(&mut gaps, 0.6) {
            return Some(at);
        }
        (to != Vec2::ZERO).then(|| from + to * SPRING)
    }
}

/// Returns the line through `points` with its corners cut three times (Chaikin). It keeps both ends and passes the middle of each part.
pub fn chaikin(points: &[Pos2]) -> Vec<Pos2> {
    let mut line = points.to_vec();
    for _ in 0..3 {
        let ([first, _, ..], Some(last)) = (line.as_slice(), line.last()) else { return line };
        let mut cut = Vec::with_capacity(line.len() * 2);
        cut.push(*first);
        let parts = line.len() - 1;
        for (n, pair) in line.windows(2).enumerate() {
            let [a, b] = pair else { continue };
            if n > 0 {
                cut.push(a.lerp(*b, 0.25));
            }
            if n + 1 < parts {
                cut.push(a.lerp(*b, 0.75));
            }
        }
        cut.push(*last);
        line = cut;
    }
    line
}

/// Returns the line `by` to the right of `line`.
pub fn beside(line: &[Pos2], by: f32) -> Vec<Pos2> {
    let last = line.len().saturating_sub(1);
    let point = |n: usize| line.get(n.min(last)).copied().unwrap_or(Pos2::ZERO);
    let shifted = |n: usize| {
        let way = (point(n + 1) - point(n.saturating_sub(1))).normalized();
        point(n) - way.rot90() * by
    };
    (0..line.len()).map(shifted).collect()
}

#[cfg(test)]
mod tests {
    use battlewright_schema::load;
    use emath::pos2;

    use super::*;

    fn courses(text: &str) -> (Vec<HexCourse>, BTreeMap<Cell, CourseKind>, Grid) {
        let scenario = load(text).readable.unwrap();
        let grid = scenario.common().grid().unwrap();
        (through_hexes(scenario.common(), &grid), cells(scenario.common(), &grid), grid)
    }

    #[test]
    fn corners_are_cut_between_fixed_ends() {
        let line = [pos2(0.0, 0.0), pos2(4.0, 0.0), pos2(4.0, 4.0)];
        let cut = chaikin(&line);
        assert_eq!((cut.first(), cut.last()), (line.first(), line.last()));
        assert!(cut.iter().all(|point| point.distance(line[1]) > 0.5), "{cut:?}");
        assert!(cut.iter().any(|point| point.distance(pos2(3.5, 0.5)) < 0.2));
        assert_eq!(chaikin(&line[..1]), line[..1]);
        assert!(beside(&line[..2], 1.0).iter().all(|point| point.y == 1.0));
    }

    #[test]
    fn each_hex_of_a_course_is_passed_or_touches_one_that_is() {
        for text in [
            include_str!("../../../scenarios/aac-gravelotte.toml"),
            include_str!("../../../scenarios/aac-mars-la-tour.toml"),
        ] {
            let (courses, cells, grid) = courses(text);
            let view = View::new(&grid, Pos2::ZERO, 1.0, Rect::ZERO);
            assert!(cells.len() > 10 && courses.len() < cells.len());
            let through = |cell: Cell, kind: CourseKind| {
                let of_kind = courses.iter().filter(|course| course.kind == kind);
                of_kind.flat_map(|course| &course.points).any(|point| view.cell_at(*point) == Some(cell))
            };
            for (cell, kind) in &cells {
                let next = grid.neighbors(*cell).into_iter().flatten().any(|next| through(next, *kind));
                assert!(through(*cell, *kind) || next, "{}", grid.name(*cell));
            }
            let passed = cells.iter().filter(|(cell, kind)| through(**cell, **kind)).count();
            assert!(passed * 10 >= cells.len() * 9, "{passed} of {}", cells.len());
            // No course leaves its hexes by more than a gap.
            let known = |point: &Pos2| {
                let Some(cell) = view.cell_at(*point) else { return true };
                cells.contains_key(&cell)
                    || grid.neighbors(cell).into_iter().flatten().any(|next| cells.contains_key(&next))
            };
            assert!(courses.iter().flat_map(|course| &course.points).all(known));
        }
    }

    #[test]
    fn a_map_whose_system_knows_no_courses_has_none() {
        let (courses, cells, _) = courses(include_str!("../../../scenarios/mars-la-tour.toml"));
        assert!(courses.is_empty() && cells.is_empty());
    }
}
