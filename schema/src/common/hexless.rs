//! The sections for hexes in a system that is only played on a table: its files have none of them.

use super::entry::Entry;
use super::label::Label;
use super::map::{Look, Map, TerrainFacts};
use super::place::Place;
use super::road::{Hexside, Road};
use super::side::Color;

/// The empty sections for hexes, for shared code that reads or edits hexes. The file has none of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HexSections {
    /// A map without hexes.
    pub map: Map<NoTerrain>,
    /// No roads.
    pub road: Vec<Road>,
    /// No hexsides.
    pub hexside: Vec<Hexside>,
    /// No places.
    pub place: Vec<Place>,
    /// No labels.
    pub label: Vec<Label>,
    /// No entries.
    pub entry: Vec<Entry>,
}

/// The terrain of a map without letters: there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTerrain {}

impl TerrainFacts for NoTerrain {
    fn name(&self) -> &str {
        match *self {}
    }

    fn look(&self) -> Look {
        match *self {}
    }

    fn color(&self) -> Option<Color> {
        match *self {}
    }
}
