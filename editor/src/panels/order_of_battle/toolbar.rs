//! The toolbar of the table: filter, columns and commands.

use crate::widgets::small_button;
use egui::{Button, Key, Modifiers, TextEdit, Ui};

use super::{OrderOfBattleState, grid_id, units};
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::panels::{PanelContext, commands};

/// The commands on buttons, with their labels.
const BUTTONS: [(Command, &str); 5] = [
    (Command::AddUnit, "Add"),
    (Command::DuplicateUnits, "Duplicate"),
    (Command::FillDown, "Fill down"),
    (Command::Import, "Import…"),
    (Command::ExportShown, "Export…"),
];

/// The least width with room for the whole toolbar in one row, in points.
const ONE_ROW: f32 = 800.0;

/// Draws the toolbar. Without room for one row, the commands follow in others.
pub(super) fn ui(
    roster: &mut OrderOfBattleState,
    ui: &mut Ui,
    shown: &PanelContext<'_>,
    editable: bool,
    acts: &mut Vec<Act>,
) {
    let count = egui::RichText::new(counted(roster, shown)).weak();
    if editable && ui.available_width() < ONE_ROW {
        ui.horizontal_wrapped(|ui| {
            filter(roster, ui);
            for (command, name) in BUTTONS {
                button(ui, command, name, acts);
            }
            ui.label(count);
        });
        return;
    }
    ui.horizontal(|ui| {
        filter(roster, ui);
        if editable {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                for (command, name) in BUTTONS.into_iter().rev() {
                    button(ui, command, name, acts);
                }
                // The label takes the space that the buttons leave.
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.add(egui::Label::new(count).truncate());
                });
            });
        } else {
            ui.label(count);
        }
    });
}

/// Draws the filter and the choice of columns.
fn filter(roster: &mut OrderOfBattleState, ui: &mut Ui) {
    let hint = "Filter: words, er>2, -cavalry";
    let edit = TextEdit::singleline(&mut roster.filter).hint_text(hint).desired_width(230.0);
    let help = "Words match any cell of a row. Column conditions: side:french contains, kind=cavalry equals, er>2 \
                and er<=3 compare, at= is empty. A leading minus negates a condition; quotes join words.";
    let response = ui.add(edit.id(grid_id().with("filter"))).accessible_name("Filter").on_hover_text(help);
    // Arrow Down moves the focus from the filter to the first row.
    if response.has_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowDown)) {
        ui.memory_mut(|memory| memory.request_focus(grid_id()));
        if let Some(unit) = roster.order.first().copied() {
            let column = roster.columns().first().copied().unwrap_or(0);
            roster.pick.one(super::selection::TablePosition { unit, column });
        }
    }
    if !roster.filter.is_empty()
        && ui.add(small_button("×")).on_hover_text("Show all units").accessible_name("Clear filter").clicked()
    {
        roster.filter.clear();
    }
    columns(roster, ui);
    let help = "Find text in cells, and replace it (Ctrl+F in the table)";
    let find = ui.add(small_button("Find")).accessible_name("Find and replace (table)").on_hover_text(help);
    if find.clicked() {
        roster.open_search();
    }
    let on = roster.summing.unwrap_or(roster.summed.is_some());
    let help = "Show the sums of the sides: of the selected rows if there are several, otherwise of all visible rows";
    let sums = egui::Button::selectable(on, "Sums").min_size(egui::vec2(0.0, crate::theme::TARGET));
    if ui.add(sums).on_hover_text(help).clicked() {
        roster.summing = Some(!on);
    }
}

/// Draws the button of a command.
fn button(ui: &mut Ui, command: Command, name: &str, acts: &mut Vec<Act>) {
    let Some(entry) = command.entry() else { return };
    let key = entry.key.map_or_else(String::new, |key| format!("  ({})", commands::keys(ui.ctx(), key)));
    let button = ui.add(small_button(name)).accessible_name(format!("{} (table)", entry.name));
    if button.on_hover_text(format!("{}{key}", entry.help)).clicked() {
        acts.push(Act::Command(command));
    }
}

/// Formats the number of visible and picked units.
fn counted(roster: &OrderOfBattleState, shown: &PanelContext<'_>) -> String {
    let all = shown.common().unit_count();
    let count = roster.order.len();
    let of = if count == all { units(all) } else { format!("{count} of {}", units(all)) };
    match roster.pick.shown(&roster.order).len() {
        0 | 1 => of,
        picked => format!("{of}, {picked} selected"),
    }
}

/// Draws the menu that shows and hides columns.
fn columns(roster: &mut OrderOfBattleState, ui: &mut Ui) {
    let hidden = roster.sheet.heads.iter().filter(|head| roster.hidden.contains(&head.key)).count();
    let title = if hidden == 0 { "Columns".to_owned() } else { format!("Columns  ({hidden} hidden)") };
    let config =
        egui::containers::menu::MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    egui::containers::menu::MenuButton::new(title).config(config).ui(ui, |ui| {
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            if ui.button("Show all").clicked() {
                roster.hidden.clear();
            }
            let put = !roster.sequence.is_empty();
            if ui.add_enabled(put, Button::new("Default order")).on_hover_text("Reset the column order").clicked() {
                roster.sequence.clear();
            }
            ui.separator();
            for head in &roster.sheet.heads {
                let mut on = !roster.hidden.contains(&head.key);
                if ui.checkbox(&mut on, &head.title).on_hover_text(&head.help).changed() {
                    if on {
                        roster.hidden.remove(&head.key);
                    } else {
                        roster.hidden.insert(head.key.clone());
                    }
                }
            }
        });
    });
}
