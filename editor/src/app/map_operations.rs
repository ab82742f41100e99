//! The dialog for operations on the whole map, and the application of their results.

use battlewright_schema::Scenario;
use egui::Context;

use crate::app::App;
use crate::background_task::BackgroundTask;
use crate::dialogs::Dialog;
use crate::dialogs::surgery::{MapOperation, Surgery};
use crate::model::edit::Edit;
use crate::model::selection::Selection;
use crate::panels::scan::Mode;

impl App {
    /// Opens the dialog for the operation `task`.
    pub(super) fn show_surgery(&mut self, task: MapOperation) {
        self.input.cancel_tool();
        self.panels.scan.mode = Mode::Under;
        self.workspace.document.seal();
        let surgery = Surgery::new(self.workspace.document.scenario(), self.workspace.document.art(), task);
        self.dialog = Some(Dialog::Surgery(Box::new(surgery)));
    }

    /// Computes the result of the open dialog in the background when its options have changed. If they change several
    /// times meanwhile, only the last state is computed next.
    pub(super) fn plan_surgery(&mut self, ctx: &Context) {
        let Some(Dialog::Surgery(surgery)) = &mut self.dialog else {
            self.jobs.planning = BackgroundTask::default();
            return;
        };
        if let Some((stamp, outcome)) = self.jobs.planning.poll() {
            surgery.take(stamp, outcome);
            ctx.request_repaint();
        }
        if let Some(plan) = surgery.due().filter(|_| !self.jobs.planning.is_busy()) {
            let woken = ctx.clone();
            self.jobs.planning.begin(surgery.stamp(), move || woken.request_repaint(), plan);
        }
    }

    /// Replaces the scenario by `scenario`, as an undo step called `step`.
    pub(super) fn operate(&mut self, step: &'static str, scenario: Box<Scenario>) {
        let size = self.workspace.document.scenario().common().size();
        // Rows and hexes may have changed, so the selection and the cursor are cleared.
        self.workspace.selection = Selection::Scenario;
        self.input.clear_cursors();
        self.workspace.document.apply(step, None, Edit::Scenario(scenario));
        if self.workspace.document.scenario().common().size() != size {
            self.map.camera.radius = 0.0;
        }
    }
}
