//! The charts of the scenario's own: victory, ammunition, arrivals.

use battlewright_engine::systems::mars_la_tour::rulebook as rule;
use battlewright_schema::mars_la_tour::Unit as Counter;
use battlewright_schema::words::{listed, place_name};
use battlewright_schema::{DocPath, Entry, HexId};

use super::Facts;
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Chart, ChartKind, ListChart, ListRow, Track};
use crate::phrase;
use crate::phrase::{Phrase, cited, strong};
use crate::systems::make::list;

/// The most boxes without arrivals that are listed.
const MOST_EMPTY_TURNS: u8 = 12;

/// The last box of the track for ammunition and for what is left to do.
const LAST_BOX: i64 = 15;

fn hexes(hexes: &[HexId]) -> String {
    hexes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// 6.0: what ends the game, and what counts after the last turn.
pub(super) fn victory(facts: &Facts<'_>) -> Chart {
    let (source, own) = (facts.source, facts.own);
    let path = || DocPath::root().key("victory");
    let mut rows: Vec<[Phrase; 4]> = Vec::new();
    let mut shows = vec![path().key("tie")];
    if let Some(escape) = &own.victory.escape {
        let at = path().key("escape");
        let exits = own.exit.iter().filter(|exit| escape.exits.contains(&exit.id));
        let exits = listed(exits.map(|exit| format!("{} ({})", exit.id, hexes(&exit.hexes))), "or");
        let noun = if escape.infantry == 1 { " infantry unit gone by exit " } else { " infantry units gone by exit " };
        let units = source.amount(at.clone().key("infantry"), Unit::Count);
        rows.push([
            "at once".into(),
            facts.tag(&escape.side).into(),
            phrase![units, noun, exits],
            strong("wins").into(),
        ]);
        shows.extend(["side", "exits"].map(|key| at.clone().key(key)));
    }
    let after = format!("after turn {}", own.turns.count);
    rows.push([
        after.into(),
        "both".into(),
        "each enemy unit eliminated".into(),
        Amount::fixed(1, Unit::Points).into(),
    ]);
    for (at, hold) in own.victory.hold.iter().enumerate() {
        let row = path().key("hold").index(at);
        let place = own.place.iter().enumerate().find(|(_, place)| place.id == hold.place);
        let mut what = phrase![format!("each hex of {}", place_name(own, &hold.place))];
        if let Some((_, place)) = place {
            what = what.then(format!(" ({}) it holds", hexes(&place.hexes)));
            what = what.then(match &place.holder {
                Some(holder) => phrase!["; at the start ", facts.tag(holder)],
                None => "; at the start nobody".into(),
            });
        }
        let points = source.amount(row.key("points_per_hex"), Unit::Points);
        rows.push(["".into(), facts.tag(&hold.side).into(), what, points.into()]);
    }
    if let Some(escape) = own.victory.escape.as_ref().filter(|escape| escape.points_if_none > 0) {
        let points = source.amount(path().key("escape").key("points_if_none"), Unit::Points);
        let other = Phrase::joined(
            facts.sides().filter(|(id, ..)| **id != escape.side).map(|(id, ..)| facts.tag(id).into()),
            ", ",
        );
        rows.push([
            "".into(),
            other,
            phrase!["if no unit at all of the ", facts.tag(&escape.side), " has left by an exit"],
            points.into(),
        ]);
    }
    rows.push([
        "".into(),
        facts.tag(&own.victory.tie).into(),
        "more VP win; a tie is theirs".into(),
        Phrase::default(),
    ]);
    let mut chart =
        Chart::new("victory", "Victory", rule::VICTORY, list(["When", "Who", "What", "VP"], rows)).at(1, 4, 7);
    if !own.victory.hold.is_empty() {
        chart = chart.note("A side holds a hex that one of its units was the last to enter.");
    }
    if !own.exit.is_empty() {
        let mut words = phrase![
            "To exit: from an exit hex of your side pay ",
            Amount::fixed(1, Unit::Mp),
            " more (",
            Amount::fixed(Quantity::new(1, 2), Unit::Mp),
            " at the road rate).",
        ];
        for exit in &own.exit {
            words = words.then(phrase![
                " ",
                facts.tag(&exit.side),
                " ",
                strong(exit.id.to_string()),
                way(exit.name.as_deref()),
                hexes(&exit.hexes),
                "."
            ]);
        }
        chart = chart.note(words).showing(DocPath::root().key("exit"));
    }
    chart.shows.extend(shows);
    chart
}

/// Returns the words between the letter of an entry or an exit and its hexes.
fn way(name: Option<&str>) -> String {
    name.map_or_else(|| ": ".to_owned(), |name| format!(" {name}: "))
}

/// 5.1 and 4.0 2f: the boxes for ammunition and for the actions that are left.
pub(super) fn track(facts: &Facts<'_>) -> Chart {
    let most = facts.sides().map(|(_, side, _)| i64::from(side.ammunition)).max().unwrap_or(0);
    let last = LAST_BOX.max(most / 8 * 8 + 7);
    let starts = facts.sides().map(|(id, _, path)| {
        (facts.source.amount(path.key("ammunition"), Unit::Count), phrase![facts.tag(id), " start"])
    });
    let track =
        Track { name: "AP, and actions left".into(), first: 0, last, starts: starts.collect(), words: Vec::new() };
    Chart::new(
        "track",
        "Ammunition (AP) and Left to do",
        cited(&[rule::ARTILLERY, rule::LAST_MOVES, rule::LAST_ATTACKS]),
        ChartKind::Tracks(vec![track]),
    )
    .at(2, 2, 12)
    .note(format!(
        "Markers Ammunition of both sides and Left to do. AP never come back. More than {last} left to do: count {} off first.",
        last + 1
    ))
}

/// 4.0 2d: who comes on, when and where.
pub(super) fn arrivals(facts: &Facts<'_>) -> Option<Chart> {
    let own = facts.own;
    if own.entry.is_empty() {
        return None;
    }
    let has_clock = own.turns.clock(1).is_some();
    let mut heads = vec!["Turn".to_owned()];
    heads.extend(has_clock.then(|| "Begins".to_owned()));
    heads.extend(facts.sides().map(|(_, side, _)| side.name.to_string()));
    let mut rows = Vec::new();
    for turn in 1..=own.turns.count {
        let due = |unit: &&Counter| unit.enters.as_ref().is_some_and(|enters| enters.turn == turn);
        if own.turns.count > MOST_EMPTY_TURNS && !own.unit.iter().any(|unit| due(&unit)) {
            continue;
        }
        let mut cells: Vec<Phrase> = vec![strong(turn.to_string()).into()];
        cells.extend(has_clock.then(|| own.turns.clock(turn).unwrap_or_default().into()));
        for (id, ..) in facts.sides() {
            let by_entry = own.entry.iter().map(|entry| {
                let is_here = |unit: &&Counter| {
                    unit.side == *id && unit.enters.as_ref().is_some_and(|enters| enters.at == entry.id)
                };
                let mut units: Vec<&Counter> = own.unit.iter().filter(due).filter(is_here).collect();
                units.sort_by_key(|unit| unit.er);
                group(entry, &units)
            });
            let groups = Phrase::joined(by_entry.filter(|group| !group.is_empty()).collect::<Vec<_>>(), "; ");
            cells.push(if groups.is_empty() { "—".into() } else { groups });
        }
        rows.push(ListRow { group: String::new(), cells });
    }
    let mut notes = Phrase::default();
    for entry in &own.entry {
        notes = notes.then(phrase![
            facts.tag(&entry.side),
            " ",
            strong(entry.id.to_string()),
            way(entry.name.as_deref()),
            hexes(&entry.hexes),
            ". "
        ]);
    }
    notes = notes.then("Lowest ER first; stars are the ER. No free hex: the unit waits; one that can enter must.");
    let mut chart =
        Chart::new("arrivals", "Arrivals", rule::REINFORCEMENTS, ChartKind::List(ListChart { heads, rows }))
            .at(2, 3, 12)
            .note(notes)
            .showing(DocPath::root().key("entry"));
    let entering = own.unit.iter().enumerate().filter(|(_, unit)| unit.enters.is_some());
    chart.shows.extend(entering.map(|(at, _)| DocPath::root().key("unit").index(at).key("enters")));
    Some(chart)
}

/// Returns the units that come by an entry: `C 12Dr 0, Lyncker*`.
fn group(entry: &Entry, units: &[&Counter]) -> Phrase {
    if units.is_empty() {
        return Phrase::default();
    }
    let name = |unit: &&Counter| {
        let stars = if unit.er == 0 { " 0".to_owned() } else { "*".repeat(usize::from(unit.er)) };
        format!("{}{stars}", unit.label.as_ref().unwrap_or(&unit.name))
    };
    phrase![strong(entry.id.to_string()), format!(" {}", units.iter().map(name).collect::<Vec<_>>().join(", "))]
}
