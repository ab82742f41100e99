//! Untrusted archives, read within limits: entries that are too large or lead out of the folder are refused.

mod error;

use std::collections::BTreeSet;
use std::io::{Cursor, Read};

use roxmltree::{Document, ParsingOptions};
use zip::ZipArchive;
use zip::result::ZipError;

pub use error::{ArchiveError, XmlError, XmlProblem};

/// The limits on an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of files.
    pub files: usize,
    /// The largest unpacked size of a file, in bytes.
    pub file: u64,
    /// The largest unpacked size of all files together, in bytes.
    pub total: u64,
    /// The largest ratio of unpacked to packed size, for files of more than a mebibyte.
    pub ratio: u64,
}

impl Default for Limits {
    /// Limits above the largest known modules.
    fn default() -> Self {
        Self { files: 20_000, file: 256 << 20, total: 2 << 30, ratio: 200 }
    }
}

/// Files below this unpacked size, in bytes, are exempt from the ratio limit.
const HARMLESS: u64 = 1 << 20;

/// The longest name of a file, in bytes.
const LONGEST_NAME: usize = 1000;

/// An archive whose listing has been checked against the limits.
#[derive(Debug)]
pub struct Archive<'b> {
    zip: ZipArchive<Cursor<&'b [u8]>>,
    limits: Limits,
    /// The number of bytes that may still be unpacked.
    left: u64,
}

impl<'b> Archive<'b> {
    /// Opens the archive in `bytes` and checks its listing. No file is unpacked.
    ///
    /// # Errors
    /// The bytes are no ZIP archive, break `limits`, list a name twice (letter case aside), or list an unsafe name.
    pub fn open(bytes: &'b [u8], limits: Limits) -> Result<Self, ArchiveError> {
        listed(bytes, limits)?;
        let mut zip = ZipArchive::new(Cursor::new(bytes))?;
        if zip.has_duplicate_names() {
            return Err(ArchiveError::DuplicateName(None));
        }
        let (mut total, mut seen) = (0_u64, BTreeSet::new());
        for index in 0..zip.len() {
            let file = zip.by_index_raw(index)?;
            let name = file.name()?.into_owned();
            if let Some(why) = problem(&name) {
                return Err(ArchiveError::BadName { name, why });
            }
            if !seen.insert(name.to_lowercase()) {
                return Err(ArchiveError::DuplicateName(Some(name)));
            }
            let (packed, size) = (file.compressed_size(), file.size());
            if size > limits.file {
                return Err(ArchiveError::FileTooLarge { name, bytes: size, most: limits.file });
            }
            let ratio = size / packed.max(1);
            if size > HARMLESS && ratio > limits.ratio {
                return Err(ArchiveError::GrowsTooMuch { name, ratio, most: limits.ratio });
            }
            total = total.saturating_add(size);
        }
        if total > limits.total {
            return Err(ArchiveError::TooLarge { bytes: total, most: limits.total });
        }
        Ok(Self { zip, limits, left: limits.total })
    }

    /// Returns the names of the files, without those that cannot be decoded.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.zip.file_names().filter_map(|name| Some(name.ok()?.into_owned()))
    }

    /// Unpacks the file called `name`; `None` if the archive has none.
    ///
    /// # Errors
    /// The file cannot be unpacked, or has more bytes than its listing or the total limit allows.
    pub fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, ArchiveError> {
        let file = match self.zip.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(source) => return Err(ArchiveError::Unreadable { name: name.to_owned(), source }),
        };
        // The listed size is untrusted.
        let most = self.limits.file.min(self.left).min(file.size());
        let mut bytes = Vec::new();
        file.take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(|source| ArchiveError::Damaged { name: name.to_owned(), source })?;
        let length = bytes.len() as u64;
        if length > most {
            return Err(ArchiveError::LongerThanListed { name: name.to_owned() });
        }
        self.left -= length;
        Ok(Some(bytes))
    }

    /// Unpacks the file called `name` as text, without a byte order mark; `None` if the archive has none.
    ///
    /// # Errors
    /// Those of [`read`](Self::read), or the file is not UTF-8.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, ArchiveError> {
        let Some(bytes) = self.read(name)? else { return Ok(None) };
        let text = String::from_utf8(bytes).map_err(|_| ArchiveError::NotUtf8 { name: name.to_owned() })?;
        Ok(Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
    }
}

/// Refuses an archive whose end record counts more files than `limits` allow, before the listing is read.
fn listed(bytes: &[u8], limits: Limits) -> Result<(), ArchiveError> {
    const END: [u8; 4] = *b"PK\x05\x06";
    let tail = &bytes[bytes.len().saturating_sub((1 << 16) + 22)..];
    let end = tail.windows(4).rposition(|window| window == END).ok_or(ArchiveError::NotZip)?;
    let count = tail.get(end + 10..end + 12).and_then(|count| count.try_into().ok()).map_or(0, u16::from_le_bytes);
    // `u16::MAX` refers to the ZIP64 record. A listing entry takes 46 bytes, so the file size bounds the count.
    let count = if count == u16::MAX { bytes.len() / 46 } else { usize::from(count) };
    let most = limits.files;
    if count > most && bytes.len() / 46 > most {
        return Err(ArchiveError::TooManyFiles { most });
    }
    Ok(())
}

/// Returns the reason for refusing a file name, `None` if the name is safe.
fn problem(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.len() > LONGEST_NAME {
        return Some("is empty or too long");
    }
    if name.starts_with('/') {
        return Some("is an absolute path");
    }
    if name.contains('\\') || name.contains(':') {
        return Some("contains `\\` or `:`, which are unsafe on some systems");
    }
    if name.chars().any(char::is_control) {
        return Some("contains a control character");
    }
    name.split('/').any(|part| part == "..").then_some("leads out of the archive")
}

/// The most nodes of an XML document.
const MOST_NODES: u32 = 2_000_000;

/// The deepest nesting of XML elements.
const DEEPEST: usize = 200;

/// The longest XML document, in bytes.
pub const LONGEST_XML: usize = 64 << 20;

/// The most attributes of an XML element: the parser compares each with all others.
const MOST_ATTRIBUTES: usize = 1000;

/// The most namespace declarations of a document: the parser copies the outer ones into each element that declares any.
const MOST_NAMESPACES: usize = 1000;

/// Parses the XML document `text`; errors call the document `name`.
///
/// # Errors
/// The document is malformed, too long or too deep, has too many nodes, attributes or namespaces, or has a DTD, whose
/// entities can expand a few bytes without limit.
pub fn xml<'t>(text: &'t str, name: &str) -> Result<Document<'t>, XmlError> {
    let failed = |problem| XmlError { document: name.to_owned(), problem };
    if text.len() > LONGEST_XML {
        return Err(failed(XmlProblem::TooLong { bytes: text.len(), most: LONGEST_XML }));
    }
    bounded(text).map_err(failed)?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        failed(match error {
            roxmltree::Error::DtdDetected => XmlProblem::Dtd,
            roxmltree::Error::NodesLimitReached => XmlProblem::TooManyNodes { most: MOST_NODES },
            other => XmlProblem::Malformed(other),
        })
    })
}

/// Refuses XML that nests too deep, or whose elements have too many attributes or namespaces. A linear scan, since the
/// parser recurses and compares attributes pairwise.
fn bounded(text: &str) -> Result<(), XmlProblem> {
    let (mut depth, mut declared, mut rest) = (0_usize, 0_usize, text);
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let past = |end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
        let (step, end): (isize, usize) = if rest.starts_with("<!--") {
            (0, past("-->"))
        } else if rest.starts_with("<![CDATA[") {
            (0, past("]]>"))
        } else if rest.starts_with("<?") {
            (0, past("?>"))
        } else if rest.starts_with("<!") {
            (0, past(">"))
        } else if rest.starts_with("</") {
            (-1, past(">"))
        } else {
            let (end, attributes) = tag(rest);
            if attributes > MOST_ATTRIBUTES {
                return Err(XmlProblem::TooManyAttributes { most: MOST_ATTRIBUTES });
            }
            declared += rest[..end].matches("xmlns").count();
            if declared > MOST_NAMESPACES {
                return Err(XmlProblem::TooManyNamespaces { most: MOST_NAMESPACES });
            }
            (if rest[..end].ends_with("/>") { 0 } else { 1 }, end)
        };
        depth = depth.saturating_add_signed(step);
        if depth > DEEPEST {
            return Err(XmlProblem::TooDeep { most: DEEPEST });
        }
        rest = &rest[end..];
    }
    Ok(())
}

/// Returns the length of the tag at the start of `text` and its number of attributes. A `>` within a quoted value does
/// not end the tag.
fn tag(text: &str) -> (usize, usize) {
    let (mut quote, mut attributes) = (None, 0);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return (at + 1, attributes),
            (None, b'"' | b'\'') => {
                attributes += 1;
                quote = Some(byte);
            }
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    (text.len(), attributes)
}

#[cfg(test)]
pub(crate) mod tests;
