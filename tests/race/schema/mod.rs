//! The file of the `race` system. It proves that a system is one folder a crate and one line in each list: two runners
//! race along a road on a map of hexes, or across a table.

mod lints;
mod plug;
mod view;
pub mod vocabulary;

pub use view::faces;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::system::settings::rules;
use crate::{Color, HexId, Look, Map, PlaceId, SideId, Tabletop, UnitId};

crate::system::root! {
    /// A scenario of the `race` system.
    Race,
    /// `race`
    "race"
    after turns {}
    ground {
        /// The hexes, if it is run on a map: each side along its own road.
        #[serde(default, skip_serializing_if = "Map::is_without_hexes")]
        map: Map<Terrain> = parts optional,
        /// The table, if it is run on one: across its width, an inch a step.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<Tabletop> = leaf optional,
    }
    after entry {}
    /// The two sides. The one written first goes first (1).
    side
    after side {}
    after unit {}
    /// The end of the race (3).
    victory
}

/// A letter of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Its name, such as `"Meadow"`.
    pub name: SmolStr,
    /// The way it is drawn.
    #[serde(default)]
    pub look: Look,
    /// Its ground color; the look's own if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}

/// `[side.ID]`: one of the two sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The name of its people, such as `"Reds"`.
    pub name: SmolStr,
    /// The color of its counter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The numbers with which counters of the side start, by the ids of the counters, such as `{ supply = 4 }`.
    #[serde(default, skip_serializing_if = "crate::CounterNumbers::is_empty")]
    pub counters: crate::CounterNumbers,
}

/// `[[unit]]`: a runner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its id, such as `"red"`.
    pub id: UnitId,
    /// Its full name.
    pub name: SmolStr,
    /// Its side.
    pub side: SideId,
    /// The number of steps that it may walk (1).
    #[schemars(range(min = 1, max = 9))]
    pub pace: u8,
    /// The hex in which it starts, on a map: the first of the track.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HexId>,
    /// The tags by which rules in rows know it, such as `["guard"]`, at most 8.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("maxItems" = crate::rule::MOST_TAGS))]
    pub tags: Vec<SmolStr>,
    /// The numbers with which counters of the unit start, by the ids of the counters, such as `{ fires = 4 }`.
    #[serde(default, skip_serializing_if = "crate::CounterNumbers::is_empty")]
    pub counters: crate::CounterNumbers,
}

/// `[victory]`: the end of the race (3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// The goal, on a map: the place in which the tracks end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<PlaceId>,
}

rules! {
    /// Every setting of the system.
    complete Rules;
    /// The settings that a scenario changes.
    changes RuleChanges;

    /// The faces of the die of a run (2): 6.
    #[limits(min = 2, max = 20)]
    die: u8,
}

impl Rules {
    /// The rules as published.
    pub const PUBLISHED: Self = Self { die: 6 };

    /// The rules have no file.
    pub(crate) const TEXT: &'static str = "";

    /// Returns the published rules.
    pub fn published() -> &'static Self {
        &Self::PUBLISHED
    }
}

impl Race {
    /// The hexes of each side's track, on a map: the roads, in the order of the sides.
    pub fn tracks(&self) -> impl Iterator<Item = &[HexId]> {
        self.road.iter().map(|road| road.path.as_slice()).take(2)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Ground, NumberingProblem, System, load, save};

    const TABLE: &str = include_str!("../table.toml");

    #[test]
    fn a_race_on_a_map_and_one_on_a_table_are_sound() {
        for text in [crate::template(System::Race), TABLE] {
            let loaded = load(text);
            assert_eq!(loaded.diagnostics, [], "{text}");
            assert_eq!(save(Some(text), &loaded.scenario.unwrap()), text);
        }
    }

    #[test]
    fn a_table_has_no_hexes() {
        let scenario = load(TABLE).scenario.unwrap();
        let common = scenario.common();
        assert_eq!(common.grid().err(), Some(NumberingProblem::NoHexes));
        assert!(matches!(common.ground(), Ok(Ground::Table(table)) if (table.width, table.depth) == (12, 6)));
        assert_eq!(common.size(), (0, 0));
    }

    #[test]
    fn the_tracks_lead_to_the_goal() {
        let text = crate::template(System::Race).replace("\"0803\", \"0903\"]", "\"0803\"]");
        let codes = |text: &str| load(text).diagnostics.iter().map(|found| found.code.as_str()).collect::<Vec<_>>();
        assert_eq!(codes(&text), ["track-misses-goal"]);
        assert_eq!(codes(&TABLE.replace("width = 12", "width = 0")), ["number-out-of-range"]);
    }
}
