//! Assaults: their table, their modifiers and their results.

use battlewright_engine::systems::position_magnifique::rulebook as rule;
use battlewright_schema::system::position_magnifique::{Event, Nation};
use battlewright_schema::{HexsideKind, words};
use serde_json::Value;

use super::fire::{half, terrain_shifts};
use super::turn::list_row;
use super::{PositionSheet, modifier};
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Chart, ChartKind, GridChart, GridRow, ListChart, Modifier, ModifierGroup};
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns the Assault Combat Table (13.2).
pub(super) fn table(sheet: &PositionSheet<'_, '_>) -> Chart {
    let path = sheet.source.table("assault");
    let bound = |row: &Value, key: &str| row.get(key).and_then(Value::as_i64);
    let columns = sheet.source.rows(&path.clone().key("columns"));
    let columns = columns.iter().map(|(_, row)| (head(bound(row, "from"), bound(row, "to")), String::new())).collect();
    // The loser's letter tells whose loss it is; the tint tells how heavy it is.
    let tint = |text: &str| match (text.starts_with('A'), text.ends_with('*')) {
        _ if text == "·" => 0,
        (true, false) => 1,
        (true, true) => 2,
        (false, false) => 3,
        (false, true) => 4,
    };
    let rows = (2i64..).zip(sheet.source.rows(&path.clone().key("rows"))).map(|(total, (row, _))| GridRow {
        head: total.to_string(),
        cells: sheet.source.rows(&row).into_iter().map(|(cell, _)| sheet.source.cell(cell, tint)).collect(),
    });
    let legend: [(&str, &str); 4] = [
        ("A", "the attackers lose, the defender nothing"),
        ("D", "the defender loses, the attackers nothing"),
        ("number", "the hits: each is a hex of retreat for all losing units, or a step of one of them"),
        ("*", "one of the hits at least is a step"),
    ];
    let legend = legend.map(|(letters, effect)| (letters.to_owned(), Phrase::from(effect)));
    let grid = GridChart {
        rows_are: "2d6".to_owned(),
        columns_are: "Attackers' factors less the defender's, then shifted".to_owned(),
        columns,
        rows: rows.collect(),
        legend: legend.into(),
    };
    Chart::new("assault", "Assault Combat", "13.2, 13.6", ChartKind::Grid(grid))
        .showing(path.key("columns"))
        .from_source(sheet.source.provenance("assault"))
}

/// Returns the head of a column of differentials, such as `−5 or less`, `+3, +4` or `+7 or more`.
fn head(from: Option<i64>, to: Option<i64>) -> String {
    let number = |number: i64| {
        let size = Quantity::from(number).to_string();
        if number > 0 { format!("+{size}") } else { size }
    };
    match (from, to) {
        (Some(from), Some(to)) if from == to => number(from),
        (Some(from), Some(to)) if from.saturating_add(1) == to => format!("{}, {}", number(from), number(to)),
        (Some(from), Some(to)) => format!("{} to {}", number(from), number(to)),
        (None, Some(to)) => format!("{} or less", number(to)),
        (Some(from), None) => format!("{} or more", number(from)),
        (None, None) => "all".to_owned(),
    }
}

/// Returns the modifiers of assaults in their order: factors, columns, dice.
pub(super) fn modifiers(sheet: &PositionSheet<'_, '_>) -> Chart {
    let factors = ModifierGroup {
        title: "1. Combat Factor of each unit".to_owned(),
        amounts_are: "Factor".to_owned(),
        modifiers: vec![
            modifier(Amount::fixed(2, Unit::Factor), "cavalry", "charges or countercharges", rule::CHARGING),
            modifier(half(), "unit", "is Shaken", rule::SHAKEN_ASSAULT),
        ],
        rounding: "doubled, then halved; halves are rounded up".into(),
    };
    let columns = ModifierGroup {
        title: "2. Columns, all added up".to_owned(),
        amounts_are: "Columns".to_owned(),
        modifiers: shifts(sheet),
        rounding: Phrase::default(),
    };
    let flank = sheet.source.amount(sheet.source.table("assault").key("flank_attack"), Unit::Die);
    let dice = ModifierGroup {
        title: "3. Dice".to_owned(),
        amounts_are: "2d6".to_owned(),
        modifiers: vec![modifier(
            flank,
            "attackers",
            "two that are not next to each other, or three",
            rule::FLANK_ATTACK,
        )],
        rounding: Phrase::default(),
    };
    Chart::new(
        "assault-modifiers",
        "Assault: modifiers",
        "▸ right and + help the attackers, ◂ left the defender",
        ChartKind::Modifiers(vec![factors, columns, dice]),
    )
}

fn shifts(sheet: &PositionSheet<'_, '_>) -> Vec<Modifier> {
    let mut shifts = terrain_shifts(sheet, "assault_infantry", "infantry");
    for (path, row) in sheet.source.rows(&sheet.source.table("hexsides")) {
        let Some(kind) = row.get("kind").and_then(Value::as_str) else { continue };
        let is_on_map = sheet.own.hexside.iter().any(|row| row.kind.name() == kind)
            || (kind == HexsideKind::Slope.name() && sheet.own.map.levels.is_some());
        let amount = sheet.source.amount(path.key("assault"), Unit::Columns);
        if is_on_map && !amount.value.is_zero() {
            let what = if kind == HexsideKind::Slope.name() {
                "steep slope".to_owned()
            } else {
                words::plain(kind).to_lowercase()
            };
            shifts.push(modifier(amount, "defender", format!("all attackers cross a {what}"), rule::TERRAIN));
        }
    }
    if sheet.own.map.levels.is_some() {
        let when = "all attackers come from a lower level";
        shifts.push(modifier(sheet.shift("assault_uphill"), "defender", when, rule::ASSAULT_PROCEDURE));
    }
    let events = [
        (
            Event::BattlefieldConditions,
            "undulations",
            None,
            "Battlefield Conditions:",
            " ground hides them",
            rule::COMMON_EVENTS,
        ),
        (Event::Auftragstaktik, "auftragstaktik", Some(Nation::Prussian), "Auftragstaktik", "", rule::PRUSSIAN_EVENTS),
        (Event::Deathride, "deathride", Some(Nation::Prussian), "Deathride", "", rule::PRUSSIAN_EVENTS),
    ];
    for (event, name, nation, title, more, rule) in events {
        if sheet.has_event(&[event]) {
            let whose = nation.map_or_else(|| Phrase::from("attackers"), |nation| sheet.nation(nation).into());
            shifts.push(modifier(sheet.shift(name), whose, phrase![strong(title), more], rule));
        }
    }
    if let Some(side) = &sheet.own.surprise_attack {
        shifts.push(modifier(sheet.shift("surprise"), sheet.side(side), "surprise attack", rule::SURPRISE_ATTACK));
    }
    shifts
}

/// Returns what happens after the dice (13.6 to 13.9).
pub(super) fn results(sheet: &PositionSheet<'_, '_>) -> Chart {
    let between = sheet.ruling(
        "retreat_between_victors",
        "if none is, further from one and nearer to none",
        "if none is, the unit is eliminated",
    );
    let heads = ["After the dice", "What", "Rule"].map(str::to_owned).to_vec();
    let row = |name: &str, what: Phrase, rule: battlewright_engine::game::Rule| {
        list_row(vec![strong(name).into(), what, rule.into()])
    };
    let rows = vec![
        row(
            "Losers",
            phrase!["take the hits, are Shaken, and retreat. After a charge at least ", Amount::fixed(1, Unit::Hexes),],
            rule::ASSAULT_RESULTS,
        ),
        row(
            "Retreat",
            phrase![
                "each hex further from every victor; ",
                between,
                ". Among these nearer to the HQ, then not through friends; on if it would end on one. Off the map, or no hex: eliminated",
            ],
            rule::RETREAT,
        ),
        row(
            "Breakthrough",
            phrase![
                "one unshaken attacker that won may enter the hex; a charger one vacant hex more, not further from the beaten unit, or from a nearest enemy if that is gone. No fire at it",
            ],
            rule::BREAKTHROUGH,
        ),
        row("HQ", "retreats with its unit, and may go with one that breaks through".into(), rule::HQ_COMBAT),
    ];
    Chart::new(
        "assault-results",
        "Retreat and breakthrough",
        "13.6 to 13.10",
        ChartKind::List(ListChart { heads, rows }),
    )
    .showing(sheet.source.setting("retreat_between_victors"))
}
