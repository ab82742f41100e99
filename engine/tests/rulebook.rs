//! Each rule of each rulebook is cited by the code and borne by a test, and each ruling by one too.
//!
//! A test of rule `4.0 3.3` is a function `r4_3_3_…`: the number with underscores, without its
//! `.0`. A test of ruling 7 has `ruling_7_` in its name, after the number of its rule.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "this test reads the sources")]

use std::collections::BTreeSet;
use std::path::Path;

use battlewright_engine::game::Rule;
use battlewright_engine::systems::mars_la_tour::rulebook;

/// Rules without a test, each with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// A source file: what is compiled into the program, and the names of its tests.
struct Source {
    name: String,
    code: String,
    tests: Vec<String>,
}

fn sources() -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/systems/mars_la_tour");
    let mut found: Vec<Source> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap().to_owned();
            Source { name: path.file_name().unwrap().to_string_lossy().into_owned(), code, tests: tests(&text) }
        })
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(found.len() > 20, "the sources are where they were");
    found
}

/// The functions of `text` that are marked as tests.
fn tests(text: &str) -> Vec<String> {
    let mut marked = false;
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        match line.strip_prefix("fn ").and_then(|rest| rest.split_once('(')) {
            Some((name, _)) if marked => {
                found.push(name.to_owned());
                marked = false;
            }
            _ => marked = line == "#[test]" || (marked && line.starts_with("#[")),
        }
    }
    found
}

/// How the names of the tests of `rule` begin: `r4_3_3_` for `4.0 3.3`.
fn prefix(rule: &Rule) -> String {
    format!("r{}_", rule.number.replace(".0", "").replace(['.', ' '], "_"))
}

/// The rule that `test` bears the number of: that with the longest number that fits.
fn rule_of(test: &str) -> Option<&'static Rule> {
    rulebook::ALL.iter().filter(|rule| test.starts_with(&prefix(rule))).max_by_key(|rule| prefix(rule).len())
}

/// Whether `test` says that it bears a rule: it begins with r and a digit.
fn bears_a_number(test: &str) -> bool {
    test.strip_prefix('r').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[test]
fn every_rule_is_borne_by_a_test_or_a_written_exception() {
    let sources = sources();
    let borne: BTreeSet<&str> = sources
        .iter()
        .flat_map(|source| &source.tests)
        .filter_map(|test| rule_of(test))
        .map(|rule| rule.number)
        .collect();
    for rule in rulebook::ALL {
        let exception = EXCEPTIONS.iter().find(|(number, _)| *number == rule.number);
        match (borne.contains(rule.number), exception) {
            (true, Some(_)) => panic!("{rule} has a test, and stands among the exceptions"),
            (false, None) => panic!("{rule} has no test: none is named {}…", prefix(rule)),
            (false, Some((_, reason))) => assert!(!reason.is_empty(), "why has {rule} no test?"),
            (true, None) => {}
        }
    }
    for (number, _) in EXCEPTIONS {
        assert!(rulebook::ALL.iter().any(|rule| rule.number == *number), "{number} is no rule");
    }
}

#[test]
fn every_numbered_test_bears_a_rule_that_exists() {
    for source in sources() {
        for test in source.tests.iter().filter(|test| bears_a_number(test)) {
            assert!(rule_of(test).is_some(), "{}: {test} bears no rule's number", source.name);
        }
    }
}

#[test]
fn every_rule_is_cited_by_a_refusal_an_event_or_the_head_of_a_file() {
    let sources = sources();
    let book = sources.iter().find(|source| source.name == "rulebook.rs").unwrap();
    let rest: Vec<&Source> =
        sources.iter().filter(|source| !["rulebook.rs", "testing.rs"].contains(&source.name.as_str())).collect();
    for rule in rulebook::ALL {
        let line = format!("= \"{}\" ", rule.number);
        let constant = book.code.lines().find_map(|row| Some(row.split_once(&line)?.0.trim())).unwrap();
        let cited = rest.iter().any(|source| cites(&source.code, constant));
        let headed = rest.iter().any(|source| heads(&source.code, rule.number));
        assert!(cited || headed, "{rule} is cited nowhere");
    }
}

/// Whether `code` uses the rulebook's `constant`.
fn cites(code: &str, constant: &str) -> bool {
    ["rule::", "rulebook::"].iter().any(|module| {
        let path = format!("{module}{constant}");
        code.match_indices(&path).any(|(at, found)| {
            let next = code.get(at + found.len()..).and_then(|rest| rest.chars().next());
            next.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_')
        })
    })
}

/// Whether the head of `code` names the rule `number`, and not a longer one that it is part of.
fn heads(code: &str, number: &str) -> bool {
    code.lines().take_while(|line| line.starts_with("//!")).any(|line| {
        line.match_indices(number).any(|(at, found)| {
            let (before, after) = line.split_at(at);
            let after = after.get(found.len()..).unwrap_or_default();
            let goes_on = after.starts_with(|c: char| c.is_ascii_alphanumeric())
                || after.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            let goes_before = before.ends_with(|c: char| c.is_ascii_digit() || c == '.') || before.ends_with("4.0 ");
            !goes_on && !goes_before
        })
    })
}

#[test]
fn every_ruling_is_borne_by_a_test_of_its_rule() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules/mars-la-tour.md");
    let page = std::fs::read_to_string(page).unwrap();
    let rulings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("| R")?.split(' ').next()).collect();
    assert_eq!(rulings.len(), 23, "{rulings:?}");
    let sources = sources();
    let tests: Vec<&String> = sources.iter().flat_map(|source| &source.tests).collect();
    for ruling in rulings {
        let words = format!("_ruling_{ruling}_");
        assert!(
            tests.iter().any(|test| test.contains(&words) && rule_of(test).is_some()),
            "ruling {ruling} has no test: none has {words} in its name"
        );
    }
}

#[test]
fn the_numbers_of_rules_become_names_of_tests() {
    let named = |test: &str| rule_of(test).map(|rule| rule.number);
    assert_eq!(named("r4_3_3_a_retreat"), Some("4.0 3.3"));
    assert_eq!(named("r4_3_a_unit_attacks"), Some("4.0 3"));
    assert_eq!(named("r4_3a_the_attacker"), Some("4.0 3a"));
    assert_eq!(named("r4_1d_iii_the_sides"), Some("4.0 1d iii"));
    assert_eq!(named("r3_1_1_markers"), Some("3.1.1"));
    assert_eq!(named("r3_10_influence"), Some("3.10"));
    assert_eq!(named("r6_escape"), Some("6.0"));
    assert_eq!(named("r9_9_nothing"), None);
}
