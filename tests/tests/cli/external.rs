//! Players that are programs of their own: the example of the guide, and players that break the protocol. Whatever they do, the
//! command ends in time with a reason, and no process is left.

use std::fs;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use battlewright_tests::workspace::root;
use tempfile::TempDir;

use crate::PROGRAM;

const EXAMPLE: &str = "external:python3 docs/guide/external-player.py";

/// The longest that a test waits for a process that should end.
const LONGEST: Duration = Duration::from_secs(60);

fn battlewright(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).current_dir(root()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_example_plays_whole_games_and_a_seed_decides_them() {
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str| {
        let replay = folder.path().join(name);
        let players = format!("{EXAMPLE},greedy");
        let arguments =
            ["play", "scenarios/tutorial.toml", "--seed", "3", "--choice-time", "300", "--players", &players];
        let output = battlewright(&[&arguments[..], &["--replay", replay.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "", "the example has nothing to complain about");
        (text(&output.stdout), fs::read_to_string(replay).unwrap())
    };
    let (log, replay) = play("one.jsonl");
    assert!(log.contains("Victory points: Red "), "{log}");
    assert!(replay.lines().next().unwrap().contains(&format!("\"players\":[\"{EXAMPLE}\",\"greedy\"]")), "{replay}");
    assert_eq!(play("two.jsonl"), (log, replay));
    // A replay needs no program.
    let output = battlewright(&["replay", folder.path().join("one.jsonl").to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

#[test]
fn the_example_plays_many_games_on_threads_and_their_number_changes_nothing() {
    let run = |threads: &str| {
        let players = format!("random,{EXAMPLE}");
        let arguments =
            ["playtest", "scenarios/tutorial.toml", "--games", "4", "--threads", threads, "--choice-time", "300"];
        let output = battlewright(&[&arguments[..], &["--players", &players]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let alone = run("1");
    assert!(alone.contains(&format!("Red (random) against Blue ({EXAMPLE})")), "{alone}");
    assert_eq!(run("3"), alone);
}

/// A program learns the names of groups and objectives, and orders playouts under plans by them.
#[test]
fn a_program_plans_by_the_names_that_it_is_told() {
    let players = "external:python3 tests/cases/external/planner.py,greedy";
    let arguments = ["play", "scenarios/tutorial.toml", "--seed", "1", "--quiet", "--choice-time", "300"];
    let output = battlewright(&[&arguments[..], &["--players", players]].concat());
    let said = text(&output.stderr);
    let lines: Vec<&str> = said.lines().collect();
    let [way, answers @ ..] = &lines[..] else { panic!("{said}") };
    assert!(way.starts_with("Red: ") && way.contains(" to "), "{said}");
    let wanted = ["Red: take: 3 results", "Red: reserve: 3 results", "Red: no group of Red is called \"Nobody\""];
    assert_eq!((answers, output.status.code()), (&wanted[..], Some(0)), "{said}");
}

/// A player that breaks the protocol, with the file of the ids of its processes.
struct Hostile {
    folder: TempDir,
    players: String,
}

impl Hostile {
    fn new(mode: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let pids = folder.path().join("pids");
        let players = format!("external:python3 tests/cases/external/hostile.py {mode} {},greedy", pids.display());
        Self { folder, players }
    }

    /// Returns the ids of the processes that have started.
    fn processes(&self) -> Vec<String> {
        let pids = fs::read_to_string(self.folder.path().join("pids")).unwrap_or_default();
        pids.lines().map(str::to_owned).collect()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        // Who runs the tests in the background may ignore Ctrl-C, and what they start would do so too.
        const USUAL_SIGNALS: &str = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); \
                                     os.execv(sys.argv[1], sys.argv[1:])";
        let mut command = Command::new("python3");
        command
            .args(["-c", USUAL_SIGNALS, PROGRAM])
            .args(arguments)
            .args(["--players", &self.players, "--choice-time"])
            .current_dir(root());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Plays a game with this many seconds a choice. Returns what the command says in the end.
    fn play(&self, seconds: &str) -> (String, Option<i32>) {
        let play = ["play", "scenarios/tutorial.toml", "--seed", "1", "--quiet"];
        let began = Instant::now();
        let output = self.command(&play).arg(seconds).output().unwrap();
        assert!(began.elapsed() < LONGEST, "{:?}", began.elapsed());
        self.assert_that_nothing_runs();
        (text(&output.stderr), output.status.code())
    }

    fn assert_that_nothing_runs(&self) {
        let processes = self.processes();
        assert!(!processes.is_empty());
        let until = Instant::now() + Duration::from_secs(5);
        // A process that has been killed needs a moment to be gone.
        while processes.iter().any(|id| is_running(id)) {
            assert!(Instant::now() < until, "still running: {processes:?}");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Returns `true` if the process runs; one that waits for a parent that does not ask for it is dead.
fn is_running(id: &str) -> bool {
    let output = Command::new("ps").args(["-o", "stat=", "-p", id]).output().unwrap();
    text(&output.stdout).trim().starts_with(|state: char| state != 'Z')
}

#[test]
fn whatever_breaks_the_protocol_ends_the_game_with_its_reason() {
    let modes = [
        ("illegal", "60", "its choice is no action: {\"type\": \"choice\""),
        ("wrong-id", "60", "its choice answers question 2 instead of 1: {\"type\": \"choice\""),
        ("endless-lines", "60", "it asked more than 1000 times before a choice"),
        ("endless-line", "60", "its line is too long: [[[["),
        ("empty-lines", "60", "its line is no message: EOF"),
        ("huge", "60", "its line is too long: {\"type\": \"choice\""),
        ("half-line", "60", "it ended within a line: {\"type\":\"choi"),
        ("not-utf-8", "60", "its line is not UTF-8: {\"type\":\"choice\""),
        ("broken-json", "60", "its line is no message: trailing comma"),
        ("nested", "60", "its line is no message: recursion limit exceeded"),
        ("dies", "60", "it ended (exit status: 7)"),
        ("is-killed", "60", "it ended (signal: 9 (SIGKILL))"),
        ("closes-output", "60", "it closed its output"),
        ("closes-input", "60", "it closed its input"),
        ("forks", "60", "it asked more than 1000 times before a choice"),
        ("ready-again", "60", "it sent `ready` instead of `choice`"),
        ("late", "5", "it gave no answer within 5 s"),
        ("no-newline", "5", "it gave no answer within 5 s"),
        ("talks", "5", "it gave no answer within 5 s"),
        ("playouts", "5", "it gave no answer within 5 s"),
        ("leaves-a-child", "5", "it gave no answer within 5 s"),
        ("never-reads", "5", "it does not read its input"),
    ];
    // All wait at the same time.
    let check = &|mode: &str, seconds: &str, why: &str| {
        let (said, status) = Hostile::new(mode).play(seconds);
        let last = said.lines().last().unwrap_or_default();
        assert!(last.starts_with(&format!("error: the external player of Red: {why}")), "{mode}: {last}");
        assert_eq!(status, Some(1), "{mode}: {said}");
        assert!(said.len() < 200_000 && !said.contains('\u{1b}') && last.len() < 400, "{mode}: {} bytes", said.len());
        match mode {
            "dies" => assert!(said.starts_with("Red: a last word\n"), "{said}"),
            "talks" => assert!(said.contains("Red: \\u{1b}[2Jtalk talk talk\n") && said.contains("(no more is shown)")),
            _ => {}
        }
    };
    let (waits, at_once): (Vec<_>, Vec<_>) = modes.into_iter().partition(|(_, seconds, _)| *seconds != "60");
    thread::scope(|scope| {
        for (mode, seconds, why) in waits {
            scope.spawn(move || check(mode, seconds, why));
        }
        at_once.into_iter().for_each(|(mode, seconds, why)| check(mode, seconds, why));
    });
}

/// A game that ends by a violation has a log and a replay up to there, and in many games it counts as broken.
#[test]
fn nobody_moves_for_a_player_that_breaks_the_protocol() {
    let hostile = Hostile::new("dies");
    let replay = hostile.folder.path().join("game.jsonl");
    let play = ["play", "scenarios/tutorial.toml", "--replay", replay.to_str().unwrap()];
    let output = hostile.command(&play).arg("60").output().unwrap();
    assert!(text(&output.stdout).contains("The game is not over."), "{}", text(&output.stdout));
    let kept = fs::read_to_string(&replay).unwrap();
    assert!(!kept.contains("\"by\":\"Red\""), "{kept}");
    let output = hostile.command(&["playtest", "scenarios/tutorial.toml", "--games", "3"]).arg("60").output().unwrap();
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the external player of Red: it ended (exit status: 7)"), "{said}");
    hostile.assert_that_nothing_runs();
}

#[test]
fn a_player_that_does_not_end_is_ended_after_its_game() {
    let (said, status) = Hostile::new("stays").play("60");
    assert_eq!((said.as_str(), status), ("", Some(0)));
}

#[test]
fn a_program_that_does_not_start_is_no_game() {
    for (player, why) in [
        ("external:/nowhere/at-all", "the external player of Red does not start: cannot start /nowhere/at-all: "),
        ("external:true", "the external player of Red does not start: it ended (exit status: 0)"),
        ("external:echo {}", "the external player of Red does not start: its line is no message: missing field `type`"),
        ("external:echo 'a", "the command of external:echo 'a is incomplete"),
    ] {
        for command in ["play", "playtest"] {
            let players = format!("{player},greedy");
            let output = battlewright(&[command, "scenarios/tutorial.toml", "--players", &players]);
            let said = text(&output.stderr);
            assert!(said.contains(&format!("error: {why}")), "{player}: {said}");
            assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{player}");
        }
    }
}

/// Waits for `is_so`.
fn wait_until(is_so: impl Fn() -> bool) {
    let until = Instant::now() + LONGEST;
    while !is_so() {
        assert!(Instant::now() < until, "nothing has happened");
        thread::sleep(Duration::from_millis(10));
    }
}

fn status_of(mut child: Child) -> ExitStatus {
    let until = Instant::now() + LONGEST;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if Instant::now() > until {
            child.kill().unwrap();
            panic!("the command does not end");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// A signal ends the command and the program, which ignores signals, while it thinks.
#[test]
fn a_signal_ends_the_program_that_thinks() {
    let tests: [(&str, &[&str], &str, i32); 3] = [
        ("leaves-a-child", &["play", "scenarios/tutorial.toml"], "INT", 130),
        ("leaves-a-child", &["play", "scenarios/tutorial.toml", "--seed", "1..9"], "TERM", 143),
        // What has been played is kept; nothing has been.
        ("leaves-a-child", &["playtest", "scenarios/tutorial.toml", "--games", "9"], "INT", 1),
    ];
    for (mode, arguments, signal, status) in tests {
        let hostile = Hostile::new(mode);
        let child = hostile.command(arguments).arg("600").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // The program and its child.
        wait_until(|| hostile.processes().len() >= 2);
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        assert_eq!(status_of(child).code(), Some(status), "{arguments:?}");
        hostile.assert_that_nothing_runs();
    }
}
