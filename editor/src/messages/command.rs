//! Commands: everything the user can ask for by menu, key or name.

use egui::ThemePreference;
use serde::{Deserialize, Serialize};

use crate::messages::tool::ToolKind;
use crate::model::layout::{BottomTab, Dock};
use crate::model::region::Rotation;

/// Something the user can ask for by menu, key or name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Command {
    /// Shows what there is to open, and the ways to begin something new.
    StartPage,
    /// Asks what a new scenario is to be, and begins it.
    New,
    /// Opens a file.
    Open,
    /// Asks which of the scenarios that come with the program to open.
    OpenBundled,
    /// Saves to the document's file.
    Save,
    /// Saves to another file.
    SaveAs,
    /// Writes the scenario as a picture, pages, a module or a table.
    Export,
    /// Shows the versions kept of the file.
    Backups,
    /// Leaves the program.
    Quit,
    /// Takes the last step back.
    Undo,
    /// Does the step last taken back again.
    Redo,
    /// Removes what is selected.
    Delete,
    /// Copies the selected region.
    Copy,
    /// Copies the selected region and clears it.
    Cut,
    /// Takes the piece of a map in the clipboard in hand.
    Paste,
    /// Selects the whole map as a region.
    SelectMap,
    /// Turns the piece of a map in hand.
    Spin(Rotation),
    /// Adds a unit to the order of battle.
    AddUnit,
    /// Copies the selected units.
    DuplicateUnits,
    /// Sets the selected cells of the order of battle as the first of them is.
    FillDown,
    /// Takes units from a spreadsheet.
    Import,
    /// Writes all units to a spreadsheet.
    ExportUnits,
    /// Writes the units that the table shows to a spreadsheet.
    ExportShown,
    /// Selects the scenario as a whole.
    SelectScenario,
    /// Looks for words in the text.
    Find,
    /// Goes to a line of the text.
    GoToLine,
    /// Opens the menu of the hex at the cursor.
    HexMenu,
    /// Gives up what a tool is doing, then the selection.
    Cancel,
    /// Takes up a tool.
    Tool(ToolKind),
    /// Makes the brush wider.
    Wider,
    /// Makes the brush narrower.
    Narrower,
    /// Lays steep slopes where the levels say.
    Slopes,
    /// Shows or hides the levels of the ground.
    Levels,
    /// Changes the map's size and what lies where on it.
    Reshape,
    /// Turns or mirrors the map.
    Turn,
    /// Gives the hexes other numbers.
    Renumber,
    /// Makes the map larger.
    ZoomIn,
    /// Makes the map smaller.
    ZoomOut,
    /// Shows the whole map.
    Fit,
    /// Draws or leaves out the stripes by which the sides are told apart.
    SideSigns,
    /// Chooses a theme.
    Theme(Theme),
    /// Draws text and panels larger.
    Larger,
    /// Draws text and panels smaller.
    Smaller,
    /// Draws text and panels as large as they are meant.
    NormalSize,
    /// Shows or hides the inspector.
    Inspector,
    /// Shows or hides the tabs at the bottom.
    Bottom,
    /// Shows a tab.
    Tab(BottomTab),
    /// Moves the panel used last, or gives it other room.
    Dock(Dock),
    /// Puts all panels back where they were at first.
    ResetLayout,
    /// Traces a picture of the printed map.
    Trace,
    /// Suggests terrain by the scan's colors.
    Suggest,
    /// Shows or hides the scan.
    ShowScan,
    /// Plays the scenario as it stands.
    Play,
    /// Returns from play to the edit.
    Edit,
    /// Lets the computer make its next choice.
    Step,
    /// Lets the computer play on by itself, or stops it.
    Run,
    /// Lets the computer play to the next turn.
    NextTurn,
    /// Lets the computer play to the end.
    ToEnd,
    /// Saves the game.
    SaveGame,
    /// Loads a game.
    OpenGame,
    /// Saves the position of the game as a scenario.
    SavePosition,
    /// Takes the game that was left up again.
    Resume,
    /// Plays many games between computers.
    Playtest,
    /// Plays what was saved last and what stands now, and compares them.
    CompareSaved,
    /// Shows or hides on the map where was fought in many games.
    Heat,
    /// Writes what many games said as a page.
    ExportReport,
    /// Writes a row for each of many games.
    ExportGames,
    /// Writes what versions said beside each other as a page.
    ExportVersions,
    /// Opens the command palette.
    Palette,
    /// Shows every shortcut.
    Shortcuts,
    /// Opens the guide.
    Guide,
    /// Opens the rules of the scenario's system.
    Rules,
    /// Tells what this program is.
    About,
}

/// The theme that the user chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// By day.
    Light,
    /// By night.
    Dark,
    /// As the system says.
    #[default]
    System,
}

impl Theme {
    /// Every one, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::System];

    /// Its name in the window's library.
    pub fn preference(self) -> ThemePreference {
        match self {
            Self::Light => ThemePreference::Light,
            Self::Dark => ThemePreference::Dark,
            Self::System => ThemePreference::System,
        }
    }

    /// The theme that the window's library calls `preference`.
    pub fn of(preference: ThemePreference) -> Self {
        match preference {
            ThemePreference::Light => Self::Light,
            ThemePreference::Dark => Self::Dark,
            ThemePreference::System => Self::System,
        }
    }
}
