//! Transformations of the map: resize, crop, shift, renumber, turn and mirror.
//!
//! On a table, columns and rows are inches. Everything on the table moves with its points, and what lies beyond the new edges is
//! cut off. Operations on the numbers of hexes are refused there.
//!
//! Every operation keeps the neighbors, the terrain and the contents of the hexes that remain: all names of hexes and hexsides
//! in the scenario are rewritten, in every field of every system. An operation first makes a [`SurgeryPlan`], which lists the
//! changes and the losses. The scenario itself is not changed; the plan contains the result.
//!
//! ```
//! use battlewright_schema::surgery::{HexNames, NewGround, Operation, Resize};
//! use battlewright_schema::{System, load, template};
//!
//! let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
//! let ground = NewGround::usual(&scenario);
//! // The western column goes; the hexes keep their printed numbers, so the map now begins at 0201.
//! let crop = Operation::Resize(Resize { left: -1, names: HexNames::Stay, ..Resize::default() });
//! let plan = crop.plan(&scenario, ground).unwrap();
//! assert_eq!(plan.changes[0].to_string(), "Map size: 7 columns and 6 rows (was 8 and 6)");
//! assert_eq!(plan.losses[0].to_string(), "Road 1 ends earlier: 0103 is removed, 7 hexes remain");
//! assert_eq!(plan.scenario.common().frame().numbering.first.as_str(), "0201");
//! ```

mod change;
mod clip;
mod crop;
mod draft;
mod follow;
mod half_step;
mod loss;
mod moved;
mod on_table;
mod plan;
mod refusal;
mod renumber;
mod resize;
mod rules;
mod scan;
mod shift;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;
mod tree;
mod turn;

pub use change::MapChange;
pub use crop::Crop;
pub use half_step::HalfStep;
pub use loss::{Fate, Loss};
pub use moved::HexMoves;
pub use plan::{NewGround, SurgeryPlan};
pub use refusal::SurgeryRefusal;
pub use renumber::Renumber;
pub use resize::{HexNames, Resize};
pub use shift::Shift;
pub use turn::Turn;

use crate::{Grid, MapFrame, Scenario};
use draft::Draft;

/// An operation on the whole map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Adds or removes columns and rows on each side.
    Resize(Resize),
    /// Crops the map to a rectangle of hexes.
    Crop(Crop),
    /// Moves the contents of the map; its size and numbering stay.
    Shift(Shift),
    /// Renumbers the hexes.
    Renumber(Renumber),
    /// Moves the contents by half a hex, so that the other columns or rows become the shifted ones.
    HalfStep(HalfStep),
    /// Turns or mirrors the map.
    Turn(Turn),
}

impl Operation {
    /// Returns the plan of the operation on `scenario`, with `ground` for new hexes.
    ///
    /// # Errors
    /// The operation is impossible; see [`SurgeryRefusal`].
    pub fn plan(&self, scenario: &Scenario, ground: NewGround) -> Result<SurgeryPlan, SurgeryRefusal> {
        if let Some(table) = scenario.common().table() {
            return on_table::plan(scenario, table, self);
        }
        SurgeryPlan::new(scenario, ground, |grid, frame| self.draft(grid, frame))
    }

    fn draft(&self, grid: &Grid, frame: MapFrame<'_>) -> Result<Draft, SurgeryRefusal> {
        match self {
            Self::Resize(resize) => resize.draft(grid, frame),
            Self::Crop(crop) => crop.draft(grid, frame),
            Self::Shift(shift) => Ok(shift.draft(grid, frame)),
            Self::Renumber(renumber) => Ok(renumber.draft(grid, frame)),
            Self::HalfStep(step) => Ok(step.draft(grid, frame)),
            Self::Turn(turn) => Ok(turn.draft(grid, frame)),
        }
    }
}
