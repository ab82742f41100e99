//! The start page with its previews, and the dialog for a new scenario.

use egui::Context;

use crate::app::App;
use crate::background_task::BackgroundTask;
use crate::dialogs::Dialog;
use crate::dialogs::begin::NewScenarioForm;
use crate::dialogs::start_page::StartPage;

impl App {
    /// Opens the start page, unless the user has turned it off or another dialog is open.
    #[must_use]
    pub fn greet(mut self) -> Self {
        if self.dialog.is_none() && !self.remembering.skips_start_page {
            self.show_start_page();
        }
        self
    }

    /// Opens the start page.
    pub(super) fn show_start_page(&mut self) {
        let page =
            StartPage::new(&self.remembering.recent, self.recovery.saved_games(), !self.remembering.skips_start_page);
        self.dialog = Some(Dialog::StartPage(Box::new(page)));
    }

    /// Opens the dialog for a new scenario. If `trace` is set, a scan is traced on it afterwards.
    pub(super) fn show_new(&mut self, trace: bool) {
        self.dialog = Some(Dialog::New(Box::new(NewScenarioForm::new(trace))));
    }

    /// Draws the previews of the start page in the background, one after the other.
    pub(super) fn watch_start_page(&mut self, ctx: &Context) {
        let Some(Dialog::StartPage(page)) = &mut self.dialog else {
            self.jobs.picturing = BackgroundTask::default();
            return;
        };
        self.remembering.skips_start_page = !page.at_start;
        if let Some((n, picture)) = self.jobs.picturing.poll() {
            page.take(n, picture);
            ctx.request_repaint();
        }
        if !self.jobs.picturing.is_busy()
            && let Some((n, work)) = page.due()
        {
            let woken = ctx.clone();
            self.jobs.picturing.begin(n, move || woken.request_repaint(), work);
        }
    }
}
