//! Readers of maps, spreadsheets and Markdown, applied to the exports of all bundled scenarios.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use battlewright_schema::{DocPath, load, save};
use battlewright_tests::files::toml_files;
use battlewright_tests::workspace::root;
use serde_json::{Value, json};

use crate::PROGRAM;
use crate::peers::{python, succeed};

/// Writes the tutorial in all hex layouts to `folder`, without hexside features, because other layouts have other
/// hexsides.
fn turned(folder: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(root().join("scenarios/tutorial.toml")).unwrap();
    let turn = |(way, shifted, parity): (&str, &str, &str)| {
        let mut scenario = load(&text).scenario.unwrap();
        let map = DocPath::root().key("map");
        for (key, value) in [("orientation", way), ("lower_columns", ""), ("right_rows", ""), (shifted, parity)] {
            let value = if value.is_empty() { Value::Null } else { json!(value) };
            scenario.set(&map.clone().key(key), Some(value)).unwrap();
        }
        scenario.set(&DocPath::root().key("hexside"), None).unwrap();
        let path = folder.join(format!("tutorial-{way}-{parity}.toml"));
        fs::write(&path, save(Some(&text), &scenario)).unwrap();
        path
    };
    [("flat", "lower_columns", "even"), ("pointy", "right_rows", "odd"), ("pointy", "right_rows", "even")]
        .map(turn)
        .into()
}

#[test]
fn what_is_exported_is_what_others_read() {
    let folder = tempfile::tempdir().unwrap();
    for scenario in toml_files("scenarios").into_iter().chain(turned(folder.path())) {
        let name = scenario.file_stem().unwrap().to_string_lossy().into_owned();
        let to = folder.path().join(&name);
        fs::create_dir(&to).unwrap();
        let table = load(&fs::read_to_string(&scenario).unwrap()).scenario.unwrap().common().table();
        let maps: &[&str] = if table.is_some() { &[] } else { &["map.tmx", "map.tmj"] };
        for out in [maps, &["units.csv", "units.xlsx", "page.md"]].concat() {
            succeed(Command::new(PROGRAM).arg("export").arg(&scenario).arg("--out").arg(to.join(out)));
        }
        let mut readers = python("python");
        let said = succeed(readers.arg(root().join("tests/interop/exports.py")).args([&scenario, &to]));
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 3 + 2 * maps.len(), "{said}");
        for line in lines {
            println!("{name}: {line}");
        }
    }
}
