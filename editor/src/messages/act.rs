//! Acts: all requests of views and tools. Views only read the state; the app applies one act at a time.

use std::path::PathBuf;

use battlewright_engine::show::Place;
use battlewright_schema::{Counter, DocPath, Scenario};

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

/// A request of a view or a tool, which the app carries out.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Runs a command of the command table.
    Command(Command),
    /// Changes the scenario in an undo step.
    Edit {
        /// The name of the step in the Edit menu, such as `"Paint Woods"`.
        name: String,
        /// The input field that makes the change. Consecutive changes of the same field form a single undo step.
        field: Option<u64>,
        /// The change of the scenario.
        edit: Box<Edit>,
    },
    /// Moves the cursor of the Source tab to this byte range of the text.
    Place(std::ops::Range<usize>),
    /// Ends the undo step that consecutive changes of a field belong to.
    Seal,
    /// Applies typed text to the source text.
    Type {
        /// The edition of the text that the splice belongs to.
        edition: u64,
        /// The typed text and the byte range that it replaces.
        splice: TextSplice,
    },
    /// Applies the fix of a problem to the source text.
    Fix {
        /// The name of the undo step in the Edit menu, such as `"Fix: write 0814"`.
        name: String,
        /// The edition of the text that the splice belongs to.
        edition: u64,
        /// The change of the text.
        splice: TextSplice,
    },
    /// Selects an object.
    Select(Selection),
    /// Selects exactly these counters.
    Pick(Vec<Counter>),
    /// Opens the rules at the rule with this number.
    Rule(String),
    /// Gives the keyboard focus to the field at this path, a cell of the rules' tables or a field of the inspector, and selects all of
    /// its text.
    Write(DocPath),
    /// Brings a place into view.
    Look(Place),
    /// Activates a tool.
    Tool(ToolKind),
    /// Replaces the options of the tools.
    Options(ToolOptions),
    /// Shows a tab of the bottom panel.
    Tab(BottomTab),
    /// Cancels the operation in the background; without one, stops the running game.
    GiveUp,
    /// Shows a message in the status line.
    Say(String),
    /// Acts in the current game.
    Play(play::PlayAct),
    /// Acts on the selected region.
    Region(region::RegionAct),
    /// Acts in the balance lab.
    Balance(balance::BalanceAct),
    /// Acts in the resolver.
    Resolver(crate::model::resolver::ResolverAct),
    /// Acts on the scan of the printed map.
    Scan(super::scan::ScanAct),
    /// Resolves a change of the file by another program.
    ResolveChange(ExternalChange),
    /// Opens a file of the list of recent files.
    OpenRecent(PathBuf),
    /// Clears the list of recent files.
    ForgetRecent,
    /// Closes the notice about unreadable settings.
    DismissTrouble,
    /// Opens the dialog that previews pasted or imported units.
    Ask(Box<UnitsDialog>),
    /// Answers the open dialog.
    Answer(Box<DialogAnswer>),
    /// Continues with the file that was chosen for a purpose.
    Chosen(FilePurpose, PathBuf),
}

/// The response to a change of the open file by another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternalChange {
    /// Compares the version on disk with the document.
    Show,
    /// Loads the version on disk as an undo step.
    Load,
    /// Keeps the document; the next save overwrites the version on disk.
    Keep,
}

impl Act {
    /// Returns a change of the scenario that is an undo step by itself.
    pub fn edit(name: impl Into<String>, edit: Edit) -> Self {
        Self::Edit { name: name.into(), field: None, edit: Box::new(edit) }
    }

    /// Returns a change by an input field. Consecutive changes of the same field form a single undo step.
    pub fn field(name: impl Into<String>, field: egui::Id, edit: Edit) -> Self {
        Self::Edit { name: name.into(), field: Some(field.value()), edit: Box::new(edit) }
    }

    /// Returns the acts that place a map piece on the map of `scenario`, select the covered region and report the parts
    /// that found no room.
    pub fn place_piece(placement: &region::draft::PiecePlacement, scenario: &Scenario) -> Vec<Self> {
        let Ok(grid) = scenario.common().grid() else { return Vec::new() };
        let outcome = region::draft::place_piece(scenario, &grid, placement.carry, &placement.held, placement.middle);
        let name = if placement.held.from.is_some() { "Move region" } else { "Paste region" };
        let mut acts = vec![Self::edit(name, outcome.edit), Self::Region(region::RegionAct::Select(outcome.patch))];
        if !outcome.lost.is_empty() {
            acts.push(Self::Say(format!("Placed in part: {}.", outcome.lost)));
        }
        acts
    }
}
