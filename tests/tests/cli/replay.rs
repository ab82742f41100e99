//! Tests that replay files are verified.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use battlewright_tests::workspace::root;

use crate::PROGRAM;

fn battlewright(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).current_dir(root()).output().unwrap()
}

/// Returns the path of a temporary file.
fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Returns the replay of a game of the tutorial.
fn recorded(name: &str) -> String {
    let file = scratch(name);
    let game = ["play", "scenarios/tutorial.toml", "--seed", "7", "--players", "random,random", "--quiet", "--replay"];
    let played = battlewright(&[&game[..], &[file.to_str().unwrap()]].concat());
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    fs::read_to_string(file).unwrap()
}

/// Returns the output of `replay` for `text`, and its exit status.
fn replay(name: &str, text: &str) -> (String, Option<i32>) {
    let file = scratch(name);
    fs::write(&file, text).unwrap();
    let output = battlewright(&["replay", file.to_str().unwrap()]);
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn the_same_seed_gives_the_same_replay_and_it_holds() {
    let text = recorded("same.jsonl");
    assert_eq!(recorded("same-again.jsonl"), text);
    let (said, status) = replay("same.jsonl", &text);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains(", every state as recorded\nVictory points: "), "{said}");
}

#[test]
fn any_changed_die_is_named() {
    let text = recorded("die.jsonl");
    let mut changed = 0;
    for line in text.lines().filter(|line| line.contains("\"dice\":[")) {
        let at = line.find("\"dice\":[").unwrap() + "\"dice\":[".len();
        let die: u8 = line[at..=at].parse().unwrap();
        let other = format!("{}{}{}", &line[..at], die % 6 + 1, &line[at + 1..]);
        let (said, status) = replay("die-changed.jsonl", &text.replace(line, &other));
        assert_eq!(status, Some(1), "{said}");
        let n: usize = line.trim_start_matches("{\"n\":").split(',').next().unwrap().parse().unwrap();
        assert!(said.contains(&format!("input {n} (dice ")), "{said}");
        changed += 1;
    }
    assert!(changed > 0, "the game rolled no dice");
}

#[test]
fn a_lost_line_is_named() {
    let text = recorded("lost.jsonl");
    let line = text.lines().nth(5).unwrap();
    let (said, status) = replay("lost-line.jsonl", &text.replace(&format!("{line}\n"), ""));
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("line 6: found input 6 instead of input 5; "), "{said}");
}

/// A closed pipe, such as with `head`, ends the output without a panic.
#[cfg(unix)]
#[test]
fn a_broken_pipe_is_no_panic() {
    use std::process::Stdio;
    let play = ["play", "scenarios/tutorial.toml"];
    let mut child = Command::new(PROGRAM)
        .args(play)
        .current_dir(root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
