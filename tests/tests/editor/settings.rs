//! The settings that the editor stores between starts.

use std::path::Path;

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::{Command, Theme};
use battlewright_editor::model::layout::{BottomTab, Pane};
use battlewright_editor::settings::{Settings, SettingsStore};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, ask, command, editor, press, push, show};

/// Starts the editor with the settings in `folder`.
fn start(folder: &Path, document: Document) -> Editor {
    let memory = SettingsStore::at(folder);
    show([1440.0, 900.0], document, move |app| app.remember(memory.recall()))
}

/// Returns the settings stored in `folder`.
fn kept(folder: &Path) -> Settings {
    SettingsStore::at(folder).recall().settings
}

/// Draws frames until the settings are stored.
fn wait(editor: &mut Editor) {
    for _ in 0..8 {
        editor.step();
    }
}

#[test]
fn the_program_comes_back_as_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = start(folder.path(), Document::bundled());
    command(&mut first, Command::Theme(Theme::Light));
    press(&mut first, Modifiers::COMMAND, Key::Plus);
    press(&mut first, Modifiers::NONE, Key::F10);
    press(&mut first, Modifiers::COMMAND, Key::I);
    press(&mut first, Modifiers::NONE, Key::CloseBracket);
    press(&mut first, Modifiers::SHIFT, Key::L);
    let left = first.state().settings(&first.ctx);
    command(&mut first, Command::Quit);
    assert!(first.state().is_closing());

    let second = start(folder.path(), Document::bundled());
    let layout = second.state().layout();
    assert!(layout.is_shown(Pane::Tab(BottomTab::Source)) && !layout.is_open(Pane::Inspector));
    assert_eq!(second.ctx.theme(), egui::Theme::Light);
    assert!((second.ctx.zoom_factor() - 1.1).abs() < 0.01);
    let now = second.state().settings(&second.ctx);
    assert_eq!((now.scale, now.levels, now.tools.brush), (110, false, left.tools.brush));
    assert!(left.tools.brush > 1);
}

#[test]
fn what_changes_is_kept_without_leaving() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = start(folder.path(), Document::bundled());
    wait(&mut editor);
    command(&mut editor, Command::Theme(Theme::Dark));
    wait(&mut editor);
    assert_eq!(kept(folder.path()).theme, Theme::Dark, "a killed program has kept it too");
}

#[test]
fn without_a_memory_nothing_is_written() {
    let mut editor = editor(Document::bundled());
    command(&mut editor, Command::Larger);
    wait(&mut editor);
    command(&mut editor, Command::Quit);
    assert!(editor.state().is_closing());
}

#[test]
fn a_damaged_file_is_told_of_put_aside_and_replaced() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("settings.json"), "{\"version\": 1, \"scale\": ").unwrap();
    let mut editor = start(folder.path(), Document::bundled());
    assert!(editor.query_by_label_contains("could not be read").is_some());
    push(&mut editor, "OK");
    assert!(editor.query_by_label_contains("could not be read").is_none());
    assert!(folder.path().join("settings.damaged.json").is_file());
    command(&mut editor, Command::Larger);
    wait(&mut editor);
    assert_eq!(kept(folder.path()).scale, 110);
}

#[test]
fn a_file_opened_before_is_opened_again_from_the_menu() {
    let (folder, work) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let paths = ["one.toml", "two.toml"].map(|name| work.path().join(name));
    for path in &paths {
        std::fs::write(path, battlewright_editor::model::store::BUNDLED).unwrap();
    }
    for path in &paths {
        let mut editor = start(folder.path(), Document::open(path).unwrap());
        command(&mut editor, Command::Quit);
    }
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    assert_eq!(kept(folder.path()).recent, [text(&paths[1]), text(&paths[0])]);

    let mut editor = start(folder.path(), Document::bundled());
    push(&mut editor, "File");
    push(&mut editor, "Open recent");
    editor.get_by_label_contains("one.toml").click();
    editor.run();
    assert_eq!(editor.state().document().path(), Some(paths[0].as_path()));
    // A missing file is reported and removed from the list.
    std::fs::remove_file(&paths[1]).unwrap();
    editor.state_mut().ask(Act::OpenRecent(paths[1].clone()));
    editor.run();
    assert!(editor.state().dialog().is_some());
    press(&mut editor, Modifiers::NONE, Key::Escape);
    wait(&mut editor);
    assert_eq!(kept(folder.path()).recent, [text(&paths[0])]);
    editor.state_mut().ask(Act::ForgetRecent);
    wait(&mut editor);
    assert!(kept(folder.path()).recent.is_empty());
}

#[test]
fn two_windows_do_not_undo_each_others_choices() {
    let folder = tempfile::tempdir().unwrap();
    let mut one = start(folder.path(), Document::bundled());
    let mut two = start(folder.path(), Document::bundled());
    command(&mut one, Command::Theme(Theme::Dark));
    wait(&mut one);
    command(&mut two, Command::Larger);
    wait(&mut two);
    command(&mut one, Command::Quit);
    command(&mut two, Command::Quit);
    let both = kept(folder.path());
    assert_eq!((both.theme, both.scale), (Theme::Dark, 110));
}

#[test]
fn how_the_tools_and_the_columns_were_set_comes_back() {
    use battlewright_editor::tools::{PaintLayer, ToolOptions};

    let folder = tempfile::tempdir().unwrap();
    let mut first = start(folder.path(), Document::bundled());
    let mut options = ToolOptions { layer: PaintLayer::Levels, lasso: true, ..ToolOptions::default() };
    options.carry.units = true;
    options.carry.roads = false;
    let carry = options.carry;
    ask(&mut first, Act::Options(options));
    let middle = |editor: &Editor, name: &str| {
        editor.get_by_role_and_label(egui::accesskit::Role::ColumnHeader, name).rect().center()
    };
    let (from, to) = (middle(&first, "ER"), middle(&first, "Label"));
    crate::desk::carry(&mut first, from, to);
    let moved = middle(&first, "ER");
    assert!((moved.x - to.x).abs() < 60.0 && moved.x < from.x, "{from:?} {moved:?}");
    command(&mut first, Command::Quit);

    let mut again = start(folder.path(), Document::bundled());
    again.run();
    let kept = kept(folder.path()).tools;
    let mut options = ToolOptions::default();
    kept.put(&mut options);
    assert_eq!((options.layer, options.lasso, options.carry), (PaintLayer::Levels, true, carry));
    assert!((middle(&again, "ER").x - moved.x).abs() < 2.0);
}

#[test]
fn text_grows_and_shrinks_and_the_map_stays_as_it_is() {
    let mut editor = editor(Document::bundled());
    let spread = |editor: &Editor| {
        let [a, b] = ["0101", "2201"].map(|hex| crate::desk::at(editor, hex));
        (b.x - a.x) * editor.ctx.zoom_factor()
    };
    let before = spread(&editor);
    for _ in 0..3 {
        press(&mut editor, Modifiers::COMMAND, Key::Plus);
    }
    assert!((editor.ctx.zoom_factor() - 1.5).abs() < 0.01);
    assert!((spread(&editor) - before).abs() < 1.0);
    for _ in 0..9 {
        press(&mut editor, Modifiers::COMMAND, Key::Minus);
    }
    assert!((editor.ctx.zoom_factor() - 0.75).abs() < 0.01);
    press(&mut editor, Modifiers::COMMAND, Key::Num0);
    assert!((editor.ctx.zoom_factor() - 1.0).abs() < 0.01);
    assert!((spread(&editor) - before).abs() < 1.0);
}

#[test]
fn large_text_leaves_every_tool_within_reach() {
    use battlewright_editor::tools;
    use egui::accesskit::Role;

    let mut editor = editor(Document::bundled());
    for _ in 0..5 {
        press(&mut editor, Modifiers::COMMAND, Key::Plus);
    }
    let last = tools::ALL[tools::ALL.len() - 1];
    let place = |editor: &Editor| editor.get_by_role_and_label(Role::Button, last.name()).rect();
    let floor = editor.state().map_rect().bottom();
    assert!(place(&editor).bottom() > floor, "there is no room for all");
    editor.get_by_role_and_label(Role::Button, last.name()).focus();
    editor.run();
    assert!(place(&editor).bottom() < 900.0 / editor.ctx.zoom_factor(), "the one with the keyboard is in sight");
}
