//! The guide and the rules beside the work.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::layout::Pane;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, ask, click, press, tall, write};

/// Returns the distance of a heading from the top of the page, which begins below the line under the search.
fn below_top(editor: &Editor, heading: &str) -> f32 {
    let top = editor.get_by_role_and_label(Role::TextInput, "Find").rect().bottom();
    (editor.get_all_by_label(heading).next().unwrap().rect().top() - top).abs()
}

/// Returns the name of the page and the heading at which it was opened.
fn place(editor: &Editor) -> (&str, Option<&str>) {
    (editor.state().guide().name(), editor.state().guide().heading())
}

#[test]
fn the_guide_is_read_beside_the_map_and_its_links_lead_on_and_back() {
    let mut editor = tall(Document::bundled());
    assert!(!editor.state().layout().is_open(Pane::Guide));
    press(&mut editor, Modifiers::NONE, Key::F1);
    assert!(editor.state().dialog().is_none() && editor.state().layout().is_shown(Pane::Guide));
    assert_eq!(place(&editor), ("your-first-battle", None));
    // It may lie below the window.
    editor.get_all_by_label("Play and replay").next().unwrap().click_accesskit();
    editor.run();
    assert_eq!(place(&editor), ("play-and-replay", None));
    // The first links lead to headings of the same page.
    editor.get_all_by_label("Save a game").next().unwrap().click_accesskit();
    editor.run();
    assert_eq!(place(&editor), ("play-and-replay", Some("save-a-game")));
    let heading = editor.get_all_by_label("Save a game").nth(1).unwrap().rect().top();
    let top = editor.get_by_role_and_label(Role::TextInput, "Find").rect().bottom();
    assert!((heading - top).abs() < 60.0, "{heading} {top}");
    // The work goes on, and the page stays where it is.
    click(&mut editor, "0605");
    assert_eq!(place(&editor), ("play-and-replay", Some("save-a-game")));
    editor.get_by_label("Back").click();
    editor.run();
    assert_eq!(place(&editor), ("your-first-battle", None));
    press(&mut editor, Modifiers::NONE, Key::F1);
    assert!(!editor.state().layout().is_open(Pane::Guide));
    press(&mut editor, Modifiers::NONE, Key::F1);
    assert_eq!(place(&editor), ("your-first-battle", None));
}

#[test]
fn a_rule_s_own_heading_is_a_click_away_from_its_number() {
    let mut editor = tall(Document::bundled());
    ask(&mut editor, Act::Command(Command::Rules));
    assert_eq!(place(&editor), ("mars-la-tour", None));
    ask(&mut editor, Act::Rule("4.0 2a".to_owned()));
    assert_eq!(place(&editor).1, Some("40-2-movement-phase"));
    assert!(below_top(&editor, "4.0 2 Movement phase") < 60.0);
}

#[test]
fn a_search_in_the_guide_leads_to_the_section() {
    let mut editor = tall(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::F1);
    editor.get_by_role_and_label(Role::TextInput, "Find").click();
    editor.run();
    write(&mut editor, "movement phase");
    let found = editor.get_all_by_role(Role::Link).find_map(|node| {
        use egui_kittest::kittest::NodeT as _;
        node.accesskit_node().label().filter(|label| label.ends_with("› 4.0 2 Movement phase"))
    });
    editor.get_by_label(&found.unwrap()).click_accesskit();
    editor.run();
    assert_eq!(place(&editor), ("mars-la-tour", Some("40-2-movement-phase")));
    assert!(below_top(&editor, "4.0 2 Movement phase") < 60.0);
}
