//! The keys that move the cursor of a map or of a table, and that click and drag with it.

use egui::{EventFilter, Key, Modifiers, Pos2, Response, Ui};

use crate::app::panes::Panes;
use crate::tools::PointerGesture;

/// The keys of a frame that concern the cursor.
pub(super) struct CursorKeys<W> {
    /// The movements, each with `true` if it drags.
    pub(super) moves: Vec<(W, bool)>,
    /// `true` if the Enter key clicks.
    pub(super) enter: bool,
    /// The modifier keys.
    pub(super) held: Modifiers,
}

impl<W> CursorKeys<W> {
    /// Returns the modifier keys of a movement, where Shift means dragging.
    pub(super) fn plain(&self) -> Modifiers {
        Modifiers { shift: false, ..self.held }
    }

    /// Returns the gestures of the Enter key: a click at the cursor; without a cursor, it ends what the tool is at.
    pub(super) fn click(&self, cursor: Option<Pos2>) -> Vec<(PointerGesture, Modifiers)> {
        let gestures = match (self.enter, cursor) {
            (false, _) => Vec::new(),
            (true, None) => vec![PointerGesture::Commit],
            (true, Some(pos)) => {
                vec![PointerGesture::Hover(pos), PointerGesture::Press(pos), PointerGesture::Release(pos)]
            }
        };
        gestures.into_iter().map(|gesture| (gesture, self.held)).collect()
    }
}

impl Panes<'_> {
    /// Takes the keys of the cursor, which stands at `cursor` and moves by `keys`. Ends a drag whose Shift key is released.
    /// Returns `None` if the keys belong to something else.
    pub(super) fn cursor_keys<W: Copy>(
        &mut self,
        ui: &Ui,
        response: &Response,
        keys: &[(Key, W)],
        cursor: Option<Pos2>,
        events: &mut Vec<(PointerGesture, Modifiers)>,
    ) -> Option<CursorKeys<W>> {
        if response.has_focus() {
            let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        }
        let held = ui.input(|input| input.modifiers);
        let mut pressed = CursorKeys { moves: Vec::new(), enter: false, held };
        // The Enter key that ends a text input is not a click.
        let elsewhere =
            self.input.text_focus.holds() || ui.memory(|memory| memory.focused().is_some_and(|id| id != response.id));
        let covered = self.covered || egui::Popup::is_any_open(ui.ctx());
        if (elsewhere || covered || !held.shift) && std::mem::take(&mut self.input.keyed) {
            events.extend(cursor.map(|pos| (PointerGesture::Release(pos), pressed.plain())));
        }
        if elsewhere || covered {
            return None;
        }
        pressed.enter = ui.input_mut(|input| {
            for (key, way) in keys {
                let shift = input.consume_key(Modifiers::SHIFT, *key);
                if shift || input.consume_key(Modifiers::NONE, *key) {
                    pressed.moves.push((*way, shift));
                }
            }
            [Modifiers::SHIFT, Modifiers::ALT, Modifiers::NONE]
                .into_iter()
                .any(|modifiers| input.consume_key(modifiers, Key::Enter))
        });
        Some(pressed)
    }

    /// Moves the pointer by keyboard from `from` over the points of `path`: drags with the tool, or hovers over the last point.
    pub(super) fn move_by_key(
        &mut self,
        drags: bool,
        from: Pos2,
        path: &[Pos2],
        plain: Modifiers,
        events: &mut Vec<(PointerGesture, Modifiers)>,
    ) {
        if drags && self.workspace.tool_at_work() {
            if !std::mem::replace(&mut self.input.keyed, true) {
                events
                    .extend([PointerGesture::Hover(from), PointerGesture::Press(from)].map(|gesture| (gesture, plain)));
            }
            events.extend(path.iter().map(|pos| (PointerGesture::Drag(*pos), plain)));
        } else {
            events.extend(path.last().map(|pos| (PointerGesture::Hover(*pos), plain)));
        }
    }
}
