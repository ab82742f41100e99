//! The corpus of invalid scenarios, `tests/diagnostics/*.toml`. Each file contains its expected findings with their
//! positions. `tests/diagnostics/README.md` describes the format.

use battlewright_schema::{Diagnostic, Loaded, findings, fix, load, render};
use battlewright_tests::files::toml_files;

/// An expected finding: `(line, column, "ERROR", code)`.
type Expected = (usize, usize, String, String);

/// Parses the expected findings in a text: `#~ ERROR code: column N`. Each `^` after the `~` refers to one line
/// further up.
#[expect(clippy::panic, reason = "an unreadable note fails the test")]
fn expected(text: &str) -> Vec<Expected> {
    let mut expected = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for note in line.split("#~").skip(1) {
            let up = note.chars().take_while(|c| *c == '^').count();
            let words = note.trim_start_matches('^').trim();
            let (severity, rest) = words.split_once(' ').unwrap_or_else(|| panic!("line {}: {note}", index + 1));
            let (code, column) = rest.split_once(": column ").unwrap_or_else(|| panic!("line {}: {note}", index + 1));
            let column = column.trim().parse().unwrap_or_else(|_| panic!("line {}: {note}", index + 1));
            expected.push((index + 1 - up, column, severity.to_owned(), code.to_owned()));
        }
    }
    expected.sort();
    expected
}

#[test]
fn every_planted_mistake_is_found_where_it_is_and_nothing_else() {
    let mut wrong = Vec::new();
    for path in toml_files("tests/diagnostics") {
        let text = std::fs::read_to_string(&path).unwrap();
        let diagnostics = load(&text).diagnostics;
        let mut found: Vec<Expected> = diagnostics
            .iter()
            .map(|d| {
                let at = d.position.unwrap_or_else(|| panic!("{} is nowhere in {}", d.code, path.display()));
                (at.line, at.column, d.severity.name().to_uppercase(), d.code.to_string())
            })
            .collect();
        found.sort();
        let expected = expected(&text);
        assert!(!expected.is_empty(), "{} plants nothing", path.display());
        if found != expected {
            let shown = render::human::render(&path.display().to_string(), &text, &diagnostics, false);
            wrong.push(format!("{}\nexpected {expected:#?}\nfound {found:#?}\n{shown}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Codes that no file of the corpus can show. They concern invalid UTF-8, too many findings, the rules, other files,
/// or very long text. Separate tests cover them; those for themes are sessions of the command line, and those for rulesets
/// are in the crate of the schema.
const ELSEWHERE: &[&str] = &[
    "not-text",
    "too-many-findings",
    "unplayable",
    "unreadable-art",
    "unknown-placeholder",
    "theme-mismatch",
    "too-many",
    "too-large-to-play",
    "unchecked",
    "ruleset-missing",
    "ruleset-not-one",
    "ruleset-system",
    "ruleset-cycle",
    "ruleset-conflict",
    "ruleset-needs",
    "ruleset-older",
    "ruleset-changed",
    "ruleset-unused",
];

#[test]
fn every_kind_of_finding_is_planted() {
    let mut planted = std::collections::BTreeSet::new();
    for path in toml_files("tests/diagnostics") {
        planted.extend(expected(&std::fs::read_to_string(path).unwrap()).into_iter().map(|(_, _, _, code)| code));
    }
    for finding in findings() {
        let code = finding.code.as_str();
        assert_eq!(planted.contains(code), !ELSEWHERE.contains(&code), "{code}");
    }
}

/// Returns the stage that loading reached and the number of errors and findings, for comparison.
fn standing(loaded: &Loaded) -> (usize, usize, usize) {
    let stage = usize::from(loaded.readable.is_none()) + usize::from(!loaded.complete);
    (stage, loaded.errors(), loaded.diagnostics.len())
}

#[test]
fn every_fix_of_a_planted_mistake_mends_it() {
    let mut kinds = std::collections::BTreeSet::new();
    for path in toml_files("tests/diagnostics") {
        let text = std::fs::read_to_string(&path).unwrap();
        let before = load(&text);
        for finding in &before.diagnostics {
            for fix in &finding.fixes {
                kinds.insert((finding.code, fix.safe));
                let after = load(&fix.apply(&text).unwrap());
                let gone = !after.diagnostics.iter().any(|other| {
                    (other.code, other.position, &other.message) == (finding.code, finding.position, &finding.message)
                });
                assert!(gone, "{}: {finding}: {} mends nothing", path.display(), fix.title);
                // Parts of a broken file are checked only after a fix.
                let known = fix.safe && before.complete;
                assert!(!known || standing(&after) < standing(&before), "{}: {finding}: {}", path.display(), fix.title);
            }
        }
        let fixed = fix::apply(&text, &before.diagnostics);
        assert!(standing(&load(&fixed.text)) <= standing(&before), "{}", path.display());
        assert_eq!(fix::apply(&fixed.text, &fixed.left).applied, [], "{}", path.display());
    }
    let count = |safe| kinds.iter().filter(|(_, is)| *is == safe).count();
    assert!(count(true) >= 12 && count(false) >= 15, "{kinds:?}");
}

/// The codes with a fix in at least one file of the corpus.
const MENDED: &[&str] = &[
    "ammunition-out-of-range",
    "bad-chosen-chit",
    "bad-ending",
    "chit-too-early",
    "chit-too-late",
    "combat-outlier",
    "empty-source",
    "entry-beside-road",
    "entry-not-on-edge",
    "entry-turn-outside-game",
    "er-out-of-range",
    "er-outlier",
    "escape-beyond-strength",
    "exit-not-on-edge",
    "exit-without-units",
    "first-turn-after-last",
    "fixed-level",
    "formation-without-units",
    "half-clock",
    "hexside-not-neighbors",
    "hexside-twice",
    "idle-detour",
    "label-repeats-place",
    "missing-slope",
    "mitrailleuse-too-late",
    "movement-outlier",
    "number-out-of-range",
    "numbering-mismatch",
    "offset-mismatch",
    "overlapping-places",
    "range-outlier",
    "road-into-river",
    "road-twice",
    "scattered-place",
    "shadowed-ending",
    "slope-on-level-ground",
    "stream-gap",
    "unit-neither-starts-nor-enters",
    "unnamed-place",
    "unspendable-ammunition",
    "unused-entry",
    "unused-exit",
    "unused-zone",
    "wrong-holder",
    "wrong-side-detour",
];

#[test]
fn what_can_be_mended_is_mended_by_each_fix_offered_and_only_by_safe_ones_unasked() {
    let mut mended = std::collections::BTreeSet::new();
    for path in toml_files("tests/diagnostics") {
        let text = std::fs::read_to_string(&path).unwrap();
        let before = load(&text);
        let unasked = fix::apply(&text, &before.diagnostics).applied;
        for finding in before.diagnostics.iter().filter(|finding| MENDED.contains(&finding.code.as_str())) {
            for fix in &finding.fixes {
                let place = format!("{}: {finding}: {}", path.display(), fix.title);
                let after = load(&fix.apply(&text).unwrap());
                let same = |other: &Diagnostic| {
                    (other.code, &other.path, &other.message) == (finding.code, &finding.path, &finding.message)
                };
                assert!(!after.diagnostics.iter().any(same), "{place} leaves it");
                assert!(after.errors() <= before.errors(), "{place} leads to {:?}", after.diagnostics);
                let made = unasked.iter().any(|made| (made.code, &made.title) == (finding.code, &fix.title));
                assert!(fix.safe || !made, "{place} is made unasked");
                mended.insert(finding.code.as_str());
            }
        }
    }
    assert_eq!(mended, MENDED.iter().copied().collect(), "each is found somewhere, and offers something");
}
