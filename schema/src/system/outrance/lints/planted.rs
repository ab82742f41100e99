//! Planted mistakes: each file of `tests/outrance/planted` says what must be found in it, as those of `tests/diagnostics` do.

use std::collections::BTreeSet;

use super::LINTS;
use crate::diagnostic::Code;
use crate::{Loaded, System, load};

/// Returns the files, each with its name and its text.
fn files() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/outrance/planted");
    let mut files: Vec<_> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(path).unwrap()))
        .collect();
    files.sort();
    files
}

/// Returns the notes of a text: `#~ ERROR code: column N` at the end of the line of the finding.
fn expected(text: &str) -> Vec<String> {
    let lines = text.lines().enumerate();
    let mut notes: Vec<String> = lines
        .flat_map(|(line, text)| text.split("#~").skip(1).map(move |note| format!("{} {}", line + 1, note.trim())))
        .collect();
    notes.sort();
    notes
}

fn found(loaded: &Loaded) -> Vec<String> {
    let mut notes: Vec<String> = loaded
        .diagnostics
        .iter()
        .map(|finding| {
            let at = finding.position.unwrap();
            let severity = finding.severity.name().to_uppercase();
            format!("{} {severity} {}: column {}", at.line, finding.code, at.column)
        })
        .collect();
    notes.sort();
    notes
}

#[test]
fn every_planted_mistake_is_found_where_it_is_and_nothing_else() {
    let mut wrong = Vec::new();
    for (name, text) in files() {
        let (expected, found) = (expected(&text), found(&load(&text)));
        assert!(!expected.is_empty(), "{name} plants nothing");
        if found != expected {
            wrong.push(format!("{name}: expected {expected:#?}, found {found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_finding_of_this_system_alone_is_planted() {
    let planted: BTreeSet<String> = files().iter().flat_map(|(_, text)| expected(text)).collect();
    let others = System::EVERY.iter().filter(|system| **system != System::Outrance);
    let others = others.flat_map(|system| system.lints()).flat_map(|(findings, _)| findings.iter());
    let others: BTreeSet<Code> = others.map(|finding| finding.code).collect();
    let own = LINTS.iter().flat_map(|(findings, _)| findings.iter()).filter(|finding| !others.contains(&finding.code));
    let mut count = 0;
    for finding in own {
        assert!(planted.iter().any(|note| note.contains(&format!(" {}:", finding.code))), "{}", finding.code);
        assert!(finding.summary().ends_with('.'), "{}", finding.code);
        count += 1;
    }
    assert!(count >= 25, "{count}");
}

#[test]
fn every_fix_of_a_planted_mistake_mends_it() {
    let mut fixes = 0;
    for (name, text) in files() {
        let before = load(&text);
        for finding in &before.diagnostics {
            for fix in &finding.fixes {
                let after = load(&fix.apply(&text).unwrap());
                let is_left = after.diagnostics.iter().any(|other| {
                    (other.code, &other.path, &other.message) == (finding.code, &finding.path, &finding.message)
                });
                assert!(!is_left, "{name}: {finding}: {} mends nothing", fix.title);
                assert!(after.errors() <= before.errors(), "{name}: {finding}: {}", fix.title);
                fixes += 1;
            }
        }
    }
    assert!(fixes >= 10, "{fixes}");
}
