//! The pieces of a saved game, such as the setups of a module.

use super::error::SavedGameError;
use super::sequence;
use crate::archive::{Archive, Limits};

/// The prefix of obfuscated commands: hex digits of bytes combined with a key.
const HEAD: &str = "!VCSK";

/// The limits on saved games, which are smaller than modules.
const LIMITS: Limits = Limits { files: 100, file: 64 << 20, total: 64 << 20, ratio: 200 };

/// The separator of commands, Escape.
const SEPARATOR: char = '\u{1b}';

/// Returns the commands of a saved game that add a piece.
///
/// # Errors
/// The file is no saved game, or exceeds the limits of [`Archive`].
pub(super) fn pieces(bytes: &[u8]) -> Result<Vec<String>, SavedGameError> {
    let mut archive = Archive::open(bytes, LIMITS)?;
    let commands = archive.read("savedGame")?.ok_or(SavedGameError::Missing)?;
    let commands = plain(&commands)?;
    Ok(sequence::split(&commands, SEPARATOR).into_iter().filter(|command| command.starts_with("+/")).collect())
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
