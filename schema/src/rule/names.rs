//! The names of a scenario that expressions use.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use serde_json::Value;
use smol_str::SmolStr;

use super::checked::CheckedUnit;
use super::rows::GoneNames;
use super::vocabulary::{ValueType, Vocabulary};
use crate::common::grid::Grid;
use crate::ruleset::RulesetNeeds;
use crate::tree::FieldParts;
use crate::{Cell, Common, DocPath, HexsideId, HexsideKind, Look, Scenario};

/// The names of a scenario. Those of a ruleset alone are the ids that it needs; tags, terrains and hexes are then taken on trust.
pub(crate) struct RuleNames<'s> {
    scenario: Option<NamedScenario<'s>>,
    /// The ids of the sides, in the order of the file, as are all ids here.
    pub(crate) sides: Vec<SmolStr>,
    /// The ids of the units.
    pub(crate) units: Vec<SmolStr>,
    /// The names of the formations.
    pub(crate) formations: Vec<SmolStr>,
    /// The ids of the places.
    pub(crate) places: Vec<SmolStr>,
    /// The names of what left the game before its start. As values they are nothing.
    gone: GoneNames,
    /// The number of the last turn.
    pub(crate) last_turn: i32,
    grid: Option<Grid>,
    tags: OnceCell<BTreeMap<SmolStr, Vec<bool>>>,
    terrains: OnceCell<Vec<NamedTerrain>>,
}

/// A scenario of any system.
#[derive(Clone, Copy)]
struct NamedScenario<'s> {
    common: &'s dyn Common,
    parts: &'s dyn FieldParts,
}

impl<'s> NamedScenario<'s> {
    fn common(self) -> &'s dyn Common {
        self.common
    }

    fn get(self, path: &DocPath) -> Option<Value> {
        self.parts.get(&path.0)
    }
}

/// A terrain of the map.
struct NamedTerrain {
    letter: char,
    /// The name as a word, then its classes.
    words: Vec<String>,
    look: String,
}

/// The number of units that a scenario is taken to have where there is none.
const UNITS_OF_MANY: usize = 60;

impl<'s> RuleNames<'s> {
    /// Returns the names of `scenario`.
    pub(crate) fn of(scenario: &'s Scenario) -> Self {
        crate::of_scenario!(scenario, own => Self::of_root(&**own))
    }

    /// Returns the names of the scenario with this root.
    pub(crate) fn of_root<Root: Common + FieldParts>(own: &'s Root) -> Self {
        let (common, parts): (&dyn Common, &dyn FieldParts) = (own, own);
        let units = (0..common.unit_count()).filter_map(|index| common.unit(index));
        Self {
            scenario: Some(NamedScenario { common, parts }),
            sides: common.sides().iter().map(|side| side.id.as_str().into()).collect(),
            units: units.map(|unit| unit.id.as_str().into()).collect(),
            formations: common.formation_names().into_iter().map(SmolStr::from).collect(),
            places: common.place_ids().into_iter().map(|place| place.as_str().into()).collect(),
            gone: common.gone().clone(),
            last_turn: i32::from(common.turns().count.max(1)),
            grid: common.grid().ok(),
            tags: OnceCell::new(),
            terrains: OnceCell::new(),
        }
    }

    /// Returns the names that a ruleset needs.
    pub(crate) fn needed(needs: &RulesetNeeds) -> Self {
        let ids = |ids: &[String]| ids.iter().map(SmolStr::from).collect();
        Self {
            scenario: None,
            sides: ids(&needs.side),
            units: ids(&needs.unit),
            formations: ids(&needs.formation),
            places: ids(&needs.place),
            gone: GoneNames::default(),
            last_turn: 99,
            grid: None,
            tags: OnceCell::new(),
            terrains: OnceCell::new(),
        }
    }

    /// Returns the same names, with a tag of one unit.
    #[cfg(test)]
    pub(crate) fn with_tag(self, tag: &str, unit: &str) -> Self {
        let has = self.units.iter().map(|id| id == unit).collect();
        let tags = OnceCell::from(BTreeMap::from([(SmolStr::from(tag), has)]));
        Self { tags, ..self }
    }

    /// Returns `true` if there is no scenario, so that tags, terrains and hexes are taken on trust.
    pub(crate) fn is_trusting(&self) -> bool {
        self.scenario.is_none()
    }

    /// Returns `true` for the name of a unit, a formation or a place that left the game before its start.
    pub(crate) fn is_gone(&self, name: &str, value: ValueType) -> bool {
        let names = match value {
            ValueType::Unit => &self.gone.unit,
            ValueType::Formation => &self.gone.formation,
            ValueType::Place => &self.gone.place,
            ValueType::Side | ValueType::Number | ValueType::YesNo | ValueType::Hex | ValueType::Word(_) => {
                return false;
            }
        };
        names.iter().any(|gone| gone == name)
    }

    /// Returns the number of units.
    pub(crate) fn unit_count(&self) -> usize {
        if self.is_trusting() { UNITS_OF_MANY } else { self.units.len() }
    }

    /// Returns what is fixed about each unit. The kinds are those of `vocabulary`.
    pub(crate) fn fixed_units(&self, vocabulary: &Vocabulary) -> Vec<CheckedUnit> {
        let Some(scenario) = self.scenario else { return Vec::new() };
        let place = |place: Option<usize>| place.and_then(|place| i32::try_from(place).ok()).unwrap_or(-1);
        let kinds = vocabulary.kinds.words;
        let unit = |index: usize| {
            let unit = scenario.common().unit(index)?;
            let side = self.sides.iter().position(|side| side == unit.side.as_str());
            let row = DocPath::root().key("unit").index(index);
            let word = ["kind", "troops"].into_iter().find_map(|key| scenario.get(&row.clone().key(key)));
            let kind = match word {
                Some(word) => kinds.iter().position(|kind| word == *kind),
                // All units of such a system are of one kind.
                None => (kinds.len() == 1).then_some(0),
            };
            let formation = scenario.common().formation_of(index);
            let formation = formation.and_then(|name| self.formations.iter().position(|known| known == name));
            let side = side.and_then(|side| u8::try_from(side).ok()).unwrap_or(0);
            Some(CheckedUnit { side, kind: place(kind), formation: place(formation) })
        };
        (0..self.units.len()).filter_map(unit).collect()
    }

    /// Returns the number of units in the largest formation.
    pub(crate) fn largest_formation(&self) -> usize {
        let Some(scenario) = self.scenario else { return UNITS_OF_MANY / 4 };
        let common = scenario.common();
        let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
        for index in 0..common.unit_count() {
            *sizes.entry(common.formation_of(index).unwrap_or_default()).or_default() += 1;
        }
        sizes.remove("");
        sizes.into_values().max().unwrap_or(0)
    }

    /// Returns the cell of the hex with this name; `None` if the map has no such hex, or if there is no map.
    pub(crate) fn hex(&self, name: &str) -> Option<Cell> {
        let cell = self.grid.as_ref()?.named(name)?;
        self.scenario?.common().has(cell).then_some(cell)
    }

    /// Returns the names of the first and the last hex of the map.
    pub(crate) fn hex_ends(&self) -> Option<[SmolStr; 2]> {
        let (grid, common) = (self.grid.as_ref()?, self.scenario?.common());
        let mut hexes = grid.cells().filter(|cell| common.has(*cell));
        let first = hexes.next()?;
        let last = hexes.last().unwrap_or(first);
        Some([first, last].map(|cell| grid.name(cell).as_str().into()))
    }

    /// Returns the tags of units, each with the units that have it, in the order of battle.
    pub(crate) fn tags(&self) -> &BTreeMap<SmolStr, Vec<bool>> {
        self.tags.get_or_init(|| {
            let mut tags: BTreeMap<SmolStr, Vec<bool>> = BTreeMap::new();
            let Some(scenario) = self.scenario else { return tags };
            for tag in &self.gone.tag {
                tags.insert(tag.clone(), vec![false; self.units.len()]);
            }
            for index in 0..self.units.len() {
                for tag in scenario.common().tags(index) {
                    let units = tags.entry(tag.clone()).or_insert_with(|| vec![false; self.units.len()]);
                    if let Some(has) = units.get_mut(index) {
                        *has = true;
                    }
                }
            }
            tags
        })
    }

    fn terrains(&self) -> &[NamedTerrain] {
        self.terrains.get_or_init(|| {
            let Some(scenario) = self.scenario else { return Vec::new() };
            let terrain = scenario.common().terrain();
            let named = terrain.iter().map(|terrain| {
                let letter = terrain.letter.0;
                let path = DocPath::root().key("map").key("terrain").key(letter.to_string()).key("classes");
                let classes = scenario.get(&path);
                let classes = classes.iter().filter_map(|classes| classes.as_array()).flatten();
                let mut words = vec![word_of(terrain.name)];
                words.extend(classes.filter_map(|class| class.as_str()).map(str::to_owned));
                NamedTerrain { letter, words, look: word_of(&format!("{:?}", terrain.look)) }
            });
            named.collect()
        })
    }

    /// Returns the words of terrains: the names of the map's terrains and their classes, then the looks of terrains.
    pub(crate) fn terrain_words(&self) -> Vec<&str> {
        let mut words: Vec<&str> =
            self.terrains().iter().flat_map(|terrain| terrain.words.iter().map(String::as_str)).collect();
        words.extend(self.terrains().iter().map(|terrain| terrain.look.as_str()));
        let mut seen = std::collections::BTreeSet::new();
        words.retain(|word| seen.insert(*word));
        words
    }

    /// Returns `true` if a terrain has this word. The words of all looks are known, whether or not the map has such a terrain.
    pub(crate) fn has_terrain(&self, word: &str) -> bool {
        self.is_trusting()
            || Look::ALL.iter().any(|look| word_of(&format!("{look:?}")) == word)
            || self.terrains().iter().any(|terrain| terrain.words.iter().any(|known| known == word))
    }

    /// Returns the hexes of the terrains with this word: those with such a name or class, or if there are none, with such a look.
    pub(crate) fn terrain_hexes(&self, word: &str) -> Vec<Cell> {
        let named = |terrain: &&NamedTerrain| terrain.words.iter().any(|known| known == word);
        let mut letters: Vec<char> = self.terrains().iter().filter(named).map(|terrain| terrain.letter).collect();
        if letters.is_empty() {
            letters =
                self.terrains().iter().filter(|terrain| terrain.look == word).map(|terrain| terrain.letter).collect();
        }
        let (Some(scenario), Some(grid)) = (self.scenario, self.grid.as_ref()) else { return Vec::new() };
        let common = scenario.common();
        let is_such = |cell: &Cell| {
            let letter = common.hexes().get(usize::from(cell.column), usize::from(cell.row));
            letter.is_some_and(|letter| letters.contains(&letter)) && common.has(*cell)
        };
        grid.cells().filter(is_such).collect()
    }

    /// Returns the pairs of hexes between which the feature `word` of [`EDGE_WORDS`] is.
    pub(crate) fn edge_pairs(&self, word: &str) -> Vec<[Cell; 2]> {
        let (Some(scenario), Some(grid)) = (self.scenario, self.grid.as_ref()) else { return Vec::new() };
        let common = scenario.common();
        if word == ROAD {
            let steps = common.roads().iter().flat_map(|road| road.path.windows(2));
            let ends = steps.filter_map(|step| Some([step.first()?, step.last()?]));
            return ends.filter_map(|[a, b]| Some([grid.cell(a)?, grid.cell(b)?])).collect();
        }
        let rows = common.hexsides().iter().filter(|hexside| hexside.kind.name() == word);
        let sides = rows.flat_map(|row| row.between.iter()).filter_map(HexsideId::hexes);
        sides.filter_map(|(a, b)| Some([grid.cell(&a)?, grid.cell(&b)?])).collect()
    }
}

/// The word for a step along a road.
const ROAD: &str = "road";

/// The words for what can be between two hexes.
pub(crate) const EDGE_WORDS: [&str; 6] = [
    HexsideKind::Stream.name(),
    HexsideKind::River.name(),
    HexsideKind::Bridge.name(),
    HexsideKind::Slope.name(),
    HexsideKind::Wall.name(),
    ROAD,
];

/// Returns a name as a word of expressions: `Wooded ravine` is `wooded-ravine`.
pub(crate) fn word_of(name: &str) -> String {
    let mut word = String::with_capacity(name.len());
    for letter in name.chars() {
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        } else if !word.is_empty() && !word.ends_with('-') {
            word.push('-');
        }
    }
    word.truncate(word.trim_end_matches('-').len());
    word
}
