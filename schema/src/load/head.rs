//! The second check of a file: its system and format.

use std::io::{self, BufRead};

use super::tree::{Table, Value, span};
use crate::diagnostic::{Diagnostic, finding, list, shown};
use crate::fix::{MeantWord, TextEdit, quoted};
use crate::path::DocPath;
use crate::{FORMAT, System};

finding! {
    /// # What it finds
    /// A file that does not name its rules system, or names an unknown one.
    ///
    /// # Why it matters
    /// All other keys depend on the system, so nothing else is checked.
    ///
    /// # Example
    /// ```toml
    /// system = "mars-la-tuor"     # did you mean `mars-la-tour`?
    /// ```
    ///
    /// # Remedy
    /// Write `system` with the name of a supported system near the top of the file.
    UNKNOWN_SYSTEM = "unknown-system", Error
}

finding! {
    /// # What it finds
    /// A file in a version of the format that this program does not support.
    ///
    /// # Why it matters
    /// The version number of the format grows when older programs would misread new files. This program reads version
    /// 1.
    ///
    /// # Example
    /// ```toml
    /// format = 2           # this program reads format 1
    /// ```
    ///
    /// # Remedy
    /// Use a newer version of Battlewright, or write `format = 1` if the number is wrong.
    UNKNOWN_FORMAT = "unknown-format", Error
}

/// Returns `true` if the text from `text` names itself as a scenario or a theme: before its first section, it has a key `format`
/// or `theme` with a number, or a key `system` with a text. Text that is not UTF-8 may be either.
///
/// The text is read up to that key, line by line, so that files with errors are recognized as well.
///
/// ```
/// use battlewright_schema::is_scenario_or_theme;
/// assert!(is_scenario_or_theme("# A battle.\nformat = 1\ntitle = ".as_bytes()).unwrap());
/// assert!(!is_scenario_or_theme("[package]\nname = \"battle\"\n".as_bytes()).unwrap());
/// ```
///
/// # Errors
/// The text cannot be read.
pub fn is_scenario_or_theme(text: impl BufRead) -> io::Result<bool> {
    for line in text.split(b'\n') {
        let line = line?;
        let Some(line) = std::str::from_utf8(&line).ok().filter(|line| !line.contains('\0')) else { return Ok(true) };
        let line = line.trim_start_matches('\u{feff}').trim_start();
        if line.starts_with('[') {
            return Ok(false);
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let value = value.trim_start();
        let is_named = match key.trim().trim_matches(['"', '\'']) {
            "format" | "theme" => value.starts_with(|c: char| c.is_ascii_digit()),
            "system" => value.starts_with(['"', '\'']),
            _ => false,
        };
        if is_named {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the system of a document, with the findings about its keys `system` and `format`.
pub(crate) fn check(text: &str, root: &Table<'_>) -> (Option<System>, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    let systems = || System::ALL.into_iter().map(System::name);
    let path = DocPath::root().key("system");
    let mut system = None;
    match root.get("system") {
        None => findings.push(
            UNKNOWN_SYSTEM
                .at(path, "`system` is missing")
                .help(format!("write `system = \"…\"` near the top, with {}", list(systems())))
                .span(Some(0..0)),
        ),
        Some(item) => match item.value() {
            Value::String(name) => {
                system = System::from_name(name);
                if system.is_none() {
                    let meant = MeantWord::by(name, systems());
                    let help = meant.map_or_else(|| format!("possible values: {}", list(systems())), MeantWord::help);
                    let fix = meant.and_then(|meant| meant.fix(TextEdit::new(span(text, item), quoted(meant.word))));
                    findings.push(
                        UNKNOWN_SYSTEM
                            .at(path, format!("unknown system {}", shown(name)))
                            .help(help)
                            .fix(fix)
                            .span(Some(span(text, item))),
                    );
                }
            }
            other => findings.push(
                UNKNOWN_SYSTEM
                    .at(path, format!("the system must be a name in quotes, not {}", super::shape::a_kind(&other)))
                    .help(format!("possible values: {}", list(systems())))
                    .span(Some(span(text, item))),
            ),
        },
    }
    let path = DocPath::root().key("format");
    // A missing format, or one that is not a number, is reported by the check of the shape.
    if let Some(item) = root.get("format")
        && let Value::Integer(number) = item.value()
        && number.as_i128() != i128::from(FORMAT)
    {
        let span = span(text, item);
        let written = text.get(span.clone()).unwrap_or_default();
        let message = format!("unsupported format {}; this program reads format {FORMAT}", shown(written));
        let newer = number.as_i64().is_some_and(|version| version > i64::from(FORMAT));
        let help = newer.then(|| "install a newer version of Battlewright".to_owned());
        findings.push(
            UNKNOWN_FORMAT
                .at(path, message)
                .help("a higher number needs a newer version of Battlewright")
                .maybe_help(help)
                .span(Some(span)),
        );
    }
    (system, findings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::tree::{self, Arena};

    fn codes(text: &str) -> Vec<&'static str> {
        let arena = Arena::new();
        let (_, findings) = check(text, &tree::parse(text, &arena).unwrap());
        findings.iter().map(|finding| finding.code.as_str()).collect()
    }

    #[test]
    fn system_and_format_are_checked_first() {
        assert!(codes("system = \"mars-la-tour\"\nformat = 1").is_empty());
        assert_eq!(codes("format = 1"), ["unknown-system"]);
        assert_eq!(codes("system = \"x\"\nformat = 2"), ["unknown-system", "unknown-format"]);
        assert_eq!(codes("system = 3"), ["unknown-system"]);
    }

    #[test]
    fn a_mistyped_system_is_recognized() {
        let (text, arena) = ("system = \"mars-la-tuor\"", Arena::new());
        let (_, findings) = check(text, &tree::parse(text, &arena).unwrap());
        assert_eq!(findings[0].help.as_deref(), Some("did you mean `mars-la-tour`?"));
    }
}
