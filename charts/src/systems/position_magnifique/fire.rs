//! Fire: its table, its modifiers, Morale Tests and the line of sight.

use battlewright_engine::systems::position_magnifique::rulebook as rule;
use battlewright_schema::system::position_magnifique::{Event, Kind, Nation, PlungingArms, TerrainClass};
use serde_json::Value;

use super::turn::list_row;
use super::{PositionSheet, modifier};
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Chart, ChartKind, GridChart, GridRow, ListChart, Modifier, ModifierGroup};
use crate::phrase;
use crate::phrase::{Phrase, Span, strong};

/// Returns half of a Combat Factor or an allowance.
pub(super) fn half() -> Amount {
    Amount::fixed(Quantity::new(1, 2), Unit::Factor)
}

/// Returns the Fire Combat Table (10.2).
pub(super) fn table(sheet: &PositionSheet<'_, '_>) -> Chart {
    let path = sheet.source.table("fire");
    let columns = sheet.source.rows(&path.clone().key("columns"));
    let columns = columns.iter().map(|(_, name)| (name.as_str().unwrap_or_default().to_owned(), String::new()));
    let tint = |text: &str| match text {
        "MT" => 1,
        "SH" => 3,
        "SL" => 5,
        _ => 0,
    };
    let rows = (2i64..).zip(sheet.source.rows(&path.clone().key("rows"))).map(|(total, (row, _))| GridRow {
        head: total.to_string(),
        cells: sheet.source.rows(&row).into_iter().map(|(cell, _)| sheet.source.cell(cell, tint)).collect(),
    });
    let effects: [(&str, &str); 4] = [
        ("MT", "Morale Test: 2d6 up to its Morale Rating, or it is Shaken"),
        ("SH", "Shaken; a step lost if it already is"),
        ("SL", "step lost: it is turned to its reduced side, or eliminated"),
        ("·", "no effect"),
    ];
    let grid = GridChart {
        rows_are: "2d6".to_owned(),
        columns_are: "Combat Factor, then shifted".to_owned(),
        columns: columns.collect(),
        rows: rows.collect(),
        legend: effects.map(|(letters, effect)| (letters.to_owned(), Phrase::from(effect))).into(),
    };
    Chart::new("fire", "Fire Combat", "10.2, 10.6", ChartKind::Grid(grid))
        .note(phrase![
            strong("Doubles:"),
            " the firer gets a Low Ammo marker, whatever the result; with ",
            Amount::fixed(2, Unit::Count),
            " it cannot fire ",
            rule::LOW_AMMO,
            ". Shifts stop at the ends of the table. HQs are no targets.",
        ])
        .showing(path.key("columns"))
        .from_source(sheet.source.provenance("fire"))
}

/// Returns the shifts of fire at terrain or of assaults on it, from the field `key` of the terrain chart.
pub(super) fn terrain_shifts(sheet: &PositionSheet<'_, '_>, key: &str, who: &str) -> Vec<Modifier> {
    let mut shifts = Vec::new();
    for (path, row) in sheet.source.rows(&sheet.source.table("terrain")) {
        let class = match row.get("class").and_then(Value::as_str) {
            Some("forest") => TerrainClass::Forest,
            Some("town") => TerrainClass::Town,
            _ => TerrainClass::Clear,
        };
        let names = sheet.names_of(class);
        let amount = sheet.source.amount(path.key(key), Unit::Columns);
        if names.is_empty() || amount.value.is_zero() {
            continue;
        }
        shifts.push(modifier(amount, who, format!("in {}", names.to_lowercase()), rule::TERRAIN));
    }
    shifts
}

/// Returns the modifiers of fire: the halves of the Combat Factor, then the column shifts.
pub(super) fn modifiers(sheet: &PositionSheet<'_, '_>) -> Chart {
    let mut halves = vec![modifier(half(), "firer", "is Shaken", rule::SHAKEN_FIRE)];
    if sheet.has_kind(Kind::HorseArtillery) {
        halves.push(modifier(half(), "horse artillery", "will move in this activation", rule::FIRE_ELIGIBILITY));
    }
    halves.push(modifier(half(), "firer", "each Defensive Fire after its first of the phase", rule::DEFENSIVE_FIRE));
    let factors = ModifierGroup {
        title: "1. Combat Factor".to_owned(),
        amounts_are: "Factor".to_owned(),
        modifiers: halves,
        rounding: "each half is rounded up".into(),
    };
    let columns = ModifierGroup {
        title: "2. Columns, all added up".to_owned(),
        amounts_are: "Columns".to_owned(),
        modifiers: shifts(sheet),
        rounding: Phrase::default(),
    };
    Chart::new(
        "fire-modifiers",
        "Fire: modifiers",
        "▸ right helps the firer, ◂ left the target",
        ChartKind::Modifiers(vec![factors, columns]),
    )
    .showing(sheet.source.setting("plunging_fire"))
    .from_source(sheet.source.provenance("shifts"))
}

fn shifts(sheet: &PositionSheet<'_, '_>) -> Vec<Modifier> {
    let mut shifts = vec![
        modifier(sheet.shift("extended_range"), "firer", "beyond Effective, up to Extended Range", rule::RANGES),
        modifier(sheet.shift("low_ammo"), "firer", "has a Low Ammo marker", rule::LOW_AMMO),
    ];
    if sheet.own.map.levels.is_some() {
        let path = sheet.source.setting("plunging_fire");
        let arms = match sheet.own.ruleset().plunging_fire {
            PlungingArms::All => "firer",
            PlungingArms::Artillery => "artillery",
        };
        let who: Span = sheet.source.words(&path, arms);
        let when = phrase!["stands ", sheet.setting("plunging_levels", Unit::Count), " levels higher or more"];
        shifts.push(modifier(sheet.shift("plunging_fire"), who, when, rule::EXAMPLE));
    }
    shifts.extend(terrain_shifts(sheet, "fire", "target"));
    shifts.push(modifier(sheet.shift("fire_at_soft"), "target", "is cavalry or artillery", rule::FIRE_PROCEDURE));
    if sheet.has_event(&[Event::BattlefieldConditions]) {
        let when = phrase![strong("Battlefield Conditions:"), " smoke"];
        shifts.push(modifier(sheet.shift("smoke"), "target's side", when, rule::COMMON_EVENTS));
    }
    if sheet.has_event(&[Event::FeuDeBataillon]) {
        let when = phrase![strong("Feu de Bataillon,"), " unit In Command"];
        shifts.push(modifier(sheet.shift("feu_de_bataillon"), sheet.nation(Nation::French), when, rule::FRENCH_EVENTS));
    }
    if let Some(side) = &sheet.own.surprise_attack {
        shifts.push(modifier(sheet.shift("surprise"), sheet.side(side), "surprise attack", rule::SURPRISE_ATTACK));
    }
    shifts
}

/// Returns the Morale Test Table (10.7) with its modifiers.
pub(super) fn morale(sheet: &PositionSheet<'_, '_>) -> Chart {
    let table = sheet.source.table("morale");
    let mut rows = Vec::new();
    let mut shows = Vec::new();
    for (path, row) in sheet.source.rows(&table) {
        let nation =
            if row.get("nation").and_then(Value::as_str) == Some("french") { Nation::French } else { Nation::Prussian };
        let kinds: Vec<&str> =
            row.get("kinds").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let arms = arms(sheet, nation, &kinds);
        shows.extend([path.clone().key("nation"), path.clone().key("kinds")]);
        if arms.is_empty() {
            shows.push(path);
            continue;
        }
        let rating = |key: &str| Phrase::from(sheet.source.amount(path.clone().key(key), Unit::Count));
        rows.push(list_row(vec![sheet.nation(nation).into(), arms.into(), rating("full"), rating("reduced")]));
    }
    let heads = ["Side", "Arm", "Full: 2d6 up to", "Reduced: up to"].map(str::to_owned).to_vec();
    let mut chart = Chart::new("morale", "Morale Rating", "10.7", ChartKind::List(ListChart { heads, rows }));
    let one = || Amount::fixed(-1, Unit::Cohesion);
    let mut less = vec![phrase![one(), " Shaken"]];
    if sheet.has_event(&[Event::MitrailleuseFire]) {
        less.push(phrase![one(), " ", sheet.nation(Nation::Prussian), " under Mitrailleuse Fire"]);
    }
    let guard = sheet.own.formation.iter().find(|formation| formation.guard);
    let guard = guard.map_or_else(String::new, |guard| format!(", or once the {} is", guard.name));
    less.push(phrase![one(), " ", sheet.nation(Nation::French), format!(" of a Battle Worn formation{guard}; once")]);
    chart = chart.note(phrase![strong("Rating:"), " "].then(Phrase::joined(less, " · ")).then("."));
    chart = chart.note(phrase![
        "A unit that fails is Shaken; one that already is loses a step. ",
        strong("Battle Worn:"),
        " more than half of a formation's units are eliminated or reduced; units still to come count as whole.",
    ]);
    chart.shows = shows;
    chart.from_source(sheet.source.provenance("morale"))
}

/// Returns the arms of a row of the Morale Test Table that the army has in this scenario, in words.
fn arms(sheet: &PositionSheet<'_, '_>, nation: Nation, kinds: &[&str]) -> String {
    let is_there = |kind: Kind| {
        sheet.own.unit.iter().any(|unit| {
            let side = sheet.own.side.get(sheet.own.side_of(&unit.formation));
            unit.kind == kind && side.is_some_and(|side| side.nation == nation)
        })
    };
    let all = [
        (Kind::Infantry, "infantry", "infantry"),
        (Kind::Cavalry, "cavalry", "cavalry"),
        (Kind::FieldArtillery, "field-artillery", "field"),
        (Kind::HeavyArtillery, "heavy-artillery", "heavy"),
        (Kind::HorseArtillery, "horse-artillery", "horse"),
    ];
    let there: Vec<(Kind, &str)> = all
        .into_iter()
        .filter(|(kind, name, _)| kinds.contains(name) && is_there(*kind))
        .map(|(kind, _, short)| (kind, short))
        .collect();
    let guns: Vec<&str> = there.iter().filter(|(kind, _)| kind.is_artillery()).map(|(_, short)| *short).collect();
    let mut words: Vec<String> =
        there.iter().filter(|(kind, _)| !kind.is_artillery()).map(|(_, short)| (*short).to_owned()).collect();
    let has_all = ["field-artillery", "heavy-artillery", "horse-artillery"].iter().all(|kind| kinds.contains(kind));
    if has_all && !guns.is_empty() {
        words.push("artillery".to_owned());
    } else if !guns.is_empty() {
        words.push(format!("{} artillery", guns.join(", ")));
    }
    words.join(", ")
}

/// Returns who sees whom (10.3), and who may fire when.
pub(super) fn sight(_sheet: &PositionSheet<'_, '_>) -> Chart {
    let paragraphs = vec![
        phrase![
            strong("Sight"),
            " to a neighbor is always clear. Else a hex that the line between centers so much as touches blocks it: one with \
             terrain that blocks or a unit, if as high as the firer or higher; or ground higher than both ends ",
            rule::LINE_OF_SIGHT,
            ".",
        ],
        phrase![
            strong("Defensive Fire:"),
            " at the moment in which a unit comes next to enemy infantry or artillery, each of them may fire once, and again in \
             every such hex. Any effect ends the move; a retreat goes on. Not at a breakthrough, not at a charge in its target's \
             hex, not at a unit on a friend ",
            rule::DEFENSIVE_FIRE,
            ".",
        ],
    ];
    Chart::new("sight", "Sight and Defensive Fire", "10.3, 12.4", ChartKind::Text(paragraphs))
}
