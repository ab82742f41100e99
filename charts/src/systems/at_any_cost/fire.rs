//! The two tables of fire and what they say.

use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::at_any_cost::{FireColumn, FireTable};

use super::Aid;
use super::make::{list, row};
use crate::chart::{Chart, ChartKind, GridChart, GridRow};
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns the charts of the results of fire.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    let mitrailleuses = if aid.used.mitrailleuses { ", mitrailleuses" } else { "" };
    let superior = phrase![
        rule::FIRE_RESULTS,
        " · ",
        aid.prussian(),
        ": artillery; ",
        aid.french(),
        ": infantry",
        mitrailleuses,
        " · column: SP after 1 and 2"
    ];
    let inferior = phrase![
        rule::FIRE_RESULTS,
        " · ",
        aid.prussian(),
        ": infantry; ",
        aid.french(),
        ": artillery · column: SP after 1 and 2"
    ];
    let rules = &aid.rules.tables;
    vec![
        table(aid, "fire-superior", "Fire Combat: superior table", superior, "fire_superior", &rules.fire_superior)
            .at(2, 0, 12),
        table(aid, "fire-inferior", "Fire Combat: inferior table", inferior, "fire_inferior", &rules.fire_inferior)
            .at(2, 1, 12),
    ]
}

/// Returns the tint of a result: the graver, the darker; casualties stand out.
fn weight(result: &str) -> u8 {
    match result {
        "·" => 0,
        "RT" => 1,
        "TT" => 2,
        "ST" => 3,
        "CT" => 4,
        _ => 5,
    }
}

/// Returns the head of a column, with the SP that a letter stands for.
fn head(column: &FireColumn) -> (String, String) {
    let points = match (column.from, column.to) {
        (0, _) => "0",
        (-1, _) => "\u{2212}1",
        (..=-2, _) => "\u{2212}2 or less",
        _ => "",
    };
    let shown = match (column.from, column.to) {
        (1.., None) => format!("{} or more", column.from),
        (from @ 1.., Some(to)) if to > from => format!("{from} to {to}"),
        _ => column.to_string(),
    };
    (shown, points.to_owned())
}

fn table(aid: &Aid<'_>, id: &'static str, title: &str, aside: Phrase, key: &str, table: &FireTable) -> Chart {
    let path = aid.source.table(key);
    let rows = table.rows.iter().enumerate().map(|(at, cells)| GridRow {
        head: die_words(at),
        cells: (0..cells.len())
            .map(|cell| aid.source.cell(path.clone().key("rows").index(at).index(cell), weight))
            .collect(),
    });
    // The page says once what the results are.
    let legend: &[(&str, &str)] = if id == "fire-inferior" {
        &[]
    } else {
        &[
            ("RT", "Routine Test"),
            ("TT", "Tough Test"),
            ("ST", "Severe Test"),
            ("CT", "Critical Test"),
            ("1, 2", "Casualty Hits"),
            ("1+RT", "hit for the Front Line unit, test for the unit behind it"),
        ]
    };
    let grid = GridChart {
        rows_are: "Colored die".to_owned(),
        columns_are: "SP".to_owned(),
        columns: table.columns.iter().map(head).collect(),
        rows: rows.collect(),
        legend: legend.iter().map(|(short, meaning)| ((*short).to_owned(), (*meaning).into())).collect(),
    };
    Chart::new(id, title, aside, ChartKind::Grid(grid)).showing(path).from_source(aid.source.provenance(key))
}

/// Returns the die of a row, from 0.
pub(super) fn die_words(at: usize) -> String {
    if at == 9 { "10 (0)".to_owned() } else { at.saturating_add(1).to_string() }
}

/// Returns the chart of what results mean.
pub(super) fn results() -> Chart {
    let rows = vec![
        row([
            strong("Test").into(),
            "RT, TT, ST, CT: one Cohesion Test of the Front Line unit".into(),
            rule::COHESION_TEST.into(),
        ]),
        row([
            strong("Casualty Hit").into(),
            "a Fresh unit turns over with the first; a Battleworn one takes a Break Test for each".into(),
            rule::CASUALTY_HITS.into(),
        ]),
        row([
            strong("Doubles").into(),
            "colored die = white die: Ammo Problem of the firer, whatever the result: Low Ammo, then Rationed Ammo"
                .into(),
            rule::AMMUNITION.into(),
        ]),
    ];
    Chart::new("fire-results", "3 Fire results", rule::FIRE_RESULTS, list(&["Result", "Effect", "Rule"], rows))
        .at(2, 2, 6)
        .in_stack(0)
}
