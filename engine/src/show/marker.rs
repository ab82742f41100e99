//! The printed markers and chits of a system, besides the units of a scenario.

use battlewright_schema::Face;

use super::{Piece, Spot, Symbol};
use crate::game::{Rule, Side};

/// A kind of marker or chit, and how many of it a scenario can need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// Its two sides, the front first. Where the back says nothing of its own, both are the same.
    pub faces: [Piece; 2],
    /// The number of copies, at least one.
    pub count: u16,
    /// The rule that it is for.
    pub rule: Rule,
}

impl Marker {
    /// `count` of what shows `face` on both sides; `None` if there are none.
    pub(crate) fn new(count: usize, face: Piece, rule: Rule) -> Option<Self> {
        Self::backed(count, [face.clone(), face], rule)
    }

    /// `count` of what has these two sides; `None` if there are none.
    pub(crate) fn backed(count: usize, faces: [Piece; 2], rule: Rule) -> Option<Self> {
        let count = u16::try_from(count).unwrap_or(u16::MAX);
        (count > 0).then_some(Self { faces, count, rule })
    }

    /// Its name: the name of its front, and of its back if that has another.
    pub fn name(&self) -> String {
        let [front, back] = &self.faces;
        if front.name == back.name { front.name.clone() } else { format!("{} / {}", front.name, back.name) }
    }

    /// Whose it is; `None` for what both sides use.
    pub fn side(&self) -> Option<Side> {
        let [front, back] = &self.faces;
        (front.symbol != Symbol::Badge && front.side == back.side).then_some(front.side)
    }
}

impl Piece {
    /// A marker called `name`, off the map.
    pub(crate) fn marker(id: &str, name: &str, side: Side, symbol: Symbol) -> Self {
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

    /// A marker that belongs to neither side, such as `"Shaken"`.
    pub(crate) fn badge(name: &str) -> Self {
        Self::marker(&id(name), name, Side::First, Symbol::Badge)
    }

    /// A marker of `side` with a few words on it.
    pub(crate) fn token(name: &str, side: Side) -> Self {
        Self::marker(&format!("{}-{}", id(name), side.index() + 1), name, side, Symbol::Token)
    }

    /// The flag of `side`, called `name`, for what it holds.
    pub(crate) fn flag(name: &str, side: Side) -> Self {
        Self::marker(&format!("marker-flag-{}", side.index() + 1), name, side, Symbol::Flag)
    }
}

/// The id of a marker by its name.
fn id(name: &str) -> String {
    format!("marker-{}", name.to_lowercase().replace([' ', '\''], "-"))
}
