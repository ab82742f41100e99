//! The reader for the guide and the rules.

use battlewright_editor::Document;
use battlewright_editor::dialogs::Dialog;
use battlewright_editor::dialogs::reader::Reader;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, ask, press, tall};

fn reader(editor: &Editor) -> &Reader {
    match editor.state().dialog() {
        Some(Dialog::Reader(reader)) => reader,
        other => panic!("{other:?}"),
    }
}

/// Returns the distance of a heading from the top of the page.
fn below_top(editor: &Editor, heading: &str) -> f32 {
    let top = editor.get_by_label("Your first battle").rect().top();
    (editor.get_by_label(heading).rect().top() - top).abs()
}

#[test]
fn the_guide_is_read_in_the_window_and_its_links_lead_on_and_back() {
    let mut editor = tall(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::F1);
    assert_eq!(reader(&editor).name(), "your-first-battle");
    // It may lie below the window.
    editor.get_by_label("The rules of mars-la-tour, as played here").click_accesskit();
    editor.run();
    assert_eq!(reader(&editor).name(), "mars-la-tour");
    // The first links lead to headings of the same page.
    editor.get_all_by_label("rulings").next().unwrap().click_accesskit();
    editor.run();
    assert_eq!((reader(&editor).name(), reader(&editor).heading()), ("mars-la-tour", Some("rulings")));
    assert!(below_top(&editor, "Rulings") < 60.0);
    editor.get_by_label("Back").click();
    editor.run();
    assert_eq!(reader(&editor).name(), "your-first-battle");
    press(&mut editor, Modifiers::NONE, Key::Escape);
    assert!(editor.state().dialog().is_none());
}

#[test]
fn a_rule_s_own_heading_is_a_click_away_from_its_number() {
    let mut editor = tall(Document::bundled());
    ask(&mut editor, Act::Command(Command::Rules));
    assert_eq!((reader(&editor).name(), reader(&editor).heading()), ("mars-la-tour", None));
    press(&mut editor, Modifiers::NONE, Key::Escape);
    ask(&mut editor, Act::Rule("4.0 2a".to_owned()));
    assert_eq!(reader(&editor).heading(), Some("40-2-movement-phase"));
    assert!(below_top(&editor, "4.0 2 Movement phase") < 60.0);
}
