//! Acts: all requests of views and tools. Views only read. The app alone changes the state, one act at a time.

use std::path::PathBuf;

use battlewright_schema::{Cell, Counter, DocPath, Scenario};

use crate::file_dialog::FilePurpose;
use crate::messages::command::Command;
use crate::messages::dialog_answer::DialogAnswer;
use crate::messages::tool::{ToolKind, ToolOptions};
use crate::model::edit::Edit;
use crate::model::layout::BottomTab;
use crate::model::selection::Selection;
use crate::model::text::TextSplice;
use crate::model::unit_import::UnitsDialog;
use crate::model::{balance, play, region};

/// Something to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// A command of the command table.
    Command(Command),
    /// A change of the scenario.
    Edit {
        /// Its name in the Edit menu, such as `"Paint Woods"`.
        name: String,
        /// The field being typed into, whose further changes are the same step.
        field: Option<u64>,
        /// The change.
        edit: Box<Edit>,
    },
    /// Goes to these bytes of the text.
    Place(std::ops::Range<usize>),
    /// Ends the step that typing into a field has opened.
    Seal,
    /// Types into the text of the document.
    Type {
        /// The edition of the text that is typed into.
        edition: u64,
        /// The text that is typed.
        splice: TextSplice,
    },
    /// Makes a fix of a problem in the text of the document.
    Mend {
        /// Its name in the Edit menu, such as `"Fix: write 0814"`.
        name: String,
        /// The edition of the text that is mended.
        edition: u64,
        /// The change of the text.
        splice: TextSplice,
    },
    /// Selects something.
    Select(Selection),
    /// Selects these counters and no others.
    Pick(Vec<Counter>),
    /// Opens the rules at the rule of this number.
    Rule(String),
    /// Gives the keyboard to the field of the inspector at this path, with all of its text selected.
    Write(DocPath),
    /// Brings a hex into the middle of the view.
    Look(Cell),
    /// Takes up a tool.
    Tool(ToolKind),
    /// Sets what tools work with.
    Options(ToolOptions),
    /// Shows a tab.
    Tab(BottomTab),
    /// Gives up what is being worked on beside the window.
    GiveUp,
    /// Says something in the status line.
    Say(String),
    /// Something in the game being played.
    Play(play::PlayAct),
    /// Something about the selected region.
    Region(region::RegionAct),
    /// Something about the balance lab.
    Balance(balance::BalanceAct),
    /// Something about the scan.
    Scan(super::scan::ScanAct),
    /// The fate of another program's version of the file.
    Theirs(ExternalChange),
    /// Opens a file that was open before.
    OpenRecent(PathBuf),
    /// Forgets which files were open before.
    ForgetRecent,
    /// A notice of the program's was read.
    Heard,
    /// Shows what would come of pasted or imported units, before it is done.
    Ask(Box<UnitsDialog>),
    /// The answer to the window that asks.
    Answer(Box<DialogAnswer>),
    /// The file at this path was chosen.
    Chosen(FilePurpose, PathBuf),
}

/// The fate of another program's version of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternalChange {
    /// It is compared with this one.
    Show,
    /// It is loaded, as a step that can be taken back.
    Load,
    /// It is replaced when this one is saved.
    Keep,
}

impl Act {
    /// A change of the scenario that is a step by itself.
    pub fn edit(name: impl Into<String>, edit: Edit) -> Self {
        Self::Edit { name: name.into(), field: None, edit: Box::new(edit) }
    }

    /// A change of a field; further changes of the same one join it.
    pub fn field(name: impl Into<String>, field: egui::Id, edit: Edit) -> Self {
        Self::Edit { name: name.into(), field: Some(field.value()), edit: Box::new(edit) }
    }

    /// The acts that lay a piece down on the map of `scenario` and select its hexes.
    pub fn lay(placement: &region::draft::PiecePlacement, scenario: &Scenario) -> Vec<Self> {
        let Ok(grid) = scenario.common().grid() else { return Vec::new() };
        let outcome = region::draft::lay(scenario, &grid, placement.carry, &placement.held, placement.middle);
        let name = if placement.held.from.is_some() { "Move region" } else { "Paste region" };
        let mut acts = vec![Self::edit(name, outcome.edit), Self::Region(region::RegionAct::Select(outcome.patch))];
        if !outcome.lost.is_empty() {
            acts.push(Self::Say(format!("Placed in part: {}.", outcome.lost)));
        }
        acts
    }
}
