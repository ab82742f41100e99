//! The format of a journal: lines of text, each a checksum and a record.
//!
//! The first line says what it is ([`JournalHeader`]), the second holds the document as it was when the
//! journal began ([`Snapshot`]), and every other is something that was done ([`JournalRecord`]). A line
//! that was cut off or damaged does not fit its checksum; reading ends before it.

use battlewright_schema::Scenario;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::model::history::{History, Rewrite};
use crate::model::text::{TextPatch, TextSplice};

/// The version of the journal's own format.
pub const VERSION: u32 = 3;

/// The subject of a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// The version of the format.
    pub journal: u32,
    /// The version of the program.
    pub program: String,
    /// The name of the document.
    pub name: String,
}

/// A document as it was when its journal began.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The text that saving would change: that of the file as it was last read or written.
    pub text: String,
    /// The scenario, where it is not the one in the text.
    pub scenario: Option<Scenario>,
    /// The text that is typed but cannot be read, where the scenario is not the one in the text.
    pub draft: Option<TextPatch>,
    /// The whole text while something is being typed into it.
    pub typing: Option<String>,
    /// The steps that led there.
    pub history: History,
    /// The step that the file holds.
    pub saved: Option<u64>,
    /// The hash of the file's bytes, if there is a file.
    pub disk: Option<u64>,
}

/// Something that was done. `E` is an edit, or a borrowed one to be written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum JournalRecord<E> {
    /// An edit was applied.
    Edit {
        /// The name of the step.
        name: String,
        /// `true` if it joined the step before.
        joins: bool,
        /// The edit.
        edit: E,
    },
    /// Something was typed into the text.
    Type(TextSplice),
    /// The text that was typed became the text of the scenario, or could not be read.
    Write {
        /// The name of the step.
        name: String,
        /// `true` if it joined the step before.
        joins: bool,
        /// The edit, if what was typed could be read.
        edit: Option<E>,
        /// The change of the text.
        text: Rewrite,
    },
    /// A step was taken back.
    Undo,
    /// A step was done again.
    Redo,
    /// The document was saved to its file.
    Save {
        /// The hash of the bytes written.
        disk: u64,
    },
    /// Another version of the whole text was taken over.
    Take {
        /// The name of the step.
        name: String,
        /// The text.
        text: String,
        /// The hash of the file's bytes, if the version is the file's own.
        disk: Option<u64>,
    },
    /// Another program's version of the file was seen and is to be replaced.
    Keep {
        /// The hash of the file's bytes.
        disk: u64,
    },
}

/// `value` as a line.
///
/// # Errors
/// When it cannot be told in JSON.
pub fn line(value: &impl Serialize) -> serde_json::Result<String> {
    let json = serde_json::to_string(value)?;
    Ok(format!("{:016x} {json}\n", xxh3_64(json.as_bytes())))
}

/// The value of a `line`, unless the line is damaged.
pub fn value<T: DeserializeOwned>(line: &str) -> Option<T> {
    let (sum, json) = line.strip_suffix('\n')?.split_once(' ')?;
    let sum = u64::from_str_radix(sum, 16).ok()?;
    (sum == xxh3_64(json.as_bytes())).then(|| serde_json::from_str(json).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_cut_off_or_damaged_is_not_read() {
        let record = JournalRecord::Edit { name: "Größe\nändern".to_owned(), joins: false, edit: 7 };
        let line = line(&record).unwrap();
        assert_eq!(line.matches('\n').count(), 1);
        assert_eq!(value(&line), Some(record));
        for end in 0..line.len() {
            let cut = line.get(..end).unwrap_or_default();
            assert_eq!(value::<JournalRecord<i32>>(cut), None, "{cut:?}");
        }
        assert_eq!(value::<JournalRecord<i32>>(&line.replace('7', "8")), None);
        assert_eq!(value::<JournalHeader>(&line), None, "it is something else");
    }
}
