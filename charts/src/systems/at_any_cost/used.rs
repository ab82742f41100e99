//! The part of the rules that a scenario can use.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::at_any_cost::{AtAnyCost, Earthwork, Event, Kind, Nation, NightKind, TerrainClass, Weight};
use battlewright_schema::{FormationId, HexsideKind, RoadKind, SideId};

/// The things on the map, on the clock, in the cups and in the order of battle of a scenario.
pub(crate) struct Used {
    /// The letters of the map, in the order of the file.
    pub(crate) letters: Vec<char>,
    /// The rows of the terrain chart that apply to a hex of the map.
    pub(crate) classes: BTreeSet<TerrainClass>,
    /// The features along hexsides.
    pub(crate) hexsides: BTreeSet<HexsideKind>,
    /// The roads.
    pub(crate) roads: BTreeSet<RoadKind>,
    /// The arms of all units.
    pub(crate) arms: BTreeSet<Kind>,
    /// The arms of French units.
    pub(crate) french_arms: BTreeSet<Kind>,
    /// The weights of cavalry.
    pub(crate) weights: BTreeSet<Weight>,
    /// `true` if there are Mitrailleuse markers.
    pub(crate) mitrailleuses: bool,
    /// The Event Chits.
    pub(crate) events: BTreeSet<Event>,
    /// The night turns by their kind.
    pub(crate) nights: BTreeMap<NightKind, Vec<u8>>,
    /// `true` if there are nights in which the units of a Campaign rest.
    pub(crate) rest: bool,
    /// `true` if there are or can be Entrenchments.
    pub(crate) entrenchments: bool,
    /// `true` if Prussians enter after the first turn.
    pub(crate) prussian_groups: bool,
    /// `true` if the French roll for their chits at the end of turns.
    pub(crate) french_roll: bool,
}

impl Used {
    /// Returns what `own` can use.
    pub(crate) fn of(own: &AtAnyCost) -> Self {
        let present: BTreeSet<char> = own.map.hexes.0.iter().flatten().copied().collect();
        let letters = own.map.terrain.keys().map(|letter| letter.0);
        let letters: Vec<char> = letters.filter(|letter| present.contains(letter)).collect();
        let nation = |side: &SideId| own.side.get(side).map(|side| side.nation);
        let of_unit = |formation: &FormationId| {
            own.formation.iter().find(|row| row.id == *formation).and_then(|row| nation(&row.side))
        };
        let first = own.first_turn.unwrap_or(1);
        let rules = own.ruleset();
        let mut nights: BTreeMap<NightKind, Vec<u8>> = BTreeMap::new();
        let mut rest = false;
        for turn in first..=own.turns.count {
            let clock = own.turns.clock(turn);
            let hour: Option<u8> = clock.as_deref().and_then(|clock| clock.split_once(':')?.0.parse().ok());
            let night = rules.tables.night.iter().find(|row| hour.is_some_and(|hour| row.hours.contains(&hour)));
            if let Some(night) = night {
                nights.entry(night.kind).or_default().push(turn);
                rest |= night.rest && own.campaign;
            }
        }
        let units = || own.unit.iter().map(|unit| (unit.enters.as_ref(), of_unit(&unit.formation)));
        let hqs = || own.formation.iter().map(|row| (row.hq.enters.as_ref(), nation(&row.side)));
        let late = |enters: &(Option<&battlewright_schema::at_any_cost::Enters>, Option<Nation>)| {
            enters.1 == Some(Nation::Prussian) && enters.0.is_some_and(|enters| enters.turn > first)
        };
        let french_chits = own.formation.iter().any(|row| {
            nation(&row.side) == Some(Nation::French) && row.chit_from_turn.is_some_and(|turn| turn > first)
        });
        let classes =
            |letter: &char| own.map.terrain.iter().find(|(known, _)| known.0 == *letter).map(|(_, row)| &row.classes);
        let mut all_classes: BTreeSet<TerrainClass> = letters.iter().filter_map(classes).flatten().copied().collect();
        all_classes.insert(TerrainClass::Clear);
        Self {
            classes: all_classes,
            letters,
            hexsides: own.hexside.iter().map(|row| row.kind).collect(),
            roads: own.road.iter().map(|row| row.kind).collect(),
            arms: own.unit.iter().map(|unit| unit.kind).collect(),
            french_arms: own
                .unit
                .iter()
                .filter(|unit| of_unit(&unit.formation) == Some(Nation::French))
                .map(|unit| unit.kind)
                .collect(),
            weights: own
                .unit
                .iter()
                .filter(|unit| unit.kind == Kind::Cavalry)
                .map(|unit| unit.weight.unwrap_or_default())
                .collect(),
            mitrailleuses: own.unit.iter().any(|unit| unit.mitrailleuse.is_some()),
            events: own.chit.iter().map(|chit| chit.event).collect(),
            entrenchments: rest || own.earthworks.iter().any(|row| row.kind == Earthwork::Entrenchments),
            nights,
            rest,
            prussian_groups: units().chain(hqs()).any(|enters| late(&enters)),
            french_roll: french_chits && !own.chit.is_empty() && !own.campaign,
        }
    }

    /// Returns `true` if there is cavalry.
    pub(crate) fn cavalry(&self) -> bool {
        self.arms.contains(&Kind::Cavalry)
    }

    /// Returns `true` if there is artillery of any kind.
    pub(crate) fn artillery(&self) -> bool {
        self.arms.iter().any(|arm| arm.is_artillery())
    }

    /// Returns `true` if the Prussians roll for their groups at the end of turns.
    pub(crate) fn prussian_roll(&self) -> bool {
        !self.events.is_empty() && self.prussian_groups
    }
}
