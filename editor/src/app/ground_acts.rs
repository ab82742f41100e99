//! Maps from the ground: the dialog, its work beside the window, and the record beside the scenario.

use std::path::Path;
use std::sync::Arc;

use battlewright_schema::template_table;
use battlewright_schema::words::counted;
use egui::Context;

use crate::app::App;
use crate::app::frame::TOLD;
use crate::background_task::BackgroundTask;
use crate::dialogs::Dialog;
use crate::messages::dialog_answer::GroundChange;
use crate::model::ground::files::ChosenGroundFile;
use crate::model::ground::origins::MapOrigins;
use crate::model::ground::plan::GroundPlan;
use crate::model::ground::work::{GroundAnswer, OpenMap};
use crate::model::selection::Selection;
use crate::panels::scan::Mode;

/// The work on maps from the ground.
#[derive(Default)]
pub(super) struct GroundWork {
    /// The job of the open dialog.
    job: BackgroundTask<GroundAnswer>,
    /// The dialog while the user chooses a file.
    waiting: Option<Box<GroundPlan>>,
    reading: BackgroundTask<MapOrigins>,
    /// The record of the last run, read.
    origins: Option<MapOrigins>,
    /// The revision of the document and the record of which the edited hexes are known.
    edited: Option<(u64, Arc<str>)>,
}

impl GroundWork {
    /// Waits until the work in the background is done.
    pub(super) fn finish(&mut self) {
        self.job.finish();
        self.reading.finish();
    }

    /// Returns the record of the last run, once it is read.
    pub(super) fn origins(&self) -> Option<&MapOrigins> {
        self.origins.as_ref()
    }

    /// Forgets what is known of the last document. An open dialog goes on.
    pub(super) fn reset(&mut self) {
        self.origins = None;
        self.edited = None;
        self.reading = BackgroundTask::default();
    }
}

impl App {
    /// Opens the dialog: for a new scenario, or for the map of the open one.
    pub(super) fn show_ground(&mut self, is_new: bool) {
        if self.workspace.session.is_some() {
            return;
        }
        let scenario = self.workspace.document.scenario();
        let system = scenario.system();
        if !is_new && template_table(system).is_some() {
            let title = system.title();
            self.status_message =
                Some(format!("{title} is played on a table, which has no hexes; the ground makes maps of hexes."));
            return;
        }
        self.input.cancel_tool();
        self.panels.scan.mode = Mode::Under;
        self.workspace.document.settle();
        self.workspace.document.seal();
        let open = (!is_new).then(|| self.open_map());
        self.dialog = Some(Dialog::Ground(Box::new(GroundPlan::new(system, open))));
    }

    fn open_map(&self) -> OpenMap {
        let document = &self.workspace.document;
        let record = match document.ground_record() {
            None => {
                Err("there is no record of an earlier run beside the scenario (NAME.ground), so that nothing tells \
                what was edited"
                    .to_owned())
            }
            Some(text) => match self.ground.origins().filter(|origins| origins.text == *text) {
                Some(origins) => origins.record.clone(),
                None => MapOrigins::of(Arc::clone(text)).record,
            },
        };
        OpenMap { scenario: Arc::new(document.scenario().clone()), text: document.text().into(), record }
    }

    /// Sets the dialog aside while a file is chosen.
    pub(super) fn set_ground_aside(&mut self, plan: Box<GroundPlan>) {
        self.ground.waiting = Some(plan);
    }

    /// Adds the chosen file to the dialog.
    pub(super) fn add_ground_file(&mut self, path: &Path) {
        if let Some(mut plan) = self.ground.waiting.take() {
            plan.add_files([ChosenGroundFile::at(path)]);
            self.dialog = Some(Dialog::Ground(plan));
        }
    }

    /// Returns the path of the last file that was chosen for the dialog.
    pub(super) fn last_ground_path(&self) -> Option<&Path> {
        self.ground.waiting.as_ref()?.last_path()
    }

    /// Does the work that the dialog asks for beside the window; the last request wins. Brings the dialog back if no file was chosen.
    pub(super) fn watch_ground(&mut self, ctx: &Context) {
        self.watch_origins(ctx);
        self.watch_edited();
        let is_choosing = self.jobs.pending.is_some() || !self.acts.is_empty() || !self.jobs.queue.is_empty();
        if self.dialog.is_none() && !is_choosing {
            self.dialog = self.ground.waiting.take().map(Dialog::Ground);
        }
        let job = &mut self.ground.job;
        let plan = match &mut self.dialog {
            Some(Dialog::Ground(plan)) => Some(plan),
            _ => self.ground.waiting.as_mut(),
        };
        let Some(plan) = plan else {
            // What a closed dialog asked for is not needed.
            *job = BackgroundTask::default();
            return;
        };
        if let Some((stamp, answer)) = job.poll() {
            plan.take(stamp, answer);
            ctx.request_repaint();
        }
        if job.is_busy() {
            ctx.request_repaint_after(TOLD);
        } else if let Some((stamp, due)) = plan.due() {
            let woken = ctx.clone();
            job.begin(stamp, move || woken.request_repaint(), move || due.work());
            ctx.request_repaint_after(TOLD);
        }
    }

    /// Reads the record of the last run beside the window.
    fn watch_origins(&mut self, ctx: &Context) {
        if let Some((_, origins)) = self.ground.reading.poll() {
            self.ground.origins = Some(origins);
        }
        let current = self.workspace.document.ground_record();
        let Some(text) = current else {
            self.ground.origins = None;
            self.ground.edited = None;
            self.workspace.edited.clear();
            return;
        };
        let is_known = self.ground.origins.as_ref().is_some_and(|origins| Arc::ptr_eq(&origins.text, text));
        if !is_known && !self.ground.reading.is_busy() {
            let (text, woken) = (Arc::clone(text), ctx.clone());
            self.ground.reading.begin(0, move || woken.request_repaint(), move || MapOrigins::of(text));
        }
    }

    /// Finds the hexes that were edited since the last run, if the map shows them.
    fn watch_edited(&mut self) {
        let Some(origins) = self.ground.origins.as_ref().filter(|_| self.workspace.shows_edited) else { return };
        let document = &self.workspace.document;
        let is_known =
            |(revision, text): &(u64, Arc<str>)| *revision == document.revision() && Arc::ptr_eq(text, &origins.text);
        if !self.ground.edited.as_ref().is_some_and(is_known) {
            self.workspace.edited = origins.edited(document.scenario()).into_iter().collect();
            self.ground.edited = Some((document.revision(), Arc::clone(&origins.text)));
        }
    }

    /// Shows or hides the hexes that were edited since the last run.
    pub(super) fn show_edited(&mut self) {
        self.workspace.shows_edited = !self.workspace.shows_edited;
        self.watch_edited();
        let count = self.workspace.edited.len();
        self.status_message = Some(match self.ground.origins() {
            _ if !self.workspace.shows_edited => "Edited hexes are not shown.".to_owned(),
            None => {
                "There is no record of a run beside the scenario, so that nothing tells what was edited.".to_owned()
            }
            Some(_) => format!("{} edited since the map came from the ground.", counted(count, "hex")),
        });
    }

    /// Takes over a map, as an undo step.
    pub(super) fn take_ground(&mut self, change: GroundChange) {
        let GroundChange { step, text, record } = change;
        let size = self.workspace.document.scenario().common().size();
        self.workspace.selection = Selection::Scenario;
        self.input.clear_cursors();
        if !self.workspace.document.take_text(step, &text) {
            self.status_message = Some("The map of the scenario is already as the ground has it.".to_owned());
        }
        self.workspace.document.add_ground_record(record);
        if self.workspace.document.scenario().common().size() != size {
            self.map.camera.radius = 0.0;
        }
    }

    /// Writes the record beside the scenario that was saved to `path`. Returns what the status line adds.
    pub(super) fn save_ground_record(&mut self, path: &Path, is_new_path: bool) -> String {
        match self.workspace.document.save_ground_record(path, is_new_path) {
            Ok(None) => String::new(),
            Ok(Some(file)) => format!(" with {}", file.file_name().unwrap_or_default().to_string_lossy()),
            Err(error) => format!(", but not the record of the ground: {error}"),
        }
    }
}
