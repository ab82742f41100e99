//! Values of a scenario that an export format cannot represent.

use battlewright_schema::common::characters::is_held;
use battlewright_schema::table::{self, Column, LIMITS};
use battlewright_schema::{DocPath, Scenario, undrawn_texts};
use serde_json::Value;

use crate::order::Format;

/// The most values listed by name.
const MOST: usize = 20;

/// Lists the values of `scenario` that would not survive an export to `format` and the import of that file, a line each:
/// the path of the value and the loss. Sections that a format omits altogether are not listed. For formats that draw, the list
/// also has the texts with letters that no font has.
///
/// ```
/// use battlewright_export::{Format, left_out};
/// use battlewright_schema::{System, load, template};
/// let text = template(System::MarsLaTour).replace("\"The Village\"", "\"The\\u0001 Village\"");
/// let scenario = load(&text).scenario.unwrap();
/// assert_eq!(left_out(&scenario, Format::Tmj), [] as [&str; 0]);
/// assert_eq!(
///     left_out(&scenario, Format::Tmx),
///     ["place[0].name has the character U+0001, which XML cannot hold: it is left out"]
/// );
/// ```
pub fn left_out(scenario: &Scenario, format: Format) -> Vec<String> {
    let mut all = match format {
        Format::Tmx => {
            let mut all = Vec::new();
            strange(&scenario.get(&DocPath::root()).unwrap_or_default(), &DocPath::root(), &mut all);
            all
        }
        Format::Csv => cells(scenario),
        _ => Vec::new(),
    };
    if !matches!(format, Format::Csv | Format::Xlsx | Format::Md) {
        all.extend(undrawn_texts(scenario).into_iter().map(|(path, text)| {
            format!("{path} has letters that no font has, and an empty box is drawn for each: {text:?}")
        }));
    }
    if let Some(more) = all.len().checked_sub(MOST).filter(|more| *more > 0) {
        all.truncate(MOST);
        all.push(format!("and {more} more"));
    }
    all
}

/// Appends the texts within `value` that have characters forbidden in XML.
fn strange(value: &Value, path: &DocPath, all: &mut Vec<String>) {
    match value {
        Value::String(text) => all.extend(text.chars().find(|c| !is_held(*c)).map(|c| {
            format!("{path} has the character U+{:04X}, which XML cannot hold: it is left out", u32::from(c))
        })),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| strange(item, &path.clone().index(at), all));
        }
        Value::Object(fields) => fields.iter().for_each(|(key, item)| strange(item, &path.clone().key(key), all)),
        _ => {}
    }
}

/// Lists the texts and lists of units that change in a table cell.
fn cells(scenario: &Scenario) -> Vec<String> {
    let columns = table::columns(scenario.system());
    let count = scenario.common().unit_count();
    let mut all = Vec::new();
    if count >= LIMITS.rows {
        all.push(format!("there are {count} units, and tables of at most {} rows are read", LIMITS.rows));
    }
    for at in 0..count {
        let row = scenario.get(&table::unit(at)).unwrap_or_default();
        all.extend(columns.iter().filter_map(|column| {
            let why = lost(column, column.value(&row)?)?;
            Some(format!("unit[{at}].{} {why}", column.key()))
        }));
    }
    all
}

/// Describes the change to `value` in a cell; `None` if the cell holds the value as it is.
fn lost(column: &Column, value: &Value) -> Option<&'static str> {
    match value {
        Value::String(text) if text.trim().is_empty() && column.required => {
            Some("is empty: the row cannot be imported as a new unit")
        }
        Value::String(text) if text.trim().is_empty() => Some("is empty: the cell will read as missing"),
        Value::String(text) if text.trim().len() < text.len() => Some("begins or ends with blanks, which are lost"),
        Value::Array(items) => {
            let is_plain = |item: &str| item.trim() == item && !item.is_empty() && !item.contains(';');
            let is_lost = items.is_empty() || items.iter().filter_map(Value::as_str).any(|item| !is_plain(item));
            is_lost
                .then_some("is a list that a cell cannot hold: `;` separates items, and blanks around items are lost")
        }
        _ => None,
    }
}
