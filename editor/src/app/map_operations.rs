//! Opening the dialog for changes of the whole map, and applying its plan.

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
    /// Opens the window with the form of `task`.
    pub(super) fn show_surgery(&mut self, task: MapOperation) {
        self.hand.cancel();
        self.scan.mode = Mode::Under;
        self.document.seal();
        let surgery = Surgery::new(self.document.scenario(), self.document.art(), task);
        self.dialog = Some(Dialog::Surgery(Box::new(surgery)));
    }

    /// Works out, beside the window, what the form leads to that is open, if it has changed. Of several changes only the
    /// last is looked at.
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

    /// Puts `scenario`, on its other map, in place of the one there is.
    pub(super) fn operate(&mut self, step: &'static str, scenario: Box<Scenario>) {
        let size = self.document.scenario().common().size();
        // Rows and hexes may be others now, so that nothing that was pointed at is pointed at still.
        self.selection = Selection::Scenario;
        self.cursor = None;
        self.document.apply(step, None, Edit::Scenario(scenario));
        if self.document.scenario().common().size() != size {
            self.camera.radius = 0.0;
        }
    }
}
