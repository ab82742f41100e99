//! Writing a workbook.

use std::collections::BTreeMap;

use battlewright_schema::table::{columns, unit};
use battlewright_schema::{Scenario, Start};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use super::{UNITS, WorkbookError};

/// The widest column, in characters.
const WIDEST: usize = 48;

/// The content of a cell.
enum CellContent {
    Nothing,
    Text(String),
    Number(f64),
}

impl CellContent {
    fn of(text: &str) -> Self {
        if text.is_empty() { Self::Nothing } else { Self::Text(text.to_owned()) }
    }

    fn length(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Text(text) => text.chars().count(),
            Self::Number(number) => number.to_string().len(),
        }
    }
}

/// Writes the workbook of `scenario`, a sheet each for its units with all fields, its reinforcements by turn, its places
/// and its terrain. The bytes depend on the scenario alone.
///
/// # Errors
/// A text is too long for a cell, or there are too many rows for a sheet.
pub fn write(scenario: &Scenario) -> Result<Vec<u8>, WorkbookError> {
    Ok(book(scenario)?)
}

fn book(scenario: &Scenario) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    // A fixed creation date keeps the file of an unchanged scenario unchanged.
    let day = ExcelDateTime::from_ymd(2000, 1, 1)?;
    let title = scenario.title();
    book.set_properties(&DocProperties::new().set_title(title).set_creation_datetime(&day));
    sheet(book.add_worksheet(), UNITS, &units(scenario))?;
    sheet(book.add_worksheet(), "Reinforcements", &reinforcements(scenario))?;
    sheet(book.add_worksheet(), "Places", &places(scenario))?;
    sheet(book.add_worksheet(), "Terrain", &terrain(scenario))?;
    book.save_to_buffer()
}

/// Fills a sheet. The first of `rows` is a header, which stays in view.
fn sheet(sheet: &mut Worksheet, name: &str, rows: &[Vec<CellContent>]) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    sheet.set_name(name)?.set_freeze_panes(1, 0)?;
    let mut widths: BTreeMap<u16, usize> = BTreeMap::new();
    for (row, cells) in (0_u32..).zip(rows) {
        for (column, held) in (0_u16..).zip(cells) {
            match held {
                CellContent::Nothing => continue,
                CellContent::Text(text) if row == 0 => sheet.write_string_with_format(row, column, text, &bold)?,
                CellContent::Text(text) => sheet.write_string(row, column, text)?,
                CellContent::Number(number) => sheet.write_number(row, column, *number)?,
            };
            let width = widths.entry(column).or_default();
            *width = (*width).max(held.length()).min(WIDEST);
        }
    }
    for (column, width) in widths {
        let letters = u8::try_from(width + 2).unwrap_or(u8::MAX);
        sheet.set_column_width(column, f64::from(letters))?;
    }
    Ok(())
}

fn heads(heads: &[&str]) -> Vec<CellContent> {
    heads.iter().map(|head| CellContent::of(head)).collect()
}

/// Returns the rows of units with all fields, as in CSV files, but with typed numbers.
fn units(scenario: &Scenario) -> Vec<Vec<CellContent>> {
    let columns = columns(scenario.system());
    let mut rows = vec![columns.iter().map(|column| CellContent::Text(column.key())).collect()];
    for row in (0..scenario.common().unit_count()).filter_map(|at| scenario.get(&unit(at))) {
        let held = columns.iter().map(|column| match column.value(&row).and_then(serde_json::Value::as_f64) {
            Some(number) if column.is_number() => CellContent::Number(number),
            _ => CellContent::of(&column.text(&row)),
        });
        rows.push(held.collect());
    }
    rows
}

/// Returns the rows of reinforcements, in order of arrival.
fn reinforcements(scenario: &Scenario) -> Vec<Vec<CellContent>> {
    let common = scenario.common();
    let sides = common.sides();
    let mut coming = Vec::new();
    for unit in common.counters().into_iter().filter_map(|counter| common.counter(counter)) {
        let Start::Enters { turn, at, .. } = &unit.start else { continue };
        let side = sides.iter().find(|side| side.id == unit.side).map_or(unit.side.as_str(), |side| side.name);
        let row = vec![
            CellContent::Number(f64::from(*turn)),
            CellContent::of(&common.turns().clock(*turn).unwrap_or_default()),
            CellContent::of(at.as_str()),
            CellContent::of(side),
            CellContent::of(unit.id.as_str()),
            CellContent::of(unit.name),
            CellContent::of(unit.formation.unwrap_or_default()),
        ];
        coming.push(((*turn, at.clone()), row));
    }
    coming.sort_by(|(one, _), (two, _)| one.cmp(two));
    let head = heads(&["Turn", "Time", "Entry", "Side", "Unit", "Name", "Formation"]);
    std::iter::once(head).chain(coming.into_iter().map(|(_, row)| row)).collect()
}

/// Returns the rows of places with the sides that score them.
fn places(scenario: &Scenario) -> Vec<Vec<CellContent>> {
    let common = scenario.common();
    let scoring = common.scoring();
    let mut rows = vec![heads(&["Place", "Name", "Hexes", "Held by", "Scored by"])];
    for place in common.places() {
        let counts = scoring.iter().filter(|scoring| *scoring.place == place.id);
        let counts = counts.map(|scoring| scoring.side.to_string()).collect::<Vec<_>>().join("; ");
        let hexes = place.hexes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        let holder = place.holder.as_ref().map(ToString::to_string).unwrap_or_default();
        let cells = [place.id.as_str(), &place.name, &hexes, &holder, &counts];
        rows.push(cells.into_iter().map(CellContent::of).collect());
    }
    rows
}

/// Returns the rows of terrain types with their numbers of hexes.
fn terrain(scenario: &Scenario) -> Vec<Vec<CellContent>> {
    let common = scenario.common();
    let mut counts: BTreeMap<char, u32> = BTreeMap::new();
    for letter in common.hexes().0.iter().flatten() {
        *counts.entry(*letter).or_default() += 1;
    }
    let mut rows = vec![heads(&["Letter", "Name", "Look", "Hexes"])];
    for terrain in common.terrain() {
        let look = serde_json::to_value(terrain.look).ok();
        rows.push(vec![
            CellContent::of(&terrain.letter.to_string()),
            CellContent::of(terrain.name),
            CellContent::of(look.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default()),
            CellContent::Number(counts.get(&terrain.letter.0).copied().map_or(0.0, f64::from)),
        ]);
    }
    rows
}
