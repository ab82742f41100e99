//! Rows of a file from the words of a position: units, formations and their headquarters.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::words::Words;

/// Reads a row of a file from its columns.
pub fn read_row<T: DeserializeOwned>(columns: Value) -> T {
    let text = columns.to_string();
    serde_json::from_value(columns).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A row of a file, such as a unit, under construction. A system sets the columns that its own words mean. All systems share
/// these words:
///
/// ```text
/// at 0303                     the hex or the point of the start
/// enters 3 by E               the turn and the entry; also `group C`, `any` order, `toward 20,20`, `roll 4`
/// of ii                       the formation
/// division 5                  the division within it
/// move 8                      the movement allowance
/// lost 1                      steps or bases
/// tag guard                   a tag of the unit
/// battleworn                  any other word is a column without a value
/// ```
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Row(Value);

impl Row {
    /// Starts a row with these columns.
    pub fn new(columns: Value) -> Self {
        Self(columns)
    }

    /// Sets a column.
    pub fn set(&mut self, column: &str, value: impl Serialize) {
        self.0[column] = json!(value);
    }

    /// Sets the turn and the entry of a counter that starts out of play, later than any turn.
    pub fn never_enters(&mut self) {
        self.set("enters", json!({ "turn": 99, "at": "nowhere" }));
    }

    /// Sets the column that `word` means in all systems; the words after it may belong to it.
    pub fn read(&mut self, word: &str, words: &mut Words<'_>) {
        match word {
            "at" => self.set("at", words.word()),
            "enters" => self.set("enters", arrival(words)),
            "of" => self.set("formation", words.word()),
            "division" => self.set("division", words.word()),
            "move" => self.set("movement", words.number::<u8>()),
            "lost" => self.set("lost", words.number::<u8>()),
            "tag" => self.add_tag(words.word()),
            flag => self.set(flag, true),
        }
    }

    fn add_tag(&mut self, tag: &str) {
        let mut tags = self.0["tags"].as_array().cloned().unwrap_or_default();
        tags.push(json!(tag));
        self.set("tags", tags);
    }

    /// Returns the row of the file. It fails at a word that is no column.
    pub fn build<T: DeserializeOwned>(self) -> T {
        read_row(self.0)
    }
}

/// Reads the turn and the entry of a reinforcement, and how it comes.
fn arrival(words: &mut Words<'_>) -> Row {
    let turn: u8 = words.number();
    assert!(words.reads("by"), "a reinforcement enters `3 by E`");
    let mut arrival = Row::new(json!({ "turn": turn, "at": words.word() }));
    loop {
        if words.reads("group") {
            arrival.set("group", words.word());
        } else if words.reads("any") {
            arrival.set("any_order", true);
        } else if words.reads("toward") {
            arrival.set("toward", words.word());
        } else if words.reads("roll") {
            arrival.set("roll", words.number::<u8>());
        } else {
            return arrival;
        }
    }
}
