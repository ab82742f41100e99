//! The list of shortcuts: all commands with keys, and gestures on the map.

use egui::{RichText, ScrollArea, TextEdit, Ui};

use crate::dialogs::{close, title};
use crate::messages::dialog_answer::DialogAnswer;
use crate::panels::commands::{self, Menu, table};
use crate::widgets::field;

/// The width of the text version in characters, which fits a printed page.
const WIDTH: usize = 76;

/// Gestures of pointer and keyboard: place, effect, gesture.
pub const GESTURES: [(&str, &str, &str); 38] = [
    ("Map", "Zoom at the pointer", "Wheel or pinch"),
    ("Map", "Move the map", "Middle drag, or Space and drag"),
    ("Hex cursor", "Move the cursor", "Arrow keys"),
    ("Hex cursor", "Move diagonally", "Home, Page Up, End, Page Down"),
    ("Hex cursor", "Click the hex", "Enter"),
    ("Hex cursor", "Drag", "Shift with a movement key"),
    ("Hex cursor", "End a drag", "Release Shift"),
    ("Hex cursor", "Return from a field or list to the map", "Escape"),
    ("Hex cursor", "Move between fields", "Tab, Shift+Tab"),
    ("Tools", "Cancel the current action", "Escape"),
    ("Tools", "Select the object underneath", "Click again (select)"),
    ("Tools", "Move a counter", "Drag the counter (select)"),
    ("Tools", "Pick the terrain or level of a hex", "Alt-click (brush, fill, elevation)"),
    ("Tools", "Lower the ground", "Shift (elevation)"),
    ("Tools", "Erase instead of drawing", "Shift (road, hexside, zone)"),
    ("Tools", "Draw the outline only", "Shift (rectangle)"),
    ("Tools", "Add a hex to the selected object", "Shift-click (place, entry, exit)"),
    ("Tools", "Reroute a road", "Drag one of its hexes (road)"),
    ("Tools", "Draw straight, not along the cheapest path", "Ctrl or Alt (road)"),
    ("Tools", "Split a road, or join two", "Ctrl-click (road)"),
    ("Tools", "Draw from corner to corner", "Click, click, Enter (hexside)"),
    ("Tools", "Add to or remove from the region", "Shift, Ctrl (region)"),
    ("Tools", "Move the contents of the region", "Drag inside the region (region)"),
    ("Tools", "Turn or mirror the piece", "R, M; Shift reverses"),
    ("Tools", "Place a unit", "Drag its symbol onto the map"),
    ("Play", "Move a whole stack", "Shift-click a counter, click the goal"),
    ("Play", "Move the division in a hex", "Ctrl-click a counter, click the goal"),
    ("Panels", "Move a panel", "Drag its tab"),
    ("Panels", "Hide a panel", "Middle click on its tab"),
    ("Panels", "Next tab under the pointer", "Ctrl+Tab"),
    ("Panels", "Resize a panel", "Drag its edge"),
    ("Order of battle", "Edit the cell, confirm, cancel", "Enter or F2, Enter, Escape"),
    ("Order of battle", "Move the cursor", "Arrow keys, Tab, Home, End; Ctrl jumps"),
    ("Order of battle", "Select rows and cells", "Shift-click, Ctrl-click, Ctrl+A"),
    ("Order of battle", "Copy, cut, paste cells", "Ctrl+C, Ctrl+X, Ctrl+V"),
    ("Order of battle", "Find and replace in cells", "Ctrl+F"),
    ("Order of battle", "Fill the rows below", "Drag the corner of the selection"),
    ("Turn track", "Move the selection", "Drag, or Ctrl with arrow keys"),
];

/// A group of shortcuts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortcutGroup {
    /// The name of the group.
    pub name: String,
    /// Pairs of effect and gesture.
    pub rows: Vec<(String, String)>,
}

/// Returns the groups with the rows that match `query`.
pub fn data(ctx: &egui::Context, query: &str) -> Vec<ShortcutGroup> {
    let mut groups: Vec<ShortcutGroup> = Vec::new();
    let mut add = |name: &str, what: &str, how: String| {
        let text = format!("{name} {what} {how}").to_lowercase();
        if !query.split_whitespace().all(|word| text.contains(&word.to_lowercase())) {
            return;
        }
        let row = (what.to_owned(), how);
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.rows.push(row),
            None => groups.push(ShortcutGroup { name: name.to_owned(), rows: vec![row] }),
        }
    };
    let table = table();
    for menu in Menu::ALL {
        for entry in table.iter().filter(|entry| entry.menu == menu) {
            if let Some(key) = entry.key {
                add(menu.name(), entry.name, commands::keys(ctx, key));
            }
        }
    }
    for (name, what, how) in GESTURES {
        add(name, what, how.to_owned());
    }
    groups
}

/// Returns the list as text for printing.
pub fn text(groups: &[ShortcutGroup]) -> String {
    let mut text = String::new();
    for group in groups {
        text.push_str(&format!("{}\n", group.name));
        for (what, how) in &group.rows {
            let dots = ".".repeat(WIDTH.saturating_sub(what.chars().count() + how.chars().count() + 4).max(2));
            text.push_str(&format!("  {what} {dots} {how}\n"));
        }
        text.push('\n');
    }
    text
}

/// Draws the list.
pub(super) fn ui(ui: &mut Ui, query: &mut String) -> Option<DialogAnswer> {
    title(ui, "Shortcuts");
    let search = TextEdit::singleline(query).hint_text("Search").desired_width(f32::INFINITY);
    ui.add(search).accessible_name("Search shortcuts");
    ui.add_space(4.0);
    let groups = data(ui.ctx(), query);
    let height = (ui.ctx().content_rect().height() - 260.0).clamp(160.0, 560.0);
    ScrollArea::vertical().max_height(height).auto_shrink([false, false]).show(ui, |ui| {
        for group in &groups {
            field::heading(ui, &group.name);
            for (what, how) in &group.rows {
                ui.horizontal(|ui| {
                    ui.label(what);
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        ui.add_space(14.0);
                        ui.label(RichText::new(how).monospace());
                    });
                });
            }
        }
        if groups.is_empty() {
            ui.weak("No matching shortcut.");
        }
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let answer = close(ui);
        if ui.button("Copy as text").on_hover_text("Copy all shortcuts as text, for printing").clicked() {
            ui.ctx().copy_text(text(&groups));
        }
        answer
    })
    .inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_with_a_key_is_on_the_sheet_and_it_fits_a_page() {
        let ctx = egui::Context::default();
        let groups = data(&ctx, "");
        for entry in table() {
            let Some(key) = entry.key else { continue };
            let row = (entry.name.to_owned(), commands::keys(&ctx, key));
            let group = groups.iter().find(|group| group.name == entry.menu.name()).unwrap();
            assert!(group.rows.contains(&row), "{row:?}");
        }
        let text = text(&groups);
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(80), "{longest:?}");
        assert_eq!(
            text.lines().filter(|line| line.starts_with("  ")).count(),
            groups.iter().map(|g| g.rows.len()).sum::<usize>()
        );
    }

    #[test]
    fn it_finds_by_words_and_keys() {
        let ctx = egui::Context::default();
        let found = |query: &str| data(&ctx, query).into_iter().flat_map(|group| group.rows).count();
        assert_eq!(found("fit map"), 1);
        assert!(found("shift") > 4);
        assert_eq!(found("no such thing"), 0);
    }
}
