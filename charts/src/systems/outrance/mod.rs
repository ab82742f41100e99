//! The charts of the system.

mod assault;
mod command;
mod fire;
mod ground;
mod moves;
mod orders;
mod results;
mod scenario;
mod sight;

use std::cell::RefCell;

use battlewright_schema::outrance::{Nation, Outrance, Quality, Rules, TroopType, UnitClass};
use battlewright_schema::{DocPath, SideId};

use crate::amount::{Amount, Unit};
use crate::chart::Chart;
use crate::phrase::{Phrase, Span};
use crate::source::Source;

/// Returns the charts for a scenario.
pub(super) fn charts(source: &Source<'_>, own: &Outrance) -> Vec<Chart> {
    let facts = Facts { source, own, rules: own.ruleset(), told: RefCell::default() };
    let mut charts = vec![
        facts.whole(orders::sequence),
        facts.whole(orders::actions),
        facts.whole(orders::orders),
        facts.whole(moves::moves),
        facts.whole(ground::terrain),
        facts.whole(moves::movement),
        facts.whole(command::falling_back),
        facts.whole(command::generals),
        facts.whole(command::regrouping),
        facts.whole(fire::index),
        facts.whole(fire::modifiers),
        facts.whole(fire::results),
        facts.whole(results::outcomes),
        facts.whole(assault::index),
        facts.whole(assault::modifiers),
        facts.whole(assault::stopped),
        facts.whole(assault::close_combat),
        facts.whole(assault::won),
        facts.whole(sight::sight),
        facts.whole(scenario::key),
        facts.whole(scenario::victory),
    ];
    charts.extend(scenario::has_arrivals(&facts).then(|| facts.whole(scenario::arrivals)));
    charts.extend(super::special::special_rules(source).map(|chart| scenario::special(&facts, chart)));
    charts
}

/// The scenario with short ways to its values.
pub(crate) struct Facts<'a> {
    source: &'a Source<'a>,
    own: &'a Outrance,
    rules: Rules,
    /// The settings that the words of the chart at work have told.
    told: RefCell<Vec<DocPath>>,
}

impl Facts<'_> {
    /// Returns a chart with the settings that its words tell.
    fn whole(&self, make: fn(&Self) -> Chart) -> Chart {
        self.told.borrow_mut().clear();
        let mut chart = make(self);
        chart.shows.append(&mut self.told.borrow_mut());
        chart
    }

    /// Returns the words of a setting that is on or off.
    fn if_on(&self, name: &str, on: &str, off: &str) -> Span {
        let path = self.source.setting(name);
        let words = if self.source.is_on(&path) { on } else { off };
        self.words(path, words)
    }

    /// Returns the words of a setting that is a word: those of `other` if it is `word`, or else `usual`.
    fn if_word(&self, name: &str, word: &str, other: &str, usual: &str) -> Span {
        let path = self.source.setting(name);
        let words = if self.source.word(&path) == word { other } else { usual };
        self.words(path, words)
    }

    /// Returns words about the value at `path`, which the chart then shows.
    fn words(&self, path: DocPath, words: impl Into<Span>) -> Span {
        let span = self.source.words(&path, words);
        self.told.borrow_mut().push(path);
        span
    }

    /// Returns the length of a setting.
    fn inches(&self, name: &str) -> Amount {
        self.source.inches(self.source.setting(name))
    }

    /// Returns the number of a setting.
    fn number(&self, name: &str, unit: Unit) -> Amount {
        self.source.amount(self.source.setting(name), unit)
    }

    /// Returns the tag of a side.
    fn tag(&self, side: &SideId) -> Span {
        self.source.side(side)
    }

    /// Returns the troops of the battle, each with its quality and its army.
    fn troops(&self) -> impl Iterator<Item = (TroopType, Quality, Option<Nation>)> {
        self.own.unit.iter().map(|unit| {
            let quality = if unit.troops.has_quality() { unit.quality } else { Quality::Line };
            (unit.troops, quality, self.own.nation_of(unit))
        })
    }

    /// Returns `true` if the battle has troops of this kind.
    fn has(&self, troops: TroopType) -> bool {
        self.troops().any(|(own, ..)| own == troops)
    }

    /// Returns `true` if the battle has troops of this quality.
    fn has_quality(&self, quality: Quality) -> bool {
        self.troops().any(|(_, own, _)| own == quality)
    }

    /// Returns `true` if the battle has units of this class.
    fn has_class(&self, class: UnitClass) -> bool {
        self.troops().any(|(troops, _, nation)| nation.and_then(|nation| UnitClass::of(nation, troops)) == Some(class))
    }

    /// Returns the words for a d100 range of `percent` after the throws that are `passed`: `"76–93"`, or `"—"` for none.
    fn range(passed: i64, percent: i64) -> String {
        let two = |number: i64| format!("{:02}", number % 100);
        match percent {
            ..=0 => "—".to_owned(),
            1 => two(passed + 1),
            _ => format!("{}–{}", two(passed + 1), two(passed + percent)),
        }
    }
}

/// Returns the name of a class of units.
fn class_name(class: UnitClass) -> &'static str {
    match class {
        UnitClass::FrenchInfantry => "French infantry",
        UnitClass::PrussianInfantry => "Prussian infantry",
        UnitClass::FrenchArtillery => "French artillery",
        UnitClass::PrussianArtillery => "Prussian artillery",
        UnitClass::Cavalry => "Cavalry",
    }
}

/// Returns the class in a row of a table, if it is one.
fn class_of(row: &serde_json::Value, key: &str) -> Option<UnitClass> {
    serde_json::from_value(row.get(key)?.clone()).ok()
}

/// Returns the words of parts with a comma between two of them.
fn commas(parts: impl IntoIterator<Item = Phrase>) -> Phrase {
    Phrase::joined(parts, ", ")
}
