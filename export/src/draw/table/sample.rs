//! Pictures of single features of a table, for charts.

use std::sync::Arc;

use battlewright_schema::{AreaView, Inches, LineLook, LineView, ListRow, PointKind, PointView, TableView, Tabletop};
use emath::{Rect, vec2};

use super::areas::Areas;
use super::lines::{self, TableLines};
use super::{Brush, TableStyle, paper};
use crate::art::Art;
use crate::draw::{Density, Shape, Stroke, ink};

/// The size of the piece of table, in inches.
const SIZE: Tabletop = Tabletop { width: 4, depth: 2 };
/// The width of an inch as it is drawn, before the picture is reduced.
const INCH: f32 = 40.0;

/// Draws a piece of table with the feature in row `index` of `list`, alone; `None` if the file has no such row. The rectangle is that of
/// the piece.
pub(crate) fn sample(view: &TableView<'_>, list: &str, index: usize, art: &Arc<Art>) -> Option<(Vec<Shape>, Rect)> {
    let is_asked = |row: &ListRow| row.list == list && row.index == index;
    let mut piece = TableView::empty(SIZE);
    let ends = || vec![inches(0, 1_000), inches(4_000, 1_000)];
    if let Some(area) = view.areas.iter().find(|area| is_asked(&area.row)) {
        let outline = vec![inches(600, 250), inches(3_400, 250), inches(3_400, 1_750), inches(600, 1_750)];
        piece.areas.push(AreaView { outline, ..area.clone() });
    } else if let Some(line) = view.lines.iter().find(|line| is_asked(&line.row)) {
        piece.lines.push(LineView { line: ends(), ..line.clone() });
    } else {
        let point = view.points.iter().find(|point| is_asked(&point.row))?;
        let look = if matches!(point.kind, PointKind::Gate) { LineLook::Wall } else { LineLook::Stream };
        piece.lines.push(LineView { row: point.row, name: None, look, line: ends() });
        piece.points.push(PointView { at: inches(2_000, 1_000), ..point.clone() });
    }
    let style = TableStyle {
        inch: INCH,
        density: Density::default(),
        numbers: false,
        units: false,
        grid: false,
        marks: false,
        dark: false,
        art: Arc::clone(art),
    };
    let brush = Brush::new(&piece, &style);
    let mut shapes = vec![paper(&brush)];
    let areas = Areas::new(&piece.areas, &brush);
    areas.paint(&mut shapes, &piece.lines, &brush);
    areas.edges(&mut shapes, &brush);
    TableLines::new(&piece.lines, &brush).paint(&mut shapes, &brush);
    lines::crossings(&mut shapes, &piece.points, &piece.lines, &brush);
    let edge = Stroke::new(INCH * 0.05, ink::LINE.gamma_multiply(0.7));
    shapes.push(Shape::frame(brush.table, 0.0, edge));
    Some((shapes, brush.table.expand2(vec2(0.5, 0.5))))
}

fn inches(x: i32, y: i32) -> Inches {
    Inches { x, y }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::load;

    use super::*;

    #[test]
    fn every_feature_of_a_table_has_a_picture_of_its_own() {
        let scenario = load(include_str!("../../../../scenarios/outrance-spicheren.toml")).readable.unwrap();
        let view = scenario.common().table_view().unwrap();
        let rows = view.areas.iter().map(|area| area.row).chain(view.lines.iter().map(|line| line.row));
        let mut drawn = 0;
        for row in rows {
            let (shapes, rect) = sample(&view, row.list, row.index, &Arc::default()).unwrap();
            assert!(shapes.len() > 2, "{row:?}");
            assert!(rect.is_positive());
            for shape in &shapes {
                assert!(rect.expand(INCH * 0.35).contains_rect(shape.reach()), "{row:?}: {:?}", shape.reach());
            }
            drawn += 1;
        }
        assert!(drawn > 10);
        assert!(sample(&view, "terrain", 9_999, &Arc::default()).is_none());
    }
}
