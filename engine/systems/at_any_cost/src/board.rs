//! The constant data of a game: the scenario, resolved to indices.

use std::sync::Arc;

use battlewright_schema::RoadKind;
use battlewright_schema::at_any_cost::{
    Earthwork, Event as Chance, HexsideEffects, HqOrder, Kind, Mitrailleuse, Nation, NightRow, Rules, TerrainClass,
    TerrainEffects, Weight,
};

use crate::state::{FormationIx, GroupIx, UnitIx};
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

/// A scenario, ready to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(crate) map: Arc<HexMap>,
    pub(crate) hexsides: Hexsides,
    pub(crate) levels: Vec<u8>,
    /// The terrain features of each hex; none for clear terrain.
    pub(crate) terrain: Vec<InlineList<TerrainClass, 4>>,
    /// The best kind of road in each hex.
    pub(crate) roads: Vec<Option<RoadKind>>,
    /// For each hex, a bit for each direction in which a Major Road leads on.
    pub(crate) major_roads: Vec<u8>,
    /// The facts that are asked for with every step.
    pub(crate) steps: Steps,
    /// The units of each side and formation, in the scenario's order.
    pub(crate) rosters: Rosters<UnitIx>,
    pub(crate) rules: Rules,
    pub(crate) campaign: bool,
    pub(crate) first_turn: u8,
    pub(crate) turns: u8,
    pub(crate) clock: TurnClock,
    /// The row of the night table of each turn, from turn 1 (18.0).
    pub(crate) nights: Vec<Option<usize>>,
    pub(crate) sides: [SideFacts; 2],
    pub(crate) formations: Vec<FormationFacts>,
    pub(crate) units: Vec<UnitFacts>,
    pub(crate) entries: Vec<EntryFacts>,
    pub(crate) groups: Vec<GroupFacts>,
    pub(crate) detours: Vec<DetourFacts>,
    pub(crate) chits: Vec<ChitFacts>,
    pub(crate) earthworks: Vec<(HexIx, Earthwork)>,
    /// The hexes whose control matters (19.0), with who controls them at the start.
    pub(crate) control: Vec<(HexIx, Option<Side>)>,
    pub(crate) sudden: Vec<SuddenFacts>,
    /// Victory points: a hex (an index into `control`), the points, and the only side that scores them.
    pub(crate) points: Vec<PointFacts>,
    /// The points for a Broken unit and a Broken Small Unit.
    pub(crate) broken: [u8; 2],
    pub(crate) levels_of_victory: Vec<LevelFacts>,
    /// The hexes of each place, which rows ask for.
    pub(crate) places: Vec<Vec<HexIx>>,
    /// For each formation, its number in expressions.
    pub(crate) formation_values: Vec<i32>,
    /// The hexes about which rows of points and of victory ask: an index into `control`, and `true` if a side wins by it.
    pub(crate) row_stakes: Vec<(usize, bool)>,
    /// The rules in rows.
    pub(crate) extra: Extra,
    /// The survey of the greedy player.
    pub(crate) survey: Derived<BoardSurvey>,
    /// The advice of the author for computer players.
    pub(crate) advice: ScenarioAdvice,
}

/// The costs of a step from each hex to each neighbor, computed once from map and rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Steps {
    /// By arm and hex, in half movement points for each direction, roads included (12.2).
    going: [Vec<[u16; 6]>; ARMS],
    /// A bit for each direction in which cavalry may charge (12.7).
    charge: Vec<u8>,
}

/// The arms with different movement costs.
pub(crate) const ARMS: usize = 4;

/// The number of the arm of `kind` among them.
#[inline]
pub(crate) fn arm(kind: Kind) -> usize {
    match kind {
        Kind::Infantry => 0,
        Kind::Cavalry => 1,
        Kind::FieldArtillery | Kind::HorseArtillery => 2,
        Kind::HeavyArtillery => 3,
    }
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SideFacts {
    pub(crate) name: String,
    pub(crate) nation: Nation,
}

/// A formation and its HQ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FormationFacts {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) side: Side,
    pub(crate) infantry_corps: bool,
    pub(crate) chit_from_turn: Option<u8>,
    pub(crate) hq_id: String,
    pub(crate) hq_name: String,
    /// The Command Rating of the front and of the back.
    pub(crate) ratings: [u8; 2],
    /// The orders of the front and of the back.
    pub(crate) orders: [[HqOrder; 2]; 2],
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
    pub(crate) weight: Weight,
    pub(crate) division_artillery: bool,
    pub(crate) mitrailleuse: Option<Mitrailleuse>,
    pub(crate) small: bool,
    pub(crate) breakdown: bool,
    /// The figures on the Fresh and on the Battleworn side of its counter.
    pub(crate) printed: [String; 2],
    /// Fresh and Battleworn.
    pub(crate) sp: [u8; 2],
    pub(crate) tcr: [u8; 2],
    pub(crate) range: Option<[u8; 2]>,
    pub(crate) movement: u8,
    pub(crate) battleworn: bool,
    pub(crate) elan: u8,
    pub(crate) ammo: u8,
    pub(crate) start: Start,
}

/// The way in which a piece comes into the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    At(HexIx),
    Enters {
        turn: u8,
        entry: u16,
        group: GroupIx,
        /// Its place in the column of its turn and entry; lower places enter first.
        place: u16,
    },
    /// In the pool of breakdown units.
    Pool,
}

/// A reinforcement group (15.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GroupFacts {
    /// Its name in the file, or that of its formation and turn.
    pub(crate) name: String,
    /// The same for the players: with the name of its formation.
    pub(crate) title: String,
    pub(crate) side: Side,
}

/// Entries between which a group may be moved (20.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DetourFacts {
    pub(crate) from: u16,
    pub(crate) to: Vec<u16>,
    pub(crate) group: Option<GroupIx>,
}

/// An Event Chit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChitFacts {
    pub(crate) side: Side,
    pub(crate) event: Chance,
}

/// A sudden ending (19.0). Hexes to control are indices into [`Board::control`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SuddenFacts {
    pub(crate) winner: Side,
    pub(crate) level: Level,
    pub(crate) after_turn: u8,
    pub(crate) enters: Vec<HexIx>,
    pub(crate) controls: Vec<usize>,
}

/// The points for a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PointFacts {
    pub(crate) hex: usize,
    pub(crate) points: u8,
    pub(crate) side: Option<Side>,
}

/// An outcome after the last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LevelFacts {
    pub(crate) winner: Side,
    pub(crate) level: Level,
    pub(crate) points: Option<u8>,
    pub(crate) lead: Option<u8>,
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

    /// The side of `nation`.
    pub(crate) fn side_of_nation(&self, nation: Nation) -> Side {
        if self.sides[0].nation == nation { Side::First } else { Side::Second }
    }

    /// Every unit, in the scenario's order.
    pub(crate) fn all_units(&self) -> impl Iterator<Item = UnitIx> + use<> {
        UnitIx::all(self.units.len())
    }

    /// Every formation, in the scenario's order.
    pub(crate) fn all_formations(&self) -> impl Iterator<Item = FormationIx> + use<> {
        FormationIx::all(self.formations.len())
    }

    /// Returns the formations of `side`, in the scenario's order.
    pub(crate) fn formations_of(&self, side: Side) -> impl Iterator<Item = &FormationFacts> {
        self.formations.iter().filter(move |formation| formation.side == side)
    }

    /// Every reinforcement group.
    pub(crate) fn all_groups(&self) -> impl Iterator<Item = GroupIx> + use<> {
        GroupIx::all(self.groups.len())
    }

    /// Every unit of `formation`, in the scenario's order.
    #[inline]
    pub(crate) fn roster(&self, formation: FormationIx) -> &[UnitIx] {
        self.rosters.of_formation(formation.index())
    }

    /// Every unit of `side`, in the scenario's order.
    #[inline]
    pub(crate) fn roster_of_side(&self, side: Side) -> &[UnitIx] {
        self.rosters.of_side(side)
    }

    /// The elevation level of `hex`, from 1 (2.2).
    #[inline]
    pub(crate) fn level(&self, hex: HexIx) -> u8 {
        self.map.index_of(hex).and_then(|index| self.levels.get(index)).copied().unwrap_or(1)
    }

    /// The row of the night table for `turn` (18.0).
    pub(crate) fn night(&self, turn: u8) -> Option<&NightRow> {
        let row = self.nights.get(usize::from(turn).checked_sub(1)?).copied().flatten()?;
        self.rules.tables.night.get(row)
    }

    /// The rows of the Terrain Effects Chart that apply in `hex`; the row of clear terrain if it has no other.
    #[inline]
    pub(crate) fn effects(&self, hex: HexIx) -> impl Iterator<Item = &TerrainEffects> + use<'_> {
        let classes = self.terrain.get(hex.index()).map_or(&[] as &[TerrainClass], |classes| classes.as_slice());
        let classes = if classes.is_empty() { &[TerrainClass::Clear] as &[TerrainClass] } else { classes };
        classes.iter().filter_map(|class| self.rules.tables.terrain.iter().find(|row| row.class == *class))
    }

    /// Returns `true` if `hex` has this terrain feature.
    pub(crate) fn has_terrain(&self, hex: HexIx, class: TerrainClass) -> bool {
        self.terrain.get(hex.index()).is_some_and(|classes| classes.contains(&class))
    }

    /// Returns `true` if the terrain of `hex` blocks sight (8.3).
    #[inline]
    pub(crate) fn blocks_sight(&self, hex: HexIx) -> bool {
        let farms = self.rules.farms_block_sight;
        self.effects(hex).any(|row| row.blocks_sight || (farms && row.class == TerrainClass::Farm))
    }

    /// Returns `true` if the terrain of `hex` shelters a retreating unit (13.7) and eases digging (16.2).
    pub(crate) fn shelters(&self, hex: HexIx) -> bool {
        self.effects(hex).any(|row| row.shelter)
    }

    /// The cost for this arm of the terrain of `hex` without its roads, in half movement points (12.2).
    fn entering(&self, kind: Kind, hex: HexIx) -> u16 {
        let (mut base, mut added) = (0, 0);
        for row in self.effects(hex) {
            let cost = u16::from(row.cost.of(kind));
            if row.adds { added += cost } else { base += cost }
        }
        if base == 0 {
            let clear = self.rules.tables.terrain.iter().find(|row| row.class == TerrainClass::Clear);
            base = clear.map_or(1, |row| u16::from(row.cost.of(kind)));
        }
        2 * (base + added)
    }

    /// The cost for this arm of the hexsides between `from` and `to`, in half movement points (12.2).
    fn crossing(&self, kind: Kind, from: HexIx, to: HexIx) -> u16 {
        let down = self.level(to) < self.level(from);
        let cost = |row: &HexsideEffects| u16::from(if down { row.down.of(kind) } else { row.up.of(kind) });
        2 * self.crossings(from, to).iter().map(|row| cost(row)).sum::<u16>()
    }

    /// The cost for this arm of a step from `from` to `to` next to it, in half movement points, if nobody is in the way
    /// and the Road March rate does not apply: 1 MP for a road hex, or the hex and its hexsides (12.2).
    #[inline]
    pub(crate) fn going(&self, kind: Kind, from: HexIx, to: HexIx) -> u16 {
        let known = self.steps.going.get(arm(kind)).and_then(|arm| arm.get(from.index()));
        match known.zip(self.map.direction(from, to)) {
            Some((costs, direction)) => costs[direction],
            None => self.find_going(kind, from, to),
        }
    }

    /// The cost for this arm of a step to `to`, in half movement points: 1 MP by road, or the hex and the hexsides from
    /// `across`, if those count (12.2).
    pub(crate) fn step(&self, kind: Kind, across: Option<HexIx>, to: HexIx, by_road: bool) -> u16 {
        if by_road {
            return 2;
        }
        self.entering(kind, to) + across.map_or(0, |from| self.crossing(kind, from, to))
    }

    fn find_going(&self, kind: Kind, from: HexIx, to: HexIx) -> u16 {
        self.step(kind, Some(from), to, self.map.has_road(to))
    }

    /// Returns `true` if a Major Road joins the neighbors `from` and `to` (12.10).
    pub(crate) fn is_major_road(&self, from: HexIx, to: HexIx) -> bool {
        let known = self.major_roads.get(from.index());
        known.zip(self.map.direction(from, to)).is_some_and(|(roads, direction)| roads & 1 << direction != 0)
    }

    /// Returns `true` if the ground of `hex` lets a charge in: clear terrain or a road hex (12.7).
    pub(crate) fn is_charge_ground(&self, hex: HexIx) -> bool {
        self.map.has_road(hex) || self.effects(hex).all(|row| row.charge)
    }

    /// Returns `true` if cavalry may charge from `from` into `to` next to it: open ground and open hexsides (12.7).
    pub(crate) fn is_open_to_charge(&self, from: HexIx, to: HexIx) -> bool {
        let known = self.steps.charge.get(from.index());
        known.zip(self.map.direction(from, to)).is_some_and(|(open, direction)| open & 1 << direction != 0)
    }

    /// The rows of the Terrain Effects Chart for what lies between `a` and `b`.
    pub(crate) fn crossings(&self, a: HexIx, b: HexIx) -> InlineList<&HexsideEffects, 4> {
        let row = |kind| self.rules.tables.hexsides.iter().find(|row| row.kind == kind);
        self.hexsides.between(a, b).filter_map(row).collect()
    }

    /// Computes the cost of each step.
    pub(crate) fn with_steps(mut self) -> Self {
        let around = || self.map.all().map(|from| self.map.around(from).map(|to| to.map(|to| (from, to))));
        let kinds = [Kind::Infantry, Kind::Cavalry, Kind::FieldArtillery, Kind::HeavyArtillery];
        let going = kinds.map(|kind| {
            let cost = |step: Option<(HexIx, HexIx)>| step.map_or(u16::MAX, |(a, b)| self.find_going(kind, a, b));
            around().map(|steps| steps.map(cost)).collect()
        });
        let open = |(from, to): (HexIx, HexIx)| {
            self.is_charge_ground(to)
                && (self.map.road(from, to) || self.crossings(from, to).iter().all(|row| row.charge))
        };
        let bits = |steps: [Option<(HexIx, HexIx)>; 6]| {
            let open = steps.map(|step| step.is_some_and(open));
            open.iter().rev().fold(0, |bits: u8, open| bits << 1 | u8::from(*open))
        };
        let charge = around().map(bits).collect();
        self.steps = Steps { going, charge };
        self
    }
}
