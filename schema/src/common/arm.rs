//! The arms of units.

use serde::{Deserialize, Serialize};

/// The arm of a unit, which determines the symbol on its counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Arm {
    /// Symbol: crossed belts.
    Infantry,
    /// Symbol: a diagonal line.
    Cavalry,
    /// Symbol: a dot.
    Artillery,
    /// Symbol: an oval, the track of a tank.
    Tank,
    /// Symbol: two blades, a propeller.
    Aircraft,
    /// Symbol: a flag. Headquarters belong to no arm.
    Headquarters,
}

impl Arm {
    /// Returns the name in lower case, such as `"infantry"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::Artillery => "artillery",
            Self::Tank => "tank",
            Self::Aircraft => "aircraft",
            Self::Headquarters => "headquarters",
        }
    }
}
