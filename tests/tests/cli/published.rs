//! Tests of sites and pages made by the command line, as others use them.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use battlewright_tests::workspace::root;

use crate::PROGRAM;

/// The place of the game in the page for replays.
const STANDALONE: &str = "<script type=\"application/json\" id=\"game\">@GAME@</script>";

/// Returns a folder with web programs in `web`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let page = "<!doctype html><title>Program</title>";
    let pages = [("edit/index", page), ("play/index", page), ("replay/index", page), ("replay/standalone", STANDALONE)];
    for (name, text) in pages {
        let path = folder.path().join(format!("web/{name}.html"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Runs the program in `folder` with its web programs.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).current_dir(folder).env("BATTLEWRIGHT_WEB", "web").output().unwrap()
}

fn lesson() -> String {
    root().join("scenarios/tutorial.toml").to_string_lossy().into_owned()
}

/// Ctrl-C is a signal here. Programs in the background of a script ignore it, unless `env` sees to it.
#[cfg(target_os = "linux")]
#[test]
fn a_published_site_is_served_until_ctrl_c() {
    let folder = folder();
    let published = run(folder.path(), &["publish", &lesson(), "--out", "site"]);
    let told = String::from_utf8(published.stdout).unwrap();
    assert_eq!(told, "published 1 scenario in site; `battlewright serve site` shows it here\n");
    let mut server = Command::new("env")
        .args(["--default-signal=INT", PROGRAM, "serve", "site"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.split_whitespace().find_map(|word| word.strip_prefix("http://")).unwrap().trim_end_matches('/');
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET /tutorial/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200 OK") && page.contains("The Crossing at Saint-Rémy"), "{page}");
    let port = address.rsplit_once(':').unwrap().1;
    let second = run(folder.path(), &["serve", "site", "--port", port]);
    let told = String::from_utf8(second.stderr).unwrap();
    assert!(second.status.code() == Some(2) && told.contains(&format!("port {port} is in use")), "{told}");
    assert!(Command::new("kill").args(["-INT", &server.id().to_string()]).status().unwrap().success());
    assert_eq!(server.wait().unwrap().code(), Some(0));
}

/// A job of a CI system ends by a signal, and what is left in its folder may be uploaded.
#[cfg(target_os = "linux")]
#[test]
fn a_publish_that_is_ended_leaves_nothing_beside_its_folder() {
    let folder = folder();
    let names = || -> Vec<String> {
        let entries = fs::read_dir(folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let is_left = |name: &String| name.starts_with(".battlewright-site-");
    for (signal, status) in [("INT", None), ("TERM", Some(143)), ("HUP", Some(129)), ("KILL", None)] {
        let mut publish = Command::new("env")
            .args(["--default-signal=INT,TERM,HUP", PROGRAM, "publish", &lesson(), "--out", "site"])
            .current_dir(folder.path())
            .env("BATTLEWRIGHT_WEB", "web")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while publish.try_wait().unwrap().is_none() && !names().iter().any(is_left) {
            std::thread::yield_now();
        }
        let kill = Command::new("kill").args(["-s", signal, &publish.id().to_string()]).output();
        assert!(kill.is_ok());
        let ended = publish.wait().unwrap();
        assert!(status.is_none() || ended.code() == status, "{signal}: {ended}");
        assert_eq!(names().iter().any(is_left), signal == "KILL", "{signal}: {:?}", names());
    }
    // The next one removes what a kill has left, and says so.
    let published = run(folder.path(), &["publish", &lesson(), "--out", "site"]);
    let told = String::from_utf8(published.stderr).unwrap();
    assert!(
        published.status.success() && told.contains("was left by a command that was ended; it is removed"),
        "{told}"
    );
    assert!(!names().iter().any(is_left) && names().contains(&"site".to_owned()), "{:?}", names());
}

/// A command that waits for something else looks at no flag.
#[cfg(target_os = "linux")]
#[test]
fn a_command_that_waits_ends_by_the_signals_of_a_job() {
    let folder = folder();
    assert!(Command::new("mkfifo").arg(folder.path().join("battle.toml")).status().unwrap().success());
    for (number, signal, status) in [(15, "TERM", 143), (1, "HUP", 129)] {
        let mut publish = Command::new("env")
            .args(["--default-signal=INT,TERM,HUP", PROGRAM, "publish", "battle.toml", "--out", "site"])
            .current_dir(folder.path())
            .env("BATTLEWRIGHT_WEB", "web")
            .spawn()
            .unwrap();
        let own = format!("/proc/{}/status", publish.id());
        let caught = || {
            let text = fs::read_to_string(&own).unwrap();
            let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim();
            (u64::from_str_radix(mask, 16).unwrap() >> (number - 1)) & 1 == 1
        };
        while publish.try_wait().unwrap().is_none() && !caught() {
            std::thread::yield_now();
        }
        assert!(Command::new("kill").args(["-s", signal, &publish.id().to_string()]).status().unwrap().success());
        let end = std::time::Instant::now() + std::time::Duration::from_secs(20);
        let ended = loop {
            match publish.try_wait().unwrap() {
                None if std::time::Instant::now() < end => std::thread::yield_now(),
                ended => break ended,
            }
        };
        if ended.is_none() {
            publish.kill().unwrap();
        }
        assert_eq!(ended.and_then(|ended| ended.code()), Some(status), "{signal}");
    }
}

#[test]
fn a_page_that_the_author_has_changed_is_kept() {
    let folder = folder();
    assert!(run(folder.path(), &["publish", &lesson(), "--out", "site"]).status.success());
    fs::write(folder.path().join("site/index.html"), "my own words").unwrap();
    fs::create_dir(folder.path().join("site/mine")).unwrap();
    let refused = run(folder.path(), &["publish", &lesson(), "--out", "site"]);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(told.contains("(mine/)") && told.contains("(index.html)"), "{told}");
    assert_eq!(fs::read(folder.path().join("site/index.html")).unwrap(), b"my own words");
}

#[test]
fn an_empty_variable_names_no_web_programs() {
    let folder = folder();
    let output = Command::new(PROGRAM)
        .args(["publish", &lesson(), "--out", "site"])
        .current_dir(folder.path())
        .env("BATTLEWRIGHT_WEB", "")
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    // There may be some beside the program of the tests.
    assert!(output.status.success() || told.starts_with("error: the web programs are missing"), "{told}");
}

#[test]
fn a_replay_becomes_a_page_that_holds_it() {
    let folder = folder();
    let played = run(folder.path(), &["play", &lesson(), "--quiet", "--replay", "game.jsonl"]);
    assert!(played.status.success());
    let made = run(folder.path(), &["replay", "game.jsonl", "--page", "game.html"]);
    let told = String::from_utf8(made.stdout).unwrap();
    assert!(made.status.success() && told.ends_with("\nwrote game.html\n"), "{told}");
    let page = fs::read_to_string(folder.path().join("game.html")).unwrap();
    let (start, end) = STANDALONE.split_once("@GAME@").unwrap();
    let json = page.strip_prefix(start).unwrap().strip_suffix(end).unwrap();
    let game: String = serde_json::from_str(json).unwrap();
    assert_eq!(game, fs::read_to_string(folder.path().join("game.jsonl")).unwrap());
    fs::remove_dir_all(folder.path().join("web")).unwrap();
    let refused = run(folder.path(), &["replay", "game.jsonl", "--page", "game.html"]);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && told.contains("web/build.sh"), "{told}");
}
