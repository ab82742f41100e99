//! The losses of an operation, in words.

use std::fmt;

use toml::Value;

use super::change::counted;
use super::tree::find;
use crate::{DocPath, PathStep};

/// A part of the scenario that an operation cannot keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The path in the scenario before the operation.
    pub path: DocPath,
    /// The display name, such as `Unit "5th Division"`.
    pub what: String,
    /// The fate of the part.
    pub fate: Fate,
}

/// The fate of a part that cannot be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The part is deleted, because these names are removed.
    Goes(Vec<String>),
    /// The part loses one of its fields.
    Without {
        /// The lost field, such as `starting hex`.
        part: String,
        /// The removed names that caused the loss.
        because: Vec<String>,
    },
    /// The part loses elements of a list.
    Shorter {
        /// The list, such as `hexes`.
        list: String,
        /// The removed elements.
        gone: Vec<String>,
        /// The number of remaining elements.
        left: usize,
    },
    /// A road loses hexes at its ends.
    Ends {
        /// The removed hexes.
        gone: Vec<String>,
        /// The number of remaining hexes.
        left: usize,
    },
    /// A road is cut into several roads.
    Cut {
        /// The removed hexes.
        gone: Vec<String>,
        /// The number of hexes of each new road.
        parts: Vec<usize>,
    },
    /// An area or a line ends at the edge of the table.
    Trimmed,
    /// A line is cut into this number of lines at the edge of the table.
    Pieces(usize),
    /// The part is deleted, for this reason.
    Dropped(&'static str),
    /// The part names an unknown hex; the name stays as it is.
    Unknown(String),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match &self.fate {
            Fate::Goes(because) => write!(f, " is deleted: {}", falls(because)),
            Fate::Without { part, because } => write!(f, " loses its {part}: {}", falls(because)),
            Fate::Shorter { list, gone, left } => {
                write!(f, " loses {list}: {}, {}", falls(gone), counted(*left, "remains", "remain"))
            }
            Fate::Ends { gone, left } => {
                write!(f, " ends earlier: {}, {}", falls(gone), counted(*left, "hex remains", "hexes remain"))
            }
            Fate::Cut { gone, parts } => {
                let parts: Vec<String> = parts.iter().map(usize::to_string).collect();
                write!(f, " is cut into {} roads of {} hexes: {}", parts.len(), parts.join(" and "), falls(gone))
            }
            Fate::Trimmed => f.write_str(" is cut off at the edge of the table"),
            Fate::Pieces(count) => write!(f, " is cut into {count} parts at the edge of the table"),
            Fate::Dropped(why) => write!(f, " is deleted: {why}"),
            Fate::Unknown(name) => write!(f, " contains {name}, which is not a hex; it is not changed"),
        }
    }
}

/// The maximum number of names in a sentence.
const MOST_NAMES: usize = 6;

/// Returns a clause such as `0101 and 0102 are removed`.
fn falls(names: &[String]) -> String {
    let verb = if names.len() == 1 { "is removed" } else { "are removed" };
    match names {
        [] => "a required part is removed".to_owned(),
        [one] => format!("{one} {verb}"),
        [most @ .., last] if names.len() <= MOST_NAMES => format!("{} and {last} {verb}", most.join(", ")),
        names => {
            let shown = names.get(..MOST_NAMES - 1).unwrap_or(names);
            format!("{} and {} more {verb}", shown.join(", "), names.len() - shown.len())
        }
    }
}

/// The display names of sections; any other section is called by its key.
const NOUNS: &[(&str, &str)] = &[
    ("computer", "Advice"),
    ("hexside", "Hexside feature"),
    ("zone", "Setup zone"),
    ("rules.define", "Definition"),
    ("rules.modifier", "Rule"),
    ("rules.forbid", "Rule"),
    ("rules.allow", "Rule"),
    ("rules.counter", "Counter"),
    ("rules.event", "Event"),
    ("rules.score", "Rule"),
    ("rules.win", "Rule"),
    ("rules.table", "Rule"),
    ("victory.hold", "Victory place"),
    ("victory.sudden", "Sudden ending"),
    ("victory.last", "Ending"),
    ("victory.points", "Victory place"),
    ("victory.levels", "Outcome"),
];

/// The display names of fields; any other field is called by its key.
const WORDS: &[(&str, &str)] = &[
    ("at", "starting hex"),
    ("enters", "arrival"),
    ("zone", "setup zone"),
    ("between", "hexsides"),
    ("label[].to", "end of its line"),
    ("victory.escape", "victory by escape"),
];

/// Returns the display name of the row (or section) that contains `path`.
pub(super) fn subject(tree: &toml::Table, path: &DocPath) -> String {
    let Some(row) = path.row() else {
        let keys: Vec<String> = path.0.iter().take(2).filter_map(key).map(str::to_owned).collect();
        return crate::words::capital(&keys.join(" "));
    };
    let section = row.pattern();
    let section = section.trim_end_matches("[]");
    let noun = NOUNS.iter().find(|(key, _)| *key == section).map(|(_, noun)| (*noun).to_owned());
    let noun = noun.unwrap_or_else(|| crate::words::capital(section));
    let text = |key: &str| find(tree, &row.clone().key(key)).and_then(Value::as_str).filter(|text| !text.is_empty());
    match ["name", "title", "text", "id", "place", "kind"].into_iter().find_map(text) {
        Some(name) => format!("{noun} {name:?}"),
        None => match row.0.last() {
            Some(PathStep::Index(index)) => format!("{noun} {}", index + 1),
            _ => noun,
        },
    }
}

/// Returns the display name of the field at `path`.
pub(super) fn field(path: &DocPath) -> String {
    let is_of_hq = path.0.iter().filter_map(key).any(|key| key == "hq");
    let whole = path.pattern();
    let last = path.last_key().unwrap_or_default();
    let word = WORDS.iter().find(|(key, _)| *key == whole || *key == last).map_or(last, |(_, word)| *word);
    if is_of_hq { format!("HQ's {word}") } else { word.to_owned() }
}

fn key(step: &PathStep) -> Option<&str> {
    match step {
        PathStep::Key(key) => Some(key),
        PathStep::Index(_) => None,
    }
}
