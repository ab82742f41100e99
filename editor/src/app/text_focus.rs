//! The focused text field, and its effect on shortcuts.

use battlewright_schema::DocPath;
use egui::{Context, Event, Id, ImeEvent, Key};

use crate::panels::source;

/// The text field with the keyboard focus in the last frame.
#[derive(Default)]
pub(super) struct TextFocus {
    /// The field of the inspector that receives the focus when it is drawn.
    pub(super) asked: Option<DocPath>,
    /// The field that receives it in the next frame, since a dialog that has just closed still keeps it from the panels.
    pub(super) next: Option<DocPath>,
    field: Option<Id>,
    /// `true` if text was typed since the field received the focus.
    typed: bool,
}

/// The keyboard state on which shortcuts depend.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keyboard {
    /// `true` if a text field has the focus or is about to receive it.
    pub writing: bool,
    /// `true` if the text field handles undo itself.
    pub own_undo: bool,
    /// `true` if a text field lost the focus in this frame, for example by Escape.
    pub left: bool,
    /// `true` if a map piece is at the pointer.
    pub holding: bool,
    /// `true` if a person may end a move, a plan or a phase of a game.
    pub ending: bool,
}

impl TextFocus {
    /// Returns the keyboard state at the start of a frame.
    pub(super) fn keyboard(&mut self, ctx: &Context) -> Keyboard {
        let now = focused(ctx);
        let left = self.field.is_some() && now.is_none();
        if now != self.field || self.asked.is_some() {
            self.typed = false;
        }
        let writing = now.is_some() || self.asked.is_some();
        self.typed |= writing && ctx.input(|input| input.events.iter().any(types));
        let own_undo = self.typed || now == Some(source::text_id());
        Keyboard { writing, own_undo, left, ..Keyboard::default() }
    }

    /// Records the field that has the focus at the end of a frame.
    pub(super) fn drawn(&mut self, ctx: &Context) {
        let field = focused(ctx);
        self.typed &= field == self.field || self.asked.is_some();
        self.field = field;
        self.asked = self.next.take();
        if self.asked.is_some() {
            ctx.request_repaint();
        }
    }

    /// Returns `true` if a text field had the focus in this frame, even if it has lost it since.
    pub(super) fn holds(&self) -> bool {
        self.field.is_some() || self.asked.is_some()
    }
}

fn focused(ctx: &Context) -> Option<Id> {
    ctx.memory(|memory| memory.focused()).filter(|_| ctx.text_edit_focused())
}

/// Returns `true` if `event` changes the text of the focused field.
fn types(event: &Event) -> bool {
    match event {
        Event::Text(_) | Event::Paste(_) | Event::Cut | Event::Ime(ImeEvent::Commit(_)) => true,
        Event::Key { key, pressed, .. } => *pressed && matches!(key, Key::Backspace | Key::Delete | Key::Enter),
        _ => false,
    }
}
