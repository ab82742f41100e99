//! The guarantees for arbitrary text, checked with all scenarios, the diagnostics corpus, and input found by fuzzing.

use battlewright_tests::files::toml_files;
use battlewright_tests::promises;
use battlewright_tests::workspace::root;

fn everything() -> impl Iterator<Item = (String, Vec<u8>)> {
    let folders = ["scenarios", "schema/templates", "tests/diagnostics", "tests/found"];
    let files = folders.into_iter().flat_map(toml_files);
    files.map(|path| (path.display().to_string(), std::fs::read(path).unwrap()))
}

fn each(promise: fn(&str)) {
    for (name, bytes) in everything() {
        println!("{name}");
        if let Ok(text) = std::str::from_utf8(&bytes) {
            promise(text);
        }
    }
}

#[test]
fn loading_holds() {
    for (name, bytes) in everything() {
        println!("{name}");
        promises::check_loading(&bytes);
    }
}

#[test]
fn saving_holds() {
    each(promises::check_saving);
}

#[test]
fn fixing_holds() {
    each(promises::check_fixing);
}

/// Wrong and right expressions are read everywhere.
#[test]
fn expressions_hold() {
    let path = root().join("schema/src/rule/resolve/bad.toml");
    let file: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let bad = file["bad"].as_array().unwrap();
    assert!(bad.len() >= 50, "{}", bad.len());
    for text in bad.iter().map(|bad| bad["text"].as_str().unwrap()) {
        println!("{text}");
        promises::check_rule(text);
        // Unfinished texts, as they are while somebody types.
        text.char_indices().step_by(9).for_each(|(at, _)| promises::check_rule(&text[..at]));
    }
}
