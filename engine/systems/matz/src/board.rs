//! The constant data of a game: the scenario, resolved to indices.

use std::sync::Arc;

use battlewright_schema::common::edge::MapEdge;
use battlewright_schema::matz::vocabulary::Hook;
use battlewright_schema::matz::{
    Crossing, CrossingRow, Echelon, GroundRow, Kind, Nation, Rules, SlopeRule, TerrainClass,
};
use battlewright_schema::{Cell, Face, HexsideKind};

use crate::event::Phase;
use crate::rules::r00_2_mega_hexes::MegaMap;
use crate::state::{FormationIx, ReserveIx, UnitIx};
use battlewright_core::game::{Level, Side};
use battlewright_core::kit::clock::TurnClock;
use battlewright_core::kit::extra::Extra;
use battlewright_core::kit::hex_map::{HexIx, HexMap};
use battlewright_core::kit::hexsides::Hexsides;
use battlewright_core::kit::index::ListIndex as _;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::lookup::EntryFacts;
use battlewright_core::players::plan::ScenarioAdvice;

/// A scenario, ready to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(crate) map: Arc<HexMap>,
    pub(crate) hexsides: Hexsides,
    pub(crate) levels: Vec<u8>,
    /// The terrain of each hex, without trenches; none for open ground.
    pub(crate) terrain: Vec<InlineList<TerrainClass, 4>>,
    /// The side that dug the trench in each hex (7.3).
    pub(crate) trenches: Vec<Option<Side>>,
    /// The cost of each step.
    pub(crate) steps: Steps,
    /// For each hex, the directions across which no zone of control reaches, a bit for each of the six.
    pub(crate) barriers: Vec<u8>,
    /// The column shifts of the ground of each hex, without its hexsides (7.3).
    pub(crate) ground_shifts: Vec<i8>,
    /// The hexes at the friendly edge of each side, in the order of the map.
    pub(crate) edges: [Vec<HexIx>; 2],
    pub(crate) mega: MegaMap,
    pub(crate) rules: Rules,
    /// The phases of a player turn in order (2.1).
    pub(crate) phases: [Phase; 8],
    pub(crate) first_turn: u8,
    pub(crate) turns: u8,
    pub(crate) clock: TurnClock,
    pub(crate) sides: [SideFacts; 2],
    pub(crate) formations: Vec<FormationFacts>,
    pub(crate) units: Vec<UnitFacts>,
    /// The ground units and the aircraft of each side, in the scenario's order.
    pub(crate) rosters: Rosters,
    pub(crate) entries: Vec<EntryFacts>,
    pub(crate) reserves: Vec<ReserveFacts>,
    pub(crate) front: Option<FrontFacts>,
    pub(crate) surprise: Option<SurpriseFacts>,
    pub(crate) victory: VictoryFacts,
    /// The hexes whose control matters (13.0), with the side that controls them at the start.
    pub(crate) control: Vec<(HexIx, Option<Side>)>,
    /// The hexes of each place about which rows ask who holds it, as indices into [`Board::control`]; none for other places.
    pub(crate) places: Vec<Vec<usize>>,
    /// The rules in rows.
    pub(crate) extra: Extra,
    /// The advice of the author for computer players.
    pub(crate) advice: ScenarioAdvice,
}

/// The cost of a step from each hex to each neighbor, by side and arm, computed once from map and rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Steps(Vec<Vec<[Option<StepCost>; 6]>>);

/// The cost of a step between neighbors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepCost {
    /// This many movement points.
    Points(u8),
    /// All movement points of a unit that has not spent any.
    Everything,
}

/// The ground units and the aircraft of each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rosters {
    ground: [Vec<UnitIx>; 2],
    aircraft: [Vec<UnitIx>; 2],
}

/// The sort of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arm {
    /// A unit of the scenario's list.
    Unit(Kind),
    /// A headquarters.
    Headquarters,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SideFacts {
    pub(crate) name: String,
    pub(crate) nation: Nation,
    pub(crate) edge: MapEdge,
}

/// A formation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FormationFacts {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) side: Side,
    pub(crate) echelon: Echelon,
    pub(crate) always_in_command: bool,
    /// Other formations whose artillery may support its units (14.0).
    pub(crate) supported_by: Vec<FormationIx>,
    pub(crate) hq: Option<UnitIx>,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnitFacts {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) formation: FormationIx,
    pub(crate) side: Side,
    pub(crate) division: Option<String>,
    pub(crate) arm: Arm,
    /// The combat value for each step lost; for aircraft, the value in air combat. A headquarters has one, artillery that of
    /// the rules.
    pub(crate) combat: InlineList<u8, 6>,
    pub(crate) bombardment: u8,
    pub(crate) defense: u8,
    pub(crate) range: u8,
    pub(crate) movement: u8,
    /// The steps lost, neutralized, and the attachment at the start.
    pub(crate) lost: u8,
    pub(crate) neutralized: bool,
    pub(crate) attached: Option<FormationIx>,
    /// The front and the back of its counter.
    pub(crate) faces: [Face; 2],
    pub(crate) start: Start,
}

/// The way in which a counter comes into the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    At(HexIx),
    Enters {
        turn: u8,
        entry: u16,
    },
    /// In a reserve.
    Reserve,
    /// In the pot of aircraft.
    Pot,
    /// A destroyed headquarters that returns on this turn (1.4).
    Returns(u8),
}

/// A reserve (12.2, 12.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReserveFacts {
    pub(crate) name: String,
    pub(crate) side: Side,
    /// The first and the last turn in which it may be called up.
    pub(crate) turns: [u8; 2],
    pub(crate) half_points: i16,
    /// The corps to which it is attached; `None` if the owner chooses.
    pub(crate) attach: Option<FormationIx>,
    /// The units with their entries.
    pub(crate) units: Vec<(UnitIx, u16)>,
}

/// The front line (14.0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FrontFacts {
    /// The side that holds the hexes.
    pub(crate) side: Side,
    pub(crate) hexes: Vec<HexIx>,
    pub(crate) free_setup: Vec<Side>,
}

/// The surprise of the first turns (14.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SurpriseFacts {
    pub(crate) side: Side,
    pub(crate) through_turn: u8,
    pub(crate) columns: i8,
}

/// The conditions of victory (13.0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VictoryFacts {
    /// The side that counts points.
    pub(crate) scorer: Side,
    /// The points at the start, in halves.
    pub(crate) half_points: i16,
    pub(crate) gains: Vec<PointFacts>,
    pub(crate) losses: Vec<PointFacts>,
    /// The places about which rows ask who holds them, with what they are worth to computer players.
    pub(crate) keys: Vec<PointFacts>,
    /// The least whole points of each level, the highest level first.
    pub(crate) levels: Vec<(Level, u8)>,
}

/// The points for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PointFacts {
    pub(crate) name: String,
    /// Its hexes, as indices into [`Board::control`].
    pub(crate) hexes: Vec<usize>,
    pub(crate) half_points: i16,
    /// One hex is enough.
    pub(crate) any_hex: bool,
}

/// The number of arms with different costs of movement.
const ARMS: usize = 3;

impl Arm {
    /// Returns `true` for infantry of all sorts and tanks, which have zones of control and attack (3.1).
    #[inline]
    pub(crate) fn fights(self) -> bool {
        matches!(self, Self::Unit(kind) if kind.fights())
    }

    /// Returns `true` for aircraft.
    pub(crate) fn flies(self) -> bool {
        matches!(self, Self::Unit(kind) if kind.flies())
    }

    /// Returns `true` for tanks and Stosstruppen, which do not halt in zones of control (6.1, 6.2).
    pub(crate) fn is_special(self) -> bool {
        matches!(self, Self::Unit(Kind::Tank | Kind::Stosstruppen))
    }

    fn index(self) -> usize {
        match self {
            Self::Headquarters | Self::Unit(Kind::Infantry | Kind::Stosstruppen) => 0,
            Self::Unit(Kind::Tank) => 1,
            Self::Unit(Kind::Artillery | Kind::Fighter | Kind::Bomber) => 2,
        }
    }
}

impl UnitFacts {
    #[inline]
    pub(crate) fn is(&self, kind: Kind) -> bool {
        self.arm == Arm::Unit(kind)
    }

    #[inline]
    pub(crate) fn is_hq(&self) -> bool {
        self.arm == Arm::Headquarters
    }

    /// The number of steps at full strength (1.2, 1.3, 1.4).
    pub(crate) fn steps(&self) -> u8 {
        if self.arm.fights() { u8::try_from(self.combat.len()).unwrap_or(u8::MAX) } else { 1 }
    }
}

impl Board {
    #[inline]
    pub(crate) fn unit(&self, unit: UnitIx) -> &UnitFacts {
        &self.units[unit.index()]
    }

    pub(crate) fn formation(&self, formation: FormationIx) -> &FormationFacts {
        &self.formations[formation.index()]
    }

    pub(crate) fn reserve(&self, reserve: ReserveIx) -> &ReserveFacts {
        &self.reserves[reserve.index()]
    }

    pub(crate) fn side(&self, side: Side) -> &SideFacts {
        &self.sides[side.index()]
    }

    /// Every counter, in order.
    pub(crate) fn all_units(&self) -> impl Iterator<Item = UnitIx> + use<> {
        UnitIx::all(self.units.len())
    }

    /// Every formation, in the scenario's order.
    pub(crate) fn all_formations(&self) -> impl Iterator<Item = FormationIx> + use<> {
        FormationIx::all(self.formations.len())
    }

    /// Every reserve, in the scenario's order.
    pub(crate) fn all_reserves(&self) -> impl Iterator<Item = ReserveIx> + use<> {
        ReserveIx::all(self.reserves.len())
    }

    /// The ground counters of `side`, in order.
    #[inline]
    pub(crate) fn ground_units(&self, side: Side) -> &[UnitIx] {
        &self.rosters.ground[side.index()]
    }

    /// The aircraft of `side`, in order.
    pub(crate) fn aircraft(&self, side: Side) -> &[UnitIx] {
        &self.rosters.aircraft[side.index()]
    }

    /// The elevation level of `hex`.
    pub(crate) fn level(&self, hex: HexIx) -> u8 {
        self.levels.get(hex.index()).copied().unwrap_or(1)
    }

    /// The side that dug the trench in `hex` (7.3).
    pub(crate) fn trench(&self, hex: HexIx) -> Option<Side> {
        self.trenches.get(hex.index()).copied().flatten()
    }

    /// Returns `true` if `hex` has terrain of this class; trenches included.
    pub(crate) fn has_terrain(&self, hex: HexIx, class: TerrainClass) -> bool {
        match class {
            TerrainClass::Trench => self.trench(hex).is_some(),
            _ => self.terrain.get(hex.index()).is_some_and(|classes| classes.contains(&class)),
        }
    }

    /// The rows of the Terrain Effects Table that apply in `hex`, a trench last; the row of open ground if it has no terrain.
    pub(crate) fn ground_rows(&self, hex: HexIx) -> impl Iterator<Item = &GroundRow> + use<'_> {
        let classes = self.terrain.get(hex.index()).map_or(&[] as &[TerrainClass], |classes| classes.as_slice());
        let classes = if classes.is_empty() { &[TerrainClass::Open] as &[TerrainClass] } else { classes };
        let trench = self.trench(hex).map(|_| TerrainClass::Trench);
        let row = |class| self.rules.tables.terrain.classes.iter().find(|row| row.class == class);
        classes.iter().copied().chain(trench).filter_map(row)
    }

    /// The rows of the Terrain Effects Table for what lies between `a` and `b`.
    pub(crate) fn crossings(&self, a: HexIx, b: HexIx) -> InlineList<&CrossingRow, 4> {
        let row = |kind| self.rules.tables.hexsides.kinds.iter().find(|row| row.kind == kind);
        self.hexsides.between(a, b).filter_map(row).collect()
    }

    /// Returns `true` if zones of control do not reach across the hexside between `a` and `b` (3.2).
    pub(crate) fn blocks_zoc(&self, a: HexIx, b: HexIx) -> bool {
        self.map.direction(a, b).is_some_and(|direction| self.barriers[a.index()] & (1 << direction) != 0)
    }

    /// Returns `true` if `unit` exerts a zone of control: infantry and tanks (3.1).
    #[inline]
    pub(crate) fn exerts_zone(&self, unit: UnitIx) -> bool {
        self.unit(unit).arm.fights()
    }

    /// Returns `true` if `unit` exerts a zone of control, or might by rows.
    #[inline]
    pub(crate) fn may_exert_zone(&self, unit: UnitIx) -> bool {
        self.exerts_zone(unit) || self.extra.at(Hook::Zone.number()).is_some()
    }

    /// The hexes next to `hex` to which zones of control reach from it, and from which they reach it (3.1, 3.2).
    #[inline]
    pub(crate) fn zone_around(&self, hex: HexIx) -> impl Iterator<Item = HexIx> + use<'_> {
        let barriers = self.barriers[hex.index()];
        let open = (0..6).filter(move |direction| barriers & (1 << direction) == 0);
        open.filter_map(move |direction| self.map.toward(hex, direction))
    }

    /// Returns `true` if `hex` lies at the friendly edge of `side`.
    pub(crate) fn is_at_edge_of(&self, side: Side, hex: HexIx) -> bool {
        self.edges[side.index()].binary_search(&hex).is_ok()
    }

    /// Returns `true` if slopes between `from` and `to` count for an attack from `from` (7.3).
    pub(crate) fn slope_counts(&self, from: HexIx, to: HexIx) -> bool {
        match self.rules.slopes {
            SlopeRule::BothWays => true,
            SlopeRule::Uphill => self.level(to) > self.level(from),
        }
    }

    /// The cost for `unit` of a step from `from` to `to` next to it, if no zone of control is in the way (5.3); `None` if the
    /// unit cannot go there.
    #[inline]
    pub(crate) fn step_cost(&self, unit: UnitIx, from: HexIx, to: HexIx) -> Option<StepCost> {
        let facts = self.unit(unit);
        let direction = self.map.direction(from, to)?;
        let Steps(steps) = &self.steps;
        steps.get(facts.side.index() * ARMS + facts.arm.index())?.get(from.index())?[direction]
    }

    /// The cost for `unit` to enter the map at `hex`: that of the terrain alone (12.1).
    pub(crate) fn entering_cost(&self, unit: UnitIx, hex: HexIx) -> u8 {
        self.terrain_cost(self.unit(unit).side, hex)
    }

    /// The cost of the terrain of `hex`: the dearest of its classes, and its trench besides.
    fn terrain_cost(&self, side: Side, hex: HexIx) -> u8 {
        let (mut cost, mut added) = (0, 0);
        for row in self.ground_rows(hex) {
            if row.class == TerrainClass::Trench {
                let is_enemy = self.trench(hex).is_some_and(|owner| owner != side);
                added += row.cost + if is_enemy { row.enemy_cost } else { 0 };
            } else {
                cost = cost.max(row.cost);
            }
        }
        cost.saturating_add(added)
    }

    /// The cost of a step for an arm of a side; `None` if it is forbidden.
    fn find_step_cost(&self, side: Side, arm: usize, from: HexIx, to: HexIx) -> Option<StepCost> {
        let rows = self.crossings(from, to);
        let has_bridge = rows.iter().any(|row| row.kind == HexsideKind::Bridge);
        let is_water = |kind| matches!(kind, HexsideKind::River | HexsideKind::Stream);
        let mut points = self.terrain_cost(side, to);
        let mut everything = false;
        // A bridge takes the place of the water that it crosses.
        for row in rows.iter().filter(|row| !(has_bridge && is_water(row.kind))) {
            if row.kind == HexsideKind::Slope && !self.slope_counts(from, to) {
                continue;
            }
            match [row.infantry, row.tanks, row.artillery][arm] {
                Crossing::Plus(more) => points = points.saturating_add(more),
                Crossing::Everything => everything = true,
                Crossing::Forbidden => return None,
            }
        }
        Some(if everything { StepCost::Everything } else { StepCost::Points(points) })
    }

    /// Returns `true` if `hex` lies at `edge` of the map: there is no hex beyond it in its column or row.
    fn is_at_edge(&self, hex: HexIx, edge: MapEdge) -> bool {
        let map = &self.map;
        let Cell { column, row } = map.cell(hex);
        let is_hex = |column, row| map.at(Cell { column, row }).is_some();
        match edge {
            MapEdge::North => !(0..row).any(|row| is_hex(column, row)),
            MapEdge::South => !(row + 1..map.grid().rows()).any(|row| is_hex(column, row)),
            MapEdge::West => !(0..column).any(|column| is_hex(column, row)),
            MapEdge::East => !(column + 1..map.grid().columns()).any(|column| is_hex(column, row)),
        }
    }

    /// Computes what follows from the rest: the cost of each step, the effects of the ground, and the units of each side.
    pub(crate) fn completed(mut self) -> Self {
        let blocks = |from, to| self.crossings(from, to).iter().any(|row| row.blocks_zoc);
        let barriers_of = |from: HexIx| {
            let around = self.map.around(from).into_iter().enumerate();
            let blocked = around.filter(|(_, to)| to.is_some_and(|to| blocks(from, to)));
            blocked.fold(0, |bits, (direction, _)| bits | 1 << direction)
        };
        self.barriers = self.map.all().map(barriers_of).collect();
        let shift = |hex| self.ground_rows(hex).map(|row| row.combat).fold(0, i8::saturating_add);
        self.ground_shifts = self.map.all().map(shift).collect();
        let at_edge = |side| self.map.all().filter(|hex| self.is_at_edge(*hex, self.side(side).edge)).collect();
        self.edges = Side::BOTH.map(at_edge);
        let costs = |side: Side, arm: usize| -> Vec<[Option<StepCost>; 6]> {
            let around = |from| self.map.around(from).map(|to| self.find_step_cost(side, arm, from, to?));
            self.map.all().map(around).collect()
        };
        self.steps = Steps(
            Side::BOTH
                .into_iter()
                .flat_map(|side| (0..ARMS).map(move |arm| (side, arm)))
                .map(|(side, arm)| costs(side, arm))
                .collect(),
        );
        let those = |flies: bool, side: Side| {
            let belongs = |unit: &UnitIx| self.unit(*unit).side == side && self.unit(*unit).arm.flies() == flies;
            self.all_units().filter(belongs).collect()
        };
        self.rosters = Rosters {
            ground: Side::BOTH.map(|side| those(false, side)),
            aircraft: Side::BOTH.map(|side| those(true, side)),
        };
        self
    }
}
