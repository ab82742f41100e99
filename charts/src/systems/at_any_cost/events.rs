//! The Event Chits.

use std::collections::BTreeMap;

use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::DocPath;
use battlewright_schema::at_any_cost::Event;

use super::Aid;
use super::event_words::{settings, what, when};
use super::make::{list, row};
use crate::chart::Chart;
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns the chart of the events that are in the cups: those of one army, then those of both.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    if aid.used.events.is_empty() {
        return Vec::new();
    }
    let mut counts: BTreeMap<Event, BTreeMap<usize, usize>> = BTreeMap::new();
    for chit in &aid.own.chit {
        if let Some(side) = aid.own.side.get_index_of(&chit.side) {
            *counts.entry(chit.event).or_default().entry(side).or_default() += 1;
        }
    }
    let rows = counts.iter().map(|(event, sides)| {
        let tags = sides.iter().filter_map(|(side, count)| {
            let (id, _) = aid.own.side.get_index(*side)?;
            let times = if *count > 1 { format!(" ({count})") } else { String::new() };
            Some(phrase![aid.source.side(id), times])
        });
        row([strong(event.name()).into(), Phrase::joined(tags, " "), when(*event).into(), what(aid, *event)])
    });
    let mut chart = Chart::new(
        "events",
        "Event Chits",
        phrase![rule::EVENTS, ", ", rule::EVENT_CHITS, " · in parentheses the number of chits, if more than one"],
        list(&["Event", "Whose", "When", "What it does"], rows.collect()),
    )
    .at(4, 1, 12);
    for at in 0..aid.own.chit.len() {
        chart = chart.showing(DocPath::root().key("chit").index(at));
    }
    for (event, table) in [(Event::FortunesOfWar, "fortunes"), (Event::MisinterpretedOrders, "misinterpreted")] {
        if aid.used.events.contains(&event) {
            chart = chart.showing(aid.source.table(table));
        }
    }
    let names: Vec<&str> = aid.used.events.iter().flat_map(|event| settings(*event)).copied().collect();
    vec![aid.rulings(chart, &names)]
}
