//! Parsing of cells: numbers within limits, words, and names of the scenario.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Column;
use crate::Scenario;
use crate::common::grid::Grid;
use crate::common::inches::{Length, TablePoint};
use crate::id::HexId;
use crate::schema_json::{Shape, ValueKind};
use crate::tree::{Id, NamedItem, whole_numbers};

/// The refusal of a cell's text, with a remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}; expected: {help}")]
pub struct CellRefusal {
    /// The problem with the text.
    pub problem: CellProblem,
    /// The values that are allowed in the cell.
    pub help: String,
}

/// The problem with the text of a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CellProblem {
    /// The cell is empty, but its column requires a value.
    #[error("it must not be empty")]
    Empty,
    /// The column allows no value.
    #[error("this cell must be empty")]
    NothingAllowed,
    /// The text is not a whole number.
    #[error("{0:?} is not a whole number")]
    NotWhole(String),
    /// The text is not a number.
    #[error("{0:?} is not a number")]
    NotANumber(String),
    /// The number is outside the range of the column.
    #[error("{0} is out of range")]
    OutOfRange(i64),
    /// The text is neither yes nor no.
    #[error("{0:?} is neither yes nor no")]
    NeitherYesNorNo(String),
    /// The text is none of the allowed words of the column.
    #[error("{0:?} is not allowed here")]
    UnknownWord(String),
    /// The text is not a point of a table.
    #[error("{0:?} is not a point")]
    NotAPoint(String),
    /// The text is not a length.
    #[error("{0:?} is not a length in inches")]
    NotALength(String),
    /// The map has no hex with this name.
    #[error("the map has no hex {0:?}")]
    NoHex(String),
    /// The scenario has no item of the kind with this id or name.
    #[error("unknown {noun} {text:?}")]
    NoSuch {
        /// The noun for the kind, such as `"formation"`.
        noun: String,
        /// The refused text.
        text: String,
    },
}

/// A value offered for a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The text of the cell.
    pub text: String,
    /// The explanation of the value; may be empty.
    pub name: String,
}

/// The ids and names of a scenario to which cells may refer.
pub struct KnownNames<'s> {
    scenario: &'s Scenario,
    grid: Option<Grid>,
    known: BTreeMap<Id, Vec<NamedItem>>,
}

impl<'s> KnownNames<'s> {
    /// Collects the names in `scenario` to which the cells of `columns` may refer.
    pub fn new(scenario: &'s Scenario, columns: &[Column]) -> Self {
        let mut known = BTreeMap::new();
        for column in columns.iter().filter(|column| !column.is_own_id()) {
            let item = column.shape.item().unwrap_or(column.shape);
            if let ValueKind::Id(id) = item.kind()
                && id != Id::HEX
            {
                known.entry(id).or_insert_with(|| scenario.known(id));
            }
        }
        Self { scenario, grid: scenario.common().grid().ok(), known }
    }

    /// Returns the choices for a cell of `column`; empty if any text may be typed.
    pub fn choices(&self, column: &Column) -> Vec<Choice> {
        match column.shape.kind() {
            ValueKind::Bool => ["yes", ""].map(|text| Choice { text: text.to_owned(), name: String::new() }).into(),
            ValueKind::Words => {
                let words = column.shape.words().into_iter();
                words.map(|word| Choice { text: word.word.to_owned(), name: word.meaning.to_owned() }).collect()
            }
            ValueKind::Id(id) if !column.is_own_id() => {
                let known = self.known.get(&id).into_iter().flatten();
                known.map(|known| Choice { text: known.id.clone(), name: known.name.clone() }).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the first id of the kind `id` that belongs to `side`, or else the first of all.
    pub(super) fn first(&self, id: Id, side: Option<&str>) -> Option<String> {
        let known = self.known.get(&id)?;
        let own = |known: &&NamedItem| {
            let of = self.scenario.get(&known.path.clone().key("side"));
            of.as_ref().is_none_or(|of| of.as_str() == side)
        };
        known.iter().find(own).or(known.first()).map(|known| known.id.clone())
    }

    /// Parses `text` as a value of `column`; `None` for an empty cell.
    ///
    /// # Errors
    /// The text is not allowed in the column, or the column requires a value.
    pub fn read(&self, column: &Column, text: &str) -> Result<Option<Value>, CellRefusal> {
        let text = text.trim();
        if text.is_empty() {
            return match column.required {
                true => Err(CellRefusal { problem: CellProblem::Empty, help: self.help(column) }),
                false => Ok(None),
            };
        }
        if column.is_own_id() {
            return Ok(Some(text.into()));
        }
        self.value(column.shape, text).map_err(|problem| CellRefusal { problem, help: self.help(column) })
    }

    fn value(&self, shape: Shape, text: &str) -> Result<Option<Value>, CellProblem> {
        let value = match shape.kind() {
            ValueKind::Number(least, greatest) => {
                let number: i64 = text.parse().map_err(|_| CellProblem::NotWhole(text.to_owned()))?;
                if !(least..=greatest).contains(&number) {
                    return Err(CellProblem::OutOfRange(number));
                }
                number.into()
            }
            ValueKind::Decimal(..) => {
                let number: f64 = text.parse().map_err(|_| CellProblem::NotANumber(text.to_owned()))?;
                serde_json::Number::from_f64(number).ok_or_else(|| CellProblem::NotANumber(text.to_owned()))?.into()
            }
            ValueKind::Bool => match text.to_lowercase().as_str() {
                "yes" | "true" | "1" | "x" | "y" => true.into(),
                // The file omits `false`.
                "no" | "false" | "0" | "n" | "-" => return Ok(None),
                _ => return Err(CellProblem::NeitherYesNorNo(text.to_owned())),
            },
            ValueKind::Point => {
                let point = TablePoint::parse(text).ok_or_else(|| CellProblem::NotAPoint(text.to_owned()))?;
                point.to_string().into()
            }
            ValueKind::Length => {
                let length = Length::parse(text).ok_or_else(|| CellProblem::NotALength(text.to_owned()))?;
                length.to_string().into()
            }
            ValueKind::Words => self.word(shape, text)?.into(),
            ValueKind::Id(Id::HEX) => self.hex(text)?.into(),
            ValueKind::Id(id) => self.named(id, text)?.into(),
            ValueKind::List => {
                let item = shape.item().ok_or(CellProblem::NothingAllowed)?;
                let items = text.split(';').map(str::trim).filter(|item| !item.is_empty());
                let items: Result<Vec<Value>, CellProblem> =
                    items.filter_map(|item_text| self.value(item, item_text).transpose()).collect();
                Value::Array(items?)
            }
            _ => text.into(),
        };
        Ok(Some(value))
    }

    /// Returns the allowed word that `text` matches, ignoring case, with spaces or underscores for hyphens.
    fn word(&self, shape: Shape, text: &str) -> Result<&'static str, CellProblem> {
        let plain = |text: &str| text.to_lowercase().replace([' ', '_'], "-");
        let mut words = shape.words().into_iter().map(|word| word.word);
        let exact = words.clone().find(|word| *word == text);
        exact
            .or_else(|| words.find(|word| plain(word) == plain(text)))
            .ok_or_else(|| CellProblem::UnknownWord(text.to_owned()))
    }

    /// Returns the hex that `text` names. Leading zeros that a spreadsheet removed are restored.
    fn hex(&self, text: &str) -> Result<String, CellProblem> {
        let common = self.scenario.common();
        let Some(grid) = &self.grid else { return Ok(text.to_owned()) };
        let on_map = |name: &str| grid.cell(&HexId::from(name)).is_some_and(|cell| common.has(cell));
        let mut tries = (0..3).map(|zeros| format!("{}{text}", "0".repeat(zeros)));
        tries.find(|name| on_map(name)).ok_or_else(|| CellProblem::NoHex(text.to_owned()))
    }

    /// Returns the id that `text` means: the id itself, ignoring case and lost leading zeros, or the id of a unique name.
    fn named(&self, id: Id, text: &str) -> Result<String, CellProblem> {
        let known = self.known.get(&id).map_or(&[][..], Vec::as_slice);
        let lower = text.to_lowercase();
        let found = known.iter().find(|known| known.id == text);
        let found = found.or_else(|| known.iter().find(|known| known.id.to_lowercase() == lower));
        let padded = [format!("0{text}"), format!("00{text}")];
        let found = found.or_else(|| known.iter().find(|known| padded.contains(&known.id)));
        let mut called = known.iter().filter(|known| known.name.to_lowercase() == lower);
        let by_name = called.next().filter(|_| called.next().is_none());
        match found.or(by_name) {
            Some(known) => Ok(known.id.clone()),
            None => Err(CellProblem::NoSuch { noun: id.noun(), text: text.to_owned() }),
        }
    }

    /// Returns a description of the allowed values of `column`.
    pub(super) fn help(&self, column: &Column) -> String {
        let list = |words: Vec<String>| {
            let more = words.len().saturating_sub(8);
            let shown = words.into_iter().take(8).collect::<Vec<_>>().join(", ");
            if more > 0 { format!("one of {shown} and {more} more") } else { format!("one of {shown}") }
        };
        match column.shape.kind() {
            ValueKind::Number(least, greatest) => whole_numbers(least, greatest),
            ValueKind::Decimal(..) => "a number, with a point before its fraction".to_owned(),
            ValueKind::Bool => "yes, or empty".to_owned(),
            ValueKind::Point => "the inches from the left and from the upper edge, such as 12.5,3".to_owned(),
            ValueKind::Length => "inches, such as 1.25".to_owned(),
            ValueKind::Words => list(column.shape.words().into_iter().map(|word| word.word.to_owned()).collect()),
            ValueKind::Id(Id::HEX) => {
                let grid = self.grid.as_ref();
                let range = grid.and_then(|grid| {
                    let last = crate::Cell { column: grid.columns().checked_sub(1)?, row: grid.rows().checked_sub(1)? };
                    Some(format!("a hex from {} to {}", grid.name(crate::Cell::default()), grid.name(last)))
                });
                range.unwrap_or_else(|| "a hex of the map".to_owned())
            }
            ValueKind::Id(id) if !column.is_own_id() => {
                let known = self.known.get(&id).into_iter().flatten().map(|known| known.id.clone());
                match known.clone().next() {
                    Some(_) => list(known.collect()),
                    None => format!("the scenario has no {} yet; add one first", id.noun()),
                }
            }
            _ => column.shape.help(),
        }
    }
}
