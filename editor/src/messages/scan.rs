//! Acts on the scan of a printed map.

use std::path::PathBuf;

use battlewright_schema::Cell;

use crate::model::scan::affine::Point;

/// A request that concerns the scan.
#[derive(Clone, Debug, PartialEq)]
pub enum ScanAct {
    /// Starts or resumes tracing.
    Trace,
    /// Starts suggesting terrain, lines and numbers from the scan.
    Suggest,
    /// Ends tracing and returns to the map.
    Close,
    /// Shows or hides the scan.
    Show(bool),
    /// Sets the opacity of the terrain over the scan, in percent.
    Terrain(u8),
    /// Opens the dialog that chooses a picture.
    Choose,
    /// Loads the picture at this path.
    Picture(PathBuf),
    /// Stores the text of the path field while the user types.
    Typing(String),
    /// Copies the picture into the folder of the scenario.
    Copy,
    /// Adds a control point: a hex whose center is at this pixel of the scan.
    Click(Point),
    /// Moves the control point with this index to another pixel.
    Move(usize, Point),
    /// Sets the hex number of the control point with this index.
    Label(usize, String),
    /// Removes the control point with this index.
    Remove(usize),
    /// Reports that the field of the newest control point has received the keyboard focus.
    Focused,
    /// Sets the number of the map's first hex; `None` takes it from the fit.
    First(Option<String>),
    /// Sets the number of columns of the map.
    Columns(u16),
    /// Sets the number of rows of the map.
    Rows(u16),
    /// Sets whether the size and numbering of the map follow the scan.
    FitMap(bool),
    /// Places the fitted scan under the map.
    Apply,
    /// Selects the effect of the pointer: mark examples, accept or reject suggestions.
    Hand(PointerEffect),
    /// Marks these hexes as examples of the terrain with this letter.
    Examples(Vec<Cell>, char),
    /// Removes all examples.
    Forget,
    /// Rejects the suggestions in these hexes.
    Reject(Vec<Cell>),
    /// Shows or hides suggestions of a kind.
    ShowKind(SuggestionKind, bool),
}

/// A kind of suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SuggestionKind {
    /// The terrain of hexes.
    Terrain,
    /// Streams and rivers along hexsides.
    Water,
    /// Roads from hex to hex.
    Roads,
}

impl SuggestionKind {
    /// All kinds in the order of the list.
    pub const ALL: [Self; 3] = [Self::Terrain, Self::Water, Self::Roads];

    /// Returns the name in the list.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terrain => "Terrain",
            Self::Water => "Streams and rivers",
            Self::Roads => "Roads",
        }
    }
}

/// The effect of the pointer on the map while suggestions are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerEffect {
    /// Marks hexes as examples of a terrain.
    #[default]
    Show,
    /// Accepts suggestions.
    Accept,
    /// Rejects suggestions.
    Reject,
}
