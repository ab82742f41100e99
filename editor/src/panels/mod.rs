//! The panels around the map. Each says what it shows as data, and then draws that.

pub mod field;
pub mod inspector;
pub mod log;
pub mod menu;
pub mod options;
pub mod order_of_battle;
pub mod palette;
pub mod play;
pub mod problems;
pub mod source;
pub mod status;
pub mod toolbar;
pub mod turn_track;

use battlewright_schema::{Cell, Common, HexId, Scenario};

use crate::act::Selection;
use crate::document::Document;
use crate::tools::{Options, ToolKind};

/// The tabs at the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tab {
    /// What is wrong.
    #[default]
    Problems,
    /// The units as a table.
    Units,
    /// Who comes when.
    Turns,
    /// What happened in the game.
    Log,
    /// The file.
    Source,
}

impl Tab {
    /// Every tab, in order.
    pub const ALL: [Self; 5] = [Self::Problems, Self::Units, Self::Turns, Self::Log, Self::Source];

    /// Its title.
    pub fn name(self) -> &'static str {
        match self {
            Self::Problems => "Problems",
            Self::Units => "Order of battle",
            Self::Turns => "Turn track",
            Self::Log => "Event log",
            Self::Source => "Source",
        }
    }

    /// What it shows, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Problems => "Show what is wrong with the scenario; a click leads there.",
            Self::Units => "Show all units as a table.",
            Self::Turns => "Show the turns and who enters when.",
            Self::Log => "Show what happened in the game, with the rules it happened by.",
            Self::Source => "Show the file as it would be saved.",
        }
    }
}

/// What panels can see.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The document.
    pub document: &'a Document,
    /// What is selected.
    pub selection: Selection,
    /// What tools work with.
    pub options: &'a Options,
    /// The tool in hand.
    pub tool: ToolKind,
}

impl<'a> Shown<'a> {
    /// The scenario.
    pub fn scenario(&self) -> &'a Scenario {
        self.document.scenario()
    }

    /// The sections that every system shares.
    pub fn common(&self) -> &'a dyn Common {
        self.document.scenario().common()
    }
}

/// The cell of the first of `hexes` that is on the map.
pub fn first_cell(scenario: &Scenario, hexes: &[HexId]) -> Option<Cell> {
    let grid = scenario.common().grid().ok()?;
    hexes.iter().find_map(|hex| grid.cell(hex))
}
