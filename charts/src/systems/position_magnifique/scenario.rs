//! The charts of the scenario: victory, setup, arrivals and groups of reinforcements.

use std::collections::BTreeMap;

use battlewright_engine::systems::position_magnifique::rulebook as rule;
use battlewright_schema::system::position_magnifique::{ChargeControl, Ending, Enters, Formation, VictoryLevel};
use battlewright_schema::{DocPath, EntryId, HexId, PlaceId, SideId, words};

use super::super::scenario_words::{entry, hexes, listed, top, turn};
use super::PositionSheet;
use super::turn::{list_row, on_turn};
use crate::amount::Unit;
use crate::chart::{Chart, ChartKind, ListChart, ListRow, OddsChart, OddsRow};
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns the endings of the game in their order, sudden ones first (16.0).
pub(super) fn victory(sheet: &PositionSheet<'_, '_>) -> Chart {
    let last = on_turn(sheet, sheet.own.turns.count);
    let victory = &sheet.own.victory;
    let groups = [
        ("sudden", &victory.sudden, "At once, whenever it holds".to_owned()),
        ("last", &victory.last, format!("After {last}, the first that holds")),
    ];
    let mut rows = Vec::new();
    let mut shows = Vec::new();
    for (list, endings, title) in groups {
        for (index, ending) in endings.iter().enumerate() {
            let path = top("victory").key(list).index(index);
            let winner = ending.winner.as_ref().map_or_else(|| "nobody".into(), |side| sheet.side(side).into());
            let group = if index == 0 { title.clone() } else { String::new() };
            rows.push(ListRow {
                group,
                cells: vec![winner, strong(level(ending.level)).into(), conditions(sheet, &path, ending)],
            });
            shows.push(path);
        }
    }
    if rows.is_empty() {
        rows.push(list_row(vec!["nobody".into(), strong("draw").into(), "the file names no ending".into()]));
    }
    let heads = ["Who", "Victory", "If"].map(str::to_owned).to_vec();
    let mut chart = Chart::new("victory", "Victory", "16.0", ChartKind::List(ListChart { heads, rows }));
    chart.shows = shows;
    let held: Vec<Phrase> = sheet
        .own
        .place
        .iter()
        .filter_map(|place| {
            let side = place.holder.as_ref()?;
            Some(phrase![format!("{} ", place.name), sheet.side(side)])
        })
        .collect();
    let start = if held.is_empty() {
        Phrase::default()
    } else {
        phrase![" At the start: ", listed(held, "and"), "; no others."]
    };
    let path = sheet.source.setting("charge_control");
    let charge = match sheet.own.ruleset().charge_control {
        ChargeControl::Entry => "a charge enters",
        ChargeControl::Fight => "a charge only if the enemy has left after the fight",
    };
    chart
        .note("If none holds after the last turn, the game is a draw.")
        .note(
            phrase![
                strong("Control:"),
                " of a place, the side whose units were the last to enter each of its hexes, in any way; HQs do not count; ",
                sheet.source.words(&path, charge),
                ".",
            ]
            .then(start),
        )
        .showing(path)
}

/// Returns the degree of a victory in words.
fn level(level: VictoryLevel) -> &'static str {
    match level {
        VictoryLevel::Draw => "draw",
        VictoryLevel::Minor => "minor",
        VictoryLevel::Victory => "victory",
        VictoryLevel::Major => "major",
        VictoryLevel::Overwhelming => "overwhelming",
    }
}

/// Returns the conditions of an ending, all of which must hold.
fn conditions(sheet: &PositionSheet<'_, '_>, path: &DocPath, ending: &Ending) -> Phrase {
    let mut needed: Vec<Phrase> = Vec::new();
    let places = |places: &[PlaceId], last: &str| listed(places.iter().map(|id| place(sheet, id)).collect(), last);
    if ending.after_turn.is_some() {
        needed.push(phrase!["turn ", sheet.source.amount(path.clone().key("after_turn"), Unit::Count), " is over"]);
    }
    if !ending.enters.is_empty() {
        needed.push(phrase!["a unit of theirs enters ", named_hexes(sheet, &ending.enters, "or")]);
    }
    if !ending.controls_hexes.is_empty() {
        needed.push(phrase!["they control ", named_hexes(sheet, &ending.controls_hexes, "and")]);
    }
    if !ending.controls.is_empty() {
        needed.push(phrase!["they control ", places(&ending.controls, "and")]);
    }
    if !ending.controls_any.is_empty() {
        needed.push(phrase!["they control ", places(&ending.controls_any, "or")]);
    }
    if !ending.enemy_lacks.is_empty() {
        needed.push(phrase!["the enemy does not control all of ", places(&ending.enemy_lacks, "and")]);
    }
    if !ending.controls_more_of.is_empty() {
        needed.push(phrase!["they control more than the enemy of ", places(&ending.controls_more_of, "and")]);
    }
    if needed.is_empty() { "in any case".into() } else { Phrase::joined(needed, "; ") }
}

/// Returns a place with its hexes, such as "Mars-la-Tour (0411, 0510)".
fn place(sheet: &PositionSheet<'_, '_>, id: &PlaceId) -> Phrase {
    let row = sheet.own.place.iter().find(|place| place.id == *id);
    row.map_or_else(
        || words::place_name(sheet.source.common(), id).into(),
        |row| format!("{} ({})", row.name, hexes(&row.hexes)).into(),
    )
}

/// Returns hexes with the name of the place that they are, if they are one.
fn named_hexes(sheet: &PositionSheet<'_, '_>, list: &[HexId], last: &str) -> Phrase {
    let words = listed(list.iter().map(|hex| Phrase::from(hex.to_string())).collect(), last);
    let same = sheet
        .own
        .place
        .iter()
        .find(|place| place.hexes.len() == list.len() && place.hexes.iter().all(|hex| list.contains(hex)));
    match same {
        Some(place) => words.then(format!(" ({})", place.name)),
        None => words,
    }
}

/// Returns how the scenario begins: setup, the first turn, chits that a side chooses.
pub(super) fn special(sheet: &PositionSheet<'_, '_>) -> Chart {
    let mut paragraphs = vec![phrase![
        strong("Setup:"),
        " ",
        sheet.in_order(),
        ". Units and HQs start in the hexes of the setup sheet; each HQ on the side for Attack or Defend that its player \
         chooses ",
        rule::SETUP,
        ".",
    ]];
    if !sheet.own.zone.is_empty() {
        let areas = sheet.own.zone.iter().map(|zone| {
            let name = zone.name.as_deref().map_or_else(|| hexes(&zone.hexes), str::to_owned);
            let who: Vec<&str> = sheet
                .own
                .formation
                .iter()
                .filter(|formation| {
                    let is_in = |of: Option<&battlewright_schema::ZoneId>| of == Some(&zone.id);
                    is_in(formation.hq.zone.as_ref())
                        || sheet.own.unit.iter().any(|unit| unit.formation == formation.id && is_in(unit.zone.as_ref()))
                })
                .map(|formation| formation.name.as_str())
                .collect();
            let string = if zone.string.is_some() { ", one unit a hex from end to end" } else { "" };
            phrase![strong(who.join(", ")), format!(" {}{string}", decapitalized(&name))]
        });
        paragraphs.push(phrase![strong("Areas:"), " "].then(Phrase::joined(areas, "; ")).then(
            ". Each counter of the setup sheet with an area starts in one of its hexes, the second side not next to the first.",
        ));
    }
    if let Some(first) = sheet.own.first_turn {
        paragraphs.push(phrase![
            strong("Turns:"),
            " play begins on turn ",
            sheet.source.amount(top("first_turn"), Unit::Count),
            format!(", {}, and ends with turn {}.", clock(sheet, first), turn(sheet.source, sheet.own.turns.count)),
        ]);
    }
    for (id, side) in &sheet.own.side {
        if side.chosen_chits.is_empty() {
            continue;
        }
        let names = side.chosen_chits.iter().filter_map(|id| sheet.own.formation(id)).map(|row| row.name.to_string());
        paragraphs.push(phrase![
            strong("Chosen chits:"),
            " from turn 1 on the ",
            sheet.side(id),
            " add one of these to the cup each turn, in secret: ",
            listed(names.map(Phrase::from).collect(), "and"),
            ". Once drawn it is known to both ",
            rule::VARIABLE_SCENARIO,
            ".",
        ]);
    }
    Chart::new("start", "Start of the game", "6.1, 20.0", ChartKind::Text(paragraphs))
}

fn clock(sheet: &PositionSheet<'_, '_>, turn: u8) -> String {
    sheet.own.turns.clock(turn).map_or_else(|| "the first of the game".to_owned(), |hour| format!("at {hour}"))
}

/// Returns words within a sentence.
fn decapitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Returns the change of groups of reinforcements with its dice, and the entries to which they may go (20.3).
pub(super) fn groups(sheet: &PositionSheet<'_, '_>) -> Vec<Chart> {
    let mut charts = Vec::new();
    if sheet.own.variable_reinforcements {
        let (late, early) =
            (sheet.setting("group_late_up_to", Unit::Count), sheet.setting("group_early_from", Unit::Count));
        let row = |when: Phrase, what: &str| OddsRow { when, cells: vec![what.into()] };
        let rows = vec![
            row(phrase!["up to ", late], "a turn later"),
            row("between".into(), "as before"),
            row(phrase![early, " or more"], "as asked: a turn earlier, or by the other entry"),
        ];
        let heads = ["2d6", "The group comes"].map(str::to_owned).to_vec();
        charts.push(
            Chart::new("groups", "Changing reinforcements", "20.3", ChartKind::Odds(OddsChart { heads, rows })).note(
                "In Housekeeping each side may name one of its groups, the units of a formation due on one turn, and ask \
                 for an earlier turn or another entry. Its chit comes into the cup with its first group.",
            ),
        );
    }
    if !sheet.own.detour.is_empty() {
        let rows = sheet.own.detour.iter().map(|detour| {
            let to = listed(detour.to.iter().map(|id| entry(sheet.source, id).into()).collect(), "or");
            let only = detour.formation.as_ref().and_then(|id| sheet.own.formation(id));
            let only = only.map_or_else(String::new, |formation| format!("; {} alone", formation.name));
            let free = if detour.free { "; without a roll" } else { "" };
            list_row(vec![entry(sheet.source, &detour.from).into(), to.then(format!("{only}{free}"))])
        });
        let rows = rows.collect();
        let heads = ["Due at", "Other entries"].map(str::to_owned).to_vec();
        let mut chart = Chart::new("detours", "Other entries", "20.3", ChartKind::List(ListChart { heads, rows }));
        chart.shows = (0..sheet.own.detour.len()).map(|at| sheet.row("detour", at)).collect();
        charts.push(chart);
    }
    charts
}

/// The pieces of a formation that come on a turn by an entry.
struct ArrivalColumn<'a> {
    formation: &'a Formation,
    any_order: bool,
    /// The number of units so far that have no position of their own.
    units: u16,
    /// The places in the column with the names.
    pieces: Vec<(u16, &'a str)>,
    /// The fields.
    paths: Vec<DocPath>,
}

/// Returns the arrivals by turn, entry and formation, each in the order of its column; `None` if all pieces start on the map.
pub(super) fn arrivals(sheet: &PositionSheet<'_, '_>) -> Option<Chart> {
    let mut columns: BTreeMap<(u8, usize, usize), ArrivalColumn<'_>> = BTreeMap::new();
    let entry_number = |id: &EntryId| sheet.own.entry.iter().position(|entry| entry.id == *id).unwrap_or(usize::MAX);
    for (number, formation) in sheet.own.formation.iter().enumerate() {
        let hq = formation.hq.enters.as_ref().map(|enters| (enters, formation.hq.name.as_str(), true));
        let path = sheet.row("formation", number).key("hq").key("enters");
        let units = sheet.own.unit.iter().enumerate().filter(|(_, unit)| unit.formation == formation.id).filter_map(
            |(at, unit)| {
                let label = unit.label.as_deref().unwrap_or(unit.name.as_str());
                Some(((unit.enters.as_ref()?, label, false), sheet.row("unit", at).key("enters")))
            },
        );
        for ((enters, name, is_hq), path) in hq.map(|hq| (hq, path)).into_iter().chain(units) {
            let column = columns.entry((enters.turn, entry_number(&enters.at), number)).or_insert_with(|| {
                ArrivalColumn { formation, any_order: false, units: 0, pieces: Vec::new(), paths: Vec::new() }
            });
            column.any_order |= enters.any_order;
            column.units = column.units.saturating_add(u16::from(!is_hq && enters.position.is_none()));
            column.pieces.push((place_in_column(enters, is_hq, column.units), name));
            column.paths.push(path);
        }
    }
    if columns.is_empty() && sheet.own.entry.is_empty() {
        return None;
    }
    let mut chart_rows = Vec::new();
    let mut shows = Vec::new();
    for ((_, entry_at, _), mut column) in columns {
        column.pieces.sort_by_key(|(place, _)| *place);
        let names: Vec<&str> = column.pieces.iter().map(|(_, name)| *name).collect();
        let order = if column.any_order && names.len() > 1 { "any order: " } else { "" };
        let way = sheet.own.entry.get(entry_at).map_or_else(String::new, |row| entry(sheet.source, &row.id));
        let when = column.paths.first().cloned().unwrap_or_default().key("turn");
        let number = sheet.source.number(&when);
        let hour = u8::try_from(number).ok().and_then(|number| sheet.own.turns.clock(number));
        chart_rows.push(list_row(vec![
            phrase![sheet.source.amount(when, Unit::Count), hour.map_or_else(String::new, |hour| format!(" ({hour})"))],
            phrase![sheet.side(&column.formation.side), format!(" {}", column.formation.name)],
            way.into(),
            format!("{order}{}", names.join(", ")).into(),
        ]));
        shows.extend(column.paths);
    }
    let heads = ["Turn", "Formation", "Entry (hexes)", "Column, first to last"].map(str::to_owned).to_vec();
    let mut chart =
        Chart::new("arrivals", "Reinforcements", "6.2, 12.9", ChartKind::List(ListChart { heads, rows: chart_rows }));
    let known: Vec<Phrase> =
        sheet.own.side.keys().map(|side| phrase![sheet.side(side), " ", entries_of(sheet, side)]).collect();
    chart = chart.note(
        phrase![
            "On this turn or later, when the chit of their formation is drawn; they are In Command until the next turn. ",
            strong("Entries:"),
            " ",
        ]
        .then(Phrase::joined(known, " · "))
        .then("."),
    );
    chart.shows = shows;
    chart.shows.extend((0..sheet.own.entry.len()).map(|at| sheet.row("entry", at)));
    Some(chart)
}

/// Returns the place of a piece in its column: an HQ is first unless the file says otherwise, units follow in the order of the file.
fn place_in_column(enters: &Enters, is_hq: bool, count: u16) -> u16 {
    match (enters.position, is_hq) {
        (Some(position), true) => (2 * u16::from(position)).saturating_sub(1),
        (Some(position), false) => 2 * u16::from(position),
        (None, true) => 1,
        (None, false) => count.saturating_mul(2),
    }
}

fn entries_of(sheet: &PositionSheet<'_, '_>, side: &SideId) -> String {
    let own = sheet.own.entry.iter().filter(|row| row.side == *side);
    let names: Vec<String> = own.map(|row| entry(sheet.source, &row.id)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
