//! Shapes that are drawn by a drag: a straight line or a rectangle.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use battlewright_schema::Cell;
use egui::{Painter, Ui};

use super::layer::PaintPreview;
use super::{OptionsPage, PageContext, PaintLayer, PointerGesture, Tool, ToolContext};
use crate::canvas::overlay;
use crate::messages::act::Act;

/// A rectangle of map columns and rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HexRectangle {
    columns: RangeInclusive<u16>,
    rows: RangeInclusive<u16>,
}

impl HexRectangle {
    /// Returns the rectangle with these two hexes in opposite corners.
    pub(super) fn between(a: Cell, b: Cell) -> Self {
        Self { columns: a.column.min(b.column)..=a.column.max(b.column), rows: a.row.min(b.row)..=a.row.max(b.row) }
    }

    /// Returns `true` if the rectangle contains `cell`.
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.columns.contains(&cell.column) && self.rows.contains(&cell.row)
    }

    /// Returns the cells, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns.clone();
        self.rows.clone().flat_map(move |row| columns.clone().map(move |column| Cell { column, row }))
    }

    /// Returns the number of columns and of rows.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.columns.clone().count(), self.rows.clone().count())
    }

    /// Returns the distance of `cell` from the nearest edge of the rectangle, in columns or rows.
    fn depth(&self, cell: Cell) -> u16 {
        let within = |at: u16, range: &RangeInclusive<u16>| {
            at.saturating_sub(*range.start()).min(range.end().saturating_sub(at))
        };
        within(cell.column, &self.columns).min(within(cell.row, &self.rows))
    }
}

/// The options of the tools that draw shapes.
pub(super) const OPTIONS: OptionsPage = OptionsPage { rows: 2, legend: true, draw: options };

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.layer(ui);
    page.width(ui, true);
    page.paint(ui);
}

/// The behavior of the line tool, or of the rectangle tool.
#[derive(Default)]
pub(super) struct ShapeTool<const RECTANGLE: bool> {
    hover: Vec<Cell>,
    /// The cell where the button was pressed, and the cell under the pointer.
    ends: Option<(Cell, Cell)>,
    painted: PaintPreview,
}

impl<const RECTANGLE: bool> ShapeTool<RECTANGLE> {
    /// Returns the hexes to paint for a single cell of the shape.
    fn dot(&self, cell: Cell, context: &ToolContext<'_>) -> Vec<Cell> {
        context.disk(cell, if RECTANGLE { 1 } else { context.options.size })
    }

    /// Returns the hexes of the shape. With `in_view`, a rectangle is limited to the visible cells.
    fn cells(&self, (from, to): (Cell, Cell), in_view: bool, context: &ToolContext<'_>) -> Vec<Cell> {
        if !RECTANGLE {
            return context.line(from, to).into_iter().flat_map(|cell| self.dot(cell, context)).collect();
        }
        let area = HexRectangle::between(from, to);
        let thick = u16::from(context.options.size) * 2 - 1;
        let part = |cell: &Cell| area.contains(*cell) && (!context.modifiers.shift || area.depth(*cell) < thick);
        match in_view {
            true => context.view.cells().filter(part).collect(),
            false => area.cells().filter(part).collect(),
        }
    }

    fn drag_to(&mut self, to: Cell, context: &ToolContext<'_>) {
        let from = self.ends.map_or(to, |(from, _)| from);
        self.ends = Some((from, to));
        let layer = context.options.layer;
        self.painted = PaintPreview::new(layer);
        let cells = self.cells((from, to), true, context);
        self.painted.paint_stroke(cells, |_| layer.chosen(context.options), context);
    }
}

impl<const RECTANGLE: bool> Tool for ShapeTool<RECTANGLE> {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let layer = context.options.layer;
        let (what, within) = (layer.describe(layer.chosen(context.options), context), context.within());
        match (RECTANGLE, self.ends) {
            (false, None) => format!(
                "Drag to draw a straight line of {what}, {}{within}. [ and ] change the width. Alt-click picks from a hex.",
                context.width()
            ),
            (false, Some((from, to))) => format!(
                "Release to draw a line of {what}, {} hexes long. Escape cancels.",
                context.view.grid().distance(from, to) + 1
            ),
            (true, None) => format!(
                "Drag to fill a rectangle with {what}{within}. Hold Shift for the outline only. Alt-click picks from a hex."
            ),
            (true, Some((from, to))) => {
                let (columns, rows) = HexRectangle::between(from, to).size();
                let outline = if context.modifiers.shift { "the outline of " } else { "" };
                format!("Release to paint {outline}{columns} columns by {rows} rows with {what}. Escape cancels.")
            }
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let layer = context.options.layer;
        if layer.pick(pointer, context, acts) {
            return;
        }
        match pointer {
            PointerGesture::Hover(pos) => {
                self.hover = context.cell(pos).map_or_else(Vec::new, |cell| self.dot(cell, context));
            }
            PointerGesture::Gone => self.hover.clear(),
            PointerGesture::Press(pos) => {
                self.cancel();
                self.hover.clear();
                if let Some(cell) = context.cell(pos) {
                    self.drag_to(cell, context);
                }
            }
            PointerGesture::Drag(pos) | PointerGesture::Release(pos) if self.ends.is_some() => {
                // A drag beyond the map keeps the last hex as the corner.
                if let Some(cell) = context.cell(pos).or(self.ends.map(|(_, to)| to)) {
                    self.drag_to(cell, context);
                }
                if let (PointerGesture::Release(_), Some(ends)) = (pointer, self.ends) {
                    let value = layer.chosen(context.options);
                    let cells = self.cells(ends, false, context).into_iter().filter(|cell| context.paintable(*cell));
                    let edit = layer.put(cells.map(|cell| (cell, value)), context);
                    let shape = if RECTANGLE { "Rectangle" } else { "Line" };
                    let name = format!("{shape} of {}", layer.describe(value, context));
                    acts.extend(edit.map(|edit| Act::edit(name, edit)));
                    self.cancel();
                }
            }
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.painted.clear();
        self.ends.take().is_some()
    }

    fn painted(&self, layer: PaintLayer) -> Option<&BTreeMap<Cell, char>> {
        self.painted.on(layer)
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        overlay::outline(painter, context.view, &self.hover);
        if let Some(cells) = self.painted.on(context.options.layer) {
            overlay::outline_where(
                painter,
                context.view,
                &|cell| cells.contains_key(&cell),
                crate::canvas::ink::ACCENT,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::document::Document;
    use crate::tools::line::LineTool;
    use crate::tools::rectangle::RectangleTool;
    use crate::tools::testing::{self, ToolHarness};

    #[test]
    fn a_line_is_straight_and_as_wide_as_the_brush() {
        for (document, width) in testing::maps() {
            let mut table = ToolHarness::of(document);
            table.options.letter = '#';
            let mut tool = LineTool::default();
            table.drag(&mut tool, &["0202", "0302", "0702"]);
            let grid = table.common().grid().unwrap();
            let length = grid.distance(table.cell("0202"), table.cell("0702")) + 1;
            assert_eq!(table.count('#'), length as usize, "{width}");
            table.options.size = 2;
            table.drag(&mut tool, &["0404", "0804"]);
            let middle = grid.neighbors(table.cell("0604")).into_iter().flatten();
            assert!(middle.into_iter().all(|cell| table.at(cell) == '#'), "{width}");
            assert_eq!(table.document.history().len(), 2, "a line is a step");
        }
    }

    #[test]
    fn a_rectangle_is_one_of_columns_and_rows_whichever_way_it_is_dragged() {
        for (document, map) in testing::maps() {
            let mut table = ToolHarness::of(document);
            let mut tool = RectangleTool::default();
            for (n, hexes) in [["0302", "0605"], ["0605", "0302"], ["0305", "0602"]].into_iter().enumerate() {
                table.options.letter = char::from(b'1' + u8::try_from(n).unwrap());
                table.drag(&mut tool, &hexes);
                assert_eq!(table.count(table.options.letter), 16, "{map}");
                for corner in ["0302", "0305", "0602", "0605"] {
                    assert_eq!(table.letter(corner), table.options.letter, "{map}");
                }
            }
            table.options.letter = '#';
            table.modifiers = egui::Modifiers::SHIFT;
            table.drag(&mut tool, &["0302", "0605"]);
            assert_eq!((table.count('#'), table.letter("0403")), (12, '3'), "{map}: only the outline");
        }
    }

    #[test]
    fn shapes_set_levels_too_and_escape_gives_them_up() {
        let mut table = ToolHarness::of(Document::bundled());
        (table.options.layer, table.options.level) = (PaintLayer::Levels, 4);
        let mut tool = RectangleTool::default();
        let (from, to) = (table.pos("0302"), table.pos("0405"));
        table.send(&mut tool, PointerGesture::Press(from));
        table.send(&mut tool, PointerGesture::Drag(to));
        assert_eq!(tool.painted(PaintLayer::Levels).unwrap().len(), 8);
        assert!(tool.painted(PaintLayer::Terrain).is_none());
        assert!(table.hint(&tool).contains("2 columns by 4 rows with level 4"), "{}", table.hint(&tool));
        assert!(tool.cancel() && tool.painted(PaintLayer::Levels).unwrap().is_empty());
        table.send(&mut tool, PointerGesture::Release(to));
        assert!(table.common().levels().is_none());
        table.drag(&mut tool, &["0302", "0405"]);
        let levels = table.common().levels().unwrap().to_string();
        assert_eq!(levels.matches('4').count(), 8);
        table.modifiers = egui::Modifiers::ALT;
        table.options.level = 1;
        table.drag(&mut tool, &["0303"]);
        assert_eq!(table.options.level, 4, "taken up");
    }
}
