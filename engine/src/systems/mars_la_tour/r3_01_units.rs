//! 3.1 Units: what is printed on their two sides.

use battlewright_schema::mars_la_tour::Kind;

use super::MarsLaTour;
use super::state::{Formation, UnitIx};

impl MarsLaTour {
    /// The movement points of `unit` on the side that is up.
    pub(super) fn movement_points(&self, unit: UnitIx) -> u8 {
        let table = &self.board.rules.tables.movement;
        let allowance = match self.board.unit(unit).kind {
            Kind::Infantry => table.infantry,
            Kind::Cavalry => table.cavalry,
        };
        match self.unit(unit).formation {
            Formation::March => allowance.march,
            Formation::Battle => allowance.battle,
        }
    }

    /// Whether `unit` is cavalry.
    pub(super) fn is_cavalry(&self, unit: UnitIx) -> bool {
        self.board.unit(unit).kind == Kind::Cavalry
    }
}
