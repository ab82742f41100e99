//! Words on the map, in the real editor.

use crate::desk::{at, choose, click, common, drag, editor, press};
use battlewright_editor::act::Selection;
use battlewright_editor::tools::ToolKind;
use battlewright_editor::{Document, store};
use battlewright_schema::{HexId, LabelStyle};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

const NONE: Modifiers = Modifiers::NONE;

#[test]
fn a_label_is_written_named_moved_and_taken_away() {
    let mut editor = editor(Document::bundled());
    let count = common(&editor).labels().len();
    press(&mut editor, NONE, Key::W);
    assert_eq!(editor.state().tool(), ToolKind::Label);
    choose(&mut editor, "Names", "Height");
    drag(&mut editor, &["0303", "0503"]);
    assert_eq!(editor.state().selection(), Selection::Row("label", count));
    let field = editor.get_by_label("Text");
    field.set_text_value_accesskit("Crest of the Yron");
    editor.run();
    let label = common(&editor).labels()[count].clone();
    assert_eq!((label.text.as_str(), label.style), ("Crest of the Yron", LabelStyle::Height));
    assert_eq!((label.at, label.to), ("0303".into(), Some(HexId::from("0503"))));
    // Its end is dragged on; then the whole of it, with the select tool's click on it before.
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
    assert!(editor.query_all_by_label_contains("Click a hex to write there").next().is_some());
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
