//! The feature of the source at a point of the pictures.

use battlewright_ground::GroundGrid;
use battlewright_ground::run::{Feature, FeatureId};

use super::picture::{HexPoint, ends, in_hexes};

/// The farthest distance of a feature from the point, in hexes.
const NEAR: f32 = 0.2;

/// Returns the feature whose hexsides or whose steps from hex to hex are nearest to `at`, or whose hex this is; in the picture of the source, if
/// `in_source`, the one whose line is nearest. `None` if none is near.
pub fn feature_at(grid: &GroundGrid, features: &[Feature], at: HexPoint, in_source: bool) -> Option<FeatureId> {
    let distances = features.iter().map(|feature| {
        let distance = if in_source { of_line(grid, feature, at) } else { of_hexes(grid, feature, at) };
        (feature.id, distance)
    });
    let nearest = distances.min_by(|(_, a), (_, b)| a.total_cmp(b));
    nearest.filter(|(_, distance)| *distance <= NEAR).map(|(id, _)| id)
}

fn of_line(grid: &GroundGrid, feature: &Feature, at: HexPoint) -> f32 {
    let points: Vec<HexPoint> = feature.line.iter().map(|point| in_hexes(grid, *point)).collect();
    along(&points, at)
}

fn of_hexes(grid: &GroundGrid, feature: &Feature, at: HexPoint) -> f32 {
    let sides = feature.sides.iter().filter_map(|side| ends(grid, *side)).map(|[a, b]| from_segment(a, b, at));
    let centers: Vec<HexPoint> = feature.tiles.iter().map(|tile| in_hexes(grid, grid.center(*tile))).collect();
    let own = match centers.as_slice() {
        // A place counts in most of its hex.
        [center] => (from_segment(*center, *center, at) - 0.3).max(0.0),
        steps => along(steps, at),
    };
    sides.fold(own, f32::min)
}

/// Returns the distance from a line.
fn along(points: &[HexPoint], at: HexPoint) -> f32 {
    let segments = points.windows(2).map(|pair| match pair {
        [a, b] => from_segment(*a, *b, at),
        _ => f32::INFINITY,
    });
    let lone = points.first().filter(|_| points.len() == 1).map(|point| from_segment(*point, *point, at));
    segments.chain(lone).fold(f32::INFINITY, f32::min)
}

fn from_segment([ax, ay]: HexPoint, [bx, by]: HexPoint, [x, y]: HexPoint) -> f32 {
    let (dx, dy) = (bx - ax, by - ay);
    let squared = dx * dx + dy * dy;
    let part = if squared > 0.0 { (((x - ax) * dx + (y - ay) * dy) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (x - ax - part * dx).hypot(y - ay - part * dy)
}

#[cfg(test)]
mod tests {
    use battlewright_ground::run::{FeatureClass, GroundPlace};
    use battlewright_ground::{Point, Side};
    use battlewright_schema::Cell;

    use super::*;

    #[test]
    fn each_hexside_tells_its_feature_and_the_source_its_line() {
        let grid = GroundPlace { columns: 5, rows: 5, ..GroundPlace::default() }.grid().unwrap();
        let tile = |column, row| grid.tile_of(Cell { column, row }).unwrap();
        let feature = |id, class, line| Feature {
            id: FeatureId::Way(id),
            name: String::new(),
            class,
            length: None,
            is_checked: true,
            left_out: None,
            line,
            tiles: Vec::new(),
            sides: Vec::new(),
        };
        let side = Side::between(tile(1, 1), tile(1, 2));
        let far = Point { x: 3_000_000, y: 0 };
        let stream =
            Feature { sides: vec![side], ..feature(1, FeatureClass::Stream, vec![far, Point { y: 9_000, ..far }]) };
        let road =
            Feature { tiles: vec![tile(1, 1), tile(1, 2)], ..feature(2, FeatureClass::Road, vec![Point::default()]) };
        let place =
            Feature { tiles: vec![tile(3, 3)], ..feature(3, FeatureClass::Village, vec![grid.center(tile(3, 3))]) };
        let all = [stream, road, place];
        let at = |point: HexPoint| feature_at(&grid, &all, point, false);
        let [[ax, ay], [bx, by]] = ends(&grid, side).unwrap();
        // A third of the way, off the road that crosses in the middle.
        assert_eq!(at([ax + (bx - ax) / 6.0, ay + (by - ay) / 6.0]), Some(FeatureId::Way(1)));
        let center = in_hexes(&grid, grid.center(tile(1, 1)));
        assert_eq!(at(center), Some(FeatureId::Way(2)));
        let [x, y] = in_hexes(&grid, grid.center(tile(3, 3)));
        assert_eq!(at([x + 0.4, y]), Some(FeatureId::Way(3)));
        assert_eq!(at([x, y + 3.0]), None);
        // In the source, the line counts, wherever the hexes are.
        let [x, y] = in_hexes(&grid, far);
        assert_eq!(feature_at(&grid, &all, [x + 0.1, y], true), Some(FeatureId::Way(1)));
        assert_eq!(feature_at(&grid, &all, [x, y], false), None);
        assert_eq!(feature_at(&grid, &[], center, false), None);
    }
}
