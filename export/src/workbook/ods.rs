//! Reading an OpenDocument workbook, with limits for repeated rows and cells.

use battlewright_schema::table;
use roxmltree::Node;

use super::read::ReadSheet;
use super::{SheetLimit, UNITS, WorkbookError, cell_name};
use crate::archive::{Archive, xml};

/// The file with the sheets.
pub(super) const CONTENT: &str = "content.xml";

type OdsElement<'a> = Node<'a, 'a>;

/// Reads the units of a workbook from the sheet called `Units`, or else from the first sheet.
pub(super) fn read(archive: &mut Archive<'_>) -> Result<ReadSheet, WorkbookError> {
    let text = archive.text(CONTENT)?.unwrap_or_default();
    let document = xml(&text, CONTENT)?;
    let sheets: Vec<OdsElement<'_>> = document.descendants().filter(|node| is(*node, "spreadsheet")).collect();
    let sheets: Vec<OdsElement<'_>> =
        sheets.iter().flat_map(Node::children).filter(|node| is(*node, "table")).collect();
    let name = |sheet: &OdsElement<'_>| attribute(*sheet, "name").unwrap_or_default().to_owned();
    let units = sheets.iter().find(|sheet| name(sheet).eq_ignore_ascii_case(UNITS)).or(sheets.first());
    let sheet = units.ok_or(WorkbookError::NoSheet)?;
    let mut filling = ReadSheet::of(name(sheet));
    let mut line = 0;
    rows(*sheet, &mut line, &mut filling)?;
    Ok(filling)
}

fn is(node: OdsElement<'_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name
}

/// Returns the attribute called `name` in any namespace.
fn attribute<'a>(node: OdsElement<'a>, name: &str) -> Option<&'a str> {
    node.attributes().find(|attribute| attribute.name() == name).map(|attribute| attribute.value())
}

/// Returns the repeat count of a row or cell.
fn repeated(node: OdsElement<'_>, name: &str) -> u64 {
    attribute(node, name).and_then(|count| count.parse().ok()).unwrap_or(1).max(1)
}

/// Reads the rows within `node`, grouped ones included; `line` counts the rows so far. The recursion is bounded by the
/// limit on nesting.
fn rows(node: OdsElement<'_>, line: &mut u64, filling: &mut ReadSheet) -> Result<(), SheetLimit> {
    for child in node.children().filter(Node::is_element) {
        match child.tag_name().name() {
            "table-row-group" | "table-header-rows" | "table-rows" => rows(child, line, filling)?,
            "table-row" => {
                let count = repeated(child, "number-rows-repeated");
                let cells = cells(child, *line, filling)?;
                // Empty rows may be repeated to the end of the sheet; others count against the limits.
                if !cells.is_empty() {
                    for line in (0..count).map(|at| line.saturating_add(at)) {
                        for (column, text) in &cells {
                            filling.put(line, *column, text)?;
                        }
                    }
                }
                *line = line.saturating_add(count);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the nonempty cells of a row with their columns.
fn cells(row: OdsElement<'_>, line: u64, filling: &mut ReadSheet) -> Result<Vec<(usize, String)>, SheetLimit> {
    let mut all = Vec::new();
    let mut column = 0_usize;
    for cell in row.children().filter(|node| is(*node, "table-cell") || is(*node, "covered-table-cell")) {
        let count = usize::try_from(repeated(cell, "number-columns-repeated")).unwrap_or(usize::MAX);
        let text = text(cell, line, column, filling);
        // An overlong text is refused before it is repeated.
        if text.len() > 4 * table::LIMITS.letters {
            filling.put(line, column, &text)?;
        }
        if !text.is_empty() {
            let most = table::LIMITS.columns;
            // One cell beyond the limit, to be refused on insertion.
            let end = column.saturating_add(count).min(most.max(column) + 1);
            all.extend((column..end).map(|column| (column, text.clone())));
            if end > most {
                return filling.put(line, most, &text).map(|()| all);
            }
        }
        column = column.saturating_add(count);
    }
    Ok(all)
}

/// Returns the content of a cell as it would be typed.
fn text(cell: OdsElement<'_>, line: u64, column: usize, filling: &mut ReadSheet) -> String {
    let place = || cell_name(column.min(1 << 20), line.saturating_add(1));
    let value = |name| attribute(cell, name).unwrap_or_default().to_owned();
    // Two attributes have this local name; the one in the program's own namespace tells of errors.
    if cell.attributes().any(|attribute| attribute.name() == "value-type" && attribute.value() == "error") {
        filling.note(format!("{} is a formula that has no value", place()));
        return words(cell);
    }
    match attribute(cell, "value-type") {
        Some("float" | "percentage" | "currency") => {
            let value = value("value");
            value.parse::<f64>().map(|number| number.to_string()).unwrap_or(value)
        }
        Some("boolean") => if value("boolean-value") == "true" { "yes" } else { "" }.to_owned(),
        Some("date") => {
            filling.note(format!(
                "{} is a date to the spreadsheet: format the column as text, and type it again",
                place()
            ));
            value("date-value")
        }
        Some("time") => value("time-value"),
        _ => words(cell),
    }
}

/// Returns the paragraphs of a cell without its comments, up to a little over the limit.
fn words(cell: OdsElement<'_>) -> String {
    let mut text = String::new();
    for (at, paragraph) in cell.children().filter(|node| is(*node, "p")).enumerate() {
        if at > 0 {
            text.push('\n');
        }
        for node in paragraph.descendants() {
            // Consecutive spaces are stored as a count.
            let most = table::LIMITS.letters + 1;
            if node.is_text() {
                text.push_str(node.text().unwrap_or_default());
            } else if is(node, "s") {
                let count = attribute(node, "c").and_then(|count| count.parse().ok()).unwrap_or(1_usize);
                text.push_str(&" ".repeat(count.min(most.saturating_sub(text.len()))));
            } else if is(node, "tab") {
                text.push('\t');
            } else if is(node, "line-break") {
                text.push('\n');
            }
        }
    }
    text
}
