//! Keyboard control of the table: cursor, selection, clipboard and editing.

use egui::{Event, EventFilter, FocusDirection, Key, Modifiers, Ui};

use super::{OrderOfBattleState, cell, grid_id};
use crate::messages::act::Act;
use crate::panels::PanelContext;

/// The number of rows per page step.
const PAGE: isize = 12;

/// Handles the keys if the table has the focus.
pub(super) fn handle_input(
    roster: &mut OrderOfBattleState,
    ui: &mut Ui,
    shown: &PanelContext<'_>,
    editable: bool,
    acts: &mut Vec<Act>,
) {
    if !ui.memory(|memory| memory.has_focus(grid_id())) || roster.typing.is_some() {
        return;
    }
    let all = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(grid_id(), all));
    walk(roster, ui, shown, acts);
    let press = |ui: &Ui, modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    if press(ui, Modifiers::COMMAND, Key::A) {
        roster.pick.all(&roster.order.clone());
    }
    if press(ui, Modifiers::NONE, Key::Escape) {
        if roster.pick.units.len() > 1 || roster.pick.whole {
            roster.pick.one(roster.pick.cursor);
        } else {
            ui.memory_mut(|memory| memory.surrender_focus(grid_id()));
        }
    }
    if press(ui, Modifiers::COMMAND, Key::F) || press(ui, Modifiers::COMMAND, Key::H) {
        roster.open_search();
    }
    let (copy, cut, paste) = clipboard(ui);
    if copy || cut {
        ui.copy_text(roster.copied());
        acts.push(Act::Say(format!("Copied {}.", cells(roster))));
    }
    if !editable {
        return;
    }
    let scenario = shown.scenario();
    let empties = press(ui, Modifiers::NONE, Key::Backspace);
    if press(ui, Modifiers::NONE, Key::Delete) {
        if roster.pick.whole {
            acts.push(Act::Command(crate::messages::command::Command::Delete));
        } else {
            acts.extend(roster.clear(scenario));
        }
    } else if cut || empties {
        acts.extend(roster.clear(scenario));
    }
    if let Some(text) = paste {
        acts.extend(roster.paste(scenario, &text));
    }
    let begin = press(ui, Modifiers::NONE, Key::Enter) || press(ui, Modifiers::NONE, Key::F2);
    if begin {
        cell::begin(roster, None);
        return;
    }
    let typed: String = ui.input_mut(|input| {
        let mut typed = String::new();
        input.events.retain(|event| match event {
            Event::Text(text) => {
                typed.push_str(text);
                false
            }
            _ => true,
        });
        typed
    });
    if typed.chars().any(|letter| !letter.is_whitespace()) {
        cell::begin(roster, Some(typed));
    } else if !typed.is_empty() {
        cell::begin(roster, None);
    }
}

/// Moves the cursor.
fn walk(roster: &mut OrderOfBattleState, ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    const FAR: isize = isize::MAX;
    let steps = [
        (Key::ArrowUp, (-1, 0)),
        (Key::ArrowDown, (1, 0)),
        (Key::ArrowLeft, (0, -1)),
        (Key::ArrowRight, (0, 1)),
        (Key::PageUp, (-PAGE, 0)),
        (Key::PageDown, (PAGE, 0)),
        (Key::Home, (0, -FAR)),
        (Key::End, (0, FAR)),
    ];
    let mut by: Option<((isize, isize), bool)> = None;
    ui.input_mut(|input| {
        for (key, step) in steps {
            // With Ctrl, to the edge.
            let far = (step.0.signum().saturating_mul(FAR), step.1.signum().saturating_mul(FAR));
            let corner = (step.1.signum().saturating_mul(FAR), step.1);
            let far = if matches!(key, Key::Home | Key::End) { corner } else { far };
            let ctrl = Modifiers::COMMAND;
            for (modifiers, step, range) in [
                (ctrl.plus(Modifiers::SHIFT), far, true),
                (ctrl, far, false),
                (Modifiers::SHIFT, step, true),
                (Modifiers::NONE, step, false),
            ] {
                if input.consume_key(modifiers, key) {
                    by = Some((step, range));
                }
            }
        }
    });
    if by.is_none() {
        by = tab(roster, ui);
    }
    if let Some((by, range)) = by {
        let (order, columns) = (roster.order.clone(), roster.columns());
        let row = roster.pick.cursor.unit;
        roster.pick.step(by, range, &order, &columns);
        roster.reveal = true;
        // A move within the row does not change the selected unit.
        if roster.pick.cursor.unit != row {
            roster.select(shown, acts);
        }
    }
}

/// Handles Tab, which moves between cells, and leaves the table at the end of a row.
fn tab(roster: &OrderOfBattleState, ui: &Ui) -> Option<((isize, isize), bool)> {
    let columns = roster.columns();
    let here = Some(&roster.pick.cursor.column);
    for (modifiers, by, edge, out) in [
        (Modifiers::SHIFT, -1, columns.first(), FocusDirection::Previous),
        (Modifiers::NONE, 1, columns.last(), FocusDirection::Next),
    ] {
        if !ui.input_mut(|input| input.consume_key(modifiers, Key::Tab)) {
            continue;
        }
        if edge != here {
            return Some(((0, by), false));
        }
        ui.memory_mut(|memory| memory.move_focus(out));
    }
    None
}

/// Returns `true` for a copy event, `true` for a cut event, and the text of a paste event.
fn clipboard(ui: &Ui) -> (bool, bool, Option<String>) {
    ui.input(|input| {
        let has = |wanted: &Event| input.events.iter().any(|event| event == wanted);
        let paste = input.events.iter().find_map(|event| match event {
            Event::Paste(text) => Some(text.clone()),
            _ => None,
        });
        (has(&Event::Copy), has(&Event::Cut), paste)
    })
}

/// Formats the number of picked cells.
fn cells(roster: &OrderOfBattleState) -> String {
    let count = roster.pick.columns(&roster.columns()).len() * roster.pick.shown(&roster.order).len();
    if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") }
}
