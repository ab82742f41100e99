//! Loading: from text to a scenario, or to all its findings.
//!
//! The text is checked in stages: bytes, syntax, system and format, shape, and the consistency of the parts. Each stage reports
//! all its findings. A later stage runs only if the earlier ones found no error, so that one mistake is not reported twice.
//! Themes and rulesets are not scenarios, but their findings are reported as well.

pub(crate) mod bytes;
pub(crate) mod head;
mod look_alike;
pub(crate) mod shape;
pub(crate) mod syntax;
pub(crate) mod tree;

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Severity, finding};
use crate::path::DocPath;
use crate::place::{LineIndex, Places};
use crate::ruleset::{self, BundledRulesets, RulesetSource};
use crate::{LintLevels, Lints, Scenario, lint, theme};
pub use head::is_own_file;
use tree::{Arena, Table};

finding! {
    /// # What it finds
    /// More findings than are listed.
    ///
    /// # Why it matters
    /// Only the first thousand findings are listed. So many usually have one cause, such as another file format or a
    /// table that was pasted twice.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]             # pasted a thousand times with the same id
    /// id = "de-iii-5"
    /// ```
    ///
    /// # Remedy
    /// Correct the first findings, and check again.
    TOO_MANY_FINDINGS = "too-many-findings", Note
}

/// The maximum number of findings in a list; a note after them gives the number of the others.
pub const MOST_FINDINGS: usize = 1000;

/// The result of loading a text.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The scenario; `None` if a finding is an error by itself.
    pub scenario: Option<Scenario>,
    /// The readable part, if any, for display: rows with errors of shape are omitted, and missing sections and values have
    /// stand-ins. Omitted rows are kept by [`save`](crate::save) if it gets the same text.
    pub readable: Option<Scenario>,
    /// `true` if `readable` contains everything in the text.
    pub complete: bool,
    /// The findings, in reading order.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    /// Returns the number of errors.
    pub fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.severity == Severity::Error).count()
    }

    /// Returns the number of errors with the first of them, such as `1 error: 1:1: error[unknown-system]: …`.
    pub fn errors_told(&self) -> String {
        let mut errors = self.diagnostics.iter().filter(|finding| finding.is_error());
        match (errors.next(), errors.count()) {
            (None, _) => "no errors".to_owned(),
            (Some(first), 0) => format!("1 error: {first}"),
            (Some(first), more) => format!("{} errors, the first {first}", more + 1),
        }
    }

    /// Returns the number of warnings.
    pub fn warnings(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.severity == Severity::Warning).count()
    }
}

/// The surroundings of a file, on which its findings and its rules depend.
#[derive(Clone, Copy)]
pub struct Surroundings<'s> {
    /// The levels of findings.
    pub levels: &'s LintLevels,
    /// The rulesets that the file can name.
    pub rulesets: &'s dyn RulesetSource,
}

impl<'s> Surroundings<'s> {
    /// Returns surroundings with `levels` and the rulesets that the program brings.
    pub fn bundled(levels: &'s LintLevels) -> Self {
        Self { levels, rulesets: &BundledRulesets }
    }
}

/// Loads a scenario from `text`. It can use the rulesets that the program brings.
pub fn load(text: &str) -> Loaded {
    load_with(text, &LintLevels::default())
}

/// Loads a scenario from `text`. The severity of its warnings is set by its own `[lints]` and by `levels`. A denied warning
/// does not make the scenario unplayable.
pub fn load_with(text: &str, levels: &LintLevels) -> Loaded {
    load_from(text, &Surroundings::bundled(levels))
}

/// Loads a scenario from `text`, like [`load_with`], with the rulesets of its `surroundings`.
pub fn load_from(text: &str, surroundings: &Surroundings<'_>) -> Loaded {
    let FoundScenario { readable, complete, sound, mut diagnostics } = find(text, surroundings);
    // A theme or a ruleset without findings still needs one, because it cannot be loaded as a scenario.
    if readable.is_none() && !diagnostics.iter().any(Diagnostic::is_error) {
        let (message, help) = if ruleset::is_ruleset(text.as_bytes()) {
            (
                "this is a ruleset, not a scenario",
                "refer to it from a scenario with `use = [\"./rules.toml\"]` in `[rules]`",
            )
        } else {
            ("this is a theme, not a scenario", "refer to it from a scenario with `theme = \"theme.toml\"`")
        };
        let finding = head::UNKNOWN_SYSTEM.at(DocPath::root(), message).help(help);
        diagnostics.push(finding.span(Some(0..0)));
        finish(text, &mut diagnostics);
    }
    Loaded { scenario: readable.clone().filter(|_| sound), readable, complete, diagnostics }
}

/// Checks `bytes` without keeping a readable part: returns the scenario, if it is playable, and every finding in reading order.
pub fn validate(bytes: &[u8], levels: &LintLevels) -> (Option<Scenario>, Vec<Diagnostic>) {
    validate_from(bytes, &Surroundings::bundled(levels))
}

/// Checks `bytes` like [`validate`], with the rulesets of their `surroundings`.
pub fn validate_from(bytes: &[u8], surroundings: &Surroundings<'_>) -> (Option<Scenario>, Vec<Diagnostic>) {
    match bytes::text(bytes) {
        Ok(text) => {
            let found = find(text, surroundings);
            (found.readable.filter(|_| found.sound), found.diagnostics)
        }
        Err(finding) => (None, vec![*finding]),
    }
}

/// The same fields as [`Loaded`], with only one copy of the scenario.
struct FoundScenario {
    readable: Option<Scenario>,
    complete: bool,
    sound: bool,
    diagnostics: Vec<Diagnostic>,
}

fn find(text: &str, surroundings: &Surroundings<'_>) -> FoundScenario {
    let levels = surroundings.levels;
    let arena = Arena::new();
    // The parsed tree takes more memory than everything else. It is dropped here, and parsed again only if a finding needs its
    // position.
    let read = syntax::parse(text, &arena).map(|root| {
        if theme::is(&root) {
            let mut findings = theme::of(text, &root).diagnostics;
            levels.apply(&Lints::new(), &mut findings);
            return (None, findings);
        }
        if ruleset::is(&root) {
            let mut findings = ruleset::find(text, &root, surroundings);
            levels.apply(&Lints::new(), &mut findings);
            return (None, findings);
        }
        let mut read = read(text, &root);
        if let Some(scenario) = &mut read.scenario {
            scenario.resolve_rulesets(surroundings.rulesets);
        }
        (read.scenario, read.findings)
    });
    drop(arena);
    let (readable, mut diagnostics) = read.unwrap_or_else(|errors| (None, errors));
    let complete = readable.is_some() && diagnostics.is_empty();
    let arena = Arena::new();
    let places = Places::new(text, &arena);
    if let Some(scenario) = readable.as_ref().filter(|_| complete) {
        diagnostics = lint::check_at(scenario, Some(&places), levels);
    }
    let sound = complete && !diagnostics.iter().any(Diagnostic::is_error);
    if let Some(scenario) = &readable {
        levels.apply(scenario.lints(), &mut diagnostics);
    }
    if complete {
        places.locate(&mut diagnostics);
    }
    finish(text, &mut diagnostics);
    FoundScenario { readable, complete, sound, diagnostics }
}

/// Loads a scenario from the bytes of a file, which may not be text.
pub fn load_bytes(bytes: &[u8]) -> Loaded {
    load_bytes_with(bytes, &LintLevels::default())
}

/// Loads a scenario from the bytes of a file with `levels`; see [`load_with`].
pub fn load_bytes_with(bytes: &[u8], levels: &LintLevels) -> Loaded {
    load_bytes_from(bytes, &Surroundings::bundled(levels))
}

/// Loads a scenario from the bytes of a file with its `surroundings`; see [`load_from`].
pub fn load_bytes_from(bytes: &[u8], surroundings: &Surroundings<'_>) -> Loaded {
    match bytes::text(bytes) {
        Ok(text) => load_from(text, surroundings),
        Err(finding) => Loaded { diagnostics: vec![*finding], ..Loaded::default() },
    }
}

/// The content of a document before its consistency is checked.
pub(crate) struct ReadDocument {
    /// The readable part.
    pub(crate) scenario: Option<Scenario>,
    /// The omitted rows of the document.
    pub(crate) pruned: BTreeSet<DocPath>,
    /// The errors of the stages head and shape.
    pub(crate) findings: Vec<Diagnostic>,
}

/// Reads `text`, which was parsed to `root`.
pub(crate) fn read<'d>(text: &'d str, root: &'d Table<'d>) -> ReadDocument {
    let (system, mut findings) = head::check(text, root);
    let Some(system) = system.filter(|_| findings.is_empty()) else {
        return ReadDocument { scenario: None, pruned: BTreeSet::new(), findings };
    };
    let (scenario, pruned, shape) = crate::of_system!(system, Root => {
        let shaped = shape::read::<Root>(text, root, system.into());
        (shaped.value.map(Scenario::from), shaped.pruned, shaped.findings)
    });
    findings.extend(shape);
    ReadDocument { scenario, pruned, findings }
}

/// Returns `true` if `text` is a scenario that uses rulesets.
pub(crate) fn has_uses(text: &str) -> bool {
    // Most scenarios use none, and need not be parsed for that.
    if !text.contains("use") {
        return false;
    }
    let arena = Arena::new();
    let Some(root) = tree::parse(text, &arena) else { return false };
    let uses = root.get("rules").and_then(|rules| rules.as_table()?.get("use"));
    uses.and_then(|uses| uses.as_array()).is_some_and(|uses| !uses.as_slice().is_empty())
}

/// Returns `findings` with their positions in `text`, in reading order.
pub fn placed(text: &str, mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if findings.is_empty() {
        return findings;
    }
    let arena = Arena::new();
    Places::new(text, &arena).locate(&mut findings);
    finish(text, &mut findings);
    findings
}

/// Sorts findings in reading order, limits their number, and fills in lines and columns.
pub(crate) fn finish(text: &str, findings: &mut Vec<Diagnostic>) {
    if findings.is_empty() {
        return;
    }
    findings.sort_by(Diagnostic::reading_order);
    findings.dedup();
    if findings.len() > MOST_FINDINGS {
        let more = findings.len() - MOST_FINDINGS;
        let next = findings.get(MOST_FINDINGS).and_then(|finding| finding.span.clone());
        findings.truncate(MOST_FINDINGS);
        // Above this number, findings are no longer collected, so the exact number is unknown.
        let more = if more < 9 * MOST_FINDINGS { more.to_string() } else { format!("{} and", 9 * MOST_FINDINGS) };
        let note = TOO_MANY_FINDINGS.at(DocPath::root(), format!("{more} more findings are not listed"));
        findings.push(note.span(next));
    }
    LineIndex::new(text).locate(findings);
}

#[cfg(test)]
mod tests;
