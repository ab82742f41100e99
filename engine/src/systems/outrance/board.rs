//! The data that stay the same throughout a game.

use battlewright_schema::outrance::{
    BaseMove, CommandLevel, CommandMeasure, GeneralReach, Nation, Quality, Rules, TroopType, UnitStatus,
};

use super::c04_formations::{BaseExtent, UnitPlacement};
use super::c04_movement::MoveRules;
use super::c08_sight::SightRules;
use super::c08_terrain::{CoverRules, TableTerrain};
use super::state::UnitIx;
use crate::game::Side;
use crate::kit::plane::Point;

/// The data that stay the same throughout a game.
#[derive(Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) rules: Rules,
    pub(super) moves: MoveRules,
    pub(super) sight: SightRules,
    pub(super) cover: CoverRules,
    pub(super) terrain: TableTerrain,
    pub(super) sides: [SideFacts; 2],
    pub(super) formations: Vec<FormationFacts>,
    pub(super) units: Vec<UnitFacts>,
    pub(super) objectives: Vec<ObjectiveFacts>,
    /// The formations out of command: the formation, the first and the last turn.
    pub(super) out_of_command: Vec<(usize, u8, u8)>,
    pub(super) turns: u8,
    /// The time of day of each turn.
    pub(super) clock: Vec<Option<String>>,
    /// The points for a destroyed enemy unit.
    pub(super) destroyed: i32,
    /// The greatest difference of points that is a draw.
    pub(super) draw_within: i32,
    /// The least difference of a decisive victory.
    pub(super) decisive: Option<i32>,
}

/// A side.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SideFacts {
    pub(super) name: String,
    pub(super) nation: Nation,
}

/// A formation.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FormationFacts {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) level: CommandLevel,
}

/// A unit or a general.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UnitFacts {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: String,
    pub(super) side: Side,
    pub(super) formation: usize,
    pub(super) nation: Nation,
    pub(super) troops: TroopType,
    pub(super) quality: Quality,
    /// The bases of the full unit; 1 for a general.
    pub(super) bases: u8,
    /// The bases at the start of the game.
    pub(super) first_bases: u8,
    pub(super) status: UnitStatus,
    pub(super) base: BaseExtent,
    pub(super) moves: BaseMove,
    pub(super) start: UnitStart,
}

impl UnitFacts {
    pub(super) fn is_general(&self) -> bool {
        self.troops == TroopType::General
    }
}

/// The start of a unit.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum UnitStart {
    /// On the table.
    At(UnitPlacement),
    /// By route march.
    Enters(ArrivalFacts),
    /// Not at all.
    Unused,
}

/// The arrival of a reinforcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ArrivalFacts {
    pub(super) turn: u8,
    pub(super) at: Point,
    pub(super) toward: Option<Point>,
    pub(super) roll: Option<u8>,
}

/// An objective.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ObjectiveFacts {
    pub(super) name: String,
    pub(super) at: Point,
    pub(super) holder: Option<Side>,
    /// The points of the sides for it.
    pub(super) points: [i32; 2],
}

impl Board {
    pub(super) fn unit(&self, unit: UnitIx) -> &UnitFacts {
        &self.units[unit.index()]
    }

    /// Returns the side of an army.
    pub(super) fn side_of(&self, nation: Nation) -> Side {
        if self.sides[0].nation == nation { Side::First } else { Side::Second }
    }

    /// Returns `true` if a general may command a unit: any one of the side, or one of its own formation or of an army (IX).
    pub(super) fn may_command(&self, general: UnitIx, unit: UnitIx) -> bool {
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
    pub(super) fn command_measure(&self) -> CommandMeasure {
        self.rules.command_measure
    }
}
