//! The pieces of a saved game, such as the setups of a module.

use super::error::SavedGameError;
use super::sequence;
use crate::archive::{Archive, Limits};

/// The prefix of obfuscated commands: hex digits of bytes combined with a key.
const HEAD: &str = "!VCSK";

/// The limits on saved games, which are smaller than modules.
const LIMITS: Limits = Limits { files: 100, file: 64 << 20, total: 64 << 20, ratio: 200 };

/// The separator of a command and its subcommands, Escape.
const SEPARATOR: char = '\u{1b}';

/// The most bytes split over all levels of subcommands.
const WORK: usize = 512 << 20;

/// Returns the commands of a saved game that add a piece, in their order.
///
/// # Errors
/// The file is no saved game, or exceeds the limits of [`Archive`] or of nested subcommands.
pub(super) fn pieces(bytes: &[u8]) -> Result<Vec<String>, SavedGameError> {
    let mut archive = Archive::open(bytes, LIMITS)?;
    let commands = archive.read("savedGame")?.ok_or(SavedGameError::Missing)?;
    added(plain(&commands)?, WORK)
}

/// Returns the commands within `command` that add a piece, in their order. Each level of subcommands is one token of
/// the level above, in which the separators are escaped. `work` is the number of bytes that may be split.
fn added(command: String, mut work: usize) -> Result<Vec<String>, SavedGameError> {
    let (mut pieces, mut left) = (Vec::new(), vec![command]);
    while let Some(command) = left.pop() {
        if command.contains(SEPARATOR) {
            work = work.checked_sub(command.len()).ok_or(SavedGameError::TooDeep)?;
            left.extend(sequence::split(&command, SEPARATOR).into_iter().rev());
        } else if command.starts_with("+/") {
            pieces.push(command);
        }
    }
    Ok(pieces)
}

/// Decodes obfuscated commands; those of old versions are plain.
fn plain(bytes: &[u8]) -> Result<String, SavedGameError> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let Some(digits) = bytes.strip_prefix(HEAD.as_bytes()) else { return Ok(text(bytes)) };
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, rest) = digits.as_chunks::<2>();
    let byte = |[high, low]: &[u8; 2]| Some((digit(*high)? << 4) | digit(*low)?);
    let mut bytes =
        pairs.iter().map(byte).collect::<Option<Vec<u8>>>().filter(|_| rest.is_empty()).into_iter().flatten();
    let key = bytes.next().ok_or(SavedGameError::Damaged)?;
    Ok(text(&bytes.map(|byte| byte ^ key).collect::<Vec<u8>>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodes a command with its subcommands, each of which may have some, too.
    fn nested(command: &str, subcommands: &[String]) -> String {
        let tokens = std::iter::once(command).chain(subcommands.iter().map(String::as_str));
        sequence::join(tokens, SEPARATOR)
    }

    #[test]
    fn pieces_are_found_at_every_level_in_their_order() {
        let piece = |number: u32| format!("+/{number}/piece;;;;Corps/null;0;0");
        let stack = nested("", &[piece(2), nested(&piece(3), &[piece(4)]), piece(5)]);
        let all = nested("", &[piece(1), stack, "LOG".to_owned(), piece(6)]);
        let save = nested("begin_save", &[String::new(), all, "end_save".to_owned(), piece(7)]);
        assert_eq!(added(save, 10_000).unwrap(), (1..=7).map(piece).collect::<Vec<_>>());
    }

    #[test]
    fn subcommands_without_end_are_refused() {
        let bomb = format!("{}{SEPARATOR}", "\\".repeat(100_000));
        assert!(matches!(added(bomb, 1 << 20), Err(SavedGameError::TooDeep)));
    }
}
