//! The charts of `at-any-cost`: turn and command, fire, assault, ground and events, and a sheet of the scenario.

mod arrivals;
mod assault;
mod assault_results;
mod charges;
mod command;
mod counters;
mod event_words;
mod events;
mod fire;
mod fire_modifiers;
mod fire_tests;
mod ground;
mod key;
mod make;
mod night;
mod rally;
mod special;
mod tracks;
mod turn;
pub(crate) mod used;
mod victory;

use battlewright_schema::at_any_cost::{AtAnyCost, Nation, Rules};
use battlewright_schema::{DocPath, SideId};

use crate::amount::{Amount, Quantity, Unit};
use crate::chart::Chart;
use crate::phrase::{Phrase, Span};
use crate::source::Source;
use used::Used;

/// Returns the charts for a scenario.
pub(super) fn charts(source: &Source<'_>, own: &AtAnyCost) -> Vec<Chart> {
    let aid = Aid { source, own, rules: own.ruleset(), used: Used::of(own) };
    let mut charts = Vec::new();
    charts.extend(turn::charts(&aid));
    charts.extend(command::charts(&aid));
    charts.extend(rally::charts(&aid));
    charts.extend(key::charts(&aid));
    charts.extend(fire::charts(&aid));
    charts.extend(fire_modifiers::charts(&aid));
    charts.push(fire::results());
    charts.extend(fire_tests::charts(&aid));
    charts.extend(assault::charts(&aid));
    charts.extend(assault_results::charts(&aid));
    charts.extend(charges::charts(&aid));
    charts.extend(victory::charts(&aid));
    charts.extend(ground::charts(&aid));
    charts.extend(events::charts(&aid));
    charts.extend(tracks::charts(&aid));
    charts.extend(night::charts(&aid));
    charts.extend(arrivals::charts(&aid));
    charts.extend(special::charts(&aid));
    charts.extend(counters::charts(&aid));
    charts
}

/// The sources of the charts: the scenario, its rules in force, and the part of them that it can use.
struct Aid<'a> {
    source: &'a Source<'a>,
    own: &'a AtAnyCost,
    rules: Rules,
    used: Used,
}

impl Aid<'_> {
    /// Returns the path of a setting.
    fn setting(&self, name: &str) -> DocPath {
        self.source.setting(name)
    }

    /// Returns the path of a value in a table of named values.
    fn entry(&self, table: &str, key: &str) -> DocPath {
        self.source.table(table).key(key)
    }

    /// Returns a setting as a number of what the words beside it name.
    fn count(&self, name: &str) -> Amount {
        self.source.amount(self.setting(name), Unit::Count)
    }

    /// Returns a setting as a number of hexes.
    fn hexes(&self, name: &str) -> Amount {
        self.source.amount(self.setting(name), Unit::Hexes)
    }

    /// Returns a shift of a table of shifts.
    fn columns(&self, table: &str, key: &str) -> Amount {
        self.source.amount(self.entry(table, key), Unit::Columns)
    }

    /// Returns an addition to SP.
    fn strength(&self, key: &str) -> Amount {
        self.source.amount(self.entry("strength_modifiers", key), Unit::Strength)
    }

    /// Returns the part of SP that is left.
    fn part(&self, key: &str) -> Amount {
        self.source.amount_as(self.entry("strength_modifiers", key), Unit::Factor, Quantity::percent)
    }

    /// Returns an addition to a TCR.
    fn cohesion(&self, key: &str) -> Amount {
        self.source.amount(self.entry("cohesion_modifiers", key), Unit::Cohesion)
    }

    /// Returns words that depend on a ruling.
    fn ruling(&self, name: &str, on: &str, off: &str) -> Span {
        let path = self.setting(name);
        let words = if self.source.is_on(&path) { on } else { off };
        self.source.words(&path, words)
    }

    /// Returns the id of the side of this army.
    fn side_of(&self, nation: Nation) -> Option<&SideId> {
        self.own.side.iter().find(|(_, side)| side.nation == nation).map(|(id, _)| id)
    }

    /// Returns the tag of the side of this army.
    fn tag(&self, nation: Nation) -> Phrase {
        self.side_of(nation).map_or_else(Phrase::default, |side| self.source.side(side).into())
    }

    /// Returns the tag of the French.
    fn french(&self) -> Phrase {
        self.tag(Nation::French)
    }

    /// Returns the tag of the Prussians.
    fn prussian(&self) -> Phrase {
        self.tag(Nation::Prussian)
    }

    /// Adds the settings to those that are on the chart.
    fn rulings(&self, chart: Chart, names: &[&str]) -> Chart {
        names.iter().fold(chart, |chart, name| chart.showing(self.setting(name)))
    }
}
