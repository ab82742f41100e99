//! Keyboard input in the text.

use egui::{Event, EventFilter, Id, ImeEvent, Key, Modifiers, Ui};

use super::Source;
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::text::{Caret, CaretMove};
use crate::panels::PanelContext;

/// The keys that egui passes to the text. Tab and Escape keep their usual effect, so that the focus can leave the text
/// with the keyboard. TOML needs no indentation.
const FILTER: EventFilter = EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: false };

impl Source {
    /// Handles keyboard events if the text `id` has the focus, and events that were deferred.
    pub(super) fn keys(&mut self, ui: &Ui, id: Id, shown: &PanelContext<'_>, playing: bool, acts: &mut Vec<Act>) {
        if ui.memory(|memory| memory.has_focus(id)) {
            ui.memory_mut(|memory| memory.set_focus_lock_filter(id, FILTER));
            self.waiting.extend(ui.input(|input| input.filtered_events(&FILTER)));
        }
        let composing = ui.memory(|memory| memory.owns_ime_events(id));
        while let Some(event) = self.waiting.pop_front_if(|_| !self.waits) {
            let typed = match &event {
                Event::Text(text) if text != "\n" && text != "\r" => Some((self.caret.range(), text.clone())),
                Event::Paste(text) => Some((self.caret.range(), text.clone())),
                Event::Ime(ImeEvent::Commit(text)) if composing => {
                    self.composed.clear();
                    Some((self.caret.range(), text.clone()))
                }
                Event::Ime(ImeEvent::Preedit { text, .. }) if composing => {
                    self.composed.clone_from(text);
                    None
                }
                Event::Copy | Event::Cut => {
                    let selected = self.text.get(self.caret.range()).unwrap_or_default().to_owned();
                    let cut = matches!(event, Event::Cut) && !selected.is_empty();
                    if !selected.is_empty() {
                        ui.ctx().copy_text(selected);
                    }
                    cut.then(|| (self.caret.range(), String::new()))
                }
                Event::Key { key, pressed: true, modifiers, .. } => self.key(*key, *modifiers, acts),
                _ => None,
            };
            let Some((range, text)) = typed.filter(|(range, text)| !range.is_empty() || !text.is_empty()) else {
                continue;
            };
            if playing {
                acts.push(Act::Say("Not typed: return to editing first (Shift+F5)".to_owned()));
            } else {
                self.type_in(range, &text, shown, acts);
            }
        }
    }

    /// Handles a key. Returns the replaced range and the new text if the key changes the text.
    fn key(&mut self, key: Key, modifiers: Modifiers, acts: &mut Vec<Act>) -> Option<(std::ops::Range<usize>, String)> {
        let command = modifiers.command;
        let word = command || modifiers.alt;
        let page = isize::try_from(self.page.saturating_sub(1).max(1)).unwrap_or(1);
        let way = match key {
            Key::ArrowLeft if word => CaretMove::WordLeft,
            Key::ArrowRight if word => CaretMove::WordRight,
            Key::ArrowLeft => CaretMove::Left,
            Key::ArrowRight => CaretMove::Right,
            Key::ArrowUp => CaretMove::Lines(-1),
            Key::ArrowDown => CaretMove::Lines(1),
            Key::PageUp => CaretMove::Lines(-page),
            Key::PageDown => CaretMove::Lines(page),
            Key::Home if command => CaretMove::Start,
            Key::End if command => CaretMove::Finish,
            Key::Home => CaretMove::Home,
            Key::End => CaretMove::End,
            Key::A if command => {
                self.caret = Caret::selecting(0..self.text.len());
                return None;
            }
            Key::Z | Key::Y if command => {
                let again = key == Key::Y || modifiers.shift;
                self.follow = true;
                acts.push(Act::Command(if again { Command::Redo } else { Command::Undo }));
                // Later input refers to the text after undo or redo.
                self.waits = true;
                return None;
            }
            Key::Enter => {
                let line = self.lines.range(&self.text, self.lines.at(self.caret.at));
                let crlf = self.text.get(line.end..).is_some_and(|rest| rest.starts_with("\r\n"));
                return Some((self.caret.range(), if crlf { "\r\n" } else { "\n" }.to_owned()));
            }
            Key::Backspace | Key::Delete => {
                let way = match (key, word) {
                    (Key::Backspace, false) => CaretMove::Left,
                    (Key::Backspace, true) => CaretMove::WordLeft,
                    (_, false) => CaretMove::Right,
                    (_, true) => CaretMove::WordRight,
                };
                let caret = self.caret;
                let whole =
                    if caret.range().is_empty() { caret.moved(&self.text, &self.lines, way, true) } else { caret };
                return Some((whole.range(), String::new()));
            }
            _ => return None,
        };
        self.caret = self.caret.moved(&self.text, &self.lines, way, modifiers.shift);
        self.reveal = Some(self.caret.at);
        None
    }
}
