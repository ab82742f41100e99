//! The stamp in an SVG: an element `metadata` with the embedded scenario, packed.

use std::io::{Read as _, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::embedded::LONGEST;
use super::{NAME, StampError};

/// Returns the element for an embedded scenario: deflated (RFC 1951) and in letters that XML and addresses allow (RFC 4648, section 5).
pub(crate) fn element(embedded: &str) -> String {
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let bytes = packed.write_all(embedded.as_bytes()).and_then(|()| packed.finish()).unwrap_or_default();
    format!("<metadata id=\"{NAME}\">{}</metadata>", URL_SAFE_NO_PAD.encode(bytes))
}

/// Returns the embedded scenario in `svg`; `None` if there is none.
///
/// # Errors
/// It is damaged or too long.
pub(super) fn read(svg: &str) -> Result<Option<String>, StampError> {
    // Another program may have added attributes and blanks.
    let mark = format!("id=\"{NAME}\"");
    let Some(rest) = svg.match_indices("<metadata").map(|(at, _)| &svg[at..]).find(|rest| {
        let tag = rest.split('>').next().unwrap_or_default();
        tag.contains(&mark)
    }) else {
        return Ok(None);
    };
    let inside = rest.split_once('>').and_then(|(_, rest)| rest.split_once('<')).map_or("", |(inside, _)| inside);
    let letters: String = inside.split_whitespace().collect();
    let bytes = URL_SAFE_NO_PAD.decode(letters).map_err(|_| StampError::Damaged)?;
    let mut text = Vec::new();
    let most = u64::try_from(LONGEST).unwrap_or(u64::MAX);
    DeflateDecoder::new(bytes.as_slice()).take(most + 1).read_to_end(&mut text).map_err(|_| StampError::Damaged)?;
    if text.len() > LONGEST {
        return Err(StampError::TooLong);
    }
    String::from_utf8(text).map(Some).map_err(|_| StampError::Damaged)
}
