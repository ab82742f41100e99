//! Files that are none, from a file and from standard input: one clear finding each, and the same both ways.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use battlewright_schema::{System, template};

use crate::PROGRAM;

/// What `validate` says in short of `bytes`, without their name, from a file; standard input must say the same.
fn said(name: &str, bytes: &[u8]) -> (String, Option<i32>) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{name}.toml"));
    fs::write(&file, bytes).unwrap();
    let file_name = file.to_str().unwrap();
    let short = ["validate", "--format", "short"];
    let run = |arguments: &[&str]| {
        let mut command = Command::new(PROGRAM);
        let output = command.args(short).args(arguments).stdin(File::open(&file).unwrap()).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), output.status.code())
    };
    let from_file = run(&[file_name]);
    assert_eq!(run(&["--stdin", "--stdin-name", file_name]), from_file, "{name}");
    (from_file.0.replace(file_name, ""), from_file.1)
}

#[test]
fn what_is_no_scenario_is_told_so_from_a_file_and_from_standard_input() {
    let text = template(System::MarsLaTour);
    for (name, bytes, code) in [
        ("empty", Vec::new(), "[unknown-system]"),
        ("nul", b"title = \"a\0b\"".to_vec(), "[not-text]"),
        ("latin-1", b"title = \"Pr\xe9\"".to_vec(), "[not-text]"),
        ("utf-16", b"\xff\xfet\0".to_vec(), "[not-text]"),
        ("picture", b"\x89PNG\r\n\x1a\n\0\0".to_vec(), "[not-text]"),
        ("brackets", "[".repeat(10_000).into_bytes(), "[syntax]"),
        ("nested", format!("a = {}{}", "[".repeat(10_000), "]".repeat(10_000)).into_bytes(), "[syntax]"),
        ("braces", format!("a = {}", "{a=".repeat(10_000)).into_bytes(), "[syntax]"),
        ("twice", format!("title = 1\n{text}").into_bytes(), "[syntax]"),
        ("huge", text.replace("columns = 8", "columns = 100000").into_bytes(), "[number-out-of-range]"),
    ] {
        let (told, status) = said(name, &bytes);
        assert_eq!(status, Some(1), "{name}: {told}");
        assert!(told.contains(code), "{name}: {told}");
    }
    assert_eq!(said("sound", format!("\u{feff}{}", text.replace('\n', "\r\n")).as_bytes()).1, Some(0));
}
