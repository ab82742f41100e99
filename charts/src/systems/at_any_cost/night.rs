//! The night turns.

use battlewright_engine::game::Rule;
use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::DocPath;
use battlewright_schema::at_any_cost::{NightKind, NightRow};

use super::Aid;
use super::make::{list, row};
use crate::amount::Unit;
use crate::chart::{Chart, ChartKind, ListRow};
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns the rule of a kind of night turn.
pub(super) fn rule_of(kind: NightKind) -> Rule {
    match kind {
        NightKind::Dusk => rule::DUSK,
        NightKind::Evening => rule::EVENING,
        NightKind::DeepNight => rule::DEEP_NIGHT,
        NightKind::Dawn => rule::DAWN,
    }
}

/// Returns the chart of the night turns that are on the clock, or the sentence that there are none.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    let rows = aid.rules.tables.night.iter().enumerate();
    let rows: Vec<(usize, &NightRow)> = rows.filter(|(_, row)| aid.used.nights.contains_key(&row.kind)).collect();
    let turns = DocPath::root().key("turns").key("count");
    if rows.is_empty() {
        let table = aid.source.table("night");
        let last = match aid.own.turns.clock(aid.own.turns.count) {
            Some(clock) => phrase![
                aid.source.words(&table, "No night turn"),
                ": the last of ",
                aid.source.amount(turns, Unit::Turns),
                " begins at ",
                clock,
                "."
            ],
            None => phrase![
                aid.source.words(&table, "No night turn"),
                ": the ",
                aid.source.amount(turns, Unit::Turns),
                " have no hours."
            ],
        };
        let kind = ChartKind::Text(vec![last]);
        return vec![Chart::new("night", "Night", phrase![rule::DUSK, " to ", rule::DAWN], kind).at(5, 1, 12)];
    }
    let lines = rows.iter().map(|(at, night)| line(aid, *at, night)).collect();
    let heads = ["Kind", "Turns", "Sight", "Movement", "Combat", "TCR", "Besides", "Rule"];
    let mut chart = Chart::new("night", "Night", phrase![rule::DUSK, " to ", rule::DAWN], list(&heads, lines))
        .at(5, 1, 12)
        .from_source(aid.source.provenance("night"))
        .note("The TCR counts in Cohesion Tests, countercharges, digging, Rebuilds, Tough Fights and Furia Francese, not in Break and Rout Tests.");
    for (at, night) in rows {
        let path = aid.source.table("night").index(at);
        chart.shows.extend(["kind", "hours", "no_combat", "roads_only"].map(|key| path.clone().key(key)));
        if aid.used.rest || !night.rest {
            chart.shows.push(path.key("rest"));
        }
    }
    vec![chart]
}

fn line(aid: &Aid<'_>, at: usize, night: &NightRow) -> ListRow {
    let path = |key: &str| aid.source.table("night").index(at).key(key);
    let turns = aid.used.nights.get(&night.kind).map(Vec::as_slice).unwrap_or_default();
    let hours: Vec<String> = night.hours.iter().map(|hour| format!("{hour}:00")).collect();
    let turns: Vec<String> = turn_spans(turns);
    let when = aid.source.words(&path("hours"), format!("{} ({})", turns.join(", "), hours.join(", ")));
    let sight: Phrase = match night.sight {
        Some(_) => aid.source.amount(path("sight"), Unit::Hexes).into(),
        None => "—".into(),
    };
    let movement = if night.roads_only {
        "half MP, along roads only; who moves is Disrupted"
    } else {
        "hexes without a road cost twice"
    };
    let combat = if night.no_combat { "none" } else { "yes" };
    let besides = match (night.kind, night.rest && aid.used.rest) {
        (NightKind::Dawn, _) => "French move and dig only once their chit is drawn",
        (_, true) => "French heavy ammo, Entrenchments, Fresh again",
        (_, false) => "—",
    };
    row([
        strong(night.kind.name()).into(),
        when.into(),
        sight,
        aid.source.words(&path("roads_only"), movement).into(),
        aid.source.words(&path("no_combat"), combat).into(),
        aid.source.amount(path("tcr"), Unit::Cohesion).into(),
        aid.source.words(&path("rest"), besides).into(),
        rule_of(night.kind).into(),
    ])
}

/// Returns turns with spans, such as `17 to 21`.
fn turn_spans(turns: &[u8]) -> Vec<String> {
    let mut spans: Vec<(u8, u8)> = Vec::new();
    for turn in turns {
        match spans.last_mut().filter(|(_, last)| last.checked_add(1) == Some(*turn)) {
            Some((_, last)) => *last = *turn,
            None => spans.push((*turn, *turn)),
        }
    }
    spans.into_iter().map(|(first, last)| super::make::span_words(first.into(), last.into())).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn turns_in_a_row_are_a_span() {
        assert_eq!(super::turn_spans(&[15, 16, 39, 40, 41]), ["15, 16", "39 to 41"]);
    }
}
