//! For people: the line, what is wrong in it, and what to do, as rustc shows it.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{body, visible};
use crate::diagnostic::{Diagnostic, Severity};

/// Longer lines are shown in part: this many bytes before and after the finding.
const AROUND: usize = 100;

/// `findings` in the file at `path`, whose content is `text`. With `color`, with ANSI colors.
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
    for finding in findings {
        shown.push_str(&renderer.render(&[group(path, text, finding)]));
        shown.push_str("\n\n");
    }
    shown
}

fn group<'a>(path: &'a str, text: &'a str, finding: &'a Diagnostic) -> Group<'a> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(finding.message.as_str()).id(finding.code.as_str()));
    let (body, cut) = body(text);
    let moved = |span: &Range<usize>| visible(body, &(span.start.saturating_sub(cut)..span.end.saturating_sub(cut)));
    match &finding.span {
        Some(span) => {
            let span = moved(span);
            let near = finding.related.iter().filter_map(|related| Some((related, moved(related.span.as_ref()?))));
            let near: Vec<_> = near.collect();
            if long_line(body, &span) || near.iter().any(|(_, span)| long_line(body, span)) {
                group = group.element(excerpt(path, body, &span));
                for (related, span) in &near {
                    group =
                        group.element(Level::NOTE.message(related.message.as_str())).element(excerpt(path, body, span));
                }
            } else {
                let mut snippet =
                    Snippet::source(body).path(path).annotation(AnnotationKind::Primary.span(first_line(body, span)));
                for (related, span) in near {
                    snippet = snippet.annotation(
                        AnnotationKind::Context.span(first_line(body, span)).label(related.message.as_str()),
                    );
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

/// A span over many lines is shown by its first.
fn first_line(text: &str, span: Range<usize>) -> Range<usize> {
    let length = text.get(span.clone()).and_then(|marked| marked.find('\n'));
    span.start..length.map_or(span.end, |length| span.start + length.max(1))
}

fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let end = text.get(at..).and_then(|after| after.find('\n')).map_or(text.len(), |length| at + length);
    start..end
}

fn long_line(text: &str, span: &Range<usize>) -> bool {
    line_of(text, span.start).len() > 4 * AROUND
}

/// The part of a very long line around `span`.
fn excerpt<'a>(path: &'a str, text: &'a str, span: &Range<usize>) -> Snippet<'a, Annotation<'a>> {
    let line = line_of(text, span.start);
    let down = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let start = down(span.start.saturating_sub(AROUND)).max(line.start);
    let end = down((span.start + AROUND).min(line.end));
    let number = text.get(..start).map_or(1, |before| before.matches('\n').count() + 1);
    let marked = span.start - start..span.end.min(end).max(span.start) - start;
    Snippet::source(text.get(start..end).unwrap_or_default())
        .line_start(number)
        .path(path)
        .annotation(AnnotationKind::Primary.span(marked))
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
            "error[unknown-system]: there is no system `mars-la-tuor`\n --> a.toml:1:10\n  |\n1 | system = \
             \"mars-la-tuor\"\n  |          ^^^^^^^^^^^^^^\n  |\n  = help: did you mean `mars-la-tour`?\n\n"
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
}
