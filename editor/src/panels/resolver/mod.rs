//! The Resolver tab: the fields of an action, its questions, and the last results with their exact percentages.

mod bars;

use battlewright_engine::systems::outrance::resolver::{FieldChoice, Initiative, ResolverField};
use egui::{Button, ComboBox, DragValue, EventFilter, Key, Label, Modifiers, RichText, ScrollArea, Ui, vec2};

use crate::messages::act::Act;
use crate::model::resolver::{ResolverAct as Do, ResolverResult, ResolverState};
use crate::widgets::popup;

/// The width above which fields and results stand side by side, in points.
const WIDE: f32 = 700.0;

/// The width of a list of choices, in points.
const CHOICES: f32 = 176.0;

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
        let choices = if field.is_box() { Vec::new() } else { field.choices(ResolverState::rules()) };
        let value = resolver.request().get(field);
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
            fields(ui, resolver, &shown, acts);
            ui.separator();
            results(ui, resolver, &shown, acts);
        });
        return;
    }
    ui.columns_const(|[left, right]| {
        ScrollArea::vertical().id_salt("resolver fields").auto_shrink(false).show(left, |ui| {
            fields(ui, resolver, &shown, acts);
        });
        ScrollArea::vertical().id_salt("resolver results").auto_shrink(false).show(right, |ui| {
            results(ui, resolver, &shown, acts);
        });
    });
}

/// Draws the fields and the buttons.
fn fields(ui: &mut Ui, resolver: &ResolverState, shown: &ResolverData, acts: &mut Vec<Act>) {
    ui.horizontal_wrapped(|ui| {
        for row in shown.rows.iter().filter(|row| !row.field.is_box()) {
            ui.add_enabled_ui(row.used, |ui| choice(ui, row, acts));
        }
    });
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
    });
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        let help = "Draw the side that acts next. The numbers are the units that have not acted in this turn. Each draw \
                    takes one from the side that is drawn.";
        if ui.button("Initiative").on_hover_text(help).clicked() {
            ask(acts, Do::Initiative);
        }
        let mut units = resolver.units();
        for (units, name) in units.iter_mut().zip(["French", "Prussian"]) {
            ui.label(name);
            let number = DragValue::new(units).range(0..=Initiative::MOST).speed(0.05);
            ui.add(number).on_hover_text(help).accessible_name(format!("{name} units"));
        }
        if units != resolver.units() {
            ask(acts, Do::Units(units));
        }
    });
}

/// Draws a field with a list of choices. The arrow keys step through it.
fn choice(ui: &mut Ui, row: &ResolverRow, acts: &mut Vec<Act>) {
    ui.allocate_ui(vec2(CHOICES + 12.0, 42.0), |ui| {
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.label(RichText::new(row.field.label()).small());
            let chosen = row.chosen.and_then(|at| row.choices.get(at));
            let label = chosen.map_or("—", |choice| choice.label.as_str());
            let mut picked = row.chosen;
            let combo = ComboBox::from_id_salt(row.field.name()).selected_text(label).width(CHOICES).truncate();
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
