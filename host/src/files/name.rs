//! Names of files in a published folder, which tell their content.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::random;

/// The number of hex digits of a hash in a name.
const DIGITS: usize = 12;

/// The characters that an address has as they are.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/');

/// Returns the first twelve hex digits of the SHA-256 of `bytes`.
pub fn hash(bytes: &[u8]) -> String {
    random::hex(random::hash(bytes).get(..DIGITS / 2).unwrap_or_default())
}

/// Returns `true` if the name at the end of `path`, or its folder, holds a hash. A page is one of a scenario of such a name.
pub fn is_hashed(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    if name == "index.html" {
        return false;
    }
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let in_name = stem.rsplit_once('-').is_some_and(|(_, hash)| is_hash(hash));
    let in_folder = folder.rsplit('/').next().is_some_and(is_hash);
    let is_plain = |extension: &str| extension.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    (in_name || in_folder) && !extension.is_empty() && is_plain(extension)
}

fn is_hash(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns `path` as a part of an address.
pub fn address(path: &str) -> String {
    utf8_percent_encode(path, PLAIN).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_their_hash_are_known() {
        assert_eq!(hash(b"abc"), "ba7816bf8f01", "FIPS 180");
        for hashed in ["a-ba7816bf8f01.svg", "a b/wörth-ba7816bf8f01.toml", "a/ba7816bf8f01/wörth.toml"] {
            assert!(is_hashed(hashed), "{hashed}");
        }
        for plain in [
            "index.html",
            "a-ba7816bf8f01/index.html",
            "ba7816bf8f01/index.html",
            "ba7816bf8f01/a/b.js",
            "a-ba7816bf8f0.js",
            "a-BA7816BF8F01.js",
            "a-ba7816bf8f01",
        ] {
            assert!(!is_hashed(plain), "{plain}");
        }
        assert_eq!(address("a b/wörth.toml"), "a%20b/w%C3%B6rth.toml");
    }
}
