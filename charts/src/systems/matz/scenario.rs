//! The charts of the scenario: its start, reserves and reinforcements (12.0, 14.0).

use std::collections::BTreeMap;

use battlewright_engine::systems::matz::rulebook as rule;
use battlewright_schema::{DocPath, EntryId};

use super::super::scenario_words::{entry, hexes, listed, span, top, turn};
use super::MatzSheet;
use crate::amount::{Quantity, Unit};
use crate::chart::{Chart, ChartKind, ListChart, ListRow};
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns how the game begins: sides, edges, setup, the first turn.
pub(super) fn start(sheet: &MatzSheet<'_, '_>) -> Chart {
    let edges = sheet.own.side.iter().map(|(id, side)| phrase![sheet.side(id), format!(" {}", side.edge.name())]);
    let mut paragraphs = vec![phrase![
        strong("Sides:"),
        " ",
        sheet.in_order(),
        " in each turn. Friendly edges: ",
        listed(edges.collect(), "and"),
        ".",
    ]];
    let first = sheet.own.first_turn.unwrap_or(1);
    let last = sheet.own.turns.count;
    let begins = if sheet.own.first_turn.is_some() {
        phrase![sheet.source.amount(top("first_turn"), Unit::Count)]
    } else {
        first.to_string().into()
    };
    paragraphs.push(phrase![
        strong("Turns:"),
        " from turn ",
        begins,
        format!(" to turn {}.", turn(sheet.source, last)),
    ]);
    let free = sheet.own.front.as_ref().filter(|front| !front.free_setup.is_empty());
    match free {
        Some(front) => {
            let sides = front.free_setup.iter().map(|side| sheet.side(side).into());
            let second = sheet.source.setting("second_line_setup");
            let mut what = phrase![
                strong("Setup:"),
                " ",
                Phrase::joined(sides, ", then "),
                " may place their units anew, from the hexes of the setup sheet: infantry and tanks within ",
                sheet.setting("infantry_setup", Unit::Hexes),
                " of the front line, guns ",
                sheet.setting("artillery_setup_from", Unit::Count),
                " to ",
                sheet.setting("artillery_setup_to", Unit::Hexes),
                " from it, on their side, so that units or their ZOCs cover the line",
            ];
            if sheet.source.number(&second) > 0 {
                what = what.then(phrase![
                    "; infantry that the setup sheet has further back within ",
                    sheet.setting("second_line_setup", Unit::Hexes),
                ]);
            } else {
                what = what.then(phrase![sheet.source.words(&second, "; there is no second line")]);
            }
            paragraphs.push(what.then(phrase![" ", rule::SETUP, "."]));
            paragraphs.push(phrase![
                strong("Front line,"),
                " held by the ",
                sheet.side(&front.side),
                format!(": {}.", hexes(&front.hexes)),
            ]);
        }
        None => paragraphs.push(phrase![strong("Setup:"), " all units start in the hexes of the setup sheet."]),
    }
    if let Some(surprise) = &sheet.own.surprise {
        paragraphs.push(phrase![
            strong("Surprise:"),
            " of the ",
            sheet.side(&surprise.side),
            " through turn ",
            sheet.source.amount(top("surprise").key("through_turn"), Unit::Count),
            ": see the modifiers of combat ",
            rule::SETUP,
            ".",
        ]);
    }
    let chart = Chart::new("start", "Start of the game", "2.1, 14.0", ChartKind::Text(paragraphs));
    if free.is_some() { chart.showing(sheet.source.setting("second_line_setup")) } else { chart }
}

/// Returns the reserves with their turns, their cost and their entries; `None` if the scenario has none.
pub(super) fn reserves(sheet: &MatzSheet<'_, '_>) -> Option<Chart> {
    if sheet.own.reserve.is_empty() {
        return None;
    }
    let waits = sheet.source.setting("reserves_wait");
    let mut waiting = false;
    let rows = sheet.own.reserve.iter().enumerate().map(|(index, reserve)| {
        let path = sheet.row("reserve", index);
        let (first, last) = (reserve.turn, sheet.own.last_call(reserve));
        let by_ruling = reserve.through_turn.is_none();
        waiting |= by_ruling;
        let turns = span(first.into(), last.into());
        let when = if by_ruling { phrase![sheet.source.words(&waits, turns)] } else { turns.into() };
        let corps = reserve.attach.as_ref().map_or_else(|| "of its choice".to_owned(), |id| sheet.formation_name(id));
        let points = sheet.source.amount_as(path.key("half_points"), Unit::Points, |halves| Quantity::new(halves, 2));
        let ways = reserve.arrival.iter().map(|arrival| {
            let names: Vec<String> = arrival.units.iter().map(|id| label(sheet, id.as_str())).collect();
            phrase![format!("{}: {}", entry(sheet.source, &arrival.at), names.join(", "))]
        });
        ListRow {
            group: String::new(),
            cells: vec![
                sheet.side(&reserve.side).into(),
                strong(reserve.name.as_str()).into(),
                when,
                points.signed().into(),
                corps.into(),
                Phrase::joined(ways, "; "),
            ],
        }
    });
    let rows: Vec<ListRow> = rows.collect();
    let heads = ["Side", "Reserve", "Turn", "Points", "Corps", "Entry and units"].map(str::to_owned).to_vec();
    let scorer = sheet.side(&sheet.own.victory.scorer);
    let mut chart =
        Chart::new("reserves", "Reserves", "12.2, 12.3", ChartKind::List(ListChart { heads, rows })).note(phrase![
            "Called up in a Command Phase of the turn; the points of the ",
            scorer,
            " change. Who may choose the corps notes it in secret.",
        ]);
    chart.shows = (0..sheet.own.reserve.len()).map(|at| sheet.row("reserve", at)).collect();
    Some(if waiting { chart.showing(waits) } else { chart })
}

/// Returns the label of a unit.
fn label(sheet: &MatzSheet<'_, '_>, id: &str) -> String {
    let unit = sheet.own.unit.iter().find(|unit| unit.id.as_str() == id);
    unit.map_or_else(String::new, |unit| unit.label.as_deref().unwrap_or(unit.name.as_str()).to_owned())
}

/// The units of a formation and a division that come on a turn by an entry.
#[derive(Default)]
struct Arrivals {
    /// The labels.
    names: Vec<String>,
    /// The labels of those beyond the lists of the rules.
    further: Vec<String>,
    /// The fields.
    paths: Vec<DocPath>,
}

/// Returns the reinforcements by turn, entry and division; `None` if nobody comes.
pub(super) fn arrivals(sheet: &MatzSheet<'_, '_>) -> Option<Chart> {
    let mut groups: BTreeMap<(u8, usize, usize, String), Arrivals> = BTreeMap::new();
    let entry_number = |id: &EntryId| sheet.own.entry.iter().position(|row| row.id == *id).unwrap_or(usize::MAX);
    for (number, formation) in sheet.own.formation.iter().enumerate() {
        if let Some((hq, enters)) = formation.hq.as_ref().and_then(|hq| Some((hq, hq.enters.as_ref()?))) {
            let group = groups.entry((enters.turn, entry_number(&enters.at), number, String::new())).or_default();
            group.names.push(hq.name.to_string());
            group.paths.push(sheet.row("formation", number).key("hq").key("enters"));
        }
    }
    for (at, unit) in sheet.own.unit.iter().enumerate() {
        let Some(enters) = &unit.enters else { continue };
        let number = sheet.own.formation.iter().position(|row| row.id == unit.formation).unwrap_or(usize::MAX);
        let division = unit.division.as_deref().unwrap_or_default().to_owned();
        let group = groups.entry((enters.turn, entry_number(&enters.at), number, division)).or_default();
        let name = unit.label.as_deref().unwrap_or(unit.name.as_str()).to_owned();
        let list = if unit.further { &mut group.further } else { &mut group.names };
        list.push(name);
        group.paths.push(sheet.row("unit", at).key("enters"));
    }
    if groups.is_empty() && sheet.own.entry.is_empty() {
        return None;
    }
    let mut rows = Vec::new();
    let mut shows: Vec<DocPath> = (0..sheet.own.entry.len()).map(|at| sheet.row("entry", at)).collect();
    let mut has_further = false;
    for ((_, entry_at, number, division), group) in groups {
        let when = group.paths.first().cloned().unwrap_or_default().key("turn");
        let turn_number = sheet.source.number(&when);
        let hour = u8::try_from(turn_number).ok().and_then(|number| sheet.own.turns.clock(number));
        let formation = sheet.own.formation.get(number);
        let side = formation.map_or_else(|| "".into(), |formation| sheet.side(&formation.side));
        let name = formation.map_or_else(String::new, |formation| formation.name.to_string());
        let division = if division.is_empty() { String::new() } else { format!(", {division}") };
        let way = sheet.own.entry.get(entry_at).map_or_else(String::new, |row| entry(sheet.source, &row.id));
        let mut units = Phrase::from(group.names.join(", "));
        if group.names.is_empty() {
            units = Phrase::default();
        }
        if !group.further.is_empty() {
            has_further = true;
            let comes = sheet.ruling("further_reinforcements", "further, they enter: ", "further, they stay out: ");
            units = if units.is_empty() { units } else { units.then("; ") };
            units = units.then(phrase![comes, group.further.join(", ")]);
        }
        rows.push(ListRow {
            group: String::new(),
            cells: vec![
                phrase![
                    sheet.source.amount(when, Unit::Count),
                    hour.map_or_else(String::new, |hour| format!(" ({hour})"))
                ],
                phrase![side, format!(" {name}{division}")],
                way.into(),
                units,
            ],
        });
        shows.extend(group.paths);
    }
    let heads = ["Turn", "Formation", "Entry", "Units"].map(str::to_owned).to_vec();
    let blocked = sheet.ruling("blocked_entry_moves", "by the next free hex of the edge", "not, and wait");
    let mut chart = Chart::new("arrivals", "Reinforcements", "12.0", ChartKind::List(ListChart { heads, rows }))
        .note(phrase![
            "On this turn or later, in the Movement Phase; they pay for the entry hex and are in command. If the entry is blocked they \
             enter ",
            blocked,
            " ",
            rule::REINFORCEMENTS,
            ".",
        ])
        .showing(sheet.source.setting("blocked_entry_moves"));
    chart.shows.extend(shows);
    let entries = sheet.own.side.keys().map(|side| {
        let own = sheet.own.entry.iter().filter(|row| row.side == *side);
        let names: Vec<String> = own.map(|row| entry(sheet.source, &row.id)).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join("; ") };
        phrase![sheet.side(side), format!(" {names}")]
    });
    let entries = Phrase::joined(entries, " · ");
    let chart = chart.note(phrase![strong("Entries:"), " ", entries, "."]);
    Some(if has_further { chart.showing(sheet.source.setting("further_reinforcements")) } else { chart })
}
