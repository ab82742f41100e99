//! Tools for a table without hexes. Points are measured in inches and snap to a step.

pub(super) mod draw;
mod handles;
pub(super) mod line_of_sight;
pub(super) mod measure;
pub(super) mod select;
#[cfg(test)]
pub(crate) mod testing;
pub(super) mod unit;

pub(crate) use unit::arrow;

use battlewright_schema::{
    Common, Counter, DocPath, Inches, ListRow, Scenario, TablePoint, TableView, UnitFootprint, words,
};
use egui::{CursorIcon, Modifiers, Painter, Pos2, Stroke};
use serde_json::Value;

use super::{PointerGesture, ToolInfo, ToolOptions};
use crate::canvas::ink;
use crate::canvas::table::{self, TableFrame, TableItem};
use crate::messages::act::Act;
use crate::model::position::CurrentPosition;
use crate::model::remedy::DisplayNames;
use crate::model::selection::Selection;
use crate::tools::OptionsPage;

/// The static data of a tool for tables, which complements the behavior in [`TableTool`].
pub trait TableToolDefinition: TableTool + Default + 'static {
    /// Id, name, key, icon and group.
    const INFO: ToolInfo;

    /// The page of options in the inspector; `None` if the tool has no options.
    const OPTIONS: Option<OptionsPage> = None;
}

/// Read access to the document and the view for a tool on a table.
pub struct TableContext<'a> {
    /// The edited scenario.
    pub scenario: &'a Scenario,
    /// All that lies on the table.
    pub view: &'a TableView<'a>,
    /// The position and the scale of the table on the screen.
    pub frame: TableFrame,
    /// The options of all tools.
    pub options: &'a ToolOptions,
    /// The current selection.
    pub selection: Selection,
    /// The selected counters, one or several.
    pub picked: &'a [Counter],
    /// The modifier keys that are held down.
    pub modifiers: Modifiers,
    /// The current position: that of the game, or the starting position.
    pub position: CurrentPosition<'a>,
}

impl<'a> TableContext<'a> {
    /// Returns the sections that all systems share.
    pub fn common(&self) -> &'a dyn Common {
        self.scenario.common()
    }

    /// Returns the point of the table at `pos`, snapped to the step of the options. Alt suspends snapping.
    pub fn snapped(&self, pos: Pos2) -> Inches {
        self.snap(self.frame.at(pos))
    }

    /// Returns `at` snapped to the step of the options and within the table.
    pub fn snap(&self, at: Inches) -> Inches {
        let step = if self.modifiers.alt { 0 } else { i32::from(self.options.snap) };
        let snap = |value: i32| match step {
            0 => value,
            step => value.saturating_add(step / 2).div_euclid(step).saturating_mul(step),
        };
        self.frame.clamped(Inches { x: snap(at.x), y: snap(at.y) })
    }

    /// Returns the points of `row`: the corners of an area, the points of a line, or a point alone.
    pub fn points(&self, row: ListRow) -> Vec<Inches> {
        let area = self.view.areas.iter().find(|area| area.row == row).map(|area| area.outline.clone());
        let line = || self.view.lines.iter().find(|line| line.row == row).map(|line| line.line.clone());
        let point = || self.view.points.iter().find(|point| point.row == row).map(|point| vec![point.at]);
        area.or_else(line).or_else(point).unwrap_or_default()
    }

    /// Returns `true` if `row` is an area.
    pub fn is_area(&self, row: ListRow) -> bool {
        self.view.areas.iter().any(|area| area.row == row)
    }

    /// Returns `true` if `row` is a single point.
    pub fn is_point(&self, row: ListRow) -> bool {
        self.view.points.iter().any(|point| point.row == row)
    }

    /// Returns the row that is selected.
    pub fn selected_row(&self) -> Option<ListRow> {
        let path = self.selection.path(self.scenario)?;
        let rows = self.view.areas.iter().map(|area| area.row);
        let rows = rows.chain(self.view.lines.iter().map(|line| line.row));
        let mut rows = rows.chain(self.view.points.iter().map(|point| point.row));
        rows.find(|row| row_path(*row) == path)
    }

    /// Returns the name of `item` for messages, such as `"Stiring wood"` or `"woods"`.
    pub fn name_of(&self, item: TableItem) -> String {
        let path = path_of(item);
        let name = self.scenario.get(&path.clone().key("name"));
        let name = name.as_ref().and_then(Value::as_str).map(str::to_owned);
        let kind = || self.scenario.get(&path.clone().key("kind"))?.as_str().map(str::to_owned);
        name.or_else(kind).unwrap_or_else(|| words::lower(&words::one(&path)))
    }
}

/// Returns the path of a row in the file.
pub(super) fn row_path(row: ListRow) -> DocPath {
    DocPath::root().key(row.list).index(row.index)
}

/// Returns the path of `item` in the file.
pub(super) fn path_of(item: TableItem) -> DocPath {
    match item {
        TableItem::Unit(unit) => DocPath::root().key("unit").index(unit),
        TableItem::Row(row) => row_path(row),
    }
}

/// Returns the selection of `item`.
pub(crate) fn selection_of(scenario: &Scenario, item: TableItem) -> Selection {
    match item {
        TableItem::Unit(unit) => Selection::Unit(unit),
        TableItem::Row(row) => Selection::row(scenario, row.list, row.index).unwrap_or_default(),
    }
}

/// Paints the bases of a unit that is about to be placed, in red if it cannot be placed there.
pub(super) fn ghost(painter: &Painter, context: &TableContext<'_>, bases: &UnitFootprint, is_wrong: bool) {
    let color = if is_wrong { ink::WRONG } else { ink::ACCENT };
    for base in &bases.bases {
        table::area(painter, &context.frame, &base.corners, color.gamma_multiply(0.35), Stroke::new(2.0, color));
    }
    if let Some(facing) = bases.facing {
        let from = context.frame.pos(bases.at);
        let ahead = TableFrame::ahead(f32::from(facing)) * context.frame.inch;
        painter.arrow(from, ahead, Stroke::new(2.0, color));
    }
}

/// Returns the reasons why units cannot be placed as a sentence, with display names in place of ids; empty without any.
pub(crate) fn refusal(scenario: &Scenario, problems: &[String]) -> String {
    let Some(first) = problems.first() else { return String::new() };
    let text = words::capital(&DisplayNames::of(scenario).put_into(first));
    match problems.len() - 1 {
        0 => format!(" {text}."),
        more => format!(" {text}, and {}.", words::counted(more, "more problem")),
    }
}

/// Returns a point as the text of the file.
pub(super) fn text_of(at: Inches) -> Value {
    Value::String(TablePoint(at).to_string())
}

/// The behavior of a tool on a table.
pub trait TableTool {
    /// Describes the tool and its modifiers for the status line.
    fn hint(&self, context: &TableContext<'_>) -> String;

    /// Returns the shape of the pointer.
    fn cursor(&self) -> CursorIcon {
        CursorIcon::Crosshair
    }

    /// Handles a pointer gesture and pushes the resulting acts to `acts`.
    fn pointer(&mut self, pointer: PointerGesture, context: &TableContext<'_>, acts: &mut Vec<Act>);

    /// Cancels the work in progress. Returns `true` if there was any.
    fn cancel(&mut self) -> bool;

    /// Returns the unit that is being dragged.
    fn lifted(&self) -> Option<Counter> {
        None
    }

    /// Paints a preview of the pending change.
    fn preview(&self, painter: &Painter, context: &TableContext<'_>);
}
