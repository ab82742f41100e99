//! Polygons and polylines on a table.

use battlewright_schema::Cell;
use emath::{Pos2, Rect, Vec2};

use crate::draw::ink;

/// Returns the part of `polygon` within `rect` (Sutherland and Hodgman). Parts that hang together only outside are joined along
/// the edge of `rect`.
pub(super) fn clipped(polygon: &[Pos2], rect: Rect) -> Vec<Pos2> {
    /// A signed distance: not below 0 on the side that is kept.
    type Inside = fn(Pos2, Rect) -> f32;
    let sides: [Inside; 4] = [
        |at, rect| at.x - rect.left(),
        |at, rect| rect.right() - at.x,
        |at, rect| at.y - rect.top(),
        |at, rect| rect.bottom() - at.y,
    ];
    let mut rim = polygon.to_vec();
    for inside in sides {
        let mut kept = Vec::with_capacity(rim.len() + 4);
        let mut before = rim.last().copied();
        for point in rim.iter().copied() {
            let Some(last) = before else { break };
            let (a, b) = (inside(last, rect), inside(point, rect));
            if (a < 0.0) != (b < 0.0) {
                kept.push(last.lerp(point, a / (a - b)));
            }
            if b >= 0.0 {
                kept.push(point);
            }
            before = Some(point);
        }
        rim = kept;
    }
    rim.dedup();
    if rim.len() < 3 { Vec::new() } else { rim }
}

/// Returns the parts of a line within `rect`, in order.
pub(super) fn runs_within(line: &[Pos2], rect: Rect) -> Vec<Vec<Pos2>> {
    let mut runs: Vec<Vec<Pos2>> = Vec::new();
    for pair in line.windows(2) {
        let Some([from, to]) = segment_within([pair[0], pair[1]], rect) else { continue };
        match runs.last_mut() {
            Some(run) if run.last() == Some(&from) => run.push(to),
            _ => runs.push(vec![from, to]),
        }
    }
    runs
}

/// Returns the part of a segment within `rect` (Liang and Barsky).
fn segment_within([from, to]: [Pos2; 2], rect: Rect) -> Option<[Pos2; 2]> {
    let way = to - from;
    let (mut first, mut last) = (0.0_f32, 1.0_f32);
    for (step, room) in [
        (-way.x, from.x - rect.left()),
        (way.x, rect.right() - from.x),
        (-way.y, from.y - rect.top()),
        (way.y, rect.bottom() - from.y),
    ] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            first = first.max(room / step);
        } else {
            last = last.min(room / step);
        }
    }
    // The very points of the line, not points close to them, so that runs hang together.
    let at = |t: f32| {
        if t <= 0.0 {
            from
        } else if t >= 1.0 {
            to
        } else {
            from + way * t
        }
    };
    (first < last).then(|| [at(first), at(last)])
}

/// Returns twice the signed area: above 0 for a polygon that runs clockwise on the screen.
pub(super) fn turning(polygon: &[Pos2]) -> f32 {
    let Some(last) = polygon.last() else { return 0.0 };
    let before = std::iter::once(last).chain(polygon);
    before.zip(polygon).map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}

/// Returns `true` if `at` is within `polygon` (even-odd rule).
pub(super) fn contains(polygon: &[Pos2], at: Pos2) -> bool {
    let Some(last) = polygon.last() else { return false };
    let before = std::iter::once(last).chain(polygon);
    let crossed = before
        .zip(polygon)
        .filter(|(a, b)| (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x));
    crossed.count() % 2 == 1
}

/// Returns the distance from `at` to the segment.
pub(super) fn distance(at: Pos2, [from, to]: [Pos2; 2]) -> f32 {
    let way = to - from;
    let along = if way.length_sq() > 0.0 { ((at - from).dot(way) / way.length_sq()).clamp(0.0, 1.0) } else { 0.0 };
    (from + way * along).distance(at)
}

/// Returns the length of a line, or the circumference of a polygon if `closed`.
pub(super) fn length(line: &[Pos2], closed: bool) -> f32 {
    let open: f32 = line.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    match (line.first(), line.last()) {
        (Some(first), Some(last)) if closed => open + last.distance(*first),
        _ => open,
    }
}

/// Returns a line as nature draws it: points about `step` apart, each moved aside by up to `by`, and joined by curves. The
/// corners of the line stay where they are.
pub(super) fn natural(line: &[Pos2], closed: bool, step: f32, by: f32) -> Vec<Pos2> {
    let mut points: Vec<Pos2> = Vec::new();
    let next = line.iter().skip(1).chain(line.first().filter(|_| closed));
    for (from, to) in line.iter().zip(next) {
        points.push(*from);
        let way = *to - *from;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a few thousand")]
        let pieces = (way.length() / step).round().clamp(1.0, 4000.0) as u16;
        let across = way.normalized().rot90();
        for n in 1..pieces {
            let at = *from + way * (f32::from(n) / f32::from(pieces));
            points.push(at + across * by * (2.0 * ink::chance(place(at, step), 7) - 1.0));
        }
    }
    if closed {
        // A ring is smoothed with its ends repeated, so that the seam is as round as the rest.
        let count = points.len();
        if count < 3 {
            return points;
        }
        let around: Vec<Pos2> = points[count - 2..].iter().chain(&points).chain(&points[..2]).copied().collect();
        let mut curve = Vec::new();
        for at in 1..=count {
            curve.extend(bend(&around[at..at + 4.min(around.len() - at)], step));
        }
        curve
    } else {
        points.extend(line.last());
        let Some((first, last)) = points.first().copied().zip(points.last().copied()) else { return points };
        let around: Vec<Pos2> =
            std::iter::once(first).chain(points.iter().copied()).chain(std::iter::once(last)).collect();
        let mut curve: Vec<Pos2> = around.windows(4).flat_map(|four| bend(four, step)).collect();
        curve.push(last);
        curve
    }
}

/// Returns points of the curve from the second to the third of four points (Catmull and Rom), without the last.
fn bend(four: &[Pos2], step: f32) -> Vec<Pos2> {
    let [a, b, c, d] = match four {
        [a, b, c, d] => [a, b, c, d].map(|at| at.to_vec2()),
        [.., last] => return vec![*last],
        [] => return Vec::new(),
    };
    let steps: u8 = if (c - b).length() > step * 0.3 { 5 } else { 1 };
    let at = |n: u8| {
        let t = f32::from(n) / f32::from(steps);
        let (t2, t3) = (t * t, t * t * t);
        let sum = b * 2.0 + (c - a) * t + (a * 2.0 - b * 5.0 + c * 4.0 - d) * t2 + (b * 3.0 - a - c * 3.0 + d) * t3;
        (sum * 0.5).to_pos2()
    };
    (0..steps).map(at).collect()
}

/// Returns the square of a lattice of this `step` that `at` lies in, as the seed of its random numbers.
pub(super) fn place(at: Pos2, step: f32) -> Cell {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 16 bits")]
    let number = |x: f32| (x / step + 1000.0).clamp(0.0, 65_535.0) as u16;
    Cell { column: number(at.x), row: number(at.y) }
}

/// Returns the points of a lattice of this `step` within `polygon`, row by row, each moved by up to `by` steps.
pub(super) fn lattice(polygon: &[Pos2], step: f32, by: f32) -> Vec<Pos2> {
    let bounds = Rect::from_points(polygon);
    let mut points = Vec::new();
    let mut y = (bounds.top() / step).ceil() * step;
    while y < bounds.bottom() {
        let mut crossings: Vec<f32> = Vec::new();
        let before = polygon.iter().skip(polygon.len().saturating_sub(1)).chain(polygon);
        for (a, b) in before.zip(polygon) {
            if (a.y > y) != (b.y > y) {
                crossings.push(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
            }
        }
        crossings.sort_by(f32::total_cmp);
        for pair in crossings.chunks_exact(2) {
            let mut x = (pair[0] / step).ceil() * step;
            while x < pair[1] {
                let at = Pos2::new(x, y);
                points.push(at + ink::scatter(place(at, step), 3) * step * by);
                x += step;
            }
        }
        y += step;
    }
    points
}

/// Returns the direction of the longest edge of a polygon.
pub(super) fn grain(polygon: &[Pos2]) -> Vec2 {
    let next = polygon.iter().skip(1).chain(polygon.first());
    let edges = polygon.iter().zip(next).map(|(a, b)| *b - *a);
    let longest = edges.max_by(|a, b| a.length_sq().total_cmp(&b.length_sq())).unwrap_or(Vec2::RIGHT);
    if longest.length_sq() > 0.0 { longest.normalized() } else { Vec2::RIGHT }
}

#[cfg(test)]
mod tests {
    use emath::pos2;

    use super::*;

    fn square(from: f32, to: f32) -> Vec<Pos2> {
        vec![pos2(from, from), pos2(to, from), pos2(to, to), pos2(from, to)]
    }

    #[test]
    fn polygons_end_at_the_edge_of_the_table() {
        let table = Rect::from_min_max(Pos2::ZERO, pos2(10.0, 8.0));
        let all = clipped(&square(-5.0, 50.0), table);
        assert_eq!(turning(&all) / 2.0, 80.0);
        assert_eq!(clipped(&square(2.0, 4.0), table), square(2.0, 4.0));
        assert_eq!(clipped(&square(20.0, 30.0), table), []);
        assert_eq!(clipped(&[], table), []);
        assert_eq!(clipped(&square(1.0, 2.0)[..2], table), [], "no area");
        assert_eq!(turning(&square(2.0, 4.0).into_iter().rev().collect::<Vec<_>>()), -8.0);
    }

    #[test]
    fn lines_end_at_the_edge_of_the_table_and_go_on_where_they_return() {
        let table = Rect::from_min_max(Pos2::ZERO, pos2(10.0, 8.0));
        let line = [pos2(-5.0, 2.0), pos2(5.0, 2.0), pos2(5.0, 20.0), pos2(8.0, 20.0), pos2(8.0, 4.0), pos2(9.0, 4.0)];
        let runs = runs_within(&line, table);
        assert_eq!(runs[0], [pos2(0.0, 2.0), pos2(5.0, 2.0), pos2(5.0, 8.0)]);
        assert_eq!(runs[1], [pos2(8.0, 8.0), pos2(8.0, 4.0), pos2(9.0, 4.0)]);
        assert_eq!(runs.len(), 2);
        assert_eq!(runs_within(&line[3..4], table), Vec::<Vec<Pos2>>::new());
    }

    #[test]
    fn lattices_fill_their_polygon_and_nothing_else() {
        let ring = [square(0.0, 12.0), vec![pos2(0.0, 6.0), pos2(6.0, 6.0), pos2(6.0, 3.0)]].concat();
        let points = lattice(&ring, 0.5, 0.0);
        assert!(points.iter().all(|at| contains(&ring, *at)), "{points:?}");
        assert!(points.len() > 400);
        assert_eq!(lattice(&[], 0.5, 0.0), []);
    }

    #[test]
    fn nature_keeps_the_corners_and_strays_little() {
        let corners = square(0.0, 10.0);
        for closed in [false, true] {
            let line = natural(&corners, closed, 1.0, 0.2);
            assert!(corners.iter().all(|corner| line.contains(corner)), "{closed}: {line:?}");
            let edges = corners.iter().zip(corners.iter().cycle().skip(1));
            let far = |at: &Pos2| edges.clone().map(|(a, b)| distance(*at, [*a, *b])).fold(f32::MAX, f32::min);
            assert!(line.iter().all(|at| far(at) < 0.4), "{closed}");
        }
        assert_eq!(natural(&[], true, 1.0, 0.2), []);
        assert_eq!(natural(&corners[..1], false, 1.0, 0.2), corners[..1]);
    }
}
