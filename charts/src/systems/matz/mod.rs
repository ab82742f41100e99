//! The charts of La Bataille du Matz.

mod air;
mod combat;
mod combat_modifiers;
mod command;
mod ground;
mod guns;
mod key;
mod results;
mod scenario;
mod turn;
mod victory;

use battlewright_engine::game::Rule;
use battlewright_schema::system::matz::{Kind, Matz, Nation, TerrainClass};
use battlewright_schema::{DocPath, FormationId, HexsideKind, SideId};
use serde_json::Value;

use super::special::changed_rules;
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Chart, ListRow, Modifier};
use crate::needed::letters_of;
use crate::phrase::{Phrase, Span, strong};
use crate::source::Source;

/// Returns the charts for a scenario: the turn, the ground and command on page 1, the fights on page 2, the scenario's own on page 3.
pub(super) fn charts(source: &Source<'_>, own: &Matz) -> Vec<Chart> {
    let sheet = MatzSheet { source, own };
    let mut charts = vec![
        turn::sequence(&sheet).at(1, 1, 12),
        ground::terrain(&sheet).at(1, 2, 12),
        command::command(&sheet).at(1, 3, 7),
        command::headquarters(&sheet).at(1, 3, 5),
        key::key(&sheet).at(1, 4, 12),
        combat::table(&sheet).at(2, 1, 7).in_stack(1),
        combat_modifiers::modifiers(&sheet).at(2, 1, 5).in_stack(2),
        results::results(&sheet).at(2, 2, 12),
        guns::bombardment(&sheet).at(2, 3, 5).in_stack(1),
        guns::bombardment_shifts(&sheet).at(2, 3, 5).in_stack(1),
        guns::artillery(&sheet).at(2, 3, 7).in_stack(2),
    ];
    charts.extend(air::air(&sheet).map(|chart| chart.at(2, 4, 12)));
    charts.push(victory::victory(&sheet).at(3, 1, 6).in_stack(1));
    charts.push(scenario::start(&sheet).at(3, 1, 6).in_stack(2));
    charts.extend(scenario::reserves(&sheet).map(|chart| chart.at(3, 2, 12)));
    charts.extend(scenario::arrivals(&sheet).map(|chart| chart.at(3, 3, 12)));
    charts.extend(changed_rules(source).map(|chart| chart.at(3, 4, 12)));
    charts
}

/// A scenario with its rules, and what of them it can use.
struct MatzSheet<'a, 's> {
    source: &'a Source<'s>,
    own: &'a Matz,
}

impl MatzSheet<'_, '_> {
    /// Returns the tag of a side.
    fn side(&self, id: &SideId) -> Span {
        self.source.side(id)
    }

    /// Returns the sides in the order in which they act, such as "Germans, then French".
    fn in_order(&self) -> Phrase {
        Phrase::joined(self.own.side.keys().map(|id| self.side(id).into()), ", then ")
    }

    /// Returns the tag of the side with this army; `None` if no side has it.
    fn nation(&self, nation: Nation) -> Option<Span> {
        self.own.side.iter().find(|(_, side)| side.nation == nation).map(|(id, _)| self.side(id))
    }

    /// Returns `true` if a side has a unit of this kind.
    fn has(&self, kind: Kind) -> bool {
        self.own.unit.iter().any(|unit| unit.kind == kind)
    }

    /// Returns `true` if aircraft play a part: the map has mega-hexes, and a side has aircraft.
    fn has_aircraft(&self) -> bool {
        self.own.mega_hexes.is_some() && (self.has(Kind::Fighter) || self.has(Kind::Bomber))
    }

    /// Returns `true` if the map has a hexside of this kind.
    fn has_hexside(&self, kind: HexsideKind) -> bool {
        self.own.hexside.iter().any(|row| row.kind == kind)
    }

    /// Returns the classes of terrain that hexes of the map have, in the order of the table, trenches among them.
    fn classes(&self) -> Vec<TerrainClass> {
        let letters: Vec<char> = letters_of(self.source).collect();
        let mut classes: Vec<TerrainClass> = Vec::new();
        for (letter, terrain) in &self.own.map.terrain {
            if letters.contains(&letter.0) {
                classes.extend(terrain.classes.iter().copied());
                classes.extend(terrain.classes.is_empty().then_some(TerrainClass::Open));
            }
        }
        classes.extend((!self.own.trench.is_empty()).then_some(TerrainClass::Trench));
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// Returns the path of the row of the Terrain Effects Table for a class.
    fn class_row(&self, class: TerrainClass) -> Option<DocPath> {
        let word = serde_json::to_value(class).ok()?;
        self.row_with(&self.source.table("terrain").key("classes"), "class", &word)
    }

    /// Returns the path of the row of the table of hexsides for a kind.
    fn hexside_row(&self, kind: HexsideKind) -> Option<DocPath> {
        self.row_with(&self.source.table("hexsides").key("kinds"), "kind", &Value::from(kind.name()))
    }

    fn row_with(&self, list: &DocPath, key: &str, word: &Value) -> Option<DocPath> {
        self.source.rows(list).into_iter().find(|(_, row)| row.get(key) == Some(word)).map(|(path, _)| path)
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

    /// Returns the name of a formation.
    fn formation_name(&self, id: &FormationId) -> String {
        self.own.formation(id).map_or_else(|| id.to_string(), |formation| formation.name.to_string())
    }

    /// Returns the path of a row of the file, such as `formation[2]`.
    fn row(&self, list: &str, index: usize) -> DocPath {
        super::scenario_words::top(list).index(index)
    }
}

/// Returns half of a number.
fn half() -> Amount {
    Amount::fixed(Quantity::new(1, 2), Unit::Factor)
}

/// Returns a modifier with one number.
fn modifier(amount: Amount, whose: impl Into<Phrase>, when: impl Into<Phrase>, rule: Rule) -> Modifier {
    Modifier { amounts: vec![amount], whose: whose.into(), when: when.into(), rule }
}

/// Returns a row of a list with a name, what it means, and its rule.
fn told(name: &str, what: impl Into<Phrase>, rule: Rule) -> ListRow {
    ListRow { group: String::new(), cells: vec![strong(name).into(), what.into(), rule.into()] }
}

/// Returns a ratio of hundredths, such as `0.75`.
fn ratio(hundredths: i64) -> String {
    format!("{}.{:02}", hundredths / 100, (hundredths % 100).abs())
}
