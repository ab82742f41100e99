//! The constant data of a game: the scenario, resolved to indices.

use crate::extra::WaysByRows;
use crate::state::MovingPiece;
use std::sync::Arc;

use battlewright_schema::position_magnifique::{
    BridgedFeatures, ChargeRoads, Event as Chance, HexsideEffects, Kind, MoveCost, Nation, Rules, TerrainClass,
    TerrainEffects,
};
use battlewright_schema::{HexsideKind, RoadKind};

use crate::state::{FormationIx, UnitIx};
use battlewright_core::game::{Level, Side};
use battlewright_core::kit::clock::TurnClock;
use battlewright_core::kit::derived::Derived;
use battlewright_core::kit::extra::Extra;
use battlewright_core::kit::force::Rosters;
use battlewright_core::kit::hex_map::{HexIx, HexMap};
use battlewright_core::kit::hexsides::Hexsides;
use battlewright_core::kit::index::ListIndex as _;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::lookup::EntryFacts;
use battlewright_core::players::appraisal::BoardSurvey;
use battlewright_core::players::plan::ScenarioAdvice;

/// A scenario, resolved for play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(crate) map: Arc<HexMap>,
    pub(crate) hexsides: Hexsides,
    pub(crate) levels: Vec<u8>,
    pub(crate) terrain: Vec<TerrainClass>,
    /// The kind of road in each hex; the Roman road, if there are several.
    pub(crate) roads: Vec<Option<RoadKind>>,
    /// The cached cost of each step.
    pub(crate) steps: Steps,
    /// The units and formations by side.
    pub(crate) rosters: Rosters<UnitIx>,
    pub(crate) rules: Rules,
    pub(crate) first_turn: u8,
    pub(crate) turns: u8,
    pub(crate) clock: TurnClock,
    pub(crate) surprise: Option<Side>,
    pub(crate) variable: bool,
    pub(crate) sides: [SideFacts; 2],
    pub(crate) formations: Vec<FormationFacts>,
    pub(crate) units: Vec<UnitFacts>,
    pub(crate) entries: Vec<EntryFacts>,
    pub(crate) detours: Vec<DetourFacts>,
    pub(crate) zones: Vec<ZoneFacts>,
    pub(crate) chits: Vec<ChitFacts>,
    /// The hexes whose control counts (16.0), each with its controller at the start.
    pub(crate) control: Vec<(HexIx, Option<Side>)>,
    pub(crate) sudden: Vec<EndingFacts>,
    pub(crate) last: Vec<EndingFacts>,
    /// The hexes of each place, as indices into [`Board::control`].
    pub(crate) places: Vec<Vec<usize>>,
    /// The places about which rows ask who holds them, as indices into [`Board::places`].
    pub(crate) asked_places: Vec<usize>,
    /// The rules in rows.
    pub(crate) extra: Extra,
    /// The distances for units whose steps rows change.
    pub(crate) ways_by_rows: Derived<WaysByRows>,
    /// The survey of the greedy player.
    pub(crate) survey: Derived<BoardSurvey>,
    /// The advice of the author for computer players.
    pub(crate) advice: ScenarioAdvice,
}

/// The cost of a step from each hex to each neighbor, computed once from map and rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Steps {
    /// The index of the row in the Terrain Effects Chart for each hex.
    rows: Vec<u8>,
    /// The cost by arm and hex, in half movement points for each direction.
    going: [Vec<[u16; 6]>; ARMS],
    /// The hexsides that cavalry may charge across, one bit for each direction.
    charge: Vec<u8>,
}

/// The number of arms with distinct movement costs.
pub(crate) const ARMS: usize = 3;

#[inline]
pub(crate) fn arm(kind: Kind) -> usize {
    match kind {
        Kind::Infantry => 0,
        Kind::Cavalry => 1,
        Kind::FieldArtillery | Kind::HeavyArtillery | Kind::HorseArtillery => 2,
    }
}

/// A side of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SideFacts {
    pub(crate) name: String,
    pub(crate) nation: Nation,
    /// Formations whose chits the side may add in secret (20.3).
    pub(crate) chosen_chits: Vec<FormationIx>,
}

/// A formation and its HQ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FormationFacts {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) side: Side,
    pub(crate) infantry_corps: bool,
    pub(crate) guard: bool,
    pub(crate) chit_from_turn: Option<u8>,
    pub(crate) hq_id: String,
    pub(crate) hq_name: String,
    pub(crate) attack: u8,
    pub(crate) defend: u8,
    pub(crate) movement: u8,
    pub(crate) start: Start,
}

/// A combat unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnitFacts {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) formation: FormationIx,
    pub(crate) side: Side,
    pub(crate) division: Option<String>,
    pub(crate) kind: Kind,
    pub(crate) mitrailleuse: bool,
    pub(crate) combat: [u8; 2],
    pub(crate) range: Option<[u8; 2]>,
    pub(crate) movement: [u8; 2],
    pub(crate) reduced: bool,
    /// The printed factors of the full and of the reduced face.
    pub(crate) printed: [String; 2],
    pub(crate) start: Start,
}

/// Placement of a piece at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    At(HexIx),
    Enters {
        turn: u8,
        entry: u16,
        any_order: bool,
        /// The place in the column of its turn and entry; lower places enter first.
        place: u16,
    },
    Zone(u16),
}

/// Entries between which a group may be moved (20.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DetourFacts {
    pub(crate) from: u16,
    pub(crate) to: Vec<u16>,
    pub(crate) formation: Option<FormationIx>,
    pub(crate) free: bool,
}

/// A setup area (20.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ZoneFacts {
    pub(crate) hexes: Vec<HexIx>,
    pub(crate) string: Option<[HexIx; 2]>,
}

/// An Event Chit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChitFacts {
    pub(crate) side: Side,
    pub(crate) front: Chance,
    pub(crate) back: Chance,
}

/// A condition that ends the game (16.0). Hexes are indices into [`Board::control`], places are lists of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndingFacts {
    pub(crate) winner: Option<Side>,
    pub(crate) level: Level,
    pub(crate) after_turn: u8,
    pub(crate) enters: Vec<HexIx>,
    pub(crate) controls: Vec<Vec<usize>>,
    pub(crate) controls_any: Vec<Vec<usize>>,
    pub(crate) enemy_lacks: Vec<Vec<usize>>,
    pub(crate) controls_more_of: Vec<Vec<usize>>,
}

impl Board {
    #[inline]
    pub(crate) fn unit(&self, unit: UnitIx) -> &UnitFacts {
        &self.units[unit.index()]
    }

    #[inline]
    pub(crate) fn formation(&self, formation: FormationIx) -> &FormationFacts {
        &self.formations[formation.index()]
    }

    #[inline]
    pub(crate) fn side(&self, side: Side) -> &SideFacts {
        &self.sides[side.index()]
    }

    /// Returns every unit, in the scenario's order.
    pub(crate) fn all_units(&self) -> impl Iterator<Item = UnitIx> + use<> {
        UnitIx::all(self.units.len())
    }

    /// Returns every formation, in the scenario's order.
    pub(crate) fn all_formations(&self) -> impl Iterator<Item = FormationIx> + use<> {
        FormationIx::all(self.formations.len())
    }

    /// Returns the formations of `side`, in the scenario's order.
    pub(crate) fn formations_of(&self, side: Side) -> impl Iterator<Item = &FormationFacts> {
        self.formations.iter().filter(move |formation| formation.side == side)
    }

    /// Returns every unit of `formation`.
    pub(crate) fn units_of(&self, formation: FormationIx) -> impl Iterator<Item = UnitIx> + use<'_> {
        self.roster(formation).iter().copied()
    }

    /// Returns the units of `formation` as a slice.
    #[inline]
    pub(crate) fn roster(&self, formation: FormationIx) -> &[UnitIx] {
        self.rosters.of_formation(formation.index())
    }

    /// Returns every unit of `side`.
    pub(crate) fn units_of_side(&self, side: Side) -> impl Iterator<Item = UnitIx> + use<'_> {
        self.roster_of_side(side).iter().copied()
    }

    /// Returns the units of `side` as a slice.
    #[inline]
    pub(crate) fn roster_of_side(&self, side: Side) -> &[UnitIx] {
        self.rosters.of_side(side)
    }

    /// Returns the level of `hex` (3.0).
    #[inline]
    pub(crate) fn level(&self, hex: HexIx) -> u8 {
        self.map.index_of(hex).and_then(|index| self.levels.get(index)).copied().unwrap_or(1)
    }

    /// Returns the row of the Terrain Effects Chart for `hex`.
    #[inline]
    pub(crate) fn effects(&self, hex: HexIx) -> Option<&TerrainEffects> {
        let row = self.steps.rows.get(hex.index())?;
        self.rules.tables.terrain.get(usize::from(*row))
    }

    /// Returns the cost for this arm of a step to `to`, in half movement points: half a point by road (12.8), or the hex and
    /// the hexside features from `across`, if those count (12.2).
    pub(crate) fn step(&self, kind: Kind, across: Option<HexIx>, to: HexIx, by_road: bool) -> u16 {
        if by_road {
            return 1;
        }
        let features =
            |from| self.crossings(from, to).into_iter().map(|row| u16::from(cost_for(kind, &row.cost))).sum::<u16>();
        let crossing = across.map_or(0, features);
        2 * (self.effects(to).map_or(1, |effects| u16::from(cost_for(kind, &effects.cost))) + crossing)
    }

    /// Returns the cost for this arm of a step from `from` to its neighbor `to`, in half movement points, if no unit is in the
    /// way: half a point along a road (12.8), or the hex and the hexside features (12.2).
    #[inline]
    pub(crate) fn going(&self, kind: Kind, from: HexIx, to: HexIx) -> u16 {
        let known = self.steps.going.get(arm(kind)).and_then(|arm| arm.get(from.index()));
        match known.zip(self.map.direction(from, to)) {
            Some((costs, direction)) => costs[direction],
            None => self.find_going(kind, from, to),
        }
    }

    fn find_going(&self, kind: Kind, from: HexIx, to: HexIx) -> u16 {
        self.step(kind, Some(from), to, self.map.road(from, to))
    }

    /// Returns `true` if a charge may enter `hex` (12.5): open terrain, or a Roman road; the ruling decides on ordinary roads.
    pub(crate) fn is_charge_ground(&self, hex: HexIx) -> bool {
        let road = self.roads.get(hex.index()).copied().flatten();
        match (self.rules.charge_roads, road) {
            (_, Some(RoadKind::Roman)) => true,
            (ChargeRoads::Roman, Some(RoadKind::Road | RoadKind::Major)) => false,
            (ChargeRoads::Any, Some(RoadKind::Road | RoadKind::Major)) | (_, None) => {
                self.effects(hex).is_some_and(|effects| effects.charge)
            }
        }
    }

    /// Returns `true` if cavalry may charge from `from` into its neighbor `to`: open ground, open hexsides (12.5).
    pub(crate) fn is_open_to_charge(&self, from: HexIx, to: HexIx) -> bool {
        let known = self.steps.charge.get(from.index());
        known.zip(self.map.direction(from, to)).is_some_and(|(open, direction)| open & 1 << direction != 0)
    }

    /// Computes the cost of each step.
    pub(crate) fn with_steps(mut self) -> Self {
        let row = |class: &TerrainClass| self.rules.tables.terrain.iter().position(|row| row.class == *class);
        let rows =
            self.terrain.iter().map(|class| row(class).and_then(|row| u8::try_from(row).ok()).unwrap_or(u8::MAX));
        self.steps.rows = rows.collect();
        let around = || self.map.all().map(|from| self.map.around(from).map(|to| to.map(|to| (from, to))));
        let going = [Kind::Infantry, Kind::Cavalry, Kind::FieldArtillery].map(|kind| {
            let cost = |step: Option<(HexIx, HexIx)>| step.map_or(u16::MAX, |(a, b)| self.find_going(kind, a, b));
            around().map(|steps| steps.map(cost)).collect()
        });
        let open = |(from, to): (HexIx, HexIx)| {
            self.is_charge_ground(to) && self.crossings(from, to).iter().all(|row| row.charge)
        };
        let bits = |steps: [Option<(HexIx, HexIx)>; 6]| {
            let open = steps.map(|step| step.is_some_and(open));
            open.iter().rev().fold(0, |bits: u8, open| bits << 1 | u8::from(*open))
        };
        let charge = around().map(bits).collect();
        self.steps = Steps { going, charge, ..self.steps };
        self
    }

    /// Returns the rows of the Terrain Effects Chart for the hexside features between `a` and `b`. What a bridge spans does not
    /// count; the ruling tells what it spans.
    pub(crate) fn crossings(&self, a: HexIx, b: HexIx) -> InlineList<&HexsideEffects, 4> {
        let row = |kind| self.rules.tables.hexsides.iter().find(|row| row.kind == kind);
        let rows: InlineList<&HexsideEffects, 4> = self.hexsides.between(a, b).filter_map(row).collect();
        if !rows.iter().any(|row| row.bridges) {
            return rows;
        }
        let is_bridged = |row: &HexsideEffects| match self.rules.bridged_features {
            BridgedFeatures::Water => matches!(row.kind, HexsideKind::Stream | HexsideKind::River),
            BridgedFeatures::All => !row.bridges,
        };
        rows.into_iter().filter(|row| !is_bridged(row)).collect()
    }
}

fn cost_for(kind: Kind, cost: &MoveCost) -> u8 {
    match kind {
        Kind::Infantry => cost.infantry,
        Kind::Cavalry => cost.cavalry,
        Kind::FieldArtillery | Kind::HeavyArtillery | Kind::HorseArtillery => cost.artillery,
    }
}

/// Returns the setup zone of `piece`; `None` if it starts elsewhere.
pub(crate) fn zone_of(board: &Board, piece: MovingPiece) -> Option<u16> {
    let start = match piece {
        MovingPiece::Unit(unit) => board.unit(unit).start,
        MovingPiece::Hq(formation) => board.formation(formation).start,
    };
    match start {
        Start::Zone(zone) => Some(zone),
        _ => None,
    }
}
