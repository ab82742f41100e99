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
    stream.write_all(b"GET /tutorial/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
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
