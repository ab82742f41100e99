//! A workbook written.

use std::collections::BTreeMap;

use battlewright_schema::table::{columns, unit};
use battlewright_schema::{Scenario, Start};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use super::{UNITS, WorkbookError};

/// The widest that a column is made, in letters.
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

/// The workbook of `scenario`: its units with a column for every field, its reinforcements turn by turn, its places and
/// its terrain, a sheet each. The same scenario gives the same bytes.
///
/// # Errors
/// Something is too long for a cell or too many for a sheet.
pub fn write(scenario: &Scenario) -> Result<Vec<u8>, WorkbookError> {
    Ok(book(scenario)?)
}

fn book(scenario: &Scenario) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    // The day is the same for all, so that an unchanged scenario makes an unchanged file.
    let day = ExcelDateTime::from_ymd(2000, 1, 1)?;
    let title = scenario.title();
    book.set_properties(&DocProperties::new().set_title(title).set_creation_datetime(&day));
    sheet(book.add_worksheet(), UNITS, &units(scenario))?;
    sheet(book.add_worksheet(), "Reinforcements", &reinforcements(scenario))?;
    sheet(book.add_worksheet(), "Places", &places(scenario))?;
    sheet(book.add_worksheet(), "Terrain", &terrain(scenario))?;
    book.save_to_buffer()
}

/// Fills a sheet; the first of `rows` is its headings, which stay in view.
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

/// Every field of every unit, as in the other files of spreadsheets, numbers as numbers.
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

/// The reinforcements: who comes when and where.
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

/// The named places, with what they count for.
fn places(scenario: &Scenario) -> Vec<Vec<CellContent>> {
    let common = scenario.common();
    let scoring = common.scoring();
    let mut rows = vec![heads(&["Place", "Name", "Hexes", "Held by", "Counts for"])];
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

/// The legend of the map, with how many hexes have each letter.
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
