//! The context menu of a hex: what it adds to the hex, and what it says if it cannot.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::model::selection::Selection;
use battlewright_schema::{Start, System, template};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, ask, at, cell, common, editor, press, push};

fn desk(system: System) -> Editor {
    editor(Document::from_text("new", template(system).to_owned()))
}

/// Opens the menu of `hex` with the right mouse button.
fn open(editor: &mut Editor, hex: &str) {
    let pos = at(editor, hex);
    editor.hover_at(pos);
    editor.run_steps(1);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
        editor.event(Event::PointerButton { pos, button, pressed, modifiers });
        editor.run_steps(1);
    }
    editor.run();
}

/// Returns the labels of the buttons that add something, and whether each can.
fn items(editor: &Editor) -> Vec<(String, bool)> {
    let begins =
        ["Add unit here", "Name this hex", "Add entry here", "Count for victory", "Add trench", "Add earthworks"];
    let nodes = editor.query_all_by_role(Role::Button);
    let items = nodes.filter_map(|node| Some((node.accesskit_node().label()?, !node.accesskit_node().is_disabled())));
    items.filter(|(label, _)| begins.iter().any(|begin| label.starts_with(begin))).collect()
}

#[test]
fn a_hex_gets_a_unit_a_name_an_entry_a_trench_and_counts_for_victory() {
    let mut editor = desk(System::Matz);
    open(&mut editor, "0101");
    let all = items(&editor).into_iter().map(|(label, _)| label).collect::<Vec<_>>();
    let expected =
        ["Add unit here (Red)", "Name this hex", "Add entry here (Red)", "Count for victory (Red)", "Add trench"];
    assert_eq!(all, expected);
    push(&mut editor, "Add unit here (Red)");
    let unit = common(&editor).unit_count() - 1;
    assert_eq!(common(&editor).unit(unit).unwrap().start, Start::At("0101".into()));
    assert_eq!(editor.state().selection(), Selection::Unit(unit));
    open(&mut editor, "0102");
    push(&mut editor, "Name this hex");
    assert_eq!(common(&editor).places().last().unwrap().hexes, ["0102".into()]);
    press(&mut editor, Modifiers::NONE, Key::Escape);
    open(&mut editor, "0103");
    push(&mut editor, "Add entry here (Red)");
    assert_eq!(common(&editor).entries().last().unwrap().hexes, ["0103".into()]);
    open(&mut editor, "0104");
    push(&mut editor, "Add trench");
    assert_eq!(common(&editor).fortifications()[1].hexes, ["0104".into()]);
    // The selected trench is extended.
    open(&mut editor, "0105");
    push(&mut editor, "Extend trench");
    assert_eq!(common(&editor).fortifications()[1].hexes, ["0104".into(), "0105".into()]);
    assert_eq!(editor.state().document().history().len(), 5, "each is a step");
}

#[test]
fn what_a_hex_cannot_have_is_disabled_with_the_reason() {
    let mut editor = desk(System::MarsLaTour);
    let place = common(&editor).places()[0].hexes[0].to_string();
    open(&mut editor, "0404");
    let all = items(&editor);
    assert!(all.contains(&("Name this hex".to_owned(), true)), "{all:?}");
    let entry = all.iter().find(|(label, _)| label.starts_with("Add entry here")).unwrap();
    assert!(!entry.1, "0404 is not at the edge");
    assert!(!all.iter().any(|(label, _)| label.contains("trench")), "this system has none");
    press(&mut editor, Modifiers::NONE, Key::Escape);
    // A place is named already and can be scored, or no longer.
    open(&mut editor, &place);
    assert!(editor.query_by_label("Name this hex").is_none());
    let mut score = editor.query_all_by_role(Role::Button).filter_map(|node| node.accesskit_node().label());
    assert!(score.any(|label| label.contains("core ")), "a step of the victory tool");
}

#[test]
fn the_menu_of_the_hex_cursor_has_the_same_items() {
    let mut editor = desk(System::AtAnyCost);
    let cell = cell(&editor, "0202");
    ask(&mut editor, Act::Select(Selection::Hex(cell)));
    press(&mut editor, Modifiers::SHIFT, Key::F10);
    assert!(items(&editor).contains(&("Add earthworks".to_owned(), true)), "{:?}", items(&editor));
    push(&mut editor, "Add earthworks");
    assert_eq!(common(&editor).fortifications()[0].hexes, ["0202".into()]);
}
