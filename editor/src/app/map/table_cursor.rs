//! The cursor on a table, for using it by keyboard.
//!
//! Arrow keys move the cursor by the step to which points snap. Enter clicks. Shift with an arrow key drags. Screen readers
//! announce what lies at the cursor.

use battlewright_schema::{Inches, words};
use egui::accesskit::Live;
use egui::{Key, Modifiers, Response, Ui};

use crate::app::input::Input;
use crate::app::panes::Panes;
use crate::canvas::table::{TableFrame, hit};
use crate::tools::{PointerGesture, TableContext, ToolOptions};

/// The keys that move the cursor, and their directions.
const KEYS: [(Key, (i32, i32)); 8] = [
    (Key::ArrowLeft, (-1, 0)),
    (Key::ArrowRight, (1, 0)),
    (Key::ArrowUp, (0, -1)),
    (Key::ArrowDown, (0, 1)),
    (Key::Home, (-1, -1)),
    (Key::PageUp, (1, -1)),
    (Key::End, (-1, 1)),
    (Key::PageDown, (1, 1)),
];

/// The step of the cursor if points snap to none, in thousandths of an inch.
const STEP: i32 = 100;

impl Input {
    /// Returns the point of the cursor, or the point where it would start: the middle of the view.
    pub(in crate::app) fn point_or_middle(&self, options: &ToolOptions, frame: TableFrame) -> Inches {
        let step = i32::from(options.snap.max(1));
        let middle = frame.clamped(frame.at(frame.rect.center()));
        let whole = |value: i32| value.div_euclid(step) * step;
        self.table_cursor.unwrap_or(Inches { x: whole(middle.x), y: whole(middle.y) })
    }
}

impl Panes<'_> {
    /// Handles the keys for the table and returns the pointer gestures that they stand for.
    pub(super) fn keys_on_table(
        &mut self,
        ui: &Ui,
        response: &Response,
        frame: TableFrame,
    ) -> Vec<(PointerGesture, Modifiers)> {
        let mut events = Vec::new();
        let cursor = self.input.table_cursor.map(|at| frame.pos(at));
        let Some(keys) = self.cursor_keys(ui, response, &KEYS, cursor, &mut events) else { return events };
        let step = if self.workspace.options.snap == 0 { STEP } else { i32::from(self.workspace.options.snap) };
        for ((x, y), drags) in &keys.moves {
            let from = self.input.point_or_middle(&self.workspace.options, frame);
            let to = frame.clamped(Inches { x: from.x + x * step, y: from.y + y * step });
            let [here, there] = [from, to].map(|at| frame.pos(at));
            self.move_by_key(*drags, here, &[there], keys.plain(), &mut events);
            self.input.table_cursor = Some(to);
            // The view moves only if the cursor is out of sight, since a table that jumps is hard to read.
            if !frame.rect.shrink(frame.inch.min(frame.rect.width() / 4.0)).contains(there) {
                self.map.camera.center = crate::canvas::table::center(to);
            }
        }
        events.extend(keys.click(self.input.table_cursor.map(|at| frame.pos(at))));
        events
    }

    /// Names the table for screen readers, with what lies at the cursor.
    pub(super) fn describe_table(&self, response: &Response, context: &TableContext<'_>) {
        let here = self.input.table_cursor.map(|at| {
            let items = hit::under(&context.frame, context.view, context.frame.pos(at));
            let names: Vec<String> = items.iter().map(|item| context.name_of(*item)).collect();
            let here = if names.is_empty() { "open ground".to_owned() } else { names.join(", ") };
            format!(": {at}: {}", words::capital(&here))
        });
        let label = format!("Table of {}{}", context.frame.table, here.unwrap_or_default());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, &label));
        response.ctx.accesskit_node_builder(response.id, |node| {
            node.set_live(Live::Polite);
            node.set_description(
                "Arrow keys, Home, End, Page Up and Page Down move the cursor. Enter clicks. Shift with an arrow key drags.",
            );
        });
    }
}
