//! Errors of archives and of XML.

use std::io;

use zip::result::ZipError;

/// An error while reading an archive or a file in it.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The bytes lack the end record of a ZIP archive.
    #[error("it is not a ZIP archive")]
    NotZip,
    /// The listing is damaged or of an unsupported kind.
    #[error("{}", describe(.0))]
    Zip(#[from] ZipError),
    /// Two files have the same name apart from letter case. The name is `None` if unknown.
    #[error("the archive has two files with the same name{}", .0.as_deref().map_or_else(String::new, |name| format!(": {}", shown(name))))]
    DuplicateName(Option<String>),
    /// A file name is empty, too long or unsafe.
    #[error("the archive has a file whose name {why}: {}", shown(name))]
    BadName {
        /// The file name.
        name: String,
        /// The defect of the name, as a predicate.
        why: &'static str,
    },
    /// The archive has more files than the limits allow.
    #[error("the archive has more than {most} files")]
    TooManyFiles {
        /// The limit on files.
        most: usize,
    },
    /// A file has more bytes than the limits allow.
    #[error("{} has {bytes} bytes; the limit is {most}", shown(name))]
    FileTooLarge {
        /// The name of the file.
        name: String,
        /// The unpacked size.
        bytes: u64,
        /// The limit on the size of a file.
        most: u64,
    },
    /// A file has a suspicious compression ratio, as a decompression bomb has.
    #[error("{} would grow {ratio} times when unpacked", shown(name))]
    GrowsTooMuch {
        /// The name of the file.
        name: String,
        /// Its unpacked size divided by its packed size.
        ratio: u64,
        /// The largest ratio allowed.
        most: u64,
    },
    /// All files together have more bytes than the limits allow.
    #[error("the archive has {bytes} bytes unpacked; the limit is {most}")]
    TooLarge {
        /// The total unpacked size.
        bytes: u64,
        /// The limit on the total size.
        most: u64,
    },
    /// A file cannot be unpacked, for instance because its compression method is unsupported.
    #[error("{} cannot be read: {}", shown(name), describe(source))]
    Unreadable {
        /// The name of the file.
        name: String,
        /// The reason.
        source: ZipError,
    },
    /// The data of a file is damaged.
    #[error("{} cannot be unpacked: {source}", shown(name))]
    Damaged {
        /// The name of the file.
        name: String,
        /// The reason.
        source: io::Error,
    },
    /// A file has more bytes than its listing or the total limit allows.
    #[error("{} has more bytes than listed or allowed", shown(name))]
    LongerThanListed {
        /// The name of the file.
        name: String,
    },
    /// A file that should be text is not UTF-8.
    #[error("{} is not UTF-8 text", shown(name))]
    NotUtf8 {
        /// The name of the file.
        name: String,
    },
}

/// An error while reading an XML document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{document} {problem}")]
pub struct XmlError {
    /// The name of the document for messages.
    pub document: String,
    /// The problem with it.
    pub problem: XmlProblem,
}

/// The problem with an XML document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum XmlProblem {
    /// The document is too long.
    #[error("has {bytes} bytes; the limit is {most}")]
    TooLong {
        /// The length, in bytes.
        bytes: usize,
        /// The limit, in bytes.
        most: usize,
    },
    /// The document has too many nodes.
    #[error("has more than {most} nodes")]
    TooManyNodes {
        /// The limit on nodes.
        most: u32,
    },
    /// An element has too many attributes.
    #[error("has an element with more than {most} attributes")]
    TooManyAttributes {
        /// The limit on attributes.
        most: usize,
    },
    /// The document declares too many namespaces.
    #[error("has more than {most} namespaces")]
    TooManyNamespaces {
        /// The limit on namespaces.
        most: usize,
    },
    /// The elements nest too deep.
    #[error("has elements nested more than {most} deep")]
    TooDeep {
        /// The limit on the depth.
        most: usize,
    },
    /// The document has a DTD, whose entities can expand a few bytes without limit.
    #[error("has a document type declaration (DTD), which is not supported")]
    Dtd,
    /// The document is not well-formed.
    #[error("is not well-formed XML: {0}")]
    Malformed(roxmltree::Error),
}

/// Returns `name` for messages: escaped, at most 80 characters, in backticks.
fn shown(name: &str) -> String {
    let mut text: String = name.chars().take(80).flat_map(char::escape_debug).collect();
    if name.chars().nth(80).is_some() {
        text.push('…');
    }
    format!("`{text}`")
}

fn describe(error: &ZipError) -> String {
    match error {
        ZipError::InvalidArchive(why) => format!("the archive is damaged: {why}"),
        other => format!("the archive cannot be read: {other}"),
    }
}
