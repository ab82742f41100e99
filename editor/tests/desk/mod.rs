//! The real editor with a document on it, and a hand that points, drags and presses keys.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a helper of tests may fail loudly")]

use battlewright_editor::{App, Chooser, Document};
use battlewright_schema::{Cell, Common};
use egui::{Key, Modifiers, Pos2};
use egui_kittest::Harness;

pub(crate) type Editor = Harness<'static, App>;

/// The editor with `document` open, in a window as large as a laptop's screen.
pub(crate) fn editor(document: Document) -> Editor {
    let builder = Harness::builder().with_size([1440.0, 900.0]).with_max_steps(40);
    let mut editor = builder.build_eframe(move |cc| App::new(&cc.egui_ctx, document, Chooser::Typed));
    editor.run();
    editor
}

/// The bundled file called `name`, without a path.
pub(crate) fn bundled(name: &str) -> Document {
    let path = format!("{}/../scenarios/{name}", env!("CARGO_MANIFEST_DIR"));
    Document::from_text(name, std::fs::read_to_string(path).unwrap())
}

pub(crate) fn common(editor: &Editor) -> &dyn Common {
    editor.state().document().scenario().common()
}

pub(crate) fn cell(editor: &Editor, hex: &str) -> Cell {
    common(editor).grid().unwrap().cell(&hex.into()).unwrap()
}

pub(crate) fn at(editor: &Editor, hex: &str) -> Pos2 {
    editor.state().position_of(cell(editor, hex)).unwrap()
}

/// Drags over the middles of `hexes` with the main button held.
pub(crate) fn drag(editor: &mut Editor, hexes: &[&str]) {
    let points: Vec<Pos2> = hexes.iter().map(|hex| at(editor, hex)).collect();
    editor.hover_at(points[0]);
    editor.run_steps(1);
    editor.drag_at(points[0]);
    editor.run_steps(1);
    for point in &points {
        editor.hover_at(*point);
        editor.run_steps(1);
    }
    editor.drop_at(points[points.len() - 1]);
    editor.run();
}

pub(crate) fn click(editor: &mut Editor, hex: &str) {
    drag(editor, &[hex]);
}

pub(crate) fn press(editor: &mut Editor, modifiers: Modifiers, key: Key) {
    editor.key_press_modifiers(modifiers, key);
    editor.run();
}
