//! The elevation tool: raises and lowers the ground along the path of the pointer.

use std::collections::BTreeMap;

use battlewright_schema::Cell;
use egui::{Key, Painter, Ui};

use super::layer::{PaintPreview, level};
use super::stroke::{Stroke, StrokeEffect};
use super::{
    HeightChange, OptionsPage, PageContext, PaintLayer, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup,
    ToolInfo,
};
use crate::canvas::{ink, overlay, relief};
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::widgets::field;

impl HeightChange {
    /// Returns the change in effect, which `shift` reverses.
    fn held(self, shift: bool) -> Self {
        match (self, shift) {
            (Self::Up, true) => Self::Down,
            (Self::Down, true) => Self::Up,
            _ => self,
        }
    }
}

/// The elevation tool.
pub(super) struct ElevationTool {
    stroke: Stroke,
    /// The change for the current stroke.
    rise: HeightChange,
    painted: PaintPreview,
}

impl Default for ElevationTool {
    fn default() -> Self {
        Self {
            stroke: Stroke::default(),
            rise: HeightChange::default(),
            painted: PaintPreview::new(PaintLayer::Levels),
        }
    }
}

/// Returns the level of `cell` after `rise`, based on the level before the stroke. A second pass over a hex does not
/// raise it twice.
fn changed_level(cell: Cell, rise: HeightChange, context: &ToolContext<'_>) -> char {
    let was = relief::level(context.common(), cell).unwrap_or(1);
    level(match rise {
        HeightChange::Up => was.saturating_add(1),
        HeightChange::Down => was.saturating_sub(1),
        HeightChange::Set => context.options.level,
    })
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    let rises = HeightChange::ALL.map(|rise| (rise, rise.name().to_owned()));
    let help = "Effect on the ground. Shift reverses up and down.";
    if let Some(rise) = field::choice(ui, "Does", help, &page.options.rise, &rises) {
        page.options.rise = rise;
    }
    page.level(ui, page.options.rise == HeightChange::Set);
    page.width(ui, true);
    if page.common().steep().is_some() {
        ui.add_space(2.0);
        let help = Command::Slopes.entry().map_or("", |entry| entry.help);
        if ui.button("Slopes from levels").on_hover_text(help).clicked() {
            page.acts.push(Act::Command(Command::Slopes));
        }
    }
}

impl ToolDefinition for ElevationTool {
    const INFO: ToolInfo = ToolInfo {
        id: "elevation",
        name: "Elevation",
        help: "Change the elevation levels.",
        key: Key::L,
        icon: include_str!("../../assets/icons/elevation.svg"),
        group: ToolGroup::Terrain,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 4, legend: false, draw: options });
}

impl Tool for ElevationTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let held = context.options.rise.held(context.modifiers.shift);
        let what = match if self.stroke.is_on() { self.rise } else { held } {
            HeightChange::Up => "raise the ground by one level (Shift: lower it)".to_owned(),
            HeightChange::Down => "lower the ground by one level (Shift: raise it)".to_owned(),
            HeightChange::Set => format!("set the ground to level {}", context.options.level),
        };
        let (width, within) = (context.width(), context.within());
        let unused =
            if context.common().steep().is_none() { " The rules of this system do not use levels." } else { "" };
        format!(
            "Drag to {what}, {width}{within}. [ and ] change the width. Alt-click picks the level of a hex.{unused}"
        )
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        if PaintLayer::Levels.pick(pointer, context, acts) {
            return;
        }
        if let PointerGesture::Press(_) = pointer {
            self.rise = context.options.rise.held(context.modifiers.shift);
        }
        let rise = self.rise;
        match self.stroke.pointer(pointer, context.options.size, context) {
            StrokeEffect::Over(cells) => {
                self.painted.paint_stroke(cells, |cell| changed_level(cell, rise, context), context)
            }
            StrokeEffect::Done(cells) => {
                self.painted.paint_stroke(cells, |cell| changed_level(cell, rise, context), context);
                let name = match rise {
                    HeightChange::Up => "Raise ground".to_owned(),
                    HeightChange::Down => "Lower ground".to_owned(),
                    HeightChange::Set => format!("Set level {}", context.options.level),
                };
                acts.extend(self.painted.done(context).map(|edit| Act::edit(name, edit)));
            }
            StrokeEffect::No => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.painted.clear();
        self.stroke.cancel()
    }

    fn painted(&self, layer: PaintLayer) -> Option<&BTreeMap<Cell, char>> {
        self.painted.on(layer)
    }

    fn shows_levels(&self) -> bool {
        true
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        self.stroke.preview(painter, context.view);
        overlay::outline_where(painter, context.view, &|cell| self.stroke.cells().contains(&cell), ink::ACCENT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::testing::ToolHarness;

    /// Returns the level of each of `hexes`.
    fn levels(table: &ToolHarness, hexes: &[&str]) -> Vec<u8> {
        hexes.iter().map(|hex| relief::level(table.common(), table.cell(hex)).unwrap_or(0)).collect()
    }

    #[test]
    fn a_stroke_raises_every_hex_once_and_is_one_step() {
        let mut table = ToolHarness::new();
        let mut tool = ElevationTool::default();
        let before = table.document.text();
        table.drag(&mut tool, &["0304", "0305", "0304", "0305"]);
        assert_eq!(levels(&table, &["0304", "0305", "0306"]), [2, 2, 1]);
        assert_eq!(table.document.history().undo_name(), Some("Raise ground"));
        table.drag(&mut tool, &["0305"]);
        assert_eq!(levels(&table, &["0304", "0305", "0306"]), [2, 3, 1]);
        table.document.undo();
        table.document.undo();
        assert!(table.common().levels().is_none(), "undo takes the first levels away");
        assert_eq!(table.document.text(), before);
    }

    #[test]
    fn shift_lowers_alt_takes_up_and_the_range_is_kept() {
        let mut table = ToolHarness::new();
        let mut tool = ElevationTool::default();
        table.options.size = 2;
        table.drag(&mut tool, &["0404"]);
        assert_eq!(levels(&table, &["0404", "0403", "0402"]), [2, 2, 1]);
        table.options.size = 1;
        table.modifiers.shift = true;
        for _ in 0..4 {
            table.drag(&mut tool, &["0403"]);
        }
        assert_eq!(levels(&table, &["0404", "0403"]), [2, 1]);
        table.modifiers = egui::Modifiers::ALT;
        table.drag(&mut tool, &["0404"]);
        assert_eq!((table.options.rise, table.options.level), (HeightChange::Set, 2));
        table.modifiers = egui::Modifiers::NONE;
        table.options.level = 9;
        table.drag(&mut tool, &["0403"]);
        table.options.rise = HeightChange::Up;
        table.drag(&mut tool, &["0403"]);
        assert_eq!(levels(&table, &["0403"]), [9]);
    }

    #[test]
    fn escape_in_the_middle_of_a_stroke_leaves_the_ground_as_it_was() {
        let mut table = ToolHarness::new();
        let mut tool = ElevationTool::default();
        let pos = table.pos("0304");
        table.send(&mut tool, PointerGesture::Press(pos));
        assert!(!tool.stroke.cells().is_empty() && tool.cancel());
        table.send(&mut tool, PointerGesture::Release(pos));
        assert!(tool.stroke.cells().is_empty() && table.common().levels().is_none());
    }
}
