//! Labels on the map.

use crate::desk::{Editor, at, choose, click, common, drag, editor, letter_events, press, tap, write};
use battlewright_editor::Document;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::model::store;
use battlewright_editor::tools::ToolKind;
use battlewright_schema::{HexId, LabelStyle};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

const NONE: Modifiers = Modifiers::NONE;

#[test]
fn a_label_is_written_named_moved_and_taken_away() {
    let mut editor = editor(Document::bundled());
    let count = common(&editor).labels().len();
    press(&mut editor, NONE, Key::W);
    assert_eq!(editor.state().tool(), ToolKind::LABEL);
    choose(&mut editor, "Names", "Height");
    drag(&mut editor, &["0303", "0503"]);
    assert_eq!(editor.state().selection(), Selection::Row("label", count));
    let field = editor.get_by_label("Text");
    field.set_text_value_accesskit("Crest of the Yron");
    editor.run();
    let label = common(&editor).labels()[count].clone();
    assert_eq!((label.text.as_str(), label.style), ("Crest of the Yron", LabelStyle::Height));
    assert_eq!((label.at, label.to), ("0303".into(), Some(HexId::from("0503"))));
    // Its end is dragged; then the whole label, after a click with the select tool.
    drag(&mut editor, &["0503", "0703"]);
    press(&mut editor, NONE, Key::V);
    press(&mut editor, NONE, Key::Escape);
    click(&mut editor, "0503");
    assert_eq!(editor.state().selection(), Selection::Row("label", count));
    let text = editor.state().document().text();
    assert!(text.contains("text = \"Crest of the Yron\"\nat = \"0303\"\nto = \"0703\"\nstyle = \"height\"\n"));
    assert!(store::read(&text).sound);
    press(&mut editor, NONE, Key::Delete);
    assert_eq!(common(&editor).labels().len(), count);
    for _ in 0..4 {
        press(&mut editor, Modifiers::COMMAND, Key::Z);
    }
    assert!(!editor.state().document().is_dirty());
}

#[test]
fn the_label_tool_gives_up_and_says_what_it_will_do() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::W);
    let (from, to) = (at(&editor, "0303"), at(&editor, "0503"));
    editor.hover_at(from);
    editor.run();
    assert!(editor.query_all_by_label_contains("Click a hex to add a label").next().is_some());
    editor.drag_at(from);
    editor.run_steps(1);
    editor.hover_at(to);
    editor.run();
    assert!(editor.query_all_by_label_contains("along the line from 0303 to 0503").next().is_some());
    press(&mut editor, NONE, Key::Escape);
    editor.drop_at(to);
    editor.run();
    assert!(!editor.state().document().is_dirty());
}

#[test]
fn a_new_label_takes_the_keyboard_and_enter_gives_it_back() {
    let mut editor = editor(Document::bundled());
    let count = common(&editor).labels().len();
    press(&mut editor, NONE, Key::W);
    click(&mut editor, "0303");
    // These letters are also shortcuts of tools.
    write(&mut editor, "Bois vert");
    let text = |editor: &Editor, at: usize| common(editor).labels()[at].text.clone();
    assert_eq!((text(&editor, count).as_str(), editor.state().tool()), ("Bois vert", ToolKind::LABEL));
    press(&mut editor, NONE, Key::Enter);
    assert_eq!(common(&editor).labels().len(), count + 1, "Enter writes no second label");
    press(&mut editor, NONE, Key::P);
    assert_eq!(editor.state().tool(), ToolKind::PLACE);
    assert_eq!(text(&editor, count), "Bois vert");
    // Typed text is one step, the label another.
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&editor, count), "New label");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(!editor.state().document().is_dirty());
}

#[test]
fn letters_that_come_in_the_frame_after_the_click_are_written() {
    let mut editor = editor(Document::bundled());
    let count = common(&editor).labels().len();
    press(&mut editor, NONE, Key::W);
    let pos = at(&editor, "0303");
    editor.hover_at(pos);
    editor.run_steps(1);
    editor.drag_at(pos);
    editor.drop_at(pos);
    editor.run_steps(2);
    for letter in ['v', 'b'] {
        letter_events(&mut editor, letter);
    }
    editor.run();
    assert_eq!(editor.state().tool(), ToolKind::LABEL);
    assert_eq!(common(&editor).labels()[count].text, "vb");
}

#[test]
fn letters_that_come_with_the_click_switch_no_tool() {
    let mut editor = editor(Document::bundled());
    let count = common(&editor).labels().len();
    press(&mut editor, NONE, Key::W);
    let pos = at(&editor, "0303");
    editor.hover_at(pos);
    editor.run_steps(1);
    for pressed in [true, false] {
        let event = egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed, modifiers: NONE };
        editor.input_mut().events.push(event);
    }
    letter_events(&mut editor, 'b');
    editor.run();
    assert_eq!(editor.state().tool(), ToolKind::LABEL);
    assert_eq!(common(&editor).labels().len(), count + 1);
}

#[test]
fn a_press_on_the_map_ends_the_writing_and_a_drag_makes_the_next_label() {
    let mut editor = editor(Document::bundled());
    let count = common(&editor).labels().len();
    press(&mut editor, NONE, Key::W);
    drag(&mut editor, &["0303", "0503"]);
    write(&mut editor, "Yron");
    drag(&mut editor, &["0307", "0507"]);
    write(&mut editor, "Longeau");
    let labels = &common(&editor).labels()[count..];
    let written: Vec<_> = labels.iter().map(|label| (label.text.as_str(), label.at.as_str())).collect();
    assert_eq!(written, [("Yron", "0303"), ("Longeau", "0307")]);
    press(&mut editor, NONE, Key::Escape);
    assert_eq!(editor.state().selection(), Selection::Row("label", count + 1), "Escape only leaves the field");
    press(&mut editor, NONE, Key::Escape);
    assert_eq!(editor.state().selection(), Selection::Scenario);
}

#[test]
fn a_new_place_takes_the_keyboard_even_where_the_inspector_is_hidden() {
    let mut editor = editor(Document::bundled());
    let count = common(&editor).places().len();
    press(&mut editor, Modifiers::COMMAND, Key::I);
    press(&mut editor, NONE, Key::P);
    let pos = at(&editor, "0303");
    tap(&mut editor, pos);
    write(&mut editor, "La Caulre");
    assert_eq!((common(&editor).places()[count].name.as_str(), editor.state().tool()), ("La Caulre", ToolKind::PLACE));
    press(&mut editor, NONE, Key::Escape);
    assert_eq!(editor.state().selection(), Selection::Place(count));
    press(&mut editor, NONE, Key::V);
    assert_eq!(editor.state().tool(), ToolKind::SELECT);
}

#[test]
fn ctrl_z_in_a_field_without_own_typing_takes_the_last_edit_back() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::P);
    let pos = at(&editor, "0303");
    tap(&mut editor, pos);
    // The field of the new name has the focus, and nothing was typed.
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(!editor.state().document().is_dirty());
    press(&mut editor, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
    assert!(editor.state().document().is_dirty());
    // The field undoes its own input.
    tap(&mut editor, pos);
    editor.get_by_role_and_label(Role::TextInput, "Name").focus();
    editor.run();
    let before = editor.state().document().history().len();
    write(&mut editor, "x");
    assert_eq!(editor.state().document().history().len(), before + 1);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    let places = common(&editor).places();
    assert_eq!(places[places.len() - 1].name, "New place");
}
