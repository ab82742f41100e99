//! Code actions: the fixes of findings.

use std::ops::Range;

use battlewright_schema::Diagnostic;
use battlewright_schema::fix::{self, Fix};
use lsp_types::{CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, TextEdit, Uri};

use super::answer::edits_of;
use super::document::Document;
use super::encoding::LineRuler;
use super::{findings, formatting};

/// The kind of the action that applies all safe fixes.
pub(super) const FIX_ALL: CodeActionKind = CodeActionKind::SOURCE_FIX_ALL;

/// Returns the requested actions: fixes of the findings within `bytes`, and one that applies all safe fixes.
pub(super) fn offered(
    document: &Document,
    found: &[Diagnostic],
    ruler: &LineRuler<'_>,
    uri: &Uri,
    bytes: &Range<usize>,
    asked: &CodeActionContext,
) -> Vec<CodeActionOrCommand> {
    let wanted = |kind: &CodeActionKind| {
        let covers = |only: &CodeActionKind| kind.as_str().starts_with(only.as_str());
        asked.only.as_ref().is_none_or(|only| only.iter().any(covers))
    };
    let mut actions = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        let here = |finding: &&Diagnostic| {
            finding.span.as_ref().is_some_and(|span| span.start <= bytes.end && bytes.start <= span.end)
        };
        for finding in found.iter().filter(here) {
            actions.extend(finding.fixes.iter().map(|fix| quick_fix(finding, fix, ruler, uri)));
        }
    }
    if wanted(&FIX_ALL) && found.iter().any(|finding| finding.safe_fix().is_some()) {
        let fixed = document.with_surroundings(|surroundings| fix::apply_from(&document.text, found, surroundings));
        let edits = formatting::changed(&document.text, &fixed.text, ruler);
        actions.push(CodeAction {
            title: "Apply all safe fixes".to_owned(),
            kind: Some(FIX_ALL),
            edit: Some(edits_of(uri.clone(), edits)),
            ..CodeAction::default()
        });
    }
    actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

fn quick_fix(finding: &Diagnostic, fix: &Fix, ruler: &LineRuler<'_>, uri: &Uri) -> CodeAction {
    let edits = fix.edits.iter().map(|edit| TextEdit { range: ruler.range(&edit.span), new_text: edit.text.clone() });
    let mut title = fix.title.chars();
    let title = title.next().map(|first| first.to_uppercase().chain(title).collect()).unwrap_or_default();
    CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![findings::marked(finding, ruler, uri)]),
        edit: Some(edits_of(uri.clone(), edits.collect())),
        is_preferred: Some(fix.safe),
        ..CodeAction::default()
    }
}
