//! The dialog for maps from the ground, over the made valley; the first two pictures are those of the guide.

use std::path::Path;

use battlewright_editor::Document;
use battlewright_editor::dialogs::Dialog;
use battlewright_editor::messages::command::Command;
use egui::Theme;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, command, push, settle, type_path};
use crate::{Album, cut, editor};

fn waits(editor: &Editor) -> bool {
    matches!(editor.state().dialog(), Some(Dialog::Ground(plan)) if plan.is_waiting())
}

fn finish(editor: &mut Editor) {
    for _ in 0..40 {
        settle(editor);
        if !waits(editor) {
            return;
        }
    }
    panic!("the work ends");
}

/// Opens the dialog with the files of the valley.
fn opened(theme: Theme) -> Editor {
    let mut editor = editor(Document::bundled(), theme);
    command(&mut editor, Command::NewFromGround);
    for name in ["valley.osm", "valley.asc"] {
        push(&mut editor, "Add file…");
        type_path(&mut editor, &Path::new(env!("CARGO_MANIFEST_DIR")).join("sessions/ground.in").join(name));
        push(&mut editor, "Add");
        finish(&mut editor);
    }
    editor
}

fn next(editor: &mut Editor, count: usize) {
    for _ in 0..count {
        push(editor, "Next");
    }
    finish(editor);
}

fn point_at(editor: &mut Editor, name: &str) {
    let row = editor.get_all_by_label(name).find(|node| node.accesskit_node().role() == Role::CheckBox).unwrap();
    let at = row.rect().center();
    editor.hover_at(at);
    editor.run();
}

#[test]
fn the_pages_of_the_guide() {
    let mut album = Album::new();
    let mut editor = opened(Theme::Light);
    let all = editor.ctx.content_rect();
    let picture = cut(&mut editor, all);
    album.guide(&picture, "ground-place");
    next(&mut editor, 3);
    point_at(&mut editor, "Orle");
    let picture = cut(&mut editor, all);
    album.guide(&picture, "ground-water");
}

#[test]
fn the_other_pages() {
    let mut album = Album::new();
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let mut editor = opened(theme);
        let all = editor.ctx.content_rect();
        for page in ["era", "terrain", "water", "roads", "levels", "result"] {
            next(&mut editor, 1);
            album.take(&mut editor, &format!("ground-{page}-{name}"), all, 2);
        }
    }
}
