//! The players of the balance lab: those that it chooses, runs of them in parts, and the agreement of players of other strength.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use battlewright_tests::workspace::root;

use crate::PROGRAM;

/// Runs the program in `folder` and returns its exit status with its output and its errors.
fn run(folder: &Path, arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(PROGRAM);
    let done = command.args(arguments.split(' ')).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

/// Returns the output of a run that must succeed.
fn output(folder: &Path, arguments: &str) -> String {
    let (status, output, errors) = run(folder, arguments);
    assert_eq!(status, Some(0), "{arguments}: {errors}");
    output
}

/// Returns a temporary folder with the tutorial in `mine.toml`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(root().join("scenarios/tutorial.toml"), folder.path().join("mine.toml")).unwrap();
    folder
}

const CHOSEN: &str = "No players were named, so plan:48 plays both sides";

#[test]
fn a_run_of_players_that_plan_is_continued_and_joined() {
    let folder = folder();
    let folder = folder.path();
    let whole = output(folder, "playtest mine.toml --games 5 --out whole.jsonl");
    assert!(whole.starts_with("The Crossing at Saint-Rémy: Red (plan:48) against Blue (plan:48)\n"), "{whole}");
    assert!(whole.contains(CHOSEN), "{whole}");
    for part in ["1/2", "2/2"] {
        output(folder, &format!("playtest mine.toml --games 5 --threads 1 --shard {part} --out {}.jsonl", &part[..1]));
    }
    assert_eq!(output(folder, "playtest merge 2.jsonl 1.jsonl --out joined.jsonl"), whole);
    let games = fs::read(folder.join("whole.jsonl")).unwrap();
    assert_eq!(fs::read(folder.join("joined.jsonl")).unwrap(), games);
    // A killed run leaves half a line. It goes on with the same players, named or not.
    let lines: Vec<&[u8]> = games.split_inclusive(|byte| *byte == b'\n').collect();
    for players in ["", " --players plan:48,plan:48"] {
        fs::write(folder.join("killed.jsonl"), [lines[..3].concat(), lines[3][..90].to_vec()].concat()).unwrap();
        let resumed = output(folder, &format!("playtest mine.toml --games 5 --out killed.jsonl --resume{players}"));
        assert_eq!((resumed, fs::read(folder.join("killed.jsonl")).unwrap()), (whole.clone(), games.clone()));
    }
    let (status, _, errors) =
        run(folder, "playtest mine.toml --games 5 --out killed.jsonl --resume --players greedy,greedy");
    assert!(status == Some(2) && errors.contains("another run"), "{errors}");
}

#[test]
fn the_lab_chooses_players_that_it_can_afford() {
    let folder = folder();
    let folder = folder.path();
    let named = output(folder, "playtest mine.toml --games 2 --players greedy,greedy");
    assert!(!named.contains("No players were named"), "{named}");
    // Of 343 versions, each game is played 343 times.
    let ratings = ["red-1", "red-lancers", "blue-reserve"].map(|unit| format!("--vary unit.{unit}.er=0..6"));
    for (options, player) in [("--vary unit.red-1.er=2".to_owned(), "plan:48"), (ratings.join(" "), "greedy")] {
        let report = output(folder, &format!("playtest mine.toml --games 1 {options}"));
        assert!(report.contains(&format!("so {player} plays both sides")), "{report}");
        assert!(report.contains(&format!(", {player} against {player}: share of wins of Red")), "{report}");
    }
    let page = folder.join("page.html");
    output(folder, "playtest mine.toml --games 2 --html page.html");
    assert!(fs::read_to_string(page).unwrap().contains(CHOSEN));
}

#[test]
fn a_verdict_that_depends_on_the_players_is_not_settled() {
    let folder = folder();
    let folder = folder.path();
    let at_once =
        output(folder, "playtest mine.toml --games 60 --players greedy,greedy --settle 40 --and random,greedy");
    assert!(at_once.contains("Not settled: players of different strength disagree. Red wins "), "{at_once}");
    output(folder, "playtest mine.toml --games 60 --players greedy,greedy --out greedy.jsonl");
    output(folder, "playtest mine.toml --games 40 --players random,greedy --out mixed.jsonl");
    let settle = |more: &str| run(folder, &format!("playtest settle greedy.jsonl mixed.jsonl{more}"));
    assert_eq!(settle("").1, at_once, "games in files are compared like those of one command");
    let json = settle(" --format json --html page.html").1;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let agreement = &json["agreement"];
    assert_eq!(agreement["conclusion"]["verdict"], "disagreement");
    assert_eq!(agreement["players"][1]["players"], serde_json::json!(["random", "greedy"]));
    assert!(
        fs::read_to_string(folder.join("page.html")).unwrap().contains("Not settled: players of different strength")
    );
    let few = output(folder, "playtest mine.toml --games 3 --players greedy,greedy --settle 3 --and random,greedy");
    assert!(few.contains("Not settled: too few games."), "{few}");

    output(folder, "playtest mine.toml --games 9 --seed 2 --players random,random --out later.jsonl");
    for (arguments, why) in [
        ("settle greedy.jsonl", "all games are by the same players"),
        ("settle greedy.jsonl later.jsonl", "are of different runs: games 60 from seed 1 and 60 from seed 2"),
        ("mine.toml --settle 9 --out games.jsonl", "cannot be used with"),
        ("mine.toml --players greedy,greedy --games 2 --settle 2 --and greedy,greedy", "play anyway"),
    ] {
        let (status, _, errors) = run(folder, &format!("playtest {arguments}"));
        assert!(status == Some(2) && errors.contains(why), "{arguments}: {errors}");
    }
}
