//! Third-party validators, applied to all bundled scenarios and to the diagnostics corpus. They must accept the
//! scenarios, and refuse the files whose errors a schema can express.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use battlewright_schema::{Collection, System};
use battlewright_tests::files::toml_files;
use battlewright_tests::shapes::cases;
use battlewright_tests::workspace::root;
use serde_json::{Value, json};

use crate::peers::{npm, python, run};

/// Returns the files for the schema of each system, with `true` for files that must be refused.
fn wanted() -> BTreeMap<System, BTreeMap<PathBuf, bool>> {
    let mut wanted: BTreeMap<System, BTreeMap<PathBuf, bool>> = BTreeMap::new();
    for case in cases() {
        wanted.entry(case.system).or_default().insert(case.path, case.refused);
    }
    for path in toml_files("scenarios") {
        let text = fs::read_to_string(&path).unwrap();
        let system = battlewright_schema::load(&text).scenario.unwrap().system();
        wanted.entry(system).or_default().insert(path, false);
    }
    wanted
}

fn schema(system: System) -> PathBuf {
    root().join(format!("schema/json/{}.schema.json", system.name()))
}

/// Compares the refusals of `reader` with the expected ones.
fn compare(reader: &str, wanted: &BTreeMap<PathBuf, bool>, refused: &BTreeMap<PathBuf, String>) {
    let verdicts = wanted.iter().filter(|(path, wanted)| refused.contains_key(*path) != **wanted);
    let differing: Vec<String> = verdicts
        .map(|(path, _)| match refused.get(path) {
            Some(why) => format!("{} is refused: {why}", path.display()),
            None => format!("{} is accepted", path.display()),
        })
        .collect();
    println!("{reader}: {} files read, {} refused, {} not as wanted", wanted.len(), refused.len(), differing.len());
    assert!(differing.is_empty(), "{reader}: {differing:#?}");
}

#[test]
fn ajv_agrees() {
    let combined = root().join("schema/json/battlewright.schema.json");
    for with_combined in [false, true] {
        let mut jobs = Vec::new();
        let mut all = BTreeMap::new();
        for (system, files) in wanted() {
            let schema = if with_combined { combined.clone() } else { schema(system) };
            jobs.push(json!({ "schema": schema, "files": files.keys().collect::<Vec<_>>() }));
            all.extend(files);
        }
        let mut command = Command::new("node");
        command.arg(root().join("tests/interop/ajv.mjs")).arg(npm());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        serde_json::to_writer(child.stdin.take().unwrap(), &jobs).unwrap();
        let output = child.wait_with_output().unwrap();
        let told: BTreeMap<PathBuf, Vec<String>> = serde_json::from_slice(&output.stdout).unwrap();
        let refused = told.into_iter().filter(|(_, why)| !why.is_empty());
        let refused = refused.map(|(path, why)| (path, why.join("; "))).collect();
        compare(if with_combined { "Ajv, combined schema" } else { "Ajv" }, &all, &refused);
    }
}

/// Returns the files in `files` that check-jsonschema refuses, with the reasons.
fn checked(schema: &Path, files: &BTreeMap<PathBuf, bool>) -> BTreeMap<PathBuf, String> {
    let mut command = python("check-jsonschema");
    command.args(["--output-format", "json", "--schemafile"]).arg(schema).args(files.keys());
    let told: Value = serde_json::from_slice(&run(&mut command).stdout).unwrap();
    assert_eq!(told["parse_errors"].as_array().map_or(0, Vec::len), 0, "{}", told["parse_errors"]);
    let errors = told["errors"].as_array().into_iter().flatten();
    errors.map(|error| (PathBuf::from(error["filename"].as_str().unwrap()), error.to_string())).collect()
}

#[test]
fn check_jsonschema_agrees() {
    for (system, files) in wanted() {
        compare(&format!("check-jsonschema, {}", system.name()), &files, &checked(&schema(system), &files));
    }
}

/// tombi uses the line `#:schema`. Some files of the corpus have an expected finding after it, so tombi reads copies
/// with a clean line.
#[test]
fn tombi_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = BTreeMap::new();
    for (system, files) in wanted() {
        for (path, refused) in files {
            let text = fs::read_to_string(&path).unwrap();
            let (first, rest) = text.split_once('\n').unwrap();
            let first = if first.starts_with("#:schema") { "" } else { first };
            let copy = folder.path().join(path.file_name().unwrap());
            fs::write(&copy, format!("#:schema {}\n{first}\n{rest}", schema(system).display())).unwrap();
            all.insert(copy, refused);
        }
    }
    let report = folder.path().join("report.json");
    let mut command = python("tombi");
    command.args(["lint", "--offline", "--no-cache", "--diagnostics-format", "json", "--diagnostics-file"]);
    run(command.arg(&report).args(all.keys()).current_dir(&folder));
    let told: Vec<Value> = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
    let unread = |finding: &&Value| finding["code"] == "schema-resolution";
    assert_eq!(told.iter().find(unread), None, "it found no schema");
    let errors = told.iter().filter(|finding| finding["level"] == "error");
    let refused = errors.map(|error| (folder.path().join(error["path"].as_str().unwrap()), error.to_string()));
    compare("tombi", &all, &refused.collect());
}

#[test]
fn a_collection_is_read_alike() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        "",
        "[lints]\nunused-terrain = \"deny\"\nall = \"warn\"\n",
        "[lints]\nunused-terain = \"deny\"\n",
        "[lints]\nunused-terrain = \"denied\"\n",
        "[lints]\nunused-terrain = 1\n",
        "[lint]\nunused-terrain = \"deny\"\n",
        "lints = \"deny\"\n",
    ];
    let mut wanted = BTreeMap::new();
    for (number, text) in files.iter().enumerate() {
        let path = folder.path().join(format!("{number}.toml"));
        fs::write(&path, text).unwrap();
        wanted.insert(path, !Collection::read(text.as_bytes()).diagnostics.is_empty());
    }
    assert_eq!(wanted.values().filter(|refused| **refused).count(), 5);
    compare(
        "check-jsonschema, collection",
        &wanted,
        &checked(&root().join("schema/json/collection.schema.json"), &wanted),
    );
}
