//! Exports by the command line.

use std::fs;
use std::process::Command;

use battlewright_tests::files::{assert_generated, toml_files};

use crate::PROGRAM;

/// `BATTLEWRIGHT_UPDATE=1 cargo test -p battlewright-tests --test cli` updates the expected files.
#[test]
fn pages_of_the_bundled_scenarios_are_what_they_were() {
    let folder = tempfile::tempdir().unwrap();
    for scenario in toml_files("scenarios") {
        let name = scenario.file_stem().unwrap().to_string_lossy().into_owned();
        let page = folder.path().join("page.md");
        let done = Command::new(PROGRAM).arg("export").arg(&scenario).arg("--out").arg(&page).status().unwrap();
        assert!(done.success(), "{name}");
        assert_generated(&format!("tests/golden/{name}.md"), &fs::read_to_string(&page).unwrap());
    }
}

#[test]
fn a_map_of_tiled_has_its_pictures_beside_it_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine.toml");
    let text = fs::read_to_string(battlewright_tests::workspace::root().join("scenarios/tutorial.toml")).unwrap();
    fs::write(&mine, &text).unwrap();
    for format in ["tmx", "tmj"] {
        let map = folder.path().join(format!("map.{format}"));
        let done = Command::new(PROGRAM).arg("export").arg(&mine).arg("--out").arg(&map).output().unwrap();
        assert!(done.status.success(), "{done:?}");
        assert!(folder.path().join("map-images/terrain.png").exists());
        let done = Command::new(PROGRAM).arg("import").arg(&map).arg("--into").arg(&mine).output().unwrap();
        let said = String::from_utf8(done.stdout).unwrap();
        assert!(done.status.success() && said.ends_with("mine.toml: no differences\n"), "{said}");
        assert_eq!(fs::read_to_string(&mine).unwrap(), text);
    }
}

#[test]
fn values_that_a_format_cannot_hold_are_told_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine.toml");
    let text = fs::read_to_string(battlewright_tests::workspace::root().join("scenarios/tutorial.toml")).unwrap();
    let text = text.replacen("[[place]]", "[[label]]\ntext = \"The\\u0001 Wood\"\nat = \"0303\"\n\n[[place]]", 1);
    fs::write(&mine, &text).unwrap();
    let told = |name: &str| {
        let out = folder.path().join(name);
        let done = Command::new(PROGRAM).arg("export").arg(&mine).arg("--out").arg(&out).output().unwrap();
        assert!(done.status.success(), "{done:?}");
        String::from_utf8(done.stderr).unwrap().contains("note: label[0].text has the character U+0001")
    };
    assert!(told("map.tmx"));
    assert!(!told("map.tmj"));
}
