//! The format for people, in the style of rustc: the line, the problem and the remedy.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{body, visible};
use crate::diagnostic::{Diagnostic, Severity};
use crate::place::LineIndex;

/// The number of bytes shown before and after a finding in a long line.
const AROUND: usize = 100;

/// Findings and related parts farther apart than this many bytes are shown separately, because the renderer reads everything
/// between them.
const FAR: usize = 100_000;

/// Formats `findings` in the file at `path` with the content `text`; with ANSI colors if `color` is set.
///
/// ```
/// let text = "system = \"mars-la-tuor\"\n";
/// let found = battlewright_schema::load(text).diagnostics;
/// let shown = battlewright_schema::render::human::render("a.toml", text, &found, false);
/// assert!(shown.contains("a.toml:1:10"));
/// assert!(shown.contains("did you mean `mars-la-tour`?"));
/// ```
pub fn render(path: &str, text: &str, findings: &[Diagnostic], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut shown = String::new();
    if findings.is_empty() {
        return shown;
    }
    let lines = LineIndex::new(text);
    for finding in findings {
        shown.push_str(&renderer.render(&[group(path, text, &lines, finding)]));
        shown.push_str("\n\n");
    }
    shown
}

fn group<'a>(path: &'a str, text: &'a str, lines: &LineIndex<'_>, finding: &'a Diagnostic) -> Group<'a> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(finding.message.as_str()).id(finding.code.as_str()));
    let (body, cut) = body(text);
    let moved = |span: &Range<usize>| visible(body, &(span.start.saturating_sub(cut)..span.end.saturating_sub(cut)));
    // A part of the text for the renderer, with the number of its first line.
    let part = |part: &Range<usize>| {
        let source = Snippet::source(body.get(part.clone()).unwrap_or_default());
        source.line_start(lines.position(part.start + cut).line).path(path)
    };
    let excerpt = |span: &Range<usize>| {
        let around = around(body, span);
        let marked = span.start - around.start..span.end.min(around.end).max(span.start) - around.start;
        part(&around).annotation(AnnotationKind::Primary.span(marked))
    };
    match &finding.span {
        Some(span) => {
            let span = moved(span);
            let near = finding.related.iter().filter_map(|related| Some((related, moved(related.span.as_ref()?))));
            let near: Vec<_> = near.collect();
            let shown = || near.iter().map(|(_, span)| span).chain([&span]).map(|span| line_of(body, span.start));
            let start = shown().map(|line| line.start).min().unwrap_or(0);
            // The line break is included, because it can be marked as well.
            let end = shown().map(|line| body.len().min(line.end + 1)).max().unwrap_or(body.len());
            if end - start > FAR || shown().any(|line| line.len() > 4 * AROUND) {
                group = group.element(excerpt(&span));
                for (related, span) in &near {
                    group = group.element(Level::NOTE.message(related.message.as_str())).element(excerpt(span));
                }
            } else {
                let marked = |span: Range<usize>| {
                    let line = first_line(body, span);
                    line.start - start..line.end - start
                };
                let mut snippet = part(&(start..end)).annotation(AnnotationKind::Primary.span(marked(span.clone())));
                for (related, span) in near {
                    let context = AnnotationKind::Context.span(marked(span)).label(related.message.as_str());
                    snippet = snippet.annotation(context);
                }
                group = group.element(snippet);
            }
        }
        None => group = group.element(Origin::path(path)),
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    group
}

/// Returns the first line of a span over several lines.
fn first_line(text: &str, span: Range<usize>) -> Range<usize> {
    let length = text.get(span.clone()).and_then(|marked| marked.find('\n'));
    span.start..length.map_or(span.end, |length| span.start + length.max(1))
}

fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let end = text.get(at..).and_then(|after| after.find('\n')).map_or(text.len(), |length| at + length);
    start..end
}

/// Returns the part of a very long line around `span`.
fn around(text: &str, span: &Range<usize>) -> Range<usize> {
    let line = line_of(text, span.start);
    let down = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    down(span.start.saturating_sub(AROUND)).max(line.start)..down((span.start + AROUND).min(line.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_the_place_and_the_help_are_shown() {
        let text = "system = \"mars-la-tuor\"\r\ntitle = 1\r\n";
        let shown = render("a.toml", text, &crate::load(text).diagnostics, false);
        assert_eq!(
            shown,
            "error[unknown-system]: unknown system `mars-la-tuor`\n --> a.toml:1:10\n  |\n1 | system = \"mars-la-tuor\"\n  |          ^^^^^^^^^^^^^^\n  |\n  = help: did you mean `mars-la-tour`?\n\n"
        );
        assert!(render("a.toml", text, &crate::load(text).diagnostics, true).contains("\u{1b}["));
    }

    #[test]
    fn endless_lines_are_shown_in_part() {
        let text = format!("{}{} x\n", crate::template(crate::System::MarsLaTour), "y".repeat(1_000_000));
        let found = crate::load(&text).diagnostics;
        assert_eq!(found.len(), 1);
        assert!(render("a.toml", &text, &found, false).len() < 2000);
    }

    #[test]
    fn a_byte_order_mark_moves_nothing() {
        let text = "\u{feff}system = \"x\"\n";
        assert!(render("a.toml", text, &crate::load(text).diagnostics, false).contains("a.toml:1:10"));
    }

    #[test]
    fn places_are_shown_with_their_lines_near_or_far_apart() {
        for lines in [10, 50_000] {
            let text = format!("\u{feff}first\n{}last\n", "between\n".repeat(lines));
            let mut finding = crate::load("").diagnostics.remove(0).related(crate::DocPath::root(), "see this");
            let last = text.find("last").unwrap();
            finding.span = Some(last..last + 4);
            finding.related[0].span = Some(3..8);
            let shown = render("a.toml", &text, &[finding], false);
            assert!(shown.contains(&format!("a.toml:{}:1", lines + 2)), "{shown}");
            assert!(shown.contains("| first") && shown.contains("see this"), "{shown}");
            assert!(shown.contains(&format!("{} | last", lines + 2)) && shown.contains("^^^^"), "{shown}");
        }
    }
}
