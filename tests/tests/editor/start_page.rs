//! The start page, and the form for a new scenario.

use std::path::Path;

use battlewright_editor::Document;
use battlewright_editor::dialogs::Dialog;
use battlewright_editor::dialogs::start_page::{StartPage, StartTile, TileTarget};
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::layout::Pane;
use battlewright_editor::model::store::SHELF;
use battlewright_editor::panels::scan::Mode;
use battlewright_editor::settings::SettingsStore;
use battlewright_schema::{Orientation, System};
use egui::{Key, Modifiers};

use crate::desk::{Editor, command, common, editor, press, push, show};

/// Starts the editor without a file, with the settings in `folder`.
fn start(folder: &Path) -> Editor {
    let memory = SettingsStore::at(folder);
    show([1440.0, 900.0], Document::bundled(), move |app| app.remember(memory.recall()).greet())
}

fn page(editor: &Editor) -> &StartPage {
    let Some(Dialog::StartPage(page)) = editor.state().dialog() else { panic!("{:?}", editor.state().dialog()) };
    page
}

#[test]
fn the_program_begins_with_the_start_page_and_draws_what_there_is_to_open() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine.toml");
    std::fs::write(&mine, SHELF[1].text).unwrap();
    let gone = folder.path().join("gone.toml");
    let recent = serde_json::json!([mine, gone]);
    let settings = serde_json::json!({"version": 1, "recent": recent});
    std::fs::write(folder.path().join("settings.json"), settings.to_string()).unwrap();

    let mut editor = start(folder.path());
    assert_eq!(page(&editor).tiles.len(), 2 + SHELF.len());
    for _ in 0..page(&editor).tiles.len() {
        editor.state_mut().wait_for_work();
        editor.run_steps(2);
    }
    let drawn: Vec<bool> = page(&editor).tiles.iter().map(StartTile::is_drawn).collect();
    assert_eq!(drawn, [vec![true, false], vec![true; SHELF.len()]].concat(), "a file that is gone has no picture");
    push(&mut editor, "mine.toml");
    assert_eq!(editor.state().document().path(), Some(mine.as_path()));
    assert!(editor.state().dialog().is_none());
}

#[test]
fn the_start_page_closes_with_escape_and_comes_back_until_it_is_not_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = start(folder.path());
    press(&mut first, Modifiers::NONE, Key::Escape);
    assert!(first.state().dialog().is_none());
    command(&mut first, Command::StartPage);
    let bundled = page(&first).tiles.iter().position(|tile| tile.opens == TileTarget::Bundled(2)).unwrap();
    let title = page(&first).tiles[bundled].card.title.clone();
    push(&mut first, &title);
    assert_eq!(first.state().document().name(), SHELF[2].file);

    command(&mut first, Command::StartPage);
    push(&mut first, "Show at start");
    press(&mut first, Modifiers::NONE, Key::Escape);
    command(&mut first, Command::Quit);
    let mut second = start(folder.path());
    assert!(second.state().dialog().is_none(), "it is not shown at the next start");
    command(&mut second, Command::StartPage);
    assert!(!page(&second).at_start);
    push(&mut second, "Tutorial");
    assert!(second.state().dialog().is_none() && second.state().layout().is_shown(Pane::Guide));
    assert_eq!(second.state().guide().name(), "your-first-battle");
}

#[test]
fn the_keyboard_alone_begins_a_scenario_from_the_start_page() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = start(folder.path());
    editor.run();
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert!(matches!(editor.state().dialog(), Some(Dialog::New(_))), "{:?}", editor.state().dialog());
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert!(editor.state().dialog().is_none());
    assert_eq!(common(&editor).size(), (8, 6));
}

#[test]
fn a_new_scenario_is_as_large_lies_as_and_is_numbered_as_was_asked() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, Modifiers::COMMAND, Key::N);
    push(&mut editor, System::PositionMagnifique.title());
    push(&mut editor, "Empty");
    push(&mut editor, "Pointed tops");
    push(&mut editor, "A1");
    push(&mut editor, "Row first");
    push(&mut editor, "Create");
    let common = common(&editor);
    assert_eq!((common.system(), common.size()), (System::PositionMagnifique, (8, 6)));
    assert_eq!(common.frame().orientation, Orientation::Pointy);
    assert_eq!(common.grid().unwrap().name(battlewright_schema::Cell { column: 1, row: 0 }).as_str(), "A2");
    assert!(common.roads().is_empty() && common.unit_count() == 2);
    let problems = editor.state().document().problems();
    assert!(problems.iter().all(|problem| !problem.is_error()), "{problems:?}");
    press(&mut editor, Modifiers::NONE, Key::F5);
    assert!(editor.state().session().is_some(), "{:?}", editor.state().dialog());
}

#[test]
fn a_scan_is_traced_on_a_scenario_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = start(folder.path());
    push(&mut editor, "Trace a scan…");
    push(&mut editor, "Create");
    assert_eq!(editor.state().document().name(), "New scenario");
    assert!(common(&editor).roads().is_empty());
    assert_eq!(editor.state().scans().mode, Mode::Trace);
}
