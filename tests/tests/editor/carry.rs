//! Counters dragged from the order of battle to the map and back.

use crate::desk::{Editor, at, common, editor, press, says};
use battlewright_editor::Document;
use battlewright_editor::messages::drag_payload::CounterDrag;
use battlewright_editor::model::selection::Selection;
use battlewright_schema::{Counter, Start};
use egui::{DragAndDrop, Key, Modifiers, Pos2};

const NONE: Modifiers = Modifiers::NONE;

fn start(editor: &Editor, unit: usize) -> Start {
    common(editor).unit(unit).unwrap().start
}

/// Returns the first unit that enters later, or that starts on the map.
fn unit(editor: &Editor, enters: bool) -> usize {
    let is = |n: &usize| matches!(start(editor, *n), Start::Enters { .. }) == enters;
    (0..common(editor).unit_count()).find(is).unwrap()
}

/// Starts a drag of `unit` like the order of battle does, and moves it to `pos`.
fn carry(editor: &mut Editor, unit: usize, pos: Pos2) {
    let list = editor.state().map_rect().center_bottom() + egui::vec2(0.0, 110.0);
    editor.hover_at(list);
    editor.run_steps(1);
    editor.drag_at(list);
    editor.run_steps(1);
    DragAndDrop::set_payload(&editor.ctx, CounterDrag { counters: vec![Counter::Unit(unit)] });
    editor.hover_at(pos);
    editor.run_steps(2);
}

#[test]
fn a_unit_is_carried_from_the_list_to_a_hex() {
    let mut editor = editor(Document::bundled());
    let unit = unit(&editor, true);
    let hex = at(&editor, "0404");
    carry(&mut editor, unit, hex);
    assert!(says(&editor, "in 0404"), "the status line tells what letting go does");
    editor.drop_at(hex);
    editor.run();
    assert_eq!(start(&editor, unit), Start::At("0404".into()));
    assert_eq!(editor.state().selection(), Selection::Unit(unit));
    assert!(!says(&editor, "Release to start"));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(!editor.state().document().is_dirty());
}

#[test]
fn a_reinforcement_is_carried_to_another_entry_and_keeps_its_turn() {
    let mut editor = editor(Document::bundled());
    let unit = unit(&editor, true);
    let Start::Enters { turn, .. } = start(&editor, unit) else { panic!() };
    let side = common(&editor).unit(unit).unwrap().side.clone();
    let entry = common(&editor).entries().iter().rfind(|entry| entry.side == side).unwrap().clone();
    let hex = at(&editor, entry.hexes[0].as_str());
    carry(&mut editor, unit, hex);
    assert!(says(&editor, &format!("arrive at entry {} on turn {turn}", entry.id)));
    editor.drop_at(hex);
    editor.run();
    assert!(matches!(start(&editor, unit), Start::Enters { turn: now, at, .. } if now == turn && at == entry.id));
}

#[test]
fn escape_puts_back_what_is_carried_and_a_full_hex_is_told() {
    let mut editor = editor(Document::bundled());
    let (comes, here) = (unit(&editor, true), unit(&editor, false));
    let Start::At(full) = start(&editor, here) else { panic!() };
    let hex = at(&editor, full.as_str());
    carry(&mut editor, comes, hex);
    assert!(says(&editor, "A hex holds only one"));
    press(&mut editor, NONE, Key::Escape);
    editor.drop_at(hex);
    editor.run();
    assert!(!editor.state().document().is_dirty());
}

#[test]
fn a_counter_is_dragged_off_the_map_back_to_the_list() {
    let mut editor = editor(Document::bundled());
    let unit = unit(&editor, false);
    let Start::At(hex) = start(&editor, unit) else { panic!() };
    let (from, list) = (at(&editor, hex.as_str()), editor.state().map_rect().center_bottom() + egui::vec2(0.0, 80.0));
    let drag = |editor: &mut Editor, to: Pos2| {
        editor.hover_at(from);
        editor.run_steps(1);
        editor.drag_at(from);
        editor.run_steps(1);
        for step in [0.2, 0.6, 1.0] {
            editor.hover_at(from.lerp(to, step));
            editor.run_steps(2);
        }
    };
    drag(&mut editor, list);
    press(&mut editor, NONE, Key::Escape);
    editor.drop_at(list);
    editor.run();
    assert!(!editor.state().document().is_dirty(), "Escape leaves it where it was");
    drag(&mut editor, list);
    editor.drop_at(list);
    editor.run();
    assert_eq!(start(&editor, unit), Start::Nowhere);
    assert_eq!(editor.state().document().history().len(), 1);
}
