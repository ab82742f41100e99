//! Tests that the rules pages name existing tests for their numbers.

use std::collections::BTreeSet;

use battlewright_tests::files::files_within;
use battlewright_tests::workspace::root;

/// Returns the names between backticks in `text` that look like rule tests: `r12_7_…`, or `c04_…` for a chapter.
fn named(text: &str) -> Vec<&str> {
    let is_test = |word: &&str| {
        let digits = word.strip_prefix(['r', 'c']).and_then(|rest| rest.chars().next());
        digits.is_some_and(|first| first.is_ascii_digit()) && word.contains('_')
    };
    text.split('`').skip(1).step_by(2).filter(is_test).collect()
}

/// Returns the names of the tests in the sources of a system.
fn tests_of(system: &str) -> BTreeSet<String> {
    let mut tests = BTreeSet::new();
    for path in files_within(&format!("engine/systems/{system}/src")) {
        let text = std::fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for pair in lines.windows(2) {
            if let ["#[test]", function] = pair
                && let Some((name, _)) = function.strip_prefix("fn ").and_then(|rest| rest.split_once('('))
            {
                tests.insert(name.to_owned());
            }
        }
    }
    assert!(tests.len() > 50, "{system} has few tests");
    tests
}

#[test]
fn every_test_that_the_rules_name_exists() {
    for (page, system) in [
        ("mars-la-tour", "mars_la_tour"),
        ("position-magnifique", "position_magnifique"),
        ("at-any-cost", "at_any_cost"),
        ("matz", "matz"),
        ("outrance", "outrance"),
    ] {
        let text = std::fs::read_to_string(root().join(format!("docs/rules/{page}.md"))).unwrap();
        let tests = tests_of(system);
        let missing: Vec<&str> = named(&text).into_iter().filter(|name| !tests.contains(*name)).collect();
        assert!(missing.is_empty(), "docs/rules/{page}.md names tests that are not there: {missing:#?}");
    }
}

/// Each row of a table whose last column is `test` names a test.
#[test]
fn every_figure_has_its_test() {
    for page in ["position-magnifique", "at-any-cost", "matz", "outrance"] {
        every_figure_of(page);
    }
}

fn every_figure_of(page: &str) {
    let text = std::fs::read_to_string(root().join(format!("docs/rules/{page}.md"))).unwrap();
    let mut rows = 0;
    let mut in_table = false;
    for line in text.lines() {
        let last = line.trim_end_matches('|').rsplit('|').next().unwrap_or_default();
        match (line.starts_with('|'), last.trim()) {
            (false, _) => in_table = false,
            (true, "test") => in_table = true,
            (true, rule) if rule.chars().all(|letter| letter == '-') => {}
            (true, cell) if in_table => {
                rows += 1;
                assert!(!named(cell).is_empty(), "{page}: no test in: {line}");
            }
            _ => {}
        }
    }
    assert!(rows > 40, "{page}: {rows} rows");
}

/// Each setting of a ruleset is told of between backticks on the rules page of its system.
#[test]
fn every_setting_is_on_the_rules_page() {
    for page in ["at-any-cost", "matz", "outrance"] {
        let read = |path: String| std::fs::read_to_string(root().join(path)).unwrap();
        let (ruleset, text) = (read(format!("schema/rulesets/{page}.toml")), read(format!("docs/rules/{page}.md")));
        let told: BTreeSet<&str> =
            text.split('`').skip(1).step_by(2).filter_map(|code| code.split([' ', '=']).next()).collect();
        let settings: Vec<&str> = ruleset
            .lines()
            .take_while(|line| !line.starts_with('['))
            .filter_map(|line| line.split_once(" = ").map(|(name, _)| name))
            .filter(|name| !name.starts_with('#'))
            .collect();
        assert!(settings.len() > 20, "{page}: {settings:?}");
        let missing: Vec<&&str> = settings.iter().filter(|name| !told.contains(**name)).collect();
        assert!(missing.is_empty(), "docs/rules/{page}.md does not tell of {missing:?}");
    }
}
