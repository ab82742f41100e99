//! The export dialog.

use battlewright_editor::Document;
use battlewright_editor::messages::command::Command;
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, command, editor, push, settle, type_path};

#[test]
fn pages_are_looked_at_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(Document::bundled());
    command(&mut editor, Command::Export);
    settle(&mut editor);
    assert!(editor.query_by_label("Preview: Map assembly").is_some());
    push(&mut editor, "›");
    settle(&mut editor);
    let height = |editor: &Editor| editor.get_by_label("Preview: Map A1").rect().height();
    let whole = height(&editor);
    for enlarged in [2.0, 4.0] {
        push(&mut editor, "Enlarge the preview");
        settle(&mut editor);
        assert!(height(&editor) > 0.8 * enlarged * whole, "{} of {whole}", height(&editor));
    }
    push(&mut editor, "Reduce the preview");
    push(&mut editor, "Reduce the preview");
    settle(&mut editor);
    assert!((height(&editor) - whole).abs() < 1.0);
    // Without the map, the first page has counters.
    push(&mut editor, "Map sheets");
    settle(&mut editor);
    assert!(editor.query_by_label_contains("Preview: Counters 1").is_some());
    push(&mut editor, "Export…");
    let file = folder.path().join("battle");
    type_path(&mut editor, &file);
    push(&mut editor, "Export");
    settle(&mut editor);
    let written = std::fs::read(file.with_extension("pdf")).unwrap();
    assert!(written.starts_with(b"%PDF-"));
    // The form keeps its settings.
    command(&mut editor, Command::Export);
    settle(&mut editor);
    assert!(editor.query_by_label_contains("Preview: Counters 1").is_some());
    push(&mut editor, "Cancel");
}

#[test]
fn what_cannot_be_written_says_why_and_asks_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(Document::bundled());
    command(&mut editor, Command::Export);
    settle(&mut editor);
    push(&mut editor, "Export…");
    type_path(&mut editor, &folder.path().join("no/such/folder/map.pdf"));
    push(&mut editor, "Export");
    settle(&mut editor);
    assert!(editor.query_by_label_contains("cannot write").is_some());
    let file = folder.path().join("map.pdf");
    type_path(&mut editor, &file);
    push(&mut editor, "Export");
    settle(&mut editor);
    assert!(file.is_file());
}
