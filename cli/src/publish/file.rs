//! Files of a site: their names, which tell their content, and what hosts send to browsers that unpack it.

use std::io::Write as _;

use battlewright_host::files::{address, hash};
use flate2::Compression;
use flate2::write::GzEncoder;

/// The extensions of files that become smaller.
const SHRINKS: [&str; 10] = ["html", "css", "js", "json", "jsonl", "svg", "toml", "txt", "wasm", "md"];

/// The greatest length that is compressed as far as possible; longer files would take seconds.
const SLOW: usize = 200_000;

/// A file of a site with its compressed forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SiteFile {
    /// The path in the site, with slashes.
    pub(super) path: String,
    /// The content.
    pub(super) bytes: Vec<u8>,
    /// The content with brotli and with gzip, for files that become smaller.
    pub(super) packed: Option<[Vec<u8>; 2]>,
}

impl SiteFile {
    /// Returns a file with this path.
    pub(super) fn fixed(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        let (path, bytes) = (path.into(), bytes.into());
        let shrinks = path.rsplit_once('.').is_some_and(|(_, extension)| SHRINKS.contains(&extension));
        let packed = shrinks.then(|| [brotli(&bytes), gzip(&bytes)]);
        Self { path, bytes, packed }
    }

    /// Returns a file in `folder`, which is empty or ends with a slash, with the hash of its content in its name.
    pub(super) fn hashed(folder: &str, stem: &str, extension: &str, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self::fixed(format!("{folder}{stem}-{}.{extension}", hash(&bytes)), bytes)
    }

    /// Returns a file that people keep, in a folder that holds the hash of its content: its own name stays plain.
    pub(super) fn named(folder: &str, stem: &str, extension: &str, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self::fixed(format!("{folder}{}/{stem}.{extension}", hash(&bytes)), bytes)
    }

    /// Returns the address relative to the root of the site.
    pub(super) fn address(&self) -> String {
        address(&self.path)
    }
}

// Writing to memory does not fail.

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let quality = if bytes.len() > SLOW { 9 } else { 11 };
    let mut packed = brotli::CompressorWriter::new(Vec::new(), 4096, quality, 22);
    let _ = packed.write_all(bytes);
    packed.into_inner()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let _ = packed.write_all(bytes);
    packed.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use battlewright_host::files::is_hashed;

    use super::*;

    #[test]
    fn a_name_tells_its_content() {
        let file = SiteFile::hashed("a b/", "wörth", "toml", "abc");
        assert_eq!(file.path, "a b/wörth-ba7816bf8f01.toml", "the SHA-256 of \"abc\" is in FIPS 180");
        assert_eq!(file.address(), "a%20b/w%C3%B6rth-ba7816bf8f01.toml");
        assert!(is_hashed(&file.path));
        let file = SiteFile::named("a b/", "wörth", "toml", "abc");
        assert_eq!(file.path, "a b/ba7816bf8f01/wörth.toml");
        assert!(is_hashed(&file.path));
    }

    #[test]
    fn packed_files_unpack_to_the_same() {
        for text in ["", "a text ", "longer "].map(|text| text.repeat(40_000)) {
            let file = SiteFile::fixed("a.svg", text.clone());
            let [br, gz] = file.packed.unwrap();
            let mut unpacked = String::new();
            brotli::Decompressor::new(br.as_slice(), 4096).read_to_string(&mut unpacked).unwrap();
            assert_eq!(unpacked, text);
            unpacked.clear();
            flate2::read::GzDecoder::new(gz.as_slice()).read_to_string(&mut unpacked).unwrap();
            assert_eq!(unpacked, text);
        }
        assert_eq!(SiteFile::fixed("a.png", "text").packed, None);
    }
}
