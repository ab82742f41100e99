//! The units of a scenario by side and formation.

use super::index::ListIndex;
use crate::game::Side;

/// The units of each side and formation, in the scenario's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rosters<U> {
    sides: [Vec<U>; 2],
    formations: Vec<Vec<U>>,
}

impl<U: ListIndex> Rosters<U> {
    /// Creates the rosters of `units`; `place` returns the side of a unit and the number of its formation, of `formations`.
    pub fn new<F>(units: &[F], formations: usize, place: impl Fn(&F) -> (Side, usize)) -> Self {
        let mut rosters = Self { sides: [Vec::new(), Vec::new()], formations: vec![Vec::new(); formations] };
        for (unit, facts) in U::all(units.len()).zip(units) {
            let (side, formation) = place(facts);
            rosters.sides[side.index()].push(unit);
            rosters.formations[formation].push(unit);
        }
        rosters
    }

    /// Returns the units of `side`.
    #[inline]
    pub fn of_side(&self, side: Side) -> &[U] {
        &self.sides[side.index()]
    }

    /// Returns the units of the formation with this number.
    #[inline]
    pub fn of_formation(&self, formation: usize) -> &[U] {
        &self.formations[formation]
    }
}
