//! Tests of what cargo builds: the two programs share their crates, and a crate has few test programs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use battlewright_tests::files::files_within;
use battlewright_tests::workspace::root;
use serde_json::Value;

/// The test programs beside the unit tests and `tests/it` of a crate, each with the reason.
const MORE_TEST_PROGRAMS: [(&str, &str); 7] = [
    ("battlewright-editor desktop", "runs on request: needs a virtual display"),
    ("battlewright-editor killed_window", "runs on request: needs a virtual display"),
    ("battlewright-tests clean_scenarios", "limits the memory of its process"),
    ("battlewright-tests cli", "changes the working folder of its process"),
    ("battlewright-tests editor", "has 50 files about one window"),
    ("battlewright-tests interop", "runs on request: downloads programs"),
    ("battlewright-tests pictures", "needs a feature and a renderer"),
];

/// Runs cargo in the workspace and returns its output.
fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A crate that two programs need with different features is compiled twice. Host crates of macros and build scripts
/// have features of their own.
#[test]
fn the_programs_share_all_crates() {
    let tree =
        cargo(&["tree", "--locked", "--edges", "normal,no-proc-macro", "--prefix", "depth", "--format", "|{p}|{f}"]);
    let mut programs = BTreeSet::new();
    let mut features: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let mut parts = line.split('|');
        let (depth, package) = (parts.next().unwrap(), parts.next().unwrap());
        let enabled = parts.next().unwrap().trim_end_matches(" (*)");
        if depth == "0" {
            programs.extend(package.split(' ').next());
        }
        features.entry(package).or_default().insert(enabled);
    }
    assert_eq!(programs, ["battlewright-cli", "battlewright-editor"].into(), "the default members of the workspace");
    let twice: BTreeMap<_, _> = features.into_iter().filter(|(_, sets)| sets.len() > 1).collect();
    assert!(twice.is_empty(), "these crates have several sets of features: {twice:#?}");
}

/// Without `--bin`, `cargo run` starts the editor. With `-p`, a program gets features of its own, and shares no crates.
#[test]
fn commands_select_the_programs_by_bin() {
    let mut wrong = Vec::new();
    for path in with_commands() {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (line, text) in text.lines().enumerate() {
            let builds = ["cargo build", "cargo run", "cargo clippy"].iter().any(|command| text.contains(command));
            let selects = ["cli", "editor"].iter().any(|program| {
                let by_package = [format!("-p battlewright-{program}"), format!("--package battlewright-{program}")];
                by_package.iter().any(|option| text.contains(option.as_str()))
            });
            // What is handed to others is built by itself.
            if builds && selects && !text.contains("--profile dist") {
                wrong.push(format!("{}:{}: {text}", path.display(), line + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "use --bin in:\n{}", wrong.join("\n"));
}

/// Returns the documents and scripts, in which commands stand.
fn with_commands() -> Vec<PathBuf> {
    let is_text = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_none_or(|ending| ["md", "sh", "yml"].contains(&ending))
    };
    let folders = [".ci", ".github", "docs", "tests", "web"].into_iter().flat_map(files_within).filter(is_text);
    folders.chain(["README.md", "CONTRIBUTING.md"].map(|name| root().join(name))).collect()
}

/// Each test program is linked by itself, and ends with an idle core.
#[test]
fn a_crate_has_unit_tests_and_one_more_test_program() {
    let metadata = cargo(&["metadata", "--locked", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let mut wrong = Vec::new();
    let mut found = BTreeSet::new();
    for package in metadata["packages"].as_array().unwrap() {
        for target in package["targets"].as_array().unwrap() {
            let name = format!("{} {}", package["name"].as_str().unwrap(), target["name"].as_str().unwrap());
            let is_default = target["test"] == true;
            match target["kind"][0].as_str().unwrap() {
                "lib" => {}
                "test" if target["name"] == "it" && is_default => {}
                "test" => drop(found.insert(name)),
                kind if is_default => wrong.push(format!("{name} ({kind}) is a test program")),
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let expected: BTreeSet<String> = MORE_TEST_PROGRAMS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(found, expected);
}
