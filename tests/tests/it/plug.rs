//! Tests that a system is added by one folder per crate and one line in each list. Generic code validates, edits,
//! plays, balances, exports and prints the race in `tests/race`, on a hex map and on a table without hexes.

#[allow(dead_code, reason = "not all helpers are used here")]
#[path = "../editor/desk.rs"]
mod desk;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::tools::{self, ToolKind};
use battlewright_engine::any::AnyGame;
use battlewright_engine::players::Kind;
use battlewright_schema::{DocPath, Scenario, System, load};
use battlewright_tests::contract::{Terms, check};
use battlewright_tests::workspace;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use desk::{Editor, ask, at, choose, press, says, scenario, stroke, tall};

const FILES: [&str; 2] = ["race.toml", "table.toml"];

fn file(name: &str) -> PathBuf {
    workspace::root().join("tests/race").join(name)
}

fn read(name: &str) -> Scenario {
    load(&fs::read_to_string(file(name)).unwrap()).scenario.unwrap()
}

/// Copies the two files to a temporary folder.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in FILES {
        fs::copy(file(name), folder.path().join(name)).unwrap();
    }
    folder
}

/// Runs the command line in `folder`. Returns the exit status and all output.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let program = env!("CARGO_BIN_EXE_battlewright-in-tests");
    let done = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    let text = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    (done.status.code(), text)
}

/// Runs the command line, which must succeed.
fn succeed(folder: &Path, arguments: &[&str]) -> String {
    let (status, text) = run(folder, arguments);
    assert_eq!(status, Some(0), "{arguments:?}: {text}");
    text
}

#[test]
fn it_is_in_no_list_that_people_see() {
    assert!(!System::ALL.contains(&System::Race));
    assert_eq!(System::from_name("race"), Some(System::Race));
    let (status, text) = run(Path::new("."), &["new", "--system", "race"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("mars-la-tour") && !text.contains("Race"), "{text}");
}

#[test]
fn it_is_validated_formatted_and_compared() {
    let folder = folder();
    for name in FILES {
        succeed(folder.path(), &["validate", name]);
        succeed(folder.path(), &["fmt", "--check", name]);
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        fs::write(folder.path().join("other.toml"), text.replacen("pace = 2", "pace = 3", 1)).unwrap();
        let told = run(folder.path(), &["diff", name, "other.toml"]).1;
        assert!(told.contains("unit red: pace 2 to 3"), "{told}");
        let broken = text.replacen("pace = 2", "pace = 12\nspeed = 1", 1);
        fs::write(folder.path().join("broken.toml"), broken).unwrap();
        let (status, told) = run(folder.path(), &["validate", "broken.toml"]);
        assert_eq!(status, Some(1), "{told}");
        assert!(told.contains("unknown-key"), "{told}");
        fs::write(folder.path().join("broken.toml"), text.replacen("pace = 2", "pace = 12", 1)).unwrap();
        assert!(run(folder.path(), &["validate", "broken.toml"]).1.contains("number-out-of-range"));
    }
}

#[test]
fn it_keeps_the_contract_and_is_played_on_the_command_line() {
    let folder = folder();
    for name in FILES {
        let terms = Terms {
            units_per_hex: 1,
            enemies_may_meet: false,
            lists_all: true,
            longest: 100,
            every: 1,
            secret: |_| None,
        };
        let met = check(&AnyGame::new(&read(name)).unwrap(), terms, Kind::Random, 0..50);
        assert!(met.unwrap().inputs > 200, "{name}");
        let story = succeed(folder.path(), &["play", name, "--players", "greedy,search:50", "--replay", "game.jsonl"]);
        assert!(story.contains("Reds run "), "{story}");
        succeed(folder.path(), &["replay", "game.jsonl"]);
    }
}

#[test]
fn it_is_balanced() {
    let folder = folder();
    for name in FILES {
        let report = succeed(folder.path(), &["playtest", name, "--games", "40", "--html", "report.html"]);
        assert!(report.contains("Reds") && report.contains("stumbled") && report.contains("runs"), "{report}");
        let page = fs::read_to_string(folder.path().join("report.html")).unwrap();
        assert!(page.contains("stumbled"));
        succeed(folder.path(), &["fuzz", name, "--games", "10"]);
    }
}

#[test]
fn it_is_exported_and_printed() {
    let folder = folder();
    for (format, out) in [
        ("svg", "map.svg"),
        ("png", "map.png"),
        ("pdf", "print.pdf"),
        ("md", "page.md"),
        ("csv", "units.csv"),
        ("xlsx", "units.xlsx"),
        ("tmx", "map.tmx"),
        ("vmod", "module.vmod"),
    ] {
        succeed(folder.path(), &["export", "race.toml", "--to", format, "--out", out]);
        assert!(fs::metadata(folder.path().join(out)).unwrap().len() > 50, "{format}");
    }
    let page = fs::read_to_string(folder.path().join("page.md")).unwrap();
    assert!(page.contains("Who first reaches The Inn wins."), "{page}");
    assert!(fs::read_to_string(folder.path().join("units.csv")).unwrap().contains("pace"));
}

#[test]
fn a_table_is_drawn_and_printed_but_no_map_for_programs_that_need_hexes() {
    let folder = folder();
    for (format, out) in [
        ("svg", "table.svg"),
        ("png", "table.png"),
        ("pdf", "table.pdf"),
        ("md", "page.md"),
        ("csv", "units.csv"),
        ("xlsx", "units.xlsx"),
    ] {
        succeed(folder.path(), &["export", "table.toml", "--to", format, "--out", out]);
        assert!(fs::metadata(folder.path().join(out)).unwrap().len() > 50, "{format}");
    }
    let page = fs::read_to_string(folder.path().join("page.md")).unwrap();
    assert!(page.contains("- **Table:** 12 × 6 inches\n") && !page.contains("Map key"), "{page}");
    for format in ["tmx", "tmj", "vmod"] {
        let (status, text) = run(folder.path(), &["export", "table.toml", "--to", format, "--out", "map"]);
        assert_eq!(status, Some(2), "{format}: {text}");
        assert!(text.contains("this game is played on a table, which has no hexes"), "{format}: {text}");
        assert!(!folder.path().join("map").exists());
    }
}

/// Opens one of the files in the editor.
fn editor(name: &str) -> Editor {
    tall(Document::from_text(name, fs::read_to_string(file(name)).unwrap()))
}

#[test]
fn it_is_edited_in_forms_that_nobody_has_written() {
    for name in FILES {
        let mut editor = editor(name);
        ask(&mut editor, Act::Select(Selection::Unit(0)));
        editor.get_by_role_and_label(Role::SpinButton, "Pace").set_value_accesskit(4.0);
        editor.run();
        let pace = DocPath::root().key("unit").index(0).key("pace");
        assert_eq!(scenario(&editor).get(&pace), Some(4.into()), "{name}");
        press(&mut editor, Modifiers::CTRL, Key::Z);
    }
}

#[test]
fn tools_say_why_they_are_of_no_use_on_a_table() {
    let mut editor = editor("table.toml");
    assert!(says(&editor, "Table of 12 × 6 inches"));
    press(&mut editor, Modifiers::NONE, Key::B);
    assert_eq!(editor.state().status_message(), Some("This game uses a table of 12 × 6 inches without hexes."));
    for tool in tools::ALL {
        let usable = [ToolKind::SELECT, ToolKind::UNIT, ToolKind::MEASURE].contains(&tool);
        assert_eq!(tool.unusable(scenario(&editor)).is_none(), usable, "{tool:?}");
        ask(&mut editor, Act::Tool(tool));
    }
}

#[test]
fn it_is_played_in_the_window() {
    for name in FILES {
        let mut editor = editor(name);
        press(&mut editor, Modifiers::NONE, Key::F5);
        assert!(says(&editor, "Reds: walk or run"), "{name}");
        if name == "race.toml" {
            let there = at(&editor, "0301");
            stroke(&mut editor, &[there]);
        } else {
            editor.get_by_label_contains("Walk 2").click();
            editor.run();
        }
        assert!(says(&editor, "Blues: walk or run"), "{name}");
        choose(&mut editor, "Player of the Blues", "Easy computer");
        assert!(editor.state().session().unwrap().inputs() >= 1, "{name}");
    }
}
