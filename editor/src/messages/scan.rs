//! Acts about the scan of a printed map.

use std::path::PathBuf;

use battlewright_schema::Cell;

use crate::model::scan::affine::Point;

/// Something to be done about the scan.
#[derive(Clone, Debug, PartialEq)]
pub enum ScanAct {
    /// Begins to trace, or goes on with it.
    Trace,
    /// Begins to suggest terrain.
    Suggest,
    /// Returns to the map.
    Close,
    /// Shows or hides the scan.
    Show(bool),
    /// Shows terrain so strongly over the scan, in percent.
    Terrain(u8),
    /// Has a picture chosen.
    Choose,
    /// Takes the picture in this file.
    Picture(PathBuf),
    /// Notes what is being typed as the picture's path.
    Typing(String),
    /// Copies the picture beside the scenario.
    Copy,
    /// Notes a hex whose center is at this pixel.
    Click(Point),
    /// Puts the center of a clicked hex elsewhere.
    Move(usize, Point),
    /// Says what number a clicked hex has.
    Label(usize, String),
    /// Forgets a click.
    Remove(usize),
    /// The field of the last click has the keyboard.
    Focused,
    /// Says which hex is the map's first; `None` leaves it to the fit.
    First(Option<String>),
    /// Says how many columns the map has.
    Columns(u16),
    /// Says how many rows the map has.
    Rows(u16),
    /// `true` if size and numbering of the map become the picture's.
    FitMap(bool),
    /// Puts the scan under the map.
    Apply,
    /// Takes up the hand that shows examples, or the one that accepts.
    Hand(PointerEffect),
    /// Says that these hexes are examples of this letter.
    Examples(Vec<Cell>, char),
    /// Forgets all examples.
    Forget,
}

/// The effect of the pointer on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerEffect {
    /// Shows which hexes are examples.
    #[default]
    Show,
    /// Accepts what is suggested.
    Accept,
}
