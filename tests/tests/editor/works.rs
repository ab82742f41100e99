//! Trenches, the front line and mega-hexes, drawn on the map.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::tools::ToolKind;
use battlewright_schema::{DocPath, HexId, System, template};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use serde_json::{Value, json};

use crate::desk::{self, Editor, ask, choose, common, drag, editor, press, says, scenario};

const NONE: Modifiers = Modifiers::NONE;

fn desk(system: System) -> Editor {
    editor(Document::from_text("new", template(system).to_owned()))
}

fn trench(editor: &Editor, at: usize) -> Vec<String> {
    common(editor).fortifications()[at].hexes.iter().map(ToString::to_string).collect()
}

fn get(editor: &Editor, section: &str, key: &str) -> Option<Value> {
    scenario(editor).get(&DocPath::root().key(section).key(key))
}

fn steps(editor: &Editor) -> usize {
    editor.state().document().history().len()
}

#[test]
fn a_trench_is_drawn_with_the_mouse_and_erased_again() {
    let mut editor = desk(System::Matz);
    press(&mut editor, NONE, Key::K);
    assert_eq!(editor.state().tool(), ToolKind::TRENCH);
    editor.get_by_role_and_label(Role::ComboBox, "For").click();
    editor.run();
    editor.get_by_role_and_label(Role::Button, "Blue").click();
    editor.run();
    drag(&mut editor, &["0203", "0204", "0205"]);
    assert_eq!((trench(&editor, 1), steps(&editor)), (vec!["0203".into(), "0204".into(), "0205".into()], 1));
    assert_eq!(editor.state().selection(), Selection::Row("trench", 1));
    assert_eq!(scenario(&editor).get(&DocPath::root().key("trench").index(1).key("side")), Some("blue".into()));
    assert!(says(&editor, "Drag to add hexes to Trench at 0203"));
    drag(&mut editor, &["0203", "0204", "0205"]);
    assert_eq!((common(&editor).fortifications().len(), steps(&editor)), (1, 2), "the last hex takes the trench along");
    // A click on the old trench chooses it, and Shift erases.
    drag(&mut editor, &["0505"]);
    assert!(says(&editor, "Drag to add hexes to First position"));
    drag(&mut editor, &["0705", "0706"]);
    assert_eq!(trench(&editor, 0), ["0405", "0505", "0605", "0705", "0706"]);
    for _ in 0..3 {
        press(&mut editor, Modifiers::COMMAND, Key::Z);
    }
    assert!(!editor.state().document().is_dirty());
}

#[test]
fn a_trench_is_drawn_by_the_keyboard_alone() {
    let mut editor = desk(System::Matz);
    press(&mut editor, NONE, Key::K);
    press(&mut editor, NONE, Key::ArrowLeft);
    press(&mut editor, NONE, Key::ArrowUp);
    press(&mut editor, NONE, Key::Enter);
    assert_eq!((common(&editor).fortifications().len(), trench(&editor, 1).len()), (2, 1));
    let at = trench(&editor, 1)[0].clone();
    // The first press of Shift with an arrow key starts the stroke on the hex of the cursor, whose hex the trench has.
    press(&mut editor, NONE, Key::ArrowUp);
    press(&mut editor, Modifiers::SHIFT, Key::ArrowUp);
    press(&mut editor, NONE, Key::Escape);
    assert!(trench(&editor, 1).len() > 1 && trench(&editor, 1).contains(&at), "{:?}", trench(&editor, 1));
}

#[test]
fn earthworks_of_a_kind_are_drawn() {
    let mut editor = desk(System::AtAnyCost);
    press(&mut editor, NONE, Key::K);
    choose(&mut editor, "Kind", "Entrenchments");
    drag(&mut editor, &["0202", "0203"]);
    let row = scenario(&editor).get(&DocPath::root().key("earthworks").index(0));
    assert_eq!(row, Some(json!({ "kind": "entrenchments", "hexes": ["0202", "0203"] })));
    assert!(editor.query_by_label("For").is_none(), "earthworks belong to nobody");
}

#[test]
fn the_front_line_is_drawn_and_stays_a_line() {
    let mut editor = desk(System::Matz);
    press(&mut editor, NONE, Key::J);
    assert_eq!(editor.state().tool(), ToolKind::FRONT_LINE);
    drag(&mut editor, &["0304", "0204"]);
    assert_eq!(editor.state().selection(), Selection::Part("front"));
    let hexes: Vec<HexId> = serde_json::from_value(get(&editor, "front", "hexes").unwrap()).unwrap();
    assert_eq!((hexes.len(), steps(&editor)), (5, 1));
    let codes: Vec<&str> = editor.state().document().problems().iter().map(|p| p.finding.code.as_str()).collect();
    assert!(!codes.contains(&"front-gap"), "{codes:?}");
    drag(&mut editor, &["0204", "0304", "0404", "0504", "0604"]);
    assert_eq!(get(&editor, "front", "side"), None, "a line without hexes goes");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(!editor.state().document().is_dirty());
}

#[test]
fn mega_hexes_are_laid_out_and_single_hexes_reassigned() {
    let mut editor = desk(System::Matz);
    press(&mut editor, NONE, Key::M);
    assert_eq!(editor.state().tool(), ToolKind::MEGA_HEX);
    drag(&mut editor, &["0504", "0503", "0502"]);
    assert_eq!(get(&editor, "mega_hexes", "moved"), Some(json!([{ "hex": "0502", "to": "0504" }])));
    assert_eq!((editor.state().selection(), steps(&editor)), (Selection::Part("mega_hexes"), 1));
    choose(&mut editor, "Draws", "Center of the pattern");
    drag(&mut editor, &["0404"]);
    assert_eq!(get(&editor, "mega_hexes", "center"), Some("0404".into()));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(!editor.state().document().is_dirty());
}

#[test]
fn the_fields_of_sections_are_named_and_explained() {
    let mut editor = desk::tall(Document::from_text("new", template(System::Matz).to_owned()));
    for (section, names) in [
        ("mega_hexes", ["Pattern center", "Reassigned hexes", "Names of mega-hexes"].as_slice()),
        ("front", &["Held by", "Set up freely"]),
    ] {
        ask(&mut editor, Act::Select(Selection::Part(section)));
        for name in names {
            assert!(says(&editor, name), "{name}");
        }
    }
    for (section, line) in [
        ("mega_hexes", "The pattern of all others is laid out around it."),
        ("mega_hexes", "belong to another mega-hex than the pattern says."),
        ("mega_hexes", "One without a name is called after its center."),
        ("front", "The sides that place their units along the line before the game"),
    ] {
        ask(&mut editor, Act::Select(Selection::Part(section)));
        let mut lines = editor.query_all_by_role(Role::Label);
        let has = |node: Option<String>| node.is_some_and(|text| text.contains(line));
        assert!(lines.any(|node| has(node.accesskit_node().value())), "{line}");
    }
}

#[test]
fn systems_without_trenches_say_why_the_tools_do_nothing() {
    let mut editor = desk(System::MarsLaTour);
    for (key, why) in [(Key::K, "no trenches"), (Key::J, "no front line"), (Key::M, "no mega-hexes")] {
        press(&mut editor, NONE, key);
        assert_eq!(editor.state().tool(), ToolKind::SELECT);
        assert!(editor.state().status_message().unwrap().contains(why), "{:?}", editor.state().status_message());
    }
}
