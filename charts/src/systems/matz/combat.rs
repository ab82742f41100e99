//! The Combat Results Table (7.4, 7.5).

use battlewright_engine::systems::matz::rulebook as rule;
use battlewright_schema::DocPath;
use serde_json::Value;

use super::{MatzSheet, ratio};
use crate::amount::Quantity;
use crate::chart::{Chart, ChartCell, ChartKind, GridChart, GridRow};
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns the Combat Results Table, whose heads have the bounds of their odds.
pub(super) fn table(sheet: &MatzSheet<'_, '_>) -> Chart {
    let path = sheet.source.table("combat");
    let columns = sheet.source.rows(&path.clone().key("columns"));
    let from = |at: usize| columns.get(at).and_then(|(_, row)| row.get("from")).and_then(Value::as_i64);
    let head = |(at, (_, row)): (usize, &(DocPath, Value))| {
        let odds = row.get("odds").and_then(Value::as_str).unwrap_or_default().to_owned();
        let least = from(at).unwrap_or_default();
        let bounds = match from(at + 1) {
            Some(next) if at == 0 => format!("below {}", ratio(next)),
            Some(next) => format!("{} to {}", ratio(least), ratio(next.saturating_sub(1))),
            None => format!("{} or more", ratio(least)),
        };
        (odds, bounds)
    };
    let first = sheet.source.number(&path.clone().key("first_die"));
    let rows = sheet.source.rows(&path.clone().key("rows"));
    let count = rows.len();
    let first_changed = sheet.source.is_changed(&path.clone().key("first_die"));
    let grid_rows = (first..).zip(rows).enumerate().map(|(at, (die, (row, _)))| {
        let cells = sheet.source.rows(&row).into_iter().enumerate().map(|(column, (cell, _))| {
            // A cell means another thing if its column or its row stands for other numbers.
            let bounds = columns.get(column).is_some_and(|(path, _)| sheet.source.is_changed(path));
            let next = columns.get(column + 1).is_some_and(|(path, _)| sheet.source.is_changed(path));
            let cell = sheet.source.cell(cell, tint);
            ChartCell { changed: cell.changed || bounds || next || first_changed, ..cell }
        });
        let number = Quantity::from(die);
        let head = match at {
            0 => format!("{number} or less"),
            at if at + 1 == count => format!("{number} or more"),
            _ => number.to_string(),
        };
        GridRow { head, cells: cells.collect() }
    });
    let rows: Vec<GridRow> = grid_rows.collect();
    let legend = legend(&rows);
    let grid = GridChart {
        rows_are: "Die, modified".to_owned(),
        columns_are: "Attacker's points to the defender's, then shifted".to_owned(),
        columns: columns.iter().enumerate().map(head).collect(),
        rows,
        legend,
    };
    let [least, above] = ["least", "above"].map(|key| path.clone().key(key));
    let words = |path: &DocPath| sheet.source.words(path, ratio(sheet.source.number(path)));
    Chart::new("combat", "Combat results", "7.4, 7.5 · one die", ChartKind::Grid(grid))
        .note(phrase![
            strong("Ratio:"),
            " to the nearest hundredth; no attack below ",
            words(&least),
            "; a defense of 0 counts as 1. Each ",
            words(&above),
            " beyond the last column, after the shifts, adds 1 to the die ",
            rule::COMBAT_RESOLUTION,
            ".",
        ])
        .note(
            "A: the attackers in contact; D: all units in the hexes under attack, which defend together. A unit attacks once and is \
             attacked once in a phase; several may attack one hex, or the same hexes together.",
        )
        .showing(path.clone().key("columns"))
        .showing(path.key("first_die"))
        .showing(least)
        .showing(above)
        .from_source(sheet.source.provenance("combat"))
}

/// Returns the strength of the tint of a result: how heavy the loss is, whose letters say whose it is.
fn tint(text: &str) -> u8 {
    match text {
        "·" => 0,
        "A" | "AR" | "Eng" => 1,
        "AR2" | "A1" | "D" | "DR" => 2,
        "Ae" | "DR2" | "D1" => 3,
        "AE" | "De" => 4,
        "DE" => 5,
        _ => 2,
    }
}

/// The parts of results, each with its effect.
const FATES: [(&str, &str); 6] = [
    ("E", "all units eliminated"),
    ("e", "each unit loses a step, all retreat 2 hexes"),
    ("1", "one unit loses a step, all retreat 1 hex"),
    ("R2", "all retreat 2 hexes"),
    ("R", "all retreat 1 hex"),
    ("", "one unit loses a step, nobody retreats"),
];

/// Returns the results that are in the table, in words.
fn legend(rows: &[GridRow]) -> Vec<(String, Phrase)> {
    let texts: Vec<&str> = rows.iter().flat_map(|row| &row.cells).map(|cell| cell.text.as_str()).collect();
    let parts = || texts.iter().flat_map(|text| text.split('/'));
    let mut legend: Vec<(String, Phrase)> = Vec::new();
    for (fate, effect) in FATES {
        let codes = ["A", "D"].map(|letter| format!("{letter}{fate}"));
        let there: Vec<String> = codes.into_iter().filter(|code| parts().any(|part| part == code)).collect();
        if !there.is_empty() {
            legend.push((there.join(", "), effect.into()));
        }
    }
    if texts.contains(&"Eng") {
        legend.push(("Eng".to_owned(), "each side loses a step; nobody retreats or advances".into()));
    }
    if texts.iter().any(|text| text.contains('/')) {
        legend.push(("A/D1".to_owned(), "both: first the defender's part, then the attacker's".into()));
    }
    legend
}
