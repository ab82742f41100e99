//! Answers to dialogs.

use std::path::PathBuf;

use battlewright_engine::play::Replay;
use battlewright_export::import::Imported;
use battlewright_schema::table::TablePlan;
use battlewright_schema::{Scenario, System};

use super::act::ExternalChange;
use crate::file_dialog::FilePurpose;
use crate::model::selection::Selection;
use battlewright_export::vassal::Choice;

/// The thing to do once unsaved changes are dealt with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AfterSave {
    /// A new scenario begins.
    New(NewScenarioText),
    /// A file is chosen and opened.
    Open,
    /// This file is opened.
    File(PathBuf),
    /// A bundled scenario is opened, by its place on the shelf.
    OpenBundled(usize),
    /// A game is opened with the scenario it was played on.
    Game(Box<Replay>),
    /// The window closes.
    Close,
}

/// The answer to a dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum DialogAnswer {
    /// Save, and then go on.
    Save(AfterSave),
    /// Go on, once nothing is lost by it.
    Go(AfterSave),
    /// Go on without saving.
    Discard(AfterSave),
    /// This path.
    Path(FilePurpose, String),
    /// Choose a file for this.
    Choose(FilePurpose),
    /// Play this game, and whether on its own scenario.
    Game(Box<Replay>, bool),
    /// Save over the file.
    Replace,
    /// This is to become of another program's version; and whether to save then.
    Theirs(ExternalChange, bool),
    /// Bring this version back.
    Restore(PathBuf),
    /// This is to become of the work that was found.
    Recover(RecoveryChoice),
    /// The scenario on another map, and what the step is called.
    Operate(&'static str, Box<Scenario>),
    /// Write the scenario so.
    Export(Box<battlewright_export::Order>),
    /// Take these cells, as a step of this name.
    Units(String, Box<TablePlan>),
    /// Take this scenario, which a file of this name has made of the one there is.
    Change(String, Box<Scenario>),
    /// Show this, on the map and in the inspector.
    Show(Selection),
    /// Show what is wrong with the scenario.
    Problems,
    /// Write the scenario that was made of a module.
    Module(Box<Imported>),
    /// Make a scenario of what is chosen of a module, and look at it or, if it is to be kept, write it.
    Remake(Box<ScenarioImport>),
    /// Ask what a new scenario is to be.
    New {
        /// Set if a scan is to be traced on it.
        trace: bool,
    },
    /// Never mind.
    Cancel,
}

impl DialogAnswer {
    /// Returns `true` if it is about the document as it is once all that is typed has been read.
    pub(crate) fn needs_reading(&self) -> bool {
        !matches!(
            self,
            Self::Save(_)
                | Self::Go(_)
                | Self::Discard(_)
                | Self::Choose(_)
                | Self::Recover(_)
                | Self::New { .. }
                | Self::Cancel
        )
    }
}

/// The fate of the work; places are those in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecoveryChoice {
    /// It is taken up again, with its history.
    Restore(usize),
    /// The parts of it that are not in its file are shown.
    Show(usize),
    /// It is thrown away.
    Discard(usize),
    /// All is left for another time.
    Later,
}

/// A scenario that is to be made of a module, or of a map alone.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioImport {
    /// The path of the file.
    pub path: PathBuf,
    /// The rules of the scenario.
    pub system: System,
    /// The parts of the module that it is made of.
    pub choice: Choice,
    /// `true` if it is to be written without being looked at again.
    pub keep: bool,
}

/// The text of a new scenario, and what is done with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewScenarioText {
    /// The text of its file.
    pub text: String,
    /// Set if a scan is to be traced on it.
    pub trace: bool,
}
