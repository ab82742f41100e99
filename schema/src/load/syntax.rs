//! The syntax check of a text: it must be TOML.

use std::ops::Range;

use toml::de::{DeTable, DeValue, Error};
use toml_parser::Source;
use toml_parser::parser::{Event, EventKind, RecursionGuard, parse_document};

use crate::diagnostic::{Diagnostic, finding, shown};
use crate::fix::{Fix, TextEdit, quoted};
use crate::path::DocPath;

use super::look_alike;
use super::tree::{self, Arena, Table};

finding! {
    /// # What it finds
    /// A text that is not valid TOML.
    ///
    /// # Why it matters
    /// No other check is possible until the text can be read. Usually a quote, a bracket or an equals sign is missing,
    /// a word is not in quotes, or a key or a table is written twice.
    ///
    /// # Example
    /// ```toml
    /// title = "Mars-la-Tour      # the closing quote is missing
    /// ```
    ///
    /// # Remedy
    /// Correct the text at the reported position.
    SYNTAX = "syntax", Error
}

/// Parses `text`, or returns every syntax error in it.
pub(crate) fn parse<'d>(text: &'d str, arena: &'d Arena) -> Result<Table<'d>, Vec<Diagnostic>> {
    tree::parse(text, arena).ok_or_else(|| errors(text))
}

/// Returns every syntax error of a `text` that could not be parsed; at least one.
fn errors(text: &str) -> Vec<Diagnostic> {
    if text.len() > MOST_EXPLAINED {
        return vec![refused(text)];
    }
    let (_, mut errors) = DeTable::parse_recoverable(text);
    errors.sort_by_key(|error| error.span().map(|span| span.start));
    let bare = bare_values(text);
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut last = None;
    for error in &errors {
        // The parser gives no position for a dotted key that is too long.
        let span = Some(on_characters(text, error.span().unwrap_or_default()));
        // Further errors in a line with an error are noise, because the parser has given up on the line.
        let start = span.as_ref().map_or(0, |span| span.start);
        let same_line = last.is_some_and(|last| text.get(last..start).is_some_and(|between| !between.contains('\n')));
        last = Some(start);
        if same_line {
            continue;
        }
        if let Some(found) = span.as_ref().and_then(|span| look_alike::finding(text, span)) {
            findings.push(found);
            continue;
        }
        let marked = span.clone().and_then(|span| text.get(span)).unwrap_or_default();
        let fix = span.as_ref().filter(|span| bare.binary_search(&span.start).is_ok());
        let fix = fix.and_then(|span| in_lower_case(text, span).or_else(|| in_quotes(text, span.start)));
        findings.push(finding(error, marked).span(span).fix(fix));
        if findings.len() > super::MOST_FINDINGS {
            break;
        }
    }
    if findings.is_empty() {
        findings.push(refused(text));
    }
    findings
}

/// The maximum size in bytes of a text whose errors are all collected. The recovering parser takes much more memory.
const MOST_EXPLAINED: usize = 8 << 20;

/// Returns the finding for a text that is very long, or that only the stricter of the two parsers refuses, because a number is
/// too large for any field or the nesting is too deep.
fn refused(text: &str) -> Diagnostic {
    let arena = Arena::new();
    match toml_spanner::parse(text, &arena) {
        Ok(document) => {
            // The too deep value is inside one of the top-level values.
            let deep = document.table().iter().find(|(_, value)| !tree::is_shallow_item(value, tree::DEEPEST));
            let span = deep.map_or(0..0, |(key, _)| key.span.range());
            SYNTAX.at(DocPath::root(), "the nesting is too deep").help(TOO_DEEP).span(Some(span))
        }
        Err(error) => {
            let span = on_characters(text, error.span().range());
            SYNTAX.at(DocPath::root(), error.message(text)).span(Some(span))
        }
    }
}

const TOO_DEEP: &str = "the limit is 64 levels of tables and arrays";

fn finding(error: &Error, marked: &str) -> Diagnostic {
    let message = error.message();
    let help = if message.contains("max recursion depth") || message.contains("recursion limit") {
        Some(TOO_DEEP)
    } else if message.contains("must be quoted") {
        Some("write text in double quotes; write numbers, true and false without quotes")
    } else if message.contains("leading zero") {
        Some("hexes are names, not numbers; write them in quotes")
    } else if message == "duplicate key" {
        Some("a key may occur once in a table, and a [table] once in a file; write rows of a list as [[table]]")
    } else {
        None
    };
    if message == "duplicate key" && !marked.is_empty() {
        return SYNTAX
            .at(DocPath::root(), format!("duplicate key {}", shown(marked)))
            .maybe_help(help.map(str::to_owned));
    }
    SYNTAX.at(DocPath::root(), message).maybe_help(help.map(str::to_owned))
}

/// Returns the byte offsets of values without quotes that are not valid TOML. Keys, headers and valid values beside a duplicate
/// key are excluded, because quotes would turn them into other keys or values.
fn bare_values(text: &str) -> Vec<usize> {
    let source = Source::new(text);
    let tokens = source.lex().into_vec();
    let mut starts = Vec::new();
    let mut receiver = |event: Event| {
        let span = event.span();
        let is_bare = event.kind() == EventKind::Scalar && event.encoding().is_none();
        if is_bare && text.get(span.start()..span.end()).is_some_and(|word| DeValue::parse(word).is_err()) {
            starts.push(span.start());
        }
    };
    parse_document(&tokens, &mut RecursionGuard::new(&mut receiver, DEPTH), &mut ());
    starts
}

/// The maximum nesting depth of the event parser, as in an outline.
const DEPTH: u32 = 80;

/// Returns the fix that writes `true` or `false` in lower case, if `span` is one of them in another case.
fn in_lower_case(text: &str, span: &Range<usize>) -> Option<Fix> {
    let rest = text.get(span.start..)?;
    let word = rest.get(..rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len()))?;
    let ends = rest.get(word.len()..)?.trim_start_matches([' ', '\t']).chars().next();
    let meant = ["true", "false"].into_iter().find(|meant| word.eq_ignore_ascii_case(meant) && word != *meant)?;
    let is_alone = ends.is_none_or(|next| ",]}#\r\n".contains(next));
    let edit = is_alone.then(|| TextEdit::new(span.start..span.start + word.len(), meant));
    Fix::safe(format!("write `{meant}`"), edit)
}

/// Returns the fix that adds quotes to the value at `at`, if only the quotes are missing.
fn in_quotes(text: &str, at: usize) -> Option<Fix> {
    let before = text.get(..at)?.trim_end_matches([' ', '\t']);
    let rest = text.get(at..)?;
    let end = rest.find(|c: char| ",[]{}=#\"'\r\n".contains(c)).unwrap_or(rest.len());
    let word = rest.get(..end)?.trim_end();
    let ends = rest.get(end..)?.chars().next().is_none_or(|next| ",]}#\r\n".contains(next));
    let named = word.chars().all(|c| c.is_alphanumeric() || " _-./:".contains(c));
    if !before.ends_with(['=', '[', ',']) || !ends || !named || word.is_empty() || word.len() > 100 {
        return None;
    }
    // Several words may be a value with a remark, and these single words have a meaning of their own elsewhere.
    let other = ["yes", "no", "on", "off", "none", "null", "nan", "inf", "true", "false"];
    let safe = !word.contains(' ') && !other.contains(&word.to_lowercase().as_str());
    let fix = Fix::offer("add quotes", TextEdit::new(at..at + word.len(), quoted(word)))?;
    Some(Fix { safe, ..fix })
}

/// Clamps `span` to `text` and to character boundaries.
fn on_characters(text: &str, span: Range<usize>) -> Range<usize> {
    let down = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let (start, end) = (down(span.start), down(span.end));
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_syntax_error_is_found_once() {
        let findings = errors("a = \"x\nb = 1\nc = yes\nd == 2\n[t]\n[t]\n");
        let at: Vec<_> = findings.iter().map(|finding| finding.span.clone().unwrap().start).collect();
        assert_eq!(findings.len(), 4, "{findings:?}");
        assert!(at.is_sorted(), "{findings:?}");
    }
}
