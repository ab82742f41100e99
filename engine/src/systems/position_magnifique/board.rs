//! What does not change in the course of a game: the scenario, resolved to indices.

use std::sync::Arc;

use battlewright_schema::position_magnifique::{
    Event as Chance, HexsideEffects, Kind, MoveCost, Nation, Rules, TerrainClass, TerrainEffects,
};

use super::state::{FormationIx, UnitIx};
use super::survey::Survey;
use crate::game::{Level, Side};
use crate::kit::hex_map::{HexIx, HexMap};
use crate::kit::hexsides::Hexsides;

/// A scenario, ready to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) map: Arc<HexMap>,
    pub(super) hexsides: Hexsides,
    pub(super) levels: Vec<u8>,
    pub(super) terrain: Vec<TerrainClass>,
    pub(super) rules: Rules,
    pub(super) first_turn: u8,
    pub(super) turns: u8,
    pub(super) clock: Vec<Option<String>>,
    pub(super) surprise: Option<Side>,
    pub(super) variable: bool,
    pub(super) sides: [SideFacts; 2],
    pub(super) formations: Vec<FormationFacts>,
    pub(super) units: Vec<UnitFacts>,
    pub(super) entries: Vec<EntryFacts>,
    pub(super) detours: Vec<DetourFacts>,
    pub(super) zones: Vec<ZoneFacts>,
    pub(super) chits: Vec<ChitFacts>,
    /// The hexes whose control matters (16.0), with who controls them at the start.
    pub(super) control: Vec<(HexIx, Option<Side>)>,
    pub(super) sudden: Vec<EndingFacts>,
    pub(super) last: Vec<EndingFacts>,
    /// What the greedy player makes of all this.
    pub(super) survey: Survey,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SideFacts {
    pub(super) name: String,
    pub(super) nation: Nation,
    /// Formations whose chits the side adds in secret (20.3).
    pub(super) chosen_chits: Vec<FormationIx>,
}

/// A formation and its HQ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FormationFacts {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) side: Side,
    pub(super) infantry_corps: bool,
    pub(super) guard: bool,
    pub(super) chit_from_turn: Option<u8>,
    pub(super) hq_id: String,
    pub(super) hq_name: String,
    pub(super) attack: u8,
    pub(super) defend: u8,
    pub(super) movement: u8,
    pub(super) start: Start,
}

/// A combat unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnitFacts {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: String,
    pub(super) formation: FormationIx,
    pub(super) side: Side,
    pub(super) division: Option<String>,
    pub(super) kind: Kind,
    pub(super) mitrailleuse: bool,
    pub(super) combat: [u8; 2],
    pub(super) range: Option<[u8; 2]>,
    pub(super) movement: [u8; 2],
    pub(super) reduced: bool,
    /// What is printed on its full and on its reduced side.
    pub(super) printed: [String; 2],
    pub(super) start: Start,
}

/// How a piece comes into the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    At(HexIx),
    Enters {
        turn: u8,
        entry: u16,
        any_order: bool,
        /// Its place in the column of its turn and entry; lower places enter first.
        place: u16,
    },
    Zone(u16),
}

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntryFacts {
    pub(super) id: String,
    pub(super) hexes: Vec<HexIx>,
}

/// Entries between which a group may be moved (20.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DetourFacts {
    pub(super) from: u16,
    pub(super) to: Vec<u16>,
    pub(super) formation: Option<FormationIx>,
    pub(super) free: bool,
}

/// A setup area (20.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ZoneFacts {
    pub(super) hexes: Vec<HexIx>,
    pub(super) string: Option<[HexIx; 2]>,
}

/// An Event Chit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChitFacts {
    pub(super) side: Side,
    pub(super) front: Chance,
    pub(super) back: Chance,
}

/// A way for the game to end (16.0). Hexes are indices into [`Board::control`], places lists of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EndingFacts {
    pub(super) winner: Option<Side>,
    pub(super) level: Level,
    pub(super) after_turn: u8,
    pub(super) enters: Vec<HexIx>,
    pub(super) controls: Vec<Vec<usize>>,
    pub(super) controls_any: Vec<Vec<usize>>,
    pub(super) enemy_lacks: Vec<Vec<usize>>,
    pub(super) controls_more_of: Vec<Vec<usize>>,
}

impl Board {
    pub(super) fn unit(&self, unit: UnitIx) -> &UnitFacts {
        &self.units[unit.index()]
    }

    pub(super) fn formation(&self, formation: FormationIx) -> &FormationFacts {
        &self.formations[formation.index()]
    }

    pub(super) fn side(&self, side: Side) -> &SideFacts {
        &self.sides[side.index()]
    }

    /// Every unit, in the scenario's order.
    pub(super) fn all_units(&self) -> impl Iterator<Item = UnitIx> + use<> {
        (0..u16::try_from(self.units.len()).unwrap_or(u16::MAX)).map(UnitIx)
    }

    /// Every formation, in the scenario's order.
    pub(super) fn all_formations(&self) -> impl Iterator<Item = FormationIx> + use<> {
        (0..u16::try_from(self.formations.len()).unwrap_or(u16::MAX)).map(FormationIx)
    }

    /// Every unit of `formation`.
    pub(super) fn units_of(&self, formation: FormationIx) -> impl Iterator<Item = UnitIx> + use<'_> {
        self.all_units().filter(move |unit| self.unit(*unit).formation == formation)
    }

    /// The level of `hex` (3.0).
    pub(super) fn level(&self, hex: HexIx) -> u8 {
        self.map.index_of(hex).and_then(|index| self.levels.get(index)).copied().unwrap_or(1)
    }

    /// The row of the Terrain Effects Chart for `hex`.
    pub(super) fn effects(&self, hex: HexIx) -> Option<&TerrainEffects> {
        let class = self.map.index_of(hex).and_then(|index| self.terrain.get(index))?;
        self.rules.tables.terrain.iter().find(|row| row.class == *class)
    }

    /// What it costs this arm to enter `hex`, in half movement points (12.2).
    pub(super) fn entering(&self, kind: Kind, hex: HexIx) -> u16 {
        2 * self.effects(hex).map_or(1, |effects| u16::from(cost_for(kind, &effects.cost)))
    }

    /// What it costs this arm to go from `from` to `to` next to it, in half movement points, if nobody
    /// is in the way: half a point along a road (12.8), or the hex and what is crossed (12.2).
    pub(super) fn going(&self, kind: Kind, from: HexIx, to: HexIx) -> u16 {
        if self.map.road(from, to) {
            return 1;
        }
        let crossing: u16 = self.crossings(from, to).into_iter().map(|row| u16::from(cost_for(kind, &row.cost))).sum();
        self.entering(kind, to) + 2 * crossing
    }

    /// The rows of the Terrain Effects Chart for what lies between `a` and `b`; a stream under a
    /// bridge does not count.
    pub(super) fn crossings(&self, a: HexIx, b: HexIx) -> Vec<&HexsideEffects> {
        let row = |kind| self.rules.tables.hexsides.iter().find(|row| row.kind == kind);
        let rows: Vec<&HexsideEffects> = self.hexsides.between(a, b).filter_map(row).collect();
        if rows.iter().any(|row| row.bridges) { rows.into_iter().filter(|row| row.bridges).collect() } else { rows }
    }
}

fn cost_for(kind: Kind, cost: &MoveCost) -> u8 {
    match kind {
        Kind::Infantry => cost.infantry,
        Kind::Cavalry => cost.cavalry,
        Kind::FieldArtillery | Kind::HeavyArtillery | Kind::HorseArtillery => cost.artillery,
    }
}
