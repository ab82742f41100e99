//! The charts of the scenario's own: victory, arrivals, options.

use battlewright_engine::systems::outrance::rulebook as rule;
use battlewright_schema::outrance::{Enters, Unit as Counter};
use battlewright_schema::{DocPath, EntryId, SideId, TablePoint};

use super::{Facts, commas};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ChartKind, ListChart, ListRow};
use crate::phrase;
use crate::phrase::{Phrase, strong};
use crate::systems::make::key as key_of;

/// Returns `true` if the battle has reinforcements.
pub(super) fn has_arrivals(facts: &Facts<'_>) -> bool {
    facts.own.unit.iter().any(|unit| unit.enters.is_some())
}

/// X: the objectives with their points, and what the difference of points means.
pub(super) fn victory(facts: &Facts<'_>) -> Chart {
    let (source, own) = (facts.source, facts.own);
    let path = || DocPath::root().key("victory");
    let points = |path: DocPath| source.amount(path, Unit::Count);
    let mut heads = vec!["Held at the end".to_owned(), "At the start".to_owned()];
    heads.extend(own.side.values().map(|side| format!("{}, VP", side.name)));
    let mut rows = Vec::new();
    for objective in &own.objective {
        let holder = objective.holder.as_ref().map_or_else(|| "nobody".into(), |side| Phrase::from(facts.tag(side)));
        let mut cells = vec![strong(objective.name.to_string()).into(), holder];
        cells.extend(own.side.keys().map(|side| {
            let at = own.victory.hold.iter().position(|row| row.place == objective.id && row.side == *side);
            at.map_or_else(|| "—".into(), |at| points(path().key("hold").index(at).key("points")).into())
        }));
        rows.push(ListRow { group: String::new(), cells });
    }
    if own.victory.destroyed > 0 {
        let mut cells: Vec<Phrase> = vec!["each enemy unit destroyed or surrendered".into(), "—".into()];
        cells.extend(own.side.keys().map(|_| Phrase::from(points(path().key("destroyed")))));
        rows.push(ListRow { group: String::new(), cells });
    }
    let mut words = phrase![
        "Held by the side that was last within ",
        facts.inches("objective_radius"),
        " with a unit, no enemy there. More VP after the last turn win",
    ];
    if own.victory.draw_within > 0 {
        words = words.then(phrase!["; a lead of up to ", points(path().key("draw_within")), " is a draw"]);
    } else {
        words = words.then("; equal VP are a draw");
    }
    if own.victory.decisive.is_some() {
        words = words.then(phrase!["; a lead of ", points(path().key("decisive")), " or more is decisive"]);
    }
    let mut chart = Chart::new("victory", "Victory", rule::SCENARIOS, ChartKind::List(ListChart { heads, rows }))
        .at(2, 2, 7)
        .note(words.then("."));
    chart.shows.extend((0..own.objective.len()).map(|at| DocPath::root().key("objective").index(at)));
    chart
}

/// The signs and words of the other charts.
pub(super) fn key(_facts: &Facts<'_>) -> Chart {
    let entries: [(&str, Phrase); 7] = [
        ("\"", "an inch on the table".into()),
        ("01–75", "throws of two ten-sided dice that have the result; 00 is one hundred".into()),
        ("actor", "the unit that acts: it fires or assaults".into()),
        ("advancing", "fire in maneuver formation".into()),
        ("index", "the row of a table of results, after all modifiers".into()),
        ("level", "the height of a hill; open ground is level 0".into()),
        ("VP", "victory point".into()),
    ];
    Chart::new("key", "Key", Phrase::default(), key_of(entries)).at(2, 2, 5)
}

/// III: who comes on, when, where, and by which throw.
pub(super) fn arrivals(facts: &Facts<'_>) -> Chart {
    let own = facts.own;
    let has_clock = own.turns.clock(1).is_some();
    let mut heads = vec!["Turn".to_owned()];
    heads.extend(has_clock.then(|| "Begins".to_owned()));
    heads.extend(own.side.values().map(|side| side.name.to_string()));
    let mut rows = Vec::new();
    let mut shows = Vec::new();
    for turn in 1..=own.turns.count {
        let due: Vec<(usize, &Counter, &Enters)> = own
            .unit
            .iter()
            .enumerate()
            .filter_map(|(at, unit)| Some((at, unit, unit.enters.as_ref().filter(|enters| enters.turn == turn)?)))
            .collect();
        if due.is_empty() {
            continue;
        }
        shows.extend(due.iter().map(|(at, ..)| DocPath::root().key("unit").index(*at).key("enters")));
        let mut cells: Vec<Phrase> = vec![strong(turn.to_string()).into()];
        cells.extend(has_clock.then(|| own.turns.clock(turn).unwrap_or_default().into()));
        cells.extend(own.side.keys().map(|side| coming(facts, side, &due)));
        rows.push(ListRow { group: String::new(), cells });
    }
    let entries = own.entry.iter().map(|entry| {
        let name = entry.name.as_deref().unwrap_or(entry.id.as_str());
        phrase![facts.tag(&entry.side), format!(" {name}: {}", point(entry.at))]
    });
    let mut chart = Chart::new("arrivals", "Arrivals", rule::ACTIONS, ChartKind::List(ListChart { heads, rows }))
        .at(2, 3, 12)
        .note(phrase![
            "Entries, inches from the left / from the top of the table: ",
            commas(entries.collect::<Vec<_>>()),
            "."
        ])
        .showing(DocPath::root().key("entry"));
    chart.shows.extend(shows);
    chart
}

/// Returns a point of the table, from the left and from the top: `30.7/4.16`.
fn point(point: TablePoint) -> String {
    point.to_string().replace(',', "/")
}

/// The units that come on together: destination, die and labels.
type Group = (Option<TablePoint>, Option<u8>, Vec<String>);

/// Returns the units of a side that are due in one turn, by entry and destination.
fn coming(facts: &Facts<'_>, side: &SideId, due: &[(usize, &Counter, &Enters)]) -> Phrase {
    let common = facts.source.common();
    let mut entries: Vec<(&EntryId, Vec<Group>)> = Vec::new();
    for (at, _, enters) in due {
        let Some(view) = common.unit(*at).filter(|view| view.side == side) else { continue };
        let label = if view.label == view.id.as_str() { view.name } else { view.label };
        let option = if facts.own.takes_part(*at) { "" } else { " (option)" };
        let label = format!("{label}{option}");
        let groups = match entries.iter_mut().position(|(entry, _)| *entry == &enters.at) {
            Some(found) => entries.get_mut(found),
            None => {
                entries.push((&enters.at, Vec::new()));
                entries.last_mut()
            }
        };
        let Some((_, groups)) = groups else { continue };
        match groups.iter_mut().find(|group| (group.0, group.1) == (enters.toward, enters.roll)) {
            Some(group) => group.2.push(label),
            None => groups.push((enters.toward, enters.roll, vec![label])),
        }
    }
    if entries.is_empty() {
        return "—".into();
    }
    let words = entries.into_iter().map(|(entry, groups)| {
        let entry = facts.own.entry.iter().find(|own| own.id == *entry);
        let name = entry.map_or("", |entry| entry.name.as_deref().unwrap_or(entry.id.as_str()));
        let groups = groups.into_iter().map(|(toward, roll, labels)| {
            let toward = toward.map_or_else(String::new, |toward| format!(" to {}", point(toward)));
            let die = |least| phrase![", die ", Amount::fixed(i64::from(least), Unit::Count), " or more"];
            phrase![labels.join(", "), toward].then(roll.map_or_else(Phrase::default, die))
        });
        phrase![strong(name), ": "].then(Phrase::joined(groups.collect::<Vec<_>>(), "; "))
    });
    Phrase::joined(words.collect::<Vec<_>>(), ". ")
}

/// Returns the chart of special rules with its place and the options that it shows.
pub(super) fn special(facts: &Facts<'_>, chart: Chart) -> Chart {
    let mut chart = chart.at(2, 4, 12);
    let own = facts.own;
    chart.shows.extend((0..own.option.len()).map(|at| DocPath::root().key("option").index(at)));
    chart.shows.extend((0..own.out_of_command.len()).map(|at| DocPath::root().key("out_of_command").index(at)));
    chart
}
