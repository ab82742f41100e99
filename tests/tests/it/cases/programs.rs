//! Cases of files of other programs, and of reports for them.

use std::collections::BTreeSet;
use std::process::Command;

use battlewright_tests::workspace::root;

use super::{run_command, scratch};

#[test]
fn a_saved_setup_of_vassal_has_its_pieces_within_a_subcommand() {
    let (status, text) = run_command(&["import", "programs/save-nested.vmod", "--system", "mars-la-tour", "--dry-run"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("The units are those of the saved setup noon.vsav"), "{text}");
    assert!(text.contains("Units stand on the map: 1st Corps in 0202, 2nd Corps in 0504"), "{text}");
    let starts = starts("save-nested", "programs/save-nested.vmod");
    assert_eq!(starts, [("1st Corps".to_owned(), "0202".to_owned()), ("2nd Corps".to_owned(), "0504".to_owned())]);
}

#[test]
fn slanted_numbers_of_vassal_are_kept() {
    let starts = starts("oblique", "programs/oblique.vmod");
    assert_eq!(starts.iter().map(|(_, hex)| hex.as_str()).collect::<Vec<_>>(), ["0506", "0304"]);
}

#[test]
fn headings_below_a_title_and_an_announced_separator_are_found() {
    for (table, note) in [("title-row.csv", Some("Order of battle")), ("sep-line.csv", None)] {
        let table = format!("programs/{table}");
        let (status, text) = run_command(&["import", &table, "--into", "work/merge-base.toml", "--dry-run"]);
        assert_eq!(status, Some(0), "{text}");
        assert!(text.contains("2 units added"), "{text}");
        assert!(note.is_none_or(|note| text.contains(note)), "{text}");
    }
}

/// Imports a module and returns the names and hexes of its units.
fn starts(name: &str, module: &str) -> Vec<(String, String)> {
    let out = scratch(&format!("{name}.toml"));
    // The file of an earlier run; there may be none.
    let _ = std::fs::remove_file(&out);
    let (status, text) = run_command(&["import", module, "--system", "mars-la-tour", "--out", &out]);
    assert_eq!(status, Some(0), "{text}");
    let scenario = battlewright_schema::load(&std::fs::read_to_string(&out).unwrap()).readable.unwrap();
    let common = scenario.common();
    let units = (0..common.unit_count()).filter_map(|index| common.unit(index));
    units
        .filter_map(|unit| match &unit.start {
            battlewright_schema::Start::At(hex) => Some((unit.name.to_owned(), hex.to_string())),
            _ => None,
        })
        .collect()
}

/// Checks a folder from within, as the action does, with the root of the repository that a runner gives.
fn checked(format: &str, path: &str, workspace: Option<&str>) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_battlewright-in-tests"));
    command.args(["validate", "--format", format, path]).current_dir(root().join("tests/cases/programs"));
    ["GITHUB_WORKSPACE", "CI_PROJECT_DIR", "BUILD_SOURCESDIRECTORY"].iter().for_each(|name| {
        command.env_remove(name);
    });
    command.envs(workspace.map(|folder| ("GITHUB_WORKSPACE", root().join(folder))));
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn annotations_have_paths_that_github_finds() {
    for path in [".", "./bare.toml", "../programs", "../programs/../programs/bare.toml"] {
        let text = checked("github", path, None);
        assert!(text.lines().filter(|line| line.starts_with("::error file=bare.toml,")).count() >= 5, "{path}: {text}");
    }
    let text = checked("github", ".", Some("."));
    assert!(text.contains("::error file=tests/cases/programs/bare.toml,"), "{text}");
}

#[test]
fn every_format_of_a_report_has_the_same_path() {
    for (format, path) in [
        ("human", "--> bare.toml:1:1"),
        ("short", "\nbare.toml:1:1: error"),
        ("json", "\"path\": \"bare.toml\""),
        ("sarif", "\"uri\": \"bare.toml\""),
        ("github", "file=bare.toml,"),
        ("gitlab", "\"path\": \"bare.toml\""),
        ("junit", "classname=\"bare.toml\""),
    ] {
        let absolute = root().join("tests/cases/programs/./bare.toml");
        for given in [".", "../programs/bare.toml", absolute.to_str().unwrap()] {
            let text = checked(format, given, None);
            assert!(text.contains(path) && !text.contains("./bare.toml"), "{format} {given}: {text}");
        }
    }
}

#[test]
fn each_test_of_a_junit_report_has_a_name_of_its_own() {
    let (status, text) = run_command(&["validate", "--format", "junit", "programs/bare.toml"]);
    assert_eq!(status, Some(1));
    let cases: Vec<&str> =
        text.split("<testcase name=\"").skip(1).filter_map(|case| case.split_once('"').map(|(name, _)| name)).collect();
    assert!(cases.contains(&"missing-key of turns at 1:1"), "{cases:?}");
    assert_eq!(cases.iter().collect::<BTreeSet<_>>().len(), cases.len(), "{cases:?}");
}
