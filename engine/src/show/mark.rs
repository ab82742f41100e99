//! Marks on the map, and their explanations.

use super::Place;
use crate::game::{Rule, Side};

/// A place to be marked on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The place.
    pub place: Place,
    /// The way in which it is marked.
    pub style: MarkStyle,
    /// The meaning of the mark.
    pub legend: &'static Legend,
}

/// The way in which a place is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkStyle {
    /// A color over the whole hex.
    Tint,
    /// A line around all hexes that are marked so.
    Outline,
    /// Dense hatching.
    DenseHatching,
    /// Wide hatching.
    WideHatching,
    /// The flag of a side.
    Flag(Side),
}

/// The words that explain a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legend {
    /// Its name, such as `"EZOC"`.
    pub name: &'static str,
    /// Its meaning for the player who sees it, in a sentence or two.
    pub help: &'static str,
    /// The rule that says so.
    pub rule: Rule,
}
