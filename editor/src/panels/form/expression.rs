//! Expressions of rules: a text with completion, its findings with their fixes, and a builder for simple conditions.

use std::ops::Range;

use battlewright_schema::rule::RuleCompletion;
use battlewright_schema::{DocPath, words};
use egui::text::{CCursor, CCursorRange, CharIndex};
use egui::text_edit::TextEditState;
use egui::{
    CompletionPopup, FontSelection, Id, Key, Modifiers, RectAlign, RichText, Suggestion, TextEdit, TextStyle, Ui,
};
use serde_json::Value;

use super::{Form, FormField, builder};
use crate::model::edit::Edit;
use crate::model::rule_rows::ExpressionKind;
use crate::panels::problems;
use crate::widgets::{field, small_button};

/// The number of letters above which the field has several lines.
const WIDE: usize = 90;

/// The number of words that the list of completions shows.
const MOST_WORDS: usize = 60;

/// The number of letters of an explanation in that list.
const MOST_DETAIL: usize = 34;

/// Draws an expression with its label.
pub(super) fn ui(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>, kind: ExpressionKind) {
    let label = slot.label();
    expression(form, ui, slot, kind, &label, false);
    if kind == ExpressionKind::Condition {
        let now = text_of(slot.value);
        builder::ui(form, ui, slot, &now);
    }
}

/// Draws the effects of an event, each with a button that removes it.
pub(super) fn effects(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>) {
    let items = slot.value.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for (at, item) in items.iter().enumerate() {
        let path = slot.path.clone().index(at);
        let line = FormField { path, shape: slot.shape, value: Some(item), published: None, required: true };
        ui.push_id(at, |ui| {
            expression(form, ui, &line, ExpressionKind::Effect, &format!("Effect {}", at + 1), true);
        });
    }
    ui.horizontal(|ui| {
        let add = ui.add(small_button("Add effect")).on_hover_text(slot.help());
        if add.clicked() {
            let path = slot.path.clone().index(items.len());
            form.edit("Add effect", Edit::Put(path, Some("".into())));
        }
    });
}

/// Returns the text of an expression, which may be a whole number in the file.
fn text_of(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    }
}

fn expression(
    form: &mut Form<'_>,
    ui: &mut Ui,
    slot: &FormField<'_>,
    kind: ExpressionKind,
    label: &str,
    removable: bool,
) {
    let now = text_of(slot.value);
    let id = ui.scope_id().with("expression");
    let mut formatted = None;
    let labelled_by = ui
        .horizontal(|ui| {
            let response = field::left_label(ui, label, field::label_width(ui)).on_hover_text(slot.help());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if removable {
                    let name = format!("Remove {}", words::lower(label));
                    if ui.add(small_button("×")).accessible_name(name).on_hover_text("Remove").clicked() {
                        form.edit(
                            format!("Remove {}", words::lower(label)),
                            Edit::leave_out(form.shown.scenario(), slot.path.clone()),
                        );
                    }
                }
                let better = kind.formatted(&now).filter(|better| *better != now && !now.is_empty());
                let button = ui.add_enabled(better.is_some(), small_button("Format"));
                let button = button.accessible_name(format!("Format {}", words::lower(label)));
                let button = button.on_hover_text("Lay the text out: one space around signs, no needless brackets");
                if button.on_disabled_hover_text("The text has this layout, or it has errors").clicked() {
                    formatted = better;
                }
            });
            response.id
        })
        .inner;
    if form.shown.writing == Some(&slot.path) {
        field::take_keyboard(ui, id, &now);
    }
    let mut text = now.clone();
    let response = text_field(form, ui, &slot.path, kind, id, &mut text).labelled_by(labelled_by);
    let response = response.on_hover_text(format!("{} Ctrl+Space lists the words that can stand there.", slot.help()));
    let text = formatted.unwrap_or(text);
    if text != now {
        let value = (slot.required || !text.is_empty()).then(|| kind.value(&text));
        form.push_optional(slot, response.id, value);
    }
    form.seal(&response);
    findings(form, ui, &slot.path);
}

/// Draws the text with its list of completions.
fn text_field(
    form: &Form<'_>,
    ui: &mut Ui,
    path: &DocPath,
    kind: ExpressionKind,
    id: Id,
    text: &mut String,
) -> egui::Response {
    let now = text.clone();
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let asked = id.with("asked");
    let mut asks = has_focus && ui.data(|data| data.get_temp(asked)).unwrap_or(false);
    asks |= has_focus && ui.input_mut(|input| input.consume_key(Modifiers::CTRL, Key::Space));
    let is_long = now.chars().count() > WIDE || now.contains('\n');
    let hint = match kind {
        ExpressionKind::Condition => "always",
        ExpressionKind::Effect => "an effect",
        ExpressionKind::Number | ExpressionKind::Value => "",
    };
    let edit = TextEdit::multiline(text)
        .desired_rows(if is_long { 3 } else { 1 })
        .desired_width(ui.available_width() - 4.0)
        .font(FontSelection::Style(TextStyle::Monospace))
        .hint_text(hint);
    // A short text has one line, so that Enter ends no line.
    let edit = if is_long { edit } else { edit.return_key(None) };
    let mut offered = (String::new(), Vec::new());
    let scenario = form.shown.scenario();
    let list = CompletionPopup::new(id).align(RectAlign::BOTTOM_START).word_boundary(|letter| !is_of_word(letter));
    let output = list.show(ui, edit, |query| {
        asks |= has_focus && query.text != now;
        if !has_focus || !asks {
            return Vec::new();
        }
        let end = byte_of(query.text, query.word_range.end);
        let words = fitting(scenario.complete_rule(path, query.text, end), query.word);
        offered = (query.text.to_owned(), words);
        offered.1.iter().map(suggestion).collect()
    });
    ui.data_mut(|data| data.insert_temp(asked, asks));
    let (before, words) = offered;
    let chosen = output.accepted.and_then(|accepted| words.into_iter().find(|word| word.text == accepted.insert));
    if let Some(word) = chosen
        && let Some((written, caret)) = with_word(&before, word.range, &word.text)
    {
        *text = written;
        let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
        state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(CharIndex(caret)))));
        state.store(ui.ctx(), id);
    }
    output.text_edit.response.response
}

/// Returns `true` for a letter of a word or of a hex.
fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '-' || letter == '@'
}

/// Returns the byte at which a letter begins.
fn byte_of(text: &str, letter: CharIndex) -> usize {
    text.char_indices().nth(letter.0).map_or(text.len(), |(at, _)| at)
}

/// Returns the completions for a word of which `typed` is there: those that begin so, then those that contain it. There is nothing to
/// complete in a word that is complete.
fn fitting(all: Vec<RuleCompletion>, typed: &str) -> Vec<RuleCompletion> {
    let (mut first, other): (Vec<_>, Vec<_>) = all.into_iter().partition(|word| word.word.starts_with(typed));
    first.extend(other.into_iter().filter(|word| word.word.contains(typed)));
    if first.first().is_some_and(|word| !typed.is_empty() && word.word == typed) {
        return Vec::new();
    }
    first.truncate(MOST_WORDS);
    first
}

fn suggestion(word: &RuleCompletion) -> Suggestion {
    let shown = RichText::new(&word.word).monospace();
    Suggestion::new(word.text.as_str()).content(shown).description(words::short(&word.detail, MOST_DETAIL))
}

/// Returns `text` with `word` in place of a range, and the number of letters up to the end of the word.
fn with_word(text: &str, range: Range<usize>, word: &str) -> Option<(String, usize)> {
    let (start, end) = (text.get(..range.start)?, text.get(range.end..)?);
    let caret = start.chars().count() + word.chars().count();
    Some((format!("{start}{word}{end}"), caret))
}

/// Draws the findings about the value at `path`, with their fixes.
pub(crate) fn findings(form: &mut Form<'_>, ui: &mut Ui, path: &DocPath) {
    let shown = form.shown;
    for problem in shown.document.problems().iter().filter(|problem| problem.finding.path == *path) {
        problems::beneath(ui, shown, problem, form.acts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(word: &str) -> RuleCompletion {
        RuleCompletion {
            range: 0..0,
            word: word.to_owned(),
            text: word.to_owned(),
            detail: String::new(),
            kind: battlewright_schema::rule::RuleWordKind::Fact,
        }
    }

    #[test]
    fn words_that_begin_as_typed_come_first() {
        let fit = |typed: &str| {
            let words = fitting(["in-range", "er", "defender", "deathride"].map(word).to_vec(), typed);
            words.into_iter().map(|word| word.word).collect::<Vec<_>>()
        };
        assert_eq!(fit("de"), ["defender", "deathride"]);
        assert_eq!(fit("r"), ["in-range", "er", "defender", "deathride"]);
        assert_eq!(fit("er"), [""; 0], "a word that is complete");
        assert_eq!(fit("").len(), 4);
        assert_eq!(fit("x").len(), 0);
    }

    #[test]
    fn a_word_takes_the_place_of_another() {
        assert_eq!(with_word("turn == 1 and grund", 14..19, "ground"), Some(("turn == 1 and ground".to_owned(), 20)));
        assert_eq!(with_word("é and x", 7..8, "turn"), Some(("é and turn".to_owned(), 10)));
        assert_eq!(with_word("é", 1..2, "turn"), None);
        assert_eq!(byte_of("é=", CharIndex(1)), 2);
        assert_eq!(byte_of("é", CharIndex(5)), 2);
    }
}
