//! A map piece at the pointer, before it is placed.

use std::sync::Arc;

use battlewright_schema::surgery::NewGround as Bare;
use battlewright_schema::{Cell, Grid, Scenario};
use hexx::Hex;

use super::HexSet;
use super::piece::{AxialOffset, Piece, PieceHex};
use super::turned::{PieceTurns, Rotation};

/// A piece of a map in the hand.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldPiece {
    /// The piece.
    pub piece: Arc<Piece>,
    /// The hex by which it is held, from its middle.
    pub grip: Hex,
    /// The place where it was taken from, if it is being moved.
    pub from: Option<Origin>,
    turned: PieceTurns,
}

/// The place where a piece that is being moved was taken from.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// The hexes.
    pub patch: HexSet,
    /// The middle of the piece there.
    pub middle: Hex,
    /// The ground that is left there.
    pub bare: Bare,
}

impl HeldPiece {
    /// `piece`, held by its middle.
    pub fn new(piece: Piece) -> Self {
        Self { piece: Arc::new(piece), grip: Hex::ZERO, from: None, turned: PieceTurns::default() }
    }

    /// The content of `patch`, taken up at `grip` to be moved.
    pub fn lift(scenario: &Scenario, grid: &Grid, patch: &HexSet, grip: Cell) -> Self {
        let (piece, middle) = Piece::cut_out(scenario, grid, patch);
        let from = Origin { patch: patch.clone(), middle, bare: Bare::usual(scenario) };
        Self { grip: grid.hex(grip) - middle, from: Some(from), ..Self::new(piece) }
    }

    /// The way in which it is turned.
    pub fn turned(&self) -> PieceTurns {
        self.turned
    }

    /// Turns it about the hex by which it is held.
    pub fn turn(&mut self, turn: Rotation, grid: &Grid) {
        self.turned.turn(turn, grid.orientation());
    }

    /// The place where its middle is when it is held over `under`.
    pub fn middle(&self, grid: &Grid, under: Cell) -> Hex {
        grid.hex(under) - self.turned.to(self.grip)
    }

    /// The place where its hex `at` lies on `grid` with its middle at `middle`.
    pub fn cell(&self, grid: &Grid, middle: Hex, at: AxialOffset) -> Option<Cell> {
        grid.cell_at(middle + self.turned.to(Hex::from_array(at)))
    }

    /// Its ground in `cell` with its middle at `middle`.
    pub fn ground(&self, grid: &Grid, middle: Hex, cell: Cell) -> Option<PieceHex> {
        self.piece.ground.get(self.turned.from(grid.hex(cell) - middle).to_array())
    }

    /// The place where the hex `cell`, which it is taken from, comes to lie with its middle at `middle`.
    pub fn moved(&self, grid: &Grid, middle: Hex, cell: Cell) -> Option<Cell> {
        let from = self.from.as_ref()?;
        self.cell(grid, middle, (grid.hex(cell) - from.middle).to_array())
    }
}
