//! Cohesion, Break and Rout Tests.

use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::at_any_cost::{Event, Kind};

use super::Aid;
use super::fire_modifiers::works;
use super::make::{group, modifier, odds, result};
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Chart, ChartKind, OddsRow};
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns the charts of tests.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    vec![modifiers(aid), cohesion(aid), break_and_rout()]
}

fn modifiers(aid: &Aid<'_>) -> Chart {
    let tcr = |key: &str| aid.cohesion(key);
    let severities = [Amount::fixed(0, Unit::Cohesion), tcr("tough"), tcr("severe"), tcr("critical")];
    let mut all = vec![
        modifier(severities, "test", "RT, TT, ST, CT", rule::FIRE_RESULTS),
        modifier([tcr("shaken"), tcr("disrupted")], "target", "Shaken, Disrupted", rule::COHESION_MODIFIERS),
    ];
    let heavy = aid.used.arms.contains(&Kind::HeavyArtillery);
    if aid.used.mitrailleuses {
        all.push(modifier([tcr("mitrailleuse")], "firer", "a mitrailleuse", rule::COHESION_MODIFIERS));
    }
    if heavy {
        all.push(modifier([tcr("heavy_artillery")], "firer", "heavy artillery", rule::COHESION_MODIFIERS));
    }
    if aid.used.events.contains(&Event::BeatenZone) {
        all.push(modifier([tcr("moulin")], aid.french(), "Moulin à Café (Beaten Zone)", rule::EVENTS));
    }
    let (amounts, when) = works(aid, tcr, "in Fieldworks", "in Fieldworks, in Entrenchments");
    all.push(modifier(amounts, "target", when, rule::EARTHWORKS));
    for (at, night) in aid.rules.tables.night.iter().enumerate() {
        if aid.used.nights.contains_key(&night.kind) {
            let amount = aid.source.amount(aid.source.table("night").index(at).key("tcr"), Unit::Cohesion);
            all.push(modifier([amount], "all", night.kind.name().to_lowercase(), super::night::rule_of(night.kind)));
        }
    }
    let aside = phrase![rule::COHESION_MODIFIERS, " · all add up; modified TCR 0 to 10"];
    Chart::new("cohesion-modifiers", "4 Cohesion Test: TCR", aside, ChartKind::Modifiers(vec![group("TCR", all)]))
        .at(2, 2, 6)
        .in_stack(1)
        .from_source(aid.source.provenance("cohesion_modifiers"))
}

fn cohesion(aid: &Aid<'_>) -> Chart {
    let path = |at: usize| aid.source.table("cohesion").index(at);
    let table = &aid.rules.tables.cohesion;
    let to = |at: usize| aid.source.amount(path(at).key("to"), Unit::Count);
    let after = |at: usize| {
        let last = table.get(at).and_then(|row| row.to).unwrap_or_default();
        to(at).as_number(i64::from(last) + 1)
    };
    let rows = table.iter().enumerate().map(|(at, row)| -> OddsRow {
        let when = match (at.checked_sub(1), row.to) {
            (None, Some(_)) => phrase![to(at), " or less"],
            (None, None) => "any".into(),
            (Some(before), None) => phrase![after(before), " or more"],
            (Some(before), Some(_)) => phrase![after(before), " to ", to(at)],
        };
        let hits = aid.source.amount(path(at).key("elan"), Unit::Count);
        let words = match row.elan {
            0 => phrase![aid.source.words(&path(at).key("elan"), "no Elan Hit")],
            1 => phrase![hits, " Elan Hit"],
            _ => phrase![hits, " Elan Hits"],
        };
        result(when, [words])
    });
    let aside = phrase![rule::COHESION_TEST, " · none, Shaken, Disrupted, then a Rout Test for each"];
    let heads = ["White die less modified TCR", "Result"];
    let chart = Chart::new("cohesion", "Cohesion Test: result", aside, odds(&heads, rows.collect()))
        .at(2, 2, 6)
        .in_stack(1)
        .from_source(aid.source.provenance("cohesion"));
    (0..table.len()).fold(chart, |chart, at| chart.showing(path(at).key("elan")))
}

fn break_and_rout() -> Chart {
    let hexes = |number: i64| Amount::fixed(Quantity::from(number), Unit::Hexes);
    let broken: Phrase = phrase![strong("Broken"), ": off the map, into the box"];
    let rows = vec![
        result("below", ["nothing".into(), "nothing".into()]),
        result("equal", ["Disrupted".into(), phrase!["Disrupted, retreats ", hexes(1)]]),
        result("above", [broken, phrase!["Disrupted, retreats ", hexes(2), ", Battleworn"]]),
    ];
    let aside = phrase![rule::BREAK_TEST, ", ", rule::ROUT_TEST, " · printed TCR, no modifiers"];
    Chart::new(
        "break-and-rout",
        "5 Break and Rout Tests",
        aside,
        odds(&["Die against TCR", "Break Test", "Rout Test"], rows),
    )
    .at(2, 2, 6)
    .in_stack(0)
}
