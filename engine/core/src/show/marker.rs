//! The printed markers and chits of a system, apart from the units of a scenario.

use battlewright_schema::Face;

use super::{Piece, Spot, Symbol};
use crate::game::{Rule, Side};

/// A kind of marker or chit, with the number that a scenario needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// The front and the back. Both are the same if the back has no text of its own.
    pub faces: [Piece; 2],
    /// The number of copies, at least one.
    pub count: u16,
    /// The rule that uses the marker.
    pub rule: Rule,
}

impl Marker {
    /// Creates `count` markers with `face` on both sides; `None` if `count` is 0.
    pub fn new(count: usize, face: Piece, rule: Rule) -> Option<Self> {
        Self::backed(count, [face.clone(), face], rule)
    }

    /// Creates `count` markers with this front and back; `None` if `count` is 0.
    pub fn backed(count: usize, faces: [Piece; 2], rule: Rule) -> Option<Self> {
        let count = u16::try_from(count).unwrap_or(u16::MAX);
        (count > 0).then_some(Self { faces, count, rule })
    }

    /// Returns the name of the front, followed by that of the back if it differs.
    pub fn name(&self) -> String {
        let [front, back] = &self.faces;
        if front.name == back.name { front.name.clone() } else { format!("{} / {}", front.name, back.name) }
    }

    /// Returns the side that uses the marker; `None` if both sides use it.
    pub fn side(&self) -> Option<Side> {
        let [front, back] = &self.faces;
        (front.symbol != Symbol::Badge && front.side == back.side).then_some(front.side)
    }
}

impl Piece {
    /// A marker called `name`, off the map.
    pub fn marker(id: &str, name: &str, side: Side, symbol: Symbol) -> Self {
        Self {
            id: id.to_owned(),
            name: name.to_owned(),
            label: name.to_owned(),
            formation: None,
            side,
            symbol,
            face: Face::default(),
            markers: Vec::new(),
            active: false,
            spot: Spot::Out("not on the map".to_owned()),
        }
    }

    /// Creates a marker that belongs to neither side, such as `"Shaken"`.
    pub fn badge(name: &str) -> Self {
        Self::marker(&id(name), name, Side::First, Symbol::Badge)
    }

    /// Creates a marker of `side` with a few words on it.
    pub fn token(name: &str, side: Side) -> Self {
        Self::marker(&format!("{}-{}", id(name), side.index() + 1), name, side, Symbol::Token)
    }

    /// Creates the flag of `side`, called `name`, for the places that the side holds.
    pub fn flag(name: &str, side: Side) -> Self {
        Self::marker(&format!("marker-flag-{}", side.index() + 1), name, side, Symbol::Flag)
    }
}

/// Returns the id of the marker called `name`.
fn id(name: &str) -> String {
    format!("marker-{}", name.to_lowercase().replace([' ', '\''], "-"))
}
