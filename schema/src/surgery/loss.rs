//! Losses of an operation, in words.

use std::fmt;

use toml::Value;

use super::change::counted;
use super::tree::find;
use crate::{DocPath, PathStep};

/// Something that cannot be kept as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Its place, in the scenario as it was.
    pub path: DocPath,
    /// Its name, such as `Unit "5th Division"`.
    pub what: String,
    /// Its fate.
    pub fate: Fate,
}

/// The fate of something that cannot be kept as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It goes altogether, because of this.
    Goes(Vec<String>),
    /// It goes without this part, because of that.
    Without {
        /// The part, such as `starting hex`.
        part: String,
        /// The things that fell away.
        because: Vec<String>,
    },
    /// A list gets shorter.
    Shorter {
        /// The list, such as `hexes`.
        list: String,
        /// The things that fall away.
        gone: Vec<String>,
        /// The number that remain.
        left: usize,
    },
    /// A road loses its ends.
    Ends {
        /// The hexes that fall away.
        gone: Vec<String>,
        /// The number of hexes that remain.
        left: usize,
    },
    /// A road is cut.
    Cut {
        /// The hexes that fall away.
        gone: Vec<String>,
        /// The number of hexes that each part has.
        parts: Vec<usize>,
    },
    /// It goes altogether, for this reason.
    Dropped(&'static str),
    /// It names a hex that there was not; that is left as it is written.
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
            Fate::Dropped(why) => write!(f, " is deleted: {why}"),
            Fate::Unknown(name) => write!(f, " contains {name}, which is not a hex; it is not changed"),
        }
    }
}

/// The number of names that a sentence lists.
const MOST_NAMES: usize = 6;

/// `0101 and 0102 fall away`
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

/// Rows as people call them; any other list is called by its key.
const NOUNS: &[(&str, &str)] = &[
    ("hexside", "Hexside feature"),
    ("zone", "Setup zone"),
    ("victory.hold", "Victory place"),
    ("victory.sudden", "Sudden ending"),
    ("victory.last", "Ending"),
    ("victory.points", "Victory place"),
    ("victory.levels", "Outcome"),
];

/// Fields as people call them; any other is called by its key.
const WORDS: &[(&str, &str)] = &[
    ("at", "starting hex"),
    ("enters", "arrival"),
    ("zone", "setup zone"),
    ("between", "hexsides"),
    ("label[].to", "end of its line"),
    ("victory.escape", "victory by escape"),
];

/// The name of the row (or section) that `path` leads into.
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

/// The name of the field at `path`.
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
