//! Advice for computer players: the list, the form and the arrows.

use std::collections::BTreeSet;

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::advice::ADVICE;
use battlewright_editor::model::selection::Selection;
use battlewright_schema::{DocPath, System, template};
use egui::Shape;
use egui_kittest::kittest::Queryable as _;
use serde_json::json;

use crate::desk::{Editor, ask, choose, command, push, scenario, tall};

/// Opens the template of `system` with these rows of advice, as it is saved.
fn with(system: System, rows: &str) -> Editor {
    tall(Document::from_text("new", format!("{}\n{rows}", template(system))))
}

/// Returns the words of orders that are painted on the map.
fn orders(editor: &Editor) -> BTreeSet<String> {
    fn collect(shape: &Shape, found: &mut BTreeSet<String>) {
        match shape {
            Shape::Text(text) => _ = found.insert(text.galley.text().to_owned()),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    editor.output().shapes.iter().for_each(|shape| collect(&shape.shape, &mut found));
    found.retain(|text| ["take", "hold", "delay", "reserve"].contains(&text.as_str()));
    found
}

fn of(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(ToString::to_string).collect()
}

#[test]
fn a_row_is_added_filled_in_and_taken_back() {
    let mut editor = tall(Document::from_text("new", template(System::PositionMagnifique).to_owned()));
    ask(&mut editor, Act::Select(Selection::Part(ADVICE)));
    push(&mut editor, "Add advice");
    assert_eq!(editor.state().selection(), Selection::Row(ADVICE, 0));
    choose(&mut editor, "Posture", "Take");
    choose(&mut editor, "Place", "The Village");
    let row = scenario(&editor).get(&DocPath::root().key(ADVICE).index(0));
    assert_eq!(row, Some(json!({ "side": "red", "posture": "take", "place": "village" })));
    let text = editor.state().document().text();
    assert!(text.contains("[[computer]]\nside = \"red\"\nposture = \"take\"\nplace = \"village\"\n"), "{text}");
    assert_eq!(orders(&editor), of(&["take"]));
    for _ in 0..3 {
        command(&mut editor, Command::Undo);
    }
    assert!(!editor.state().document().is_dirty());
    assert_eq!(orders(&editor), of(&[]));
}

#[test]
fn the_arrows_of_all_rows_are_on_the_map_with_their_list() {
    let rows = "[[computer]]\nside = \"red\"\nposture = \"take\"\nplace = \"village\"\n\n\
                [[computer]]\nside = \"blue\"\nunits = [\"blue-2\"]\nposture = \"reserve\"\nat = \"0503\"\n";
    let mut editor = with(System::PositionMagnifique, rows);
    assert_eq!(orders(&editor), of(&[]));
    ask(&mut editor, Act::Select(Selection::Row(ADVICE, 1)));
    assert_eq!(orders(&editor), of(&["reserve"]));
    push(&mut editor, "All advice for computer players");
    assert_eq!(editor.state().selection(), Selection::Part(ADVICE));
    assert_eq!(orders(&editor), of(&["take", "reserve"]));
    push(&mut editor, "Red  ·  Take  ·  The Village");
    assert_eq!(editor.state().selection(), Selection::Row(ADVICE, 0));
}

#[test]
fn on_a_table_the_arrow_leads_to_a_point() {
    let mut editor = with(System::Outrance, "[[computer]]\nside = \"red\"\nposture = \"hold\"\nat = \"10,12.5\"\n");
    ask(&mut editor, Act::Select(Selection::Row(ADVICE, 0)));
    assert_eq!(orders(&editor), of(&["hold"]));
    assert!(editor.query_all_by_label("Point").next().is_some(), "the form has the point");
}
