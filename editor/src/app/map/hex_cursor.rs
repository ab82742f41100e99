//! The hex cursor, for using the map by keyboard.
//!
//! Arrow keys, Home, End, Page Up and Page Down move the cursor. Enter clicks. Shift with a movement key drags. Screen
//! readers announce the content of the hex.

use battlewright_schema::{Cell, Grid};
use egui::accesskit::Live;
use egui::{Context, Key, Modifiers, Response, Ui, Vec2, vec2};

use crate::app::input::Input;
use crate::app::panes::Panes;
use crate::canvas::View;
use crate::messages::act::Act;
use crate::model::play::Session;
use crate::model::selection::Selection;
use crate::panels::play::drawn_fire_line;
use crate::tools::{PointerGesture, direction, spoken};

/// The last announcement with its key: the hex, the revision of the scenario and the number of inputs of the game.
pub(in crate::app) type Announcement = ((Option<Cell>, u64, Option<usize>), String);

/// The keys that move the cursor, and their directions.
const KEYS: [(Key, CursorDirection); 8] = [
    (Key::ArrowLeft, CursorDirection::Along(-1, 0)),
    (Key::ArrowRight, CursorDirection::Along(1, 0)),
    (Key::ArrowUp, CursorDirection::Along(0, -1)),
    (Key::ArrowDown, CursorDirection::Along(0, 1)),
    (Key::Home, CursorDirection::Aslant(vec2(-1.0, -1.0))),
    (Key::PageUp, CursorDirection::Aslant(vec2(1.0, -1.0))),
    (Key::End, CursorDirection::Aslant(vec2(-1.0, 1.0))),
    (Key::PageDown, CursorDirection::Aslant(vec2(1.0, 1.0))),
];

/// The direction of a movement of the cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
enum CursorDirection {
    /// By this number of columns and rows. Where no hexside faces that direction, the movement zigzags.
    Along(i32, i32),
    /// To the adjacent hex in this diagonal direction.
    Aslant(Vec2),
}

/// Returns the next hex in the direction `way` from `from`. Holes of the map are skipped.
fn step(grid: &Grid, has: &dyn Fn(Cell) -> bool, from: Cell, way: CursorDirection) -> Option<Cell> {
    let mut at = from;
    loop {
        at = match way {
            CursorDirection::Along(columns, rows) => {
                let moved = |at: u16, by: i32| u16::try_from(i32::from(at) + by).ok();
                let to = Cell { column: moved(at.column, columns)?, row: moved(at.row, rows)? };
                (to.column < grid.columns() && to.row < grid.rows()).then_some(to)?
            }
            CursorDirection::Aslant(way) => {
                let slants = |cell: &Cell| {
                    let off = direction(grid, at, *cell);
                    off.x * way.x > 0.1 && off.y * way.y > 0.1
                };
                grid.neighbors(at).into_iter().flatten().find(slants)?
            }
        };
        if has(at) {
            return Some(at);
        }
    }
}

impl Input {
    /// Returns the hex of the cursor, or the hex where it would start.
    pub(in crate::app) fn hex_or_middle(&self, selection: Selection, grid: &Grid) -> Cell {
        match (self.cursor, selection) {
            (Some(cell), _) | (None, Selection::Hex(cell)) => cell,
            _ => Cell { column: grid.columns() / 2, row: grid.rows() / 2 },
        }
    }

    /// Removes the gestures of a mouse that does not move while the hex cursor is in use. A mouse button ends the use
    /// of the cursor.
    pub(super) fn ignore_still_mouse(&mut self, ui: &Ui, events: &mut Vec<(PointerGesture, Modifiers)>) {
        if events.iter().any(|(pointer, _)| matches!(pointer, PointerGesture::Press(_))) {
            self.clear_cursors();
            if std::mem::take(&mut self.keyed) {
                self.cancel_tool();
            }
        }
        let still = ui.input(|input| input.pointer.is_still());
        if self.cursor.is_some() || self.table_cursor.is_some() {
            let stays = |pointer: &PointerGesture| match pointer {
                PointerGesture::Gone => false,
                PointerGesture::Hover(_) => !still && !self.keyed,
                _ => true,
            };
            events.retain(|(pointer, _)| stays(pointer));
        }
    }
}

impl Panes<'_> {
    /// Handles the keys for the map and returns the pointer gestures that they stand for.
    pub(super) fn keys(&mut self, ui: &Ui, response: &Response, view: &View) -> Vec<(PointerGesture, Modifiers)> {
        let mut events = Vec::new();
        let cursor = self.input.cursor.map(|cell| view.center(cell));
        let Some(keys) = self.cursor_keys(ui, response, &KEYS, cursor, &mut events) else { return events };
        for (way, drags) in &keys.moves {
            let from = self.input.hex_or_middle(self.workspace.selection, view.grid());
            let common = self.workspace.document.scenario().common();
            let Some(to) = step(view.grid(), &|cell| common.has(cell), from, *way) else { continue };
            let [here, there] = [from, to].map(|cell| view.center(cell));
            // The pointer also passes over the hexside between the two hexes, for the tools that work on hexsides.
            self.move_by_key(*drags, here, &[here.lerp(there, 0.5), there], keys.plain(), &mut events);
            self.input.cursor = Some(to);
            self.acts.push(Act::Look(to.into()));
        }
        events.extend(keys.click(self.input.cursor.map(|cell| view.center(cell))));
        events
    }

    /// Returns the modifier keys for the tools. Shift is left out while it means dragging by keyboard.
    pub(super) fn modifiers(&self, ctx: &Context) -> Modifiers {
        let held = ctx.input(|input| input.modifiers);
        if self.input.keyed { Modifiers { shift: false, ..held } } else { held }
    }

    /// Announces the content of the hex at the cursor to screen readers.
    pub(super) fn describe(&mut self, response: &Response, view: &View) {
        let cell = self.input.cursor.or(match self.workspace.selection {
            Selection::Hex(cell) => Some(cell),
            _ => None,
        });
        // The description of a hex is slow on a large map, so it is updated only after a change.
        let inputs = self.workspace.session.as_ref().map(Session::inputs);
        let of = (cell, self.workspace.document.revision(), inputs);
        if self.input.announced.as_ref().is_none_or(|(told, _)| *told != of) {
            let pieces = self.workspace.session.as_ref().map(|session| session.seen().crowd.pieces.as_slice());
            let here = cell.map(|cell| {
                let fires =
                    self.workspace.session.as_ref().map_or_else(Vec::new, |session| session.fire_drawn_at(cell));
                let fires = drawn_fire_line(&fires).map(|line| format!("  ·  {line}")).unwrap_or_default();
                format!("{}{fires}", spoken(cell, &self.tool_context(view, Modifiers::NONE), pieces))
            });
            self.input.announced = Some((of, here.map_or_else(|| "Map".to_owned(), |here| format!("Map: {here}"))));
        }
        let label = self.input.announced.as_ref().map_or("Map", |(_, words)| words);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, label));
        response.ctx.accesskit_node_builder(response.id, |node| {
            node.set_live(Live::Polite);
            node.set_description(
                "Arrow keys, Home, End, Page Up and Page Down move the hex cursor. Enter clicks the hex. Shift with an arrow key drags. \
                Shift+F10 opens the hex menu.",
            );
        });
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{MapFrame, Orientation};

    use super::*;

    fn grid(orientation: Orientation) -> Grid {
        let document = crate::Document::bundled();
        Grid::of(MapFrame { orientation, ..document.scenario().common().frame() }, 7, 7).unwrap()
    }

    #[test]
    fn six_keys_lead_to_the_six_neighbors_and_back_on_every_grid() {
        for (orientation, straight) in [
            (Orientation::Flat, [Key::ArrowUp, Key::ArrowDown]),
            (Orientation::Pointy, [Key::ArrowLeft, Key::ArrowRight]),
        ] {
            let grid = grid(orientation);
            let middle = Cell { column: 3, row: 3 };
            let keys = [straight[0], straight[1], Key::Home, Key::End, Key::PageUp, Key::PageDown];
            let go = |from: Cell, key: Key| {
                let way = KEYS.into_iter().find(|(it, _)| *it == key).unwrap().1;
                step(&grid, &|_| true, from, way).unwrap()
            };
            let mut reached: Vec<Cell> = keys.iter().map(|key| go(middle, *key)).collect();
            reached.sort();
            let mut neighbors: Vec<Cell> = grid.neighbors(middle).into_iter().flatten().collect();
            neighbors.sort();
            assert_eq!(reached, neighbors, "{orientation:?}");
            for (there, back) in [
                (Key::Home, Key::PageDown),
                (Key::PageUp, Key::End),
                (Key::ArrowLeft, Key::ArrowRight),
                (Key::ArrowUp, Key::ArrowDown),
            ] {
                assert_eq!(go(go(middle, there), back), middle, "{there:?}");
            }
        }
    }

    #[test]
    fn the_cursor_stops_at_the_edge_and_passes_over_holes() {
        let grid = grid(Orientation::Flat);
        let corner = Cell { column: 0, row: 0 };
        assert_eq!(step(&grid, &|_| true, corner, CursorDirection::Along(-1, 0)), None);
        assert_eq!(step(&grid, &|_| true, corner, CursorDirection::Aslant(vec2(-1.0, 1.0))), None);
        let hole = Cell { column: 1, row: 0 };
        let to = step(&grid, &|cell| cell != hole, corner, CursorDirection::Along(1, 0));
        assert_eq!(to, Some(Cell { column: 2, row: 0 }));
    }
}
