//! Lists of choices, such as Event Chits, as a table in the inspector.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::selection::Selection;
use battlewright_schema::{DocPath, System, template};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use serde_json::{Value, json};

use crate::desk::{Editor, ask, choose, command, push, says, scenario, tall};

fn desk(system: System) -> Editor {
    let mut editor = tall(Document::from_text("new", template(system).to_owned()));
    ask(&mut editor, Act::Select(Selection::Part("chit")));
    editor
}

fn chits(editor: &Editor) -> Vec<Value> {
    scenario(editor).get(&DocPath::root().key("chit")).map_or_else(Vec::new, |chits| chits.as_array().unwrap().clone())
}

/// Returns the items of the list called `label`.
fn offered(editor: &mut Editor, label: &str) -> Vec<String> {
    let before: Vec<String> = labels(editor);
    editor.get_by_role_and_label(Role::ComboBox, label).click();
    editor.run();
    let offered = labels(editor).into_iter().filter(|label| !before.contains(label)).collect();
    editor.key_press(egui::Key::Escape);
    editor.run();
    offered
}

fn labels(editor: &Editor) -> Vec<String> {
    editor.query_all_by_role(Role::Button).filter_map(|node| node.accesskit_node().label()).collect()
}

#[test]
fn each_event_chit_is_a_row_to_change_copy_and_remove() {
    let mut editor = desk(System::AtAnyCost);
    let before = chits(&editor);
    assert_eq!(before.len(), 20);
    assert!(says(&editor, "Red  10") && says(&editor, "Blue  10"));
    choose(&mut editor, "Event of event chit 1", "Feu de Bataillon");
    assert_eq!(chits(&editor)[0]["event"], "feu-de-bataillon");
    push(&mut editor, "Duplicate event chit 1");
    assert_eq!((chits(&editor).len(), chits(&editor)[1].clone()), (21, chits(&editor)[0].clone()));
    push(&mut editor, "Remove event chit 2");
    assert_eq!(chits(&editor).len(), 20);
    assert_eq!(editor.state().document().history().len(), 3, "each is a step");
    for _ in 0..3 {
        command(&mut editor, Command::Undo);
    }
    assert_eq!(chits(&editor), before);
    push(&mut editor, "Add event chit for Blue");
    let nation = |side: &str| scenario(&editor).get(&DocPath::root().key("side").key(side).key("nation"));
    let prussian = nation("blue") == Some("prussian".into());
    let added = chits(&editor).last().unwrap().clone();
    let first = if prussian { "auftragstaktik" } else { "beaten-zone" };
    assert_eq!(added, json!({ "side": "blue", "event": first }), "an event of its own army");
}

#[test]
fn a_side_is_offered_the_events_of_its_army_by_their_names() {
    for (system, field, own, other) in [
        (System::AtAnyCost, "Event", "Krupp's Guns", "Marshal Bazaine"),
        (System::PositionMagnifique, "Front", "Krupp Guns", "Feu de Bataillon"),
    ] {
        let mut editor = desk(system);
        let sides: Vec<String> = chits(&editor).iter().map(|chit| chit["side"].as_str().unwrap().to_owned()).collect();
        let nation = |side: &str| scenario(&editor).get(&DocPath::root().key("side").key(side).key("nation"));
        let of = |wanted: &str| sides.iter().position(|side| nation(side) == Some(wanted.into())).unwrap() + 1;
        let (prussian, french) = (of("prussian"), of("french"));
        let prussian = offered(&mut editor, &format!("{field} of event chit {prussian}"));
        assert!(prussian.contains(&own.to_owned()) && !prussian.contains(&other.to_owned()), "{prussian:?}");
        let french = offered(&mut editor, &format!("{field} of event chit {french}"));
        assert!(french.contains(&other.to_owned()) && !french.contains(&own.to_owned()), "{french:?}");
    }
}

#[test]
fn the_page_of_a_side_leads_to_the_chits() {
    let mut editor = desk(System::AtAnyCost);
    ask(&mut editor, Act::Select(Selection::Side(0)));
    push(&mut editor, "Event chits of both sides");
    assert_eq!(editor.state().selection(), Selection::Part("chit"));
    ask(&mut editor, Act::Select(Selection::Row("chit", 3)));
    push(&mut editor, "All event chits");
    assert_eq!(editor.state().selection(), Selection::Part("chit"));
}
