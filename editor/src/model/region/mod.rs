//! The selected region of the map, which limits painting and can be copied and moved.

pub mod draft;
mod held;
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
    /// The hexsides around it.
    edge: Vec<(Cell, usize)>,
    /// A number that grows with every change of it.
    stamp: u64,
}

/// Something to be done about the region.
#[derive(Clone, Debug, PartialEq)]
pub enum RegionAct {
    /// These hexes are selected from now on; none of them for no region.
    Select(HexSet),
    /// The piece of a map that a text describes is taken in hand, to be laid.
    Paste(String),
    /// This piece is.
    Take(Box<Piece>),
    /// A piece is laid.
    Lay(Box<PiecePlacement>),
}

/// The things that go along when a region is moved, pasted or cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct RegionContents {
    /// The terrain.
    pub terrain: bool,
    /// The levels.
    pub levels: bool,
    /// `true` if the features along hexsides go along.
    pub hexsides: bool,
    /// The roads.
    pub roads: bool,
    /// The named places.
    pub places: bool,
    /// The units and headquarters.
    pub units: bool,
}

impl Default for RegionContents {
    fn default() -> Self {
        Self { terrain: true, levels: true, hexsides: true, roads: true, places: true, units: false }
    }
}

impl SelectedRegion {
    /// Its hexes, if there is a region on `grid`; none after the map got another size.
    pub fn on(&self, grid: &Grid) -> Option<&HexSet> {
        Some(&self.patch).filter(|patch| !patch.is_empty() && patch.fits(grid))
    }

    /// Selects `patch`.
    pub fn select(&mut self, patch: HexSet, grid: &Grid) {
        *self = Self { edge: patch.edge(grid), patch, stamp: self.stamp + 1 };
    }

    /// Selects nothing. Returns `true` if anything was selected.
    pub fn clear(&mut self) -> bool {
        let any = !self.patch.is_empty();
        *self = Self { stamp: self.stamp + 1, ..Self::default() };
        any
    }

    /// A number that is another for another region.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Paints a line around it: dark and light by turns, so that it shows on any ground.
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
