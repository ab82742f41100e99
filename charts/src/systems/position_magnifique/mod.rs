//! The charts of Position Magnifique.

mod assault;
mod events;
mod fire;
mod ground;
mod key;
mod melee;
mod scenario;
mod turn;

use battlewright_schema::system::position_magnifique::{Event, Kind, Nation, PositionMagnifique, TerrainClass};
use battlewright_schema::{DocPath, SideId};

use super::scenario_words::letters_on_map;
use super::special::changed_rules;
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, Modifier};
use crate::phrase::{Phrase, Span};
use crate::source::Source;

/// Returns the charts for a scenario: the turn, command and ground on page 1, the combats on page 2, the scenario's own on page 3.
pub(super) fn charts(source: &Source<'_>, own: &PositionMagnifique) -> Vec<Chart> {
    let sheet = PositionSheet { source, own };
    let mut charts = vec![
        turn::sequence(&sheet).at(1, 1, 12),
        turn::orders(&sheet).at(1, 2, 7).in_stack(1),
        turn::out_of_command(&sheet).at(1, 2, 7).in_stack(1),
        turn::headquarters(&sheet).at(1, 2, 5).in_stack(2),
        ground::terrain(&sheet).at(1, 3, 12),
        key::key(&sheet).at(1, 4, 12),
        fire::table(&sheet).at(2, 1, 7).in_stack(1),
        fire::morale(&sheet).at(2, 1, 7).in_stack(1),
        fire::modifiers(&sheet).at(2, 1, 5).in_stack(2),
        fire::sight(&sheet).at(2, 1, 5).in_stack(2),
        assault::table(&sheet).at(2, 2, 7).in_stack(1),
        assault::modifiers(&sheet).at(2, 2, 5).in_stack(2),
        assault::results(&sheet).at(2, 2, 5).in_stack(2),
        melee::moves(&sheet).at(2, 3, 12),
        melee::rally(&sheet).at(2, 4, 12),
    ];
    charts.extend(events::events(&sheet).map(|chart| chart.at(3, 1, 12)));
    charts.push(scenario::victory(&sheet).at(3, 2, 6).in_stack(1));
    charts.push(scenario::special(&sheet).at(3, 2, 6).in_stack(2));
    charts.extend(scenario::groups(&sheet).into_iter().map(|chart| chart.at(3, 2, 6).in_stack(2)));
    charts.extend(scenario::arrivals(&sheet).map(|chart| chart.at(3, 3, 12)));
    charts.extend(changed_rules(source).map(|chart| chart.at(3, 4, 12)));
    charts
}

/// A scenario with its rules, and what of them it can use.
struct PositionSheet<'a, 's> {
    source: &'a Source<'s>,
    own: &'a PositionMagnifique,
}

impl PositionSheet<'_, '_> {
    /// Returns the tag of a side.
    fn side(&self, id: &SideId) -> Span {
        self.source.side(id)
    }

    /// Returns the tag of the side with this army, or the name of the army if no side has it.
    fn nation(&self, nation: Nation) -> Span {
        let side = self.own.side.iter().find(|(_, side)| side.nation == nation);
        side.map_or_else(
            || Span::from(if nation == Nation::French { "French" } else { "Prussians" }),
            |(id, _)| self.side(id),
        )
    }

    /// Returns the sides in the order in which they act, such as "French, then Prussians".
    fn in_order(&self) -> Phrase {
        Phrase::joined(self.own.side.keys().map(|id| self.side(id).into()), ", then ")
    }

    /// Returns `true` if an Event Chit has one of `events` on a face.
    fn has_event(&self, events: &[Event]) -> bool {
        self.own.chit.iter().any(|chit| events.contains(&chit.front) || events.contains(&chit.back))
    }

    /// Returns `true` if the order of battle has a unit of this kind.
    fn has_kind(&self, kind: Kind) -> bool {
        self.own.unit.iter().any(|unit| unit.kind == kind)
    }

    /// Returns the names of the terrain of this class on the map, such as "Clear, Hamlet"; empty if the map has none.
    fn names_of(&self, class: TerrainClass) -> String {
        let letters = letters_on_map(self.source);
        let mut names: Vec<&str> = Vec::new();
        for (letter, terrain) in &self.own.map.terrain {
            if terrain.class == class && letters.contains(&letter.0) && !names.contains(&terrain.name.as_str()) {
                names.push(terrain.name.as_str());
            }
        }
        names.join(", ")
    }

    /// Returns the column shift with this name.
    fn shift(&self, name: &str) -> Amount {
        self.source.amount(self.source.table("shifts").key(name), Unit::Columns)
    }

    /// Returns the number of a setting.
    fn setting(&self, name: &str, unit: Unit) -> Amount {
        self.source.amount(self.source.setting(name), unit)
    }

    /// Returns words for a ruling, marked if the scenario has another than the published one: `on` if it is true.
    fn ruling(&self, name: &str, on: &str, off: &str) -> Span {
        let path = self.source.setting(name);
        self.source.words(&path, if self.source.is_on(&path) { on } else { off })
    }

    /// Returns the path of a row of the file, such as `formation[2]`.
    fn row(&self, list: &str, index: usize) -> DocPath {
        super::scenario_words::top(list).index(index)
    }
}

/// Returns a modifier with one number.
fn modifier(
    amount: Amount,
    whose: impl Into<Phrase>,
    when: impl Into<Phrase>,
    rule: battlewright_engine::game::Rule,
) -> Modifier {
    Modifier { amounts: vec![amount], whose: whose.into(), when: when.into(), rule }
}
