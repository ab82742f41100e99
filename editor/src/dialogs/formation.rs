//! The dialog that asks about the units of a formation before the formation is deleted.

use battlewright_schema::words;
use egui::{ComboBox, Ui};

use crate::dialogs::title;
use crate::messages::dialog_answer::DialogAnswer;
use crate::model::formation_deletion::FormationDeletion;
use crate::widgets::popup;

pub(super) fn ui(ui: &mut Ui, asked: &mut FormationDeletion) -> Option<DialogAnswer> {
    title(ui, "Delete the formation?");
    let units = words::counted(asked.units, "unit");
    let hq = if asked.has_hq { " Its headquarters is deleted with it." } else { "" };
    ui.label(format!("{} has {units}.{hq}", asked.name));
    ui.add_space(8.0);
    let mut answer = None;
    if let Some((to, name)) = asked.others.get(asked.to) {
        let (to, mut next) = (to.clone(), asked.to);
        ui.horizontal_wrapped(|ui| {
            let move_units = ui.button("Move units, then delete");
            if ui.memory(|memory| memory.focused().is_none()) {
                move_units.request_focus();
            }
            if move_units.on_hover_text("Delete the formation; its units belong to the chosen one").clicked() {
                answer = Some(DialogAnswer::DeleteFormation(asked.formation, Some(to)));
            }
            let label = ui.label("to");
            let combo =
                ComboBox::from_id_salt("to").selected_text(name).width(ui.available_width().min(220.0)).truncate();
            let list = popup::list(combo, ui, |ui| {
                for (at, (_, name)) in asked.others.iter().enumerate() {
                    ui.selectable_value(&mut next, at, name);
                }
            });
            list.response.labelled_by(label.id).accessible_name("Formation that gets the units");
        });
        asked.to = next;
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let both = ui.button(format!("Delete formation and {units}"));
        if both.on_hover_text("One step, which you can undo").clicked() {
            answer = Some(DialogAnswer::DeleteFormation(asked.formation, None));
        }
        if ui.button("Cancel").clicked() {
            answer = Some(DialogAnswer::Cancel);
        }
    });
    answer
}
