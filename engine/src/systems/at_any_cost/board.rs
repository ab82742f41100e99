//! The constant data of a game: the scenario, resolved to indices.

use std::sync::Arc;

use battlewright_schema::RoadKind;
use battlewright_schema::at_any_cost::{
    Earthwork, Event as Chance, HexsideEffects, HqOrder, Kind, Mitrailleuse, Nation, NightRow, Rules, TerrainClass,
    TerrainEffects, Weight,
};

use super::state::{FormationIx, GroupIx, UnitIx};
use super::survey::Survey;
use crate::game::{Level, Side};
use crate::kit::derived::Derived;
use crate::kit::hex_map::{HexIx, HexMap};
use crate::kit::hexsides::Hexsides;
use crate::kit::index::ListIndex as _;
use crate::kit::inline_list::InlineList;

/// A scenario, ready to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) map: Arc<HexMap>,
    pub(super) hexsides: Hexsides,
    pub(super) levels: Vec<u8>,
    /// The terrain features of each hex; none for clear terrain.
    pub(super) terrain: Vec<InlineList<TerrainClass, 4>>,
    /// The best kind of road in each hex.
    pub(super) roads: Vec<Option<RoadKind>>,
    /// For each hex, a bit for each direction in which a Major Road leads on.
    pub(super) major_roads: Vec<u8>,
    /// The facts that are asked for with every step.
    pub(super) steps: Steps,
    /// The units of each side and formation, in the scenario's order.
    pub(super) rosters: Rosters,
    pub(super) rules: Rules,
    pub(super) campaign: bool,
    pub(super) first_turn: u8,
    pub(super) turns: u8,
    pub(super) clock: Vec<Option<String>>,
    /// The row of the night table of each turn, from turn 1 (18.0).
    pub(super) nights: Vec<Option<usize>>,
    pub(super) sides: [SideFacts; 2],
    pub(super) formations: Vec<FormationFacts>,
    pub(super) units: Vec<UnitFacts>,
    pub(super) entries: Vec<EntryFacts>,
    pub(super) groups: Vec<GroupFacts>,
    pub(super) detours: Vec<DetourFacts>,
    pub(super) chits: Vec<ChitFacts>,
    pub(super) earthworks: Vec<(HexIx, Earthwork)>,
    /// The hexes whose control matters (19.0), with who controls them at the start.
    pub(super) control: Vec<(HexIx, Option<Side>)>,
    pub(super) sudden: Vec<SuddenFacts>,
    /// Victory points: a hex (an index into `control`), the points, and the only side that scores them.
    pub(super) points: Vec<PointFacts>,
    /// The points for a Broken unit and a Broken Small Unit.
    pub(super) broken: [u8; 2],
    pub(super) levels_of_victory: Vec<LevelFacts>,
    /// The survey of the greedy player.
    pub(super) survey: Derived<Survey>,
}

/// The costs of a step from each hex to each neighbor, computed once from map and rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps {
    /// By arm and hex, in half movement points for each direction, roads included (12.2).
    going: [Vec<[u16; 6]>; ARMS],
    /// A bit for each direction in which cavalry may charge (12.7).
    charge: Vec<u8>,
}

/// The units of each side and formation, in the scenario's order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rosters {
    sides: [Vec<UnitIx>; 2],
    formations: Vec<Vec<UnitIx>>,
}

/// The arms with different movement costs.
pub(super) const ARMS: usize = 4;

/// The number of the arm of `kind` among them.
pub(super) fn arm(kind: Kind) -> usize {
    match kind {
        Kind::Infantry => 0,
        Kind::Cavalry => 1,
        Kind::FieldArtillery | Kind::HorseArtillery => 2,
        Kind::HeavyArtillery => 3,
    }
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SideFacts {
    pub(super) name: String,
    pub(super) nation: Nation,
}

/// A formation and its HQ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FormationFacts {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) side: Side,
    pub(super) infantry_corps: bool,
    pub(super) chit_from_turn: Option<u8>,
    pub(super) hq_id: String,
    pub(super) hq_name: String,
    /// The Command Rating of the front and of the back.
    pub(super) ratings: [u8; 2],
    /// The orders of the front and of the back.
    pub(super) orders: [[HqOrder; 2]; 2],
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
    pub(super) weight: Weight,
    pub(super) division_artillery: bool,
    pub(super) mitrailleuse: Option<Mitrailleuse>,
    pub(super) small: bool,
    pub(super) breakdown: bool,
    /// The figures on the Fresh and on the Battleworn side of its counter.
    pub(super) printed: [String; 2],
    /// Fresh and Battleworn.
    pub(super) sp: [u8; 2],
    pub(super) tcr: [u8; 2],
    pub(super) range: Option<[u8; 2]>,
    pub(super) movement: u8,
    pub(super) battleworn: bool,
    pub(super) elan: u8,
    pub(super) ammo: u8,
    pub(super) start: Start,
}

/// The way in which a piece comes into the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
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

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntryFacts {
    pub(super) id: String,
    /// Its name with the id, or the id alone.
    pub(super) title: String,
    pub(super) hexes: Vec<HexIx>,
}

/// A reinforcement group (15.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GroupFacts {
    /// Its name in the file, or that of its formation and turn.
    pub(super) name: String,
    /// The same for the players: with the name of its formation.
    pub(super) title: String,
    pub(super) side: Side,
}

/// Entries between which a group may be moved (20.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DetourFacts {
    pub(super) from: u16,
    pub(super) to: Vec<u16>,
    pub(super) group: Option<GroupIx>,
}

/// An Event Chit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChitFacts {
    pub(super) side: Side,
    pub(super) event: Chance,
}

/// A sudden ending (19.0). Hexes to control are indices into [`Board::control`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SuddenFacts {
    pub(super) winner: Side,
    pub(super) level: Level,
    pub(super) after_turn: u8,
    pub(super) enters: Vec<HexIx>,
    pub(super) controls: Vec<usize>,
}

/// The points for a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointFacts {
    pub(super) hex: usize,
    pub(super) points: u8,
    pub(super) side: Option<Side>,
}

/// An outcome after the last turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LevelFacts {
    pub(super) winner: Side,
    pub(super) level: Level,
    pub(super) points: Option<u8>,
    pub(super) lead: Option<u8>,
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

    /// The side of `nation`.
    pub(super) fn side_of_nation(&self, nation: Nation) -> Side {
        if self.sides[0].nation == nation { Side::First } else { Side::Second }
    }

    /// Every unit, in the scenario's order.
    pub(super) fn all_units(&self) -> impl Iterator<Item = UnitIx> + use<> {
        UnitIx::all(self.units.len())
    }

    /// Every formation, in the scenario's order.
    pub(super) fn all_formations(&self) -> impl Iterator<Item = FormationIx> + use<> {
        FormationIx::all(self.formations.len())
    }

    /// Every reinforcement group.
    pub(super) fn all_groups(&self) -> impl Iterator<Item = GroupIx> + use<> {
        GroupIx::all(self.groups.len())
    }

    /// Every unit of `formation`, in the scenario's order.
    pub(super) fn roster(&self, formation: FormationIx) -> &[UnitIx] {
        &self.rosters.formations[formation.index()]
    }

    /// Every unit of `side`, in the scenario's order.
    pub(super) fn roster_of_side(&self, side: Side) -> &[UnitIx] {
        &self.rosters.sides[side.index()]
    }

    /// The elevation level of `hex`, from 1 (2.2).
    pub(super) fn level(&self, hex: HexIx) -> u8 {
        self.map.index_of(hex).and_then(|index| self.levels.get(index)).copied().unwrap_or(1)
    }

    /// The row of the night table for `turn` (18.0).
    pub(super) fn night(&self, turn: u8) -> Option<&NightRow> {
        let row = self.nights.get(usize::from(turn).checked_sub(1)?).copied().flatten()?;
        self.rules.tables.night.get(row)
    }

    /// The rows of the Terrain Effects Chart that apply in `hex`; the row of clear terrain if it has no other.
    pub(super) fn effects(&self, hex: HexIx) -> impl Iterator<Item = &TerrainEffects> + use<'_> {
        let classes = self.terrain.get(hex.index()).map_or(&[] as &[TerrainClass], |classes| classes.as_slice());
        let classes = if classes.is_empty() { &[TerrainClass::Clear] as &[TerrainClass] } else { classes };
        classes.iter().filter_map(|class| self.rules.tables.terrain.iter().find(|row| row.class == *class))
    }

    /// Returns `true` if `hex` has this terrain feature.
    pub(super) fn has_terrain(&self, hex: HexIx, class: TerrainClass) -> bool {
        self.terrain.get(hex.index()).is_some_and(|classes| classes.contains(&class))
    }

    /// Returns `true` if the terrain of `hex` blocks sight (8.3).
    pub(super) fn blocks_sight(&self, hex: HexIx) -> bool {
        let farms = self.rules.farms_block_sight;
        self.effects(hex).any(|row| row.blocks_sight || (farms && row.class == TerrainClass::Farm))
    }

    /// Returns `true` if the terrain of `hex` shelters a retreating unit (13.7) and eases digging (16.2).
    pub(super) fn shelters(&self, hex: HexIx) -> bool {
        self.effects(hex).any(|row| row.shelter)
    }

    /// The cost for this arm of the terrain of `hex` without its roads, in half movement points (12.2).
    pub(super) fn entering(&self, kind: Kind, hex: HexIx) -> u16 {
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
    pub(super) fn crossing(&self, kind: Kind, from: HexIx, to: HexIx) -> u16 {
        let down = self.level(to) < self.level(from);
        let cost = |row: &HexsideEffects| u16::from(if down { row.down.of(kind) } else { row.up.of(kind) });
        2 * self.crossings(from, to).iter().map(|row| cost(row)).sum::<u16>()
    }

    /// The cost for this arm of a step from `from` to `to` next to it, in half movement points, if nobody is in the way
    /// and the Road March rate does not apply: 1 MP for a road hex, or the hex and its hexsides (12.2).
    pub(super) fn going(&self, kind: Kind, from: HexIx, to: HexIx) -> u16 {
        let known = self.steps.going.get(arm(kind)).and_then(|arm| arm.get(from.index()));
        match known.zip(self.map.direction(from, to)) {
            Some((costs, direction)) => costs[direction],
            None => self.find_going(kind, from, to),
        }
    }

    fn find_going(&self, kind: Kind, from: HexIx, to: HexIx) -> u16 {
        if self.map.has_road(to) { 2 } else { self.entering(kind, to) + self.crossing(kind, from, to) }
    }

    /// Returns `true` if a Major Road joins the neighbors `from` and `to` (12.10).
    pub(super) fn is_major_road(&self, from: HexIx, to: HexIx) -> bool {
        let known = self.major_roads.get(from.index());
        known.zip(self.map.direction(from, to)).is_some_and(|(roads, direction)| roads & 1 << direction != 0)
    }

    /// Returns `true` if the ground of `hex` lets a charge in: clear terrain or a road hex (12.7).
    pub(super) fn is_charge_ground(&self, hex: HexIx) -> bool {
        self.map.has_road(hex) || self.effects(hex).all(|row| row.charge)
    }

    /// Returns `true` if cavalry may charge from `from` into `to` next to it: open ground and open hexsides (12.7).
    pub(super) fn is_open_to_charge(&self, from: HexIx, to: HexIx) -> bool {
        let known = self.steps.charge.get(from.index());
        known.zip(self.map.direction(from, to)).is_some_and(|(open, direction)| open & 1 << direction != 0)
    }

    /// The rows of the Terrain Effects Chart for what lies between `a` and `b`.
    pub(super) fn crossings(&self, a: HexIx, b: HexIx) -> InlineList<&HexsideEffects, 4> {
        let row = |kind| self.rules.tables.hexsides.iter().find(|row| row.kind == kind);
        self.hexsides.between(a, b).filter_map(row).collect()
    }

    /// Lists the units of each side and formation.
    pub(super) fn with_rosters(mut self) -> Self {
        let those = |belongs: &dyn Fn(&UnitFacts) -> bool| -> Vec<UnitIx> {
            self.all_units().filter(|unit| belongs(self.unit(*unit))).collect()
        };
        self.rosters = Rosters {
            sides: Side::BOTH.map(|side| those(&|unit| unit.side == side)),
            formations: self.all_formations().map(|formation| those(&|unit| unit.formation == formation)).collect(),
        };
        self
    }

    /// Computes the cost of each step.
    pub(super) fn with_steps(mut self) -> Self {
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
