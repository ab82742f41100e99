//! Marks on the map, and their explanations.

use super::Place;
use crate::game::{Rule, Side};

/// A marked place on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The place.
    pub place: Place,
    /// The style of the mark.
    pub style: MarkStyle,
    /// The meaning of the mark.
    pub legend: &'static Legend,
}

/// Style of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkStyle {
    /// A color over the whole hex.
    Tint,
    /// A line around all hexes with this mark.
    Outline,
    /// Dense hatching.
    DenseHatching,
    /// Wide hatching.
    WideHatching,
    /// The flag of a side.
    Flag(Side),
    /// A small burst: fire that the hex draws.
    Burst,
}

/// The explanation of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legend {
    /// The name of the mark, such as `"EZOC"`.
    pub name: &'static str,
    /// The meaning of the mark for the player, in a sentence or two.
    pub help: &'static str,
    /// The rule of the mark.
    pub rule: Rule,
}
