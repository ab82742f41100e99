//! A map piece at the pointer, before it is placed.

use std::sync::Arc;

use battlewright_schema::surgery::NewGround as Bare;
use battlewright_schema::{Cell, Grid, Scenario};
use hexx::Hex;

use super::HexSet;
use super::piece::{AxialOffset, Piece, PieceHex};
use super::turned::{PieceTurns, Rotation};

/// A map piece that follows the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldPiece {
    /// The piece.
    pub piece: Arc<Piece>,
    /// The hex under the pointer, relative to the middle of the piece before any rotation.
    pub grip: Hex,
    /// The origin of a piece that is being moved; `None` for a copy.
    pub from: Option<Origin>,
    turned: PieceTurns,
}

/// The origin of a piece that is being moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// The hexes of the origin.
    pub patch: HexSet,
    /// The position of the piece's middle hex at the origin.
    pub middle: Hex,
    /// The terrain and level that fill the origin.
    pub bare: Bare,
}

impl HeldPiece {
    /// Returns `piece`, held at its middle.
    pub fn new(piece: Piece) -> Self {
        Self { piece: Arc::new(piece), grip: Hex::ZERO, from: None, turned: PieceTurns::default() }
    }

    /// Cuts out the contents of `patch` to move them. `grip` is the hex under the pointer.
    pub fn lift(scenario: &Scenario, grid: &Grid, patch: &HexSet, grip: Cell) -> Self {
        let (piece, middle) = Piece::cut_out(scenario, grid, patch);
        let from = Origin { patch: patch.clone(), middle, bare: Bare::usual(scenario) };
        Self { grip: grid.hex(grip) - middle, from: Some(from), ..Self::new(piece) }
    }

    /// Returns the rotation of the piece.
    pub fn turned(&self) -> PieceTurns {
        self.turned
    }

    /// Rotates or mirrors the piece about the hex under the pointer.
    pub fn turn(&mut self, turn: Rotation, grid: &Grid) {
        self.turned.turn(turn, grid.orientation());
    }

    /// Returns the position of the middle hex while the pointer is over `under`.
    pub fn middle(&self, grid: &Grid, under: Cell) -> Hex {
        grid.hex(under) - self.turned.to(self.grip)
    }

    /// Returns the cell on `grid` of the piece's hex `at` when the middle is at `middle`, or `None` if it is off the
    /// map.
    pub fn cell(&self, grid: &Grid, middle: Hex, at: AxialOffset) -> Option<Cell> {
        grid.cell_at(middle + self.turned.to(Hex::from_array(at)))
    }

    /// Returns the terrain and level of the piece in `cell` when the middle is at `middle`.
    pub fn ground(&self, grid: &Grid, middle: Hex, cell: Cell) -> Option<PieceHex> {
        self.piece.ground.get(self.turned.from(grid.hex(cell) - middle).to_array())
    }

    /// Returns the new position of the hex `cell` of the origin when the middle is at `middle`.
    pub fn moved(&self, grid: &Grid, middle: Hex, cell: Cell) -> Option<Cell> {
        let from = self.from.as_ref()?;
        self.cell(grid, middle, (grid.hex(cell) - from.middle).to_array())
    }
}
