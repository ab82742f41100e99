//! Scenarios and games in the fragment of an address, so that a link needs no server.
//!
//! The fragment is `scenario=` or `game=` and the text of the file, deflated (RFC 1951) and in the letters of base64 that an
//! address allows (RFC 4648, section 5), without padding. A link comes from anybody: what it unpacks to is limited.

use std::io::{Read, Write};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use thiserror::Error;

/// The maximum size of a linked file, in bytes. The largest bundled scenario takes a twentieth.
pub const MOST_LINKED_BYTES: usize = 4 << 20;

/// A file in a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkedFile {
    /// The text of a scenario.
    Scenario(String),
    /// The text of a replay, as the engine writes it. Links hold replays without states.
    Game(String),
}

/// A defect of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LinkError {
    /// A letter that cannot be in a link, or a missing one.
    #[error("some of its letters are missing or wrong; ask for the link again")]
    Letters,
    /// The letters do not unpack to a whole text.
    #[error("it was cut off or changed; ask for the link again")]
    Damaged,
    /// The text is larger than [`MOST_LINKED_BYTES`].
    #[error("it unpacks to more than 4 MiB, which no scenario and no game needs; ask for the file instead")]
    TooLarge,
    /// The fragment holds something else.
    #[error("it holds neither a scenario nor a game; ask for the link again")]
    Unknown,
}

impl LinkedFile {
    /// Returns the fragment, without `#`.
    pub fn fragment(&self) -> String {
        let (kind, text) = match self {
            Self::Scenario(text) => ("scenario", text),
            Self::Game(text) => ("game", text),
        };
        format!("{kind}={}", pack(text))
    }

    /// Reads a fragment, with or without `#`.
    ///
    /// # Errors
    /// The defect of the fragment.
    pub fn of_fragment(fragment: &str) -> Result<Self, LinkError> {
        let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
        let (kind, packed) = fragment.split_once('=').ok_or(LinkError::Unknown)?;
        let make = match kind {
            "scenario" => Self::Scenario,
            "game" => Self::Game,
            _ => return Err(LinkError::Unknown),
        };
        unpack(packed).map(make)
    }
}

/// Returns `text`, deflated, in letters that an address allows.
pub fn pack(text: &str) -> String {
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let bytes = packed.write_all(text.as_bytes()).and_then(|()| packed.finish()).unwrap_or_default();
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Returns the text that [`pack`] has packed.
///
/// # Errors
/// The defect of the letters.
pub fn unpack(packed: &str) -> Result<String, LinkError> {
    // Programs that pass an address on may append padding.
    let bytes = URL_SAFE_NO_PAD.decode(packed.trim_end_matches('=')).map_err(|_| LinkError::Letters)?;
    let mut text = Vec::new();
    let mut unpacked = DeflateDecoder::new(bytes.as_slice()).take(MOST_LINKED_BYTES as u64 + 1);
    unpacked.read_to_end(&mut text).map_err(|_| LinkError::Damaged)?;
    if text.len() > MOST_LINKED_BYTES {
        return Err(LinkError::TooLarge);
    }
    String::from_utf8(text).map_err(|_| LinkError::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_comes_back_as_it_was() {
        for file in [
            LinkedFile::Scenario("title = \"Wœrth\"\n".repeat(400)),
            LinkedFile::Game("{\"n\":1}\n".to_owned()),
            LinkedFile::Scenario(String::new()),
        ] {
            let fragment = file.fragment();
            assert!(fragment.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_=".contains(&byte)), "{fragment}");
            assert_eq!(LinkedFile::of_fragment(&fragment), Ok(file.clone()));
            assert_eq!(LinkedFile::of_fragment(&format!("#{fragment}==")), Ok(file));
        }
    }

    #[test]
    fn a_damaged_link_is_refused() {
        let fragment = LinkedFile::Scenario("title = \"Wœrth\"\n".repeat(400)).fragment();
        assert_eq!(LinkedFile::of_fragment(""), Err(LinkError::Unknown));
        assert_eq!(LinkedFile::of_fragment("#picture=AAAA"), Err(LinkError::Unknown));
        assert_eq!(LinkedFile::of_fragment("scenario=<script>"), Err(LinkError::Letters));
        for length in "scenario=".len()..fragment.len() {
            let cut = LinkedFile::of_fragment(&fragment[..length]);
            assert!(matches!(cut, Err(LinkError::Damaged | LinkError::Letters)), "{length}: {cut:?}");
        }
    }

    #[test]
    fn a_bomb_does_no_harm() {
        let fits = LinkedFile::Scenario(" ".repeat(MOST_LINKED_BYTES));
        assert_eq!(LinkedFile::of_fragment(&fits.fragment()), Ok(fits));
        let bomb = LinkedFile::Scenario(" ".repeat(4 * MOST_LINKED_BYTES)).fragment();
        assert!(bomb.len() < MOST_LINKED_BYTES / 100);
        assert_eq!(LinkedFile::of_fragment(&bomb), Err(LinkError::TooLarge));
    }
}
