//! The first check of a file: it must be UTF-8 text.

use crate::diagnostic::{Diagnostic, Position, finding};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A file that is not UTF-8 text.
    ///
    /// # Why it matters
    /// Scenario files are TOML, and TOML is UTF-8. The finding reports the first invalid byte. Usually an editor saved
    /// the file in another encoding (Latin-1, Windows-1252, UTF-16), or a picture or an archive has the wrong name.
    ///
    /// # Example
    /// ```toml
    /// title = "Gravelotte, 18 ao\xfbt"   # the byte FB is Latin-1
    /// ```
    ///
    /// # Remedy
    /// Save the file again as UTF-8, or choose the right file.
    NOT_TEXT = "not-text", Error
}

/// Returns `bytes` as text, or the finding that they are not UTF-8 text.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Box<Diagnostic>> {
    let error = match std::str::from_utf8(bytes) {
        // A fold over every byte is vectorized, so it is quicker than a search that stops at the first NUL.
        Ok(text) if !bytes.iter().fold(false, |has_nul, byte| has_nul | (*byte == 0)) => return Ok(text),
        Ok(text) => {
            let at = text.find('\0').unwrap_or_default();
            return Err(not_text(bytes, at, "the file contains a NUL character"));
        }
        Err(error) => error,
    };
    let message = match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "the file is UTF-16, not UTF-8",
        _ if bytes.get(..error.valid_up_to()).is_some_and(|good| good.contains(&0)) => "the file is not text",
        _ => "the file is not UTF-8: invalid byte",
    };
    Err(not_text(bytes, error.valid_up_to(), message))
}

fn not_text(bytes: &[u8], at: usize, message: &str) -> Box<Diagnostic> {
    let good = bytes.get(..at).and_then(|good| std::str::from_utf8(good).ok()).unwrap_or_default();
    let good = good.strip_prefix('\u{feff}').unwrap_or(good);
    let line = good.matches('\n').count() + 1;
    let column = good.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    let mut finding = NOT_TEXT.at(DocPath::root(), message).help("save the file as UTF-8 text").span(Some(at..at + 1));
    finding.position = Some(Position { line, column });
    Box::new(finding)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(bytes: &[u8]) -> (String, Option<Position>) {
        let finding = text(bytes).unwrap_err();
        (finding.message, finding.position)
    }

    #[test]
    fn bytes_that_are_no_text_are_named_by_their_place() {
        assert_eq!(found(b"a\nb \xe9").1, Some(Position { line: 2, column: 3 }));
        assert_eq!(found(b"a\0b").1, Some(Position { line: 1, column: 2 }));
        assert!(found(b"\xff\xfea\0").0.contains("UTF-16"));
        assert_eq!(text("\u{feff}é".as_bytes()), Ok("\u{feff}é"));
    }
}
