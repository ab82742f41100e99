//! Cutting of areas and lines at the edges of a table, in whole thousandths of an inch.

use crate::Inches;

/// The rectangle of a table, from its upper left corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edges {
    /// The lower right corner.
    pub(super) far: Inches,
}

/// One of the four edges.
#[derive(Clone, Copy, Debug)]
struct Edge {
    is_upright: bool,
    /// The distance of the edge from the left or the upper side.
    at: i32,
    /// 1 if the table lies at greater distances, -1 if at smaller ones.
    inward: i64,
}

impl Edge {
    /// Returns the distance of `point` from the edge, above zero on the side of the table.
    fn depth(self, point: Inches) -> i64 {
        let coordinate = if self.is_upright { point.x } else { point.y };
        (i64::from(coordinate) - i64::from(self.at)) * self.inward
    }

    /// Returns the point in which the line from `a` to `b`, on different sides of the edge, crosses it.
    fn crossing(self, a: Inches, b: Inches) -> Inches {
        let (from, to) = (self.depth(a), self.depth(b));
        let part = |a: i32, b: i32| {
            let (length, way) = (i128::from(from - to), i128::from(from) * (i128::from(b) - i128::from(a)));
            let (length, way) = if length < 0 { (-length, -way) } else { (length, way) };
            let rounded = (2 * way + length).div_euclid(2 * length.max(1));
            i32::try_from(i128::from(a) + rounded).unwrap_or(a)
        };
        match self.is_upright {
            true => Inches { x: self.at, y: part(a.y, b.y) },
            false => Inches { x: part(a.x, b.x), y: self.at },
        }
    }
}

impl Edges {
    /// Returns `true` if `point` is on the table or its edge.
    pub(super) fn contain(self, point: Inches) -> bool {
        self.all().into_iter().all(|edge| edge.depth(point) >= 0)
    }

    fn all(self) -> [Edge; 4] {
        let edge = |is_upright, at, inward| Edge { is_upright, at, inward };
        [edge(true, 0, 1), edge(true, self.far.x, -1), edge(false, 0, 1), edge(false, self.far.y, -1)]
    }
}

/// Returns the part of an area on the table; `None` if nothing is left. Edge by edge, the corners beyond it are replaced by the
/// points in which the outline crosses it. An area that leaves and comes back keeps its parts joined along the edge.
pub(super) fn area(outline: &[Inches], edges: Edges) -> Option<Vec<Inches>> {
    let mut corners = outline.to_vec();
    for edge in edges.all() {
        let mut kept = Vec::with_capacity(corners.len() + 2);
        for (index, corner) in corners.iter().enumerate() {
            let before = if index == 0 { corners.last() } else { corners.get(index - 1) };
            let before = *before.unwrap_or(corner);
            let (was_in, is_in) = (edge.depth(before) >= 0, edge.depth(*corner) >= 0);
            if was_in != is_in {
                kept.push(edge.crossing(before, *corner));
            }
            if is_in {
                kept.push(*corner);
            }
        }
        kept.dedup();
        if kept.len() > 1 && kept.first() == kept.last() {
            kept.pop();
        }
        corners = kept;
    }
    let first = *corners.first()?;
    // An area that only touches an edge has no size.
    let flat = corners.iter().all(|corner| corner.x == first.x) || corners.iter().all(|corner| corner.y == first.y);
    (corners.len() >= 3 && !flat).then_some(corners)
}

/// Returns the parts of a line on the table, in order.
pub(super) fn line(points: &[Inches], edges: Edges) -> Vec<Vec<Inches>> {
    let mut pieces: Vec<Vec<Inches>> = Vec::new();
    for pair in points.windows(2) {
        let [a, b] = pair else { continue };
        let Some([from, to]) = segment(*a, *b, edges) else { continue };
        match pieces.last_mut() {
            Some(piece) if piece.last() == Some(&from) => piece.push(to),
            _ => pieces.push(vec![from, to]),
        }
    }
    pieces.iter_mut().for_each(Vec::dedup);
    pieces.retain(|piece| piece.len() > 1);
    pieces
}

fn segment(a: Inches, b: Inches, edges: Edges) -> Option<[Inches; 2]> {
    edges.all().into_iter().try_fold([a, b], |[a, b], edge| match (edge.depth(a) >= 0, edge.depth(b) >= 0) {
        (true, true) => Some([a, b]),
        (true, false) => Some([a, edge.crossing(a, b)]),
        (false, true) => Some([edge.crossing(a, b), b]),
        (false, false) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDGES: Edges = Edges { far: Inches { x: 10_000, y: 8_000 } };

    fn at(x: i32, y: i32) -> Inches {
        Inches { x, y }
    }

    #[test]
    fn areas_end_at_the_edge() {
        let square = [at(8_000, 2_000), at(12_000, 2_000), at(12_000, 4_000), at(8_000, 4_000)];
        let mut cut = area(&square, EDGES).unwrap();
        cut.sort();
        assert_eq!(cut, [at(8_000, 2_000), at(8_000, 4_000), at(10_000, 2_000), at(10_000, 4_000)]);
        assert_eq!(area(&square.map(|corner| at(corner.x + 2_000, corner.y)), EDGES), None, "it touches the edge");
        assert_eq!(area(&square.map(|corner| at(corner.x + 9_000, corner.y)), EDGES), None);
        let whole = [at(-1_000, -1_000), at(11_000, -1_000), at(11_000, 9_000), at(-1_000, 9_000)];
        assert_eq!(area(&whole, EDGES).unwrap().len(), 4);
    }

    #[test]
    fn lines_are_cut_into_the_parts_on_the_table() {
        let bow = [at(2_000, 4_000), at(2_000, 12_000), at(6_000, 12_000), at(6_000, 4_000)];
        assert_eq!(
            line(&bow, EDGES),
            [vec![at(2_000, 4_000), at(2_000, 8_000)], vec![at(6_000, 8_000), at(6_000, 4_000)]]
        );
        assert_eq!(line(&[at(-5_000, 1_000), at(5_000, 2_000)], EDGES), [vec![at(0, 1_500), at(5_000, 2_000)]]);
        assert_eq!(line(&[at(-5_000, 1_000), at(1_000, -9_000)], EDGES), [] as [Vec<Inches>; 0]);
    }
}
