//! The commands of the clipboard: copy, cut and paste of units and regions.

use battlewright_schema::words::counted;
use battlewright_schema::{Cell, Counter, Inches, Start, TablePosition};
use egui::{Context, Event};

use crate::app::App;
use crate::canvas::table::TableFrame;
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::edit::Edit;
use crate::model::region::{HeldPiece, PastedStart, PastedUnits, Piece, RegionAct, text};
use crate::model::selection::Selection;
use crate::model::table_units;
use crate::panels::order_of_battle;
use crate::tools::ToolKind;

/// The time in seconds within which the text of the clipboard arrives after a menu has asked for it.
const ARRIVES: f64 = 2.0;

/// The place where units are pasted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PastePlace {
    /// A hex of the map.
    Hex(Cell),
    /// A point of the table.
    Point(Inches),
}

impl App {
    /// Handles clipboard events for units and the region, unless text is edited or the table of units has the keyboard focus.
    pub(super) fn handle_clipboard(&mut self, ctx: &Context) {
        let table = ctx.memory(|memory| memory.has_focus(order_of_battle::grid_id()));
        if self.workspace.session.is_some() || table || ctx.text_edit_focused() {
            return;
        }
        let mut acts = Vec::new();
        ctx.input_mut(|input| {
            input.events.retain(|event| {
                acts.push(match event {
                    Event::Copy => Act::Command(Command::Copy),
                    Event::Cut => Act::Command(Command::Cut),
                    Event::Paste(text) => Act::Region(RegionAct::Paste(text.clone())),
                    _ => return true,
                });
                false
            });
        });
        self.acts.extend(acts);
    }

    /// Copies the selected units or the region. With the region tool, the region comes first.
    pub(super) fn copy(&mut self, ctx: &Context) {
        let units = self.picked_units();
        if self.copies_region(&units) {
            self.copy_region(ctx);
        } else if units.is_empty() {
            self.status_message = Some(self.nothing_to_copy("copied"));
        } else {
            self.copy_units(ctx, &units);
        }
    }

    /// Copies the selected units or the region, and removes them.
    pub(super) fn cut(&mut self, ctx: &Context) {
        let units = self.picked_units();
        if self.copies_region(&units) {
            self.copy_region(ctx);
            self.clear_region(ctx, "Cut region");
        } else if units.is_empty() {
            self.status_message = Some(self.nothing_to_copy("cut"));
        } else {
            self.copy_units(ctx, &units);
            let (_, edit) = order_of_battle::remove(&units);
            if self.workspace.document.apply(&format!("Cut {}", order_of_battle::units(units.len())), None, edit) {
                self.select(Selection::Scenario);
            }
        }
    }

    fn copies_region(&self, units: &[usize]) -> bool {
        self.workspace.has_region() && (units.is_empty() || self.workspace.tool == ToolKind::REGION)
    }

    fn nothing_to_copy(&self, done: &str) -> String {
        if self
            .panels
            .roster
            .selected_counters(self.workspace.selection)
            .iter()
            .any(|counter| matches!(counter, Counter::Hq(_)))
        {
            return format!("Nothing was {done}: headquarters belong to their formations.");
        }
        format!("Nothing was {done}: select units, or a region of the map.")
    }

    fn copy_units(&mut self, ctx: &Context, units: &[usize]) {
        ctx.copy_text(text::write(&Piece::of_units(self.workspace.document.scenario(), units)));
        let mut said = format!("Copied {}. Paste them here or in another window.", order_of_battle::units(units.len()));
        if units.len() == 1 {
            said = said.replace("them", "it");
        }
        if self.panels.roster.selected_counters(self.workspace.selection).len() > units.len() {
            said.push_str(" Headquarters belong to their formations and were not copied.");
        }
        self.status_message = Some(said);
    }

    /// Asks for the text of the clipboard, which arrives in a later event, and notes the place of the menu that asks.
    pub(super) fn ask_paste(&mut self, ctx: &Context) {
        let menu = self.input.hex_menu.map(|(cell, _)| PastePlace::Hex(cell));
        let menu = menu.or(self.input.table_menu.map(|(at, _)| PastePlace::Point(at)));
        let now = ctx.input(|input| input.time);
        self.input.pasting = menu.or_else(|| self.paste_place(None)).map(|place| (place, now));
        ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste);
    }

    /// Returns the place for pasted units: the cursor of the keyboard, or `pointer`, or what is selected, or the middle.
    fn paste_place(&self, pointer: Option<egui::Pos2>) -> Option<PastePlace> {
        let pointer = pointer.filter(|pos| self.map.rect.contains(*pos));
        let common = self.workspace.document.scenario().common();
        let selected = self.picked_units().first().and_then(|unit| Some(common.unit(*unit)?.start));
        if let Some(frame) = self.map.table_frame(self.workspace.document.scenario()) {
            let pointed = pointer.map(|pos| self.workspace.snapped_on_table(&frame, pos, egui::Modifiers::NONE));
            let selected = || match selected {
                Some(Start::OnTable(position)) => Some(position.at),
                _ => None,
            };
            let place = self.input.table_cursor.or(pointed.filter(|at| frame.holds(*at))).or_else(selected);
            return Some(PastePlace::Point(place.unwrap_or_else(|| self.table_middle(&frame))));
        }
        let grid = self.workspace.grid()?;
        let view = self.map.camera.view(&grid, self.map.rect);
        let pointed = pointer.and_then(|pos| view.cell_at(pos)).filter(|cell| common.has(*cell));
        let selected = || match (self.workspace.selection, selected) {
            (Selection::Hex(cell), _) => Some(cell),
            (_, Some(Start::At(hex))) => grid.cell(&hex),
            _ => None,
        };
        let place = self.input.cursor.or(pointed).or_else(selected);
        Some(PastePlace::Hex(place.unwrap_or_else(|| self.input.hex_or_middle(self.workspace.selection, &grid))))
    }

    fn table_middle(&self, frame: &TableFrame) -> Inches {
        frame.clamped(frame.at(self.map.rect.center()))
    }

    /// Pastes the units of `piece` as one undo step, selects them, and names those that found no room.
    pub(super) fn paste_units(&mut self, ctx: &Context, piece: &Piece) {
        let (now, pointer) = ctx.input(|input| (input.time, input.pointer.latest_pos()));
        let asked = self.input.pasting.take().filter(|(_, asked)| now - asked < ARRIVES).map(|(place, _)| place);
        let Some(place) = asked.or_else(|| self.paste_place(pointer)) else { return };
        let scenario = self.workspace.document.scenario();
        let (pasted, at) = match place {
            PastePlace::Hex(cell) => {
                let Some(grid) = self.workspace.grid() else { return };
                let held = HeldPiece::new(piece.clone());
                let middle = held.middle(&grid, cell);
                let pasted = PastedUnits::new(scenario, piece, |unit| match unit.at {
                    None => PastedStart::Keep,
                    Some(at) => match held.cell(&grid, middle, at).filter(|cell| scenario.common().has(*cell)) {
                        Some(cell) => PastedStart::Set(Start::At(grid.name(cell))),
                        None => PastedStart::Off,
                    },
                });
                (pasted, grid.name(cell).to_string())
            }
            PastePlace::Point(at) => {
                let mut pasted = PastedUnits::new(scenario, piece, |_| PastedStart::Keep);
                move_to(&mut pasted, at);
                (pasted, at.to_string())
            }
        };
        let (count, places) = (order_of_battle::units(pasted.places().len()), pasted.places());
        let lost = pasted.lost.join("; ");
        if places.is_empty() {
            self.status_message = Some(format!("Nothing was pasted: {lost}."));
            return;
        }
        let edit = Edit::All(pasted.edits().collect());
        self.workspace.document.seal();
        if self.workspace.document.apply(&format!("Paste {count}"), None, edit) {
            self.added(places);
            let lost = if lost.is_empty() { lost } else { format!(" In part: {lost}.") };
            self.status_message = Some(format!("Pasted {count} at {at}.{lost}"));
        }
    }
}

/// Moves the units on the table so that their middle is at `to`. A unit that cannot stand there gets the nearest free place.
fn move_to(pasted: &mut PastedUnits, to: Inches) {
    let position = |pasted: &PastedUnits, unit| table_units::position(pasted.after().common(), unit);
    let there: Vec<(usize, TablePosition)> =
        pasted.places().filter_map(|unit| Some((unit, position(pasted, unit)?))).collect();
    let middle = |along: fn(&Inches) -> i32| {
        let all = || there.iter().map(|(_, position)| along(&position.at));
        i32::midpoint(all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let [x, y] = [to.x - middle(|at| at.x), to.y - middle(|at| at.y)];
    for (unit, position) in &there {
        let at = Inches { x: position.at.x + x, y: position.at.y + y };
        pasted.set_start(*unit, Start::OnTable(TablePosition { at, ..position.clone() }));
    }
    let (mut moved, mut stuck) = (0, 0);
    for (unit, _) in there {
        let Some(position) = position(pasted, unit) else { continue };
        let common = pasted.after().common();
        if common.placing_problems(&[(unit, position.clone())]).is_empty() {
            continue;
        }
        match table_units::free_position(common, unit, &position) {
            Some(free) => {
                moved += 1;
                pasted.set_start(unit, Start::OnTable(free));
            }
            None => stuck += 1,
        }
    }
    for (count, what) in [(moved, "moved to the nearest free place"), (stuck, "found no free place near")] {
        if count > 0 {
            pasted.lost.push(format!("{} {what}", counted(count, "unit")));
        }
    }
}
