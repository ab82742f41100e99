//! The row filter: words in any column, and conditions on columns such as `er>2`.

use super::sheet::UnitSheet;

/// A condition on a row.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    /// A cell contains the text.
    Anywhere(String),
    /// A cell of the column contains the text.
    In(usize, String),
    /// The cell of the column equals the text.
    Is(usize, String),
    /// The cell of the column, as a number, satisfies the comparison.
    Compared(usize, &'static str, i64),
}

/// The conditions of a filter. Each has a flag that is `false` for a negated condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter(Vec<(bool, Condition)>);

/// The operators between column and text, longer ones first.
const SIGNS: [&str; 6] = [">=", "<=", ">", "<", "=", ":"];

impl Filter {
    /// Parses a filter. A part without a column name matches any column, so all input is valid.
    pub fn parse(text: &str, sheet: &UnitSheet) -> Self {
        let parts = parts(text).into_iter().filter(|part| part != "-");
        Self(
            parts
                .map(|part| match part.strip_prefix('-') {
                    Some(rest) => (false, condition(rest, sheet)),
                    None => (true, condition(&part, sheet)),
                })
                .collect(),
        )
    }

    /// Returns `true` if row `line` of `sheet` satisfies the filter.
    pub fn meets(&self, sheet: &UnitSheet, line: usize) -> bool {
        self.0.iter().all(|(wanted, condition)| condition.holds(sheet, line) == *wanted)
    }
}

/// Splits `text` at spaces. Quotes keep words together.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => parts.push(String::new()),
            letter => {
                if let Some(part) = parts.last_mut() {
                    part.push(letter);
                }
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn condition(part: &str, sheet: &UnitSheet) -> Condition {
    let found = SIGNS.iter().filter_map(|sign| Some((part.find(sign)?, *sign)));
    let first = found.min_by_key(|(at, sign)| (*at, std::cmp::Reverse(sign.len())));
    let split = first.and_then(|(at, sign)| {
        let column = sheet.column_named(part.get(..at)?)?;
        Some((column, sign, part.get(at + sign.len()..)?))
    });
    match split {
        Some((column, ":", text)) => Condition::In(column, text.to_lowercase()),
        Some((column, "=", text)) => Condition::Is(column, text.to_lowercase()),
        Some((column, sign, text)) => match text.parse() {
            Ok(number) => Condition::Compared(column, sign, number),
            Err(_) => Condition::Anywhere(part.to_lowercase()),
        },
        None => Condition::Anywhere(part.to_lowercase()),
    }
}

impl Condition {
    fn holds(&self, sheet: &UnitSheet, line: usize) -> bool {
        let texts = |column: usize| {
            let cell = sheet.text(line, column).to_lowercase();
            let shown = sheet.shown(line, column).to_lowercase();
            [cell, shown]
        };
        match self {
            Self::Anywhere(text) => {
                (0..sheet.heads.len()).any(|column| texts(column).iter().any(|cell| cell.contains(text)))
            }
            Self::In(column, text) => texts(*column).iter().any(|cell| cell.contains(text)),
            Self::Is(column, text) => texts(*column).iter().any(|cell| cell == text),
            Self::Compared(column, sign, number) => {
                let Ok(cell) = sheet.text(line, *column).parse::<i64>() else { return false };
                match *sign {
                    ">=" => cell >= *number,
                    "<=" => cell <= *number,
                    ">" => cell > *number,
                    _ => cell < *number,
                }
            }
        }
    }
}

/// Returns the filter text for cells of column `key` that equal `text`.
pub fn exactly(key: &str, text: &str) -> String {
    let part = format!("{key}={text}");
    if part.contains(' ') { format!("\"{part}\"") } else { part }
}
