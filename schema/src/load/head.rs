//! The second check of a file: its system and format.

use std::io::{self, BufRead, Read as _};
use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

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

/// Returns `true` if the text from `text` names itself as a scenario, a theme or a ruleset: before its first section, it has a key
/// `format`, `theme` or `ruleset` with a number, or a key `system` with a text. Text that is not UTF-8 may be one.
///
/// The text is read up to that key. A line within a string or a list begins no section. If a quote or a bracket is not closed, the
/// lines themselves decide, so that files with errors are recognized as well.
///
/// ```
/// use battlewright_schema::is_own_file;
/// assert!(is_own_file("# A battle.\nformat = 1\ntitle = ".as_bytes()).unwrap());
/// assert!(!is_own_file("[package]\nname = \"battle\"\n".as_bytes()).unwrap());
/// ```
///
/// # Errors
/// The text cannot be read.
pub fn is_own_file(mut text: impl BufRead) -> io::Result<bool> {
    const FIRST: u64 = 1 << 16;
    let mut bytes = Vec::new();
    let mut part = FIRST;
    loop {
        let read = text.by_ref().take(part).read_to_end(&mut bytes)?;
        let known = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let known = known.split('\0').next().unwrap_or_default();
        let answer = by_keys(known);
        if answer == Some(true) || by_lines(known) == Some(true) {
            return Ok(true);
        }
        // A character may be cut at the end of this part, but not within it.
        let is_text = bytes.len() - known.len() < char::MAX.len_utf8();
        let is_over = u64::try_from(read).is_ok_and(|read| read < part);
        match answer {
            Some(answer) => return Ok(answer),
            None if !is_text || is_over => return Ok(known.len() < bytes.len()),
            None => part *= 2,
        }
    }
}

/// Returns `true` if a key names `text` as one of them, `false` if a section begins before that, and `None` if neither is
/// in `text`.
fn by_keys(text: &str) -> Option<bool> {
    let mut key: Option<Range<usize>> = None;
    let mut has_value = None;
    let mut open = 0_usize;
    for token in Source::new(text).lex() {
        let (kind, span) = (token.kind(), token.span());
        let span = span.start()..span.end();
        match (kind, has_value) {
            (TokenKind::Whitespace | TokenKind::Comment, _) => {}
            (TokenKind::Newline, _) if open == 0 => (key, has_value) = (None, None),
            (TokenKind::LeftSquareBracket, None) if key.is_none() => return Some(false),
            (TokenKind::Equals, None) => has_value = Some(false),
            (_, None) => key = Some(key.map_or(span.start, |key| key.start)..span.end),
            (_, Some(is_begun)) => {
                let word = |range: Option<Range<usize>>| range.and_then(|range| text.get(range)).unwrap_or_default();
                if !is_begun && is_naming(word(key.clone()), word(Some(span))) {
                    return Some(true);
                }
                has_value = Some(true);
                match kind {
                    TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => open += 1,
                    TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => open = open.saturating_sub(1),
                    _ => {}
                }
            }
        }
    }
    None
}

/// Returns the answer like [`by_keys`], for a text in which a quote or a bracket may not be closed.
fn by_lines(text: &str) -> Option<bool> {
    text.trim_start_matches('\u{feff}').lines().map(str::trim_start).find_map(|line| {
        if line.starts_with('[') {
            return Some(false);
        }
        let (key, value) = line.split_once('=')?;
        is_naming(key.trim(), value.trim_start()).then_some(true)
    })
}

/// Returns `true` if `key` with a value that begins with `value` names a text as a scenario, a theme or a ruleset.
fn is_naming(key: &str, value: &str) -> bool {
    match key.trim_matches(['"', '\'']) {
        "format" | "theme" | "ruleset" => value.starts_with(|c: char| c.is_ascii_digit()),
        "system" => value.starts_with(['"', '\'']),
        _ => false,
    }
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
    fn lines_within_strings_and_lists_begin_no_section() {
        let is_own = |text: &str| is_own_file(text.as_bytes()).unwrap();
        for before in [
            "description = \"\"\"\nFirst line.\n[Note: a line in brackets]\n\"\"\"\n",
            "description = '''\n[Note]\n\"\"\"\n'''\n",
            "authors = [\n  # a [list]\n  \"[A]\",\n]\n",
            "lists = [\n[\"A\"],\n[\"B\"]]\n",
            "\u{feff}title = \"[\\\"[\"\r\n",
        ] {
            assert!(is_own(&format!("{before}format = 1\n[map]\n")), "{before}");
            assert!(!is_own(&format!("{before}[map]\nformat = 1\n")), "{before}");
            let filler = format!("# {}\n", "é".repeat(100)).repeat(1000);
            assert!(is_own(&format!("{before}{filler}format = 1\n")), "{before}");
            assert!(!is_own(&format!("{before}{filler}[map]\nformat = 1\n")), "{before}");
        }
        assert!(!is_own("[package]\ndescription = \"\"\"\nformat = 1\n\"\"\"\n"));
    }

    #[test]
    fn files_with_errors_are_recognized() {
        let is_own = |text: &[u8]| is_own_file(text).unwrap();
        for broken in ["title = \"\"\"\n", "authors = [\n", "title = \"\n", "= = [\n"] {
            assert!(is_own(format!("{broken}format = 1\n[map]\nhexes = \"\"\"\n. .\n").as_bytes()), "{broken}");
        }
        assert!(is_own(b"title = \"\xff\"\n") && is_own(b"PK\x00"));
        assert!(!is_own(b"[package]\n\xff\n") && !is_own(b"title = \"x\"\n") && !is_own(b""));
    }

    #[test]
    fn a_mistyped_system_is_recognized() {
        let (text, arena) = ("system = \"mars-la-tuor\"", Arena::new());
        let (_, findings) = check(text, &tree::parse(text, &arena).unwrap());
        assert_eq!(findings[0].help.as_deref(), Some("did you mean `mars-la-tour`?"));
    }
}
