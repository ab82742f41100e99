//! Decoding of tile layer data.

use std::io::{Cursor, Read as _, Write as _};

use zip::ZipArchive;

use super::super::LayerError;

/// Decodes `count` tile numbers.
///
/// # Errors
/// The encoding or compression is unsupported, or the data has more or fewer numbers.
pub(super) fn decoded(encoding: &str, compression: &str, text: &str, count: usize) -> Result<Vec<u32>, LayerError> {
    match (encoding, compression) {
        ("csv", "") => csv(text, count),
        ("base64", "") => numbers(&base64(text, count * 4 + 8)?, count),
        ("base64", "zlib" | "gzip") => {
            let packed = base64(text, count * 5 + 1024)?;
            numbers(&unpacked(&packed, compression == "gzip", count * 4)?, count)
        }
        ("base64", "zstd") => numbers(&unpacked_zstandard(&base64(text, count * 5 + 1024)?, count * 4)?, count),
        ("base64", other) => Err(LayerError::Compression(other.to_owned())),
        (other, _) => Err(LayerError::Encoding(other.to_owned())),
    }
}

fn csv(text: &str, count: usize) -> Result<Vec<u32>, LayerError> {
    let mut all = Vec::with_capacity(count);
    for number in text.split(',') {
        let number = number.trim();
        if all.len() == count {
            return Err(LayerError::Miscounted { count });
        }
        all.push(number.parse().map_err(|_| LayerError::NotANumber(number.chars().take(20).collect()))?);
    }
    if all.len() == count { Ok(all) } else { Err(LayerError::Miscounted { count }) }
}

fn numbers(bytes: &[u8], count: usize) -> Result<Vec<u32>, LayerError> {
    if bytes.len() != count * 4 {
        return Err(LayerError::Miscounted { count });
    }
    let whole = bytes.as_chunks::<4>().0;
    Ok(whole.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect())
}

/// Decodes base64 of at most `most` bytes.
fn base64(text: &str, most: usize) -> Result<Vec<u8>, LayerError> {
    let mut bytes = Vec::new();
    let (mut held, mut bits) = (0_u32, 0);
    for letter in text.bytes().filter(|letter| !letter.is_ascii_whitespace()) {
        let six = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => return Err(LayerError::NotBase64),
        };
        held = (held << 6) | u32::from(six);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from((held >> bits) & 0xff).unwrap_or(0));
        }
        if bytes.len() > most {
            return Err(LayerError::TooMuch);
        }
    }
    Ok(bytes)
}

/// Decompresses Zstandard data to exactly `length` bytes; no more is ever unpacked.
fn unpacked_zstandard(packed: &[u8], length: usize) -> Result<Vec<u8>, LayerError> {
    let mut decoder = ruzstd::decoding::StreamingDecoder::new(packed).map_err(|_| LayerError::Damaged)?;
    let mut bytes = vec![0; length];
    decoder.read_exact(&mut bytes).map_err(|_| LayerError::Damaged)?;
    let rest = decoder.read(&mut [0]);
    // The checksum is optional, and the decoder leaves its comparison to the caller.
    let [wanted, own] = [decoder.decoder.get_checksum_from_data(), decoder.decoder.get_calculated_checksum()];
    match rest {
        Ok(1..) => Err(LayerError::TooMuch),
        Ok(0) if wanted.is_none() || wanted == own => Ok(bytes),
        _ => Err(LayerError::Damaged),
    }
}

/// Decompresses `packed` to exactly `length` bytes; no more is ever unpacked.
fn unpacked(packed: &[u8], gzip: bool, length: usize) -> Result<Vec<u8>, LayerError> {
    let (stream, check) = if gzip { gzip_stream(packed) } else { zlib_stream(packed) }.ok_or(LayerError::Damaged)?;
    // A deflate stream can be read as an entry of a ZIP archive, for which a reader is at hand. One byte more is allowed
    // to detect excess data.
    let archive = archive(stream, length + 1, if gzip { check } else { 0 }).ok_or(LayerError::Damaged)?;
    let mut archive = ZipArchive::new(Cursor::new(archive)).map_err(|_| LayerError::Damaged)?;
    let mut file = archive.by_index(0).map_err(|_| LayerError::Damaged)?;
    let mut bytes = vec![0; length];
    file.read_exact(&mut bytes).map_err(|_| LayerError::Damaged)?;
    match file.read(&mut [0]) {
        Ok(1..) => Err(LayerError::TooMuch),
        // The archive reader verifies its checksum at the end; gzip has the same kind, zlib has another.
        Ok(0) if gzip => Ok(bytes),
        Ok(0) | Err(_) if !gzip && adler(&bytes) == check => Ok(bytes),
        _ => Err(LayerError::Damaged),
    }
}

/// Returns the deflate stream within a zlib frame (RFC 1950), and its checksum.
fn zlib_stream(packed: &[u8]) -> Option<(&[u8], u32)> {
    let (head, rest) = packed.split_first_chunk::<2>()?;
    let (stream, sum) = rest.split_last_chunk::<4>()?;
    let sound = head[0] & 0x0f == 8 && u16::from_be_bytes(*head) % 31 == 0 && head[1] & 0x20 == 0;
    sound.then_some((stream, u32::from_be_bytes(*sum)))
}

/// Returns the deflate stream within a gzip frame (RFC 1952), and its checksum. File names and comments are skipped.
fn gzip_stream(packed: &[u8]) -> Option<(&[u8], u32)> {
    let (head, mut rest) = packed.split_first_chunk::<10>()?;
    if head[..3] != [0x1f, 0x8b, 8] {
        return None;
    }
    let flags = head[3];
    if flags & 4 != 0 {
        let (length, after) = rest.split_first_chunk::<2>()?;
        rest = after.get(usize::from(u16::from_le_bytes(*length))..)?;
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            rest = rest.get(rest.iter().position(|byte| *byte == 0)? + 1..)?;
        }
    }
    if flags & 2 != 0 {
        rest = rest.get(2..)?;
    }
    let (rest, _length) = rest.split_last_chunk::<4>()?;
    let (stream, sum) = rest.split_last_chunk::<4>()?;
    Some((stream, u32::from_le_bytes(*sum)))
}

/// Wraps `stream` as the only file of a ZIP archive.
fn archive(stream: &[u8], length: usize, sum: u32) -> Option<Vec<u8>> {
    let (packed, length) = (u32::try_from(stream.len()).ok()?, u32::try_from(length).ok()?);
    let mut about = vec![20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0];
    for number in [sum, packed, length] {
        about.extend(number.to_le_bytes());
    }
    // A name of one byte, and no extra field.
    about.extend([1, 0, 0, 0]);
    let mut bytes = Vec::with_capacity(stream.len() + 128);
    let mut write = |parts: &[&[u8]]| parts.iter().try_for_each(|part| bytes.write_all(part)).ok();
    write(&[b"PK\x03\x04", &about, b"d", stream])?;
    let from = 31_u32.checked_add(packed)?;
    write(&[b"PK\x01\x02\x14\x00", &about, &[0; 14], b"d"])?;
    let directory = 4 + 2 + u32::try_from(about.len()).ok()? + 14 + 1;
    write(&[b"PK\x05\x06\0\0\0\0\x01\0\x01\0", &directory.to_le_bytes(), &from.to_le_bytes(), &[0, 0]])?;
    Some(bytes)
}

/// Returns the Adler-32 checksum of zlib streams.
fn adler(bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65_521;
    let step = |(a, b), byte: &u8| {
        let a = (a + u32::from(*byte)) % MODULUS;
        (a, (b + a) % MODULUS)
    };
    let (a, b) = bytes.iter().fold((1, 0), step);
    (b << 16) | a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The little-endian numbers 1, 2, 3 and 0x80000001 in base64.
    const PLAIN: &str = "AQAAAAIAAAADAAAAAQAAgA==";

    #[test]
    fn plain_numbers_are_read() {
        assert_eq!(decoded("csv", "", "1,2,\n3,4\n", 4).unwrap(), [1, 2, 3, 4]);
        assert_eq!(decoded("base64", "", PLAIN, 4).unwrap(), [1, 2, 3, 0x8000_0001]);
    }

    #[test]
    fn compressed_numbers_are_read_and_no_more_than_there_may_be() {
        let mut wanted = vec![1, 2, 3, 0x8000_0001];
        wanted.resize(64, 7);
        const ZLIB: &str = "eJxjZGBgYAJiZiBmZGBoYAfSIwkDAEiLAiw=";
        const GZIP: &str = "H4sIAAAAAAACA2NkYGBgAmJmIGZkYGhgB9IjCQMAPCsBOQABAAA=";
        const ZSTD: &str = "KLUv/WQAAN0AAKABAAAAAgAAAAMAAAABAACABwAAAAEA0qjLBKzWU4E=";
        for (compression, text) in [("zlib", ZLIB), ("gzip", GZIP), ("zstd", ZSTD)] {
            assert_eq!(decoded("base64", compression, text, 64).unwrap(), wanted, "{compression}");
            assert!(
                decoded("base64", compression, text, 63).unwrap_err().to_string().contains("more data than"),
                "{compression}"
            );
            assert!(decoded("base64", compression, text, 65).is_err(), "{compression}");
            let bent = format!("{}AAAA{}", &text[..20], &text[24..]);
            assert!(decoded("base64", compression, &bent, 64).is_err(), "{compression}");
        }
    }

    #[test]
    fn other_counts_and_what_is_damaged_are_refused() {
        for (encoding, compression, text) in [
            ("csv", "", "1,2,3"),
            ("csv", "", "1,2,3,4,5"),
            ("csv", "", "1,2,3,x"),
            ("csv", "", "1,2,3,-4"),
            ("csv", "", ""),
            ("base64", "", "AQAAAA=="),
            ("base64", "", "A*"),
            ("base64", "zlib", PLAIN),
            ("base64", "gzip", PLAIN),
            ("base64", "zstd", PLAIN),
            ("base64", "zlib", ""),
            ("xml", "", ""),
        ] {
            assert!(decoded(encoding, compression, text, 4).is_err(), "{encoding} {compression} {text}");
        }
    }
}
