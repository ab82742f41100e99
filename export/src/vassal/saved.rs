//! The pieces of a saved game, such as a module has for its setups.

use super::error::SavedGameError;
use super::sequence;
use crate::archive::{Archive, Limits};

/// The head of a saved game's commands, which are written as pairs of digits, each changed by the same key.
const HEAD: &str = "!VCSK";

/// The most that a saved game may hold: less than a module, of which it has only the pieces.
const LIMITS: Limits = Limits { files: 100, file: 64 << 20, total: 64 << 20, ratio: 200 };

/// The commands' separator: Escape.
const SEPARATOR: char = '\u{1b}';

/// The commands of a saved game that add a piece, as text.
///
/// # Errors
/// The file is no saved game, or one that breaks the limits of [`Archive`].
pub(super) fn pieces(bytes: &[u8]) -> Result<Vec<String>, SavedGameError> {
    let mut archive = Archive::open(bytes, LIMITS)?;
    let commands = archive.read("savedGame")?.ok_or(SavedGameError::Missing)?;
    let commands = plain(&commands)?;
    Ok(sequence::split(&commands, SEPARATOR).into_iter().filter(|command| command.starts_with("+/")).collect())
}

/// The commands as they were before they were written in digits; older programs wrote them as they are.
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
