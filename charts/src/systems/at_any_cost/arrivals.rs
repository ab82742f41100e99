//! Reinforcements: when, where and who.

use std::collections::BTreeMap;

use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::DocPath;
use battlewright_schema::at_any_cost::Enters;

use super::Aid;
use super::make::{list, row};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ListRow};
use crate::phrase;
use crate::phrase::Phrase;

/// The key of a column: the turn, the side, the entry, the formation and the group.
type ColumnKey = (u8, usize, String, usize, String);

/// A piece that enters: its place in the column, its name and its path.
struct Arrival {
    place: (u8, usize),
    name: String,
    path: DocPath,
}

/// Returns the chart of arrivals; nothing if everything is on the map from the start.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    let mut columns: BTreeMap<ColumnKey, Vec<Arrival>> = BTreeMap::new();
    let mut add = |enters: &Enters, formation: usize, arrival: Arrival| {
        let side = aid.own.formation.get(formation).and_then(|row| aid.own.side.get_index_of(&row.side));
        let group = enters.group.as_ref().map(ToString::to_string).unwrap_or_default();
        let key = (enters.turn, side.unwrap_or_default(), enters.at.to_string(), formation, group);
        columns.entry(key).or_default().push(arrival);
    };
    for (at, formation) in aid.own.formation.iter().enumerate() {
        if let Some(enters) = &formation.hq.enters {
            let path = DocPath::root().key("formation").index(at).key("hq").key("enters");
            let name = format!("HQ {}", formation.hq.name);
            add(enters, at, Arrival { place: (enters.position.unwrap_or(0), 0), name, path });
        }
    }
    for (at, unit) in aid.own.unit.iter().enumerate() {
        let formation = aid.own.formation.iter().position(|row| row.id == unit.formation);
        if let (Some(enters), Some(formation)) = (&unit.enters, formation) {
            let path = DocPath::root().key("unit").index(at).key("enters");
            let place =
                enters.position.map_or((u8::MAX, at.saturating_add(1)), |position| (position, at.saturating_add(1)));
            let name = unit.label.as_ref().unwrap_or(&unit.name).to_string();
            add(enters, formation, Arrival { place, name, path });
        }
    }
    if columns.is_empty() {
        return Vec::new();
    }
    let mut chart = Chart::new(
        "arrivals",
        "Reinforcements",
        phrase![rule::REINFORCEMENTS, " · with their formation's chit, in the order of the column, In Command"],
        list(&["Turn", "Side", "Entry", "Group", "Formation", "Column"], Vec::new()),
    )
    .at(5, 2, 12);
    let mut rows = Vec::new();
    for (key, arrivals) in &mut columns {
        arrivals.sort_by_key(|arrival| arrival.place);
        rows.push(column(aid, key, arrivals));
        chart.shows.extend(arrivals.iter().map(|arrival| arrival.path.clone()));
    }
    for (at, _) in aid.own.entry.iter().enumerate() {
        chart.shows.push(DocPath::root().key("entry").index(at));
    }
    if let crate::chart::ChartKind::List(list) = &mut chart.kind {
        list.rows = rows;
    }
    let entries = aid.own.entry.iter().map(|entry| {
        let hexes: Vec<String> = entry.hexes.iter().map(ToString::to_string).collect();
        let name = entry.name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
        let at = if hexes.len() == 1 && hexes.first().is_some_and(|hex| *hex == entry.id.as_str()) {
            String::new()
        } else {
            format!(" ({})", hexes.join(", "))
        };
        phrase![format!("{}{name}{at}", entry.id)]
    });
    let note = phrase!["Entries: ", Phrase::joined(entries, "; "), "."];
    let enemy = phrase![
        "An enemy unit in the hex: ",
        Amount::fixed(1, Unit::Turns),
        " later, by the nearest hex of the edge (",
        rule::REINFORCEMENTS,
        ")."
    ];
    vec![chart.note(note).note(enemy)]
}

fn column(aid: &Aid<'_>, (_, side, at, formation, group): &ColumnKey, arrivals: &[Arrival]) -> ListRow {
    let turn = arrivals.first().map(|arrival| aid.source.amount(arrival.path.clone().key("turn"), Unit::Count));
    let turn: Phrase = turn.map_or_else(Phrase::default, Phrase::from);
    let clock = arrivals.first().and_then(|arrival| {
        let number = aid.source.number(&arrival.path.clone().key("turn"));
        aid.own.turns.clock(u8::try_from(number).ok()?)
    });
    let turn = match clock {
        Some(clock) => phrase![turn, " (", clock, ")"],
        None => turn,
    };
    let tag = aid.own.side.get_index(*side).map(|(id, _)| Phrase::from(aid.source.side(id))).unwrap_or_default();
    let name = aid.own.formation.get(*formation).map(|row| row.name.to_string()).unwrap_or_default();
    let names: Vec<&str> = arrivals.iter().map(|arrival| arrival.name.as_str()).collect();
    let group = if group.is_empty() { "—".to_owned() } else { group.clone() };
    row([turn, tag, at.clone().into(), group.into(), name.into(), names.join(", ").into()])
}
