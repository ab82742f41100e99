//! The selected region of the map, which limits painting and can be copied and moved.

pub mod draft;
mod held;
mod pasted_units;
mod patch;
mod piece;
mod plot;
mod rows;
pub mod text;
mod turned;

use battlewright_schema::{Cell, Grid};
use egui::{Color32, Painter, Stroke};

pub use draft::PiecePlacement;
pub use held::{HeldPiece, Origin};
pub use pasted_units::{PastedStart, PastedUnits};
pub use patch::HexSet;
pub use piece::{
    AxialOffset, Piece, PieceHex, PieceHexsides, PieceLabel, PiecePlace, PieceRoad, PieceTerrain, PieceUnit,
};
pub use plot::HexPlot;
pub use turned::{PieceTurns, Rotation};

use battlewright_export::draw::View;

/// The selected region.
#[derive(Default)]
pub struct SelectedRegion {
    patch: HexSet,
    /// The hexsides on the outline of the region.
    edge: Vec<(Cell, usize)>,
    /// A number that grows with every change of the region.
    stamp: u64,
}

/// A request that concerns the region.
#[derive(Clone, Debug, PartialEq)]
pub enum RegionAct {
    /// Selects these hexes; an empty set clears the selection.
    Select(HexSet),
    /// Parses this clipboard text as a map piece and takes the piece for placing.
    Paste(String),
    /// Takes this piece for placing, or pastes it at the pointer if it consists of units alone.
    Take(Box<Piece>),
    /// Places a piece.
    Lay(Box<PiecePlacement>),
}

/// The contents that are moved, pasted or cleared with a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct RegionContents {
    /// Includes the terrain letters.
    pub terrain: bool,
    /// Includes the levels.
    pub levels: bool,
    /// Includes the hexside features.
    pub hexsides: bool,
    /// Includes the roads.
    pub roads: bool,
    /// Includes the places and labels.
    pub places: bool,
    /// Includes the units; a move also includes the headquarters.
    pub units: bool,
}

impl Default for RegionContents {
    fn default() -> Self {
        Self { terrain: true, levels: true, hexsides: true, roads: true, places: true, units: false }
    }
}

impl SelectedRegion {
    /// Returns the hexes of the region, or `None` if it is empty or belongs to a map of another size than `grid`.
    pub fn on(&self, grid: &Grid) -> Option<&HexSet> {
        Some(&self.patch).filter(|patch| !patch.is_empty() && patch.fits(grid))
    }

    /// Replaces the region by `patch`.
    pub fn select(&mut self, patch: HexSet, grid: &Grid) {
        *self = Self { edge: patch.edge(grid), patch, stamp: self.stamp + 1 };
    }

    /// Clears the region. Returns `true` if there was one.
    pub fn clear(&mut self) -> bool {
        let any = !self.patch.is_empty();
        *self = Self { stamp: self.stamp + 1, ..Self::default() };
        any
    }

    /// Returns a number that changes with the region.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Draws the outline of the region as a dashed line, light on dark, so that it is visible on any terrain.
    pub fn paint(&self, painter: &Painter, view: &View) {
        if self.on(view.grid()).is_none() {
            return;
        }
        let near = view.rect().expand(view.radius());
        let wide = (view.radius() * 0.09).clamp(1.6, 4.0);
        for (cell, side) in self.edge.iter().filter(|(cell, _)| near.contains(view.center(*cell))) {
            let [from, to] = view.sides(*cell)[*side];
            painter.line_segment([from, to], Stroke::new(wide + 1.0, Color32::from_black_alpha(200)));
            let dashes = [(0.0, 0.25), (0.5, 0.75)].map(|(a, b)| [from.lerp(to, a), from.lerp(to, b)]);
            for dash in dashes {
                painter.line_segment(dash, Stroke::new(wide, Color32::WHITE));
            }
        }
    }
}
