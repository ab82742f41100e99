//! Packing of files with brotli, and of frames with deflate.

use std::io::{self, Write as _};

use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use flate2::Compression;
use flate2::write::DeflateEncoder;

/// The shortest frame that is packed, in bytes: a shorter one fits into few packets as it is.
pub(crate) const SHORTEST: usize = 4 << 10;

/// Packed frames are padded to a multiple of this length, so that it tells little.
const BLOCK: usize = 256;

/// The bytes in front of a packed frame: the length of what is packed.
const LENGTH: usize = 4;

/// Returns `bytes` packed with brotli, with an effort from 0 to 11.
///
/// # Errors
/// There is no memory.
pub(crate) fn brotli(bytes: &[u8], effort: i32) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams { quality: effort, ..Default::default() };
    let mut packer = brotli::CompressorWriter::with_params(&mut packed, 4096, &parameters);
    packer.write_all(bytes)?;
    drop(packer);
    Ok(packed)
}

/// Returns `true` if the browser that has sent these headers unpacks brotli.
pub(crate) fn takes_brotli(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|part| {
        let mut words = part.split(';').map(str::trim);
        let is_none = |quality: &str| quality.strip_prefix("q=").is_some_and(|q| q.trim_matches(['0', '.']).is_empty());
        words.next() == Some("br") && !words.any(is_none)
    })
}

/// Returns `text` as a packed frame: the length of what follows as 32 bits, the lowest byte first, then the text in raw deflate, then
/// zeros. `None` if it is so short that it is sent as it is.
pub(crate) fn frame(text: &str) -> Option<Bytes> {
    if text.len() < SHORTEST {
        return None;
    }
    let mut packer = DeflateEncoder::new(vec![0; LENGTH], Compression::fast());
    packer.write_all(text.trim_end().as_bytes()).ok()?;
    let mut packed = packer.finish().ok()?;
    let length = u32::try_from(packed.len().checked_sub(LENGTH)?).ok()?;
    packed.get_mut(..LENGTH)?.copy_from_slice(&length.to_le_bytes());
    packed.resize(packed.len().next_multiple_of(BLOCK), 0);
    Some(packed.into())
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn a_packed_frame_says_the_same_and_tells_little() {
        assert_eq!(frame(&"a".repeat(SHORTEST - 1)), None);
        let mut lengths = std::collections::BTreeSet::new();
        for words in 400..440 {
            let text: String = (0..words).map(|n| format!("word {n}, ")).collect::<String>() + &" ".repeat(1000);
            let packed = frame(&text).unwrap();
            lengths.insert(packed.len());
            assert!(packed.len() * 2 < text.len());
            let length = u32::from_le_bytes(packed[..LENGTH].try_into().unwrap()) as usize;
            assert!(packed.len() - LENGTH - length < BLOCK);
            let mut unpacked = String::new();
            flate2::read::DeflateDecoder::new(&packed[LENGTH..LENGTH + length]).read_to_string(&mut unpacked).unwrap();
            assert_eq!(unpacked, text.trim_end());
        }
        assert!(lengths.len() < 5 && lengths.iter().all(|length| length % BLOCK == 0), "{lengths:?}");
    }

    #[test]
    fn browsers_say_what_they_unpack() {
        let takes = |accepted: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, accepted.parse().unwrap());
            takes_brotli(&headers)
        };
        for yes in ["br", "gzip, deflate, br, zstd", "gzip;q=0.5, br;q=0.8", "br ; q=1.0"] {
            assert!(takes(yes), "{yes}");
        }
        for no in ["", "gzip", "gzip, br;q=0", "br; q=0.000", "brotli"] {
            assert!(!takes(no), "{no}");
        }
        assert!(!takes_brotli(&HeaderMap::new()));
    }
}
