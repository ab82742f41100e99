//! The filter of rows: words that stand anywhere, and conditions on columns such as `er>2`.

use super::sheet::UnitSheet;

/// A condition that a row must meet.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    /// The text stands in some cell.
    Anywhere(String),
    /// The text stands in a cell of the column.
    In(usize, String),
    /// The cell of the column is the text.
    Is(usize, String),
    /// The cell of the column, as a number, compares so with the number.
    Compared(usize, &'static str, i64),
}

/// The conditions that rows must meet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter(Vec<(bool, Condition)>);

/// The signs between a column and a text, the longer before those that begin like them.
const SIGNS: [&str; 6] = [">=", "<=", ">", "<", "=", ":"];

impl Filter {
    /// The filter that was typed. What names no column is looked for anywhere, so nothing typed is wrong.
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

    /// Returns `true` if the row at `line` of `sheet` is shown.
    pub fn meets(&self, sheet: &UnitSheet, line: usize) -> bool {
        self.0.iter().all(|(wanted, condition)| condition.holds(sheet, line) == *wanted)
    }
}

/// The parts of `text` between spaces; quotes hold words together.
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
        let column = sheet.called(part.get(..at)?)?;
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

/// The condition that a cell of the column called `key` is `text`, as it would be typed.
pub fn exactly(key: &str, text: &str) -> String {
    let part = format!("{key}={text}");
    if part.contains(' ') { format!("\"{part}\"") } else { part }
}
