//! One line per finding, for editors and CI: `path:line:column: severity[code]: message`.

use std::fmt::Write;

use crate::diagnostic::Diagnostic;

/// Formats `findings` in the file at `path`, one per line.
///
/// ```
/// let found = battlewright_schema::load("title = 1\n").diagnostics;
/// let text = battlewright_schema::render::short::render("a.toml", &found);
/// assert_eq!(text, "a.toml:1:1: error[unknown-system]: `system` is missing\n");
/// ```
pub fn render(path: &str, findings: &[Diagnostic]) -> String {
    let mut text = String::new();
    for finding in findings {
        // Writing to a string cannot fail.
        let _ = match finding.position {
            Some(_) => writeln!(text, "{path}:{finding}"),
            None => writeln!(text, "{path}: {finding}"),
        };
    }
    text
}
