//! House rules that lints cannot check. `docs/architecture.md` lists them.

mod tools;

mod layers;
mod platform;
mod programs;
mod systems;
mod type_names;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use battlewright_tests::workspace::root;

/// Returns the crates that `package` depends on, without the subtrees of the crates `without`.
fn tree(package: &str, without: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--prefix", "none", "--edges", "normal,build", "--package", package])
        .args(without.iter().flat_map(|pruned| ["--prune", pruned]))
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[track_caller]
fn assert_without(tree: &BTreeSet<String>, banned: &[&str]) {
    assert!(tree.iter().any(|name| name.starts_with("battlewright-")), "{tree:?}");
    let found: Vec<&&str> = banned.iter().filter(|name| tree.contains(**name)).collect();
    assert!(found.is_empty(), "{found:?} must not be in {tree:?}");
}

#[test]
fn the_command_line_links_no_window() {
    let tree = tree("battlewright-cli", &[]);
    assert_without(&tree, &["egui", "eframe", "winit", "wgpu", "glow", "rfd", "battlewright-editor"]);
}

/// The schema crate may write files and choose random temporary names; the engine may not.
#[test]
fn the_engine_knows_no_face_and_no_entropy() {
    let tree = tree("battlewright-engine", &["battlewright-schema"]);
    assert_without(&tree, &["clap", "egui", "eframe", "getrandom", "rand_chacha", "tempfile", "chrono", "time"]);
}

#[test]
fn the_schema_knows_no_rules() {
    assert_without(&tree("battlewright-schema", &[]), &["battlewright-engine", "rand", "clap", "egui"]);
}

/// clippy reads only the nearest clippy.toml, so the file of the engine repeats the common one.
#[test]
fn the_engine_has_every_common_lint() {
    let lines = |path: &str| -> BTreeSet<String> {
        let text = std::fs::read_to_string(root().join(path)).unwrap();
        text.lines().map(str::trim).filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
    };
    let missing: Vec<String> = lines("clippy.toml").difference(&lines("engine/clippy.toml")).cloned().collect();
    assert!(missing.is_empty(), "engine/clippy.toml lacks {missing:#?}");
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn a_file_is_one_idea() {
    let mut found = Vec::new();
    for member in
        ["platform", "schema", "engine", "export", "ground", "balance", "referee", "host", "cli", "editor", "tests"]
    {
        sources(&root().join(member), &mut found);
    }
    assert!(found.len() > 50);
    let long: Vec<String> = found
        .iter()
        .map(|path| (path, std::fs::read_to_string(path).unwrap().lines().count()))
        .filter(|(_, lines)| *lines > 600)
        .map(|(path, lines)| format!("{} has {lines} lines", path.strip_prefix(root()).unwrap().display()))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}
