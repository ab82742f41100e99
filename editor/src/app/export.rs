//! Exports of the scenario, in the background.

use std::path::Path;
use std::sync::Arc;

use battlewright_export::{Format, Order};
use egui::Context;

use crate::app::App;
use crate::background_task::BackgroundTask;
use crate::dialogs::Dialog;
use crate::dialogs::export::{ExportForm, PreviewContent};
use crate::file_dialog::{FilePurpose, with_ending};
use crate::model::exchange::{ExportTask, ExportedFiles, SentOrder, SentScenario};

/// The exports in progress and their options.
pub(super) struct Exporting {
    /// The options of the last export.
    pub(super) order: Order,
    /// The preview that is being drawn for the dialog.
    seeing: BackgroundTask<PreviewContent>,
    /// The file that is being written.
    writing: BackgroundTask<(Format, Result<ExportedFiles, String>)>,
}

impl Default for Exporting {
    fn default() -> Self {
        Self { order: Order::new(Format::Pdf), seeing: BackgroundTask::default(), writing: BackgroundTask::default() }
    }
}

impl Exporting {
    /// Waits until the preview and the file are finished.
    pub(super) fn finish(&mut self) {
        self.seeing.finish();
        self.writing.finish();
    }
}

impl App {
    /// Opens the export dialog with the last options.
    pub(super) fn show_export(&mut self) {
        self.input.cancel_tool();
        self.workspace.document.seal();
        self.jobs.exporting.order.options.art = Arc::clone(self.workspace.document.art());
        let form = ExportForm::new(self.workspace.document.scenario(), self.jobs.exporting.order.clone());
        self.dialog = Some(Dialog::Export(Box::new(form)));
    }

    /// Updates the preview of the dialog in the background, and reports finished exports.
    pub(super) fn watch_export(&mut self, ctx: &Context) {
        if let Some((_, (format, done))) = self.jobs.exporting.writing.poll() {
            match done {
                Ok((paths, left_out)) => {
                    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
                    let told = std::iter::once(format!("Wrote {}", names.join(", "))).chain(left_out);
                    self.status_message = Some(told.collect::<Vec<_>>().join("; "));
                }
                Err(why) => {
                    let path = self.workspace.offered(FilePurpose::Export(format));
                    self.ask_path(FilePurpose::Export(format), &path, Some(why));
                }
            }
            ctx.request_repaint();
        }
        let Some(Dialog::Export(form)) = &mut self.dialog else {
            self.jobs.exporting.seeing = BackgroundTask::default();
            return;
        };
        if let Some((stamp, seen)) = self.jobs.exporting.seeing.poll() {
            form.take(stamp, seen);
            ctx.request_repaint();
        }
        if self.jobs.exporting.seeing.is_busy() {
            return;
        }
        if let Some(task) = form.due(self.workspace.document.art_files()) {
            let woken = ctx.clone();
            self.jobs.exporting.seeing.begin_task(form.stamp(), move || woken.request_repaint(), task, |seen| seen);
        }
    }

    /// Exports the scenario to the file at `path`.
    pub(super) fn export(&mut self, ctx: &Context, format: Format, path: &Path) {
        if self.jobs.exporting.writing.is_busy() {
            self.status_message = Some("Another export is still running".to_owned());
            return;
        }
        let path = with_ending(path, format.name());
        self.status_message = Some(format!("Writing {}…", path.display()));
        let document = &self.workspace.document;
        let task = ExportTask {
            scenario: SentScenario(Arc::new(document.scenario().clone().inlined())),
            order: SentOrder::new(self.jobs.exporting.order.clone(), document.art_files()),
            path,
        };
        let (edition, woken) = (document.edition(), ctx.clone());
        let wake = move || woken.request_repaint();
        self.jobs.exporting.writing.begin_task(edition, wake, task, move |done| (format, done));
    }
}
