//! The focused text field, and its effect on shortcuts.

use battlewright_schema::DocPath;
use egui::{Context, Event, Id, ImeEvent, Key};

use crate::panels::source;

/// The text field that has the keyboard, as the window was drawn last.
#[derive(Default)]
pub(super) struct TextFocus {
    /// The field of the inspector that takes the keyboard as soon as it is drawn.
    pub(super) asked: Option<DocPath>,
    field: Option<Id>,
    /// `true` if something was typed since the field has the keyboard.
    typed: bool,
}

/// The state of the keyboard that commands must know before they hear a key.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keyboard {
    /// `true` if text is being written, or is about to be.
    pub writing: bool,
    /// `true` if the text takes its own typing back.
    pub own_undo: bool,
    /// `true` if a text field was left in this frame, as Escape does.
    pub left: bool,
    /// `true` if a piece of a map is in hand.
    pub holding: bool,
}

impl TextFocus {
    /// The keyboard as it is before anything is drawn.
    pub(super) fn hear(&mut self, ctx: &Context) -> Keyboard {
        let now = focused(ctx);
        let left = self.field.is_some() && now.is_none();
        if now != self.field || self.asked.is_some() {
            self.typed = false;
        }
        let writing = now.is_some() || self.asked.is_some();
        self.typed |= writing && ctx.input(|input| input.events.iter().any(types));
        let own_undo = self.typed || now == Some(source::text_id());
        Keyboard { writing, own_undo, left, holding: false }
    }

    /// Takes note of which field has the keyboard after everything is drawn.
    pub(super) fn drawn(&mut self, ctx: &Context) {
        let field = focused(ctx);
        self.typed &= field == self.field || self.asked.is_some();
        self.field = field;
        self.asked = None;
    }

    /// Returns `true` if the keyboard is a field's in this frame, be it left meanwhile.
    pub(super) fn holds(&self) -> bool {
        self.field.is_some() || self.asked.is_some()
    }
}

fn focused(ctx: &Context) -> Option<Id> {
    ctx.memory(|memory| memory.focused()).filter(|_| ctx.text_edit_focused())
}

/// Returns `true` if `event` changes the text that hears it.
fn types(event: &Event) -> bool {
    match event {
        Event::Text(_) | Event::Paste(_) | Event::Cut | Event::Ime(ImeEvent::Commit(_)) => true,
        Event::Key { key, pressed, .. } => *pressed && matches!(key, Key::Backspace | Key::Delete | Key::Enter),
        _ => false,
    }
}
