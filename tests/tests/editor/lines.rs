//! Roads and hexside features.

use crate::desk::{Editor, at, between, choose, click, click_with, common, drag, editor, press, says, stroke};
use battlewright_editor::Document;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::tools::ToolKind;
use battlewright_schema::HexsideKind;
use egui::{Key, Modifiers};

const NONE: Modifiers = Modifiers::NONE;

fn path(editor: &Editor, road: usize) -> Vec<String> {
    common(editor).roads()[road].path.iter().map(ToString::to_string).collect()
}

#[test]
fn a_road_is_laid_from_click_to_click_and_dragged_to_another_hex() {
    let mut editor = editor(Document::bundled());
    let before = common(&editor).roads().len();
    press(&mut editor, NONE, Key::R);
    assert_eq!(editor.state().tool(), ToolKind::ROAD);
    click(&mut editor, "1110");
    click(&mut editor, "1112");
    assert!(says(&editor, "second click builds the road"));
    assert_eq!(common(&editor).roads().len(), before, "nothing is built yet");
    press(&mut editor, NONE, Key::Enter);
    assert_eq!(editor.state().selection(), Selection::Road(before));
    assert_eq!(path(&editor, before), ["1110", "1111", "1112"]);
    drag(&mut editor, &["1111", "1211"]);
    assert!(path(&editor, before).contains(&"1211".to_owned()), "{:?}", path(&editor, before));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(path(&editor, before), ["1110", "1111", "1112"]);
    // Escape during the construction of a road builds nothing.
    click(&mut editor, "1112");
    let end = at(&editor, "1114");
    editor.hover_at(end);
    editor.run();
    press(&mut editor, NONE, Key::Escape);
    press(&mut editor, NONE, Key::Enter);
    assert_eq!(common(&editor).roads().len(), before + 1);
    press(&mut editor, NONE, Key::Delete);
    assert_eq!(common(&editor).roads().len(), before);
}

#[test]
fn a_road_is_split_and_joined_again() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::R);
    let before = common(&editor).roads().clone();
    drag(&mut editor, &["1110", "1111", "1112"]);
    let hex = at(&editor, "1111");
    for count in [before.len() + 2, before.len() + 1] {
        click_with(&mut editor, hex, Modifiers::CTRL);
        assert_eq!(common(&editor).roads().len(), count);
    }
    assert_eq!(path(&editor, before.len()), ["1110", "1111", "1112"]);
    for _ in 0..3 {
        press(&mut editor, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(common(&editor).roads(), &before);
}

fn click_between(editor: &mut Editor, hexes: &[&str]) {
    let pos = between(editor, hexes);
    stroke(editor, &[pos]);
}

fn sides(editor: &Editor, kind: HexsideKind) -> usize {
    common(editor).hexsides().iter().filter(|row| row.kind == kind).map(|row| row.between.len()).sum()
}

#[test]
fn a_wall_is_led_from_corner_to_corner() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::H);
    choose(&mut editor, "Kind", "Wall");
    click_between(&mut editor, &["1105", "1106", "1205"]);
    assert!(says(&editor, "second click finishes"));
    click_between(&mut editor, &["1108", "1109", "1208"]);
    assert_eq!(sides(&editor, HexsideKind::Wall), 6);
    click_between(&mut editor, &["1308", "1309", "1408"]);
    let all = sides(&editor, HexsideKind::Wall);
    assert!(all > 6);
    press(&mut editor, NONE, Key::Enter);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(sides(&editor, HexsideKind::Wall), 6, "each leg is a step");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(!editor.state().document().is_dirty());
}

#[test]
fn a_bridge_over_nothing_is_told_and_what_lies_on_a_side_too() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::H);
    choose(&mut editor, "Kind", "Bridge");
    click_between(&mut editor, &["1505", "1506"]);
    assert!(editor.state().status_message().unwrap().contains("crosses no stream"));
    choose(&mut editor, "Kind", "Slope");
    click_between(&mut editor, &["1505", "1506"]);
    editor.hover_at(between(&editor, &["1505", "1506"]));
    editor.run();
    assert!(says(&editor, "1505/1506: bridge, slope."));
}
