//! The report of a pull request: the script of the action on a branch with an invalid scenario.

use std::collections::BTreeSet;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs, iter};

use battlewright_tests::workspace::root;

use crate::PROGRAM;

/// Runs `program` in `folder`, which must succeed, and returns its output.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let who = ["-c", "user.name=A Designer", "-c", "user.email=designer@example.org"];
    run(folder, "git", &[&who[..], arguments].concat())
}

/// Returns the last script of `action.yml`, without indentation.
fn script() -> String {
    let action = fs::read_to_string(root().join("action.yml")).unwrap();
    let (_, script) = action.rsplit_once("run: |\n").unwrap();
    script.lines().map(|line| format!("{}\n", line.trim_start())).collect()
}

/// Runs the script of the action in `folder`.
fn action(folder: &Path, paths: &str, arguments: &str) -> Output {
    // The step before has put the program into the search path.
    let programs = tempfile::tempdir().unwrap();
    symlink(PROGRAM, programs.path().join("battlewright")).unwrap();
    let others = env::var_os("PATH").unwrap();
    let path = env::join_paths(iter::once(programs.path().to_owned()).chain(env::split_paths(&others))).unwrap();
    // As GitHub runs `shell: bash`.
    Command::new("bash")
        .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &script()])
        .current_dir(folder)
        .env("PATH", path)
        .env("BATTLEWRIGHT_PATHS", paths)
        .env("BATTLEWRIGHT_ARGUMENTS", arguments)
        .output()
        .unwrap()
}

/// Returns the numbers of the lines in `file` that the last commit added or changed.
fn changed(folder: &Path, file: &str) -> BTreeSet<usize> {
    let difference = git(folder, &["diff", "--unified=0", "HEAD~1", "--", file]);
    let mut lines = BTreeSet::new();
    for header in difference.lines().filter(|line| line.starts_with("@@")) {
        let added = header.split(' ').find_map(|part| part.strip_prefix('+')).unwrap();
        let (first, count) = added.split_once(',').unwrap_or((added, "1"));
        let first: usize = first.parse().unwrap();
        lines.extend(first..first + count.parse::<usize>().unwrap());
    }
    lines
}

#[test]
fn a_broken_pull_request_is_annotated_on_the_lines_it_broke() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let files = ["scenarios/a battle.toml", "scenarios/other.toml"];
    let text = fs::read_to_string(root().join("scenarios/tutorial.toml")).unwrap();
    fs::create_dir(folder.join("scenarios")).unwrap();
    files.iter().for_each(|file| fs::write(folder.join(file), &text).unwrap());
    git(folder, &["init", "--quiet", "--initial-branch=main"]);
    git(folder, &["add", "."]);
    git(folder, &["commit", "--quiet", "--message=Two battles"]);
    let clean = action(folder, "scenarios\n", "");
    assert_eq!((clean.status.code(), String::from_utf8_lossy(&clean.stdout).contains("::error")), (Some(0), false));

    git(folder, &["switch", "--quiet", "--create=broken"]);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = lines.iter().position(|line| line.starts_with("at = ")).unwrap();
    lines[at] = "at = \"9999\"".to_owned();
    let side = lines.iter().rposition(|line| line.starts_with("side = ")).unwrap();
    lines[side] = "side = \"martian\"".to_owned();
    fs::write(folder.join(files[0]), lines.join("\n") + "\n").unwrap();
    git(folder, &["commit", "--quiet", "--all", "--message=Break a battle"]);
    let broken = action(folder, "scenarios\n", "");
    assert_eq!(broken.status.code(), Some(1));
    let said = String::from_utf8(broken.stdout).unwrap();
    let mut annotated = BTreeSet::new();
    for annotation in said.lines().filter_map(|line| line.strip_prefix("::error ")) {
        let (place, _) = annotation.split_once("::").unwrap();
        let value = |key: &str| place.split(',').find_map(|part| part.strip_prefix(key)?.strip_prefix('=')).unwrap();
        assert_eq!(value("file"), files[0]);
        annotated.insert(value("line").parse::<usize>().unwrap());
    }
    assert_eq!(annotated, changed(folder, files[0]), "{said}");
    assert_eq!(annotated.len(), 2);
}

#[test]
fn the_action_takes_several_paths() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(root().join("scenarios/tutorial.toml")).unwrap();
    for file in ["one.toml", "two words.toml"] {
        fs::write(folder.path().join(file), &text).unwrap();
    }
    let output = action(folder.path(), "one.toml\ntwo words.toml\n", "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(action(folder.path(), "three.toml", "").status.code(), Some(2));
}

#[test]
fn the_action_takes_arguments_on_several_lines() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(root().join("scenarios/tutorial.toml")).unwrap();
    fs::write(folder.path().join("one.toml"), text).unwrap();
    for arguments in ["", "\n", "--deny all\n", "--warn all\n--deny\n  all\n"] {
        let expected = if arguments.contains("warn") { 2 } else { 0 };
        let output = action(folder.path(), ".", arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        // Both lines count: a code has one level.
        assert_eq!(output.status.code(), Some(expected), "{arguments:?}: {said}");
        assert_eq!(said.contains("contradict"), expected == 2, "{arguments:?}: {said}");
    }
}

/// A pull request brings its files, and their names.
#[test]
fn a_name_of_a_file_gives_the_runner_no_command() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(root().join("scenarios/tutorial.toml")).unwrap();
    let names =
        ["a\n::error file=x::INJECTED\n.toml", "::error file=y::INJECTED.toml", "\u{202e}##[error]INJECTED.toml"];
    for (n, name) in names.iter().enumerate() {
        // One is larger than a scenario may be, and takes no room.
        let file = fs::File::create(folder.path().join(name)).unwrap();
        if n == 0 {
            file.set_len((64 << 20) + 1).unwrap();
        } else {
            fs::write(folder.path().join(name), text.replace("[map]", "[mop]")).unwrap();
        }
    }
    for format in ["human", "short", "github", "json", "sarif", "gitlab", "junit"] {
        for variable in ["GITHUB_ACTIONS", "TERM"] {
            let mut command = Command::new(PROGRAM);
            command.args(["validate", "--format", format, "."]).current_dir(folder.path());
            let output = command.env_remove("CI").env(variable, "true").output().unwrap();
            assert_eq!(output.status.code(), Some(2));
            let is_read = variable == "GITHUB_ACTIONS";
            for line in [output.stdout, output.stderr].iter().flat_map(|text| text.split(|byte| *byte == b'\n')) {
                let line = String::from_utf8_lossy(line);
                let command = line.trim_start();
                let is_own = format == "github" && command.starts_with("::error file=");
                assert!(!command.starts_with("::error file=x"), "{format}: {line}");
                assert!(!is_read || is_own || !command.starts_with("::"), "{format}: {line}");
                let is_text = ["human", "short"].contains(&format);
                assert!(!is_text || !is_read || !line.contains("##["), "{format}: {line}");
                assert!(!is_text || !line.contains('\u{202e}'), "{format}: {line}");
            }
        }
    }
}
