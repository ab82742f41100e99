//! The weights of appraisals: the numbers by which a player judges its choices, in one file for each system.
//!
//! A system keeps its weights in `weights.toml`, each with a range and a sentence, and names them once more in the macro
//! [`weights!`](crate::weights), which makes a struct of them: code that uses a weight is checked by the compiler, and a test
//! compares the names of the struct with those of the file. The weights belong to a player, not to a game, so that two players
//! with different weights can meet. Anybody may write such a file, so that reading one reports every error in it.

use std::fmt::{self, Write as _};

use serde::Deserialize;
use toml::{Table, Value};

/// The greatest amount of a weight, of either sign, so that sums of products stay far from the limits of their type.
pub const GREATEST: i32 = 100_000;
/// The maximum length of a file in bytes.
const MOST_BYTES: usize = 64 * 1024;
/// The maximum length of a note in bytes.
const MOST_NOTE: usize = 400;

/// A weight with its description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The name, by which code uses it.
    pub name: String,
    /// The value.
    pub value: i32,
    /// The least sensible value.
    pub least: i32,
    /// The greatest sensible value.
    pub most: i32,
    /// `true` if only [`value`](super::Appraise::value) uses it, which the greedy player never asks for.
    pub is_for_values: bool,
    /// The meaning, in a sentence.
    pub note: String,
}

/// The weights of a system, as they stand in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WeightTable {
    /// The comment at the start of the file, without its signs.
    comment: String,
    system: String,
    weights: Vec<Weight>,
}

/// An error in a file of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightError {
    /// The file is too long to be one of weights.
    #[error("the file is longer than {MOST_BYTES} bytes")]
    TooLong,
    /// The file is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// The file does not say for which system it is.
    #[error("`system` is missing, such as system = \"mars-la-tour\"")]
    NoSystem,
    /// The file is for another system.
    #[error("the weights are for {found}, not for {wanted}")]
    OtherSystem {
        /// The system in the file.
        found: String,
        /// The system that is played.
        wanted: String,
    },
    /// A row cannot be read.
    #[error("{name}: {problem}")]
    Row {
        /// The name of the weight.
        name: String,
        /// The problem.
        problem: String,
    },
    /// The system has no such weight.
    #[error("{0}: the system has no weight of this name")]
    Unknown(String),
    /// A weight of the system is absent.
    #[error("{0}: the weight is missing")]
    Missing(String),
    /// The value is outside its range.
    #[error("{name}: {value} is outside of {least} to {most}")]
    OutOfRange {
        /// The name of the weight.
        name: String,
        /// The value in the file.
        value: i32,
        /// The least value allowed.
        least: i32,
        /// The greatest value allowed.
        most: i32,
    },
}

/// All errors in a file of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightErrors(pub Vec<WeightError>);

impl fmt::Display for WeightErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, error) in self.0.iter().enumerate() {
            write!(f, "{}{error}", if nth == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for WeightErrors {}

/// A row of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightRow {
    value: i32,
    range: [i32; 2],
    only: Option<WeightUse>,
    note: String,
}

/// The only use of a weight.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WeightUse {
    Values,
}

impl WeightTable {
    /// Parses the text of a file by itself, without regard to the weights of its system.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, WeightErrors> {
        if text.len() > MOST_BYTES {
            return Err(WeightErrors(vec![WeightError::TooLong]));
        }
        let mut file: Table = text
            .parse()
            .map_err(|error: toml::de::Error| WeightErrors(vec![WeightError::Syntax(error.to_string())]))?;
        let mut errors = Vec::new();
        let system = match file.remove("system") {
            Some(Value::String(system)) => system,
            _ => {
                errors.push(WeightError::NoSystem);
                String::new()
            }
        };
        let mut weights = Vec::new();
        for (name, row) in file {
            let problem = |problem: String| WeightError::Row { name: name.clone(), problem };
            if !row.is_table() {
                errors.push(problem("a table with `value`, `range` and `note` is wanted".to_owned()));
                continue;
            }
            let row = match WeightRow::deserialize(row) {
                Ok(row) => row,
                Err(error) => {
                    errors.push(problem(error.message().to_owned()));
                    continue;
                }
            };
            let ([least, most], value, note) = (row.range, row.value, row.note);
            let before = errors.len();
            if least > most || least < -GREATEST || most > GREATEST {
                errors.push(problem(format!("the range is to rise, within {} and {GREATEST}", -GREATEST)));
            } else if !(least..=most).contains(&value) {
                errors.push(WeightError::OutOfRange { name: name.clone(), value, least, most });
            }
            if note.trim().is_empty() || note.len() > MOST_NOTE || note.contains(char::is_control) {
                errors.push(problem(format!("the note is to be a line of at most {MOST_NOTE} bytes")));
            }
            if errors.len() == before {
                let is_for_values = row.only.is_some();
                weights.push(Weight { name, value, least, most, is_for_values, note });
            }
        }
        let comment: Vec<&str> = text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim).collect();
        let comment = comment.join("\n");
        if errors.is_empty() { Ok(Self { comment, system, weights }) } else { Err(WeightErrors(errors)) }
    }

    /// Reads the text of a file with other values for the weights of `shipped`. It names each of them, in any order, and may only
    /// narrow their ranges.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(text: &str, shipped: &Self) -> Result<Self, WeightErrors> {
        let mut file = Self::parse(text)?;
        if file.system != shipped.system {
            let (found, wanted) = (file.system, shipped.system.clone());
            return Err(WeightErrors(vec![WeightError::OtherSystem { found, wanted }]));
        }
        let unknown = file.weights.iter().filter(|weight| shipped.find(&weight.name).is_none());
        let mut errors: Vec<WeightError> = unknown.map(|weight| WeightError::Unknown(weight.name.clone())).collect();
        for known in &shipped.weights {
            let Some(own) = file.weights.iter_mut().find(|weight| weight.name == known.name) else {
                errors.push(WeightError::Missing(known.name.clone()));
                continue;
            };
            let (least, most) = (own.least.max(known.least), own.most.min(known.most));
            if !(least..=most).contains(&own.value) {
                errors.push(WeightError::OutOfRange { name: own.name.clone(), value: own.value, least, most });
            }
            (own.least, own.most, own.is_for_values) = (least, most, known.is_for_values);
        }
        if errors.is_empty() { Ok(file) } else { Err(WeightErrors(errors)) }
    }

    /// Returns the name of the system.
    pub fn system(&self) -> &str {
        &self.system
    }

    /// Returns the weights, in the order of the file.
    pub fn weights(&self) -> &[Weight] {
        &self.weights
    }

    /// Returns the weight of this name.
    pub fn find(&self, name: &str) -> Option<&Weight> {
        self.weights.iter().find(|weight| weight.name == name)
    }

    /// Returns the value of the weight of this name; 0 if there is none.
    pub fn value(&self, name: &str) -> i32 {
        self.find(name).map_or(0, |weight| weight.value)
    }

    /// Returns the table with other values, in the order of the weights. Each is moved into its range.
    #[must_use]
    pub fn with_values(&self, values: impl IntoIterator<Item = i32>) -> Self {
        let mut changed = self.clone();
        for (weight, value) in changed.weights.iter_mut().zip(values) {
            weight.value = value.clamp(weight.least, weight.most);
        }
        changed
    }

    /// Returns the text of the file.
    pub fn to_text(&self) -> String {
        let quoted = |text: &str| Value::String(text.to_owned()).to_string();
        let mut text = String::new();
        // Text in memory cannot fail.
        for line in self.comment.lines() {
            let _ = writeln!(text, "{}", format!("# {line}").trim_end());
        }
        let _ = writeln!(text, "system = {}", quoted(&self.system));
        for Weight { name, value, least, most, is_for_values, note } in &self.weights {
            let only = if *is_for_values { "only = \"values\"\n" } else { "" };
            let _ =
                write!(text, "\n[{name}]\nvalue = {value}\nrange = [{least}, {most}]\n{only}note = {}\n", quoted(note));
        }
        text
    }
}

/// The weights of a system as a type.
pub trait WeightSet: Copy + Default + Send + Sync + 'static {
    /// Returns the weights with which the system comes, which are the default.
    fn shipped() -> &'static WeightTable;

    /// Returns the weights of `table`; the shipped ones if it is for another system.
    fn of(table: &WeightTable) -> Self;
}

/// No weights, for a game without any.
impl WeightSet for () {
    fn shipped() -> &'static WeightTable {
        static NONE: WeightTable = WeightTable { comment: String::new(), system: String::new(), weights: Vec::new() };
        &NONE
    }

    fn of(_: &WeightTable) -> Self {}
}

/// Makes the struct `Weights` of the weights in a file, and an `Appraiser`: a game in the eyes of a player with such weights.
///
/// The appraisal of a system is methods of `Appraiser`, which has those of the game too.
#[macro_export]
macro_rules! weights {
    ($game:ident from $file:literal: $($name:ident),* $(,)?) => {
        /// The weights of the appraisal. The file describes them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Weights {
            $(pub(crate) $name: i32,)*
        }

        impl $crate::players::weights::WeightSet for Weights {
            #[expect(clippy::expect_used, reason = "a test reads the file")]
            fn shipped() -> &'static $crate::players::weights::WeightTable {
                use std::sync::LazyLock;
                use $crate::players::weights::WeightTable;

                static SHIPPED: LazyLock<WeightTable> =
                    LazyLock::new(|| WeightTable::parse(include_str!($file)).expect("the file of weights is readable"));
                &SHIPPED
            }

            fn of(table: &$crate::players::weights::WeightTable) -> Self {
                if table.system() != Self::shipped().system() {
                    return Self::default();
                }
                Self { $($name: table.value(stringify!($name)),)* }
            }
        }

        impl Default for Weights {
            fn default() -> Self {
                use std::sync::LazyLock;

                static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
                    let table = <Weights as $crate::players::weights::WeightSet>::shipped();
                    Weights { $($name: table.value(stringify!($name)),)* }
                });
                *SHIPPED
            }
        }

        /// A game in the eyes of a player with these weights.
        #[derive(Clone, Copy)]
        pub(crate) struct Appraiser<'g> {
            pub(crate) game: &'g $game,
            pub(crate) weights: Weights,
        }

        impl std::ops::Deref for Appraiser<'_> {
            type Target = $game;

            #[inline]
            fn deref(&self) -> &$game {
                self.game
            }
        }

        impl $game {
            /// Returns the game in the eyes of a player with these `weights`.
            #[inline]
            pub(crate) fn appraised(&self, weights: Weights) -> Appraiser<'_> {
                Appraiser { game: self, weights }
            }

            /// Returns the game in the eyes of a player with the shipped weights.
            pub(crate) fn appraiser(&self) -> Appraiser<'_> {
                self.appraised(Weights::default())
            }
        }

        #[cfg(test)]
        mod weights_tests {
            use super::Weights;
            use $crate::players::weights::{WeightSet as _, WeightTable};

            #[test]
            fn file_and_code_name_the_same_weights() {
                let shipped = Weights::shipped();
                let named: Vec<&str> = shipped.weights().iter().map(|weight| weight.name.as_str()).collect();
                assert_eq!(named, [$(stringify!($name)),*]);
                assert!(shipped.weights().iter().all(|weight| weight.least < weight.most && weight.note.ends_with('.')));
                assert_eq!(Weights::of(shipped), Weights::default());
                assert_eq!(Weights::of(&WeightTable::default()), Weights::default(), "another system's");
            }

            #[test]
            fn the_file_is_written_as_it_is_read() {
                assert_eq!(Weights::shipped().to_text(), include_str!($file));
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"# A comment.
system = "race"

[pull]
value = 4
range = [0, 20]
note = "A hex."

[push]
value = -3
range = [-10, 10]
only = "values"
note = 'The "other" way.'
"#;

    fn shipped() -> WeightTable {
        WeightTable::parse(FILE).unwrap()
    }

    /// Returns the errors of the file with some text replaced.
    fn errors(from: &str, to: &str) -> Vec<WeightError> {
        assert!(FILE.contains(from), "{from}");
        WeightTable::read(&FILE.replace(from, to), &shipped()).map_or_else(|errors| errors.0, |_| Vec::new())
    }

    #[test]
    fn a_file_is_read_and_written() {
        let table = shipped();
        assert_eq!((table.system(), table.value("pull"), table.value("push"), table.value("x")), ("race", 4, -3, 0));
        assert_eq!(table.weights().iter().map(|weight| weight.is_for_values).collect::<Vec<_>>(), [false, true]);
        assert_eq!(table.to_text(), FILE);
        let changed = table.with_values([99, -99]);
        assert_eq!((changed.value("pull"), changed.value("push")), (20, -10), "a value stays in its range");
        assert_eq!(WeightTable::read(&changed.to_text(), &table), Ok(changed));
    }

    #[test]
    fn other_values_are_read_in_any_order_and_ranges_only_narrowed() {
        let text = "system = \"race\"\n[push]\nvalue = 1\nrange = [-99, 5]\nnote = \"x.\"\n[pull]\nvalue = 0\n\
                    range = [0, 9]\nnote = \"y.\"";
        let table = WeightTable::read(text, &shipped()).unwrap();
        assert_eq!((table.value("push"), table.value("pull")), (1, 0));
        let push = table.find("push").unwrap();
        assert_eq!((push.least, push.most, push.is_for_values), (-10, 5, true));
    }

    #[test]
    fn all_errors_of_a_file_are_found_at_once() {
        let unknown = WeightError::Unknown("pall".to_owned());
        assert_eq!(errors("[pull]", "[pall]"), [unknown, WeightError::Missing("pull".to_owned())]);
        let two = FILE.replace("value = 4", "value = 21").replace("range = [-10, 10]", "range = [10, -10]");
        let WeightErrors(found) = WeightTable::parse(&two).unwrap_err();
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(found[0], WeightError::OutOfRange { name: "pull".to_owned(), value: 21, least: 0, most: 20 });
        assert_eq!(WeightErrors(found).to_string().lines().count(), 2);
    }

    #[test]
    fn a_hostile_file_is_refused() {
        let row = |errors: &[WeightError]| matches!(errors, [WeightError::Row { name, .. }] if name == "pull");
        for (from, to) in [
            ("value = 4", "value = 4.5"),
            ("value = 4", "value = 9999999999"),
            ("value = 4", "valeu = 4"),
            ("value = 4\n", ""),
            ("range = [0, 20]", "range = [0]"),
            ("range = [0, 20]", "range = [0, 2000000]"),
            ("range = [0, 20]", "range = [0, 20]\nonly = \"greedy\""),
            ("note = \"A hex.\"", "note = \" \""),
            ("note = \"A hex.\"", "note = \"\\u001b[2J\""),
        ] {
            assert!(row(&errors(from, to)), "{to}: {:?}", errors(from, to));
        }
        assert!(row(&errors("A hex.", &"x".repeat(MOST_NOTE + 1))));
        // A range that is wider than the shipped one does not widen it.
        let wide = errors("value = 4\nrange = [0, 20]", "value = 90\nrange = [0, 100]");
        assert_eq!(wide, [WeightError::OutOfRange { name: "pull".to_owned(), value: 90, least: 0, most: 20 }]);
        assert_eq!(errors("system = \"race\"", ""), [WeightError::NoSystem]);
        assert!(matches!(errors("\"race\"", "\"chess\"")[..], [WeightError::OtherSystem { .. }]));
        assert!(matches!(errors("[push]", "[pull]")[..], [WeightError::Syntax(_)]), "a name twice");
        assert!(matches!(errors("[pull]", "[pull")[..], [WeightError::Syntax(_)]));
        let long = format!("{FILE}#{}", "x".repeat(MOST_BYTES));
        assert_eq!(WeightTable::parse(&long), Err(WeightErrors(vec![WeightError::TooLong])));
        assert_eq!(WeightTable::read("", &shipped()), Err(WeightErrors(vec![WeightError::NoSystem])));
        assert!(matches!(
            WeightTable::parse("pull = 3\nsystem = \"race\"").unwrap_err().0[..],
            [WeightError::Row { .. }]
        ));
    }
}
