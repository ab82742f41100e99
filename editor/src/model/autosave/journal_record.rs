//! The format of a journal: lines with a checksum and a JSON record each.
//!
//! The first line identifies the journal ([`JournalHeader`]), the second contains the document at its start
//! ([`Snapshot`]), and each further line is a change ([`JournalRecord`]). Reading ends at a line whose checksum does
//! not match, since it was cut off or damaged.

use battlewright_schema::Scenario;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::model::ground::records::HeldRecord;
use crate::model::history::{History, Rewrite};
use crate::model::text::{TextPatch, TextSplice};

/// The version of the journal format.
pub const VERSION: u32 = 3;

/// The first record of a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// The version of the format.
    pub journal: u32,
    /// The version of the program.
    pub program: String,
    /// The name of the document.
    pub name: String,
}

/// The state of a document at the start of its journal.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The text that saving updates: the content of the file when it was last read or written.
    pub text: String,
    /// The scenario, if it differs from the text.
    pub scenario: Option<Scenario>,
    /// The typed text that cannot be parsed, as a patch of `text`. It is set only together with `scenario`.
    pub draft: Option<TextPatch>,
    /// The whole text, while typed text has not been parsed yet.
    pub typing: Option<String>,
    /// The undo history.
    pub history: History,
    /// The number of the undo step that the file contains.
    pub saved: Option<u64>,
    /// The hash of the file, if there is one.
    pub disk: Option<u64>,
    /// The records of runs from the ground; `None` in journals of programs that did not keep them.
    #[serde(default)]
    pub ground: Option<Vec<HeldRecord>>,
}

/// A change of the document. `E` is [`Edit`](crate::model::edit::Edit) for reading and a reference to it for writing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum JournalRecord<E> {
    /// An edit was applied.
    Edit {
        /// The name of the undo step.
        name: String,
        /// `true` if the edit joined the previous step.
        joins: bool,
        /// The edit.
        edit: E,
    },
    /// Text was typed.
    Type(TextSplice),
    /// Typed text was parsed or stored as invalid text.
    Write {
        /// The name of the undo step.
        name: String,
        /// `true` if the change joined the previous step.
        joins: bool,
        /// The edit of the scenario, if the text was valid and changed it.
        edit: Option<E>,
        /// The change of the text.
        text: Rewrite,
    },
    /// A step was undone.
    Undo,
    /// A step was redone.
    Redo,
    /// The document was saved to its file.
    Save {
        /// The hash of the written bytes.
        disk: u64,
    },
    /// The whole text was replaced by another version.
    Take {
        /// The name of the undo step.
        name: String,
        /// The new text.
        text: String,
        /// The hash of the file, if the text comes from it.
        disk: Option<u64>,
    },
    /// The version that another program wrote will be overwritten at the next save.
    Keep {
        /// The hash of that version.
        disk: u64,
    },
    /// The map of the last step is from the ground.
    Ground {
        /// The text of the record of the run.
        record: String,
    },
}

/// Returns `value` as a line with its checksum.
///
/// # Errors
/// Returns an error if `value` cannot be serialized.
pub fn line(value: &impl Serialize) -> serde_json::Result<String> {
    let json = serde_json::to_string(value)?;
    Ok(format!("{:016x} {json}\n", xxh3_64(json.as_bytes())))
}

/// Returns the value in `line`, or `None` if the checksum or the JSON is invalid.
pub fn value<T: DeserializeOwned>(line: &str) -> Option<T> {
    let (sum, json) = line.strip_suffix('\n')?.split_once(' ')?;
    let sum = u64::from_str_radix(sum, 16).ok()?;
    if sum != xxh3_64(json.as_bytes()) {
        return None;
    }
    // In two steps, which share their code with other readers of JSON values: the types of an edit are those of all scenarios.
    serde_json::from_str(json).and_then(serde_json::from_value).ok()
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
