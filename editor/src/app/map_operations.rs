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
        self.cancel_tool();
        self.scan.mode = Mode::Under;
        self.document.seal();
        let surgery = Surgery::new(self.document.scenario(), self.document.art(), task);
        self.dialog = Some(Dialog::Surgery(Box::new(surgery)));
    }

    /// Computes the result of the open dialog in the background when its options have changed. If they change several
    /// times meanwhile, only the last state is computed next.
    pub(super) fn plan_surgery(&mut self, ctx: &Context) {
        let Some(Dialog::Surgery(surgery)) = &mut self.dialog else {
            self.planning = BackgroundTask::default();
            return;
        };
        if let Some((stamp, outcome)) = self.planning.poll() {
            surgery.take(stamp, outcome);
            ctx.request_repaint();
        }
        if let Some(plan) = surgery.due().filter(|_| !self.planning.is_busy()) {
            let woken = ctx.clone();
            self.planning.begin(surgery.stamp(), move || woken.request_repaint(), plan);
        }
    }

    /// Replaces the scenario by `scenario`, as an undo step called `step`.
    pub(super) fn operate(&mut self, step: &'static str, scenario: Box<Scenario>) {
        let size = self.document.scenario().common().size();
        // Rows and hexes may have changed, so the selection and the cursor are cleared.
        self.selection = Selection::Scenario;
        (self.cursor, self.table_cursor) = (None, None);
        self.document.apply(step, None, Edit::Scenario(scenario));
        if self.document.scenario().common().size() != size {
            self.camera.radius = 0.0;
        }
    }
}
