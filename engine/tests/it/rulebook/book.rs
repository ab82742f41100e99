//! The rulebook of a system beside its sources: which tests bear which rule, and what cites it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use battlewright_engine::game::Rule;

/// The rulebook of a system, and where its rules are written and tested.
pub(crate) struct Book {
    /// The folder of its sources, under `systems`.
    pub(crate) folder: &'static str,
    /// Every rule.
    pub(crate) rules: &'static [Rule],
    /// Rules without a test, by number, each with the reason.
    pub(crate) exceptions: &'static [(&'static str, &'static str)],
}

/// A source file: what is compiled into the program, and the names of its tests.
pub(crate) struct Source {
    name: String,
    code: String,
    /// The names of the tests in it.
    pub(crate) tests: Vec<String>,
}

/// Returns the Rust files in `folder` and below.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

impl Book {
    /// The sources of the system, by name.
    pub(crate) fn sources(&self) -> Vec<Source> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("systems").join(self.folder).join("src");
        let mut found: Vec<Source> = rust_files(&folder)
            .into_iter()
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

    /// The rule that `test` bears the number of: that with the longest number that fits.
    pub(crate) fn rule_of(&self, test: &str) -> Option<&'static Rule> {
        self.rules.iter().filter(|rule| test.starts_with(&prefix(rule))).max_by_key(|rule| prefix(rule).len())
    }

    /// Fails unless every rule has a test that bears its number, or is an exception, and not both.
    pub(crate) fn every_rule_is_borne_by_a_test_or_a_written_exception(&self) {
        let sources = self.sources();
        let borne: BTreeSet<&str> = sources
            .iter()
            .flat_map(|source| &source.tests)
            .filter_map(|test| self.rule_of(test))
            .map(|rule| rule.number)
            .collect();
        let mut without = Vec::new();
        for rule in self.rules {
            let exception = self.exceptions.iter().find(|(number, _)| *number == rule.number);
            match (borne.contains(rule.number), exception) {
                (true, Some(_)) => panic!("{rule} has a test, and stands among the exceptions"),
                (false, None) => without.push(format!("{rule}: none is named {}…", prefix(rule))),
                (false, Some((_, reason))) => assert!(!reason.is_empty(), "why has {rule} no test?"),
                (true, None) => {}
            }
        }
        assert!(without.is_empty(), "rules without a test: {without:#?}");
        for (number, _) in self.exceptions {
            assert!(self.rules.iter().any(|rule| rule.number == *number), "{number} is no rule");
        }
    }

    /// Fails if a test bears the number of a rule that does not exist.
    pub(crate) fn every_numbered_test_bears_a_rule_that_exists(&self) {
        for source in self.sources() {
            for test in source.tests.iter().filter(|test| bears_a_number(test)) {
                assert!(self.rule_of(test).is_some(), "{}: {test} bears no rule's number", source.name);
            }
        }
    }

    /// Fails unless every rule is cited by its constant in the code, or named in the head of a file.
    pub(crate) fn every_rule_is_cited_by_a_refusal_an_event_or_the_head_of_a_file(&self) {
        let sources = self.sources();
        let book = sources.iter().find(|source| source.name == "rulebook.rs").unwrap();
        let rest: Vec<&Source> =
            sources.iter().filter(|source| !["rulebook.rs", "testing.rs"].contains(&source.name.as_str())).collect();
        let mut cited_nowhere = Vec::new();
        for rule in self.rules {
            let line = format!("= \"{}\" ", rule.number);
            let constant = book.code.lines().find_map(|row| Some(row.split_once(&line)?.0.trim())).unwrap();
            let cited = rest.iter().any(|source| cites(&source.code, constant));
            let headed = rest.iter().any(|source| heads(&source.code, rule.number));
            if !cited && !headed {
                cited_nowhere.push(rule.to_string());
            }
        }
        assert!(cited_nowhere.is_empty(), "cited nowhere: {cited_nowhere:#?}");
    }
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

/// The way in which the names of the tests of `rule` begin: `r4_3_3_` for `4.0 3.3`, `c04_` for the chapter `IV`.
fn prefix(rule: &Rule) -> String {
    const CHAPTERS: [&str; 10] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];
    if let Some(at) = CHAPTERS.iter().position(|chapter| *chapter == rule.number) {
        return format!("c{:02}_", at + 1);
    }
    format!("r{}_", rule.number.replace(".0", "").replace(['.', ' '], "_"))
}

/// Returns `true` if `test` says that it bears a rule: it begins with r or c and a digit.
fn bears_a_number(test: &str) -> bool {
    test.strip_prefix(['r', 'c']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns `true` if `code` uses the rulebook's `constant`.
fn cites(code: &str, constant: &str) -> bool {
    ["rule::", "rulebook::"].iter().any(|module| {
        let path = format!("{module}{constant}");
        code.match_indices(&path).any(|(at, found)| {
            let next = code.get(at + found.len()..).and_then(|rest| rest.chars().next());
            next.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_')
        })
    })
}

/// Returns `true` if the head of `code` names the rule `number`, and not a longer one that it is part of.
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
