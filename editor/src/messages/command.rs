//! Commands: the actions of the menus, the keyboard shortcuts and the command palette.

use egui::ThemePreference;
use serde::{Deserialize, Serialize};

use crate::messages::tool::ToolKind;
use crate::model::layout::{BottomTab, Dock};
use crate::model::region::Rotation;

/// An action of a menu, a keyboard shortcut or the command palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Command {
    /// Shows the start page, with recent and bundled scenarios and the ways to start a new one.
    StartPage,
    /// Opens the dialog for a new scenario.
    New,
    /// Opens the dialog for a new scenario with a map from geographic data.
    NewFromGround,
    /// Opens a file.
    Open,
    /// Opens the dialog that lists the bundled scenarios.
    OpenBundled,
    /// Saves the document to its file.
    Save,
    /// Saves the document to another file.
    SaveAs,
    /// Saves the rules of the scenario as a ruleset, which it then uses.
    SaveRuleset,
    /// Opens the dialog that exports the scenario as a picture, pages, a module or a table.
    Export,
    /// Copies a link that opens the scenario, or the game that is played, in a browser.
    CopyLink,
    /// Shows the backups of the file.
    Backups,
    /// Quits the program.
    Quit,
    /// Undoes the last step.
    Undo,
    /// Redoes the step that was undone last.
    Redo,
    /// Lists the undo steps, to go to one.
    History,
    /// Removes the selected object.
    Delete,
    /// Copies the selected units, or the selected region.
    Copy,
    /// Copies the selected units or the selected region, and removes them.
    Cut,
    /// Pastes the units in the clipboard, or takes the map piece there for placing.
    Paste,
    /// Selects the whole map as a region.
    SelectMap,
    /// Rotates or mirrors the map piece that is being placed.
    Spin(Rotation),
    /// Adds a unit to the order of battle.
    AddUnit,
    /// Opens the dialog that adds a row to the rules.
    AddRule,
    /// Copies the selected units.
    DuplicateUnits,
    /// Copies the value of the first selected cell of the order of battle to the other selected cells.
    FillDown,
    /// Imports units from a spreadsheet.
    Import,
    /// Exports all units to a spreadsheet.
    ExportUnits,
    /// Exports the visible units of the table to a spreadsheet.
    ExportShown,
    /// Selects the scenario as a whole.
    SelectScenario,
    /// Searches the source text.
    Find,
    /// Moves the cursor to a line of the source text.
    GoToLine,
    /// Opens the menu of the hex at the cursor.
    HexMenu,
    /// Cancels the current action of the tool; without one, clears the selection.
    Cancel,
    /// Activates a tool.
    Tool(ToolKind),
    /// Enlarges the brush by a ring of hexes.
    Wider,
    /// Shrinks the brush by a ring of hexes.
    Narrower,
    /// Gives the selected units on a table the next formation of their bases.
    NextPosture,
    /// Draws steep slopes on the hexsides where the levels require them.
    Slopes,
    /// Shows or hides the terrain levels.
    Levels,
    /// Shows or hides a layer of the map.
    Layer(MapLayer),
    /// Opens the dialog that resizes the map and shifts its contents.
    Reshape,
    /// Rotates or mirrors the map.
    Turn,
    /// Changes the numbering of the hexes.
    Renumber,
    /// Zooms in on the map.
    ZoomIn,
    /// Zooms out of the map.
    ZoomOut,
    /// Fits the whole map into the view.
    Fit,
    /// Shows or hides the stripes that mark the sides.
    SideSigns,
    /// Selects a theme.
    Theme(Theme),
    /// Increases the scale of text and panels.
    Larger,
    /// Decreases the scale of text and panels.
    Smaller,
    /// Resets the scale of text and panels to 100 percent.
    NormalSize,
    /// Shows or hides the inspector.
    Inspector,
    /// Shows or hides the bottom panel.
    Bottom,
    /// Shows a tab of the bottom panel.
    Tab(BottomTab),
    /// Moves or resizes the panel that was used last.
    Dock(Dock),
    /// Resets the layout of the panels.
    ResetLayout,
    /// Traces a scan of the printed map.
    Trace,
    /// Suggests terrain, lines and numbers from the scan.
    Suggest,
    /// Opens the dialog for a map from geographic data, for the open scenario.
    Ground,
    /// Shows or hides the hexes that were edited since the map came from the ground.
    Edited,
    /// Shows or hides the scan.
    ShowScan,
    /// Starts a game of the current scenario.
    Play,
    /// Leaves the game and returns to the editor.
    Edit,
    /// Ends the move, the plan or the phase of the player.
    EndStep,
    /// Lets the computer player make one decision.
    Step,
    /// Starts or stops automatic play by the computer players.
    Run,
    /// Lets the computer players play to the start of the next turn.
    NextTurn,
    /// Lets the computer players finish the game.
    ToEnd,
    /// Saves the game.
    SaveGame,
    /// Loads a game.
    OpenGame,
    /// Saves the position of the game as a scenario.
    SavePosition,
    /// Resumes the game that was left.
    Resume,
    /// Lists the saved games.
    SavedGames,
    /// Restarts the game, after a question about the dice.
    Restart,
    /// Plays many games between computer players.
    Playtest,
    /// Plays many games of the saved version and of the current version and compares the results.
    CompareSaved,
    /// Shows or hides the heat map of the combats in many games.
    Heat,
    /// Saves the balance report as HTML.
    ExportReport,
    /// Exports the games of the balance lab, a row for each game.
    ExportGames,
    /// Saves the comparison of versions as HTML.
    ExportVersions,
    /// Opens the command palette.
    Palette,
    /// Shows the list of keyboard shortcuts.
    Shortcuts,
    /// Opens the guide.
    Guide,
    /// Opens the rules of the scenario's system.
    Rules,
    /// Shows the name, version and purpose of the program.
    About,
}

/// The color theme of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// The light theme.
    Light,
    /// The dark theme.
    Dark,
    /// The theme of the operating system.
    #[default]
    System,
}

impl Theme {
    /// All themes, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::System];

    /// Returns the same theme as a type of egui.
    pub fn preference(self) -> ThemePreference {
        match self {
            Self::Light => ThemePreference::Light,
            Self::Dark => ThemePreference::Dark,
            Self::System => ThemePreference::System,
        }
    }

    /// Converts from the type of egui.
    pub fn of(preference: ThemePreference) -> Self {
        match preference {
            ThemePreference::Light => Self::Light,
            ThemePreference::Dark => Self::Dark,
            ThemePreference::System => Self::System,
        }
    }
}

/// A layer of the map that can be hidden in the window. Files, prints and games do not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MapLayer {
    /// The counters.
    Counters,
    /// The names of places and zones, and other words.
    Names,
    /// The hex numbers.
    Numbers,
    /// Roads and hexside features.
    Lines,
}

impl MapLayer {
    /// All layers, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Counters, Self::Names, Self::Numbers, Self::Lines];

    /// Returns the label in the menu.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counters => "Counters",
            Self::Names => "Names",
            Self::Numbers => "Hex numbers",
            Self::Lines => "Roads and hexsides",
        }
    }

    /// Returns a description in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Counters => "Show or hide the counters on the map.",
            Self::Names => "Show or hide the names of places and zones, and labels.",
            Self::Numbers => "Show or hide the hex numbers, or the numbers of the grid of a table.",
            Self::Lines => "Show or hide roads, rivers and other lines of the map.",
        }
    }
}
