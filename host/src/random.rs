//! Random numbers of the system, and hashes.

use sha2::{Digest as _, Sha256};

use crate::error::HostError;

/// The number of bytes of ids and tokens: 128 bits.
const ID_BYTES: usize = 16;

/// Returns random bytes of the system.
///
/// # Errors
/// The system has none.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], HostError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(HostError::Random)?;
    Ok(bytes)
}

/// Returns 32 hexadecimal digits that nobody can guess: the id of a game, or the token of a seat.
///
/// # Errors
/// The system has no random numbers.
pub(crate) fn id() -> Result<String, HostError> {
    Ok(hex(&bytes::<ID_BYTES>()?))
}

/// Returns the hexadecimal digits of `bytes`.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the 32 bytes of 64 hexadecimal digits; `None` if `text` is something else.
pub(crate) fn of_hex(text: &str) -> Option<[u8; 32]> {
    battlewright_referee::Share(text.to_owned()).bytes()
}

/// Returns the SHA-256 of `bytes`. Of a token, only this is stored.
pub(crate) fn hash(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}
