//! The file of the `outrance` system: miniatures on a free table, measured in inches. Brigades of bases fire and assault, and a
//! calculation of percentages resolves each action.

#[cfg(test)]
mod battles;
mod drawn_kinds;
mod face;
mod ground;
mod lints;
mod plug;
mod positions;
mod recruit;
mod results;
mod rules;
mod shape;
mod table_view;
mod tables;
#[cfg(test)]
mod tests;
mod units;
mod victory;
mod view;
pub mod vocabulary;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

pub use face::faces;
pub use ground::{
    ChokeKind, ChokePoint, Cover, GroundGoing, Objective, Obstacle, ObstacleKind, SightHeight, TableEntry, TableRoad,
    Terrain, TerrainKind,
};
pub use results::{CombatEffect, StoppedResult};
pub use rules::{
    CommandMeasure, CoverShare, GeneralReach, InitiativeRule, MeasuringPoint, RetreatSource, RuleChanges, Rules,
    TableChanges, TableEdge, Tables, WithdrawalChoice,
};
pub use shape::{BaseShape, UNIT_LENGTH, direction};
pub use tables::{
    AssaultModifiers, AssaultModifiersChanges, AssaultRow, AssaultTable, BaseMove, BaseMoveTable, BaseSize,
    BaseSizeTable, CloseCombatModifiers, CloseCombatModifiersChanges, CombatOutcome, CombatOutcomeTable, FireAction,
    FireIndexTable, FireModifiers, FireModifiersChanges, FireResultTable, FireRow, IndexTable, ObstacleEffect,
    ObstacleTable, OrderCase, OrderDisorder, OrderDisorderChanges, OrderRow, OrderTable, RegroupChanges, RegroupTable,
    StoppedTable, TerrainEffect, TerrainTable, UnitClass,
};
pub use units::{CommandLevel, Enters, Formation, Nation, Posture, Quality, TroopType, Unit, UnitStatus};
pub use victory::{HoldPoints, Victory};

use crate::common::side::Color;
use crate::common::tabletop::Tabletop;
use crate::id::{FormationId, UnitId};

crate::system::root! {
    /// A scenario of the `outrance` system.
    Outrance,
    /// `outrance`
    "outrance"
    after turns {}
    table {
        /// The table.
        table: Tabletop = leaf needed,
        /// The areas of terrain (VIII).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        terrain: Vec<Terrain> = rows optional,
        /// The streams, rivers, walls and other lines (VIII).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        obstacle: Vec<Obstacle> = rows optional,
        /// The roads (VIII).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        road: Vec<TableRoad> = rows optional,
        /// The bridges, fords and gates (VIII).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        choke_point: Vec<ChokePoint> = rows optional,
        /// The places that count for victory.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        objective: Vec<Objective> = rows optional,
        /// The points at which reinforcements come on (III).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        entry: Vec<TableEntry> = rows optional,
    }
    /// The two sides.
    side
    after side {
        /// The armies, corps and divisions, to which the units belong.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        formation: Vec<Formation> = rows optional,
    }
    after unit {
        /// Units that take part only if the players want them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        option: Vec<OptionalUnits> = rows optional,
        /// Turns in which generals do not help the orders of a formation.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        out_of_command: Vec<OutOfCommand> = rows optional,
    }
    /// The conditions of victory.
    victory
}

/// `[side.ID]`: one of the two sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The name of its soldiers, such as `"Germans"`.
    pub name: SmolStr,
    /// The army, which decides on weapons and doctrine. Each of the two sides is another one.
    pub nation: Nation,
    /// The color of its units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The numbers with which counters of the side start, by the ids of the counters, such as `{ supply = 4 }`.
    #[serde(default, skip_serializing_if = "crate::CounterNumbers::is_empty")]
    pub counters: crate::CounterNumbers,
}

/// `[[option]]`: units that take part only if the players want them, such as help that did not come in time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionalUnits {
    /// The name, such as `"Montaudon's division marches to the guns"`.
    pub name: SmolStr,
    /// The ids of the units.
    pub units: Vec<UnitId>,
    /// Lets the units take part. The default is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub used: bool,
}

/// `[[out_of_command]]`: turns in which generals do not help the orders of a formation (IX). Its units receive orders as if no
/// general were near.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutOfCommand {
    /// The formation.
    pub formation: FormationId,
    /// The first turn.
    #[schemars(range(min = 1, max = 99))]
    pub from_turn: u8,
    /// The last turn.
    #[schemars(range(min = 1, max = 99))]
    pub through_turn: u8,
}

impl Outrance {
    /// Returns the army whose weapons and doctrine `unit` has: its own, or that of its side. `None` if it has no side.
    pub fn nation_of(&self, unit: &Unit) -> Option<Nation> {
        unit.weapons.or_else(|| self.side.get(self.side_of(&unit.formation)).map(|side| side.nation))
    }

    /// Returns `true` if the unit at `index` of the order of battle takes part: it is in no option, or in one that is used.
    pub fn takes_part(&self, index: usize) -> bool {
        let Some(unit) = self.unit.get(index) else { return false };
        let mut options = self.option.iter().filter(|option| option.units.contains(&unit.id)).peekable();
        options.peek().is_none() || options.any(|option| option.used)
    }
}

crate::system::rows::formation_rows!(Outrance);
