//! Untrusted archives, read within limits: entries that are too large or lead out of the folder are refused.

mod error;

use std::collections::BTreeSet;
use std::io::{Cursor, Read};

use roxmltree::{Document, ParsingOptions};
use zip::ZipArchive;
use zip::result::ZipError;

pub use error::{ArchiveError, XmlError, XmlProblem};

/// The most that an archive may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of files.
    pub files: usize,
    /// The number of bytes that a file has, unpacked.
    pub file: u64,
    /// The bytes of all files, unpacked.
    pub total: u64,
    /// The number of times larger than packed that a file may be, if it has more than a million bytes.
    pub ratio: u64,
}

impl Default for Limits {
    /// More than the largest modules have.
    fn default() -> Self {
        Self { files: 20_000, file: 256 << 20, total: 2 << 30, ratio: 200 }
    }
}

/// Below this many bytes nothing is a bomb.
const HARMLESS: u64 = 1 << 20;

/// The longest name of a file.
const LONGEST_NAME: usize = 1000;

/// An archive whose list of files is sound.
#[derive(Debug)]
pub struct Archive<'b> {
    zip: ZipArchive<Cursor<&'b [u8]>>,
    limits: Limits,
    /// The number of bytes that may still be unpacked.
    left: u64,
}

impl<'b> Archive<'b> {
    /// The archive that `bytes` are. Nothing is unpacked yet.
    ///
    /// # Errors
    /// It is no ZIP file, or breaks `limits`, or has a name twice, or one that leads elsewhere.
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

    /// The names of its files.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.zip.file_names().filter_map(|name| Some(name.ok()?.into_owned()))
    }

    /// The file called `name`; `None` if there is none.
    ///
    /// # Errors
    /// It cannot be unpacked, or has more bytes than the list said.
    pub fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, ArchiveError> {
        let file = match self.zip.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(source) => return Err(ArchiveError::Unreadable { name: name.to_owned(), source }),
        };
        // What the list says of a size may be a lie.
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

    /// The text of the file called `name`; `None` if there is none.
    ///
    /// # Errors
    /// Those of [`read`](Self::read), or it is no UTF-8.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, ArchiveError> {
        let Some(bytes) = self.read(name)? else { return Ok(None) };
        let text = String::from_utf8(bytes).map_err(|_| ArchiveError::NotUtf8 { name: name.to_owned() })?;
        Ok(Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
    }
}

/// Refuses an archive whose own end says that it lists more files than `limits` allow, before the list is read.
fn listed(bytes: &[u8], limits: Limits) -> Result<(), ArchiveError> {
    const END: [u8; 4] = *b"PK\x05\x06";
    let tail = &bytes[bytes.len().saturating_sub((1 << 16) + 22)..];
    let end = tail.windows(4).rposition(|window| window == END).ok_or(ArchiveError::NotZip)?;
    let count = tail.get(end + 10..end + 12).and_then(|count| count.try_into().ok()).map_or(0, u16::from_le_bytes);
    // The largest number means that another list has it: an entry takes 46 bytes, so its length is bounded by the file.
    let count = if count == u16::MAX { bytes.len() / 46 } else { usize::from(count) };
    let most = limits.files;
    if count > most && bytes.len() / 46 > most {
        return Err(ArchiveError::TooManyFiles { most });
    }
    Ok(())
}

/// Why a name is refused.
fn problem(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.len() > LONGEST_NAME {
        return Some("is empty or too long");
    }
    if name.starts_with('/') {
        return Some("begins at the root");
    }
    if name.contains('\\') || name.contains(':') {
        return Some("has a `\\` or a `:` in it, which lead elsewhere on some systems");
    }
    if name.chars().any(char::is_control) {
        return Some("has a control character in it");
    }
    name.split('/').any(|part| part == "..").then_some("leads out of the archive")
}

/// The most nodes of XML that are read.
const MOST_NODES: u32 = 2_000_000;

/// The most elements of XML within each other.
const DEEPEST: usize = 200;

/// The longest XML that is read, in bytes.
pub const LONGEST_XML: usize = 64 << 20;

/// The most attributes of an element of XML: each is compared with all others.
const MOST_ATTRIBUTES: usize = 1000;

/// The most names that XML declares for namespaces: elements that declare any keep all those around them too.
const MOST_NAMESPACES: usize = 1000;

/// The document of XML that `text` is; `name` is for words.
///
/// # Errors
/// It is broken, too long, too deep, has too many nodes, attributes or namespaces, or declares types of its own, with which
/// a few bytes can grow without end.
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

/// Refuses XML whose elements lie too deep in each other for a reader that goes into each, or have too many attributes for
/// one that compares each with all others; counted without such a reader.
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

/// The length of the tag that `text` begins with, and the number of its attributes: a `>` in a value does not end it.
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
