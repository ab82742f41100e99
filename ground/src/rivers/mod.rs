//! Rivers along hexsides, by the parity of crossings.
//!
//! A hexside is river if the way between the anchors of its two hexes crosses the river an odd number of times. The ways form
//! triangles, and a line that does not end in a triangle crosses its border an even number of times. So the marked hexsides have no
//! loose end except where the river begins or ends, and every anchor is on its true bank.

mod bends;
mod junctions;
mod parity;
mod select;
mod smooth;
mod stems;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::anchors::Anchors;
use crate::buckets::Buckets;
use crate::era::{Era, WaterClass};
use crate::grid::{GroundGrid, Side};
use crate::notice::Notice;
use crate::plane::Point;
use crate::source::Landscape;

pub use parity::sides_of;
pub use select::{StemVerdict, Verdicts};

/// The figures by which rivers are selected and drawn. Lengths are in hexes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RiverFigures {
    /// The least length of a stream without a name.
    pub least_stream: f64,
    /// The least length of a stream with a name.
    pub least_named: f64,
    /// The distance from a greater stem within which a stem runs beside it.
    pub beside: f64,
    /// The width of the bell curve that smooths lines.
    pub smoothing: f64,
    /// The greatest distance of the line from the center of a hex that a meander surrounds.
    pub meander: f64,
    /// `true` if canals count as rivers; otherwise they are streams.
    pub canals_are_rivers: bool,
    /// The stems that the designer has checked, by [`Stem::id`]. The record has these choices elsewhere, see
    /// [`GroundRequest::choices`](crate::run::GroundRequest::choices).
    #[serde(skip)]
    pub checked: BTreeSet<i64>,
    /// The stems that the designer has unchecked.
    #[serde(skip)]
    pub unchecked: BTreeSet<i64>,
    /// The stems that are rivers because the designer says so.
    #[serde(skip)]
    pub as_rivers: BTreeSet<i64>,
    /// The stems that are streams because the designer says so.
    #[serde(skip)]
    pub as_streams: BTreeSet<i64>,
}

impl Default for RiverFigures {
    fn default() -> Self {
        Self {
            least_stream: 3.0,
            least_named: 2.1,
            beside: 1.5,
            smoothing: 0.25,
            meander: 0.45,
            canals_are_rivers: false,
            checked: BTreeSet::new(),
            unchecked: BTreeSet::new(),
            as_rivers: BTreeSet::new(),
            as_streams: BTreeSet::new(),
        }
    }
}

/// A river, stream or canal from its source to its mouth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stem {
    /// The number of the way at its mouth, which tells the stem in lists.
    pub id: i64,
    /// The name.
    pub name: Option<SmolStr>,
    /// `true` for a river that troops cannot wade.
    pub is_river: bool,
    /// The points from the source to the mouth, as positions in [`Landscape::nodes`].
    pub nodes: Vec<u32>,
    /// The points themselves.
    pub line: Vec<Point>,
}

/// A stem as the map shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnStem {
    /// The stem.
    pub stem: Stem,
    /// Its smoothed line.
    pub smooth: Vec<Point>,
    /// Its hexsides, with those of the margin.
    pub sides: BTreeSet<Side>,
}

/// The rivers of a map.
#[derive(Clone, Debug, Default)]
pub struct Rivers {
    /// The drawn stems, the greatest first.
    pub drawn: Vec<DrawnStem>,
    /// All stems with the reason why each is drawn or not.
    pub verdicts: Verdicts,
    /// Notices for the reader of the proposal.
    pub notices: Vec<Notice>,
}

impl Rivers {
    /// Derives the rivers of `landscape`. Anchors that were pulled across a river go back to their place.
    pub fn new(
        landscape: &Landscape,
        era: &Era,
        grid: &GroundGrid,
        anchors: &mut Anchors,
        figures: &RiverFigures,
    ) -> Self {
        Self::watched(landscape, era, grid, anchors, figures, &|| false)
    }

    /// Derives the rivers, and stops with a part of them as soon as `is_canceled` returns `true`.
    pub(crate) fn watched(
        landscape: &Landscape,
        era: &Era,
        grid: &GroundGrid,
        anchors: &mut Anchors,
        figures: &RiverFigures,
        is_canceled: &dyn Fn() -> bool,
    ) -> Self {
        let is_river = |class: WaterClass| match class {
            WaterClass::River => true,
            WaterClass::Stream => false,
            WaterClass::Canal => figures.canals_are_rivers,
        };
        let mut all = stems::stems(landscape, |tags| match era.line(tags) {
            Some(crate::era::LineClass::Water(class)) => Some(is_river(class)),
            _ => None,
        });
        for stem in &mut all {
            stem.is_river =
                (stem.is_river || figures.as_rivers.contains(&stem.id)) && !figures.as_streams.contains(&stem.id);
        }
        let verdicts = select::select(grid, all, figures, is_canceled);
        let kept: Vec<Stem> = verdicts.kept().cloned().collect();
        anchors.keep_banks(grid, &Buckets::of(grid.distance(), kept.iter().map(|stem| stem.line.as_slice())));
        let joints = junctions::joints(&kept);
        let mut drawn: Vec<DrawnStem> = Vec::new();
        for stem in kept {
            if is_canceled() {
                break;
            }
            let smooth = smooth::smooth(grid, anchors, &stem, &joints, figures.smoothing);
            let smooth = junctions::joined(grid, anchors, &stem, smooth, &drawn);
            let mut sides = sides_of(grid, anchors, &smooth);
            bends::flip_meanders(grid, anchors, &smooth, &mut sides, figures.meander);
            bends::drop_rings(grid, anchors, &mut sides);
            drawn.push(DrawnStem { stem, smooth, sides });
        }
        Self { drawn, verdicts, notices: Vec::new() }
    }

    /// Returns the hexsides of all stems; `true` for rivers, `false` for streams. The greater kind wins.
    pub fn sides(&self) -> BTreeMap<Side, bool> {
        let mut sides = BTreeMap::new();
        for drawn in &self.drawn {
            for side in &drawn.sides {
                *sides.entry(*side).or_default() |= drawn.stem.is_river;
            }
        }
        sides
    }

    /// Returns a notice for each stem whose mouth is inside the map, but not at another stem, nor where `is_water` holds.
    pub fn loose_ends(&self, grid: &GroundGrid, is_water: impl Fn(Point) -> bool) -> Vec<Notice> {
        let mut at = BTreeMap::<u32, usize>::new();
        for drawn in &self.drawn {
            let nodes: BTreeSet<u32> = drawn.stem.nodes.iter().copied().collect();
            for node in nodes {
                *at.entry(node).or_default() += 1;
            }
        }
        let is_loose = |drawn: &&DrawnStem| {
            let (Some(node), Some(end)) = (drawn.stem.nodes.last(), drawn.stem.line.last()) else { return false };
            let is_inside = grid.at(*end).is_some_and(|tile| grid.is_on_map(tile));
            is_inside && at.get(node) == Some(&1) && !is_water(*end)
        };
        let name = |drawn: &DrawnStem| Notice::StemEnds(drawn.stem.name.clone().unwrap_or_default().to_string());
        self.drawn.iter().filter(is_loose).map(name).collect()
    }
}
