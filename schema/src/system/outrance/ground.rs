//! The ground of a table: areas, lines, roads, choke points, objectives and entries (VIII).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{ObstacleEffect, Rules, TerrainEffect, TroopType};
use crate::common::counter_numbers::CounterNumbers;
use crate::common::inches::TablePoint;
use crate::id::{EntryId, PlaceId, SideId};

/// `[[terrain]]`: an area of terrain (VIII). Areas may overlap: woods on a hill stand on the level of the hill, and a unit in
/// several areas has the slowest going and the best cover of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// The name, such as `"Niederwald"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The kind of terrain.
    pub kind: TerrainKind,
    /// The corners of the area in order, such as `["2,3", "6,3", "4,7.5"]`. The last corner is joined to the first.
    pub outline: Vec<TablePoint>,
    /// The level of a hill, from 1. Ground outside hills has level 0. Only hills have a level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 9))]
    pub level: Option<u8>,
    /// A stepped hill: a stack of flat terraces. The default is false, a hill with slopes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stepped: bool,
    /// The going for all troops. The default is that of the Terrain Effects Table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub going: Option<GroundGoing>,
    /// The troops that cannot enter but by a road. The default is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed_to: Vec<TroopType>,
    /// The cover. The default is that of the Terrain Effects Table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<Cover>,
    /// The book, map or paper that documents the terrain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

/// A kind of terrain (VIII).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TerrainKind {
    /// A hill: open ground on a level of its own.
    #[default]
    Hill,
    /// Woods.
    Woods,
    /// A town of stone houses.
    Town,
    /// A village of lighter houses.
    Village,
    /// Broken or rocky ground without cover.
    Rough,
    /// A swamp without cover.
    Marsh,
    /// A steep slope, usually at the edge of a hill.
    Steep,
    /// Vineyards or hop poles, which hinder horses.
    Vineyard,
    /// Standing corn: low, but it hides troops.
    Fields,
    /// A lake or another water that nobody crosses.
    Water,
    /// A redoubt or a fortress.
    Fortification,
}

impl TerrainKind {
    /// All kinds, in the order of the declaration.
    pub const ALL: [Self; 11] = [
        Self::Hill,
        Self::Woods,
        Self::Town,
        Self::Village,
        Self::Rough,
        Self::Marsh,
        Self::Steep,
        Self::Vineyard,
        Self::Fields,
        Self::Water,
        Self::Fortification,
    ];
}

/// The going of ground for troops (IV).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GroundGoing {
    /// Open: an inch costs an inch. To cross such a line costs nothing.
    #[default]
    Open,
    /// Rough: an inch costs as much as two or four. To cross such a line costs the movement of an obstacle.
    Rough,
    /// Impassable.
    Impassable,
}

/// The cover that terrain gives (VIII), from the worst to the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cover {
    /// No cover.
    #[default]
    Open,
    /// Soft cover, which hides troops.
    Soft,
    /// Hard cover, which stops bullets.
    Hard,
    /// A fortification.
    Fortification,
}

impl Cover {
    /// Returns the name in the file, such as `"hard"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Soft => "soft",
            Self::Hard => "hard",
            Self::Fortification => "fortification",
        }
    }
}

/// The height of terrain above its ground, for lines of sight (VIII).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SightHeight {
    /// Flat: it has no effect on sight.
    #[default]
    Flat,
    /// A low obstruction: it may cover troops behind it, but blocks no line of sight.
    Low,
    /// A tall obstruction: it blocks lines of sight on its level, and throws a shadow that is seen from higher levels.
    Tall,
}

/// `[[obstacle]]`: a line on the table (VIII), such as a stream, a wall or a trench.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Obstacle {
    /// The name, such as `"Saar"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The kind of obstacle.
    pub kind: ObstacleKind,
    /// The points of the line in order, such as `["0,4", "12.5,6"]`.
    pub line: Vec<TablePoint>,
    /// The going across the line for all troops. The default is that of the Obstacle Effects Table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub going: Option<GroundGoing>,
    /// The cover for troops behind the line. The default is that of the Obstacle Effects Table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<Cover>,
    /// The book, map or paper that documents the obstacle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

/// A kind of line (VIII).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ObstacleKind {
    /// A brook that troops can wade.
    #[default]
    Stream,
    /// A river that nobody wades: only bridges and fords lead across.
    River,
    /// A stone wall.
    Wall,
    /// A hedge or a fence.
    Hedge,
    /// An embankment, such as that of a railway.
    Embankment,
    /// A prepared trench. Its cover counts for whoever has it between himself and the enemy.
    Trench,
    /// A cliff or a wall that nobody crosses.
    Cliff,
}

impl ObstacleKind {
    /// All kinds, in the order of the declaration.
    pub const ALL: [Self; 7] =
        [Self::Stream, Self::River, Self::Wall, Self::Hedge, Self::Embankment, Self::Trench, Self::Cliff];

    /// Returns the name in the file, such as `"stream"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stream => "stream",
            Self::River => "river",
            Self::Wall => "wall",
            Self::Hedge => "hedge",
            Self::Embankment => "embankment",
            Self::Trench => "trench",
            Self::Cliff => "cliff",
        }
    }
}

/// `[[road]]`: a metalled road (VIII). Units in march formation move faster along it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRoad {
    /// The name, such as `"High road to Forbach"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The points of the road in order, such as `["0,4", "12.5,6"]`.
    pub line: Vec<TablePoint>,
    /// The book, map or paper that documents the road.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

/// `[[choke_point]]`: a bridge, a ford or a gate (VIII), by which units cross a line that lies under it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChokePoint {
    /// The name, such as `"Old Bridge"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The kind of choke point.
    pub kind: ChokeKind,
    /// The position, on the line that it crosses.
    pub at: TablePoint,
    /// The book, map or paper that documents the choke point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

/// A kind of choke point (VIII).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChokeKind {
    /// A bridge.
    #[default]
    Bridge,
    /// A ford.
    Ford,
    /// A gate in a wall that nobody else crosses.
    Gate,
}

impl ChokeKind {
    /// Returns the name in the file, such as `"bridge"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bridge => "bridge",
            Self::Ford => "ford",
            Self::Gate => "gate",
        }
    }
}

/// `[[objective]]`: a place that counts for victory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// The id, by which the victory conditions refer to it, such as `"spicheren"`.
    pub id: PlaceId,
    /// The name, such as `"Spicheren"`.
    pub name: SmolStr,
    /// The position.
    pub at: TablePoint,
    /// The side that holds it at the start. The default is no side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<SideId>,
    /// The numbers with which counters of the place start, by the ids of the counters, such as `{ works = 2 }`.
    #[serde(default, skip_serializing_if = "CounterNumbers::is_empty")]
    pub counters: CounterNumbers,
    /// The book, map or paper that documents the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

/// `[[entry]]`: a point at which the reinforcements of a side come on by route march (III).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableEntry {
    /// The id, such as `"saarbrucken"`.
    pub id: EntryId,
    /// The side whose reinforcements come on here.
    pub side: SideId,
    /// The point, usually at an edge of the table.
    pub at: TablePoint,
    /// The name, such as `"Saarbrücken bridges"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The book, map or paper that documents the entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

impl Terrain {
    /// Returns `true` if the troops enter only by a road, although the ground is not impassable for all. Generals move as cavalry (IV).
    pub fn is_closed_to(&self, troops: TroopType) -> bool {
        let moves_as = if troops == TroopType::General { TroopType::Cavalry } else { troops };
        self.closed_to.contains(&troops) || self.closed_to.contains(&moves_as)
    }

    /// Returns the row of the Terrain Effects Table in force.
    pub fn effect<'r>(&self, rules: &'r Rules) -> Option<&'r TerrainEffect> {
        rules.tables.terrain.kinds.iter().find(|row| row.kind == self.kind)
    }

    /// Returns the going for `troops` away from roads (VIII).
    pub fn going_for(&self, troops: TroopType, rules: &Rules) -> GroundGoing {
        if self.is_closed_to(troops) {
            return GroundGoing::Impassable;
        }
        let usual = self.effect(rules).map(|row| match troops {
            TroopType::Infantry => row.infantry,
            TroopType::Cavalry | TroopType::General => row.cavalry,
            TroopType::Artillery => row.artillery,
        });
        self.going.or(usual).unwrap_or_default()
    }

    /// Returns the cover for units in the area (VIII).
    pub fn cover_in(&self, rules: &Rules) -> Cover {
        self.cover.or_else(|| Some(self.effect(rules)?.cover)).unwrap_or_default()
    }

    /// Returns the height for lines of sight (VIII). A hill is flat: its level counts.
    pub fn height(&self, rules: &Rules) -> SightHeight {
        self.effect(rules).map(|row| row.height).unwrap_or_default()
    }
}

impl Obstacle {
    /// Returns the row of the Obstacle Effects Table in force.
    pub fn effect<'r>(&self, rules: &'r Rules) -> Option<&'r ObstacleEffect> {
        rules.tables.obstacles.kinds.iter().find(|row| row.kind == self.kind)
    }

    /// Returns the going across the line, away from choke points (VIII).
    pub fn going_across(&self, rules: &Rules) -> GroundGoing {
        self.going.or_else(|| Some(self.effect(rules)?.going)).unwrap_or_default()
    }

    /// Returns the cover for troops behind the line (VIII).
    pub fn cover_behind(&self, rules: &Rules) -> Cover {
        self.cover.or_else(|| Some(self.effect(rules)?.cover)).unwrap_or_default()
    }

    /// Returns the height for lines of sight (VIII).
    pub fn height(&self, rules: &Rules) -> SightHeight {
        self.effect(rules).map(|row| row.height).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terrain_has_the_effects_of_its_kind_unless_it_says_otherwise() {
        let rules = Rules::published();
        let area = |kind| Terrain { kind, ..Terrain::default() };
        let town = area(TerrainKind::Town);
        let of_town = (town.going_for(TroopType::Cavalry, rules), town.cover_in(rules), town.height(rules));
        assert_eq!(of_town, (GroundGoing::Rough, Cover::Hard, SightHeight::Tall), "VIII");
        assert_eq!(area(TerrainKind::Marsh).cover_in(rules), Cover::Open, "VIII: swamps conceal nobody");
        let vines = area(TerrainKind::Vineyard);
        assert_eq!(
            TroopType::ALL.map(|troops| vines.going_for(troops, rules)),
            [GroundGoing::Open, GroundGoing::Rough, GroundGoing::Rough, GroundGoing::Rough]
        );
        let slope = Terrain {
            closed_to: vec![TroopType::Artillery],
            going: Some(GroundGoing::Open),
            ..area(TerrainKind::Steep)
        };
        assert_eq!(slope.going_for(TroopType::Artillery, rules), GroundGoing::Impassable);
        assert_eq!(slope.going_for(TroopType::Infantry, rules), GroundGoing::Open);
        let steep = Terrain { closed_to: vec![TroopType::Cavalry], ..area(TerrainKind::Steep) };
        assert_eq!(steep.going_for(TroopType::General, rules), GroundGoing::Impassable, "IV: as cavalry");
        let village = Terrain { cover: Some(Cover::Hard), ..area(TerrainKind::Village) };
        assert_eq!(village.cover_in(rules), Cover::Hard, "VIII: a fortified village");
    }

    #[test]
    fn obstacles_have_the_effects_of_their_kind_unless_they_say_otherwise() {
        let rules = Rules::published();
        let line = |kind| Obstacle { kind, ..Obstacle::default() };
        let effects =
            |obstacle: Obstacle| (obstacle.going_across(rules), obstacle.cover_behind(rules), obstacle.height(rules));
        assert_eq!(
            effects(line(ObstacleKind::River)),
            (GroundGoing::Impassable, Cover::Open, SightHeight::Flat),
            "VIII"
        );
        assert_eq!(effects(line(ObstacleKind::Wall)), (GroundGoing::Rough, Cover::Hard, SightHeight::Low), "VIII");
        let low = Obstacle { going: Some(GroundGoing::Rough), cover: Some(Cover::Soft), ..line(ObstacleKind::River) };
        assert_eq!(effects(low), (GroundGoing::Rough, Cover::Soft, SightHeight::Flat));
    }
}
