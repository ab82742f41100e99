//! The deletion of a formation, which asks about its units.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::model::selection::Selection;
use battlewright_schema::{System, template};
use egui::{Key, Modifiers};

use crate::desk::{Editor, ask, choose, common, editor, press, push, says, scenario};

/// Opens the template of Matz with a second corps of Red, and selects the first.
fn desk() -> Editor {
    let air = "[[formation]]\nid = \"red-air\"";
    let guard = "[[formation]]\nid = \"red-guard\"\nname = \"Red Guard\"\nside = \"red\"\nechelon = \"corps\"\n\n";
    let text = template(System::Matz).replace(air, &format!("{guard}{air}"));
    let mut editor = editor(Document::from_text("new", text));
    ask(&mut editor, Act::Select(Selection::Row("formation", 0)));
    editor
}

fn red_units(editor: &Editor, formation: &str) -> usize {
    let common = common(editor);
    let units = (0..common.unit_count()).filter_map(|unit| common.unit(unit));
    units.filter(|unit| unit.formation == Some(formation)).count()
}

#[test]
fn the_units_of_a_deleted_formation_move_to_another_one() {
    let mut editor = desk();
    let (before, units) = (scenario(&editor).clone(), common(&editor).unit_count());
    press(&mut editor, Modifiers::NONE, Key::Delete);
    assert!(says(&editor, "Red Corps has 5 units. Its headquarters is deleted with it."));
    choose(&mut editor, "Formation that gets the units", "Red Guard");
    push(&mut editor, "Move units, then delete");
    assert_eq!((common(&editor).unit_count(), red_units(&editor, "Red Guard")), (units, 5));
    assert_eq!(common(&editor).formations().iter().filter(|formation| formation.name == "Red Corps").count(), 0);
    assert_eq!(editor.state().document().history().undo_name(), Some("Remove formation, move 5 units"));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(*scenario(&editor) == before, "one step");
}

#[test]
fn the_units_of_a_deleted_formation_go_with_it() {
    let mut editor = desk();
    let (before, units) = (scenario(&editor).clone(), common(&editor).unit_count());
    push(&mut editor, "Delete");
    push(&mut editor, "Cancel");
    assert!(*scenario(&editor) == before && editor.state().dialog().is_none());
    push(&mut editor, "Delete");
    push(&mut editor, "Delete formation and 5 units");
    assert_eq!(common(&editor).unit_count(), units - 5);
    let codes: Vec<&str> = editor.state().document().problems().iter().map(|p| p.finding.code.as_str()).collect();
    assert!(!codes.contains(&"unknown-formation") && !codes.contains(&"unknown-unit"), "{codes:?}");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(*scenario(&editor) == before, "one step");
}

#[test]
fn a_formation_without_units_is_deleted_at_once() {
    let mut editor = desk();
    ask(&mut editor, Act::Select(Selection::Row("formation", 1)));
    press(&mut editor, Modifiers::NONE, Key::Delete);
    assert!(editor.state().dialog().is_none());
    assert!(common(&editor).formations().iter().all(|formation| formation.name != "Red Guard"));
}
