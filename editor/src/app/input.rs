//! The input in progress: the tools in use, the cursors of the keyboard, drags, menus, and the text field with the focus.

use battlewright_schema::{Cell, Inches};

use crate::app::clipboard::PastePlace;
use crate::app::map::drag_and_drop::DragState;
use crate::app::map::hex_cursor::Announcement;
use crate::app::map::table_play::PlayPointer;
use crate::app::text_focus::TextFocus;
use crate::tools::{self, TableTool, Tool, ToolKind};

/// The input in progress.
pub(super) struct Input {
    /// The active tool on hexes.
    pub(super) hand: Box<dyn Tool>,
    /// The active tool on a table without hexes.
    pub(super) table_hand: Box<dyn TableTool>,
    /// The pointer in a game on a table.
    pub(super) play_pointer: PlayPointer,
    /// The hex cursor of the keyboard.
    pub(super) cursor: Option<Cell>,
    /// The keyboard cursor on a table.
    pub(super) table_cursor: Option<Inches>,
    /// `true` if the keyboard drags with its cursor.
    pub(super) keyed: bool,
    /// `true` if the mouse button was pressed on the map and is still held.
    pub(super) map_down: bool,
    /// The payload that is dragged over the window.
    pub(super) carried: DragState,
    /// The hex whose menu is open, with `true` if it was requested in this frame.
    pub(super) hex_menu: Option<(Cell, bool)>,
    /// The point whose menu is open, with `true` if it was requested in this frame.
    pub(super) table_menu: Option<(Inches, bool)>,
    /// The place where a menu asked to paste, until the text of the clipboard arrives, and the time of the request.
    pub(super) pasting: Option<(PastePlace, f64)>,
    /// The last announcement to screen readers.
    pub(super) announced: Option<Announcement>,
    /// The text field with the keyboard focus.
    pub(super) text_focus: TextFocus,
    /// `true` if the next press of Tab goes to the decision.
    pub(super) tab_to_decision: bool,
}

impl Default for Input {
    fn default() -> Self {
        Self {
            hand: tools::new(ToolKind::SELECT),
            table_hand: tools::new_on_table(ToolKind::SELECT),
            play_pointer: PlayPointer::default(),
            cursor: None,
            table_cursor: None,
            keyed: false,
            map_down: false,
            carried: DragState::default(),
            hex_menu: None,
            table_menu: None,
            pasting: None,
            announced: None,
            text_focus: TextFocus::default(),
            tab_to_decision: false,
        }
    }
}

impl Input {
    /// Cancels the work of the active tool. Returns `true` if there was any.
    pub(super) fn cancel_tool(&mut self) -> bool {
        self.hand.cancel() | self.table_hand.cancel()
    }

    /// Cancels the work of the active tool, and begins to use the tool of this `kind`.
    pub(super) fn use_tool(&mut self, kind: ToolKind) {
        self.cancel_tool();
        self.hand = tools::new(kind);
        self.table_hand = tools::new_on_table(kind);
    }

    /// Removes the cursors of the keyboard.
    pub(super) fn clear_cursors(&mut self) {
        (self.cursor, self.table_cursor) = (None, None);
    }
}
