//! Keyboard shortcuts of the commands.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::text_focus::Keyboard;
use crate::messages::command::Command;
use crate::panels::commands::{self, CommandInfo};
use crate::panels::order_of_battle::grid_id;

/// Returns the command whose shortcut was pressed and consumes the key. While text is typed, only shortcuts without a
/// meaning in text fields are accepted.
pub(super) fn pressed(ctx: &egui::Context, keyboard: Keyboard) -> Option<Command> {
    let Keyboard { writing: typing, own_undo, left, holding, ending } = keyboard;
    // In the order of battle, letters are typed into cells, and the table has its own shortcuts.
    let table = ctx.memory(|memory| memory.has_focus(grid_id()));
    // Escape closes an open menu or leaves a text field and has no other effect then.
    let escapes = left || egui::Popup::is_any_open(ctx);
    let mut entries: Vec<CommandInfo> = commands::table();
    entries.retain(|entry| holding || !entry.holding);
    // Outside of a game, the key belongs to the resolver.
    entries.retain(|entry| ending || entry.command != Command::EndStep);
    // Shortcuts with more modifiers come first, so that Ctrl+Shift+Z is not taken for Ctrl+Z.
    let modifiers = |entry: &CommandInfo| entry.key.map_or(0, |key| modifier_count(key.modifiers));
    entries.sort_by_key(|entry| std::cmp::Reverse((entry.holding, modifiers(entry))));
    let accepted = |entry: &CommandInfo, key: KeyboardShortcut| {
        let function = (Key::F5..=Key::F12).contains(&key.logical_key);
        let text = match entry.command {
            Command::Undo | Command::Redo => typing && own_undo,
            Command::Copy | Command::Cut | Command::Paste | Command::SelectMap => true,
            // The table has a search of its own.
            Command::Find => table,
            _ => false,
        };
        if escapes && key.logical_key == Key::Escape {
            return false;
        }
        !(typing || table) || function || (key.modifiers.command && !text)
    };
    entries.into_iter().find_map(|entry| {
        let key = entry.key.filter(|key| accepted(&entry, *key))?;
        ctx.input_mut(|input| consume(input, key)).then_some(entry.command)
    })
}

fn modifier_count(modifiers: Modifiers) -> u8 {
    u8::from(modifiers.command) + u8::from(modifiers.shift) + u8::from(modifiers.alt)
}

/// Consumes the key if it was pressed. A key that needs Shift on some keyboards is accepted with Shift too.
fn consume(input: &mut egui::InputState, key: KeyboardShortcut) -> bool {
    if input.consume_shortcut(&key) {
        return true;
    }
    match key.logical_key {
        Key::F10 if key.modifiers == Modifiers::SHIFT => input.consume_key(Modifiers::NONE, Key::Menu),
        // Additional Shift is ignored for these keys.
        Key::Plus => input.consume_key(key.modifiers, Key::Equals),
        Key::Questionmark => {
            input.consume_key(Modifiers::SHIFT, Key::Questionmark) || input.consume_key(Modifiers::SHIFT, Key::Slash)
        }
        Key::Z if key.modifiers == Modifiers::COMMAND.plus(Modifiers::SHIFT) => {
            input.consume_key(Modifiers::COMMAND, Key::Y)
        }
        _ => false,
    }
}
