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

use crate::chart::Chart;
use crate::source::Source;

/// Returns the charts of the system for this scenario, in the order of the sheets. Only what the scenario can use is on them.
pub fn charts(scenario: &Scenario) -> Vec<Chart> {
    let source = Source::new(scenario);
    #[allow(unreachable_patterns, reason = "a system of the tests has no charts")]
    let mut charts = match scenario {
        Scenario::MarsLaTour(own) => mars_la_tour::charts(&source, own),
        Scenario::PositionMagnifique(own) => position_magnifique::charts(&source, own),
        Scenario::AtAnyCost(own) => at_any_cost::charts(&source, own),
        Scenario::Matz(own) => matz::charts(&source, own),
        Scenario::Outrance(own) => outrance::charts(&source, own),
        _ => Vec::new(),
    };
    charts.sort_by_key(|chart| (chart.place.page, chart.place.order, chart.place.stack));
    charts
}
