//! The facts that expressions ask of every system.

use super::vocabulary::{FactInfo, Stability, ValueType, Vocabulary};

/// The facts of all systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommonFact {
    /// `turn`: the number of the turn.
    Turn,
    /// `phase`: the phase of the turn.
    Phase,
    /// `u.side`: the side of a unit.
    UnitSide,
    /// `u.kind`: the kind of a unit.
    UnitKind,
    /// `u.formation`: the formation of a unit.
    UnitFormation,
    /// `u.hex`: the hex of a unit.
    UnitHex,
    /// `u.in-play`: whether a unit is on the map or on the table.
    UnitInPlay,
    /// `distance(hex, hex)`: the distance between two hexes.
    Distance,
    /// `holds(side, place)`: whether a side holds a place.
    Holds,
}

impl CommonFact {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Turn,
        Self::Phase,
        Self::UnitSide,
        Self::UnitKind,
        Self::UnitFormation,
        Self::UnitHex,
        Self::UnitInPlay,
        Self::Distance,
        Self::Holds,
    ];

    /// Returns the description; the types of phases and kinds are those of `vocabulary`.
    pub fn info(self, vocabulary: &Vocabulary) -> FactInfo {
        use ValueType as V;
        match self {
            Self::Turn => FactInfo::new("turn", "the turn", "").number(1, 99).stable(Stability::Turn),
            Self::Phase => {
                FactInfo::new("phase", "the phase", "").answers(V::Word(vocabulary.phases)).stable(Stability::Phase)
            }
            Self::UnitSide => {
                FactInfo::new("side", "the side of {0}", "").of(V::Unit).answers(V::Side).stable(Stability::Fixed)
            }
            Self::UnitKind => {
                let kind = FactInfo::new("kind", "the kind of {0}", "").of(V::Unit);
                kind.answers(V::Word(vocabulary.kinds)).stable(Stability::Fixed)
            }
            Self::UnitFormation => {
                let formation = FactInfo::new("formation", "the formation of {0}", "").of(V::Unit);
                formation.answers(V::Formation).stable(Stability::Fixed)
            }
            // Expressions cannot ask for the hex of the unit that moves.
            Self::UnitHex => {
                FactInfo::new("hex", "the hex of {0}", "").of(V::Unit).answers(V::Hex).stable(Stability::Move)
            }
            Self::UnitInPlay => FactInfo::new("in-play", "{0} is in play", "").of(V::Unit).stable(Stability::Move),
            Self::Distance => {
                let distance = FactInfo::new("distance", "the distance from {0} to {1}", "");
                distance.with(&[V::Hex, V::Hex]).number(0, 2000).stable(Stability::Fixed)
            }
            Self::Holds => FactInfo::new("holds", "{0} holds {1}", "").with(&[V::Side, V::Place]),
        }
    }

    /// Returns `true` if the fact needs a map of hexes.
    pub fn needs_hexes(self) -> bool {
        matches!(self, Self::UnitHex | Self::Distance)
    }
}
