//! The input field of a cell, with a list of choices.

use battlewright_schema::table::Choice;
use egui::{EventFilter, Key, Modifiers, Popup, PopupCloseBehavior, Rect, TextEdit, Ui};

use super::{OrderOfBattleState, grid_id};
use crate::messages::act::Act;
use crate::panels::PanelContext;
use battlewright_schema::words;

/// The input in progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CellInput {
    text: String,
    /// The text of the cell before the input.
    before: String,
    /// `true` until the field has the focus.
    fresh: bool,
    /// The choice selected with the arrow keys.
    at: Option<usize>,
    /// The reason for the refusal of the input.
    refused: Option<String>,
}

/// The end of an input.
enum EntryEnd {
    /// Accepts the input and moves the cursor by rows and columns.
    Take((isize, isize)),
    /// Cancels the input.
    GiveUp,
}

/// Starts the input in the cell at the cursor. `typed` replaces the text of the cell; `None` keeps it for editing.
pub(super) fn begin(roster: &mut OrderOfBattleState, typed: Option<String>) {
    let spot = roster.pick.cursor;
    let takes = roster.sheet.heads.get(spot.column).is_some_and(|head| head.field.is_some());
    if !takes || !roster.order.contains(&spot.unit) {
        return;
    }
    let before = roster.sheet.text(spot.unit, spot.column).to_owned();
    let text = typed.unwrap_or_else(|| before.clone());
    roster.typing = Some(CellInput { text, before, fresh: true, at: None, refused: None });
    roster.reveal = true;
}

/// Draws the input field in `rect`.
pub(super) fn ui(
    roster: &mut OrderOfBattleState,
    ui: &mut Ui,
    rect: Rect,
    shown: &PanelContext<'_>,
    acts: &mut Vec<Act>,
) {
    let Some(mut typing) = roster.typing.take() else { return };
    let spot = roster.pick.cursor;
    let sheet = roster.sheet.clone();
    let id = grid_id().with("typing");
    let choices: Vec<&Choice> = match sheet.heads.get(spot.column) {
        Some(head) => head.choices.iter().filter(|choice| fits(choice, &typing)).collect(),
        None => Vec::new(),
    };
    let mut end = keys(ui, &mut typing, choices.len());
    let all = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
    let was = typing.text.clone();
    let mut edit = TextEdit::singleline(&mut typing.text).id(id).event_filter(all).margin(egui::vec2(5.0, 3.0));
    if typing.refused.is_some() {
        edit = edit.text_color(ui.visuals().error_fg_color);
    }
    let response = ui.put(rect, edit.desired_width(rect.width())).accessible_name(sheet.name(spot.unit, spot.column));
    if typing.fresh {
        response.request_focus();
        if let Some(mut state) = TextEdit::load_state(ui.ctx(), id) {
            let last = egui::text::CCursor::new(typing.text.chars().count());
            state.cursor.set_char_range(Some(egui::text::CCursorRange::one(last)));
            state.store(ui.ctx(), id);
        }
        typing.fresh = false;
    }
    if typing.text != was {
        typing.refused = None;
        typing.at = None;
    }
    let mut over = false;
    if !choices.is_empty() {
        let popup = Popup::from_response(&response).open(true).close_behavior(PopupCloseBehavior::IgnoreClicks);
        let popup = popup.id(id.with("choices")).width(rect.width().max(170.0)).gap(2.0).show(|ui| {
            egui::ScrollArea::vertical().max_height(190.0).show(ui, |ui| {
                for (n, choice) in choices.iter().enumerate() {
                    let label = ui.selectable_label(typing.at == Some(n), named(choice));
                    if typing.at == Some(n) {
                        label.scroll_to_me(None);
                    }
                    if label.clicked() {
                        typing.text.clone_from(&choice.text);
                        end = Some(EntryEnd::Take((0, 0)));
                    }
                }
            });
        });
        over = popup.is_some_and(|popup| popup.response.contains_pointer());
    }
    if let Some(refused) = &typing.refused {
        response.show_tooltip_text(refused);
    }
    let left = end.is_none() && response.lost_focus() && !over;
    if left {
        end = Some(EntryEnd::Take((0, 0)));
    }
    let Some(EntryEnd::Take(by)) = end else {
        if end.is_some() {
            ui.memory_mut(|memory| memory.request_focus(grid_id()));
        } else {
            roster.typing = Some(typing);
        }
        return;
    };
    // An unambiguous part of a choice is enough to select it.
    let only = choices.first().filter(|_| choices.len() == 1 && !typing.text.is_empty());
    if let Some(choice) = typing.at.and_then(|at| choices.get(at)).or(only) {
        typing.text.clone_from(&choice.text);
    }
    if typing.text != typing.before || (!left && roster.pick.units.len() > 1) {
        match roster.set(shown.scenario(), &typing.text) {
            Ok(done) => acts.extend(done),
            Err(why) => {
                acts.push(Act::Say(format!("{}: {why}", sheet.name(spot.unit, spot.column))));
                // Without the focus, the refused input is discarded.
                if !response.lost_focus() {
                    typing.refused = Some(why);
                    roster.typing = Some(typing);
                }
                return;
            }
        }
    }
    if by != (0, 0) && roster.pick.units.len() == 1 {
        let (order, columns) = (roster.order.clone(), roster.columns());
        roster.pick.step(by, false, &order, &columns);
        roster.reveal = true;
        roster.select(shown, acts);
    }
    // After a click elsewhere, the keyboard belongs to what was clicked.
    if !left {
        ui.memory_mut(|memory| memory.request_focus(grid_id()));
    }
}

/// Handles the keys that select a choice or end the input.
fn keys(ui: &Ui, typing: &mut CellInput, choices: usize) -> Option<EntryEnd> {
    ui.input_mut(|input| {
        if choices > 0 {
            if input.consume_key(Modifiers::NONE, Key::ArrowDown) {
                typing.at = Some(typing.at.map_or(0, |at| (at + 1).min(choices - 1)));
            }
            if input.consume_key(Modifiers::NONE, Key::ArrowUp) {
                typing.at = typing.at.and_then(|at| at.checked_sub(1));
            }
        }
        if input.consume_key(Modifiers::NONE, Key::Escape) {
            return Some(EntryEnd::GiveUp);
        }
        for (modifiers, key, by) in [
            (Modifiers::SHIFT, Key::Enter, (-1, 0)),
            (Modifiers::NONE, Key::Enter, (1, 0)),
            (Modifiers::SHIFT, Key::Tab, (0, -1)),
            (Modifiers::NONE, Key::Tab, (0, 1)),
        ] {
            if input.consume_key(modifiers, key) {
                return Some(EntryEnd::Take(by));
            }
        }
        None
    })
}

/// Returns `true` if a choice contains the typed text. All choices fit an unchanged text.
fn fits(choice: &Choice, typing: &CellInput) -> bool {
    let typed = typing.text.to_lowercase();
    typing.text == typing.before
        || choice.text.to_lowercase().contains(&typed)
        || choice.name.to_lowercase().contains(&typed)
}

/// Formats a choice for the list.
fn named(choice: &Choice) -> String {
    match (choice.text.as_str(), choice.name.as_str()) {
        ("", _) => "(none)".to_owned(),
        (text, "") => text.to_owned(),
        (text, name) if name == text => text.to_owned(),
        (text, name) => format!("{text}  —  {}", words::short(name, 44)),
    }
}
