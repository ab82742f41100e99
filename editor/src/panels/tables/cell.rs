//! Table cells: text, choices by letter or menu, and check boxes.

use battlewright_schema::Scenario;
use battlewright_schema::schema_json::{ValueKind, WordValue};
use egui::{Button, Event, Id, Key, Label, Modifiers, Popup, RichText, Sense, Stroke, StrokeKind, TextEdit, Ui};
use serde_json::Value;

use super::PanelContext;
use super::{ChartCell, in_words};
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::widgets::popup;
use battlewright_schema::words;

/// The context for drawing a cell.
pub(super) struct CellContext<'a> {
    pub(super) cell: &'a ChartCell,
    /// The value in the scenario.
    pub(super) value: Option<&'a Value>,
    /// The value that it stands over.
    pub(super) published: Option<&'a Value>,
    /// The change that makes the value another one than the published one.
    pub(super) change: Option<CellChange<'a>>,
    /// The widget ids of the cells above and below.
    pub(super) above: Option<Id>,
    pub(super) below: Option<Id>,
    pub(super) id: Id,
    /// The name of the undo step.
    pub(super) step: &'a str,
    /// The scenario, if it names each value that it changes and leaves out the others.
    pub(super) named: Option<&'a Scenario>,
}

/// A value that is not as published.
pub(super) struct CellChange<'a> {
    /// The published value.
    pub(super) printed: Option<&'a Value>,
    /// The names of all that changes single values of the table; empty for a value that the scenario's own table has.
    pub(super) by: &'a [String],
}

impl CellContext<'_> {
    fn put(&self, value: Option<Value>) -> Act {
        let path = self.cell.path.clone();
        let edit = match self.named.filter(|_| value.is_none() || value.as_ref() == self.published) {
            Some(scenario) => Edit::leave_out(scenario, path),
            None => Edit::Put(path, value),
        };
        Act::field(self.step, self.id, edit)
    }

    fn hover(&self, help: &str) -> String {
        format!("{}. {help}{}", self.cell.name, self.told_change())
    }

    /// Returns the lines of a tooltip about the change of the value; empty if there is none.
    fn told_change(&self) -> String {
        let Some(CellChange { printed, by }) = &self.change else { return String::new() };
        let published = printed.map_or_else(String::new, |printed| format!("\nPublished: {}", in_words(printed)));
        if by.is_empty() { published } else { format!("{published}\nChanged by {}", by.join(" or ")) }
    }
}

/// Draws a cell.
pub(super) fn ui(ui: &mut Ui, shown: &PanelContext<'_>, at: &CellContext<'_>, acts: &mut Vec<Act>) {
    match at.cell.shape.kind() {
        ValueKind::Bool => check(ui, at, acts),
        ValueKind::Words => word(ui, at, acts),
        ValueKind::List => list(ui, at, acts),
        _ => typed(ui, shown, at, acts),
    }
}

fn check(ui: &mut Ui, at: &CellContext<'_>, acts: &mut Vec<Act>) {
    let now = at.value.and_then(Value::as_bool).unwrap_or(false);
    let mut checked = now;
    ui.checkbox(&mut checked, "").accessible_name(&at.cell.name).on_hover_text(at.hover(&at.cell.shape.help()));
    if checked != now {
        acts.push(at.put(Some(checked.into())));
    }
}

/// Draws a choice of words. A letter key selects the next word with that initial, a click opens a menu.
fn word(ui: &mut Ui, at: &CellContext<'_>, acts: &mut Vec<Act>) {
    let words = at.cell.shape.words();
    let now = at.value.and_then(Value::as_str).unwrap_or_default();
    let meaning = words.iter().find(|word| word.word == now).map_or("", |word| word.meaning);
    let response = ui.add(Button::new(words::plain(now)).min_size(egui::vec2(34.0, 20.0)));
    let response = response.accessible_name(format!("{}: {now}", at.cell.name));
    if response.has_focus() {
        let letters = ui.input(|input| input.events.iter().filter_map(letter).next_back());
        if let Some(next) = letters.and_then(|letter| next_word(&words, now, letter)) {
            acts.push(at.put(Some(next.into())));
        }
    }
    let response = response.on_hover_text(at.hover(meaning));
    Popup::menu(&response).show(|ui| {
        popup::menu(ui, |ui| {
            for word in &words {
                let label = ui.selectable_label(word.word == now, words::word(*word));
                if popup::help_beside(label, word.meaning).clicked() {
                    acts.push(at.put(Some(word.word.into())));
                    ui.close();
                }
            }
        });
    });
}

fn letter(event: &Event) -> Option<char> {
    match event {
        Event::Text(text) => text.chars().next(),
        _ => None,
    }
}

/// Returns the next word after `now` that starts with `letter`, with wraparound.
fn next_word(words: &[WordValue], now: &str, letter: char) -> Option<&'static str> {
    let begins = |word: &&WordValue| word.word.chars().next().is_some_and(|c| c.eq_ignore_ascii_case(&letter));
    let from = words.iter().position(|word| word.word == now).map_or(0, |at| at + 1);
    let (before, after) = words.split_at_checked(from)?;
    after.iter().chain(before).find(begins).map(|word| word.word)
}

/// Draws a choice of several words.
fn list(ui: &mut Ui, at: &CellContext<'_>, acts: &mut Vec<Act>) {
    let Some(item) = at.cell.shape.item() else { return };
    let now: Vec<&str> = at.value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let text = now.iter().map(|word| words::plain(word)).collect::<Vec<_>>().join(", ");
    let response = ui.add(Button::new(&text)).accessible_name(format!("{}: {text}", at.cell.name));
    let response = response.on_hover_text(at.hover(&at.cell.shape.help()));
    Popup::menu(&response).close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        for word in item.words() {
            let mut has = now.contains(&word.word);
            if ui.checkbox(&mut has, words::word(word)).changed() {
                // In schema order, not in the order of clicks.
                let all = item.words().into_iter().map(|word| word.word);
                let list: Vec<&str> =
                    all.filter(|other| if *other == word.word { has } else { now.contains(other) }).collect();
                acts.push(at.put(Some(list.into())));
            }
        }
    });
}

/// Draws a text field for a number or short text. Up, Down and Enter move between rows.
fn typed(ui: &mut Ui, shown: &PanelContext<'_>, at: &CellContext<'_>, acts: &mut Vec<Act>) {
    let now =
        at.value.map_or_else(String::new, |value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    let focused = ui.memory(|memory| memory.has_focus(at.id));
    // Incomplete input stays as typed.
    let draft: Option<String> = ui.data(|data| data.get_temp(at.id)).filter(|_| focused);
    let mut text = draft.unwrap_or_else(|| now.clone());
    let before = text.clone();
    if focused {
        let (up, down) = ui.input_mut(|input| {
            let down =
                input.consume_key(Modifiers::NONE, Key::ArrowDown) || input.consume_key(Modifiers::NONE, Key::Enter);
            (input.consume_key(Modifiers::NONE, Key::ArrowUp), down)
        });
        let next = if up { at.above } else { at.below.filter(|_| down) };
        if let Some(next) = next {
            ui.memory_mut(|memory| memory.request_focus(next));
        }
    }
    let unfit = text != now && parsed(shown, at, &text).is_err();
    let width = if matches!(at.cell.shape.kind(), ValueKind::Number(..)) { 34.0 } else { 44.0 };
    let mut edit = TextEdit::singleline(&mut text).id(at.id).desired_width(width);
    if unfit {
        edit = edit.text_color(ui.visuals().error_fg_color);
    }
    let response = ui.add(edit.align(egui::Align2::CENTER_CENTER)).accessible_name(&at.cell.name);
    if response.gained_focus() {
        select_all(ui, at.id, &text);
        // A margin keeps the cell clear of the sticky headings.
        ui.scroll_to_rect(response.rect.expand2(egui::vec2(120.0, 70.0)), None);
    }
    if text != before {
        ui.data_mut(|data| data.insert_temp(at.id, text.clone()));
        match parsed(shown, at, &text) {
            Ok(value) => acts.push(at.put(value)),
            Err(why) => acts.push(Act::Say(format!("{}: {why}", at.cell.name))),
        }
    }
    if response.lost_focus() {
        ui.data_mut(|data| data.remove::<String>(at.id));
        acts.push(Act::Seal);
    }
    response.on_hover_text(at.hover(&at.cell.shape.help()));
}

/// Converts `text` to a value for the cell, or returns the reason for its refusal. `None` omits an optional cell.
fn parsed(shown: &PanelContext<'_>, at: &CellContext<'_>, text: &str) -> Result<Option<Value>, String> {
    let text = text.trim();
    let value = match at.cell.shape.kind() {
        _ if text.is_empty() && !at.cell.required => None,
        _ if text.is_empty() => return Err("it must not be empty.".to_owned()),
        ValueKind::Number(least, greatest) => {
            let number = text.parse::<i64>().ok().filter(|number| (least..=greatest).contains(number));
            let why = || format!("\"{text}\" is not a whole number from {least} to {greatest}.");
            Some(number.ok_or_else(why)?.into())
        }
        _ => Some(text.into()),
    };
    let put = shown.scenario().clone().put(&at.cell.path, value.clone());
    put.map_err(|misfit| format!("\"{text}\" is not valid: {}.", misfit.problem.to_string().trim_end_matches('.')))?;
    Ok(value)
}

fn select_all(ui: &Ui, id: Id, text: &str) {
    if let Some(mut state) = TextEdit::load_state(ui.ctx(), id) {
        let all =
            egui::text::CCursorRange::two(egui::text::CCursor::new(0), egui::text::CCursor::new(text.chars().count()));
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), id);
    }
}

/// Draws the value of a read-only cell. One that `is_pointed_at` can have the keyboard, and an outline while it has. Returns `true` when it
/// has lost the keyboard.
pub(super) fn fixed(ui: &mut Ui, at: &CellContext<'_>, is_pointed_at: bool) -> bool {
    let text = RichText::new(at.value.map_or_else(|| "·".to_owned(), in_words));
    let text = match at.change {
        Some(_) => text.strong().background_color(ui.visuals().selection.bg_fill),
        None => text.weak(),
    };
    let help = format!("{}{}", at.cell.name, at.told_change());
    if !is_pointed_at {
        ui.label(text).on_hover_text(help);
        return false;
    }
    let response = ui.add(Label::new(text).sense(Sense::focusable_noninteractive()));
    if response.has_focus() {
        let stroke = Stroke::new(1.5, ui.visuals().selection.stroke.color);
        ui.painter().rect_stroke(response.rect.expand2(egui::vec2(5.0, 2.0)), 3.0, stroke, StrokeKind::Outside);
    }
    let response = response.accessible_name(&help).on_hover_text(help);
    response.lost_focus()
}
