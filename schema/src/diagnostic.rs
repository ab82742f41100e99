//! Findings in a scenario file: problem, position and remedy.

mod explanation;

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use crate::fix::Fix;
use crate::lint::LintLevel;
use crate::path::DocPath;

pub use explanation::Explanation;

/// The code of a kind of finding, in kebab case, such as `hex-off-map`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static str);

impl Code {
    /// Returns the code as text.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The scenario cannot be played.
    Error,
    /// The scenario can be played, but probably differs from its author's intention.
    Warning,
    /// A remark on the list of findings, such as the number of findings that are not listed.
    Note,
}

impl Severity {
    /// Returns the name: `error`, `warning` or `note`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A line and a column, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Another part of the document that is related to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The relation to the finding, such as "first defined here".
    pub message: String,
    /// The path in the document.
    pub path: DocPath,
    /// The byte range in the text, if there is a text.
    pub span: Option<Range<usize>>,
    /// The line and column, if there is a text.
    pub position: Option<Position>,
}

/// A finding in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of finding, documented by [`explain`](crate::explain).
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// The problem, in one sentence without a full stop.
    pub message: String,
    /// The path in the document; the root for findings about the whole text.
    pub path: DocPath,
    /// The byte range in the text, if there is a text.
    pub span: Option<Range<usize>>,
    /// The line and column, if there is a text.
    pub position: Option<Position>,
    /// The related parts of the document.
    pub related: Vec<Related>,
    /// The remedy, in words.
    pub help: Option<String>,
    /// The possible fixes of the text, the most likely one first; empty if there is no text.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// Returns `true` if the finding is an error, so that the scenario cannot be played.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Sets the byte range.
    #[must_use]
    pub fn span(mut self, span: Option<Range<usize>>) -> Self {
        self.span = span;
        self
    }

    /// Sets the remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the remedy, if `help` is `Some`.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// Adds a related part of the document.
    #[must_use]
    pub fn related(mut self, path: DocPath, message: impl Into<String>) -> Self {
        self.related.push(Related { message: message.into(), path, span: None, position: None });
        self
    }

    /// Adds a fix, if there is one.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fixes.extend(fix.into());
        self
    }

    /// Adds fixes.
    #[must_use]
    pub fn fixes(mut self, fixes: impl IntoIterator<Item = Fix>) -> Self {
        self.fixes.extend(fixes);
        self
    }

    /// Returns the first fix that can be applied without asking, if there is one.
    pub fn safe_fix(&self) -> Option<&Fix> {
        self.fixes.iter().find(|fix| fix.safe)
    }

    /// Compares in reading order: by position in the text, then by severity, path, code and message. Notes come last.
    pub fn reading_order(&self, other: &Self) -> Ordering {
        let start = |d: &Self| d.span.as_ref().map_or(usize::MAX, |span| span.start);
        let note = |d: &Self| d.severity == Severity::Note;
        note(self)
            .cmp(&note(other))
            .then(start(self).cmp(&start(other)))
            .then(self.severity.cmp(&other.severity))
            .then(self.path.cmp(&other.path))
            .then(self.code.cmp(&other.code))
            .then(self.message.cmp(&other.message))
    }
}

impl fmt::Display for Diagnostic {
    /// Writes `line:column: severity[code]: message`, without the position if there is no text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(position) = self.position {
            write!(f, "{position}: ")?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}

/// A kind of finding: its code, its severity and its documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The code.
    pub code: Code,
    /// The severity without levels.
    pub severity: Severity,
    /// `true` if the finding is reported only if a level names it.
    pub silent: bool,
    /// The documentation.
    pub explanation: Explanation,
}

impl Finding {
    /// Returns a finding of this kind at `path`.
    pub fn at(&self, path: DocPath, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code: self.code,
            severity: self.severity,
            message: message.into(),
            path,
            span: None,
            position: None,
            related: Vec::new(),
            help: None,
            fixes: Vec::new(),
        }
    }

    /// Returns the default level; `None` for errors and notes, which have no level.
    pub fn level(&self) -> Option<LintLevel> {
        match self.severity {
            Severity::Warning if self.silent => Some(LintLevel::Allow),
            Severity::Warning => Some(LintLevel::Warn),
            Severity::Error | Severity::Note => None,
        }
    }

    /// Returns the short description of the problem on one line.
    pub fn summary(&self) -> String {
        let [(_, what), ..] = self.explanation.sections();
        what.replace('\n', " ")
    }
}

/// Declares a kind of finding. Its doc comment is also its documentation as data, and must have the sections of
/// [`Explanation`]. A `silent` warning is reported only if a level names it.
macro_rules! finding {
    ($(#[doc = $doc:literal])+ $name:ident = $code:literal, $severity:ident) => {
        $crate::diagnostic::finding! { @ false, $(#[doc = $doc])+ $name = $code, $severity }
    };
    ($(#[doc = $doc:literal])+ $name:ident = $code:literal, $severity:ident, silent) => {
        $crate::diagnostic::finding! { @ true, $(#[doc = $doc])+ $name = $code, $severity }
    };
    (@ $silent:literal, $(#[doc = $doc:literal])+ $name:ident = $code:literal, $severity:ident) => {
        $(#[doc = $doc])+
        pub(crate) const $name: $crate::diagnostic::Finding = $crate::diagnostic::Finding {
            code: $crate::diagnostic::Code($code),
            severity: $crate::diagnostic::Severity::$severity,
            silent: $silent,
            explanation: $crate::diagnostic::Explanation::of(concat!($($doc, "\n"),+)),
        };
    };
}
pub(crate) use finding;

/// Returns the likeness of two words, from 0 to 1.
fn likeness(one: &str, other: &str) -> f64 {
    strsim::normalized_damerau_levenshtein(one, other)
}

/// Returns `true` if names of as many parts differ in the whole of one part, such as `red-corps` and `blue-corps`: another thing is
/// meant, and no typing mistake made. Parts of one or two letters, such as numbers, are too short to tell.
fn is_of_another(one: &str, other: &str) -> bool {
    let parts = |word: &str| word.split(['-', '_', ' ']).map(str::to_owned).collect::<Vec<_>>();
    let (one, other) = (parts(one), parts(other));
    let differ = |(one, other): (&String, &String)| one.len().max(other.len()) > 2 && likeness(one, other) < 0.3;
    one.len() > 1 && one.len() == other.len() && one.iter().zip(&other).any(differ)
}

/// Returns the candidate most similar to `word`, if it is similar enough.
pub(crate) fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Long words are not typing mistakes, and the comparison takes quadratic time.
    if word.len() > 100 {
        return None;
    }
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word && candidate.len() <= 100)
        .map(|candidate| (candidate.to_lowercase(), candidate))
        .map(|(plain, candidate)| (likeness(&lower, &plain), plain, candidate))
        .filter(|(likeness, plain, _)| *likeness >= 0.5 && !is_of_another(&lower, plain))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(.., candidate)| candidate)
}

/// Returns the only candidate that differs from `word` at most in case and in word separators.
pub(crate) fn same_spelling<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |word: &str| word.trim().to_lowercase().replace([' ', '_'], "-");
    let wanted = plain(word);
    let mut fitting = candidates.into_iter().filter(|candidate| plain(candidate) == wanted);
    fitting.next().filter(|_| fitting.next().is_none())
}

/// Returns a list such as `a`, `b` or `c`, cut after twelve words.
pub(crate) fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut rest = words.into_iter();
    let words: Vec<String> = rest.by_ref().take(12).map(|word| format!("`{word}`")).collect();
    match (words.as_slice(), rest.count()) {
        ([], _) => "nothing".to_owned(),
        ([one], 0) => one.clone(),
        ([first @ .., last], 0) => format!("{} or {last}", first.join(", ")),
        (many, more) => format!("{} … ({} in all)", many.join(", "), many.len() + more),
    }
}

/// Returns `text` in backticks for a message, on one line and cut after 60 characters.
pub(crate) fn shown(text: &str) -> String {
    let short: String = text.chars().take(60).collect();
    let dots = if short.len() < text.len() { "…" } else { "" };
    format!("`{}{dots}`", short.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_mistakes_find_their_word() {
        assert_eq!(suggest("mars-la-tuor", ["mars-la-tour", "rossbach"]), Some("mars-la-tour"));
        assert_eq!(suggest("titel", ["title", "turns"]), Some("title"));
        assert_eq!(suggest("xyzzy", ["title", "turns"]), None);
        assert_eq!(suggest("red-crops", ["blue-corps", "red-corps"]), Some("red-corps"));
        assert_eq!(suggest("fr-11", ["fr-ii"]), Some("fr-ii"));
        assert_eq!(suggest("red-corps", ["blue-corps"]), None, "another formation is no typing mistake");
    }

    #[test]
    fn words_are_alike_but_for_their_letters_case() {
        assert_eq!(same_spelling("Infantry", ["infantry", "cavalry"]), Some("infantry"));
        assert_eq!(same_spelling("Column Row", ["column-row", "row-column"]), Some("column-row"));
        assert_eq!(same_spelling("c", ["C", "c"]), None, "two fit");
    }

    #[test]
    fn shown_text_is_short_and_on_one_line() {
        assert_eq!(shown("a\nb"), "`a\\nb`");
        assert!(shown(&"x".repeat(1000)).chars().count() < 70);
    }
}
