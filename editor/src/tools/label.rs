//! The label tool: text on the map, in a hex or along a line.

use battlewright_schema::{Cell, DocPath, HexId, Label as LabelRow, LabelSize, LabelStyle};
use egui::{CursorIcon, Key, Painter, Pos2, Ui};
use serde_json::Value;

use super::{OptionsPage, PageContext, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{ink, overlay, words};
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::selection::Selection;
use crate::widgets::field;

/// The initial text of a new label.
const NEW: &str = "New label";

/// The label tool.
#[derive(Default)]
pub(super) struct LabelTool {
    hover: Option<Pos2>,
    /// The grip of a drag, the hex where the drag started, and the hex under the pointer.
    held: Option<(LabelGrip, Cell, Cell)>,
}

/// The part of a label that a drag moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LabelGrip {
    /// The whole label.
    Whole(usize),
    /// The start hex of the label.
    Begin(usize),
    /// The end hex of the label.
    End(usize),
    /// No existing label: the drag draws a new one.
    New,
}

/// Returns the index of the selected label.
fn selected(context: &ToolContext<'_>) -> Option<usize> {
    match context.selection {
        Selection::Row("label", at) if at < context.common().labels().len() => Some(at),
        _ => None,
    }
}

/// Returns the grip at `pos`: an end of the selected label, a whole label, or none.
fn grip(pos: Pos2, context: &ToolContext<'_>) -> LabelGrip {
    let labels = context.common().labels();
    let ends = selected(context).and_then(|at| {
        let label = labels.get(at)?;
        let near = |hex: &HexId| {
            let cell = context.view.grid().cell(hex);
            cell.is_some_and(|cell| context.view.center(cell).distance(pos) < handle(context) * 1.6)
        };
        let to = label.to.as_ref()?;
        near(to).then_some(LabelGrip::End(at)).or_else(|| near(&label.at).then_some(LabelGrip::Begin(at)))
    });
    ends.or_else(|| context.label_at(pos).map(LabelGrip::Whole)).unwrap_or(LabelGrip::New)
}

/// Returns the radius of the handles at the ends of a line, in points.
fn handle(context: &ToolContext<'_>) -> f32 {
    (context.view.radius() * 0.16).clamp(4.0, 9.0)
}

/// Returns the label after a drag of `grip` from `from` to `now`; `None` if the label would leave the map.
fn dragged(grip: LabelGrip, from: Cell, now: Cell, context: &ToolContext<'_>) -> Option<LabelRow> {
    let grid = context.view.grid();
    let line = |at: HexId, to: HexId| (at.clone(), (at != to).then_some(to));
    let old = |at: usize| context.common().labels().get(at).cloned();
    Some(match grip {
        LabelGrip::New => {
            let (at, to) = line(grid.name(from), grid.name(now));
            let (size, style) = (context.options.label_size, context.options.label_style);
            LabelRow { text: NEW.to_owned(), at, to, size, style }
        }
        LabelGrip::Whole(row) => {
            let label = old(row)?;
            let by = grid.hex(now) - grid.hex(from);
            let moved = |hex: &HexId| {
                let cell = grid.cell_at(grid.hex(grid.cell(hex)?) + by)?;
                context.common().has(cell).then(|| grid.name(cell))
            };
            let to = match &label.to {
                Some(to) => Some(moved(to)?),
                None => None,
            };
            LabelRow { at: moved(&label.at)?, to, ..label }
        }
        LabelGrip::Begin(row) => {
            let label = old(row)?;
            let (at, to) = line(grid.name(now), label.to.clone()?);
            LabelRow { at, to, ..label }
        }
        LabelGrip::End(row) => {
            let label = old(row)?;
            let (at, to) = line(label.at.clone(), grid.name(now));
            LabelRow { at, to, ..label }
        }
    })
}

/// Pushes the acts at the end of a drag.
fn done(grip: LabelGrip, from: Cell, now: Cell, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
    let count = context.common().labels().len();
    let select = |at: usize| Act::Select(Selection::Row("label", at));
    let (row, name) = match grip {
        LabelGrip::New => (count, "Add label"),
        LabelGrip::Whole(row) | LabelGrip::Begin(row) | LabelGrip::End(row) if from == now => {
            acts.push(select(row));
            return;
        }
        LabelGrip::Whole(row) | LabelGrip::Begin(row) | LabelGrip::End(row) => (row, "Move label"),
    };
    let Some(label) = dragged(grip, from, now, context) else {
        acts.push(Act::Say("The label would be off the map.".to_owned()));
        return;
    };
    let Ok(value) = serde_json::to_value(label) else { return };
    acts.push(Act::edit(name, put(row, value)));
    acts.push(select(row));
    if grip == LabelGrip::New {
        acts.push(Act::Write(at(row).key("text")));
    }
}

fn put(row: usize, label: Value) -> Edit {
    Edit::Put(at(row), Some(label))
}

/// Returns the document path of label `row`.
fn at(row: usize) -> DocPath {
    DocPath::root().key("label").index(row)
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    let sizes = [(LabelSize::Small, "Small"), (LabelSize::Medium, "Medium"), (LabelSize::Large, "Large")];
    let sizes = sizes.map(|(size, name)| (size, name.to_owned()));
    if let Some(size) = field::choice(ui, "Size", "Size of new labels.", &page.options.label_size, &sizes) {
        page.options.label_size = size;
    }
    use LabelStyle::{Height, Land, Water, Woods};
    let styles = [(Land, "Land"), (Woods, "Woods"), (Water, "Water"), (Height, "Height")];
    let styles = styles.map(|(style, name)| (style, name.to_owned()));
    let help = "Subject of new labels, which determines their style.";
    if let Some(style) = field::choice(ui, "Names", help, &page.options.label_style, &styles) {
        page.options.label_style = style;
    }
}

impl ToolDefinition for LabelTool {
    const INFO: ToolInfo = ToolInfo {
        id: "label",
        name: "Label",
        help: "Add labels, such as the names of woods, rivers and ridges.",
        key: Key::W,
        icon: include_str!("../../assets/icons/label.svg"),
        group: ToolGroup::Places,
        writes: true,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 2, legend: false, draw: options });
}

impl Tool for LabelTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let text = |row: usize| context.common().labels().get(row).map_or("", |label| label.text.as_str());
        if let Some((grip, from, now)) = self.held.filter(|(_, from, now)| from != now) {
            let (from, now) = (context.view.grid().name(from), context.view.grid().name(now));
            return match grip {
                LabelGrip::New => format!("Release to write along the line from {from} to {now}. Escape cancels."),
                LabelGrip::Whole(row) => {
                    format!("Release to move {:?} from {from} to {now}. Escape cancels.", text(row))
                }
                LabelGrip::Begin(row) => format!("Release to start {:?} in {now}. Escape cancels.", text(row)),
                LabelGrip::End(row) => format!("Release to end {:?} in {now}. Escape cancels.", text(row)),
            };
        }
        match self.hover.map(|pos| grip(pos, context)) {
            Some(LabelGrip::Whole(row)) => format!("Click to select {:?}. Drag to move it.", text(row)),
            Some(LabelGrip::Begin(row) | LabelGrip::End(row)) => {
                format!("Drag this end of {:?} to another hex.", text(row))
            }
            Some(LabelGrip::New) | None => "Click a hex to add a label, or drag to write along a line.".to_owned(),
        }
    }

    fn cursor(&self) -> CursorIcon {
        match self.held {
            Some((LabelGrip::New, ..)) | None => CursorIcon::Text,
            Some(_) => CursorIcon::Grabbing,
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        match pointer {
            PointerGesture::Hover(pos) => self.hover = Some(pos).filter(|pos| context.cell(*pos).is_some()),
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Press(pos) => self.held = context.cell(pos).map(|cell| (grip(pos, context), cell, cell)),
            PointerGesture::Drag(pos) => {
                if let (Some((.., now)), Some(cell)) = (&mut self.held, context.cell(pos)) {
                    *now = cell;
                }
            }
            PointerGesture::Release(_) => {
                if let Some((grip, from, now)) = self.held.take() {
                    done(grip, from, now, context, acts);
                }
            }
            PointerGesture::Commit => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.held.take().is_some()
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        let view = context.view;
        if let Some(label) = selected(context).and_then(|at| context.common().labels().get(at))
            && let Some(to) = &label.to
        {
            for hex in [&label.at, to] {
                if let Some(cell) = view.grid().cell(hex) {
                    let stroke = egui::Stroke::new(2.0, ink::SELECTED);
                    painter.circle(view.center(cell), handle(context), egui::Color32::WHITE, stroke);
                }
            }
        }
        match self.held {
            Some((grip, from, now)) => {
                overlay::outline(painter, view, &[now]);
                match dragged(grip, from, now, context) {
                    Some(label) => painter.draw(|shapes| words::one(shapes, view, &label, Some(ink::ACCENT), false)),
                    None => overlay::refused(painter, view, now),
                }
            }
            None => overlay::hover(painter, view, self.hover.and_then(|pos| context.cell(pos))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::testing::ToolHarness;

    fn labels(table: &ToolHarness) -> Vec<(String, Option<String>)> {
        let name = |hex: &HexId| hex.to_string();
        table.common().labels().iter().map(|label| (name(&label.at), label.to.as_ref().map(name))).collect()
    }

    #[test]
    fn a_click_writes_in_a_hex_and_a_drag_along_a_line() {
        let mut table = ToolHarness::new();
        let mut tool = LabelTool::default();
        let before = labels(&table).len();
        table.drag(&mut tool, &["0303"]);
        table.drag(&mut tool, &["0305", "0606", "0905"]);
        let labels = labels(&table);
        assert_eq!(labels[before..], [("0303".into(), None), ("0305".into(), Some("0905".into()))]);
        assert_eq!(table.selection, Selection::Row("label", before + 1));
        assert!(crate::model::store::read(&table.document.text()).sound);
        assert_eq!(table.document.undo().as_deref(), Some("Add label"));
    }

    #[test]
    fn a_label_is_moved_whole_and_its_line_by_its_ends() {
        let mut table = ToolHarness::new();
        let mut tool = LabelTool::default();
        let at = labels(&table).len();
        table.drag(&mut tool, &["0305", "0905"]);
        table.drag(&mut tool, &["0505", "0507"]);
        assert_eq!(labels(&table)[at], ("0307".into(), Some("0907".into())));
        table.drag(&mut tool, &["0907", "1109"]);
        table.drag(&mut tool, &["0307", "0508"]);
        assert_eq!(labels(&table)[at], ("0508".into(), Some("1109".into())));
        // With its end at its start, the label covers one hex.
        table.drag(&mut tool, &["1109", "0508"]);
        assert_eq!(labels(&table)[at], ("0508".into(), None));
        let before = labels(&table);
        table.drag(&mut tool, &["0508"]);
        assert_eq!(labels(&table), before, "a click only selects");
    }

    #[test]
    fn a_line_does_not_leave_the_map() {
        let mut table = ToolHarness::new();
        let mut tool = LabelTool::default();
        table.drag(&mut tool, &["0203", "0803"]);
        let before = labels(&table);
        table.drag(&mut tool, &["0403", "0103"]);
        assert_eq!(labels(&table), before);
        assert!(table.said.as_deref().unwrap().contains("off the map"));
    }
}
