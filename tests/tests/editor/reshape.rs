//! Changes of the whole map by the dialog.

use battlewright_editor::Document;
use battlewright_editor::dialogs::{Dialog, surgery};
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::selection::Selection;
use battlewright_schema::{Start, check};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, editor, push, scenario};

/// Returns the text content of the dialog.
pub(crate) fn told(editor: &Editor) -> surgery::OutcomeText {
    match editor.state().dialog() {
        Some(Dialog::Surgery(surgery)) => surgery::data(surgery),
        other => panic!("{other:?}"),
    }
}

#[test]
fn hexes_are_renumbered_in_one_step_that_can_be_undone() {
    let mut editor = editor(Document::bundled());
    let before = scenario(&editor).clone();
    editor.state_mut().ask(Act::Select(Selection::Unit(3)));
    editor.state_mut().ask(Act::Command(Command::Renumber));
    editor.run();
    assert_eq!(told(&editor), surgery::OutcomeText::default());
    push(&mut editor, "A1");
    assert_eq!(told(&editor).changes[0], "First hex: A1 (was 0101)");
    assert_eq!(scenario(&editor), &before, "only told so far");
    push(&mut editor, "Renumber hexes");
    assert!(editor.state().dialog().is_none());
    assert_eq!(scenario(&editor).common().frame().numbering.first.as_str(), "A1");
    assert_eq!(check(scenario(&editor)), []);
    assert_eq!(editor.state().selection(), Selection::Scenario);
    assert_eq!(editor.state().document().history().undo_name(), Some("Renumber hexes"));
    editor.state_mut().ask(Act::Command(Command::Undo));
    editor.run();
    assert_eq!(scenario(&editor), &before);
}

#[test]
fn a_map_is_resized_by_totals_too() {
    let mut editor = editor(Document::bundled());
    push(&mut editor, "Resize, crop, shift…");
    for (label, all) in [("Total columns", 23.0), ("Total rows", 14.0)] {
        editor.get_by_role_and_label(Role::SpinButton, label).set_value_accesskit(all);
        editor.run();
    }
    assert_eq!(told(&editor).changes[0], "Map size: 23 columns and 14 rows (was 22 and 15)");
    push(&mut editor, "Resize map");
    assert_eq!(scenario(&editor).common().size(), (23, 14));
}

#[test]
fn a_crop_says_what_is_lost_and_does_it() {
    let mut editor = editor(Document::bundled());
    push(&mut editor, "Resize, crop, shift…");
    push(&mut editor, "Crop");
    editor.get_by_role_and_label(Role::TextInput, "From hex").focus();
    editor.run();
    editor.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    editor.get_by_role_and_label(Role::TextInput, "From hex").type_text("0401");
    editor.run();
    let told = told(&editor);
    assert_eq!(told.changes[0], "Map size: 19 columns and 15 rows (was 22 and 15)");
    assert!(!told.losses.is_empty());
    editor.get_by_label(&told.losses[0]);
    push(&mut editor, "Crop map");
    assert_eq!(scenario(&editor).common().size(), (19, 15));
    // Hexes keep their numbers, so that remaining units keep their hexes.
    let grid = scenario(&editor).common().grid().unwrap();
    assert_eq!(grid.name(battlewright_schema::Cell::default()).as_str(), "0401");
    let units = scenario(&editor).common();
    let starts = (0..units.unit_count()).filter_map(|n| units.unit(n));
    let mut hexes = starts.filter_map(|unit| if let Start::At(hex) = unit.start { Some(hex) } else { None });
    assert!(hexes.all(|hex| grid.cell(&hex).is_some()));
}

#[test]
fn the_window_can_be_left_and_what_cannot_be_done_is_said() {
    let mut editor = editor(Document::bundled());
    let before = scenario(&editor).clone();
    editor.state_mut().ask(Act::Command(Command::Turn));
    editor.run();
    push(&mut editor, "Renumber");
    editor.get_by_role_and_label(Role::TextInput, "First hex").focus();
    editor.run();
    editor.get_by_role_and_label(Role::TextInput, "First hex").type_text("x");
    editor.run();
    assert!(told(&editor).refused.is_some());
    assert!(editor.get_by_role_and_label(Role::Button, "Renumber hexes").accesskit_node().is_disabled());
    push(&mut editor, "Cancel");
    assert!(editor.state().dialog().is_none());
    assert_eq!(scenario(&editor), &before);
}
