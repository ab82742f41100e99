//! The inspector page of several units. A change applies to all of them as one undo step.

use crate::widgets::small_button;
use egui::{Key, RichText, TextEdit, Ui};

use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::selection::Selection;
use crate::panels::PanelContext;
use crate::panels::order_of_battle::{OrderOfBattleState, sheet, units};
use crate::widgets::{field, popup};
use battlewright_schema::words;

/// The text for a field with different values.
const DIFFERENT: &str = "(different)";

/// A field of several units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedField {
    /// The column of the order of battle.
    pub column: usize,
    /// The display name.
    pub title: String,
    /// The common value as in the file; `None` if the values differ.
    pub text: Option<String>,
}

/// Returns the fields of `units` except their ids.
pub fn data(sheet: &sheet::UnitSheet, units: &[usize]) -> Vec<SharedField> {
    let own_id = |at: usize| sheet.columns.get(at).is_some_and(battlewright_schema::table::Column::is_own_id);
    let fields = sheet.heads.iter().enumerate().filter(|(_, head)| head.field.is_some_and(|at| !own_id(at)));
    let shared = fields.map(|(column, head)| {
        let mut texts = units.iter().map(|unit| sheet.text(*unit, column));
        let first = texts.next().unwrap_or_default();
        let text = texts.all(|text| text == first).then(|| first.to_owned());
        SharedField { column, title: head.title.clone(), text }
    });
    shared.collect()
}

/// Draws the shared fields of the selected units.
pub fn ui(ui: &mut Ui, shown: &PanelContext<'_>, roster: &OrderOfBattleState, several: &[usize], acts: &mut Vec<Act>) {
    super::options::place(ui, shown, acts);
    egui::ScrollArea::vertical().id_salt("several").auto_shrink(false).show(ui, |ui| {
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new("SELECTED").small().strong().color(ui.visuals().weak_text_color()));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.add(small_button("Scenario")).on_hover_text("Show the properties of the scenario").clicked() {
                    acts.push(Act::Select(Selection::Scenario));
                }
                if ui.add(small_button("Delete")).on_hover_text("Delete them from the scenario (Delete)").clicked() {
                    acts.push(Act::Command(Command::Delete));
                }
            });
        });
        ui.label(RichText::new(units(several.len())).heading());
        let names = several.iter().map(|unit| roster.sheet().unit_name(*unit)).collect::<Vec<_>>().join(", ");
        ui.add(egui::Label::new(RichText::new(words::short(&names, 160)).weak()).truncate()).on_hover_text(&names);
        ui.weak("Changes here apply to all of them, as one step.");
        ui.add_space(2.0);
        // Distinct widget ids for each set of units keep the text input of one set out of another.
        ui.push_id(several, |ui| {
            for shared in data(roster.sheet(), several) {
                row(ui, shown, roster, several, &shared, acts);
            }
        });
    });
}

fn row(
    ui: &mut Ui,
    shown: &PanelContext<'_>,
    roster: &OrderOfBattleState,
    units: &[usize],
    shared: &SharedField,
    acts: &mut Vec<Act>,
) {
    let Some(head) = roster.sheet().heads.get(shared.column) else { return };
    let set = |text: &str| {
        let done = roster.set_in(shown.scenario(), units.iter().copied(), shared.column, text);
        done.unwrap_or_else(|why| vec![Act::Say(format!("{}: {why}", head.title))])
    };
    ui.horizontal(|ui| {
        let width = field::label_width(ui);
        let label = field::left_label(ui, &head.title, width).on_hover_text(&head.help).id;
        let width = ui.available_width() - 4.0;
        if head.choices.is_empty() {
            let typed = typed(ui, shared, label, width, &head.help);
            acts.extend(typed.into_iter().flat_map(|text| set(&text)));
            return;
        }
        let first = units.first().copied().unwrap_or_default();
        let now = match &shared.text {
            Some(_) => roster.sheet().shown(first, shared.column),
            None => DIFFERENT,
        };
        let mut chosen = None;
        let combo = egui::ComboBox::from_id_salt(shared.column).selected_text(now).width(width).truncate();
        let response = popup::list(combo, ui, |ui| {
            for choice in &head.choices {
                let here = shared.text.as_deref() == Some(choice.text.as_str());
                let name =
                    if choice.text.is_empty() { "(none)" } else { roster.sheet().name_of(shared.column, choice) };
                if ui.selectable_label(here, name).clicked() {
                    chosen = Some(choice.text.clone());
                }
            }
        });
        response.response.labelled_by(label).on_hover_text(&head.help);
        acts.extend(chosen.into_iter().flat_map(|text| set(&text)));
    });
}

/// Draws a text field. Returns the text after the end of input, unless ended by Escape.
fn typed(ui: &mut Ui, shared: &SharedField, label: egui::Id, width: f32, help: &str) -> Option<String> {
    let id = ui.scope_id().with(shared.column);
    let before = shared.text.clone().unwrap_or_default();
    let draft: Option<String> = ui.data(|data| data.get_temp(id));
    let mut text = draft.unwrap_or_else(|| before.clone());
    let hint = if shared.text.is_none() { DIFFERENT } else { "" };
    let response = ui.add(TextEdit::singleline(&mut text).id(id).hint_text(hint).desired_width(width));
    let response = response.labelled_by(label).on_hover_text(help);
    if response.has_focus() || response.changed() {
        ui.data_mut(|data| data.insert_temp(id, text.clone()));
    }
    if response.has_focus() && !response.lost_focus() {
        return None;
    }
    if !response.lost_focus() && !response.changed() {
        ui.data_mut(|data| data.remove::<String>(id));
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    (text != before && !ui.input(|input| input.key_pressed(Key::Escape))).then_some(text)
}
