//! The things that lie under the pointer on a table.

use battlewright_schema::{BaseOutline, Inches, ListRow, TableView, UnitFootprint};
use egui::{Pos2, Rect};

use super::{TableFrame, center};

/// The distance at which the pointer takes a line or a point, in screen points.
const NEAR: f32 = 7.0;

/// Something on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableItem {
    /// A unit, by its index in the order of battle.
    Unit(usize),
    /// An area, a line or a point.
    Row(ListRow),
}

/// Returns what lies at `pos`, the topmost first: units, points, lines, and areas, the smallest first.
pub fn under(frame: &TableFrame, view: &TableView<'_>, pos: Pos2) -> Vec<TableItem> {
    let mut found: Vec<TableItem> = Vec::new();
    let at = frame.at(pos);
    // Units without a front, such as generals, are drawn on top.
    let mut units: Vec<&UnitFootprint> = view.units.iter().filter(|unit| stands_at(unit, at)).collect();
    units.sort_by_key(|unit| unit.facing.is_some());
    found.extend(units.iter().map(|unit| TableItem::Unit(unit.unit)));
    let reach = NEAR.max(frame.inch * 0.3);
    let mut points: Vec<(f32, ListRow)> =
        view.points.iter().map(|point| (frame.pos(point.at).distance(pos), point.row)).collect();
    points.retain(|(distance, _)| *distance <= reach);
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.extend(points.into_iter().map(|(_, row)| TableItem::Row(row)));
    let mut lines: Vec<(f32, ListRow)> = view
        .lines
        .iter()
        .filter_map(|line| Some((nearest(frame, &line.line, false, pos)?.1, line.row)))
        .filter(|(distance, _)| *distance <= NEAR)
        .collect();
    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.extend(lines.into_iter().map(|(_, row)| TableItem::Row(row)));
    let mut areas: Vec<(f32, ListRow)> = view
        .areas
        .iter()
        .map(|area| (area.outline.iter().map(|corner| frame.pos(*corner)).collect::<Vec<Pos2>>(), area.row))
        .filter(|(outline, _)| contains(outline, pos))
        .map(|(outline, row)| (size(&outline), row))
        .collect();
    areas.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.extend(areas.into_iter().map(|(_, row)| TableItem::Row(row)));
    found
}

/// Returns the units that lie wholly in `band`.
pub fn units_in(frame: &TableFrame, view: &TableView<'_>, band: Rect) -> Vec<usize> {
    let inside = |unit: &&UnitFootprint| {
        let mut corners = unit.bases.iter().flat_map(|base| base.corners).map(|corner| frame.pos(corner)).peekable();
        corners.peek().is_some() && corners.all(|corner| band.contains(corner))
    };
    view.units.iter().filter(inside).map(|unit| unit.unit).collect()
}

/// Returns `true` if a base of `unit` covers `at`.
pub fn stands_at(unit: &UnitFootprint, at: Inches) -> bool {
    unit.bases.iter().any(|base| covers(base, at))
}

/// Returns `true` if `base` covers `at`. Its corners are in clockwise order.
fn covers(base: &BaseOutline, at: Inches) -> bool {
    let corners = base.corners;
    (0..4).all(|n| {
        let (from, to) = (corners[n], corners[(n + 1) % 4]);
        let [ax, ay, bx, by] =
            [to.x - from.x, to.y - from.y, at.x.saturating_sub(from.x), at.y.saturating_sub(from.y)].map(i64::from);
        ax * by - ay * bx >= 0
    })
}

/// Returns the segment of a line that is nearest to `pos`, by the index of its first point, and its distance in points.
pub fn nearest(frame: &TableFrame, line: &[Inches], closed: bool, pos: Pos2) -> Option<(usize, f32)> {
    let points: Vec<Pos2> = line.iter().map(|point| frame.pos(*point)).collect();
    let segments = if closed { points.len() } else { points.len().saturating_sub(1) };
    let distances = (0..segments).filter_map(|n| {
        let (from, to) = (*points.get(n)?, *points.get((n + 1) % points.len())?);
        Some((n, distance(pos, from, to)))
    });
    distances.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Returns the corner or point at `pos` within reach of the pointer.
pub fn corner_at(frame: &TableFrame, points: &[Inches], pos: Pos2) -> Option<usize> {
    let all = points.iter().map(|point| frame.pos(*point).distance(pos)).enumerate();
    all.filter(|(_, distance)| *distance <= NEAR).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(n, _)| n)
}

fn distance(pos: Pos2, from: Pos2, to: Pos2) -> f32 {
    let way = to - from;
    let along = ((pos - from).dot(way) / way.length_sq().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
    pos.distance(from + way * along)
}

/// Returns `true` if `point` lies within `outline`.
pub fn holds(outline: &[Inches], point: Inches) -> bool {
    let outline: Vec<Pos2> = outline.iter().map(|corner| center(*corner)).collect();
    contains(&outline, center(point))
}

/// Returns `true` if `pos` is inside the closed outline, which may be concave.
pub fn contains(outline: &[Pos2], pos: Pos2) -> bool {
    let mut inside = false;
    for (n, a) in outline.iter().enumerate() {
        let Some(b) = outline.get((n + 1) % outline.len()) else { continue };
        if (a.y > pos.y) != (b.y > pos.y) && pos.x < (b.x - a.x) * (pos.y - a.y) / (b.y - a.y) + a.x {
            inside = !inside;
        }
    }
    inside
}

fn size(outline: &[Pos2]) -> f32 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>().abs() / 2.0
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{Scenario, load};
    use egui::{pos2, vec2};

    use super::*;

    fn lesson() -> Scenario {
        load(include_str!("../../../../scenarios/outrance-first-assault.toml")).scenario.unwrap()
    }

    #[test]
    fn units_come_before_points_lines_and_areas() {
        let scenario = lesson();
        let view = scenario.common().table_view().unwrap();
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(700.0, 600.0));
        let frame = TableFrame::new(view.table, &TableFrame::fit(view.table, rect), rect);
        for unit in &view.units {
            let corners = unit.bases[0].corners;
            let middle = Inches { x: (corners[0].x + corners[2].x) / 2, y: (corners[0].y + corners[2].y) / 2 };
            assert!(under(&frame, &view, frame.pos(middle)).contains(&TableItem::Unit(unit.unit)), "{unit:?}");
        }
        let objective = view.points[0].at;
        let found = under(&frame, &view, frame.pos(objective));
        let lists: Vec<&str> = found
            .iter()
            .filter_map(|item| match item {
                TableItem::Row(row) => Some(row.list),
                TableItem::Unit(_) => None,
            })
            .collect();
        assert_eq!(lists.first(), Some(&"objective"), "{found:?}");
        assert_eq!(lists.last(), Some(&"terrain"), "the hill below it: {found:?}");
        assert_eq!(under(&frame, &view, frame.pos(Inches { x: -5_000, y: -5_000 })), []);
        assert_eq!(units_in(&frame, &view, rect).len(), view.units.len());
    }
}
