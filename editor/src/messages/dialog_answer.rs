//! Answers to dialogs.

use std::path::PathBuf;

use battlewright_engine::play::Replay;
use battlewright_export::import::Imported;
use battlewright_schema::rule::RowKind;
use battlewright_schema::table::TablePlan;
use battlewright_schema::{FormationId, Scenario, System};

use super::act::ExternalChange;
use crate::file_dialog::FilePurpose;
use crate::model::autosave::games::SavedGame;
use crate::model::selection::Selection;
use battlewright_export::vassal::Choice;

/// The action that continues once unsaved changes are saved or discarded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AfterSave {
    /// Starts a new scenario.
    New(NewScenarioText),
    /// Opens the file dialog.
    Open,
    /// Opens this file.
    File(PathBuf),
    /// Opens a bundled scenario, by its index in [`SHELF`](crate::model::store::SHELF).
    OpenBundled(usize),
    /// Loads a game together with the scenario that it was played on.
    Game(Box<Replay>),
    /// Continues the saved game at this path on its own scenario.
    SavedGame(PathBuf),
    /// Closes the window.
    Close,
}

/// The saved games, and the game that begins if none of them is continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGameList {
    /// The games, the newest first.
    pub games: Vec<SavedGame>,
    /// The game that was asked for.
    pub next: Option<NextGame>,
    /// `true` if the dialog asks whether all games are to be deleted.
    pub asks: bool,
}

/// A game that begins unless a saved one is continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextGame {
    /// A new game of the open scenario against the computer.
    New,
    /// The game of a link, on the open scenario.
    Linked(Box<Replay>),
}

/// The decision about saved games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedGameChoice {
    /// Continues the game at this path.
    Continue(PathBuf),
    /// Deletes the game at this path, and shows the rest of the list; without a list, the start page.
    Delete(PathBuf, Option<Box<SavedGameList>>),
    /// Asks whether all games of the list are to be deleted.
    AskToDelete(Box<SavedGameList>),
    /// Deletes all games of the list.
    DeleteAll(Box<SavedGameList>),
    /// Keeps the games after that question.
    Keep(Box<SavedGameList>),
    /// Begins the game that was asked for.
    Next(NextGame),
}

/// The answer to a dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum DialogAnswer {
    /// Save the document, then continue.
    Save(AfterSave),
    /// Open the tutorial of the guide.
    Tutorial,
    /// Continue, after asking about unsaved changes.
    Go(AfterSave),
    /// Continue without saving.
    Discard(AfterSave),
    /// Use the typed path.
    Path(FilePurpose, String),
    /// Open the file dialog for this purpose.
    Choose(FilePurpose),
    /// Choose the file in the dialog of the system again, which may have been canceled too fast to be recognized.
    Browse(FilePurpose),
    /// Load this game; with `true`, together with the scenario that it was played on.
    Game(Box<Replay>, bool),
    /// Decide about saved games.
    SavedGame(SavedGameChoice),
    /// Restart the game with the dice of this seed.
    Restart(u64),
    /// Delete the formation at this index; its units move to another formation, or are deleted too.
    DeleteFormation(usize, Option<FormationId>),
    /// Add a row of this kind to the rules.
    AddRule(RowKind),
    /// Overwrite the file.
    Replace,
    /// Resolve a change of the file by another program; with `true`, save afterwards.
    ResolveChange(ExternalChange, bool),
    /// Restore the backup at this path.
    Restore(PathBuf),
    /// Undo or redo until this number of steps is done, and show the list again.
    Step(usize),
    /// Decide about recovered work.
    Recover(RecoveryChoice),
    /// Replace the scenario by the result of a map operation. The text names the undo step.
    Operate(&'static str, Box<Scenario>),
    /// Take over a map from the ground.
    Ground(Box<GroundChange>),
    /// Export the scenario as this order describes.
    Export(Box<battlewright_export::Order>),
    /// Apply these cells of a table of units. The text names the undo step.
    Units(String, Box<TablePlan>),
    /// Replace the scenario by the result of an import into it. The text is the name of the imported file.
    Change(String, Box<Scenario>),
    /// Select this object and show it on the map.
    Show(Selection),
    /// Show the Problems tab.
    Problems,
    /// Save the scenario that was imported from a module.
    Module(Box<Imported>),
    /// Import a module again with these options, then show the result or, if `keep` is set, save it.
    Remake(Box<ScenarioImport>),
    /// Open the dialog for a new scenario.
    New {
        /// `true` to trace a scan on the new scenario.
        trace: bool,
    },
    /// Close the dialog without effect.
    Cancel,
}

impl DialogAnswer {
    /// Returns `true` if the answer depends on the current document, so that typed text must be parsed first.
    pub(crate) fn needs_reading(&self) -> bool {
        !matches!(
            self,
            Self::Save(_)
                | Self::Go(_)
                | Self::Discard(_)
                | Self::Choose(_)
                | Self::Browse(_)
                | Self::Recover(_)
                | Self::SavedGame(_)
                | Self::Restart(_)
                | Self::New { .. }
                | Self::Cancel
        )
    }
}

/// The decision about work that was recovered after a crash. Each number is an index in the list of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecoveryChoice {
    /// Restores the work with its undo history.
    Restore(usize),
    /// Shows the difference between the work and its file.
    Show(usize),
    /// Discards the work.
    Discard(usize),
    /// Keeps all recovered work and asks again at the next start.
    Later,
}

/// The options for importing a scenario from a module or from a map file.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioImport {
    /// The path of the imported file.
    pub path: PathBuf,
    /// The game system of the scenario.
    pub system: System,
    /// The selected parts of the module.
    pub choice: Choice,
    /// `true` to save the scenario without another preview.
    pub keep: bool,
}

/// The text of a new scenario and the first step after its creation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewScenarioText {
    /// The source text of the scenario.
    pub text: String,
    /// `true` to trace a scan on the new scenario.
    pub trace: bool,
    /// The record of the run that made its map from the ground.
    pub record: Option<String>,
}

/// A map from the ground for the open scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundChange {
    /// The name of the undo step.
    pub step: &'static str,
    /// The text of the scenario with the map.
    pub text: String,
    /// The record of the run.
    pub record: String,
}
