//! Files that are not scenarios, from a path and from standard input: one clear finding each, the same for both.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use battlewright_schema::{System, template};

use crate::PROGRAM;

/// Returns the short findings of `validate` for a file with `bytes`, without its name. Standard input must give the
/// same.
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

#[test]
fn a_terminal_obeys_nothing_that_a_scenario_says() {
    let folder = tempfile::tempdir().unwrap();
    let text = template(System::MarsLaTour);
    let name = text.lines().find(|line| line.starts_with("title = ")).unwrap();
    let text = text.replacen(name, "title = \"\\u001b]0;owned\\u0007\\u001b[2J\u{9b}31m\"", 1);
    fs::write(folder.path().join("own.toml"), &text).unwrap();
    fs::write(folder.path().join("bad.toml"), text.replace("er = 3", "er = \"\u{9b}2J\"")).unwrap();
    fs::write(folder.path().join("other.toml"), text.replace("owned", "else")).unwrap();
    for arguments in [
        &["validate", "bad.toml"][..],
        &["validate", "--format", "short", "bad.toml"],
        &["play", "own.toml", "--seed", "1"],
        &["play", "own.toml", "--seed", "1..3"],
        &["playtest", "own.toml", "--players", "random,random", "--games", "2"],
        &["diff", "own.toml", "other.toml"],
        &["export", "own.toml", "--out", "\u{1b}[2J.doc"],
    ] {
        let output = Command::new(PROGRAM).args(arguments).current_dir(folder.path()).output().unwrap();
        let said = [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap()).concat();
        let obeyed = |c: char| c.is_control() && c != '\n';
        assert!(!said.is_empty() && !said.contains(obeyed), "{arguments:?}: {said:?}");
    }
    // Output for other programs is not escaped.
    let own = File::open(folder.path().join("own.toml")).unwrap();
    let output = Command::new(PROGRAM).args(["fmt", "--stdin"]).stdin(own).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains('\u{9b}'));
}

#[cfg(unix)]
#[test]
fn a_pipe_as_theme_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap().success());
    let text = template(System::MarsLaTour).replacen("title =", "theme = \"pipe\"\ntitle =", 1);
    fs::write(folder.path().join("own.toml"), text).unwrap();
    for arguments in [&["validate", "own.toml"][..], &["export", "own.toml", "--out", "map.svg"]] {
        let line = ["20", PROGRAM].into_iter().chain(arguments.iter().copied());
        let output = Command::new("timeout").args(line).current_dir(folder.path()).output().unwrap();
        let said = [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap()).concat();
        assert!(said.contains("pipe is not a file"), "{arguments:?}: {:?} {said}", output.status);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_as_note_of_the_resolver_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let name = "a\u{1b}[2J";
    assert!(Command::new("mkfifo").arg(folder.path().join(name)).status().unwrap().success());
    let line = "-a prussian-line-infantry -x maneuver --general-near yes --note";
    let line = ["20", PROGRAM, "resolve"].into_iter().chain(line.split(' ')).chain([name]);
    let output = Command::new("timeout").args(line).current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("cannot read a\\u{1b}[2J: it is not a regular file"), "{:?} {said:?}", output.status);
    assert_eq!(output.status.code(), Some(2));
}

/// The diff of `--fix --dry-run` shows lines of the scenario, with a space before those that stay.
#[test]
fn a_runner_obeys_nothing_that_a_diff_shows() {
    let folder = tempfile::tempdir().unwrap();
    let text = template(System::MarsLaTour);
    let (before, after) = text.split_once("at = \"0704\"").unwrap();
    let (before, name) = before.rsplit_once("name = ").unwrap();
    let (_, rest) = name.split_once('\n').unwrap();
    let lines = "# ##[error]a ##vso[task.x]d \u{202e}c\nname = \"\"\"\n::error file=x::b\"\"\"\nat = 704";
    fs::write(folder.path().join("own.toml"), format!("{before}{rest}{lines}{after}")).unwrap();
    let output = Command::new(PROGRAM)
        .args(["validate", "--fix", "--dry-run", "own.toml"])
        .current_dir(folder.path())
        .env("GITHUB_ACTIONS", "true")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("\n+at = \"0704\"\n"), "{said}");
    for (part, shown) in [
        ("\n ::error", "\n \\u{3a}:error file=x::b"),
        ("##[error]", "#\\u{23}[error]a"),
        ("##vso[", "#\\u{23}vso[task.x]d"),
        ("\u{202e}", "\\u{202e}c"),
    ] {
        assert!(said.contains(shown) && !said.contains(part), "{part:?}: {said}");
    }
}

/// Runs the program in `folder` with an address space of 4 GB. Fails on an abort or a panic.
#[cfg(unix)]
pub(crate) fn bounded(folder: &Path, arguments: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new("bash");
    command.args(["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", PROGRAM]).args(arguments).current_dir(folder);
    let output = command.output().unwrap();
    let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.code().is_some_and(|code| code < 3), "{arguments:?}: {:?}: {told}", output.status);
    assert!(!told.contains("panicked"), "{arguments:?}: {told}");
    (told, output.status.code())
}

#[cfg(unix)]
#[test]
fn drawings_made_to_hurt_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("theme.toml", "theme = 1\n[counters]\nfront = \"front.svg\"\n");
    let battle = template(System::MarsLaTour).replacen("title =", "theme = \"theme.toml\"\ntitle =", 1);
    write("battle.toml", &battle);
    let nested = |open: &str, count: usize, close: &str| format!("{}{}", open.repeat(count), close.repeat(count));
    let chain: String = (0..15_000).map(|n| format!("<g id=\"a{n}\"><use href=\"#a{}\"/></g>", n + 1)).collect();
    let rules: String = (0..100_000).map(|n| format!(".a{n}{{fill:red}}")).collect();
    let attributes: String = (0..200_000).map(|n| format!(" a{n}=\"\"")).collect();
    let noise = "<filter id=\"f\"><feTurbulence baseFrequency=\"0.1\" numOctaves=\"1000000\"/></filter>\
                 <rect width=\"9\" height=\"9\" filter=\"url(#f)\"/>";
    for (inside, why) in [
        (nested("<g>", 100_000, "</g>"), "nested more than"),
        (nested("<g>", 190, "</g>"), "nested more than"),
        ("<g><?x ></g>?>".repeat(10_000), "nested more than"),
        (chain, "nested more than"),
        (format!("<style>{rules}</style>{}", "<rect class=\"a\"/>".repeat(15_000)), "style sheets"),
        (format!("<rect{attributes}/>"), "attributes"),
        (format!("<text y=\"9\">{}</text>", "Ma".repeat(1_000_000)), "characters of text"),
        (noise.to_owned(), "too long to paint"),
    ] {
        let begins: String = inside.chars().take(40).collect();
        write("front.svg", &format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">{inside}</svg>"));
        let (told, status) = bounded(folder.path(), &["validate", "theme.toml", "battle.toml"]);
        assert!(told.contains(why) && status == Some(1), "{begins}: {status:?}: {told}");
        let (told, _) = bounded(folder.path(), &["export", "battle.toml", "--out", "counters.png", "--counters"]);
        assert!(told.contains(why), "{begins}: {told}");
    }
}
