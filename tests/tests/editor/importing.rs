//! Imports of files by other programs, into the open scenario or as a new one.

use std::path::Path;

use battlewright_editor::Document;
use battlewright_editor::messages::command::Command;
use battlewright_export::{Format, Order, export};
use battlewright_schema::System;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{
    Editor, bundled, choose, command, common, editor, letter, press, push, scenario, settle, tall, type_path,
};

/// Imports the file at `path`.
fn import(editor: &mut Editor, path: &Path) {
    command(editor, Command::Import);
    type_path(editor, path);
    push(editor, "Import");
    settle(editor);
}

/// Writes the open scenario as `format` to `name` in `folder`.
fn written(editor: &Editor, format: Format, folder: &Path, name: &str) -> std::path::PathBuf {
    let path = folder.join(name);
    export(scenario(editor), &Order::new(format), &path).unwrap();
    path
}

/// Enters the file name that the editor asks for.
fn save_to(editor: &mut Editor, file: &Path) {
    type_path(editor, file);
    push(editor, "Save");
    settle(editor);
}

#[test]
fn a_map_comes_back_as_one_step() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(bundled("tutorial.toml"));
    let map = written(&editor, Format::Tmx, folder.path(), "map.tmx");
    let before = scenario(&editor).clone();
    import(&mut editor, &map);
    assert!(editor.query_by_label("The file does not differ from the scenario.").is_some());
    push(&mut editor, "Cancel");
    // Woods become clear terrain, and the end of a road changes.
    let text = std::fs::read_to_string(&map).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    let first = rows.iter().position(|row| row.contains("encoding=\"csv\"")).unwrap() + 1;
    let clear = rows[first].split(',').next().unwrap();
    let all_clear = rows[first].split(',').map(|cell| if cell.is_empty() { "" } else { clear }).collect::<Vec<_>>();
    let changed = text.replacen(rows[first], &all_clear.join(","), 1);
    assert_ne!(text, changed);
    std::fs::write(&map, changed).unwrap();
    import(&mut editor, &map);
    assert!(editor.query_by_label_contains("Will be imported: ").is_some());
    assert_eq!(scenario(&editor), &before, "nothing is done yet");
    push(&mut editor, "Import");
    assert_ne!(letter(&editor, "0401"), before.common().hexes().get(3, 0).unwrap());
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(scenario(&editor), &before, "all of it is one step");
}

#[test]
fn a_workbook_is_looked_at_as_a_sheet_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(bundled("tutorial.toml"));
    let book = written(&editor, Format::Xlsx, folder.path(), "units.xlsx");
    import(&mut editor, &book);
    let stay = format!("{} units are unchanged.", common(&editor).unit_count());
    assert!(editor.query_by_label(&stay).is_some());
    assert!(editor.query_by_label("Separator").is_none(), "cells of a workbook are parted");
    push(&mut editor, "Cancel");
}

#[test]
fn a_module_becomes_a_scenario_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(bundled("tutorial.toml"));
    let module = written(&editor, Format::Vmod, folder.path(), "game.vmod");
    let count = common(&editor).unit_count();
    import(&mut editor, &module);
    assert!(editor.query_by_label("New scenario from game.vmod").is_some());
    assert!(editor.query_by_label("Notes:").is_some());
    // Other rules make another scenario.
    push(&mut editor, "Position Magnifique");
    settle(&mut editor);
    assert!(editor.query_by_label("New scenario from game.vmod").is_some());
    push(&mut editor, "Mars la Tour");
    settle(&mut editor);
    push(&mut editor, "Create scenario…");
    // No file is overwritten.
    let file = folder.path().join("again.toml");
    std::fs::write(&file, "mine").unwrap();
    save_to(&mut editor, &file);
    assert!(editor.query_by_label_contains("already exists").is_some());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    let file = folder.path().join("new.toml");
    save_to(&mut editor, &file);
    assert_eq!(editor.state().document().path(), Some(file.as_path()));
    assert_eq!((scenario(&editor).system(), common(&editor).unit_count()), (System::MarsLaTour, count));
    assert!(common(&editor).scan().is_some(), "its picture lies under the hexes");
}

#[test]
fn a_map_of_other_hexes_becomes_a_scenario_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(bundled("tutorial.toml"));
    let drawn = folder.path().join("drawn.tmx");
    let text = include_str!("../../sessions/import.in/drawn.tmx");
    std::fs::write(&drawn, text.replace(",4,", ",2,")).unwrap();
    import(&mut editor, &drawn);
    assert!(editor.query_by_label("New scenario from drawn.tmx").is_some());
    assert!(editor.query_by_label_contains("cannot be imported into the open scenario: it is 4 by 3 hexes").is_some());
    push(&mut editor, "Position Magnifique");
    settle(&mut editor);
    push(&mut editor, "Mars la Tour");
    settle(&mut editor);
    push(&mut editor, "Create scenario…");
    let file = folder.path().join("new.toml");
    save_to(&mut editor, &file);
    assert_eq!(editor.state().document().path(), Some(file.as_path()));
    assert_eq!((common(&editor).size(), letter(&editor, "0201")), ((4, 3), 'w'));
}

#[test]
fn a_map_that_is_partly_understood_says_that_a_part_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(bundled("tutorial.toml"));
    let map = written(&editor, Format::Tmx, folder.path(), "map.tmx");
    let text = std::fs::read_to_string(&map).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    let first = rows.iter().position(|row| row.contains("encoding=\"csv\"")).unwrap() + 1;
    let cells: Vec<&str> = rows[first].split(',').collect();
    let strange = format!("99999,{},{}", cells[0], cells[2..].join(","));
    std::fs::write(&map, text.replacen(rows[first], &strange, 1)).unwrap();
    import(&mut editor, &map);
    assert!(editor.query_by_label("Cannot be imported:").is_some());
    assert!(editor.query_by_label_contains("tile 99999").is_some());
    assert!(editor.query_by_label("Import").is_none());
    push(&mut editor, "Cancel");
}

#[test]
fn what_cannot_be_taken_says_why_and_asks_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(Document::bundled());
    for (name, why) in
        [("map.tmx", "cannot be imported"), ("game.vmod", "cannot be imported"), ("units.doc", "Unknown file type")]
    {
        let file = folder.path().join(name);
        std::fs::write(&file, "hello").unwrap();
        import(&mut editor, &file);
        assert!(editor.query_by_label_contains(why).is_some(), "{name}");
        push(&mut editor, "Cancel");
    }
}

/// Returns a module with three sides, two saved setups and two pieces in a palette.
fn module_of_three() -> Vec<u8> {
    use std::io::Write as _;

    let piece = |side: &str, name: &str, map: &str| {
        let mark = format!("+/null/mark;Side\tpiece;;;;{name}/{side}\t{map};1");
        mark.replace('&', "&amp;")
    };
    let slot =
        |text: &str| format!("<VASSAL.build.widget.PieceSlot entryName=\"one\">{text}</VASSAL.build.widget.PieceSlot>");
    let build = format!(
        "<VASSAL.build.GameModule name=\"Three\" VassalVersion=\"3.7.0\"><VASSAL.build.module.PlayerRoster>\
         <entry>Union</entry><entry>Rebels</entry><entry>Militia</entry></VASSAL.build.module.PlayerRoster>\
         <VASSAL.build.module.Map mapName=\"Main\"><VASSAL.build.module.map.BoardPicker>\
         <VASSAL.build.module.map.boardPicker.Board name=\"Field\" width=\"500\" height=\"400\">\
         <VASSAL.build.module.map.boardPicker.board.HexGrid x0=\"40\" y0=\"35\" dx=\"60.0\" dy=\"69.3\"/>\
         </VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>\
         <VASSAL.build.module.PieceWindow name=\"Units\">{}{}</VASSAL.build.module.PieceWindow>\
         <VASSAL.build.module.PredefinedSetup name=\"Morning\" file=\"one.vsav\"/>\
         <VASSAL.build.module.PredefinedSetup name=\"Noon\" file=\"two.vsav\"/></VASSAL.build.GameModule>",
        slot(&piece("Rebels", "Reserve", "null;0;0")),
        slot(&piece("Militia", "Scouts", "null;0;0"))
    );
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut put = |name: &str, bytes: &[u8]| {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    };
    put("buildFile.xml", build.as_bytes());
    for (file, side, name) in [("one.vsav", "Union", "Early Corps"), ("two.vsav", "Union", "Late Corps")] {
        let mut saved = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        saved.start_file("savedGame", zip::write::SimpleFileOptions::default()).unwrap();
        saved.write_all(piece(side, name, "Main;100;70").as_bytes()).unwrap();
        put(file, &saved.finish().unwrap().into_inner());
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn sides_setup_and_pieces_of_a_module_are_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = tall(bundled("tutorial.toml"));
    let path = folder.path().join("three.vmod");
    std::fs::write(&path, module_of_three()).unwrap();
    import(&mut editor, &path);
    assert!(editor.query_by_label_contains("Scouts").is_none(), "the militia is left out");
    push(&mut editor, "Militia: second");
    settle(&mut editor);
    choose(&mut editor, "Setup", "Noon");
    settle(&mut editor);
    push(&mut editor, "Scouts");
    push(&mut editor, "Create scenario…");
    settle(&mut editor);
    let file = folder.path().join("three.toml");
    save_to(&mut editor, &file);
    assert_eq!(editor.state().document().path(), Some(file.as_path()), "{:?}", editor.state().dialog());
    let common = common(&editor);
    let names: Vec<&str> = common.sides().iter().map(|side| side.name).collect();
    assert_eq!(names, ["Union", "Rebels and Militia"]);
    let units: Vec<String> = (0..common.unit_count()).map(|unit| common.unit(unit).unwrap().name.to_owned()).collect();
    assert_eq!(units, ["Late Corps", "Scouts"]);
}
