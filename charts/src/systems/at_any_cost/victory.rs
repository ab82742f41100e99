//! The conditions of victory.

use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::at_any_cost::{PlacePoints, PointLevel, SuddenEnding, VictoryLevel};
use battlewright_schema::{DocPath, HexId};

use super::Aid;
use super::make::{list, row};
use crate::amount::Unit;
use crate::chart::{Chart, ListRow};
use crate::phrase;
use crate::phrase::Phrase;

/// Returns the chart of victory.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    let victory = &aid.own.victory;
    let path = DocPath::root().key("victory");
    let mut rows: Vec<ListRow> = Vec::new();
    for (at, ending) in victory.sudden.iter().enumerate() {
        rows.push(sudden(aid, &path.clone().key("sudden").index(at), ending));
    }
    let turns = DocPath::root().key("turns").key("count");
    let end = || phrase!["after turn ", aid.source.amount(turns.clone(), Unit::Count)];
    let mut sides: Vec<Option<&battlewright_schema::SideId>> = Vec::new();
    for scored in &victory.points {
        if !sides.contains(&scored.side.as_ref()) {
            sides.push(scored.side.as_ref());
        }
    }
    for side in sides {
        let places = victory.points.iter().enumerate().filter(|(_, scored)| scored.side.as_ref() == side);
        let places = places.map(|(at, scored)| place(aid, &path.clone().key("points").index(at), scored));
        let who = side.map_or_else(|| "both".into(), |side| aid.source.side(side).into());
        let what = phrase!["each hex of ", Phrase::joined(places, ", ")];
        rows.push(row([end(), who, what, "points".into()]));
    }
    let broken = |key: &str| aid.source.amount(path.clone().key(key), Unit::Points);
    let no_small = victory.broken > 0 && victory.broken_small == 0 && aid.own.unit.iter().any(|unit| unit.small);
    let broken: Vec<Phrase> = [
        (victory.broken, "broken", "each enemy unit that is Broken "),
        (victory.broken_small, "broken_small", "each Small Unit "),
    ]
    .into_iter()
    .filter(|(points, ..)| *points > 0)
    .map(|(_, key, words)| phrase![words, broken(key)])
    .chain(no_small.then(|| "Small Units nothing".into()))
    .collect();
    if !broken.is_empty() {
        rows.push(row([end(), "both".into(), Phrase::joined(broken, ", "), "points".into()]));
    }
    rows.extend(levels(aid, &path.clone().key("levels"), end()));
    rows.push(row([end(), "—".into(), "nothing of this".into(), "draw".into()]));
    let aside = phrase![rule::VICTORY, " · from top to bottom"];
    let mut chart = Chart::new("victory", "Victory", aside, list(&["When", "Who", "What", "Gives"], rows))
        .at(5, 0, 12)
        .note(phrase![
            "A hex belongs to the side whose combat unit was the last to enter it; HQs do not count (",
            rule::VICTORY,
            ")."
        ]);
    for list in ["sudden", "points", "levels"] {
        chart = chart.showing(path.clone().key(list));
    }
    vec![chart]
}

fn hexes(hexes: &[HexId], last: &str) -> String {
    battlewright_schema::words::listed(hexes.iter().map(HexId::to_string), last)
}

fn level(level: VictoryLevel) -> &'static str {
    match level {
        VictoryLevel::Minor => "minor victory",
        VictoryLevel::Victory => "victory",
        VictoryLevel::Major => "major victory",
        VictoryLevel::Overwhelming => "overwhelming victory",
    }
}

fn sudden(aid: &Aid<'_>, path: &DocPath, ending: &SuddenEnding) -> ListRow {
    let mut needed: Vec<Phrase> = Vec::new();
    if !ending.enters.is_empty() {
        needed.push(format!("a combat unit has entered {}", hexes(&ending.enters, "or")).into());
    }
    if !ending.controls.is_empty() {
        needed.push(format!("controls {}", hexes(&ending.controls, "and")).into());
    }
    if ending.after_turn.is_some() {
        needed.push(phrase!["after turn ", aid.source.amount(path.clone().key("after_turn"), Unit::Count)]);
    }
    let what = if needed.is_empty() { "in any case".into() } else { Phrase::joined(needed, ", ") };
    row(["at once".into(), aid.source.side(&ending.winner).into(), what, level(ending.level).into()])
}

fn place(aid: &Aid<'_>, path: &DocPath, scored: &PlacePoints) -> Phrase {
    let place = aid.own.place.iter().find(|place| place.id == scored.place);
    let name = place.map_or_else(|| scored.place.to_string(), |place| place.name.to_string());
    let hexes = place.map_or_else(String::new, |place| {
        let hexes: Vec<String> = place.hexes.iter().map(HexId::to_string).collect();
        format!(" ({})", hexes.join(", "))
    });
    phrase![name, hexes, " ", aid.source.amount(path.clone().key("points"), Unit::Points)]
}

/// Returns the outcomes after the last turn, in their order. Neighbors of both sides with equal limits are one row.
fn levels(aid: &Aid<'_>, path: &DocPath, when: Phrase) -> Vec<ListRow> {
    let levels = &aid.own.victory.levels;
    let mut rows = Vec::new();
    let mut at = 0;
    while let Some(outcome) = levels.get(at) {
        let next = levels.get(at.saturating_add(1));
        let is_both = next.is_some_and(|next| {
            next.winner != outcome.winner
                && (next.level, next.points, next.lead) == (outcome.level, outcome.points, outcome.lead)
        });
        let who: Phrase = if is_both { "both".into() } else { aid.source.side(&outcome.winner).into() };
        let what = needed(aid, &path.clone().index(at), outcome);
        rows.push(row([when.clone(), who, what, level(outcome.level).into()]));
        at = at.saturating_add(if is_both { 2 } else { 1 });
    }
    rows
}

fn needed(aid: &Aid<'_>, path: &DocPath, outcome: &PointLevel) -> Phrase {
    let points = |key: &str| aid.source.amount(path.clone().key(key), Unit::Points);
    let mut needed = Vec::new();
    if outcome.points.is_some() {
        needed.push(phrase!["at least ", points("points")]);
    }
    if outcome.lead.is_some() {
        needed.push(phrase!["a lead of at least ", points("lead")]);
    }
    if needed.is_empty() { "in any case".into() } else { Phrase::joined(needed, ", ") }
}
