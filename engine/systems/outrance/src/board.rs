//! The data that stay the same throughout a game.

use battlewright_schema::outrance::{
    BaseMove, CommandLevel, CommandMeasure, GeneralReach, Nation, Quality, Rules, TerrainKind, TroopType, UnitStatus,
};

use crate::rules::c04_formations::{BaseExtent, UnitPlacement};
use crate::rules::c04_movement::MoveRules;
use crate::rules::c08_sight::SightRules;
use crate::rules::c08_terrain::{CoverRules, TableTerrain};
use crate::state::UnitIx;
use battlewright_core::game::Side;
use battlewright_core::kit::clock::TurnClock;
use battlewright_core::kit::extra::Extra;
use battlewright_core::kit::plane::Point;
use battlewright_core::players::plan::ScenarioAdvice;

/// The data that stay the same throughout a game.
#[derive(Debug, PartialEq, Eq)]
pub struct Board {
    pub(crate) rules: Rules,
    pub(crate) moves: MoveRules,
    pub(crate) sight: SightRules,
    pub(crate) cover: CoverRules,
    pub(crate) terrain: TableTerrain,
    /// The kinds of the areas of the terrain, which rows ask for.
    pub(crate) terrain_kinds: Vec<TerrainKind>,
    pub(crate) sides: [SideFacts; 2],
    pub(crate) formations: Vec<FormationFacts>,
    pub(crate) units: Vec<UnitFacts>,
    pub(crate) objectives: Vec<ObjectiveFacts>,
    /// The formations out of command: the formation, the first and the last turn.
    pub(crate) out_of_command: Vec<(usize, u8, u8)>,
    pub(crate) turns: u8,
    /// The time of day of each turn.
    pub(crate) clock: TurnClock,
    /// The points for a destroyed enemy unit.
    pub(crate) destroyed: i32,
    /// The greatest difference of points that is a draw.
    pub(crate) draw_within: i32,
    /// The least difference of a decisive victory.
    pub(crate) decisive: Option<i32>,
    /// The rules in rows.
    pub(crate) extra: Extra,
    /// The advice of the author for computer players.
    pub(crate) advice: ScenarioAdvice,
}

/// A side.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SideFacts {
    pub(crate) name: String,
    pub(crate) nation: Nation,
}

/// A formation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FormationFacts {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) level: CommandLevel,
}

/// A unit or a general.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct UnitFacts {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) side: Side,
    pub(crate) formation: usize,
    pub(crate) nation: Nation,
    pub(crate) troops: TroopType,
    pub(crate) quality: Quality,
    /// The bases of the full unit; 1 for a general.
    pub(crate) bases: u8,
    /// The bases at the start of the game.
    pub(crate) first_bases: u8,
    pub(crate) status: UnitStatus,
    pub(crate) base: BaseExtent,
    pub(crate) moves: BaseMove,
    pub(crate) start: UnitStart,
}

impl UnitFacts {
    pub(crate) fn is_general(&self) -> bool {
        self.troops == TroopType::General
    }
}

/// The start of a unit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum UnitStart {
    /// On the table.
    At(UnitPlacement),
    /// By route march.
    Enters(ArrivalFacts),
    /// Not at all.
    Unused,
}

/// The arrival of a reinforcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ArrivalFacts {
    pub(crate) turn: u8,
    pub(crate) at: Point,
    pub(crate) toward: Option<Point>,
    pub(crate) roll: Option<u8>,
}

/// An objective.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ObjectiveFacts {
    pub(crate) name: String,
    pub(crate) at: Point,
    pub(crate) holder: Option<Side>,
    /// The points of the sides for it.
    pub(crate) points: [i32; 2],
    /// The worth to players that rows give it by asking for the holder.
    pub(crate) stake_of_rows: i32,
}

impl ObjectiveFacts {
    /// Returns the points at stake for both sides together, as players see it.
    pub(crate) fn stake(&self) -> i32 {
        self.points.iter().sum::<i32>() + self.stake_of_rows
    }
}

impl Board {
    pub(crate) fn unit(&self, unit: UnitIx) -> &UnitFacts {
        &self.units[unit.index()]
    }

    /// Returns the side of an army.
    pub(crate) fn side_of(&self, nation: Nation) -> Side {
        if self.sides[0].nation == nation { Side::First } else { Side::Second }
    }

    /// Returns `true` if a general may command a unit: any one of the side, or one of its own formation or of an army (IX).
    pub(crate) fn may_command(&self, general: UnitIx, unit: UnitIx) -> bool {
        let (general, unit) = (self.unit(general), self.unit(unit));
        let own = || {
            general.formation == unit.formation
                || self.formations.get(general.formation).is_some_and(|row| row.level == CommandLevel::Army)
        };
        general.is_general()
            && general.side == unit.side
            && (self.rules.generals == GeneralReach::AnyFormation || own())
    }

    /// Returns the points between which the command radius is measured.
    pub(crate) fn command_measure(&self) -> CommandMeasure {
        self.rules.command_measure
    }
}
