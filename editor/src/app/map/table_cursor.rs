//! The cursor on a table, for using it by keyboard.
//!
//! Arrow keys move the cursor by the step to which points snap. Enter clicks. Shift with an arrow key drags. Screen readers
//! announce what lies at the cursor.

use battlewright_schema::{Inches, words};
use egui::accesskit::Live;
use egui::{EventFilter, Key, Modifiers, Response, Ui};

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
        if response.has_focus() {
            let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        }
        let held = ui.input(|input| input.modifiers);
        let plain = Modifiers { shift: false, ..held };
        // The Enter key that ends a text input is not a click.
        let elsewhere =
            self.input.text_focus.holds() || ui.memory(|memory| memory.focused().is_some_and(|id| id != response.id));
        let covered = self.covered || egui::Popup::is_any_open(ui.ctx());
        let mut events = Vec::new();
        if (elsewhere || covered || !held.shift) && std::mem::take(&mut self.input.keyed) {
            let end = self.input.table_cursor.map(|at| frame.pos(at));
            events.extend(end.map(|pos| (PointerGesture::Release(pos), plain)));
        }
        if elsewhere || covered {
            return events;
        }
        let mut ways = Vec::new();
        let enter = ui.input_mut(|input| {
            for (key, way) in KEYS {
                let shift = input.consume_key(Modifiers::SHIFT, key);
                if shift || input.consume_key(Modifiers::NONE, key) {
                    ways.push((way, shift));
                }
            }
            [Modifiers::SHIFT, Modifiers::ALT, Modifiers::NONE]
                .into_iter()
                .any(|modifiers| input.consume_key(modifiers, Key::Enter))
        });
        for ((x, y), shift) in ways {
            let from = self.input.point_or_middle(&self.workspace.options, frame);
            let step = if self.workspace.options.snap == 0 { STEP } else { i32::from(self.workspace.options.snap) };
            let to = frame.clamped(Inches { x: from.x + x * step, y: from.y + y * step });
            let [here, there] = [from, to].map(|at| frame.pos(at));
            if shift && self.workspace.tool_at_work() {
                if !std::mem::replace(&mut self.input.keyed, true) {
                    let press = [PointerGesture::Hover(here), PointerGesture::Press(here)];
                    events.extend(press.map(|gesture| (gesture, plain)));
                }
                events.push((PointerGesture::Drag(there), plain));
            } else {
                events.push((PointerGesture::Hover(there), plain));
            }
            self.input.table_cursor = Some(to);
            // The view moves only if the cursor is out of sight, since a table that jumps is hard to read.
            if !frame.rect.shrink(frame.inch.min(frame.rect.width() / 4.0)).contains(there) {
                self.map.camera.center = crate::canvas::table::center(to);
            }
        }
        match (enter, self.input.table_cursor) {
            (false, _) => {}
            (true, None) => events.push((PointerGesture::Commit, held)),
            (true, Some(at)) => {
                let pos = frame.pos(at);
                let click = [PointerGesture::Hover(pos), PointerGesture::Press(pos), PointerGesture::Release(pos)];
                events.extend(click.map(|gesture| (gesture, held)));
            }
        }
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
