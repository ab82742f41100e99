//! Cases of the pages in a browser.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use battlewright_engine::any::AnyGame;
use battlewright_export::{Options, PositionDrawing, svg};
use battlewright_tests::workspace::root;

use super::scratch;

/// The time after which a command is taken to hang.
const PATIENCE: Duration = Duration::from_secs(100);

/// Runs the command line in the folder of the cases, and fails if it does not end.
#[track_caller]
fn ends(arguments: &[&str]) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_battlewright-in-tests"))
        .args(arguments)
        .current_dir(root().join("tests/cases"))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    loop {
        if let Some(status) = program.try_wait().unwrap() {
            assert!(status.success(), "{arguments:?}: {status}");
            return;
        }
        if began.elapsed() > PATIENCE {
            program.kill().unwrap();
            panic!("{arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Makes all that shows the scenario `file` and a game of it.
fn show_all(file: &str, name: &str) {
    let out = |ending: &str| scratch(&format!("{name}{ending}"));
    for ending in [".svg", ".png", "-print.pdf"] {
        ends(&["export", file, "--out", &out(ending)]);
    }
    ends(&["export", file, "--out", &out("-bare.svg"), "--no-units"]);
    let game = out(".jsonl");
    ends(&["play", file, "--players", "random,random", "--quiet", "--replay", &game]);
    ends(&["replay", &game]);
}

/// The map of the replay page has no counters beneath it. There, a name that is wider than its way to the edge never ended.
fn map_of_the_replay_page(text: &str) -> String {
    let scenario = battlewright_schema::load(text).scenario.unwrap();
    let game = AnyGame::new(&scenario).unwrap();
    let drawing = PositionDrawing::new(&scenario, &game, Options::default()).unwrap();
    let mut bytes = Vec::new();
    svg::write(drawing.scene(), 1.0, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn h2_a_place_name_longer_than_the_map_is_drawn() {
    show_all("browser/long-place.toml", "long-place");
    let text = std::fs::read_to_string(root().join("tests/cases/browser/long-place.toml")).unwrap();
    assert!(map_of_the_replay_page(&text).contains("longer than a map of six hex"));
}

/// The most letters of a text that the format allows.
const LONGEST: usize = 200;

/// All names that a file gives, as long as the format allows.
#[test]
fn h2_the_longest_texts_of_the_format_are_drawn() {
    let text = std::fs::read_to_string(root().join("scenarios/tutorial.toml")).unwrap();
    let mut number = 0;
    let long = |line: &str| {
        let named =
            ["title = ", "name = ", "text = ", "label = "].iter().find_map(|key| Some((key, line.strip_prefix(key)?)));
        let Some((key, _)) = named else { return line.to_owned() };
        number += 1;
        format!("{key}\"{number:0>3} {}\"", "W".repeat(LONGEST - 4))
    };
    let long = text.lines().map(long).collect::<Vec<_>>().join("\n");
    assert_ne!(long, text);
    let loaded = battlewright_schema::load(&long);
    assert!(loaded.scenario.is_some(), "{:?}", loaded.diagnostics);
    let file = scratch("long-texts.toml");
    std::fs::write(&file, &long).unwrap();
    assert!(map_of_the_replay_page(&long).contains("WWWWWWWW"));
    show_all(&file, "long-texts");
}

/// Publishes a case with web programs that do nothing, and returns its page.
fn published(name: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    for page in ["edit", "play", "replay"] {
        fs::create_dir_all(folder.path().join("web").join(page)).unwrap();
        fs::write(folder.path().join("web").join(page).join("index.html"), "<!doctype html>").unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_battlewright-in-tests"))
        .args(["publish", &format!("browser/{name}.toml"), "--programs"])
        .arg(folder.path().join("web"))
        .arg("--out")
        .arg(folder.path().join("site"))
        .current_dir(root().join("tests/cases"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(folder.path().join("site").join(name).join("index.html")).unwrap()
}

#[test]
fn names_in_tables_are_as_they_are() {
    let page = published("esc");
    assert!(page.matches("<td>Red &amp; White (1st_Army)</td>").count() >= 2, "{page}");
    assert!(!page.contains('\\'), "{page}");
}
