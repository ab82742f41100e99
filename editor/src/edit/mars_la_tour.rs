//! Changes of what only the `mars-la-tour` system has.

use battlewright_schema::mars_la_tour::{MarsLaTour, Side, Terrain, Unit, Victory};
use battlewright_schema::{Letter, SideId};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::Row;

/// A change of what only the `mars-la-tour` system has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// A change in the order of battle.
    Unit(Row<Unit>),
    /// Other values of a side.
    Side(SideId, Box<Side>),
    /// Another way to win.
    Victory(Box<Victory>),
    /// Another terrain chart.
    Terrain(IndexMap<Letter, Terrain>),
}

impl Edit {
    /// Changes `scenario`; the edit that takes it back, or `None` if nothing changed.
    pub fn apply(self, scenario: &mut MarsLaTour) -> Option<Self> {
        match self {
            Self::Unit(row) => row.apply(&mut scenario.unit).map(Self::Unit),
            Self::Side(id, side) => {
                let slot = scenario.side.get_mut(&id)?;
                if *slot == *side {
                    return None;
                }
                Some(Self::Side(id, Box::new(std::mem::replace(slot, *side))))
            }
            Self::Victory(victory) => {
                if scenario.victory == *victory {
                    return None;
                }
                Some(Self::Victory(Box::new(std::mem::replace(&mut scenario.victory, *victory))))
            }
            Self::Terrain(terrain) => {
                if scenario.map.terrain == terrain {
                    return None;
                }
                Some(Self::Terrain(std::mem::replace(&mut scenario.map.terrain, terrain)))
            }
        }
    }
}
