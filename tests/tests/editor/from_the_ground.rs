//! The page *A map from the ground* of the guide, done in the window as it is written, over the made valley. The names of commands,
//! buttons and fields, and what is typed, are read from the page.

use std::path::{Path, PathBuf};

use battlewright_editor::Document;
use battlewright_editor::dialogs::Dialog;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::autosave::JournalFolder;
use battlewright_editor::model::edit::Edit;
use battlewright_editor::model::ground::page::GroundPage;
use battlewright_editor::model::ground::plan::GroundPlan;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::panels::commands::{self, Menu};
use battlewright_schema::{Cell, Scenario, System, load, template_table};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{
    Editor, ask, cell, choose, command, common, editor, letter, press, push, says, scenario, settle, show, tall,
    type_path,
};

const PAGE: &str = include_str!("../../../docs/guide/from-the-ground.md");

/// Returns the section of the page about the editor.
fn section() -> &'static str {
    let start = PAGE.find("## In the editor").unwrap();
    let rest = &PAGE[start + 3..];
    &rest[..rest.find("\n## ").unwrap()]
}

/// Asserts that the page names a command, a button or a field, in italics.
fn named(name: &str) -> &str {
    assert!(section().replace("\n   ", " ").contains(&format!("*{name}*")), "the page names {name}");
    name
}

/// Returns the value that the page sets a field to.
fn value(field: &str) -> String {
    let text = section().replace("\n   ", " ");
    let rest = text.split(&format!("*{field}* to `")).nth(1).unwrap_or_else(|| panic!("the page sets {field}"));
    rest.split('`').next().unwrap().to_owned()
}

fn ground_file(name: &str) -> PathBuf {
    assert!(section().contains(&format!("`{name}`")), "the page names {name}");
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sessions/ground.in").join(name)
}

fn menu(editor: &mut Editor, name: &str) {
    let (menu, name) = named(name).split_once(" > ").unwrap();
    let menu = Menu::ALL.into_iter().find(|other| other.name() == menu).unwrap();
    assert!(commands::table().iter().any(|entry| (entry.menu, entry.name) == (menu, name)), "{name}");
    editor.get_all_by_label(menu.name()).next().unwrap().click();
    editor.run();
    let is_item = |node: &Node<'_>| node.accesskit_node().role() == Role::Button && node.rect().width() > 150.0;
    let item = editor.query_all_by_label_contains(name).rfind(is_item);
    item.unwrap_or_else(|| panic!("{name} is in the menu")).click();
    editor.run();
}

fn plan(editor: &Editor) -> &GroundPlan {
    match editor.state().dialog() {
        Some(Dialog::Ground(plan)) => plan,
        other => panic!("the dialog is open: {other:?}"),
    }
}

/// Waits until the dialog has nothing to do.
fn finish(editor: &mut Editor) {
    for _ in 0..40 {
        settle(editor);
        if !plan(editor).is_waiting() {
            return;
        }
    }
    panic!("the work ends: {}", plan(editor).progress_line());
}

fn add(editor: &mut Editor, name: &str) {
    add_file(editor, &ground_file(name));
}

fn add_file(editor: &mut Editor, path: &Path) {
    let name = path.file_name().unwrap();
    push(editor, named("Add file…"));
    type_path(editor, path);
    push(editor, "Add");
    finish(editor);
    assert!(plan(editor).files.iter().any(|file| *file.name == *name && !file.is_wrong()));
}

/// Clicks a button of the dialog, which comes after those of tools with the same name.
fn decide(editor: &mut Editor, name: &str) {
    editor.query_all_by_role_and_label(Role::Button, name).last().expect("the button").click();
    editor.run();
}

/// Sets a number field or a slider of the dialog, which comes after those of the inspector.
fn fill(editor: &mut Editor, label: &str, value: &str) {
    let is_number = |node: &Node<'_>| matches!(node.accesskit_node().role(), Role::SpinButton | Role::Slider);
    let field = editor.query_all_by_label(label).rfind(is_number);
    field.unwrap_or_else(|| panic!("no field {label}")).set_value_accesskit(value.parse().unwrap());
    editor.run();
}

/// Goes to a page with the button of the page.
fn next_to(editor: &mut Editor, page: GroundPage) {
    while plan(editor).page < page {
        push(editor, named("Next"));
    }
    finish(editor);
    assert_eq!((plan(editor).page, plan(editor).problem()), (page, None));
}

/// Follows the page up to the saved scenario. Returns its file.
fn followed(editor: &mut Editor, folder: &Path) -> PathBuf {
    menu(editor, "File > New from the ground…");
    add(editor, "valley.osm");
    add(editor, "valley.asc");
    for field in ["Hex width", "Columns", "Rows"] {
        fill(editor, field, &value(field));
    }
    finish(editor);
    let place = plan(editor).request().place;
    let set = [place.hex_metres, place.columns.into(), place.rows.into()].map(|number| number.to_string());
    assert_eq!(set, ["Hex width", "Columns", "Rows"].map(value));
    assert!((place.lat - 49.1).abs() < 0.02, "the map lies in the middle of the files");

    next_to(editor, GroundPage::Era);
    push(editor, named("Year of the battle"));
    finish(editor);
    assert_eq!(plan(editor).request().era.year, Some(1870));
    assert!(says(editor, "Motorways (1 on the map)"));
    assert!(editor.query_all_by_label_contains("A 99").next().is_some() || says(editor, "Arlay-Neuf"));

    next_to(editor, GroundPage::Water);
    // Pointing at a row lights the feature.
    let row = editor.get_all_by_label("Orle").find(|node| node.accesskit_node().role() == Role::CheckBox).unwrap();
    let at = row.rect().center();
    editor.hover_at(at);
    editor.run();
    let lit = plan(editor).pointed().cloned().unwrap();
    assert_eq!((lit.name.as_str(), lit.is_checked), ("Orle", true));
    assert!(lit.sides.len() > 10);
    assert!(says(editor, "Orle (way/1)"), "below the picture");

    next_to(editor, GroundPage::Levels);
    let hidden = plan(editor).hidden().len();
    if hidden > 0 {
        push(editor, named("Next hexside"));
        assert!(plan(editor).walked().is_some() && says(editor, &format!("1 of {hidden}")));
    }
    next_to(editor, GroundPage::Result);
    assert!(says(editor, "© OpenStreetMap contributors, ODbL 1.0"));
    assert!(says(editor, "may count as a database"));
    decide(editor, named("New file"));
    if let Some(Dialog::Unsaved(_)) = editor.state().dialog() {
        push(editor, "Discard changes");
    }
    settle(editor);
    assert!(editor.state().dialog().is_none());
    let file = folder.join("valley.toml");
    command(editor, Command::SaveAs);
    type_path(editor, &file);
    push(editor, "Save");
    settle(editor);
    file
}

#[test]
fn the_page_is_followed_from_the_files_to_the_second_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(Document::bundled());
    let file = followed(&mut editor, folder.path());
    let text = std::fs::read_to_string(&file).unwrap();
    let loaded = load(&text);
    assert_eq!(loaded.diagnostics.iter().filter(|finding| finding.is_error()).count(), 0);
    assert_eq!(common(&editor).size(), (22, 15));
    assert!(common(&editor).places().iter().any(|place| place.name == "Arlay"));
    assert!(section().contains("`NAME.ground`"));
    let record = file.with_extension("ground");
    assert!(record.is_file(), "the record lies beside the scenario");

    // Edit: other terrain in a corner.
    let before = letter(&editor, "0101");
    let hand = common(&editor).terrain().iter().map(|it| it.letter.0).find(|letter| *letter != before).unwrap();
    let at = cell(&editor, "0101");
    ask(&mut editor, Act::Select(Selection::Hex(at)));
    settle(&mut editor);
    assert!(says(&editor, "from valley.osm"), "the inspector tells the origin");
    let corner = cell(&editor, "0101");
    ask(&mut editor, Act::edit("Paint 0101", Edit::Paint(vec![(corner, hand)])));
    settle(&mut editor);
    assert!(says(&editor, "by hand"));
    menu(&mut editor, "Tools > Show what was edited");
    assert!(says(&editor, "1 hex edited since the map came from the ground."));

    // The second run.
    menu(&mut editor, "Tools > From the ground…");
    assert_eq!(plan(&editor).request().era.year, Some(1870), "all is as it was left");
    add(&mut editor, "valley.osm");
    add(&mut editor, "valley.asc");
    next_to(&mut editor, GroundPage::Terrain);
    fill(&mut editor, "Least woods", "0.6");
    finish(&mut editor);
    next_to(&mut editor, GroundPage::Result);
    let steps = editor.state().document().history().len();
    decide(&mut editor, named("Merge"));
    settle(&mut editor);
    assert!(editor.state().dialog().is_none());
    assert_eq!(editor.state().document().history().len(), steps + 1, "one undo step");
    assert_eq!(letter(&editor, "0101"), hand, "the edit stays");
    let merged = scenario(&editor).clone();
    assert_ne!(battlewright_schema::save(None, &merged), text, "the change of the ground comes");
    press(&mut editor, Modifiers::COMMAND, Key::S);
    settle(&mut editor);
    let saved = std::fs::read_to_string(&record).unwrap();
    assert!(saved.contains("least_woods = 0.6"), "the record is that of the last run");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(letter(&editor, "0101"), hand);
    press(&mut editor, Modifiers::COMMAND, Key::S);
    settle(&mut editor);
    let undone = std::fs::read_to_string(&record).unwrap();
    assert!(!undone.contains("least_woods = 0.6"), "the record of an undone run does not count");
}

#[test]
fn a_new_map_and_its_record_come_back_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        let keeper = JournalFolder::at(&folder.path().join("state"));
        show([1440.0, 900.0], Document::bundled(), move |app| app.keep(keeper))
    };
    let mut editor = start();
    menu(&mut editor, "File > New from the ground…");
    add(&mut editor, "valley.osm");
    next_to(&mut editor, GroundPage::Result);
    decide(&mut editor, "New file");
    settle(&mut editor);
    assert!(editor.state().document().is_dirty(), "a map is work");
    let text = editor.state().document().text();
    // The program ends without closing the document.
    drop(editor);
    let mut editor = start();
    assert!(says(&editor, "a new map, as the ground has it"));
    push(&mut editor, "Restore");
    settle(&mut editor);
    assert_eq!(editor.state().document().text(), text);
    let river = common(&editor).hexsides().iter().position(|row| row.name.as_deref() == Some("Orle")).unwrap();
    ask(&mut editor, Act::Select(Selection::Hexside(river)));
    settle(&mut editor);
    assert!(says(&editor, "River, from Orle (way/1) in valley.osm"), "the record is there");
    let file = folder.path().join("valley.toml");
    command(&mut editor, Command::SaveAs);
    type_path(&mut editor, &file);
    push(&mut editor, "Save");
    settle(&mut editor);
    assert!(!editor.state().document().is_dirty() && file.with_extension("ground").is_file());
}

#[test]
fn without_a_record_a_map_is_replaced_and_not_merged() {
    let mut editor = editor(Document::bundled());
    let (before, size) = (scenario(&editor).clone(), common(&editor).size());
    menu(&mut editor, "Tools > From the ground…");
    let place = plan(&editor).request().place;
    assert_eq!((place.columns, place.rows), size);
    add(&mut editor, "valley.osm");
    next_to(&mut editor, GroundPage::Result);
    assert!(says(&editor, "Merge is off: there is no record of an earlier run"));
    assert!(editor.get_by_role_and_label(Role::Button, "Merge").accesskit_node().is_disabled());
    decide(&mut editor, "Replace");
    settle(&mut editor);
    assert_ne!(scenario(&editor), &before);
    assert_eq!(common(&editor).unit_count(), before.common().unit_count(), "all else stays");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(scenario(&editor), &before, "one undo step");
}

/// The field of Mars-la-Tour as geographic data, put under the bundled scenario, cleaned by hand, and played.
#[test]
fn the_field_of_mars_la_tour_is_placed_by_names_cleaned_and_played() {
    let mut editor = tall(Document::bundled());
    let drawn = scenario(&editor).clone();
    menu(&mut editor, "Tools > From the ground…");
    add_file(&mut editor, &Path::new(env!("CARGO_MANIFEST_DIR")).join("ground/mars-la-tour.osm"));
    push(&mut editor, named("Place by names"));
    finish(&mut editor);
    let place = plan(&editor).request().place;
    assert!((890..=910).contains(&place.hex_metres) && place.rotation.abs() < 1.0, "{place:?}");
    assert!(says(&editor, "names; "), "the names are counted, and the farthest is told");
    next_to(&mut editor, GroundPage::Era);
    push(&mut editor, "Year of the battle");
    finish(&mut editor);
    next_to(&mut editor, GroundPage::Result);
    decide(&mut editor, "Replace");
    settle(&mut editor);
    assert!(editor.state().dialog().is_none());
    let errors = |editor: &Editor| {
        let text = battlewright_schema::save(None, scenario(editor));
        load(&text).diagnostics.into_iter().filter(|finding| finding.is_error()).collect::<Vec<_>>()
    };
    assert_eq!(errors(&editor), [], "the order of battle, the entries and the victory still fit");

    // By hand: what the data did not have, the swells of the plateau, hex by hex.
    let letters = |of: &Scenario| {
        let common = of.common();
        let grid = common.grid().unwrap();
        let letter = |at: Cell| common.hexes().get(at.column.into(), at.row.into()).unwrap();
        grid.cells().map(|at| (at, letter(at))).collect::<Vec<_>>()
    };
    let found = letters(scenario(&editor));
    let cleaned: Vec<(Cell, char)> = letters(&drawn)
        .into_iter()
        .zip(found)
        .filter(|(wanted, found)| wanted.1 != found.1)
        .map(|(it, _)| it)
        .collect();
    // Two hexes a minute are little.
    assert!((1..=20).contains(&cleaned.len()), "{cleaned:?}");
    for hex in cleaned {
        ask(&mut editor, Act::edit("Paint", Edit::Paint(vec![hex])));
    }
    settle(&mut editor);
    assert_eq!(letters(scenario(&editor)), letters(&drawn));

    press(&mut editor, Modifiers::NONE, Key::F5);
    for side in common(&editor).sides().iter().map(|side| side.name.to_owned()).collect::<Vec<_>>() {
        choose(&mut editor, &format!("Player of the {side}"), "Easy computer");
    }
    editor.get_by_label("To next turn").click();
    for _ in 0..2000 {
        editor.run_steps(1);
        if editor.state().session().is_some_and(|session| !session.is_busy() && session.inputs() > 20) {
            break;
        }
    }
    assert!(editor.state().session().unwrap().inputs() > 20, "a turn was played");
}

#[test]
fn the_dialog_comes_back_when_no_file_is_chosen_and_works_with_the_keyboard() {
    let mut editor = editor(Document::bundled());
    command(&mut editor, Command::NewFromGround);
    push(&mut editor, "Add file…");
    push(&mut editor, "Cancel");
    settle(&mut editor);
    assert_eq!(plan(&editor).files.len(), 0);
    // A file that cannot be read is told, and can be removed.
    push(&mut editor, "Add file…");
    type_path(&mut editor, Path::new("/nowhere/land.osm"));
    push(&mut editor, "Add");
    finish(&mut editor);
    assert!(plan(&editor).files[0].is_wrong());
    push(&mut editor, "Remove land.osm");
    assert!(plan(&editor).files.is_empty());
    editor.get_by_label("Next").focus();
    editor.run();
    press(&mut editor, Modifiers::NONE, Key::Space);
    assert_eq!(plan(&editor).page, GroundPage::Era);
    press(&mut editor, Modifiers::NONE, Key::Escape);
    assert!(editor.state().dialog().is_none());
}

#[test]
fn a_table_has_no_map_from_the_ground() {
    let table = System::ALL.into_iter().find(|system| template_table(*system).is_some()).unwrap();
    let mut editor = editor(Document::template_of(table));
    command(&mut editor, Command::Ground);
    assert!(editor.state().dialog().is_none());
    assert!(says(&editor, "is played on a table, which has no hexes"));
    command(&mut editor, Command::NewFromGround);
    assert_ne!(plan(&editor).system, table, "a system with hexes is offered");
    let other = System::ALL.into_iter().rfind(|system| template_table(*system).is_none()).unwrap();
    choose(&mut editor, "Rules", other.title());
    assert_eq!(plan(&editor).system, other);
}
