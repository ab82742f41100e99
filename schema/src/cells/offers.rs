//! The addresses of cells as text, and the words that can stand in a change.

use serde_json::Value;

use super::{CellValue, FoundCell, RuleCell, RuleCellProblem, cell_tables, find, is_named, rows_of, value_at};
use crate::Scenario;
use crate::schema_json::ValueKind;

impl Scenario {
    /// Returns the change of a cell whose address is the text `TABLE.ROW.COLUMN` or `TABLE.ROW`, with its value in force.
    ///
    /// # Errors
    /// There is no such cell. The text says what there is.
    pub fn cell_at(&self, address: &str) -> Result<RuleCell, String> {
        let (table, rest) = address.split_once('.').unwrap_or((address, ""));
        let below = self.tables_below_cells();
        let tables = self.rules_in_force().get("tables").cloned().unwrap_or_default();
        let mut refused: Option<RuleCellProblem> = None;
        // Headings may contain dots as well.
        let splits = rest.match_indices('.').filter_map(|(at, _)| {
            let (row, column) = rest.split_at_checked(at)?;
            Some((row, column.strip_prefix('.')))
        });
        for (row, column) in splits.chain([(rest, None)]) {
            let mut cell = RuleCell {
                table: table.into(),
                row: row.into(),
                column: column.map(Into::into),
                be: CellValue::YesNo(false),
            };
            match find(self.system(), &below, &cell) {
                Ok(found) => {
                    let now = found.now(&tables).and_then(CellValue::of);
                    cell.be = now.ok_or_else(|| format!("the cell {} has no value", cell.name()))?;
                    cell.row = found.row.into();
                    cell.column = found.column.map(Into::into);
                    return Ok(cell);
                }
                // A row that is there is nearer than one that is not.
                Err(problem) if refused.is_none() || problem.key == "column" => refused = Some(problem),
                Err(_) => {}
            }
        }
        Err(refused.map_or_else(|| address.to_owned(), |problem| problem.to_string()))
    }

    /// Returns the words that can stand at `key` in a row of `[[rules.cell]]`, if the row has these other values: tables for
    /// `table`, headings for `row` and `column`, and the words of the cell's type for `be`.
    pub fn cell_words(&self, key: &str, table: Option<&str>, row: Option<&str>, column: Option<&str>) -> Vec<String> {
        if key == "table" {
            return cell_tables(self.system());
        }
        let Some(name) = table.filter(|name| !is_named(self.system(), name)) else { return Vec::new() };
        let tables = self.tables_below_cells();
        let rows = rows_of(self.system(), name, tables.get(name).unwrap_or(&Value::Null));
        if key == "row" {
            return rows.iter().map(|row| row.name().to_owned()).collect();
        }
        let Some(row) = row.and_then(|wanted| rows.iter().find(|row| row.is_named(wanted))) else { return Vec::new() };
        if key == "column" {
            return row.cells.iter().filter_map(|cell| cell.column.clone()).collect();
        }
        let cell = RuleCell {
            table: name.into(),
            row: row.name().into(),
            column: column.map(Into::into),
            be: CellValue::YesNo(false),
        };
        find(self.system(), &tables, &cell).map(|found| found.offers(&tables)).unwrap_or_default()
    }
}

impl FoundCell {
    /// Returns the values that the cell can have: the words of its type, or else those that cells of its kind have in `tables`.
    pub(crate) fn offers(&self, tables: &Value) -> Vec<String> {
        match self.shape.kind() {
            ValueKind::Words => self.shape.words().iter().map(|word| word.word.to_owned()).collect(),
            ValueKind::Bool => vec!["true".to_owned(), "false".to_owned()],
            _ => {
                let mut words: Vec<String> = Vec::new();
                for value in self.alike(tables) {
                    let word = value.to_string();
                    if !words.contains(&word) {
                        words.push(word);
                    }
                }
                words
            }
        }
    }

    /// Returns the values of the cells of this kind in the table of the cell.
    fn alike(&self, tables: &Value) -> Vec<CellValue> {
        let Some((name, table)) = self.table(tables) else { return Vec::new() };
        let rows = rows_of(self.shape.system(), name, table);
        let cells = rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.shape == self.shape);
        cells.filter_map(|cell| value_at(table, &cell.path)).filter_map(CellValue::of).collect()
    }
}
