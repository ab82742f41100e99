//! The charts of each system, in words of our own, with the values of the scenario.

pub(crate) mod at_any_cost;
mod make;
mod mars_la_tour;
mod matz;
mod outrance;
mod position_magnifique;
mod scenario_words;
mod special;

use battlewright_schema::Scenario;
use battlewright_schema::rule::TableSet;

use crate::chart::{Chart, Place};
use crate::source::Source;

/// Returns the charts of the system for this scenario, in the order of the sheets. Only what the scenario can use is on them. Charts of
/// tables that stand in for others in some turns follow the others.
pub fn charts(scenario: &Scenario) -> Vec<Chart> {
    let mut charts = charts_of(scenario);
    let standing = standing(scenario, &charts);
    charts.extend(standing);
    charts.sort_by_key(|chart| (chart.place.page, chart.place.order, chart.place.stack));
    charts
}

fn charts_of(scenario: &Scenario) -> Vec<Chart> {
    let source = Source::new(scenario);
    #[allow(unreachable_patterns, reason = "a system of the tests has no charts")]
    match scenario {
        Scenario::MarsLaTour(own) => mars_la_tour::charts(&source, own),
        Scenario::PositionMagnifique(own) => position_magnifique::charts(&source, own),
        Scenario::AtAnyCost(own) => at_any_cost::charts(&source, own),
        Scenario::Matz(own) => matz::charts(&source, own),
        Scenario::Outrance(own) => outrance::charts(&source, own),
        _ => Vec::new(),
    }
}

/// Returns the charts of tables that stand in for those in force in some turns, if they differ from `usual`.
fn standing(scenario: &Scenario, usual: &[Chart]) -> Vec<Chart> {
    let last = usual.iter().map(|chart| chart.place.page).max().unwrap_or(1);
    let mut all = Vec::new();
    for choice in scenario.choices_of_tables() {
        let other = scenario.with_tables(&TableSet::of(&choice.tables));
        for chart in charts_of(&other) {
            let shows =
                choice.replaced.iter().any(|table| chart.fields().into_iter().any(|field| field.is_within(table)));
            let facts = usual.iter().find(|known| known.id == chart.id).map(Chart::facts);
            if !shows || facts.as_ref() == Some(&chart.facts()) {
                continue;
            }
            let mut chart = Chart { title: format!("{} · {}", chart.title, choice.name), ..chart };
            chart.stands_by = Some(format!("{} {}", choice.sentence, choice.turns));
            chart.notes.insert(0, choice.turns.clone().into());
            chart.place = Place { page: last, order: u8::MAX, stack: None, may_move: true, ..chart.place };
            all.push(chart);
        }
    }
    all
}
