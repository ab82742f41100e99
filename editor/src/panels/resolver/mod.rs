//! The Resolver tab: the fields of an action, its questions, and the last results with their exact percentages.

mod bars;

use crate::widgets::small_button;
use battlewright_engine::systems::outrance::resolver::{FieldChoice, Initiative, ResolverField};
use egui::{
    Align, Button, ComboBox, DragValue, EventFilter, Key, Label, Layout, Modifiers, Rect, RichText, ScrollArea, Ui,
    UiBuilder, vec2,
};

use crate::messages::act::Act;
use crate::model::resolver::{ResolverAct as Do, ResolverResult, ResolverState};
use crate::widgets::popup;

/// The width above which fields and results stand side by side, in points.
const WIDE: f32 = 700.0;

/// The least width of a field, and the space between two fields, in points.
const FIELD: f32 = 176.0;
const GAP: f32 = 8.0;

/// The name of the button that resolves the action.
const RESOLVE: &str = "Result";

/// A field of the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolverRow {
    /// The field.
    pub field: ResolverField,
    /// The choices; empty for a box.
    pub choices: Vec<FieldChoice>,
    /// The index of the choice; `None` without one.
    pub chosen: Option<usize>,
    /// `true` for a checked box.
    pub checked: bool,
    /// `true` if the action uses the field.
    pub used: bool,
}

/// The text content of the Resolver tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolverData {
    /// The fields, in the order of the published form.
    pub rows: Vec<ResolverRow>,
    /// The notes on who has acted in this turn.
    pub notes: Vec<String>,
    /// The open question.
    pub question: Option<String>,
    /// The reasons why the action is refused.
    pub refusals: Vec<String>,
    /// The results, the last one first.
    pub results: Vec<ResolverResult>,
}

/// Returns the text content of the tab.
pub fn data(resolver: &ResolverState) -> ResolverData {
    let row = |field: ResolverField| {
        let request = resolver.request();
        let choices = if field.is_box() { Vec::new() } else { request.legal_choices(field, ResolverState::rules()) };
        let value = request.get(field);
        ResolverRow {
            field,
            chosen: choices.iter().position(|choice| Some(&choice.name) == value.as_ref()),
            checked: field.is_box() && value.is_some(),
            used: resolver.request().uses(field),
            choices,
        }
    };
    ResolverData {
        rows: ResolverField::ALL.into_iter().map(row).collect(),
        notes: resolver.notes(),
        question: resolver.question_text(),
        refusals: resolver.refusals().to_vec(),
        results: resolver.results().cloned().collect(),
    }
}

/// Draws the Resolver tab.
pub fn ui(ui: &mut Ui, resolver: &ResolverState, acts: &mut Vec<Act>) {
    let shown = data(resolver);
    if ui.available_width() < WIDE {
        ScrollArea::vertical().id_salt("resolver").auto_shrink(false).show(ui, |ui| {
            fields(ui, &shown, acts);
            controls(ui, resolver, acts);
            ui.separator();
            results(ui, resolver, &shown, acts);
        });
        return;
    }
    // The button stands above the results, where it is in sight in a low panel, too.
    let [left, right] = halves(ui.available_rect_before_wrap());
    let half = |ui: &mut Ui, rect: Rect, name: &str| {
        let mut ui = ui.new_child(UiBuilder::new().id_salt(name).max_rect(rect).layout(Layout::top_down(Align::Min)));
        ui.set_clip_rect(ui.clip_rect().intersect(rect));
        ui
    };
    let mut ui_left = half(ui, left, "resolver fields");
    ScrollArea::vertical().auto_shrink(false).show(&mut ui_left, |ui| fields(ui, &shown, acts));
    let mut ui_right = half(ui, right, "resolver results");
    controls(&mut ui_right, resolver, acts);
    ui_right.separator();
    ScrollArea::vertical().auto_shrink(false).show(&mut ui_right, |ui| results(ui, resolver, &shown, acts));
    ui.advance_cursor_after_rect(left.union(right));
}

/// Returns the places of the fields and of the results beside each other.
fn halves(rect: Rect) -> [Rect; 2] {
    let (left, right) = rect.split_left_right_at_fraction(0.5);
    [left.with_max_x(left.right() - GAP), right.with_min_x(right.left() + GAP)]
}

/// Returns the number of fields in a line of this width, and the width of each.
fn columns(width: f32) -> (usize, f32) {
    let fit = (1..=6_u8).rev().find(|count| f32::from(*count) * (FIELD + GAP) <= width + GAP).unwrap_or(1);
    let each = (width + GAP) / f32::from(fit) - GAP;
    (usize::from(fit), each.clamp(1.0, 2.0 * FIELD))
}

/// Draws the fields.
fn fields(ui: &mut Ui, shown: &ResolverData, acts: &mut Vec<Act>) {
    let lists: Vec<&ResolverRow> = shown.rows.iter().filter(|row| !row.field.is_box()).collect();
    let (count, width) = columns(ui.available_width());
    for line in lists.chunks(count) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for row in line {
                ui.add_enabled_ui(row.used, |ui| choice(ui, row, width, acts));
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        for row in shown.rows.iter().filter(|row| row.field.is_box()) {
            let mut checked = row.checked;
            let response = ui.add_enabled(row.used, egui::Checkbox::new(&mut checked, row.field.label()));
            response.on_hover_text(row.field.help());
            if checked != row.checked {
                ask(acts, Do::Set(row.field, checked.then(|| "yes".to_owned())));
            }
        }
    });
}

/// Draws the buttons: the result of the action, and the initiative.
fn controls(ui: &mut Ui, resolver: &ResolverState, acts: &mut Vec<Act>) {
    ui.horizontal_wrapped(|ui| {
        let button = ui.add(Button::new(RichText::new(RESOLVE).strong()));
        let button = button.on_hover_text("Resolve the action. Questions come first. (Ctrl+Enter)");
        if take_focus(ui, Focus::Result) {
            button.request_focus();
        }
        // Typed text keeps its keys.
        let writes = ui.ctx().text_edit_focused();
        let entered = !writes && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
        if button.clicked() || entered {
            ask(acts, Do::Resolve);
            give_focus(ui, Focus::Question);
        }
        let mut percentages = resolver.shows_percentages();
        let help = "Show the exact percentages of each result.";
        if ui.checkbox(&mut percentages, "Percentages").on_hover_text(help).changed() {
            ask(acts, Do::Percentages(percentages));
        }
        ui.add_space(GAP);
        let help = "Draw the side that acts next. The numbers are the units that have not acted in this turn. Each draw \
                    takes one from the side that is drawn.";
        if ui.button("Initiative").on_hover_text(help).clicked() {
            ask(acts, Do::Initiative);
        }
        let mut units = resolver.units();
        for (units, name) in units.iter_mut().zip(["French", "Prussian"]) {
            // A label that wraps would begin beside the button.
            ui.add(Label::new(name).extend());
            let number = DragValue::new(units).range(0..=Initiative::MOST).speed(0.05);
            ui.add(number).on_hover_text(help).accessible_name(format!("{name} units"));
        }
        if units != resolver.units() {
            ask(acts, Do::Units(units));
        }
    });
}

/// Draws the notes on who has acted in this turn.
fn notes(ui: &mut Ui, shown: &ResolverData, acts: &mut Vec<Act>) {
    if shown.notes.is_empty() {
        return;
    }
    for note in &shown.notes {
        ui.add(Label::new(RichText::new(note).small()).wrap());
    }
    let help = "Forget who has acted: a new turn begins.";
    if ui.add(small_button("New turn")).on_hover_text(help).clicked() {
        ask(acts, Do::NewTurn);
    }
    ui.separator();
}

/// Draws a field with a list of choices. The arrow keys step through it.
fn choice(ui: &mut Ui, row: &ResolverRow, width: f32, acts: &mut Vec<Act>) {
    ui.allocate_ui_with_layout(vec2(width, 42.0), Layout::top_down(Align::Min), |ui| {
        ui.set_width(width);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.label(RichText::new(row.field.label()).small());
            let chosen = row.chosen.and_then(|at| row.choices.get(at));
            let label = chosen.map_or("—", |choice| choice.label.as_str());
            let mut picked = row.chosen;
            let combo = ComboBox::from_id_salt(row.field.name()).selected_text(label).width(width).truncate();
            let list = popup::list(combo, ui, |ui| {
                for (at, choice) in row.choices.iter().enumerate() {
                    ui.selectable_value(&mut picked, Some(at), &choice.label);
                }
            });
            let named = format!("{}: {label}", row.field.label());
            let response = list.response;
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, row.used, &named));
            if response.has_focus() && !egui::Popup::is_any_open(ui.ctx()) {
                let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
                ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
                picked = step(ui, row).or(picked);
            }
            response.on_hover_text(row.field.help());
            if let Some(choice) = picked.filter(|_| picked != row.chosen).and_then(|at| row.choices.get(at)) {
                ask(acts, Do::Set(row.field, Some(choice.name.clone())));
            }
        });
    });
}

/// Returns the choice that an arrow key has stepped to.
fn step(ui: &Ui, row: &ResolverRow) -> Option<usize> {
    let (down, up) = ui.input_mut(|input| {
        let mut pressed = |key| input.consume_key(Modifiers::NONE, key);
        (pressed(Key::ArrowDown), pressed(Key::ArrowUp))
    });
    let last = row.choices.len().checked_sub(1)?;
    match (down, up) {
        (true, _) => Some(row.chosen.map_or(0, |at| (at + 1).min(last))),
        (false, true) => Some(row.chosen.map_or(last, |at| at.saturating_sub(1))),
        (false, false) => None,
    }
}

/// Draws the open question, the refusals and the results.
fn results(ui: &mut Ui, resolver: &ResolverState, shown: &ResolverData, acts: &mut Vec<Act>) {
    match &shown.question {
        Some(text) => question(ui, text, acts),
        None if take_focus(ui, Focus::Question) => give_focus(ui, Focus::Result),
        None => {}
    }
    for refusal in &shown.refusals {
        let text = RichText::new(battlewright_schema::words::capital(refusal)).color(ui.visuals().error_fg_color);
        ui.add(Label::new(text).wrap());
    }
    notes(ui, shown, acts);
    if shown.results.is_empty() && shown.question.is_none() && shown.refusals.is_empty() {
        let said = "Choose an actor and an action, and press Result. The resolver needs no scenario: it is for games at a real table.";
        ui.add(Label::new(RichText::new(said).weak()).wrap());
    }
    for (at, result) in shown.results.iter().enumerate() {
        let title = format!("{}. {}", result.number, result.title);
        let last = at == 0;
        ui.add(
            Label::new(if last { RichText::new(title).small() } else { RichText::new(title).small().weak() }).wrap(),
        );
        for (line, text) in result.text.iter().enumerate() {
            let text = RichText::new(text);
            let text = match (last, line) {
                (true, 0) => text.strong(),
                (true, _) => text,
                (false, _) => text.small().weak(),
            };
            ui.add(Label::new(text).wrap());
        }
        if last {
            if !result.rolls.is_empty() {
                ui.label(RichText::new(format!("Rolls: {}", result.rolls)).small().weak());
            }
            if resolver.shows_percentages() {
                bars::ui(ui, &result.odds);
            }
        }
        ui.separator();
    }
    if !shown.results.is_empty() && ui.button("Clear results").on_hover_text("Remove all results.").clicked() {
        ask(acts, Do::Clear);
    }
}

/// Draws a question with its answers. Yes has the keyboard focus; Tab goes on to No.
fn question(ui: &mut Ui, text: &str, acts: &mut Vec<Act>) {
    ui.add(Label::new(RichText::new(text).strong()).wrap());
    ui.horizontal(|ui| {
        let [yes, no] = ["Yes", "No"].map(|name| ui.button(name));
        let withdraw = ui.button("Withdraw").on_hover_text("Do not resolve this action.");
        if take_focus(ui, Focus::Question) {
            yes.request_focus();
        }
        if yes.clicked() || no.clicked() {
            ask(acts, Do::Reply(yes.clicked()));
            give_focus(ui, Focus::Question);
        } else if withdraw.clicked() {
            ask(acts, Do::Withdraw);
            give_focus(ui, Focus::Result);
        }
    });
    ui.separator();
}

/// A widget that is to receive the keyboard focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    /// The button that resolves the action.
    Result,
    /// The answers of the next question, if there is one.
    Question,
}

fn focus_id() -> egui::Id {
    egui::Id::unique("resolver focus")
}

/// Asks for the focus of a widget of the next frame, when the acts of this frame have been carried out.
fn give_focus(ui: &Ui, focus: Focus) {
    let frame = ui.ctx().cumulative_frame_nr();
    ui.data_mut(|data| data.insert_temp(focus_id(), Some((focus, frame))));
    ui.ctx().request_repaint();
}

/// Returns `true`, once, if a widget is to receive the focus.
fn take_focus(ui: &Ui, focus: Focus) -> bool {
    let now = ui.ctx().cumulative_frame_nr();
    ui.data_mut(|data| {
        let asked = data.get_temp_mut_or_default::<Option<(Focus, u64)>>(focus_id());
        let is_asked = asked.is_some_and(|(asked, frame)| asked == focus && frame < now);
        if is_asked {
            *asked = None;
        }
        is_asked
    })
}

fn ask(acts: &mut Vec<Act>, act: Do) {
    acts.push(Act::Resolver(act));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_fill_their_lines_at_every_width() {
        for width in (200..1700_u16).map(f32::from) {
            let (count, each) = columns(width);
            let count = f32::from(u8::try_from(count).unwrap());
            assert!(count * each + (count - 1.0) * GAP <= width + 0.1, "{width}");
            assert!(each >= FIELD.min(width), "{width}: {each}");
        }
    }
}
