//! Files written by commands: inputs are never overwritten, files are never incomplete, and changes by other programs are kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use battlewright_schema::{System, template};

use crate::PROGRAM;

/// Returns a temporary folder with the template in `mine.toml`.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine.toml");
    fs::write(&mine, template(System::MarsLaTour)).unwrap();
    (folder, mine)
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn an_output_is_never_written_onto_an_input() {
    let (folder, mine) = folder();
    let folder = folder.path();
    fs::copy(&mine, folder.join("other.toml")).unwrap();
    fs::hard_link(&mine, folder.join("same.toml")).unwrap();
    assert!(run(folder, &["play", "mine.toml", "--replay", "game.jsonl"]).status.success());
    let part = ["playtest", "mine.toml", "--players", "random,random", "--games", "2", "--out", "part.jsonl"];
    assert!(run(folder, &part).status.success());
    let before: Vec<Vec<u8>> = names(folder).iter().map(|name| fs::read(folder.join(name)).unwrap()).collect();
    let games = ["playtest", "mine.toml", "--players", "random,random", "--games", "2"];
    for arguments in [
        &["play", "mine.toml", "--replay", "./mine.toml"][..],
        &["play", "mine.toml", "--replay", "same.toml"],
        &["play", "mine.toml", "--players", "greedy,script:game.jsonl", "--replay", "game.jsonl"],
        &["export", "mine.toml", "--to", "svg", "--out", "mine.toml"],
        &["export", "mine.toml", "--to", "png", "--out", "other.toml", "--theme", "other.toml"],
        &["diff", "mine.toml", "other.toml", "--image", "other.toml"],
        &[&games[..], &["--html", "mine.toml"]].concat(),
        &[&games[..], &["--csv", "mine.toml"]].concat(),
        &[&games[..], &["--parquet", "mine.toml"]].concat(),
        &[&games[..], &["--csv", "new", "--html", "new"]].concat(),
        &["playtest", "mine.toml", "other.toml", "--html", "other.toml", "--games", "2"],
        &["playtest", "merge", "part.jsonl", "--out", "part.jsonl"],
        &["playtest", "merge", "part.jsonl", "--csv", "part.jsonl"],
    ] {
        let done = run(folder, arguments);
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(
            said.contains("is an input of this command") || said.contains("used for two outputs"),
            "{arguments:?}: {said}"
        );
    }
    let after: Vec<Vec<u8>> = names(folder).iter().map(|name| fs::read(folder.join(name)).unwrap()).collect();
    assert!(before == after);
}

#[cfg(unix)]
#[test]
fn devices_and_fifos_are_written_to() {
    use std::os::unix::fs::FileTypeExt;
    let (folder, _mine) = folder();
    let folder = folder.path();
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    for arguments in [
        &["export", "mine.toml", "--to", "svg", "--out", "pipe"][..],
        &["merge", "mine.toml", "mine.toml", "mine.toml", "-o", "pipe"],
        &["play", "mine.toml", "--quiet", "--replay", "pipe"],
    ] {
        let pipe = folder.join("pipe");
        let reader = std::thread::spawn(move || fs::read(pipe).unwrap());
        assert!(run(folder, arguments).status.success(), "{arguments:?}");
        assert!(reader.join().unwrap().len() > 500, "{arguments:?}");
        assert!(folder.join("pipe").metadata().unwrap().file_type().is_fifo(), "{arguments:?}");
    }
    for (path, status) in [("/dev/null", 0), ("/dev/full", 2)] {
        if Path::new(path).exists() {
            let done = run(folder, &["export", "mine.toml", "--to", "svg", "--out", path]);
            assert_eq!(done.status.code(), Some(status), "{path}");
            assert!(Path::new(path).metadata().unwrap().file_type().is_char_device());
        }
    }
    assert_eq!(names(folder), ["mine.toml", "pipe"]);
}

/// Waits until `is_there` is true for the `/proc` folder of the child, or the child has ended.
#[cfg(target_os = "linux")]
fn wait_until(child: &mut std::process::Child, is_there: impl Fn(&Path) -> bool) {
    let process = PathBuf::from(format!("/proc/{}", child.id()));
    while child.try_wait().unwrap().is_none() && !is_there(&process) {
        std::thread::sleep(Duration::from_micros(200));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_what_was_interrupted() {
    let (folder, mine) = folder();
    // Large enough to be written for a while.
    let row = format!("{}\n", ". ".repeat(60));
    let text = template(System::MarsLaTour);
    let (start, end) = (text.find("hexes = \"\"\"\n").unwrap() + 12, text.find("\"\"\"\n\n[map.terrain]").unwrap());
    let large = format!("{}{}{}", &text[..start], row.repeat(60), &text[end..]);
    fs::write(&mine, large.replace("columns = 8", "columns = 60").replace("rows = 6", "rows = 60")).unwrap();
    // A file that is being written has a name in the folder, or no name yet.
    let place = folder.path().canonicalize().unwrap();
    let writes = |process: &Path| {
        let open = fs::read_dir(process.join("fd")).into_iter().flatten().flatten();
        let mut files = open.filter_map(|file| fs::read_link(file.path()).ok());
        files.any(|file| file.starts_with(&place) && !file.ends_with("mine.toml"))
    };
    for signal in ["INT", "TERM", "KILL"] {
        for arguments in [["export", "mine.toml", "--out", "map.png"], ["merge", "mine.toml", "mine.toml", "mine.toml"]]
        {
            let mut command = Command::new(PROGRAM);
            command.args(arguments).current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
            if arguments[0] == "merge" {
                command.args(["-o", "merged.toml"]);
            }
            // Only a new file gets its name in one step that KILL cannot interrupt.
            if signal == "KILL" {
                for written in names(folder.path()).iter().filter(|name| *name != "mine.toml") {
                    fs::remove_file(folder.path().join(written)).unwrap();
                }
            }
            let mut child = command.spawn().unwrap();
            wait_until(&mut child, writes);
            let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).output();
            assert!(kill.is_ok());
            child.wait().unwrap();
            let left = names(folder.path());
            assert!(left.iter().all(|name| !name.starts_with('.')), "{arguments:?} after {signal}: {left:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_another_program_saved_meanwhile_stays() {
    let (folder, mine) = folder();
    let text = template(System::MarsLaTour);
    // Long enough to take some time, with content to format and to fix.
    let unit = |n: usize| {
        format!(
            "[[unit]]\nid = \"u{n}\"\nside=\"red\"\nname = \"U\"\nkind = \"infantry\"\ner = \"3\"\nat = \"0101\"\n\n"
        )
    };
    let long = text.replacen("[victory]\n", &format!("{}[victory]\n", (0..500).map(unit).collect::<String>()), 1);
    for arguments in [&["fmt", "mine.toml"][..], &["validate", "--fix", "mine.toml"]] {
        for round in 0..4 {
            fs::write(&mine, &long).unwrap();
            let mut command = Command::new(PROGRAM);
            command.args(arguments).current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().unwrap();
            // The program has read the file when its number of read bytes reaches the length. The program itself is
            // mapped, not read.
            wait_until(&mut child, |process| {
                let counts = fs::read_to_string(process.join("io")).unwrap_or_default();
                let read = counts.lines().find_map(|line| line.strip_prefix("rchar: ")?.parse::<usize>().ok());
                read.is_some_and(|read| read >= long.len())
            });
            let theirs = folder.path().join("theirs");
            fs::write(&theirs, format!("# saved meanwhile\n{text}")).unwrap();
            fs::rename(&theirs, &mine).unwrap();
            child.wait().unwrap();
            let now = fs::read_to_string(&mine).unwrap();
            assert!(now.contains("# saved meanwhile"), "{arguments:?}, round {round}");
        }
    }
}

#[cfg(unix)]
#[test]
fn links_out_of_a_folder_are_left() {
    let (folder, mine) = folder();
    let untidy = template(System::MarsLaTour).replace("count = 4", "count   =   4");
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(&mine, &untidy).unwrap();
    fs::write(inner.join("own.toml"), &untidy).unwrap();
    std::os::unix::fs::symlink("../mine.toml", inner.join("out.toml")).unwrap();
    std::os::unix::fs::symlink("own.toml", inner.join("within.toml")).unwrap();
    let done = run(folder.path(), &["fmt", "inner"]);
    assert!(String::from_utf8(done.stderr).unwrap().contains("inner/out.toml is outside the folder"));
    assert_eq!(fs::read_to_string(&mine).unwrap(), untidy);
    assert!(fs::read_to_string(inner.join("own.toml")).unwrap().contains("count = 4"));
    assert!(inner.join("within.toml").is_symlink());
    // A link given by name is followed.
    assert!(run(folder.path(), &["fmt", "inner/out.toml"]).status.success());
    assert!(fs::read_to_string(&mine).unwrap().contains("count = 4"));
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_whole_is_not_there() {
    let (folder, _mine) = folder();
    let limited = |command: &str| {
        let line = format!("trap '' XFSZ; ulimit -f 0; exec '{PROGRAM}' {command}");
        Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap()
    };
    for command in [
        "new --system mars-la-tour new.toml",
        "export mine.toml --out units.csv",
        "playtest mine.toml --games 1 --out games.jsonl",
    ] {
        let done = limited(command);
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.code() == Some(2) && said.contains("cannot write"), "{command}: {said}");
        assert_eq!(names(folder.path()), ["mine.toml"], "{command}");
    }
}
